//===- EmitQuantize.cpp - between floats and scaled integers -------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/EmitterSupport.h"

using namespace mlir;
using namespace fusedml;

/// A scale or element in f32, rounded where it has more digits.
static Value asFloat(ElementBuilder &e, Value stored, DataType type) {
  return isFloat(type) ? e.load(stored, type)
                       : e.toReal(stored, type, e.builder.getF32Type());
}

/// round(x / scale) + zero point, saturated. Sums that are not exact in f32 are
/// far outside of every integer type that occurs.
static Value quantize(ElementBuilder &e, Value x, Value scale, Value zeroPoint,
                      DataType type) {
  Value rounded = e.roundEven(e.div(x, scale));
  return e.saturate(e.add(rounded, zeroPoint), type);
}

/// (x - zero point) * scale, the difference rounded once. It is exact in f32
/// for elements of up to 16 bits, and in f64 for those of 32.
static Value dequantize(ElementBuilder &e, Value x, Value scale,
                        Value zeroPoint, DataType type) {
  Type f64 = e.builder.getF64Type();
  Value difference;
  if (bitWidth(type) <= 16)
    difference = e.sub(asFloat(e, x, type), asFloat(e, zeroPoint, type));
  else
    difference = arith::TruncFOp::create(
        e.builder, e.loc, e.f32(),
        e.sub(e.toReal(x, type, f64), e.toReal(zeroPoint, type, f64)));
  return e.mul(difference, scale);
}

/// Operands: x, scale, zero point.
static Value emitQuantize(ElementBuilder &e, Operation *op,
                          ValueRange operands) {
  return quantize(e, asFloat(e, operands[0], operandType(op)),
                  asFloat(e, operands[1], operandType(op, 1)),
                  asFloat(e, operands[2], operandType(op, 2)), resultType(op));
}

static Value emitDequantize(ElementBuilder &e, Operation *op,
                            ValueRange operands) {
  Value scale = asFloat(e, operands[1], operandType(op, 1));
  return e.store(
      dequantize(e, operands[0], scale, operands[2], operandType(op)),
      resultType(op));
}

/// Operands: x, scale, zero point of a; those of b; scale, zero point of the
/// result.
static Value emitQuantizedLinearAdd(ElementBuilder &e, Operation *op,
                                    ValueRange operands) {
  auto input = [&](unsigned first) {
    return dequantize(e, operands[first], operands[first + 1],
                      operands[first + 2], operandType(op, first));
  };
  return quantize(e, e.add(input(0), input(3)), operands[6],
                  asFloat(e, operands[7], operandType(op, 7)), resultType(op));
}

static constexpr ElementEmitter kEmitters[] = {
    {"quantize_linear", emitQuantize},
    {"dequantize_linear", emitDequantize},
    {"quantized_linear_add", emitQuantizedLinearAdd},
    {"quantize", emitQuantize},
    {"dequantize", emitDequantize},
};

ArrayRef<ElementEmitter> fusedml::quantizeEmitters() { return kEmitters; }
