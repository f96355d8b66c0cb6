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

/// The value of a number, which is an argument unless its number is -1.
static Scalar scalarOf(ElementBuilder &e, FloatAttr attribute,
                       int32_t argument) {
  float value = attribute.getValue().convertToFloat();
  if (argument < 0)
    return value;
  return {e.arguments.lookup(argument), value};
}

Scalar fusedml::scalar(ElementBuilder &e, Operation *op, StringRef field) {
  return scalarOf(e, op->getAttrOfType<FloatAttr>(field),
                  argumentNumber(op, field));
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
  Scalar scale =
      scalarOf(e, scaleBias.getScale(), argumentNumber(op, "ScaleBias", 0));
  Scalar bias =
      scalarOf(e, scaleBias.getBias(), argumentNumber(op, "ScaleBias", 1));
  if (isFloat(type))
    return e.add(e.mul(x, e.real(scale)), e.real(bias));
  Value scaled =
      e.add(e.mul(e.toReal(x, type, e.builder.getF64Type()), e.real64(scale)),
            e.real64(bias));
  return e.saturate(scaled, type);
}
