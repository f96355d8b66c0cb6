//===- Import.cpp - graphs as dml modules ---------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/import/Import.h"

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
  Importer(const graph::GraphData &graph, const plan::ElementGraph &elements,
           graph::ScalarForm scalars, MLIRContext *context)
      : graph(graph), elements(elements), scalars(scalars), builder(context),
        loc(builder.getUnknownLoc()), constants(elements.constants.size()) {}

  OwningOpRef<ModuleOp> run();

private:
  Value constant(int number, const TensorDesc &view);
  /// What an operand reads, as it sees it.
  Value view(const plan::Operand &operand);
  void importNode(const plan::Node &node);
  DictionaryAttr numberArguments(const graph::Operator &op);

  const graph::GraphData &graph;
  const plan::ElementGraph &elements;
  graph::ScalarForm scalars;
  OpBuilder builder;
  Location loc;
  Block *block = nullptr;
  int32_t argumentCount = 0;
  std::vector<Value> results;   ///< Of the nodes.
  std::vector<Value> constants; ///< Once they are read.
};

} // namespace

/// A constant as elements of the type that it is read as, packed. Readers see
/// it with their own sizes and strides; the first one's are the constant's if
/// it reads it as it is.
Value Importer::constant(int number, const TensorDesc &view) {
  const plan::ElementGraph::Constant &read = elements.constants[number];
  if (!constants[number]) {
    ArrayRef<std::byte> bytes = graph.constants[read.number];
    RankedTensorType type = tensorTypeOf(view, builder.getContext());
    if (type.getEncoding())
      type = RankedTensorType::get({read.count}, type.getElementType());
    SmallVector<char> unpacked;
    ArrayRef<char> raw(reinterpret_cast<const char *>(bytes.data()),
                       read.count * bitWidth(read.type) / 8);
    if (bitWidth(read.type) == 4) {
      // MLIR wants such elements one to a byte.
      for (int64_t at = 0; at < read.count; ++at)
        unpacked.push_back(static_cast<char>(
            std::to_integer<int>(bytes[at / 2]) >> 4 * (at % 2) & 15));
      raw = unpacked;
    }
    constants[number] = ConstantOp::create(
        builder, loc, DenseElementsAttr::getFromRawBuffer(type, raw));
  }
  return viewOf(builder, constants[number], view);
}

Value Importer::view(const plan::Operand &operand) {
  int number = operand.source.number;
  switch (operand.source.kind) {
  case plan::Source::Kind::Input:
    return viewOf(builder, block->getArgument(number), operand.view);
  case plan::Source::Kind::Constant:
    return constant(number, operand.view);
  case plan::Source::Kind::Splat:
    return ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            tensorTypeOf(operand.view, builder.getContext()),
            attributeOf(elements.splats[number], builder.getContext())));
  case plan::Source::Kind::Index:
    return indicesOf(builder, loc, operand.view);
  case plan::Source::Kind::Node:
    return viewOf(builder, results[number], operand.view);
  }
  llvm_unreachable("all kinds are handled");
}

/// What dml.arguments says of an operator; null if it takes none.
DictionaryAttr Importer::numberArguments(const graph::Operator &op) {
  NamedAttrList arguments;
  graph::forEachArgument(op, scalars, [&](size_t index, int part, float) {
    const graph::FieldRow &field = op.row->fields[index];
    Attribute number = builder.getI32IntegerAttr(argumentCount);
    if (field.kind == graph::FieldKind::ScaleBias) {
      SmallVector<int32_t> parts = {-1, -1};
      if (auto old = dyn_cast_or_null<DenseI32ArrayAttr>(
              arguments.get(StringRef(field.name))))
        llvm::copy(old.asArrayRef(), parts.begin());
      parts[part] = argumentCount;
      number = builder.getDenseI32ArrayAttr(parts);
    }
    arguments.set(StringRef(field.name), number);
    ++argumentCount;
  });
  return arguments.empty() ? DictionaryAttr()
                           : arguments.getDictionary(builder.getContext());
}

void Importer::importNode(const plan::Node &node) {
  const graph::Operator &op = *node.op;
  if (!node.name.empty())
    loc = NameLoc::get(builder.getStringAttr(StringRef(node.name)));
  OperationState state(loc, ("dml." + StringRef(op.row->mnemonic)).str());
  for (const plan::Operand &operand : node.operands)
    state.addOperands(view(operand));
  state.addTypes(tensorTypeOf(node.result, builder.getContext()));
  for (auto [field, value] : llvm::zip_equal(op.row->fields, op.fields))
    if (Attribute attribute = attributeOf(field, value, builder.getContext()))
      state.addAttribute(StringRef(field.name), attribute);
  if (DictionaryAttr arguments = numberArguments(op))
    state.addAttribute(kArguments, arguments);
  results.push_back(builder.create(state)->getResult(0));
  loc = builder.getUnknownLoc();
}

OwningOpRef<ModuleOp> Importer::run() {
  MLIRContext *context = builder.getContext();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());

  std::vector<Port> inputs, outputs;
  graph::describePorts(graph, inputs, outputs);
  auto typesOf = [&](ArrayRef<Port> ports) {
    return llvm::map_to_vector(ports, [&](const Port &port) -> Type {
      return tensorTypeOf(port.desc, context);
    });
  };
  auto function = func::FuncOp::create(
      builder, loc, graph.name,
      builder.getFunctionType(typesOf(inputs), typesOf(outputs)));
  block = function.addEntryBlock();
  builder.setInsertionPointToEnd(block);
  for (auto [index, port] : llvm::enumerate(inputs))
    function.setArgAttr(index, kPortName, builder.getStringAttr(port.name));
  for (auto [index, port] : llvm::enumerate(outputs))
    function.setResultAttr(index, kPortName, builder.getStringAttr(port.name));

  for (const plan::Node &node : elements.nodes)
    importNode(node);
  SmallVector<Value> returned;
  for (const plan::Operand &output : elements.outputs)
    returned.push_back(view(output));
  func::ReturnOp::create(builder, loc, returned);
  return module;
}

OwningOpRef<ModuleOp>
fusedml::importElements(const graph::GraphData &graph,
                        const plan::ElementGraph &elements,
                        graph::ScalarForm scalars, MLIRContext *context) {
  return Importer(graph, elements, scalars, context).run();
}
