//===- ToolProcess.h - runs the built fusedml -------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_E2E_TOOLPROCESS_H
#define FUSEDML_TESTS_E2E_TOOLPROCESS_H

#include "tests/support/TempDir.h"

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace tool {

struct Result {
  int exitCode = -1; ///< Negative: ended by that signal.
  std::string out, err;
};

inline std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::string quote(const std::string &text) {
  std::string quoted = "'";
  for (char c : text)
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

/// Runs `fusedml ARGUMENTS`, as a shell splits them, in a folder.
inline Result run(const std::string &arguments, const std::string &folder) {
  support::TempDir temporary;
  std::string out = temporary.path("out"), err = temporary.path("err");
  std::string command = "cd " + quote(folder) + " && " +
                        quote(FUSEDML_BINARY_DIR "/bin/fusedml") + " " +
                        arguments + " >" + quote(out) + " 2>" + quote(err) +
                        " </dev/null";
  int status = std::system(command.c_str()); // NOLINT: arguments of our own.
  Result result;
  result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  result.out = readFile(out);
  result.err = readFile(err);
  return result;
}

inline std::vector<std::string> linesOf(const std::string &text) {
  std::vector<std::string> lines;
  size_t start = 0;
  while (start < text.size()) {
    size_t end = text.find('\n', start);
    lines.push_back(text.substr(start, end - start));
    start = end == std::string::npos ? text.size() : end + 1;
  }
  return lines;
}

/// What a model prints itself: no banner and no times.
inline std::vector<std::string> resourceLines(const std::string &out) {
  std::vector<std::string> lines;
  for (const std::string &line : linesOf(out))
    if (line.starts_with("Resource '"))
      lines.push_back(line);
  return lines;
}

} // namespace tool

#endif // FUSEDML_TESTS_E2E_TOOLPROCESS_H
