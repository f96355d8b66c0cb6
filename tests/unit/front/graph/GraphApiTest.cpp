//===- FrontGraphApiTest.cpp - graphs built in C++ ------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/graph/GraphBuilder.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

using namespace fusedml;

namespace {

using Sizes = std::vector<int64_t>;
constexpr auto F32 = DataType::Float32;

TEST(FrontGraphApi, BuildsWithDefaultsAndSigns) {
  Graph graph("g");
  Tensor a = graph.input("a", F32, {2, 3});
  Tensor b = graph.input("b", F32, {2, 3});
  Tensor y = activationShrink(a * b, {.bias = 0.1f});
  graph.output("y", y);
  ASSERT_TRUE(graph.status().ok()) << graph.status().str();
  const graph::GraphData &data = *graph.data();
  ASSERT_EQ(data.nodes.size(), 2u);
  EXPECT_EQ(data.nodes[0].op.row->mnemonic, "multiply");
  EXPECT_EQ(std::get<float>(data.nodes[1].op.fields[2]), 0.1f);
  EXPECT_EQ(std::get<float>(data.nodes[1].op.fields[3]), 0.5f);
  EXPECT_EQ((a + b).desc().sizes, (Sizes{2, 3}));
  EXPECT_EQ((a / b).desc().type, F32);
}

TEST(FrontGraphApi, BroadcastsByShapeWithStride0) {
  Graph graph;
  Tensor a = graph.input("a", F32, {2, 1, 4});
  Tensor b = graph.input("b", F32, {3, 1}, {8, 1});
  Tensor y = multiply(a, b);
  ASSERT_TRUE(graph.status().ok()) << graph.status().str();
  EXPECT_EQ(y.desc().sizes, (Sizes{2, 3, 4}));
  const graph::Operator &op = graph.data()->nodes[0].op;
  EXPECT_EQ(op.tensor(0)->effectiveStrides(), (Sizes{4, 0, 1}));
  EXPECT_EQ(op.tensor(1)->effectiveStrides(), (Sizes{0, 8, 0}));
  EXPECT_TRUE(op.tensor(2)->strides.empty());
}

TEST(FrontGraphApi, EmptyTensorsAndLargeSpansAreAllowed) {
  Graph graph;
  Tensor a = graph.input("a", F32, {2, 0, 3});
  Tensor b = graph.input("b", F32, {1, 3});
  graph.output("y", a + b);
  EXPECT_TRUE(graph.status().ok()) << graph.status().str();
  Tensor large = graph.input("large", DataType::UInt8, {65536, 65536});
  graph.output("z", large + large);
  EXPECT_TRUE(graph.status().ok()) << graph.status().str();
}

TEST(FrontGraphApi, OutputTypesFollowTheRow) {
  Graph graph;
  Tensor x = graph.input("x", DataType::Float16, {4});
  EXPECT_EQ(isInfinity(x, IsInfinityMode::Negative).desc().type,
            DataType::UInt8);
  EXPECT_EQ(std::get<uint32_t>(graph.data()->nodes[0].op.fields[2]), 2u);
  Tensor ramp = fillValueSequence(graph, DataType::UInt8, {2, 2}, 10, -2);
  EXPECT_EQ(ramp.desc().str(), "UINT8 [2,2]");
  Tensor clipped = clip(x, {.max = 6.0f, .scaleBias = ScaleBias{2.0f, 1.0f}});
  EXPECT_TRUE(graph.status().ok()) << graph.status().str();
  const graph::Operator &op = graph.data()->nodes.back().op;
  EXPECT_EQ(std::get<float>(op.fields[3]),
            -std::numeric_limits<float>::infinity());
  EXPECT_EQ(std::get<ScaleBias>(op.fields[2]).scale, 2.0f);
}

TEST(FrontGraphApi, AnInputAsOutputIsCopied) {
  Graph graph;
  graph.output("y", graph.input("x", DataType::Float64, {4}));
  ASSERT_TRUE(graph.status().ok()) << graph.status().str();
  EXPECT_EQ(graph.data()->nodes.at(0).op.row->mnemonic, "identity");
}

TEST(FrontGraphApi, ScalarsKeepTheirBits) {
  auto bits = [](ScalarValue value, DataType type) {
    return graph::makeScalar(value, type).bits;
  };
  EXPECT_EQ(bits(-2, DataType::UInt8), 0xfeu);
  EXPECT_EQ(bits(~uint64_t{0}, DataType::UInt64), ~uint64_t{0});
  EXPECT_EQ(bits(-1, DataType::Int16), 0xffffu);
  EXPECT_EQ(bits(1.9, DataType::Int32), 1u);
  EXPECT_EQ(bits(1e30, DataType::Int8), 0x7fu);
  EXPECT_EQ(bits(-1e30, DataType::Int64), uint64_t{1} << 63);
  EXPECT_EQ(bits(1e30, DataType::UInt64), ~uint64_t{0});
  EXPECT_EQ(bits(std::numeric_limits<double>::quiet_NaN(), DataType::Int32),
            0u);
  EXPECT_EQ(bits(1, DataType::Float16), 0x3c00u);
  EXPECT_EQ(bits(0.1, DataType::Float32), std::bit_cast<uint32_t>(0.1f));
  EXPECT_EQ(bits(3, DataType::Float64), std::bit_cast<uint64_t>(3.0));
}

/// The operator of the last node.
const graph::Operator &last(const Graph &graph) {
  return graph.data()->nodes.back().op;
}

size_t fieldOf(const graph::Operator &op, std::string_view name) {
  return static_cast<size_t>(op.row->field(name));
}

/// The number that the last operator but one makes.
uint64_t numberBits(const Graph &graph) {
  const auto &nodes = graph.data()->nodes;
  const graph::Operator &op = nodes.at(nodes.size() - 2).op;
  EXPECT_EQ(op.row->mnemonic, "fill_value_constant");
  EXPECT_EQ(op.tensor(0)->sizes, (Sizes{1}));
  return std::get<graph::ScalarUnion>(op.fields[fieldOf(op, "Value")]).bits;
}

TEST(FrontGraphApi, NumbersBesideSigns) {
  Graph graph;
  Tensor x = graph.input("x", F32, {2, 3});
  Tensor left = 1.0 - x;
  EXPECT_EQ(last(graph).row->mnemonic, "subtract");
  EXPECT_EQ(last(graph).tensor(0)->effectiveStrides(), (Sizes{0, 0}));
  EXPECT_EQ(last(graph).tensor(1)->effectiveStrides(), (Sizes{3, 1}));
  Tensor right = x / 3;
  EXPECT_EQ(last(graph).row->mnemonic, "divide");
  EXPECT_EQ(last(graph).tensor(1)->effectiveStrides(), (Sizes{0, 0}));
  EXPECT_EQ(numberBits(graph), std::bit_cast<uint32_t>(3.0f));
  Tensor sum = x;
  sum += right;
  EXPECT_EQ(last(graph).row->mnemonic, "add");
  sum *= 0.1;
  EXPECT_EQ(last(graph).row->mnemonic, "multiply");
  EXPECT_EQ(numberBits(graph), std::bit_cast<uint32_t>(0.1f));
  sum -= 1;
  sum /= left;
  EXPECT_EQ(last(graph).row->mnemonic, "divide");
  EXPECT_EQ((-sum).desc().str(), "FLOAT32 [2,3]");
  EXPECT_EQ(last(graph).row->mnemonic, "negate");
  // The input itself is what it was.
  EXPECT_EQ(x.value(), 0);
  EXPECT_EQ((graph.input("h", DataType::Float16, {0}) * 0.1).desc().str(),
            "FLOAT16 [0]");
  EXPECT_EQ(numberBits(graph), 0x2e66u);
  EXPECT_EQ(max(x, scalarLike(x, 2)).desc().str(), "FLOAT32 [2,3]");
  EXPECT_TRUE(graph.status().ok()) << graph.status().str();
}

/// Bits of `number` beside a tensor of `type`; nullopt if it is refused.
std::optional<uint64_t> bitsBeside(DataType type, ScalarValue number) {
  Graph graph;
  graph.input("x", type, {2}) * number;
  if (graph.status().ok())
    return numberBits(graph);
  EXPECT_EQ(graph.status().error().rule, "scalar-range");
  EXPECT_EQ(graph.status().error().op, "multiply");
  EXPECT_EQ(graph.status().error().field, "BTensor");
  return std::nullopt;
}

TEST(FrontGraphApi, NumbersBesideIntegersAreWhole) {
  EXPECT_EQ(bitsBeside(DataType::Int8, -128), 0x80u);
  EXPECT_EQ(bitsBeside(DataType::Int8, 127.0), 0x7fu);
  EXPECT_EQ(bitsBeside(DataType::Int8, -129), std::nullopt);
  EXPECT_EQ(bitsBeside(DataType::Int8, 128u), std::nullopt);
  // As in C, below 0 modulo 2^N.
  EXPECT_EQ(bitsBeside(DataType::UInt16, -1), 0xffffu);
  EXPECT_EQ(bitsBeside(DataType::UInt16, -1.0), 0xffffu);
  EXPECT_EQ(bitsBeside(DataType::UInt16, 65535), 0xffffu);
  EXPECT_EQ(bitsBeside(DataType::UInt16, 65536), std::nullopt);
  EXPECT_EQ(bitsBeside(DataType::UInt16, -32769), std::nullopt);
  constexpr int64_t least = std::numeric_limits<int64_t>::min();
  constexpr uint64_t most = ~uint64_t{0};
  EXPECT_EQ(bitsBeside(DataType::Int64, least), uint64_t{1} << 63);
  EXPECT_EQ(bitsBeside(DataType::Int64, -0x1p63), uint64_t{1} << 63);
  EXPECT_EQ(bitsBeside(DataType::Int64, 0x1p63), std::nullopt);
  EXPECT_EQ(bitsBeside(DataType::Int64, most), std::nullopt);
  EXPECT_EQ(bitsBeside(DataType::UInt64, most), most);
  EXPECT_EQ(bitsBeside(DataType::UInt64, 0x1p63), uint64_t{1} << 63);
  EXPECT_EQ(bitsBeside(DataType::UInt64, 0x1p64), std::nullopt);
  EXPECT_EQ(bitsBeside(DataType::UInt64, -0x1.8p63), std::nullopt);
  EXPECT_EQ(bitsBeside(DataType::Int32, -0.0), 0u);
  EXPECT_EQ(bitsBeside(DataType::Int32, 0.5f), std::nullopt);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(bitsBeside(DataType::Int32, infinity), std::nullopt);
  EXPECT_EQ(bitsBeside(DataType::Int32, infinity - infinity), std::nullopt);
  // Floats take any number, rounded.
  EXPECT_EQ(bitsBeside(DataType::Float16, 70000), 0x7c00u);
  EXPECT_EQ(bitsBeside(F32, -infinity), 0xff800000u);
#ifdef __FLT16_MANT_DIG__
  constexpr auto third = static_cast<_Float16>(1.0 / 3);
  EXPECT_EQ(bitsBeside(DataType::Float16, third), 0x3555u);
  EXPECT_EQ(bitsBeside(F32, third), std::bit_cast<uint32_t>(0x1.554p-2f));
  EXPECT_EQ(bitsBeside(DataType::Int32, static_cast<_Float16>(-2)),
            0xfffffffeu);
  EXPECT_EQ(bitsBeside(DataType::Int32, third), std::nullopt);
#endif
}

TEST(FrontGraphApi, OperatorsHaveNames) {
  Graph graph;
  Tensor x = graph.input("x", F32, {2});
  Tensor y = (x + x).named("first").named("sum");
  graph.output("y", (y * 2).named("twice"));
  ASSERT_TRUE(graph.status().ok()) << graph.status().str();
  const auto &nodes = graph.data()->nodes;
  EXPECT_EQ(nodes[0].name, "sum");
  EXPECT_EQ(nodes[1].name, "");
  EXPECT_EQ(nodes[2].name, "twice");
  EXPECT_EQ(Tensor().named("nothing").value(), -1);
}

TEST(FrontGraphApi, ValuesWithoutTypicalOnesAreArguments) {
  Graph graph;
  Tensor x = graph.input("x", F32, {4});
  constantPow(x, 3.0f, {.scaleBias = ScaleBias{2.0f, 1.0f}});
  EXPECT_EQ(std::get<float>(last(graph).fields[3]), 3.0f);
  EXPECT_EQ(std::get<ScaleBias>(last(graph).fields[2]).bias, 1.0f);
  activationLinear(x, 2.0f, -1.0f);
  EXPECT_EQ(std::get<float>(last(graph).fields[2]), 2.0f);
  EXPECT_EQ(std::get<float>(last(graph).fields[3]), -1.0f);
  activationParametricSoftplus(x, 0.5f, 4.0f);
  EXPECT_EQ(std::get<float>(last(graph).fields[2]), 0.5f);
  EXPECT_EQ(std::get<float>(last(graph).fields[3]), 4.0f);
  // A bound that is left open holds nothing back.
  threshold(x);
  EXPECT_EQ(std::get<float>(last(graph).fields[3]),
            -std::numeric_limits<float>::infinity());
  round(x, RoundingMode::TowardInfinity);
  EXPECT_EQ(std::get<uint32_t>(last(graph).fields[2]), 2u);
  EXPECT_TRUE(graph.status().ok()) << graph.status().str();
}

TEST(FrontGraphApi, Clip1KeepsEveryBitOfItsBounds) {
  Graph graph;
  Tensor x = graph.input("x", DataType::UInt64, {4});
  Tensor y = clip1(x, 1, ~uint64_t{0});
  ASSERT_TRUE(graph.status().ok()) << graph.status().str();
  const graph::Operator &op = last(graph);
  EXPECT_EQ(y.desc().type, DataType::UInt64);
  EXPECT_EQ(std::get<uint32_t>(op.fields[fieldOf(op, "MinMaxDataType")]),
            static_cast<uint32_t>(DataType::UInt64));
  EXPECT_EQ(std::get<graph::ScalarUnion>(op.fields[fieldOf(op, "Max")]).bits,
            ~uint64_t{0});
  EXPECT_EQ(std::get<graph::ScalarUnion>(op.fields[fieldOf(op, "Min")]).bits,
            1u);
}

TEST(FrontGraphApi, TruthValuesAreBytesUnlessAskedOtherwise) {
  Graph graph;
  Tensor x = graph.input("x", DataType::Float16, {3, 1});
  Tensor y = graph.input("y", DataType::Float16, {4});
  Tensor less = logicalLessThan(x, y);
  EXPECT_EQ(less.desc().str(), "UINT8 [3,4]");
  EXPECT_EQ(isNan(x, DataType::UInt32).desc().str(), "UINT32 [3,1]");
  EXPECT_EQ(bitCount(x).desc().type, DataType::UInt8);
  EXPECT_EQ(logicalNot(less).desc().type, DataType::UInt8);
  // The condition has a type of its own.
  EXPECT_EQ(ifElse(less, x, y).desc().str(), "FLOAT16 [3,4]");
  EXPECT_EQ(last(graph).tensor(1)->effectiveStrides(), (Sizes{1, 0}));
  EXPECT_EQ(cast(x, DataType::Int64).desc().str(), "INT64 [3,1]");
  Tensor three = fillValueConstant(graph, DataType::Int8, {2}, 3);
  EXPECT_EQ(three.desc().str(), "INT8 [2]");
  EXPECT_EQ(pow(x, graph.input("e", DataType::Int32, {3, 1})).desc().type,
            DataType::Float16);
  EXPECT_TRUE(graph.status().ok()) << graph.status().str();
}

TEST(FrontGraphApi, OptionalOperandsMayBeLeftOut) {
  Graph graph;
  Tensor x = graph.input("x", F32, {2, 3});
  Tensor scale = graph.input("scale", F32, {3});
  Tensor zero = graph.input("zero", DataType::Int8, {1});
  EXPECT_EQ(quantizeLinear(x, scale, DataType::UInt8).desc().str(),
            "UINT8 [2,3]");
  EXPECT_FALSE(last(graph).present(2));
  EXPECT_EQ(graph.data()->nodes.back().inputs[2], -1);
  Tensor q = quantizeLinear(x, scale, DataType::Int8, zero);
  EXPECT_EQ(last(graph).tensor(2)->effectiveStrides(), (Sizes{0, 0}));
  EXPECT_EQ(graph.data()->nodes.back().inputs, (std::vector<int>{0, 1, 2, -1}));
  // The result has the type of the scale.
  EXPECT_EQ(dequantizeLinear(q, scale).desc().str(), "FLOAT32 [2,3]");
  EXPECT_TRUE(graph.status().ok()) << graph.status().str();

  Graph old;
  old.data()->level = FeatureLevel::Level_6_0;
  Tensor y = old.input("y", F32, {4});
  quantizeLinear(y, y, DataType::Int8);
  EXPECT_EQ(old.status().str(),
            "error: node 0: quantize_linear: ZeroPointTensor is missing\n"
            "note: give the tensor; it is optional from feature level 6_2 on");
}

TEST(FrontGraphApi, ScalesOfBlocksKeepTheirSizes) {
  Graph graph;
  Tensor x = graph.input("x", F32, {2, 3, 8});
  Tensor scale = graph.input("scale", F32, {3, 4});
  Tensor zero = graph.input("zero", DataType::Int4, {4});
  Tensor q = quantize(x, scale, DataType::Int4, zero);
  ASSERT_TRUE(graph.status().ok()) << graph.status().str();
  EXPECT_EQ(q.desc().str(), "INT4 [2,3,8]");
  const graph::Operator &op = last(graph);
  // Leading dimensions are added, and nothing is broadcast.
  const TensorDesc &scales = *op.tensor(fieldOf(op, "QuantizationTensors[0]"));
  EXPECT_EQ(scales.sizes, (Sizes{1, 3, 4}));
  EXPECT_EQ(scales.effectiveStrides(), (Sizes{0, 4, 1}));
  EXPECT_EQ(op.tensor(fieldOf(op, "QuantizationTensors[1]"))->sizes,
            (Sizes{1, 1, 4}));
  EXPECT_EQ(std::get<uint32_t>(op.fields[fieldOf(op, "QuantizationType")]), 2u);
  EXPECT_EQ(
      std::get<uint32_t>(op.fields[fieldOf(op, "QuantizationTensorCount")]),
      2u);

  EXPECT_EQ(dequantize(q, scale, DataType::Float16).desc().str(),
            "FLOAT16 [2,3,8]");
  const graph::Operator &back = last(graph);
  EXPECT_EQ(std::get<uint32_t>(back.fields[fieldOf(back, "QuantizationType")]),
            1u);
  EXPECT_TRUE(graph.status().ok()) << graph.status().str();
}

TEST(FrontGraphApi, OneScaleForAllElements) {
  Graph graph;
  Tensor a = graph.input("a", DataType::Int8, {2, 3});
  Tensor b = graph.input("b", DataType::UInt8, {3});
  Tensor scale = graph.input("scale", F32, {1});
  Tensor zero = graph.input("zero", DataType::UInt8, {1, 1});
  Tensor y =
      quantizedLinearAdd(a, scale, b, scale, scale, DataType::Int8, {}, zero);
  ASSERT_TRUE(graph.status().ok()) << graph.status().str();
  EXPECT_EQ(y.desc().str(), "INT8 [2,3]");
  const graph::Operator &op = last(graph);
  EXPECT_EQ(op.tensor(fieldOf(op, "BTensor"))->effectiveStrides(),
            (Sizes{0, 1}));
  EXPECT_EQ(op.tensor(fieldOf(op, "AScaleTensor"))->sizes, (Sizes{1, 1}));
  EXPECT_FALSE(op.present(fieldOf(op, "AZeroPointTensor")));
  EXPECT_TRUE(op.present(fieldOf(op, "BZeroPointTensor")));
  EXPECT_FALSE(op.present(fieldOf(op, "OutputZeroPointTensor")));
}

struct Wrong {
  const char *name;
  void (*build)(Graph &);
  const char *text;
};

const Wrong kWrong[] = {
    {"NoBroadcast",
     [](Graph &g) {
       multiply(g.input("a", F32, {2, 3}), g.input("b", F32, {2, 4}));
     },
     "error: node 0: multiply: BTensor.Sizes [2,4] do not broadcast with "
     "ATensor.Sizes [2,3] at dimension 1\n"
     "note: sizes broadcast if they are equal or one of them is 1"},
    {"TypesDiffer",
     [](Graph &g) {
       divide(g.input("a", F32, {2}), g.input("b", DataType::Int32, {2}));
     },
     "error: node 0: divide: BTensor.DataType INT32 differs from "
     "ATensor.DataType FLOAT32\n"
     "note: types never convert by themselves; pass cast(BTensor, "
     "DataType::Float32)"},
    {"TypesOfAChoiceDiffer",
     [](Graph &g) {
       ifElse(g.input("c", DataType::UInt8, {2}),
              g.input("a", DataType::UInt32, {2}),
              g.input("b", DataType::Float16, {2}));
     },
     "error: node 0: if: BTensor.DataType FLOAT16 differs from "
     "ATensor.DataType UINT32\n"
     "note: types never convert by themselves; pass cast(BTensor, "
     "DataType::UInt32)"},
    {"NumberWithAFraction",
     [](Graph &g) { g.input("n", DataType::Int32, {2}) * 2.5f; },
     "error: node 0: multiply: BTensor: 2.5 is no number of INT32\n"
     "note: use a whole number in the range of the type, or cast() the tensor "
     "to a type that has the number"},
    {"NumberOutOfRange",
     [](Graph &g) { 256 - g.input("n", DataType::UInt8, {2}); },
     "error: node 0: subtract: ATensor: 256 is no number of UINT8\n"
     "note: use a whole number in the range of the type, or cast() the tensor "
     "to a type that has the number"},
    {"NumberOfNoOperator",
     [](Graph &g) {
       Tensor n = g.input("n", DataType::Int32, {2});
       scalarLike(n, 0.5);
       abs(n);
     },
     "error: node 0: 0.5 is no number of INT32\n"
     "note: use a whole number in the range of the type, or cast() the tensor "
     "to a type that has the number"},
    {"NumbersAreNotCounted",
     [](Graph &g) {
       Tensor x = g.input("x", DataType::Int32, {2});
       g.output("copy", x);
       Tensor half = ((x * 2).named("first") * 0.5).named("halved");
       (half + 0.25).named("later");
     },
     "error: node 'halved' (1): multiply: BTensor: 0.5 is no number of INT32\n"
     "note: use a whole number in the range of the type, or cast() the tensor "
     "to a type that has the number"},
    {"OneNumberOfTwoOperators",
     [](Graph &g) {
       Tensor x = g.input("x", DataType::Int32, {2});
       Tensor half = scalarLike(x, 0.5).named("half");
       max(x, half).named("first");
       min(x, half).named("second");
     },
     "error: node 'first' (0): max: BTensor: 0.5 is no number of INT32\n"
     "note: use a whole number in the range of the type, or cast() the tensor "
     "to a type that has the number"},
    {"NumberOfAnotherGraphAfterAnError",
     [](Graph &g) {
       Tensor x = g.input("x", DataType::Int32, {2});
       x * 0.5;
       Graph other("other");
       max(x, scalarLike(other.input("n", DataType::Int32, {2}), 0.25));
     },
     "error: node 0: multiply: BTensor: 0.5 is no number of INT32\n"
     "note: use a whole number in the range of the type, or cast() the tensor "
     "to a type that has the number"},
    {"NumberOfAnOperatorWithoutTheType",
     [](Graph &g) { (g.input("q", DataType::Int4, {2}) + 1).named("sum"); },
     "error: node 'sum' (0): add: ATensor.DataType INT4 is not supported at "
     "feature level 6_4; the types are FLOAT32, FLOAT16, INT64, INT32, INT16, "
     "INT8, UINT64, UINT32, UINT16, UINT8\n"
     "note: use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, "
     "UINT32, UINT16, UINT8"},
    {"NumberOfFourBits",
     [](Graph &g) {
       Tensor q = g.input("q", DataType::Int4, {2});
       dequantize(q, g.input("s", F32, {1}), F32, scalarLike(q, 3));
     },
     "error: node 0: dequantize: QuantizationTensors[1]: a number is made by "
     "fill_value_constant: OutputTensor.DataType INT4 is not supported at "
     "feature level 6_4; the types are FLOAT64, FLOAT32, FLOAT16, INT64, "
     "INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8\n"
     "note: pass an input of size [1]"},
    {"UnsignedMinus", [](Graph &g) { -g.input("n", DataType::UInt32, {2}); },
     "error: node 0: negate: InputTensor.DataType UINT32 is not supported at "
     "feature level 6_4; the types are FLOAT32, FLOAT16, INT64, INT32, INT16, "
     "INT8\n"
     "note: use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8"},
    {"NameOfTheRefused",
     [](Graph &g) {
       Tensor q = g.input("q", F32, {2, 3}), k = g.input("k", F32, {4, 3});
       activationRelu((q * k).named("scores")).named("relu");
     },
     "error: node 'scores' (0): multiply: BTensor.Sizes [4,3] do not broadcast "
     "with ATensor.Sizes [2,3] at dimension 0\n"
     "note: sizes broadcast if they are equal or one of them is 1"},
    {"NameOfAnInput",
     [](Graph &g) { g.input("x", F32, {2}).named("y").named("z") * 2; },
     "error: input 'x': an input has its name already\n"
     "note: name it where it is declared, in Graph::input"},
    {"NoValueForAnOutput", [](Graph &g) { g.output("y", Tensor()); },
     "error: output 'y': the value is a Tensor without value\n"
     "note: pass the result of an operator"},
    {"OutputsOfOneName",
     [](Graph &g) {
       Tensor x = g.input("x", F32, {2});
       g.output("y", x + 1);
       g.output("y", x - 1);
     },
     "error: output 'y': the name is already taken\n"
     "note: inputs and outputs share one set of names; choose another"},
    {"TypeUnsupported",
     [](Graph &g) {
       Tensor x = g.input("x", F32, {2});
       activationRelu(x + x);
       isInfinity(g.input("n", DataType::Int8, {2}));
     },
     "error: node 2: is_infinity: InputTensor.DataType INT8 is not supported "
     "at feature level 6_4; the types are FLOAT32, FLOAT16\n"
     "note: use one of FLOAT32, FLOAT16"},
    {"FirstErrorStays",
     [](Graph &g) {
       Tensor x = g.input("x", F32, {-1});
       g.output("y", multiply(x, g.input("x", F32, {})));
     },
     "error: input 'x': Sizes [-1] have -1 at dimension 0; the least size is "
     "0"},
    {"RankOfInput", [](Graph &g) { g.input("x", F32, {}); },
     "error: input 'x': Sizes [] have 0 dimensions; a tensor has 1 to 8\n"
     "note: use [1] for a single value"},
    {"NineDimensions",
     [](Graph &g) { g.input("x", F32, std::vector<int64_t>(9, 1)); },
     "error: input 'x': Sizes [1,1,1,1,1,1,1,1,1] have 9 dimensions; a tensor "
     "has 1 to 8\n"
     "note: merge dimensions"},
    {"StridesCount", [](Graph &g) { g.input("x", F32, {2, 3}, {1}); },
     "error: input 'x': Strides [1] have 1 values for 2 dimensions\n"
     "note: give one stride for each size, or none for a packed tensor"},
    {"TypeOfInput",
     [](Graph &g) { g.input("x", static_cast<DataType>(99), {2}); },
     "error: input 'x': DataType 99 is no data type"},
    {"NegativeStride", [](Graph &g) { g.input("x", F32, {2}, {-1}); },
     "error: input 'x': Strides [-1] have -1 at dimension 0; the least stride "
     "is 0"},
    {"SizesOverflow",
     [](Graph &g) {
       g.input("x", F32, {int64_t{1} << 40, int64_t{1} << 40}, {1, 1});
       g.input("y", F32, {int64_t{1} << 40, int64_t{1} << 40});
     },
     "error: input 'y': Sizes [1099511627776,1099511627776] reach past 64-bit "
     "addresses\n"
     "note: split the tensor"},
    {"StridesOverflow",
     [](Graph &g) { g.input("x", F32, {3}, {int64_t{1} << 62}); },
     "error: input 'x': Sizes [3] with strides [4611686018427387904] reach "
     "past 64-bit addresses\n"
     "note: split the tensor"},
    {"NamesTwice",
     [](Graph &g) {
       Tensor x = g.input("x", F32, {2});
       g.output("x", x + x);
     },
     "error: output 'x': the name is already taken\n"
     "note: inputs and outputs share one set of names; choose another"},
    {"NoValue", [](Graph &g) { multiply(g.input("x", F32, {2}), Tensor()); },
     "error: node 0: multiply: BTensor is a Tensor without value\n"
     "note: pass an input or the result of an operator"},
    {"TwoGraphs",
     [](Graph &g) {
       Graph other("other");
       multiply(g.input("x", F32, {2}), other.input("y", F32, {2}));
     },
     "error: node 0: multiply: BTensor belongs to graph 'other', another "
     "operand to graph 'graph'\n"
     "note: build both in one graph"},
    {"OutputOfAnotherGraph",
     [](Graph &g) {
       Graph other("other");
       g.output("y", other.input("x", F32, {2}));
     },
     "error: output 'y': the value belongs to graph 'other'\n"
     "note: build both in one graph"},
    {"NoScale",
     [](Graph &g) {
       quantizeLinear(g.input("x", F32, {2}), Tensor(), DataType::Int8);
     },
     "error: node 0: quantize_linear: ScaleTensor is a Tensor without value\n"
     "note: pass an input or the result of an operator"},
    {"ScaleOfAnotherType",
     [](Graph &g) {
       quantizeLinear(g.input("x", F32, {2}),
                      g.input("s", DataType::Float16, {2}), DataType::Int8);
     },
     "error: node 0: quantize_linear: ScaleTensor.DataType FLOAT16 does not go "
     "with InputTensor.DataType FLOAT32\n"
     "note: use FLOAT32"},
    {"ZeroPointOfAnotherType",
     [](Graph &g) {
       Tensor x = g.input("x", F32, {2});
       quantize(x, x, DataType::Int8, g.input("z", DataType::UInt8, {2}));
     },
     "error: node 0: quantize: OutputTensor.DataType INT8 differs from "
     "QuantizationTensors[1].DataType UINT8\n"
     "note: use one type for QuantizationTensors[1] and OutputTensor"},
    {"BlocksDoNotDivide",
     [](Graph &g) {
       Tensor x = g.input("x", F32, {2, 8});
       quantize(activationRelu(x), g.input("s", F32, {3}), DataType::Int4);
     },
     "error: node 1: quantize: QuantizationTensors[0].Sizes [1,3] have 3 at "
     "dimension 1, which does not divide 8 of OutputTensor.Sizes [2,8]\n"
     "note: give one value, one for each element, or one for each block of "
     "elements"},
    {"BlocksDiffer",
     [](Graph &g) {
       quantize(g.input("x", F32, {2, 8}), g.input("s", F32, {4}),
                DataType::Int4, g.input("z", DataType::Int4, {2, 2}));
     },
     "error: node 0: quantize: QuantizationTensors[1].Sizes [2,2] have 2 "
     "blocks at dimension 1, QuantizationTensors[0].Sizes [1,4] have 4\n"
     "note: give both tensors the same blocks"},
    {"ScaleOfMoreDimensions",
     [](Graph &g) {
       quantize(g.input("x", F32, {8}), g.input("s", F32, {1, 8}),
                DataType::Int4);
     },
     "error: node 0: quantize: QuantizationTensors[0].Sizes [1,8] have 2 "
     "dimensions, OutputTensor.Sizes [8] have 1\n"
     "note: drop leading 1s of Sizes"},
    {"ScalesOfOneElement",
     [](Graph &g) {
       Tensor a = g.input("a", DataType::Int8, {2, 3});
       Tensor s = g.input("s", F32, {3});
       quantizedLinearAdd(a, s, a, s, s, DataType::Int8);
     },
     "error: node 0: quantized_linear_add: AScaleTensor.Sizes [1,3] have 3 at "
     "dimension 1; the tensor has one element\n"
     "note: make every size 1"},
    {"ConditionIsAByte",
     [](Graph &g) {
       Tensor x = g.input("x", F32, {2});
       ifElse(logicalEquals(x, x, DataType::UInt32), x, x);
     },
     "error: node 1: if: ConditionTensor.DataType UINT32 is not supported at "
     "feature level 6_4; the types are UINT8\n"
     "note: use one of UINT8"},
    {"TypeOfACast",
     [](Graph &g) { cast(g.input("x", F32, {2}), DataType::Int4); },
     "error: node 0: cast: OutputTensor.DataType INT4 is not supported at "
     "feature level 6_4; the types are FLOAT64, FLOAT32, FLOAT16, INT64, "
     "INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8\n"
     "note: use one of FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, "
     "UINT64, UINT32, UINT16, UINT8"},
    {"TypeOfATruthValue",
     [](Graph &g) {
       Tensor x = g.input("x", F32, {2});
       logicalLessThan(x, x, DataType::Int8);
     },
     "error: node 0: logical_less_than: OutputTensor.DataType INT8 is not "
     "supported at feature level 6_4; the types are UINT32, UINT8\n"
     "note: use one of UINT32, UINT8"},
    {"ScaleBiasOn64Bits",
     [](Graph &g) {
       abs(g.input("x", DataType::Int64, {2}), {.scaleBias = ScaleBias{}});
     },
     "error: node 0: abs: ScaleBias is not supported with "
     "InputTensor.DataType INT64, a 64-bit type\n"
     "note: leave it null; multiply and add with operators"},
    {"OutputOverlaps",
     [](Graph &g) {
       Tensor x = g.input("x", F32, {2, 3});
       g.output("y", x + x, {0, 1});
     },
     "error: output 'y': Strides [0,1] give two elements of Sizes [2,3] one "
     "address\n"
     "note: packed strides are [3,1]"},
};

class FrontGraphApiErrors : public testing::TestWithParam<Wrong> {};

TEST_P(FrontGraphApiErrors, TheFirstIsKept) {
  Graph graph;
  GetParam().build(graph);
  EXPECT_EQ(graph.status().str(), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(Graphs, FrontGraphApiErrors, testing::ValuesIn(kWrong),
                         [](const auto &test) { return test.param.name; });

TEST(FrontGraphApi, PortsWithoutNameAreNumbered) {
  Graph graph;
  Tensor a = graph.input("", F32, {2}), b = graph.input("", F32, {2});
  graph.output("", a + b);
  graph.output("", a * b);
  ASSERT_TRUE(graph.status().ok()) << graph.status().str();
  EXPECT_EQ(graph.data()->inputNames,
            (std::vector<std::string>{"Input0", "Input1"}));
  EXPECT_EQ(graph.data()->outputs[0].name, "Output0");
  EXPECT_EQ(graph.data()->outputs[1].name, "Output1");
}

TEST(FrontGraphApi, CopiesShareTheGraph) {
  Graph graph;
  Graph copy = graph;
  copy.output("y", graph.input("x", F32, {2}));
  EXPECT_EQ(graph.data()->outputs.size(), 1u);
  copy.input("x", F32, {2});
  EXPECT_FALSE(graph.status());
}

/// What parseMlir returns, without the compiler.
Graph mlirGraph() {
  auto data = std::make_shared<graph::GraphData>();
  data->isComplete = true;
  return Graph(std::move(data));
}

TEST(FrontGraphApi, AGraphFromMlirIsComplete) {
  const std::string why =
      "a graph read from .mlir cannot be extended\n"
      "note: add to the .mlir text, or build the whole graph in C++";
  Graph input = mlirGraph();
  EXPECT_TRUE(input.status().ok());
  Tensor x = input.input("x", F32, {2});
  EXPECT_EQ(x.value(), -1);
  EXPECT_EQ(input.status().str(), "error: input 'x': " + why);
  Graph output = mlirGraph();
  output.output("y", Tensor(output.data(), 0));
  EXPECT_EQ(output.status().str(), "error: output 'y': " + why);
  Graph node = mlirGraph();
  activationRelu(Tensor(node.data(), 0));
  EXPECT_EQ(node.status().str(), "error: node 0: activation_relu: " + why);
  Graph source = mlirGraph();
  fillValueSequence(source, F32, {2}, 0.0, 1.0);
  EXPECT_EQ(source.status().str(),
            "error: node 0: fill_value_sequence: " + why);
  EXPECT_EQ(source.status().error().rule, "mlir-graph");
}

TEST(FrontGraphApi, WithoutDataNothingCrashes) {
  Graph graph{std::shared_ptr<graph::GraphData>()};
  EXPECT_FALSE(graph.status());
  Tensor x = graph.input("x", F32, {2});
  Tensor y = multiply(x, x);
  graph.output("y", y);
  EXPECT_EQ(y.value(), -1);
  EXPECT_EQ(y.desc().rank(), 0);
}

} // namespace
