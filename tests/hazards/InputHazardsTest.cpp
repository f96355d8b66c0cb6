//===- InputHazardsTest.cpp - bad input and what is said of it ------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/hazards/Hazards.h"

#include "directml/DirectML.h"
#include "fusedml/Compile.h"
#include "fusedml/Descriptor.h"

#include <gtest/gtest.h>

using fusedml::DataType;
using hazards::multiplyShrink;

namespace {

TEST(Hazards, H47_ImpossibleTargets) {
  fusedml::Graph graph = multiplyShrink("target", 10);
  for (const char *triple :
       {"nonsense", "x86_64-", "---", "pdp11-dec-unix", "\n", "%s"}) {
    fusedml::CompileOptions options;
    options.target.triple = triple;
    auto compiled = fusedml::compile(graph, options);
    auto emitted = fusedml::emit(graph, fusedml::EmitKind::Object, options);
    // "x86_64-" is an architecture after all; what matters is that both
    // return.
    if (std::string_view(triple) == "x86_64-")
      continue;
    ASSERT_FALSE(compiled.ok()) << triple;
    ASSERT_FALSE(emitted.ok()) << triple;
    EXPECT_EQ(compiled.error().code, fusedml::ErrorCode::InvalidArgument);
    EXPECT_NE(emitted.error().str(), "");
  }
  for (const char *cpu : {"no-such-cpu", "help", "x86-64-v9", "cortex-a72",
                          "x86-64-v3 -mfoo", "\xff"}) {
    fusedml::CompileOptions options;
    options.target.cpu = cpu;
    auto emitted = fusedml::emit(graph, fusedml::EmitKind::Object, options);
    ASSERT_FALSE(emitted.ok()) << cpu;
    EXPECT_EQ(emitted.error().code, fusedml::ErrorCode::InvalidArgument);
    EXPECT_NE(emitted.error().str().find(cpu), std::string::npos)
        << emitted.error().str();
    EXPECT_FALSE(fusedml::compile(graph, options).ok()) << cpu;
  }
  for (const char *features : {"+no-such-feature", "avx2", "+", ",,",
                               "+avx2,+bogus", "help", "+help"}) {
    fusedml::CompileOptions options;
    options.target.features = features;
    auto emitted = fusedml::emit(graph, fusedml::EmitKind::Object, options);
    if (std::string_view(features) == ",,")
      continue; // Nothing between commas may count as nothing.
    EXPECT_FALSE(emitted.ok()) << features;
    EXPECT_FALSE(fusedml::compile(graph, options).ok()) << features;
  }
}

TEST(Hazards, H47_MalformedIr) {
  for (
      const std::string &text : std::initializer_list<std::string>{
          "", "garbage", "func.func", "module {", std::string("\0\1", 2),
          "func.func @main() { return }",
          "func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> { return %a : "
          "tensor<?xf32> }",
          "func.func @main(%a: f32) -> f32 { return %a : f32 }",
          "func.func private @main(tensor<4xf32>) -> tensor<4xf32>",
          "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { %b = "
          "\"dml.multiply\"(%a) : (tensor<4xf32>) -> tensor<4xf32> return %b : "
          "tensor<4xf32> }",
          "func.func @main(%a: tensor<4xi1>) -> tensor<4xi1> { return %a : "
          "tensor<4xi1> }",
          "func.func @main(%a: tensor<99999999999999999999x9xf32>) { return }",
          "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { %b = "
          "\"nobody.knows\"(%a) : (tensor<4xf32>) -> tensor<4xf32> return %b : "
          "tensor<4xf32> }"}) {
    auto graph = fusedml::parseMlir(text, "bad.mlir");
    if (graph.ok()) {
      EXPECT_FALSE(fusedml::compile(*graph).ok()) << text;
      continue;
    }
    EXPECT_NE(graph.error().str(), "") << text;
  }
}

TEST(Hazards, H47_MisusedGraphs) {
  // No output, an operand of another graph, an operand without value.
  fusedml::Graph none("none");
  none.input("x", DataType::Float32, {4});
  EXPECT_FALSE(fusedml::compile(none).ok());

  fusedml::Graph one("one"), other("other");
  fusedml::Tensor a = one.input("a", DataType::Float32, {4});
  fusedml::Tensor b = other.input("b", DataType::Float32, {4});
  one.output("y", a * b);
  EXPECT_FALSE(one.status().ok());
  EXPECT_FALSE(fusedml::compile(one).ok());

  fusedml::Graph empty("empty");
  fusedml::Tensor x = empty.input("x", DataType::Float32, {4});
  empty.output("y", x * fusedml::Tensor());
  EXPECT_FALSE(fusedml::compile(empty).ok());
  empty.output("z", fusedml::Tensor());

  for (std::vector<int64_t> sizes :
       {std::vector<int64_t>{-1}, {4, -4}, {1, 1, 1, 1, 1, 1, 1, 1, 1}}) {
    fusedml::Graph graph("sizes");
    fusedml::Tensor t = graph.input("t", DataType::Float32, sizes);
    graph.output("y", t * t);
    EXPECT_FALSE(fusedml::compile(graph).ok()) << fusedml::formatList(sizes);
  }
  for (std::vector<int64_t> strides :
       {std::vector<int64_t>{1}, {-1, 1}, {INT64_MAX, INT64_MAX}}) {
    fusedml::Graph graph("strides");
    fusedml::Tensor t = graph.input("t", DataType::Float32, {4, 4}, strides);
    graph.output("y", t * t);
    EXPECT_FALSE(fusedml::compile(graph).ok()) << fusedml::formatList(strides);
  }
  // A kernel that holds nothing.
  fusedml::Kernel nothing;
  EXPECT_FALSE(static_cast<bool>(nothing));
}

/// DirectML descriptors of one tensor size.
struct Descriptors {
  std::vector<UINT> sizes;
  DML_BUFFER_TENSOR_DESC buffer{};
  DML_TENSOR_DESC tensor{};

  explicit Descriptors(std::vector<UINT> sizes,
                       DML_TENSOR_DATA_TYPE type = DML_TENSOR_DATA_TYPE_FLOAT32,
                       UINT64 elementBytes = 4)
      : sizes(std::move(sizes)) {
    UINT64 bytes = elementBytes;
    for (UINT size : this->sizes)
      bytes *= size;
    buffer.DataType = type;
    buffer.DimensionCount = static_cast<UINT>(this->sizes.size());
    buffer.Sizes = this->sizes.data();
    buffer.TotalTensorSizeInBytes = (bytes + 3) / 4 * 4;
    tensor = {DML_TENSOR_TYPE_BUFFER, &buffer};
  }
  Descriptors(const Descriptors &) = delete;
};

/// The text of the refusal; empty if it was not refused.
std::string refusal(DML_OPERATOR_TYPE type, const void *desc) {
  DML_OPERATOR_DESC op{type, desc};
  auto graph = fusedml::importOperator(op);
  return graph.ok() ? "" : graph.error().str();
}

testing::AssertionResult mentions(const std::string &text,
                                  std::initializer_list<const char *> words) {
  for (const char *word : words)
    if (text.find(word) == std::string::npos)
      return testing::AssertionFailure()
             << "\"" << word << "\" is not in: " << text;
  return testing::AssertionSuccess();
}

TEST(Hazards, H47_MalformedDescriptors) {
  Descriptors good({2, 3});
  DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC multiply{&good.tensor, &good.tensor,
                                                   &good.tensor};
  EXPECT_EQ(refusal(DML_OPERATOR_ELEMENT_WISE_MULTIPLY, &multiply), "");
  EXPECT_NE(refusal(DML_OPERATOR_ELEMENT_WISE_MULTIPLY, nullptr), "");
  EXPECT_NE(refusal(static_cast<DML_OPERATOR_TYPE>(99999), &multiply), "");
  EXPECT_NE(refusal(DML_OPERATOR_INVALID, &multiply), "");

  auto bad = [&](auto edit, std::initializer_list<const char *> words) {
    Descriptors broken({2, 3});
    edit(broken);
    DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC desc{&good.tensor, &broken.tensor,
                                                 &good.tensor};
    std::string text = refusal(DML_OPERATOR_ELEMENT_WISE_MULTIPLY, &desc);
    EXPECT_NE(text, "");
    EXPECT_TRUE(mentions(text, {"multiply", "BTensor"}));
    EXPECT_TRUE(mentions(text, words));
  };
  bad([](Descriptors &d) { d.tensor.Desc = nullptr; }, {});
  bad([](Descriptors &d) { d.tensor.Type = DML_TENSOR_TYPE_INVALID; }, {});
  bad([](Descriptors &d) { d.buffer.Sizes = nullptr; }, {"Sizes"});
  bad([](Descriptors &d) { d.buffer.DimensionCount = 0; },
      {"DimensionCount", "0"});
  bad([](Descriptors &d) { d.buffer.DimensionCount = 0xffffffff; },
      {"DimensionCount", "4294967295"});
  bad([](Descriptors &d) { d.buffer.TotalTensorSizeInBytes = 20; },
      {"TotalTensorSizeInBytes", "20", "24"});
  bad([](Descriptors &d) { d.buffer.DataType = DML_TENSOR_DATA_TYPE_UNKNOWN; },
      {"DataType"});
  bad(
      [](Descriptors &d) {
        d.buffer.DataType = static_cast<DML_TENSOR_DATA_TYPE>(77);
      },
      {"DataType", "77"});
  bad([](Descriptors &d) { d.sizes[1] = 0; }, {"Sizes"});
  bad([](Descriptors &d) { d.buffer.GuaranteedBaseOffsetAlignment = 3; },
      {"GuaranteedBaseOffsetAlignment", "3"});

  DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC missing{&good.tensor, nullptr,
                                                  &good.tensor};
  EXPECT_TRUE(mentions(refusal(DML_OPERATOR_ELEMENT_WISE_MULTIPLY, &missing),
                       {"multiply", "BTensor"}));
  DML_ELEMENT_WISE_IS_INFINITY_OPERATOR_DESC infinity{
      &good.tensor, &good.tensor, static_cast<DML_IS_INFINITY_MODE>(9)};
  EXPECT_NE(refusal(DML_OPERATOR_ELEMENT_WISE_IS_INFINITY, &infinity), "");
  DML_ELEMENT_WISE_ROUND_OPERATOR_DESC round{
      &good.tensor, &good.tensor, static_cast<DML_ROUNDING_MODE>(-1)};
  EXPECT_TRUE(mentions(refusal(DML_OPERATOR_ELEMENT_WISE_ROUND, &round),
                       {"round", "RoundingMode"}));
  DML_ELEMENT_WISE_POW_OPERATOR_DESC pow{&good.tensor, nullptr, &good.tensor,
                                         nullptr};
  EXPECT_TRUE(mentions(refusal(DML_OPERATOR_ELEMENT_WISE_POW, &pow),
                       {"pow", "ExponentTensor"}));
  DML_ELEMENT_WISE_CLIP1_OPERATOR_DESC clip{
      &good.tensor, &good.tensor, nullptr, DML_TENSOR_DATA_TYPE_INT32, {}, {}};
  EXPECT_TRUE(mentions(refusal(DML_OPERATOR_ELEMENT_WISE_CLIP1, &clip),
                       {"clip1", "MinMaxDataType", "INT32", "FLOAT32"}));
}

TEST(Hazards, H47_MalformedArraysOfTensors) {
  Descriptors x({2, 3}), scale({1, 1}), y({2, 3}, DML_TENSOR_DATA_TYPE_INT8, 1);
  std::vector<DML_TENSOR_DESC> tensors(3, scale.tensor);
  auto quantize = [&](DML_QUANTIZATION_TYPE type, UINT count,
                      const DML_TENSOR_DESC *array) {
    DML_QUANTIZE_OPERATOR_DESC desc{&x.tensor, type, count, array, &y.tensor};
    return refusal(DML_OPERATOR_QUANTIZE, &desc);
  };
  EXPECT_EQ(quantize(DML_QUANTIZATION_TYPE_SCALE, 1, tensors.data()), "");
  auto refused = [&](DML_QUANTIZATION_TYPE type, UINT count,
                     const DML_TENSOR_DESC *array, const char *field) {
    return mentions(quantize(type, count, array), {"quantize", field});
  };
  // No array, too short for the type, longer than any type asks for.
  EXPECT_TRUE(
      refused(DML_QUANTIZATION_TYPE_SCALE, 1, nullptr, "QuantizationTensors"));
  EXPECT_TRUE(refused(DML_QUANTIZATION_TYPE_SCALE, 0, tensors.data(),
                      "QuantizationTensor"));
  EXPECT_TRUE(refused(DML_QUANTIZATION_TYPE_SCALE_ZERO_POINT, 1, tensors.data(),
                      "QuantizationTensor"));
  EXPECT_TRUE(refused(DML_QUANTIZATION_TYPE_SCALE, 3, tensors.data(),
                      "QuantizationTensor"));
  EXPECT_TRUE(refused(DML_QUANTIZATION_TYPE_SCALE, 0xffffffff, tensors.data(),
                      "QuantizationTensor"));
  EXPECT_TRUE(refused(static_cast<DML_QUANTIZATION_TYPE>(7), 1, tensors.data(),
                      "QuantizationType"));
  tensors[0].Desc = nullptr;
  EXPECT_TRUE(refused(DML_QUANTIZATION_TYPE_SCALE, 1, tensors.data(),
                      "QuantizationTensors[0]"));
}

TEST(Hazards, H47_MalformedBindings) {
  auto kernel = fusedml::compile(multiplyShrink("bindings", 10));
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  std::vector<float> ten(10), out(10), nine(9);
  std::vector<int32_t> ints(10);
  EXPECT_FALSE(kernel->run({ten}, {out}).ok());
  EXPECT_FALSE(kernel->run({ten, ten, ten}, {out}).ok());
  EXPECT_FALSE(kernel->run({ten, ten}, {}).ok());
  EXPECT_FALSE(kernel->run({ten, nine}, {out}).ok());
  EXPECT_FALSE(kernel->run({ten, ten}, {nine}).ok());
  EXPECT_FALSE(kernel->run({ten, ints}, {out}).ok());
  EXPECT_FALSE(kernel->run({ten, fusedml::Binding()}, {out}).ok());
  fusedml::Binding crooked(reinterpret_cast<std::byte *>(ten.data()) + 1, 40);
  EXPECT_FALSE(kernel->run({crooked, ten}, {out}).ok());
}

TEST(Hazards, H49_ClipIsNoFusedActivationOfAdd1) {
  Descriptors t({2, 3});
  for (float bias : {0.0f, 1.0f}) {
    DML_SCALE_BIAS scale{2, bias};
    DML_ELEMENT_WISE_CLIP_OPERATOR_DESC clip{nullptr, nullptr, &scale, 0, 6};
    DML_OPERATOR_DESC activation{DML_OPERATOR_ELEMENT_WISE_CLIP, &clip};
    DML_ELEMENT_WISE_ADD1_OPERATOR_DESC add{&t.tensor, &t.tensor, &t.tensor,
                                            &activation};
    EXPECT_TRUE(mentions(refusal(DML_OPERATOR_ELEMENT_WISE_ADD1, &add),
                         {"add1", "FusedActivation", "CLIP"}));
  }
}

TEST(Hazards, H50_MessagesNameOperatorFieldRuleAndValues) {
  Descriptors t({2, 3});
  // PRELU as a fused activation.
  DML_ACTIVATION_PARAMETERIZED_RELU_OPERATOR_DESC prelu{};
  DML_OPERATOR_DESC activation{DML_OPERATOR_ACTIVATION_PARAMETERIZED_RELU,
                               &prelu};
  DML_ELEMENT_WISE_ADD1_OPERATOR_DESC add{&t.tensor, &t.tensor, &t.tensor,
                                          &activation};
  EXPECT_TRUE(mentions(refusal(DML_OPERATOR_ELEMENT_WISE_ADD1, &add),
                       {"add1", "FusedActivation", "PARAMETERIZED_RELU"}));

  // Unequal sizes.
  Descriptors wide({2, 4});
  DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC unequal{&t.tensor, &wide.tensor,
                                                  &t.tensor};
  EXPECT_TRUE(mentions(refusal(DML_OPERATOR_ELEMENT_WISE_MULTIPLY, &unequal),
                       {"multiply", "BTensor", "Sizes", "[2,4]", "[2,3]"}));

  // Rank 9.
  Descriptors nine({1, 1, 1, 1, 1, 1, 1, 1, 1});
  DML_ACTIVATION_SHRINK_OPERATOR_DESC deep{&nine.tensor, &nine.tensor, 0, 0.5f};
  EXPECT_TRUE(mentions(
      refusal(DML_OPERATOR_ACTIVATION_SHRINK, &deep),
      {"activation_shrink", "InputTensor", "DimensionCount", "9", "8"}));

  // A type the operator lacks.
  Descriptors ints({2, 3}, DML_TENSOR_DATA_TYPE_INT64, 8);
  DML_ACTIVATION_SHRINK_OPERATOR_DESC typed{&ints.tensor, &ints.tensor, 0,
                                            0.5f};
  EXPECT_TRUE(mentions(
      refusal(DML_OPERATOR_ACTIVATION_SHRINK, &typed),
      {"activation_shrink", "InputTensor", "DataType", "INT64", "FLOAT32"}));

  // An operator FuseDML does not have.
  DML_GEMM_OPERATOR_DESC gemm{};
  EXPECT_TRUE(mentions(refusal(DML_OPERATOR_GEMM, &gemm),
                       {"DML_OPERATOR_GEMM", "not implemented"}));
}

} // namespace
