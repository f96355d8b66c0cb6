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

/// What the operands were at an element, where they have as many.
inline std::string showOperands(std::span<const reference::RefTensor> operands,
                                int64_t index, int64_t count) {
  std::string text;
  for (const reference::RefTensor &operand : operands)
    if (operand.elementCount() == count)
      text += ", operand " + showElement(operand, index);
    else if (operand.elementCount() == 1)
      text += ", operand " + showElement(operand, 0);
  return text;
}

/// Equal bits in every element; the message names the first that differs and
/// what the operands were there (`context`, same sizes).
inline testing::AssertionResult
sameBits(const reference::RefTensor &expected,
         const reference::RefTensor &actual, NaNs nans = NaNs::OneValue,
         std::span<const reference::RefTensor> context = {}) {
  if (expected.type != actual.type || expected.sizes != actual.sizes)
    return testing::AssertionFailure() << "type or sizes differ";
  if (expected.data == actual.data)
    return testing::AssertionSuccess();
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
  return testing::AssertionFailure()
         << count << " of " << expected.elementCount() << " "
         << reference::name(expected.type) << " elements differ, the first at "
         << showIndex(first, expected.sizes) << ": expected "
         << showElement(expected, first) << ", got "
         << showElement(actual, first)
         << showOperands(context, first, expected.elementCount());
}

/// The results that are right: `value`, or where it is of a float type and not
/// exact, from `least` to `most` for each element.
struct Acceptable {
  reference::RefTensor value, least, most;

  bool exact() const { return !most.present(); }
};

/// Where the number at an element stands among those of its type, -0 before +0.
inline int64_t placeInOrder(const reference::RefTensor &tensor, int64_t index) {
  uint64_t sign = uint64_t{1} << (reference::elementBits(tensor.type) - 1);
  uint64_t bits = tensor.bits(index);
  return bits & sign ? -1 - static_cast<int64_t>(bits ^ sign)
                     : static_cast<int64_t>(bits);
}

/// Every element is acceptable.
inline testing::AssertionResult
isAcceptable(const Acceptable &expected, const reference::RefTensor &actual,
             NaNs nans = NaNs::OneValue,
             std::span<const reference::RefTensor> context = {}) {
  if (expected.exact())
    return sameBits(expected.value, actual, nans, context);
  if (expected.value.type != actual.type ||
      expected.value.sizes != actual.sizes)
    return testing::AssertionFailure() << "type or sizes differ";
  int64_t first = -1, count = 0, elements = actual.elementCount();
  for (int64_t i = 0; i < elements; ++i) {
    bool isNaN = std::isnan(actual.value(i));
    if (isNaN != std::isnan(expected.least.value(i)) ||
        (!isNaN && (placeInOrder(actual, i) < placeInOrder(expected.least, i) ||
                    placeInOrder(actual, i) > placeInOrder(expected.most, i))))
      first = count++ ? first : i;
  }
  if (!count)
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << count << " of " << elements << " " << reference::name(actual.type)
         << " elements are off, the first at " << showIndex(first, actual.sizes)
         << ": expected " << showElement(expected.least, first) << " to "
         << showElement(expected.most, first) << ", got "
         << showElement(actual, first)
         << showOperands(context, first, elements);
}

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_COMPARE_H
