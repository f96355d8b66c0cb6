//===- EmitCompare.cpp - comparisons, logic, predicates, choice ----------===//
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

/// 1 or 0 of the operator's result type.
static Value truth(ElementBuilder &e, Operation *op, Value condition) {
  unsigned width = bitWidth(resultType(op));
  return e.select(condition, e.constantInt(width, 1), e.constantInt(width, 0));
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

namespace {
/// One relation in the forms of each kind of type.
struct Relation {
  CmpFPredicate real;
  CmpIPredicate ofSigned, ofUnsigned;
};
} // namespace

template <const Relation &relation>
static Value emitComparison(ElementBuilder &e, Operation *op,
                            ValueRange operands) {
  DataType type = operandType(op);
  Value a = e.load(operands[0], type), b = e.load(operands[1], type);
  if (isFloat(type))
    return truth(e, op, e.compare(relation.real, a, b));
  return truth(
      e, op,
      e.compare(isUnsigned(type) ? relation.ofUnsigned : relation.ofSigned, a,
                b));
}

// Ordered: NaN has no relation to anything.
static constexpr Relation kEqual = {CmpFPredicate::OEQ, CmpIPredicate::eq,
                                    CmpIPredicate::eq};
static constexpr Relation kGreater = {CmpFPredicate::OGT, CmpIPredicate::sgt,
                                      CmpIPredicate::ugt};
static constexpr Relation kLess = {CmpFPredicate::OLT, CmpIPredicate::slt,
                                   CmpIPredicate::ult};
static constexpr Relation kGreaterOrEqual = {
    CmpFPredicate::OGE, CmpIPredicate::sge, CmpIPredicate::uge};
static constexpr Relation kLessOrEqual = {
    CmpFPredicate::OLE, CmpIPredicate::sle, CmpIPredicate::ule};

//===----------------------------------------------------------------------===//
// Logic: any element but 0 is true
//===----------------------------------------------------------------------===//

static Value isTrue(ElementBuilder &e, Value x, DataType type) {
  return e.compare(CmpIPredicate::ne, x, e.constantInt(bitWidth(type), 0));
}

template <typename Connect>
static Value logical(ElementBuilder &e, Operation *op, ValueRange operands,
                     Connect connect) {
  DataType type = operandType(op);
  return truth(
      e, op,
      connect(isTrue(e, operands[0], type), isTrue(e, operands[1], type)));
}

static Value emitLogicalAnd(ElementBuilder &e, Operation *op,
                            ValueRange operands) {
  return logical(e, op, operands,
                 [&](Value a, Value b) { return e.bitAnd(a, b); });
}

static Value emitLogicalNot(ElementBuilder &e, Operation *op,
                            ValueRange operands) {
  DataType type = operandType(op);
  return truth(e, op,
               e.compare(CmpIPredicate::eq, operands[0], zeroOf(e, type)));
}

static Value emitLogicalOr(ElementBuilder &e, Operation *op,
                           ValueRange operands) {
  return logical(e, op, operands,
                 [&](Value a, Value b) { return e.bitOr(a, b); });
}

static Value emitLogicalXor(ElementBuilder &e, Operation *op,
                            ValueRange operands) {
  return logical(e, op, operands,
                 [&](Value a, Value b) { return e.bitXor(a, b); });
}

/// Moves the stored element.
static Value emitIf(ElementBuilder &e, Operation *op, ValueRange operands) {
  return e.select(isTrue(e, operands[0], operandType(op)), operands[1],
                  operands[2]);
}

//===----------------------------------------------------------------------===//
// Predicates, on the stored bits: no conversion can then change a value
//===----------------------------------------------------------------------===//

static uint64_t infinityOf(DataType type) {
  return type == DataType::Float16 ? 0x7c00 : 0x7f800000;
}

static Value emitIsNan(ElementBuilder &e, Operation *op, ValueRange operands) {
  DataType type = operandType(op);
  unsigned width = bitWidth(type);
  Value magnitude = e.bitAnd(e.rawBits(operands[0]),
                             e.constantInt(width, ~(1ull << (width - 1))));
  // Signed comparisons are native everywhere, and the sign bit is off.
  return truth(e, op,
               e.compare(CmpIPredicate::sgt, magnitude,
                         e.constantInt(width, infinityOf(type))));
}

static Value emitIsInfinity(ElementBuilder &e, Operation *op,
                            ValueRange operands) {
  DataType type = operandType(op);
  unsigned width = bitWidth(type);
  uint64_t sign = 1ull << (width - 1);
  uint64_t infinity = infinityOf(type);
  Value raw = e.rawBits(operands[0]);
  StringRef mode = cast<IsInfinityOp>(op).getInfinityMode();
  if (mode == "EITHER")
    raw = e.bitAnd(raw, e.constantInt(width, sign - 1));
  if (mode == "NEGATIVE")
    infinity |= sign;
  return truth(
      e, op, e.compare(CmpIPredicate::eq, raw, e.constantInt(width, infinity)));
}

static constexpr ElementEmitter kEmitters[] = {
    {"logical_and", emitLogicalAnd},
    {"logical_equals", emitComparison<kEqual>},
    {"logical_greater_than", emitComparison<kGreater>},
    {"logical_less_than", emitComparison<kLess>},
    {"logical_not", emitLogicalNot},
    {"logical_or", emitLogicalOr},
    {"logical_xor", emitLogicalXor},
    {"is_nan", emitIsNan},
    {"if", emitIf},
    {"is_infinity", emitIsInfinity},
    {"logical_greater_than_or_equal", emitComparison<kGreaterOrEqual>},
    {"logical_less_than_or_equal", emitComparison<kLessOrEqual>},
};

ArrayRef<ElementEmitter> fusedml::compareEmitters() { return kEmitters; }
