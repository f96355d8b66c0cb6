//===- ReferenceTest.cpp - the reference itself: types and tensors --------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/e2e/ReferenceRun.h"
#include "tests/support/Attributes.h"

#include <set>

using namespace reference;

namespace {

uint16_t half(double value) { return toHalf(value).bits; }

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

/// Values are in a byte each, with their sign.
TEST(Reference, FourBits) {
  RefTensor x =
      RefTensor::of(Type::Int4, Doubles{-8, -1, 7, 9, -100, kNaN, 2.9});
  EXPECT_EQ(valuesOf(x), (Doubles{-8, -1, 7, 7, -8, 0, 2}));
  EXPECT_EQ(bitsOf(x), (Bits{8, 15, 7, 7, 8, 0, 2}));
  EXPECT_EQ(std::to_integer<int>(x.data[1]), 0xff);
  x.setBits(0, 0xabc9);
  EXPECT_EQ(x.value(0), -7);
  RefTensor y = RefTensor::of(Type::UInt4, Doubles{-1, 15, 16, 8.9});
  EXPECT_EQ(valuesOf(y), (Doubles{0, 15, 15, 8}));
  EXPECT_EQ(elementBits(Type::Int4), 4u);
  EXPECT_EQ(elementSize(Type::UInt4), 1u);
  EXPECT_TRUE(isSigned(Type::Int4));
  EXPECT_FALSE(isSigned(Type::UInt4));
  EXPECT_EQ(parseType("UINT4"), Type::UInt4);
}

TEST(Reference, PackedFourBits) {
  RefTensor x = RefTensor::of(Type::Int4, Doubles{1, -2, 7});
  // The first element is in the low half; what is left over is 0.
  std::vector<std::byte> memory = pack(x);
  ASSERT_EQ(memory.size(), 2u);
  EXPECT_EQ(std::to_integer<int>(memory[0]), 0xe1);
  EXPECT_EQ(std::to_integer<int>(memory[1]), 0x07);
  EXPECT_EQ(unpack(Type::Int4, {3}, memory).data, x.data);
  EXPECT_EQ(valuesOf(unpack(Type::UInt4, {4}, memory)), (Doubles{1, 14, 7, 0}));
  // The neighbour in the same byte stays.
  setBitsInMemory(memory.data(), Type::Int4, 0, 0xf5);
  EXPECT_EQ(std::to_integer<int>(memory[0]), 0xe5);
  setBitsInMemory(memory.data(), Type::Int4, 1, 3);
  EXPECT_EQ(std::to_integer<int>(memory[0]), 0x35);
  EXPECT_EQ(bitsInMemory(memory.data(), Type::Int4, 1), 3u);

  RefTensor wide = bitsTensor(Type::UInt16, {0x1234, 0xffff});
  EXPECT_EQ(pack(wide), wide.data);
  EXPECT_EQ(unpack(Type::UInt16, {2}, wide.data).data, wide.data);
}

TEST(Reference, AbsentTensor) {
  RefTensor absent;
  EXPECT_FALSE(absent.present());
  EXPECT_EQ(absent.elementCount(), 0);
  EXPECT_TRUE(RefTensor(Type::Int8, {0}).present());
}

TEST(Reference, Broadcast) {
  RefTensor x = RefTensor::of(Type::Int32, Doubles{1, 2});
  x.sizes = {2, 1};
  RefTensor y = broadcastTo(x, {2, 2, 3});
  EXPECT_EQ(valuesOf(y), (Doubles{1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2}));
}

TEST(Reference, BroadcastInBlocks) {
  RefTensor x = RefTensor::of(Type::UInt4, Doubles{1, 2, 3, 4});
  x.sizes = {2, 2};
  EXPECT_EQ(valuesOf(broadcastTo(x, {2, 6})),
            (Doubles{1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4}));
  EXPECT_EQ(valuesOf(broadcastTo(x, {4, 2})),
            (Doubles{1, 2, 1, 2, 3, 4, 3, 4}));
  EXPECT_THROW(broadcastTo(x, {2, 5}), std::logic_error);
}

TEST(Reference, MissingAttributes) {
  EXPECT_THROW(run("clip", floats({{"Min", 0}}), Type::Float32, {{1}}),
               std::logic_error);
  EXPECT_THROW(run("round", choice("RoundingMode", "UP"), Type::Float32, {{1}}),
               std::logic_error);
  EXPECT_THROW(run("multiply_add", {}, Type::Float32, {{1}}), std::logic_error);
}

TEST(Reference, MnemonicsAreUnique) {
  std::vector<std::string_view> all = mnemonics();
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), all.size());
}

TEST(Reference, Exact) {
  auto of = [](std::string_view mnemonic, std::vector<Type> inputs,
               const RefAttributes &attributes = {}) {
    return exact(mnemonic, inputs, attributes);
  };
  EXPECT_TRUE(of("add", {Type::Float32, Type::Float32}));
  EXPECT_TRUE(of("sqrt", {Type::Float32}));
  EXPECT_TRUE(of("recip", {Type::Float16}));
  EXPECT_TRUE(of("activation_softsign", {Type::Float32}));
  EXPECT_TRUE(of("modulus_floor", {Type::Float32, Type::Float32}));
  EXPECT_FALSE(of("exp", {Type::Float32}));
  EXPECT_FALSE(of("constant_pow", {Type::Float16}));
  EXPECT_FALSE(of("activation_swish", {Type::Float32}));
  EXPECT_TRUE(of("pow", {Type::Int32, Type::Int32}));
  EXPECT_TRUE(of("pow", {Type::Int32, Type::Float32}));
  EXPECT_FALSE(of("pow", {Type::Float32, Type::Int32}));
  // What ADD1 fuses decides.
  using Types = std::vector<Type>;
  for (auto [activation, expected] :
       {std::pair("activation_tanh", false), {"activation_relu", true}})
    EXPECT_EQ(of("add1", Types{Type::Float32, Type::Float32},
                 support::withActivation(activation, {})),
              expected)
        << activation;
}

/// Whatever the rows allow: every type, every set of attributes, special
/// values. The reference has an answer, of the type it should have.
TEST(Reference, AnswersAllThatRowsAllow) {
  for (const auto &row : fusedml::graph::operatorRows()) {
    SCOPED_TRACE(row.mnemonic);
    for (Type first : support::newestTypes(row, row.fields.front().name))
      for (RefAttributes set : support::attributeSets(row.mnemonic, first)) {
        set.sizes = {64};
        if (support::inputCount(row) == 0 && !set.scalarType)
          continue; // Tested with values of their own.
        for (const auto &types : support::inputTypes(row, first, set)) {
          std::vector<RefTensor> inputs;
          for (Type type : types)
            support::fillMixed(inputs.emplace_back(type, set.sizes),
                               inputs.size());
          RefTensor y = evaluate(row.mnemonic, set, inputs);
          EXPECT_EQ(y.sizes, set.sizes);
          EXPECT_EQ(y.type, resultType(row.mnemonic, set, types));
          if (set.outputType)
            EXPECT_EQ(y.type, *set.outputType);
        }
      }
  }
}

} // namespace
