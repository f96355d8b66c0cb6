//===- GraphSpec.cpp - the rules of a graph's edges -----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/graph/GraphSpec.h"

#include "front/rules/Layout.h"
#include "front/rules/Refusal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <queue>
#include <set>

namespace fusedml::graph {
namespace {

// A count, not a rule of DML: an input without edges costs memory too.
constexpr uint32_t kMaxGraphInputs = 1u << 20;

Diagnostic error(std::string context, const SourceLocation &where,
                 std::string field, const char *rule, std::string message,
                 std::string mend = "") {
  Diagnostic diagnostic =
      refusal(std::move(field), rule, std::move(message), std::move(mend));
  diagnostic.context = std::move(context);
  diagnostic.where = where;
  return diagnostic;
}

/// Field numbers of the tensors of one kind, in the order of the struct.
std::vector<int> tensorFields(const Operator &op, FieldKind kind) {
  std::vector<int> fields;
  for (size_t i = 0; i < op.row->fields.size(); ++i)
    if (op.row->fields[i].kind == kind)
      fields.push_back(static_cast<int>(i));
  return fields;
}

const TensorDesc &tensorOf(const Operator &op, int field) {
  return *op.tensor(static_cast<size_t>(field));
}

/// What feeds a tensor field of a node.
struct Source {
  enum class Kind : uint8_t { None, GraphInput, Node };
  Kind kind = Kind::None;
  uint32_t index = 0;
  int outputField = -1; ///< Node: field of its operator; -1 for a constant.
  std::string edge;     ///< For messages.
};

class SpecBuilder {
public:
  SpecBuilder(const GraphSpec &spec, const ImportOptions &options)
      : spec(spec), options(options), sources(spec.nodes.size()) {}

  Expected<std::shared_ptr<GraphData>> run() {
    for (auto step :
         {&SpecBuilder::checkCounts, &SpecBuilder::checkNodes,
          &SpecBuilder::readInputEdges, &SpecBuilder::readIntermediateEdges,
          &SpecBuilder::readOutputEdges, &SpecBuilder::checkConnected,
          &SpecBuilder::sortNodes})
      if (Status status = (this->*step)(); !status)
        return status;
    return makeData();
  }

private:
  std::string nodeLabel(uint32_t index) const {
    const std::string &name = spec.nodes[index].name;
    return name.empty() ? fmt::format("node {}", index)
                        : fmt::format("node '{}' ({})", name, index);
  }

  static std::string edgeLabel(const char *list, size_t index,
                               const std::string &name) {
    return name.empty() ? fmt::format("{}[{}]", list, index)
                        : fmt::format("{}[{}] '{}'", list, index, name);
  }

  Status checkCounts() {
    if (spec.nodes.empty())
      return error("", {}, "NodeCount", "node-count",
                   "NodeCount is 0; a graph needs at least one node");
    if (spec.outputCount == 0)
      return error("", {}, "OutputCount", "output-count",
                   "OutputCount is 0; a graph needs at least one output");
    if (spec.inputCount > kMaxGraphInputs)
      return error("", {}, "InputCount", "input-count",
                   fmt::format("InputCount {} is above {}, the most FuseDML "
                               "takes",
                               spec.inputCount, kMaxGraphInputs));
    return Status::success();
  }

  Status checkNodes() {
    for (uint32_t i = 0; i < spec.nodes.size(); ++i) {
      const SpecNode &node = spec.nodes[i];
      if (!node.op) {
        if (Status status = checkConstant(i); !status)
          return status;
        continue;
      }
      Status status =
          checkOperator(*node.op, CheckOptions{.level = options.featureLevel});
      if (!status) {
        status.error().context = nodeLabel(i);
        if (status.error().where.line == 0)
          status.error().where = node.where;
        return status;
      }
      sources[i].resize(node.op->fields.size());
    }
    return Status::success();
  }

  Status checkConstant(uint32_t index) {
    const SpecNode &node = spec.nodes[index];
    if (options.featureLevel < FeatureLevel::Level_6_2)
      return error(nodeLabel(index), node.where, "Type", "feature-level",
                   fmt::format("constant nodes exist from feature level 6_2 "
                               "on, the target is {}",
                               name(options.featureLevel)),
                   "pass the data as a graph input");
    if (node.constant.empty())
      return error(nodeLabel(index), node.where, "DataSize", "constant-size",
                   "DataSize is 0; a constant needs data");
    return Status::success();
  }

  /// An index of an edge, checked against a count.
  static std::optional<Diagnostic> checkIndex(const std::string &edge,
                                              const SourceLocation &where,
                                              const char *field, uint32_t index,
                                              size_t count,
                                              const std::string &of) {
    if (index < count)
      return std::nullopt;
    return error(
        edge, where, fmt::format("{}.{}", edge, field), "edge-index",
        fmt::format("{} {} is out of range; {} {}", field, index, of, count));
  }

  /// The input tensor an edge leads to.
  Expected<int> target(const std::string &edge, const SourceLocation &where,
                       uint32_t node, uint32_t input) const {
    if (auto wrong = checkIndex(edge, where, "ToNodeIndex", node,
                                spec.nodes.size(), "the count of nodes is"))
      return std::move(*wrong);
    const SpecNode &to = spec.nodes[node];
    std::vector<int> fields;
    if (to.op)
      fields = tensorFields(*to.op, FieldKind::Input);
    if (auto wrong = checkIndex(
            edge, where, "ToNodeInputIndex", input, fields.size(),
            fmt::format("the count of inputs of {} is", nodeLabel(node))))
      return std::move(*wrong);
    int field = fields[input];
    const auto &fieldRow = to.op->row->fields[static_cast<size_t>(field)];
    if (!to.op->tensor(static_cast<size_t>(field)))
      return error(edge, where, edge + ".ToNodeInputIndex", "edge-to-null",
                   fmt::format("the edge leads to {} of {}, which is null",
                               fieldRow.name, nodeLabel(node)),
                   "give the tensor or leave the edge out");
    const Source &before = sources[node][static_cast<size_t>(field)];
    if (before.kind != Source::Kind::None)
      return error(edge, where, edge + ".ToNodeInputIndex", "duplicate-edge",
                   fmt::format("{} of {} already has an edge, {}",
                               fieldRow.name, nodeLabel(node), before.edge),
                   "leave one of the two out");
    return field;
  }

  /// The output tensor an edge comes from; -1 is the data of a constant.
  Expected<int> origin(const std::string &edge, const SourceLocation &where,
                       uint32_t node, uint32_t output) const {
    if (auto wrong = checkIndex(edge, where, "FromNodeIndex", node,
                                spec.nodes.size(), "the count of nodes is"))
      return std::move(*wrong);
    const SpecNode &from = spec.nodes[node];
    std::vector<int> fields = {-1};
    if (from.op)
      fields = tensorFields(*from.op, FieldKind::Output);
    if (auto wrong = checkIndex(
            edge, where, "FromNodeOutputIndex", output, fields.size(),
            fmt::format("the count of outputs of {} is", nodeLabel(node))))
      return std::move(*wrong);
    int field = fields[output];
    if (from.op && !from.op->tensor(static_cast<size_t>(field)))
      return error(
          edge, where, edge + ".FromNodeOutputIndex", "edge-to-null",
          fmt::format("the edge comes from {} of {}, which is null",
                      from.op->row->fields[static_cast<size_t>(field)].name,
                      nodeLabel(node)),
          "give the tensor or leave the edge out");
    return field;
  }

  std::string tensorLabel(uint32_t node, int field) const {
    const SpecNode &at = spec.nodes[node];
    return at.op ? fmt::format(
                       "{} of {}",
                       at.op->row->fields[static_cast<size_t>(field)].name,
                       nodeLabel(node))
                 : nodeLabel(node);
  }

  Status readInputEdges() {
    struct Reader {
      uint32_t node;
      int field;
    };
    std::vector<std::optional<Reader>> first(spec.inputCount);
    for (size_t i = 0; i < spec.inputEdges.size(); ++i) {
      const SpecInputEdge &edge = spec.inputEdges[i];
      std::string label = edgeLabel("InputEdges", i, edge.name);
      if (auto wrong =
              checkIndex(label, edge.where, "GraphInputIndex", edge.graphInput,
                         spec.inputCount, "the count of graph inputs is"))
        return std::move(*wrong);
      Expected<int> field =
          target(label, edge.where, edge.toNode, edge.toInput);
      if (!field)
        return field.takeStatus();
      sources[edge.toNode][static_cast<size_t>(*field)] = {
          Source::Kind::GraphInput, edge.graphInput, -1, label};
      std::optional<Reader> &reader = first[edge.graphInput];
      if (!reader) {
        reader = Reader{edge.toNode, *field};
        continue;
      }
      bool owned = tensorOf(*spec.nodes[edge.toNode].op, *field).ownedByDml;
      if (owned !=
          tensorOf(*spec.nodes[reader->node].op, reader->field).ownedByDml)
        return error(
            label, edge.where, label, "owned-inputs",
            fmt::format("graph input {} feeds {}, which has "
                        "DML_TENSOR_FLAG_OWNED_BY_DML, and {}, which has not",
                        edge.graphInput,
                        owned ? tensorLabel(edge.toNode, *field)
                              : tensorLabel(reader->node, reader->field),
                        owned ? tensorLabel(reader->node, reader->field)
                              : tensorLabel(edge.toNode, *field)),
            "set the flag on both or on neither");
    }
    return Status::success();
  }

  Status readIntermediateEdges() {
    for (size_t i = 0; i < spec.intermediateEdges.size(); ++i) {
      const SpecIntermediateEdge &edge = spec.intermediateEdges[i];
      std::string label = edgeLabel("IntermediateEdges", i, edge.name);
      Expected<int> from =
          origin(label, edge.where, edge.fromNode, edge.fromOutput);
      if (!from)
        return from.takeStatus();
      Expected<int> to = target(label, edge.where, edge.toNode, edge.toInput);
      if (!to)
        return to.takeStatus();
      const TensorDesc &reader = tensorOf(*spec.nodes[edge.toNode].op, *to);
      if (reader.ownedByDml)
        return error(
            label, edge.where, label, "owned-intermediate",
            fmt::format("{} has DML_TENSOR_FLAG_OWNED_BY_DML, which needs a "
                        "graph input, but is fed by {}",
                        tensorLabel(edge.toNode, *to),
                        tensorLabel(edge.fromNode, *from)),
            "clear the flag");
      const SpecNode &producer = spec.nodes[edge.fromNode];
      uint64_t written = producer.op
                             ? tensorOf(*producer.op, *from).bufferBytes()
                             : static_cast<uint64_t>(producer.constant.size());
      if (written != reader.bufferBytes())
        return error(
            label, edge.where, label, "edge-size",
            fmt::format("{} {} of {} differs from TotalTensorSizeInBytes {} of "
                        "{}",
                        producer.op ? "TotalTensorSizeInBytes" : "DataSize",
                        written, tensorLabel(edge.fromNode, *from),
                        reader.bufferBytes(), tensorLabel(edge.toNode, *to)),
            "an edge passes the bytes on as they are; make both sizes equal");
      if (producer.op &&
          !readsOnlyWritten(reader, tensorOf(*producer.op, *from)))
        return error(
            label, edge.where, label, "edge-padding",
            fmt::format("{} {} reads bytes that {} {} does not write",
                        tensorLabel(edge.toNode, *to), reader.str(),
                        tensorLabel(edge.fromNode, *from),
                        tensorOf(*producer.op, *from).str()),
            "padding has no defined contents; read only elements that are "
            "written");
      sources[edge.toNode][static_cast<size_t>(*to)] = {
          Source::Kind::Node, edge.fromNode, *from, label};
    }
    return Status::success();
  }

  Status readOutputEdges() {
    for (size_t i = 0; i < spec.outputEdges.size(); ++i) {
      const SpecOutputEdge &edge = spec.outputEdges[i];
      std::string label = edgeLabel("OutputEdges", i, edge.name);
      Expected<int> from =
          origin(label, edge.where, edge.fromNode, edge.fromOutput);
      if (!from)
        return from.takeStatus();
      if (*from < 0)
        return error(label, edge.where, label + ".FromNodeIndex",
                     "constant-output",
                     fmt::format("{} is a constant and may not be a graph "
                                 "output",
                                 nodeLabel(edge.fromNode)),
                     "put an IDENTITY between");
      if (auto wrong = checkIndex(label, edge.where, "GraphOutputIndex",
                                  edge.graphOutput, spec.outputCount,
                                  "the count of graph outputs is"))
        return std::move(*wrong);
      auto [before, added] = outputs.try_emplace(edge.graphOutput, i);
      if (!added)
        return error(
            label, edge.where, label + ".GraphOutputIndex", "duplicate-edge",
            fmt::format("graph output {} already has an edge, {}",
                        edge.graphOutput,
                        edgeLabel("OutputEdges", before->second,
                                  spec.outputEdges[before->second].name)),
            "leave one of the two out");
    }
    return Status::success();
  }

  Status checkConnected() {
    for (uint32_t i = 0; i < spec.nodes.size(); ++i) {
      const SpecNode &node = spec.nodes[i];
      if (!node.op)
        continue;
      std::vector<int> fields = tensorFields(*node.op, FieldKind::Input);
      for (size_t k = 0; k < fields.size(); ++k) {
        const FieldRow &field =
            node.op->row->fields[static_cast<size_t>(fields[k])];
        bool mayBeMissing =
            !node.op->tensor(static_cast<size_t>(fields[k])) ||
            (node.op->row->isOptional(field, options.featureLevel) &&
             field.array.empty());
        if (mayBeMissing || sources[i][static_cast<size_t>(fields[k])].kind !=
                                Source::Kind::None)
          continue;
        return error(nodeLabel(i), node.where, std::string(field.name),
                     "required-edge",
                     fmt::format("{}, input {}, has no edge", field.name, k),
                     "feed it from a graph input or from another node");
      }
    }
    for (uint32_t i = 0; i < spec.outputCount; ++i)
      if (!outputs.contains(i))
        return error("", {}, "OutputEdges", "required-edge",
                     fmt::format("graph output {} has no edge", i),
                     "add one or lower OutputCount");
    return Status::success();
  }

  /// Kahn's algorithm; of the nodes that are ready the first written is taken,
  /// so that the order does not depend on the order of the edges.
  Status sortNodes() {
    size_t count = spec.nodes.size();
    std::vector<int> waiting(count, 0);
    std::vector<std::vector<uint32_t>> readers(count);
    for (uint32_t i = 0; i < count; ++i)
      for (const Source &source : sources[i])
        if (source.kind == Source::Kind::Node) {
          ++waiting[i];
          readers[source.index].push_back(i);
        }
    std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> ready;
    for (uint32_t i = 0; i < count; ++i)
      if (waiting[i] == 0)
        ready.push(i);
    while (!ready.empty()) {
      uint32_t node = ready.top();
      ready.pop();
      order.push_back(node);
      for (uint32_t reader : readers[node])
        if (--waiting[reader] == 0)
          ready.push(reader);
    }
    if (order.size() == count)
      return Status::success();
    return cycle(waiting);
  }

  /// Each node that still waits is fed by another one that does, so going back
  /// from any of them leads into a cycle.
  Status cycle(const std::vector<int> &waiting) const {
    auto feeder = [&](uint32_t node) {
      for (const Source &source : sources[node])
        if (source.kind == Source::Kind::Node && waiting[source.index] > 0)
          return source.index;
      return node;
    };
    auto start = static_cast<uint32_t>(
        std::ranges::find_if(waiting, [](int n) { return n > 0; }) -
        waiting.begin());
    std::set<uint32_t> seen;
    while (seen.insert(start).second)
      start = feeder(start);
    std::vector<std::string> path = {nodeLabel(start)};
    for (uint32_t node = feeder(start); node != start; node = feeder(node))
      path.push_back(nodeLabel(node));
    path.push_back(nodeLabel(start));
    std::ranges::reverse(path);
    return error(
        "", spec.nodes[start].where, "IntermediateEdges", "acyclic",
        fmt::format("the graph has a cycle: {}", fmt::join(path, " -> ")));
  }

  std::shared_ptr<GraphData> makeData() {
    auto data = std::make_shared<GraphData>();
    data->name = options.name;
    data->level = options.featureLevel;
    makeInputs(*data);
    // Value number of each output field of each node; a constant has one.
    std::vector<std::vector<int>> values(spec.nodes.size());
    std::vector<const TensorDesc *> readers(spec.nodes.size());
    for (const SpecIntermediateEdge &edge : spec.intermediateEdges)
      if (!readers[edge.fromNode])
        readers[edge.fromNode] = &readDesc(edge.toNode, edge.toInput);
    for (uint32_t index : order) {
      const SpecNode &node = spec.nodes[index];
      if (!node.op)
        makeConstant(*data, node, readers[index], values[index]);
      else
        makeNode(*data, index, values);
    }
    std::set<std::string> names;
    for (const std::string &name : data->inputNames)
      names.insert(name);
    for (uint32_t i = 0; i < spec.outputCount; ++i) {
      const SpecOutputEdge &edge = spec.outputEdges[outputs.at(i)];
      const SpecNode &node = spec.nodes[edge.fromNode];
      int field = tensorFields(*node.op, FieldKind::Output)[edge.fromOutput];
      GraphOutput output;
      output.name = portName(spec.outputNames, i, edge.name, "Output", names);
      output.value = values[edge.fromNode][static_cast<size_t>(field)];
      output.desc = tensorOf(*node.op, field);
      data->outputs.push_back(std::move(output));
    }
    return data;
  }

  /// Names become parameters of generated code, so each is used once.
  static std::string portName(const std::vector<std::string> &given,
                              uint32_t index, const std::string &edgeName,
                              const char *word, std::set<std::string> &names) {
    std::string counted = fmt::format("{}{}", word, index);
    for (const std::string &name :
         {index < given.size() ? given[index] : std::string(), edgeName,
          counted})
      if (!name.empty() && names.insert(name).second)
        return name;
    while (!names.insert(counted).second)
      counted += '_';
    return counted;
  }

  void makeInputs(GraphData &data) {
    std::vector<const SpecInputEdge *> firstEdge(spec.inputCount);
    std::vector<std::string> edgeNames(spec.inputCount);
    // What a buffer must be for all readers.
    std::vector<uint64_t> bytes(spec.inputCount);
    std::vector<uint32_t> alignments(spec.inputCount);
    for (const SpecInputEdge &edge : spec.inputEdges) {
      if (!firstEdge[edge.graphInput])
        firstEdge[edge.graphInput] = &edge;
      if (edgeNames[edge.graphInput].empty())
        edgeNames[edge.graphInput] = edge.name;
      const TensorDesc &desc = readDesc(edge.toNode, edge.toInput);
      bytes[edge.graphInput] =
          std::max(bytes[edge.graphInput], desc.bufferBytes());
      alignments[edge.graphInput] =
          std::max(alignments[edge.graphInput], desc.baseOffsetAlignment);
    }
    std::set<std::string> names;
    data.inputs.assign(spec.inputCount, -1);
    for (uint32_t i = 0; i < spec.inputCount; ++i) {
      data.inputNames.push_back(
          portName(spec.inputNames, i, edgeNames[i], "Input", names));
      if (!firstEdge[i])
        continue;
      Value value;
      value.kind = Value::Kind::Input;
      value.index = static_cast<int>(i);
      value.name = data.inputNames.back();
      value.desc = readDesc(firstEdge[i]->toNode, firstEdge[i]->toInput);
      value.desc.totalBytes = bytes[i];
      value.desc.baseOffsetAlignment = alignments[i];
      data.inputs[i] = static_cast<int>(data.values.size());
      data.values.push_back(std::move(value));
    }
  }

  /// How a node reads its input `input`.
  const TensorDesc &readDesc(uint32_t node, uint32_t input) const {
    const Operator &op = *spec.nodes[node].op;
    return tensorOf(op, tensorFields(op, FieldKind::Input)[input]);
  }

  static void makeConstant(GraphData &data, const SpecNode &node,
                           const TensorDesc *reader, std::vector<int> &values) {
    Value value;
    value.kind = Value::Kind::Constant;
    value.index = static_cast<int>(data.constants.size());
    value.name = node.name;
    // Bytes have no type; the first reader gives them one.
    if (reader) {
      value.desc = *reader;
    } else {
      value.desc.type = DataType::UInt8;
      value.desc.sizes = {static_cast<int64_t>(node.constant.size())};
    }
    value.desc.totalBytes = node.constant.size();
    values = {static_cast<int>(data.values.size())};
    data.values.push_back(std::move(value));
    data.constants.push_back(node.constant);
  }

  void makeNode(GraphData &data, uint32_t index,
                std::vector<std::vector<int>> &values) {
    Node node(*spec.nodes[index].op);
    node.name = spec.nodes[index].name;
    int number = static_cast<int>(data.nodes.size());
    values[index].assign(node.op.fields.size(), -1);
    for (size_t i = 0; i < node.op.fields.size(); ++i) {
      FieldKind kind = node.op.row->fields[i].kind;
      if (kind == FieldKind::Output && node.op.tensor(i)) {
        Value value;
        value.kind = Value::Kind::NodeOutput;
        value.index = number;
        value.outputField = static_cast<int>(i);
        value.name = node.name;
        value.desc = *node.op.tensor(i);
        node.outputs[i] = values[index][i] =
            static_cast<int>(data.values.size());
        data.values.push_back(std::move(value));
      }
      if (kind != FieldKind::Input)
        continue;
      const Source &source = sources[index][i];
      if (source.kind == Source::Kind::GraphInput)
        node.inputs[i] = data.inputs[source.index];
      else if (source.kind == Source::Kind::Node)
        node.inputs[i] =
            values[source.index][source.outputField < 0
                                     ? 0
                                     : static_cast<size_t>(source.outputField)];
      else
        node.op.fields[i] = std::monostate(); // An optional tensor, unread.
    }
    data.nodes.push_back(std::move(node));
  }

  const GraphSpec &spec;
  const ImportOptions &options;
  std::vector<std::vector<Source>> sources; ///< By node and field.
  std::map<uint32_t, size_t> outputs;       ///< Graph output -> output edge.
  std::vector<uint32_t> order;
};

} // namespace

Expected<std::shared_ptr<GraphData>> buildGraph(const GraphSpec &spec,
                                                const ImportOptions &options) {
  return SpecBuilder(spec, options).run();
}

Expected<std::shared_ptr<GraphData>>
buildOperatorGraph(const Operator &op, const ImportOptions &options) {
  // Before anything reads the tensors.
  if (Status status =
          checkOperator(op, CheckOptions{.level = options.featureLevel});
      !status)
    return status;
  GraphSpec spec;
  spec.nodes.push_back({.name = "", .op = op, .constant = {}, .where = {}});
  uint32_t inputs = 0, outputs = 0;
  for (size_t i = 0; i < op.fields.size(); ++i) {
    const FieldRow &field = op.row->fields[i];
    if (field.kind == FieldKind::Input) {
      if (op.tensor(i)) {
        spec.inputEdges.push_back({.graphInput = spec.inputCount++,
                                   .toNode = 0,
                                   .toInput = inputs,
                                   .name = "",
                                   .where = {}});
        spec.inputNames.emplace_back(field.name);
      }
      ++inputs;
    } else if (field.kind == FieldKind::Output) {
      if (op.tensor(i)) {
        spec.outputEdges.push_back({.fromNode = 0,
                                    .fromOutput = outputs,
                                    .graphOutput = spec.outputCount++,
                                    .name = "",
                                    .where = {}});
        spec.outputNames.emplace_back(field.name);
      }
      ++outputs;
    }
  }
  return buildGraph(spec, options);
}

} // namespace fusedml::graph
