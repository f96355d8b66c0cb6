//===- ReferenceArithmeticTest.cpp - the reference: arithmetic ------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/e2e/ReferenceRun.h"

using namespace reference;

namespace {

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

TEST(ReferenceArithmetic, Identity) {
  // A signalling NaN keeps its bits.
  EXPECT_EQ(runBits("identity", {}, Type::Float32, {{0x7f800001, 0x80000000}}),
            (Bits{0x7f800001, 0x80000000}));
  EXPECT_EQ(runBits("identity", {}, Type::Float16, {{0x7c01}}), Bits{0x7c01});
  EXPECT_EQ(runBits("identity", {}, Type::Int64, {{0x7fffffffffffffff}}),
            Bits{0x7fffffffffffffff});
}

TEST(ReferenceArithmetic, ScaleBias) {
  // Two roundings: a fused multiply-add would leave a rest.
  float product = 1e10f * 1e20f;
  EXPECT_EQ(
      run("identity", withScaleBias(1e20f, -1e30f), Type::Float32, {{1e10}}),
      Doubles{product + -1e30f});
  // Integers: in double, truncated and saturated.
  EXPECT_EQ(run("identity", withScaleBias(0.5f, 0.25f), Type::Int8,
                {{-128, -3, 127}}),
            (Doubles{-63, -1, 63}));
  EXPECT_EQ(run("identity", withScaleBias(3, 0), Type::UInt8, {{100, 80}}),
            (Doubles{255, 240}));
  EXPECT_EQ(run("identity", withScaleBias(1, 0), Type::Int32, {{16777217}}),
            Doubles{16777217});
  // FLOAT16 rounds once, after the sum: it has no 3075, only 3074 and 3076.
  EXPECT_EQ(run("identity", withScaleBias(3, -1), Type::Float16, {{1025}}),
            Doubles{3074});
  EXPECT_THROW(run("identity", withScaleBias(1, 0), Type::Int64, {{1}}),
               std::logic_error);
}

TEST(ReferenceArithmetic, Abs) {
  EXPECT_EQ(run("abs", {}, Type::Int8, {{-128, -5, 5}}), (Doubles{-128, 5, 5}));
  EXPECT_EQ(runBits("abs", {}, Type::Int64, {{0x8000000000000001}}),
            Bits{0x7fffffffffffffff});
  // NaN too keeps all but its sign.
  EXPECT_EQ(
      runBits("abs", {}, Type::Float32, {{0x80000000, 0xff800001, 0xff800000}}),
      (Bits{0, 0x7f800001, 0x7f800000}));
  EXPECT_EQ(runBits("abs", {}, Type::Float16, {{0x8001, 0xfc01}}),
            (Bits{0x0001, 0x7c01}));
  EXPECT_EQ(run("abs", withScaleBias(2, -1), Type::Float32, {{-3, 0.5}}),
            (Doubles{7, 0}));
  // Saturated first, then the absolute value of -128.
  EXPECT_EQ(run("abs", withScaleBias(2, 0), Type::Int8, {{-100, 100}}),
            (Doubles{-128, 127}));
}

TEST(ReferenceArithmetic, Negate) {
  EXPECT_EQ(run("negate", {}, Type::Int16, {{-32768, 7}}),
            (Doubles{-32768, -7}));
  EXPECT_EQ(runBits("negate", {}, Type::Float32, {{0, 0x7f800001}}),
            (Bits{0x80000000, 0xff800001}));
  EXPECT_EQ(runBits("negate", {}, Type::Float16, {{0x3c00}}), Bits{0xbc00});
  EXPECT_EQ(runBits("negate", {}, Type::Int64, {{0x8000000000000000}}),
            Bits{0x8000000000000000});
}

TEST(ReferenceArithmetic, Sign) {
  EXPECT_TRUE(
      gives(run("sign", {}, Type::Float32, {{-0.0, kNaN, -kInf, 1e-45, -3}}),
            {0, 0, -1, 1, -1}));
  EXPECT_EQ(run("sign", {}, Type::Int8, {{-128, 0, 127}}), (Doubles{-1, 0, 1}));
  EXPECT_EQ(run("sign", {}, Type::UInt8, {{0, 200}}), (Doubles{0, 1}));
  EXPECT_EQ(runBits("sign", {}, Type::UInt64, {{0x8000000000000000}}), Bits{1});
}

TEST(ReferenceArithmetic, RecipAndSqrt) {
  EXPECT_TRUE(gives(run("recip", {}, Type::Float32, {{-0.0, 3, kInf, kNaN}}),
                    {-kInf, 1.0f / 3.0f, 0, kNaN}));
  EXPECT_EQ(run("recip", {}, Type::Float16, {{3, 65504}}),
            (Doubles{0.333251953125, 0x1p-16}));
  EXPECT_EQ(run("recip", withScaleBias(2, 2), Type::Float32, {{1}}),
            Doubles{0.25});
  EXPECT_TRUE(gives(run("sqrt", {}, Type::Float32, {{-0.0, -1, 2, kInf}}),
                    {-0.0, kNaN, static_cast<float>(std::sqrt(2.0)), kInf}));
  EXPECT_EQ(run("sqrt", {}, Type::Float16, {{2}}), Doubles{1.4140625});
}

TEST(ReferenceArithmetic, CeilAndFloor) {
  EXPECT_TRUE(gives(run("ceil", {}, Type::Float32, {{-0.5, 0.1, 2, -kInf}}),
                    {-0.0, 1, 2, -kInf}));
  EXPECT_TRUE(gives(run("floor", {}, Type::Float16, {{-0.5, -0.0, 0.9, kNaN}}),
                    {-1, -0.0, 0, kNaN}));
  EXPECT_EQ(run("floor", withScaleBias(0.1f, 0), Type::Float32, {{29, -1}}),
            (Doubles{2, -1}));
}

TEST(ReferenceArithmetic, Round) {
  Doubles x = {0.5, 1.5, 2.5, -0.5, -2.5, 0.49999997f, 8388609, kNaN};
  EXPECT_TRUE(
      gives(run("round", choice("RoundingMode", "HALVES_TO_NEAREST_EVEN"),
                Type::Float32, {x}),
            {0, 2, 2, -0.0, -2, 0, 8388609, kNaN}));
  EXPECT_TRUE(gives(run("round", choice("RoundingMode", "TOWARD_INFINITY"),
                        Type::Float32, {x}),
                    {1, 2, 3, -1, -3, 0, 8388609, kNaN}));
  EXPECT_TRUE(gives(
      run("round", choice("RoundingMode", "TOWARD_ZERO"), Type::Float32, {x}),
      {0, 1, 2, -0.0, -2, 0, 8388609, kNaN}));
  EXPECT_EQ(run("round", choice("RoundingMode", "TOWARD_INFINITY"),
                Type::Float16, {{1023.5, -1022.5}}),
            (Doubles{1024, -1023}));
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

TEST(ReferenceArithmetic, IntegersWrap) {
  EXPECT_EQ(run("add", {}, Type::UInt8, {{200}, {100}}), Doubles{44});
  EXPECT_EQ(run("add", {}, Type::Int8, {{100}, {100}}), Doubles{-56});
  EXPECT_EQ(run("subtract", {}, Type::UInt8, {{1}, {2}}), Doubles{255});
  EXPECT_EQ(runBits("subtract", {}, Type::Int64, {{0x8000000000000000}, {1}}),
            Bits{0x7fffffffffffffff});
  EXPECT_EQ(run("multiply", {}, Type::UInt16, {{65535}, {65535}}), Doubles{1});
  EXPECT_EQ(runBits("multiply", {}, Type::UInt64,
                    {{0xffffffffffffffff}, {0xffffffffffffffff}}),
            Bits{1});
}

TEST(ReferenceArithmetic, Floats) {
  EXPECT_TRUE(gives(run("add", {}, Type::Float32,
                        {{1e-40, kInf, -0.0, 16777216}, {0, -kInf, 0.0, 1}}),
                    {static_cast<float>(1e-40), kNaN, 0, 16777216}));
  EXPECT_TRUE(gives(
      run("subtract", {}, Type::Float16, {{2048, 65504, 1}, {0.5, -16, 1}}),
      {2048, kInf, 0}));
  EXPECT_TRUE(gives(
      run("multiply", {}, Type::Float16, {{0x1p-24, 256, kInf}, {0.5, 256, 0}}),
      {0, kInf, kNaN}));
}

TEST(ReferenceArithmetic, Divide) {
  EXPECT_EQ(run("divide", {}, Type::Int32,
                {{7, -7, -2147483648., 7, -7}, {0, 0, -1, -2, 2}}),
            (Doubles{-1, -1, -2147483648., -3, -3}));
  EXPECT_EQ(run("divide", {}, Type::UInt8, {{7, 200}, {0, 3}}),
            (Doubles{255, 66}));
  // Beyond the digits of a double.
  EXPECT_EQ(runBits("divide", {}, Type::UInt64,
                    {{0xffffffffffffffff, 1}, {0xfffffffffffffffe, 0}}),
            (Bits{1, 0xffffffffffffffff}));
  EXPECT_EQ(runBits("divide", {}, Type::Int64,
                    {{0x8000000000000000}, {0xffffffffffffffff}}),
            Bits{0x8000000000000000});
  EXPECT_TRUE(gives(run("divide", {}, Type::Float32, {{0, 1, -1}, {0, 0, 0}}),
                    {kNaN, kInf, -kInf}));
}

TEST(ReferenceArithmetic, Mean) {
  EXPECT_EQ(
      run("mean", {}, Type::Int32, {{2147483647, -3, 3}, {2147483647, 0, 0}}),
      (Doubles{2147483647, -1, 1}));
  EXPECT_EQ(run("mean", {}, Type::UInt32, {{4294967295.}, {4294967294.}}),
            Doubles{4294967294.});
  // Floats follow the formula, whose sum may overflow.
  EXPECT_EQ(run("mean", {}, Type::Float32, {{3e38, 1}, {3e38, 2}}),
            (Doubles{kInf, 1.5}));
  EXPECT_EQ(run("mean", {}, Type::Float16, {{65504, 1}, {65504, 0x1p-10}}),
            (Doubles{65504, 0.50048828125}));
}

TEST(ReferenceArithmetic, MaxAndMin) {
  EXPECT_TRUE(gives(run("max", {}, Type::Float32,
                        {{kNaN, 1, -0.0, 0.0, -kInf}, {1, kNaN, 0.0, -0.0, 5}}),
                    {kNaN, kNaN, 0.0, 0.0, 5}));
  EXPECT_TRUE(gives(run("min", {}, Type::Float16,
                        {{kNaN, 1, -0.0, 0.0, -kInf}, {1, kNaN, 0.0, -0.0, 5}}),
                    {kNaN, kNaN, -0.0, -0.0, -kInf}));
  EXPECT_EQ(run("max", {}, Type::UInt8, {{200}, {100}}), Doubles{200});
  EXPECT_EQ(run("min", {}, Type::Int8, {{-56}, {100}}), Doubles{-56});
  EXPECT_EQ(runBits("max", {}, Type::Int64,
                    {{0x7ffffffffffffffe}, {0x7fffffffffffffff}}),
            Bits{0x7fffffffffffffff});
}

TEST(ReferenceArithmetic, Modulus) {
  EXPECT_EQ(run("modulus_truncate", {}, Type::Int32,
                {{-5, 5, 7, -2147483648.}, {3, -3, 0, -1}}),
            (Doubles{-2, 2, 7, 0}));
  EXPECT_EQ(run("modulus_floor", {}, Type::Int32,
                {{-5, 5, 7, -2147483648., -6}, {3, -3, 0, -1, 3}}),
            (Doubles{1, -1, 7, 0, 0}));
  EXPECT_EQ(run("modulus_floor", {}, Type::UInt8, {{200, 3}, {7, 250}}),
            (Doubles{4, 3}));
  EXPECT_EQ(runBits("modulus_truncate", {}, Type::Int64,
                    {{0x8000000000000000, 0x7fffffffffffffff},
                     {0xffffffffffffffff, 10}}),
            (Bits{0, 7}));
}

TEST(ReferenceArithmetic, FloatModulus) {
  // Exact for a quotient that no float holds.
  EXPECT_TRUE(
      gives(run("modulus_truncate", {}, Type::Float32,
                {{1e10, -5.5, 5.5, 1, kInf, -4, 3}, {3, 3, -3, kInf, 2, 2, 0}}),
            {1, -2.5, 2.5, 1, kNaN, -0.0, kNaN}));
  EXPECT_TRUE(gives(run("modulus_floor", {}, Type::Float32,
                        {{1e10, -5.5, 5.5, 1, -1, 1, -4, 4, 3},
                         {3, 3, -3, kInf, kInf, -kInf, 2, -2, 0}}),
                    {1, 0.5, -0.5, 1, kInf, -kInf, 0.0, -0.0, kNaN}));
  EXPECT_EQ(run("modulus_floor", {}, Type::Float16, {{65504, -0.5}, {0.75, 3}}),
            (Doubles{0.5, 2.5}));
}

TEST(ReferenceArithmetic, DifferenceSquare) {
  EXPECT_EQ(run("difference_square", {}, Type::UInt32, {{1, 0}, {3, 65536}}),
            (Doubles{4, 0}));
  EXPECT_EQ(run("difference_square", {}, Type::Int32, {{-46341}, {0}}),
            Doubles{-2147479015.});
  EXPECT_TRUE(gives(run("difference_square", {}, Type::Float32,
                        {{1.5, kInf, -1e30}, {4, kInf, 0}}),
                    {6.25, kNaN, kInf}));
  // The difference is not rounded to FLOAT16, where it would be 1.
  EXPECT_EQ(run("difference_square", {}, Type::Float16, {{1}, {-0x1p-11}}),
            Doubles{1.0009765625});
}

TEST(ReferenceArithmetic, Add1) {
  EXPECT_EQ(run("add1", {}, Type::Float16, {{2048}, {3}}), Doubles{2052});
  RefAttributes attributes;
  attributes.activation = "activation_shrink";
  attributes.activationAttributes = std::make_shared<const RefAttributes>(
      floats({{"Bias", 0}, {"Threshold", 2048}}));
  // 2048 + 1 is a tie that rounds to 2048, which is not above the threshold.
  EXPECT_EQ(run("add1", attributes, Type::Float16, {{2048}, {1}}), Doubles{0});
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

TEST(ReferenceArithmetic, Clip) {
  EXPECT_EQ(
      run("clip", floats({{"Min", 2}, {"Max", 1}}), Type::Float32, {{0, 1, 2}}),
      (Doubles{2, 2, 2}));
  EXPECT_EQ(
      run("clip", floats({{"Min", -1}, {"Max", 2.9f}}), Type::UInt8, {{0, 7}}),
      (Doubles{0, 2}));
  EXPECT_TRUE(gives(run("clip", floats({{"Min", 0}, {"Max", 1}}), Type::Float32,
                        {{-0.0, kNaN}}),
                    {0.0, kNaN}));
  // Max becomes a half first: 65521 infinity, 65519 the greatest half.
  EXPECT_EQ(run("clip", floats({{"Min", 0}, {"Max", 65521}}), Type::Float16,
                {{kInf}}),
            Doubles{kInf});
  EXPECT_EQ(run("clip", floats({{"Min", 0}, {"Max", 65519}}), Type::Float16,
                {{kInf}}),
            Doubles{65504});
  RefAttributes scaled = floats({{"Min", 0}, {"Max", 6}});
  scaled.scaleBias = RefScaleBias{2, 1};
  EXPECT_EQ(run("clip", scaled, Type::Float32, {{1, 3, -1}}),
            (Doubles{3, 6, 0}));
}

RefAttributes limits(Type type, uint64_t least, uint64_t most) {
  RefAttributes attributes;
  attributes.scalarType = type;
  attributes.scalars["Min"] = least;
  attributes.scalars["Max"] = most;
  return attributes;
}

TEST(ReferenceArithmetic, Clip1) {
  // 2^53 + 1 and 2^63 - 2, which no double holds.
  EXPECT_EQ(runBits("clip1",
                    limits(Type::Int64, 0x20000000000001, 0x7ffffffffffffffe),
                    Type::Int64,
                    {{0x20000000000000, 0x7fffffffffffffff, ~0ull}}),
            (Bits{0x20000000000001, 0x7ffffffffffffffe, 0x20000000000001}));
  // Min > Max gives Min: 5 and 3.
  EXPECT_EQ(
      runBits("clip1", limits(Type::UInt8, 5, 3), Type::UInt8, {{0, 4, 255}}),
      (Bits{5, 5, 5}));
  // Halves as bits: [-1, 1].
  EXPECT_TRUE(gives(run("clip1", limits(Type::Float16, 0xbc00, 0x3c00),
                        Type::Float16, {{-2, kNaN, -0.0, 3}}),
                    {-1, kNaN, -0.0, 1}));
  EXPECT_THROW(run("clip1", limits(Type::Int32, 0, 1), Type::Int16, {{1}}),
               std::logic_error);
}

TEST(ReferenceArithmetic, ClipGrad) {
  // The limits themselves give 0, NaN lets the gradient through.
  EXPECT_TRUE(
      gives(run("clip_grad", floats({{"Min", -1}, {"Max", 1}}), Type::Float32,
                {{-1, 0, 1, kNaN, 2}, {5, 6, 7, 8, kNaN}}),
            {0, 6, 0, 8, 0}));
  // Limits of integers are truncated: (-1, 2).
  EXPECT_EQ(run("clip_grad", floats({{"Min", -1.9f}, {"Max", 2.9f}}),
                Type::Int8, {{-2, -1, 0, 1, 2}, {9, 9, 9, 9, 9}}),
            (Doubles{0, 0, 9, 9, 0}));
  // 2049 becomes 2048, which is a limit then.
  EXPECT_EQ(run("clip_grad", floats({{"Min", 0}, {"Max", 2049}}), Type::Float16,
                {{2046, 2048}, {3, 3}}),
            (Doubles{3, 0}));
}

TEST(ReferenceArithmetic, ClipGrad1) {
  EXPECT_EQ(
      runBits("clip_grad1", limits(Type::UInt64, 1, 0xfffffffffffffffe),
              Type::UInt64,
              {{1, 2, 0xfffffffffffffffd, 0xfffffffffffffffe}, {7, 7, 7, 7}}),
      (Bits{0, 7, 7, 0}));
  EXPECT_TRUE(gives(run("clip_grad1", limits(Type::Float32, 0, 0x3f800000),
                        Type::Float32, {{0, 0.5, 1, kNaN}, {5, 6, 7, 8}}),
                    {0, 6, 0, 8}));
}

TEST(ReferenceArithmetic, Threshold) {
  EXPECT_TRUE(gives(run("threshold", floats({{"Min", 0}}), Type::Float32,
                        {{-0.0, kNaN, -3, 3}}),
                    {0.0, kNaN, 0, 3}));
  EXPECT_EQ(run("threshold", floats({{"Min", -2.9f}}), Type::Int8, {{-3, 5}}),
            (Doubles{-2, 5}));
  EXPECT_EQ(run("threshold", floats({{"Min", -1}}), Type::UInt8, {{0, 255}}),
            (Doubles{0, 255}));
  // Min 2049 becomes 2048 with the result.
  EXPECT_EQ(
      run("threshold", floats({{"Min", 2049}}), Type::Float16, {{0, 2050}}),
      (Doubles{2048, 2050}));
}

} // namespace
