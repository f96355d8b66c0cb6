//===- ElementGraph.cpp - a graph as operators on elements ----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/plan/ElementGraph.h"

#include "front/graph/ElementViews.h"
#include "front/rules/Layout.h"

#include <algorithm>
#include <cstring>

namespace fusedml::plan {

using graph::FieldKind;
using graph::GraphData;
using graph::Operator;

TensorDesc repeated(DataType type, std::vector<int64_t> sizes) {
  TensorDesc desc;
  desc.type = type;
  desc.strides.assign(sizes.size(), 0);
  desc.sizes = std::move(sizes);
  return graph::normalLayout(desc);
}

graph::Operator &ElementGraph::newOperator(std::string_view mnemonic) {
  return operators.emplace_back(graph::findOperator(mnemonic));
}

Operand ElementGraph::splat(const graph::ScalarUnion &value,
                            std::vector<int64_t> sizes) {
  auto found = std::ranges::find(splats, value);
  int number = static_cast<int>(found - splats.begin());
  if (found == splats.end())
    splats.push_back({value.type, value.element()});
  return {{Source::Kind::Splat, number},
          repeated(value.type, std::move(sizes))};
}

namespace {

/// Reads a graph node by node.
class Reader {
public:
  explicit Reader(const GraphData &graph)
      : graph(graph), sources(graph.values.size()) {}

  ElementGraph run();

private:
  Operand operand(int value, const TensorDesc &seen);
  void addNode(const graph::Node &node);
  int add(const Operator &op, std::vector<Operand> operands, TensorDesc result,
          std::string_view name);
  void noteInPlace(const graph::Node &node);

  const GraphData &graph;
  std::vector<Source> sources; ///< By value.
  ElementGraph result;
};

} // namespace

/// Whether the first `count` elements of some memory, at least one, are the
/// same.
static bool areEqual(std::span<const std::byte> bytes, DataType type,
                     int64_t count) {
  auto elements = static_cast<size_t>(count);
  size_t size = bitWidth(type) / 8;
  if (size != 0) // Each is what stands before it.
    return std::memcmp(bytes.data(), bytes.data() + size,
                       (elements - 1) * size) == 0;
  auto nibble = [&](size_t at) {
    return bytes[at / 2] >> 4 * (at % 2) & std::byte{15};
  };
  for (size_t at = 1; at < elements; ++at)
    if (nibble(at) != nibble(0))
      return false;
  return true;
}

/// The element at the beginning of some memory.
static graph::ScalarUnion firstElement(std::span<const std::byte> bytes,
                                       DataType type) {
  graph::ScalarUnion scalar{type, 0};
  std::memcpy(&scalar.bits, bytes.data(), (bitWidth(type) + 7) / 8);
  return scalar;
}

Operand Reader::operand(int value, const TensorDesc &seen) {
  const graph::Value &from = graph.values[static_cast<size_t>(value)];
  if (from.kind == graph::Value::Kind::Constant) {
    const std::vector<std::byte> &bytes =
        graph.constants[static_cast<size_t>(from.index)];
    int64_t count = seen.spanInElements().value();
    if (count > 0 && areEqual(bytes, seen.type, count))
      return result.splat(firstElement(bytes, seen.type), seen.sizes);
    ElementGraph::Constant constant{from.index, seen.type, count};
    auto found = std::ranges::find(result.constants, constant);
    int number = static_cast<int>(found - result.constants.begin());
    if (found == result.constants.end())
      result.constants.push_back(constant);
    return {{Source::Kind::Constant, number}, graph::normalLayout(seen)};
  }
  return {sources[static_cast<size_t>(value)], graph::normalLayout(seen)};
}

int Reader::add(const Operator &op, std::vector<Operand> operands,
                TensorDesc desc, std::string_view name) {
  result.nodes.push_back({&op, std::move(operands), std::move(desc), name});
  return static_cast<int>(result.nodes.size()) - 1;
}

/// DirectML's aliasing rules: what an operator reads of the graph's inputs may
/// be overwritten only if its row says so of the field.
void Reader::noteInPlace(const graph::Node &node) {
  const graph::OperatorRow &row = *node.op.row;
  std::vector<int> inputs;
  for (size_t field = 0; field < row.fields.size(); ++field) {
    int value = node.inputs[field];
    if (value < 0 || graph.values[static_cast<size_t>(value)].kind !=
                         graph::Value::Kind::Input)
      continue;
    int number = graph.values[static_cast<size_t>(value)].index;
    if (row.inPlace == graph::InPlaceRule::None ||
        !std::ranges::count(row.inPlaceInputs, row.fields[field].name))
      result.mayOverwrite[static_cast<size_t>(number)] = false;
    inputs.push_back(number);
  }
  // One input as both operands is one view, which the output may be.
  if (row.inPlace == graph::InPlaceRule::OneOf && inputs.size() == 2 &&
      inputs[0] != inputs[1])
    result.exclusive.push_back({inputs[0], inputs[1]});
}

void Reader::addNode(const graph::Node &node) {
  const graph::OperatorRow &row = *node.op.row;
  graph::ElementViews views(node.op);
  std::vector<Operand> operands;
  TensorDesc desc;
  int value = -1;
  const Operator *activation = nullptr;
  for (size_t field = 0; field < row.fields.size(); ++field) {
    const graph::FieldRow &fieldRow = row.fields[field];
    const TensorDesc *tensor = node.op.tensor(field);
    if (fieldRow.kind == FieldKind::Input && node.inputs[field] >= 0)
      operands.push_back(
          operand(node.inputs[field], views.view(fieldRow, *tensor)));
    else if (fieldRow.kind == FieldKind::Input) // Left out, so it is 0.
      operands.push_back(result.splat({graph::typeOfAbsent(node.op, field), 0},
                                      views.sizes()));
    if (fieldRow.kind == FieldKind::Output) {
      value = node.outputs[field];
      desc = graph::normalLayout(views.view(fieldRow, *tensor));
    }
    if (auto *nested = std::get_if<std::shared_ptr<const Operator>>(
            &node.op.fields[field]))
      activation = nested->get();
  }
  if (operands.empty()) {
    TensorDesc indices;
    indices.type = DataType::Int64;
    indices.sizes = desc.sizes;
    operands.push_back({{Source::Kind::Index, 0},
                        graph::normalLayout(node.indices.value_or(indices))});
  }
  noteInPlace(node);
  int number = add(node.op, std::move(operands), desc, node.name);
  if (activation)
    number = add(*activation, {{{Source::Kind::Node, number}, desc}}, desc,
                 node.name);
  if (value >= 0)
    sources[static_cast<size_t>(value)] = {Source::Kind::Node, number};
}

ElementGraph Reader::run() {
  result.mayOverwrite.assign(graph.inputs.size(), true);
  result.nodes.reserve(graph.nodes.size() + graph.outputs.size());
  for (size_t value = 0; value < graph.values.size(); ++value)
    if (graph.values[value].kind == graph::Value::Kind::Input)
      sources[value] = {Source::Kind::Input, graph.values[value].index};
  for (const graph::Node &node : graph.nodes)
    addNode(node);
  for (const graph::GraphOutput &output : graph.outputs) {
    Operand value = operand(
        output.value, graph.values[static_cast<size_t>(output.value)].desc);
    TensorDesc desc = graph::normalLayout(output.desc);
    // Another layout than the producer's is a copy into it.
    if (!sameView(value.view, desc)) {
      int copy = add(result.newOperator("identity"), {std::move(value)}, desc,
                     std::string_view());
      value.source = {Source::Kind::Node, copy};
    }
    result.outputs.push_back({value.source, std::move(desc)});
  }
  return std::move(result);
}

ElementGraph elementsOf(const GraphData &graph) { return Reader(graph).run(); }

} // namespace fusedml::plan
