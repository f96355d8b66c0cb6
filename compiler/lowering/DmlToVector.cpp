//===- DmlToVector.cpp - lower dml.fused to loops over vectors ------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/KernelLoops.h"
#include "compiler/lowering/KernelShape.h"
#include "compiler/target/Symbols.h"
#include "compiler/target/TargetDescription.h"
#include "compiler/transforms/Passes.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace fusedml {
#define GEN_PASS_DEF_CONVERTDMLTOVECTOR
#include "compiler/transforms/Passes.h.inc"
} // namespace fusedml

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

namespace {
struct ConvertDmlToVectorPass
    : fusedml::impl::ConvertDmlToVectorBase<ConvertDmlToVectorPass> {
  using ConvertDmlToVectorBase::ConvertDmlToVectorBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    Expected<TargetDescription> target =
        describeTarget({triple, cpu, features}, TargetUse::AnotherMachine);
    if (!target) {
      module.emitError() << target.error().message;
      return signalPassFailure();
    }
    SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
    for (func::FuncOp function : functions) {
      SmallVector<FusedOp> all(function.getOps<FusedOp>());
      for (auto [number, fused] : llvm::enumerate(all)) {
        std::string name = kernelSymbol(function.getName(), number);
        KernelShape shape(fused, *target, fp, isShort);
        buildKernel(shape, module, name);
        OpBuilder builder(fused);
        auto launch =
            LaunchOp::create(builder, fused.getLoc(), fused.getResultTypes(),
                             FlatSymbolRefAttr::get(module.getContext(), name),
                             fused.getInputs());
        fused.replaceAllUsesWith(launch.getResults());
        fused.erase();
      }
    }
  }
};
} // namespace
