//===- CompilerInterface.h - what the front asks of the compiler -*- C++ -*-==//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_COMPILERINTERFACE_H
#define FUSEDML_FRONT_KERNELS_COMPILERINTERFACE_H

#include "front/graph/GraphData.h"
#include "fusedml/Compile.h"
#include "runtime/CodeImage.h"

#include <span>
#include <string_view>

namespace fusedml::kernels {

/// The functions of libfusedml_compiler, which alone has MLIR and LLVM. It is
/// loaded at the first call that needs it, so that programs which only build or
/// check graphs do not pay for it.
struct CompilerInterface {
  /// The kernels of some steps of a graph's plan. `report` may be null.
  Expected<std::vector<runtime::LinkedImage>> (*compile)(
      const graph::GraphData &, const CompileOptions &,
      std::span<const size_t> steps, CompileReport *report);
  Expected<EmittedCode> (*emit)(const graph::GraphData &, EmitKind,
                                const CompileOptions &);
  Expected<Explanation> (*explain)(const graph::GraphData &, Stage,
                                   const CompileOptions &);
  /// Reads .mlir text or bytecode.
  Expected<std::shared_ptr<graph::GraphData>> (*parse)(const std::string &text,
                                                       const std::string &file,
                                                       FeatureLevel);
};

/// Exported by libfusedml_compiler; null if `stamp` is not that of its build.
using GetCompilerFn = const CompilerInterface *(std::string_view stamp);
inline constexpr char kGetCompilerSymbol[] = "fusedml_get_compiler";

/// A library beside the one that this code is in.
std::string siblingLibrary(std::string_view file);

/// Loads the compiler library from beside this one, once. `milliseconds` is
/// the time that took, at whichever call it was.
Expected<const CompilerInterface *>
loadCompiler(double *milliseconds = nullptr);

/// Whoever compiles holds one. A fork waits for the compilations that are under
/// way, so that no lock of LLVM's is held in the child by a thread that is not
/// there.
class CompilationGuard {
public:
  CompilationGuard();
  ~CompilationGuard();
  CompilationGuard(const CompilationGuard &) = delete;
  CompilationGuard &operator=(const CompilationGuard &) = delete;
};

} // namespace fusedml::kernels

#endif // FUSEDML_FRONT_KERNELS_COMPILERINTERFACE_H
