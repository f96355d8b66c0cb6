//===- StepsTest.cpp - memory and calls -----------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/unit/front/plan/Planning.h"

using namespace fusedml;
using namespace fusedml::test;
using Kind = runtime::Operand::Kind;
using testing::ElementsAre;

namespace {

/// Kind and number of each operand of a step.
std::vector<std::pair<Kind, int>> homesOf(const runtime::Step &step) {
  std::vector<std::pair<Kind, int>> homes;
  for (const runtime::Operand &operand : step.operands)
    homes.emplace_back(operand.kind, operand.index);
  return homes;
}

TEST(Steps, ResultsGoToOutputsOrTemporaries) {
  Graph graph;
  Tensor row = exp(graph.input("row", F32, {4}));
  Tensor x = graph.input("x", F32, {8, 4});
  graph.output("y", row * x);
  Planning planning(graph);
  EXPECT_THAT(
      homesOf(planning.step(0)),
      ElementsAre(std::pair(Kind::Input, 0), std::pair(Kind::Temporary, 0)));
  EXPECT_THAT(homesOf(planning.step(1)),
              ElementsAre(std::pair(Kind::Temporary, 0),
                          std::pair(Kind::Input, 1),
                          std::pair(Kind::Output, 0)));
  EXPECT_GE(planning.planned.plan->temporaryBytes, 16u);
}

TEST(Steps, LaterGroupsReadAnOutputWhereItIs) {
  Graph graph;
  Tensor e = exp(graph.input("row", F32, {4}));
  graph.output("e", e);
  graph.output("y", e * graph.input("x", F32, {8, 4}));
  Planning planning(graph);
  EXPECT_EQ(planning.step(1).operands[0].kind, Kind::Output);
  EXPECT_EQ(planning.planned.plan->temporaryBytes, 0u);
}

TEST(Steps, AChainOfKernelsStaysInOneMemory) {
  Graph graph;
  Tensor x = graph.input("x", F32, {8}), y = graph.input("y", F32, {8});
  graph.output("z", abs(negate(x * y)));
  Planning planning(graph, /*fuse=*/false);
  EXPECT_EQ(planning.planned.plan->temporaryBytes, 0u);
  EXPECT_THAT(
      homesOf(planning.step(1)),
      ElementsAre(std::pair(Kind::Output, 0), std::pair(Kind::Output, 0)));
}

TEST(Steps, AValueThatIsReadTwiceKeepsItsMemory) {
  Graph graph;
  Tensor x = graph.input("x", F32, {8});
  Tensor product = x * x;
  graph.output("z", abs(product) + product);
  Planning planning(graph, /*fuse=*/false);
  EXPECT_EQ(planning.step(1).operands[0].kind, Kind::Temporary);
  EXPECT_EQ(planning.step(2).operands[1].kind, Kind::Temporary);
  EXPECT_EQ(planning.step(1).operands[1].kind, Kind::Output);
}

TEST(Steps, NotInPlaceWhereTheInputIsReadAfterAnIntermediateResult) {
  Graph graph;
  Tensor x = graph.input("x", F32, {8}), y = graph.input("y", F32, {8});
  graph.output("z", negate(x * y) + y);
  // The product is in the memory of the output before y is read again.
  EXPECT_THAT(Planning(graph, false).planned.plan->mayAlias,
              ElementsAre(true, false));
  EXPECT_THAT(Planning(graph).planned.plan->mayAlias, ElementsAre(true, true));
}

TEST(Steps, ScalarsComeInTheOrderOfTheBody) {
  Graph graph;
  Tensor x = graph.input("x", F32, {8});
  Tensor y = activationShrink(x, {.bias = 0.25f, .threshold = 0.5f});
  graph.output("y", clip(y, {.min = 0.125f, .max = 1.0f}));
  Planning planning(graph);
  // 1 is no argument.
  EXPECT_THAT(planning.step().arguments, ElementsAre(0.25f, 0.5f, 0.125f));
  EXPECT_EQ(planning.step().operands.back().kind, Kind::Arguments);
  Planning constant(graph, true, graph::ScalarForm::Constants);
  EXPECT_THAT(constant.step().arguments, testing::IsEmpty());
}

TEST(Steps, InPlaceWhereNothingIsReadLater) {
  Graph graph;
  Tensor x = graph.input("x", F32, {8}), y = graph.input("y", F32, {8});
  graph.output("z", activationShrink(x * y));
  Planning fused(graph), unfused(graph, false);
  EXPECT_THAT(fused.planned.plan->mayAlias, ElementsAre(true, true));
  ASSERT_EQ(fused.planned.plan->exclusive.size(), 1u);
  EXPECT_THAT(unfused.planned.plan->mayAlias, ElementsAre(true, true));
}

TEST(Steps, NotInPlaceWhereTheInputIsReadAfterwards) {
  Graph graph;
  Tensor x = graph.input("x", F32, {8});
  graph.output("a", abs(x));
  graph.output("b", negate(x));
  Planning fused(graph), unfused(graph, false);
  EXPECT_THAT(fused.planned.plan->mayAlias, ElementsAre(true, true));
  EXPECT_THAT(unfused.planned.plan->mayAlias, ElementsAre(false, true));
}

TEST(Steps, NotInPlaceWhereRowsForbidIt) {
  Graph graph;
  Tensor x = graph.input("x", F32, {8});
  graph.output("y", isInfinity(x));
  EXPECT_THAT(Planning(graph).planned.plan->mayAlias, ElementsAre(false));
}

} // namespace
