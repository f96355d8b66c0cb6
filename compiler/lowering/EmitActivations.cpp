//===- EmitActivations.cpp - activations without elementary functions ----===//
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

/// Alpha * x + Beta
static Value line(ElementBuilder &e, Operation *op, Value x) {
  return e.add(e.mul(e.real(scalar(e, op, "Alpha")), x),
               e.real(scalar(e, op, "Beta")));
}

/// max(0, min(Alpha * x + Beta, 1))
static Value clampedLine(ElementBuilder &e, Operation *op, Value x) {
  return e.maximum(e.minimum(line(e, op, x), 1.0f), 0.0f);
}

static Value emitHardSigmoid(ElementBuilder &e, Operation *op,
                             ValueRange operands) {
  return unary(e, op, operands, [&](Value x) { return clampedLine(e, op, x); });
}

static Value emitIdentity(ElementBuilder &, Operation *, ValueRange operands) {
  return operands[0];
}

static Value emitLeakyRelu(ElementBuilder &e, Operation *op,
                           ValueRange operands) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  // DML: NaN fails x >= 0 and passes through the product.
  Value positive = e.compare(CmpFPredicate::OGE, x, e.constantF32(0.0f));
  Value scaled = e.mul(e.real(scalar(e, op, "Alpha")), x);
  return e.store(e.select(positive, x, scaled), type);
}

static Value emitLinear(ElementBuilder &e, Operation *op, ValueRange operands) {
  return unary(e, op, operands, [&](Value x) { return line(e, op, x); });
}

static Value emitParameterizedRelu(ElementBuilder &e, Operation *op,
                                   ValueRange operands) {
  DataType type = operandType(op);
  return binary(e, op, operands, [&](Value x, Value slope) {
    Value scaled = e.mul(slope, x);
    // DML: NaN fails x >= 0 and passes through the product.
    Value positive = isFloat(type)
                         ? e.compare(CmpFPredicate::OGE, x, e.constantF32(0.0f))
                         : e.compare(CmpIPredicate::sge, x, zeroOf(e, type));
    return e.select(positive, x, scaled);
  });
}

static Value emitRelu(ElementBuilder &e, Operation *op, ValueRange operands) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  if (isFloat(type))
    return e.store(e.maximum(x, 0.0f), type);
  Value zero = e.constantInt(bitWidth(type), 0);
  return e.select(e.compare(CmpIPredicate::sgt, x, zero), x, zero);
}

static Value emitSoftsign(ElementBuilder &e, Operation *op,
                          ValueRange operands) {
  return unary(e, op, operands, [&](Value x) {
    return e.div(x, e.add(e.constantF32(1.0f), e.abs(x)));
  });
}

static Value emitThresholdedRelu(ElementBuilder &e, Operation *op,
                                 ValueRange operands) {
  DataType type = operandType(op);
  Value above = e.compare(CmpFPredicate::OGT, e.load(operands[0], type),
                          e.real(scalar(e, op, "Alpha")));
  return e.select(above, operands[0], zeroOf(e, type));
}

static Value emitShrink(ElementBuilder &e, Operation *op, ValueRange operands) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  Scalar bias = scalar(e, op, "Bias");
  Scalar threshold = scalar(e, op, "Threshold");
  if (isFloat(type)) {
    Value b = e.real(bias), lower = e.constantF32(0.0f);
    if (!op->hasAttr(kNonNegative)) {
      Value below =
          e.compare(CmpFPredicate::OLT, x, e.real(e.negate(threshold)));
      lower = e.select(below, e.add(x, b), lower);
    }
    Value above = e.compare(CmpFPredicate::OGT, x, e.real(threshold));
    return e.store(e.select(above, e.sub(x, b), lower), type);
  }
  Value b = e.toInteger(bias, type), limit = e.toInteger(threshold, type);
  Value above = e.compare(
      isUnsigned(type) ? CmpIPredicate::ugt : CmpIPredicate::sgt, x, limit);
  // -Threshold as an integer of any size is below every unsigned x. For signed
  // ones x < -Threshold is x <= -Threshold - 1, which is always an integer of
  // the type.
  Value lower = zeroOf(e, type);
  if (!isUnsigned(type)) {
    Value below =
        e.compare(CmpIPredicate::sle, x,
                  e.bitXor(limit, e.constantInt(bitWidth(type), ~0ull)));
    lower = e.select(below, e.add(x, b), lower);
  }
  return e.select(above, e.sub(x, b), lower);
}

static Value emitReluGrad(ElementBuilder &e, Operation *op,
                          ValueRange operands) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  Value positive = isFloat(type)
                       ? e.compare(CmpFPredicate::OGT, x, e.constantF32(0.0f))
                       : e.compare(CmpIPredicate::sgt, x, zeroOf(e, type));
  return e.select(positive, operands[1], zeroOf(e, type));
}

static Value emitHardSwish(ElementBuilder &e, Operation *op,
                           ValueRange operands) {
  return unary(e, op, operands,
               [&](Value x) { return e.mul(x, clampedLine(e, op, x)); });
}

static constexpr ElementEmitter kEmitters[] = {
    {"activation_hard_sigmoid", emitHardSigmoid},
    {"activation_identity", emitIdentity},
    {"activation_leaky_relu", emitLeakyRelu},
    {"activation_linear", emitLinear},
    {"activation_parameterized_relu", emitParameterizedRelu},
    {"activation_relu", emitRelu},
    {"activation_softsign", emitSoftsign},
    {"activation_thresholded_relu", emitThresholdedRelu},
    {"activation_shrink", emitShrink},
    {"activation_relu_grad", emitReluGrad},
    {"activation_hard_swish", emitHardSwish},
};

ArrayRef<ElementEmitter> fusedml::activationEmitters() { return kEmitters; }
