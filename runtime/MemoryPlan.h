//===- MemoryPlan.h - places temporaries in one arena -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_MEMORYPLAN_H
#define FUSEDML_RUNTIME_MEMORYPLAN_H

#include "fusedml/Status.h"

#include <cstdint>
#include <span>
#include <vector>

namespace fusedml::runtime {

/// Alignment of an arena and of each temporary in it: a cache line, so that
/// two temporaries never share one.
inline constexpr uint64_t arenaAlignment = 64;

/// A temporary: its size and the steps, first and last included, between which
/// its contents must last. Temporaries whose steps meet, even in one step, get
/// memory of their own.
struct Lifetime {
  uint64_t bytes = 0;
  int firstStep = 0, lastStep = 0;
};

struct MemoryPlan {
  std::vector<uint64_t> offsets; ///< One a lifetime, multiples of 64.
  uint64_t totalBytes = 0;       ///< A multiple of 64.
};

/// Greedy: the largest temporary first, each in the smallest gap that holds it
/// among those alive at the same time. Deterministic. OutOfMemory if the sum
/// does not fit 64 bits.
Expected<MemoryPlan> planMemory(std::span<const Lifetime> lifetimes);

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_MEMORYPLAN_H
