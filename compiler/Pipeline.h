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

/// What libfusedml_compiler exports; see kernels::CompilerInterface.
Expected<std::vector<runtime::LinkedImage>>
compileKernels(const graph::GraphData &graph, const CompileOptions &options,
               std::span<const size_t> steps, CompileReport *report);
Expected<EmittedCode> emitGraph(const graph::GraphData &graph, EmitKind kind,
                                const CompileOptions &options);
Expected<Explanation> explainGraph(const graph::GraphData &graph, Stage stage,
                                   const CompileOptions &options);
Expected<std::shared_ptr<graph::GraphData>> parseGraph(const std::string &text,
                                                       const std::string &file,
                                                       FeatureLevel level);

/// Kernels for a library, one for each operator: their keys and the names of
/// their functions. Equal ones share their code. Scalars are arguments.
struct EmittedKernels {
  struct Kernel {
    std::string key, symbol;
  };
  std::vector<Kernel> kernels;
  std::string object;
};
Expected<EmittedKernels> emitKernels(const graph::GraphData &graph,
                                     const Target &target);

} // namespace fusedml

#endif // FUSEDML_COMPILER_PIPELINE_H
