//===- ReferenceTest.cpp - the reference itself, against known values -----===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Reference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace reference;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

uint16_t half(double value) { return toHalf(value).bits; }

RefAttributes
floats(std::initializer_list<std::pair<const std::string, float>> values) {
  RefAttributes attributes;
  attributes.floats.insert(values.begin(), values.end());
  return attributes;
}

std::vector<double> run(std::string_view op, const RefAttributes &attributes,
                        Type type, std::vector<std::vector<double>> inputs) {
  std::vector<RefTensor> tensors;
  for (auto &input : inputs)
    tensors.push_back(RefTensor::of(type, input));
  RefTensor y = evaluate(op, attributes, tensors);
  std::vector<double> result;
  for (int64_t i = 0; i < y.elementCount(); ++i)
    result.push_back(y.value(i));
  return result;
}

using Doubles = std::vector<double>;

TEST(Reference, HalfRoundTrip) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    Half h{static_cast<uint16_t>(bits)};
    double value = toDouble(h);
    if (std::isnan(value))
      EXPECT_TRUE(std::isnan(toDouble(toHalf(value))));
    else
      ASSERT_EQ(toHalf(value).bits, bits);
  }
}

TEST(Reference, HalfRoundsToNearestEven) {
  EXPECT_EQ(half(65519.99), 0x7bff);
  EXPECT_EQ(half(65520), 0x7c00);
  EXPECT_EQ(half(131008), 0x7c00);
  EXPECT_EQ(half(-1e300), 0xfc00);
  EXPECT_EQ(half(0x1p-25), 0);
  EXPECT_EQ(half(std::nextafter(0x1p-25, 1)), 1);
  EXPECT_EQ(half(1.5 * 0x1p-25), 1);
  EXPECT_EQ(half(-0x1p-24), 0x8001);
  EXPECT_EQ(half(-0.0), 0x8000);
  EXPECT_EQ(half(5e-324), 0);
  EXPECT_EQ(half(1.00048828125), 0x3c00);
  EXPECT_EQ(half(1.00146484375), 0x3c02);
  EXPECT_EQ(half(2047.5), 0x6800);
  // Between every two neighbours: the middle goes to the even one, and what is
  // just beside the middle to the nearer one.
  for (uint32_t bits = 0; bits < 0x7bff; ++bits) {
    double low = toDouble({static_cast<uint16_t>(bits)});
    double high = toDouble({static_cast<uint16_t>(bits + 1)});
    double middle = (low + high) / 2;
    ASSERT_EQ(half(middle), bits + bits % 2);
    ASSERT_EQ(half(std::nextafter(middle, 0.0)), bits);
    ASSERT_EQ(half(std::nextafter(middle, 1e9)), bits + 1);
  }
}

TEST(Reference, ToInteger) {
  EXPECT_EQ(toInteger<uint8_t>(300), 255);
  EXPECT_EQ(toInteger<uint8_t>(-1), 0);
  EXPECT_EQ(toInteger<uint8_t>(kNaN), 0);
  EXPECT_EQ(toInteger<uint8_t>(255.9), 255);
  EXPECT_EQ(toInteger<int8_t>(-128.9), -128);
  EXPECT_EQ(toInteger<int8_t>(-129), -128);
  EXPECT_EQ(toInteger<int32_t>(3e9), 2147483647);
  EXPECT_EQ(toInteger<int32_t>(-2.9), -2);
  EXPECT_EQ(toInteger<int64_t>(1e19), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(toInteger<int64_t>(-1e19), std::numeric_limits<int64_t>::min());
  EXPECT_EQ(toInteger<uint64_t>(kInf), std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(toInteger<uint64_t>(0x1p63), 0x8000000000000000u);
}

TEST(Reference, Shrink) {
  double above = std::nextafter(0.5f, 1.0f);
  auto y = run("activation_shrink", floats({{"Bias", 1}, {"Threshold", 0.5f}}),
               Type::Float32, {{-0.5, 0.5, above, kNaN, -3, kInf}});
  EXPECT_EQ(y, (Doubles{0, 0, static_cast<float>(above - 1), 0, -2, kInf}));

  auto attributes = floats({{"Bias", 1.9f}, {"Threshold", -2.9f}});
  // The threshold is -2, its negative 2: everything above -2 is decreased and
  // only the rest, all below 2, is increased.
  EXPECT_EQ(run("activation_shrink", attributes, Type::Int8,
                {{-128, -2, -1, 0, 127}}),
            (Doubles{-127, -1, -2, -1, 126}));
  // A negative threshold saturates to 0, of which no unsigned x is below.
  EXPECT_EQ(run("activation_shrink", attributes, Type::UInt8, {{0, 1, 255}}),
            (Doubles{0, 0, 254}));
  // -(-128) is 128, not -128.
  EXPECT_EQ(run("activation_shrink",
                floats({{"Bias", 1}, {"Threshold", -1000}}), Type::Int8,
                {{-128, -127, 127}}),
            (Doubles{-127, 127 - 255, 126}));
}

TEST(Reference, IntegersWrapAndDivide) {
  EXPECT_EQ(run("add", {}, Type::UInt8, {{200}, {100}}), Doubles{44});
  EXPECT_EQ(run("add", {}, Type::Int8, {{100}, {100}}), Doubles{-56});
  EXPECT_EQ(run("multiply", {}, Type::UInt16, {{65535}, {65535}}), Doubles{1});
  EXPECT_EQ(run("divide", {}, Type::Int32,
                {{7, -7, -2147483648., 7, -7}, {0, 0, -1, -2, 2}}),
            (Doubles{-1, -1, -2147483648., -3, -3}));
  EXPECT_EQ(run("divide", {}, Type::UInt8, {{7, 200}, {0, 3}}),
            (Doubles{255, 66}));
}

TEST(Reference, Clip) {
  EXPECT_EQ(
      run("clip", floats({{"Min", 2}, {"Max", 1}}), Type::Float32, {{0, 1, 2}}),
      (Doubles{2, 2, 2}));
  EXPECT_EQ(
      run("clip", floats({{"Min", -1}, {"Max", 2.9f}}), Type::UInt8, {{0, 7}}),
      (Doubles{0, 2}));
  auto y = run("clip", floats({{"Min", 0}, {"Max", 1}}), Type::Float32,
               {{-0.0, kNaN}});
  EXPECT_FALSE(std::signbit(y[0]));
  EXPECT_TRUE(std::isnan(y[1]));
}

TEST(Reference, ScaleBias) {
  RefAttributes attributes;
  attributes.scaleBias = RefScaleBias{1e20f, -1e30f};
  // Two roundings: a fused multiply-add would leave a rest.
  RefTensor x = RefTensor::of(Type::Float32, Doubles{1e10f});
  RefTensor y = evaluate("identity", attributes, {{x}});
  float product = 1e10f * 1e20f;
  EXPECT_EQ(y.value(0), product + -1e30f);

  attributes.scaleBias = RefScaleBias{0.5f, 0.25f};
  EXPECT_EQ(run("identity", attributes, Type::Int8, {{-128, -3, 127}}),
            (Doubles{-63, -1, 63}));
  attributes.scaleBias = RefScaleBias{3, 0};
  EXPECT_EQ(run("identity", attributes, Type::UInt8, {{100, 80}}),
            (Doubles{255, 240}));
}

TEST(Reference, ReluAndElu) {
  auto y = run("activation_relu", {}, Type::Float32, {{-0.0, kNaN, -1, 2}});
  EXPECT_FALSE(std::signbit(y[0]));
  EXPECT_TRUE(std::isnan(y[1]));
  EXPECT_EQ(y[2], 0);
  EXPECT_EQ(y[3], 2);
  auto elu = run("activation_elu", floats({{"Alpha", 1}}), Type::Float32,
                 {{-0.0, -1e-10, -kInf, 1000}});
  EXPECT_TRUE(std::signbit(elu[0]));
  EXPECT_EQ(elu[1], static_cast<float>(-1e-10));
  EXPECT_EQ(elu[2], -1);
  EXPECT_EQ(elu[3], 1000);
}

TEST(Reference, IsInfinity) {
  RefAttributes attributes;
  attributes.enums["InfinityMode"] = "POSITIVE";
  EXPECT_EQ(run("is_infinity", attributes, Type::Float16,
                {{kInf, -kInf, 65504, kNaN}}),
            (Doubles{1, 0, 0, 0}));
  attributes.enums["InfinityMode"] = "NEGATIVE";
  EXPECT_EQ(run("is_infinity", attributes, Type::Float32, {{kInf, -kInf}}),
            (Doubles{0, 1}));
}

TEST(Reference, FillValueSequence) {
  RefAttributes attributes;
  attributes.scalarType = Type::UInt8;
  attributes.scalars["ValueStart"] = 10;
  attributes.scalars["ValueDelta"] = 0xfe;
  attributes.sizes = {2, 3};
  RefTensor y = evaluate("fill_value_sequence", attributes, {});
  EXPECT_EQ(y.value(3), 4);
  EXPECT_EQ(y.value(5), 0);
}

TEST(Reference, Add1RoundsBeforeItsActivation) {
  RefAttributes attributes;
  attributes.activation = "activation_shrink";
  attributes.activationAttributes = std::make_shared<const RefAttributes>(
      floats({{"Bias", 0}, {"Threshold", 2048}}));
  // 2048 + 1 is a tie that rounds to 2048, which is not above the threshold.
  EXPECT_EQ(run("add1", attributes, Type::Float16, {{2048}, {1}}), Doubles{0});
  EXPECT_EQ(run("add1", {}, Type::Float16, {{2048}, {3}}), Doubles{2052});
}

TEST(Reference, Broadcast) {
  RefTensor x = RefTensor::of(Type::Int32, Doubles{1, 2});
  x.sizes = {2, 1};
  RefTensor y = broadcastTo(x, {2, 2, 3});
  EXPECT_EQ(y.value(0), 1);
  EXPECT_EQ(y.value(5), 2);
  EXPECT_EQ(y.value(8), 1);
  EXPECT_EQ(y.value(11), 2);
}

} // namespace
