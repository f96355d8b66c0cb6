//===- ElementBuilder.cpp - arithmetic on one element or a vector of them -===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/ElementBuilder.h"

#include "front/rules/Arguments.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace fusedml;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

Type ElementBuilder::like(Type scalar) const {
  return lanes ? VectorType::get({lanes}, scalar) : scalar;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value ElementBuilder::constant(TypedAttr scalar) {
  if (!lanes)
    return arith::ConstantOp::create(builder, loc, scalar);
  auto type = cast<VectorType>(like(scalar.getType()));
  return arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(DenseElementsAttr::get(type, scalar)));
}

Value ElementBuilder::constantF32(float value) {
  // Through the bits, so that every NaN and zero stays what it is.
  return constant(FloatAttr::get(builder.getF32Type(), APFloat(value)));
}

Value ElementBuilder::constantF64(double value) {
  return constant(FloatAttr::get(builder.getF64Type(), APFloat(value)));
}

Value ElementBuilder::constantReal(Type scalar, double value) {
  return scalar.isF64() ? constantF64(value)
                        : constantF32(static_cast<float>(value));
}

Value ElementBuilder::constantInt(unsigned bits, uint64_t value) {
  return constant(IntegerAttr::get(builder.getIntegerType(bits),
                                   APInt(64, value).trunc(bits)));
}

Value ElementBuilder::storedConstant(TypedAttr value) {
  Type type = value.getType();
  if (type.isF16())
    return constantInt(
        16, cast<FloatAttr>(value).getValue().bitcastToAPInt().getZExtValue());
  if (isa<FloatType>(type))
    return constant(value);
  // Raw bytes of 4-bit elements may have bits above those.
  APInt number = cast<IntegerAttr>(value).getValue();
  unsigned bits = number.getBitWidth(), width = std::max(bits, 8u);
  number = APInt(bits, number.getRawData()[0], /*isSigned=*/false,
                 /*implicitTrunc=*/true);
  number = type.isUnsignedInteger() ? number.zext(width) : number.sext(width);
  return constantInt(width, number.getZExtValue());
}

Value ElementBuilder::splat(Value scalar) {
  return lanes ? vector::BroadcastOp::create(builder, loc,
                                             like(scalar.getType()), scalar)
                     .getResult()
               : scalar;
}

Value ElementBuilder::real(const Scalar &scalar) {
  return scalar.argumentValue() ? splat(scalar.argumentValue())
                                : constantF32(scalar.constant());
}

Value ElementBuilder::real64(const Scalar &scalar) {
  if (!scalar.argumentValue())
    return constantF64(scalar.constant());
  return splat(arith::ExtFOp::create(builder, loc, builder.getF64Type(),
                                     scalar.argumentValue()));
}

Value ElementBuilder::toInteger(const Scalar &scalar, DataType type) {
  if (!scalar.argumentValue())
    return constantInt(storageBits(type), saturated(scalar.constant(), type));
  return splat(scalarBuilder().saturate(scalar.argumentValue(), type));
}

Scalar ElementBuilder::negate(const Scalar &scalar) {
  if (!scalar.argumentValue())
    return -scalar.constant();
  Value negated = arith::NegFOp::create(builder, loc, scalar.argumentValue());
  if (scalar.isAny())
    return {negated, graph::anyScalar()};
  return {negated, scalar.isNegative() ? 1.0f : -1.0f, scalar.mayBeZero()};
}

Scalar ElementBuilder::roundToHalf(const Scalar &scalar) {
  if (!scalar.argumentValue())
    return fusedml::halfToFloat(fusedml::floatToHalf(scalar.constant()));
  ElementBuilder one = scalarBuilder();
  Value rounded = one.halfToFloat(one.floatToHalf(scalar.argumentValue()));
  if (scalar.isAny())
    return {rounded, graph::anyScalar()};
  return {rounded, scalar.isNegative() ? -1.0f : 1.0f, /*isRounded=*/true};
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

arith::FastMathFlags ElementBuilder::flags() const {
  return contracts ? arith::FastMathFlags::contract
                   : arith::FastMathFlags::none;
}

Value ElementBuilder::add(Value a, Value b) {
  if (isa<FloatType>(getElementTypeOrSelf(a)))
    return arith::AddFOp::create(builder, loc, a, b, flags());
  return arith::AddIOp::create(builder, loc, a, b);
}

Value ElementBuilder::sub(Value a, Value b) {
  if (isa<FloatType>(getElementTypeOrSelf(a)))
    return arith::SubFOp::create(builder, loc, a, b, flags());
  return arith::SubIOp::create(builder, loc, a, b);
}

Value ElementBuilder::mul(Value a, Value b) {
  if (isa<FloatType>(getElementTypeOrSelf(a)))
    return arith::MulFOp::create(builder, loc, a, b, flags());
  return arith::MulIOp::create(builder, loc, a, b);
}

Value ElementBuilder::div(Value a, Value b) {
  return arith::DivFOp::create(builder, loc, a, b);
}

Value ElementBuilder::fma(Value a, Value b, Value c) {
  if (target.hasFma)
    return math::FmaOp::create(builder, loc, a, b, c);
  // The product of two floats is exact in double. The sum is rounded to odd
  // there, after which rounding to float is the only rounding that counts.
  auto widen = [&](Value value) -> Value {
    return arith::ExtFOp::create(builder, loc, f64(), value);
  };
  Value product = mul(widen(a), widen(b)), addend = widen(c);
  Value sum = add(product, addend);
  Value part = sub(sum, product);
  Value error = add(sub(product, sub(sum, part)), sub(addend, part));
  Value zero = constantF64(0.0);
  Value inexact = compare(CmpFPredicate::ONE, error, zero);
  Value raw = bits(sum, builder.getI64Type());
  Value even = compare(CmpIPredicate::eq, bitAnd(raw, constantInt(64, 1)),
                       constantInt(64, 0));
  // Toward the error: away from zero where both have one sign.
  Value sameSign = compare(CmpIPredicate::sge,
                           bitXor(raw, bits(error, builder.getI64Type())),
                           constantInt(64, 0));
  Value step = select(sameSign, constantInt(64, 1), constantInt(64, ~0ull));
  Value odd = add(raw, select(bitAnd(inexact, even), step, constantInt(64, 0)));
  return arith::TruncFOp::create(builder, loc, f32(),
                                 bits(odd, builder.getF64Type()));
}

Value ElementBuilder::bitAnd(Value a, Value b) {
  return arith::AndIOp::create(builder, loc, a, b);
}

Value ElementBuilder::bitOr(Value a, Value b) {
  return arith::OrIOp::create(builder, loc, a, b);
}

Value ElementBuilder::bitXor(Value a, Value b) {
  return arith::XOrIOp::create(builder, loc, a, b);
}

Value ElementBuilder::shiftLeft(Value a, unsigned count) {
  return arith::ShLIOp::create(
      builder, loc, a,
      constantInt(getElementTypeOrSelf(a).getIntOrFloatBitWidth(), count));
}

Value ElementBuilder::shiftRightLogical(Value a, unsigned count) {
  return arith::ShRUIOp::create(
      builder, loc, a,
      constantInt(getElementTypeOrSelf(a).getIntOrFloatBitWidth(), count));
}

Value ElementBuilder::compare(CmpFPredicate predicate, Value a, Value b) {
  return arith::CmpFOp::create(builder, loc, predicate, a, b);
}

Value ElementBuilder::compare(CmpIPredicate predicate, Value a, Value b) {
  return arith::CmpIOp::create(builder, loc, predicate, a, b);
}

Value ElementBuilder::select(Value condition, Value a, Value b) {
  return arith::SelectOp::create(builder, loc, condition, a, b);
}

Value ElementBuilder::bits(Value value, Type scalar) {
  if (getElementTypeOrSelf(value) == scalar)
    return value;
  return arith::BitcastOp::create(builder, loc, like(scalar), value);
}

Value ElementBuilder::rawBits(Value value) {
  return bits(value, builder.getIntegerType(
                         getElementTypeOrSelf(value).getIntOrFloatBitWidth()));
}

Value ElementBuilder::any(Value condition) {
  if (!lanes)
    return condition;
  return vector::ReductionOp::create(builder, loc, vector::CombiningKind::OR,
                                     condition);
}

Value ElementBuilder::ifAny(Value condition, function_ref<Value()> then,
                            function_ref<Value()> otherwise) {
  auto branch = [&](function_ref<Value()> emit) {
    return [this, emit](OpBuilder &, Location) {
      scf::YieldOp::create(builder, loc, emit());
    };
  };
  return scf::IfOp::create(builder, loc, any(condition), branch(then),
                           branch(otherwise))
      .getResult(0);
}

SmallVector<Value>
ElementBuilder::whileAny(ValueRange init, function_ref<Value(ValueRange)> goOn,
                         function_ref<SmallVector<Value>(ValueRange)> step) {
  auto loop = scf::WhileOp::create(
      builder, loc, TypeRange(init), init,
      [&](OpBuilder &, Location, ValueRange state) {
        scf::ConditionOp::create(builder, loc, any(goOn(state)), state);
      },
      [&](OpBuilder &, Location, ValueRange state) {
        scf::YieldOp::create(builder, loc, step(state));
      });
  return loop.getResults();
}

//===----------------------------------------------------------------------===//
// Functions that are exact
//===----------------------------------------------------------------------===//

Value ElementBuilder::abs(Value value) {
  unsigned width = getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  return bits(
      bitAnd(rawBits(value), constantInt(width, ~(1ull << (width - 1)))),
      getElementTypeOrSelf(value));
}

Value ElementBuilder::copySign(Value magnitude, Value sign) {
  return math::CopySignOp::create(builder, loc, magnitude, sign);
}

Value ElementBuilder::sqrt(Value value) {
  return math::SqrtOp::create(builder, loc, value);
}

/// For targets without such an instruction: adding 2^23, or 2^52 in double,
/// leaves no digits for the fraction. Larger numbers have none.
static Value roundByAddition(ElementBuilder &e, Value value) {
  Value limit =
      e.constantReal(getElementTypeOrSelf(value),
                     getElementTypeOrSelf(value).isF64() ? 0x1p52 : 0x1p23);
  Value shift = e.copySign(limit, value);
  Value rounded = e.copySign(e.sub(e.add(value, shift), shift), value);
  Value hasFraction = e.compare(CmpFPredicate::OLT, e.abs(value), limit);
  return e.select(hasFraction, rounded, value);
}

/// The same, moved by `step` where it is on the wrong side of the value. A sum
/// that is 0 has lost the sign.
static Value roundByAddition(ElementBuilder &e, Value value,
                             CmpFPredicate wrong, double step) {
  Value rounded = roundByAddition(e, value);
  Value moved =
      e.add(rounded, e.constantReal(getElementTypeOrSelf(value), step));
  Value isWrong = e.compare(wrong, rounded, value);
  return e.copySign(e.select(isWrong, moved, rounded), value);
}

Value ElementBuilder::floor(Value value) {
  if (target.hasRounding)
    return math::FloorOp::create(builder, loc, value);
  return roundByAddition(*this, value, CmpFPredicate::OGT, -1.0);
}

Value ElementBuilder::ceil(Value value) {
  if (target.hasRounding)
    return math::CeilOp::create(builder, loc, value);
  return roundByAddition(*this, value, CmpFPredicate::OLT, 1.0);
}

Value ElementBuilder::trunc(Value value) {
  if (target.hasRounding)
    return math::TruncOp::create(builder, loc, value);
  return copySign(floor(abs(value)), value);
}

Value ElementBuilder::roundEven(Value value) {
  if (target.hasRounding)
    return math::RoundEvenOp::create(builder, loc, value);
  return roundByAddition(*this, value);
}

/// The larger operand is the same whichever is asked for first, unless they
/// are zeros or NaN. Of two zeros the result is -0 only if both are.
Value ElementBuilder::maximum(Value a, Value b) {
  Value first = select(compare(CmpFPredicate::OGT, a, b), a, b);
  Value second = select(compare(CmpFPredicate::OGT, b, a), b, a);
  Value both =
      bits(bitAnd(rawBits(first), rawBits(second)), getElementTypeOrSelf(a));
  return select(compare(CmpFPredicate::UNO, a, b),
                constantF32(std::numeric_limits<float>::quiet_NaN()), both);
}

Value ElementBuilder::minimum(Value a, Value b) {
  Value first = select(compare(CmpFPredicate::OLT, a, b), a, b);
  Value second = select(compare(CmpFPredicate::OLT, b, a), b, a);
  Value both =
      bits(bitOr(rawBits(first), rawBits(second)), getElementTypeOrSelf(a));
  return select(compare(CmpFPredicate::UNO, a, b),
                constantF32(std::numeric_limits<float>::quiet_NaN()), both);
}

/// x86's min and max return the second operand where they cannot decide; as
/// compare and select each is one instruction. NaN stays since the test is
/// false, and so does a zero against the other one: which is right for -0 as
/// the lower and +0 as the upper bound.
Value ElementBuilder::maximum(Value a, const Scalar &b) {
  if (b.isNan())
    return constantF32(std::numeric_limits<float>::quiet_NaN());
  Value bound = real(b);
  Value greater = select(compare(CmpFPredicate::OGT, bound, a), bound, a);
  if (b.isAny())
    return unlessNan(
        b, select(hasBits(b, 0), add(greater, constantF32(0.0f)), greater));
  // What is at least +0 is not changed by adding +0, but for -0.
  if (!b.mayBeZero() || b.isNegative())
    return greater;
  return add(greater, b.argumentValue() ? constantF32(0.0f) : bound);
}

Value ElementBuilder::minimum(Value a, const Scalar &b) {
  if (b.isNan())
    return constantF32(std::numeric_limits<float>::quiet_NaN());
  Value bound = real(b);
  Value less = select(compare(CmpFPredicate::OLT, bound, a), bound, a);
  auto withSign = [&] {
    return bits(bitOr(rawBits(less), constantInt(32, 1u << 31)),
                builder.getF32Type());
  };
  if (b.isAny())
    return unlessNan(b, select(hasBits(b, 1u << 31), withSign(), less));
  // What is at most -0 has the sign bit, but for +0.
  return b.mayBeZero() && b.isNegative() ? withSign() : less;
}

Value ElementBuilder::hasBits(const Scalar &scalar, uint32_t pattern) {
  return compare(CmpIPredicate::eq, rawBits(real(scalar)),
                 constantInt(32, pattern));
}

Value ElementBuilder::unlessNan(const Scalar &bound, Value value) {
  return select(compare(CmpFPredicate::UNO, real(bound), real(bound)),
                constantF32(std::numeric_limits<float>::quiet_NaN()), value);
}
