//===- Sharing.cpp - which bindings may share memory ----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Sharing.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace fusedml::runtime {

bool BoundMemory::overlaps(const BoundMemory &other) const {
  // Distances, since the end of a range may be the end of the address space.
  return bytes != 0 && other.bytes != 0 &&
         (begin <= other.begin ? other.begin - begin < bytes
                               : begin - other.begin < other.bytes);
}

namespace {

/// The last byte, which may be that of the address space.
uint64_t lastOf(const BoundMemory &range) {
  return range.begin +
         std::min(range.bytes - 1,
                  std::numeric_limits<uint64_t>::max() - range.begin);
}

/// By address, an output before the inputs at its address.
bool isBefore(const BoundMemory &a, const BoundMemory &b) {
  return a.begin != b.begin ? a.begin < b.begin : a.isOutput && !b.isOutput;
}

/// Whether there is surely no conflict.
///
/// What may share bytes with an output starts where it starts. So a walk up the
/// addresses need only know how far the ranges that started before reach.
bool areApart(std::span<BoundMemory> ranges, const SharingRule &rule) {
  std::ranges::sort(ranges, isBefore);
  // Those that reach furthest.
  const BoundMemory *output = nullptr, *input = nullptr;
  auto reaches = [](const BoundMemory *range, uint64_t address) {
    return range && lastOf(*range) >= address;
  };
  const BoundMemory *inPlace = nullptr;
  for (const BoundMemory &range : ranges) {
    if (range.bytes == 0)
      continue;
    if (range.isOutput) {
      if (reaches(output, range.begin) || reaches(input, range.begin))
        return false;
      output = &range;
      continue;
    }
    if (reaches(output, range.begin)) {
      if (output->begin != range.begin || !rule.mayCoincide(*output, range) ||
          (inPlace == output && !rule.exclusive.empty()))
        return false;
      inPlace = output;
    }
    if (!reaches(input, lastOf(range)))
      input = &range;
  }
  // An operator that reads one input twice excludes it.
  return !inPlace || std::ranges::none_of(rule.exclusive,
                                          [](const Plan::ExclusivePair &pair) {
                                            return pair.inputA == pair.inputB;
                                          });
}

} // namespace

void findConflicts(std::span<BoundMemory> ranges, const SharingRule &rule,
                   const std::function<bool(const Conflict &)> &report) {
  if (areApart(ranges, rule))
    return;
  // Which conflict comes first matters only now.
  std::ranges::sort(ranges, {}, [](const BoundMemory &range) {
    return std::tuple(!range.isOutput, range.number);
  });
  auto inputs = std::ranges::find(ranges, false, &BoundMemory::isOutput);
  auto meets = [&](const BoundMemory &output, int number) {
    auto input = std::find_if(inputs, ranges.end(), [&](const auto &range) {
      return range.number == static_cast<size_t>(number);
    });
    return input != ranges.end() && output.overlaps(*input) ? &*input : nullptr;
  };
  for (auto output = ranges.begin(); output != inputs; ++output) {
    for (const BoundMemory &other : ranges) {
      // A pair of outputs is that of the later one.
      if (!output->overlaps(other) ||
          (other.isOutput && other.number >= output->number))
        continue;
      bool may = !other.isOutput && output->begin == other.begin &&
                 rule.mayCoincide(*output, other);
      if (!may && !report({*output, other}))
        return;
    }
    for (const Plan::ExclusivePair &pair : rule.exclusive) {
      const BoundMemory *a = meets(*output, pair.inputA);
      const BoundMemory *b = a ? meets(*output, pair.inputB) : nullptr;
      if (!b)
        continue;
      if (!report({*output, *a, b}))
        return;
      break;
    }
  }
}

} // namespace fusedml::runtime
