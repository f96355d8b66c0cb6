//===- Real.cpp - operators as functions of real numbers ------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementary functions have their limits at infinity. Products and quotients
// around them are those of the formula, so that 0 * inf stays NaN.
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Real.h"

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace reference {

namespace {

/// The FLOAT attributes, in the order in which the row names them.
using Attributes = std::array<double, 2>;

/// ln(1 + exp(t)), which neither overflows nor loses the digits of exp(t).
double softplus(double t) {
  return (t > 0 ? t : 0.0) + std::log1p(std::exp(-std::fabs(t)));
}

double elu(const Attributes &a, double x, double) {
  return x >= 0 ? x : a[0] * std::expm1(x);
}

double scaledElu(const Attributes &a, double x, double) {
  return x > 0 ? a[1] * x : a[1] * (a[0] * std::expm1(x));
}

double celu(const Attributes &a, double x, double) {
  double curve = a[0] * std::expm1(x / a[0]);
  // NaN is neither above nor below, and stays.
  double positive = x <= 0 ? 0.0 : x;
  double negative = curve > 0 ? 0.0 : curve;
  return positive + negative;
}

/// 0.5 * x * (1 + erf(x / sqrt(2))), where 1 + erf(z) is erfc(-z).
double gelu(const Attributes &, double x, double) {
  return 0.5 * x * std::erfc(-x * (std::numbers::sqrt2 / 2));
}

/// x * sigmoid(SigmoidInputScale * x).
double swish(const Attributes &a, double x, double) {
  return x / (1 + std::exp(-(a[0] * x)));
}

template <double (*F)(double)>
double plain(const Attributes &, double x, double) {
  return F(x);
}

} // namespace

struct RealFunction::Row {
  std::string_view mnemonic;
  unsigned inputs;
  Symmetry symmetry;
  std::array<const char *, 2> fields;
  double (*value)(const Attributes &, double x, double y);
};

namespace {

using enum Symmetry;

constexpr RealFunction::Row kRows[] = {
    {"acos", 1, None, {}, plain<std::acos>},
    {"asin", 1, Odd, {}, plain<std::asin>},
    {"atan", 1, Odd, {}, plain<std::atan>},
    {"cos", 1, Even, {}, plain<std::cos>},
    {"exp", 1, None, {}, plain<std::exp>},
    {"log", 1, None, {}, plain<std::log>},
    {"pow",
     2,
     None,
     {},
     [](const Attributes &, double x, double y) { return std::pow(x, y); }},
    {"constant_pow",
     1,
     None,
     {"Exponent"},
     [](const Attributes &a, double x, double) { return std::pow(x, a[0]); }},
    {"recip",
     1,
     Odd,
     {},
     [](const Attributes &, double x, double) { return 1 / x; }},
    {"sin", 1, Odd, {}, plain<std::sin>},
    {"sqrt", 1, None, {}, plain<std::sqrt>},
    {"tan", 1, Odd, {}, plain<std::tan>},
    {"erf", 1, Odd, {}, plain<std::erf>},
    {"sinh", 1, Odd, {}, plain<std::sinh>},
    {"cosh", 1, Even, {}, plain<std::cosh>},
    {"tanh", 1, Odd, {}, plain<std::tanh>},
    {"asinh", 1, Odd, {}, plain<std::asinh>},
    {"acosh", 1, None, {}, plain<std::acosh>},
    {"atanh", 1, Odd, {}, plain<std::atanh>},
    {"atan_yx",
     2,
     None,
     {},
     [](const Attributes &, double y, double x) { return std::atan2(y, x); }},
    {"activation_elu", 1, None, {"Alpha"}, elu},
    {"activation_celu", 1, None, {"Alpha"}, celu},
    {"activation_scaled_elu", 1, None, {"Alpha", "Gamma"}, scaledElu},
    {"activation_sigmoid",
     1,
     None,
     {},
     [](const Attributes &, double x, double) {
       return 1 / (1 + std::exp(-x));
     }},
    {"activation_tanh", 1, Odd, {}, plain<std::tanh>},
    {"activation_scaled_tanh",
     1,
     Odd,
     {"Alpha", "Beta"},
     [](const Attributes &a, double x, double) {
       return a[0] * std::tanh(a[1] * x);
     }},
    {"activation_softplus",
     1,
     None,
     {"Steepness"},
     [](const Attributes &a, double x, double) {
       return softplus(a[0] * x) / a[0];
     }},
    {"activation_parametric_softplus",
     1,
     None,
     {"Alpha", "Beta"},
     [](const Attributes &a, double x, double) {
       return a[0] * softplus(a[1] * x);
     }},
    {"activation_gelu", 1, None, {}, gelu},
    {"activation_swish", 1, None, {"SigmoidInputScale"}, swish},
};

const RealFunction::Row *findRow(std::string_view mnemonic) {
  for (const RealFunction::Row &row : kRows)
    if (row.mnemonic == mnemonic)
      return &row;
  return nullptr;
}

} // namespace

RealFunction::RealFunction(std::string_view mnemonic,
                           const RefAttributes &given)
    : row(findRow(mnemonic)) {
  if (!row)
    return;
  for (size_t i = 0; i < attributes.size(); ++i)
    if (row->fields[i])
      attributes[i] = static_cast<double>(given.at(row->fields[i]));
  sign = row->symmetry;
  // Odd and even powers of a negative base; others are NaN.
  if (mnemonic == "constant_pow" && attributes[0] == std::trunc(attributes[0]))
    sign = std::fabs(std::fmod(attributes[0], 2)) == 1 ? Odd : Even;
}

unsigned RealFunction::inputs() const { return row->inputs; }

double RealFunction::operator()(double x, double y) const {
  return row->value(attributes, x, y);
}

double realValue(std::string_view mnemonic, const RefAttributes &attributes,
                 std::span<const double> in) {
  RealFunction function(mnemonic, attributes);
  if (!function || in.size() != function.inputs())
    throw std::logic_error("no real function " + std::string(mnemonic));
  return function(in[0], in.size() > 1 ? in[1] : 0);
}

std::vector<std::string_view> realMnemonics() {
  std::vector<std::string_view> result;
  for (const RealFunction::Row &row : kRows)
    result.push_back(row.mnemonic);
  return result;
}

} // namespace reference
