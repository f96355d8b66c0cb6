//===- Functions.cpp - operators that are functions of real numbers -------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Real.h gives the value, which is rounded to the type once. Where attributes
// stand between x and an elementary function, or behind it, each product and
// quotient is a FLOAT32 operation, as the formula is followed literally. In
// front of the function that decides digits, so it is rounded there. Behind it,
// the value keeps the digits of double, so that one rounding is left, but has
// to be in the range of FLOAT32 all the same.
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Elements.h"
#include "tests/reference/Real.h"

#include <algorithm>
#include <array>

namespace reference {

namespace {

using Inputs = std::span<const RefTensor>;

/// x after ScaleBias.
double scaled(const RefTensor &x, int64_t index,
              const std::optional<RefScaleBias> &by) {
  return visitType(x.type, [&](auto tag) -> double {
    using T = typename decltype(tag)::type;
    return static_cast<double>(scaleBias<T>(element<T>(x, index), by));
  });
}

//===----------------------------------------------------------------------===//
// The value of the whole formula
//===----------------------------------------------------------------------===//

RefTensor realFunction(std::string_view mnemonic,
                       const RefAttributes &attributes, Inputs in) {
  RealFunction function(mnemonic, attributes);
  RefTensor y(in[0].type, in[0].sizes);
  for (int64_t i = 0, e = y.elementCount(); i < e; ++i) {
    double x = scaled(in[0], i, attributes.scaleBias);
    y.setValue(i, in.size() > 1 ? function(x, in[1].value(i)) : function(x));
  }
  return y;
}

/// A mnemonic as a template argument.
template <size_t N> struct Text {
  char characters[N];
  constexpr Text(const char (&text)[N]) { std::copy_n(text, N, characters); }
};

template <Text Mnemonic>
RefTensor real(const RefAttributes &attributes, Inputs in) {
  return realFunction(Mnemonic.characters, attributes, in);
}

//===----------------------------------------------------------------------===//
// Activations with FLOAT32 operations around a function
//===----------------------------------------------------------------------===//

/// One FLOAT32 operation whose operands are FLOAT32.
double rounded(double value) {
  return static_cast<double>(static_cast<float>(value));
}

/// A FLOAT32 operation that is not the last: in range, with more digits.
double inRange(double value) {
  float narrow = static_cast<float>(value);
  return std::isnormal(narrow) ? value : static_cast<double>(narrow);
}

template <typename Function>
RefTensor mapValues(const RefTensor &x, Function function) {
  RefTensor y(x.type, x.sizes);
  for (int64_t i = 0, e = x.elementCount(); i < e; ++i)
    y.setValue(i, function(x.value(i)));
  return y;
}

RefTensor celu(const RefAttributes &attributes, Inputs in) {
  double alpha = static_cast<double>(attributes.at("Alpha"));
  return mapValues(in[0], [&](double x) {
    double curve = inRange(alpha * inRange(std::expm1(rounded(x / alpha))));
    return maximum(0.0, x) + minimum(0.0, curve);
  });
}

RefTensor scaledElu(const RefAttributes &attributes, Inputs in) {
  double alpha = static_cast<double>(attributes.at("Alpha"));
  double gamma = static_cast<double>(attributes.at("Gamma"));
  return mapValues(in[0], [&](double x) {
    return x > 0 ? gamma * x : gamma * inRange(alpha * std::expm1(x));
  });
}

RefTensor scaledTanh(const RefAttributes &attributes, Inputs in) {
  double alpha = static_cast<double>(attributes.at("Alpha"));
  double beta = static_cast<double>(attributes.at("Beta"));
  RealFunction tanh("activation_tanh", {});
  return mapValues(in[0],
                   [&](double x) { return alpha * tanh(rounded(beta * x)); });
}

/// ln(1 + exp(t)).
RealFunction softplusFunction() {
  RefAttributes plain;
  plain.floats["Steepness"] = 1;
  return RealFunction("activation_softplus", plain);
}

RefTensor softplus(const RefAttributes &attributes, Inputs in) {
  double steepness = static_cast<double>(attributes.at("Steepness"));
  RealFunction function = softplusFunction();
  return mapValues(in[0], [&](double x) {
    return inRange(function(rounded(steepness * x))) / steepness;
  });
}

RefTensor parametricSoftplus(const RefAttributes &attributes, Inputs in) {
  double alpha = static_cast<double>(attributes.at("Alpha"));
  double beta = static_cast<double>(attributes.at("Beta"));
  RealFunction function = softplusFunction();
  return mapValues(in[0], [&](double x) {
    return alpha * inRange(function(rounded(beta * x)));
  });
}

/// The product keeps its digits also where the sigmoid is below the range of
/// FLOAT32.
RefTensor swish(const RefAttributes &attributes, Inputs in) {
  double scale = static_cast<double>(attributes.at("SigmoidInputScale"));
  RealFunction sigmoid("activation_sigmoid", {});
  return mapValues(in[0],
                   [&](double x) { return x * sigmoid(rounded(scale * x)); });
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// Modulo 2^64.
uint64_t wrappingPower(uint64_t base, uint64_t exponent) {
  uint64_t power = 1;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      power *= base;
    base *= base;
  }
  return power;
}

/// Wraps. A negative exponent gives the true value truncated; 0 to one is 1 / 0
/// by the rule of DIVIDE.
template <typename T> T powerOfInteger(T base, int64_t exponent) {
  if (exponent >= 0)
    return static_cast<T>(wrappingPower(static_cast<uint64_t>(base),
                                        static_cast<uint64_t>(exponent)));
  if (base == 0)
    return static_cast<T>(~T{0});
  if (base == 1 || (exponent % 2 == 0 && Wide{base} == -1))
    return 1;
  return Wide{base} == -1 ? base : T{0};
}

/// base^exponent, saturated far outside of every type: |base| of at least 2 and
/// a whole positive exponent.
double saturatingPower(Wide base, double exponent) {
  Wide magnitude = base < 0 ? -base : base, power = 1;
  constexpr int kBits = 40;
  auto factors = static_cast<int>(std::min<double>(exponent, kBits));
  for (int i = 0; i < factors && power < Wide{1} << kBits; ++i)
    power *= magnitude;
  bool negative = base < 0 && std::fmod(exponent, 2) != 0;
  return static_cast<double>(negative ? -power : power);
}

int64_t squareRoot(int64_t x) {
  auto root = static_cast<int64_t>(std::sqrt(static_cast<double>(x)));
  return root - (root * root > x);
}

/// base^exponent for |base| of at least 2 and a finite positive exponent;
/// truncating the result truncates the true value.
double powerOfReal(int64_t base, double exponent) {
  if (exponent == std::trunc(exponent))
    return saturatingPower(base, exponent);
  if (base < 0)
    return std::numeric_limits<double>::quiet_NaN();
  int64_t root = squareRoot(base);
  if (root * root == base)
    return powerOfReal(root, exponent * 2);
  // A power of a number without a whole root is irrational: not an integer that
  // an error of the last bit could miss.
  return static_cast<double>(
      std::trunc(std::pow(static_cast<long double>(base), exponent)));
}

/// The true value of an integer to the power of a float, truncated toward zero
/// and saturated; NaN gives 0.
template <typename T> T powerOfInteger(T base, double exponent) {
  double x = static_cast<double>(base);
  // Exact for these: 0, 1, infinity or NaN.
  if (std::fabs(x) <= 1 || !std::isfinite(exponent) || exponent == 0)
    return toInteger<T>(std::pow(x, exponent));
  if (exponent < 0)
    return 0;
  return toInteger<T>(powerOfReal(static_cast<int64_t>(base), exponent));
}

RefTensor power(const RefAttributes &attributes, Inputs in) {
  if (isFloat(in[0].type))
    return realFunction("pow", attributes, in);
  const RefTensor &exponents = in[1];
  RefTensor y(in[0].type, in[0].sizes);
  visitType(y.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (isInteger<T>)
      for (int64_t i = 0, e = y.elementCount(); i < e; ++i) {
        T base = scaleBias<T>(load<T>(in[0], i), attributes.scaleBias);
        double exponent = exponents.value(i);
        store<T>(y, i,
                 isFloat(exponents.type)
                     ? powerOfInteger(base, exponent)
                     : powerOfInteger(base, static_cast<int64_t>(exponent)));
      }
  });
  return y;
}

constexpr Row kRows[] = {
    {"exp", real<"exp">},
    {"log", real<"log">},
    {"sin", real<"sin">},
    {"cos", real<"cos">},
    {"tan", real<"tan">},
    {"asin", real<"asin">},
    {"acos", real<"acos">},
    {"atan", real<"atan">},
    {"atan_yx", real<"atan_yx">},
    {"sinh", real<"sinh">},
    {"cosh", real<"cosh">},
    {"tanh", real<"tanh">},
    {"asinh", real<"asinh">},
    {"acosh", real<"acosh">},
    {"atanh", real<"atanh">},
    {"erf", real<"erf">},
    {"pow", power},
    {"constant_pow", real<"constant_pow">},
    {"activation_elu", real<"activation_elu">},
    {"activation_celu", celu},
    {"activation_scaled_elu", scaledElu},
    {"activation_sigmoid", real<"activation_sigmoid">},
    {"activation_tanh", real<"activation_tanh">},
    {"activation_scaled_tanh", scaledTanh},
    {"activation_softplus", softplus},
    {"activation_parametric_softplus", parametricSoftplus},
    {"activation_gelu", real<"activation_gelu">},
    {"activation_swish", swish},
};

} // namespace

std::span<const Row> functionRows() { return kRows; }

} // namespace reference
