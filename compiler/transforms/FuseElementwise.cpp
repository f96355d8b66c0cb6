//===- FuseElementwise.cpp - gather operators into dml.fused --------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is computed together is decided in front (front/plan/Fusion), for graphs
// that need no compiler too. Here a function is shown to that planner as it is,
// and what comes back is carried out: each group becomes a dml.fused.
//
//===----------------------------------------------------------------------===//

#include "compiler/transforms/FusedNest.h"
#include "compiler/transforms/Passes.h"
#include "front/rules/Layout.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/Support/raw_ostream.h"

namespace fusedml {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "compiler/transforms/Passes.h.inc"
} // namespace fusedml

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

namespace {

/// A function as planning sees it, and what its numbers stand for.
class FunctionView {
public:
  explicit FunctionView(func::FuncOp function);

  plan::ElementGraph graph;
  SmallVector<Operation *> operators; ///< By node.
  SmallVector<Value> constants;

private:
  plan::Operand operandOf(Value value);

  DenseMap<Operation *, int> numbers; ///< Of operators and constants.
};

/// Puts groups in the place of a function's operators.
class Materializer {
public:
  Materializer(func::FuncOp function, const FunctionView &view,
               const plan::Fusion &fusion)
      : function(function), view(view), fusion(fusion),
        builder(function.getContext()), results(view.graph.nodes.size()) {}

  void run();

private:
  Value valueOf(const plan::Operand &operand);
  void createFused(const plan::Group &group);
  Operation *createElement(OpBuilder &body, int node, ValueRange operands);
  void numberArguments(Operation *op);

  func::FuncOp function;
  const FunctionView &view;
  const plan::Fusion &fusion;
  OpBuilder builder;
  SmallVector<Value> results; ///< By node, once its group is there.
  int32_t argumentCount = 0;  ///< Of the group at hand.
};

} // namespace

//===----------------------------------------------------------------------===//
// From the function
//===----------------------------------------------------------------------===//

/// The one number that a constant holds, or null.
static TypedAttr splatOf(Operation *op) {
  auto constant = dyn_cast_or_null<ConstantOp>(op);
  auto elements = constant ? dyn_cast<DenseElementsAttr>(constant.getValue())
                           : DenseElementsAttr();
  return elements && elements.isSplat() ? elements.getSplatValue<TypedAttr>()
                                        : TypedAttr();
}

FunctionView::FunctionView(func::FuncOp function) {
  for (Operation &op : function.front().without_terminator()) {
    const graph::OperatorRow *row = rowOf(&op);
    if (!row)
      continue;
    plan::Node node;
    node.op = &graph.newOperator(row->mnemonic);
    for (Value operand : op.getOperands())
      node.operands.push_back(operandOf(operand));
    node.result = graph::normalLayout(
        descOf(cast<RankedTensorType>(op.getResult(0).getType())));
    if (auto name = dyn_cast<NameLoc>(op.getLoc()))
      node.name = name.getName().getValue();
    numbers[&op] = static_cast<int>(operators.size());
    operators.push_back(&op);
    graph.nodes.push_back(std::move(node));
  }
  for (Value returned : function.front().getTerminator()->getOperands()) {
    plan::Operand output = operandOf(returned);
    // The view of an output is how its memory is written.
    output.view =
        graph::normalLayout(descOf(cast<RankedTensorType>(returned.getType())));
    graph.outputs.push_back(std::move(output));
  }
}

plan::Operand FunctionView::operandOf(Value value) {
  using Kind = plan::Source::Kind;
  Value memory = viewedMemory(value);
  TensorDesc seen =
      graph::normalLayout(descOf(cast<RankedTensorType>(value.getType())));
  if (auto argument = dyn_cast<BlockArgument>(memory))
    return {{Kind::Input, static_cast<int>(argument.getArgNumber())}, seen};
  Operation *op = memory.getDefiningOp();
  if (isa<LinearIndexOp>(op))
    return {{Kind::Index, 0}, seen};
  if (!isa<ConstantOp>(op))
    return {{Kind::Node, numbers.lookup(op)}, seen};
  if (TypedAttr number = splatOf(op);
      number && dataTypeOf(number.getType()) == seen.type)
    return graph.splat(scalarOf(number), seen.sizes);
  auto [it, isNew] =
      numbers.try_emplace(op, static_cast<int>(constants.size()));
  if (isNew)
    constants.push_back(memory);
  return {{Kind::Constant, it->second}, seen};
}

//===----------------------------------------------------------------------===//
// To dml.fused
//===----------------------------------------------------------------------===//

Value Materializer::valueOf(const plan::Operand &operand) {
  using Kind = plan::Source::Kind;
  int number = operand.source.number;
  switch (operand.source.kind) {
  case Kind::Input:
    return viewOf(builder, function.getArgument(number), operand.view);
  case Kind::Constant:
    return viewOf(builder, view.constants[number], operand.view);
  case Kind::Index:
    return indicesOf(builder, function.getLoc(), operand.view);
  case Kind::Node:
    return viewOf(builder, results[number], operand.view);
  case Kind::Splat:
    break;
  }
  llvm_unreachable("numbers are in the body");
}

/// Numbers an operator's arguments by their places in the kernel's own array.
void Materializer::numberArguments(Operation *op) {
  auto old = op->getAttrOfType<DictionaryAttr>(kArguments);
  if (!old)
    return;
  NamedAttrList arguments;
  for (const graph::FieldRow &field : rowOf(op)->fields) {
    Attribute number = old.get(StringRef(field.name));
    if (auto parts = dyn_cast_or_null<DenseI32ArrayAttr>(number)) {
      SmallVector<int32_t> places(parts.asArrayRef());
      for (int32_t &place : places)
        if (place >= 0)
          place = argumentCount++;
      arguments.set(StringRef(field.name),
                    builder.getDenseI32ArrayAttr(places));
    } else if (number) {
      arguments.set(StringRef(field.name),
                    builder.getI32IntegerAttr(argumentCount++));
    }
  }
  op->setAttr(kArguments, arguments.getDictionary(builder.getContext()));
}

Operation *Materializer::createElement(OpBuilder &body, int number,
                                       ValueRange operands) {
  Type type =
      elementTypeOf(view.graph.nodes[number].result.type, builder.getContext());
  // A copy that planning added.
  if (number >= static_cast<int>(view.operators.size()))
    return IdentityOp::create(body, function.getLoc(), type, operands.front(),
                              ScaleBiasAttr());
  Operation *element = body.clone(*view.operators[number]);
  element->setOperands(operands);
  element->getResult(0).setType(type);
  numberArguments(element);
  return element;
}

void Materializer::createFused(const plan::Group &group) {
  SmallVector<Value> inputs;
  for (const plan::Operand &input : group.inputs)
    inputs.push_back(valueOf(input));
  SmallVector<Type> types;
  for (const plan::Group::Result &result : group.results)
    types.push_back(tensorTypeOf(view.graph.nodes[result.node].result,
                                 builder.getContext()));
  SmallVector<Location> locs;
  for (int number : group.nodes)
    locs.push_back(number < static_cast<int>(view.operators.size())
                       ? view.operators[number]->getLoc()
                       : function.getLoc());
  auto fused = FusedOp::create(
      builder, FusedLoc::get(builder.getContext(), locs), types, inputs);
  OpBuilder body = OpBuilder::atBlockEnd(&fused.getBody().emplaceBlock());

  plan::LoopNest nest = plan::nestOf(view.graph, group);
  SmallVector<Value> elements;
  for (Value input : inputs)
    elements.push_back(fused.getBlock().addArgument(
        cast<RankedTensorType>(input.getType()).getElementType(),
        input.getLoc()));
  const int *node = group.nodes.data();
  argumentCount = 0;
  for (const plan::LoopNest::Value &value : nest.values) {
    if (!value.op) {
      elements.push_back(ConstantOp::create(
          body, fused.getLoc(),
          attributeOf({value.type, value.bits}, builder.getContext())));
      continue;
    }
    SmallVector<Value> operands;
    for (int operand : value.operands)
      operands.push_back(elements[operand]);
    elements.push_back(createElement(body, *node++, operands)->getResult(0));
  }
  SmallVector<Value> yields;
  for (int yield : nest.yields)
    yields.push_back(elements[yield]);
  YieldOp::create(body, fused.getLoc(), yields);

  for (auto [planned, result] :
       llvm::zip_equal(group.results, fused.getResults())) {
    if (planned.output >= 0)
      function.front().getTerminator()->setOperand(planned.output, result);
    if (!results[planned.node])
      results[planned.node] = result;
  }
}

void Materializer::run() {
  builder.setInsertionPoint(function.front().getTerminator());
  for (const plan::Group &group : fusion.groups)
    createFused(group);
  // Old operators, last first, and the views that fed them.
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(function.front())))
    if (!isa<FusedOp, func::ReturnOp>(op) && op.use_empty())
      op.erase();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

void fusedml::fuseElementwise(func::FuncOp function, bool fuse,
                              std::string *report) {
  FunctionView view(function);
  plan::Fusion fusion = plan::fuse(view.graph, fuse);
  if (report)
    *report = plan::report(view.graph, fusion);
  Materializer(function, view, fusion).run();
}

/// What fusion expects and the pipeline guarantees: one block that returns, and
/// operators on tensors.
static LogicalResult checkGraph(func::FuncOp function) {
  if (function.isExternal() || !function.getBody().hasOneBlock() ||
      !isa<func::ReturnOp>(function.front().getTerminator()))
    return function.emitError("a graph is one block that ends with return");
  for (Operation &op : function.front())
    if (rowOf(&op) && !isa<RankedTensorType>(op.getResult(0).getType()))
      return op.emitOpError("stands on elements outside dml.fused");
  for (Type type : function.getResultTypes())
    if (!isa<RankedTensorType>(type))
      return function.emitError() << "returns " << type << ", not a tensor";
  return success();
}

namespace {
struct FuseElementwisePass
    : fusedml::impl::FuseElementwiseBase<FuseElementwisePass> {
  using FuseElementwiseBase::FuseElementwiseBase;
  void runOnOperation() override {
    if (failed(checkGraph(getOperation())))
      return signalPassFailure();
    std::string text;
    fuseElementwise(getOperation(), fuse, report ? &text : nullptr);
    for (StringRef line : llvm::split(text, '\n'))
      if (!line.empty())
        getOperation().emitRemark() << line;
  }
};
} // namespace
