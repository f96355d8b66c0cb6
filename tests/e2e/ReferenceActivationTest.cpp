//===- ReferenceActivationTest.cpp - the reference: activations -----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/e2e/ReferenceRun.h"

using namespace reference;

namespace {

TEST(ReferenceActivation, Identity) {
  EXPECT_EQ(
      runBits("activation_identity", {}, Type::Float16, {{0x7c01, 0x8000}}),
      (Bits{0x7c01, 0x8000}));
  EXPECT_EQ(runBits("activation_identity", {}, Type::Float32, {{0xff800001}}),
            Bits{0xff800001});
}

TEST(ReferenceActivation, Relu) {
  EXPECT_TRUE(
      gives(run("activation_relu", {}, Type::Float32, {{-0.0, kNaN, -1, 2}}),
            {0, kNaN, 0, 2}));
  EXPECT_EQ(run("activation_relu", {}, Type::Int8, {{-128, 127}}),
            (Doubles{0, 127}));
}

TEST(ReferenceActivation, LeakyRelu) {
  EXPECT_TRUE(gives(run("activation_leaky_relu", floats({{"Alpha", 0.5f}}),
                        Type::Float32, {{-0.0, -3, 3, kNaN, -kInf}}),
                    {-0.0, -1.5, 3, kNaN, -kInf}));
  EXPECT_EQ(run("activation_leaky_relu", floats({{"Alpha", 0.1f}}),
                Type::Float16, {{-1}}),
            Doubles{-0.0999755859375});
}

TEST(ReferenceActivation, ParameterizedRelu) {
  EXPECT_TRUE(gives(run("activation_parameterized_relu", {}, Type::Float32,
                        {{-3, 3, -0.0, kNaN, 1}, {0.5, 0.5, 2, 2, kNaN}}),
                    {-1.5, 3, -0.0, kNaN, 1}));
  EXPECT_EQ(run("activation_parameterized_relu", {}, Type::Int8,
                {{-100, 100, -1}, {3, 3, -128}}),
            (Doubles{-44, 100, -128}));
}

TEST(ReferenceActivation, ThresholdedRelu) {
  EXPECT_TRUE(gives(run("activation_thresholded_relu", floats({{"Alpha", 1}}),
                        Type::Float32, {{1, 1.5, kNaN, -2, kInf}}),
                    {0, 1.5, 0, 0, kInf}));
  // Compares with Alpha as it is: FLOAT16 would make it 1.
  EXPECT_EQ(run("activation_thresholded_relu", floats({{"Alpha", 0.9999f}}),
                Type::Float16, {{1}}),
            Doubles{1});
}

TEST(ReferenceActivation, ReluGrad) {
  EXPECT_TRUE(gives(run("activation_relu_grad", {}, Type::Float32,
                        {{0, kNaN, 2, -1, 1}, {5, 6, -7, 8, kNaN}}),
                    {0, 0, -7, 0, kNaN}));
  EXPECT_EQ(run("activation_relu_grad", {}, Type::Int16, {{1, -1}, {-9, -9}}),
            (Doubles{-9, 0}));
}

TEST(ReferenceActivation, Shrink) {
  double above = std::nextafter(0.5f, 1.0f);
  EXPECT_TRUE(
      gives(run("activation_shrink", floats({{"Bias", 1}, {"Threshold", 0.5f}}),
                Type::Float32, {{-0.5, 0.5, above, kNaN, -3, kInf}}),
            {0, 0, static_cast<float>(above - 1), 0, -2, kInf}));

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

TEST(ReferenceActivation, Linear) {
  // Two roundings: 1 + 2^-11 + 2^-24 times itself, and what is left.
  float x = 1 + 0x1p-12f, product = x * x;
  EXPECT_EQ(run("activation_linear", floats({{"Alpha", x}, {"Beta", -1}}),
                Type::Float32, {{x}}),
            Doubles{product - 1});
  EXPECT_NE(std::fma(x, x, -1.0f), product - 1);
  EXPECT_TRUE(
      gives(run("activation_linear", floats({{"Alpha", 0}, {"Beta", 2}}),
                Type::Float32, {{kInf, 3}}),
            {kNaN, 2}));
  // FLOAT16 rounds once.
  EXPECT_EQ(run("activation_linear", floats({{"Alpha", 3}, {"Beta", -1}}),
                Type::Float16, {{1025}}),
            Doubles{3074});
}

TEST(ReferenceActivation, HardSigmoid) {
  EXPECT_TRUE(gives(run("activation_hard_sigmoid",
                        floats({{"Alpha", 0.25f}, {"Beta", 0.5f}}),
                        Type::Float32, {{-2, -3, 1, 3, kNaN, -kInf}}),
                    {0, 0, 0.75, 1, kNaN, 0}));
  // -0 is below the 0 of the maximum.
  EXPECT_TRUE(gives(run("activation_hard_sigmoid",
                        floats({{"Alpha", 1}, {"Beta", -0.0f}}), Type::Float16,
                        {{-0.0, 0.5}}),
                    {0, 0.5}));
}

TEST(ReferenceActivation, HardSwish) {
  auto attributes = floats({{"Alpha", 0.25f}, {"Beta", 0.5f}});
  EXPECT_TRUE(gives(run("activation_hard_swish", attributes, Type::Float32,
                        {{-3, 1, 4, -kInf, kInf, kNaN, -0.0}}),
                    {-0.0, 0.75, 4, kNaN, kInf, kNaN, -0.0}));
  // The factor keeps its FLOAT32 digits: 3 * (3 * 0.1f + 0.5f) in one rounding.
  EXPECT_EQ(run("activation_hard_swish",
                floats({{"Alpha", 0.1f}, {"Beta", 0.5f}}), Type::Float16,
                {{3}}),
            Doubles{2.400390625});
}

TEST(ReferenceActivation, Softsign) {
  EXPECT_TRUE(gives(run("activation_softsign", {}, Type::Float32,
                        {{1, -3, -0.0, kInf, -kInf, kNaN, 1e30}}),
                    {0.5, -0.75, -0.0, kNaN, kNaN, kNaN, 1}));
  EXPECT_EQ(run("activation_softsign", {}, Type::Float16, {{2}}),
            Doubles{0.66650390625});
}

} // namespace
