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
/// What elements are compared with, in their type: `real` for floats and
/// otherwise `integer`.
struct Bound {
  Scalar real = 0.0f;
  Value integer;
};
} // namespace

/// Float fields of an operator whose page converts them first.
static Bound boundOf(ElementBuilder &e, Operation *op, StringRef field) {
  DataType type = operandType(op);
  Scalar value = scalar(e, op, field);
  if (!isFloat(type))
    return {0.0f, e.toInteger(value, type)};
  return {type == DataType::Float16 ? e.roundToHalf(value) : value, Value()};
}

/// Fields of the tensor's own type.
static Bound boundOf(ElementBuilder &e, TypedAttr attribute) {
  if (isa<IntegerAttr>(attribute))
    return {0.0f, e.storedConstant(attribute)};
  APFloat value = cast<FloatAttr>(attribute).getValue();
  bool lossy;
  value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &lossy);
  return {value.convertToFloat(), Value()};
}

static Value atLeast(ElementBuilder &e, Value x, const Bound &bound,
                     DataType type) {
  return isFloat(type) ? e.maximum(x, bound.real)
                       : maximum(e, x, bound.integer, type);
}

static Value atMost(ElementBuilder &e, Value x, const Bound &bound,
                    DataType type) {
  return isFloat(type) ? e.minimum(x, bound.real)
                       : minimum(e, x, bound.integer, type);
}

/// DML: the maximum with Min comes last, so Min wins over a smaller Max.
static Value clamp(ElementBuilder &e, Operation *op, ValueRange operands,
                   const Bound &low, const Bound &high) {
  DataType type = operandType(op);
  return unary(e, op, operands, [&](Value x) {
    return atLeast(e, atMost(e, x, high, type), low, type);
  });
}

static Value emitClip(ElementBuilder &e, Operation *op, ValueRange operands) {
  return clamp(e, op, operands, boundOf(e, op, "Min"), boundOf(e, op, "Max"));
}

static Value emitClip1(ElementBuilder &e, Operation *op, ValueRange operands) {
  auto clip = cast<Clip1Op>(op);
  return clamp(e, op, operands, boundOf(e, clip.getMin()),
               boundOf(e, clip.getMax()));
}

static Value emitThreshold(ElementBuilder &e, Operation *op,
                           ValueRange operands) {
  DataType type = operandType(op);
  Bound low = boundOf(e, op, "Min");
  return unary(e, op, operands,
               [&](Value x) { return atLeast(e, x, low, type); });
}

/// The gradient strictly between the bounds, which NaN is not outside of. It is
/// moved as it is.
static Value passBetween(ElementBuilder &e, Operation *op, ValueRange operands,
                         const Bound &low, const Bound &high) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type), outside;
  if (isFloat(type)) {
    outside = e.bitOr(e.compare(CmpFPredicate::OLE, x, e.real(low.real)),
                      e.compare(CmpFPredicate::OGE, x, e.real(high.real)));
  } else {
    bool isSigned = !isUnsigned(type);
    outside =
        e.bitOr(e.compare(isSigned ? CmpIPredicate::sle : CmpIPredicate::ule, x,
                          low.integer),
                e.compare(isSigned ? CmpIPredicate::sge : CmpIPredicate::uge, x,
                          high.integer));
  }
  return e.select(outside, zeroOf(e, type), operands[1]);
}

static Value emitClipGrad(ElementBuilder &e, Operation *op,
                          ValueRange operands) {
  return passBetween(e, op, operands, boundOf(e, op, "Min"),
                     boundOf(e, op, "Max"));
}

static Value emitClipGrad1(ElementBuilder &e, Operation *op,
                           ValueRange operands) {
  auto clip = cast<ClipGrad1Op>(op);
  return passBetween(e, op, operands, boundOf(e, clip.getMin()),
                     boundOf(e, clip.getMax()));
}

static constexpr ElementEmitter kEmitters[] = {
    {"clip", emitClip},
    {"max", emitMax},
    {"min", emitMin},
    {"threshold", emitThreshold},
    {"clip_grad", emitClipGrad},
    {"clip1", emitClip1},
    {"clip_grad1", emitClipGrad1},
};

ArrayRef<ElementEmitter> fusedml::clampEmitters() { return kEmitters; }
