//===- ReferenceFunctionTest.cpp - the reference: functions and powers ----===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/e2e/ReferenceRun.h"

using namespace reference;

namespace {

/// The double nearest to what is expected, as the type has it.
Doubles rounded(const Doubles &values) {
  Doubles result;
  for (double value : values)
    result.push_back(static_cast<float>(value));
  return result;
}

/// Values from tables, to as many digits as a double has.
TEST(ReferenceFunction, KnownValues) {
  struct Known {
    std::string_view op;
    double x, y;
  };
  for (auto [op, x, y] : std::initializer_list<Known>{
           {"exp", 1, 2.718281828459045},
           {"log", 10, 2.302585092994046},
           {"sin", 1, 0.8414709848078965},
           {"cos", 1, 0.5403023058681398},
           {"tan", 1, 1.5574077246549023},
           {"asin", 0.5, 0.5235987755982989},
           {"acos", 0.5, 1.0471975511965979},
           {"atan", 1, 0.7853981633974483},
           {"sinh", 1, 1.1752011936438014},
           {"cosh", 1, 1.5430806348152437},
           {"tanh", 0.5, 0.46211715726000973},
           {"asinh", 1, 0.881373587019543},
           {"acosh", 2, 1.3169578969248166},
           {"atanh", 0.5, 0.5493061443340549},
           {"erf", 0.5, 0.5204998778130465},
           {"activation_sigmoid", 1, 0.7310585786300049},
           {"activation_tanh", -0.5, -0.46211715726000973},
           {"activation_gelu", 1, 0.8413447460685429}}) {
    EXPECT_EQ(run(op, {}, Type::Float32, {{x}}), rounded({y})) << op;
    EXPECT_EQ(run(op, {}, Type::Float16, {{x}}), Doubles{toDouble(toHalf(y))})
        << op;
  }
}

TEST(ReferenceFunction, SpecialValues) {
  auto f32 = [](std::string_view op, const Doubles &x) {
    return run(op, {}, Type::Float32, {x});
  };
  EXPECT_TRUE(gives(f32("exp", {-kInf, kInf, 89, -104, kNaN}),
                    {0, kInf, kInf, 0, kNaN}));
  EXPECT_TRUE(
      gives(f32("log", {0, -0.0, -1, kInf, 1}), {-kInf, -kInf, kNaN, kInf, 0}));
  EXPECT_TRUE(gives(f32("sin", {-0.0, kInf}), {-0.0, kNaN}));
  EXPECT_TRUE(gives(f32("cos", {-0.0, -kInf}), {1, kNaN}));
  EXPECT_TRUE(gives(f32("tan", {-0.0, kInf}), {-0.0, kNaN}));
  EXPECT_TRUE(gives(f32("asin", {-0.0, 1.5, kNaN}), {-0.0, kNaN, kNaN}));
  EXPECT_TRUE(gives(f32("acos", {1, -1.5}), {0, kNaN}));
  EXPECT_TRUE(
      gives(f32("atan", {-0.0, kInf}), {-0.0, static_cast<float>(M_PI / 2)}));
  EXPECT_TRUE(gives(f32("sinh", {-0.0, 90, -kInf}), {-0.0, kInf, -kInf}));
  EXPECT_TRUE(gives(f32("cosh", {-0.0, -90}), {1, kInf}));
  EXPECT_TRUE(gives(f32("tanh", {-0.0, 100, -kInf, 1e-8}),
                    {-0.0, 1, -1, static_cast<float>(1e-8)}));
  EXPECT_TRUE(gives(f32("asinh", {-0.0, -kInf}), {-0.0, -kInf}));
  EXPECT_TRUE(gives(f32("acosh", {1, 0.5, kInf}), {0, kNaN, kInf}));
  EXPECT_TRUE(gives(f32("atanh", {-0.0, 1, -1, 2}), {-0.0, kInf, -kInf, kNaN}));
  EXPECT_TRUE(
      gives(f32("erf", {-0.0, kInf, -kInf, kNaN}), {-0.0, 1, -1, kNaN}));
  EXPECT_TRUE(
      gives(f32("activation_sigmoid", {-200, 200, -kInf, kInf}), {0, 1, 0, 1}));
  EXPECT_TRUE(gives(f32("activation_tanh", {-100, 100, kNaN}), {-1, 1, kNaN}));
  // The product with x stays one: -inf * 0.
  EXPECT_TRUE(
      gives(f32("activation_gelu", {-kInf, kInf, -0.0}), {kNaN, kInf, -0.0}));
}

TEST(ReferenceFunction, Float16RoundsOnce) {
  // The least subnormal stays.
  EXPECT_EQ(run("sin", {}, Type::Float16, {{0x1p-24}}), Doubles{0x1p-24});
  EXPECT_EQ(run("exp", {}, Type::Float16, {{11.09375, 11.0859375}}),
            (Doubles{kInf, 65248}));
}

TEST(ReferenceFunction, ScaleBias) {
  EXPECT_TRUE(
      gives(run("exp", withScaleBias(0, 0), Type::Float32, {{5, kInf, kNaN}}),
            {1, kNaN, kNaN}));
  // Product and sum are FLOAT32: 1e8 + 1 is 1e8.
  EXPECT_EQ(run("sin", withScaleBias(1, 1), Type::Float32, {{1e8}}),
            rounded({std::sin(1e8)}));
  // FLOAT16 does not round between ScaleBias and the function, to log(1).
  EXPECT_EQ(run("log", withScaleBias(1, 0x1p-11f), Type::Float16, {{1}}),
            Doubles{0x1p-11});
}

TEST(ReferenceFunction, AtanYx) {
  EXPECT_TRUE(gives(
      run("atan_yx", {}, Type::Float32,
          {{1, 1, -0.0, 0.0, -0.0, -1, kInf, kNaN},
           {1, -1, -1, -0.0, 0.0, 0, kInf, 1}}),
      {static_cast<float>(M_PI / 4), static_cast<float>(3 * M_PI / 4),
       static_cast<float>(-M_PI), static_cast<float>(M_PI), -0.0,
       static_cast<float>(-M_PI / 2), static_cast<float>(M_PI / 4), kNaN}));
  EXPECT_EQ(run("atan_yx", {}, Type::Float16, {{1}, {-1}}),
            Doubles{2.35546875});
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

TEST(ReferenceFunction, Elu) {
  EXPECT_TRUE(gives(run("activation_elu", floats({{"Alpha", 1}}), Type::Float32,
                        {{-0.0, -1e-10, -kInf, 1000, kNaN}}),
                    {-0.0, static_cast<float>(-1e-10), -1, 1000, kNaN}));
  EXPECT_EQ(
      run("activation_elu", floats({{"Alpha", 2}}), Type::Float32, {{-1}}),
      rounded({2 * -0.6321205588285577}));
}

TEST(ReferenceFunction, Celu) {
  EXPECT_TRUE(gives(run("activation_celu", floats({{"Alpha", 1}}),
                        Type::Float32, {{-1e-10, 1000, -kInf, kNaN, -0.0}}),
                    {static_cast<float>(-1e-10), 1000, -1, kNaN, 0}));
  EXPECT_EQ(
      run("activation_celu", floats({{"Alpha", 2}}), Type::Float32, {{-2}}),
      rounded({2 * -0.6321205588285577}));
  // x / 0: NaN for 0, and 0 * inf above it.
  EXPECT_TRUE(gives(run("activation_celu", floats({{"Alpha", 0}}),
                        Type::Float32, {{-1, 0, 1}}),
                    {0, kNaN, kNaN}));
  // x / Alpha is rounded to FLOAT32, which exp magnifies.
  float quotient = -25.1f / -0.3f;
  EXPECT_EQ(run("activation_celu", floats({{"Alpha", -0.3f}}), Type::Float32,
                {{-25.1f}}),
            rounded({static_cast<double>(-0.3f) *
                     std::expm1(static_cast<double>(quotient))}));
  // exp leaves the range of FLOAT32, which the product would be in.
  EXPECT_EQ(run("activation_celu", floats({{"Alpha", -1e-2f}}), Type::Float32,
                {{-0.9f}}),
            Doubles{-kInf});
}

TEST(ReferenceFunction, ScaledElu) {
  auto usual = floats({{"Alpha", 1.6732f}, {"Gamma", 1.0507f}});
  EXPECT_TRUE(gives(run("activation_scaled_elu", usual, Type::Float32,
                        {{2, -0.0, kNaN, kInf}}),
                    {2 * 1.0507f, -0.0, kNaN, kInf}));
  double limit = static_cast<double>(1.6732f) * static_cast<double>(1.0507f);
  EXPECT_EQ(run("activation_scaled_elu", usual, Type::Float32, {{-kInf}}),
            rounded({-limit}));
  // The inner product overflows and stays infinite.
  EXPECT_EQ(run("activation_scaled_elu",
                floats({{"Alpha", -2e38f}, {"Gamma", 1e-30f}}), Type::Float32,
                {{-1}}),
            rounded({static_cast<double>(1e-30f) * static_cast<double>(2e38f) *
                     0.6321205588285577}));
  EXPECT_EQ(run("activation_scaled_elu",
                floats({{"Alpha", 1e-44f}, {"Gamma", 1e30f}}), Type::Float32,
                {{-0.01}}),
            Doubles{-0.0});
}

TEST(ReferenceFunction, ScaledTanh) {
  EXPECT_EQ(run("activation_scaled_tanh",
                floats({{"Alpha", 2}, {"Beta", 0.5f}}), Type::Float32,
                {{1, kInf, -kInf}}),
            (Doubles{static_cast<float>(2 * 0.46211715726000973), 2, -2}));
  EXPECT_TRUE(
      gives(run("activation_scaled_tanh",
                floats({{"Alpha", static_cast<float>(kInf)}, {"Beta", 0}}),
                Type::Float32, {{1}}),
            {kNaN}));
  // Beta * x is rounded to FLOAT32, here to 0.
  EXPECT_EQ(run("activation_scaled_tanh",
                floats({{"Alpha", 1e30f}, {"Beta", 1e-44f}}), Type::Float32,
                {{1e-3}}),
            Doubles{0});
}

TEST(ReferenceFunction, Softplus) {
  auto steep = [](float steepness, Type type, const Doubles &x) {
    return run("activation_softplus", floats({{"Steepness", steepness}}), type,
               {x});
  };
  EXPECT_TRUE(gives(steep(1, Type::Float32, {100, -100, 0, kInf, -kInf, kNaN}),
                    {100, static_cast<float>(3.720075976020836e-44),
                     static_cast<float>(M_LN2), kInf, 0, kNaN}));
  EXPECT_EQ(steep(5, Type::Float32, {20}), Doubles{20});
  EXPECT_EQ(steep(1, Type::Float16, {12}), Doubles{12});
  EXPECT_EQ(steep(2, Type::Float32, {0.5}), rounded({1.3132616875182228 / 2}));
  // Steepness * x is rounded to FLOAT32 before exp magnifies it.
  float product = 3.3f * -21.7f;
  EXPECT_EQ(steep(3.3f, Type::Float32, {-21.7f}),
            rounded({std::exp(static_cast<double>(product)) /
                     static_cast<double>(3.3f)}));
  // The function gives the least subnormal, which the quotient magnifies.
  EXPECT_EQ(steep(1e-3f, Type::Float32, {-103500}),
            rounded({0x1p-149 / static_cast<double>(1e-3f)}));
}

TEST(ReferenceFunction, ParametricSoftplus) {
  auto y =
      run("activation_parametric_softplus", floats({{"Alpha", 3}, {"Beta", 2}}),
          Type::Float32, {{0.5, 1000, -kInf}});
  EXPECT_EQ(y, (Doubles{static_cast<float>(3 * 1.3132616875182228), 6000, 0}));
  EXPECT_TRUE(
      gives(run("activation_parametric_softplus",
                floats({{"Alpha", static_cast<float>(kInf)}, {"Beta", 1}}),
                Type::Float32, {{-kInf, 0}}),
            {kNaN, kInf}));
  // Beta * x and the function are FLOAT32.
  float product = 3.3f * -21.7f;
  EXPECT_EQ(run("activation_parametric_softplus",
                floats({{"Alpha", 0.7f}, {"Beta", 3.3f}}), Type::Float32,
                {{-21.7f}}),
            rounded({std::exp(static_cast<double>(product)) *
                     static_cast<double>(0.7f)}));
  EXPECT_EQ(run("activation_parametric_softplus",
                floats({{"Alpha", 1e30f}, {"Beta", 1}}), Type::Float32,
                {{-110}}),
            Doubles{0});
}

TEST(ReferenceFunction, Swish) {
  auto usual = floats({{"SigmoidInputScale", 1}});
  EXPECT_TRUE(
      gives(run("activation_swish", usual, Type::Float32,
                {{1, -kInf, kInf, -0.0, kNaN}}),
            {static_cast<float>(0.7310585786300049), kNaN, kInf, -0.0, kNaN}));
  // The sigmoid alone would be a subnormal of few digits.
  EXPECT_EQ(run("activation_swish", usual, Type::Float32, {{-95}}),
            rounded({-95 * std::exp(-95.0)}));
  EXPECT_EQ(run("activation_swish", floats({{"SigmoidInputScale", -1}}),
                Type::Float32, {{-1}}),
            rounded({-0.7310585786300049}));
  float scaled = 3.3f * -21.7f;
  EXPECT_EQ(run("activation_swish", floats({{"SigmoidInputScale", 3.3f}}),
                Type::Float32, {{-21.7f}}),
            rounded({static_cast<double>(-21.7f) *
                     std::exp(static_cast<double>(scaled))}));
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

TEST(ReferenceFunction, FloatPower) {
  EXPECT_TRUE(gives(run("pow", {}, Type::Float32,
                        {{-2, -2, -2, kNaN, 1, -1, 0, -0.0, -kInf, -0.0, 2},
                         {3, 2, 0.5, 0, kNaN, kInf, -1, -3, 0.5, 0.5, 128}}),
                    {-8, 4, kNaN, 1, 1, 1, kInf, -kInf, kInf, 0.0, kInf}));
  // Exponents keep their own type, and are exact.
  RefTensor x = RefTensor::of(Type::Float32, Doubles{-1, -1, 2});
  RefTensor exponent =
      RefTensor::of(Type::Int32, Doubles{2147483647, -2, -149});
  EXPECT_EQ(valuesOf(evaluate("pow", {}, {{x, exponent}})),
            (Doubles{-1, 1, 0x1p-149}));
  RefTensor half = RefTensor::of(Type::Float16, Doubles{3});
  RefTensor single = RefTensor::of(Type::Float32, Doubles{0.1f});
  RefTensor y = evaluate("pow", {}, {{half, single}});
  EXPECT_EQ(y.type, Type::Float16);
  EXPECT_EQ(y.value(0), toDouble(toHalf(1.1161231740339044)));
  // ScaleBias is for the base alone.
  EXPECT_EQ(run("pow", withScaleBias(2, 1), Type::Float32, {{1}, {2}}),
            Doubles{9});
}

TEST(ReferenceFunction, ConstantPower) {
  auto to = [](float exponent, const Doubles &x) {
    return run("constant_pow", floats({{"Exponent", exponent}}), Type::Float32,
               {x});
  };
  EXPECT_TRUE(gives(to(3, {-2, -0.0, kInf}), {-8, -0.0, kInf}));
  EXPECT_TRUE(gives(to(0.5f, {4, -4, -0.0, -kInf}), {2, kNaN, 0, kInf}));
  EXPECT_TRUE(gives(to(-1, {4, -0.0}), {0.25, -kInf}));
  EXPECT_TRUE(gives(to(0, {kNaN, 0}), {1, 1}));
  EXPECT_TRUE(gives(to(static_cast<float>(kNaN), {1, 2}), {1, kNaN}));
}

TEST(ReferenceFunction, IntegerPower) {
  EXPECT_EQ(run("pow", {}, Type::Int32,
                {{2, 0, 3, -2, 0, -1, -1, 1, 46341},
                 {-2, -1, 21, 3, 0, -3, -4, -5, 2}}),
            (Doubles{0, -1, 1870418611, -8, 1, -1, 1, 1, -2147479015.}));
  EXPECT_EQ(run("pow", {}, Type::UInt8, {{3, 2, 255}, {5, 8, 255}}),
            (Doubles{243, 0, 255}));
  // The exponent's type differs from the base's: 0^-1 has all bits set.
  RefTensor x = RefTensor::of(Type::UInt16, Doubles{0, 2, 1});
  RefTensor exponent = RefTensor::of(Type::Int8, Doubles{-1, -1, -128});
  EXPECT_EQ(valuesOf(evaluate("pow", {}, {{x, exponent}})),
            (Doubles{65535, 0, 1}));
  RefTensor base = RefTensor::of(Type::Int8, Doubles{-1, 3});
  RefTensor large =
      RefTensor::of(Type::UInt32, Doubles{4294967295., 4294967295.});
  // 3^(2^32 - 1) modulo 256: 3 has order 64, so that it is 1 / 3, 171.
  EXPECT_EQ(valuesOf(evaluate("pow", {}, {{base, large}})),
            (Doubles{-1, 171 - 256}));
  EXPECT_EQ(run("pow", withScaleBias(2, 0.5f), Type::Int8, {{-3, 100}, {2, 1}}),
            (Doubles{25, 127}));
}

/// Truncated and saturated.
TEST(ReferenceFunction, IntegerToAFloat) {
  auto power = [](Type type, const Doubles &x, const Doubles &exponents) {
    RefTensor base = RefTensor::of(type, x);
    RefTensor exponent = RefTensor::of(Type::Float32, exponents);
    return valuesOf(evaluate("pow", {}, {{base, exponent}}));
  };
  EXPECT_EQ(power(Type::Int32, {4, 3, 8, 2147395600, 2147395599, 65536},
                  {0.5, 0.5, 1.5, 0.5, 0.5, 0.25}),
            (Doubles{2, 1, 22, 46340, 46339, 16}));
  // Just below 10147025, and below 1584.
  EXPECT_EQ(power(Type::Int32, {1474614212}, {0.76416015625}),
            Doubles{10147024});
  EXPECT_EQ(power(Type::UInt32, {3974349940}, {0.33333331f}), Doubles{1583});
  // 0.33333334f is above a third, its neighbour below.
  EXPECT_EQ(power(Type::Int32, {27, 27}, {0.33333334f, 0.33333331f}),
            (Doubles{3, 2}));
  EXPECT_EQ(
      power(Type::Int32, {-2, -2, -8, 2, -2, -2}, {31, 33, 0.5, 31, 32, 1e30f}),
      (Doubles{-2147483648., -2147483648., 0, 2147483647, 2147483647,
               2147483647}));
  EXPECT_EQ(power(Type::Int32, {0, 0, 2, 1, 0, -1, -1, 5, -1},
                  {-1, -0.5, -1, kNaN, 0, kInf, -3, kNaN, 0.5}),
            (Doubles{2147483647, 2147483647, 0, 1, 1, 1, -1, 0, 0}));
  EXPECT_EQ(power(Type::UInt32, {65535, 65536, 2}, {2, 2, 31.5}),
            (Doubles{4294836225., 4294967295., 3037000499.}));
  EXPECT_EQ(power(Type::Int8, {-128, 127, 2}, {1, 1, -kInf}),
            (Doubles{-128, 127, 0}));
}

} // namespace
