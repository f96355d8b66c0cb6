//===- Unfused.h - a graph in the form of shipped kernels -------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_PLAN_UNFUSED_H
#define FUSEDML_FRONT_PLAN_UNFUSED_H

#include "front/plan/Steps.h"

#include <functional>

namespace fusedml::plan {

/// Finds a kernel by its key; null if there is none.
using FindKernelFn = std::function<runtime::KernelFn(std::string_view key)>;

/// A plan that runs a graph operator by operator with kernels in general form,
/// which are there already. It gives the bits of fused kernels in the strict
/// mode. Null if there is no kernel for some operator; `obstacle` then says for
/// which and why.
std::shared_ptr<runtime::Plan> planUnfused(const graph::GraphData &graph,
                                           const FindKernelFn &find,
                                           std::string &obstacle);

} // namespace fusedml::plan

#endif // FUSEDML_FRONT_PLAN_UNFUSED_H
