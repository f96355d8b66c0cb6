//===- Bindings.h - checks what is bound to a kernel ------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_BINDINGS_H
#define FUSEDML_RUNTIME_BINDINGS_H

#include "runtime/Plan.h"

#include <span>

namespace fusedml::runtime {

/// Checks counts, then each binding (null, type, size, alignment), then
/// overlaps. Reads no bound memory. Allocates only for more than 16 ports or to
/// report an error.
///
/// A tensor occupies the bytes from its address to the end of its last element
/// in the largest view the plan takes of it. Bytes in between that its strides
/// skip count as its own.
[[gnu::noinline]] Status checkBindings(const Plan &plan,
                                       std::span<const Binding> inputs,
                                       std::span<const OutputBinding> outputs);

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_BINDINGS_H
