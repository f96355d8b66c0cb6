//===- ConversionHazardsTest.cpp - casts, rounding, halves ----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/hazards/Hazards.h"
#include "tests/support/Aot.h"

#include "fusedml/Compile.h"

#include <algorithm>

using namespace hazards;

namespace {

/// What an out-of-range float becomes: the limits as the nearest doubles.
double saturated(Type type, double value) {
  int bits = static_cast<int>(bitsOf(type));
  double low = reference::isSigned(type) ? -std::ldexp(1, bits - 1) : 0;
  double high = std::ldexp(1, reference::isSigned(type) ? bits - 1 : bits) - 1;
  return std::isnan(value) ? 0 : std::trunc(std::clamp(value, low, high));
}

TEST(Hazards, H20_FloatsOutOfTheRangeOfAnInteger) {
  RefTensor x = tensorOf(Type::Float32, {300, -1, kNaN});
  EXPECT_TRUE(gives(everywhere("cast", to(Type::UInt8), {x}), {255, 0, 0}));
  EXPECT_TRUE(gives(everywhere("cast", to(Type::Int32),
                               {tensorOf(Type::Float32, {3e9, -3e9})}),
                    {2147483647, -2147483648.}));
  std::vector<Type> integers = integerTypes("cast", "OutputTensor");
  EXPECT_EQ(integers.size(), 8u);
  for (Type from : {Type::Float64, Type::Float32, Type::Float16})
    for (Type type : integers) {
      SCOPED_TRACE(std::string(reference::name(from)) + " to " +
                   std::string(reference::name(type)));
      RefTensor values = tensorOf(
          from, {kNaN,    kInf,     -kInf,    -0.0,       0.99,   -0.99,
                 126.9,   127.9,    128,      -128.9,     -129,   255.9,
                 256,     32767.5,  32768,    -32769,     65504,  65536,
                 0x1p31,  -0x1p31,  0x1p32,   0x1p63,     0x1p64, -0x1p63,
                 0x1p127, -0x1p127, 0x1p62,   2147483520, -1,     1e-30,
                 0x1p53,  -0x1p64,  0x1.8p63, 0x1.fp30,   -1e-30, 77.5});
      RefTensor right(type, values.sizes);
      for (int64_t i = 0; i < values.elementCount(); ++i) {
        double value = values.value(i);
        // The limits of 64 bits are no doubles.
        bool isTop = bitsOf(type) == 64 &&
                     value >= (reference::isSigned(type) ? 0x1p63 : 0x1p64);
        if (isTop)
          right.setBits(i, allOnes(type) >> reference::isSigned(type));
        else
          right.setValue(i, saturated(type, value));
      }
      EXPECT_TRUE(sameBits(right, everywhere("cast", to(type), {values})));
    }
}

TEST(Hazards, H20_QuantizingSaturates) {
  RefTensor x = tensorOf(Type::Float32, {1000, -1000, kInf, -kInf, kNaN, 3e38});
  RefTensor one = tensorOf(Type::Float32, {1, 1, 1, 1, 1, 1});
  for (auto [type, zero, right] :
       {std::tuple(Type::UInt8, 128.,
                   std::vector<double>{255, 0, 255, 0, 0, 255}),
        std::tuple(Type::Int8, 5.,
                   std::vector<double>{127, -128, 127, -128, 0, 127})}) {
    RefTensor zeroPoint = tensorOf(type, std::vector<double>(6, zero));
    EXPECT_TRUE(gives(
        everywhere("quantize_linear", to(type), {x, one, zeroPoint}), right));
  }
}

TEST(Hazards, H21_Ties) {
  for (Type type : kFloats) {
    RefTensor x = tensorOf(type, {0.5, 1.5, 2.5, -0.5, -2.5});
    EXPECT_TRUE(
        gives(everywhere("round", rounding("HALVES_TO_NEAREST_EVEN"), {x}),
              {0, 2, 2, -0.0, -2}));
    EXPECT_TRUE(gives(everywhere("round", rounding("TOWARD_INFINITY"), {x}),
                      {1, 2, 3, -1, -3}));
    EXPECT_TRUE(gives(everywhere("round", rounding("TOWARD_ZERO"), {x}),
                      {0, 1, 2, -0.0, -2}));
  }
  // Where adding 0.5 rounds up, or has no bit to stand in.
  double below = std::nextafter(0.5f, 0.0f);
  RefTensor y = tensorOf(Type::Float32, {below, -below, 8388609, -8388609,
                                         4194304.5, 4194305.5, kInf, kNaN});
  EXPECT_TRUE(
      gives(everywhere("round", rounding("HALVES_TO_NEAREST_EVEN"), {y}),
            {0, -0.0, 8388609, -8388609, 4194304, 4194306, kInf, kNaN}));
  EXPECT_TRUE(
      gives(everywhere("round", rounding("TOWARD_INFINITY"), {y}),
            {0, -0.0, 8388609, -8388609, 4194305, 4194306, kInf, kNaN}));
  EXPECT_TRUE(
      gives(everywhere("round", rounding("TOWARD_ZERO"), {y}),
            {0, -0.0, 8388609, -8388609, 4194304, 4194305, kInf, kNaN}));
}

TEST(Hazards, H21_QuantizingRoundsTiesToEven) {
  RefTensor x = tensorOf(Type::Float32, {0.5, 1.5, 2.5, -0.5, -2.5});
  RefTensor one = tensorOf(Type::Float32, {1, 1, 1, 1, 1});
  EXPECT_TRUE(gives(everywhere("quantize_linear", to(Type::Int8),
                               {x, one, tensorOf(Type::Int8, {0, 0, 0, 0, 0})}),
                    {0, 2, 2, 0, -2}));
  // The zero point is added after rounding: an odd one moves no tie.
  EXPECT_TRUE(gives(everywhere("quantize_linear", to(Type::Int8),
                               {x, one, tensorOf(Type::Int8, {1, 1, 1, 1, 1})}),
                    {1, 3, 3, 1, -1}));
}

TEST(Hazards, H22_HalfOverflowAndItsNeighbours) {
  RefTensor x = tensorOf(Type::Float32, {65519.99, 65520, 65504 * 2, 0x1p-25,
                                         0x1.8p-25, -65520, -0x1p-25});
  std::vector<double> right = {65504, kInf, kInf, 0, 0x1p-24, -kInf, -0.0};
  EXPECT_TRUE(gives(everywhere("cast", to(Type::Float16), {x}), right));
  RefTensor d = tensorOf(Type::Float64, {65519.99, 65520, 65504 * 2, 0x1p-25,
                                         0x1.8p-25, -65520, -0x1p-25});
  EXPECT_TRUE(gives(everywhere("cast", to(Type::Float16), {d}), right));
  // FLOAT64 to FLOAT16 by way of FLOAT32 would round these twice.
  EXPECT_TRUE(gives(
      everywhere("cast", to(Type::Float16),
                 {tensorOf(Type::Float64,
                           {1 + 0x1p-11 + 0x1p-40, 1 + 3 * 0x1p-11 - 0x1p-40,
                            0x1p-25 + 0x1p-60, 65520 - 0x1p-30})}),
      {1 + 0x1p-10, 1 + 0x1p-10, 0x1p-24, 65504}));
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

TEST(Hazards, H22_IntegersToHalves) {
  // The odd 2049 and 2051 are ties.
  EXPECT_TRUE(gives(everywhere("cast", to(Type::Float16),
                               {tensorOf(Type::Int32, {2049, 2051, 65519, 65520,
                                                       -65520, 2147483647})}),
                    {2048, 2052, 65504, kInf, -kInf, kInf}));
  EXPECT_TRUE(gives(
      everywhere("cast", to(Type::Float32),
                 {tensorOfBits(Type::Int64, {(1ull << 54) + (1ull << 30) + 1,
                                             (1ull << 54) + (1ull << 30)})}),
      {0x1p54 + 0x1p31, 0x1p54}));
}

TEST(Hazards, H23_HalfChainsRoundAfterEachOperator) {
  // 1 + 2^-11 is a tie that rounds to 1; kept in FLOAT32, the product differs.
  RefTensor x = tensorOf(Type::Float16, {9.734375});
  RefTensor y = tensorOf(Type::Float32, {1.00048828125});
  EXPECT_TRUE(gives(everywhere({x, y},
                               [](Dag &dag, const std::vector<int> &in) {
                                 int half = dag.node("cast", to(Type::Float16),
                                                     {in[1]});
                                 return dag.node("multiply", {}, {in[0], half});
                               }),
                    {9.734375}));
  RefTensor one = tensorOf(Type::Float16, {1});
  RefTensor tie = tensorOf(Type::Float16, {0x1p-11});
  EXPECT_TRUE(gives(everywhere({x, one, tie},
                               [](Dag &dag, const std::vector<int> &in) {
                                 int sum = dag.node("add", {}, {in[1], in[2]});
                                 return dag.node("multiply", {}, {in[0], sum});
                               }),
                    {9.734375}));
  // x * y - z, where the product is a tie.
  EXPECT_TRUE(
      gives(everywhere({tensorOf(Type::Float16, {1.5}),
                        tensorOf(Type::Float16, {1 + 0x1p-10}),
                        tensorOf(Type::Float16, {1.5 + 0x1p-9})},
                       [](Dag &dag, const std::vector<int> &in) {
                         int product = dag.node("multiply", {}, {in[0], in[1]});
                         return dag.node("subtract", {}, {product, in[2]});
                       }),
            {0}));
  // An overflow between two operators stays an infinity.
  RefTensor big = tensorOf(Type::Float16, {60000});
  RefTensor two = tensorOf(Type::Float16, {2});
  EXPECT_TRUE(gives(everywhere({big, two},
                               [](Dag &dag, const std::vector<int> &in) {
                                 int product = dag.node("multiply", {}, in);
                                 return dag.node("divide", {},
                                                 {product, in[1]});
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
  for (const char *last : {"add", "subtract"})
    EXPECT_TRUE(
        gives(everywhere({x, a, std::string_view(last) == "add" ? b : a},
                         [&](Dag &dag, const std::vector<int> &in) {
                           int ax = dag.node("multiply", {}, {in[1], in[0]});
                           int bx = dag.node("multiply", {}, {in[2], in[0]});
                           return dag.node(last, {}, {ax, bx});
                         }),
              {0}));
  float product = 1e20f * 1e10f;
  std::vector<double> zero = {0};
  EXPECT_TRUE(gives(
      everywhere("identity", withScaleBias({}, 1e20f, -product), {x}), zero));
  EXPECT_TRUE(gives(
      everywhere("clip",
                 withScaleBias(bounds(-INFINITY, INFINITY), 1e20f, -product),
                 {x}),
      zero));
  EXPECT_TRUE(gives(
      everywhere("activation_linear",
                 floatAttributes({{"Alpha", 1e20f}, {"Beta", -product}}), {x}),
      zero));
  EXPECT_TRUE(
      gives(everywhere("abs", withScaleBias({}, 1e20f, -product), {x}), zero));
}

/// A graph of everything that reads or writes halves in a way of its own.
fusedml::Graph halfGraph() {
  fusedml::Graph graph("halves");
  fusedml::Tensor a = graph.input("a", DataType::Float16, {100});
  fusedml::Tensor b = graph.input("b", DataType::Float16, {100});
  graph.output("y", fusedml::activationElu(fusedml::clip(
                        a / b, {.max = 1, .scaleBias = {{2, 1}}})));
  graph.output("fill", fusedml::fillValueSequence(graph, DataType::Float16,
                                                  {100}, 0.1, 0.3));
  graph.output("inf", fusedml::isInfinity(a * b));
  graph.output("nan", fusedml::isNan(fusedml::sqrt(a)));
  graph.output("mod", fusedml::modulusFloor(a, b));
  graph.output("pow", fusedml::pow(a, b));
  graph.output("tanh", fusedml::tanh(a));
  for (DataType type :
       {DataType::Float64, DataType::Float32, DataType::Int64, DataType::Int32,
        DataType::Int16, DataType::Int8, DataType::UInt64, DataType::UInt32,
        DataType::UInt16, DataType::UInt8}) {
    std::string name(fusedml::name(type));
    graph.output("to" + name, fusedml::cast(a, type));
    fusedml::Tensor x = graph.input("x" + name, type, {100});
    graph.output("from" + name, fusedml::cast(x, DataType::Float16));
  }
  return graph;
}

TEST(Hazards, H25_HalvesNeedNoHelpers) {
  fusedml::Graph graph = halfGraph();
  for (const char *cpu : {"x86-64-v2", "x86-64-v3", "x86-64-v4"}) {
    fusedml::CompileOptions options;
    options.target.triple = "x86_64-unknown-linux-gnu";
    options.target.cpu = cpu;
    auto emitted = fusedml::emit(graph, fusedml::EmitKind::Object, options);
    ASSERT_TRUE(emitted.ok()) << emitted.error().str();
    TempDir folder;
    EXPECT_EQ(undefinedSymbols(folder.write("halves.o", emitted->code)), "")
        << cpu;
    auto assembly = fusedml::emit(graph, fusedml::EmitKind::Assembly, options);
    ASSERT_TRUE(assembly.ok()) << assembly.error().str();
    for (const char *helper :
         {"__truncsfhf2", "__extendhfsf2", "__truncdfhf2", "__gnu_h2f"})
      EXPECT_EQ(assembly->code.find(helper), std::string::npos)
          << cpu << " " << helper;
  }
}

} // namespace
