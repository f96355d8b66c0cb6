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

/// Tensors that may be null take no port; those given keep their order.
TEST(DescriptorGraph, TensorsLeftOut) {
  BufferTensor bytes(DML_TENSOR_DATA_TYPE_INT8, {4}, 4);
  BufferTensor unsignedBytes(DML_TENSOR_DATA_TYPE_UINT8, {4}, 4);
  BufferTensor scale(DML_TENSOR_DATA_TYPE_FLOAT32, {1}, 4);
  BufferTensor zero(DML_TENSOR_DATA_TYPE_UINT8, {1}, 4);
  DML_ELEMENT_WISE_QUANTIZED_LINEAR_ADD_OPERATOR_DESC add{
      &bytes.desc, &scale.desc, nullptr,    &unsignedBytes.desc, &scale.desc,
      nullptr,     &scale.desc, &zero.desc, &unsignedBytes.desc};
  DML_OPERATOR_DESC desc{DML_OPERATOR_ELEMENT_WISE_QUANTIZED_LINEAR_ADD, &add};
  auto graph = fusedml::importOperator(desc);
  ASSERT_TRUE(graph.ok()) << graph.error().str();
  auto kernel = fusedml::compile(*graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  ASSERT_EQ(kernel->inputs().size(), 6u);
  EXPECT_EQ(kernel->inputs()[5].name, "OutputZeroPointTensor");
  std::vector<int8_t> a = {-8, 1, 100, -128};
  std::vector<uint8_t> b = {2, 3, 200, 0}, zeroPoint = {10, 0, 0, 0}, y(4);
  std::vector<float> half = {0.5f}, quarter = {0.25f}, two = {2.0f};
  fusedml::Status status =
      kernel->run({a, half, b, quarter, two, zeroPoint}, {y});
  ASSERT_TRUE(status.ok()) << status.str();
  // (-4 + 0.5) / 2 = -1.75, 1.25 / 2, 100 / 2, -64 / 2; to even, and 10 more.
  EXPECT_EQ(y, (std::vector<uint8_t>{8, 11, 60, 0}));
}

/// An array of tensors, elements of 4 bits, and a scale for each of two blocks.
TEST(DescriptorGraph, ArraysOfTensors) {
  BufferTensor x(DML_TENSOR_DATA_TYPE_FLOAT32, {1, 6}, 24);
  BufferTensor scale(DML_TENSOR_DATA_TYPE_FLOAT32, {1, 2}, 8);
  BufferTensor zero(DML_TENSOR_DATA_TYPE_INT4, {1, 1}, 4);
  BufferTensor y(DML_TENSOR_DATA_TYPE_INT4, {1, 6}, 4);
  DML_TENSOR_DESC tensors[] = {scale.desc, zero.desc};
  DML_QUANTIZE_OPERATOR_DESC quantize{
      &x.desc, DML_QUANTIZATION_TYPE_SCALE_ZERO_POINT, 2, tensors, &y.desc};
  DML_OPERATOR_DESC desc{DML_OPERATOR_QUANTIZE, &quantize};
  auto graph = fusedml::importOperator(desc);
  ASSERT_TRUE(graph.ok()) << graph.error().str();
  auto kernel = fusedml::compile(*graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  std::vector<float> in = {0.5f, 1.5f, -9, 30, -20, 25}, scales = {1, 10};
  std::vector<uint8_t> zeroPoint = {0x0f, 0, 0, 0}, out(4, 0xee); // -1
  fusedml::Status status = kernel->run({in, scales, zeroPoint}, {out});
  ASSERT_TRUE(status.ok()) << status.str();
  // 0 - 1, 2 - 1, -10 saturated to -8; 3 - 1, -2 - 1, 2 - 1 (2.5 to even).
  EXPECT_EQ(out, (std::vector<uint8_t>{0x1f, 0x28, 0x1d, 0xee}));
}

/// A member of the union for each type.
TEST(DescriptorGraph, ScalarsOf64Bits) {
  BufferTensor tensor(DML_TENSOR_DATA_TYPE_INT64, {3}, 24);
  DML_ELEMENT_WISE_CLIP1_OPERATOR_DESC clip{
      &tensor.desc, &tensor.desc, nullptr, DML_TENSOR_DATA_TYPE_INT64, {}, {}};
  // Neighbours that a double does not tell apart.
  constexpr int64_t kMost = (int64_t{1} << 62) + 1;
  clip.Min.Int64 = -kMost;
  clip.Max.Int64 = kMost;
  DML_OPERATOR_DESC desc{DML_OPERATOR_ELEMENT_WISE_CLIP1, &clip};
  auto graph = fusedml::importOperator(desc);
  ASSERT_TRUE(graph.ok()) << graph.error().str();
  auto kernel = fusedml::compile(*graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  std::vector<int64_t> x = {kMost + 1, kMost - 1, -kMost - 1}, y(3);
  fusedml::Status status = kernel->run({x}, {y});
  ASSERT_TRUE(status.ok()) << status.str();
  EXPECT_EQ(y, (std::vector<int64_t>{kMost, kMost - 1, -kMost}));
}

/// cast(a < b ? a : b), whose tensors have three types.
TEST(DescriptorGraph, TypesThatChange) {
  BufferTensor halves(DML_TENSOR_DATA_TYPE_FLOAT16, {2, 2}, 8);
  BufferTensor turned(DML_TENSOR_DATA_TYPE_FLOAT16, {2, 2}, 8, {1, 2});
  BufferTensor bytes(DML_TENSOR_DATA_TYPE_UINT8, {2, 2}, 4);
  BufferTensor integers(DML_TENSOR_DATA_TYPE_INT16, {2, 2}, 8);
  DML_ELEMENT_WISE_LOGICAL_LESS_THAN_OPERATOR_DESC less{
      &halves.desc, &turned.desc, &bytes.desc};
  DML_ELEMENT_WISE_IF_OPERATOR_DESC choose{&bytes.desc, &halves.desc,
                                           &turned.desc, &halves.desc};
  DML_CAST_OPERATOR_DESC cast{&halves.desc, &integers.desc};
  DML_OPERATOR_DESC lessOp{DML_OPERATOR_ELEMENT_WISE_LOGICAL_LESS_THAN, &less};
  DML_OPERATOR_DESC chooseOp{DML_OPERATOR_ELEMENT_WISE_IF, &choose};
  DML_OPERATOR_DESC castOp{DML_OPERATOR_CAST, &cast};
  DML_OPERATOR_GRAPH_NODE_DESC lessNode{handle(lessOp), "less"};
  DML_OPERATOR_GRAPH_NODE_DESC chooseNode{handle(chooseOp), "choose"};
  DML_OPERATOR_GRAPH_NODE_DESC castNode{handle(castOp), "cast"};
  DML_GRAPH_NODE_DESC nodes[] = {{DML_GRAPH_NODE_TYPE_OPERATOR, &lessNode},
                                 {DML_GRAPH_NODE_TYPE_OPERATOR, &chooseNode},
                                 {DML_GRAPH_NODE_TYPE_OPERATOR, &castNode}};
  DML_INPUT_GRAPH_EDGE_DESC ins[] = {
      {0, 0, 0, "a"}, {1, 0, 1, "b"}, {0, 1, 1, "a"}, {1, 1, 2, "b"}};
  DML_GRAPH_EDGE_DESC inputs[4];
  for (size_t i = 0; i < 4; ++i)
    inputs[i] = {DML_GRAPH_EDGE_TYPE_INPUT, &ins[i]};
  DML_INTERMEDIATE_GRAPH_EDGE_DESC toChoose{0, 0, 1, 0, nullptr};
  DML_INTERMEDIATE_GRAPH_EDGE_DESC toCast{1, 0, 2, 0, nullptr};
  DML_GRAPH_EDGE_DESC between[] = {
      {DML_GRAPH_EDGE_TYPE_INTERMEDIATE, &toChoose},
      {DML_GRAPH_EDGE_TYPE_INTERMEDIATE, &toCast}};
  DML_OUTPUT_GRAPH_EDGE_DESC out{2, 0, 0, "y"};
  DML_GRAPH_EDGE_DESC outputs[] = {{DML_GRAPH_EDGE_TYPE_OUTPUT, &out}};
  DML_GRAPH_DESC desc{2, 1, 3, nodes, 4, inputs, 1, outputs, 2, between};
  auto graph = fusedml::importGraph(desc, lookup);
  ASSERT_TRUE(graph.ok()) << graph.error().str();
  for (bool fuse : {true, false}) {
    fusedml::CompileOptions options;
    options.fuse = fuse;
    auto kernel = fusedml::compile(*graph, options);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    RefTensor a = RefTensor::of(reference::Type::Float16,
                                std::vector<double>{1.5, -7.9, 65504, 3});
    RefTensor b = RefTensor::of(reference::Type::Float16,
                                std::vector<double>{2, 65504, -8, 2.5});
    std::vector<int16_t> y(4);
    fusedml::Status status =
        kernel->run({fusedml::Binding(a.data), fusedml::Binding(b.data)}, {y});
    ASSERT_TRUE(status.ok()) << status.str();
    // b is read by columns: [[2, -8], [65504, 2.5]].
    EXPECT_EQ(y, (std::vector<int16_t>{1, -8, 32767, 2}));
  }
}

} // namespace
