//===- GraphBuilder.cpp - adds operators to a graph -----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/graph/GraphBuilder.h"

#include "front/rules/Refusal.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <limits>

namespace fusedml {
namespace graph {
namespace {

/// Sizes that operands of `a` and `b` broadcast to; nullopt, and the dimension
/// of the longer list in `conflict`, if there are none.
std::optional<std::vector<int64_t>> broadcast(const std::vector<int64_t> &a,
                                              const std::vector<int64_t> &b,
                                              size_t &conflict) {
  std::vector<int64_t> sizes(std::max(a.size(), b.size()));
  for (size_t i = 0; i < sizes.size(); ++i) {
    auto sizeOf = [&](const std::vector<int64_t> &list) {
      size_t missing = sizes.size() - list.size();
      return i < missing ? 1 : list[i - missing];
    };
    int64_t left = sizeOf(a), right = sizeOf(b);
    if (left != right && left != 1 && right != 1) {
      conflict = i;
      return std::nullopt;
    }
    sizes[i] = left == 1 ? right : left;
  }
  return sizes;
}

/// `desc` read as a tensor of `sizes`, which it broadcasts to.
TensorDesc broadcastView(const TensorDesc &desc,
                         const std::vector<int64_t> &sizes) {
  TensorDesc view = desc;
  if (view.sizes == sizes)
    return view;
  std::vector<int64_t> strides = desc.effectiveStrides();
  size_t missing = sizes.size() - desc.sizes.size();
  view.sizes = sizes;
  view.strides.assign(sizes.size(), 0);
  for (size_t i = missing; i < sizes.size(); ++i)
    if (desc.sizes[i - missing] == sizes[i])
      view.strides[i] = strides[i - missing];
  return view;
}

bool contains(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// `desc` with leading dimensions of size 1 up to `rank`.
TensorDesc padded(const TensorDesc &desc, size_t rank) {
  std::vector<int64_t> sizes = desc.sizes;
  if (sizes.size() < rank)
    sizes.insert(sizes.begin(), rank - sizes.size(), 1);
  return broadcastView(desc, sizes);
}

/// Type of an output: that of a tensor it must agree with, or the only one its
/// row allows. Unknown if the row leaves a choice.
DataType outputType(const Operator &op, const FieldRow &output,
                    FeatureLevel level) {
  for (std::span<const std::string_view> group : op.row->sameType)
    if (contains(group, output.name))
      for (std::string_view name : group)
        if (const TensorDesc *tensor =
                op.tensor(static_cast<size_t>(op.row->field(name))))
          return tensor->type;
  const LevelRow *row = op.row->at(level);
  for (const TensorRule &rule :
       row ? row->rules : std::span<const TensorRule>())
    if (contains(rule.tensors, output.name) && rule.types.size() == 1)
      return rule.types.front();
  return DataType::Unknown;
}

/// Whether a tensor is used for more than one element of the output, without
/// being a broadcast view of it.
bool isSpread(const OperatorRow &row, const FieldRow &field) {
  return contains(row.oneElement, field.name) ||
         contains(row.blockwise, field.name);
}

std::shared_ptr<GraphData>
commonGraph(std::initializer_list<OperandOfField> operands) {
  for (const auto &[field, tensor] : operands)
    if (tensor.graph())
      return tensor.graph();
  return nullptr;
}

/// `DataType::Float32`, as C++ has it.
std::string enumerator(DataType type) {
  std::string text(name(type));
  for (size_t i = text.starts_with('U') ? 2 : 1; i < text.size(); ++i)
    text[i] = static_cast<char>(std::tolower(text[i]));
  return "DataType::" + text;
}

/// Of operands whose types differ, one is cast in C++.
void mendTypes(const Operator &op, Diagnostic &diagnostic) {
  const OperatorRow &row = *op.row;
  std::string_view operand = diagnostic.field;
  operand = operand.substr(0, operand.find(".DataType"));
  int field = row.field(operand);
  if (diagnostic.rule != "same-types" || field < 0 ||
      row.fields[static_cast<size_t>(field)].kind != FieldKind::Input)
    return;
  for (std::span<const std::string_view> group : row.sameType) {
    if (!contains(group, operand))
      continue;
    const TensorDesc *first =
        op.tensor(static_cast<size_t>(row.field(group.front())));
    if (first)
      diagnostic.mend =
          fmt::format("types never convert by themselves; pass cast({}, {})",
                      operand, enumerator(first->type));
  }
}

/// Checks an operator whose output descs are set.
std::optional<Diagnostic> check(const GraphData &data, const Operator &op) {
  Status status = checkOperator(
      op, CheckOptions{.level = data.level, .allowEmptyTensors = true});
  if (status)
    return std::nullopt;
  mendTypes(op, status.error());
  return std::move(status.error());
}

/// Appends an operator that was checked.
Tensor append(const std::shared_ptr<GraphData> &data, Operator op,
              std::initializer_list<OperandOfField> operands) {
  int nodeIndex = static_cast<int>(data->nodes.size());
  Node node(std::move(op));
  for (const auto &[field, tensor] : operands)
    node.inputs[field] = tensor.value();
  int result = -1;
  for (size_t i = 0; i < node.op.fields.size(); ++i) {
    if (node.op.row->fields[i].kind != FieldKind::Output || !node.op.tensor(i))
      continue;
    Value value;
    value.kind = Value::Kind::NodeOutput;
    value.index = nodeIndex;
    value.outputField = static_cast<int>(i);
    value.desc = *node.op.tensor(i);
    int number = static_cast<int>(data->values.size());
    data->values.push_back(std::move(value));
    node.outputs[i] = number;
    if (result < 0)
      result = number;
  }
  data->nodes.push_back(std::move(node));
  return Tensor(data, result);
}

/// The operand that is a refused number without an operator yet, or null.
const OperandOfField *
refusedNumber(const GraphData &data,
              std::initializer_list<OperandOfField> operands) {
  const auto *found =
      std::ranges::find_if(operands, [&](const OperandOfField &operand) {
        const auto &mistake = operand.second.mistake();
        return mistake && mistake == data.error && mistake->op.empty();
      });
  return found == operands.end() ? nullptr : found;
}

/// Sets the tensors of the inputs, each a view of the sizes that they broadcast
/// to. Those are `sizes`.
std::optional<Diagnostic>
setInputs(const GraphData &data, Operator &op,
          std::initializer_list<OperandOfField> operands,
          std::vector<int64_t> &sizes) {
  std::string_view sizedBy;
  for (const auto &[index, tensor] : operands) {
    const FieldRow &field = op.row->fields[index];
    std::string fieldName(field.name);
    if (!tensor.graph()) {
      // Whether it may be left out at this level is checkOperator's.
      if (field.optional)
        continue;
      return refusal(fieldName, "required-field",
                     fmt::format("{} is a Tensor without value", fieldName),
                     "pass an input or the result of an operator");
    }
    if (tensor.graph().get() != &data)
      return refusal(fieldName, "same-graph",
                     fmt::format("{} belongs to graph '{}', another operand "
                                 "to graph '{}'",
                                 fieldName, tensor.graph()->name, data.name),
                     "build both in one graph");
    op.fields[index] = tensor.desc();
    const TensorDesc &desc = *op.tensor(index);
    if (isSpread(*op.row, field))
      continue;
    if (sizedBy.empty()) {
      sizes = desc.sizes;
      sizedBy = field.name;
      continue;
    }
    size_t dim = 0;
    auto common = broadcast(sizes, desc.sizes, dim);
    if (!common)
      return refusal(
          fieldName + ".Sizes", "broadcast",
          fmt::format("{}.Sizes {} do not broadcast with {}.Sizes {} at "
                      "dimension {}",
                      fieldName, formatList(desc.sizes), sizedBy,
                      formatList(sizes), dim),
          "sizes broadcast if they are equal or one of them is 1");
    sizes = std::move(*common);
  }
  for (const auto &[index, tensor] : operands)
    if (const TensorDesc *desc = op.tensor(index))
      op.fields[index] = isSpread(*op.row, op.row->fields[index])
                             ? padded(*desc, sizes.size())
                             : broadcastView(*desc, sizes);
  return std::nullopt;
}

void setOutputs(const GraphData &data, Operator &op, DataType type,
                const std::vector<int64_t> &sizes) {
  for (size_t i = 0; i < op.fields.size(); ++i) {
    if (op.row->fields[i].kind != FieldKind::Output)
      continue;
    TensorDesc output;
    output.type = type != DataType::Unknown
                      ? type
                      : outputType(op, op.row->fields[i], data.level);
    output.sizes = sizes;
    op.fields[i] = std::move(output);
  }
}

} // namespace

std::string nextNodeLabel(const GraphData &data, const std::string &name) {
  size_t index = data.nodes.size() - data.impliedNodes;
  return name.empty() ? fmt::format("node {}", index)
                      : fmt::format("node '{}' ({})", name, index);
}

Tensor refuse(const std::shared_ptr<GraphData> &data, Diagnostic diagnostic) {
  if (diagnostic.context.empty())
    diagnostic.context = nextNodeLabel(*data);
  if (!data->error)
    data->error = std::make_shared<Diagnostic>();
  *data->error = std::move(diagnostic);
  return Tensor(data, -1, data->error);
}

std::optional<Diagnostic> extensionError(const GraphData &data) {
  if (!data.isComplete)
    return std::nullopt;
  return refusal("", "mlir-graph", "a graph read from .mlir cannot be extended",
                 "add to the .mlir text, or build the whole graph in C++");
}

Tensor addNode(Operator op, std::initializer_list<OperandOfField> operands,
               DataType type) {
  std::shared_ptr<GraphData> data = commonGraph(operands);
  if (!data)
    return Tensor();
  // It is refused as what this operator makes of it.
  const OperandOfField *number = refusedNumber(*data, operands);
  if (data->error && !number)
    return Tensor(data, -1);
  const OperatorRow &row = *op.row;
  std::vector<int64_t> sizes;
  std::optional<Diagnostic> wrong = extensionError(*data);
  if (!wrong)
    wrong = setInputs(*data, op, operands, sizes);
  if (!wrong) {
    setImpliedFields(op);
    setOutputs(*data, op, type, sizes);
    wrong = check(*data, op);
  }
  if (!wrong && number) {
    std::string field(row.fields[number->first].name);
    const Diagnostic &of = *number->second.mistake();
    wrong = refusal(field, of.rule, field + ": " + of.message, of.mend);
  }
  if (wrong) {
    wrong->op = row.mnemonic;
    return refuse(data, std::move(*wrong));
  }
  return append(data, std::move(op), operands);
}

Tensor addSource(Graph &graph, Operator op, DataType type,
                 std::vector<int64_t> sizes) {
  const std::shared_ptr<GraphData> &data = graph.data();
  if (!data)
    return Tensor();
  if (data->error)
    return Tensor(data, -1);
  std::optional<Diagnostic> wrong = extensionError(*data);
  if (!wrong) {
    setOutputs(*data, op, type, sizes);
    wrong = check(*data, op);
  }
  if (wrong) {
    wrong->op = op.row->mnemonic;
    return refuse(data, std::move(*wrong));
  }
  return append(data, std::move(op), {});
}

namespace {

template <typename Int> uint64_t saturate(double value) {
  if (std::isnan(value))
    return 0;
  // Both limits as doubles; the upper one may round up to 2^N.
  auto low = static_cast<double>(std::numeric_limits<Int>::min());
  auto high = static_cast<double>(std::numeric_limits<Int>::max());
  if (value <= low)
    return static_cast<uint64_t>(std::numeric_limits<Int>::min());
  if (value >= high)
    return static_cast<uint64_t>(std::numeric_limits<Int>::max());
  return static_cast<uint64_t>(static_cast<Int>(value));
}

uint64_t integerBits(double value, DataType type) {
  switch (type) {
  case DataType::UInt8:
    return saturate<uint8_t>(value);
  case DataType::UInt16:
    return saturate<uint16_t>(value);
  case DataType::UInt32:
    return saturate<uint32_t>(value);
  case DataType::UInt64:
    return saturate<uint64_t>(value);
  case DataType::Int8:
    return saturate<int8_t>(value);
  case DataType::Int16:
    return saturate<int16_t>(value);
  case DataType::Int32:
    return saturate<int32_t>(value);
  case DataType::Int64:
    return saturate<int64_t>(value);
  default:
    return 0;
  }
}

} // namespace

ScalarUnion makeScalar(const ScalarValue &value, DataType type) {
  uint64_t bits = std::visit(
      [&](auto number) -> uint64_t {
        switch (type) {
        case DataType::Float16:
          return doubleToHalf(static_cast<double>(number));
        case DataType::Float32:
          return std::bit_cast<uint32_t>(static_cast<float>(number));
        case DataType::Float64:
          return std::bit_cast<uint64_t>(static_cast<double>(number));
        default:
          if constexpr (std::is_same_v<decltype(number), double>)
            return integerBits(number, type);
          else
            return static_cast<uint64_t>(number);
        }
      },
      value.value());
  unsigned width = bitWidth(type);
  if (width < 64)
    bits &= (uint64_t{1} << width) - 1;
  return {type, bits};
}

FieldValue makeScaleBias(const std::optional<ScaleBias> &value) {
  return value ? FieldValue(*value) : FieldValue();
}

namespace {

/// `number` for an integer type, if it is whole and in range. Below 0, unsigned
/// types have the range of the signed ones.
std::optional<ScalarValue> wholeNumber(int64_t number, DataType type) {
  unsigned width = bitWidth(type);
  bool fits =
      number < 0 ? number >= std::numeric_limits<int64_t>::min() >> (64 - width)
                 : static_cast<uint64_t>(number) >> (width - 1) <=
                       (isUnsigned(type) ? 1 : 0);
  return fits ? std::optional<ScalarValue>(number) : std::nullopt;
}

std::optional<ScalarValue> wholeNumber(uint64_t number, DataType type) {
  bool fits = number >> (bitWidth(type) - 1) <= (isUnsigned(type) ? 1 : 0);
  return fits ? std::optional<ScalarValue>(number) : std::nullopt;
}

std::optional<ScalarValue> wholeNumber(double number, DataType type) {
  // NaN is not equal to itself, and infinities are in no range.
  if (std::trunc(number) != number)
    return std::nullopt;
  if (number >= -0x1p63 && number < 0)
    return wholeNumber(static_cast<int64_t>(number), type);
  if (number >= 0 && number < 0x1p64)
    return wholeNumber(static_cast<uint64_t>(number), type);
  return std::nullopt;
}

/// A number that was refused. It has a value as if it had not been, for the
/// operator that it is for, which may be wrong for other reasons.
Tensor asNumber(const Tensor &refused, DataType type) {
  Value &value = refused.graph()->values.emplace_back();
  value.desc.type = type;
  value.desc.sizes = {1};
  return Tensor(refused.graph(),
                static_cast<int>(refused.graph()->values.size()) - 1,
                refused.mistake());
}

} // namespace
} // namespace graph

Tensor scalarLike(const Tensor &like, ScalarValue value) {
  DataType type = like.desc().type;
  const std::shared_ptr<graph::GraphData> &data = like.graph();
  // The operator that it is for says so.
  if (!data || data->error || type == DataType::Unknown)
    return like;
  if (!isFloat(type)) {
    auto whole = std::visit(
        [&](auto number) { return graph::wholeNumber(number, type); },
        value.value());
    if (!whole)
      return graph::asNumber(
          graph::refuse(data,
                        graph::refusal(
                            "", "scalar-range",
                            std::visit(
                                [&](auto number) {
                                  return fmt::format("{} is no number of {}",
                                                     number, name(type));
                                },
                                value.value()),
                            "use a whole number in the range of the type, or "
                            "cast() the tensor to a type that has the number")),
          type);
    value = *whole;
  }
  Graph graph(data);
  Tensor number = fillValueConstant(graph, type, {1}, value);
  if (!number.mistake()) {
    ++data->impliedNodes;
    return number;
  }
  Diagnostic &mistake = *number.mistake();
  mistake.message =
      fmt::format("a number is made by {}: {}", mistake.op, mistake.message);
  mistake.mend = "pass an input of size [1]";
  mistake.op.clear();
  return graph::asNumber(number, type);
}

#include "front/graph/OperatorBuilders.inc"

} // namespace fusedml
