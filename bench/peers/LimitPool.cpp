//===- LimitPool.cpp - two threads at the least cost ----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second thread spins for its next part and then sleeps, so that a series
// of calls pays for no wake-up.
//
//===----------------------------------------------------------------------===//

#include "LimitPool.h"
#include "Limits.h"

#include <immintrin.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <thread>

using namespace fusedml::peers;

namespace {

struct Task {
  LimitKernel kernel;
  LimitArgs args;
  int64_t begin, end;
};

constexpr int kSpins = 2000;

Task task;
std::atomic<int> sequence{0}, done{0};
std::atomic<bool> sleeping{false};

void futex(int operation, int value) {
  syscall(SYS_futex, &sequence, operation | FUTEX_PRIVATE_FLAG, value, nullptr,
          nullptr, 0);
}

void pinTo(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  (void)sched_setaffinity(0, sizeof set, &set);
}

int waitForOtherThan(int seen) {
  for (int spins = 0;; ++spins) {
    int now = sequence.load(std::memory_order_acquire);
    if (now != seen)
      return now;
    _mm_pause();
    if (spins == kSpins) {
      sleeping = true;
      if (sequence.load() == seen)
        futex(FUTEX_WAIT, seen);
      sleeping = false;
      spins = 0;
    }
  }
}

void work() {
  pinTo(1);
  for (int seen = 0;;) {
    seen = waitForOtherThan(seen);
    task.kernel(&task.args, task.begin, task.end);
    done.store(seen, std::memory_order_release);
  }
}

} // namespace

Pinned::Pinned(int processor) {
  sched_getaffinity(0, sizeof before, &before);
  pinTo(processor);
}

Pinned::~Pinned() { (void)sched_setaffinity(0, sizeof before, &before); }

void limitParallel(LimitKernel kernel, const LimitArgs *args, int threads) {
  if (threads < 2)
    return kernel(args, 0, args->count);
  // It lives as long as the process.
  static const bool started = (std::thread(work).detach(), true);
  (void)started;
  int64_t half = std::min((args->count / 2 + 255) / 256 * 256, args->count);
  task = {kernel, *args, half, args->count};
  int next = sequence.load(std::memory_order_relaxed) + 1;
  sequence.store(next);
  if (sleeping)
    futex(FUTEX_WAKE, 1);
  kernel(args, 0, half);
  while (done.load(std::memory_order_acquire) != next)
    _mm_pause();
}
