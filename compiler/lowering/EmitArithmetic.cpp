//===- EmitArithmetic.cpp - sums, products, rounding ---------------------===//
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

static Value emitIdentity(ElementBuilder &e, Operation *op,
                          ValueRange operands) {
  if (!hasScaleBias(op))
    return operands[0]; // Moves bits, NaN payloads included.
  return unary(e, op, operands, [](Value x) { return x; });
}

/// On the stored bits, so that a FLOAT16 NaN keeps its own.
static Value clearSign(ElementBuilder &e, Value stored, DataType type) {
  unsigned width = bitWidth(type);
  Value magnitude =
      e.bitAnd(e.rawBits(stored), e.constantInt(width, ~(1ull << (width - 1))));
  return e.bits(magnitude, getElementTypeOrSelf(stored.getType()));
}

static Value emitAbs(ElementBuilder &e, Operation *op, ValueRange operands) {
  DataType type = operandType(op);
  Value x = operands[0];
  if (hasScaleBias(op))
    x = e.store(loadInput(e, op, operands), type);
  if (isFloat(type))
    return clearSign(e, x, type);
  Value zero = e.constantInt(bitWidth(type), 0);
  return e.select(e.compare(CmpIPredicate::slt, x, zero), e.sub(zero, x), x);
}

static Value emitNegate(ElementBuilder &e, Operation *op, ValueRange operands) {
  DataType type = operandType(op);
  unsigned width = bitWidth(type);
  Value x = operands[0];
  if (!isFloat(type))
    return e.sub(e.constantInt(width, 0), x);
  Value flipped =
      e.bitXor(e.rawBits(x), e.constantInt(width, 1ull << (width - 1)));
  return e.bits(flipped, getElementTypeOrSelf(x.getType()));
}

static Value emitSign(ElementBuilder &e, Operation *op, ValueRange operands) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  if (isFloat(type)) {
    // NaN fails both tests.
    Value zero = e.constantF32(0.0f);
    Value below = e.select(e.compare(CmpFPredicate::OLT, x, zero),
                           e.constantF32(-1.0f), zero);
    return e.store(e.select(e.compare(CmpFPredicate::OGT, x, zero),
                            e.constantF32(1.0f), below),
                   type);
  }
  unsigned width = bitWidth(type);
  Value zero = e.constantInt(width, 0), one = e.constantInt(width, 1);
  if (isUnsigned(type))
    return e.select(e.compare(CmpIPredicate::ne, x, zero), one, zero);
  Value below = e.select(e.compare(CmpIPredicate::slt, x, zero),
                         e.constantInt(width, ~0ull), zero);
  return e.select(e.compare(CmpIPredicate::sgt, x, zero), one, below);
}

static Value emitAdd(ElementBuilder &e, Operation *op, ValueRange operands) {
  return binary(e, op, operands, [&](Value a, Value b) { return e.add(a, b); });
}

static Value emitSubtract(ElementBuilder &e, Operation *op,
                          ValueRange operands) {
  return binary(e, op, operands, [&](Value a, Value b) { return e.sub(a, b); });
}

static Value emitMultiply(ElementBuilder &e, Operation *op,
                          ValueRange operands) {
  return binary(e, op, operands, [&](Value a, Value b) { return e.mul(a, b); });
}

static Value emitDifferenceSquare(ElementBuilder &e, Operation *op,
                                  ValueRange operands) {
  return binary(e, op, operands, [&](Value a, Value b) {
    Value difference = e.sub(a, b);
    return e.mul(difference, difference);
  });
}

/// (a + b) / 2 without the sum: what both have, and half of what one has.
static Value meanOfIntegers(ElementBuilder &e, Value a, Value b,
                            DataType type) {
  unsigned width = bitWidth(type);
  Value different = e.bitXor(a, b);
  Value common = e.bitAnd(a, b);
  if (isUnsigned(type))
    return e.add(common, e.shiftRightLogical(different, 1));
  Value half = arith::ShRSIOp::create(e.builder, e.loc, different,
                                      e.constantInt(width, 1));
  Value floor = e.add(common, half);
  // Toward zero: one more where the mean is negative and was not whole. The
  // sign bit moved to the end is that one.
  return e.add(floor,
               e.bitAnd(e.shiftRightLogical(floor, width - 1), different));
}

static Value emitMean(ElementBuilder &e, Operation *op, ValueRange operands) {
  DataType type = operandType(op);
  return binary(e, op, operands, [&](Value a, Value b) {
    // Half is exact wherever dividing by 2 is.
    return isFloat(type) ? e.mul(e.add(a, b), e.constantF32(0.5f))
                         : meanOfIntegers(e, a, b, type);
  });
}

static Value emitRecip(ElementBuilder &e, Operation *op, ValueRange operands) {
  return unary(e, op, operands,
               [&](Value x) { return e.div(e.constantF32(1.0f), x); });
}

static Value emitSqrt(ElementBuilder &e, Operation *op, ValueRange operands) {
  return unary(e, op, operands, [&](Value x) { return e.sqrt(x); });
}

static Value emitCeil(ElementBuilder &e, Operation *op, ValueRange operands) {
  return unary(e, op, operands, [&](Value x) { return e.ceil(x); });
}

static Value emitFloor(ElementBuilder &e, Operation *op, ValueRange operands) {
  return unary(e, op, operands, [&](Value x) { return e.floor(x); });
}

static Value emitRound(ElementBuilder &e, Operation *op, ValueRange operands) {
  StringRef mode = cast<RoundOp>(op).getRoundingMode();
  return unary(e, op, operands, [&](Value x) {
    if (mode == "HALVES_TO_NEAREST_EVEN")
      return e.roundEven(x);
    if (mode == "TOWARD_ZERO")
      return e.trunc(x);
    // TOWARD_INFINITY: halves away from zero. A whole half would carry numbers
    // just below one over it; with the float before it the sum rounds to the
    // next integer from the half on.
    return e.trunc(e.add(x, e.copySign(e.constantF32(0x1.fffffep-2f), x)));
  });
}

static constexpr ElementEmitter kEmitters[] = {
    {"identity", emitIdentity}, {"abs", emitAbs},
    {"add", emitAdd},           {"ceil", emitCeil},
    {"floor", emitFloor},       {"mean", emitMean},
    {"multiply", emitMultiply}, {"recip", emitRecip},
    {"sqrt", emitSqrt},         {"subtract", emitSubtract},
    {"sign", emitSign},         {"add1", emitAdd},
    {"round", emitRound},       {"difference_square", emitDifferenceSquare},
    {"negate", emitNegate},
};

ArrayRef<ElementEmitter> fusedml::arithmeticEmitters() { return kEmitters; }
