//===- FrontGeneratedTest.cpp - committed copies of generated files -------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/rules/OperatorRow.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

using namespace fusedml;

namespace {

std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void expectSame(const std::string &committed, const std::string &generated) {
  std::string from =
      std::string(FUSEDML_BINARY_DIR) + "/generated/" + generated;
  std::string to = std::string(FUSEDML_SOURCE_DIR) + "/" + committed;
  std::string text = readFile(from);
  ASSERT_FALSE(text.empty()) << from;
  EXPECT_TRUE(text == readFile(to)) << "run: cp " << from << " " << to;
}

TEST(FrontGenerated, DirectMLHeaderIsCommitted) {
  expectSame("include/directml/DirectML.h", "directml/DirectML.h");
}

TEST(FrontGenerated, OperatorReferenceIsCommitted) {
  expectSame("docs/operators.md", "docs/operators.md");
}

TEST(FrontRows, AreFoundByValueAndByEveryName) {
  for (const graph::OperatorRow &row : graph::operatorRows()) {
    EXPECT_EQ(graph::findOperator(row.dmlType), &row);
    EXPECT_EQ(graph::findOperator(row.mnemonic), &row);
    EXPECT_EQ(graph::findOperator(row.dmlName), &row);
    EXPECT_EQ(graph::findOperator(row.dmlName.substr(13)), &row);
    EXPECT_EQ(graph::dmlOperatorName(row.dmlType), row.dmlName);
    ASSERT_FALSE(row.levels.empty());
    for (size_t i = 1; i < row.levels.size(); ++i)
      EXPECT_GT(row.levels[i - 1].level, row.levels[i].level) << row.mnemonic;
  }
  EXPECT_EQ(graph::findOperator("gemm"), nullptr);
}

TEST(FrontGenerated, ReadmeCountsTheRows) {
  EXPECT_THAT(readFile(std::string(FUSEDML_SOURCE_DIR) + "/README.md"),
              testing::HasSubstr(
                  fmt::format("FuseDML takes DirectML's {}\nelement-wise",
                              graph::operatorRows().size())));
}

TEST(FrontRows, NameEveryOperatorOfTheHeader) {
  std::string header = readFile(std::string(FUSEDML_SOURCE_DIR) +
                                "/include/directml/DirectML.h");
  std::regex member("(DML_OPERATOR_\\w+) = ([1-9]\\d*)");
  uint32_t count = 0;
  for (std::sregex_iterator it(header.begin(), header.end(), member), end;
       it != end; ++it, ++count)
    EXPECT_EQ(graph::dmlOperatorType((*it)[1].str()), std::stoul((*it)[2]))
        << (*it)[1];
  EXPECT_GT(count, graph::operatorRows().size());
  EXPECT_TRUE(graph::dmlOperatorName(0).empty());
  EXPECT_TRUE(graph::dmlOperatorName(count + 1).empty());
  EXPECT_EQ(graph::dmlOperatorType("GEMM"), 54u);
  EXPECT_EQ(graph::dmlOperatorType("DML_OPERATOR_SCATTER_ELEMENTS"),
            graph::dmlOperatorType("SCATTER"));
  EXPECT_TRUE(graph::isDmlOperatorName("DML_OPERATOR_GEMM"));
  EXPECT_FALSE(graph::isDmlOperatorName("DML_OPERATOR_GEMMA"));
}

TEST(FrontRows, FeatureLevelNamesRoundTrip) {
  for (auto level : {FeatureLevel::Level_1_0, FeatureLevel::Level_6_4}) {
    EXPECT_EQ(parseFeatureLevel(name(level)), level);
    EXPECT_EQ(
        parseFeatureLevel("DML_FEATURE_LEVEL_" + std::string(name(level))),
        level);
  }
  EXPECT_EQ(parseFeatureLevel("7_0"), std::nullopt);
}

} // namespace
