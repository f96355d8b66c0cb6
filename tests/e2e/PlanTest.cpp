//===- PlanTest.cpp - the planner and the dialect agree -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What runs is planned in front, and what is compiled is made of the same
// decisions in the dialect. The compiler compares the two kernel by kernel
// (groups, loops, memory layouts, keys) and refuses to go on where they differ,
// so that explaining a graph suffices to compare them.
//
//===----------------------------------------------------------------------===//

#include "tests/support/RandomGraph.h"

using namespace support;

namespace {

constexpr uint64_t kGraphs = 2000, kGraphsATest = 100;

class PlanAndDialect : public testing::TestWithParam<uint64_t> {};

TEST_P(PlanAndDialect, HaveTheSameKernels) {
  for (uint64_t i = 0; i < kGraphsATest; ++i) {
    uint64_t seed = GetParam() * kGraphsATest + i;
    NativeDag dag = RandomGraph(seed, seed % 2 ? RandomGraph::Outputs::All
                                               : RandomGraph::Outputs::Some)
                        .dag;
    fusedml::CompileOptions options;
    options.fuse = seed % 4 != 3;
    auto explained =
        fusedml::explain(dag.get(), fusedml::Stage::Fused, options);
    EXPECT_TRUE(explained.ok()) << seed << ": " << explained.error().str();
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, PlanAndDialect,
                         testing::Range(uint64_t{0}, kGraphs / kGraphsATest));

std::string planned(const std::string &body) {
  auto graph = fusedml::parseMlir(
      "func.func @g(%a: tensor<2xf32>, %b: tensor<3x2xf32>) -> tensor<3x2xf32> "
      "{\n" +
          body + "}\n",
      "graph.mlir");
  if (!graph.ok())
    return graph.error().str();
  for (bool fuse : {true, false}) {
    fusedml::CompileOptions options;
    options.fuse = fuse;
    auto explained = fusedml::explain(*graph, fusedml::Stage::Fused, options);
    if (!explained.ok())
      return explained.error().str();
  }
  return "";
}

/// Constants that several operands read, directly, through views, and as other
/// types, are one memory or several in both.
TEST(PlanAndDialectGraphs, ConstantsReadMoreThanOnce) {
  EXPECT_EQ(
      planned("%c = dml.constant dense<[1.0, 2.0]> : tensor<2xf32>\n"
              "%v = dml.reinterpret %c : tensor<2xf32> to tensor<3x2xf32, "
              "#dml.strides<[0, 1]>>\n"
              "%0 = dml.multiply %b, %v : (tensor<3x2xf32>, tensor<3x2xf32, "
              "#dml.strides<[0, 1]>>) -> tensor<3x2xf32>\n"
              "%1 = dml.add %0, %v : (tensor<3x2xf32>, tensor<3x2xf32, "
              "#dml.strides<[0, 1]>>) -> tensor<3x2xf32>\n"
              "return %1 : tensor<3x2xf32>\n"),
      "");
  EXPECT_EQ(
      planned("%c = dml.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : "
              "tensor<6xf32>\n"
              "%d = dml.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : "
              "tensor<6xf32>\n"
              "%v = dml.reinterpret %c : tensor<6xf32> to tensor<3x2xf32>\n"
              "%w = dml.reinterpret %d : tensor<6xf32> to tensor<3x2xf32, "
              "#dml.strides<[1, 3]>>\n"
              "%i = dml.reinterpret %c : tensor<6xf32> to tensor<3x2xi32>\n"
              "%f = dml.cast %i : (tensor<3x2xi32>) -> tensor<3x2xf32>\n"
              "%0 = dml.multiply %v, %v : tensor<3x2xf32>\n"
              "%1 = dml.add %0, %w : (tensor<3x2xf32>, tensor<3x2xf32, "
              "#dml.strides<[1, 3]>>) -> tensor<3x2xf32>\n"
              "%2 = dml.add %1, %f : tensor<3x2xf32>\n"
              "return %2 : tensor<3x2xf32>\n"),
      "");
}

TEST(RaisedText, IndicesAreNoOtherNumbers) {
  auto graph =
      fusedml::parseMlir("func.func @g(%x: tensor<6xi64>) -> tensor<6xi32> {\n"
                         "  %0 = dml.fill_value_sequence %x {ValueStart = 5 : "
                         "i32, ValueDelta = 2 : "
                         "i32} : (tensor<6xi64>) -> tensor<6xi32>\n"
                         "  return %0 : tensor<6xi32>\n}\n",
                         "graph.mlir");
  ASSERT_FALSE(graph.ok());
  EXPECT_EQ(
      graph.error().str(),
      "graph.mlir:2:8: error: 'dml.fill_value_sequence' computes from the "
      "indices of its elements, and its operand holds other numbers\n"
      "note: give it a dml.linear_index, or a view of one");
}

/// A graph that is written as text and read again is planned as before.
TEST(RaisedText, IsPlannedAsTheGraphItCameFrom) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    NativeDag dag = RandomGraph(seed, RandomGraph::Outputs::Some).dag;
    auto text = fusedml::emit(dag.get(), fusedml::EmitKind::Mlir);
    ASSERT_TRUE(text.ok()) << text.error().str();
    auto raised = fusedml::parseMlir(text->code, "graph.mlir");
    ASSERT_TRUE(raised.ok()) << raised.error().str();
    auto before = fusedml::explain(dag.get());
    auto after = fusedml::explain(*raised);
    ASSERT_TRUE(before.ok() && after.ok());
    EXPECT_EQ(before->after, after->after) << seed;
  }
}

} // namespace
