//===- Team.cpp - threads that stay awake between small steps -------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Team.h"

#include "runtime/FpEnvironment.h"
#include "runtime/Leaked.h"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <new>
#include <sched.h>
#include <thread>

namespace fusedml::runtime {

namespace {

using Clock = std::chrono::steady_clock;

/// How long a helper waits for the next step: what waking it would cost a few
/// times over. oneTBB's own workers wait about as long.
constexpr std::chrono::microseconds lingering{100};
/// After this long a waiting helper offers its core to other threads.
constexpr std::chrono::microseconds insisting{10};
/// After this long a helper goes back to oneTBB, which may have other work.
constexpr std::chrono::milliseconds staying{2};
/// Steps follow each other closely if the time between them is no longer than
/// this many of them. After that, helpers have waited more than they can save.
constexpr int mostWait = 3;
/// Trips of a waiting loop between two looks at the clock, about a microsecond.
constexpr unsigned tripsPerLook = 64;

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb");
#endif
}

constexpr std::size_t cacheLine = 64;

/// The step that is being shared. Its caller takes parts from the front and the
/// helpers take them from the back, so that in a series of calls a part mostly
/// stays with one core and its caches.
struct alignas(cacheLine) Shared {
  /// Four counters of 16 bits, from the top: the first part that is left, the
  /// end of those left, helpers that may still join, helpers at work. A helper
  /// joins by taking a part, so whoever is at work has one, and `parts` is not
  /// looked at by others.
  std::atomic<uint64_t> state{0};
  Parts parts{};
  std::atomic<int> callersCore{-1};
};

constexpr uint64_t oneWorking = 1;
constexpr uint64_t oneSeat = uint64_t{1} << 16;
constexpr uint64_t oneBack = uint64_t{1} << 32;
constexpr uint64_t oneFront = uint64_t{1} << 48;

unsigned working(uint64_t state) { return state & 0xffff; }
unsigned seats(uint64_t state) { return state >> 16 & 0xffff; }
unsigned back(uint64_t state) { return state >> 32 & 0xffff; }
unsigned front(uint64_t state) { return state >> 48; }
bool isLeft(uint64_t state) { return front(state) < back(state); }

/// How long calls have followed each other closely. Belongs to the only call.
struct Series {
  double work = 0;       ///< Nanoseconds.
  Clock::time_point end; ///< About when the last call ended.
};

// None of them has a destructor: helpers may outlive main().
constinit Shared shared;
/// Calls alive.
alignas(cacheLine) constinit std::atomic<unsigned> callers{0};
/// Helpers that are here or were invited.
alignas(cacheLine) constinit std::atomic<unsigned> helpers{0};
/// When a helper left last that was still of use. Its thread stays awake.
constinit std::atomic<Clock::time_point> missed{};
constinit Series series;

/// Takes a part for a helper that is at work already.
bool takeLast(uint64_t &state) {
  while (isLeft(state))
    if (shared.state.compare_exchange_weak(state, state - oneBack,
                                           std::memory_order_relaxed))
      return true;
  return false;
}

/// Helps with the step that is being shared, if there is one.
bool help() {
  uint64_t state = shared.state.load(std::memory_order_relaxed);
  if (!isLeft(state) || seats(state) == 0 ||
      !shared.state.compare_exchange_strong(
          state, state - oneBack - oneSeat + oneWorking,
          std::memory_order_acquire, std::memory_order_relaxed))
    return false;
  Parts parts = shared.parts;
  do {
    parts.run(parts.step, back(state) - 1);
    state = shared.state.load(std::memory_order_relaxed);
  } while (takeLast(state));
  shared.state.fetch_sub(oneWorking, std::memory_order_release);
  return true;
}

/// Helps until nobody has asked for it for a while, and returns false then, or
/// until it has done so for long.
bool helpForAWhile() {
  DefaultFpEnvironment environment;
  Clock::time_point begin = Clock::now(), asked = begin;
  bool helped = false;
  for (unsigned trip = 1;; ++trip) {
    bool helps = help();
    helped |= helps;
    bool looks = trip % tripsPerLook == 0;
    if (!helps)
      pause();
    if (!helps && !looks)
      continue;
    // Here it only holds the caller up. A thread that yields is not moved to a
    // core that has become idle, but one that wakes is put there.
    if (sched_getcpu() == shared.callersCore.load(std::memory_order_relaxed)) {
      std::this_thread::sleep_for(lingering);
      helped = true;
    }
    if (!looks)
      continue;
    Clock::time_point now = Clock::now();
    if (helped)
      asked = now;
    helped = false;
    if (now - asked > lingering)
      return false;
    if (now - begin > staying)
      return true;
    if (now - asked > insisting)
      std::this_thread::yield();
  }
}

/// Threads that oneTBB has beside a caller's.
unsigned otherThreads() {
  return static_cast<unsigned>(tbb::info::default_concurrency()) - 1;
}

/// How many of them it may use at present.
unsigned allowedThreads() {
  size_t allowed = tbb::global_control::active_value(
      tbb::global_control::max_allowed_parallelism);
  return static_cast<unsigned>(
      std::clamp<size_t>(allowed - 1, 0, otherThreads()));
}

/// Asks nothing of oneTBB: the process may be at its end.
void runHelper() {
  if (helpForAWhile())
    missed.store(Clock::now(), std::memory_order_relaxed);
  --helpers;
}

/// For a helper that is counted in `helpers`.
void invite() {
  try {
    // An arena of its own: in the caller's, the caller too would take up
    // helping when it waits. There may be helpers at exit.
    static Leaked<tbb::task_arena> arena(static_cast<int>(otherThreads()),
                                         /*reserved_for_masters=*/0U);
    arena->enqueue(runHelper);
  } catch (const std::bad_alloc &) {
    --helpers;
  }
}

/// Whether a step of `work` nanoseconds, with those that came closely before
/// it, is worth waking threads.
bool isWorthWaking(double work) {
  std::chrono::nanoseconds length(
      static_cast<int64_t>(std::min(work, leastWakingWork)));
  Clock::time_point now = Clock::now();
  if (now - series.end >
      std::min<Clock::duration>(lingering, mostWait * length))
    series.work = 0;
  series.work += work;
  series.end = now + length;
  return series.work >= leastWakingWork ||
         now - missed.load(std::memory_order_relaxed) < lingering;
}

} // namespace

TeamCall::TeamCall()
    : only(callers.fetch_add(1, std::memory_order_acquire) == 0) {}

TeamCall::~TeamCall() { callers.fetch_sub(1, std::memory_order_release); }

bool TeamCall::run(const Parts &parts, unsigned threads, double work) const {
  assert(only && parts.count > 1 && parts.count <= 0xffff);
  auto wanted =
      static_cast<unsigned>(std::min<int64_t>(threads, parts.count) - 1);
  unsigned here = helpers.load(std::memory_order_relaxed);
  bool invites = here < wanted && isWorthWaking(work);
  if (here == 0 && !invites)
    return false;
  // oneTBB is asked where it has work, since its start takes long. A helper
  // that would take the core of a caller might lose it in the middle of a part.
  auto available =
      static_cast<unsigned>(tbb::this_task_arena::max_concurrency());
  unsigned calls = callers.load(std::memory_order_relaxed);
  if (available <= calls)
    return false;
  wanted = std::min(wanted, available - calls);
  if (invites)
    for (unsigned most = std::min(wanted, allowedThreads()); here < most;
         ++here) {
      ++helpers;
      invite();
    }
  if (here == 0)
    return false;

  // This thread's first part is taken from the start.
  shared.parts = parts;
  shared.callersCore.store(sched_getcpu(), std::memory_order_relaxed);
  uint64_t state = oneFront + static_cast<uint64_t>(parts.count) * oneBack +
                   wanted * oneSeat;
  shared.state.store(state, std::memory_order_release);
  for (int64_t part = 0;;) {
    parts.run(parts.step, part);
    state = shared.state.load(std::memory_order_relaxed);
    while (isLeft(state) &&
           !shared.state.compare_exchange_weak(state, state + oneFront,
                                               std::memory_order_relaxed)) {
    }
    if (!isLeft(state))
      break;
    part = front(state);
  }
  // Helpers are at their last parts. One that lost its core needs this one.
  for (unsigned trip = 1; working(shared.state.load(std::memory_order_acquire));
       ++trip) {
    if (trip % tripsPerLook == 0)
      std::this_thread::yield();
    else
      pause();
  }
  return true;
}

} // namespace fusedml::runtime
