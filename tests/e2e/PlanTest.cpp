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
