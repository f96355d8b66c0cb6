//===- Import.h - graphs as dml modules -------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_IMPORT_IMPORT_H
#define FUSEDML_COMPILER_IMPORT_IMPORT_H

#include "front/graph/GraphData.h"
#include "dialect/Dml.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace fusedml {

/// The graph as one function on tensors. An edge whose ends differ becomes a
/// dml.reinterpret; a fused activation becomes an operator of its own. The
/// graph is valid: its front end has checked it. With `scalarsAsArguments`
/// operators get dml.arguments, see graph::forEachArgument().
mlir::OwningOpRef<mlir::ModuleOp> importGraph(const graph::GraphData &graph,
                                              mlir::MLIRContext *context,
                                              bool scalarsAsArguments);

/// Parses .mlir text or bytecode. The module must hold one function whose
/// arguments and results are tensors, and whose operators exist at `level`.
/// Errors carry file, line and column.
Expected<mlir::OwningOpRef<mlir::ModuleOp>>
parseModule(const std::string &text, const std::string &file,
            mlir::MLIRContext *context,
            FeatureLevel level = FeatureLevel::Level_6_4);

} // namespace fusedml

#endif // FUSEDML_COMPILER_IMPORT_IMPORT_H
