//===- CompilerInterface.h - what the front asks of the compiler library --===//
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
#include "runtime/Plan.h"

namespace fusedml::graph {

/// The functions of libfusedml_compiler, which alone links MLIR and LLVM. It
/// is loaded at the first call that needs it, so that programs which only build
/// or check graphs do not pay for it.
struct CompilerInterface {
  /// `image` gets a copy of the code, or the reason why there is none.
  /// `report` may be null.
  Expected<std::shared_ptr<runtime::Plan>> (*compile)(
      const GraphData &, const CompileOptions &, runtime::LinkedImage *image,
      CompileReport *report);
  Expected<EmittedCode> (*emit)(const GraphData &, EmitKind,
                                const CompileOptions &);
  Expected<Explanation> (*explain)(const GraphData &, Stage,
                                   const CompileOptions &);
  /// Parses and verifies .mlir text; ok if it can be compiled.
  Status (*checkMlir)(const std::string &text, const std::string &file,
                      FeatureLevel level);
};

/// Bumped with every change of CompilerInterface or of a type that crosses it,
/// so that libraries of two versions refuse each other: GraphData and all it
/// holds (Operator, OperatorRow and the order of the rows, TensorDesc),
/// CompileOptions with Target, CompileReport, EmittedCode, Explanation,
/// runtime::Plan, LinkedImage, Status with Diagnostic.
inline constexpr int kCompilerInterfaceVersion = 5;

/// Exported by libfusedml_compiler; null if `version` is not its own.
using GetCompilerFn = const CompilerInterface *(int version);
inline constexpr char kGetCompilerSymbol[] = "fusedml_get_compiler";

/// Where the compiler library is: in the folder that this code was loaded from.
std::string compilerLibraryPath();

/// Loads the compiler library from beside this one, once. `milliseconds` is
/// the time that took, at whichever call it was.
Expected<const CompilerInterface *>
loadCompiler(double *milliseconds = nullptr);

} // namespace fusedml::graph

#endif // FUSEDML_FRONT_KERNELS_COMPILERINTERFACE_H
