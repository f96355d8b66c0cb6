//===- BuildPlan.h - which kernel reads and writes what ---------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_LOWERING_BUILDPLAN_H
#define FUSEDML_COMPILER_LOWERING_BUILDPLAN_H

#include "dialect/Dml.h"
#include "runtime/Plan.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace fusedml {

/// What the operators' rows allow an output to share memory with. Collected
/// from the graph as written, since folding and fusion hide the operators.
struct InPlaceRules {
  /// For each input: every operator that reads it may write over it.
  std::vector<bool> inputAllows;
  /// Pairs of inputs of one operator of which only one may be written over.
  std::vector<std::pair<int, int>> exclusive;
};
InPlaceRules collectInPlaceRules(mlir::func::FuncOp function);

/// The plan of a lowered graph: its launches in order, each operand resolved to
/// a port, a constant or a temporary. Function pointers are left null, and
/// runtime::completePlan is still to be called.
Expected<std::shared_ptr<runtime::Plan>> buildPlan(mlir::func::FuncOp function,
                                                   const InPlaceRules &rules);

} // namespace fusedml

#endif // FUSEDML_COMPILER_LOWERING_BUILDPLAN_H
