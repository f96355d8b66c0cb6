//===- Import.cpp - graphs as dml modules ---------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/import/Import.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

namespace {

/// The views of an operator's tensors with which it is element-wise: a tensor
/// that is used for many elements repeats by stride 0. Where one is used for
/// blocks of elements, the dimension is split into blocks and what is inside
/// of them.
class Blocks {
public:
  explicit Blocks(const graph::Operator &op) : row(*op.row) {
    for (auto [index, field] : llvm::enumerate(row.fields))
      if (field.kind == graph::FieldKind::Output)
        whole = *op.tensor(index);
    counts.assign(whole.sizes.size(), 1);
    for (std::string_view name : row.blockwise)
      if (const TensorDesc *tensor = op.tensor(row.field(name)))
        for (auto [dim, size] : llvm::enumerate(tensor->sizes))
          if (size != whole.sizes[dim] && whole.sizes[dim] != 0)
            counts[dim] = std::max(counts[dim], size);
  }

  /// Sizes of every view.
  SmallVector<int64_t> sizes() const {
    SmallVector<int64_t> result;
    for (auto [size, count] : llvm::zip(whole.sizes, counts)) {
      if (count > 1)
        result.push_back(count);
      result.push_back(count > 1 ? size / count : size);
    }
    return result;
  }

  TensorDesc view(const graph::FieldRow &field, const TensorDesc &desc) const {
    bool spread = llvm::is_contained(row.oneElement, field.name) ||
                  llvm::is_contained(row.blockwise, field.name);
    bool split = llvm::any_of(counts, [](int64_t count) { return count > 1; });
    if (!spread && !split)
      return desc;
    TensorDesc result = desc;
    SmallVector<int64_t> all = sizes();
    result.sizes.assign(all.begin(), all.end());
    result.strides.clear();
    std::vector<int64_t> strides = desc.effectiveStrides();
    for (auto [dim, count] : llvm::enumerate(counts)) {
      int64_t stride = strides[dim], size = desc.sizes[dim];
      int64_t inside = whole.sizes[dim] / count;
      bool perBlock = count > 1 && size == count;
      bool repeats = size == 1 && whole.sizes[dim] != 1;
      if (count > 1)
        result.strides.push_back(repeats    ? 0
                                 : perBlock ? stride
                                            : stride * inside);
      result.strides.push_back(repeats || perBlock ? 0 : stride);
    }
    return result;
  }

private:
  const graph::OperatorRow &row;
  TensorDesc whole;
  /// Blocks along each dimension; 1 where it is not split.
  SmallVector<int64_t> counts;
};

/// Builds the function of one graph.
class Importer {
public:
  Importer(const graph::GraphData &graph, MLIRContext *context)
      : graph(graph), builder(context), loc(builder.getUnknownLoc()),
        values(graph.values.size()) {}

  OwningOpRef<ModuleOp> run();

private:
  /// The value as a consumer with this descriptor sees it.
  Value view(int value, const TensorDesc &desc);
  /// What stands for a tensor that was left out: one zero, repeated.
  Value zeros(const graph::Operator &op, size_t field, ArrayRef<int64_t> sizes);
  Value constant(const graph::Value &value, const TensorDesc &desc);
  void importNode(const graph::Node &node);
  /// Creates one operator; `operands` are its tensors in field order.
  Value createOperator(const graph::Operator &op, ValueRange operands,
                       RankedTensorType resultType);

  const graph::GraphData &graph;
  OpBuilder builder;
  Location loc;
  std::vector<Value> values;
};

} // namespace

Value Importer::view(int value, const TensorDesc &desc) {
  if (graph.values[value].kind == graph::Value::Kind::Constant)
    return constant(graph.values[value], desc);
  Value source = values[value];
  Type wanted = tensorTypeOf(desc, builder.getContext());
  if (source.getType() == wanted)
    return source;
  return ReinterpretOp::create(builder, loc, wanted, source);
}

Value Importer::zeros(const graph::Operator &op, size_t field,
                      ArrayRef<int64_t> sizes) {
  // A tensor that may be left out has the type of another one.
  DataType type = DataType::Unknown;
  for (std::span<const std::string_view> group : op.row->sameType)
    if (llvm::is_contained(group, op.row->fields[field].name))
      for (std::string_view name : group)
        if (const TensorDesc *tensor = op.tensor(op.row->field(name)))
          type = tensor->type;
  TensorDesc desc;
  desc.type = type;
  desc.sizes.assign(sizes.begin(), sizes.end());
  desc.strides.assign(sizes.size(), 0);
  RankedTensorType result = tensorTypeOf(desc, builder.getContext());
  return ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(result,
                             builder.getZeroAttr(result.getElementType())));
}

Value Importer::constant(const graph::Value &value, const TensorDesc &desc) {
  // Each reader gets the bytes as elements of its own type, packed, and sees
  // them with its own strides; equal constants become one later.
  const std::vector<std::byte> &bytes = graph.constants[value.index];
  RankedTensorType type = tensorTypeOf(desc, builder.getContext());
  auto packed = type.getEncoding()
                    ? RankedTensorType::get({desc.spanInElements().value()},
                                            type.getElementType())
                    : type;
  size_t count = packed.getNumElements();
  SmallVector<char> unpacked;
  ArrayRef<char> raw(reinterpret_cast<const char *>(bytes.data()),
                     count * bitWidth(desc.type) / 8);
  if (bitWidth(desc.type) == 4) {
    // MLIR wants such elements one to a byte.
    for (size_t at = 0; at < count; ++at)
      unpacked.push_back(static_cast<char>(
          std::to_integer<int>(bytes[at / 2]) >> 4 * (at % 2) & 15));
    raw = unpacked;
  }
  Value result = ConstantOp::create(
      builder, loc, DenseElementsAttr::getFromRawBuffer(packed, raw));
  if (type != packed)
    result = ReinterpretOp::create(builder, loc, type, result);
  return result;
}

Value Importer::createOperator(const graph::Operator &op, ValueRange operands,
                               RankedTensorType resultType) {
  StringRef mnemonic(op.row->mnemonic);
  OperationState state(loc, ("dml." + mnemonic).str());
  state.addOperands(operands);
  state.addTypes(resultType);
  for (auto [field, value] : llvm::zip_equal(op.row->fields, op.fields))
    if (Attribute attribute = attributeOf(field, value, builder.getContext()))
      state.addAttribute(StringRef(field.name), attribute);
  return builder.create(state)->getResult(0);
}

void Importer::importNode(const graph::Node &node) {
  const graph::OperatorRow &row = *node.op.row;
  if (!node.name.empty())
    loc = NameLoc::get(builder.getStringAttr(node.name));
  SmallVector<Value> operands;
  RankedTensorType resultType, wholeType;
  int result = -1;
  const graph::Operator *activation = nullptr;
  Blocks blocks(node.op);
  for (auto [index, field] : llvm::enumerate(row.fields)) {
    if (field.kind == graph::FieldKind::Input && node.inputs[index] >= 0)
      operands.push_back(
          view(node.inputs[index], blocks.view(field, *node.op.tensor(index))));
    else if (field.kind == graph::FieldKind::Input)
      operands.push_back(zeros(node.op, index, blocks.sizes()));
    if (field.kind == graph::FieldKind::Output) {
      result = node.outputs[index];
      resultType = tensorTypeOf(blocks.view(field, *node.op.tensor(index)),
                                builder.getContext());
      wholeType = tensorTypeOf(*node.op.tensor(index), builder.getContext());
    }
    if (auto *nested = std::get_if<std::shared_ptr<const graph::Operator>>(
            &node.op.fields[index]))
      activation = nested->get();
  }
  if (operands.empty()) {
    // Operators without tensor inputs compute from the element's index.
    auto indices =
        RankedTensorType::get(resultType.getShape(), builder.getI64Type());
    operands.push_back(LinearIndexOp::create(builder, loc, indices));
  }
  Value value = createOperator(node.op, operands, resultType);
  if (activation)
    value = createOperator(*activation, value, resultType);
  if (resultType != wholeType)
    value = ReinterpretOp::create(builder, loc, wholeType, value);
  if (result >= 0)
    values[result] = value;
  loc = builder.getUnknownLoc();
}

OwningOpRef<ModuleOp> Importer::run() {
  MLIRContext *context = builder.getContext();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());

  // Readers of one input may see it in different ways; the widest of their
  // views is its type, so that the others lie inside.
  std::vector<const TensorDesc *> widest(graph.values.size());
  for (int input : graph.inputs)
    if (input >= 0)
      widest[input] = &graph.values[input].desc;
  for (const graph::Node &node : graph.nodes)
    for (auto [field, input] : llvm::enumerate(node.inputs))
      if (input >= 0 && widest[input] &&
          node.op.tensor(field)->spanInBytes() > widest[input]->spanInBytes())
        widest[input] = node.op.tensor(field);

  SmallVector<Type> inputTypes, outputTypes;
  for (int input : graph.inputs)
    inputTypes.push_back(input < 0
                             ? RankedTensorType::get({0}, builder.getI8Type())
                             : tensorTypeOf(*widest[input], context));
  for (const graph::GraphOutput &output : graph.outputs)
    outputTypes.push_back(tensorTypeOf(output.desc, context));

  auto function =
      func::FuncOp::create(builder, loc, graph.name,
                           builder.getFunctionType(inputTypes, outputTypes));
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToEnd(block);
  for (auto [index, input] : llvm::enumerate(graph.inputs)) {
    if (input >= 0)
      values[input] = block->getArgument(index);
    function.setArgAttr(index, kPortName,
                        builder.getStringAttr(graph.inputNames[index]));
  }
  for (auto [index, output] : llvm::enumerate(graph.outputs))
    function.setResultAttr(index, kPortName,
                           builder.getStringAttr(output.name));

  for (const graph::Node &node : graph.nodes)
    importNode(node);

  SmallVector<Value> results;
  for (auto [output, type] : llvm::zip_equal(graph.outputs, outputTypes)) {
    Value value = view(output.value, graph.values[output.value].desc);
    // Another layout than the producer's is a copy into it.
    if (value.getType() != type)
      value = IdentityOp::create(builder, loc, type, value, ScaleBiasAttr());
    results.push_back(value);
  }
  func::ReturnOp::create(builder, loc, results);
  return module;
}

OwningOpRef<ModuleOp> fusedml::importGraph(const graph::GraphData &graph,
                                           MLIRContext *context) {
  return Importer(graph, context).run();
}
