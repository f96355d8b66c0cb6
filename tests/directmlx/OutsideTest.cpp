//===- OutsideTest.cpp - functions of DirectMLX that are refused ----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/directmlx/Outside.h"

using namespace fusedml::test;
using dml::Expression;

std::vector<OutsideFunction> fusedml::test::outsideFunctions() {
  static const std::vector<uint32_t> kOnes = {1, 1}, kZeros = {0, 0},
                                     kFour = {4, 4, 4, 4}, kOne = {1},
                                     kTwos = {2, 2}, kOnes4 = {1, 1, 1, 1},
                                     kZeros4 = {0, 0, 0, 0};
  static const std::vector<int32_t> kSteps = {1, 1, 1, 1};
  static const std::vector<float> kBias = {0, 0, 0, 0};
#define OUTSIDE(NAME, TYPE, CALL)                                              \
  {                                                                            \
    #NAME, DML_OPERATOR_##TYPE, "DML_OPERATOR_" #TYPE,                         \
        [](Expression x) { dml::NAME CALL; }                                   \
  }
  return {
      OUTSIDE(ActivationHardmax, ACTIVATION_HARDMAX, (x)),
      OUTSIDE(ActivationLogSoftmax, ACTIVATION_LOG_SOFTMAX, (x)),
      OUTSIDE(ActivationSoftmax, ACTIVATION_SOFTMAX, (x)),
      OUTSIDE(Convolution, CONVOLUTION, (x, x)),
      OUTSIDE(Gemm, GEMM, (x, x)),
      OUTSIDE(Reduce, REDUCE, (x, DML_REDUCE_FUNCTION_SUM)),
      OUTSIDE(AveragePooling, AVERAGE_POOLING1,
              (x, kOnes, kTwos, kZeros, kZeros, kOnes, false)),
      OUTSIDE(MaxPooling, MAX_POOLING2, (x, kTwos)),
      OUTSIDE(Slice, SLICE1, (x, kZeros4, kOnes4, kSteps)),
      OUTSIDE(Split, SPLIT, (x, 1, kTwos)),
      OUTSIDE(Join, JOIN, (std::vector<Expression>{x, x}, 1)),
      OUTSIDE(Padding, PADDING,
              (x, DML_PADDING_MODE_CONSTANT, 0, kZeros4, kOnes4)),
      OUTSIDE(ValueScale2D, VALUE_SCALE_2D, (x, 2, kBias)),
      OUTSIDE(Upsample2D, UPSAMPLE_2D,
              (x, {2, 2}, DML_INTERPOLATION_MODE_LINEAR)),
      OUTSIDE(Gather, GATHER,
              (x, dml::Cast(x, DML_TENSOR_DATA_TYPE_UINT32), 1, 1)),
      OUTSIDE(GatherElements, GATHER_ELEMENTS,
              (x, dml::Cast(x, DML_TENSOR_DATA_TYPE_UINT32), 1)),
      OUTSIDE(GatherND, GATHER_ND1,
              (x, dml::Cast(x, DML_TENSOR_DATA_TYPE_UINT32), 4, 4, 0)),
      OUTSIDE(ScatterElements, SCATTER,
              (x, dml::Cast(x, DML_TENSOR_DATA_TYPE_UINT32), x, 1)),
      OUTSIDE(ScatterND, SCATTER_ND,
              (x, dml::Cast(x, DML_TENSOR_DATA_TYPE_UINT32), x, 4, 4)),
      OUTSIDE(SpaceToDepth, SPACE_TO_DEPTH1, (x, 2)),
      OUTSIDE(DepthToSpace, DEPTH_TO_SPACE1, (x, 2)),
      OUTSIDE(Tile, TILE, (x, kFour)),
      OUTSIDE(TopK, TOP_K1, (x, 3, 1, DML_AXIS_DIRECTION_DECREASING)),
      OUTSIDE(BatchNormalization, BATCH_NORMALIZATION,
              (x, x, x, x, x, true, 0.1f)),
      OUTSIDE(BatchNormalizationGrad, BATCH_NORMALIZATION_GRAD,
              (x, x, x, x, x, 0.1f)),
      OUTSIDE(BatchNormalizationTraining, BATCH_NORMALIZATION_TRAINING,
              (x, x, x, dml::NullOpt, 0.1f)),
      OUTSIDE(BatchNormalizationTrainingGrad, BATCH_NORMALIZATION_TRAINING_GRAD,
              (x, x, x, x, x, 0.1f)),
      OUTSIDE(MeanVarianceNormalization, MEAN_VARIANCE_NORMALIZATION2,
              (x, dml::NullOpt, dml::NullOpt, kOne, true, true, 0.1f)),
      OUTSIDE(LocalResponseNormalization, LOCAL_RESPONSE_NORMALIZATION,
              (x, true, 3, 1, 1, 1)),
      OUTSIDE(GRU, GRU,
              (x, x, x, dml::NullOpt, dml::NullOpt, dml::NullOpt,
               std::vector<dml::FusedActivation>{dml::FusedActivation::Tanh(),
                                                 dml::FusedActivation::Tanh()},
               DML_RECURRENT_NETWORK_DIRECTION_FORWARD, true,
               dml::GRUOutputOptions::Both)),
      OUTSIDE(OneHot, ONE_HOT, (x, x, 4, 3)),
      OUTSIDE(Resample, RESAMPLE3,
              (x, {1, 4, 8, 8}, DML_INTERPOLATION_MODE_LINEAR)),
      OUTSIDE(ResampleGrad, RESAMPLE_GRAD,
              (x, {1, 4, 2, 2}, DML_INTERPOLATION_MODE_LINEAR)),
      OUTSIDE(CumulativeSummation, CUMULATIVE_SUMMATION,
              (x, 1, DML_AXIS_DIRECTION_INCREASING, false)),
      OUTSIDE(CumulativeProduct, CUMULATIVE_PRODUCT,
              (x, 1, DML_AXIS_DIRECTION_INCREASING, false)),
      OUTSIDE(ReverseSubsequences, REVERSE_SUBSEQUENCES, (x, x, 1)),
      OUTSIDE(ConvolutionInteger, CONVOLUTION_INTEGER,
              (x, dml::NullOpt, x, dml::NullOpt)),
      OUTSIDE(QuantizedLinearConvolution, QUANTIZED_LINEAR_CONVOLUTION,
              (x, x, dml::NullOpt, x, x, dml::NullOpt, dml::NullOpt, x,
               dml::NullOpt, DML_TENSOR_DATA_TYPE_UINT8)),
      OUTSIDE(RandomGenerator, RANDOM_GENERATOR, (x, {1, 1, 1, 8})),
      OUTSIDE(NonZeroCoordinates, NONZERO_COORDINATES, (x)),
      OUTSIDE(SliceGrad, SLICE_GRAD, (x, {1, 8, 8, 8}, kZeros4, kFour, kSteps)),
      OUTSIDE(RoiAlign, ROI_ALIGN1,
              (x, x, x, DML_REDUCE_FUNCTION_MAX, DML_INTERPOLATION_MODE_LINEAR,
               1, 1, 0, 0, 0, 1, 1, false, 2, 2)),
      OUTSIDE(RoiAlignGrad, ROI_ALIGN_GRAD,
              (x, x, x, x, DML_REDUCE_FUNCTION_MAX,
               DML_INTERPOLATION_MODE_LINEAR, 1, 1, 0, 0, 1, 1, false, 1, 4, 4,
               true, false)),
  };
#undef OUTSIDE
}

namespace {

class DirectMLXOutside : public testing::TestWithParam<OutsideFunction> {};

TEST_P(DirectMLXOutside, IsRefusedByName) {
  Flow flow;
  GraphRun run(flow);
  dml::Expression x =
      run.input(reference::RefTensor(reference::Type::Float32, {1, 4, 4, 4}));
  // As DirectMLX says that a call of DirectML failed.
  EXPECT_THROW(GetParam().call(x), std::runtime_error);
  std::string wanted = "IDMLDevice::CreateOperator: " + GetParam().typeName +
                       " is not implemented; `fusedml ops` lists the operators "
                       "that are";
  EXPECT_EQ(flow.message(), wanted);

  DML_OPERATOR_DESC desc = {GetParam().type, &desc};
  ComPtr<IDMLOperator> op;
  EXPECT_EQ(flow.dml->CreateOperator(&desc, IID_PPV_ARGS(&op)), E_NOTIMPL);
  EXPECT_EQ(op, nullptr);
  EXPECT_EQ(flow.message(), wanted);
  // The device goes on.
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), S_OK);
}

INSTANTIATE_TEST_SUITE_P(All, DirectMLXOutside,
                         testing::ValuesIn(outsideFunctions()),
                         [](const auto &info) { return info.param.name; });

} // namespace
