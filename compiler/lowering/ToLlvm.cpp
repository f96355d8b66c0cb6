//===- ToLlvm.cpp - kernels in the LLVM dialect ---------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/ToLlvm.h"

#include "compiler/transforms/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void fusedml::addVectorLowering(OpPassManager &passes,
                                std::unique_ptr<Pass> toVector) {
  passes.addNestedPass<func::FuncOp>(createFoldBodies());
  passes.addNestedPass<func::FuncOp>(createSimplifyByRange());
  passes.addPass(std::move(toVector));
}

void fusedml::addLlvmConversion(OpPassManager &passes) {
  // Constants leave the loops and equal ones become one.
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  passes.addPass(createSCFToControlFlowPass());
  passes.addPass(createConvertVectorToLLVMPass());
  passes.addPass(createConvertMathToLLVMPass());
  passes.addPass(createArithToLLVMConversionPass());
  passes.addPass(createConvertControlFlowToLLVMPass());
  passes.addPass(createReconcileUnrealizedCastsPass());
}
