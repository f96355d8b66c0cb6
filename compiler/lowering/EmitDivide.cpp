//===- EmitDivide.cpp - quotients and remainders -------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/EmitterSupport.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace fusedml;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

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
    Type real = width == 32 ? Type(e.builder.getF64Type())
                            : Type(e.builder.getF32Type());
    Value exact = e.div(e.toReal(a, type, real), e.toReal(divisor, type, real));
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

//===----------------------------------------------------------------------===//
// Remainders
//===----------------------------------------------------------------------===//

/// a mod b with the sign of a. What the quotient of the replaced divisors
/// leaves is right as well: a by 0, and 0 by the minimum and -1.
static Value truncatedModulus(ElementBuilder &e, Value a, Value b,
                              DataType type) {
  return e.sub(a, e.mul(divideIntegers(e, a, b, type), b));
}

static Value flooredModulus(ElementBuilder &e, Value a, Value b,
                            DataType type) {
  Value remainder = truncatedModulus(e, a, b, type);
  if (isUnsigned(type))
    return remainder;
  Value zero = e.constantInt(bitWidth(type), 0);
  Value signsDiffer =
      e.compare(CmpIPredicate::slt, e.bitXor(remainder, b), zero);
  Value inexact = e.compare(CmpIPredicate::ne, remainder, zero);
  return e.add(remainder, e.select(e.bitAnd(signsDiffer, inexact), b, zero));
}

namespace {

/// Remainders of magnitudes in a float format with more digits than the
/// operands have. With the digits to spare, a product of a whole quotient and
/// the divisor is exact; a quotient that rounds up to a whole number is one;
/// and the difference has no more digits than the divisor. Longer quotients are
/// taken off in pieces, by multiples of the divisor.
class RemainderBuilder {
public:
  RemainderBuilder(ElementBuilder &e, DataType type)
      : e(e), real(type == DataType::Float16 ? e.builder.getF32Type()
                                             : e.builder.getF64Type()) {}

  /// a mod b of f32 values of the type, with the sign of a.
  Value build(Value a, Value b);

private:
  unsigned width() const { return real.getIntOrFloatBitWidth(); }
  unsigned fractionBits() const { return width() == 32 ? 23 : 52; }
  /// Digits of the format less those of the operands.
  unsigned quotientBits() const { return width() == 32 ? 24 - 11 : 53 - 24; }
  Value constant(double value) { return e.constantReal(real, value); }
  Value magnitude(Value x);
  /// a - trunc(a / b) * b where a >= b.
  Value step(Value a, Value b);
  /// b times a power of two, by which a has a quotient of few enough bits.
  Value multipleBelow(Value b, Value a);

  ElementBuilder &e;
  FloatType real;
};

} // namespace

Value RemainderBuilder::magnitude(Value x) {
  if (width() == 64)
    x = arith::ExtFOp::create(e.builder, e.loc, e.f64(), x);
  return e.abs(x);
}

Value RemainderBuilder::step(Value a, Value b) {
  Value whole = e.trunc(e.div(a, b));
  // Not where b is infinite.
  return e.select(e.compare(CmpFPredicate::OGE, a, b),
                  e.sub(a, e.mul(whole, b)), a);
}

Value RemainderBuilder::multipleBelow(Value b, Value a) {
  // All operands are normal numbers in the wider format, or 0.
  auto exponent = [&](Value x) {
    return e.shiftRightLogical(e.rawBits(x), fractionBits());
  };
  Value excess = e.sub(e.sub(exponent(a), exponent(b)),
                       e.constantInt(width(), quotientBits() - 1));
  Value zero = e.constantInt(width(), 0);
  excess = e.select(e.compare(CmpIPredicate::sgt, excess, zero), excess, zero);
  return e.bits(e.add(e.rawBits(b), e.shiftLeft(excess, fractionBits())), real);
}

Value RemainderBuilder::build(Value a, Value b) {
  Value dividend = magnitude(a), divisor = magnitude(b);
  Value infinity = constant(std::numeric_limits<double>::infinity());
  Value valid = e.bitAnd(e.compare(CmpFPredicate::OLT, dividend, infinity),
                         e.compare(CmpFPredicate::OGT, divisor, constant(0.0)));
  dividend = e.select(valid, dividend, constant(0.0));
  divisor = e.select(valid, divisor, constant(1.0));

  Value quotient = e.div(dividend, divisor);
  Value isLong = e.compare(CmpFPredicate::OGE, quotient,
                           constant(std::ldexp(1.0, quotientBits())));
  Value result = e.ifAny(
      isLong,
      [&] {
        auto goOn = [&](ValueRange state) {
          return e.compare(CmpFPredicate::OGE, state[0], divisor);
        };
        auto shorten = [&](ValueRange state) -> SmallVector<Value> {
          return {step(state[0], multipleBelow(divisor, state[0]))};
        };
        return e.whileAny({dividend}, goOn, shorten)[0];
      },
      [&] { return step(dividend, divisor); });

  if (width() == 64)
    result = arith::TruncFOp::create(e.builder, e.loc, e.f32(), result);
  Value nan = e.constantF32(std::numeric_limits<float>::quiet_NaN());
  return e.select(valid, e.copySign(result, a), nan);
}

/// MODULUS_FLOOR from MODULUS_TRUNCATE: one b more if a remainder other than 0
/// has not the sign of b; zeros only get that sign.
static Value toFloored(ElementBuilder &e, Value remainder, Value b) {
  Value signsDiffer = e.compare(CmpIPredicate::slt,
                                e.bitXor(e.rawBits(remainder), e.rawBits(b)),
                                e.constantInt(32, 0));
  Value result = e.select(signsDiffer, e.add(remainder, b), remainder);
  Value isZero = e.compare(CmpFPredicate::OEQ, remainder, e.constantF32(0.0f));
  return e.select(isZero, e.copySign(e.constantF32(0.0f), b), result);
}

static Value emitModulusTruncate(ElementBuilder &e, Operation *op,
                                 ValueRange operands) {
  DataType type = operandType(op);
  return binary(e, op, operands, [&](Value a, Value b) {
    return isFloat(type) ? RemainderBuilder(e, type).build(a, b)
                         : truncatedModulus(e, a, b, type);
  });
}

static Value emitModulusFloor(ElementBuilder &e, Operation *op,
                              ValueRange operands) {
  DataType type = operandType(op);
  return binary(e, op, operands, [&](Value a, Value b) {
    return isFloat(type)
               ? toFloored(e, RemainderBuilder(e, type).build(a, b), b)
               : flooredModulus(e, a, b, type);
  });
}

static constexpr ElementEmitter kEmitters[] = {
    {"divide", emitDivide},
    {"modulus_truncate", emitModulusTruncate},
    {"modulus_floor", emitModulusFloor},
};

ArrayRef<ElementEmitter> fusedml::divideEmitters() { return kEmitters; }
