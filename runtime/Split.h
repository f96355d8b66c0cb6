//===- Split.h - how a step is divided over threads -------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_SPLIT_H
#define FUSEDML_RUNTIME_SPLIT_H

#include "runtime/Plan.h"

namespace fusedml::runtime {

/// Estimated nanoseconds a step takes on one thread.
double estimateWork(const Step &step);

/// Below this many nanoseconds, handing a part to a thread that waits for it
/// and the way of the data to its core cost more than it saves.
inline constexpr double leastParallelWork = 1500;

/// Parts of one dimension: one of `first` elements for the caller, who begins
/// before the others do, and then of `chunk` elements (the last may be
/// shorter).
struct Split {
  int dimension = 0;
  int64_t first = 0;
  int64_t chunk = 0;
  int64_t count = 1;
};

/// Divides a step of `work` nanoseconds, none of its extents 0, for `threads`
/// threads. A count of 1 means: do not.
Split chooseSplit(const Step &step, double work, unsigned threads);

/// The elements of part `index`.
struct Range {
  int64_t begin, end;
};
Range rangeOf(const Split &split, int64_t extent, int64_t index);

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_SPLIT_H
