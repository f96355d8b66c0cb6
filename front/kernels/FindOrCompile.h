//===- FindOrCompile.h - the shortest way to a plan -------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_FINDORCOMPILE_H
#define FUSEDML_FRONT_KERNELS_FINDORCOMPILE_H

#include "front/graph/GraphData.h"
#include "fusedml/Compile.h"
#include "runtime/Plan.h"

namespace fusedml::cache {

/// The plan of a graph: with code that is in memory, else on disk, else
/// compiled, which then is kept in both. The compiler library is only loaded to
/// compile. Not for graphs read from text.
Expected<std::shared_ptr<const runtime::Plan>>
findOrCompile(const graph::GraphData &graph, const CompileOptions &options,
              CompileReport &report);

/// A line that says what the first run of a graph uses, and why.
std::string explainBeginning(const graph::GraphData &graph,
                             const CompileOptions &options);

/// Compiles without any cache.
Expected<std::shared_ptr<const runtime::Plan>>
compileAlone(const graph::GraphData &graph, const CompileOptions &options,
             CompileReport &report);

} // namespace fusedml::cache

#endif // FUSEDML_FRONT_KERNELS_FINDORCOMPILE_H
