//===- Import.cpp - graphs as dml modules ---------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/import/Import.h"

#include "front/graph/Arguments.h"
#include "front/graph/ElementViews.h"
#include "front/graph/Ports.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

namespace {

/// Builds the function of one graph.
class Importer {
public:
  Importer(const graph::GraphData &graph, MLIRContext *context)
      : graph(graph), builder(context), loc(builder.getUnknownLoc()),
        values(graph.values.size()) {}

  OwningOpRef<ModuleOp> run();
  /// Before run().
  void numberArguments();

private:
  /// The value as a consumer with this descriptor sees it.
  Value view(int value, const TensorDesc &desc);
  /// What stands for a tensor that was left out: one zero, repeated.
  Value zeros(const graph::Operator &op, size_t field, ArrayRef<int64_t> sizes);
  Value constant(const graph::Value &value, const TensorDesc &desc);
  void importNode(const graph::Node &node);
  /// The operator of a node or its activation; `operands` are its tensors in
  /// field order.
  Value createOperator(const graph::Node &node, bool isActivation,
                       const graph::Operator &op, ValueRange operands,
                       RankedTensorType resultType);

  const graph::GraphData &graph;
  /// dml.arguments of a node's operator, and of its activation.
  DenseMap<std::pair<const graph::Node *, int>, NamedAttrList> arguments;
  OpBuilder builder;
  Location loc;
  std::vector<Value> values;
};

} // namespace

/// The operator in a node's FusedActivation, or null.
static const graph::Operator *activationOf(const graph::Node &node) {
  for (const graph::FieldValue &field : node.op.fields)
    if (auto *nested =
            std::get_if<std::shared_ptr<const graph::Operator>>(&field))
      return nested->get();
  return nullptr;
}

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
  TensorDesc desc;
  desc.type = graph::typeOfAbsent(op, field);
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

void Importer::numberArguments() {
  int32_t count = 0;
  graph::forEachArgument(graph, [&](const graph::Node &node, bool ofActivation,
                                    size_t index, int part, float) {
    const graph::Operator &op = ofActivation ? *activationOf(node) : node.op;
    const graph::FieldRow &field = op.row->fields[index];
    NamedAttrList &numbers = arguments[{&node, ofActivation}];
    Attribute number = builder.getI32IntegerAttr(count);
    if (field.kind == graph::FieldKind::ScaleBias) {
      SmallVector<int32_t> parts = {-1, -1};
      if (auto old = dyn_cast_or_null<DenseI32ArrayAttr>(
              numbers.get(StringRef(field.name))))
        llvm::copy(old.asArrayRef(), parts.begin());
      parts[part] = count;
      number = builder.getDenseI32ArrayAttr(parts);
    }
    numbers.set(StringRef(field.name), number);
    ++count;
  });
}

Value Importer::createOperator(const graph::Node &node, bool isActivation,
                               const graph::Operator &op, ValueRange operands,
                               RankedTensorType resultType) {
  StringRef mnemonic(op.row->mnemonic);
  OperationState state(loc, ("dml." + mnemonic).str());
  state.addOperands(operands);
  state.addTypes(resultType);
  for (auto [field, value] : llvm::zip_equal(op.row->fields, op.fields))
    if (Attribute attribute = attributeOf(field, value, builder.getContext()))
      state.addAttribute(StringRef(field.name), attribute);
  auto numbers = arguments.find({&node, isActivation});
  if (numbers != arguments.end())
    state.addAttribute(kArguments,
                       numbers->second.getDictionary(builder.getContext()));
  return builder.create(state)->getResult(0);
}

void Importer::importNode(const graph::Node &node) {
  const graph::OperatorRow &row = *node.op.row;
  if (!node.name.empty())
    loc = NameLoc::get(builder.getStringAttr(node.name));
  SmallVector<Value> operands;
  RankedTensorType resultType, wholeType;
  int result = -1;
  graph::ElementViews views(node.op);
  for (auto [index, field] : llvm::enumerate(row.fields)) {
    if (field.kind == graph::FieldKind::Input && node.inputs[index] >= 0)
      operands.push_back(
          view(node.inputs[index], views.view(field, *node.op.tensor(index))));
    else if (field.kind == graph::FieldKind::Input)
      operands.push_back(zeros(node.op, index, views.sizes()));
    if (field.kind == graph::FieldKind::Output) {
      result = node.outputs[index];
      resultType = tensorTypeOf(views.view(field, *node.op.tensor(index)),
                                builder.getContext());
      wholeType = tensorTypeOf(*node.op.tensor(index), builder.getContext());
    }
  }
  if (operands.empty()) {
    // Operators without tensor inputs compute from the element's index.
    auto indices =
        RankedTensorType::get(resultType.getShape(), builder.getI64Type());
    operands.push_back(LinearIndexOp::create(builder, loc, indices));
  }
  Value value = createOperator(node, false, node.op, operands, resultType);
  if (const graph::Operator *activation = activationOf(node))
    value = createOperator(node, true, *activation, value, resultType);
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
  std::vector<const TensorDesc *> widest = graph::widestViews(graph);

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
                                           MLIRContext *context,
                                           bool scalarsAsArguments) {
  Importer importer(graph, context);
  if (scalarsAsArguments)
    importer.numberArguments();
  return importer.run();
}
