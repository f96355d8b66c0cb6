//===- OperandAccess.h - loads and stores of a kernel -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_LOWERING_OPERANDACCESS_H
#define FUSEDML_COMPILER_LOWERING_OPERANDACCESS_H

#include "compiler/lowering/ElementBuilder.h"
#include "compiler/lowering/KernelShape.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace fusedml {

/// The parameters of a kernel function, see runtime/KernelAbi.h.
enum KernelParameter { Bases, Extents, Strides, Begin, End, Flags };

/// Reads and writes what a kernel function is called with. An operand is known
/// by its number, and a place in it by the address of an element; of an index
/// operand that is the index, of 4-bit elements a number of nibbles.
class OperandAccess {
public:
  OperandAccess(mlir::ImplicitLocOpBuilder &b, const KernelShape &shape,
                mlir::LLVM::LLVMFuncOp function)
      : b(b), shape(shape), function(function) {}

  /// The first element.
  mlir::Value base(unsigned operand);
  mlir::Value extent(unsigned dim);
  mlir::Value stride(unsigned operand, unsigned dim);
  KernelArguments loadArguments();
  /// Moves a place by a number of elements.
  mlir::Value advance(unsigned operand, mlir::Value place,
                      mlir::Value elements);
  mlir::Value loadScalar(unsigned operand, mlir::Value place);

  /// How a vector is stored.
  enum class Store { Normal, PastCaches, ByFlag };
  /// For Store::ByFlag: whether this call writes past the caches.
  mlir::Value bypass;
  /// The element of a row at `position`, or a vector of as many as `e` has
  /// lanes. `mask` is null where all count.
  mlir::Value load(unsigned operand, mlir::Value row, mlir::Value position,
                   ElementBuilder &e, mlir::Value mask);
  void store(unsigned operand, mlir::Value row, mlir::Value position,
             mlir::Value value, mlir::Value mask, Store how);

  mlir::Value i64(int64_t value);
  /// 0, 1, 2 and so on as integers.
  mlir::Value laneNumbers(ElementBuilder &e, unsigned bits);

private:
  mlir::Value element(mlir::Type type, mlir::Value array, int64_t index);
  void storeScalar(unsigned operand, mlir::Value place, mlir::Value value);
  /// Of the innermost dimension, null where it is 1.
  mlir::Value innerStride(unsigned operand);
  mlir::Value placeAt(unsigned operand, mlir::Value row, mlir::Value position,
                      mlir::Value stride);

  mlir::ImplicitLocOpBuilder &b;
  const KernelShape &shape;
  mlir::LLVM::LLVMFuncOp function;
};

} // namespace fusedml

#endif // FUSEDML_COMPILER_LOWERING_OPERANDACCESS_H
