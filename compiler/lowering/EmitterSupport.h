//===- EmitterSupport.h - what element emitters share -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_LOWERING_EMITTERSUPPORT_H
#define FUSEDML_COMPILER_LOWERING_EMITTERSUPPORT_H

#include "compiler/lowering/ElementEmitters.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace fusedml {

/// Data type of an operator's result, or of an operand.
DataType resultType(mlir::Operation *op);
DataType operandType(mlir::Operation *op, unsigned index = 0);

/// A Float field of an operator.
Scalar scalar(ElementBuilder &e, mlir::Operation *op, llvm::StringRef field);

/// 0 in storage form.
mlir::Value zeroOf(ElementBuilder &e, DataType type);

bool hasScaleBias(mlir::Operation *op);
/// The first operand in its arithmetic form, after the operator's ScaleBias if
/// it has one: x * Scale + Bias, each operation rounded by itself; integers
/// are computed in double.
mlir::Value loadInput(ElementBuilder &e, mlir::Operation *op,
                      mlir::ValueRange operands);

/// A function of one element, after ScaleBias, computed in the arithmetic form.
template <typename Function>
mlir::Value unary(ElementBuilder &e, mlir::Operation *op,
                  mlir::ValueRange operands, Function function) {
  return e.store(function(loadInput(e, op, operands)), operandType(op));
}

/// A function of two elements of one type, computed in the arithmetic form.
template <typename Function>
mlir::Value binary(ElementBuilder &e, mlir::Operation *op,
                   mlir::ValueRange operands, Function function) {
  DataType type = operandType(op);
  return e.store(function(e.load(operands[0], type), e.load(operands[1], type)),
                 type);
}

/// The emitters of each family, in the order of the rows.
llvm::ArrayRef<ElementEmitter> arithmeticEmitters();
llvm::ArrayRef<ElementEmitter> clampEmitters();
llvm::ArrayRef<ElementEmitter> divideEmitters();
llvm::ArrayRef<ElementEmitter> powEmitters();
llvm::ArrayRef<ElementEmitter> mathEmitters();
llvm::ArrayRef<ElementEmitter> compareEmitters();
llvm::ArrayRef<ElementEmitter> bitEmitters();
llvm::ArrayRef<ElementEmitter> activationEmitters();
llvm::ArrayRef<ElementEmitter> convertEmitters();
llvm::ArrayRef<ElementEmitter> quantizeEmitters();

} // namespace fusedml

#endif // FUSEDML_COMPILER_LOWERING_EMITTERSUPPORT_H
