//===- LoopNestTest.cpp - loops and the keys of their code ----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/unit/front/plan/Planning.h"

#include <cmath>
#include <limits>

using namespace fusedml;
using namespace fusedml::test;
using graph::ScalarForm;
using testing::ElementsAre;

namespace {

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

Graph sum(const Sizes &sizes, const Sizes &a, const Sizes &b,
          const Sizes &out = {}) {
  Graph graph;
  Tensor x = graph.input("x", F32, sizes, a),
         y = graph.input("y", F32, sizes, b);
  graph.output("z", x + y, out);
  return graph;
}

TEST(LoopNest, PackedTensorsAreOneLoop) {
  Planning planning(sum({2, 1, 3, 4}, {}, {}));
  EXPECT_THAT(planning.nest().sizes, ElementsAre(24));
  EXPECT_THAT(planning.nest().operands[0].strides, ElementsAre(1));
}

TEST(LoopNest, GapsKeepLoopsApart) {
  Planning planning(sum({2, 3, 4}, {}, {16, 4, 1}));
  EXPECT_THAT(planning.nest().sizes, ElementsAre(2, 12));
  EXPECT_THAT(planning.nest().operands[1].strides, ElementsAre(16, 1));
}

TEST(LoopNest, BroadcastsKeepLoopsApart) {
  Planning planning(sum({2, 3, 4}, {}, {0, 0, 1}));
  EXPECT_THAT(planning.nest().sizes, ElementsAre(6, 4));
  EXPECT_THAT(planning.nest().operands[1].strides, ElementsAre(0, 1));
}

TEST(LoopNest, TheResultIsWalkedThroughInOrder) {
  Planning planning(sum({2, 3}, {}, {}, {1, 2}));
  EXPECT_THAT(planning.nest().sizes, ElementsAre(3, 2));
  EXPECT_THAT(planning.nest().operands[0].strides, ElementsAre(1, 3));
  EXPECT_THAT(planning.nest().result(0).strides, ElementsAre(2, 1));
}

TEST(LoopNest, LoopsKeepTheirPlacesAroundWhatIsHoisted) {
  Graph graph;
  Tensor x = graph.input("x", F32, {8, 4}), row = graph.input("r", F32, {8, 1});
  graph.output("y", exp(row) * x, {1, 8});
  EXPECT_THAT(Planning(graph).nest().sizes, ElementsAre(8, 4));
}

TEST(LoopNest, OneElementIsOneLoop) {
  Planning planning(sum({1, 1}, {}, {}));
  EXPECT_THAT(planning.nest().sizes, ElementsAre(1));
  EXPECT_THAT(planning.nest().operands[0].strides, ElementsAre(0));
  EXPECT_THAT(planning.nest().result(0).strides, ElementsAre(1));
}

TEST(LoopNest, GeneralForm) {
  plan::LoopNest nest = Planning(sum({2, 3, 4}, {}, {0, 0, 1})).nest();
  plan::LoopNest general = nest;
  ASSERT_TRUE(plan::generalize(general, plan::InnerLoop::AsIs));
  EXPECT_THAT(general.sizes, ElementsAre(1, 1, 6, 4));
  EXPECT_THAT(general.operands[1].strides, ElementsAre(0, 0, 0, 1));
  general = nest;
  ASSERT_TRUE(plan::generalize(general, plan::InnerLoop::One));
  EXPECT_THAT(general.sizes, ElementsAre(1, 6, 4, 1));
  EXPECT_THAT(general.operands[0].strides, ElementsAre(0, 4, 1, 1));
  // Strides inside that no shipped kernel has.
  nest = Planning(sum({6, 4}, {1, 6}, {})).nest();
  EXPECT_FALSE(plan::generalize(nest, plan::InnerLoop::AsIs));
  EXPECT_TRUE(plan::generalize(nest, plan::InnerLoop::One));
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

std::string keyOf(Graph graph) {
  Planning planning(std::move(graph));
  EXPECT_EQ(planning.planned.keys.size(), 1u);
  return planning.planned.keys[0];
}

Graph shrink(DataType type, const Sizes &sizes, const Sizes &strides,
             float bias) {
  Graph graph("any name");
  graph.output("y", activationShrink(graph.input("x", type, sizes, strides),
                                     {.bias = bias}));
  return graph;
}

TEST(KernelKey, SizesStridesScalarsAndNamesAreFree) {
  std::string key = keyOf(shrink(F32, {2, 3}, {5, 1}, 0.25f));
  EXPECT_EQ(keyOf(shrink(F32, {7, 9}, {90, 1}, 0.5f)), key);
  // Reshaped, with more dimensions, or merged out of some.
  EXPECT_EQ(keyOf(shrink(F32, {7, 3, 3}, {90, 3, 1}, 0.5f)), key);
  EXPECT_EQ(keyOf(shrink(F32, {1, 7, 9}, {1, 90, 1}, 0.5f)), key);
}

TEST(KernelKey, WhatChangesCodeIsInIt) {
  std::string key = keyOf(shrink(F32, {2, 3}, {5, 1}, 0.25f));
  for (const Graph &other :
       {shrink(DataType::Float16, {2, 3}, {5, 1}, 0.25f),
        shrink(F32, {2, 3}, {}, 0.25f), shrink(F32, {2, 3}, {1, 4}, 0.25f),
        shrink(F32, {2, 3}, {0, 1}, 0.25f), shrink(F32, {2, 3}, {5, 0}, 0.25f),
        shrink(F32, {2, 3}, {5, 1}, -0.25f), shrink(F32, {2, 3}, {5, 1}, 0),
        shrink(F32, {2, 3}, {5, 1}, 1),
        shrink(F32, {2, 3}, {5, 1}, std::numeric_limits<float>::infinity()),
        shrink(F32, {2, 3}, {5, 1}, NAN)})
    EXPECT_NE(keyOf(other), key);
}

TEST(KernelKey, GraphsShareTheirKernels) {
  // The same loop behind a border, and in a graph of its own.
  Graph alone;
  alone.output("y", exp(alone.input("x", F32, {5})));
  Graph graph;
  Tensor row = graph.input("row", F32, {4}), x = graph.input("x", F32, {8, 4});
  graph.output("y", exp(row) * x);
  Planning planning(graph);
  EXPECT_EQ(planning.planned.keys[0], keyOf(alone));
}

TEST(KernelKey, OperatorsAndTheirOperandsAreInIt) {
  auto difference = [](bool turned) {
    Graph graph;
    Tensor x = graph.input("x", F32, {8}), y = graph.input("y", F32, {8});
    Tensor z = abs(x);
    graph.output("d", turned ? y - z : z - y);
    return graph;
  };
  EXPECT_NE(keyOf(difference(false)), keyOf(difference(true)));
  auto scaled = [](float number) {
    Graph graph;
    graph.output("y", graph.input("x", F32, {8}) * number);
    return graph;
  };
  // A number beside a tensor is in the code.
  EXPECT_NE(keyOf(scaled(2)), keyOf(scaled(3)));
  auto power = [](float exponent) {
    Graph graph;
    graph.output("y", constantPow(graph.input("x", F32, {8}), exponent));
    return graph;
  };
  EXPECT_NE(keyOf(power(2)), keyOf(power(3)));
}

TEST(KernelKey, ConstantScalarsAreInIt) {
  auto key = [](float bias) {
    return Planning(shrink(F32, {8}, {}, bias), true, ScalarForm::Constants)
        .planned.keys[0];
  };
  EXPECT_NE(key(0.25f), key(0.5f));
}

} // namespace
