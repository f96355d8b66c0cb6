//===- Team.h - threads that stay awake between small steps -----*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Waking a thread takes longer than most steps. The helpers of the team, which
// are tasks of oneTBB, therefore stay for a while after a step and look for the
// next one: in a series of calls, handing a part over costs as much as moving
// a cache line there and back.
//
//  - A caller never waits for a helper that has not begun a part: it takes all
//    parts that nobody else does.
//  - Helpers are invited where waking them pays: by one large step, or by small
//    ones that follow each other closely. They leave soon after the last.
//  - There is one team. It helps the caller that came first; several at a time
//    are parallel by themselves, and no helper takes the core of one.
//  - As many helpers take part as the caller's oneTBB arena has other threads,
//    and never are more invited than tbb::global_control allows.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_TEAM_H
#define FUSEDML_RUNTIME_TEAM_H

#include <cstdint>

namespace fusedml::runtime {

/// From this many nanoseconds on, work pays for waking threads. oneTBB takes 10
/// microseconds of the caller's time for that, and the first part is begun
/// after 30 to 50 (measured on a virtual machine, where it costs most).
inline constexpr double leastWakingWork = 100000;

/// The parts [0, count) of a step, in any order and on any thread.
struct Parts {
  /// Throws nothing.
  void (*run)(const void *step, int64_t part);
  const void *step;
  int64_t count; ///< 2 to 2^16 - 1.
};

/// A call that has work to share, for as long as it lives. Callers know of each
/// other by it.
class TeamCall {
public:
  TeamCall();
  ~TeamCall();
  TeamCall(const TeamCall &) = delete;
  TeamCall &operator=(const TeamCall &) = delete;

  /// Whether no other call began before this one and still lives.
  bool isOnly() const { return only; }

  /// Runs `parts`, of `work` nanoseconds in all, on at most `threads` threads,
  /// this one included, if there is or should be a helper; otherwise runs
  /// nothing and returns false. Only for isOnly().
  bool run(const Parts &parts, unsigned threads, double work) const;

private:
  bool only;
};

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_TEAM_H
