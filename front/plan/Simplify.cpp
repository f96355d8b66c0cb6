//===- Simplify.cpp - removes what need not be computed -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/plan/ElementGraph.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_map>

namespace fusedml::plan {

using graph::FieldValue;
using graph::Operator;

namespace {

/// Mixes numbers into a hash.
struct Hasher {
  size_t value = 0;
  void add(uint64_t number) {
    value = (value ^ number) * 0x9e3779b97f4a7c15u;
    value ^= value >> 29;
  }
  void add(const TensorDesc &desc) {
    add(static_cast<uint64_t>(desc.type));
    for (int64_t size : desc.sizes)
      add(static_cast<uint64_t>(size));
    for (int64_t stride : desc.strides)
      add(static_cast<uint64_t>(stride));
  }
};

class Simplifier {
public:
  explicit Simplifier(ElementGraph &graph) : graph(graph) {}

  void run();

private:
  void redirect(Operand &operand);
  std::optional<Operand> copied(const Node &node) const;
  int findEqual(int number);
  void removeUnread();

  ElementGraph &graph;
  /// What stands for a node: itself or another one; or what it only copies.
  std::vector<Operand> standIns;
  std::unordered_multimap<size_t, int> known; ///< Nodes by hash.
};

} // namespace

/// Whether a tensor field is what both hold, or both hold the same number.
static bool sameValue(const FieldValue &a, const FieldValue &b) {
  if (a.index() != b.index())
    return false;
  if (auto *real = std::get_if<float>(&a))
    return std::bit_cast<uint32_t>(*real) ==
           std::bit_cast<uint32_t>(std::get<float>(b));
  if (auto *integer = std::get_if<uint32_t>(&a))
    return *integer == std::get<uint32_t>(b);
  if (auto *scalar = std::get_if<graph::ScalarUnion>(&a))
    return *scalar == std::get<graph::ScalarUnion>(b);
  if (auto *pair = std::get_if<ScaleBias>(&a)) {
    const auto &other = std::get<ScaleBias>(b);
    return std::bit_cast<uint64_t>(*pair) == std::bit_cast<uint64_t>(other);
  }
  // Views say what tensors are; an activation is a node of its own.
  return true;
}

static bool sameNode(const Node &a, const Node &b) {
  if (a.op->row != b.op->row || !sameView(a.result, b.result))
    return false;
  for (size_t field = 0; field < a.op->fields.size(); ++field)
    if (!sameValue(a.op->fields[field], b.op->fields[field]))
      return false;
  return std::ranges::equal(
      a.operands, b.operands, [](const Operand &x, const Operand &y) {
        return x.source == y.source && sameView(x.view, y.view);
      });
}

/// Reads what stands for the node that an operand reads.
void Simplifier::redirect(Operand &operand) {
  if (operand.source.kind != Source::Kind::Node)
    return;
  const Operand &standIn = standIns[static_cast<size_t>(operand.source.number)];
  // A number has no bytes that could be seen as another type.
  if (standIn.source.kind == Source::Kind::Splat &&
      standIn.view.type != operand.view.type)
    return;
  operand.source = standIn.source;
  if (operand.source.kind == Source::Kind::Splat)
    operand.view = repeated(operand.view.type, std::move(operand.view.sizes));
}

/// What a node gives without computing: the number that it fills memory with,
/// or the memory that it copies as it is.
std::optional<Operand> Simplifier::copied(const Node &node) const {
  if (node.op->row->mnemonic == "fill_value_constant") {
    for (const FieldValue &field : node.op->fields)
      if (auto *scalar = std::get_if<graph::ScalarUnion>(&field))
        return graph.splat(*scalar, node.result.sizes);
  }
  if (node.op->row->mnemonic != "identity")
    return std::nullopt;
  const Operand &input = node.operands.front();
  for (const FieldValue &field : node.op->fields)
    if (std::holds_alternative<ScaleBias>(field))
      return std::nullopt;
  if (input.source.kind != Source::Kind::Splat &&
      !sameView(input.view, node.result))
    return std::nullopt;
  return input;
}

/// The first node that computes the same.
int Simplifier::findEqual(int number) {
  const Node &node = graph.nodes[static_cast<size_t>(number)];
  Hasher hash;
  hash.add(node.op->row->dmlType);
  hash.add(node.result);
  for (const Operand &operand : node.operands) {
    hash.add(static_cast<uint64_t>(operand.source.kind));
    hash.add(static_cast<uint64_t>(operand.source.number));
    hash.add(operand.view);
  }
  auto [begin, end] = known.equal_range(hash.value);
  for (auto it = begin; it != end; ++it)
    if (sameNode(graph.nodes[static_cast<size_t>(it->second)], node))
      return it->second;
  known.emplace(hash.value, number);
  return number;
}

void Simplifier::removeUnread() {
  std::vector<int> numbers(graph.nodes.size(), -1);
  auto mark = [&](const Operand &operand) {
    if (operand.source.kind == Source::Kind::Node)
      numbers[static_cast<size_t>(operand.source.number)] = 0;
  };
  std::ranges::for_each(graph.outputs, mark);
  for (size_t i = graph.nodes.size(); i-- > 0;)
    if (numbers[i] == 0)
      std::ranges::for_each(graph.nodes[i].operands, mark);

  auto renumber = [&](Operand &operand) {
    if (operand.source.kind == Source::Kind::Node)
      operand.source.number =
          numbers[static_cast<size_t>(operand.source.number)];
  };
  size_t kept = 0;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (numbers[i] < 0)
      continue;
    numbers[i] = static_cast<int>(kept);
    std::ranges::for_each(graph.nodes[i].operands, renumber);
    if (kept != i)
      graph.nodes[kept] = std::move(graph.nodes[i]);
    ++kept;
  }
  graph.nodes.resize(kept);
  std::ranges::for_each(graph.outputs, renumber);
}

void Simplifier::run() {
  known.reserve(graph.nodes.size());
  standIns.reserve(graph.nodes.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    Node &node = graph.nodes[i];
    for (Operand &operand : node.operands)
      redirect(operand);
    std::optional<Operand> standIn = copied(node);
    if (!standIn)
      standIn = {{Source::Kind::Node, findEqual(static_cast<int>(i))}, {}};
    standIns.push_back(std::move(*standIn));
  }
  for (Operand &output : graph.outputs) {
    // The view of an output is how its memory is written.
    TensorDesc written = output.view;
    redirect(output);
    output.view = std::move(written);
  }
  removeUnread();
}

void simplify(ElementGraph &graph) { Simplifier(graph).run(); }

} // namespace fusedml::plan
