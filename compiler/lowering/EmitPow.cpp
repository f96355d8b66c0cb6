//===- EmitPow.cpp - powers ----------------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/EmitterSupport.h"
#include "compiler/lowering/VectorMath.h"

using namespace mlir;
using namespace fusedml;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

/// base^exponent modulo 2^N for exponents that are not negative.
static Value powerBySquaring(ElementBuilder &e, Value base, Value exponent) {
  unsigned width = getElementTypeOrSelf(base.getType()).getIntOrFloatBitWidth();
  unsigned steps =
      getElementTypeOrSelf(exponent.getType()).getIntOrFloatBitWidth();
  Value none = e.constantInt(steps, 0);
  auto goOn = [&](ValueRange state) {
    return e.compare(CmpIPredicate::ne, state[2], none);
  };
  auto step = [&](ValueRange state) -> SmallVector<Value> {
    Value result = state[0], power = state[1], rest = state[2];
    Value odd = e.compare(CmpIPredicate::ne,
                          e.bitAnd(rest, e.constantInt(steps, 1)), none);
    return {e.select(odd, e.mul(result, power), result), e.mul(power, power),
            e.shiftRightLogical(rest, 1)};
  };
  return e.whileAny({e.constantInt(width, 1), base, exponent}, goOn, step)[0];
}

/// The true value of base^exponent truncated toward zero, for negative
/// exponents; 1 / 0 for base 0.
static Value inversePower(ElementBuilder &e, Value base, Value exponent,
                          DataType type, DataType exponentType) {
  unsigned width = bitWidth(type), exponentWidth = bitWidth(exponentType);
  Value zero = e.constantInt(width, 0), one = e.constantInt(width, 1);
  Value ones = e.constantInt(width, ~0ull);
  Value result = e.select(e.compare(CmpIPredicate::eq, base, one), one, zero);
  result = e.select(e.compare(CmpIPredicate::eq, base, zero), ones, result);
  if (isUnsigned(type))
    return result;
  Value odd = e.compare(CmpIPredicate::ne,
                        e.bitAnd(exponent, e.constantInt(exponentWidth, 1)),
                        e.constantInt(exponentWidth, 0));
  return e.select(e.compare(CmpIPredicate::eq, base, ones),
                  e.select(odd, ones, one), result);
}

static Value powerOfIntegers(ElementBuilder &e, Value base, Value exponent,
                             DataType type, DataType exponentType) {
  if (isUnsigned(exponentType))
    return powerBySquaring(e, base, exponent);
  Value zero = e.constantInt(bitWidth(exponentType), 0);
  Value negative = e.compare(CmpIPredicate::slt, exponent, zero);
  return e.select(negative, inversePower(e, base, exponent, type, exponentType),
                  powerBySquaring(e, base, e.select(negative, zero, exponent)));
}

/// The true value for an integer base and a float exponent, saturated.
static Value powerOfInteger(ElementBuilder &e, Value base, Value exponent,
                            DataType type) {
  unsigned width = bitWidth(type);
  Value x = e.toReal(base, type, e.builder.getF64Type());
  Value y = arith::ExtFOp::create(e.builder, e.loc, e.f64(), exponent);
  Value power = e.saturate(emitPowDouble(e, x, y), type);
  // Fractions however close to 1, which double may round to it.
  Value isFraction =
      e.bitAnd(e.compare(CmpFPredicate::OLT, y, e.constantF64(0.0)),
               e.compare(CmpFPredicate::OGT, e.abs(x), e.constantF64(1.0)));
  return e.select(isFraction, e.constantInt(width, 0), power);
}

static Value emitPower(ElementBuilder &e, Operation *op, ValueRange operands) {
  DataType type = operandType(op), exponentType = operandType(op, 1);
  Value x = loadInput(e, op, operands);
  Value exponent = e.load(operands[1], exponentType);
  if (!isFloat(type) && !isFloat(exponentType))
    return powerOfIntegers(e, x, exponent, type, exponentType);
  Type f32 = e.builder.getF32Type(), f64 = e.builder.getF64Type();
  if (isFloat(type)) {
    // float holds integers of 16 bits, double those of 32.
    if (!isFloat(exponentType))
      exponent = e.toReal(exponent, exponentType,
                          bitWidth(exponentType) <= 16 ? f32 : f64);
    return e.store(emitPow(e, x, exponent), type);
  }
  return powerOfInteger(e, x, exponent, type);
}

static constexpr ElementEmitter kEmitters[] = {
    {"pow", emitPower},
};

ArrayRef<ElementEmitter> fusedml::powEmitters() { return kEmitters; }
