//===- FrontGraphApiTest.cpp - graphs built in C++ ------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/graph/GraphBuilder.h"

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
  EXPECT_EQ(std::get<graph::ScaleBias>(op.fields[2]).scale, 2.0f);
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
     "note: use one type for ATensor, BTensor and OutputTensor"},
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
     "operand to graph 'graph'"},
    {"OutputOfAnotherGraph",
     [](Graph &g) {
       Graph other("other");
       g.output("y", other.input("x", F32, {2}));
     },
     "error: output 'y': the value belongs to graph 'other'\n"
     "note: build both in one graph"},
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
  data->mlirText = "func.func @g() { return }";
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
