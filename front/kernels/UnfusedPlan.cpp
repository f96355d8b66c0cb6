//===- UnfusedPlan.cpp - a plan without compiling -------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/UnfusedPlan.h"

#include "front/graph/ElementViews.h"
#include "front/graph/Ports.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <span>

namespace fusedml::cache {

using graph::FieldKind;
using graph::FieldRow;
using graph::FieldValue;
using graph::GraphData;
using graph::Node;
using graph::Operator;
using graph::OperatorRow;
using runtime::Step;
using OperandKind = runtime::Operand::Kind;

namespace {

/// Where no dimension has a kernel, elements are computed one by one, each in a
/// loop of its own. More of them than this take longer than compiling does.
constexpr int64_t kMostSingleElements = 1 << 18;
constexpr double kSingleElementCost = 5;

struct Memory {
  OperandKind kind = OperandKind::Temporary;
  int index = 0;
};

/// A tensor as one call of a kernel sees it.
struct View {
  Memory memory;
  DataType type = DataType::Unknown;
  std::vector<int64_t> strides;
};

/// One call of an operator's kernel: what it computes and on what.
struct Call {
  const Operator *op; ///< Its row, its enums and its scalars.
  bool hasScaleBias = false;
  /// The tensors in the order of their fields.
  std::vector<View> views;
  std::span<const int64_t> sizes;
};

/// Dimensions as kernels have them, outermost first.
class LoopNest {
public:
  explicit LoopNest(const Call &call);

  /// Whether a kernel's innermost loop can run over the last dimension.
  bool isInnermostPlain() const;
  /// Adds a last dimension of one element.
  void addSingle();
  size_t rank() const { return sizes.size(); }
  int64_t size(size_t dim) const { return sizes[dim]; }
  int64_t stride(size_t operand, size_t dim) const {
    return strides[dim * operands + operand];
  }
  int64_t elements() const;

private:
  size_t operands, output;
  std::vector<int64_t> sizes, strides;
};

class Planner {
public:
  Planner(const GraphData &graph, const Prebuilt &kernels)
      : graph(graph), kernels(kernels), homes(graph.values.size()),
        plan(std::make_shared<runtime::Plan>()) {}

  bool run();
  std::shared_ptr<runtime::Plan> result() { return std::move(plan); }

  std::string obstacle;

private:
  std::vector<bool> findNeeded() const;
  void findHomes(const std::vector<bool> &needed);
  void shareHomes(const std::vector<bool> &needed);
  bool addNode(const Node &node);
  bool addFill(const Node &node);
  bool addCopies();
  bool addCall(const Call &call);
  bool addStep(const Call &call, const LoopNest &nest, bool isSingle);
  Memory newTemporary() { return {OperandKind::Temporary, temporaries++}; }
  Memory memoryOf(int value);
  int addConstant(std::vector<std::byte> bytes);
  bool refuse(std::string_view why);

  const GraphData &graph;
  const Prebuilt &kernels;
  std::vector<std::optional<Memory>> homes; ///< By value.
  int temporaries = 0;
  std::shared_ptr<runtime::Plan> plan;
  const Node *current = nullptr; ///< Null for copies into outputs.
};

} // namespace

static const OperatorRow &identityRow() {
  static const OperatorRow &row = *graph::findOperator("identity");
  return row;
}

static bool isTensor(const FieldRow &field) {
  return field.kind == FieldKind::Input || field.kind == FieldKind::Output;
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

LoopNest::LoopNest(const Call &call)
    : operands(call.views.size()), output(operands - 1) {
  std::vector<size_t> order;
  for (size_t dim = 0; dim < call.sizes.size(); ++dim)
    if (call.sizes[dim] != 1)
      order.push_back(dim);
  // The output is walked through in memory order.
  std::ranges::stable_sort(order, std::greater<>(), [&](size_t dim) {
    return call.views[output].strides[dim];
  });
  for (size_t dim : order) {
    int64_t size = call.sizes[dim], merged = 0;
    size_t last = strides.size() - operands;
    bool gapless =
        !sizes.empty() && !__builtin_mul_overflow(sizes.back(), size, &merged);
    for (size_t i = 0; i < operands && gapless; ++i) {
      int64_t needed = 0;
      gapless =
          !__builtin_mul_overflow(call.views[i].strides[dim], size, &needed) &&
          strides[last + i] == needed;
    }
    if (gapless) {
      sizes.back() = merged;
      strides.resize(last);
    } else {
      sizes.push_back(size);
    }
    for (const View &view : call.views)
      strides.push_back(view.strides[dim]);
  }
  if (sizes.empty())
    addSingle();
}

bool LoopNest::isInnermostPlain() const {
  size_t inner = rank() - 1;
  for (size_t i = 0; i < operands; ++i)
    if (stride(i, inner) != 1 && (i == output || stride(i, inner) != 0))
      return false;
  return true;
}

void LoopNest::addSingle() {
  sizes.push_back(1);
  strides.resize(strides.size() + operands, 1);
}

int64_t LoopNest::elements() const {
  int64_t result = 1;
  for (int64_t size : sizes)
    if (__builtin_mul_overflow(result, size, &result))
      return std::numeric_limits<int64_t>::max();
  return result;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

bool Planner::refuse(std::string_view why) {
  std::string_view what =
      current ? current->op.row->mnemonic : "the copy of an output";
  obstacle = fmt::format("{}: {}", what, why);
  if (current && !current->name.empty())
    obstacle = fmt::format("node '{}': {}", current->name, obstacle);
  return false;
}

/// A scalar of an operator, by the field and part that a kernel names.
static float scalarOf(const Operator &op, uint8_t field, uint8_t part) {
  const FieldValue &value = op.fields[field];
  if (const auto *scaleBias = std::get_if<graph::ScaleBias>(&value))
    return part == 0 ? scaleBias->scale : scaleBias->bias;
  return std::get<float>(value);
}

bool Planner::addStep(const Call &call, const LoopNest &nest, bool isSingle) {
  const OperatorRow &row = *call.op->row;
  KernelKey key(row, call.hasScaleBias);
  size_t number = 0, inner = nest.rank() - 1;
  for (size_t field = 0; field < row.fields.size(); ++field) {
    const FieldRow &fieldRow = row.fields[field];
    if (isTensor(fieldRow)) {
      bool repeats = std::ranges::count(row.oneElement, fieldRow.name) ||
                     (!isSingle && nest.stride(number, inner) == 0);
      key.addTensor(call.views[number++].type,
                    repeats ? InnerStride::Repeated : InnerStride::Contiguous);
    } else if (isCompiledIn(fieldRow)) {
      key.addConstant(call.op->fields[field]);
    }
  }
  std::optional<PrebuiltKernel> kernel = kernels.find(key);
  if (!kernel)
    return false;

  Step &step = plan->steps.emplace_back();
  step.name = row.mnemonic;
  step.function = kernel->function;
  step.costPerElement =
      kernel->costPerElement + (isSingle ? kSingleElementCost : 0);
  size_t missing = kPrebuiltRank - nest.rank();
  step.extents.assign(kPrebuiltRank, 1);
  for (size_t dim = 0; dim < nest.rank(); ++dim)
    step.extents[missing + dim] = nest.size(dim);
  step.operands.reserve(call.views.size() + 1);
  for (size_t i = 0; i < call.views.size(); ++i) {
    const View &view = call.views[i];
    runtime::Operand &operand = step.operands.emplace_back();
    operand.kind = view.memory.kind;
    operand.index = view.memory.index;
    operand.elementBits = bitWidth(view.type);
    operand.written = i + 1 == call.views.size();
    operand.strides.assign(kPrebuiltRank, 0);
    for (size_t dim = 0; dim < nest.rank(); ++dim)
      operand.strides[missing + dim] = nest.stride(i, dim);
  }
  for (size_t i = 0; i < kernel->scalars.size(); i += 2)
    step.arguments.push_back(
        scalarOf(*call.op, kernel->scalars[i], kernel->scalars[i + 1]));
  if (!step.arguments.empty()) {
    runtime::Operand &operand = step.operands.emplace_back();
    operand.kind = OperandKind::Arguments;
    operand.strides.assign(kPrebuiltRank, 0);
  }
  return true;
}

bool Planner::addCall(const Call &call) {
  LoopNest nest(call);
  if (nest.rank() <= kPrebuiltRank && nest.isInnermostPlain() &&
      addStep(call, nest, false))
    return true;
  nest.addSingle();
  if (nest.rank() > kPrebuiltRank)
    return refuse("its tensors have too many dimensions that do "
                  "not lie one in the other");
  if (nest.elements() > kMostSingleElements)
    return refuse("no kernel for its strides, and too many elements to compute "
                  "them one by one");
  return addStep(call, nest, true) ||
         refuse("no kernel for its types or constants");
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

int Planner::addConstant(std::vector<std::byte> bytes) {
  plan->constants.push_back(std::move(bytes));
  return static_cast<int>(plan->constants.size() - 1);
}

Memory Planner::memoryOf(int number) {
  std::optional<Memory> &home = homes[static_cast<size_t>(number)];
  if (home)
    return *home;
  const graph::Value &value = graph.values[static_cast<size_t>(number)];
  if (value.kind == graph::Value::Kind::Input)
    home = {OperandKind::Input, value.index};
  else
    home = {OperandKind::Constant,
            addConstant(graph.constants[static_cast<size_t>(value.index)])};
  return *home;
}

/// A number as a float of the same value, if there is one.
static std::optional<float> exactFloat(const graph::Scalar &scalar) {
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

/// A node of CLIP1 or CLIP_GRAD1 as one of CLIP or CLIP_GRAD, whose bounds are
/// floats; nullopt if it is none or its bounds are not.
static std::optional<Node> withFloatBounds(const Node &node) {
  const OperatorRow &row = *node.op.row;
  if (row.mnemonic != "clip1" && row.mnemonic != "clip_grad1")
    return std::nullopt;
  Node result{Operator(
      graph::findOperator(row.mnemonic == "clip1" ? "clip" : "clip_grad"))};
  result.name = node.name;
  for (size_t field = 0; field < result.op.fields.size(); ++field) {
    int same = row.field(result.op.row->fields[field].name);
    if (same < 0)
      return std::nullopt;
    auto from = static_cast<size_t>(same);
    result.inputs[field] = node.inputs[from];
    result.outputs[field] = node.outputs[from];
    result.op.fields[field] = node.op.fields[from];
    if (const auto *scalar =
            std::get_if<graph::Scalar>(&node.op.fields[from])) {
      std::optional<float> bound = exactFloat(*scalar);
      if (!bound)
        return std::nullopt;
      result.op.fields[field] = *bound;
    }
  }
  return result;
}

/// Copies of one element.
bool Planner::addFill(const Node &node) {
  const OperatorRow &row = *node.op.row;
  const TensorDesc *desc = nullptr;
  const graph::Scalar *value = nullptr;
  Memory home;
  for (size_t field = 0; field < row.fields.size(); ++field) {
    if (row.fields[field].kind == FieldKind::Output) {
      desc = node.op.tensor(field);
      home = memoryOf(node.outputs[field]);
    }
    if (row.fields[field].kind == FieldKind::Scalar)
      value = std::get_if<graph::Scalar>(&node.op.fields[field]);
  }
  if (std::ranges::count(desc->sizes, 0))
    return true;
  auto bytes = std::bit_cast<std::array<std::byte, 8>>(value->bits);
  Operator copy(&identityRow());
  Call call{&copy, false, {}, desc->sizes};
  call.views.push_back(
      {{OperandKind::Constant, addConstant({bytes.begin(), bytes.end()})},
       value->type,
       std::vector<int64_t>(desc->sizes.size(), 0)});
  call.views.push_back({home, desc->type, desc->effectiveStrides()});
  return addCall(call);
}

bool Planner::addNode(const Node &node) {
  const OperatorRow &row = *node.op.row;
  if (row.mnemonic == "fill_value_constant")
    return addFill(node);
  if (std::optional<Node> other = withFloatBounds(node))
    return addNode(*other);

  graph::ElementViews views(node.op);
  if (std::ranges::count(views.sizes(), 0))
    return true;
  Call call{&node.op, false, {}, views.sizes()};
  const graph::ScaleBias *scaleBias = nullptr;
  const Operator *activation = nullptr;
  for (size_t field = 0; field < row.fields.size(); ++field) {
    const FieldValue &value = node.op.fields[field];
    if (const auto *pair = std::get_if<graph::ScaleBias>(&value))
      scaleBias = pair;
    if (const auto *nested =
            std::get_if<std::shared_ptr<const Operator>>(&value))
      activation = nested->get();
    if (!isTensor(row.fields[field]))
      continue;
    if (const TensorDesc *desc = node.op.tensor(field)) {
      int number = row.fields[field].kind == FieldKind::Input
                       ? node.inputs[field]
                       : node.outputs[field];
      call.views.push_back({memoryOf(number), desc->type,
                            views.strides(row.fields[field], *desc)});
      continue;
    }
    // A tensor that was left out is 0.
    call.views.push_back(
        {{OperandKind::Constant, addConstant(std::vector<std::byte>(8))},
         graph::typeOfAbsent(node.op, field),
         std::vector<int64_t>(views.sizes().size(), 0)});
  }
  if (call.views.size() < 2)
    return refuse("no kernel computes from indices");

  const View output = call.views.back();
  Operator scaled(&identityRow());
  // In FLOAT16 the product and sum are not rounded before the operator.
  call.hasScaleBias =
      scaleBias && (&row == scaled.row || output.type == DataType::Float16);
  if (scaleBias && !call.hasScaleBias) {
    for (size_t field = 0; field < scaled.fields.size(); ++field)
      if (scaled.row->fields[field].kind == FieldKind::ScaleBias)
        scaled.fields[field] = *scaleBias;
    if (!addCall({&scaled, true, {call.views.front(), output}, call.sizes}))
      return false;
    call.views.front() = output;
  }
  if (!addCall(call))
    return false;
  return !activation ||
         addCall({activation, false, {output, output}, call.sizes});
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

std::vector<bool> Planner::findNeeded() const {
  std::vector<bool> needed(graph.values.size());
  for (const graph::GraphOutput &output : graph.outputs)
    needed[static_cast<size_t>(output.value)] = true;
  auto isNeeded = [&](int value) {
    return value >= 0 && needed[static_cast<size_t>(value)];
  };
  for (size_t i = graph.nodes.size(); i-- > 0;) {
    const Node &node = graph.nodes[i];
    if (!std::ranges::any_of(node.outputs, isNeeded))
      continue;
    for (int input : node.inputs)
      if (input >= 0)
        needed[static_cast<size_t>(input)] = true;
  }
  return needed;
}

/// A result that one operator alone reads, and as it writes its own, is
/// replaced by that in the same memory.
void Planner::shareHomes(const std::vector<bool> &needed) {
  std::vector<unsigned> uses(graph.values.size());
  for (const graph::GraphOutput &output : graph.outputs)
    ++uses[static_cast<size_t>(output.value)];
  for (const Node &node : graph.nodes)
    for (int input : node.inputs)
      if (input >= 0)
        ++uses[static_cast<size_t>(input)];
  for (size_t i = graph.nodes.size(); i-- > 0;) {
    const Node &node = graph.nodes[i];
    auto result = std::ranges::find_if(node.outputs,
                                       [](int value) { return value >= 0; });
    if (result == node.outputs.end() || !needed[static_cast<size_t>(*result)])
      continue;
    auto written = static_cast<size_t>(*result);
    const TensorDesc &desc = graph.values[written].desc;
    // addNode writes a scaled first input there before it reads the others.
    bool isScaled = std::ranges::any_of(node.op.fields, [](const auto &value) {
      return std::holds_alternative<graph::ScaleBias>(value);
    });
    for (size_t field = 0; field < node.inputs.size(); ++field) {
      if (node.inputs[field] < 0 || (isScaled && field > 0))
        continue;
      auto read = static_cast<size_t>(node.inputs[field]);
      const graph::Value &value = graph.values[read];
      if (value.kind != graph::Value::Kind::NodeOutput || uses[read] != 1 ||
          !value.desc.sameLayout(desc) ||
          !node.op.tensor(field)->sameLayout(desc))
        continue;
      if (!homes[written])
        homes[written] = newTemporary();
      homes[read] = homes[written];
      break;
    }
  }
}

/// Results are written to the outputs they are, the others to temporaries.
void Planner::findHomes(const std::vector<bool> &needed) {
  for (size_t i = 0; i < graph.outputs.size(); ++i) {
    auto value = static_cast<size_t>(graph.outputs[i].value);
    if (graph.values[value].kind == graph::Value::Kind::NodeOutput &&
        !homes[value] &&
        graph.outputs[i].desc.sameLayout(graph.values[value].desc))
      homes[value] = {OperandKind::Output, static_cast<int>(i)};
  }
  shareHomes(needed);
  for (size_t value = 0; value < graph.values.size(); ++value)
    if (needed[value] && !homes[value] &&
        graph.values[value].kind == graph::Value::Kind::NodeOutput)
      homes[value] = newTemporary();
}

/// Outputs that are in other memory after all nodes have run.
bool Planner::addCopies() {
  current = nullptr;
  for (size_t i = 0; i < graph.outputs.size(); ++i) {
    const graph::GraphOutput &output = graph.outputs[i];
    Memory from = memoryOf(output.value);
    if ((from.kind == OperandKind::Output &&
         from.index == static_cast<int>(i)) ||
        std::ranges::count(output.desc.sizes, 0))
      continue;
    const TensorDesc &desc =
        graph.values[static_cast<size_t>(output.value)].desc;
    Operator copy(&identityRow());
    Call call{&copy, false, {}, output.desc.sizes};
    call.views.push_back({from, desc.type, desc.effectiveStrides()});
    call.views.push_back({{OperandKind::Output, static_cast<int>(i)},
                          output.desc.type,
                          output.desc.effectiveStrides()});
    if (!addCall(call))
      return false;
  }
  return true;
}

bool Planner::run() {
  if (!kernels.refusal().empty()) {
    obstacle = kernels.refusal();
    return false;
  }
  if (!graph.mlirText.empty()) {
    obstacle = "the graph was read from text";
    return false;
  }
  std::vector<bool> needed = findNeeded();
  findHomes(needed);
  plan->steps.reserve(graph.nodes.size());
  for (const Node &node : graph.nodes) {
    current = &node;
    if (std::ranges::any_of(node.outputs,
                            [&](int value) {
                              return value >= 0 &&
                                     needed[static_cast<size_t>(value)];
                            }) &&
        !addNode(node))
      return false;
  }
  if (!addCopies())
    return false;
  plan->name = graph.name;
  graph::describePorts(graph, plan->inputs, plan->outputs);
  plan->mayAlias.assign(plan->outputs.size() * plan->inputs.size(), false);
  if (Status status = runtime::completePlan(*plan); !status) {
    obstacle = status.error().message;
    return false;
  }
  return true;
}

std::shared_ptr<runtime::Plan> planUnfused(const GraphData &graph,
                                           const Prebuilt &kernels,
                                           std::string *obstacle) {
  Planner planner(graph, kernels);
  if (planner.run())
    return planner.result();
  if (obstacle)
    *obstacle = std::move(planner.obstacle);
  return nullptr;
}

} // namespace fusedml::cache
