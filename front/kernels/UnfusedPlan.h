//===- UnfusedPlan.h - a plan without compiling -----------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_UNFUSEDPLAN_H
#define FUSEDML_FRONT_KERNELS_UNFUSEDPLAN_H

#include "front/kernels/Prebuilt.h"
#include "front/graph/GraphData.h"
#include "runtime/Plan.h"

namespace fusedml::cache {

/// A plan that runs a graph operator by operator, each by a prebuilt kernel. It
/// gives the bits of compiled code in the strict mode, and writes no input in
/// place. Null if some operator has no kernel or would take longer than
/// compiling does; `obstacle`, unless it is null, then says which and why. The
/// graph has been built without error.
std::shared_ptr<runtime::Plan> planUnfused(const graph::GraphData &graph,
                                           const Prebuilt &kernels,
                                           std::string *obstacle = nullptr);

} // namespace fusedml::cache

#endif // FUSEDML_FRONT_KERNELS_UNFUSEDPLAN_H
