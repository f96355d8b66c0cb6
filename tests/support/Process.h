//===- Process.h - runs a command of the shell ------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_PROCESS_H
#define FUSEDML_TESTS_SUPPORT_PROCESS_H

#include <sys/wait.h>

#include <cstdio>
#include <string>

namespace support {

struct ProcessResult {
  int exitCode = -1;  ///< Negative: ended by that signal.
  std::string output; ///< stdout and stderr.
};

inline ProcessResult runCommand(const std::string &command) {
  ProcessResult result;
  std::FILE *pipe = popen(("( " + command + " ) 2>&1").c_str(), "r");
  if (!pipe)
    return result;
  char buffer[4096];
  while (size_t count = std::fread(buffer, 1, sizeof(buffer), pipe))
    result.output.append(buffer, count);
  int status = pclose(pipe);
  result.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return result;
}

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_PROCESS_H
