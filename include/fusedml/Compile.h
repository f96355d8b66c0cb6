//===- Compile.h - from a graph to code -------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILE_H
#define FUSEDML_COMPILE_H

#include "fusedml/Descriptor.h"
#include "fusedml/Graph.h"
#include "fusedml/Kernel.h"
#include "fusedml/Target.h"

#include <string>

namespace fusedml {

struct CompileOptions {
  Target target;
  /// Off: every operator becomes a kernel of its own. Results are the same.
  bool fuse = true;
};

/// Compiles for this process and loads the code. The compiler library is
/// loaded at the first call. Thread-safe.
/// Errors: the first error met while the graph was built; InvalidArgument for
/// a target that does not exist or that this machine cannot run; Unsupported
/// if the compiler library is missing.
Expected<Kernel> compile(const Graph &graph, const CompileOptions &options = {});

enum class EmitKind { Object, Assembly, LlvmIr, Mlir };

/// Code of a graph for another program, made ahead of time.
struct EmittedCode {
  std::string code;   ///< What EmitKind asks for.
  std::string header; ///< C header that declares the one function.
};

/// Compiles ahead of time. An empty target.cpu means the baseline x86-64-v3
/// (generic elsewhere), never the machine this runs on. Object code is
/// position independent and has no undefined symbol.
Expected<EmittedCode> emit(const Graph &graph, EmitKind kind,
                           const CompileOptions &options = {});

/// Stages `explain` can show.
enum class Stage { Dml, Fused, Loops, Llvm, Assembly };

struct Explanation {
  std::string before; ///< The graph as imported, dml dialect.
  std::string after;  ///< After fusion.
  std::string report; ///< Groups, and the reason at each border.
  std::string stage;  ///< The stage asked for.
  std::string dot;    ///< The groups as a Graphviz graph.
};

Expected<Explanation> explain(const Graph &graph, Stage stage,
                              const CompileOptions &options = {});

/// Reads a graph from `.mlir` text or bytecode: one `func.func` over dml
/// operations. `file` is used in messages; `level` decides which operators,
/// types and dimension counts exist.
Expected<Graph> parseMlir(const std::string &text, const std::string &file,
                          FeatureLevel level = FeatureLevel::Level_6_4);

} // namespace fusedml

#endif // FUSEDML_COMPILE_H
