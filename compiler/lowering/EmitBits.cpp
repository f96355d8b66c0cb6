//===- EmitBits.cpp - operators on bits ----------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/EmitterSupport.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace fusedml;
using arith::CmpIPredicate;

/// A function of the bits of two elements of one type.
template <typename Function>
static Value onBits(ElementBuilder &e, ValueRange operands, Function function) {
  return e.bits(function(e.rawBits(operands[0]), e.rawBits(operands[1])),
                getElementTypeOrSelf(operands[0].getType()));
}

/// `shift` by less than the width; otherwise every bit is gone.
template <typename Shift>
static Value shiftBits(ElementBuilder &e, Operation *op, ValueRange operands) {
  unsigned width = bitWidth(operandType(op));
  Value inside =
      e.compare(CmpIPredicate::ult, operands[1], e.constantInt(width, width));
  Value count = e.bitAnd(operands[1], e.constantInt(width, width - 1));
  Value shifted = Shift::create(e.builder, e.loc, operands[0], count);
  return e.select(inside, shifted, e.constantInt(width, 0));
}

static Value emitBitAnd(ElementBuilder &e, Operation *, ValueRange operands) {
  return onBits(e, operands, [&](Value a, Value b) { return e.bitAnd(a, b); });
}

static Value emitBitOr(ElementBuilder &e, Operation *, ValueRange operands) {
  return onBits(e, operands, [&](Value a, Value b) { return e.bitOr(a, b); });
}

static Value emitBitXor(ElementBuilder &e, Operation *, ValueRange operands) {
  return onBits(e, operands, [&](Value a, Value b) { return e.bitXor(a, b); });
}

static Value emitBitNot(ElementBuilder &e, Operation *op, ValueRange operands) {
  Value ones = e.constantInt(bitWidth(operandType(op)), ~0ull);
  return e.bits(e.bitXor(e.rawBits(operands[0]), ones),
                getElementTypeOrSelf(operands[0].getType()));
}

static Value emitBitCount(ElementBuilder &e, Operation *op,
                          ValueRange operands) {
  Value count = math::CtPopOp::create(e.builder, e.loc, e.rawBits(operands[0]));
  return e.resize(count, bitWidth(resultType(op)), /*isUnsigned=*/true);
}

static constexpr ElementEmitter kEmitters[] = {
    {"bit_shift_left", shiftBits<arith::ShLIOp>},
    {"bit_shift_right", shiftBits<arith::ShRUIOp>},
    {"bit_and", emitBitAnd},
    {"bit_or", emitBitOr},
    {"bit_xor", emitBitXor},
    {"bit_not", emitBitNot},
    {"bit_count", emitBitCount},
};

ArrayRef<ElementEmitter> fusedml::bitEmitters() { return kEmitters; }
