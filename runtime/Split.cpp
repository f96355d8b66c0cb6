//===- Split.cpp - how a step is divided over threads ---------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Split.h"

#include <algorithm>
#include <cmath>

namespace fusedml::runtime {

namespace {

/// Nanoseconds of taking a part: a cache line with a counter comes from another
/// core and goes to the next, so that many threads begin one after the other.
constexpr double costOfPart = 200;

/// More parts than threads, so that a thread that starts late or is interrupted
/// does not hold up the rest, as long as a part takes this many nanoseconds.
constexpr double partsPerThread = 4;
constexpr double leastPartWork = 20000;

/// Parts of the innermost dimension are multiples of the widest unrolled
/// vector body, so that only the last one has a tail.
constexpr int64_t innermostMultiple = 64;

/// What the parts of a dimension must be multiples of, so that each starts at a
/// whole byte of 4-bit elements and no two write one byte; 0 if nothing is.
int64_t multipleForNibbles(const Step &step, const Operand &operand,
                           size_t dimension) {
  int64_t stride = operand.strides[dimension];
  int64_t multiple = stride % 2 == 0 ? 1 : 2;
  if (!operand.written)
    return multiple;
  auto keepsHalf = [](int64_t by) { return by % 2 == 0 || by == 1; };
  bool interleaves = keepsHalf(stride);
  int64_t span = 1;
  for (size_t other = 0; other < step.extents.size(); ++other) {
    if (other == dimension || step.extents[other] <= 1)
      continue;
    span += (step.extents[other] - 1) * operand.strides[other];
    interleaves &= keepsHalf(operand.strides[other]);
  }
  // Parts that lie one behind the other meet where the next one starts. Others
  // share no byte if only neighbours along one dimension do.
  return span <= stride || interleaves ? multiple : 0;
}

/// What parts of a dimension must be multiples of; 0 if it may not be split.
int64_t multipleFor(const Step &step, size_t dimension) {
  int64_t multiple =
      dimension + 1 == step.extents.size() ? innermostMultiple : 1;
  for (const Operand &operand : step.operands) {
    if (operand.elementBits != 4)
      continue;
    int64_t nibbles = multipleForNibbles(step, operand, dimension);
    if (nibbles == 0)
      return 0;
    multiple = std::max(multiple, nibbles);
  }
  return multiple;
}

/// Rounded up. Written so that no sum overflows.
int64_t divideUp(int64_t a, int64_t b) { return a / b + (a % b != 0); }

} // namespace

double estimateWork(const Step &step) {
  double work = step.costPerElement;
  for (int64_t extent : step.extents)
    work *= static_cast<double>(extent);
  return work;
}

Split chooseSplit(const Step &step, double work, unsigned threads) {
  Split whole{0, step.extents[0], step.extents[0], 1};
  if (threads <= 1 || !(work >= leastParallelWork))
    return whole;
  // n threads take work / n + n * costOfPart; this n is best.
  double useful =
      std::min<double>(threads, std::floor(std::sqrt(work / costOfPart)));
  double each = std::floor(
      std::clamp(work / useful / leastPartWork, 1.0, partsPerThread));
  auto wanted = static_cast<int64_t>(useful * each);

  // The outermost dimension that gives enough parts keeps each of them as
  // contiguous as can be.
  size_t best = 0;
  int64_t bestParts = 0;
  for (size_t i = 0; i < step.extents.size() && bestParts < wanted; ++i) {
    int64_t unit = multipleFor(step, i);
    int64_t parts = unit == 0 ? 0 : divideUp(step.extents[i], unit);
    if (parts > bestParts) {
      best = i;
      bestParts = parts;
    }
  }
  if (bestParts <= 1)
    return whole;

  // What the caller does before the others begin.
  auto early = each > 1 ? int64_t{0}
                        : static_cast<int64_t>(static_cast<double>(bestParts) *
                                               costOfPart / work);
  int64_t shared = bestParts - early;
  int64_t units = divideUp(shared, std::min(wanted, shared));
  int64_t multiple = multipleFor(step, best);
  Split split;
  split.dimension = static_cast<int>(best);
  split.count = divideUp(shared, units);
  split.chunk = units * multiple;
  split.first = (bestParts - units * (split.count - 1)) * multiple;
  return split.count > 1 ? split : whole;
}

Range rangeOf(const Split &split, int64_t extent, int64_t index) {
  if (index == 0)
    return {0, std::min(split.first, extent)};
  int64_t begin = split.first + (index - 1) * split.chunk;
  return {begin, begin + std::min(split.chunk, extent - begin)};
}

} // namespace fusedml::runtime
