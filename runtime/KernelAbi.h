//===- KernelAbi.h - how compiled loops are called --------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_KERNELABI_H
#define FUSEDML_RUNTIME_KERNELABI_H

#include <cstdint>

namespace fusedml::runtime {

/// The C ABI of a kernel: one loop nest over `rank` dimensions, outermost
/// first, innermost last. The rank, the element types and the stride class
/// (0, 1 or general) of each operand in the innermost dimension are compiled
/// in; extents, strides and addresses are arguments.
///
///   bases    one pointer an operand: inputs, then outputs. An index operand
///            has no memory: its "pointer" is the integer linear index of the
///            first element. Behind the operands, if the kernel takes scalars,
///            the address of an array of them, floats.
///   extents  `rank` sizes.
///   strides  operands x rank, in elements, row-major by operand.
///            Elements of 4 bits lie two to a byte, the first in the low half;
///            a base is the address of a byte.
///   begin, end
///            half-open range of dimension 0 to run; extents[0] is not read.
///   flags    KernelFlags.
///
/// A kernel touches no other memory, keeps no state, calls nothing, and
/// expects the default floating-point environment. Because extents and bases
/// are arguments, any dimension may be split over threads.
using KernelFn = void (*)(void *const *bases, const int64_t *extents,
                          const int64_t *strides, int64_t begin, int64_t end,
                          uint64_t flags);

enum KernelFlags : uint64_t {
  /// Write outputs past the caches. Only a hint; results are the same.
  NonTemporalStores = 1,
};

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_KERNELABI_H
