//===- DescriptorGraphTest.cpp - graphs from DML_GRAPH_DESC ---------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Operators.h"

#include "directml/DirectML.h"
#include "fusedml/Compile.h"
#include "fusedml/Descriptor.h"

using namespace support;

namespace {

/// A packed or strided buffer tensor that owns its sizes.
struct BufferTensor {
  std::vector<UINT> sizes, strides;
  DML_BUFFER_TENSOR_DESC buffer{};
  DML_TENSOR_DESC desc{};

  BufferTensor(DML_TENSOR_DATA_TYPE type, std::vector<UINT> sizes,
               UINT64 totalBytes, std::vector<UINT> strides = {})
      : sizes(std::move(sizes)), strides(std::move(strides)) {
    buffer.DataType = type;
    buffer.DimensionCount = static_cast<UINT>(this->sizes.size());
    buffer.Sizes = this->sizes.data();
    buffer.Strides = this->strides.empty() ? nullptr : this->strides.data();
    buffer.TotalTensorSizeInBytes = totalBytes;
    desc = {DML_TENSOR_TYPE_BUFFER, &buffer};
  }
  BufferTensor(const BufferTensor &) = delete;
};

/// The test's operators stand for the COM objects a program would have.
IDMLOperator *handle(const DML_OPERATOR_DESC &desc) {
  return reinterpret_cast<IDMLOperator *>(
      const_cast<DML_OPERATOR_DESC *>(&desc));
}
const DML_OPERATOR_DESC *lookup(IDMLOperator *op) {
  return reinterpret_cast<const DML_OPERATOR_DESC *>(op);
}

/// is_infinity(shrink(a * row) seen as [3,2]) with the row a constant, and the
/// shrunk value an output too. Nodes are listed from last to first.
TEST(DescriptorGraph, ConstantsViewsAndTwoOutputs) {
  BufferTensor matrix(DML_TENSOR_DATA_TYPE_FLOAT32, {2, 3}, 24);
  BufferTensor padded(DML_TENSOR_DATA_TYPE_FLOAT32, {2, 3}, 28, {4, 1});
  BufferTensor row(DML_TENSOR_DATA_TYPE_FLOAT32, {2, 3}, 12, {0, 1});
  BufferTensor turned(DML_TENSOR_DATA_TYPE_FLOAT32, {3, 2}, 24, {1, 3});
  BufferTensor bytes(DML_TENSOR_DATA_TYPE_UINT8, {3, 2}, 8);

  DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC multiply{&padded.desc, &row.desc,
                                                   &matrix.desc};
  DML_ACTIVATION_SHRINK_OPERATOR_DESC shrink{&matrix.desc, &matrix.desc, 0.5f,
                                             1.0f};
  DML_ELEMENT_WISE_IS_INFINITY_OPERATOR_DESC infinity{
      &turned.desc, &bytes.desc, DML_IS_INFINITY_MODE_POSITIVE};
  DML_OPERATOR_DESC multiplyOp{DML_OPERATOR_ELEMENT_WISE_MULTIPLY, &multiply};
  DML_OPERATOR_DESC shrinkOp{DML_OPERATOR_ACTIVATION_SHRINK, &shrink};
  DML_OPERATOR_DESC infinityOp{DML_OPERATOR_ELEMENT_WISE_IS_INFINITY,
                               &infinity};

  float constant[3] = {2, -1, 1e38f};
  DML_OPERATOR_GRAPH_NODE_DESC infinityNode{handle(infinityOp), "inf"};
  DML_OPERATOR_GRAPH_NODE_DESC shrinkNode{handle(shrinkOp), nullptr};
  DML_CONSTANT_DATA_GRAPH_NODE_DESC constantNode{constant, sizeof(constant),
                                                 "row"};
  DML_OPERATOR_GRAPH_NODE_DESC multiplyNode{handle(multiplyOp), "mul"};
  DML_GRAPH_NODE_DESC nodes[] = {{DML_GRAPH_NODE_TYPE_OPERATOR, &infinityNode},
                                 {DML_GRAPH_NODE_TYPE_OPERATOR, &shrinkNode},
                                 {DML_GRAPH_NODE_TYPE_CONSTANT, &constantNode},
                                 {DML_GRAPH_NODE_TYPE_OPERATOR, &multiplyNode}};
  DML_INPUT_GRAPH_EDGE_DESC in{0, 3, 0, "a"};
  DML_INTERMEDIATE_GRAPH_EDGE_DESC toMultiply{2, 0, 3, 1, nullptr};
  DML_INTERMEDIATE_GRAPH_EDGE_DESC toShrink{3, 0, 1, 0, nullptr};
  DML_INTERMEDIATE_GRAPH_EDGE_DESC toInfinity{1, 0, 0, 0, nullptr};
  DML_OUTPUT_GRAPH_EDGE_DESC outInfinity{0, 0, 0, "infinite"};
  DML_OUTPUT_GRAPH_EDGE_DESC outShrunk{1, 0, 1, "shrunk"};
  DML_GRAPH_EDGE_DESC inputs[] = {{DML_GRAPH_EDGE_TYPE_INPUT, &in}};
  DML_GRAPH_EDGE_DESC between[] = {
      {DML_GRAPH_EDGE_TYPE_INTERMEDIATE, &toMultiply},
      {DML_GRAPH_EDGE_TYPE_INTERMEDIATE, &toShrink},
      {DML_GRAPH_EDGE_TYPE_INTERMEDIATE, &toInfinity}};
  DML_GRAPH_EDGE_DESC outputs[] = {{DML_GRAPH_EDGE_TYPE_OUTPUT, &outInfinity},
                                   {DML_GRAPH_EDGE_TYPE_OUTPUT, &outShrunk}};
  DML_GRAPH_DESC desc{1, 2, 4, nodes, 1, inputs, 2, outputs, 3, between};

  auto graph = fusedml::importGraph(desc, lookup);
  ASSERT_TRUE(graph.ok()) << graph.error().str();
  // Descriptors are read during the call only.
  constant[0] = constant[1] = constant[2] = -77;
  shrink.Bias = 99;
  for (bool fuse : {true, false}) {
    fusedml::CompileOptions options;
    options.fuse = fuse;
    auto kernel = fusedml::compile(*graph, options);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    ASSERT_EQ(kernel->inputs().size(), 1u);
    EXPECT_EQ(kernel->inputs()[0].name, "a");
    ASSERT_EQ(kernel->outputs().size(), 2u);
    EXPECT_EQ(kernel->outputs()[0].name, "infinite");
    EXPECT_EQ(kernel->outputs()[1].name, "shrunk");
    std::vector<float> a = {1, 2, 1e38f, /*padding*/ 55, 0.25f, -4, 3};
    std::vector<float> shrunk(6);
    std::vector<uint8_t> infinite(8, 9);
    fusedml::Status status = kernel->run({a}, {infinite, shrunk});
    ASSERT_TRUE(status.ok()) << status.str();
    float inf = std::numeric_limits<float>::infinity();
    EXPECT_EQ(shrunk, (std::vector<float>{1.5f, -1.5f, inf, 0, 3.5f,
                                          3 * 1e38f - 0.5f}));
    // [[1.5, 0], [-1.5, 3.5], [inf, 3e38]] in the view.
    EXPECT_EQ(infinite, (std::vector<uint8_t>{0, 0, 0, 0, 1, 0, 9, 9}));
  }
}

/// A single operator: ports in the order of the struct.
TEST(DescriptorGraph, OneOperator) {
  BufferTensor tensor(DML_TENSOR_DATA_TYPE_FLOAT16, {1, 1, 1, 5}, 12);
  DML_SCALE_BIAS scaleBias{2, 1};
  DML_ELEMENT_WISE_CLIP_OPERATOR_DESC clip{&tensor.desc, &tensor.desc,
                                           &scaleBias, 0, 4};
  DML_OPERATOR_DESC desc{DML_OPERATOR_ELEMENT_WISE_CLIP, &clip};
  auto graph = fusedml::importOperator(desc);
  ASSERT_TRUE(graph.ok()) << graph.error().str();
  auto kernel = fusedml::compile(*graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  RefTensor x = RefTensor::of(reference::Type::Float16,
                              std::vector<double>{-3, -0.5, 0.25, 1.5, 9});
  x.data.resize(12);
  std::vector<uint16_t> y(6);
  fusedml::Status status =
      kernel->run({fusedml::Binding(x.data.data(), x.data.size())}, {y});
  ASSERT_TRUE(status.ok()) << status.str();
  y.pop_back();
  EXPECT_EQ(y, (std::vector<uint16_t>{0x0000, 0x0000, 0x3e00, 0x4400, 0x4400}));
}

/// ADD1 with an activation, whose own tensors are null.
TEST(DescriptorGraph, FusedActivation) {
  BufferTensor tensor(DML_TENSOR_DATA_TYPE_FLOAT32, {3}, 12);
  DML_ACTIVATION_ELU_OPERATOR_DESC elu{nullptr, nullptr, 2};
  DML_OPERATOR_DESC activation{DML_OPERATOR_ACTIVATION_ELU, &elu};
  DML_ELEMENT_WISE_ADD1_OPERATOR_DESC add{&tensor.desc, &tensor.desc,
                                          &tensor.desc, &activation};
  DML_OPERATOR_DESC desc{DML_OPERATOR_ELEMENT_WISE_ADD1, &add};
  auto graph = fusedml::importOperator(desc);
  ASSERT_TRUE(graph.ok()) << graph.error().str();
  auto kernel = fusedml::compile(*graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  std::vector<float> a = {1, -500, 0}, b = {2, -500, -0.0f}, y(3);
  fusedml::Status status = kernel->run({a, b}, {y});
  ASSERT_TRUE(status.ok()) << status.str();
  EXPECT_EQ(y, (std::vector<float>{3, -2, 0}));
}

} // namespace
