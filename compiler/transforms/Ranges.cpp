//===- Ranges.cpp - what a float element cannot be ------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/transforms/Ranges.h"

#include "front/rules/Arguments.h"

#include "mlir/IR/BuiltinAttributes.h"

#include <cmath>

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;
using graph::SignRule;

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

static bool isHalf(Operation *op) {
  return getElementTypeOrSelf(op->getResult(0).getType()).isF16();
}

/// The sign stays, that of a zero as well; not that of a NaN.
static SignSet keepsSign(SignSet x) {
  return x.mayBe(SignSet::kNans) ? x.rounded() | SignSet::kNans : x.rounded();
}

/// What is not below 0 stays as it is.
static SignSet keepsFromZero(SignSet x) {
  if (x.mayBe(SignSet::Negative))
    return SignSet::kAll;
  return x.mayBe(SignSet::kNans) ? x | SignSet::kNans : x;
}

static SignSet squareRoot(SignSet x) {
  SignSet result = x.only(SignSet::Positive | SignSet::kZeros);
  return x.mayBe(SignSet::Negative | SignSet::kNans) ? result | SignSet::kNans
                                                     : result;
}

/// Integers are converted, and floats rounded.
static SignSet converted(Operation *op, SignSet x) {
  Type from = getElementTypeOrSelf(op->getOperand(0).getType());
  if (from.isUnsignedInteger())
    return SignSet::PlusZero | SignSet::Positive;
  if (isa<IntegerType>(from))
    return SignSet::Negative | SignSet::PlusZero | SignSet::Positive;
  return keepsSign(x);
}

/// An even power is a square's.
static SignSet evenPower(Operation *op, SignSet x) {
  float exponent =
      op->getAttrOfType<FloatAttr>("Exponent").getValue().convertToFloat();
  bool isEven = std::isfinite(exponent) && std::fmod(exponent, 2.0f) == 0;
  bool isFromZero = !x.mayBe(SignSet::Negative | SignSet::MinusZero);
  return isEven || isFromZero ? kNotNegative : SignSet(SignSet::kAll);
}

static SignSet notNegativeIfSteep(Operation *op) {
  return Ranges::ofScalar(op, "Steepness") == SignSet(SignSet::Positive)
             ? kNotNegative
             : SignSet(SignSet::kAll);
}

SignSet Ranges::ofResult(Operation *op) const {
  SignSet x = ofInput(op);
  auto y = [&] { return of(op->getOperand(1)); };
  auto bound = [&](StringRef field) { return ofScalar(op, field, isHalf(op)); };
  switch (rowOf(op)->sign) {
  case SignRule::Any:
    return SignSet::kAll;
  case SignRule::NotNegative:
    return kNotNegative;
  case SignRule::NotNegativeIfSteep:
    return notNegativeIfSteep(op);
  case SignRule::Same:
    return x;
  case SignRule::KeepsSign:
    return keepsSign(x);
  case SignRule::KeepsFromZero:
    return keepsFromZero(x);
  case SignRule::Converted:
    return converted(op, x);
  case SignRule::Absolute:
    return absolute(x);
  case SignRule::Root:
    return squareRoot(x);
  case SignRule::EvenPower:
    return evenPower(op, x);
  case SignRule::NotBelowZero:
    return maximum(x, SignSet::PlusZero);
  case SignRule::NotBelowMin:
    return maximum(x, bound("Min"));
  case SignRule::Clamped:
    return maximum(minimum(x, bound("Max")), bound("Min"));
  case SignRule::Sum:
    return sum(x, y()).rounded();
  case SignRule::Product:
    // Of a square 0 and infinity do not meet.
    return op->getOperand(0) == op->getOperand(1) ? kNotNegative
                                                  : product(x, y());
  case SignRule::Quotient:
    // An infinity is divided by an infinity, and 0 by 0.
    return product(x, reciprocal(y())) | SignSet::kNans;
  case SignRule::Larger:
    return maximum(x, y());
  case SignRule::Smaller:
    return minimum(x, y());
  }
  llvm_unreachable("no such SignRule");
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
  SignSet range = ofResult(op);
  // What FLOAT16 holds of a result after ScaleBias, or of a function.
  known[result] = isHalf(op) ? range.rounded() : range;
}
