//===- GraphsTest.cpp - graphs of DirectMLX -------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/directmlx/GraphRun.h"
#include "tests/support/Compare.h"
#include "tests/support/Values.h"

using namespace fusedml::test;
using reference::RefTensor;
using reference::Type;
using support::sameBits;

namespace {

RefTensor mixed(Type type, std::vector<int64_t> sizes, uint64_t seed) {
  RefTensor tensor(type, std::move(sizes));
  support::fillMixed(tensor, seed);
  return tensor;
}

RefTensor evaluate(const char *mnemonic, std::vector<RefTensor> operands,
                   const support::RefAttributes &attributes = {}) {
  return reference::evaluate(mnemonic, attributes, operands);
}

/// The same memory as other elements.
RefTensor reinterpreted(const RefTensor &tensor, Type type,
                        std::vector<int64_t> sizes) {
  return reference::unpack(type, std::move(sizes), reference::pack(tensor));
}

class DirectMLXGraphs : public testing::Test {
protected:
  Flow flow;
  GraphRun run{flow};
};

TEST_F(DirectMLXGraphs, ShareValuesAndHaveSeveralOutputs) {
  RefTensor a = mixed(Type::Float32, {3, 50}, 1);
  RefTensor b = mixed(Type::Float32, {3, 50}, 2);
  dml::Expression x = run.input(a), y = run.input(b);
  dml::Expression product = x * y;
  dml::Expression clipped = dml::Clip(product, -1, 1);
  run.output(clipped);
  run.output(product);
  run.output(clipped > x);
  std::vector<RefTensor> results = run.results();
  RefTensor wanted = evaluate("multiply", {a, b});
  RefTensor inRange =
      evaluate("clip", {wanted},
               support::floatAttributes({{"Min", -1.0f}, {"Max", 1.0f}}));
  EXPECT_TRUE(sameBits(inRange, results[0]));
  EXPECT_TRUE(sameBits(wanted, results[1]));
  EXPECT_TRUE(
      sameBits(evaluate("logical_greater_than", {inRange, a}), results[2]));
}

TEST_F(DirectMLXGraphs, LeaveInputsUnused) {
  RefTensor a = mixed(Type::Float32, {17}, 1);
  run.input(mixed(Type::Float16, {5}, 2));
  run.output(dml::Abs(run.input(a)));
  run.input(mixed(Type::Int8, {7}, 3));
  EXPECT_TRUE(sameBits(evaluate("abs", {a}), run.results()[0]));
}

TEST_F(DirectMLXGraphs, TakeConstants) {
  RefTensor a = mixed(Type::Float32, {2, 3, 4}, 1);
  RefTensor constant = mixed(Type::Float32, {2, 3, 4}, 2);
  std::vector<std::byte> bytes = reference::pack(constant);
  dml::Expression c = dml::ConstantData(
      run.graph, bytes,
      dml::TensorDesc(DML_TENSOR_DATA_TYPE_FLOAT32, {2, 3, 4}));
  run.output(run.input(a) - c);
  EXPECT_TRUE(sameBits(evaluate("subtract", {a, constant}), run.results()[0]));
}

TEST_F(DirectMLXGraphs, TakeConstantsForAll) {
  RefTensor a = mixed(Type::Float16, {4, 6}, 1);
  RefTensor row = mixed(Type::Float16, {1, 6}, 2);
  std::vector<std::byte> bytes = reference::pack(row);
  dml::Expression c = dml::ConstantData(
      run.graph, bytes, dml::TensorDesc(DML_TENSOR_DATA_TYPE_FLOAT16, {1, 6}));
  run.output(run.input(a) *
             dml::Reinterpret(c, {4, 6}, dml::TensorStrides{0, 1}));
  EXPECT_TRUE(
      sameBits(evaluate("multiply", {a, reference::broadcastTo(row, {4, 6})}),
               run.results()[0]));
}

TEST_F(DirectMLXGraphs, ReinterpretTypes) {
  RefTensor a = mixed(Type::Float32, {6, 11}, 1);
  dml::Expression x = run.input(a);
  // Of an input, of a result in the middle, and in front of an output.
  run.output(dml::BitNot(dml::Reinterpret(x, DML_TENSOR_DATA_TYPE_UINT32)));
  dml::Expression bits =
      dml::Reinterpret(dml::Abs(x), DML_TENSOR_DATA_TYPE_INT32);
  run.output(bits + bits);
  run.output(dml::Reinterpret(-x, DML_TENSOR_DATA_TYPE_UINT32));
  std::vector<RefTensor> results = run.results();
  EXPECT_TRUE(
      sameBits(evaluate("bit_not", {reinterpreted(a, Type::UInt32, {6, 11})}),
               results[0]));
  RefTensor wanted = reinterpreted(evaluate("abs", {a}), Type::Int32, {6, 11});
  EXPECT_TRUE(sameBits(evaluate("add", {wanted, wanted}), results[1]));
  EXPECT_TRUE(
      sameBits(reinterpreted(evaluate("negate", {a}), Type::UInt32, {6, 11}),
               results[2]));
}

TEST_F(DirectMLXGraphs, ReinterpretToNarrowerElements) {
  RefTensor a = mixed(Type::UInt32, {5, 3}, 1);
  run.output(~dml::Reinterpret(~run.input(a), DML_TENSOR_DATA_TYPE_UINT8,
                               {5, 12}, dml::NullOpt));
  RefTensor bytes =
      reinterpreted(evaluate("bit_not", {a}), Type::UInt8, {5, 12});
  EXPECT_TRUE(sameBits(evaluate("bit_not", {bytes}), run.results()[0]));
}

TEST_F(DirectMLXGraphs, ReinterpretToBroadcast) {
  RefTensor a = mixed(Type::Float32, {2, 3, 5, 7}, 1);
  RefTensor bias = mixed(Type::Float32, {1, 3, 1, 1}, 2);
  dml::Expression x = run.input(a), b = run.input(bias);
  dml::TensorStrides strides = {0, 1, 0, 0};
  run.output(x + dml::Reinterpret(b, {2, 3, 5, 7}, strides));
  run.output(x + dml::Reinterpret(dml::Abs(b), {2, 3, 5, 7}, strides));
  std::vector<RefTensor> results = run.results();
  EXPECT_TRUE(sameBits(
      evaluate("add", {a, reference::broadcastTo(bias, a.sizes)}), results[0]));
  EXPECT_TRUE(sameBits(
      evaluate("add",
               {a, reference::broadcastTo(evaluate("abs", {bias}), a.sizes)}),
      results[1]));
}

TEST_F(DirectMLXGraphs, ReinterpretToTranspose) {
  RefTensor a = mixed(Type::Float32, {4, 9}, 1);
  run.output(dml::Identity(dml::Reinterpret(dml::Abs(run.input(a)), {9, 4},
                                            dml::TensorStrides{1, 9})));
  RefTensor wanted(Type::Float32, {9, 4});
  RefTensor positive = evaluate("abs", {a});
  for (int64_t row = 0; row < 4; ++row)
    for (int64_t column = 0; column < 9; ++column)
      wanted.setBits(column * 4 + row, positive.bits(row * 9 + column));
  EXPECT_TRUE(sameBits(wanted, run.results()[0]));
}

TEST_F(DirectMLXGraphs, FillWithAValue) {
  DML_SCALAR_UNION value = {};
  value.Float32 = -1.5f;
  run.output(dml::FillValueConstant(run.graph, {2, 3},
                                    DML_TENSOR_DATA_TYPE_FLOAT32, value));
  value = {};
  value.Int16 = -300;
  run.output(dml::FillValueConstant(run.graph, {7}, DML_TENSOR_DATA_TYPE_INT16,
                                    value));
  std::vector<RefTensor> results = run.results();
  RefTensor halves(Type::Float32, {2, 3}), negative(Type::Int16, {7});
  for (int64_t i = 0; i < 6; ++i)
    halves.setValue(i, -1.5);
  for (int64_t i = 0; i < 7; ++i)
    negative.setValue(i, -300);
  EXPECT_TRUE(sameBits(halves, results[0]));
  EXPECT_TRUE(sameBits(negative, results[1]));
}

TEST_F(DirectMLXGraphs, FillWithASequence) {
  DML_SCALAR_UNION start = {}, delta = {};
  start.Float32 = 3;
  delta.Float32 = -0.75f;
  dml::Expression steps = dml::FillValueSequence(
      run.graph, {3, 4}, DML_TENSOR_DATA_TYPE_FLOAT32, start, delta);
  RefTensor a = mixed(Type::Float32, {3, 4}, 1);
  run.output(steps);
  run.output(run.input(a) * steps);
  start = delta = {};
  start.UInt8 = 250;
  delta.UInt8 = 3;
  run.output(dml::FillValueSequence(run.graph, {5}, DML_TENSOR_DATA_TYPE_UINT8,
                                    start, delta));
  std::vector<RefTensor> results = run.results();
  auto sequence = [](Type type, std::vector<int64_t> sizes, double first,
                     double step) {
    support::RefAttributes attributes;
    RefTensor ends = RefTensor::of(type, std::vector{first, step});
    attributes.scalarType = type;
    attributes.scalars = {{"ValueStart", ends.bits(0)},
                          {"ValueDelta", ends.bits(1)}};
    attributes.sizes = std::move(sizes);
    return evaluate("fill_value_sequence", {}, attributes);
  };
  RefTensor wanted = sequence(Type::Float32, {3, 4}, 3, -0.75);
  EXPECT_TRUE(sameBits(wanted, results[0]));
  EXPECT_TRUE(sameBits(evaluate("multiply", {a, wanted}), results[1]));
  EXPECT_TRUE(sameBits(sequence(Type::UInt8, {5}, 250, 3), results[2]));
}

// DirectMLX makes the operator, but forgets to connect the gradient.
TEST_F(DirectMLXGraphs, ClipGradLacksItsGradient) {
  dml::NameScope scope = run.graph.CreateNameScope("backward");
  RefTensor a = mixed(Type::Float32, {8}, 1);
  run.output(dml::ClipGrad(run.input(a), run.input(a), -1, 1));
  EXPECT_THROW(run.compile(), std::runtime_error);
  EXPECT_EQ(flow.message(),
            "IDMLDevice1::CompileGraph: node 'backward' (0): "
            "InputGradientTensor, input 1, has no edge; feed it from a graph "
            "input or from another node");
}

TEST_F(DirectMLXGraphs, MistakesAreNamed) {
  dml::Expression a = run.input(mixed(Type::Float32, {2, 3}, 1));
  dml::Expression b = run.input(mixed(Type::Float32, {3, 2}, 2));
  EXPECT_THROW(a + b, std::runtime_error);
  EXPECT_EQ(flow.message(),
            "IDMLDevice::CreateOperator: DML_OPERATOR_ELEMENT_WISE_ADD: "
            "BTensor.Sizes [3,2] differ from ATensor.Sizes [2,3] at dimension "
            "0; broadcast the input with stride 0 instead");
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), S_OK);
}

} // namespace
