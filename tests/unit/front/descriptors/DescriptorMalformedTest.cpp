//===- DescriptorMalformedTest.cpp - random descriptors -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HAZARDS H47: whatever a descriptor says, the answer is a Status. Pointers are
// valid or null, since no reader could tell others apart; everything else is
// random. Most useful under the sanitizers.
//
//===----------------------------------------------------------------------===//

#include "front/graph/GraphData.h"
#include "tests/unit/front/descriptors/DescriptorBuilder.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

using namespace fusedml;
using namespace fusedml::test;

namespace {

class Random {
public:
  UINT below(UINT limit) { return engine() % limit; }
  bool oneIn(UINT n) { return below(n) == 0; }
  /// Small numbers mostly, sometimes a limit.
  UINT number() {
    constexpr UINT kLimits[] = {0,          1,          0xffff,     0x10000,
                                0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
    return oneIn(6) ? kLimits[below(8)] : below(5);
  }

private:
  std::mt19937 engine{7};
};

/// Tensors with the room that any permitted DimensionCount needs.
struct RandomTensor {
  UINT sizes[8], strides[8];
  DML_BUFFER_TENSOR_DESC buffer{};
  DML_TENSOR_DESC desc{};

  explicit RandomTensor(Random &random) {
    for (int i = 0; i < 8; ++i) {
      sizes[i] = random.number();
      strides[i] = random.number();
    }
    UINT raw[] = {random.oneIn(3) ? random.number() : 1u,
                  random.oneIn(8) ? random.number() : 0u};
    std::memcpy(&buffer.DataType, raw, sizeof(raw));
    buffer.DimensionCount = random.oneIn(8) ? random.number() : 4;
    buffer.Sizes = random.oneIn(20) ? nullptr : sizes;
    buffer.Strides = random.oneIn(2) ? nullptr : strides;
    buffer.TotalTensorSizeInBytes =
        random.oneIn(2) ? ~UINT64{0} : random.number();
    buffer.GuaranteedBaseOffsetAlignment =
        random.oneIn(4) ? random.number() : 0;
    desc.Type =
        static_cast<DML_TENSOR_TYPE>(random.oneIn(20) ? random.number() : 1u);
    desc.Desc = random.oneIn(20) ? nullptr : &buffer;
  }
};

TEST(DescriptorMalformed, OperatorsGiveAStatus) {
  Random random;
  int refused = 0;
  constexpr int kTries = 20000;
  for (int i = 0; i < kTries; ++i) {
    RandomTensor tensors[] = {RandomTensor(random), RandomTensor(random),
                              RandomTensor(random)};
    const DML_TENSOR_DESC *descs[3];
    for (int t = 0; t < 3; ++t)
      descs[t] = random.oneIn(20) ? nullptr : &tensors[random.below(3)].desc;
    DML_ACTIVATION_SHRINK_OPERATOR_DESC inner{
        random.oneIn(2) ? descs[0] : nullptr, nullptr, 0.0f, 0.5f};
    DML_OPERATOR_DESC activation{static_cast<DML_OPERATOR_TYPE>(
                                     random.oneIn(2) ? 90u : random.below(200)),
                                 nullptr};
    // Only of a type that the desc behind it has.
    if (activation.Type == DML_OPERATOR_ACTIVATION_SHRINK && !random.oneIn(4))
      activation.Desc = &inner;
    DML_ELEMENT_WISE_ADD1_OPERATOR_DESC add{
        descs[0], descs[1], descs[2], random.oneIn(2) ? &activation : nullptr};
    DML_ELEMENT_WISE_IS_INFINITY_OPERATOR_DESC isInfinity{
        descs[0], descs[1], static_cast<DML_IS_INFINITY_MODE>(random.number())};
    DML_FILL_VALUE_SEQUENCE_OPERATOR_DESC fill{};
    fill.OutputTensor = descs[0];
    fill.ValueDataType = static_cast<DML_TENSOR_DATA_TYPE>(random.number());
    fill.ValueStart.UInt64 = ~UINT64{0};
    // Room for every element that any count lets a reader take.
    DML_TENSOR_DESC array[] = {tensors[0].desc, tensors[1].desc};
    DML_QUANTIZE_OPERATOR_DESC quantize{
        descs[0],
        static_cast<DML_QUANTIZATION_TYPE>(random.oneIn(4) ? random.number()
                                                           : 1u),
        random.oneIn(2) ? random.number() : 1,
        random.oneIn(20) ? nullptr : array, descs[1]};
    DML_ELEMENT_WISE_QUANTIZED_LINEAR_ADD_OPERATOR_DESC sum{
        descs[0], descs[1], descs[2], descs[0], descs[1],
        descs[2], descs[1], descs[2], descs[0]};
    for (auto [type, desc] :
         {std::pair<DML_OPERATOR_TYPE, const void *>(
              DML_OPERATOR_ELEMENT_WISE_ADD1, &add),
          {DML_OPERATOR_ELEMENT_WISE_IS_INFINITY, &isInfinity},
          {DML_OPERATOR_FILL_VALUE_SEQUENCE, &fill},
          {DML_OPERATOR_QUANTIZE, &quantize},
          {DML_OPERATOR_DEQUANTIZE, &quantize},
          {DML_OPERATOR_ELEMENT_WISE_QUANTIZED_LINEAR_ADD, &sum}}) {
      Expected<Graph> graph = importOperator({type, desc});
      if (graph)
        continue;
      ++refused;
      EXPECT_FALSE(graph.error().message.empty());
      EXPECT_FALSE(graph.error().rule.empty()) << graph.error().str();
      EXPECT_NE(graph.error().code, ErrorCode::Internal) << graph.error().str();
    }
  }
  EXPECT_GT(refused, kTries);
}

TEST(DescriptorMalformed, GraphsGiveAStatus) {
  DmlTensor tensor(DML_TENSOR_DATA_TYPE_FLOAT32, {2});
  DML_ACTIVATION_RELU_OPERATOR_DESC relu{&tensor.desc, &tensor.desc};
  DML_ELEMENT_WISE_ADD_OPERATOR_DESC add{&tensor.desc, &tensor.desc,
                                         &tensor.desc};
  Random random;
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    DmlGraph graph;
    UINT nodes = 1 + random.below(3);
    auto index = [&](UINT limit) {
      return random.oneIn(40) ? random.number() : random.below(limit);
    };
    graph.inputCount = index(3);
    graph.outputCount = 1 + random.below(2);
    for (UINT n = 0; n < nodes; ++n) {
      bool isAdd = random.oneIn(2);
      if (isAdd)
        graph.node(DML_OPERATOR_ELEMENT_WISE_ADD, &add, "add");
      else if (random.oneIn(8))
        graph.constant(&relu, 8, nullptr);
      else
        graph.node(DML_OPERATOR_ACTIVATION_RELU, &relu, nullptr);
      for (UINT input = 0; input < (isAdd ? 2 : 1); ++input) {
        if (random.oneIn(2))
          graph.input(index(2), n, index(input + 1), "e");
        else
          graph.edge(index(nodes), index(1), n, input);
      }
    }
    for (UINT output = 0; output < graph.outputCount; ++output)
      graph.output(index(nodes), index(1), index(output + 1), "e");
    Expected<Graph> result = graph.import();
    if (!result) {
      EXPECT_FALSE(result.error().message.empty());
      continue;
    }
    ++accepted;
    // What is accepted is in topological order and complete.
    const graph::GraphData &data = *result->data();
    for (size_t n = 0; n < data.nodes.size(); ++n)
      for (size_t f = 0; f < data.nodes[n].op.fields.size(); ++f) {
        if (data.nodes[n].op.row->fields[f].kind != graph::FieldKind::Input)
          continue;
        int value = data.nodes[n].inputs[f];
        ASSERT_GE(value, 0);
        const graph::Value &source = data.values[static_cast<size_t>(value)];
        if (source.kind == graph::Value::Kind::NodeOutput)
          ASSERT_LT(static_cast<size_t>(source.index), n);
      }
  }
  EXPECT_GT(accepted, 50);
}

// HAZARDS H48.
TEST(DescriptorMalformed, LongChainsAreLinear) {
  DmlTensor tensor(DML_TENSOR_DATA_TYPE_FLOAT32, {2});
  DML_ELEMENT_WISE_ADD_OPERATOR_DESC add{&tensor.desc, &tensor.desc,
                                         &tensor.desc};
  constexpr UINT kNodes = 20000;
  DmlGraph graph;
  graph.inputCount = graph.outputCount = 1;
  for (UINT n = 0; n < kNodes; ++n) {
    graph.node(DML_OPERATOR_ELEMENT_WISE_ADD, &add, nullptr);
    for (UINT input : {0u, 1u}) {
      if (n == 0)
        graph.input(0, 0, input);
      else
        graph.edge(n - 1, 0, n, input);
    }
  }
  graph.output(kNodes - 1, 0, 0);
  Expected<Graph> result = graph.import();
  ASSERT_TRUE(result) << result.error().str();
  EXPECT_EQ(result->data()->nodes.size(), kNodes);
}

} // namespace
