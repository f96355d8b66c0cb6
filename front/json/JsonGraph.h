//===- JsonGraph.h - graphs from JSON ---------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_JSON_JSONGRAPH_H
#define FUSEDML_FRONT_JSON_JSONGRAPH_H

#include "front/graph/GraphData.h"
#include "front/json/JsonReport.h"

namespace fusedml::json {

/// Reads and checks one operator: `type` names it, `desc` holds its fields.
/// Errors are noted where the culprit stands in the file; null after one.
std::shared_ptr<graph::GraphData>
readOperatorGraph(const Value &type, const Value &desc,
                  const ImportOptions &options, Reporter &reporter,
                  std::span<const std::string_view> otherMembers = {});

/// Reads and checks a DML_GRAPH_DESC spelled in JSON:
///
///   { "Nodes": [ { "Name": "mul", "Type": "ELEMENT_WISE_MULTIPLY",
///                  "Desc": { ... } },
///                { "Type": "CONSTANT",
///                  "Desc": { "DataType": "FLOAT32", "Data": [1, 2] } } ],
///     "InputEdges": [ { "GraphInputIndex": 0, "ToNodeIndex": "mul",
///                       "ToNodeInputIndex": 0, "Name": "a" } ],
///     "IntermediateEdges": [ { "FromNodeIndex": 1, "FromNodeOutputIndex": 0,
///                              "ToNodeIndex": 0, "ToNodeInputIndex": 1 } ],
///     "OutputEdges": [ { "FromNodeIndex": 0, "FromNodeOutputIndex": 0,
///                        "GraphOutputIndex": 0, "Name": "y" } ] }
///
/// InputCount and OutputCount default to what the edges use. A node reference
/// is an index or a node's Name. The names of edges name the graph's inputs
/// and outputs, which are "Input0" and "Output0" and so on without one. A
/// constant without DataType is a list of bytes; its size is rounded up to a
/// multiple of 4.
std::shared_ptr<graph::GraphData>
readGraph(const Value &desc, const ImportOptions &options, Reporter &reporter);

} // namespace fusedml::json

#endif // FUSEDML_FRONT_JSON_JSONGRAPH_H
