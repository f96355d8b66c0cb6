//===- MemoryPlan.cpp - places temporaries in one arena -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/MemoryPlan.h"

#include "runtime/Checked.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace fusedml::runtime {

namespace {

bool meet(const Lifetime &a, const Lifetime &b) {
  return a.firstStep <= b.lastStep && b.firstStep <= a.lastStep;
}

std::optional<uint64_t> roundUp(uint64_t bytes) {
  std::optional<uint64_t> sum = checkedAdd(bytes, arenaAlignment - 1);
  if (sum)
    *sum &= ~(arenaAlignment - 1);
  return sum;
}

Diagnostic tooLarge(const Lifetime &lifetime) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::OutOfMemory;
  diagnostic.rule = "temporary-size";
  diagnostic.message = fmt::format(
      "a temporary of {} bytes, alive in steps {} to {}, makes the temporary "
      "memory exceed 64 bits",
      lifetime.bytes, lifetime.firstStep, lifetime.lastStep);
  diagnostic.mend = "use smaller tensors";
  return diagnostic;
}

} // namespace

Expected<MemoryPlan> planMemory(std::span<const Lifetime> lifetimes) {
  std::vector<size_t> order(lifetimes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, [&](size_t a, size_t b) {
    uint64_t aBytes = lifetimes[a].bytes, bBytes = lifetimes[b].bytes;
    return aBytes != bBytes ? aBytes > bBytes : a < b;
  });

  MemoryPlan plan;
  plan.offsets.resize(lifetimes.size(), 0);

  struct Block {
    uint64_t begin, end;
    size_t lifetime;
  };
  std::vector<Block> placed; // By begin.
  for (size_t current : order) {
    const Lifetime &lifetime = lifetimes[current];
    if (lifetime.bytes == 0)
      continue;
    std::optional<uint64_t> bytes = roundUp(lifetime.bytes);
    if (!bytes)
      return tooLarge(lifetime);

    uint64_t free = 0; // End of the blocks seen so far.
    std::optional<uint64_t> best;
    uint64_t bestGap = 0;
    for (const Block &block : placed) {
      if (!meet(lifetime, lifetimes[block.lifetime]))
        continue;
      if (block.begin > free) {
        uint64_t gap = block.begin - free;
        if (gap >= *bytes && (!best || gap < bestGap)) {
          best = free;
          bestGap = gap;
        }
      }
      free = std::max(free, block.end);
    }
    uint64_t begin = best.value_or(free);
    std::optional<uint64_t> end = checkedAdd(begin, *bytes);
    if (!end)
      return tooLarge(lifetime);

    plan.offsets[current] = begin;
    plan.totalBytes = std::max(plan.totalBytes, *end);
    auto position = std::ranges::upper_bound(placed, begin, {}, &Block::begin);
    placed.insert(position, Block{begin, *end, current});
  }
  return plan;
}

} // namespace fusedml::runtime
