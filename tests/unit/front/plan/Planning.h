//===- Planning.h - graphs on their way to a plan ---------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_UNIT_FRONT_PLAN_PLANNING_H
#define FUSEDML_TESTS_UNIT_FRONT_PLAN_PLANNING_H

#include "front/plan/Steps.h"
#include "fusedml/Graph.h"
#include "fusedml/Operators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fusedml::test {

inline constexpr auto F32 = DataType::Float32;
using Sizes = std::vector<int64_t>;

/// A graph with all that was planned of it.
struct Planning {
  explicit Planning(Graph graph, bool fuse = true,
                    graph::ScalarForm scalars = graph::ScalarForm::Arguments)
      : graph(std::move(graph)),
        elements(plan::elementsOf(*this->graph.data())) {
    EXPECT_TRUE(this->graph.status().ok()) << this->graph.status().str();
    plan::simplify(elements);
    auto result = plan::planGraph(*this->graph.data(), elements, fuse, scalars);
    EXPECT_TRUE(result.ok());
    planned = std::move(*result);
  }

  /// The operators of each group.
  std::vector<std::vector<std::string_view>> groups() const {
    std::vector<std::vector<std::string_view>> result;
    for (const plan::Group &group : planned.fusion.groups) {
      auto &names = result.emplace_back();
      for (int node : group.nodes)
        names.push_back(
            elements.nodes[static_cast<size_t>(node)].op->row->mnemonic);
    }
    return result;
  }
  std::string report() const { return plan::report(elements, planned.fusion); }
  const plan::LoopNest &nest(size_t number = 0) const {
    return planned.nests[number];
  }
  const runtime::Step &step(size_t number = 0) const {
    return planned.plan->steps[number];
  }

  Graph graph;
  plan::ElementGraph elements;
  plan::Planned planned;
};

using Groups = std::vector<std::vector<std::string_view>>;

} // namespace fusedml::test

#endif // FUSEDML_TESTS_UNIT_FRONT_PLAN_PLANNING_H
