//===- NumericHazardsTest.cpp - NaN, zeros, integers, halves --------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One test a hazard: the smallest input known to go wrong in compilers of this
// kind, and the value that is right. Not here, for want of their operators:
// H11 (abs, negate), H12 and H13 (modulus), H14 and H15 (shifts), H19, H30 and
// H31 (pow), H20 (cast), H21 (round), H26 (softplus), H27 (sigmoid), H32
// (tanh).
//
//===----------------------------------------------------------------------===//

#include "tests/support/Numerics.h"

#include <cmath>
#include <limits>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using namespace support;
using reference::Type;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

RefAttributes bounds(float low, float high) {
  return floatAttributes({{"Min", low}, {"Max", high}});
}
RefAttributes shrinkBy(float bias, float threshold) {
  return floatAttributes({{"Bias", bias}, {"Threshold", threshold}});
}

/// A binary operator over a constant as its second operand, so that folds see
/// it.
RefTensor withConstant(std::string_view mnemonic, const RefTensor &x,
                       double constant, bool constantFirst = false) {
  return everywhere({x}, [&](Dag &dag, const std::vector<int> &values) {
    TensorDesc desc = dag.desc(values[0]);
    int one = dag.constant(tensorOf(x.type, {constant}));
    TensorDesc spread = desc;
    spread.strides = {0};
    // Both ends of the edge hold the same bytes.
    spread.totalBytes = 0;
    std::vector<Dag::Use> uses = {{values[0], desc}, {one, spread}};
    if (constantFirst)
      std::swap(uses[0], uses[1]);
    return dag.node(mnemonic, {}, uses, desc);
  });
}

//===----------------------------------------------------------------------===//
// NaN, infinities and signed zero
//===----------------------------------------------------------------------===//

TEST(Hazards, H01_ClipKeepsNaN) {
  for (Type type : {Type::Float32, Type::Float16}) {
    RefTensor x = tensorOf(type, {kNaN, 0.5, -3, 3, kNaN});
    EXPECT_TRUE(gives(everywhere("clip", bounds(-1, 1), {x}),
                      {kNaN, 0.5, -1, 1, kNaN}));
    EXPECT_TRUE(gives(everywhere("clip", bounds(NAN, 1), {x}),
                      {kNaN, kNaN, kNaN, kNaN, kNaN}));
    EXPECT_TRUE(gives(everywhere("clip", bounds(-1, NAN), {x}),
                      {kNaN, kNaN, kNaN, kNaN, kNaN}));
  }
}

TEST(Hazards, H02_ReluKeepsNaNAndGivesPositiveZero) {
  for (Type type : {Type::Float32, Type::Float16}) {
    RefTensor x = tensorOf(type, {kNaN, -0.0, 0.0, -1, 2, -kInf, kInf});
    std::vector<double> right = {kNaN, 0.0, 0.0, 0.0, 2, 0.0, kInf};
    EXPECT_TRUE(gives(everywhere("activation_relu", {}, {x}), right));
    // In a fused chain too.
    RefTensor one = tensorOf(type, {1, 1, 1, 1, 1, 1, 1});
    EXPECT_TRUE(gives(everywhere({x, one},
                                 [&](Dag &dag, const std::vector<int> &in) {
                                   TensorDesc desc = dag.desc(in[0]);
                                   int y = dag.node("multiply", {}, in, desc);
                                   return dag.node("activation_relu", {},
                                                   std::vector{y}, desc);
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
  for (Type type :
       {Type::Float32, Type::Float16, Type::Int32, Type::UInt8, Type::Int64})
    EXPECT_TRUE(
        gives(everywhere("clip", bounds(2, 1), {tensorOf(type, {0, 1, 2, 3})}),
              {2, 2, 2, 2}));
}

TEST(Hazards, H05_ZerosAreOrdered) {
  for (Type type : {Type::Float32, Type::Float16}) {
    RefTensor x = tensorOf(type, {0.0, -0.0});
    EXPECT_TRUE(gives(everywhere("clip", bounds(0.0f, 1), {x}), {0.0, 0.0}));
    EXPECT_TRUE(gives(everywhere("clip", bounds(-0.0f, 1), {x}), {0.0, -0.0}));
    EXPECT_TRUE(
        gives(everywhere("clip", bounds(-1, -0.0f), {x}), {-0.0, -0.0}));
    EXPECT_TRUE(gives(everywhere("clip", bounds(-1, 0.0f), {x}), {0.0, -0.0}));
  }
}

TEST(Hazards, H06_FoldsThatAreWrongForFloats) {
  for (Type type : {Type::Float32, Type::Float16}) {
    RefTensor x = tensorOf(type, {kInf, kNaN, -0.0, 0.0, -2});
    EXPECT_TRUE(
        gives(withConstant("multiply", x, 0), {kNaN, kNaN, -0.0, 0.0, -0.0}));
    EXPECT_TRUE(gives(withConstant("multiply", x, 0, true),
                      {kNaN, kNaN, -0.0, 0.0, -0.0}));
    EXPECT_TRUE(gives(withConstant("add", x, 0), {kInf, kNaN, 0.0, 0.0, -2}));
    EXPECT_TRUE(
        gives(withConstant("add", x, -0.0), {kInf, kNaN, -0.0, 0.0, -2}));
    EXPECT_TRUE(
        gives(withConstant("multiply", x, 1), {kInf, kNaN, -0.0, 0.0, -2}));
    EXPECT_TRUE(
        gives(withConstant("divide", x, 1), {kInf, kNaN, -0.0, 0.0, -2}));
    EXPECT_TRUE(gives(withConstant("divide", x, 0, true),
                      {0.0, kNaN, kNaN, kNaN, -0.0}));
    EXPECT_TRUE(gives(everywhere({x},
                                 [&](Dag &dag, const std::vector<int> &in) {
                                   return dag.node("divide", {},
                                                   std::vector{in[0], in[0]},
                                                   dag.desc(in[0]));
                                 }),
                      {kNaN, kNaN, kNaN, kNaN, 1}));
    // x + (-1) * x, the difference of a value with itself.
    EXPECT_TRUE(gives(
        everywhere({x},
                   [&](Dag &dag, const std::vector<int> &in) {
                     TensorDesc desc = dag.desc(in[0]);
                     RefAttributes negate = withScaleBias({}, -1.0f, -0.0f);
                     int minus = dag.node("identity", negate, in, desc);
                     return dag.node("add", {}, std::vector{in[0], minus},
                                     desc);
                   }),
        {kNaN, kNaN, 0.0, 0.0, 0.0}));
  }
  // A divisor whose reciprocal is exact only for powers of two.
  RefTensor x = tensorOf(Type::Float32, {1, 7, 10});
  EXPECT_TRUE(
      gives(withConstant("divide", x, 10), {1.0f / 10.0f, 7.0f / 10.0f, 1}));
}

TEST(Hazards, H07_InfinityTestsSurviveInsideAKernel) {
  for (Type type : {Type::Float32, Type::Float16}) {
    RefTensor x = tensorOf(type, {kInf, -kInf, 60000, 1, kNaN, 0});
    RefTensor y = tensorOf(type, {1, 1, 60000, 1, 1, kInf});
    RefTensor result =
        everywhere({x, y}, [&](Dag &dag, const std::vector<int> &in) {
          TensorDesc desc = dag.desc(in[0]);
          int product = dag.node("multiply", {}, in, desc);
          return dag.node("is_infinity", infinityMode("EITHER"),
                          std::vector{product},
                          tensorDesc(Type::UInt8, desc.sizes));
        });
    // 60000 * 60000 is infinite as a half only.
    double third = type == Type::Float16 ? 1 : 0;
    EXPECT_TRUE(gives(result, {1, 1, third, 0, 0, 0}));
  }
}

TEST(Hazards, H08_IsInfinityModes) {
  for (Type type : {Type::Float32, Type::Float16}) {
    RefTensor x = tensorOf(type, {kInf, -kInf, 65504, -65504, kNaN, 0});
    EXPECT_TRUE(gives(everywhere("is_infinity", infinityMode("POSITIVE"), {x}),
                      {1, 0, 0, 0, 0, 0}));
    EXPECT_TRUE(gives(everywhere("is_infinity", infinityMode("NEGATIVE"), {x}),
                      {0, 1, 0, 0, 0, 0}));
    EXPECT_TRUE(gives(everywhere("is_infinity", infinityMode("EITHER"), {x}),
                      {1, 1, 0, 0, 0, 0}));
  }
  // Signalling NaNs are no infinities.
  EXPECT_TRUE(
      gives(everywhere("is_infinity", infinityMode("EITHER"),
                       {tensorOfBits(Type::Float16, {0x7c01, 0xfc01, 0x7fff})}),
            {0, 0, 0}));
  EXPECT_TRUE(
      gives(everywhere("is_infinity", infinityMode("EITHER"),
                       {tensorOfBits(Type::Float32, {0x7f800001, 0xff800001})}),
            {0, 0}));
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

TEST(Hazards, H09_IntegerDivisionByZero) {
  for (Type type : newestTypes(rowOf("divide"), "ATensor")) {
    if (reference::isFloat(type))
      continue;
    SCOPED_TRACE(reference::name(type));
    RefTensor y = everywhere(
        "divide", {}, {tensorOf(type, {7, 0, 100}), tensorOf(type, {0, 0, 0})});
    unsigned width = static_cast<unsigned>(reference::elementSize(type)) * 8;
    uint64_t ones = width == 64 ? ~0ull : (1ull << width) - 1;
    EXPECT_TRUE(sameBits(tensorOfBits(type, {ones, ones, ones}), y));
    // By a constant, which a fold sees.
    RefTensor z = withConstant("divide", tensorOf(type, {7, 0, 100}), 0);
    EXPECT_TRUE(sameBits(tensorOfBits(type, {ones, ones, ones}), z));
  }
}

TEST(Hazards, H10_MinimumDividedByMinusOne) {
  for (auto [type, bits] : {std::pair(Type::Int8, 8),
                            {Type::Int16, 16},
                            {Type::Int32, 32},
                            {Type::Int64, 64}}) {
    SCOPED_TRACE(reference::name(type));
    double minimum = -std::ldexp(1, bits - 1);
    EXPECT_TRUE(gives(
        everywhere("divide", {},
                   {tensorOf(type, {minimum, 5}), tensorOf(type, {-1, -1})}),
        {minimum, -5}));
    EXPECT_TRUE(gives(withConstant("divide", tensorOf(type, {minimum, 5}), -1),
                      {minimum, -5}));
  }
}

TEST(Hazards, H16_UnsignedData) {
  RefTensor x = tensorOf(Type::UInt8, {200, 100, 0, 255});
  EXPECT_TRUE(
      gives(everywhere("clip", bounds(100, 255), {x}), {200, 100, 100, 255}));
  EXPECT_TRUE(
      gives(everywhere("clip", bounds(0, 100), {x}), {100, 100, 0, 100}));
  EXPECT_TRUE(gives(withConstant("divide", x, 3), {66, 33, 0, 85}));
  EXPECT_TRUE(gives(everywhere("activation_shrink", shrinkBy(1, 100), {x}),
                    {199, 0, 0, 254}));
  // Read as 200, not as -56, where floats come in.
  EXPECT_TRUE(gives(everywhere("identity", withScaleBias({}, 1.0f, 0.0f), {x}),
                    {200, 100, 0, 255}));
  RefTensor w = tensorOf(Type::UInt32, {4000000000., 7, 4294967295., 3});
  EXPECT_TRUE(
      gives(withConstant("divide", w, 3), {1333333333., 2, 1431655765., 1}));
  EXPECT_TRUE(gives(everywhere("clip", bounds(5, 3e9f), {w}),
                    {3000000000., 7, 3000000000., 5}));
  EXPECT_TRUE(
      sameBits(tensorOfBits(Type::UInt64, {3074457345618258602, 1}),
               everywhere("divide", {},
                          {tensorOfBits(Type::UInt64, {1ull << 63, ~0ull}),
                           tensorOfBits(Type::UInt64, {3, 1ull << 63})})));
}

TEST(Hazards, H17_IntegersWrap) {
  RefTensor a = tensorOf(Type::UInt8, {200, 255}),
            b = tensorOf(Type::UInt8, {100, 255});
  EXPECT_TRUE(gives(everywhere("add", {}, {a, b}), {44, 254}));
  RefTensor c = tensorOf(Type::Int8, {100, -128}),
            d = tensorOf(Type::Int8, {100, -1});
  EXPECT_TRUE(gives(everywhere("add", {}, {c, d}), {-56, 127}));
  EXPECT_TRUE(gives(everywhere("multiply", {}, {c, d}), {16, -128}));
  // In a chain whose next step would show a wider register: (a + b) / 2.
  auto half = [](Dag &dag, const std::vector<int> &in) {
    TensorDesc desc = dag.desc(in[0]);
    int sum = dag.node("add", {}, in, desc);
    int two = dag.constant(tensorOf(toRefType(desc.type), {2}));
    TensorDesc spread = desc;
    spread.strides = {0};
    return dag.node("divide", {}, {{sum, desc}, {two, spread}}, desc);
  };
  EXPECT_TRUE(gives(everywhere({a, b}, half), {22, 127}));
  EXPECT_TRUE(gives(everywhere({c, d}, half), {-28, 63}));
}

TEST(Hazards, H18_ClipBoundsAreCastToTheTensorType) {
  EXPECT_TRUE(gives(everywhere("clip", bounds(-2.9f, 2.9f),
                               {tensorOf(Type::Int32, {5, -5, 1})}),
                    {2, -2, 1}));
  EXPECT_TRUE(gives(
      everywhere("clip", bounds(-1, 300), {tensorOf(Type::UInt8, {7, 0, 255})}),
      {7, 0, 255}));
  EXPECT_TRUE(gives(
      everywhere("clip", bounds(-1e30f, 1e30f),
                 {tensorOfBits(Type::Int64, {1ull << 63, (1ull << 63) - 1})}),
      {-0x1p63, 0x1p63 - 1}));
  EXPECT_TRUE(gives(
      everywhere("clip", bounds(NAN, 3), {tensorOf(Type::Int8, {-5, 1, 7})}),
      {0, 1, 3}));
  // 0.1 as a half is 0.0999755859375.
  EXPECT_TRUE(gives(everywhere("clip", bounds(0.1f, 1000.2f),
                               {tensorOf(Type::Float16, {0, 2000, 0.5})}),
                    {0.0999755859375, 1000, 0.5}));
}

//===----------------------------------------------------------------------===//
// Halves and rounding
//===----------------------------------------------------------------------===//

TEST(Hazards, H22_HalfOverflowAndItsNeighbours) {
  RefTensor big = tensorOf(Type::Float16, {65504, 65504, 65504, -65504});
  RefTensor more = tensorOf(Type::Float16, {15.9921875, 16, 65504, -16});
  EXPECT_TRUE(
      gives(everywhere("add", {}, {big, more}), {65504, kInf, kInf, -kInf}));
  // Products of 2^-25 and 1.5 * 2^-25 around the least subnormal.
  RefTensor tiny = tensorOf(Type::Float16,
                            {0x1p-24, 0x1.8p-23, 0x1p-24, 0x1.8p-14, -0x1p-24});
  RefTensor by =
      tensorOf(Type::Float16, {0.5, 0.25, 0.5009765625, 0x1p-10, 0.5});
  EXPECT_TRUE(gives(everywhere("multiply", {}, {tiny, by}),
                    {0, 0x1p-24, 0x1p-24, 0x1p-23, -0.0}));
  EXPECT_TRUE(gives(everywhere("divide", {},
                               {tensorOf(Type::Float16, {65504, 1, 0x1p-24, 1}),
                                tensorOf(Type::Float16, {0.5, 0x1p-24, 2, 3})}),
                    {kInf, kInf, 0, 0.333251953125}));
}

TEST(Hazards, H23_HalfChainsRoundAfterEachOperator) {
  // 1 + 2^-11 is a tie that rounds to 1; kept in float, the product differs.
  RefTensor x = tensorOf(Type::Float16, {9.734375});
  RefTensor one = tensorOf(Type::Float16, {1});
  RefTensor tie = tensorOf(Type::Float16, {0x1p-11});
  EXPECT_TRUE(gives(everywhere({x, one, tie},
                               [](Dag &dag, const std::vector<int> &in) {
                                 TensorDesc desc = dag.desc(in[0]);
                                 int sum =
                                     dag.node("add", {},
                                              std::vector{in[1], in[2]}, desc);
                                 return dag.node("multiply", {},
                                                 std::vector{in[0], sum}, desc);
                               }),
                    {9.734375}));
  // An overflow between two operators stays an infinity.
  RefTensor big = tensorOf(Type::Float16, {60000});
  RefTensor two = tensorOf(Type::Float16, {2});
  EXPECT_TRUE(
      gives(everywhere({big, two},
                       [](Dag &dag, const std::vector<int> &in) {
                         TensorDesc desc = dag.desc(in[0]);
                         int product = dag.node("multiply", {}, in, desc);
                         return dag.node("divide", {},
                                         std::vector{product, in[1]}, desc);
                       }),
            {kInf}));
  // A FusedActivation is an operator of its own: 2048 + 1 rounds to 2048,
  // which is not above 2048.
  EXPECT_TRUE(gives(
      everywhere("add1", withActivation("activation_shrink", shrinkBy(0, 2048)),
                 {tensorOf(Type::Float16, {2048, 2048}),
                  tensorOf(Type::Float16, {1, 3})}),
      {0, 2052}));
}

TEST(Hazards, H24_NoContraction) {
  RefTensor x = tensorOf(Type::Float32, {1e10f});
  RefTensor a = tensorOf(Type::Float32, {1e20f});
  RefTensor b = tensorOf(Type::Float32, {-1e20f});
  EXPECT_TRUE(
      gives(everywhere({x, a, b},
                       [](Dag &dag, const std::vector<int> &in) {
                         TensorDesc desc = dag.desc(in[0]);
                         int ax = dag.node("multiply", {},
                                           std::vector{in[1], in[0]}, desc);
                         int bx = dag.node("multiply", {},
                                           std::vector{in[2], in[0]}, desc);
                         return dag.node("add", {}, std::vector{ax, bx}, desc);
                       }),
            {0}));
  float product = 1e20f * 1e10f;
  EXPECT_TRUE(gives(
      everywhere("identity", withScaleBias({}, 1e20f, -product), {x}), {0}));
  EXPECT_TRUE(gives(
      everywhere("clip",
                 withScaleBias(bounds(-INFINITY, INFINITY), 1e20f, -product),
                 {x}),
      {0}));
}

TEST(Hazards, H28_EluNearZero) {
  RefTensor x = tensorOf(Type::Float32, {-1e-10f, -0.0, -1e-40f, -0x1p-149});
  EXPECT_TRUE(
      gives(everywhere("activation_elu", floatAttributes({{"Alpha", 1}}), {x}),
            {-1e-10f, -0.0, -1e-40f, -0x1p-149}));
}

TEST(Hazards, H29_TheBranchNotTaken) {
  RefTensor x = tensorOf(Type::Float32, {1000, kInf, 3e38, 89, -1000, -kInf});
  EXPECT_TRUE(
      gives(everywhere("activation_elu", floatAttributes({{"Alpha", 1}}), {x}),
            {1000, kInf, 3e38, 89, -1, -1}));
  RefTensor h = tensorOf(Type::Float16, {1000, kInf, 65504, 12, -1000, -kInf});
  EXPECT_TRUE(
      gives(everywhere("activation_elu", floatAttributes({{"Alpha", 1}}), {h}),
            {1000, kInf, 65504, 12, -1, -1}));
}

TEST(Hazards, H33_SubnormalsAndTheCallersEnvironment) {
  EXPECT_TRUE(gives(everywhere("multiply", {},
                               {tensorOf(Type::Float32, {1e-40f, 0x1p-149}),
                                tensorOf(Type::Float32, {1, 1})}),
                    {1e-40f, 0x1p-149}));
  EXPECT_TRUE(gives(everywhere("multiply", {},
                               {tensorOf(Type::Float16, {0x1p-24}),
                                tensorOf(Type::Float16, {1})}),
                    {0x1p-24}));
#if defined(__x86_64__)
  // Subnormals in and out, an inexact quotient, an overflow, 0 * inf: each
  // shows a control bit or raises an exception.
  Dag dag;
  constexpr int64_t kCount = 1 << 18;
  TensorDesc desc = tensorDesc(Type::Float32, {kCount});
  int a = dag.input("a", desc, 1), b = dag.input("b", desc, 2);
  int product = dag.node("multiply", {}, std::vector{a, b}, desc);
  dag.output("product", product);
  dag.output("quotient", dag.node("divide", {}, std::vector{a, b}, desc));
  auto kernel = dag.compile();
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  constexpr unsigned kDefault = 0x1f80;
  for (unsigned control : {
           kDefault | 0x8000u,              // flush to zero
           kDefault | 0x0040u,              // denormals are zero
           kDefault | 0x8040u,              // both
           kDefault | 0x6000u,              // toward zero
           kDefault | 0x2000u,              // downward
           kDefault & ~0x0080u,             // invalid unmasked
           kDefault & ~0x1f80u,             // all unmasked
           (kDefault & ~0x1000u) | 0x4000u, // inexact unmasked, upward
       }) {
    SCOPED_TRACE("MXCSR " + std::to_string(control));
    // The comparison must not run under these bits.
    for (unsigned threads : {1u, 4u}) {
      std::vector<float> x(kCount), y(kCount);
      RefTensor tx(Type::Float32, {kCount}), ty(Type::Float32, {kCount});
      fillMixed(tx, control);
      fillMixed(ty, control + 1);
      std::memcpy(x.data(), tx.data.data(), tx.data.size());
      std::memcpy(y.data(), ty.data.data(), ty.data.size());
      std::vector<float> p(kCount), q(kCount);
      fusedml::RunOptions options;
      options.threads = threads;
      std::vector<fusedml::Binding> in = {x, y};
      std::vector<fusedml::OutputBinding> out = {p, q};
      unsigned before = _mm_getcsr();
      _mm_setcsr(control);
      fusedml::Status status = kernel->run(in, out, options);
      unsigned after = _mm_getcsr();
      _mm_setcsr(before);
      ASSERT_TRUE(status.ok()) << status.str();
      // The sticky flags may be set, the control bits may not change.
      EXPECT_EQ(after & ~0x3fu, control & ~0x3fu);
      RefTensor gotP(Type::Float32, {kCount}), gotQ(Type::Float32, {kCount});
      std::memcpy(gotP.data.data(), p.data(), gotP.data.size());
      std::memcpy(gotQ.data.data(), q.data(), gotQ.data.size());
      std::vector<RefTensor> operands = {tx, ty};
      EXPECT_TRUE(sameBits(reference::evaluate("multiply", {}, operands), gotP,
                           NaNs::OneValue, operands));
      EXPECT_TRUE(sameBits(reference::evaluate("divide", {}, operands), gotQ,
                           NaNs::OneValue, operands));
    }
  }
#endif
}

} // namespace
