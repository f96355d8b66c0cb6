//===- OnnxNodeTest.cpp - ONNX's node tests through the tool --------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tests/onnx/run_node_tests.py turns the tests of onnx-node in the folder
// $FUSEDML_CASES into DxDispatch models. It needs the Python module onnx, which
// nothing else does.
//
//===----------------------------------------------------------------------===//

#include "tests/e2e/CaseFile.h"
#include "tests/e2e/ToolProcess.h"
#include "tests/support/Process.h"

#include <iostream>

namespace {

/// A Python with the module onnx, or nothing. The first in PATH need not be the
/// one that Debian's packages are for.
std::string pythonWithOnnx() {
  for (const char *python : {"python3", "/usr/bin/python3"})
    if (support::runCommand(std::string(python) + " -c 'import onnx'")
            .exitCode == 0)
      return python;
  return "";
}

TEST(OnnxNode, EveryTest) {
  std::filesystem::path folder = support::casesFolder() / "onnx-node";
  if (!std::filesystem::is_directory(folder))
    GTEST_SKIP() << "no cases at " << folder << "; set FUSEDML_CASES";
  std::string python = pythonWithOnnx();
  if (python.empty())
    GTEST_SKIP() << "no python3 has the module onnx (Debian: python3-onnx)";
  support::ProcessResult result = support::runCommand(
      python + " -B " +
      tool::quote(FUSEDML_SOURCE_DIR "/tests/onnx/run_node_tests.py") + " " +
      tool::quote(FUSEDML_BINARY_DIR "/bin/fusedml") + " " +
      tool::quote(folder.string()) +
      " --least=" + std::to_string(cases::leastCases(163)));
  EXPECT_EQ(result.exitCode, 0);
  for (const std::string &line : tool::linesOf(result.output))
    std::cout << "  " << line << "\n";
}

} // namespace
