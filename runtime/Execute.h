//===- Execute.h - runs the steps of a plan ---------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_EXECUTE_H
#define FUSEDML_RUNTIME_EXECUTE_H

#include "runtime/Plan.h"

#include <span>

namespace fusedml::runtime {

/// Runs the steps in order on bindings that checkBindings accepted, in the
/// default floating-point environment. Allocates nothing for small steps, save
/// the arena at a thread's first call.
[[gnu::noinline]] Status execute(const Plan &plan,
                                 std::span<const Binding> inputs,
                                 std::span<const OutputBinding> outputs,
                                 const RunOptions &options);

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_EXECUTE_H
