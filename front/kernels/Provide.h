//===- Provide.h - a plan with its code -------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_PROVIDE_H
#define FUSEDML_FRONT_KERNELS_PROVIDE_H

#include "front/graph/GraphData.h"
#include "fusedml/Compile.h"
#include "runtime/Plan.h"

namespace fusedml::kernels {

/// The plan of a graph, with kernels that are in memory, else on disk, else
/// compiled, which then are kept in both. If some have to be compiled, the plan
/// may come before them, see CompileOptions::startUnfused.
Expected<std::shared_ptr<const runtime::Plan>>
provide(const graph::GraphData &graph, const CompileOptions &options,
        CompileReport &report);

/// A line that says what the first run of a graph uses, and why.
std::string explainBeginning(const graph::GraphData &graph,
                             const CompileOptions &options);

} // namespace fusedml::kernels

#endif // FUSEDML_FRONT_KERNELS_PROVIDE_H
