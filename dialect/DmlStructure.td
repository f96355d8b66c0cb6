//===- DmlStructure.td - operations that hold operators together ----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIALECT_DMLSTRUCTURE
#define FUSEDML_DIALECT_DMLSTRUCTURE

include "dialect/DmlBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"

def Dml_ConstantOp : Op<Dml_Dialect, "constant",
    [Pure, ConstantLike, AllTypesMatch<["value", "result"]>]> {
  let summary = "Elements known at compile time, packed";
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs Dml_Value:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::TypedAttr":$value), [{
    build($_builder, $_state, value.getType(), value);
  }]>];
}

def Dml_LinearIndexOp : Op<Dml_Dialect, "linear_index", [Pure]> {
  let summary = "Row-major index of each element, without memory";
  let description = [{
    Behaves as memory whose element at address k is k: a `dml.reinterpret` of it
    permutes or repeats indices.
  }];
  let results = (outs Dml_Indices:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Dml_ReinterpretOp : Op<Dml_Dialect, "reinterpret", [Pure]> {
  let summary = "The same memory seen with another type, sizes or strides";
  let description = [{
    An edge of a DML graph whose ends differ, and every broadcast, transpose or
    reshape. Element i of the result is read from the memory of the operand at
    the address the result's type gives; nothing is converted.

    ```mlir
    // Repeats a row.
    %1 = dml.reinterpret %0 : tensor<8xf32> to tensor<4x8xf32, #dml.strides<[0, 1]>>
    ```
  }];
  let arguments = (ins Dml_Tensor:$input);
  let results = (outs Dml_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Dml_YieldOp : Op<Dml_Dialect, "yield",
    [Pure, Terminator, ReturnLike, ParentOneOf<["FusedOp"]>]> {
  let summary = "Elements that dml.fused stores";
  let arguments = (ins Variadic<Dml_Element>:$values);
  let assemblyFormat = "attr-dict $values `:` type($values)";
}

def Dml_FusedOp : Op<Dml_Dialect, "fused",
    [Pure, IsolatedFromAbove, SingleBlock]> {
  let summary = "Operators computed in one pass over memory";
  let description = [{
    The body computes one element of each result from one element of each input.
    All inputs and results have the same sizes; an input that varies along fewer
    dimensions repeats by stride 0. An operator whose inputs all repeat along
    the inner dimensions is computed once for each step of the outer ones. The
    numbers of `dml.arguments` are places in the kernel's own array of scalars.

    ```mlir
    %r = dml.fused (%x = %a : tensor<8xf32>, %y = %b : tensor<8xf32>)
        -> tensor<8xf32> {
      %0 = dml.multiply %x, %y : f32
      %1 = dml.activation_relu %0 : f32
      dml.yield %1 : f32
    }
    ```
  }];
  let arguments = (ins Variadic<Dml_Tensor>:$inputs);
  let results = (outs Variadic<Dml_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block &getBlock() { return getBody().front(); }
    YieldOp getYield();
    /// Sizes of the loop nest.
    ::llvm::ArrayRef<int64_t> getSizes() {
      return ::llvm::cast<::mlir::RankedTensorType>(getResultTypes().front()).getShape();
    }
  }];
}

def Dml_LaunchOp : Op<Dml_Dialect, "launch", [Pure]> {
  let summary = "Calls a kernel that dml.fused was lowered to";
  let arguments = (ins FlatSymbolRefAttr:$kernel, Variadic<Dml_Tensor>:$inputs);
  let results = (outs Variadic<Dml_Tensor>:$results);
  let assemblyFormat = [{
    $kernel `(` $inputs `)` attr-dict `:` functional-type($inputs, results)
  }];
}

#endif // FUSEDML_DIALECT_DMLSTRUCTURE
