//===- Timing.h - memory and clocks of the benchmarks -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_BENCH_TIMING_H
#define FUSEDML_BENCH_TIMING_H

#include "fusedml/Compile.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <sys/mman.h>
#include <vector>

namespace fusedml::bench {

/// Memory of one tensor, on huge pages where the system gives them.
template <typename T> class Buffer {
public:
  /// Buffers of one kernel get different `slot`s, so that their addresses do
  /// not agree in the low bits, which would make loads wait for stores.
  Buffer(size_t count, size_t slot) : count(count) {
    constexpr size_t kHugePage = size_t(2) << 20;
    size_t bytes = count * sizeof(T) + slot * kSkew;
    bytes = (bytes + kHugePage - 1) / kHugePage * kHugePage;
    memory.reset(
        static_cast<std::byte *>(std::aligned_alloc(kHugePage, bytes)));
    if (!memory) {
      std::fprintf(stderr, "out of memory\n");
      std::exit(1);
    }
    // Without huge pages the numbers are noisier, not wrong.
    (void)madvise(memory.get(), bytes, MADV_HUGEPAGE);
    std::memset(memory.get(), 0, bytes);
    first = reinterpret_cast<T *>(memory.get() + slot * kSkew);
  }

  T *data() const { return first; }
  size_t size() const { return count; }

private:
  static constexpr size_t kSkew = 1088;
  struct Free {
    void operator()(std::byte *pointer) const { std::free(pointer); }
  };
  std::unique_ptr<std::byte, Free> memory;
  T *first;
  size_t count;
};

inline double median(std::vector<double> values) {
  auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

using Call = std::function<void()>;

/// Nanoseconds of one call, over `calls` calls after one that is not timed.
inline double sample(const Call &call, int calls) {
  using Clock = std::chrono::steady_clock;
  call();
  auto start = Clock::now();
  for (int i = 0; i < calls; ++i)
    call();
  std::chrono::duration<double, std::nano> elapsed = Clock::now() - start;
  return elapsed.count() / calls;
}

/// So many calls that a sample takes about a millisecond.
inline int callsPerSample(const Call &call) {
  return std::clamp(static_cast<int>(1e6 / sample(call, 1)), 1, 1000);
}

inline Kernel compileOrExit(const Graph &graph,
                            const CompileOptions &options = {}) {
  Expected<Kernel> kernel = compile(graph, options);
  Status status = kernel ? kernel->wait() : kernel.takeStatus();
  if (status)
    return *kernel;
  std::fprintf(stderr, "%s\n", status.str().c_str());
  std::exit(1);
}

inline Call callOf(const Kernel &kernel, std::vector<Binding> inputs,
                   std::vector<OutputBinding> outputs, unsigned threads) {
  return [=] {
    Status status = kernel.run(inputs, outputs, {.threads = threads});
    if (!status) {
      std::fprintf(stderr, "%s\n", status.str().c_str());
      std::exit(1);
    }
  };
}

} // namespace fusedml::bench

#endif // FUSEDML_BENCH_TIMING_H
