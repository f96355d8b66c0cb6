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
#include <vector>

namespace fusedml {

/// How far results may be from those of one operator after the other.
enum class FloatMode {
  /// Not by a bit: each operation is rounded by itself, and each operator's
  /// FLOAT16 output.
  Strict,
  /// A product that a sum takes up may stay unrounded, within an operator and
  /// from one to the next (fused multiply-add). Elementary functions are not
  /// touched.
  Contract,
  /// Contract, and FLOAT16 results that only operators of the same kernel read
  /// stay FLOAT32.
  Fast
};

struct CompileOptions {
  Target target = {};
  /// Off: every operator becomes a kernel of its own. Results are the same if
  /// `fp` is strict; what Kernel::mayAlias allows may not be.
  bool fuse = true;
  FloatMode fp = FloatMode::Strict;
  /// Off: compile, even if there is code for the graph's kernels already, and
  /// keep none.
  bool cache = true;
  /// Where code of some kernel is not there, compile() returns at once: the
  /// Kernel begins to run operator by operator with kernels that came with the
  /// library, while the missing ones are compiled on another thread; see
  /// Kernel::wait(). The process may end or fork meanwhile. Off, or if the
  /// library has no kernel for some operator: compile() returns when the fused
  /// code is there. The environment variable FUSEDML_START_UNFUSED=0 turns it
  /// off for a process.
  bool startUnfused = true;
};

// All functions here are thread-safe, also for one graph that nobody changes
// meanwhile. The compiler library, and LLVM with it, is loaded at the first
// call that needs it; compile() does not where all code is there. Errors of
// all: the first error met while the graph was built; InvalidArgument for a
// graph without output or a target that does not exist; Unsupported if the
// compiler library is missing or of another build; Internal for a fault of
// FuseDML.

struct StageTime {
  std::string stage;
  double milliseconds = 0;
};

/// Where the code of a graph came from; of its kernels, the one that took
/// longest.
enum class CodeSource {
  Compiler,
  Memory,  ///< This process has compiled or loaded it before.
  Disk,    ///< Another one has compiled it.
  Shipped, ///< From the library's own kernels, until others are compiled.
};

/// What a call of compile() did.
struct CompileReport {
  CodeSource source = CodeSource::Compiler;
  std::vector<StageTime> times; ///< In order.
  /// Loading the compiler library, which some call did before the first stage
  /// of the process's first compilation.
  double libraryMilliseconds = 0;
};

/// Compiles for this process and loads the code. An empty target is this
/// machine. `report` is filled in when the call succeeds, unless it is null.
/// Errors: those above; InvalidArgument for a target that this machine cannot
/// run.
Expected<Kernel> compile(const Graph &graph, const CompileOptions &options = {},
                         CompileReport *report = nullptr);

enum class EmitKind { Object, Assembly, LlvmIr, Mlir };

/// Code of a graph for another program, made ahead of time.
struct EmittedCode {
  /// What EmitKind asks for: the bytes of an ELF object, or text. Mlir is the
  /// graph as imported, which parseMlir reads.
  std::string code;
  /// C header, the same for every kind: declares the one function, which takes
  /// a pointer for each input, then for each output, in the order of the graph.
  std::string header;
};

/// Compiles ahead of time. An empty target.triple is this machine's; an empty
/// target.cpu is the baseline x86-64-v3 (generic elsewhere), never the machine
/// this runs on. Object code is position independent and has no undefined
/// symbol.
///
/// The function is fusedml_<name>, the graph's name as a C identifier; name
/// graphs apart that go into one program. It checks nothing, runs on the
/// calling thread and is thread-safe. If the graph needs memory between its
/// kernels, it has a last parameter `workspace`: 64-byte aligned memory of
/// FUSEDML_<NAME>_WORKSPACE bytes, a macro of the header, one for each call
/// that runs at a time.
///
/// Errors: those above.
Expected<EmittedCode> emit(const Graph &graph, EmitKind kind,
                           const CompileOptions &options = {});

/// Stages `explain` can show: the graph as imported, after fusion, as loops
/// over vectors, as LLVM IR, as assembly.
enum class Stage { Dml, Fused, Loops, Llvm, Assembly };

struct Explanation {
  std::string before; ///< The graph as imported, dml dialect.
  std::string after;  ///< After fusion.
  /// Groups, the reason at each border, the memory between them, and what the
  /// first run uses.
  std::string report;
  std::string stage; ///< The stage asked for.
  std::string dot;   ///< The groups as a Graphviz graph.
};

/// Shows what compile() does with a graph, for this machine unless
/// options.target names another processor, which this machine must be able to
/// run. Compiles only as far as `stage`, and loads nothing.
/// Errors: those of compile().
Expected<Explanation> explain(const Graph &graph, Stage stage = Stage::Fused,
                              const CompileOptions &options = {});

/// Reads a graph from `.mlir` text or bytecode: one `func.func` over dml
/// operations, whose name is that of the graph. `file` is used in messages;
/// `level` decides which operators, types and dimension counts exist. The graph
/// is complete: Graph::input, Graph::output and operators refuse to extend it.
/// Errors: ParseError or InvalidArgument with the place in the text;
/// Unsupported if the compiler library is missing.
Expected<Graph> parseMlir(const std::string &text, const std::string &file,
                          FeatureLevel level = FeatureLevel::Level_6_4);

} // namespace fusedml

#endif // FUSEDML_COMPILE_H
