//===- SimplifyTest.cpp - what need not be computed -----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/unit/front/plan/Planning.h"

using namespace fusedml;
using namespace fusedml::test;
using plan::ElementGraph;
using plan::Source;
using testing::ElementsAre;

namespace {

std::vector<std::string_view> namesOf(const ElementGraph &elements) {
  std::vector<std::string_view> names;
  for (const plan::Node &node : elements.nodes)
    names.push_back(node.op->row->mnemonic);
  return names;
}

ElementGraph simplified(const Graph &graph) {
  EXPECT_TRUE(graph.status().ok()) << graph.status().str();
  ElementGraph elements = plan::elementsOf(*graph.data());
  plan::simplify(elements);
  return elements;
}

TEST(Simplify, EqualOperatorsAreOne) {
  Graph graph;
  Tensor x = graph.input("x", F32, {4}), y = graph.input("y", F32, {4});
  graph.output("z", (abs(x) + y) * (abs(x) + y));
  EXPECT_THAT(namesOf(simplified(graph)),
              ElementsAre("abs", "add", "multiply"));
}

TEST(Simplify, OtherScalarsTypesAndOperandsAreNot) {
  Graph graph;
  Tensor x = graph.input("x", F32, {4}), y = graph.input("y", F32, {4});
  graph.output("a", activationShrink(x, {.bias = 0.5f}));
  graph.output("b", activationShrink(x, {.bias = 0.25f}));
  graph.output("c", x - y);
  graph.output("d", y - x);
  graph.output("e", cast(x, DataType::Int32));
  graph.output("f", cast(x, DataType::Int16));
  // Scalars are compared by their bits.
  graph.output("g", clip(x, {.min = 0.0f}));
  graph.output("h", clip(x, {.min = -0.0f}));
  EXPECT_EQ(simplified(graph).nodes.size(), 8u);
}

TEST(Simplify, CopiesGo) {
  Graph graph;
  Tensor x = graph.input("x", F32, {4});
  graph.output("y", abs(identity(identity(x))));
  EXPECT_THAT(namesOf(simplified(graph)), ElementsAre("abs"));
}

TEST(Simplify, CopiesThatChangeSomethingStay) {
  Graph graph;
  Tensor x = graph.input("x", F32, {4});
  graph.output("y", abs(identity(x, {.scaleBias = ScaleBias{2, 1}})));
  graph.output("padded", identity(x), {2});
  EXPECT_EQ(namesOf(simplified(graph)).size(), 3u);
}

TEST(Simplify, WhatNothingReadsGoes) {
  Graph graph;
  Tensor x = graph.input("x", F32, {4});
  Tensor unread = exp(abs(x));
  graph.output("y", negate(x));
  EXPECT_THAT(namesOf(simplified(graph)), ElementsAre("negate"));
  EXPECT_TRUE(unread.value() >= 0);
}

TEST(Simplify, FillsAreNumbers) {
  Graph graph;
  Tensor x = graph.input("x", F32, {2, 4});
  graph.output("y", x * 3.0f);
  ElementGraph elements = simplified(graph);
  ASSERT_THAT(namesOf(elements), ElementsAre("multiply"));
  const plan::Operand &number = elements.nodes[0].operands[1];
  ASSERT_EQ(number.source.kind, Source::Kind::Splat);
  EXPECT_EQ(elements.splats[static_cast<size_t>(number.source.number)],
            (graph::ScalarUnion{F32, 0x40400000}));
  EXPECT_THAT(number.view.strides, ElementsAre(0, 0));
}

TEST(Simplify, AFillThatIsAnOutputIsACopyOfItsNumber) {
  Graph graph;
  graph.output("y", fillValueConstant(graph, F32, {2, 3}, 2.0f), {6, 1});
  Planning planning(std::move(graph));
  EXPECT_EQ(planning.groups(), (Groups{{"identity"}}));
  EXPECT_THAT(planning.nest().sizes, ElementsAre(2, 3));
  EXPECT_EQ(planning.nest().inputCount, 0u);
}

} // namespace
