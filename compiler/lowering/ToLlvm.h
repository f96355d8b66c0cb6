//===- ToLlvm.h - kernels in the LLVM dialect, and their AOT entry --------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_LOWERING_TOLLVM_H
#define FUSEDML_COMPILER_LOWERING_TOLLVM_H

#include "compiler/target/TargetDescription.h"
#include "runtime/Plan.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

namespace fusedml {

/// Passes that turn collapsed dml.fused into loops over vectors. The last of
/// them is `toVector`, convert-dml-to-vector with its options.
void addVectorLowering(mlir::OpPassManager &passes,
                       std::unique_ptr<mlir::Pass> toVector);

/// Passes that turn the kernels' loops, vectors and arithmetic into the LLVM
/// dialect.
void addLlvmConversion(mlir::OpPassManager &passes);

/// Adds the function of an AOT object, `fusedml_<graph>(inputs..., outputs...
/// [, workspace])`, which calls the kernels in the plan's order under the
/// default floating-point environment. Kernels become private to the object.
void addEntry(mlir::ModuleOp module, const runtime::Plan &plan,
              const TargetDescription &target);

} // namespace fusedml

#endif // FUSEDML_COMPILER_LOWERING_TOLLVM_H
