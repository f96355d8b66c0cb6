//===- Compile.cpp - from a graph to code ---------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fusedml/Compile.h"

#include "front/kernels/CompilerInterface.h"
#include "front/kernels/Provide.h"
#include "front/rules/Refusal.h"

#include <fmt/format.h>

namespace fusedml {
namespace {

/// Whether there is something to compile.
Status checkComplete(const Graph &graph) {
  if (Status status = graph.status(); !status)
    return status;
  const graph::GraphData &data = *graph.data();
  if (data.outputs.empty()) {
    Diagnostic diagnostic =
        graph::refusal("", "has-output", "the graph has no output",
                       "name its results with Graph::output");
    diagnostic.context = fmt::format("graph '{}'", data.name);
    return diagnostic;
  }
  return Status::success();
}

/// The compiler, if `graph` may be given to it.
Expected<const kernels::CompilerInterface *> compilerFor(const Graph &graph) {
  if (Status status = checkComplete(graph); !status)
    return status;
  return kernels::loadCompiler();
}

} // namespace

Expected<Kernel> compile(const Graph &graph, const CompileOptions &options,
                         CompileReport *report) {
  CompileReport unread;
  CompileReport &told = report ? *report : unread;
  told = {};
  if (Status status = checkComplete(graph); !status)
    return status;
  auto plan = kernels::provide(*graph.data(), options, told);
  if (!plan)
    return plan.takeStatus();
  return Kernel(std::move(*plan));
}

Expected<EmittedCode> emit(const Graph &graph, EmitKind kind,
                           const CompileOptions &options) {
  kernels::CompilationGuard guard;
  auto compiler = compilerFor(graph);
  if (!compiler)
    return compiler.takeStatus();
  return (*compiler)->emit(*graph.data(), kind, options);
}

Expected<Explanation> explain(const Graph &graph, Stage stage,
                              const CompileOptions &options) {
  kernels::CompilationGuard guard;
  auto compiler = compilerFor(graph);
  if (!compiler)
    return compiler.takeStatus();
  auto explanation = (*compiler)->explain(*graph.data(), stage, options);
  if (explanation)
    explanation->report += kernels::explainBeginning(*graph.data(), options);
  return explanation;
}

Expected<Graph> parseMlir(const std::string &text, const std::string &file,
                          FeatureLevel level) {
  kernels::CompilationGuard guard;
  auto compiler = kernels::loadCompiler();
  if (!compiler)
    return compiler.takeStatus();
  auto data = (*compiler)->parse(text, file, level);
  if (!data)
    return data.takeStatus();
  return Graph(std::move(*data));
}

} // namespace fusedml
