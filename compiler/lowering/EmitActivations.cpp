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
static Value line(ElementBuilder &e, Value x, FloatAttr alpha, FloatAttr beta) {
  return e.add(e.mul(e.constantF32(number(alpha)), x),
               e.constantF32(number(beta)));
}

/// max(0, min(Alpha * x + Beta, 1))
static Value clampedLine(ElementBuilder &e, Value x, FloatAttr alpha,
                         FloatAttr beta) {
  return e.maximum(e.minimum(line(e, x, alpha, beta), 1.0f), 0.0f);
}

static Value emitHardSigmoid(ElementBuilder &e, Operation *op,
                             ValueRange operands) {
  auto sigmoid = cast<ActivationHardSigmoidOp>(op);
  return unary(e, op, operands, [&](Value x) {
    return clampedLine(e, x, sigmoid.getAlphaAttr(), sigmoid.getBetaAttr());
  });
}

static Value emitIdentity(ElementBuilder &, Operation *, ValueRange operands) {
  return operands[0];
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

static Value emitLinear(ElementBuilder &e, Operation *op, ValueRange operands) {
  auto linear = cast<ActivationLinearOp>(op);
  return unary(e, op, operands, [&](Value x) {
    return line(e, x, linear.getAlphaAttr(), linear.getBetaAttr());
  });
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
  float alpha = number(cast<ActivationThresholdedReluOp>(op).getAlphaAttr());
  Value above = e.compare(CmpFPredicate::OGT, e.load(operands[0], type),
                          e.constantF32(alpha));
  return e.select(above, operands[0], zeroOf(e, type));
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
  auto swish = cast<ActivationHardSwishOp>(op);
  return unary(e, op, operands, [&](Value x) {
    return e.mul(x,
                 clampedLine(e, x, swish.getAlphaAttr(), swish.getBetaAttr()));
  });
}

static constexpr ElementEmitter kEmitters[] = {
    {"activation_hard_sigmoid", emitHardSigmoid, 0.04},
    {"activation_identity", emitIdentity, 0.01},
    {"activation_leaky_relu", emitLeakyRelu, 0.03},
    {"activation_linear", emitLinear, 0.03},
    {"activation_parameterized_relu", emitParameterizedRelu, 0.03},
    {"activation_relu", emitRelu, 0.03},
    {"activation_softsign", emitSoftsign, 0.06},
    {"activation_thresholded_relu", emitThresholdedRelu, 0.03},
    {"activation_shrink", emitShrink, 0.05},
    {"activation_relu_grad", emitReluGrad, 0.03},
    {"activation_hard_swish", emitHardSwish, 0.05},
};

ArrayRef<ElementEmitter> fusedml::activationEmitters() { return kEmitters; }
