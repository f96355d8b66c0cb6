//===- EmitterSupport.cpp - what element emitters share -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/EmitterSupport.h"

#include "dialect/Dml.h"

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

DataType fusedml::resultType(Operation *op) {
  return dataTypeOf(op->getResult(0).getType());
}

DataType fusedml::operandType(Operation *op, unsigned index) {
  return dataTypeOf(op->getOperand(index).getType());
}

float fusedml::number(FloatAttr attribute) {
  return attribute.getValue().convertToFloat();
}

int64_t fusedml::toInteger(float value, DataType type) {
  APSInt result(bitWidth(type), isUnsigned(type));
  bool exact;
  // convertToInteger saturates and turns NaN into 0.
  APFloat(value).convertToInteger(result, APFloat::rmTowardZero, &exact);
  return isUnsigned(type) ? static_cast<int64_t>(result.getZExtValue())
                          : result.getSExtValue();
}

float fusedml::roundToHalf(float value) {
  return halfToFloat(floatToHalf(value));
}

Value fusedml::zeroOf(ElementBuilder &e, DataType type) {
  if (type == DataType::Float64)
    return e.constantF64(0.0);
  if (type == DataType::Float32)
    return e.constantF32(0.0f);
  return e.constantInt(storageBits(type), 0);
}

static ScaleBiasAttr scaleBiasOf(Operation *op) {
  return op->getAttrOfType<ScaleBiasAttr>("ScaleBias");
}

bool fusedml::hasScaleBias(Operation *op) {
  return static_cast<bool>(scaleBiasOf(op));
}

Value fusedml::loadInput(ElementBuilder &e, Operation *op,
                         ValueRange operands) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  ScaleBiasAttr scaleBias = scaleBiasOf(op);
  if (!scaleBias)
    return x;
  float scale = number(scaleBias.getScale()),
        bias = number(scaleBias.getBias());
  if (isFloat(type))
    return e.add(e.mul(x, e.constantF32(scale)), e.constantF32(bias));
  Value scaled = e.add(
      e.mul(e.toReal(x, type, e.builder.getF64Type()), e.constantF64(scale)),
      e.constantF64(bias));
  return e.saturate(scaled, type);
}
