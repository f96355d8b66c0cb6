//===- Fusion.h - which operators share a loop ------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_PLAN_FUSION_H
#define FUSEDML_FRONT_PLAN_FUSION_H

#include "front/plan/ElementGraph.h"

#include <string>

namespace fusedml::plan {

/// More operators than this in one loop cost more by spilled registers and
/// compile time than a trip through the caches does. An elementary function is
/// as much code and time as several operators.
inline constexpr size_t kMostOperators = 256, kOperatorsOfFunction = 8;
/// With more tensors read at a time, two kernels and a tensor between them are
/// faster: a sum of 48 takes 0.97 of the time in two, one of 64 0.76.
inline constexpr size_t kMostStreams = 32;

/// Nodes that are computed in one pass over memory. All have the same sizes.
struct Group {
  /// What the group writes to memory.
  struct Result {
    int node = 0;
    int output = -1; ///< Of the graph; -1 if only later groups read it.
  };
  std::vector<int> nodes;
  std::vector<Operand> inputs; ///< Each once, in the order of their readers.
  std::vector<Result> results; ///< In the order of the nodes.
};

/// Why a node's reader is in another group although it reads through a view.
enum class Obstacle : uint8_t {
  None,
  NeededAsIs,     ///< Something reads the value in its own sizes.
  SeenTwoWays,    ///< Readers see it through different views.
  ReadAsBytes,    ///< A view has another type.
  Reordered,      ///< No strides express the view.
  VariesInside,   ///< It would be computed again for each outer element.
  RepeatedInside, ///< Some of its elements would be.
};

struct Fusion {
  bool isOn = true;
  std::vector<Group> groups; ///< In an order in which they can run.
  std::vector<int> groupOf;  ///< By node.
  // Why groups end where they do, by node.
  std::vector<unsigned> levels;
  std::vector<Obstacle> obstacles;
  std::vector<bool> cutByStreams;
};

/// Decides what is computed together; every node is alone if `isOn` is false.
/// First, so that the decision can be carried out: an output that is no node's
/// own result gets a node that copies it; and a node that is only read through
/// one view is computed in the sizes of that view, if that computes no element
/// twice.
Fusion fuse(ElementGraph &graph, bool isOn);

/// What fusion did, for people: groups, and the reason at each border.
std::string report(const ElementGraph &graph, const Fusion &fusion);
/// The groups as a Graphviz graph.
std::string dot(const ElementGraph &graph, const Fusion &fusion,
                std::string_view graphName);

} // namespace fusedml::plan

#endif // FUSEDML_FRONT_PLAN_FUSION_H
