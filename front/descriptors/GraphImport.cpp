//===- GraphImport.cpp - graphs from DML_GRAPH_DESC -----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/DirectML.h"
#include "front/descriptors/DescriptorReader.h"
#include "front/graph/GraphSpec.h"
#include "front/rules/Refusal.h"

#include <fmt/format.h>

#include <cstring>
#include <new>

namespace fusedml::graph {
namespace {

// Not a rule of DML, whose tensors span as many elements of up to 8 bytes: the
// data is copied, and larger data belongs into a graph input.
constexpr uint64_t kMaxConstantBytes = uint64_t{1} << 32;

Diagnostic error(std::string context, std::string field, const char *rule,
                 std::string message, std::string mend = "") {
  Diagnostic diagnostic =
      refusal(std::move(field), rule, std::move(message), std::move(mend));
  diagnostic.context = std::move(context);
  return diagnostic;
}

std::string text(const char *name) { return name ? name : ""; }

/// The Type of a node or an edge, which may hold a value its enum lacks.
template <typename Tagged> uint32_t typeOf(const Tagged &desc) {
  uint32_t type;
  std::memcpy(&type, &desc.Type, sizeof(type));
  return type;
}

std::string edgeTypeName(uint32_t type) {
  switch (type) {
  case DML_GRAPH_EDGE_TYPE_INVALID:
    return "DML_GRAPH_EDGE_TYPE_INVALID";
  case DML_GRAPH_EDGE_TYPE_INPUT:
    return "DML_GRAPH_EDGE_TYPE_INPUT";
  case DML_GRAPH_EDGE_TYPE_OUTPUT:
    return "DML_GRAPH_EDGE_TYPE_OUTPUT";
  case DML_GRAPH_EDGE_TYPE_INTERMEDIATE:
    return "DML_GRAPH_EDGE_TYPE_INTERMEDIATE";
  default:
    return fmt::format("{}", type);
  }
}

Status checkArray(const char *list, uint32_t count, const void *array) {
  if (array || count == 0)
    return Status::success();
  return error("", list, "null-pointer",
               fmt::format("{} is null, but its count is {}", list, count));
}

Expected<SpecNode> readNode(uint32_t index, const DML_GRAPH_NODE_DESC &desc,
                            const OperatorReader &reader) {
  std::string label = fmt::format("node {}", index);
  uint32_t type = typeOf(desc);
  if (type != DML_GRAPH_NODE_TYPE_OPERATOR &&
      type != DML_GRAPH_NODE_TYPE_CONSTANT)
    return error(label, "Type", "node-type",
                 fmt::format("Type {} is no node type; the values are 1 "
                             "(OPERATOR), 2 (CONSTANT)",
                             type));
  if (!desc.Desc)
    return error(label, "Desc", "null-pointer", "Desc is null");
  SpecNode node;
  if (type == DML_GRAPH_NODE_TYPE_CONSTANT) {
    const auto &constant =
        *static_cast<const DML_CONSTANT_DATA_GRAPH_NODE_DESC *>(desc.Desc);
    node.name = text(constant.Name);
    if (!node.name.empty())
      label = fmt::format("node '{}' ({})", node.name, index);
    if (!constant.Data && constant.DataSize != 0)
      return error(
          label, "Data", "null-pointer",
          fmt::format("Data is null, but DataSize is {}", constant.DataSize));
    if (constant.DataSize > kMaxConstantBytes)
      return error(label, "DataSize", "constant-size",
                   fmt::format("DataSize {} is above {}, the most bytes "
                               "FuseDML takes in a constant",
                               constant.DataSize, kMaxConstantBytes),
                   "pass the data as a graph input");
    const auto *bytes = static_cast<const std::byte *>(constant.Data);
    if (bytes)
      node.constant.assign(bytes, bytes + constant.DataSize);
    return node;
  }
  const auto &operatorNode =
      *static_cast<const DML_OPERATOR_GRAPH_NODE_DESC *>(desc.Desc);
  node.name = text(operatorNode.Name);
  if (!node.name.empty())
    label = fmt::format("node '{}' ({})", node.name, index);
  if (!operatorNode.Operator)
    return error(label, "Operator", "null-pointer", "Operator is null");
  Expected<Operator> op = reader(operatorNode.Operator);
  if (!op) {
    op.error().context = label;
    return op.takeStatus();
  }
  node.op = std::move(*op);
  return node;
}

/// Calls `add` with the desc of each edge of a list that may hold edges of one
/// type only.
template <typename EdgeDesc, typename Add>
Status readEdges(const char *list, uint32_t count,
                 const DML_GRAPH_EDGE_DESC *edges, uint32_t wanted, Add add) {
  if (Status status = checkArray(list, count, edges); !status)
    return status;
  for (uint32_t i = 0; i < count; ++i) {
    std::string label = fmt::format("{}[{}]", list, i);
    uint32_t type = typeOf(edges[i]);
    if (type != wanted)
      return error(label, label + ".Type", "edge-type",
                   fmt::format("Type is {}; this list takes {} only",
                               edgeTypeName(type), edgeTypeName(wanted)));
    if (!edges[i].Desc)
      return error(label, label + ".Desc", "null-pointer", "Desc is null");
    add(*static_cast<const EdgeDesc *>(edges[i].Desc));
  }
  return Status::success();
}

Status readEdges(const DML_GRAPH_DESC &desc, GraphSpec &spec) {
  Status status = readEdges<DML_INPUT_GRAPH_EDGE_DESC>(
      "InputEdges", desc.InputEdgeCount, desc.InputEdges,
      DML_GRAPH_EDGE_TYPE_INPUT, [&](const auto &edge) {
        spec.inputEdges.push_back({.graphInput = edge.GraphInputIndex,
                                   .toNode = edge.ToNodeIndex,
                                   .toInput = edge.ToNodeInputIndex,
                                   .name = text(edge.Name),
                                   .where = {}});
      });
  if (status)
    status = readEdges<DML_INTERMEDIATE_GRAPH_EDGE_DESC>(
        "IntermediateEdges", desc.IntermediateEdgeCount, desc.IntermediateEdges,
        DML_GRAPH_EDGE_TYPE_INTERMEDIATE, [&](const auto &edge) {
          spec.intermediateEdges.push_back(
              {.fromNode = edge.FromNodeIndex,
               .fromOutput = edge.FromNodeOutputIndex,
               .toNode = edge.ToNodeIndex,
               .toInput = edge.ToNodeInputIndex,
               .name = text(edge.Name),
               .where = {}});
        });
  if (status)
    status = readEdges<DML_OUTPUT_GRAPH_EDGE_DESC>(
        "OutputEdges", desc.OutputEdgeCount, desc.OutputEdges,
        DML_GRAPH_EDGE_TYPE_OUTPUT, [&](const auto &edge) {
          spec.outputEdges.push_back({.fromNode = edge.FromNodeIndex,
                                      .fromOutput = edge.FromNodeOutputIndex,
                                      .graphOutput = edge.GraphOutputIndex,
                                      .name = text(edge.Name),
                                      .where = {}});
        });
  return status;
}

Expected<GraphSpec> readSpec(const DML_GRAPH_DESC &desc,
                             const OperatorReader &reader) {
  GraphSpec spec;
  spec.inputCount = desc.InputCount;
  spec.outputCount = desc.OutputCount;
  if (Status status = checkArray("Nodes", desc.NodeCount, desc.Nodes); !status)
    return status;
  for (uint32_t i = 0; i < desc.NodeCount; ++i) {
    Expected<SpecNode> node = readNode(i, desc.Nodes[i], reader);
    if (!node)
      return node.takeStatus();
    spec.nodes.push_back(std::move(*node));
  }
  if (Status status = readEdges(desc, spec); !status)
    return status;
  return spec;
}

} // namespace

Diagnostic unknownObject() {
  return refusal("Operator", "known-object",
                 "Operator is not an operator of this device");
}

Expected<std::shared_ptr<GraphData>> readGraph(const DML_GRAPH_DESC &desc,
                                               const OperatorReader &reader,
                                               const ImportOptions &options) {
  // Counts and sizes come from the caller; the data of constants is copied.
  try {
    Expected<GraphSpec> spec = readSpec(desc, reader);
    if (!spec)
      return spec.takeStatus();
    return buildGraph(*spec, options);
  } catch (const std::bad_alloc &) {
    Diagnostic diagnostic = refusal(
        "", "graph-size", "there is not enough memory to copy the graph",
        "pass large constants as graph inputs");
    diagnostic.code = ErrorCode::OutOfMemory;
    diagnostic.context = fmt::format("graph '{}'", options.name);
    return diagnostic;
  }
}

} // namespace fusedml::graph

namespace fusedml {

Expected<Graph> importGraph(const DML_GRAPH_DESC &desc,
                            const OperatorLookup &lookup,
                            const ImportOptions &options) {
  auto reader = [&](IDMLOperator *object) -> Expected<graph::Operator> {
    const DML_OPERATOR_DESC *found = lookup ? lookup(object) : nullptr;
    if (!found)
      return graph::unknownObject();
    return graph::readOperator(*found, options.featureLevel);
  };
  Expected<std::shared_ptr<graph::GraphData>> data =
      graph::readGraph(desc, reader, options);
  if (!data)
    return data.takeStatus();
  return Graph(std::move(*data));
}

} // namespace fusedml
