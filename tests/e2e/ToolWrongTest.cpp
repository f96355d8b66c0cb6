//===- ToolWrongTest.cpp - what the tool says of wrong input --------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tests/data/wrong/expected.txt is a transcript: a command line, all it writes
// to stderr, and its exit code. The commands run in that folder. update.py
// there writes it anew from its command lines.
//
//===----------------------------------------------------------------------===//

#include "tests/e2e/ToolProcess.h"

#include <gtest/gtest.h>

namespace {

constexpr char kFolder[] = FUSEDML_SOURCE_DIR "/tests/data/wrong";

struct WrongCase {
  std::string arguments, err;
  int exitCode = 0;
};

std::vector<WrongCase> readTranscript() {
  constexpr std::string_view kPrompt = "$ fusedml ", kExit = "exit ";
  std::vector<WrongCase> cases;
  for (const std::string &line :
       tool::linesOf(tool::readFile(std::string(kFolder) + "/expected.txt"))) {
    if (line.starts_with(kPrompt))
      cases.push_back({line.substr(kPrompt.size()), "", -1});
    else if (cases.empty() || cases.back().exitCode >= 0)
      continue; // Between two commands.
    else if (line.starts_with(kExit))
      cases.back().exitCode = std::stoi(line.substr(kExit.size()));
    else
      cases.back().err += line + "\n";
  }
  return cases;
}

class ToolWrong : public testing::TestWithParam<WrongCase> {};

TEST_P(ToolWrong, SaysWhatAndWhere) {
  tool::Result result = tool::run(GetParam().arguments, kFolder);
  EXPECT_EQ(result.err, GetParam().err);
  EXPECT_EQ(result.exitCode, GetParam().exitCode);
  EXPECT_TRUE(tool::resourceLines(result.out).empty()) << result.out;
}

std::string nameOf(const testing::TestParamInfo<WrongCase> &info) {
  std::string name = std::to_string(info.index) + "_";
  for (char c : info.param.arguments)
    name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Transcript, ToolWrong,
                         testing::ValuesIn(readTranscript()), nameOf);

TEST(ToolWrongTable, IsLarge) { EXPECT_GE(readTranscript().size(), 140u); }

} // namespace
