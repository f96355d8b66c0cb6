//===- Judge.h - which results of an operator are right ---------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_JUDGE_H
#define FUSEDML_TESTS_SUPPORT_JUDGE_H

#include "tests/reference/Real.h"
#include "tests/support/Attributes.h"
#include "tests/support/Compare.h"

namespace support {

namespace detail {

/// Whether the FLOAT fields have values that the row's bound is for.
inline bool isUsual(std::string_view mnemonic, reference::Type type,
                    const RefAttributes &attributes) {
  std::vector<RefAttributes> sets = attributeSets(mnemonic, type);
  sets.resize(std::min(sets.size(), usualSetCount(mnemonic)));
  return std::ranges::any_of(sets, [&](const RefAttributes &set) {
    return set.floats == attributes.floats;
  });
}

/// x after ScaleBias, in FLOAT32, which holds FLOAT16 too.
inline double scaled(double x, const RefAttributes &attributes) {
  if (!attributes.scaleBias)
    return x;
  float product = static_cast<float>(x) * attributes.scaleBias->scale;
  return static_cast<double>(product + attributes.scaleBias->bias);
}

/// The true value of each element.
inline std::vector<double> realValues(std::string_view mnemonic,
                                      const RefAttributes &attributes,
                                      std::span<const RefTensor> in) {
  reference::RealFunction function(mnemonic, attributes);
  std::vector<double> values;
  for (int64_t i = 0, e = in[0].elementCount(); i < e; ++i)
    values.push_back(function(scaled(in[0].value(i), attributes),
                              function.inputs() > 1 ? in[1].value(i) : 0));
  return values;
}

/// What FLOAT32 gives for elements of any float type.
inline std::vector<double> float32Values(std::string_view mnemonic,
                                         const RefAttributes &attributes,
                                         std::span<const RefTensor> in) {
  std::vector<RefTensor> wide;
  for (const RefTensor &tensor : in) {
    RefTensor &widened =
        wide.emplace_back(reference::Type::Float32, tensor.sizes);
    for (int64_t i = 0, e = tensor.elementCount(); i < e; ++i)
      widened.setValue(i, tensor.value(i));
  }
  RefTensor y = reference::evaluate(mnemonic, attributes, wide);
  std::vector<double> values;
  for (int64_t i = 0, e = y.elementCount(); i < e; ++i)
    values.push_back(y.value(i));
  return values;
}

/// A bound among the FLOAT32 numbers: rounded, but never further away from
/// `value`, whose own rounding always lies within.
inline double boundInFloat32(double bound, double value) {
  auto rounded = static_cast<float>(bound), middle = static_cast<float>(value);
  bool isOutside = bound < value ? rounded < bound : rounded > bound;
  if (isOutside && rounded != middle)
    rounded = std::nextafter(rounded, middle);
  return rounded;
}

/// The distance of neighbouring FLOAT32 around a number.
inline double unitOf(double value) {
  int exponent = value == 0 ? -126 : std::ilogb(value);
  return std::ldexp(1.0, std::clamp(exponent, -126, 127) - 23);
}

} // namespace detail

/// By how many units of the last place of FLOAT32 the result of an operator
/// that is not exact may be off, before it is rounded to the type.
///
/// - At usual attributes: as much as the row says. FLOAT16 with one operand and
///   no ScaleBias is correctly rounded.
/// - At others, the FLOAT32 operations between attributes and function round
///   too. An error of one unit just above a power of two becomes two units when
///   a product lies just below one; one more is for the rounding of the product
///   and that of the reference, half a unit each.
inline double unitsOff(std::string_view mnemonic,
                       const RefAttributes &attributes,
                       std::span<const RefTensor> in) {
  reference::Type type = in[0].type;
  double most = rowOf(mnemonic).maxUlp;
  if (!detail::isUsual(mnemonic, type, attributes))
    return 2 * most + 1;
  bool isAlone = in.size() == 1 && !attributes.scaleBias;
  return isAlone && type == reference::Type::Float16 ? 0 : most;
}

/// What an operator may give for these operands.
inline Acceptable acceptable(std::string_view mnemonic,
                             const RefAttributes &attributes,
                             std::span<const RefTensor> in) {
  std::vector<reference::Type> types;
  for (const RefTensor &tensor : in)
    types.push_back(tensor.type);
  if (reference::exact(mnemonic, types, attributes))
    return {reference::evaluate(mnemonic, attributes, in), {}, {}};
  if (!attributes.activation.empty()) {
    RefTensor sum = reference::evaluate("add", {}, in);
    return acceptable(attributes.activation, *attributes.activationAttributes,
                      {{sum}});
  }
  bool usual = detail::isUsual(mnemonic, in[0].type, attributes);
  std::vector<double> values =
      usual ? detail::realValues(mnemonic, attributes, in)
            : detail::float32Values(mnemonic, attributes, in);
  double units = unitsOff(mnemonic, attributes, in);
  RefTensor blank(in[0].type, in[0].sizes);
  Acceptable result{blank, blank, blank};
  for (size_t i = 0; i < values.size(); ++i) {
    double value = values[i];
    double off = std::isfinite(value) ? units * detail::unitOf(value) : 0;
    // A true value of 0 is exact; FLOAT32 may have underflowed.
    if (usual && value == 0)
      off = 0;
    double least = value - off, most = value + off;
    if (usual && blank.type == reference::Type::Float32 && off > 0) {
      least = detail::boundInFloat32(least, value);
      most = detail::boundInFloat32(most, value);
    }
    // An error does not change the sign.
    double zero = std::copysign(0.0, value);
    if (!std::signbit(value) && least <= 0)
      least = zero;
    if (std::signbit(value) && most >= 0)
      most = zero;
    result.value.setValue(static_cast<int64_t>(i), value);
    result.least.setValue(static_cast<int64_t>(i), least);
    result.most.setValue(static_cast<int64_t>(i), most);
  }
  return result;
}

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_JUDGE_H
