//===- Pipeline.h - from a graph to code, stage by stage --------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_PIPELINE_H
#define FUSEDML_COMPILER_PIPELINE_H

#include "front/kernels/CompilerInterface.h"

namespace fusedml {

/// What libfusedml_compiler exports; see CompilerInterface.
Expected<std::shared_ptr<runtime::Plan>>
compileGraph(const graph::GraphData &graph, const CompileOptions &options,
             runtime::LinkedImage *image, CompileReport *report);
Expected<EmittedCode> emitGraph(const graph::GraphData &graph, EmitKind kind,
                                const CompileOptions &options);
Expected<Explanation> explainGraph(const graph::GraphData &graph, Stage stage,
                                   const CompileOptions &options);
/// Kernels for a library, one for each operator, by the names in the plan's
/// steps. Equal ones share their code. Scalars are arguments.
struct EmittedKernels {
  std::shared_ptr<runtime::Plan> plan;
  std::string object;
};
Expected<EmittedKernels> emitKernels(const graph::GraphData &graph,
                                     const Target &target);
Status checkMlir(const std::string &text, const std::string &file,
                 FeatureLevel level);

} // namespace fusedml

#endif // FUSEDML_COMPILER_PIPELINE_H
