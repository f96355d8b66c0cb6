//===- ElementEmitters.cpp - what each operator does to an element --------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// One function for each row of dialect/DmlOps.td, in the order of the rows.
// Everything here must give the same bits for scalars and vectors and on every
// target; see ElementBuilder.
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/ElementEmitters.h"
#include "compiler/lowering/VectorMath.h"

#include "dialect/Dml.h"

#include <cmath>

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Shared parts
//===----------------------------------------------------------------------===//

/// Data type of an operator's result, or of an operand.
static DataType resultType(Operation *op) {
  return dataTypeOf(op->getResult(0).getType());
}
static DataType operandType(Operation *op, unsigned index = 0) {
  return dataTypeOf(op->getOperand(index).getType());
}

static float number(FloatAttr attribute) {
  return attribute.getValue().convertToFloat();
}

/// A FLOAT attribute on an integer tensor: truncated toward zero, saturated,
/// NaN to 0. The result fits int64_t for types of up to 64 bits, unsigned 64
/// excepted, which is returned as its bits.
static int64_t toInteger(float value, DataType type) {
  APSInt result(bitWidth(type), isUnsigned(type));
  bool exact;
  // convertToInteger saturates and turns NaN into 0.
  APFloat(value).convertToInteger(result, APFloat::rmTowardZero, &exact);
  return isUnsigned(type) ? static_cast<int64_t>(result.getZExtValue())
                          : result.getSExtValue();
}

static float roundToHalf(float value) {
  return halfToFloat(floatToHalf(value));
}

/// x * Scale + Bias on the arithmetic form of an input, each operation rounded
/// by itself; integers are computed in double.
static Value applyScaleBias(ElementBuilder &e, ScaleBiasAttr scaleBias, Value x,
                            DataType type) {
  if (!scaleBias)
    return x;
  float scale = number(scaleBias.getScale()),
        bias = number(scaleBias.getBias());
  if (isFloat(type))
    return e.add(e.mul(x, e.constantF32(scale)), e.constantF32(bias));
  Value scaled = e.add(e.mul(e.toDouble(x, type), e.constantF64(scale)),
                       e.constantF64(bias));
  return e.saturateFromDouble(scaled, type);
}

/// A function of two elements of one type, computed in the arithmetic form.
template <typename Function>
static Value binary(ElementBuilder &e, Operation *op, ValueRange operands,
                    Function function) {
  DataType type = operandType(op);
  return e.store(function(e.load(operands[0], type), e.load(operands[1], type)),
                 type);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static Value emitIdentity(ElementBuilder &e, Operation *op,
                          ValueRange operands) {
  ScaleBiasAttr scaleBias = cast<IdentityOp>(op).getScaleBiasAttr();
  if (!scaleBias)
    return operands[0]; // Moves bits, NaN payloads included.
  DataType type = operandType(op);
  return e.store(applyScaleBias(e, scaleBias, e.load(operands[0], type), type),
                 type);
}

static Value emitAdd(ElementBuilder &e, Operation *op, ValueRange operands) {
  return binary(e, op, operands, [&](Value a, Value b) { return e.add(a, b); });
}

static Value emitClip(ElementBuilder &e, Operation *op, ValueRange operands) {
  auto clip = cast<ClipOp>(op);
  DataType type = operandType(op);
  Value x = applyScaleBias(e, clip.getScaleBiasAttr(),
                           e.load(operands[0], type), type);
  float low = number(clip.getMinAttr()), high = number(clip.getMaxAttr());
  if (isFloat(type)) {
    if (type == DataType::Float16) {
      low = roundToHalf(low);
      high = roundToHalf(high);
    }
    return e.store(e.maximum(e.minimum(x, high), low), type);
  }
  Value most = e.constantInt(bitWidth(type), toInteger(high, type));
  Value least = e.constantInt(bitWidth(type), toInteger(low, type));
  bool isSigned = !isUnsigned(type);
  x = e.select(
      e.compare(isSigned ? CmpIPredicate::slt : CmpIPredicate::ult, most, x),
      most, x);
  return e.select(
      e.compare(isSigned ? CmpIPredicate::sgt : CmpIPredicate::ugt, least, x),
      least, x);
}

/// Integer quotients of up to 32 bits by a float type with more digits than
/// both operands have: there a correctly rounded quotient never reaches the
/// next integer, so truncating it is exact.
static Value divideIntegers(ElementBuilder &e, Value a, Value b,
                            DataType type) {
  unsigned width = bitWidth(type);
  bool isUnsigned = fusedml::isUnsigned(type);
  Value zero = e.constantInt(width, 0), one = e.constantInt(width, 1);
  Value ones = e.constantInt(width, ~0ull);
  Value byZero = e.compare(CmpIPredicate::eq, b, zero);
  // Divisors whose quotient cannot be computed are replaced: 0, and -1 under
  // the minimum, where the wanted result is the minimum itself.
  Value unsafe = byZero;
  if (!isUnsigned && width >= 32) {
    Value minimum = e.constantInt(width, 1ull << (width - 1));
    unsafe =
        e.bitOr(unsafe, e.bitAnd(e.compare(CmpIPredicate::eq, b, ones),
                                 e.compare(CmpIPredicate::eq, a, minimum)));
  }
  Value divisor = e.select(unsafe, one, b);
  Value quotient;
  if (width == 64) {
    // No float type is exact here, and no target divides such vectors.
    quotient =
        isUnsigned
            ? arith::DivUIOp::create(e.builder, e.loc, a, divisor).getResult()
            : arith::DivSIOp::create(e.builder, e.loc, a, divisor);
  } else {
    Type real = width == 32 ? e.f64() : e.f32();
    auto widen = [&](Value value) -> Value {
      if (width < 32)
        value = e.resize(value, 32, isUnsigned);
      // After widening, the signed conversion serves both and is native.
      if (isUnsigned && width == 32)
        return arith::UIToFPOp::create(e.builder, e.loc, real, value);
      return arith::SIToFPOp::create(e.builder, e.loc, real, value);
    };
    Value exact = e.div(widen(a), widen(divisor));
    quotient =
        isUnsigned && width == 32
            ? arith::FPToUIOp::create(e.builder, e.loc, e.integer(32), exact)
                  .getResult()
            : arith::FPToSIOp::create(e.builder, e.loc, e.integer(32), exact);
    quotient = e.resize(quotient, width, isUnsigned);
  }
  return e.select(byZero, ones, quotient);
}

static Value emitDivide(ElementBuilder &e, Operation *op, ValueRange operands) {
  DataType type = operandType(op);
  return binary(e, op, operands, [&](Value a, Value b) {
    return isFloat(type) ? e.div(a, b) : divideIntegers(e, a, b, type);
  });
}

static Value emitMultiply(ElementBuilder &e, Operation *op,
                          ValueRange operands) {
  return binary(e, op, operands, [&](Value a, Value b) { return e.mul(a, b); });
}

static Value emitElu(ElementBuilder &e, Operation *op, ValueRange operands) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  float alpha = number(cast<ActivationEluOp>(op).getAlphaAttr());
  Value negative = e.mul(e.constantF32(alpha), emitExpm1(e, x));
  // DML: NaN fails x >= 0 and takes the second branch.
  Value positive = e.compare(CmpFPredicate::OGE, x, e.constantF32(0.0f));
  return e.store(e.select(positive, x, negative), type);
}

static Value emitLeakyRelu(ElementBuilder &e, Operation *op,
                           ValueRange operands) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  float alpha = number(cast<ActivationLeakyReluOp>(op).getAlphaAttr());
  // DML: NaN fails x >= 0 and passes through the product.
  Value positive = e.compare(CmpFPredicate::OGE, x, e.constantF32(0.0f));
  return e.store(e.select(positive, x, e.mul(e.constantF32(alpha), x)), type);
}

static Value emitRelu(ElementBuilder &e, Operation *op, ValueRange operands) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  if (isFloat(type))
    return e.store(e.maximum(x, 0.0f), type);
  Value zero = e.constantInt(bitWidth(type), 0);
  return e.select(e.compare(CmpIPredicate::sgt, x, zero), x, zero);
}

static Value emitShrink(ElementBuilder &e, Operation *op, ValueRange operands) {
  auto shrink = cast<ActivationShrinkOp>(op);
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  float bias = number(shrink.getBiasAttr());
  float threshold = number(shrink.getThresholdAttr());
  if (isFloat(type)) {
    Value b = e.constantF32(bias);
    Value below = e.compare(CmpFPredicate::OLT, x, e.constantF32(-threshold));
    Value above = e.compare(CmpFPredicate::OGT, x, e.constantF32(threshold));
    Value lower = e.select(below, e.add(x, b), e.constantF32(0.0f));
    return e.store(e.select(above, e.sub(x, b), lower), type);
  }
  unsigned width = bitWidth(type);
  Value b = e.constantInt(width, toInteger(bias, type));
  Value zero = e.constantInt(width, 0);
  int64_t limit = toInteger(threshold, type);
  Value above =
      e.compare(isUnsigned(type) ? CmpIPredicate::ugt : CmpIPredicate::sgt, x,
                e.constantInt(width, limit));
  // -Threshold as an integer of any size: below every unsigned x, and above
  // every signed x if Threshold is the minimum.
  Value lower = zero;
  if (!isUnsigned(type)) {
    bool always = limit == -(int64_t(1) << (width - 1));
    Value sum = e.add(x, b);
    lower = always ? sum
                   : e.select(e.compare(CmpIPredicate::slt, x,
                                        e.constantInt(width, -limit)),
                              sum, zero);
  }
  return e.select(above, e.sub(x, b), lower);
}

static Value emitIsInfinity(ElementBuilder &e, Operation *op,
                            ValueRange operands) {
  // On the stored bits; no conversion can then mistake a large value.
  DataType type = operandType(op);
  unsigned width = bitWidth(type);
  uint64_t sign = 1ull << (width - 1);
  uint64_t infinity = type == DataType::Float16 ? 0x7c00 : 0x7f800000;
  Value raw = type == DataType::Float16
                  ? operands[0]
                  : e.bits(operands[0], e.builder.getI32Type());
  StringRef mode = cast<IsInfinityOp>(op).getInfinityMode();
  if (mode == "EITHER")
    raw = e.bitAnd(raw, e.constantInt(width, sign - 1));
  if (mode == "NEGATIVE")
    infinity |= sign;
  Value found =
      e.compare(CmpIPredicate::eq, raw, e.constantInt(width, infinity));
  return e.select(found, e.constantInt(8, 1), e.constantInt(8, 0));
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

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

static constexpr ElementEmitter kEmitters[] = {
    {"identity", emitIdentity, 0.01},
    {"add", emitAdd, 0.02},
    {"add1", emitAdd, 0.02},
    {"clip", emitClip, 0.04},
    {"divide", emitDivide, 0.1},
    {"multiply", emitMultiply, 0.02},
    {"activation_elu", emitElu, 0.4},
    {"activation_leaky_relu", emitLeakyRelu, 0.03},
    {"activation_relu", emitRelu, 0.03},
    {"activation_shrink", emitShrink, 0.05},
    {"is_infinity", emitIsInfinity, 0.03},
    {"fill_value_sequence", emitFillValueSequence, 0.05},
};

const ElementEmitter *fusedml::findEmitter(StringRef mnemonic) {
  for (const ElementEmitter &emitter : kEmitters)
    if (emitter.mnemonic == mnemonic)
      return &emitter;
  return nullptr;
}
