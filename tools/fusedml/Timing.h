//===- Timing.h - times of dispatches ---------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TOOLS_FUSEDML_TIMING_H
#define FUSEDML_TOOLS_FUSEDML_TIMING_H

#include "Commands.h"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fusedml::tool {

using Clock = std::chrono::steady_clock;

inline double milliseconds(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

/// Milliseconds of each iteration of one dispatch, divided by the repeats.
struct Samples {
  std::vector<double> times;

  /// Samples that count as cold: up to `warmup`, but one stays hot.
  size_t coldCount(uint32_t warmup) const;
  /// Median of the hot samples; of an even count the upper middle one.
  double hotMedian(uint32_t warmup) const;
};

/// Calls `once` as often as the command's iterations, repeats and time ask for.
Expected<Samples> measure(const RunCommand &command,
                          const std::function<Status()> &once);

/// The lines DxDispatch prints for a dispatch, by the timing verbosity.
std::string formatSamples(const RunCommand &command, std::string_view name,
                          const Samples &samples);

// Lines about the course of a run, alike for every kind of model.
std::string formatInitialize(std::string_view name, double milliseconds);
std::string formatStart(size_t index, std::string_view what);
std::string formatEnd(size_t index, std::string_view what, bool isGood);
/// Milliseconds of the three parts of a run, after those of the process.
std::string formatTimes(double load, double prepare, double commands);
/// Where a kernel came from, and a row for each stage of its compilation.
std::string formatCompile(std::string_view name, const CompileReport &report);

/// Processor time the process had used when this was first called.
double startUpMilliseconds();

} // namespace fusedml::tool

#endif // FUSEDML_TOOLS_FUSEDML_TIMING_H
