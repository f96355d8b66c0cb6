//===- Limits.cpp - memory and timing of the hand-written kernels ---------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Limits.h"
#include "LimitLoops.h"
#include "LimitPool.h"

#include <sys/mman.h>
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

using namespace fusedml::peers;

namespace {

constexpr int64_t kHugePage = int64_t(2) << 20;
/// Fewer elements fit the caches, and streaming stores only lose.
constexpr int64_t kLeastStreaming = int64_t(1) << 20;
/// From here on only kernels that can win for large data are tried.
constexpr int64_t kLarge = int64_t(4) << 20;
/// Up to here a second thread may cost more than it brings.
constexpr int64_t kSmall = int64_t(1) << 16;

const std::vector<Variant> &variants() {
  static const std::vector<Variant> all = [] {
    auto fast = fastVariants(), strict = strictVariants();
    std::vector<Variant> list(fast.begin(), fast.end());
    list.insert(list.end(), strict.begin(), strict.end());
    return list;
  }();
  return all;
}

const Variant *find(const char *workload, int number) {
  for (const Variant &variant : variants())
    if (!std::strcmp(variant.workload, workload) && number-- == 0)
      return &variant;
  return nullptr;
}

bool canBeFastest(const Variant &variant, int64_t count) {
  if (variant.streams && count < kLeastStreaming)
    return false;
  return count < kLarge || variant.large;
}

double timeOf(const Variant &variant, const LimitArgs *args, int threads,
              int iterations) {
  std::optional<Pinned> pinned;
  if (threads > 1) {
    pinned.emplace(0);
    LimitArgs few = *args;
    few.count = std::min<int64_t>(few.count, 1024);
    limitParallel(variant.run, &few, threads); // Wakes the second thread.
  }
  double start = limitNow();
  for (int i = 0; i < iterations; ++i)
    limitParallel(variant.run, args, threads);
  return (limitNow() - start) / iterations;
}

/// Bytes of the mapping that holds `bytes`.
int64_t mappedBytes(int64_t bytes) {
  return (bytes + 2 * kHugePage) / kHugePage * kHugePage;
}

} // namespace

void *limitAlloc(int64_t bytes) {
  int64_t mapped = mappedBytes(bytes);
  void *base = mmap(nullptr, mapped + kHugePage, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED) {
    std::fprintf(stderr, "out of memory\n");
    std::exit(1);
  }
  auto address = reinterpret_cast<uintptr_t>(base);
  uintptr_t aligned = (address + kHugePage - 1) / kHugePage * kHugePage;
  auto *memory = reinterpret_cast<void *>(aligned);
  // Gives back what the alignment left over, so that limitFree() need not know.
  if (aligned != address)
    munmap(base, aligned - address);
  if (aligned - address != uintptr_t(kHugePage))
    munmap(reinterpret_cast<void *>(aligned + mapped),
           kHugePage - (aligned - address));
  const char *hugePages = std::getenv("PEERS_THP");
  if (bytes >= (1 << 20) && (!hugePages || std::strcmp(hugePages, "0")))
    (void)madvise(memory, mapped, MADV_HUGEPAGE);
  std::memset(memory, 1, bytes);
  return memory;
}

void limitFree(void *memory, int64_t bytes) {
  munmap(memory, mappedBytes(bytes));
}

double limitNow() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

int limitVariants(const char *workload) {
  int count = 0;
  while (find(workload, count))
    ++count;
  return count;
}

const char *limitVariantName(const char *workload, int variant) {
  const Variant *found = find(workload, variant);
  return found ? found->name : nullptr;
}

LimitKernel limitVariantKernel(const char *workload, int variant) {
  const Variant *found = find(workload, variant);
  return found ? found->run : nullptr;
}

LimitKernel limitStrictKernel(const char *workload) {
  for (const Variant &variant : variants())
    if (!std::strcmp(variant.workload, workload) && variant.strict)
      return variant.run;
  return nullptr;
}

double limitTime(const char *workload, int variant, const LimitArgs *args,
                 int threads, int iterations) {
  const Variant *found = find(workload, variant);
  return found ? timeOf(*found, args, threads, iterations) : -1;
}

void limitBest(const char *workload, const LimitArgs *args, int threads,
               int iterations, LimitTimes *times) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  *times = {kNever, kNever};
  if (threads > 1 && args->count <= kSmall)
    limitBest(workload, args, 1, iterations, times);
  for (const Variant &variant : variants()) {
    if (std::strcmp(variant.workload, workload) ||
        !canBeFastest(variant, args->count))
      continue;
    double time = timeOf(variant, args, threads, iterations);
    if (variant.fast)
      times->fast = std::min(times->fast, time);
    if (variant.strict)
      times->strict = std::min(times->strict, time);
  }
}

void limitFill(float *values, int64_t count, float low, float high,
               uint32_t seed) {
  constexpr float kUnit = 0x1p-24f;
  for (int64_t i = 0; i < count; ++i) {
    seed = seed * 1664525u + 1013904223u;
    values[i] = low + (high - low) * static_cast<float>(seed >> 8) * kUnit;
  }
}
