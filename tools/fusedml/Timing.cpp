//===- Timing.cpp - times of dispatches -----------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <numeric>
#include <span>
#include <thread>

namespace fusedml::tool {

size_t Samples::coldCount(uint32_t warmup) const {
  return times.empty() ? 0 : std::min<size_t>(warmup, times.size() - 1);
}

static double median(std::span<const double> times) {
  std::vector<double> sorted(times.begin(), times.end());
  auto middle = sorted.begin() + static_cast<ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

double Samples::hotMedian(uint32_t warmup) const {
  return median(std::span(times).subspan(coldCount(warmup)));
}

Expected<Samples> measure(const RunCommand &command,
                          const std::function<Status()> &once) {
  Samples samples;
  auto limit = std::chrono::milliseconds(command.milliseconds.value_or(0));
  Clock::time_point begin = Clock::now();
  for (uint64_t i = 0;; ++i) {
    bool isEnough = command.milliseconds
                        ? i != 0 && Clock::now() - begin >= limit
                        : i >= command.iterations;
    if (isEnough)
      return samples;
    Clock::time_point start = Clock::now();
    for (uint32_t repeat = 0; repeat < command.repeat; ++repeat)
      if (Status status = once(); !status)
        return status;
    samples.times.push_back(milliseconds(Clock::now() - start) /
                            command.repeat);
    if (command.interval != 0)
      std::this_thread::sleep_until(
          start + std::chrono::milliseconds(command.interval));
  }
}

static std::string formatTimings(std::string_view label,
                                 std::span<const double> times) {
  if (times.empty())
    return "";
  double sum = std::accumulate(times.begin(), times.end(), 0.0);
  auto [least, most] = std::ranges::minmax(times);
  return fmt::format("CPU Timings {} : {} samples, {:.4f} ms average, {:.4f} "
                     "ms min, {:.4f} ms median, {:.4f} ms max\n",
                     label, times.size(),
                     sum / static_cast<double>(times.size()), least,
                     median(times), most);
}

std::string formatSamples(const RunCommand &command, std::string_view name,
                          const Samples &samples) {
  size_t count = samples.times.size();
  std::string head = fmt::format("Dispatch '{}': {} iterations", name, count);
  if (command.verbosity == 0)
    return fmt::format("{}, {:.4f} ms median (CPU)\n", head,
                       samples.hotMedian(command.warmup));
  std::span<const double> times = samples.times;
  size_t cold = samples.coldCount(command.warmup);
  std::string text = head + "\n";
  text += formatTimings("(Cold)", times.first(cold));
  text += formatTimings("(Hot) ", times.subspan(cold));
  if (command.verbosity < 2)
    return text;
  text += "The timings of each iteration:\n";
  for (size_t i = 0; i < count; ++i)
    fmt::format_to(std::back_inserter(text), "iteration {}: {:.4f} ms (CPU)\n",
                   i, times[i]);
  return text;
}

std::string formatInitialize(std::string_view name, double milliseconds) {
  return fmt::format("Initialize '{}': {:.4f} ms\n", name, milliseconds);
}

std::string formatStart(size_t index, std::string_view what) {
  return fmt::format("[StartCmd][{:04}] {}\n", index, what);
}

std::string formatEnd(size_t index, std::string_view what, bool isGood) {
  // Result codes are those of the original: S_OK and E_FAIL.
  return fmt::format("[EndCmd][{:04}] {} 0x{:08X}\n", index, what,
                     isGood ? 0u : 0x80004005u);
}

std::string formatTimes(double load, double prepare, double commands) {
  return fmt::format("Time: start-up {:.3f} ms, load {:.3f} ms, compile and "
                     "initialize {:.3f} ms, commands {:.3f} ms\n",
                     startUpMilliseconds(), load, prepare, commands);
}

static std::string_view describe(CodeSource source) {
  switch (source) {
  case CodeSource::Compiler:
    return "compiled";
  case CodeSource::Memory:
    return "code from this process";
  case CodeSource::Disk:
    return "code from disk";
  case CodeSource::Shipped:
    return "shipped kernels, until others are compiled";
  }
  return "";
}

std::string formatCompile(std::string_view name, const CompileReport &report) {
  std::string text =
      fmt::format("Kernel of '{}': {}\n", name, describe(report.source));
  double total = 0;
  for (const StageTime &stage : report.times)
    total += stage.milliseconds;
  auto row = [&](std::string_view stage, double milliseconds) {
    fmt::format_to(std::back_inserter(text),
                   "  {:<20} {:>9.3f} ms {:>5.1f} %\n", stage, milliseconds,
                   100 * milliseconds / total);
  };
  for (const StageTime &stage : report.times)
    row(stage.stage, stage.milliseconds);
  if (total > 0)
    row("together", total);
  if (report.libraryMilliseconds > 0)
    text += fmt::format("Before that, {:.3f} ms to load the compiler library\n",
                        report.libraryMilliseconds);
  return text;
}

double startUpMilliseconds() {
  static const double result = [] {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 +
           static_cast<double>(time.tv_nsec) * 1e-6;
  }();
  return result;
}

} // namespace fusedml::tool
