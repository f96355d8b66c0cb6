//===- RuntimeTensor.cpp - types, layouts, halves -------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fusedml/Tensor.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <type_traits>

using namespace fusedml;

namespace {

TensorDesc desc(DataType type, std::vector<int64_t> sizes,
                std::vector<int64_t> strides = {}) {
  TensorDesc result;
  result.type = type;
  result.sizes = std::move(sizes);
  result.strides = std::move(strides);
  return result;
}

constexpr int64_t big = int64_t{1} << 40;

} // namespace

TEST(RuntimeTensor, TypeNamesRoundTrip) {
  for (uint32_t i = 0; i <= 13; ++i) {
    auto type = static_cast<DataType>(i);
    std::string text(name(type));
    EXPECT_EQ(parseDataType(text), type);
    EXPECT_EQ(parseDataType("DML_TENSOR_DATA_TYPE_" + text), type);
  }
  EXPECT_EQ(name(DataType::UInt16), "UINT16");
  EXPECT_FALSE(parseDataType(""));
  EXPECT_FALSE(parseDataType("FLOAT33"));
  EXPECT_FALSE(parseDataType("float32"));
  EXPECT_EQ(name(static_cast<DataType>(77)), "UNKNOWN");
  EXPECT_EQ(bitWidth(static_cast<DataType>(0xffffffff)), 0u);
}

TEST(RuntimeTensor, BitWidths) {
  EXPECT_EQ(bitWidth(DataType::Unknown), 0u);
  EXPECT_EQ(bitWidth(DataType::Int4), 4u);
  EXPECT_EQ(bitWidth(DataType::UInt4), 4u);
  EXPECT_EQ(bitWidth(DataType::Int8), 8u);
  EXPECT_EQ(bitWidth(DataType::Float16), 16u);
  EXPECT_EQ(bitWidth(DataType::UInt32), 32u);
  EXPECT_EQ(bitWidth(DataType::Float64), 64u);
}

TEST(RuntimeTensor, ElementCount) {
  EXPECT_EQ(desc(DataType::Int8, {}).elementCount(), 1);
  EXPECT_EQ(desc(DataType::Int8, {2, 3, 4}).elementCount(), 24);
  EXPECT_EQ(desc(DataType::Int8, {65536, 65536}).elementCount(),
            int64_t{1} << 32);
  EXPECT_EQ(desc(DataType::Int8, {big, big}).elementCount(), std::nullopt);
  EXPECT_EQ(desc(DataType::Int8, {big, big, 0}).elementCount(), 0);
  EXPECT_EQ(desc(DataType::Int8, {2, -1}).elementCount(), std::nullopt);
}

TEST(RuntimeTensor, EffectiveStrides) {
  using List = std::vector<int64_t>;
  EXPECT_EQ(desc(DataType::Int8, {2, 3, 4}).effectiveStrides(),
            (List{12, 4, 1}));
  EXPECT_EQ(desc(DataType::Int8, {2, 3}, {0, 7}).effectiveStrides(),
            (List{0, 7}));
  EXPECT_EQ(desc(DataType::Int8, {2, 0, 3}).effectiveStrides(),
            (List{3, 3, 1}));
}

TEST(RuntimeTensor, Spans) {
  EXPECT_EQ(desc(DataType::Int8, {2, 2}, {4, 1}).spanInElements(), 6);
  EXPECT_EQ(desc(DataType::Int8, {2, 3}, {0, 1}).spanInElements(), 3);
  EXPECT_EQ(desc(DataType::Int8, {2, 0, 3}, {9, 9, 9}).spanInElements(), 0);
  EXPECT_EQ(desc(DataType::Int8, {1}, {big}).spanInElements(), 1);
  EXPECT_EQ(desc(DataType::Int8, {big, 2}, {big, 1}).spanInElements(),
            std::nullopt);
  EXPECT_EQ(desc(DataType::Int8, {2, 2}, {1}).spanInElements(), std::nullopt);
  EXPECT_EQ(desc(DataType::Int8, {2}, {-1}).spanInElements(), std::nullopt);
  EXPECT_EQ(desc(DataType::UInt8, {65536, 65536}, {65536, 1}).spanInElements(),
            int64_t{1} << 32);
}

TEST(RuntimeTensor, Bytes) {
  EXPECT_EQ(desc(DataType::UInt8, {5}).spanInBytes(), 5u);
  EXPECT_EQ(desc(DataType::UInt8, {5}).minimumBytes(), 8u);
  EXPECT_EQ(desc(DataType::UInt8, {0}).minimumBytes(), 0u);
  EXPECT_EQ(desc(DataType::UInt4, {3}).spanInBytes(), 2u);
  EXPECT_EQ(desc(DataType::UInt4, {9}).minimumBytes(), 8u);
  EXPECT_EQ(desc(DataType::Float64, {int64_t{1} << 61}).minimumBytes(),
            std::nullopt);
  EXPECT_EQ(desc(DataType::Float64, {int64_t{1} << 61}).bufferBytes(),
            std::numeric_limits<uint64_t>::max());
  TensorDesc padded = desc(DataType::Float32, {3});
  EXPECT_EQ(padded.bufferBytes(), 12u);
  padded.totalBytes = 64;
  EXPECT_EQ(padded.bufferBytes(), 64u);
}

TEST(RuntimeTensor, SameLayout) {
  TensorDesc packed = desc(DataType::Float32, {2, 3});
  EXPECT_TRUE(packed.sameLayout(desc(DataType::Float32, {2, 3}, {3, 1})));
  EXPECT_FALSE(packed.sameLayout(desc(DataType::Float32, {2, 3}, {4, 1})));
  EXPECT_FALSE(packed.sameLayout(desc(DataType::Int32, {2, 3})));
  EXPECT_FALSE(packed.sameLayout(desc(DataType::Float32, {3, 2})));
  EXPECT_FALSE(packed.sameLayout(desc(DataType::Float32, {6})));
  EXPECT_TRUE(desc(DataType::Float32, {2, 1}, {1, 9})
                  .sameLayout(desc(DataType::Float32, {2, 1})));
  EXPECT_TRUE(desc(DataType::Float32, {0, 2}, {1, 9})
                  .sameLayout(desc(DataType::Float32, {0, 2})));
}

TEST(RuntimeTensor, Text) {
  EXPECT_EQ(formatList(std::vector<int64_t>{2, 3, 4}), "[2,3,4]");
  EXPECT_EQ(formatList({}), "[]");
  EXPECT_EQ(desc(DataType::Float32, {2, 3}).str(), "FLOAT32 [2,3]");
  EXPECT_EQ(desc(DataType::Float32, {2, 3}, {4, 1}).str(),
            "FLOAT32 [2,3] strides [4,1]");
}

namespace {

/// By the definition of the format, in double, which holds every half.
double valueOfHalf(unsigned half) {
  double sign = half & 0x8000 ? -1 : 1;
  int exponent = (half >> 10) & 0x1f;
  int fraction = half & 0x3ff;
  if (exponent == 31)
    return fraction ? std::numeric_limits<double>::quiet_NaN()
                    : sign * std::numeric_limits<double>::infinity();
  if (exponent == 0)
    return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

} // namespace

TEST(RuntimeHalf, AllHalvesRoundTrip) {
  for (unsigned half = 0; half < 65536; ++half) {
    float value = halfToFloat(static_cast<uint16_t>(half));
    double expected = valueOfHalf(half);
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(value)) << half;
      ASSERT_EQ(std::signbit(value), (half & 0x8000) != 0) << half;
      // Quiet, payload and sign kept.
      ASSERT_EQ(floatToHalf(value), half | 0x200) << half;
      ASSERT_EQ(doubleToHalf(static_cast<double>(value)), half | 0x200);
      continue;
    }
    ASSERT_EQ(static_cast<double>(value), expected) << half;
    ASSERT_EQ(std::signbit(value), (half & 0x8000) != 0) << half;
    ASSERT_EQ(floatToHalf(value), half);
    ASSERT_EQ(doubleToHalf(expected), half);
  }
}

TEST(RuntimeHalf, TiesAndTheirNeighbours) {
  // Between each pair of neighbours, the last one and infinity included.
  for (unsigned low = 0; low < 0x7c00; ++low) {
    unsigned high = low + 1;
    double above = high == 0x7c00 ? 65536.0 : valueOfHalf(high);
    double middle = (valueOfHalf(low) + above) / 2;
    unsigned even = low & 1 ? high : low;
    for (unsigned sign : {0u, 0x8000u}) {
      double tie = sign ? -middle : middle;
      double inf = std::numeric_limits<double>::infinity();
      double outward = std::nextafter(tie, sign ? -inf : inf);
      double inward = std::nextafter(tie, 0.0);
      ASSERT_EQ(doubleToHalf(tie), even | sign) << low;
      ASSERT_EQ(doubleToHalf(outward), high | sign) << low;
      ASSERT_EQ(doubleToHalf(inward), low | sign) << low;

      auto narrow = static_cast<float>(tie);
      auto infinity = static_cast<float>(inf);
      ASSERT_EQ(floatToHalf(narrow), even | sign) << low;
      ASSERT_EQ(
          floatToHalf(std::nextafter(narrow, sign ? -infinity : infinity)),
          high | sign);
      ASSERT_EQ(floatToHalf(std::nextafter(narrow, 0.0f)), low | sign) << low;
    }
  }
}

TEST(RuntimeHalf, DoubleRoundsOnce) {
  // Over float the excess would be lost first, and the tie would go to even.
  double value = 1.0 + std::ldexp(1.0, -11) + std::ldexp(1.0, -40);
  EXPECT_EQ(doubleToHalf(value), 0x3c01);
  EXPECT_EQ(floatToHalf(static_cast<float>(value)), 0x3c00);
}

TEST(RuntimeHalf, Extremes) {
  EXPECT_EQ(floatToHalf(std::numeric_limits<float>::denorm_min()), 0);
  EXPECT_EQ(floatToHalf(-std::numeric_limits<float>::denorm_min()), 0x8000);
  EXPECT_EQ(doubleToHalf(std::numeric_limits<double>::denorm_min()), 0);
  EXPECT_EQ(doubleToHalf(-std::numeric_limits<double>::max()), 0xfc00);
  EXPECT_EQ(floatToHalf(std::numeric_limits<float>::max()), 0x7c00);
  EXPECT_EQ(floatToHalf(65519.996f), 0x7bff);
  EXPECT_EQ(floatToHalf(65520.0f), 0x7c00);
  EXPECT_EQ(floatToHalf(std::bit_cast<float>(0x7f800001u)), 0x7e00);
  EXPECT_EQ(doubleToHalf(std::bit_cast<double>(0xfff0000000000001ull)), 0xfe00);
}

TEST(RuntimeHalf, RandomBitsMatchTheNearestHalf) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 200000; ++i) {
    // Exponents around the range of half.
    auto exponent = static_cast<int>(random() % 50) - 30;
    double value = std::ldexp(
        1.0 + static_cast<double>(random() >> 11) * 0x1p-53, exponent);
    unsigned got = doubleToHalf(value);
    ASSERT_LE(got, 0x7c00u);
    if (got == 0x7c00) {
      ASSERT_GE(value, 65520.0);
      continue;
    }
    double error = std::abs(valueOfHalf(got) - value);
    if (got > 0) {
      ASSERT_LE(error, std::abs(valueOfHalf(got - 1) - value));
    }
    if (got < 0x7bff) {
      ASSERT_LE(error, std::abs(valueOfHalf(got + 1) - value));
    }
  }
}

TEST(RuntimeBinding, TypesOfRanges) {
  std::vector<float> floats(3);
  Binding binding(floats);
  EXPECT_EQ(binding.type, DataType::Float32);
  EXPECT_EQ(binding.sizeInBytes, 12u);
  std::array<int64_t, 2> longs{};
  EXPECT_EQ(Binding(longs).type, DataType::Int64);
  std::vector<uint16_t> halves(1);
  EXPECT_EQ(Binding(halves).type, DataType::Unknown);
  std::vector<std::byte> raw(1);
  EXPECT_EQ(Binding(raw).type, DataType::Unknown);
  EXPECT_EQ(OutputBinding(floats).type, DataType::Float32);
  EXPECT_EQ(OutputBinding(halves).type, DataType::Unknown);
  const std::vector<uint32_t> constant(2);
  EXPECT_EQ(Binding(constant).type, DataType::UInt32);
  Binding inPlace = OutputBinding(floats);
  EXPECT_EQ(inPlace.data, floats.data());
  EXPECT_EQ(inPlace.sizeInBytes, 12u);
  EXPECT_EQ(inPlace.type, DataType::Float32);
}

// What may not be written makes no output.
template <typename... T>
constexpr bool kMakesOutput = std::is_constructible_v<OutputBinding, T...>;
static_assert(kMakesOutput<std::vector<float> &>);
static_assert(kMakesOutput<std::span<float>>);
static_assert(kMakesOutput<std::array<int8_t, 4> &>);
static_assert(kMakesOutput<void *, size_t>);
static_assert(!kMakesOutput<const std::vector<float> &>);
static_assert(!kMakesOutput<std::span<const float>>);
static_assert(!kMakesOutput<const std::array<int8_t, 4> &>);
static_assert(!kMakesOutput<std::array<const int8_t, 4> &>);
static_assert(!kMakesOutput<const void *, size_t>);
static_assert(!kMakesOutput<const Binding &>);
static_assert(std::is_constructible_v<Binding, const std::vector<float> &>);
