//===- Passes.td - passes of FuseDML --------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_TRANSFORMS_PASSES
#define FUSEDML_COMPILER_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def FuseElementwise : Pass<"dml-fuse-elementwise", "::mlir::func::FuncOp"> {
  let summary = "Gather operators into dml.fused";
  let description = [{
    Every operator ends up in a `dml.fused`; operators that meet in memory of the
    same sizes share one, whole DAGs with several results and siblings that only
    share inputs included. No operator is computed twice, and one of smaller
    sizes than its consumer is fused only where it can be computed at the loop
    level where it varies. Time is linear in the number of operators.

    ```mlir
    %0 = dml.multiply %a, %b : tensor<8xf32>
    %1 = dml.activation_relu %0 : tensor<8xf32>
    ==>
    %1 = dml.fused (%x = %a : tensor<8xf32>, %y = %b : tensor<8xf32>)
        -> tensor<8xf32> {
      %2 = dml.multiply %x, %y : f32
      %3 = dml.activation_relu %2 : f32
      dml.yield %3 : f32
    }
    ```
  }];
  let options = [
    Option<"fuse", "fuse", "bool", "true",
           "Off: every operator gets a dml.fused of its own">,
    Option<"report", "report", "bool", "false",
           "Print the groups, and the reason at each border, as remarks">];
  let dependentDialects = ["::fusedml::dml::DmlDialect"];
}

def CollapseDims : Pass<"dml-collapse-dims", "::mlir::func::FuncOp"> {
  let summary = "Give dml.fused as few dimensions as its layouts allow";
  let description = [{
    Drops dimensions of size 1, puts the dimension that is contiguous in the
    results last, and merges neighbours that every input and result walks
    through without a gap.

    ```mlir
    %1 = dml.fused (%x = %a : tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {...}
    ==>
    %0 = dml.reinterpret %a : tensor<2x3x4xf32> to tensor<24xf32>
    %1 = dml.fused (%x = %0 : tensor<24xf32>) -> tensor<24xf32> {...}
    %2 = dml.reinterpret %1 : tensor<24xf32> to tensor<2x3x4xf32>
    ```
  }];
  let dependentDialects = ["::fusedml::dml::DmlDialect"];
}

def ConvertDmlToVector : Pass<"convert-dml-to-vector", "::mlir::ModuleOp"> {
  let summary = "Lower dml.fused to loops over vectors";
  let description = [{
    Every `dml.fused` becomes a function of the kernel ABI (runtime/KernelAbi.h):
    scalar loops over the outer dimensions and a loop over vectors for the last,
    whose tail is a masked vector where the target has masks and a scalar loop
    elsewhere. A `dml.launch` takes its place.
  }];
  let options = [
    Option<"cpu", "cpu", "std::string", "\"x86-64-v3\"",
           "Processor to choose vector width, tails and conversions for">,
    Option<"features", "features", "std::string", "\"\"",
           "Features added to the processor's own">,
    Option<"triple", "triple", "std::string", "\"\"",
           "Target triple, empty for the host's">];
  let dependentDialects = [
    "::fusedml::dml::DmlDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect",
    "::mlir::math::MathDialect", "::mlir::LLVM::LLVMDialect"];
}

#endif // FUSEDML_COMPILER_TRANSFORMS_PASSES
