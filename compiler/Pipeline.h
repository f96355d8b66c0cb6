//===- Pipeline.h - from a graph to code, stage by stage --------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_PIPELINE_H
#define FUSEDML_COMPILER_PIPELINE_H

#include "compiler/graph/CompilerInterface.h"

namespace fusedml {

/// What libfusedml_compiler exports; see CompilerInterface.
Expected<Kernel> compileGraph(const graph::GraphData &graph,
                              const CompileOptions &options);
Expected<EmittedCode> emitGraph(const graph::GraphData &graph, EmitKind kind,
                                const CompileOptions &options);
Expected<Explanation> explainGraph(const graph::GraphData &graph, Stage stage,
                                   const CompileOptions &options);
Status checkMlir(const std::string &text, const std::string &file,
                 FeatureLevel level);

} // namespace fusedml

#endif // FUSEDML_COMPILER_PIPELINE_H
