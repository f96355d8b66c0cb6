//===- Workers.cpp - threads for the hand-written loops -------* ----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/Workers.h"

#include <algorithm>

namespace fusedml::bench {

static void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

Workers::Workers() {
  size_t cores = std::max(1u, std::thread::hardware_concurrency());
  for (size_t i = 1; i < cores; ++i)
    threads.emplace_back([this, i] { work(i); });
}

Workers::~Workers() {
  body = nullptr;
  ++sequence;
  sequence.notify_all();
  for (std::thread &thread : threads)
    thread.join();
}

void Workers::runPart(size_t index) const {
  size_t part = (size / count() + 63) / 64 * 64;
  size_t begin = std::min(size, index * part);
  size_t end = index + 1 == count() ? size : std::min(size, begin + part);
  if (begin < end)
    (*body)(begin, end);
}

void Workers::run(size_t count, const Body &newBody) {
  body = &newBody;
  size = count;
  running = static_cast<unsigned>(threads.size());
  ++sequence;
  if (asleep.load())
    sequence.notify_all();
  runPart(0);
  while (running.load(std::memory_order_acquire))
    pause();
}

void Workers::sleep() {
  while (asleep.load() != threads.size())
    std::this_thread::yield();
}

void Workers::work(size_t index) {
  // Long enough for the next call of a timed series, not for the one after.
  constexpr int kSpins = 2000;
  unsigned seen = 0;
  for (;;) {
    for (int i = 0; i < kSpins && sequence.load() == seen; ++i)
      pause();
    if (sequence.load() == seen) {
      ++asleep;
      while (sequence.load() == seen)
        sequence.wait(seen);
      --asleep;
    }
    ++seen;
    if (!body)
      return;
    runPart(index);
    running.fetch_sub(1, std::memory_order_release);
  }
}

} // namespace fusedml::bench
