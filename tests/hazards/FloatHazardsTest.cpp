//===- FloatHazardsTest.cpp - NaN, infinities and signed zero -------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/hazards/Hazards.h"

using namespace hazards;

namespace {

TEST(Hazards, H01_MinimumAndMaximumKeepNaN) {
  for (Type type : kFloats) {
    RefTensor x = tensorOf(type, {kNaN, 1, kNaN, kInf, kNaN});
    RefTensor y = tensorOf(type, {1, kNaN, -kInf, kNaN, kNaN});
    for (const char *mnemonic : {"max", "min"}) {
      SCOPED_TRACE(mnemonic);
      std::vector<double> right(5, kNaN);
      EXPECT_TRUE(gives(everywhere(mnemonic, {}, {x, y}), right));
      EXPECT_TRUE(gives(everywhere(mnemonic, {}, {y, x}), right));
      RefTensor number = tensorOf(type, {kNaN, 1});
      EXPECT_TRUE(gives(withConstant(mnemonic, number, 1), {kNaN, 1}));
      EXPECT_TRUE(gives(withConstant(mnemonic, number, 1, true), {kNaN, 1}));
      EXPECT_TRUE(gives(withConstant(mnemonic, tensorOf(type, {1, kInf}), kNaN),
                        {kNaN, kNaN}));
    }
  }
}

TEST(Hazards, H01_ClipKeepsNaN) {
  for (Type type : kFloats) {
    RefTensor x = tensorOf(type, {kNaN, 0.5, -3, 3, kNaN});
    std::vector<double> right = {kNaN, 0.5, -1, 1, kNaN};
    EXPECT_TRUE(gives(everywhere("clip", bounds(-1, 1), {x}), right));
    EXPECT_TRUE(
        gives(everywhere("clip1", scalarBounds(type, -1, 1), {x}), right));
    std::vector<double> all(5, kNaN);
    EXPECT_TRUE(gives(everywhere("clip", bounds(NAN, 1), {x}), all));
    EXPECT_TRUE(gives(everywhere("clip", bounds(-1, NAN), {x}), all));
    EXPECT_TRUE(
        gives(everywhere("clip1", scalarBounds(type, kNaN, 1), {x}), all));
    EXPECT_TRUE(
        gives(everywhere("clip1", scalarBounds(type, -1, kNaN), {x}), all));
    EXPECT_TRUE(
        gives(everywhere("threshold", floatAttributes({{"Min", -1}}), {x}),
              {kNaN, 0.5, -1, 3, kNaN}));
    EXPECT_TRUE(
        gives(everywhere("activation_hard_sigmoid",
                         floatAttributes({{"Alpha", 1}, {"Beta", 0}}), {x}),
              {kNaN, 0.5, 0, 1, kNaN}));
  }
}

TEST(Hazards, H02_ReluKeepsNaNAndGivesPositiveZero) {
  for (Type type : kFloats) {
    RefTensor x = tensorOf(type, {kNaN, -0.0, 0.0, -1, 2, -kInf, kInf});
    std::vector<double> right = {kNaN, 0.0, 0.0, 0.0, 2, 0.0, kInf};
    EXPECT_TRUE(gives(everywhere("activation_relu", {}, {x}), right));
    // In a fused chain too.
    RefTensor one = tensorOf(type, {1, 1, 1, 1, 1, 1, 1});
    EXPECT_TRUE(gives(everywhere({x, one},
                                 [&](Dag &dag, const std::vector<int> &in) {
                                   int y = dag.node("multiply", {}, in);
                                   return dag.node("activation_relu", {}, {y});
                                 }),
                      right));
  }
}

TEST(Hazards, H03_ShrinkAtItsEdges) {
  double above = std::nextafter(0.5f, 1.0f);
  RefTensor x =
      tensorOf(Type::Float32, {-0.5, 0.5, above, -above, kNaN, -kInf, kInf});
  EXPECT_TRUE(gives(everywhere("activation_shrink", shrinkBy(1, 0.5f), {x}),
                    {0, 0, above - 1, 1 - above, 0, -kInf, kInf}));
  double aboveHalf = 0.50048828125;
  RefTensor h =
      tensorOf(Type::Float16, {-0.5, 0.5, aboveHalf, -aboveHalf, kNaN});
  EXPECT_TRUE(gives(everywhere("activation_shrink", shrinkBy(1, 0.5f), {h}),
                    {0, 0, aboveHalf - 1, 1 - aboveHalf, 0}));
}

TEST(Hazards, H04_ClipWithMinAboveMax) {
  std::vector<double> right = {2, 2, 2, 2};
  for (Type type : newestTypes(rowOf("clip"), "InputTensor")) {
    RefTensor x = tensorOf(type, {0, 1, 2, 3});
    EXPECT_TRUE(gives(everywhere("clip", bounds(2, 1), {x}), right));
    EXPECT_TRUE(
        gives(everywhere("clip1", scalarBounds(type, 2, 1), {x}), right));
  }
}

TEST(Hazards, H05_ZerosAreOrdered) {
  for (Type type : kFloats) {
    RefTensor a = tensorOf(type, {0.0, -0.0, 0.0, -0.0});
    RefTensor b = tensorOf(type, {-0.0, 0.0, 0.0, -0.0});
    EXPECT_TRUE(gives(everywhere("min", {}, {a, b}), {-0.0, -0.0, 0.0, -0.0}));
    EXPECT_TRUE(gives(everywhere("max", {}, {a, b}), {0.0, 0.0, 0.0, -0.0}));
    RefTensor x = tensorOf(type, {0.0, -0.0});
    for (bool constantFirst : {false, true}) {
      EXPECT_TRUE(
          gives(withConstant("min", x, 0.0, constantFirst), {0.0, -0.0}));
      EXPECT_TRUE(
          gives(withConstant("min", x, -0.0, constantFirst), {-0.0, -0.0}));
      EXPECT_TRUE(
          gives(withConstant("max", x, 0.0, constantFirst), {0.0, 0.0}));
      EXPECT_TRUE(
          gives(withConstant("max", x, -0.0, constantFirst), {0.0, -0.0}));
    }
    EXPECT_TRUE(gives(everywhere("clip", bounds(0.0f, 1), {x}), {0.0, 0.0}));
    EXPECT_TRUE(gives(everywhere("clip", bounds(-0.0f, 1), {x}), {0.0, -0.0}));
    EXPECT_TRUE(
        gives(everywhere("clip", bounds(-1, -0.0f), {x}), {-0.0, -0.0}));
    EXPECT_TRUE(gives(everywhere("clip", bounds(-1, 0.0f), {x}), {0.0, -0.0}));
  }
}

TEST(Hazards, H06_FoldsThatAreWrongForFloats) {
  for (Type type : kFloats) {
    RefTensor x = tensorOf(type, {kInf, kNaN, -0.0, 0.0, -2});
    auto withItself = [&](std::string_view mnemonic) {
      return everywhere({x}, [&](Dag &dag, const std::vector<int> &in) {
        return dag.node(mnemonic, {}, {in[0], in[0]});
      });
    };
    for (bool constantFirst : {false, true}) {
      EXPECT_TRUE(gives(withConstant("multiply", x, 0, constantFirst),
                        {kNaN, kNaN, -0.0, 0.0, -0.0}));
      EXPECT_TRUE(gives(withConstant("multiply", x, 1, constantFirst),
                        {kInf, kNaN, -0.0, 0.0, -2}));
      EXPECT_TRUE(gives(withConstant("add", x, 0, constantFirst),
                        {kInf, kNaN, 0.0, 0.0, -2}));
      EXPECT_TRUE(gives(withConstant("add", x, -0.0, constantFirst),
                        {kInf, kNaN, -0.0, 0.0, -2}));
    }
    EXPECT_TRUE(gives(withItself("subtract"), {kNaN, kNaN, 0.0, 0.0, 0.0}));
    EXPECT_TRUE(
        gives(withItself("difference_square"), {kNaN, kNaN, 0.0, 0.0, 0.0}));
    EXPECT_TRUE(gives(withItself("divide"), {kNaN, kNaN, kNaN, kNaN, 1}));
    EXPECT_TRUE(
        gives(withConstant("subtract", x, 0), {kInf, kNaN, -0.0, 0.0, -2}));
    EXPECT_TRUE(
        gives(withConstant("subtract", x, -0.0), {kInf, kNaN, 0.0, 0.0, -2}));
    EXPECT_TRUE(gives(withConstant("subtract", x, 0, true),
                      {-kInf, kNaN, 0.0, 0.0, 2}));
    EXPECT_TRUE(
        gives(withConstant("divide", x, 1), {kInf, kNaN, -0.0, 0.0, -2}));
    EXPECT_TRUE(gives(withConstant("divide", x, 0, true),
                      {0.0, kNaN, kNaN, kNaN, -0.0}));
    // Equality with itself is no constant either.
    EXPECT_TRUE(gives(everywhere({x},
                                 [&](Dag &dag, const std::vector<int> &in) {
                                   return dag.node("logical_equals",
                                                   to(Type::UInt8),
                                                   {in[0], in[0]});
                                 }),
                      {1, 0, 1, 1, 1}));
    // x + (-1) * x, the difference of a value with itself.
    EXPECT_TRUE(gives(everywhere({x},
                                 [&](Dag &dag, const std::vector<int> &in) {
                                   RefAttributes negate =
                                       withScaleBias({}, -1.0f, -0.0f);
                                   int minus = dag.node("identity", negate, in);
                                   return dag.node("add", {}, {in[0], minus});
                                 }),
                      {kNaN, kNaN, 0.0, 0.0, 0.0}));
  }
  // A divisor whose reciprocal is exact only for powers of two.
  RefTensor x = tensorOf(Type::Float32, {1, 7, 10});
  EXPECT_TRUE(
      gives(withConstant("divide", x, 10), {1.0f / 10.0f, 7.0f / 10.0f, 1}));
}

/// Tests of a product, inside a kernel.
RefTensor testProduct(std::string_view mnemonic,
                      const RefAttributes &attributes, const RefTensor &x,
                      const RefTensor &y) {
  return everywhere({x, y}, [&](Dag &dag, const std::vector<int> &in) {
    int product = dag.node("multiply", {}, in);
    return dag.node(mnemonic, attributes, {product});
  });
}

TEST(Hazards, H07_TestsForNaNAndInfinitySurviveInsideAKernel) {
  RefAttributes either = infinityMode("EITHER");
  either.outputType = Type::UInt8;
  for (Type type : kFloats) {
    // 60000 * 60000 is infinite as a half only.
    double third = type == Type::Float16 ? 1 : 0;
    RefTensor x = tensorOf(type, {kInf, -kInf, 60000, 1, kNaN, 0});
    RefTensor y = tensorOf(type, {1, 1, 60000, 1, 1, kInf});
    EXPECT_TRUE(gives(testProduct("is_infinity", either, x, y),
                      {1, 1, third, 0, 0, 0}));
    for (Type result : {Type::UInt8, Type::UInt32}) {
      EXPECT_TRUE(
          gives(testProduct("is_nan", to(result), x, y), {0, 0, 0, 0, 1, 1}));
      EXPECT_TRUE(
          gives(everywhere("is_nan", to(result), {x}), {0, 0, 0, 0, 1, 0}));
    }
    EXPECT_TRUE(
        gives(everywhere("is_infinity", either, {x}), {1, 1, 0, 0, 0, 0}));
  }
}

TEST(Hazards, H08_IsInfinityModes) {
  auto test = [](std::string mode, const RefTensor &x) {
    RefAttributes attributes = infinityMode(std::move(mode));
    attributes.outputType = Type::UInt8;
    return everywhere("is_infinity", attributes, {x});
  };
  for (Type type : kFloats) {
    RefTensor x = tensorOf(type, {kInf, -kInf, 65504, -65504, kNaN, 0});
    EXPECT_TRUE(gives(test("POSITIVE", x), {1, 0, 0, 0, 0, 0}));
    EXPECT_TRUE(gives(test("NEGATIVE", x), {0, 1, 0, 0, 0, 0}));
    EXPECT_TRUE(gives(test("EITHER", x), {1, 1, 0, 0, 0, 0}));
  }
  // Signalling NaNs are no infinities.
  EXPECT_TRUE(gives(
      test("EITHER", tensorOfBits(Type::Float16, {0x7c01, 0xfc01, 0x7fff})),
      {0, 0, 0}));
  EXPECT_TRUE(gives(
      test("EITHER", tensorOfBits(Type::Float32, {0x7f800001, 0xff800001})),
      {0, 0}));
}

} // namespace
