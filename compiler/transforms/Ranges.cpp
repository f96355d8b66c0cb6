//===- Ranges.cpp - what a float element cannot be ------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/transforms/Ranges.h"

#include "front/graph/Arguments.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringMap.h"

#include <cmath>

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

/// What has no sign below 0, and NaN.
static constexpr SignSet kNotNegative =
    SignSet(SignSet::PlusZero | SignSet::Positive | SignSet::kNans);

//===----------------------------------------------------------------------===//
// Arithmetic on ranges
//===----------------------------------------------------------------------===//

SignSet SignSet::of(double value) {
  if (std::isnan(value))
    return std::signbit(value) ? SignedNan : Nan;
  if (value == 0)
    return std::signbit(value) ? MinusZero : PlusZero;
  return value < 0 ? Negative : Positive;
}

SignSet SignSet::rounded() const {
  SignSet result = *this;
  if (mayBe(Negative))
    result |= MinusZero;
  if (mayBe(Positive))
    result |= PlusZero;
  return result;
}

SignSet fusedml::negated(SignSet x) {
  SignSet result;
  auto swap = [&](SignSet::Class from, SignSet::Class to) {
    if (x.mayBe(from))
      result |= to;
    if (x.mayBe(to))
      result |= from;
  };
  swap(SignSet::Negative, SignSet::Positive);
  swap(SignSet::MinusZero, SignSet::PlusZero);
  swap(SignSet::SignedNan, SignSet::Nan);
  return result;
}

SignSet fusedml::absolute(SignSet x) {
  constexpr unsigned withSign =
      SignSet::Negative | SignSet::MinusZero | SignSet::SignedNan;
  constexpr unsigned withoutSign =
      SignSet::Positive | SignSet::PlusZero | SignSet::Nan;
  return x.only(withoutSign) | negated(x.only(withSign));
}

/// The numbers of a range, one class after the other, from the least.
template <typename Function>
static void forEachClass(SignSet x, Function function) {
  for (SignSet::Class each : {SignSet::Negative, SignSet::MinusZero,
                              SignSet::PlusZero, SignSet::Positive})
    if (x.mayBe(each))
      function(each);
}

template <typename Function>
static SignSet pairwise(SignSet a, SignSet b, Function function) {
  SignSet result;
  // Which NaN comes of a NaN is open.
  if (a.mayBe(SignSet::kNans) || b.mayBe(SignSet::kNans))
    result |= SignSet::kNans;
  forEachClass(a, [&](SignSet::Class x) {
    forEachClass(b, [&](SignSet::Class y) { result |= function(x, y); });
  });
  return result;
}

static bool isZero(SignSet::Class x) { return x & SignSet::kZeros; }
static bool hasSign(SignSet::Class x) {
  return x & (SignSet::Negative | SignSet::MinusZero);
}

SignSet fusedml::sum(SignSet a, SignSet b) {
  return pairwise(a, b, [](SignSet::Class x, SignSet::Class y) -> SignSet {
    if (isZero(x) && isZero(y))
      return x == y ? x : SignSet::PlusZero;
    if (isZero(x) || isZero(y))
      return isZero(x) ? y : x;
    if (x == y)
      return x;
    return SignSet(SignSet::Negative | SignSet::PlusZero | SignSet::Positive |
                   SignSet::kNans);
  });
}

SignSet fusedml::product(SignSet a, SignSet b) {
  return pairwise(a, b, [](SignSet::Class x, SignSet::Class y) {
    bool negative = hasSign(x) != hasSign(y);
    SignSet result = negative ? SignSet::MinusZero : SignSet::PlusZero;
    if (isZero(x) && isZero(y))
      return result;
    if (isZero(x) || isZero(y)) // Infinity times 0.
      return result | SignSet::kNans;
    return result | (negative ? SignSet::Negative : SignSet::Positive);
  });
}

SignSet fusedml::maximum(SignSet a, SignSet b) {
  return pairwise(a, b, [](SignSet::Class x, SignSet::Class y) {
    return SignSet(std::max(x, y));
  });
}

SignSet fusedml::minimum(SignSet a, SignSet b) {
  return pairwise(a, b, [](SignSet::Class x, SignSet::Class y) {
    return SignSet(std::min(x, y));
  });
}

bool fusedml::isMaximum(SignSet a, SignSet b) {
  bool result = !b.mayBe(SignSet::kNans);
  forEachClass(a, [&](SignSet::Class x) {
    forEachClass(
        b, [&](SignSet::Class y) { result &= x > y || (x == y && isZero(x)); });
  });
  return result;
}

/// 1 / x.
static SignSet reciprocal(SignSet x) {
  SignSet result;
  if (x.mayBe(SignSet::kNans))
    result |= SignSet::kNans;
  forEachClass(x, [&](SignSet::Class each) {
    result |= hasSign(each) ? SignSet::Negative : SignSet::Positive;
  });
  return result.rounded();
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// Of a number that is an argument if `isArgument`.
static SignSet rangeOfNumber(float value, bool isArgument) {
  if (!isArgument)
    return SignSet::of(value);
  if (graph::isAnyScalar(value))
    return SignSet::kAll;
  return std::signbit(value) ? SignSet::Negative : SignSet::Positive;
}

SignSet Ranges::ofScalar(Operation *op, StringRef field, bool toHalf) {
  SignSet result = rangeOfNumber(
      op->getAttrOfType<FloatAttr>(field).getValue().convertToFloat(),
      argumentNumber(op, field) >= 0);
  return toHalf ? result.rounded() : result;
}

SignSet Ranges::of(Value value) const {
  auto it = known.find(value);
  return it == known.end() ? SignSet(SignSet::kAll) : it->second;
}

SignSet Ranges::ofInput(Operation *op) const {
  SignSet x = of(op->getOperand(0));
  auto scaleBias = op->getAttrOfType<ScaleBiasAttr>("ScaleBias");
  if (!scaleBias)
    return x;
  auto part = [&](FloatAttr attribute, unsigned number) {
    return rangeOfNumber(attribute.getValue().convertToFloat(),
                         argumentNumber(op, "ScaleBias", number) >= 0);
  };
  // A sum that takes up the product unrounded keeps its sign, too.
  return sum(product(x, part(scaleBias.getScale(), 0)),
             part(scaleBias.getBias(), 1))
      .rounded();
}

/// The result of an operator whose input, after ScaleBias, is `x`.
using Rule = SignSet (*)(Operation *op, const Ranges &ranges, SignSet x);

static SignSet same(Operation *, const Ranges &, SignSet x) { return x; }
static SignSet notNegative(Operation *, const Ranges &, SignSet) {
  return kNotNegative;
}
/// The sign stays, that of a zero as well; not that of a NaN.
static SignSet keepsSign(Operation *, const Ranges &, SignSet x) {
  return x.mayBe(SignSet::kNans) ? x.rounded() | SignSet::kNans : x.rounded();
}

static bool isHalf(Operation *op) {
  return getElementTypeOrSelf(op->getResult(0).getType()).isF16();
}

static SignSet clip(Operation *op, const Ranges &, SignSet x) {
  return maximum(minimum(x, Ranges::ofScalar(op, "Max", isHalf(op))),
                 Ranges::ofScalar(op, "Min", isHalf(op)));
}

static SignSet threshold(Operation *op, const Ranges &, SignSet x) {
  return maximum(x, Ranges::ofScalar(op, "Min", isHalf(op)));
}

static SignSet multiply(Operation *op, const Ranges &ranges, SignSet a) {
  // A square: 0 and infinity do not meet.
  if (op->getOperand(0) == op->getOperand(1))
    return kNotNegative;
  return product(a, ranges.of(op->getOperand(1)));
}

static SignSet divide(Operation *op, const Ranges &ranges, SignSet a) {
  // An infinity is divided by an infinity, and 0 by 0.
  return product(a, reciprocal(ranges.of(op->getOperand(1)))) | SignSet::kNans;
}

static SignSet add(Operation *op, const Ranges &ranges, SignSet a) {
  return sum(a, ranges.of(op->getOperand(1))).rounded();
}

static SignSet larger(Operation *op, const Ranges &ranges, SignSet a) {
  return maximum(a, ranges.of(op->getOperand(1)));
}

static SignSet smaller(Operation *op, const Ranges &ranges, SignSet a) {
  return minimum(a, ranges.of(op->getOperand(1)));
}

static SignSet relu(Operation *, const Ranges &, SignSet x) {
  return maximum(x, SignSet::PlusZero);
}

static SignSet absoluteValue(Operation *, const Ranges &, SignSet x) {
  return absolute(x);
}

static SignSet squareRoot(Operation *, const Ranges &, SignSet x) {
  SignSet result = x.only(SignSet::Positive | SignSet::kZeros);
  return x.mayBe(SignSet::Negative | SignSet::kNans) ? result | SignSet::kNans
                                                     : result;
}

/// Integers are converted, and floats rounded.
static SignSet cast(Operation *op, const Ranges &ranges, SignSet x) {
  Type from = getElementTypeOrSelf(op->getOperand(0).getType());
  if (from.isUnsignedInteger())
    return SignSet::PlusZero | SignSet::Positive;
  if (isa<IntegerType>(from))
    return SignSet::Negative | SignSet::PlusZero | SignSet::Positive;
  return keepsSign(op, ranges, x);
}

/// An even power is a square's.
static SignSet constantPower(Operation *op, const Ranges &, SignSet x) {
  float exponent =
      op->getAttrOfType<FloatAttr>("Exponent").getValue().convertToFloat();
  bool isEven = std::isfinite(exponent) && std::fmod(exponent, 2.0f) == 0;
  bool isFromZero = !x.mayBe(SignSet::Negative | SignSet::MinusZero);
  return isEven || isFromZero ? kNotNegative : SignSet(SignSet::kAll);
}

static SignSet softplus(Operation *op, const Ranges &, SignSet) {
  return Ranges::ofScalar(op, "Steepness") == SignSet(SignSet::Positive)
             ? kNotNegative
             : SignSet(SignSet::kAll);
}

/// What is not below 0 stays as it is.
static SignSet keepsFromZero(Operation *, const Ranges &, SignSet x) {
  if (x.mayBe(SignSet::Negative))
    return SignSet::kAll;
  return x.mayBe(SignSet::kNans) ? x | SignSet::kNans : x;
}

static SignSet compute(Operation *op, const Ranges &ranges, SignSet x) {
  // Never destroyed: a compilation may outlive static objects.
  static const auto &rules = *new llvm::StringMap<Rule>{
      {"abs", absoluteValue},
      {"acos", notNegative},
      {"activation_elu", keepsFromZero},
      {"activation_hard_sigmoid", notNegative},
      {"activation_identity", same},
      {"activation_leaky_relu", keepsFromZero},
      {"activation_parameterized_relu", keepsFromZero},
      {"activation_relu", relu},
      {"activation_sigmoid", notNegative},
      {"activation_softplus", softplus},
      {"activation_tanh", keepsSign},
      {"add", add},
      {"add1", add},
      {"cast", cast},
      {"ceil", keepsSign},
      {"clip", clip},
      {"constant_pow", constantPower},
      {"cosh", notNegative},
      {"difference_square", notNegative},
      {"divide", divide},
      {"erf", keepsSign},
      {"exp", notNegative},
      {"floor", keepsSign},
      {"identity", same},
      {"max", larger},
      {"mean", add},
      {"min", smaller},
      {"multiply", multiply},
      {"round", keepsSign},
      {"sqrt", squareRoot},
      {"tanh", keepsSign},
      {"threshold", threshold},
  };
  Rule rule = rules.lookup(op->getName().stripDialect());
  return rule ? rule(op, ranges, x) : SignSet(SignSet::kAll);
}

void Ranges::add(Operation *op) {
  Value result = op->getResult(0);
  if (!isa<FloatType>(result.getType()))
    return;
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    if (auto value = dyn_cast<FloatAttr>(constant.getValue()))
      known[result] = SignSet::of(value.getValue().convertToDouble());
    return;
  }
  SignSet range = compute(op, *this, ofInput(op));
  // What FLOAT16 holds of a result after ScaleBias, or of a function.
  known[result] = isHalf(op) ? range.rounded() : range;
}
