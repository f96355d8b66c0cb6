//===- GraphSpec.h - a graph as its author wrote it -------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_GRAPH_GRAPHSPEC_H
#define FUSEDML_FRONT_GRAPH_GRAPHSPEC_H

#include "front/graph/GraphData.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fusedml::graph {

/// A node: an operator (not yet checked), or the bytes of a constant.
struct SpecNode {
  std::string name;
  std::optional<Operator> op;      ///< Empty for a constant node.
  std::vector<std::byte> constant; ///< Only without `op`.
  SourceLocation where;
};

/// Node input and output indices count the input (output) tensor fields of the
/// operator, optional ones included.
struct SpecInputEdge {
  uint32_t graphInput = 0;
  uint32_t toNode = 0, toInput = 0;
  std::string name;
  SourceLocation where;
};

struct SpecIntermediateEdge {
  uint32_t fromNode = 0, fromOutput = 0;
  uint32_t toNode = 0, toInput = 0;
  std::string name;
  SourceLocation where;
};

struct SpecOutputEdge {
  uint32_t fromNode = 0, fromOutput = 0;
  uint32_t graphOutput = 0;
  std::string name;
  SourceLocation where;
};

/// DML_GRAPH_DESC without its pointers: what the descriptor import and the JSON
/// import read, and what buildGraph() checks for both.
struct GraphSpec {
  uint32_t inputCount = 0, outputCount = 0;
  std::vector<SpecNode> nodes;
  std::vector<SpecInputEdge> inputEdges;
  std::vector<SpecIntermediateEdge> intermediateEdges;
  std::vector<SpecOutputEdge> outputEdges;
  /// Names of the graph's inputs and outputs; may be shorter than the counts.
  /// An empty or missing name is taken from the first edge that has one, else
  /// it is "Input0" or "Output0" and so on.
  std::vector<std::string> inputNames, outputNames;
};

/// Checks every operator and every edge rule of DML_GRAPH_DESC and puts the
/// nodes in topological order. Errors name node, edge and rule, and carry the
/// `where` of the culprit.
Expected<std::shared_ptr<GraphData>> buildGraph(const GraphSpec &spec,
                                                const ImportOptions &options);

/// One operator as a graph: a port for each tensor field that is present,
/// named like the field.
Expected<std::shared_ptr<GraphData>>
buildOperatorGraph(const Operator &op, const ImportOptions &options);

} // namespace fusedml::graph

#endif // FUSEDML_FRONT_GRAPH_GRAPHSPEC_H
