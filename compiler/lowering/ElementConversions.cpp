//===- ElementConversions.cpp - between the forms and types of elements ---===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/ElementBuilder.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace fusedml;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// FLOAT16
//===----------------------------------------------------------------------===//

Value ElementBuilder::halfToFloat(Value half) {
  if (target.hasHalf) {
    Value wide = arith::ExtFOp::create(builder, loc, f32(),
                                       bits(half, builder.getF16Type()));
    // The fence is no instruction. Without it LLVM moves comparisons, roundings
    // and choices in front of the conversion, where they are slow.
    return LLVM::CallIntrinsicOp::create(
               builder, loc, wide.getType(),
               builder.getStringAttr("llvm.arithmetic.fence"), wide)
        .getResult(0);
  }
  // The half's exponent and fraction, read as a float, are 2^-112 times its
  // value; the product is exact, subnormals included.
  Value wide = resize(half, 32, /*isUnsigned=*/true);
  Value magnitude = shiftLeft(bitAnd(wide, constantInt(32, 0x7fff)), 13);
  Value scaled =
      bits(mul(bits(magnitude, builder.getF32Type()), constantF32(0x1p112f)),
           builder.getI32Type());
  Value special =
      compare(CmpIPredicate::uge, magnitude, constantInt(32, 0x7c00u << 13));
  Value finite =
      select(special, bitOr(magnitude, constantInt(32, 0x7f800000)), scaled);
  Value sign = shiftLeft(bitAnd(wide, constantInt(32, 0x8000)), 16);
  return bits(bitOr(finite, sign), builder.getF32Type());
}

Value ElementBuilder::floatToHalf(Value value) {
  if (target.hasHalf)
    return bits(arith::TruncFOp::create(builder, loc,
                                        like(builder.getF16Type()), value),
                builder.getI16Type());
  Value raw = bits(value, builder.getI32Type());
  Value magnitude = bitAnd(raw, constantInt(32, 0x7fffffff));
  // Normal results: rebias the exponent and round to nearest even by adding
  // just less than half a unit, or half where the last bit is odd; a carry
  // into the exponent is right, up to infinity.
  Value odd = bitAnd(shiftRightLogical(magnitude, 13), constantInt(32, 1));
  Value normal = shiftRightLogical(
      add(add(magnitude, odd), constantInt(32, 0xfffu - (112u << 23))), 13);
  // Subnormal results: adding 0.5 lets the float adder round at 2^-24.
  Value shifted = add(bits(magnitude, builder.getF32Type()), constantF32(0.5f));
  Value subnormal =
      sub(bits(shifted, builder.getI32Type()), constantInt(32, 0x3f000000));
  Value result = select(
      compare(CmpIPredicate::ult, magnitude, constantInt(32, 0x38800000)),
      subnormal, normal);
  Value large =
      compare(CmpIPredicate::uge, magnitude, constantInt(32, 0x47800000));
  Value isNan =
      compare(CmpIPredicate::ugt, magnitude, constantInt(32, 0x7f800000));
  result = select(
      large, select(isNan, constantInt(32, 0x7e00), constantInt(32, 0x7c00)),
      result);
  Value sign = bitAnd(shiftRightLogical(raw, 16), constantInt(32, 0x8000));
  return resize(bitOr(result, sign), 16, true);
}

Value ElementBuilder::load(Value stored, DataType type) {
  if (Value computed = unrounded.lookup(stored))
    return computed;
  return type == DataType::Float16 ? halfToFloat(stored) : stored;
}

Value ElementBuilder::store(Value computed, DataType type) {
  if (type != DataType::Float16)
    return computed;
  Value rounded = floatToHalf(computed);
  if (keepsUnrounded)
    unrounded[rounded] = computed;
  return rounded;
}

Value ElementBuilder::storeDouble(Value computed, DataType type) {
  if (type == DataType::Float64)
    return computed;
  Value rounded = arith::TruncFOp::create(builder, loc, f32(), computed);
  if (type == DataType::Float32)
    return rounded;
  // Rounding twice is only right if the first is to odd: where the float is
  // inexact and even, its neighbour on the other side of the value is odd.
  Value back = arith::ExtFOp::create(builder, loc, f64(), rounded);
  Value raw = bits(rounded, builder.getI32Type());
  Value inexact = compare(CmpFPredicate::ONE, back, computed);
  Value even = compare(CmpIPredicate::eq, bitAnd(raw, constantInt(32, 1)),
                       constantInt(32, 0));
  auto magnitude = [&](Value value) {
    return bits(
        bitAnd(bits(value, builder.getI64Type()), constantInt(64, ~0ull >> 1)),
        builder.getF64Type());
  };
  Value below =
      compare(CmpFPredicate::OLT, magnitude(back), magnitude(computed));
  Value step = select(below, constantInt(32, 1), constantInt(32, ~0u));
  Value odd = add(raw, select(bitAnd(inexact, even), step, constantInt(32, 0)));
  return floatToHalf(bits(odd, builder.getF32Type()));
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

Value ElementBuilder::resize(Value value, unsigned width, bool isUnsigned) {
  unsigned from = getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  if (from == width)
    return value;
  if (from > width)
    return arith::TruncIOp::create(builder, loc, integer(width), value);
  if (isUnsigned)
    return arith::ExtUIOp::create(builder, loc, integer(width), value);
  return arith::ExtSIOp::create(builder, loc, integer(width), value);
}

unsigned fusedml::storageBits(DataType type) {
  return std::max(bitWidth(type), 8u);
}

Value ElementBuilder::toReal(Value value, DataType type, Type scalar) {
  unsigned width = bitWidth(type);
  // After widening, the signed conversion serves both and is native.
  if (width < 32)
    value = resize(value, 32, isUnsigned(type));
  else if (isUnsigned(type))
    return arith::UIToFPOp::create(builder, loc, like(scalar), value);
  return arith::SIToFPOp::create(builder, loc, like(scalar), value);
}

int64_t fusedml::saturated(float value, DataType type) {
  APSInt result(bitWidth(type), isUnsigned(type));
  bool exact;
  // convertToInteger saturates and turns NaN into 0.
  APFloat(value).convertToInteger(result, APFloat::rmTowardZero, &exact);
  return isUnsigned(type) ? static_cast<int64_t>(result.getZExtValue())
                          : result.getSExtValue();
}

Value ElementBuilder::saturate(Value value, DataType type) {
  // An out of range conversion is poison, so the value is brought into range
  // first.
  Type scalar = getElementTypeOrSelf(value);
  auto constant = [&](double number) { return constantReal(scalar, number); };
  unsigned width = bitWidth(type);
  unsigned digits = isUnsigned(type) ? width : width - 1;
  double limit = std::ldexp(1.0, digits);
  Value zero = constant(0.0), low = constant(isUnsigned(type) ? 0.0 : -limit);
  Value isNumber = compare(CmpFPredicate::ORD, value, value);
  value = select(isNumber, value, zero);
  value = select(compare(CmpFPredicate::OLT, value, low), low, value);
  // Where the format does not hold the maximum, the integer is replaced instead
  // of the float.
  Value beyond;
  if (digits <= (scalar.isF64() ? 53u : 24u)) {
    Value high = constant(limit - 1);
    value = select(compare(CmpFPredicate::OGT, value, high), high, value);
  } else {
    beyond = compare(CmpFPredicate::OGE, value, constant(limit));
    value = select(beyond, zero, value);
  }
  unsigned converted = std::max(width, 32u);
  Value result;
  if (isUnsigned(type) && width >= 32)
    result = arith::FPToUIOp::create(builder, loc, integer(converted), value);
  else
    result = arith::FPToSIOp::create(builder, loc, integer(converted), value);
  result = resize(result, storageBits(type), isUnsigned(type));
  if (!beyond)
    return result;
  APInt most = isUnsigned(type) ? APInt::getMaxValue(width)
                                : APInt::getSignedMaxValue(width);
  return select(beyond, constantInt(width, most.getZExtValue()), result);
}
