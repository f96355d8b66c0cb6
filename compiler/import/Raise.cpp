//===- Raise.cpp - dml modules as graphs ----------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/import/Import.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

namespace {

/// Reads a function operation by operation. A dml.reinterpret is no node: it is
/// how its readers see the memory behind it.
class Raiser {
public:
  Raiser(func::FuncOp function, FeatureLevel level)
      : function(function), graph(std::make_shared<graph::GraphData>()) {
    graph->level = level;
  }

  std::shared_ptr<graph::GraphData> run();

private:
  struct Read {
    int value;
    TensorDesc view;
  };

  int addValue(graph::Value::Kind kind, int index, const TensorDesc &desc);
  Read read(Value value);
  int raiseConstant(ConstantOp constant, bool asSplat);
  int raiseIndices(LinearIndexOp indices);
  void raiseOperator(Operation &op, const graph::OperatorRow &row);
  int addNode(graph::Node node, size_t outputField);
  int copyOf(const Read &from, const TensorDesc &written);

  func::FuncOp function;
  std::shared_ptr<graph::GraphData> graph;
  DenseMap<Value, int> values;
  DenseMap<Value, int> splats; ///< Constants of which one element is kept.
};

} // namespace

static TensorDesc layoutOf(Value value) {
  return descOf(cast<RankedTensorType>(value.getType()));
}

int Raiser::addValue(graph::Value::Kind kind, int index,
                     const TensorDesc &desc) {
  graph::Value &made = graph->values.emplace_back();
  made.kind = kind;
  made.index = index;
  made.desc = desc;
  return static_cast<int>(graph->values.size()) - 1;
}

/// The elements of a constant as they lie in memory. `asSplat`: just the one
/// that all of them are.
int Raiser::raiseConstant(ConstantOp constant, bool asSplat) {
  auto elements = cast<DenseElementsAttr>(constant.getValue());
  TensorDesc desc = layoutOf(constant.getResult());
  if (asSplat)
    desc.strides.assign(desc.sizes.size(), 0);
  ArrayRef<char> raw = elements.getRawData();
  std::vector<std::byte> bytes(desc.spanInBytes().value());
  unsigned bits = bitWidth(desc.type);
  auto rawAt = [&](size_t at, size_t period) {
    return static_cast<std::byte>(raw[elements.isSplat() ? at % period : at]);
  };
  if (bits == 4) { // MLIR keeps such elements one to a byte.
    size_t count = static_cast<size_t>(desc.spanInElements().value());
    for (size_t at = 0; at < count; ++at)
      bytes[at / 2] |= (rawAt(at, 1) & std::byte{15}) << 4 * (at % 2);
  } else {
    for (size_t at = 0; at < bytes.size(); ++at)
      bytes[at] = rawAt(at, bits / 8);
  }
  graph->constants.push_back(std::move(bytes));
  return addValue(graph::Value::Kind::Constant,
                  static_cast<int>(graph->constants.size()) - 1, desc);
}

int Raiser::addNode(graph::Node node, size_t outputField) {
  TensorDesc desc = *node.op.tensor(outputField);
  int value = addValue(graph::Value::Kind::NodeOutput,
                       static_cast<int>(graph->nodes.size()), desc);
  graph->values.back().outputField = static_cast<int>(outputField);
  node.outputs[outputField] = value;
  graph::setImpliedFields(node.op);
  graph->nodes.push_back(std::move(node));
  return value;
}

/// Indices that are read like any tensor: a sequence from 0 on.
int Raiser::raiseIndices(LinearIndexOp indices) {
  graph::Operator op(graph::findOperator("fill_value_sequence"));
  size_t output = 0;
  for (auto [index, field] : llvm::enumerate(op.row->fields)) {
    if (field.kind == graph::FieldKind::Output)
      output = index;
    if (field.kind == graph::FieldKind::DataType)
      op.fields[index] = static_cast<uint32_t>(DataType::Int64);
    if (field.name == "ValueStart")
      op.fields[index] = graph::ScalarUnion{DataType::Int64, 0};
    if (field.name == "ValueDelta")
      op.fields[index] = graph::ScalarUnion{DataType::Int64, 1};
  }
  op.fields[output] = layoutOf(indices.getResult());
  return addNode(graph::Node(std::move(op)), output);
}

/// The memory that a value is seen in, and how.
Raiser::Read Raiser::read(Value value) {
  Value memory = viewedMemory(value);
  TensorDesc view = layoutOf(value);
  auto constant = memory.getDefiningOp<ConstantOp>();
  bool asSplat = constant &&
                 cast<DenseElementsAttr>(constant.getValue()).isSplat() &&
                 layoutOf(memory).type == view.type;
  if (asSplat)
    view.strides.assign(view.sizes.size(), 0);
  DenseMap<Value, int> &known = asSplat ? splats : values;
  auto found = known.find(memory);
  if (found != known.end())
    return {found->second, std::move(view)};
  int number = constant ? raiseConstant(constant, asSplat)
                        : raiseIndices(memory.getDefiningOp<LinearIndexOp>());
  known[memory] = number;
  return {number, std::move(view)};
}

void Raiser::raiseOperator(Operation &op, const graph::OperatorRow &row) {
  graph::Node node{graph::Operator(&row)};
  if (auto name = dyn_cast<NameLoc>(op.getLoc()))
    node.name = name.getName().str();
  unsigned operand = 0;
  size_t output = 0;
  for (auto [index, field] : llvm::enumerate(row.fields)) {
    if (field.kind == graph::FieldKind::Input) {
      Read from = read(op.getOperand(operand++));
      node.op.fields[index] = std::move(from.view);
      node.inputs[index] = from.value;
    } else if (field.kind == graph::FieldKind::Output) {
      node.op.fields[index] = layoutOf(op.getResult(0));
      output = index;
    } else if (field.kind == graph::FieldKind::DataType) {
      node.op.fields[index] =
          static_cast<uint32_t>(layoutOf(op.getResult(0)).type);
    } else if (Attribute attribute = op.getAttr(StringRef(field.name))) {
      node.op.fields[index] = *fieldValueOf(field, attribute);
    }
  }
  // Operators without inputs take their indices as the dialect has them.
  if (operand == 0)
    node.indices = layoutOf(op.getOperand(0));
  values[op.getResult(0)] = addNode(std::move(node), output);
}

/// A node that copies what is seen in some memory into a tensor of another
/// layout.
int Raiser::copyOf(const Read &from, const TensorDesc &written) {
  graph::Operator op(graph::findOperator("identity"));
  auto input = static_cast<size_t>(op.row->field("InputTensor"));
  auto output = static_cast<size_t>(op.row->field("OutputTensor"));
  op.fields[input] = from.view;
  op.fields[output] = written;
  graph::Node node(std::move(op));
  node.inputs[input] = from.value;
  return addNode(std::move(node), output);
}

std::shared_ptr<graph::GraphData> Raiser::run() {
  auto nameOf = [](StringAttr name, StringRef fallback, unsigned index) {
    return name ? name.str() : (fallback + Twine(index)).str();
  };
  graph->name = function.getName().str();
  graph->isComplete = true;
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    values[argument] = addValue(graph::Value::Kind::Input,
                                static_cast<int>(index), layoutOf(argument));
    graph->inputs.push_back(values[argument]);
    graph->inputNames.push_back(nameOf(
        function.getArgAttrOfType<StringAttr>(index, kPortName), "arg", index));
    graph->values.back().name = graph->inputNames.back();
  }
  for (Operation &op : function.front().without_terminator())
    if (const graph::OperatorRow *row = rowOf(&op))
      raiseOperator(op, *row);
  for (OpOperand &operand : function.front().getTerminator()->getOpOperands()) {
    unsigned index = operand.getOperandNumber();
    Value value = operand.get();
    Operation *producer = value.getDefiningOp();
    TensorDesc desc = layoutOf(value);
    // What is neither an input nor an operator's result becomes one.
    int number = !producer || rowOf(producer) ? values.lookup(value)
                                              : copyOf(read(value), desc);
    graph->outputs.push_back(
        {nameOf(function.getResultAttrOfType<StringAttr>(index, kPortName),
                "result", index),
         number, std::move(desc)});
  }
  return std::move(graph);
}

std::shared_ptr<graph::GraphData> fusedml::raiseModule(ModuleOp module,
                                                       FeatureLevel level) {
  return Raiser(*module.getOps<func::FuncOp>().begin(), level).run();
}
