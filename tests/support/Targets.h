//===- Targets.h - the targets results must agree on ------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_TARGETS_H
#define FUSEDML_TESTS_SUPPORT_TARGETS_H

#include <cstdlib>
#include <string>
#include <vector>

namespace support {

/// x86-64-v2, v3 and v4. Elsewhere only the host, as "".
inline std::vector<std::string> allTargets() {
#if defined(__x86_64__)
  return {"x86-64-v2", "x86-64-v3", "x86-64-v4"};
#else
  return {""};
#endif
}

inline bool hostRuns(const std::string &cpu) {
#if defined(__x86_64__)
  if (cpu == "x86-64-v4")
    return __builtin_cpu_supports("x86-64-v4");
  if (cpu == "x86-64-v3")
    return __builtin_cpu_supports("x86-64-v3");
  if (cpu == "x86-64-v2")
    return __builtin_cpu_supports("x86-64-v2");
#endif
  return true;
}

/// Those of allTargets() whose code this machine runs.
inline std::vector<std::string> hostTargets() {
  std::vector<std::string> targets = allTargets();
  std::erase_if(targets, [](const std::string &cpu) { return !hostRuns(cpu); });
  return targets;
}

/// FUSEDML_LONG_TESTS: all that has no influence on each other, too.
inline bool isLong() { return std::getenv("FUSEDML_LONG_TESTS") != nullptr; }

/// Whether case `number` is tried on a target: compiling takes time, so that
/// cases of one kind are shared out to the targets of this machine.
inline bool isForTarget(size_t number, const std::string &cpu) {
  std::vector<std::string> targets = hostTargets();
  return hostRuns(cpu) && (isLong() || cpu == targets[number % targets.size()]);
}

/// "v3", for names of tests.
inline std::string shortName(const std::string &cpu) {
  return cpu.empty() ? "host" : cpu.substr(cpu.rfind('-') + 1);
}

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_TARGETS_H
