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

def FoldBodies : Pass<"dml-fold-bodies", "::mlir::func::FuncOp"> {
  let summary = "Fold operators inside dml.fused";
  let description = [{
    Applies the dialect's folds to the bodies of kernels, and to nothing outside of
    them: inputs and results of a kernel stay what was planned.

    ```mlir
    %0 = dml.constant 1.0 : f32
    %1 = dml.multiply %x, %0 : f32
    dml.yield %1 : f32
    ==>
    dml.yield %x : f32
    ```
  }];
  let dependentDialects = ["::fusedml::dml::DmlDialect"];
}

def SimplifyByRange : Pass<"dml-simplify-by-range", "::mlir::func::FuncOp"> {
  let summary = "Drop what operators of a dml.fused do for values they never get";
  let description = [{
    Finds the signs that each value can have, NaN included: after `abs`, `exp`, a
    square, `clip` and others. Operators that would change nothing go, a lower
    bound that holds nothing back becomes -inf, and a shrink whose input is never
    below 0 is marked for the lowering. No bit of a result changes.

    ```mlir
    %1 = dml.abs %0 : f32
    %2 = dml.clip %1 {Max = 4.0 : f32, Min = 0.0 : f32} : f32
    %3 = dml.activation_shrink %2 {Bias = 0.1 : f32, Threshold = 0.5 : f32} : f32
    ==>
    %1 = dml.abs %0 : f32
    %2 = dml.clip %1 {Max = 4.0 : f32, Min = 0xFF800000 : f32} : f32
    %3 = dml.activation_shrink %2 {Bias = 0.1 : f32, Threshold = 0.5 : f32,
                                   dml.nonnegative} : f32
    ```
  }];
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
           "Target triple, empty for the host's">,
    Option<"fp", "fp", "::fusedml::FloatMode", "::fusedml::FloatMode::Strict",
           "How far results may be from those of single operators",
           [{::llvm::cl::values(
               clEnumValN(::fusedml::FloatMode::Strict, "strict",
                          "not by a bit"),
               clEnumValN(::fusedml::FloatMode::Contract, "contract",
                          "products and sums merge"),
               clEnumValN(::fusedml::FloatMode::Fast, "fast",
                          "and FLOAT16 stays FLOAT32 in a kernel"))}]>,
    Option<"isShort", "short", "bool", "false",
           "Short code: one vector a trip, and no loop with stores past the caches">];
  let dependentDialects = [
    "::fusedml::dml::DmlDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect",
    "::mlir::math::MathDialect", "::mlir::LLVM::LLVMDialect"];
}

#endif // FUSEDML_COMPILER_TRANSFORMS_PASSES
