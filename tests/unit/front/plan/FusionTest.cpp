//===- FusionTest.cpp - which operators share a loop ----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/unit/front/plan/Planning.h"

using namespace fusedml;
using namespace fusedml::test;
using testing::HasSubstr;

namespace {

TEST(Fusion, AChainIsOneGroup) {
  Graph graph;
  Tensor x = graph.input("x", F32, {8}), y = graph.input("y", F32, {8});
  graph.output("z", activationShrink(x * y));
  Planning planning(graph);
  EXPECT_EQ(planning.groups(), (Groups{{"multiply", "activation_shrink"}}));
  EXPECT_EQ(planning.report(), "1 kernel\nkernel 0 over [8]: multiply, "
                               "activation_shrink (2 inputs, 1 result)\n");
}

TEST(Fusion, OffEveryOperatorIsAlone) {
  Graph graph;
  Tensor x = graph.input("x", F32, {8});
  graph.output("z", abs(negate(x)));
  Planning planning(graph, /*fuse=*/false);
  EXPECT_EQ(planning.groups(), (Groups{{"negate"}, {"abs"}}));
  EXPECT_THAT(planning.report(), HasSubstr("fusion is off"));
}

TEST(Fusion, SiblingsThatShareAnInputMeet) {
  Graph graph;
  Tensor x = graph.input("x", F32, {8});
  graph.output("a", abs(x));
  graph.output("b", negate(x));
  EXPECT_EQ(Planning(graph).groups(), (Groups{{"abs", "negate"}}));
}

TEST(Fusion, StrangersDoNot) {
  Graph graph;
  graph.output("a", abs(graph.input("x", F32, {8})));
  graph.output("b", negate(graph.input("y", F32, {8})));
  EXPECT_EQ(Planning(graph).groups(), (Groups{{"abs"}, {"negate"}}));
}

TEST(Fusion, ABroadcastMovesUp) {
  Graph graph;
  Tensor row = graph.input("row", F32, {8, 1}),
         x = graph.input("x", F32, {8, 4});
  graph.output("y", exp(row) * x);
  EXPECT_EQ(Planning(graph).groups(), (Groups{{"exp", "multiply"}}));
}

TEST(Fusion, WhatVariesInsideOnlyIsComputedOnce) {
  Graph graph;
  Tensor row = graph.input("row", F32, {4}), x = graph.input("x", F32, {8, 4});
  graph.output("y", exp(row) * x);
  Planning planning(graph);
  EXPECT_EQ(planning.groups(), (Groups{{"exp"}, {"multiply"}}));
  EXPECT_THAT(
      planning.report(),
      HasSubstr("border from kernel 0 (exp) to kernel 1 (multiply): the "
                "value varies only along inner dimensions, so it is "
                "computed once by a kernel of its own"));
}

TEST(Fusion, AValueNeededAsItIsStays) {
  Graph graph;
  Tensor row = graph.input("row", F32, {8, 1}),
         x = graph.input("x", F32, {8, 4});
  Tensor e = exp(row);
  graph.output("e", e);
  graph.output("y", e * x);
  EXPECT_THAT(Planning(graph).report(),
              HasSubstr("the value is also needed in its own sizes"));
}

TEST(Fusion, ADiamondAroundABorderKeepsTheOrder) {
  Graph graph;
  Tensor x = graph.input("x", F32, {8, 4});
  Tensor row = exp(graph.input("row", F32, {4}));
  Tensor a = abs(x);
  graph.output("y", (a * row) + a);
  Planning planning(graph);
  // What only later operators read meets them in one loop.
  EXPECT_EQ(planning.groups(), (Groups{{"exp"}, {"abs", "multiply", "add"}}));
}

TEST(Fusion, GroupsEndAtTheMostOperators) {
  Graph graph;
  Tensor x = graph.input("x", F32, {8});
  for (size_t i = 0; i < plan::kMostOperators + 1; ++i)
    x = i % 2 ? abs(x) : negate(x);
  graph.output("y", x);
  Planning planning(graph);
  ASSERT_EQ(planning.groups().size(), 2u);
  EXPECT_EQ(planning.groups()[0].size(), plan::kMostOperators);
  EXPECT_THAT(planning.report(), HasSubstr("has reached 256 operators"));
}

TEST(Fusion, GroupsEndAtTheMostStreams) {
  Graph graph;
  Tensor sum = graph.input("x", F32, {8});
  for (size_t i = 0; i < plan::kMostStreams; ++i)
    sum = sum + graph.input("", F32, {8});
  graph.output("y", sum);
  Planning planning(graph);
  EXPECT_EQ(planning.groups().size(), 2u);
  EXPECT_THAT(planning.report(), HasSubstr("the kernel reads 32 tensors"));
}

TEST(Fusion, OneValueInTwoOutputsIsWrittenTwice) {
  Graph graph;
  Tensor y = abs(graph.input("x", F32, {8}));
  graph.output("a", y);
  graph.output("b", y);
  Planning planning(graph);
  EXPECT_EQ(planning.groups(), (Groups{{"abs"}}));
  EXPECT_EQ(planning.step().operands.size(), 3u);
}

TEST(Fusion, AnInputThatIsAnOutputIsCopied) {
  Graph graph;
  graph.output("y", graph.input("x", F32, {8}));
  EXPECT_EQ(Planning(graph).groups(), (Groups{{"identity"}}));
}

TEST(Fusion, DotQuotesWhatGraphvizWouldRead) {
  Graph graph("a\"b");
  Tensor x = graph.input("x", F32, {8});
  graph.output("y", abs(x).named("n\\"));
  Planning planning(graph);
  EXPECT_EQ(plan::dot(planning.elements, planning.planned.fusion, "a\"b"),
            "digraph \"a\\\"b\" {\n  node [shape=box];\n"
            "  k0 [label=\"kernel 0 [8]\\nabs 'n\\\\'\"];\n}\n");
}

} // namespace
