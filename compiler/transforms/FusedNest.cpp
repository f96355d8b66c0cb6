//===- FusedNest.cpp - dml.fused as a loop nest ---------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/transforms/FusedNest.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

/// An operator of a body without its tensors, which are elements there.
static graph::Operator operatorOf(Operation &op) {
  graph::Operator result(rowOf(&op));
  for (auto [index, field] : llvm::enumerate(result.row->fields))
    if (Attribute attribute = op.getAttr(StringRef(field.name)))
      result.fields[index] = *fieldValueOf(field, attribute);
  return result;
}

FusedNest fusedml::nestOf(FusedOp fused) {
  FusedNest result;
  plan::LoopNest &nest = result.nest;
  nest.sizes.assign(fused.getSizes().begin(), fused.getSizes().end());
  nest.inputCount = fused.getInputs().size();
  auto addOperand = [&](Type type, bool isIndex) {
    auto tensor = cast<RankedTensorType>(type);
    plan::LoopNest::Operand &operand = nest.operands.emplace_back();
    operand.type = dataTypeOf(tensor.getElementType());
    operand.isIndex = isIndex;
    SmallVector<int64_t> strides = stridesOf(tensor);
    operand.strides.assign(strides.begin(), strides.end());
  };
  DenseMap<Value, int> numbers;
  for (auto [input, argument] :
       llvm::zip_equal(fused.getInputs(), fused.getBlock().getArguments())) {
    numbers.try_emplace(argument, static_cast<int>(numbers.size()));
    addOperand(input.getType(),
               viewedMemory(input).getDefiningOp<LinearIndexOp>() != nullptr);
  }
  for (Type type : fused.getResultTypes())
    addOperand(type, false);
  for (Operation &op : fused.getBlock().without_terminator()) {
    Value defined = op.getResult(0);
    plan::LoopNest::Value &value = nest.values.emplace_back();
    value.type = dataTypeOf(defined.getType());
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      value.bits = scalarOf(cast<TypedAttr>(constant.getValue())).bits;
    } else {
      value.op = &result.operators.emplace_back(operatorOf(op));
      for (Value operand : op.getOperands())
        value.operands.push_back(numbers.lookup(operand));
    }
    numbers.try_emplace(defined, static_cast<int>(numbers.size()));
  }
  for (Value yielded : fused.getYield().getValues())
    nest.yields.push_back(numbers.lookup(yielded));
  return result;
}
