//===- Exact.cpp - operators as functions of real numbers, by MPFR --------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/accuracy/Exact.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace accuracy {

namespace {

constexpr mpfr_rnd_t kRound = MPFR_RNDN;

using reference::RefAttributes;
using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Evaluate = int (*)(const RefAttributes &, const Number &x,
                         const Number &y, Number &result);

double attribute(const RefAttributes &attributes, const char *field) {
  return static_cast<double>(attributes.at(field));
}

/// The side of a product's true value, if `side` is that of its factor.
int multiply(Number &value, int side, double by) {
  int own = mpfr_mul_d(value, value, by, kRound);
  return own ? own : by < 0 ? -side : side;
}

template <Unary F>
int plain(const RefAttributes &, const Number &x, const Number &,
          Number &result) {
  return F(result, x, kRound);
}

int power(const RefAttributes &, const Number &x, const Number &y,
          Number &result) {
  return mpfr_pow(result, x, y, kRound);
}

int constantPower(const RefAttributes &attributes, const Number &x,
                  const Number &, Number &result) {
  Number exponent(attribute(attributes, "Exponent"));
  return mpfr_pow(result, x, exponent, kRound);
}

int reciprocal(const RefAttributes &, const Number &x, const Number &,
               Number &result) {
  return mpfr_ui_div(result, 1, x, kRound);
}

int arcTangent2(const RefAttributes &, const Number &y, const Number &x,
                Number &result) {
  return mpfr_atan2(result, y, x, kRound);
}

/// Alpha * (exp(x) - 1), and what surrounds it.
int curve(const Number &x, double alpha, Number &result) {
  int side = mpfr_expm1(result, x, kRound);
  return multiply(result, side, alpha);
}

int elu(const RefAttributes &attributes, const Number &x, const Number &,
        Number &result) {
  double alpha = attribute(attributes, "Alpha");
  if (mpfr_cmp_ui(x, 0) >= 0 && !mpfr_nan_p(x))
    return mpfr_set(result, x, kRound);
  return curve(x, alpha, result);
}

int scaledElu(const RefAttributes &attributes, const Number &x, const Number &,
              Number &result) {
  double alpha = attribute(attributes, "Alpha");
  double gamma = attribute(attributes, "Gamma");
  if (!mpfr_nan_p(x) && mpfr_sgn(static_cast<mpfr_srcptr>(x)) > 0)
    return mpfr_mul_d(result, x, gamma, kRound);
  int side = curve(x, alpha, result);
  return multiply(result, side, gamma);
}

int celu(const RefAttributes &attributes, const Number &x, const Number &,
         Number &result) {
  double alpha = attribute(attributes, "Alpha");
  Number quotient, zero(0.0);
  mpfr_div_d(quotient, x, alpha, kRound);
  int side = curve(quotient, alpha, result);
  if (!mpfr_nan_p(result) && mpfr_sgn(static_cast<mpfr_srcptr>(result)) > 0)
    side = mpfr_set(result, zero, kRound);
  bool positive = mpfr_nan_p(x) || mpfr_sgn(static_cast<mpfr_srcptr>(x)) > 0;
  int own = mpfr_add(result, positive ? x : zero, result, kRound);
  return own ? own : side;
}

/// 1 + exp(-t).
void onePlusExp(const Number &t, Number &result) {
  mpfr_neg(result, t, kRound);
  mpfr_exp(result, result, kRound);
  mpfr_add_ui(result, result, 1, kRound);
}

int sigmoid(const RefAttributes &, const Number &x, const Number &,
            Number &result) {
  onePlusExp(x, result);
  return mpfr_ui_div(result, 1, result, kRound);
}

/// Whether x / 2 is the value of a function x / 2 + c * x^2 to 2^-100 of it.
/// Half of all subnormals are halfway between two results, so this is asked
/// often, and the sign of c is all that matters.
bool isTiny(const Number &x) {
  return mpfr_regular_p(x) && mpfr_get_exp(x) < -110;
}

int swish(const RefAttributes &attributes, const Number &x, const Number &,
          Number &result) {
  double scale = attribute(attributes, "SigmoidInputScale");
  if (isTiny(x) && std::fabs(scale) <= 256) {
    mpfr_div_2ui(result, x, 1, kRound);
    return scale > 0 ? -1 : scale < 0;
  }
  Number t;
  mpfr_mul_d(t, x, scale, kRound);
  onePlusExp(t, result);
  return mpfr_div(result, x, result, kRound);
}

/// 0.5 * x * erfc(-x / sqrt(2)).
int gelu(const RefAttributes &, const Number &x, const Number &,
         Number &result) {
  if (isTiny(x)) {
    mpfr_div_2ui(result, x, 1, kRound);
    return -1;
  }
  Number root(2.0);
  mpfr_sqrt(root, root, kRound);
  mpfr_div(result, x, root, kRound);
  mpfr_neg(result, result, kRound);
  mpfr_erfc(result, result, kRound);
  int side = mpfr_mul(result, result, x, kRound);
  mpfr_div_2ui(result, result, 1, kRound);
  return side;
}

int scaledTanh(const RefAttributes &attributes, const Number &x, const Number &,
               Number &result) {
  mpfr_mul_d(result, x, attribute(attributes, "Beta"), kRound);
  int side = mpfr_tanh(result, result, kRound);
  return multiply(result, side, attribute(attributes, "Alpha"));
}

/// ln(1 + exp(scale * x)), as max(t, 0) + log1p(exp(-|t|)).
int softplusOf(const Number &x, double scale, Number &result) {
  Number t;
  mpfr_mul_d(t, x, scale, kRound);
  mpfr_abs(result, t, kRound);
  mpfr_neg(result, result, kRound);
  mpfr_exp(result, result, kRound);
  int side = mpfr_log1p(result, result, kRound);
  if (mpfr_nan_p(t) || mpfr_sgn(static_cast<mpfr_srcptr>(t)) <= 0)
    return side;
  int own = mpfr_add(result, result, t, kRound);
  return own ? own : side;
}

int softplus(const RefAttributes &attributes, const Number &x, const Number &,
             Number &result) {
  double steepness = attribute(attributes, "Steepness");
  int side = softplusOf(x, steepness, result);
  int own = mpfr_div_d(result, result, steepness, kRound);
  return own ? own : side;
}

int parametricSoftplus(const RefAttributes &attributes, const Number &x,
                       const Number &, Number &result) {
  int side = softplusOf(x, attribute(attributes, "Beta"), result);
  return multiply(result, side, attribute(attributes, "Alpha"));
}

struct Row {
  std::string_view mnemonic;
  size_t inputs;
  Evaluate evaluate;
};

constexpr Row kRows[] = {
    {"acos", 1, plain<mpfr_acos>},
    {"asin", 1, plain<mpfr_asin>},
    {"atan", 1, plain<mpfr_atan>},
    {"cos", 1, plain<mpfr_cos>},
    {"exp", 1, plain<mpfr_exp>},
    {"log", 1, plain<mpfr_log>},
    {"pow", 2, power},
    {"constant_pow", 1, constantPower},
    {"recip", 1, reciprocal},
    {"sin", 1, plain<mpfr_sin>},
    {"sqrt", 1, plain<mpfr_sqrt>},
    {"tan", 1, plain<mpfr_tan>},
    {"erf", 1, plain<mpfr_erf>},
    {"sinh", 1, plain<mpfr_sinh>},
    {"cosh", 1, plain<mpfr_cosh>},
    {"tanh", 1, plain<mpfr_tanh>},
    {"asinh", 1, plain<mpfr_asinh>},
    {"acosh", 1, plain<mpfr_acosh>},
    {"atanh", 1, plain<mpfr_atanh>},
    {"atan_yx", 2, arcTangent2},
    {"activation_elu", 1, elu},
    {"activation_celu", 1, celu},
    {"activation_scaled_elu", 1, scaledElu},
    {"activation_sigmoid", 1, sigmoid},
    {"activation_tanh", 1, plain<mpfr_tanh>},
    {"activation_scaled_tanh", 1, scaledTanh},
    {"activation_softplus", 1, softplus},
    {"activation_parametric_softplus", 1, parametricSoftplus},
    {"activation_gelu", 1, gelu},
    {"activation_swish", 1, swish},
};

} // namespace

int exactValue(std::string_view mnemonic, const RefAttributes &attributes,
               std::span<const double> in, Number &result) {
  const Row *row = std::ranges::find(kRows, mnemonic, &Row::mnemonic);
  if (row == std::ranges::end(kRows) || row->inputs != in.size())
    throw std::logic_error("no exact function " + std::string(mnemonic));
  Number x(in[0]), y(in.size() > 1 ? in[1] : 0.0);
  return row->evaluate(attributes, x, y, result);
}

double nearest(const Number &value, int side, const Format &format) {
  if (!mpfr_number_p(value) || mpfr_zero_p(value))
    return mpfr_get_d(value, kRound);
  // value = m * 2^exponent with 1/2 <= |m| < 1, and last the weight of the
  // last bit that the format has there.
  mpfr_exp_t exponent = mpfr_get_exp(value);
  mpfr_exp_t last =
      std::max<mpfr_exp_t>(exponent - format.digits, format.least);
  if (exponent > format.greatest)
    return std::copysign(INFINITY, mpfr_sgn(static_cast<mpfr_srcptr>(value)));
  Number scaled, whole, twice;
  mpfr_mul_2si(scaled, value, -last, kRound);
  mpfr_rint(whole, scaled, kRound);
  // A tie in `value` is none in the true value unless the two are equal.
  mpfr_mul_2ui(twice, scaled, 1, kRound);
  if (side && mpfr_integer_p(twice) && !mpfr_integer_p(scaled))
    mpfr_rint(whole, scaled, side > 0 ? MPFR_RNDD : MPFR_RNDU);
  double result = std::ldexp(mpfr_get_d(whole, kRound), static_cast<int>(last));
  if (std::fabs(result) >= std::ldexp(1.0, format.greatest))
    return std::copysign(INFINITY, result);
  // What rounds to zero keeps its sign.
  return std::copysign(result,
                       mpfr_sgn(static_cast<mpfr_srcptr>(value)) < 0 ? -1 : 1);
}

} // namespace accuracy
