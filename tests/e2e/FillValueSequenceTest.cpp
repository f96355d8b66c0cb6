//===- FillValueSequenceTest.cpp - the operators without inputs -----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Cases.h"
#include "tests/support/Dag.h"
#include "tests/support/Native.h"

#include <limits>

using namespace support;
using reference::Type;

namespace {

class FillValueSequence : public testing::TestWithParam<OpCase> {
protected:
  void SetUp() override {
    if (!hostRuns(GetParam().cpu))
      GTEST_SKIP() << "this machine has no " << GetParam().cpu;
  }

  /// The scalars as values of the type; floats are rounded to it.
  static RefAttributes attributes(Type type, double start, double delta,
                                  std::vector<int64_t> sizes) {
    RefTensor ends(type, {2});
    ends.setValue(0, start);
    ends.setValue(1, delta);
    return bits(type, ends.bits(0), ends.bits(1), std::move(sizes));
  }
  static RefAttributes bits(Type type, uint64_t start, uint64_t delta,
                            std::vector<int64_t> sizes) {
    RefAttributes result;
    result.scalarType = type;
    result.scalars["ValueStart"] = start;
    result.scalars["ValueDelta"] = delta;
    result.sizes = std::move(sizes);
    return result;
  }

  std::vector<RefAttributes> sets(std::vector<int64_t> sizes) const {
    Type type = GetParam().type;
    std::vector<RefAttributes> result;
    for (uint64_t start : specialBits(type))
      result.push_back(
          bits(type, start, specialBits(type)[start % 7 + 3], sizes));
    result.push_back(attributes(type, 10, -2, sizes));
    result.push_back(attributes(type, 0, 1, sizes));
    result.push_back(attributes(type, 0.1, 0.1, sizes));
    result.push_back(attributes(type, -1, 0.3, sizes));
    result.push_back(attributes(type, 2048, 0.5, sizes));
    result.push_back(attributes(type, 1e30, -3e25, sizes));
    return result;
  }
};

TEST_P(FillValueSequence, Values) {
  Dag dag;
  size_t number = 0;
  for (const RefAttributes &set : sets({331}))
    if (isForTarget(number++, GetParam().cpu))
      dag.output("set" + std::to_string(number),
                 dag.node("fill_value_sequence", set, std::vector<int>{},
                          tensorDesc(GetParam().type, {331})));
  RunConfig config;
  config.compile.target.cpu = GetParam().cpu;
  EXPECT_TRUE(dag.run(config));
}

/// Elements count in row-major order whatever the strides are.
TEST_P(FillValueSequence, Layouts) {
  Dag dag;
  Type type = GetParam().type;
  size_t number = 0;
  for (Placement placement : {Placement::Flat, Placement::Packed,
                              Placement::Padded, Placement::Transposed})
    for (int64_t length : kLengths) {
      if (placement != Placement::Flat && number++ % 3 != 0)
        continue;
      TensorDesc desc = place(type, placement, length);
      dag.output("y" + std::to_string(dag.outputCount()),
                 dag.node("fill_value_sequence",
                          attributes(type, 5, 3, desc.sizes),
                          std::vector<int>{}, desc));
    }
  fusedml::CompileOptions options;
  options.target.cpu = GetParam().cpu;
  auto kernel = dag.compile(options);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  RunConfig config;
  EXPECT_TRUE(dag.check(*kernel, config));
  config.protectedPages = true;
  EXPECT_TRUE(dag.check(*kernel, config));
}

/// Each type on one target: how the work is split does not depend on it.
TEST_P(FillValueSequence, OneMiOnFourThreads) {
  Dag dag;
  Type type = GetParam().type;
  if (!isForTarget(static_cast<size_t>(type), GetParam().cpu))
    return;
  for (std::vector<int64_t> sizes :
       {std::vector<int64_t>{1 << 20}, {3, 300007}, {300007, 3}}) {
    dag.output("y" + std::to_string(sizes.size()) + std::to_string(sizes[0]),
               dag.node("fill_value_sequence", attributes(type, 1, 0.25, sizes),
                        std::vector<int>{}, tensorDesc(type, sizes)));
  }
  RunConfig config;
  config.compile.target.cpu = GetParam().cpu;
  EXPECT_TRUE(dag.run(config));
}

/// Inside of a fused loop, transposed and broadcast.
TEST_P(FillValueSequence, Fused) {
  Type type = GetParam().type;
  Dag dag;
  for (const Layout &layout : layoutsFor(2)) {
    int64_t length = 67;
    int a =
        dag.input("a" + layout.name, place(type, layout.ports[0], length), 1);
    TensorDesc fillDesc =
        tensorDesc(type, place(type, layout.ports[2], length).sizes);
    int fill =
        dag.node("fill_value_sequence", attributes(type, 3, -1, fillDesc.sizes),
                 std::vector<int>{}, fillDesc);
    TensorDesc result = place(type, layout.ports[2], length);
    dag.output("y" + layout.name,
               dag.node("multiply", {}, std::vector{a, fill}, result));
    dag.output("fill" + layout.name, fill);
  }
  for (bool fuse : {true, false}) {
    RunConfig config;
    config.compile.target.cpu = GetParam().cpu;
    config.compile.fuse = fuse;
    EXPECT_TRUE(dag.run(config));
  }
}

INSTANTIATE_TEST_SUITE_P(Types, FillValueSequence,
                         testing::ValuesIn(casesOf({"fill_value_sequence"})),
                         caseName);

class FillValueConstant : public testing::TestWithParam<OpCase> {};

/// Every special value, alone and as the operand of another operator, where
/// folds see it.
TEST_P(FillValueConstant, Values) {
  const auto &[mnemonic, type, cpu] = GetParam();
  if (!hostRuns(cpu))
    GTEST_SKIP() << "this machine has no " << cpu;
  Dag dag;
  TensorDesc padded = tensorDesc(type, {3, 37}, {41, 1});
  int x = dag.input("x", padded, 5);
  size_t number = 0;
  for (RefAttributes set : attributeSets(mnemonic, type)) {
    if (!isForTarget(number++, cpu))
      continue;
    set.sizes = padded.sizes;
    int fill = dag.node(mnemonic, set, std::vector<int>{}, padded);
    std::string name = std::to_string(dag.outputCount());
    dag.output("fill" + name, fill);
    dag.output("and" + name,
               dag.node("bit_and", {}, std::vector{x, fill}, padded));
  }
  RunConfig config;
  config.compile.target.cpu = cpu;
  EXPECT_TRUE(dag.run(config));
}

INSTANTIATE_TEST_SUITE_P(Types, FillValueConstant,
                         testing::ValuesIn(casesOf({"fill_value_constant"})),
                         caseName);

TEST(FillValueSequenceNative, ScalarsOfEveryKind) {
  // Integers are taken modulo 2^N, doubles truncate and saturate.
  fusedml::Graph graph("fill");
  graph.output("a",
               fusedml::fillValueSequence(graph, DataType::UInt8, {4}, 10, -2));
  graph.output("b", fusedml::fillValueSequence(graph, DataType::Int64, {3},
                                               INT64_MAX, 1));
  graph.output("c", fusedml::fillValueSequence(graph, DataType::Float32, {3},
                                               0.5, 0.25));
  graph.output("d", fusedml::fillValueSequence(graph, DataType::UInt64, {2},
                                               UINT64_MAX, UINT64_MAX));
  ASSERT_TRUE(graph.status().ok()) << graph.status().str();
  auto kernel = fusedml::compile(graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  std::vector<uint8_t> a(4);
  std::vector<int64_t> b(3);
  std::vector<float> c(3);
  std::vector<uint64_t> d(2);
  fusedml::Status status = kernel->run({}, {a, b, c, d});
  ASSERT_TRUE(status.ok()) << status.str();
  EXPECT_EQ(a, (std::vector<uint8_t>{10, 8, 6, 4}));
  EXPECT_EQ(b, (std::vector<int64_t>{INT64_MAX, INT64_MIN, INT64_MIN + 1}));
  EXPECT_EQ(c, (std::vector<float>{0.5f, 0.75f, 1.0f}));
  EXPECT_EQ(d, (std::vector<uint64_t>{UINT64_MAX, UINT64_MAX - 1}));
}

} // namespace
