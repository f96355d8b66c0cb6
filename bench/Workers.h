//===- Workers.h - threads for the hand-written loops ---------* ----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_BENCH_WORKERS_H
#define FUSEDML_BENCH_WORKERS_H

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace fusedml::bench {

/// Splits a range over all cores with as little cost as possible: workers spin
/// for the next range, then sleep.
class Workers {
public:
  using Body = std::function<void(size_t begin, size_t end)>;

  Workers();
  ~Workers();
  Workers(const Workers &) = delete;
  Workers &operator=(const Workers &) = delete;

  size_t count() const { return threads.size() + 1; }

  /// Runs `body` over [0, count) in one part for each core; parts begin at
  /// multiples of 64 elements.
  void run(size_t count, const Body &body);

  /// Returns when every worker sleeps, so that what is timed next has the
  /// cores for itself.
  void sleep();

private:
  void work(size_t index);
  void runPart(size_t index) const;

  std::vector<std::thread> threads;
  const Body *body = nullptr; ///< Null: end.
  size_t size = 0;
  std::atomic<unsigned> sequence{0};
  std::atomic<unsigned> running{0};
  std::atomic<unsigned> asleep{0};
};

} // namespace fusedml::bench

#endif // FUSEDML_BENCH_WORKERS_H
