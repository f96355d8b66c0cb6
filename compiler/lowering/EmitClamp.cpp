//===- EmitClamp.cpp - minima, maxima and bounds -------------------------===//
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
using arith::CmpFPredicate;
using arith::CmpIPredicate;

static Value maximum(ElementBuilder &e, Value a, Value b, DataType type) {
  if (isFloat(type))
    return e.maximum(a, b);
  if (isUnsigned(type))
    return arith::MaxUIOp::create(e.builder, e.loc, a, b);
  return arith::MaxSIOp::create(e.builder, e.loc, a, b);
}

static Value minimum(ElementBuilder &e, Value a, Value b, DataType type) {
  if (isFloat(type))
    return e.minimum(a, b);
  if (isUnsigned(type))
    return arith::MinUIOp::create(e.builder, e.loc, a, b);
  return arith::MinSIOp::create(e.builder, e.loc, a, b);
}

static Value emitMax(ElementBuilder &e, Operation *op, ValueRange operands) {
  DataType type = operandType(op);
  return binary(e, op, operands,
                [&](Value a, Value b) { return maximum(e, a, b, type); });
}

static Value emitMin(ElementBuilder &e, Operation *op, ValueRange operands) {
  DataType type = operandType(op);
  return binary(e, op, operands,
                [&](Value a, Value b) { return minimum(e, a, b, type); });
}

namespace {
/// A constant that elements are compared with, in their type: `real` for floats
/// and otherwise `integer`.
struct Bound {
  float real;
  int64_t integer;
};
} // namespace

/// FLOAT attributes of an operator whose page converts them first.
static Bound boundOf(FloatAttr attribute, DataType type) {
  float value = number(attribute);
  if (isFloat(type))
    return {type == DataType::Float16 ? roundToHalf(value) : value, 0};
  return {0, toInteger(value, type)};
}

/// Attributes of the tensor's own type.
static Bound boundOf(TypedAttr attribute) {
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return {0, static_cast<int64_t>(integer.getValue().getZExtValue())};
  APFloat value = cast<FloatAttr>(attribute).getValue();
  bool lossy;
  value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &lossy);
  return {value.convertToFloat(), 0};
}

static Value atLeast(ElementBuilder &e, Value x, Bound bound, DataType type) {
  if (isFloat(type))
    return e.maximum(x, bound.real);
  return maximum(e, x, e.constantInt(bitWidth(type), bound.integer), type);
}

static Value atMost(ElementBuilder &e, Value x, Bound bound, DataType type) {
  if (isFloat(type))
    return e.minimum(x, bound.real);
  return minimum(e, x, e.constantInt(bitWidth(type), bound.integer), type);
}

/// DML: the maximum with Min comes last, so Min wins over a smaller Max.
static Value clamp(ElementBuilder &e, Operation *op, ValueRange operands,
                   Bound low, Bound high) {
  DataType type = operandType(op);
  return unary(e, op, operands, [&](Value x) {
    return atLeast(e, atMost(e, x, high, type), low, type);
  });
}

static Value emitClip(ElementBuilder &e, Operation *op, ValueRange operands) {
  auto clip = cast<ClipOp>(op);
  DataType type = operandType(op);
  return clamp(e, op, operands, boundOf(clip.getMinAttr(), type),
               boundOf(clip.getMaxAttr(), type));
}

static Value emitClip1(ElementBuilder &e, Operation *op, ValueRange operands) {
  auto clip = cast<Clip1Op>(op);
  return clamp(e, op, operands, boundOf(clip.getMin()), boundOf(clip.getMax()));
}

static Value emitThreshold(ElementBuilder &e, Operation *op,
                           ValueRange operands) {
  DataType type = operandType(op);
  Bound low = boundOf(cast<ThresholdOp>(op).getMinAttr(), type);
  return unary(e, op, operands,
               [&](Value x) { return atLeast(e, x, low, type); });
}

/// The gradient strictly between the bounds, which NaN is not outside of. It is
/// moved as it is.
static Value passBetween(ElementBuilder &e, Operation *op, ValueRange operands,
                         Bound low, Bound high) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type), outside;
  unsigned width = bitWidth(type);
  if (isFloat(type)) {
    outside =
        e.bitOr(e.compare(CmpFPredicate::OLE, x, e.constantF32(low.real)),
                e.compare(CmpFPredicate::OGE, x, e.constantF32(high.real)));
  } else {
    bool isSigned = !isUnsigned(type);
    outside =
        e.bitOr(e.compare(isSigned ? CmpIPredicate::sle : CmpIPredicate::ule, x,
                          e.constantInt(width, low.integer)),
                e.compare(isSigned ? CmpIPredicate::sge : CmpIPredicate::uge, x,
                          e.constantInt(width, high.integer)));
  }
  return e.select(outside, zeroOf(e, type), operands[1]);
}

static Value emitClipGrad(ElementBuilder &e, Operation *op,
                          ValueRange operands) {
  auto clip = cast<ClipGradOp>(op);
  DataType type = operandType(op);
  return passBetween(e, op, operands, boundOf(clip.getMinAttr(), type),
                     boundOf(clip.getMaxAttr(), type));
}

static Value emitClipGrad1(ElementBuilder &e, Operation *op,
                           ValueRange operands) {
  auto clip = cast<ClipGrad1Op>(op);
  return passBetween(e, op, operands, boundOf(clip.getMin()),
                     boundOf(clip.getMax()));
}

static constexpr ElementEmitter kEmitters[] = {
    {"clip", emitClip, 0.03},
    {"max", emitMax, 0.03},
    {"min", emitMin, 0.03},
    {"threshold", emitThreshold, 0.03},
    {"clip_grad", emitClipGrad, 0.03},
    {"clip1", emitClip1, 0.03},
    {"clip_grad1", emitClipGrad1, 0.03},
};

ArrayRef<ElementEmitter> fusedml::clampEmitters() { return kEmitters; }
