//===- EmitConvert.cpp - casts and fills ---------------------------------===//
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

static Value castFloat(ElementBuilder &e, Value x, DataType from, DataType to) {
  if (from == DataType::Float64)
    return isFloat(to) ? e.storeDouble(x, to) : e.saturate(x, to);
  x = e.load(x, from);
  if (to == DataType::Float64)
    return arith::ExtFOp::create(e.builder, e.loc, e.f64(), x);
  return isFloat(to) ? e.store(x, to) : e.saturate(x, to);
}

static Value castInteger(ElementBuilder &e, Value x, DataType from,
                         DataType to) {
  if (!isFloat(to))
    return e.resize(x, bitWidth(to), isUnsigned(from));
  if (to == DataType::Float64)
    return e.toReal(x, from, e.builder.getF64Type());
  // Integers that float rounds are beyond the largest half, so that those are
  // rounded once as well.
  return e.store(e.toReal(x, from, e.builder.getF32Type()), to);
}

static Value emitCast(ElementBuilder &e, Operation *op, ValueRange operands) {
  DataType from = operandType(op), to = resultType(op);
  if (from == to)
    return operands[0];
  return isFloat(from) ? castFloat(e, operands[0], from, to)
                       : castInteger(e, operands[0], from, to);
}

static Value emitFillValueConstant(ElementBuilder &e, Operation *op,
                                   ValueRange) {
  return e.storedConstant(cast<FillValueConstantOp>(op).getValue());
}

static Value emitFillValueSequence(ElementBuilder &e, Operation *op,
                                   ValueRange operands) {
  auto fill = cast<FillValueSequenceOp>(op);
  DataType type = resultType(op);
  Value index = operands[0];
  if (isFloat(type)) {
    auto real = [&](TypedAttr attribute) {
      APFloat value = cast<FloatAttr>(attribute).getValue();
      bool lossy;
      value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                    &lossy);
      return e.constantF64(value.convertToDouble());
    };
    Value i = arith::SIToFPOp::create(e.builder, e.loc, e.f64(), index);
    Value sum =
        e.add(real(fill.getValueStart()), e.mul(i, real(fill.getValueDelta())));
    return e.storeDouble(sum, type);
  }
  auto integer = [&](TypedAttr attribute) {
    return e.constantInt(
        bitWidth(type), cast<IntegerAttr>(attribute).getValue().getZExtValue());
  };
  Value i = e.resize(index, bitWidth(type), /*isUnsigned=*/true);
  return e.add(integer(fill.getValueStart()),
               e.mul(i, integer(fill.getValueDelta())));
}

static constexpr ElementEmitter kEmitters[] = {
    {"cast", emitCast},
    {"fill_value_constant", emitFillValueConstant},
    {"fill_value_sequence", emitFillValueSequence},
};

ArrayRef<ElementEmitter> fusedml::convertEmitters() { return kEmitters; }
