//===- RowsTest.cpp - every operator has all that belongs to it -----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/accuracy/Report.h"
#include "tests/support/Cases.h"
#include "tests/support/Dag.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

using namespace support;
using fusedml::graph::FieldKind;
using reference::Type;

namespace {

std::string readFile(const std::string &path) {
  std::ifstream file(FUSEDML_SOURCE_DIR "/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Operators : public testing::TestWithParam<std::string_view> {
protected:
  const fusedml::graph::OperatorRow &row = rowOf(GetParam());

  std::vector<Type> firstTypes() const {
    return newestTypes(row, row.fields.front().name);
  }
};

TEST_P(Operators, HasAReference) {
  EXPECT_TRUE(reference::find(row.mnemonic))
      << row.mnemonic << " has no function in tests/reference";
}

/// attributeSets() gives a value to every field that needs one.
TEST_P(Operators, HasAttributeValues) {
  if (row.mnemonic == "fill_value_sequence")
    return; // Has values of its own, in FillValueSequenceTest.cpp.
  for (Type type : firstTypes()) {
    std::vector<RefAttributes> sets = attributeSets(row.mnemonic, type);
    EXPECT_FALSE(sets.empty()) << row.mnemonic;
    for (const RefAttributes &set : sets)
      for (const auto &field : row.fields) {
        std::string where =
            std::string(row.mnemonic) + " " + std::string(field.name);
        if (field.kind == FieldKind::Float)
          EXPECT_TRUE(set.floats.contains(field.name)) << where;
        if (field.kind == FieldKind::Enum)
          EXPECT_TRUE(set.enums.contains(field.name)) << where;
        if (field.kind == FieldKind::Scalar)
          EXPECT_TRUE(set.scalars.contains(field.name)) << where;
      }
  }
}

/// Compiles, with every combination of types.
TEST_P(Operators, HasAnEmitter) {
  Dag dag;
  size_t combinations = 0;
  for (const Instance &instance : instancesOfAll()) {
    if (instance.mnemonic != row.mnemonic)
      continue;
    ++combinations;
    std::vector<int> operands;
    operands.reserve(instance.inputs.size());
    for (Type type : instance.inputs)
      operands.push_back(dag.input("in" + std::to_string(dag.inputCount()),
                                   tensorDesc(type, {1}), 1));
    RefAttributes attributes = instance.attributes;
    attributes.sizes = {1};
    dag.output("y" + std::to_string(combinations),
               dag.node(instance.mnemonic, attributes, operands));
  }
  EXPECT_GE(combinations, firstTypes().size()) << row.mnemonic;
  auto kernel = dag.compile();
  EXPECT_TRUE(kernel.ok()) << kernel.error().str();
}

/// The part of docs/operators.md about an operator, empty if there is none.
std::string sectionOf(const std::string &mnemonic) {
  std::string text = readFile("docs/operators.md");
  size_t begin = text.find("\n## " + mnemonic + "\n");
  if (begin == std::string::npos)
    return {};
  return text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

TEST_P(Operators, IsDocumented) {
  std::string mnemonic(row.mnemonic);
  std::string section = sectionOf(mnemonic);
  ASSERT_NE(section, "") << mnemonic << " has no section in docs/operators.md";
  std::string accuracy =
      row.maxUlp ? "at most " + std::to_string(row.maxUlp) + " ULP" : "exact";
  EXPECT_NE(section.find("\n- Accuracy, FLOAT32: " + accuracy + "\n"),
            std::string::npos)
      << section;
}

/// No function may be worse, and what it gives has been measured.
TEST_P(Operators, HasItsBoundMeasured) {
  if (!row.maxUlp)
    return;
  EXPECT_LE(row.maxUlp, 2u);
  // The table names operators as DirectML does.
  std::vector<accuracy::Documented> lines =
      accuracy::readReport(readFile("docs/accuracy.md"));
  std::erase_if(lines, [&](const auto &line) {
    return "DML_OPERATOR_" + line.title != row.dmlName;
  });
  EXPECT_FALSE(lines.empty())
      << GetParam() << " has no line in docs/accuracy.md";
  for (const accuracy::Documented &line : lines)
    EXPECT_LE(line.worst, row.maxUlp) << line.attributes;
}

/// lit/Lowering/elements*.mlir: what matters in the code of each operator.
std::string casesOfCode() {
  const std::string folder = "lit/Lowering/";
  std::string text;
  for (const auto &file :
       std::filesystem::directory_iterator(FUSEDML_SOURCE_DIR "/" + folder))
    if (std::string name = file.path().filename(); name.starts_with("elements"))
      text += readFile(folder + name);
  return text;
}

/// lit/Dialect has the operator from its row.
TEST_P(Operators, HasLitCases) {
  static const std::string cases = casesOfCode();
  EXPECT_TRUE(std::regex_search(
      cases, std::regex("\\bdml\\." + std::string(row.mnemonic) + "\\b")))
      << row.mnemonic << " is in no lit/Lowering/elements*.mlir";
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Operators, testing::ValuesIn(allOperators()),
    [](const testing::TestParamInfo<std::string_view> &info) {
      return std::string(info.param);
    });

TEST(Rows, EachReferenceHasARow) {
  for (std::string_view mnemonic : reference::mnemonics())
    EXPECT_TRUE(fusedml::graph::findOperator(mnemonic)) << mnemonic;
}

} // namespace
