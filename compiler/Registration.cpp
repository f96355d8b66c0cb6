//===- Registration.cpp - dialects and passes for tools -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/Registration.h"

#include "compiler/lowering/ToLlvm.h"
#include "compiler/transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"

using namespace mlir;

void fusedml::registerDialects(DialectRegistry &registry) {
  registry.insert<dml::DmlDialect, arith::ArithDialect, cf::ControlFlowDialect,
                  func::FuncDialect, LLVM::LLVMDialect, math::MathDialect,
                  scf::SCFDialect, vector::VectorDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}

void fusedml::registerAll(DialectRegistry &registry) {
  registerDialects(registry);
  registerFuseDMLPasses();
  // Those of the conversion to LLVM.
  registerSCFToControlFlowPass();
  registerConvertVectorToLLVMPass();
  registerConvertMathToLLVMPass();
  registerArithToLLVMConversionPass();
  registerConvertControlFlowToLLVMPass();
  registerReconcileUnrealizedCastsPass();
  registerPassPipeline(
      "fusedml-lower-to-llvm",
      "From dml.fused to the LLVM dialect as the compiler goes, with the "
      "options of convert-dml-to-vector",
      [](OpPassManager &passes, StringRef options,
         function_ref<LogicalResult(const Twine &)> fail) {
        std::unique_ptr<Pass> toVector = createConvertDmlToVector();
        if (failed(toVector->initializeOptions(options, fail)))
          return failure();
        passes.addNestedPass<func::FuncOp>(createCollapseDims());
        addVectorLowering(passes, std::move(toVector));
        addLlvmConversion(passes);
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)>) {});
}
