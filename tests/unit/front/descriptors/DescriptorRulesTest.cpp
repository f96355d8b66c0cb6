//===- DescriptorRulesTest.cpp - rules of single operators ----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors that may be left out, arrays of tensors, tensors of one element or
// one for each block, and the rules that one operator alone has.
//
//===----------------------------------------------------------------------===//

#include "front/graph/GraphData.h"
#include "tests/unit/front/descriptors/DescriptorBuilder.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

using namespace fusedml;
using namespace fusedml::test;

namespace {

constexpr auto F32 = DML_TENSOR_DATA_TYPE_FLOAT32;
constexpr auto F16 = DML_TENSOR_DATA_TYPE_FLOAT16;
constexpr auto F64 = DML_TENSOR_DATA_TYPE_FLOAT64;
constexpr auto I64 = DML_TENSOR_DATA_TYPE_INT64;
constexpr auto I32 = DML_TENSOR_DATA_TYPE_INT32;
constexpr auto I8 = DML_TENSOR_DATA_TYPE_INT8;
constexpr auto I4 = DML_TENSOR_DATA_TYPE_INT4;
constexpr auto U8 = DML_TENSOR_DATA_TYPE_UINT8;
constexpr auto U4 = DML_TENSOR_DATA_TYPE_UINT4;
constexpr auto U64 = DML_TENSOR_DATA_TYPE_UINT64;

//===----------------------------------------------------------------------===//
// Tensors that may be left out
//===----------------------------------------------------------------------===//

TEST(DescriptorOptional, ZeroPointFromALevelOn) {
  DmlTensor x(F32, {2, 3}), scale(F32, {2, 3}), y(U8, {2, 3});
  DML_ELEMENT_WISE_QUANTIZE_LINEAR_OPERATOR_DESC desc{&x.desc, &scale.desc,
                                                      nullptr, &y.desc};
  constexpr auto Type = DML_OPERATOR_ELEMENT_WISE_QUANTIZE_LINEAR;
  EXPECT_EQ(importText(Type, &desc, FeatureLevel::Level_6_2), "ok");
  for (FeatureLevel level : {FeatureLevel::Level_3_0, FeatureLevel::Level_6_1})
    EXPECT_EQ(importText(Type, &desc, level),
              "error: quantize_linear: ZeroPointTensor is missing\n"
              "note: give the tensor; it is optional from feature level 6_2 "
              "on");
  desc.ZeroPointTensor = &y.desc;
  EXPECT_EQ(importText(Type, &desc, FeatureLevel::Level_6_1), "ok");
  desc.ScaleTensor = nullptr;
  EXPECT_EQ(importText(Type, &desc),
            "error: quantize_linear: ScaleTensor is missing\n"
            "note: give the tensor; it is not optional");
}

TEST(DescriptorOptional, DequantizeLinear) {
  DmlTensor x(I32, {1, 1, 2, 3}), scale(F32, {1, 1, 2, 3});
  DML_ELEMENT_WISE_DEQUANTIZE_LINEAR_OPERATOR_DESC desc{&x.desc, &scale.desc,
                                                        nullptr, &scale.desc};
  constexpr auto Type = DML_OPERATOR_ELEMENT_WISE_DEQUANTIZE_LINEAR;
  EXPECT_EQ(importText(Type, &desc), "ok");
  EXPECT_EQ(importText(Type, &desc, FeatureLevel::Level_2_1),
            "error: dequantize_linear: ZeroPointTensor is missing\n"
            "note: give the tensor; it is optional from feature level 6_2 on");
}

TEST(DescriptorOptional, PortsAreOfTheTensorsThatAreThere) {
  DmlTensor x(F32, {4}), scale(F32, {4}), y(I8, {4});
  DML_ELEMENT_WISE_QUANTIZE_LINEAR_OPERATOR_DESC desc{&x.desc, &scale.desc,
                                                      nullptr, &y.desc};
  Expected<Graph> graph =
      importOperator({DML_OPERATOR_ELEMENT_WISE_QUANTIZE_LINEAR, &desc});
  ASSERT_TRUE(graph) << graph.error().str();
  const graph::GraphData &data = *graph->data();
  EXPECT_EQ(data.inputNames,
            (std::vector<std::string>{"InputTensor", "ScaleTensor"}));
  ASSERT_EQ(data.nodes.size(), 1u);
  EXPECT_EQ(data.nodes[0].inputs, (std::vector<int>{0, 1, -1, -1}));
  EXPECT_FALSE(data.nodes[0].op.present(2));
}

/// QUANTIZED_LINEAR_ADD of 2 x 3 elements, scales and zero points of one.
struct QuantizedAdd {
  DmlTensor values{I8, {2, 3}}, scale{F32, {1, 1}}, zero{I8, {1, 1}};
  DML_ELEMENT_WISE_QUANTIZED_LINEAR_ADD_OPERATOR_DESC desc{
      &values.desc, &scale.desc, &zero.desc, &values.desc, &scale.desc,
      &zero.desc,   &scale.desc, &zero.desc, &values.desc};
  std::string text(FeatureLevel level = FeatureLevel::Level_6_4) const {
    return importText(DML_OPERATOR_ELEMENT_WISE_QUANTIZED_LINEAR_ADD, &desc,
                      level);
  }
};

TEST(DescriptorOptional, EveryZeroPointOfQuantizedLinearAdd) {
  QuantizedAdd add;
  EXPECT_EQ(add.text(), "ok");
  for (unsigned left = 0; left < 8; ++left) {
    add.desc.AZeroPointTensor = left & 1 ? nullptr : &add.zero.desc;
    add.desc.BZeroPointTensor = left & 2 ? nullptr : &add.zero.desc;
    add.desc.OutputZeroPointTensor = left & 4 ? nullptr : &add.zero.desc;
    EXPECT_EQ(add.text(FeatureLevel::Level_4_0), "ok") << left;
  }
  add.desc.OutputScaleTensor = nullptr;
  EXPECT_EQ(add.text(),
            "error: quantized_linear_add: OutputScaleTensor is missing\n"
            "note: give the tensor; it is not optional");
}

//===----------------------------------------------------------------------===//
// Tensors of one element
//===----------------------------------------------------------------------===//

TEST(DescriptorOneElement, SizesAreOnes) {
  QuantizedAdd add;
  DmlTensor row(F32, {1, 3}), repeated(F32, {2, 3}, {0, 0}), rank1(F32, {1});
  add.desc.BScaleTensor = &row.desc;
  EXPECT_EQ(add.text(), "error: quantized_linear_add: BScaleTensor.Sizes [1,3] "
                        "have 3 at dimension 1; the tensor has one element\n"
                        "note: make every size 1");
  add.desc.BScaleTensor = &repeated.desc;
  EXPECT_EQ(add.text(), "error: quantized_linear_add: BScaleTensor.Sizes [2,3] "
                        "have 2 at dimension 0; the tensor has one element\n"
                        "note: make every size 1");
  add.desc.BScaleTensor = &rank1.desc;
  EXPECT_EQ(add.text(),
            "error: quantized_linear_add: BScaleTensor.Sizes [1] have 1 "
            "dimensions, OutputTensor.Sizes [2,3] have 2\n"
            "note: pad Sizes with leading 1s");
}

TEST(DescriptorOneElement, TypesGoWithTheirTensor) {
  QuantizedAdd add;
  DmlTensor zero(U8, {1, 1}), values(U8, {2, 3}), half(F16, {1, 1});
  add.desc.BZeroPointTensor = &zero.desc;
  EXPECT_EQ(add.text(),
            "error: quantized_linear_add: BZeroPointTensor.DataType UINT8 "
            "differs from BTensor.DataType INT8\n"
            "note: use one type for BTensor and BZeroPointTensor");
  // Each operand has a type of its own.
  add.desc.BTensor = &values.desc;
  EXPECT_EQ(add.text(), "ok");
  add.desc.AScaleTensor = &half.desc;
  EXPECT_EQ(add.text(),
            "error: quantized_linear_add: AScaleTensor.DataType FLOAT16 is not "
            "supported at feature level 6_4; the types are FLOAT32\n"
            "note: use one of FLOAT32");
}

//===----------------------------------------------------------------------===//
// Arrays of tensors
//===----------------------------------------------------------------------===//

/// A valid QUANTIZE, which a test makes wrong.
struct Quantize {
  DmlTensor x{F32, {2, 8}}, scale{F32, {2, 4}}, zero{U4, {2, 4}}, y{U4, {2, 8}};
  DML_TENSOR_DESC tensors[3] = {scale.desc, zero.desc, scale.desc};
  DML_QUANTIZE_OPERATOR_DESC desc{
      &x.desc, DML_QUANTIZATION_TYPE_SCALE_ZERO_POINT, 2, tensors, &y.desc};

  void set(UINT type, UINT count) {
    memcpy(&desc.QuantizationType, &type, sizeof(type));
    desc.QuantizationTensorCount = count;
  }
  std::string text(FeatureLevel level = FeatureLevel::Level_6_4) const {
    return importText(DML_OPERATOR_QUANTIZE, &desc, level);
  }
};

TEST(DescriptorArray, IsReadIntoItsFields) {
  Quantize quantize;
  Expected<Graph> graph =
      importOperator({DML_OPERATOR_QUANTIZE, &quantize.desc});
  ASSERT_TRUE(graph) << graph.error().str();
  const graph::GraphData &data = *graph->data();
  EXPECT_EQ(data.inputNames,
            (std::vector<std::string>{"InputTensor", "QuantizationTensors[0]",
                                      "QuantizationTensors[1]"}));
  const graph::Operator &op = data.nodes.at(0).op;
  auto field = [&](std::string_view name) {
    return static_cast<size_t>(op.row->field(name));
  };
  EXPECT_EQ(op.tensor(field("QuantizationTensors[0]"))->str(), "FLOAT32 [2,4]");
  EXPECT_EQ(op.tensor(field("QuantizationTensors[1]"))->str(), "UINT4 [2,4]");
  EXPECT_EQ(std::get<uint32_t>(op.fields[field("QuantizationType")]), 2u);
  EXPECT_EQ(std::get<uint32_t>(op.fields[field("QuantizationTensorCount")]),
            2u);

  // A desc of SCALE may have more memory behind the array; it is not read.
  quantize.set(DML_QUANTIZATION_TYPE_SCALE, 1);
  quantize.tensors[1].Desc = nullptr;
  graph = importOperator({DML_OPERATOR_QUANTIZE, &quantize.desc});
  ASSERT_TRUE(graph) << graph.error().str();
  EXPECT_EQ(
      graph->data()->inputNames,
      (std::vector<std::string>{"InputTensor", "QuantizationTensors[0]"}));
  EXPECT_EQ(quantize.text(FeatureLevel::Level_6_2),
            "error: quantize: the operator exists from feature level 6_3 on, "
            "the target is 6_2\n"
            "note: set the feature level to 6_3 or above");
}

TEST(DescriptorArray, Dequantize) {
  DmlTensor x(I4, {16}), scale(F16, {2}), zero(I4, {2}), y(F16, {16});
  DML_TENSOR_DESC tensors[] = {scale.desc, zero.desc};
  DML_DEQUANTIZE_OPERATOR_DESC desc{
      &x.desc, DML_QUANTIZATION_TYPE_SCALE_ZERO_POINT, 2, tensors, &y.desc};
  EXPECT_EQ(importText(DML_OPERATOR_DEQUANTIZE, &desc), "ok");
  tensors[1] = x.desc;
  x.buffer.DataType = I8;
  x.buffer.TotalTensorSizeInBytes = 16;
  tensors[1] = zero.desc;
  EXPECT_EQ(importText(DML_OPERATOR_DEQUANTIZE, &desc),
            "error: dequantize: QuantizationTensors[1].DataType INT4 differs "
            "from InputTensor.DataType INT8\n"
            "note: use one type for InputTensor and QuantizationTensors[1]");
}

struct WrongQuantize {
  const char *name;
  void (*spoil)(Quantize &);
  const char *text;
};

const WrongQuantize kWrong[] = {
    {"CountZero", [](Quantize &q) { q.set(DML_QUANTIZATION_TYPE_SCALE, 0); },
     "error: quantize: QuantizationTensors[0] is missing\n"
     "note: give the tensor; it is not optional"},
    {"CountThree",
     [](Quantize &q) { q.set(DML_QUANTIZATION_TYPE_SCALE_ZERO_POINT, 3); },
     "error: quantize: QuantizationTensorCount 3 is above 2, the most "
     "QuantizationTensors\n"
     "note: give at most 2 tensors"},
    {"CountHuge",
     [](Quantize &q) { q.set(DML_QUANTIZATION_TYPE_SCALE_ZERO_POINT, ~0u); },
     "error: quantize: QuantizationTensorCount 4294967295 is above 2, the most "
     "QuantizationTensors\n"
     "note: give at most 2 tensors"},
    {"NullArray", [](Quantize &q) { q.desc.QuantizationTensors = nullptr; },
     "error: quantize: QuantizationTensors is null; it must point to 2 "
     "tensors\n"
     "note: give the array, or a count of 0"},
    {"NullElement", [](Quantize &q) { q.tensors[1].Desc = nullptr; },
     "error: quantize: QuantizationTensors[1].Desc is null; it must point to a "
     "DML_BUFFER_TENSOR_DESC"},
    {"ElementOfAnotherKind",
     [](Quantize &q) { q.tensors[0].Type = DML_TENSOR_TYPE_INVALID; },
     "error: quantize: QuantizationTensors[0].Type 0 is not "
     "DML_TENSOR_TYPE_BUFFER (1)"},
    {"TypeNone", [](Quantize &q) { q.set(DML_QUANTIZATION_TYPE_NONE, 2); },
     "error: quantize: QuantizationType NONE is not defined\n"
     "note: use SCALE or SCALE_ZERO_POINT"},
    {"TypeUnknown", [](Quantize &q) { q.set(3, 2); },
     "error: quantize: QuantizationType 3 is no DML_QUANTIZATION_TYPE; the "
     "values are 0 (NONE), 1 (SCALE), 2 (SCALE_ZERO_POINT)"},
    {"ScaleWithTwoTensors",
     [](Quantize &q) { q.set(DML_QUANTIZATION_TYPE_SCALE, 2); },
     "error: quantize: QuantizationType SCALE needs 1 QuantizationTensors, not "
     "2\n"
     "note: SCALE has a scale, SCALE_ZERO_POINT a scale and a zero point"},
    {"ZeroPointWithOneTensor",
     [](Quantize &q) { q.set(DML_QUANTIZATION_TYPE_SCALE_ZERO_POINT, 1); },
     "error: quantize: QuantizationType SCALE_ZERO_POINT needs 2 "
     "QuantizationTensors, not 1\n"
     "note: SCALE has a scale, SCALE_ZERO_POINT a scale and a zero point"},
    {"BlocksDoNotDivide",
     [](Quantize &q) {
       static const UINT sizes[] = {2, 3};
       q.scale.buffer.Sizes = sizes;
     },
     "error: quantize: QuantizationTensors[0].Sizes [2,3] have 3 at dimension "
     "1, which does not divide 8 of OutputTensor.Sizes [2,8]\n"
     "note: give one value, one for each element, or one for each block of "
     "elements"},
    {"MoreThanTheOutput",
     [](Quantize &q) {
       static const UINT sizes[] = {2, 16};
       q.scale.buffer.Sizes = sizes;
       q.scale.buffer.TotalTensorSizeInBytes = 128;
     },
     "error: quantize: QuantizationTensors[0].Sizes [2,16] have 16 at "
     "dimension 1, which does not divide 8 of OutputTensor.Sizes [2,8]\n"
     "note: give one value, one for each element, or one for each block of "
     "elements"},
    {"OtherDimensionCount",
     [](Quantize &q) { q.zero.buffer.DimensionCount = 1; },
     "error: quantize: QuantizationTensors[1].Sizes [2] have 1 dimensions, "
     "OutputTensor.Sizes [2,8] have 2\n"
     "note: pad Sizes with leading 1s"},
    {"ZeroPointOfAnotherType", [](Quantize &q) { q.zero.buffer.DataType = I4; },
     "error: quantize: OutputTensor.DataType UINT4 differs from "
     "QuantizationTensors[1].DataType INT4\n"
     "note: use one type for QuantizationTensors[1] and OutputTensor"},
    {"ScaleOfAnInteger", [](Quantize &q) { q.scale.buffer.DataType = I32; },
     "error: quantize: QuantizationTensors[0].DataType INT32 is not supported "
     "at feature level 6_4; the types are FLOAT32, FLOAT16\n"
     "note: use one of FLOAT32, FLOAT16"},
    // Two elements to a byte: 16 of them need 8 bytes.
    {"BytesOfNibbles",
     [](Quantize &q) { q.y.buffer.TotalTensorSizeInBytes = 7; },
     "error: quantize: OutputTensor.TotalTensorSizeInBytes 7 is below 8, the "
     "least that DataType, Sizes and Strides imply\n"
     "note: set it to 8"},
};

class DescriptorArrayErrors : public testing::TestWithParam<WrongQuantize> {};

TEST_P(DescriptorArrayErrors, SayWhatWhereAndHowToMend) {
  Quantize quantize;
  ASSERT_EQ(quantize.text(), "ok");
  GetParam().spoil(quantize);
  EXPECT_EQ(quantize.text(), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(Quantize, DescriptorArrayErrors,
                         testing::ValuesIn(kWrong),
                         [](const auto &test) { return test.param.name; });

TEST(DescriptorBlocks, OneOrAllOrDivisors) {
  Quantize quantize;
  auto with = [&](UINT rows, UINT columns) {
    const UINT sizes[] = {rows, columns};
    for (DmlTensor *tensor : {&quantize.scale, &quantize.zero}) {
      tensor->sizes.assign(sizes, sizes + 2);
      tensor->buffer.TotalTensorSizeInBytes = 1024;
    }
    return quantize.text() == "ok";
  };
  for (UINT rows = 1; rows <= 3; ++rows)
    for (UINT columns = 1; columns <= 9; ++columns)
      EXPECT_EQ(with(rows, columns), 2 % rows == 0 && 8 % columns == 0)
          << rows << " x " << columns;
}

//===----------------------------------------------------------------------===//
// Rules of one operator
//===----------------------------------------------------------------------===//

TEST(DescriptorRule, ScaleHasTheTypeOfTheInput) {
  struct Types {
    DML_TENSOR_DATA_TYPE x, scale;
    const char *text;
  };
  const Types kTypes[] = {
      {F32, F32, "ok"},
      {F16, F16, "ok"},
      {I32, F32, "ok"},
      {F32, F16,
       "error: quantize_linear: ScaleTensor.DataType FLOAT16 does not go with "
       "InputTensor.DataType FLOAT32\nnote: use FLOAT32"},
      {F16, F32,
       "error: quantize_linear: ScaleTensor.DataType FLOAT32 does not go with "
       "InputTensor.DataType FLOAT16\nnote: use FLOAT16"},
      {I32, F16,
       "error: quantize_linear: ScaleTensor.DataType FLOAT16 does not go with "
       "InputTensor.DataType INT32\nnote: use FLOAT32"},
  };
  for (const Types &types : kTypes) {
    DmlTensor x(types.x, {4}), scale(types.scale, {4}), y(I8, {4});
    DML_ELEMENT_WISE_QUANTIZE_LINEAR_OPERATOR_DESC desc{&x.desc, &scale.desc,
                                                        &y.desc, &y.desc};
    EXPECT_EQ(importText(DML_OPERATOR_ELEMENT_WISE_QUANTIZE_LINEAR, &desc),
              types.text);
  }
}

TEST(DescriptorRule, SteepnessBelowOneFromLevel64On) {
  DmlTensor tensor(F32, {2, 3});
  DML_ACTIVATION_SOFTPLUS_OPERATOR_DESC desc{&tensor.desc, &tensor.desc, 0.5f};
  auto text = [&](float steepness, FeatureLevel level) {
    desc.Steepness = steepness;
    return importText(DML_OPERATOR_ACTIVATION_SOFTPLUS, &desc, level);
  };
  EXPECT_EQ(text(0.5f, FeatureLevel::Level_6_3),
            "error: activation_softplus: Steepness 0.5 is below 1, the least "
            "at feature level 6_3\n"
            "note: feature level 6_4 has every value");
  EXPECT_EQ(text(-1.0f, FeatureLevel::Level_3_0),
            "error: activation_softplus: Steepness -1 is below 1, the least at "
            "feature level 3_0\n"
            "note: feature level 6_4 has every value");
  EXPECT_EQ(text(1.0f, FeatureLevel::Level_3_0), "ok");
  EXPECT_EQ(
      text(std::numeric_limits<float>::quiet_NaN(), FeatureLevel::Level_3_0),
      "ok");
  for (float steepness : {0.5f, 0.0f, -1.0f})
    EXPECT_EQ(text(steepness, FeatureLevel::Level_6_4), "ok");
}

TEST(DescriptorRule, SteepnessOfAFusedActivation) {
  DmlTensor tensor(F32, {2, 3});
  DML_ACTIVATION_SOFTPLUS_OPERATOR_DESC softplus{nullptr, nullptr, 0.5f};
  DML_OPERATOR_DESC activation{DML_OPERATOR_ACTIVATION_SOFTPLUS, &softplus};
  DML_ELEMENT_WISE_ADD1_OPERATOR_DESC desc{&tensor.desc, &tensor.desc,
                                           &tensor.desc, &activation};
  auto text = [&](FeatureLevel level) {
    return importText(DML_OPERATOR_ELEMENT_WISE_ADD1, &desc, level);
  };
  EXPECT_EQ(text(FeatureLevel::Level_6_4), "ok");
  EXPECT_EQ(text(FeatureLevel::Level_6_3),
            "error: add1: FusedActivation.Steepness 0.5 is below 1, the least "
            "at feature level 6_3\n"
            "note: feature level 6_4 has every value");
  softplus.Steepness = 1.0f;
  EXPECT_EQ(text(FeatureLevel::Level_6_3), "ok");
}

TEST(DescriptorRule, ExponentOfAnotherTypeFromLevel30On) {
  DmlTensor x(F32, {1, 1, 2, 3}), half(F16, {1, 1, 2, 3}),
      integer(I32, {1, 1, 2, 3});
  DML_ELEMENT_WISE_POW_OPERATOR_DESC desc{&x.desc, &half.desc, &x.desc,
                                          nullptr};
  constexpr auto Type = DML_OPERATOR_ELEMENT_WISE_POW;
  EXPECT_EQ(importText(Type, &desc, FeatureLevel::Level_3_0), "ok");
  EXPECT_EQ(importText(Type, &desc, FeatureLevel::Level_2_1),
            "error: pow: ExponentTensor.DataType FLOAT16 differs from "
            "InputTensor.DataType FLOAT32\n"
            "note: use one type for InputTensor and ExponentTensor");
  desc.ExponentTensor = &x.desc;
  EXPECT_EQ(importText(Type, &desc, FeatureLevel::Level_2_1), "ok");
  desc.ExponentTensor = &integer.desc;
  EXPECT_EQ(importText(Type, &desc, FeatureLevel::Level_2_1),
            "error: pow: ExponentTensor.DataType INT32 is not supported at "
            "feature level 2_1; the types are FLOAT32, FLOAT16\n"
            "note: feature level 3_0 has INT32");
  desc.InputTensor = &integer.desc;
  EXPECT_EQ(importText(Type, &desc),
            "error: pow: OutputTensor.DataType FLOAT32 differs from "
            "InputTensor.DataType INT32\n"
            "note: use one type for InputTensor and OutputTensor");
}

TEST(DescriptorRule, MinMaxDataTypeIsThatOfTheTensor) {
  DmlTensor tensor(U64, {4});
  DML_ELEMENT_WISE_CLIP1_OPERATOR_DESC clip{};
  clip.InputTensor = clip.OutputTensor = &tensor.desc;
  clip.MinMaxDataType = I64;
  EXPECT_EQ(importText(DML_OPERATOR_ELEMENT_WISE_CLIP1, &clip),
            "error: clip1: MinMaxDataType INT64 differs from "
            "OutputTensor.DataType UINT64\n"
            "note: set MinMaxDataType to UINT64");
  clip.MinMaxDataType = U64;
  EXPECT_EQ(importText(DML_OPERATOR_ELEMENT_WISE_CLIP1, &clip), "ok");

  DML_ELEMENT_WISE_CLIP_GRAD1_OPERATOR_DESC grad{};
  grad.InputTensor = grad.InputGradientTensor = &tensor.desc;
  grad.OutputGradientTensor = &tensor.desc;
  grad.MinMaxDataType = F32;
  EXPECT_EQ(importText(DML_OPERATOR_ELEMENT_WISE_CLIP_GRAD1, &grad),
            "error: clip_grad1: MinMaxDataType FLOAT32 differs from "
            "OutputGradientTensor.DataType UINT64\n"
            "note: set MinMaxDataType to UINT64");
}

TEST(DescriptorRule, ScalarsKeepTheBitsOfTheirType) {
  DmlTensor wide(U64, {4}), narrow(I8, {4});
  DML_ELEMENT_WISE_CLIP1_OPERATOR_DESC desc{};
  desc.InputTensor = desc.OutputTensor = &wide.desc;
  desc.MinMaxDataType = U64;
  desc.Min.UInt64 = 9007199254740993; // No double.
  desc.Max.UInt64 = ~UINT64{0};
  auto scalars = [&] {
    Expected<Graph> graph =
        importOperator({DML_OPERATOR_ELEMENT_WISE_CLIP1, &desc});
    std::vector<uint64_t> bits;
    if (graph)
      for (const graph::FieldValue &value : graph->data()->nodes[0].op.fields)
        if (const auto *scalar = std::get_if<graph::ScalarUnion>(&value))
          bits.push_back(scalar->bits);
    return bits;
  };
  EXPECT_EQ(scalars(), (std::vector<uint64_t>{9007199254740993, ~uint64_t{0}}));
  // The rest of the union is not part of the value.
  desc.InputTensor = desc.OutputTensor = &narrow.desc;
  desc.MinMaxDataType = I8;
  desc.Min.UInt64 = ~UINT64{0};
  desc.Min.Int8 = -128;
  EXPECT_EQ(scalars(), (std::vector<uint64_t>{0x80, 0xff}));
}

TEST(DescriptorRule, ScaleBiasOn64Bits) {
  DmlTensor wide(I64, {4}), narrow(I32, {4});
  DML_SCALE_BIAS scaleBias{2.0f, 0.0f};
  DML_ELEMENT_WISE_ABS_OPERATOR_DESC abs{&wide.desc, &wide.desc, &scaleBias};
  EXPECT_EQ(importText(DML_OPERATOR_ELEMENT_WISE_ABS, &abs),
            "error: abs: ScaleBias is not supported with InputTensor.DataType "
            "INT64, a 64-bit type\n"
            "note: leave it null; multiply and add with operators");
  abs = {&narrow.desc, &narrow.desc, &scaleBias};
  EXPECT_EQ(importText(DML_OPERATOR_ELEMENT_WISE_ABS, &abs), "ok");

  DML_ELEMENT_WISE_CLIP1_OPERATOR_DESC clip{};
  clip.InputTensor = clip.OutputTensor = &wide.desc;
  clip.ScaleBias = &scaleBias;
  clip.MinMaxDataType = I64;
  EXPECT_EQ(importText(DML_OPERATOR_ELEMENT_WISE_CLIP1, &clip),
            "error: clip1: ScaleBias is not supported with "
            "InputTensor.DataType INT64, a 64-bit type\n"
            "note: leave it null; multiply and add with operators");
}

TEST(DescriptorRule, ComparisonsNameTheirTypes) {
  DmlTensor a(F64, {4}), b(F32, {4}), y(U8, {4}), wrong(I8, {4});
  DML_ELEMENT_WISE_LOGICAL_LESS_THAN_OPERATOR_DESC desc{&b.desc, &b.desc,
                                                        &wrong.desc};
  constexpr auto Type = DML_OPERATOR_ELEMENT_WISE_LOGICAL_LESS_THAN;
  EXPECT_EQ(importText(Type, &desc),
            "error: logical_less_than: OutputTensor.DataType INT8 is not "
            "supported at feature level 6_4; the types are UINT32, UINT8\n"
            "note: use one of UINT32, UINT8");
  desc.OutputTensor = &y.desc;
  EXPECT_EQ(importText(Type, &desc), "ok");
  desc.ATensor = &a.desc;
  EXPECT_EQ(importText(Type, &desc),
            "error: logical_less_than: ATensor.DataType FLOAT64 is not "
            "supported at feature level 6_4; the types are FLOAT32, FLOAT16, "
            "INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8\n"
            "note: use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, "
            "UINT64, UINT32, UINT16, UINT8");
}

TEST(DescriptorRule, CastChangesTheTypeOnly) {
  DmlTensor x(F64, {2, 3}), y(U8, {2, 3}), other(U8, {3, 2});
  DML_CAST_OPERATOR_DESC desc{&x.desc, &y.desc};
  EXPECT_EQ(importText(DML_OPERATOR_CAST, &desc), "ok");
  EXPECT_EQ(importText(DML_OPERATOR_CAST, &desc, FeatureLevel::Level_4_0),
            "error: cast: InputTensor.DataType FLOAT64 is not supported at "
            "feature level 4_0; the types are FLOAT32, FLOAT16, INT64, INT32, "
            "INT16, INT8, UINT64, UINT32, UINT16, UINT8\n"
            "note: feature level 4_1 has FLOAT64");
  desc.OutputTensor = &other.desc;
  EXPECT_EQ(importText(DML_OPERATOR_CAST, &desc),
            "error: cast: OutputTensor.Sizes [3,2] differ from "
            "InputTensor.Sizes [2,3] at dimension 0\n"
            "note: broadcast the input with stride 0 instead");
}

} // namespace
