//===- ReferenceLogicTest.cpp - the reference: truth values, bits ---------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/e2e/ReferenceRun.h"

using namespace reference;

namespace {

TEST(ReferenceLogic, Comparisons) {
  std::vector<Doubles> x = {{1, 2, 3, kNaN, -0.0, kInf},
                            {2, 2, 2, kNaN, 0.0, 1}};
  EXPECT_EQ(run("logical_equals", {}, Type::Float32, x),
            (Doubles{0, 1, 0, 0, 1, 0}));
  EXPECT_EQ(run("logical_greater_than", {}, Type::Float32, x),
            (Doubles{0, 0, 1, 0, 0, 1}));
  EXPECT_EQ(run("logical_less_than", {}, Type::Float16, x),
            (Doubles{1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(run("logical_greater_than_or_equal", {}, Type::Float32, x),
            (Doubles{0, 1, 1, 0, 1, 1}));
  EXPECT_EQ(run("logical_less_than_or_equal", {}, Type::Float16, x),
            (Doubles{1, 1, 0, 0, 1, 0}));
}

TEST(ReferenceLogic, IntegerComparisons) {
  EXPECT_EQ(run("logical_less_than", {}, Type::UInt8, {{200}, {100}}),
            Doubles{0});
  EXPECT_EQ(run("logical_less_than", {}, Type::Int8, {{-56}, {100}}),
            Doubles{1});
  // Neighbours that are one double.
  std::vector<Bits> x = {{0x7fffffffffffffff}, {0x7ffffffffffffffe}};
  EXPECT_EQ(runBits("logical_equals", {}, Type::Int64, x), Bits{0});
  EXPECT_EQ(runBits("logical_greater_than", {}, Type::UInt64, x), Bits{1});
  EXPECT_EQ(runBits("logical_less_than_or_equal", {}, Type::Int64, x), Bits{0});
  EXPECT_EQ(
      runBits("logical_greater_than_or_equal", {}, Type::Int64, {{~0ull}, {0}}),
      Bits{0});
}

TEST(ReferenceLogic, OutputTypes) {
  RefTensor x = RefTensor::of(Type::Float32, Doubles{kNaN});
  for (std::string_view op : {"is_nan", "bit_count"}) {
    EXPECT_EQ(evaluate(op, {}, {{x}}).type, Type::UInt8) << op;
    EXPECT_EQ(evaluate(op, outputType(Type::UInt32), {{x}}).type, Type::UInt32)
        << op;
  }
  RefTensor y = evaluate("logical_equals", outputType(Type::UInt32), {{x, x}});
  EXPECT_EQ(y.type, Type::UInt32);
  EXPECT_EQ(y.bits(0), 0u);
}

TEST(ReferenceLogic, IsNan) {
  EXPECT_EQ(runBits("is_nan", {}, Type::Float32,
                    {{0x7f800000, 0x7f800001, 0xffffffff, 0}}),
            (Bits{0, 1, 1, 0}));
  EXPECT_EQ(runBits("is_nan", {}, Type::Float16, {{0xfc00, 0xfc01}}),
            (Bits{0, 1}));
}

TEST(ReferenceLogic, IsInfinity) {
  Doubles x = {kInf, -kInf, 65504, kNaN};
  EXPECT_EQ(run("is_infinity", choice("InfinityMode", "POSITIVE"),
                Type::Float16, {x}),
            (Doubles{1, 0, 0, 0}));
  EXPECT_EQ(run("is_infinity", choice("InfinityMode", "NEGATIVE"),
                Type::Float32, {x}),
            (Doubles{0, 1, 0, 0}));
  EXPECT_EQ(
      run("is_infinity", choice("InfinityMode", "EITHER"), Type::Float32, {x}),
      (Doubles{1, 1, 0, 0}));
}

TEST(ReferenceLogic, If) {
  RefTensor condition = bitsTensor(Type::UInt8, {0, 1, 2, 255});
  RefTensor a = bitsTensor(Type::Float32, {1, 0x7f800001, 3, 4});
  RefTensor b = bitsTensor(Type::Float32, {0xff800001, 6, 7, 8});
  EXPECT_EQ(bitsOf(evaluate("if", {}, {{condition, a, b}})),
            (Bits{0xff800001, 0x7f800001, 3, 4}));
  RefTensor c = bitsTensor(Type::UInt64, {~0ull, 2, 3, 4});
  EXPECT_EQ(bitsOf(evaluate("if", {}, {{condition, c, c}})),
            (Bits{~0ull, 2, 3, 4}));
}

/// Any value but 0 is true, and a result is 0 or 1.
TEST(ReferenceLogic, TruthValues) {
  std::vector<Bits> x = {{0, 0, 2, 128}, {0, 4, 0, 1}};
  EXPECT_EQ(runBits("logical_and", {}, Type::UInt8, x), (Bits{0, 0, 0, 1}));
  EXPECT_EQ(runBits("logical_or", {}, Type::UInt32, x), (Bits{0, 1, 1, 1}));
  EXPECT_EQ(runBits("logical_xor", {}, Type::UInt8, x), (Bits{0, 1, 1, 0}));
  EXPECT_EQ(runBits("logical_not", {}, Type::UInt32, {{0, 1, 256}}),
            (Bits{1, 0, 0}));
  EXPECT_EQ(evaluate("logical_not", {}, {{bitsTensor(Type::UInt32, {0})}}).type,
            Type::UInt32);
}

TEST(ReferenceLogic, Bits) {
  std::vector<Bits> x = {{0xc, 0x7f800001}, {0xa, 0xff8000ff}};
  EXPECT_EQ(runBits("bit_and", {}, Type::UInt32, x), (Bits{0x8, 0x7f800001}));
  EXPECT_EQ(runBits("bit_or", {}, Type::Float32, x), (Bits{0xe, 0xff8000ff}));
  EXPECT_EQ(runBits("bit_xor", {}, Type::Int32, x), (Bits{0x6, 0x800000fe}));
  EXPECT_EQ(runBits("bit_not", {}, Type::UInt8, {{0xa5}}), Bits{0x5a});
  EXPECT_EQ(runBits("bit_not", {}, Type::Float64, {{0}}), Bits{~0ull});
  EXPECT_EQ(runBits("bit_not", {}, Type::Float16, {{0x7c01}}), Bits{0x83fe});
}

TEST(ReferenceLogic, Shifts) {
  EXPECT_EQ(runBits("bit_shift_left", {}, Type::UInt8,
                    {{1, 1, 0x81, 1}, {7, 8, 1, 255}}),
            (Bits{128, 0, 2, 0}));
  EXPECT_EQ(
      runBits("bit_shift_right", {}, Type::UInt8, {{255, 255, 128}, {1, 9, 7}}),
      (Bits{127, 0, 1}));
  EXPECT_EQ(runBits("bit_shift_left", {}, Type::UInt32, {{1, 3}, {32, 31}}),
            (Bits{0, 0x80000000}));
  EXPECT_EQ(
      runBits("bit_shift_right", {}, Type::UInt64, {{~0ull, ~0ull}, {63, 64}}),
      (Bits{1, 0}));
  EXPECT_EQ(
      runBits("bit_shift_left", {}, Type::UInt64, {{1, 1}, {63, 0x100000000}}),
      (Bits{0x8000000000000000, 0}));
}

/// At the width of the input.
TEST(ReferenceLogic, BitCount) {
  EXPECT_EQ(runBits("bit_count", {}, Type::Int8, {{0xff, 0x11, 0}}),
            (Bits{8, 2, 0}));
  EXPECT_EQ(runBits("bit_count", {}, Type::Float32, {{0x80000000, 0x7fc00000}}),
            (Bits{1, 9}));
  EXPECT_EQ(
      runBits("bit_count", outputType(Type::UInt32), Type::Int64, {{~0ull}}),
      Bits{64});
}

} // namespace
