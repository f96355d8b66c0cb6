//===- EmitMath.cpp - operators by elementary functions -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/EmitterSupport.h"
#include "compiler/lowering/HalfExceptions.h"
#include "compiler/lowering/MathBuilder.h"
#include "compiler/lowering/VectorMath.h"

#include "dialect/Dml.h"

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;
using arith::CmpFPredicate;

/// `result` is a function's value at x. For FLOAT16 it is about to be rounded
/// again; `exceptions` are where that goes wrong.
static Value mendForHalf(ElementBuilder &e, DataType type, Value x,
                         Value result, ArrayRef<HalfException> exceptions) {
  if (type != DataType::Float16)
    return result;
  F32 argument(e, x), mended(e, result);
  for (const HalfException &exception : exceptions)
    mended = select(argument == exception.x, F32(exception.result), mended);
  return mended.value(e);
}

using Function = Value (*)(ElementBuilder &, Value);

/// A function of one element, and no attribute but ScaleBias.
template <Function function, const auto &exceptions = kNoHalfExceptions>
static Value emitFunction(ElementBuilder &e, Operation *op,
                          ValueRange operands) {
  return unary(e, op, operands, [&](Value x) {
    return mendForHalf(e, operandType(op), x, function(e, x), exceptions);
  });
}

static Value emitAtanYx(ElementBuilder &e, Operation *op, ValueRange operands) {
  return binary(e, op, operands,
                [&](Value a, Value b) { return emitAtan2(e, a, b); });
}

static Value emitConstantPow(ElementBuilder &e, Operation *op,
                             ValueRange operands) {
  DataType type = operandType(op);
  Value x = loadInput(e, op, operands);
  float exponent = scalar(e, op, "Exponent").constant();
  if (type == DataType::Float32 && !isSimplePower(exponent))
    return emitPow(e, x, e.constantF32(exponent));
  return e.storeDouble(emitPowConstant(e, x, exponent), type);
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

static Value emitElu(ElementBuilder &e, Operation *op, ValueRange operands) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  Value negative = e.mul(e.real(scalar(e, op, "Alpha")), emitExpm1(e, x));
  // DML: NaN fails x >= 0 and takes the second branch.
  Value positive = e.compare(CmpFPredicate::OGE, x, e.constantF32(0.0f));
  return e.store(e.select(positive, x, negative), type);
}

static Value emitCelu(ElementBuilder &e, Operation *op, ValueRange operands) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  Value alpha = e.real(scalar(e, op, "Alpha"));
  Value quotient = e.div(x, alpha);
  Value expm1 =
      mendForHalf(e, type, quotient, emitExpm1(e, quotient), kExpm1Halves);
  Value negative = e.mul(alpha, expm1);
  return e.store(e.add(e.maximum(x, 0.0f), e.minimum(negative, 0.0f)), type);
}

static Value emitScaledElu(ElementBuilder &e, Operation *op,
                           ValueRange operands) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  Value positive = e.compare(CmpFPredicate::OGT, x, e.constantF32(0.0f));
  Value negative = e.mul(e.real(scalar(e, op, "Alpha")), emitExpm1(e, x));
  Value gamma = e.real(scalar(e, op, "Gamma"));
  return e.store(e.mul(gamma, e.select(positive, x, negative)), type);
}

/// tanh(x) where it is rounded to `type` soon. Its value is nearer to zero than
/// x, for small x by less than a float can tell; but if x is the middle of two
/// halves, the one nearer to zero is right.
static Value tanhFor(ElementBuilder &e, DataType type, Value x) {
  Value result = emitTanh(e, x);
  if (type != DataType::Float16)
    return result;
  F32 argument(e, x), y(e, result);
  Mask equal = (y == argument) & (y != 0.0f);
  return select(equal, asFloat(bits(y) - 1), y).value(e);
}

static Value emitScaledTanh(ElementBuilder &e, Operation *op,
                            ValueRange operands) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  Value alpha = e.real(scalar(e, op, "Alpha"));
  Value beta = e.real(scalar(e, op, "Beta"));
  return e.store(e.mul(alpha, tanhFor(e, type, e.mul(beta, x))), type);
}

/// log(1 + exp(x)) where it is rounded to `type` soon.
static Value softplusFor(ElementBuilder &e, DataType type, Value x) {
  return mendForHalf(e, type, x, emitSoftplus(e, x), kSoftplusHalves);
}

static Value emitSoftplusOp(ElementBuilder &e, Operation *op,
                            ValueRange operands) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  Value steepness = e.real(scalar(e, op, "Steepness"));
  Value y = softplusFor(e, type, e.mul(steepness, x));
  return e.store(e.div(y, steepness), type);
}

static Value emitParametricSoftplus(ElementBuilder &e, Operation *op,
                                    ValueRange operands) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  Value alpha = e.real(scalar(e, op, "Alpha"));
  Value beta = e.real(scalar(e, op, "Beta"));
  Value y = softplusFor(e, type, e.mul(beta, x));
  return e.store(e.mul(alpha, y), type);
}

static Value emitSwishOp(ElementBuilder &e, Operation *op,
                         ValueRange operands) {
  DataType type = operandType(op);
  Value x = e.load(operands[0], type);
  Scalar scale = scalar(e, op, "SigmoidInputScale");
  Value result = emitSwish(e, x, scale);
  auto mended = [&] { return mendForHalf(e, type, x, result, kSwishHalves); };
  if (scale.is(1))
    result = mended();
  else if (scale.isAny())
    result = e.select(
        e.compare(CmpFPredicate::OEQ, e.real(scale), e.constantF32(1.0f)),
        mended(), result);
  return e.store(result, type);
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

static constexpr ElementEmitter kEmitters[] = {
    {"acos", emitFunction<emitAcos, kAcosHalves>},
    {"asin", emitFunction<emitAsin>},
    {"atan", emitFunction<emitAtan, kAtanHalves>},
    {"cos", emitFunction<emitCos, kCosHalves>},
    {"exp", emitFunction<emitExp, kExpHalves>},
    {"log", emitFunction<emitLog, kLogHalves>},
    {"constant_pow", emitConstantPow},
    {"sin", emitFunction<emitSin, kSinHalves>},
    {"tan", emitFunction<emitTan, kTanHalves>},
    {"activation_elu", emitElu},
    {"activation_parametric_softplus", emitParametricSoftplus},
    {"activation_scaled_elu", emitScaledElu},
    {"activation_scaled_tanh", emitScaledTanh},
    {"activation_sigmoid", emitFunction<emitSigmoid, kSigmoidHalves>},
    {"activation_softplus", emitSoftplusOp},
    {"activation_tanh", emitFunction<emitTanh>},
    {"erf", emitFunction<emitErf, kErfHalves>},
    {"sinh", emitFunction<emitSinh, kSinhHalves>},
    {"cosh", emitFunction<emitCosh, kCoshHalves>},
    {"tanh", emitFunction<emitTanh>},
    {"asinh", emitFunction<emitAsinh, kAsinhHalves>},
    {"acosh", emitFunction<emitAcosh, kAcoshHalves>},
    {"atanh", emitFunction<emitAtanh>},
    {"activation_celu", emitCelu},
    {"atan_yx", emitAtanYx},
    {"activation_gelu", emitFunction<emitGelu, kGeluHalves>},
    {"activation_swish", emitSwishOp},
};

ArrayRef<ElementEmitter> fusedml::mathEmitters() { return kEmitters; }
