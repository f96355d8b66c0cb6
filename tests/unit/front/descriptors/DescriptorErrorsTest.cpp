//===- DescriptorErrorsTest.cpp - wrong operator descriptors --------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/rules/OperatorRow.h"
#include "tests/unit/front/descriptors/DescriptorBuilder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

using namespace fusedml;
using namespace fusedml::test;

namespace {

constexpr auto F32 = DML_TENSOR_DATA_TYPE_FLOAT32;
constexpr auto F16 = DML_TENSOR_DATA_TYPE_FLOAT16;
constexpr auto I32 = DML_TENSOR_DATA_TYPE_INT32;
constexpr auto I64 = DML_TENSOR_DATA_TYPE_INT64;
constexpr auto U8 = DML_TENSOR_DATA_TYPE_UINT8;

/// A valid shrink, which a test makes wrong.
struct Shrink {
  DmlTensor input{F32, {2, 3, 4}}, output{F32, {2, 3, 4}};
  DML_ACTIVATION_SHRINK_OPERATOR_DESC desc{&input.desc, &output.desc, 0.0f,
                                           0.5f};
  std::string text() const {
    return importText(DML_OPERATOR_ACTIVATION_SHRINK, &desc);
  }
};

struct Wrong {
  const char *name;
  void (*spoil)(Shrink &);
  const char *text;
};

const Wrong kWrong[] = {
    {"SizesDiffer",
     [](Shrink &s) {
       static const UINT sizes[] = {2, 3, 5};
       s.output.buffer.Sizes = sizes;
       s.output.buffer.TotalTensorSizeInBytes = 120;
     },
     "error: activation_shrink: OutputTensor.Sizes [2,3,5] differ from "
     "InputTensor.Sizes [2,3,4] at dimension 2\n"
     "note: broadcast the input with stride 0 instead"},
    {"RanksDiffer", [](Shrink &s) { s.input.buffer.DimensionCount = 2; },
     "error: activation_shrink: OutputTensor.Sizes [2,3,4] have 3 dimensions, "
     "InputTensor.Sizes [2,3] have 2\n"
     "note: pad Sizes with leading 1s, and broadcast with stride 0"},
    {"TypesDiffer", [](Shrink &s) { s.output.buffer.DataType = I32; },
     "error: activation_shrink: OutputTensor.DataType INT32 differs from "
     "InputTensor.DataType FLOAT32\n"
     "note: use one type for InputTensor and OutputTensor"},
    {"TypeUnsupported",
     [](Shrink &s) { s.input.buffer.DataType = DML_TENSOR_DATA_TYPE_FLOAT64; },
     "error: activation_shrink: InputTensor.DataType FLOAT64 is not supported "
     "at feature level 6_4; the types are FLOAT32, FLOAT16, INT32, INT16, "
     "INT8, UINT32, UINT16, UINT8\n"
     "note: use one of FLOAT32, FLOAT16, INT32, INT16, INT8, UINT32, UINT16, "
     "UINT8"},
    {"TypeUnknown",
     [](Shrink &s) {
       s.input.buffer.DataType = static_cast<DML_TENSOR_DATA_TYPE>(15);
     },
     "error: activation_shrink: InputTensor.DataType 15 is not supported at "
     "feature level 6_4; the types are FLOAT32, FLOAT16, INT32, INT16, INT8, "
     "UINT32, UINT16, UINT8\n"
     "note: use one of FLOAT32, FLOAT16, INT32, INT16, INT8, UINT32, UINT16, "
     "UINT8"},
    {"Rank9", [](Shrink &s) { s.input.buffer.DimensionCount = 9; },
     "error: activation_shrink: InputTensor.DimensionCount 9 is outside 1 to "
     "8, the range of feature level 6_4"},
    {"Rank0", [](Shrink &s) { s.input.buffer.DimensionCount = 0; },
     "error: activation_shrink: InputTensor.DimensionCount 0 is outside 1 to "
     "8, the range of feature level 6_4"},
    {"RankHuge", [](Shrink &s) { s.input.buffer.DimensionCount = ~0u; },
     "error: activation_shrink: InputTensor.DimensionCount 4294967295 is "
     "outside 1 to 8, the range of feature level 6_4"},
    {"ZeroSize", [](Shrink &s) { s.input.sizes[1] = 0; },
     "error: activation_shrink: InputTensor.Sizes [2,0,4] have 0 at dimension "
     "1; the least size is 1\n"
     "note: leave the operator out; a tensor without elements has nothing to "
     "compute"},
    {"TotalTooSmall",
     [](Shrink &s) { s.input.buffer.TotalTensorSizeInBytes = 95; },
     "error: activation_shrink: InputTensor.TotalTensorSizeInBytes 95 is below "
     "96, the least that DataType, Sizes and Strides imply\n"
     "note: set it to 96"},
    {"TotalZero", [](Shrink &s) { s.output.buffer.TotalTensorSizeInBytes = 0; },
     "error: activation_shrink: OutputTensor.TotalTensorSizeInBytes 0 is below "
     "96, the least that DataType, Sizes and Strides imply\n"
     "note: set it to 96"},
    {"OutputBroadcast",
     [](Shrink &s) {
       static const UINT strides[] = {0, 4, 1};
       s.output.buffer.Strides = strides;
     },
     "error: activation_shrink: OutputTensor.Strides [0,4,1] give two elements "
     "of Sizes [2,3,4] one address\n"
     "note: packed strides are [12,4,1]"},
    {"OutputRowsOverlap",
     [](Shrink &s) {
       static const UINT strides[] = {12, 3, 1};
       s.output.buffer.Strides = strides;
     },
     "error: activation_shrink: OutputTensor.Strides [12,3,1] give two "
     "elements of Sizes [2,3,4] one address\n"
     "note: packed strides are [12,4,1]"},
    {"AlignmentNoPower",
     [](Shrink &s) { s.input.buffer.GuaranteedBaseOffsetAlignment = 12; },
     "error: activation_shrink: InputTensor.GuaranteedBaseOffsetAlignment 12 "
     "is not a power of two\n"
     "note: use 0 to promise nothing"},
    {"AlignmentBelowElement",
     [](Shrink &s) { s.input.buffer.GuaranteedBaseOffsetAlignment = 2; },
     "error: activation_shrink: InputTensor.GuaranteedBaseOffsetAlignment 2 is "
     "below the element size 4\n"
     "note: use 0 to promise nothing"},
    {"OwnedOutput",
     [](Shrink &s) { s.output.buffer.Flags = DML_TENSOR_FLAG_OWNED_BY_DML; },
     "error: activation_shrink: OutputTensor.Flags has "
     "DML_TENSOR_FLAG_OWNED_BY_DML, which is for inputs only\n"
     "note: use DML_TENSOR_FLAG_NONE"},
    {"UnknownFlags",
     [](Shrink &s) {
       UINT flags = 6;
       memcpy(&s.input.buffer.Flags, &flags, sizeof(flags));
     },
     "error: activation_shrink: InputTensor.Flags 0x6 has bits that are no "
     "DML_TENSOR_FLAGS"},
    {"NullTensor", [](Shrink &s) { s.desc.OutputTensor = nullptr; },
     "error: activation_shrink: OutputTensor is missing\n"
     "note: give the tensor; it is not optional"},
    {"NullTensorDesc", [](Shrink &s) { s.input.desc.Desc = nullptr; },
     "error: activation_shrink: InputTensor.Desc is null; it must point to a "
     "DML_BUFFER_TENSOR_DESC"},
    {"NullSizes", [](Shrink &s) { s.input.buffer.Sizes = nullptr; },
     "error: activation_shrink: InputTensor.Sizes is null; it must point to 3 "
     "sizes"},
    {"TensorTypeInvalid",
     [](Shrink &s) { s.input.desc.Type = DML_TENSOR_TYPE_INVALID; },
     "error: activation_shrink: InputTensor.Type 0 is not "
     "DML_TENSOR_TYPE_BUFFER (1)"},
    {"TensorTypeUnknown",
     [](Shrink &s) {
       UINT type = 77;
       memcpy(&s.input.desc.Type, &type, sizeof(type));
     },
     "error: activation_shrink: InputTensor.Type 77 is not "
     "DML_TENSOR_TYPE_BUFFER (1)"},
};

class DescriptorErrors : public testing::TestWithParam<Wrong> {};

TEST_P(DescriptorErrors, SayWhatWhereAndHowToMend) {
  Shrink shrink;
  ASSERT_EQ(shrink.text(), "ok");
  GetParam().spoil(shrink);
  EXPECT_EQ(shrink.text(), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(Shrink, DescriptorErrors, testing::ValuesIn(kWrong),
                         [](const auto &test) { return test.param.name; });

TEST(DescriptorOperator, NullDesc) {
  EXPECT_EQ(importText(DML_OPERATOR_ACTIVATION_SHRINK, nullptr),
            "error: activation_shrink: Desc is null; it must point to a "
            "DML_ACTIVATION_SHRINK_OPERATOR_DESC");
}

TEST(DescriptorOperator, WithoutRowIsRefusedByName) {
  EXPECT_EQ(importText(DML_OPERATOR_GEMM, nullptr),
            "error: DML_OPERATOR_GEMM is not implemented\n"
            "note: `fusedml ops` lists the operators that are");
  EXPECT_EQ(importText(DML_OPERATOR_INVALID, nullptr),
            "error: Type 0 is no DML_OPERATOR_TYPE");
  UINT type = 999;
  DML_OPERATOR_DESC op{};
  memcpy(&op.Type, &type, sizeof(type));
  EXPECT_EQ(importOperator(op).error().message,
            "Type 999 is no DML_OPERATOR_TYPE");
}

TEST(DescriptorOperator, EveryOperatorWithoutDescIsAnErrorNotACrash) {
  for (UINT type = 0; type < 200; ++type) {
    DML_OPERATOR_DESC op{};
    memcpy(&op.Type, &type, sizeof(type));
    EXPECT_FALSE(importOperator(op)) << type;
  }
}

TEST(DescriptorOperator, ErrorsCarryOperatorFieldAndRule) {
  Shrink shrink;
  shrink.input.sizes[2] = 5;
  DML_OPERATOR_DESC op{DML_OPERATOR_ACTIVATION_SHRINK, &shrink.desc};
  shrink.input.buffer.TotalTensorSizeInBytes = 120;
  Expected<Graph> graph = importOperator(op);
  ASSERT_FALSE(graph);
  EXPECT_EQ(graph.error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(graph.error().op, "activation_shrink");
  EXPECT_EQ(graph.error().field, "OutputTensor.Sizes");
  EXPECT_EQ(graph.error().rule, "same-sizes");
}

// HAZARDS H38: the sum is 2^32 elements, one more than DML allows.
TEST(DescriptorSpan, IsCountedIn64Bits) {
  DmlTensor large(U8, {65536, 65536}, {65536, 1}), packed(U8, {65536, 65536});
  for (DmlTensor *tensor : {&large, &packed}) {
    DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC desc{&tensor->desc, &tensor->desc,
                                                 &tensor->desc};
    EXPECT_EQ(importText(DML_OPERATOR_ELEMENT_WISE_MULTIPLY, &desc),
              "error: multiply: ATensor.Sizes [65536,65536] with strides "
              "[65536,1] span 4294967296 elements; DML allows at most "
              "4294967295\n"
              "note: split the tensor");
  }
  DmlTensor fits(U8, {65535, 65536}, {65536, 1});
  DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC desc{&fits.desc, &fits.desc,
                                               &fits.desc};
  EXPECT_EQ(importText(DML_OPERATOR_ELEMENT_WISE_MULTIPLY, &desc), "ok");
}

TEST(DescriptorSpan, OverflowOf64BitsIsRefused) {
  UINT most = std::numeric_limits<UINT>::max();
  DmlTensor tensor(U8, {most, most, most}, {most, most, most});
  tensor.buffer.TotalTensorSizeInBytes = ~UINT64{0};
  DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC desc{&tensor.desc, &tensor.desc,
                                               &tensor.desc};
  EXPECT_EQ(importText(DML_OPERATOR_ELEMENT_WISE_MULTIPLY, &desc),
            "error: multiply: ATensor.Sizes [4294967295,4294967295,4294967295] "
            "with strides [4294967295,4294967295,4294967295] reach past 64-bit "
            "addresses\nnote: split the tensor");
}

TEST(DescriptorLayout, InputsMayOverlapOutputsMayNot) {
  struct Layout {
    std::vector<UINT> sizes, strides;
    bool distinct;
  };
  const Layout layouts[] = {
      {{2, 3}, {3, 1}, true},         {{2, 3}, {1, 2}, true},
      {{2, 3}, {8, 1}, true},         {{2, 3}, {3, 2}, true}, // 0 2 4 3 5 7
      {{2, 3}, {2, 1}, false},        {{1, 3}, {0, 1}, true},
      {{2, 1}, {1, 0}, true},         {{2, 3}, {1, 1}, false},
      {{3, 4}, {4, 3}, true},         {{4, 5}, {4, 3}, false},
      {{2, 2, 2}, {1, 2, 3}, false},  {{2, 2, 2}, {3, 5, 6}, true},
      {{2, 2, 2}, {3, 5, 8}, false},  {{4, 4, 4, 4}, {64, 16, 4, 1}, true},
      {{3, 3, 3}, {7, 9, 11}, false}, // 7 - 2 * 9 + 11 = 0
      {{3, 3, 3}, {7, 9, 10}, true},  {{3, 3, 3}, {4, 5, 6}, false},
  };
  for (const Layout &layout : layouts) {
    DmlTensor input(F32, layout.sizes, layout.strides);
    DmlTensor output(F32, layout.sizes, layout.strides);
    DML_ACTIVATION_RELU_OPERATOR_DESC desc{&input.desc, &output.desc};
    std::vector<int64_t> strides(layout.strides.begin(), layout.strides.end());
    EXPECT_EQ(importText(DML_OPERATOR_ACTIVATION_RELU, &desc) == "ok",
              layout.distinct)
        << formatList(strides);
    DmlTensor packed(F32, layout.sizes);
    desc.OutputTensor = &packed.desc;
    EXPECT_EQ(importText(DML_OPERATOR_ACTIVATION_RELU, &desc), "ok")
        << formatList(strides);
  }
}

TEST(DescriptorAttributes, EnumOutOfRange) {
  DmlTensor input(F32, {4}), output(U8, {4});
  DML_ELEMENT_WISE_IS_INFINITY_OPERATOR_DESC desc{&input.desc, &output.desc,
                                                  DML_IS_INFINITY_MODE_EITHER};
  UINT mode = 3;
  memcpy(&desc.InfinityMode, &mode, sizeof(mode));
  EXPECT_EQ(importText(DML_OPERATOR_ELEMENT_WISE_IS_INFINITY, &desc),
            "error: is_infinity: InfinityMode 3 is no DML_IS_INFINITY_MODE; "
            "the values are 0 (EITHER), 1 (POSITIVE), 2 (NEGATIVE)");
}

TEST(DescriptorAttributes, ScaleBiasOn64Bits) {
  DmlTensor tensor(I64, {4});
  DML_SCALE_BIAS scaleBias{2.0f, 0.0f};
  DML_ELEMENT_WISE_CLIP_OPERATOR_DESC desc{&tensor.desc, &tensor.desc,
                                           &scaleBias, 0.0f, 1.0f};
  EXPECT_EQ(importText(DML_OPERATOR_ELEMENT_WISE_CLIP, &desc),
            "error: clip: ScaleBias is not supported with "
            "InputTensor.DataType INT64, a 64-bit type\n"
            "note: leave it null; multiply and add with operators");
  desc.ScaleBias = nullptr;
  EXPECT_EQ(importText(DML_OPERATOR_ELEMENT_WISE_CLIP, &desc), "ok");
}

TEST(DescriptorAttributes, ValueDataTypeDiffers) {
  DmlTensor output(I32, {4});
  DML_FILL_VALUE_SEQUENCE_OPERATOR_DESC desc{};
  desc.OutputTensor = &output.desc;
  desc.ValueDataType = F32;
  EXPECT_EQ(importText(DML_OPERATOR_FILL_VALUE_SEQUENCE, &desc),
            "error: fill_value_sequence: ValueDataType FLOAT32 differs from "
            "OutputTensor.DataType INT32\n"
            "note: set ValueDataType to INT32");
  desc.ValueDataType = I32;
  EXPECT_EQ(importText(DML_OPERATOR_FILL_VALUE_SEQUENCE, &desc), "ok");
}

/// ADD1 with a FusedActivation.
struct Add1 {
  DmlTensor tensor;
  DML_OPERATOR_DESC activation{};
  DML_ELEMENT_WISE_ADD1_OPERATOR_DESC desc{};

  Add1(DML_OPERATOR_TYPE type, const void *activationDesc,
       DML_TENSOR_DATA_TYPE dataType = F32)
      : tensor(dataType, {1, 1, 2, 2}), activation{type, activationDesc},
        desc{&tensor.desc, &tensor.desc, &tensor.desc, &activation} {}
  std::string text(FeatureLevel level = FeatureLevel::Level_6_4) const {
    return importText(DML_OPERATOR_ELEMENT_WISE_ADD1, &desc, level);
  }
};

TEST(DescriptorFusedActivation, IsTaken) {
  DML_ACTIVATION_SHRINK_OPERATOR_DESC shrink{nullptr, nullptr, 0.1f, 0.5f};
  EXPECT_EQ(Add1(DML_OPERATOR_ACTIVATION_SHRINK, &shrink).text(), "ok");
  EXPECT_EQ(Add1(DML_OPERATOR_ACTIVATION_SHRINK, &shrink, F16)
                .text(FeatureLevel::Level_2_0),
            "ok");
}

TEST(DescriptorFusedActivation, OperatorsThatMayNotBe) {
  // HAZARDS H50: the parametric ReLU has a tensor of its own.
  EXPECT_EQ(Add1(DML_OPERATOR_ACTIVATION_PARAMETERIZED_RELU, nullptr).text(),
            "error: add1: FusedActivation.Type "
            "DML_OPERATOR_ACTIVATION_PARAMETERIZED_RELU may not be used as a "
            "fused activation of this operator\n"
            "note: make it an operator of its own after this one");
  // HAZARDS H49: CLIP is an activation of CONVOLUTION and GEMM only.
  DML_SCALE_BIAS scaleBias{2.0f, 0.0f};
  DML_ELEMENT_WISE_CLIP_OPERATOR_DESC clip{nullptr, nullptr, &scaleBias, 0.0f,
                                           1.0f};
  for (float bias : {0.0f, 1.0f}) {
    scaleBias.Bias = bias;
    EXPECT_EQ(Add1(DML_OPERATOR_ELEMENT_WISE_CLIP, &clip).text(),
              "error: add1: FusedActivation.Type DML_OPERATOR_ELEMENT_WISE_CLIP"
              " may not be used as a fused activation of this operator\n"
              "note: make it an operator of its own after this one");
  }
  for (DML_OPERATOR_TYPE type :
       {DML_OPERATOR_GEMM, DML_OPERATOR_ACTIVATION_SWISH})
    EXPECT_EQ(Add1(type, nullptr).text(),
              fmt::format("error: add1: FusedActivation.Type {} may not be "
                          "used as a fused activation of this operator\n"
                          "note: make it an operator of its own after this one",
                          graph::dmlOperatorName(type)));
  EXPECT_EQ(Add1(static_cast<DML_OPERATOR_TYPE>(200), nullptr).text(),
            "error: add1: FusedActivation.Type 200 is no DML_OPERATOR_TYPE");
}

TEST(DescriptorFusedActivation, WrongDescs) {
  EXPECT_EQ(Add1(DML_OPERATOR_ACTIVATION_RELU, nullptr).text(),
            "error: add1: FusedActivation.Desc is null; it must point to a "
            "DML_ACTIVATION_RELU_OPERATOR_DESC");
  DmlTensor tensor(F32, {1, 1, 2, 2});
  DML_ACTIVATION_RELU_OPERATOR_DESC relu{nullptr, &tensor.desc};
  EXPECT_EQ(Add1(DML_OPERATOR_ACTIVATION_RELU, &relu).text(),
            "error: add1: FusedActivation.OutputTensor must be null\n"
            "note: the activation works on the operator's own result");
  tensor.desc.Desc = nullptr;
  EXPECT_EQ(Add1(DML_OPERATOR_ACTIVATION_RELU, &relu).text(),
            "error: add1: FusedActivation.OutputTensor.Desc is null; it must "
            "point to a DML_BUFFER_TENSOR_DESC");
}

} // namespace
