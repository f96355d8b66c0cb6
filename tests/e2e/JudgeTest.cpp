//===- JudgeTest.cpp - the judge of results is as strict as the rows ------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Judge.h"

using namespace support;
using reference::Type;

namespace {

/// Values among which every function has some where it is a number.
RefTensor someValues(Type type) {
  RefTensor x(type, {1000});
  for (int64_t i = 0; i < x.elementCount(); ++i)
    x.setValue(i, 0.001 + 0.0015 * static_cast<double>(i));
  return x;
}

std::vector<std::string_view> functionsOfOneInput() {
  std::vector<std::string_view> result;
  for (const auto &row : fusedml::graph::operatorRows())
    if (row.maxUlp && inputCount(row) == 1)
      result.push_back(row.mnemonic);
  return result;
}

/// Rounding the bounds does not widen them: no FLOAT32 that is allowed is
/// further from the true value than the row says, and its neighbours outside
/// are.
TEST(Judge, Float32BoundsAreThoseOfTheRow) {
  RefTensor x = someValues(Type::Float32);
  for (std::string_view mnemonic : functionsOfOneInput()) {
    SCOPED_TRACE(mnemonic);
    RefAttributes attributes = attributeSets(mnemonic, x.type).front();
    reference::RealFunction function(mnemonic, attributes);
    Acceptable result = acceptable(mnemonic, attributes, {{x}});
    int64_t wide = 0;
    for (int64_t i = 0; i < x.elementCount(); ++i) {
      double real = function(x.value(i));
      if (!std::isfinite(real) || real == 0)
        continue; // Only one result is right.
      double most = rowOf(mnemonic).maxUlp * detail::unitOf(real);
      auto low = static_cast<float>(result.least.value(i));
      auto high = static_cast<float>(result.most.value(i));
      wide += low < high;
      ASSERT_LE(real - static_cast<double>(low), most) << x.value(i);
      ASSERT_LE(static_cast<double>(high) - real, most) << x.value(i);
      float below = std::nextafter(low, -1e30f),
            above = std::nextafter(high, 1e30f);
      ASSERT_GT(real - static_cast<double>(below), most) << x.value(i);
      ASSERT_GT(static_cast<double>(above) - real, most) << x.value(i);
    }
    EXPECT_GT(wide, 0);
  }
}

/// FLOAT16 of one input has one right result.
TEST(Judge, Float16IsCorrectlyRounded) {
  RefTensor x = someValues(Type::Float16);
  for (std::string_view mnemonic : functionsOfOneInput()) {
    RefAttributes attributes = attributeSets(mnemonic, x.type).front();
    Acceptable result = acceptable(mnemonic, attributes, {{x}});
    EXPECT_TRUE(sameBits(result.least, result.most)) << mnemonic;
    EXPECT_TRUE(sameBits(result.least, result.value)) << mnemonic;
  }
}

} // namespace
