//===- FunctionsTest.cpp - operators that are not exact ------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference only bounds what exp, ACTIVATION_GELU and their like give;
// AccuracyTest.cpp measures how well. Here their results are compared with each
// other: they have the same bits wherever and however they are computed.
//
//===----------------------------------------------------------------------===//

#include "tests/support/Cases.h"
#include "tests/support/Dag.h"

using namespace support;
using reference::Type;

namespace {

/// Every row that may be off by something.
std::vector<std::string_view> functions() {
  std::vector<std::string_view> result;
  for (const auto &row : fusedml::graph::operatorRows())
    if (row.maxUlp)
      result.push_back(row.mnemonic);
  return result;
}

/// The types of an operator's inputs, alike where they can be.
std::vector<Type> usualTypes(const std::string &mnemonic, Type type) {
  RefAttributes attributes = attributeSets(mnemonic, type).front();
  return inputTypes(rowOf(mnemonic), type, attributes).front();
}

class Functions : public testing::TestWithParam<OpCase> {
protected:
  const std::string &mnemonic() const { return GetParam().mnemonic; }
  Type type() const { return GetParam().type; }
  RefAttributes attributes() const {
    return attributeSets(mnemonic(), type()).front();
  }

  void SetUp() override {
    if (!hostRuns(GetParam().cpu))
      GTEST_SKIP() << "this machine has no " << GetParam().cpu;
  }

  /// What output 0 of a graph holds.
  RefTensor run(const Dag &dag) const {
    fusedml::CompileOptions options;
    options.target.cpu = GetParam().cpu;
    auto kernel = dag.compile(options);
    if (!kernel) {
      ADD_FAILURE() << kernel.error().str();
      return {};
    }
    return dag.run(*kernel);
  }

  /// What the operator alone makes of flat inputs.
  RefTensor alone(const std::vector<RefTensor> &inputs) const {
    Dag dag;
    std::vector<int> operands;
    operands.reserve(inputs.size());
    for (const RefTensor &input : inputs)
      operands.push_back(dag.input("in" + std::to_string(operands.size()),
                                   tensorDesc(input.type, input.sizes), input));
    TensorDesc desc = tensorDesc(type(), inputs.front().sizes);
    dag.output("y", dag.node(mnemonic(), attributes(), operands, desc));
    return run(dag);
  }
};

RefTensor part(const RefTensor &whole, int64_t first, int64_t length) {
  RefTensor result(whole.type, {length});
  for (int64_t i = 0; i < length; ++i)
    result.setBits(i, whole.bits(first + i));
  return result;
}

/// In the vectors of a loop and in tails.
TEST_P(Functions, SameBitsInBodyAndTail) {
  std::vector<RefTensor> inputs;
  for (Type input : usualTypes(mnemonic(), type())) {
    inputs.emplace_back(input, std::vector<int64_t>{2053});
    fillMixed(inputs.back(), inputs.size());
  }
  RefTensor whole = alone(inputs);
  for (int64_t length : {3, 33}) {
    std::vector<RefTensor> parts;
    parts.reserve(inputs.size());
    for (const RefTensor &input : inputs)
      parts.push_back(part(input, length * 41, length));
    EXPECT_TRUE(sameBits(part(whole, length * 41, length), alone(parts)))
        << "length " << length;
  }
}

/// Fused with an operator on each side, in layouts that repeat an element and
/// that have elements far apart, it gives what it gives alone.
TEST_P(Functions, SameBitsFusedInAnyLayout) {
  constexpr int64_t kLength = 341;
  for (Placement placement : {Placement::ZeroInner, Placement::Transposed}) {
    Dag dag;
    std::vector<RefTensor> inputs;
    std::vector<int> operands;
    for (Type input : usualTypes(mnemonic(), type())) {
      TensorDesc desc = place(input, placement, kLength);
      RefTensor memory(input, {desc.spanInElements().value()});
      fillMixed(memory, inputs.size() + 5);
      inputs.push_back(gather(memory.data.data(), desc));
      operands.push_back(
          dag.input("in" + std::to_string(operands.size()), desc, memory));
    }
    RefTensor ones(type(), {1});
    ones.setValue(0, 1.0);
    int one = dag.input("one", tensorDesc(type(), {1}), ones);
    Placement last =
        placement == Placement::ZeroInner ? Placement::Packed : placement;
    TensorDesc desc = place(type(), last, kLength);
    TensorDesc spread = place(type(), Placement::ZeroBoth, kLength);
    auto timesOne = [&](int value) {
      std::vector<Dag::Use> uses{{value, dag.desc(value)}, {one, spread}};
      return dag.node("multiply", {}, uses, desc);
    };
    operands[0] = timesOne(operands[0]);
    int value = dag.node(mnemonic(), attributes(), operands, desc);
    dag.output("y", timesOne(value));

    RefTensor result = run(dag);
    for (RefTensor &input : inputs)
      input.sizes = {input.elementCount()};
    RefTensor expected = alone(inputs);
    expected.sizes = {kRows, kLength};
    EXPECT_TRUE(sameBits(expected, result))
        << "placement " << static_cast<int>(placement);
  }
}

INSTANTIATE_TEST_SUITE_P(Operators, Functions,
                         testing::ValuesIn(casesOf(functions())), caseName);

} // namespace
