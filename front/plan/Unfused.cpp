//===- Unfused.cpp - a graph in the form of shipped kernels ---------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/plan/Unfused.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

namespace fusedml::plan {

using graph::Operator;

/// A number as a float of the same value, if there is one.
static std::optional<float> exactFloat(const graph::ScalarUnion &scalar) {
  unsigned width = bitWidth(scalar.type);
  switch (scalar.type) {
  case DataType::Float32:
    return std::bit_cast<float>(static_cast<uint32_t>(scalar.bits));
  case DataType::Float16:
    return halfToFloat(static_cast<uint16_t>(scalar.bits));
  case DataType::Float64:
  case DataType::Unknown:
    return std::nullopt;
  default:
    break;
  }
  uint64_t bits = scalar.bits << (64 - width);
  bool isNegative = isSigned(scalar.type) && bits >> 63;
  bits = isSigned(scalar.type)
             ? static_cast<uint64_t>(static_cast<int64_t>(bits) >> (64 - width))
             : bits >> (64 - width);
  uint64_t magnitude = isNegative ? -bits : bits;
  // No more than the digits of a float, so that converting back is exact.
  if (magnitude > uint64_t{1} << 24)
    return std::nullopt;
  auto real = static_cast<float>(magnitude);
  return isNegative ? -real : real;
}

/// CLIP for a CLIP1, CLIP_GRAD for a CLIP_GRAD1: the same operator with bounds
/// that are floats. Null if it is neither or its bounds are no floats.
static const Operator *withFloatBounds(const Operator &op,
                                       ElementGraph &graph) {
  bool isClip = op.row->mnemonic == "clip1";
  if (!isClip && op.row->mnemonic != "clip_grad1")
    return nullptr;
  Operator &result = graph.newOperator(isClip ? "clip" : "clip_grad");
  for (size_t field = 0; field < result.fields.size(); ++field) {
    int same = op.row->field(result.row->fields[field].name);
    if (same < 0)
      return nullptr;
    const graph::FieldValue &value = op.fields[static_cast<size_t>(same)];
    result.fields[field] = value;
    if (const auto *scalar = std::get_if<graph::ScalarUnion>(&value)) {
      std::optional<float> bound = exactFloat(*scalar);
      if (!bound)
        return nullptr;
      result.fields[field] = *bound;
    }
  }
  return &result;
}

/// ScaleBias as a copy of its own before the operator, where the operator
/// rounds what it gives. Not for FLOAT16, where it does not.
static bool takesScaleBiasApart(const Node &node) {
  return node.op->row->mnemonic != "identity" &&
         node.result.type != DataType::Float16 &&
         std::ranges::any_of(node.op->fields, [](const auto &value) {
           return std::holds_alternative<ScaleBias>(value);
         });
}

/// The node that scales the first operand of another one.
static Node scaling(Node &node, ElementGraph &graph) {
  Operator &scaled = graph.newOperator("identity");
  Operator &plain = graph.newOperator(node.op->row->mnemonic);
  for (size_t field = 0; field < node.op->fields.size(); ++field)
    if (std::holds_alternative<ScaleBias>(node.op->fields[field]))
      scaled.fields[static_cast<size_t>(scaled.row->field("ScaleBias"))] =
          node.op->fields[field];
    else
      plain.fields[field] = node.op->fields[field];
  node.op = &plain;
  TensorDesc packed;
  packed.type = node.operands.front().view.type;
  packed.sizes = node.result.sizes;
  return {&scaled, {node.operands.front()}, std::move(packed), node.name};
}

/// Operators that have kernels, for those that have none of their own.
static void replaceOperators(ElementGraph &graph) {
  std::vector<Node> old = std::move(graph.nodes);
  std::vector<int> numbers; // Of old nodes among the new ones.
  graph.nodes.clear();
  graph.nodes.reserve(old.size());
  auto renumber = [&](Operand &operand) {
    if (operand.source.kind == Source::Kind::Node)
      operand.source.number =
          numbers[static_cast<size_t>(operand.source.number)];
  };
  for (Node &node : old) {
    std::ranges::for_each(node.operands, renumber);
    if (const Operator *other = withFloatBounds(*node.op, graph))
      node.op = other;
    if (takesScaleBiasApart(node)) {
      graph.nodes.push_back(scaling(node, graph));
      node.operands.front() = {
          {Source::Kind::Node, static_cast<int>(graph.nodes.size()) - 1},
          graph.nodes.back().result};
    }
    numbers.push_back(static_cast<int>(graph.nodes.size()));
    graph.nodes.push_back(std::move(node));
  }
  std::ranges::for_each(graph.outputs, renumber);
}

std::shared_ptr<runtime::Plan> planUnfused(const graph::GraphData &graph,
                                           const FindKernelFn &find,
                                           std::string &obstacle) {
  constexpr auto kScalars = graph::ScalarForm::Any;
  ElementGraph elements = elementsOf(graph);
  simplify(elements);
  replaceOperators(elements);
  elements.isGeneral = true;
  Fusion fusion = fuse(elements, /*isOn=*/false);

  std::vector<LoopNest> nests;
  std::vector<runtime::KernelFn> functions;
  for (const Group &group : fusion.groups) {
    LoopNest nest = nestOf(elements, group);
    collapse(nest);
    runtime::KernelFn function = nullptr;
    // Where no kernel has the strides of the innermost loop, each element is
    // computed in a loop of its own.
    bool fits = false, isEmpty = std::ranges::count(nest.sizes, 0) != 0;
    for (InnerLoop inner : {InnerLoop::AsIs, InnerLoop::One}) {
      LoopNest general = nest;
      if (function || isEmpty || !generalize(general, inner))
        continue;
      fits = true;
      function = find(keyOf(general, kScalars));
      if (function)
        nest = std::move(general);
    }
    if (!function && !isEmpty) {
      const Node &node =
          elements.nodes[static_cast<size_t>(group.nodes.front())];
      obstacle = fmt::format(
          "{}: {}", node.op->row->mnemonic,
          fits ? "no kernel for its types or constants"
               : "its tensors have too many dimensions that do not lie one in "
                 "the other");
      if (!node.name.empty())
        obstacle = fmt::format("node '{}': {}", node.name, obstacle);
      return nullptr;
    }
    nests.push_back(std::move(nest));
    functions.push_back(function);
  }
  auto plan = makeSteps(graph, elements, fusion, nests, kScalars);
  if (!plan) {
    obstacle = plan.error().message;
    return nullptr;
  }
  for (size_t i = 0; i < functions.size(); ++i)
    (*plan)->steps[i].function = functions[i];
  return std::move(*plan);
}

} // namespace fusedml::plan
