//===- Sharing.h - which bindings may share memory --------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_SHARING_H
#define FUSEDML_RUNTIME_SHARING_H

#include "runtime/Plan.h"

#include <cstdint>
#include <functional>
#include <span>

namespace fusedml::runtime {

/// What is bound as an input or an output, by its number. `begin` is an
/// address, or an offset where all of it lies in one resource.
struct BoundMemory {
  uint64_t begin = 0, bytes = 0;
  size_t number = 0;
  bool isOutput = false;

  bool overlaps(const BoundMemory &other) const;
};

/// Inputs may share memory among themselves, outputs may not. An input may be
/// the memory of an output if both begin at one place and the rule allows it.
struct SharingRule {
  std::function<bool(const BoundMemory &output, const BoundMemory &input)>
      mayCoincide;
  /// Inputs of which an output may be the memory of one, not of both.
  std::span<const Plan::ExclusivePair> exclusive;
};

/// An output that shares bytes with what it may not: with `other`, or with two
/// inputs that exclude each other.
struct Conflict {
  const BoundMemory &output, &other;
  const BoundMemory *second = nullptr;
};

/// Calls `report` with the conflicts until it returns false. They come by the
/// number of the output: those with outputs before it, those with inputs, and
/// the first pair that is exclusive. Takes n log n steps if there are none, and
/// else compares every output with every range. Sorts `ranges`.
void findConflicts(std::span<BoundMemory> ranges, const SharingRule &rule,
                   const std::function<bool(const Conflict &)> &report);

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_SHARING_H
