//===- Compare.h - bit-for-bit comparison, NaN as one value -----*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_COMPARE_H
#define FUSEDML_TESTS_SUPPORT_COMPARE_H

#include "tests/reference/Reference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iomanip>
#include <sstream>

namespace support {

/// Whether NaNs are one value or bits that must survive.
enum class NaNs { OneValue, Bits };

inline std::string showElement(const reference::RefTensor &tensor,
                               int64_t index) {
  std::ostringstream out;
  out << std::setprecision(17) << tensor.value(index) << " (0x" << std::hex
      << tensor.bits(index) << ")";
  return out.str();
}

inline std::string showIndex(int64_t index, const std::vector<int64_t> &sizes) {
  std::string text;
  for (size_t dim = sizes.size(); dim-- > 0;) {
    text =
        std::to_string(index % sizes[dim]) + (text.empty() ? "" : ",") + text;
    index /= sizes[dim];
  }
  return "[" + text + "]";
}

/// Equal bits in every element; the message names the first that differs and
/// what the operands were there (`context`, same sizes).
inline testing::AssertionResult
sameBits(const reference::RefTensor &expected,
         const reference::RefTensor &actual, NaNs nans = NaNs::OneValue,
         std::span<const reference::RefTensor> context = {}) {
  if (expected.type != actual.type || expected.sizes != actual.sizes)
    return testing::AssertionFailure() << "type or sizes differ";
  int64_t first = -1, count = 0;
  bool floats = reference::isFloat(expected.type) && nans == NaNs::OneValue;
  for (int64_t i = 0, e = expected.elementCount(); i < e; ++i) {
    if (expected.bits(i) == actual.bits(i))
      continue;
    if (floats && std::isnan(expected.value(i)) && std::isnan(actual.value(i)))
      continue;
    first = count++ ? first : i;
  }
  if (!count)
    return testing::AssertionSuccess();
  auto failure = testing::AssertionFailure();
  failure << count << " of " << expected.elementCount() << " "
          << reference::name(expected.type) << " elements differ, the first at "
          << showIndex(first, expected.sizes) << ": expected "
          << showElement(expected, first) << ", got "
          << showElement(actual, first);
  for (const reference::RefTensor &operand : context)
    if (operand.elementCount() == expected.elementCount())
      failure << ", operand " << showElement(operand, first);
  return failure;
}

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_COMPARE_H
