//===- JsonGraph.cpp - graphs from JSON -----------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/json/JsonGraph.h"

#include "front/graph/GraphSpec.h"
#include "front/json/JsonOperator.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace fusedml::json {

using graph::GraphData;
using graph::GraphSpec;
using graph::OperatorRow;

/// Graph inputs and outputs a file may declare; counts come from the file and
/// size tables.
static constexpr uint32_t kMaxPorts = 1 << 16;

std::shared_ptr<GraphData>
readOperatorGraph(const Value &type, const Value &desc,
                  const ImportOptions &options, Reporter &reporter,
                  std::span<const std::string_view> otherMembers) {
  const OperatorRow *row = readOperatorType(type, reporter);
  if (!row)
    return nullptr;
  std::optional<graph::Operator> op =
      readOperator(*row, desc, reporter, otherMembers);
  if (!op)
    return nullptr;
  auto result = graph::buildOperatorGraph(*op, options);
  if (result)
    return *result;
  std::string field = result.error().field;
  reporter.add(std::move(result.error()),
               locateField(reporter.source(), desc, field));
  return nullptr;
}

namespace {

class GraphReader {
public:
  GraphReader(const Value &desc, const ImportOptions &options,
              Reporter &reporter)
      : desc(desc), options(options), reporter(reporter) {}

  std::shared_ptr<GraphData> read() {
    size_t errors = reporter.errorCount();
    if (!desc.isObject()) {
      reporter.fieldError(
          desc, "desc", fmt::format("expected an object, not {}", desc.str()));
      return nullptr;
    }
    reporter.warnUnknown(desc,
                         {"InputCount", "OutputCount", "Nodes", "InputEdges",
                          "IntermediateEdges", "OutputEdges"},
                         "DML_GRAPH_DESC");
    readNodes();
    // Edges refer to nodes, so errors there would repeat those of the nodes.
    if (errors != reporter.errorCount())
      return nullptr;
    readInputEdges();
    readIntermediateEdges();
    readOutputEdges();
    readCounts();
    if (errors != reporter.errorCount())
      return nullptr;
    namePorts();
    if (errors != reporter.errorCount())
      return nullptr;
    return build();
  }

private:
  //===--- Nodes ----------------------------------------------------------===//

  void readNodes() {
    const Value *nodes = reporter.required(desc, "Nodes");
    if (!nodes)
      return;
    if (!nodes->isArray()) {
      reporter.fieldError(*nodes, "Nodes",
                          fmt::format("expected a list, not {}", nodes->str()));
      return;
    }
    for (const Value &node : nodes->elements)
      readNode(node, fmt::format("Nodes[{}]", spec.nodes.size()));
  }

  void readNode(const Value &value, const std::string &path) {
    graph::SpecNode node;
    node.where = reporter.locate(value);
    nodeDescs.push_back(&value);
    if (!value.isObject()) {
      reporter.fieldError(
          value, path, fmt::format("expected an object, not {}", value.str()));
    } else {
      if (const Value *name = value.find("Name"))
        if (auto text = reporter.string(*name, path + ".Name")) {
          node.name = *text;
          if (!text->empty() &&
              !nodeIndex.emplace(*text, spec.nodes.size()).second)
            reporter.fieldError(
                *name, path + ".Name",
                fmt::format("another node is named '{}'", *text));
        }
      if (const Value *type =
              reporter.required(value, "Type", path + ".Type")) {
        if (type->isString() && type->text == "CONSTANT")
          readConstant(value, path, node);
        else
          readOperatorNode(value, *type, path, node);
      }
    }
    spec.nodes.push_back(std::move(node));
  }

  void readOperatorNode(const Value &value, const Value &type,
                        const std::string &path, graph::SpecNode &node) {
    const OperatorRow *row = readOperatorType(type, reporter);
    if (!row)
      return;
    static constexpr std::string_view kOwn[] = {"Name", "Type"};
    const Value &fields = descOf(value);
    if (&fields != &value)
      reporter.warnUnknown(value, {"Name", "Type", "Desc", "desc"}, path);
    nodeDescs.back() = &fields;
    node.op =
        readOperator(*row, fields, reporter,
                     &fields == &value ? std::span<const std::string_view>(kOwn)
                                       : std::span<const std::string_view>());
  }

  void readConstant(const Value &value, const std::string &path,
                    graph::SpecNode &node) {
    const Value &fields = descOf(value);
    if (!fields.isObject()) {
      reporter.fieldError(
          fields, path + ".Desc",
          fmt::format("expected an object, not {}", fields.str()));
      return;
    }
    if (&fields == &value)
      reporter.warnUnknown(value, {"Name", "Type", "DataType", "Data"}, path);
    else
      reporter.warnUnknown(fields, {"DataType", "Data"}, path + ".Desc");
    DataType type = DataType::UInt8;
    if (const Value *typeValue = fields.find("DataType")) {
      auto read = reporter.dataType(*typeValue, path + ".DataType");
      if (!read)
        return;
      type = *read;
      if (bitWidth(type) < 8) {
        reporter.fieldError(
            *typeValue, path + ".DataType",
            fmt::format("a constant cannot have the type {}", name(type)),
            "give UINT8 values of two elements each, the first in the low "
            "half");
        return;
      }
    }
    const Value *data = reporter.required(fields, "Data", path + ".Data");
    if (!data)
      return;
    if (!data->isArray() || data->elements.empty()) {
      reporter.fieldError(
          *data, path + ".Data",
          fmt::format("expected a list of at least one {}, "
                      "not {}",
                      name(type),
                      data->isArray() ? "an empty list" : data->str()));
      return;
    }
    size_t bytes = bitWidth(type) / 8;
    for (size_t i = 0; i < data->elements.size(); ++i) {
      std::string why;
      auto bits = scalarBits(data->elements[i], type, /*allowNames=*/true, why);
      if (!bits) {
        reporter.fieldError(data->elements[i],
                            fmt::format("{}.Data[{}]", path, i), why);
        return;
      }
      for (size_t byte = 0; byte < bytes; ++byte)
        node.constant.push_back(static_cast<std::byte>(*bits >> (8 * byte)));
    }
    // As TotalTensorSizeInBytes, which defaults to a multiple of 4.
    node.constant.resize((node.constant.size() + 3) / 4 * 4);
  }

  //===--- Edges ----------------------------------------------------------===//

  /// Calls `readEdge(edge, path)` for each object of an edge list, which may
  /// be missing.
  template <typename Fn>
  void forEachEdge(std::string_view list, std::string_view kind,
                   std::initializer_list<std::string_view> known, Fn readEdge) {
    const Value *elements = desc.find(list);
    if (!elements)
      return;
    if (!elements->isArray()) {
      reporter.fieldError(
          *elements, list,
          fmt::format("expected a list, not {}", elements->str()));
      return;
    }
    for (size_t i = 0; i < elements->elements.size(); ++i) {
      const Value &edge = elements->elements[i];
      std::string path = fmt::format("{}[{}]", list, i);
      if (!edge.isObject()) {
        reporter.fieldError(
            edge, path, fmt::format("expected an object, not {}", edge.str()));
        continue;
      }
      if (!checkEdgeKind(edge, path, known, kind))
        continue;
      reporter.warnUnknown(edge, known, path);
      std::string name;
      if (const Value *text = edge.find("Name"))
        name = reporter.string(*text, path + ".Name").value_or("");
      edges.emplace_back(reporter.locate(edge), &edge);
      readEdge(edge, path, std::move(name));
    }
  }

  /// Whether the edge is of the kind its list is for, by its Type and by the
  /// fields it has.
  bool checkEdgeKind(const Value &edge, const std::string &path,
                     std::initializer_list<std::string_view> known,
                     std::string_view kind) {
    constexpr std::string_view kPrefix = "DML_GRAPH_EDGE_TYPE_";
    constexpr std::string_view kMend = "put the edge into the list of its kind";
    if (const Value *type = edge.find("Type")) {
      auto text = reporter.string(*type, path + ".Type");
      if (!text)
        return false;
      if (text->starts_with(kPrefix))
        text->remove_prefix(kPrefix.size());
      if (*text != kind) {
        reporter.fieldError(
            *type, path + ".Type",
            fmt::format("this list holds {} edges, not {}", kind, *text),
            std::string(kMend));
        return false;
      }
    }
    for (const Member &member : edge.members)
      if (isEdgeField(member.name) &&
          std::ranges::find(known, member.name) == known.end()) {
        reporter.errorAt(member.offset,
                         fmt::format("{} has the field '{}', which {} edges do "
                                     "not have",
                                     path, member.name, kind),
                         std::string(kMend));
        return false;
      }
    return true;
  }

  static bool isEdgeField(std::string_view name) {
    static constexpr std::string_view kFields[] = {
        "GraphInputIndex",     "GraphOutputIndex", "FromNodeIndex",
        "FromNodeOutputIndex", "ToNodeIndex",      "ToNodeInputIndex"};
    return std::ranges::find(kFields, name) != std::end(kFields);
  }

  uint32_t readIndex(const Value &edge, std::string_view field,
                     const std::string &path, uint32_t max) {
    std::string fieldPath = fmt::format("{}.{}", path, field);
    const Value *value = reporter.required(edge, field, fieldPath);
    return value ? static_cast<uint32_t>(
                       reporter.unsignedInteger(*value, fieldPath, max)
                           .value_or(0))
                 : 0;
  }

  uint32_t readNodeReference(const Value &edge, std::string_view field,
                             const std::string &path) {
    const Value *value = edge.find(field);
    if (!value || !value->isString())
      return readIndex(edge, field, path, std::numeric_limits<uint32_t>::max());
    auto found = nodeIndex.find(value->text);
    if (found != nodeIndex.end())
      return static_cast<uint32_t>(found->second);
    std::vector<std::string_view> names;
    names.reserve(nodeIndex.size());
    for (const auto &[name, index] : nodeIndex)
      names.push_back(name);
    reporter.fieldError(*value, fmt::format("{}.{}", path, field),
                        fmt::format("no node is named '{}'", value->text),
                        didYouMean(value->text, names));
    return 0;
  }

  void readInputEdges() {
    forEachEdge(
        "InputEdges", "INPUT",
        {"GraphInputIndex", "ToNodeIndex", "ToNodeInputIndex", "Name", "Type"},
        [&](const Value &edge, const std::string &path, std::string name) {
          graph::SpecInputEdge result;
          result.where = reporter.locate(edge);
          result.name = std::move(name);
          result.graphInput =
              readIndex(edge, "GraphInputIndex", path, kMaxPorts - 1);
          result.toNode = readNodeReference(edge, "ToNodeIndex", path);
          result.toInput = readIndex(edge, "ToNodeInputIndex", path, kMaxPorts);
          spec.inputEdges.push_back(std::move(result));
        });
  }

  void readIntermediateEdges() {
    forEachEdge(
        "IntermediateEdges", "INTERMEDIATE",
        {"FromNodeIndex", "FromNodeOutputIndex", "ToNodeIndex",
         "ToNodeInputIndex", "Name", "Type"},
        [&](const Value &edge, const std::string &path, std::string name) {
          graph::SpecIntermediateEdge result;
          result.where = reporter.locate(edge);
          result.name = std::move(name);
          result.fromNode = readNodeReference(edge, "FromNodeIndex", path);
          result.fromOutput =
              readIndex(edge, "FromNodeOutputIndex", path, kMaxPorts);
          result.toNode = readNodeReference(edge, "ToNodeIndex", path);
          result.toInput = readIndex(edge, "ToNodeInputIndex", path, kMaxPorts);
          spec.intermediateEdges.push_back(std::move(result));
        });
  }

  void readOutputEdges() {
    forEachEdge(
        "OutputEdges", "OUTPUT",
        {"FromNodeIndex", "FromNodeOutputIndex", "GraphOutputIndex", "Name",
         "Type"},
        [&](const Value &edge, const std::string &path, std::string name) {
          graph::SpecOutputEdge result;
          result.where = reporter.locate(edge);
          result.name = std::move(name);
          result.fromNode = readNodeReference(edge, "FromNodeIndex", path);
          result.fromOutput =
              readIndex(edge, "FromNodeOutputIndex", path, kMaxPorts);
          result.graphOutput =
              readIndex(edge, "GraphOutputIndex", path, kMaxPorts - 1);
          spec.outputEdges.push_back(std::move(result));
        });
  }

  //===--- Inputs and outputs ---------------------------------------------===//

  void readCounts() {
    for (const auto &edge : spec.inputEdges)
      spec.inputCount = std::max(spec.inputCount, edge.graphInput + 1);
    for (const auto &edge : spec.outputEdges)
      spec.outputCount = std::max(spec.outputCount, edge.graphOutput + 1);
    for (auto [field, count] : {std::pair("InputCount", &spec.inputCount),
                                std::pair("OutputCount", &spec.outputCount)})
      if (const Value *value = desc.find(field))
        if (auto number = reporter.unsignedInteger(*value, field, kMaxPorts))
          *count = static_cast<uint32_t>(*number);
  }

  /// Bind points need a name each, and no two the same.
  void namePorts() {
    spec.inputNames.resize(spec.inputCount);
    for (const auto &edge : spec.inputEdges)
      if (edge.graphInput < spec.inputCount &&
          spec.inputNames[edge.graphInput].empty())
        spec.inputNames[edge.graphInput] = edge.name;
    spec.outputNames.resize(spec.outputCount);
    for (const auto &edge : spec.outputEdges)
      if (edge.graphOutput < spec.outputCount &&
          spec.outputNames[edge.graphOutput].empty())
        spec.outputNames[edge.graphOutput] = edge.name;

    std::set<std::string_view> seen;
    auto finish = [&](std::vector<std::string> &names, std::string_view what) {
      for (size_t i = 0; i < names.size(); ++i) {
        if (names[i].empty())
          names[i] = fmt::format("{}{}", what, i);
        if (!seen.insert(names[i]).second)
          reporter.errorAt(desc.offset,
                           fmt::format("two inputs or outputs of the graph are "
                                       "named '{}'",
                                       names[i]),
                           "give their edges different names");
      }
    };
    finish(spec.inputNames, "Input");
    finish(spec.outputNames, "Output");
  }

  std::shared_ptr<GraphData> build() {
    auto result = graph::buildGraph(spec, options);
    if (result)
      return *result;
    Diagnostic error = std::move(result.error());
    // The checker knows the field, this reader where it stands. A field of an
    // edge is preceded by the edge: "InputEdges[0] 'a'.ToNodeIndex".
    SourceLocation where = error.where;
    auto isCulprit = [&](const SourceLocation &candidate) {
      return candidate.line == where.line && candidate.column == where.column;
    };
    for (size_t i = 0; i < spec.nodes.size(); ++i)
      if (isCulprit(spec.nodes[i].where))
        error.where =
            locateField(reporter.source(), *nodeDescs[i], error.field);
    std::string_view edgeField = error.field;
    edgeField.remove_prefix(edgeField.rfind('.') + 1);
    for (const auto &[place, edge] : edges)
      if (isCulprit(place))
        error.where = locateField(reporter.source(), *edge, edgeField);
    reporter.add(std::move(error), reporter.locate(desc));
    return nullptr;
  }

  const Value &desc;
  const ImportOptions &options;
  Reporter &reporter;
  GraphSpec spec;
  std::vector<const Value *> nodeDescs;
  std::vector<std::pair<SourceLocation, const Value *>> edges;
  std::map<std::string_view, size_t> nodeIndex;
};

} // namespace

std::shared_ptr<GraphData>
readGraph(const Value &desc, const ImportOptions &options, Reporter &reporter) {
  return GraphReader(desc, options, reporter).read();
}

} // namespace fusedml::json
