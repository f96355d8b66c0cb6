//===- Scale.h - large tensors, long groups, many streams -------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_BENCH_SCALE_H
#define FUSEDML_BENCH_SCALE_H

namespace fusedml::bench {

/// Registers the benchmarks; printScale() shows what those that ran found.
void addScale();
void printScale();

} // namespace fusedml::bench

#endif // FUSEDML_BENCH_SCALE_H
