//===- ReferenceRun.h - the reference on a few values -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_E2E_REFERENCERUN_H
#define FUSEDML_TESTS_E2E_REFERENCERUN_H

#include "tests/reference/Reference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace reference {

inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

using Doubles = std::vector<double>;
using Bits = std::vector<uint64_t>;

inline RefAttributes
floats(std::initializer_list<std::pair<const std::string, float>> values) {
  RefAttributes attributes;
  attributes.floats.insert(values.begin(), values.end());
  return attributes;
}

inline RefAttributes choice(std::string field, std::string member) {
  RefAttributes attributes;
  attributes.enums[std::move(field)] = std::move(member);
  return attributes;
}

inline RefAttributes outputType(Type type) {
  RefAttributes attributes;
  attributes.outputType = type;
  return attributes;
}

inline RefAttributes withScaleBias(float scale, float bias) {
  RefAttributes attributes;
  attributes.scaleBias = RefScaleBias{scale, bias};
  return attributes;
}

inline RefTensor bitsTensor(Type type, const Bits &bits) {
  RefTensor tensor(type, {static_cast<int64_t>(bits.size())});
  for (size_t i = 0; i < bits.size(); ++i)
    tensor.setBits(static_cast<int64_t>(i), bits[i]);
  return tensor;
}

inline Doubles valuesOf(const RefTensor &tensor) {
  Doubles result;
  for (int64_t i = 0; i < tensor.elementCount(); ++i)
    result.push_back(tensor.value(i));
  return result;
}

inline Bits bitsOf(const RefTensor &tensor) {
  Bits result;
  for (int64_t i = 0; i < tensor.elementCount(); ++i)
    result.push_back(tensor.bits(i));
  return result;
}

/// Inputs of one type, by value.
inline Doubles run(std::string_view op, const RefAttributes &attributes,
                   Type type, const std::vector<Doubles> &inputs) {
  std::vector<RefTensor> tensors;
  tensors.reserve(inputs.size());
  for (const Doubles &input : inputs)
    tensors.push_back(RefTensor::of(type, input));
  return valuesOf(evaluate(op, attributes, tensors));
}

/// Inputs of one type, as bits: what 64-bit integers and NaNs need.
inline Bits runBits(std::string_view op, const RefAttributes &attributes,
                    Type type, const std::vector<Bits> &inputs) {
  std::vector<RefTensor> tensors;
  tensors.reserve(inputs.size());
  for (const Bits &input : inputs)
    tensors.push_back(bitsTensor(type, input));
  return bitsOf(evaluate(op, attributes, tensors));
}

/// Equal, the sign of zero included; NaNs are one value.
inline testing::AssertionResult gives(const Doubles &actual,
                                      const Doubles &expected) {
  if (actual.size() != expected.size())
    return testing::AssertionFailure()
           << actual.size() << " values, not " << expected.size();
  for (size_t i = 0; i < actual.size(); ++i) {
    bool same = std::isnan(expected[i])
                    ? std::isnan(actual[i])
                    : actual[i] == expected[i] &&
                          std::signbit(actual[i]) == std::signbit(expected[i]);
    if (!same)
      return testing::AssertionFailure()
             << "element " << i << ": expected "
             << testing::PrintToString(expected[i]) << ", got "
             << testing::PrintToString(actual[i]);
  }
  return testing::AssertionSuccess();
}

} // namespace reference

#endif // FUSEDML_TESTS_E2E_REFERENCERUN_H
