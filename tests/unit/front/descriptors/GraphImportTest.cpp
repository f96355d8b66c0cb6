//===- FrontGraphImportTest.cpp - DML_GRAPH_DESC --------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/graph/GraphData.h"
#include "tests/unit/front/descriptors/DescriptorBuilder.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace fusedml;
using namespace fusedml::test;

namespace {

constexpr auto F32 = DML_TENSOR_DATA_TYPE_FLOAT32;
constexpr auto U32 = DML_TENSOR_DATA_TYPE_UINT32;

/// relu(a * b), which a test makes wrong.
struct MultiplyRelu {
  DmlTensor tensor{F32, {2, 3}};
  DmlTensor reluInput{F32, {2, 3}};
  DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC multiply{&tensor.desc, &tensor.desc,
                                                   &tensor.desc};
  DML_ACTIVATION_RELU_OPERATOR_DESC relu{&reluInput.desc, &tensor.desc};
  DML_GRAPH_EDGE_DESC strayEdge{};
  DmlGraph graph;

  MultiplyRelu() {
    graph.inputCount = 2;
    graph.outputCount = 1;
    graph.node(DML_OPERATOR_ELEMENT_WISE_MULTIPLY, &multiply, "mul");
    graph.node(DML_OPERATOR_ACTIVATION_RELU, &relu, "relu");
    graph.input(0, 0, 0, "a");
    graph.input(1, 0, 1);
    graph.edge(0, 0, 1, 0, "product");
    graph.output(1, 0, 0, "y");
  }
};

struct Wrong {
  const char *name;
  void (*spoil)(MultiplyRelu &);
  const char *text;
};

const Wrong kWrong[] = {
    {"NoNodes", [](MultiplyRelu &m) { m.graph.nodes.clear(); },
     "error: NodeCount is 0; a graph needs at least one node"},
    {"NoOutputs",
     [](MultiplyRelu &m) {
       m.graph.outputCount = 0;
       m.graph.outputEdges.clear();
     },
     "error: OutputCount is 0; a graph needs at least one output"},
    {"InputCountHuge", [](MultiplyRelu &m) { m.graph.inputCount = ~0u; },
     "error: InputCount 4294967295 is above 1048576, the most FuseDML takes"},
    {"OutputCountHuge", [](MultiplyRelu &m) { m.graph.outputCount = ~0u; },
     "error: graph output 1 has no edge\n"
     "note: add one or lower OutputCount"},
    {"Cycle",
     [](MultiplyRelu &m) {
       m.graph.inputEdges.pop_back();
       m.graph.edge(1, 0, 0, 1);
     },
     "error: the graph has a cycle: node 'mul' (0) -> node 'relu' (1) -> node "
     "'mul' (0)"},
    {"SelfCycle",
     [](MultiplyRelu &m) {
       m.graph.inputEdges.pop_back();
       m.graph.edge(0, 0, 0, 1);
     },
     "error: the graph has a cycle: node 'mul' (0) -> node 'mul' (0)"},
    {"RequiredInputWithoutEdge",
     [](MultiplyRelu &m) { m.graph.inputEdges.pop_back(); },
     "error: node 'mul' (0): BTensor, input 1, has no edge\n"
     "note: feed it from a graph input or from another node"},
    {"OutputWithoutEdge", [](MultiplyRelu &m) { m.graph.outputEdges.clear(); },
     "error: graph output 0 has no edge\n"
     "note: add one or lower OutputCount"},
    {"GraphInputIndex", [](MultiplyRelu &m) { m.graph.input(2, 1, 0); },
     "error: InputEdges[2]: GraphInputIndex 2 is out of range; the count of "
     "graph inputs is 2"},
    {"InputToNodeIndex", [](MultiplyRelu &m) { m.graph.input(0, 2, 0, "x"); },
     "error: InputEdges[2] 'x': ToNodeIndex 2 is out of range; the count of "
     "nodes is 2"},
    {"ToNodeInputIndex", [](MultiplyRelu &m) { m.graph.input(0, 0, 2); },
     "error: InputEdges[2]: ToNodeInputIndex 2 is out of range; the count of "
     "inputs of node 'mul' (0) is 2"},
    {"FromNodeIndex", [](MultiplyRelu &m) { m.graph.edge(9, 0, 1, 0); },
     "error: IntermediateEdges[1]: FromNodeIndex 9 is out of range; the count "
     "of nodes is 2"},
    {"FromNodeOutputIndex", [](MultiplyRelu &m) { m.graph.edge(0, 1, 1, 0); },
     "error: IntermediateEdges[1]: FromNodeOutputIndex 1 is out of range; the "
     "count of outputs of node 'mul' (0) is 1"},
    {"OutputFromNodeIndex", [](MultiplyRelu &m) { m.graph.output(7, 0, 0); },
     "error: OutputEdges[1]: FromNodeIndex 7 is out of range; the count of "
     "nodes is 2"},
    {"GraphOutputIndex", [](MultiplyRelu &m) { m.graph.output(0, 0, 1); },
     "error: OutputEdges[1]: GraphOutputIndex 1 is out of range; the count of "
     "graph outputs is 1"},
    {"TwoEdgesIntoOneInput", [](MultiplyRelu &m) { m.graph.input(1, 1, 0); },
     "error: IntermediateEdges[0] 'product': InputTensor of node 'relu' (1) "
     "already has an edge, InputEdges[2]\n"
     "note: leave one of the two out"},
    {"TwoInputEdgesIntoOneInput",
     [](MultiplyRelu &m) { m.graph.input(1, 0, 0); },
     "error: InputEdges[2]: ATensor of node 'mul' (0) already has an edge, "
     "InputEdges[0] 'a'\n"
     "note: leave one of the two out"},
    {"TwoEdgesIntoOneOutput", [](MultiplyRelu &m) { m.graph.output(0, 0, 0); },
     "error: OutputEdges[1]: graph output 0 already has an edge, "
     "OutputEdges[0] 'y'\n"
     "note: leave one of the two out"},
    {"WrongEdgeTypeAmongInputs",
     [](MultiplyRelu &m) {
       m.graph.inputEdges.push_back(m.graph.outputEdges[0]);
     },
     "error: InputEdges[2]: Type is DML_GRAPH_EDGE_TYPE_OUTPUT; this list "
     "takes DML_GRAPH_EDGE_TYPE_INPUT only"},
    {"WrongEdgeTypeAmongIntermediates",
     [](MultiplyRelu &m) {
       m.graph.intermediateEdges[0] = m.graph.inputEdges[0];
     },
     "error: IntermediateEdges[0]: Type is DML_GRAPH_EDGE_TYPE_INPUT; this "
     "list takes DML_GRAPH_EDGE_TYPE_INTERMEDIATE only"},
    {"WrongEdgeTypeAmongOutputs",
     [](MultiplyRelu &m) {
       m.graph.outputEdges[0].Type = static_cast<DML_GRAPH_EDGE_TYPE>(42);
     },
     "error: OutputEdges[0]: Type is 42; this list takes "
     "DML_GRAPH_EDGE_TYPE_OUTPUT only"},
    {"NullEdge", [](MultiplyRelu &m) { m.graph.inputEdges[1].Desc = nullptr; },
     "error: InputEdges[1]: Desc is null"},
    {"NullOperator",
     [](MultiplyRelu &m) { m.graph.operatorNodes[1].Operator = nullptr; },
     "error: node 'relu' (1): Operator is null"},
    {"NullNode", [](MultiplyRelu &m) { m.graph.nodes[1].Desc = nullptr; },
     "error: node 1: Desc is null"},
    {"NodeTypeInvalid",
     [](MultiplyRelu &m) {
       m.graph.nodes[0].Type = DML_GRAPH_NODE_TYPE_INVALID;
     },
     "error: node 0: Type 0 is no node type; the values are 1 (OPERATOR), 2 "
     "(CONSTANT)"},
    {"EdgeSizesDiffer",
     [](MultiplyRelu &m) { m.reluInput.buffer.TotalTensorSizeInBytes = 28; },
     "error: IntermediateEdges[0] 'product': TotalTensorSizeInBytes 24 of "
     "OutputTensor of node 'mul' (0) differs from TotalTensorSizeInBytes 28 of "
     "InputTensor of node 'relu' (1)\n"
     "note: an edge passes the bytes on as they are; make both sizes equal"},
    {"OwnedIntermediate",
     [](MultiplyRelu &m) {
       m.reluInput.buffer.Flags = DML_TENSOR_FLAG_OWNED_BY_DML;
     },
     "error: IntermediateEdges[0] 'product': InputTensor of node 'relu' (1) "
     "has DML_TENSOR_FLAG_OWNED_BY_DML, which needs a graph input, but is fed "
     "by OutputTensor of node 'mul' (0)\n"
     "note: clear the flag"},
    {"OwnedFlagsMixed",
     [](MultiplyRelu &m) {
       m.reluInput.buffer.Flags = DML_TENSOR_FLAG_OWNED_BY_DML;
       m.graph.intermediateEdges.clear();
       m.graph.input(1, 1, 0);
     },
     "error: InputEdges[2]: graph input 1 feeds InputTensor of node 'relu' "
     "(1), which has DML_TENSOR_FLAG_OWNED_BY_DML, and BTensor of node 'mul' "
     "(0), which has not\n"
     "note: set the flag on both or on neither"},
    {"NodeBreaksARule",
     [](MultiplyRelu &m) {
       m.reluInput.buffer.GuaranteedBaseOffsetAlignment = 3;
     },
     "error: node 'relu' (1): activation_relu: "
     "InputTensor.GuaranteedBaseOffsetAlignment 3 is not a power of two\n"
     "note: use 0 to promise nothing"},
    {"NodeIsNotReadable",
     [](MultiplyRelu &m) { m.relu.OutputTensor = nullptr; },
     "error: node 'relu' (1): activation_relu: OutputTensor is missing\n"
     "note: give the tensor; it is not optional"},
};

class FrontGraphErrors : public testing::TestWithParam<Wrong> {};

TEST_P(FrontGraphErrors, NameNodeEdgeAndRule) {
  MultiplyRelu model;
  ASSERT_EQ(model.graph.importText(), "ok");
  GetParam().spoil(model);
  EXPECT_EQ(model.graph.importText(), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(Graphs, FrontGraphErrors, testing::ValuesIn(kWrong),
                         [](const auto &test) { return test.param.name; });

TEST(FrontGraphErrors, NullArraysWithCounts) {
  MultiplyRelu model;
  auto text = [&](auto spoil) {
    DML_GRAPH_DESC desc = model.graph.desc();
    spoil(desc);
    Expected<Graph> graph = importGraph(desc, DmlGraph::lookup);
    return graph ? "ok" : graph.error().str();
  };
  EXPECT_EQ(text([](auto &desc) { desc.Nodes = nullptr; }),
            "error: Nodes is null, but its count is 2");
  EXPECT_EQ(text([](auto &desc) { desc.InputEdges = nullptr; }),
            "error: InputEdges is null, but its count is 2");
  EXPECT_EQ(text([](auto &desc) { desc.IntermediateEdges = nullptr; }),
            "error: IntermediateEdges is null, but its count is 1");
  EXPECT_EQ(text([](auto &desc) { desc.OutputEdges = nullptr; }),
            "error: OutputEdges is null, but its count is 1");
}

TEST(FrontGraphErrors, OperatorOfAnotherDevice) {
  MultiplyRelu model;
  DML_GRAPH_DESC desc = model.graph.desc();
  auto none = [](IDMLOperator *) -> const DML_OPERATOR_DESC * {
    return nullptr;
  };
  EXPECT_EQ(importGraph(desc, none).error().str(),
            "error: node 'mul' (0): Operator is not an operator of this "
            "device");
  EXPECT_FALSE(importGraph(desc, nullptr));
}

TEST(FrontGraphImport, OrdersNodesAndNamesPorts) {
  // Written consumer first.
  DmlTensor tensor(F32, {2, 3});
  DML_ACTIVATION_RELU_OPERATOR_DESC relu{&tensor.desc, &tensor.desc};
  DmlGraph graph;
  graph.inputCount = 2;
  graph.outputCount = 2;
  graph.node(DML_OPERATOR_ACTIVATION_RELU, &relu, "second");
  graph.node(DML_OPERATOR_ACTIVATION_RELU, &relu, "first");
  graph.input(1, 1, 0, "x");
  graph.edge(1, 0, 0, 0);
  graph.output(0, 0, 1, "y");
  graph.output(1, 0, 0);
  Expected<Graph> result = graph.import();
  ASSERT_TRUE(result) << result.error().str();
  const graph::GraphData &data = *result->data();
  ASSERT_EQ(data.nodes.size(), 2u);
  EXPECT_EQ(data.nodes[0].name, "first");
  EXPECT_EQ(data.nodes[1].name, "second");
  EXPECT_EQ(data.inputs[0], -1);
  EXPECT_EQ(data.inputNames, (std::vector<std::string>{"Input0", "x"}));
  EXPECT_EQ(data.nodes[0].inputs[0], data.inputs[1]);
  EXPECT_EQ(data.nodes[1].inputs[0], data.nodes[0].outputs[1]);
  EXPECT_EQ(data.outputs[0].name, "Output0");
  EXPECT_EQ(data.outputs[1].name, "y");
  EXPECT_EQ(data.outputs[0].value, data.nodes[0].outputs[1]);
  EXPECT_EQ(data.outputs[1].value, data.nodes[1].outputs[1]);
}

TEST(FrontGraphImport, EdgesReinterpretBytes) {
  DmlTensor floats(F32, {2, 3}), integers(U32, {6});
  DML_ACTIVATION_RELU_OPERATOR_DESC relu{&floats.desc, &floats.desc};
  DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC identity{&integers.desc,
                                                   &integers.desc, nullptr};
  DmlGraph graph;
  graph.inputCount = graph.outputCount = 1;
  graph.node(DML_OPERATOR_ACTIVATION_RELU, &relu, nullptr);
  graph.node(DML_OPERATOR_ELEMENT_WISE_IDENTITY, &identity, nullptr);
  graph.input(0, 0, 0);
  graph.edge(0, 0, 1, 0);
  graph.output(1, 0, 0);
  Expected<Graph> result = graph.import();
  ASSERT_TRUE(result) << result.error().str();
  const graph::GraphData &data = *result->data();
  int value = data.nodes[1].inputs[0];
  EXPECT_EQ(data.values[static_cast<size_t>(value)].desc.type,
            DataType::Float32);
  EXPECT_EQ(data.nodes[1].op.tensor(0)->type, DataType::UInt32);
}

TEST(FrontGraphImport, GraphInputTakesTheLargestBuffer) {
  DmlTensor small(F32, {2}), large(F32, {2});
  large.buffer.TotalTensorSizeInBytes = 32;
  DML_ELEMENT_WISE_ADD_OPERATOR_DESC add{&small.desc, &large.desc, &small.desc};
  DmlGraph graph;
  graph.inputCount = graph.outputCount = 1;
  graph.node(DML_OPERATOR_ELEMENT_WISE_ADD, &add, "add");
  graph.input(0, 0, 0, "x");
  graph.input(0, 0, 1, "also x");
  graph.output(0, 0, 0);
  Expected<Graph> result = graph.import();
  ASSERT_TRUE(result) << result.error().str();
  const graph::GraphData &data = *result->data();
  EXPECT_EQ(data.values[0].name, "x");
  EXPECT_EQ(data.values[0].desc.totalBytes, 32u);
}

/// The import of an edge from a tensor that is written to one that is read.
std::string edgeText(DmlTensor &written, DmlTensor &read) {
  DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC first{&written.desc, &written.desc,
                                                nullptr};
  DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC second{&read.desc, &read.desc,
                                                 nullptr};
  DmlGraph graph;
  graph.inputCount = graph.outputCount = 1;
  graph.node(DML_OPERATOR_ELEMENT_WISE_IDENTITY, &first, "first");
  graph.node(DML_OPERATOR_ELEMENT_WISE_IDENTITY, &second, "second");
  graph.input(0, 0, 0);
  graph.edge(0, 0, 1, 0);
  graph.output(1, 0, 0);
  Expected<Graph> result = graph.import();
  if (result)
    return "ok";
  EXPECT_EQ(result.error().rule, "edge-padding");
  return result.error().str();
}

TEST(FrontGraphImport, PaddingIsNotRead) {
  constexpr auto I8 = DML_TENSOR_DATA_TYPE_INT8;
  const std::string mend =
      "\nnote: padding has no defined contents; read only elements that are "
      "written";
  // The bytes up to TotalTensorSizeInBytes are nobody's.
  DmlTensor five(I8, {5}), eight(I8, {8});
  EXPECT_EQ(edgeText(five, eight),
            "error: IntermediateEdges[0]: InputTensor of node 'second' (1) "
            "INT8 [8] reads bytes that OutputTensor of node 'first' (0) INT8 "
            "[5] does not write" +
                mend);
  // The gaps between rows.
  DmlTensor rows(F32, {2, 2}, {4, 1}), dense(F32, {6});
  EXPECT_EQ(edgeText(rows, dense),
            "error: IntermediateEdges[0]: InputTensor of node 'second' (1) "
            "FLOAT32 [6] reads bytes that OutputTensor of node 'first' (0) "
            "FLOAT32 [2,2] strides [4,1] does not write" +
                mend);
  // The same gaps, other sizes without gaps, other types, and less of it.
  DmlTensor sameRows(F32, {2, 2}, {4, 1});
  EXPECT_EQ(edgeText(rows, sameRows), "ok");
  DmlTensor row(F32, {1, 2, 1, 2}, {7, 4, 7, 1});
  EXPECT_EQ(edgeText(rows, row), "ok");
  DmlTensor matrix(F32, {2, 3}), vector(F32, {6}), bits(U32, {3, 2});
  EXPECT_EQ(edgeText(matrix, vector), "ok");
  EXPECT_EQ(edgeText(matrix, bits), "ok");
  DmlTensor four(I8, {4}, {1});
  four.buffer.TotalTensorSizeInBytes = 8;
  EXPECT_EQ(edgeText(five, four), "ok");
}

/// x + constant.
struct AddConstant {
  DmlTensor tensor{F32, {2}};
  DML_ELEMENT_WISE_ADD_OPERATOR_DESC add{&tensor.desc, &tensor.desc,
                                         &tensor.desc};
  float data[3] = {1.0f, 2.0f, 3.0f};
  DmlGraph graph;
  AddConstant() {
    graph.inputCount = graph.outputCount = 1;
    graph.node(DML_OPERATOR_ELEMENT_WISE_ADD, &add, "add");
    graph.constant(data, 8, "one");
    graph.input(0, 0, 0);
    graph.edge(1, 0, 0, 1);
    graph.output(0, 0, 0);
  }
};

/// y = quantize_linear(x, scale, zero), which a test leaves parts out of.
struct QuantizeGraph {
  DmlTensor x{F32, {4}}, zero{DML_TENSOR_DATA_TYPE_UINT8, {4}};
  DML_ELEMENT_WISE_QUANTIZE_LINEAR_OPERATOR_DESC desc{&x.desc, &x.desc,
                                                      &zero.desc, &zero.desc};
  DmlGraph graph;

  QuantizeGraph() {
    graph.inputCount = 3;
    graph.outputCount = 1;
    graph.node(DML_OPERATOR_ELEMENT_WISE_QUANTIZE_LINEAR, &desc, "q");
    for (UINT input : {0u, 1u, 2u})
      graph.input(input, 0, input);
    graph.output(0, 0, 0);
  }
  void dropZeroPointEdge() {
    graph.inputEdges.pop_back();
    graph.inputCount = 2;
  }
};

TEST(FrontGraphOptional, ATensorWithoutEdgeIsLeftOut) {
  QuantizeGraph all;
  EXPECT_EQ(all.graph.importText(), "ok");
  // With or without a desc of the tensor.
  for (bool described : {true, false}) {
    QuantizeGraph quantize;
    quantize.dropZeroPointEdge();
    if (!described)
      quantize.desc.ZeroPointTensor = nullptr;
    Expected<Graph> graph = quantize.graph.import();
    ASSERT_TRUE(graph) << graph.error().str();
    EXPECT_EQ(graph->data()->nodes.at(0).inputs,
              (std::vector<int>{0, 1, -1, -1}));
  }
}

TEST(FrontGraphOptional, BeforeItMay) {
  QuantizeGraph quantize;
  quantize.dropZeroPointEdge();
  EXPECT_EQ(quantize.graph.importText(FeatureLevel::Level_6_1),
            "error: node 'q' (0): ZeroPointTensor, input 2, has no edge\n"
            "note: feed it from a graph input or from another node");
  quantize.desc.ZeroPointTensor = nullptr;
  EXPECT_EQ(quantize.graph.importText(FeatureLevel::Level_6_1),
            "error: node 'q' (0): quantize_linear: ZeroPointTensor is "
            "missing\n"
            "note: give the tensor; it is optional from feature level 6_2 on");
}

TEST(FrontGraphOptional, AnEdgeNeedsItsTensor) {
  QuantizeGraph quantize;
  quantize.desc.ZeroPointTensor = nullptr;
  EXPECT_EQ(quantize.graph.importText(),
            "error: InputEdges[2]: the edge leads to ZeroPointTensor of node "
            "'q' (0), which is null\n"
            "note: give the tensor or leave the edge out");
}

/// y = dequantize(x, scale, zero), the last two in an array.
struct DequantizeGraph {
  DmlTensor x{DML_TENSOR_DATA_TYPE_UINT4, {16}}, scale{F32, {2}},
      zero{DML_TENSOR_DATA_TYPE_UINT4, {2}}, y{F32, {16}};
  DML_TENSOR_DESC tensors[2] = {scale.desc, zero.desc};
  DML_DEQUANTIZE_OPERATOR_DESC desc{
      &x.desc, DML_QUANTIZATION_TYPE_SCALE_ZERO_POINT, 2, tensors, &y.desc};
  DmlGraph graph;

  DequantizeGraph() {
    graph.inputCount = 2;
    graph.outputCount = 1;
    graph.node(DML_OPERATOR_DEQUANTIZE, &desc, "d");
    graph.input(0, 0, 0);
    graph.input(1, 0, 1);
    graph.output(0, 0, 0);
  }
};

TEST(FrontGraphOptional, EveryElementOfAnArrayHasAnEdge) {
  DequantizeGraph dequantize;
  EXPECT_EQ(dequantize.graph.importText(),
            "error: node 'd' (0): QuantizationTensors[1], input 2, has no "
            "edge\n"
            "note: feed it from a graph input or from another node");
  dequantize.desc.QuantizationType = DML_QUANTIZATION_TYPE_SCALE;
  dequantize.desc.QuantizationTensorCount = 1;
  EXPECT_EQ(dequantize.graph.importText(), "ok");
}

TEST(FrontGraphConstant, HoldsNibbles) {
  DequantizeGraph dequantize;
  // Four bytes: the tensor's TotalTensorSizeInBytes.
  const uint8_t zeros[4] = {0x21, 0, 0, 0};
  dequantize.graph.constant(zeros, sizeof(zeros), "zero");
  dequantize.graph.edge(1, 0, 0, 2);
  Expected<Graph> graph = dequantize.graph.import();
  ASSERT_TRUE(graph) << graph.error().str();
  const graph::GraphData &data = *graph->data();
  ASSERT_EQ(data.constants.size(), 1u);
  EXPECT_EQ(std::to_integer<int>(data.constants[0][0]), 0x21);
  int value = data.nodes.at(0).inputs.at(4);
  ASSERT_GE(value, 0);
  EXPECT_EQ(data.values[static_cast<size_t>(value)].kind,
            graph::Value::Kind::Constant);
}

TEST(FrontGraphConstant, IsCopied) {
  AddConstant model;
  Expected<Graph> result = model.graph.import(FeatureLevel::Level_6_2);
  ASSERT_TRUE(result) << result.error().str();
  const graph::GraphData &data = *result->data();
  model.data[0] = 9.0f;
  ASSERT_EQ(data.constants.size(), 1u);
  float first = 0;
  memcpy(&first, data.constants[0].data(), sizeof(first));
  EXPECT_EQ(first, 1.0f);
  const graph::Value &value =
      data.values[static_cast<size_t>(data.nodes[0].inputs[1])];
  EXPECT_EQ(value.kind, graph::Value::Kind::Constant);
  EXPECT_EQ(value.desc.type, DataType::Float32);
}

TEST(FrontGraphConstant, Errors) {
  EXPECT_EQ(AddConstant().graph.importText(FeatureLevel::Level_6_1),
            "error: node 'one' (1): constant nodes exist from feature level "
            "6_2 on, the target is 6_1\n"
            "note: pass the data as a graph input");
  AddConstant size;
  size.graph.constants[0].DataSize = 12;
  EXPECT_EQ(size.graph.importText(),
            "error: IntermediateEdges[0]: DataSize 12 of node 'one' (1) "
            "differs from TotalTensorSizeInBytes 8 of BTensor of node 'add' "
            "(0)\n"
            "note: an edge passes the bytes on as they are; make both sizes "
            "equal");
  AddConstant empty;
  empty.graph.constants[0].DataSize = 0;
  EXPECT_EQ(empty.graph.importText(),
            "error: node 'one' (1): DataSize is 0; a constant needs data");
  AddConstant null;
  null.graph.constants[0].Data = nullptr;
  EXPECT_EQ(null.graph.importText(),
            "error: node 'one' (1): Data is null, but DataSize is 8");
  // Refused before anything is read.
  AddConstant huge;
  huge.graph.constants[0].DataSize = (uint64_t{1} << 32) + 1;
  EXPECT_EQ(huge.graph.importText(),
            "error: node 'one' (1): DataSize 4294967297 is above 4294967296, "
            "the most bytes FuseDML takes in a constant\n"
            "note: pass the data as a graph input");
  EXPECT_EQ(huge.graph.import().error().rule, "constant-size");
  huge.graph.constants[0].DataSize = ~uint64_t{0};
  EXPECT_EQ(huge.graph.import().error().rule, "constant-size");
  AddConstant output;
  output.graph.outputCount = 2;
  output.graph.output(1, 0, 1);
  EXPECT_EQ(output.graph.importText(),
            "error: OutputEdges[1]: node 'one' (1) is a constant and may not "
            "be a graph output\n"
            "note: put an IDENTITY between");
  AddConstant intoConstant;
  intoConstant.graph.input(0, 1, 0);
  EXPECT_EQ(intoConstant.graph.importText(),
            "error: InputEdges[1]: ToNodeInputIndex 0 is out of range; the "
            "count of inputs of node 'one' (1) is 0");
}

} // namespace
