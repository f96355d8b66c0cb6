//===- Import.h - graphs as modules of the dialect, and back ----*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_IMPORT_IMPORT_H
#define FUSEDML_COMPILER_IMPORT_IMPORT_H

#include "dialect/Dml.h"
#include "front/plan/ElementGraph.h"
#include "front/rules/Arguments.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace fusedml {

/// One func.func on tensors. Scalars that code takes at run time get
/// dml.arguments, numbered in the order of the nodes.
mlir::OwningOpRef<mlir::ModuleOp>
importElements(const graph::GraphData &graph,
               const plan::ElementGraph &elements, graph::ScalarForm scalars,
               mlir::MLIRContext *context);

/// Parses and verifies a module of one graph, text or bytecode. `file` is used
/// in messages. Errors: ParseError with line and column.
Expected<mlir::OwningOpRef<mlir::ModuleOp>>
parseModule(const std::string &text, const std::string &file,
            mlir::MLIRContext *context, FeatureLevel level);

/// The graph of a module that parseModule() has accepted.
std::shared_ptr<graph::GraphData> raiseModule(mlir::ModuleOp module,
                                              FeatureLevel level);

} // namespace fusedml

#endif // FUSEDML_COMPILER_IMPORT_IMPORT_H
