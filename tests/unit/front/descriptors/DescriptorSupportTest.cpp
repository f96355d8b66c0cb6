//===- DescriptorSupportTest.cpp - types, dimensions, feature levels ------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The support tables of some operators, written down here independently of the
// rows. Every level, type and dimension count is tried, so both sides of each
// border are.
//
//===----------------------------------------------------------------------===//

#include "tests/unit/front/descriptors/DescriptorBuilder.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace fusedml;
using namespace fusedml::test;

namespace {

constexpr UINT F32 = 1, F16 = 2, U32 = 3, U16 = 4, U8 = 5, I32 = 6, I16 = 7,
               I8 = 8, F64 = 9, U64 = 10, I64 = 11, AllTypes = 16;

constexpr FeatureLevel kLevels[] = {
    FeatureLevel::Level_1_0, FeatureLevel::Level_2_0, FeatureLevel::Level_2_1,
    FeatureLevel::Level_3_0, FeatureLevel::Level_3_1, FeatureLevel::Level_4_0,
    FeatureLevel::Level_4_1, FeatureLevel::Level_5_0, FeatureLevel::Level_5_1,
    FeatureLevel::Level_5_2, FeatureLevel::Level_6_0, FeatureLevel::Level_6_1,
    FeatureLevel::Level_6_2, FeatureLevel::Level_6_3, FeatureLevel::Level_6_4,
};

/// What holds from a level on, until the next row.
struct Support {
  UINT level;
  UINT minDims, maxDims;
  std::vector<UINT> types;
};

struct Case {
  const char *name;
  DML_OPERATOR_TYPE type;
  std::vector<Support> rows; ///< Oldest first.
};

const Case kCases[] = {
    {"Multiply",
     DML_OPERATOR_ELEMENT_WISE_MULTIPLY,
     {{0x1000, 4, 5, {F32, F16}},
      {0x2100, 4, 5, {F32, F16, I32, U32}},
      {0x3000, 1, 8, {F32, F16, I32, U32}},
      {0x4100, 1, 8, {F32, F16, I64, I32, U64, U32}},
      {0x5100, 1, 8, {F32, F16, I64, I32, I16, I8, U64, U32, U16, U8}}}},
    {"Divide",
     DML_OPERATOR_ELEMENT_WISE_DIVIDE,
     {{0x1000, 4, 4, {F32, F16}},
      {0x2100, 4, 4, {F32, F16, I32, U32}},
      {0x3000, 1, 8, {F32, F16, I32, U32}},
      {0x5100, 1, 8, {F32, F16, I32, I16, I8, U32, U16, U8}},
      {0x6000, 1, 8, {F32, F16, I64, I32, I16, I8, U64, U32, U16, U8}}}},
    {"Shrink",
     DML_OPERATOR_ACTIVATION_SHRINK,
     {{0x2000, 4, 5, {F32, F16}},
      {0x3000, 1, 8, {F32, F16}},
      {0x5100, 1, 8, {F32, F16, I32, I16, I8, U32, U16, U8}}}},
    {"Max",
     DML_OPERATOR_ELEMENT_WISE_MAX,
     {{0x1000, 4, 4, {F32, F16}},
      {0x2100, 4, 4, {F32, F16, I32, I16, I8, U32, U16, U8}},
      {0x3000, 1, 8, {F32, F16, I32, I16, I8, U32, U16, U8}},
      {0x5000, 1, 8, {F32, F16, I64, I32, I16, I8, U64, U32, U16, U8}}}},
    {"ModulusFloor",
     DML_OPERATOR_ELEMENT_WISE_MODULUS_FLOOR,
     {{0x2100, 4, 4, {F32, F16, I32, I16, I8, U32, U16, U8}},
      {0x3000, 1, 8, {F32, F16, I32, I16, I8, U32, U16, U8}},
      {0x6000, 1, 8, {F32, F16, I64, I32, I16, I8, U64, U32, U16, U8}}}},
    {"BitAnd",
     DML_OPERATOR_ELEMENT_WISE_BIT_AND,
     {{0x3000, 1, 8, {U32, U16, U8}},
      {0x4100, 1, 8, {F64, F32, F16, I64, I32, I16, I8, U64, U32, U16, U8}}}},
    {"BitShiftLeft",
     DML_OPERATOR_ELEMENT_WISE_BIT_SHIFT_LEFT,
     {{0x2100, 4, 4, {U32, U16, U8}},
      {0x3000, 1, 8, {U32, U16, U8}},
      {0x4100, 1, 8, {U64, U32, U16, U8}}}},
    {"LogicalXor",
     DML_OPERATOR_ELEMENT_WISE_LOGICAL_XOR,
     {{0x1000, 4, 4, {U32}},
      {0x2000, 4, 4, {U32, U8}},
      {0x3000, 1, 8, {U32, U8}}}},
    {"IsInfinity",
     DML_OPERATOR_ELEMENT_WISE_IS_INFINITY,
     {{0x2100, 4, 4, {F32, F16}}, {0x3000, 1, 8, {F32, F16}}}},
};

std::string importCase(DML_OPERATOR_TYPE type, UINT inputType, UINT outputType,
                       UINT rank, FeatureLevel level) {
  DmlTensor input(static_cast<DML_TENSOR_DATA_TYPE>(inputType),
                  std::vector<UINT>(rank, 2));
  DmlTensor output(static_cast<DML_TENSOR_DATA_TYPE>(outputType),
                   std::vector<UINT>(rank, 2));
  // Types without a size: the bytes must not be what is refused.
  for (DmlTensor *tensor : {&input, &output})
    if (tensor->buffer.TotalTensorSizeInBytes == 0)
      tensor->buffer.TotalTensorSizeInBytes = 1 << 20;
  // The structs of operators with two inputs are the same.
  DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC binary{&input.desc, &input.desc,
                                                 &output.desc};
  DML_ACTIVATION_SHRINK_OPERATOR_DESC shrink{&input.desc, &output.desc, 0.0f,
                                             0.5f};
  DML_ELEMENT_WISE_IS_INFINITY_OPERATOR_DESC isInfinity{
      &input.desc, &output.desc, DML_IS_INFINITY_MODE_EITHER};
  const void *desc = &binary;
  if (type == DML_OPERATOR_ACTIVATION_SHRINK)
    desc = &shrink;
  else if (type == DML_OPERATOR_ELEMENT_WISE_IS_INFINITY)
    desc = &isInfinity;
  return importText(type, desc, level);
}

const Support *supportAt(const Case &test, FeatureLevel level) {
  const Support *found = nullptr;
  for (const Support &row : test.rows)
    if (row.level <= static_cast<UINT>(level))
      found = &row;
  return found;
}

class DescriptorSupport : public testing::TestWithParam<Case> {};

TEST_P(DescriptorSupport, EveryLevelTypeAndDimensionCount) {
  const Case &test = GetParam();
  bool booleanOutput = test.type == DML_OPERATOR_ELEMENT_WISE_IS_INFINITY;
  for (FeatureLevel level : kLevels) {
    const Support *row = supportAt(test, level);
    for (UINT type = 0; type < AllTypes; ++type) {
      for (UINT rank = 0; rank <= 9; ++rank) {
        bool expected = row && rank >= row->minDims && rank <= row->maxDims &&
                        std::ranges::count(row->types, type) != 0;
        std::string text =
            importCase(test.type, type, booleanOutput ? U8 : type, rank, level);
        EXPECT_EQ(text == "ok", expected) << name(level) << " type " << type
                                          << " rank " << rank << ": " << text;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Operators, DescriptorSupport,
                         testing::ValuesIn(kCases),
                         [](const auto &test) { return test.param.name; });

TEST(DescriptorSupportOutput, IsInfinityWritesUInt8Only) {
  for (FeatureLevel level : kLevels)
    for (UINT type = 0; type < AllTypes; ++type)
      EXPECT_EQ(importCase(DML_OPERATOR_ELEMENT_WISE_IS_INFINITY, F32, type, 4,
                           level) == "ok",
                type == U8 && level >= FeatureLevel::Level_2_1)
          << name(level) << " type " << type;
}

TEST(DescriptorSupportText, BothValuesAndTheLevelThatHasIt) {
  EXPECT_EQ(importCase(DML_OPERATOR_ELEMENT_WISE_DIVIDE, I64, I64, 2,
                       FeatureLevel::Level_5_2),
            "error: divide: ATensor.DataType INT64 is not supported at feature "
            "level 5_2; the types are FLOAT32, FLOAT16, INT32, INT16, INT8, "
            "UINT32, UINT16, UINT8\n"
            "note: feature level 6_0 has INT64");
  EXPECT_EQ(importCase(DML_OPERATOR_ELEMENT_WISE_MULTIPLY, F32, F32, 3,
                       FeatureLevel::Level_2_1),
            "error: multiply: ATensor.DimensionCount 3 is outside 4 to 5, the "
            "range of feature level 2_1\n"
            "note: pad Sizes with leading 1s, or feature level 3_0 has it");
  EXPECT_EQ(importCase(DML_OPERATOR_ELEMENT_WISE_DIVIDE, F32, F32, 5,
                       FeatureLevel::Level_2_1),
            "error: divide: ATensor.DimensionCount 5 is not 4, the one count "
            "of feature level 2_1\n"
            "note: feature level 3_0 has it");
  EXPECT_EQ(importCase(DML_OPERATOR_ELEMENT_WISE_IS_INFINITY, F32, U8, 4,
                       FeatureLevel::Level_2_0),
            "error: is_infinity: the operator exists from feature level 2_1 "
            "on, the target is 2_0\n"
            "note: set the feature level to 2_1 or above");
}

} // namespace
