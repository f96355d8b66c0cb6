//===- LoopNest.cpp - one kernel: loops and what they compute -------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/plan/LoopNest.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace fusedml::plan {

//===----------------------------------------------------------------------===//
// From groups to loops
//===----------------------------------------------------------------------===//

namespace {

/// Numbers the values of a body.
class NestBuilder {
public:
  NestBuilder(const ElementGraph &graph, const Group &group)
      : graph(graph), group(group) {}

  LoopNest run();

private:
  int numberOf(const Operand &operand);
  void addOperand(const TensorDesc &view, bool isIndex);

  const ElementGraph &graph;
  const Group &group;
  LoopNest nest;
  std::vector<int> nodeNumbers;  ///< Parallel to group.nodes.
  std::vector<int> splatNumbers; ///< By splat; -1 if it is not there yet.
};

} // namespace

void NestBuilder::addOperand(const TensorDesc &view, bool isIndex) {
  nest.operands.push_back({view.type, isIndex, false, view.effectiveStrides()});
}

int NestBuilder::numberOf(const Operand &operand) {
  int next = static_cast<int>(nest.inputCount + nest.values.size());
  if (graph.isInCode(operand)) {
    int &number = splatNumbers[static_cast<size_t>(operand.source.number)];
    if (number < 0) {
      const graph::ScalarUnion &scalar =
          graph.splats[static_cast<size_t>(operand.source.number)];
      nest.values.push_back({nullptr, scalar.type, scalar.bits, {}});
      number = next;
    }
    return number;
  }
  for (size_t input = 0; input < group.inputs.size(); ++input)
    if (group.inputs[input].source == operand.source &&
        sameView(group.inputs[input].view, operand.view))
      return static_cast<int>(input);
  auto member = std::ranges::lower_bound(group.nodes, operand.source.number);
  return nodeNumbers[static_cast<size_t>(member - group.nodes.begin())];
}

LoopNest NestBuilder::run() {
  splatNumbers.assign(graph.splats.size(), -1);
  nest.inputCount = group.inputs.size();
  nest.operands.reserve(group.inputs.size() + group.results.size());
  for (const Operand &input : group.inputs)
    addOperand(input.view, input.source.kind == Source::Kind::Index);
  for (int number : group.nodes) {
    const Node &node = graph.nodes[static_cast<size_t>(number)];
    LoopNest::Value value{node.op, node.result.type, 0, {}};
    for (const Operand &operand : node.operands)
      value.operands.push_back(graph.isGeneral
                                   ? static_cast<int>(value.operands.size())
                                   : numberOf(operand));
    // Operands and input fields run in parallel.
    size_t operand = 0;
    for (const graph::FieldRow &field : node.op->row->fields)
      if (field.kind == graph::FieldKind::Input) {
        auto read = static_cast<size_t>(value.operands[operand++]);
        if (read < nest.inputCount &&
            std::ranges::count(node.op->row->oneElement, field.name))
          nest.operands[read].isSingle = true;
      }
    nodeNumbers.push_back(
        static_cast<int>(nest.inputCount + nest.values.size()));
    nest.values.push_back(std::move(value));
  }
  nest.sizes =
      graph.nodes[static_cast<size_t>(group.nodes.front())].result.sizes;
  for (const Group::Result &result : group.results) {
    const Node &node = graph.nodes[static_cast<size_t>(result.node)];
    addOperand(node.result, false);
    auto member = std::ranges::lower_bound(group.nodes, result.node);
    nest.yields.push_back(
        nodeNumbers[static_cast<size_t>(member - group.nodes.begin())]);
  }
  return std::move(nest);
}

LoopNest nestOf(const ElementGraph &graph, const Group &group) {
  return NestBuilder(graph, group).run();
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

/// Whether each operator of the body varies along every dimension that is
/// longer than 1. Only then may loops change places: an operator hoisted out of
/// inner loops would otherwise be computed more than once.
static bool everythingVaries(const LoopNest &nest) {
  for (size_t dim = 0; dim < nest.sizes.size(); ++dim) {
    if (nest.sizes[dim] == 1)
      continue;
    std::vector<bool> varies(nest.inputCount + nest.values.size());
    for (size_t input = 0; input < nest.inputCount; ++input)
      varies[input] = nest.operands[input].strides[dim] != 0;
    for (size_t i = 0; i < nest.values.size(); ++i) {
      for (int operand : nest.values[i].operands)
        if (varies[static_cast<size_t>(operand)])
          varies[nest.inputCount + i] = true;
      if (nest.values[i].op && !varies[nest.inputCount + i])
        return false;
    }
  }
  return true;
}

void collapse(LoopNest &nest) {
  std::vector<size_t> order;
  for (size_t dim = 0; dim < nest.sizes.size(); ++dim)
    if (nest.sizes[dim] != 1)
      order.push_back(dim);
  const std::vector<int64_t> &first = nest.result(0).strides;
  auto isLarger = [&](size_t a, size_t b) { return first[a] > first[b]; };
  if (!std::ranges::is_sorted(order, isLarger) && everythingVaries(nest))
    std::ranges::stable_sort(order, isLarger);

  // Each merged dimension by its innermost one.
  std::vector<size_t> kept;
  std::vector<int64_t> sizes;
  for (size_t dim : order) {
    int64_t size = nest.sizes[dim], merged = 0;
    bool gapless =
        !kept.empty() && !__builtin_mul_overflow(sizes.back(), size, &merged);
    for (const LoopNest::Operand &operand : nest.operands) {
      if (!gapless)
        break;
      int64_t needed = 0;
      gapless = !__builtin_mul_overflow(operand.strides[dim], size, &needed) &&
                operand.strides[kept.back()] == needed;
    }
    if (gapless) {
      kept.back() = dim;
      sizes.back() = merged;
    } else {
      kept.push_back(dim);
      sizes.push_back(size);
    }
  }
  for (size_t i = 0; i < nest.operands.size(); ++i) {
    std::vector<int64_t> strides;
    strides.reserve(kept.size());
    for (size_t dim : kept)
      strides.push_back(nest.operands[i].strides[dim]);
    // A single element: nothing is read along the dimension, and a result has
    // the form of a contiguous one.
    if (kept.empty())
      strides.push_back(i < nest.inputCount ? 0 : 1);
    nest.operands[i].strides = std::move(strides);
  }
  if (sizes.empty())
    sizes.push_back(1);
  nest.sizes = std::move(sizes);
}

bool generalize(LoopNest &nest, InnerLoop inner) {
  size_t rank = nest.sizes.size();
  if (rank + (inner == InnerLoop::One ? 1 : 0) > kGeneralRank)
    return false;
  if (inner == InnerLoop::AsIs)
    for (size_t i = 0; i < nest.operands.size(); ++i)
      if (int64_t stride = nest.operands[i].strides.back();
          stride != 1 && (stride != 0 || i >= nest.inputCount))
        return false;
  for (LoopNest::Operand &operand : nest.operands) {
    if (inner == InnerLoop::One)
      operand.strides.push_back(operand.isSingle ? 0 : 1);
    operand.strides.insert(operand.strides.begin(),
                           kGeneralRank - operand.strides.size(), 0);
  }
  if (inner == InnerLoop::One)
    nest.sizes.push_back(1);
  nest.sizes.insert(nest.sizes.begin(), kGeneralRank - nest.sizes.size(), 1);
  nest.isGeneral = true;
  return true;
}

//===----------------------------------------------------------------------===//
// Cost
//===----------------------------------------------------------------------===//

/// Time to move one byte through the caches.
static constexpr double kNanosecondsPerByte = 0.008;
/// A loop of its own around a single element.
static constexpr double kSingleElementCost = 5;

double costOf(const LoopNest &nest) {
  double result = 0;
  for (const LoopNest::Value &value : nest.values)
    if (value.op)
      result += value.op->row->cost;
  for (const LoopNest::Operand &operand : nest.operands)
    if (int64_t stride = operand.strides.back();
        !operand.isIndex && stride != 0)
      result += kNanosecondsPerByte * std::max(bitWidth(operand.type), 8u) / 8 *
                (stride == 1 ? 1 : 4);
  if (nest.isGeneral && nest.sizes.back() == 1)
    result += kSingleElementCost;
  return result;
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

namespace {

/// How an operand moves along a dimension, as far as code depends on it.
enum class StrideClass : uint8_t { Zero, One, Any };

/// Every number is self-delimiting and every list begins with its length, so
/// that different kernels have different keys.
class KeyWriter {
public:
  void number(uint64_t value) {
    for (; value >= 128; value >>= 7)
      text.push_back(static_cast<char>(value | 128));
    text.push_back(static_cast<char>(value));
  }
  void bits(uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i)
      text.push_back(static_cast<char>(value >> (8 * i)));
  }
  void operand(const LoopNest &nest, size_t number);
  void value(const LoopNest::Value &value, graph::ScalarForm scalars);

  std::string text;

private:
  void field(const graph::FieldRow &row, const graph::FieldValue &value,
             graph::ScalarForm scalars);
};

} // namespace

static StrideClass classOf(const LoopNest &nest, size_t operand, size_t dim) {
  const LoopNest::Operand &of = nest.operands[operand];
  bool isInner = dim + 1 == nest.sizes.size();
  if (nest.isGeneral && !isInner)
    return of.isSingle ? StrideClass::Zero : StrideClass::Any;
  int64_t stride = of.strides[dim];
  if (nest.sizes[dim] == 1 && !nest.isGeneral)
    stride = operand < nest.inputCount ? 0 : 1;
  if (stride == 0)
    return StrideClass::Zero;
  return isInner && stride == 1 ? StrideClass::One : StrideClass::Any;
}

void KeyWriter::operand(const LoopNest &nest, size_t operand) {
  const LoopNest::Operand &of = nest.operands[operand];
  number(static_cast<uint64_t>(of.type) << 1 | of.isIndex);
  for (size_t dim = 0; dim < nest.sizes.size(); ++dim)
    number(static_cast<uint64_t>(classOf(nest, operand, dim)));
}

void KeyWriter::field(const graph::FieldRow &row,
                      const graph::FieldValue &value,
                      graph::ScalarForm scalars) {
  auto scalar = [&](float real) {
    bits(std::bit_cast<uint32_t>(graph::knownPart(row, real, scalars)), 4);
  };
  if (std::holds_alternative<TensorDesc>(value) || row.implied >= 0 ||
      row.kind == graph::FieldKind::DataType ||
      row.kind == graph::FieldKind::Count ||
      row.kind == graph::FieldKind::Activation ||
      row.kind == graph::FieldKind::Input ||
      row.kind == graph::FieldKind::Output)
    return; // Operands say what tensors are, and nodes what activations are.
  number(value.index());
  if (auto *real = std::get_if<float>(&value)) {
    scalar(*real);
  } else if (auto *integer = std::get_if<uint32_t>(&value)) {
    bits(*integer, 4);
  } else if (auto *element = std::get_if<graph::ScalarUnion>(&value)) {
    number(static_cast<uint64_t>(element->type));
    bits(element->element(), 8);
  } else if (auto *pair = std::get_if<ScaleBias>(&value)) {
    scalar(pair->scale);
    scalar(pair->bias);
  }
}

void KeyWriter::value(const LoopNest::Value &value, graph::ScalarForm scalars) {
  number(value.op ? value.op->row->dmlType + 1 : 0);
  number(static_cast<uint64_t>(value.type));
  if (!value.op) {
    bits(value.bits, 8);
    return;
  }
  number(value.operands.size());
  for (int operand : value.operands)
    number(static_cast<uint64_t>(operand));
  for (size_t i = 0; i < value.op->fields.size(); ++i)
    field(value.op->row->fields[i], value.op->fields[i], scalars);
}

std::string keyOf(const LoopNest &nest, graph::ScalarForm scalars) {
  KeyWriter key;
  key.number(nest.sizes.size());
  key.number(nest.inputCount);
  key.number(nest.operands.size());
  for (size_t i = 0; i < nest.operands.size(); ++i)
    key.operand(nest, i);
  key.number(nest.values.size());
  for (const LoopNest::Value &value : nest.values)
    key.value(value, scalars);
  for (int yield : nest.yields)
    key.number(static_cast<uint64_t>(yield));
  return std::move(key.text);
}

} // namespace fusedml::plan
