//===- Dispatch.h - what one DirectML dispatch costs ------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_BENCH_DISPATCH_H
#define FUSEDML_BENCH_DISPATCH_H

namespace fusedml::bench {

/// Registers the benchmarks: an addition of 16 floats, which is next to no
/// work, by Kernel::run, by IFuseDMLHostDispatch, in a command list, and
/// submitted and waited for alone.
void addDispatch();

} // namespace fusedml::bench

#endif // FUSEDML_BENCH_DISPATCH_H
