//===- OperandAccess.cpp - loads and stores of a kernel -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/OperandAccess.h"

#include "compiler/lowering/NibbleBuilder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace fusedml;

Value OperandAccess::i64(int64_t value) {
  return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
}

Value OperandAccess::laneNumbers(ElementBuilder &e, unsigned bits) {
  SmallVector<APInt> numbers;
  for (int64_t lane = 0; lane < e.lanes; ++lane)
    numbers.emplace_back(bits, lane);
  return arith::ConstantOp::create(
      b, DenseElementsAttr::get(cast<VectorType>(e.integer(bits)), numbers));
}

Value OperandAccess::element(Type type, Value array, int64_t index) {
  Value place =
      LLVM::GEPOp::create(b, array.getType(), type, array,
                          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
  return LLVM::LoadOp::create(b, type, place, 8);
}

Value OperandAccess::base(unsigned operand) {
  const OperandLayout &layout = shape.operands[operand];
  bool isNumber = layout.isIndex || layout.isNibble;
  Type type = isNumber ? Type(b.getI64Type())
                       : LLVM::LLVMPointerType::get(b.getContext());
  Value result = element(type, function.getArgument(Bases), operand);
  return layout.isNibble ? NibbleBuilder(b, b.getLoc()).addressOf(result)
                         : result;
}

Value OperandAccess::extent(unsigned dim) {
  return element(b.getI64Type(), function.getArgument(Extents), dim);
}

Value OperandAccess::stride(unsigned operand, unsigned dim) {
  return element(b.getI64Type(), function.getArgument(Strides),
                 operand * shape.rank + dim);
}

/// The block of scalars is behind the operands. What simplification has made
/// constant is not loaded.
KernelArguments OperandAccess::loadArguments() {
  KernelArguments result;
  Value scalars;
  for (Operation &op : shape.block.without_terminator())
    dml::forEachArgument(&op, [&](int32_t number) {
      if (result.contains(number))
        return;
      if (!scalars)
        scalars = element(LLVM::LLVMPointerType::get(b.getContext()),
                          function.getArgument(Bases), shape.operands.size());
      Value place = LLVM::GEPOp::create(b, scalars.getType(), b.getF32Type(),
                                        scalars, ValueRange{i64(number)});
      result[number] = LLVM::LoadOp::create(b, b.getF32Type(), place, 4);
    });
  return result;
}

Value OperandAccess::advance(unsigned operand, Value place, Value elements) {
  const OperandLayout &layout = shape.operands[operand];
  if (layout.isIndex || layout.isNibble)
    return arith::AddIOp::create(b, place, elements);
  return LLVM::GEPOp::create(b, place.getType(), layout.stored, place,
                             ValueRange{elements});
}

Value OperandAccess::innerStride(unsigned operand) {
  return shape.operands[operand].strides.back() == 1
             ? Value()
             : stride(operand, shape.rank - 1);
}

Value OperandAccess::placeAt(unsigned operand, Value row, Value position,
                             Value stride) {
  if (stride)
    position = arith::MulIOp::create(b, position, stride);
  return advance(operand, row, position);
}

Value OperandAccess::loadScalar(unsigned operand, Value place) {
  const OperandLayout &layout = shape.operands[operand];
  if (layout.isIndex)
    return place;
  if (layout.isNibble)
    return NibbleBuilder(b, b.getLoc()).load(place, layout.isUnsigned);
  return LLVM::LoadOp::create(b, layout.stored, place, layout.alignment());
}

void OperandAccess::storeScalar(unsigned operand, Value place, Value value) {
  const OperandLayout &layout = shape.operands[operand];
  if (layout.isNibble)
    NibbleBuilder(b, b.getLoc()).store(place, value);
  else
    LLVM::StoreOp::create(b, value, place, layout.alignment());
}

Value OperandAccess::load(unsigned operand, Value row, Value position,
                          ElementBuilder &e, Value mask) {
  const OperandLayout &layout = shape.operands[operand];
  bool varies = layout.variesAlong(shape.rank - 1);
  if (layout.isIndex) {
    Value step = varies ? stride(operand, shape.rank - 1) : i64(0);
    Value first = placeAt(operand, row, position, step);
    if (!e.lanes)
      return first;
    Value lanes = laneNumbers(e, 64);
    return e.add(e.splat(first), e.mul(lanes, e.splat(step)));
  }
  if (!varies)
    return e.splat(loadScalar(operand, row));
  Value step = innerStride(operand);
  Type type = e.like(layout.stored);
  if (e.lanes && step) {
    SmallVector<Value> values;
    for (int64_t lane = 0; lane < e.lanes; ++lane)
      values.push_back(loadScalar(
          operand,
          placeAt(operand, row, arith::AddIOp::create(b, position, i64(lane)),
                  step)));
    return vector::FromElementsOp::create(b, cast<VectorType>(type), values);
  }
  Value place = placeAt(operand, row, position, step);
  if (!e.lanes)
    return loadScalar(operand, place);
  if (layout.isNibble)
    return NibbleBuilder(b, b.getLoc())
        .loadVector(place, e.lanes, layout.isUnsigned);
  if (!mask)
    return LLVM::LoadOp::create(b, type, place, layout.alignment());
  Value nothing = arith::ConstantOp::create(b, b.getZeroAttr(type));
  return LLVM::MaskedLoadOp::create(b, type, place, mask, nothing,
                                    layout.alignment());
}

void OperandAccess::store(unsigned operand, Value row, Value position,
                          Value value, Value mask, Store how) {
  const OperandLayout &layout = shape.operands[operand];
  unsigned alignment = layout.alignment();
  Value step = innerStride(operand);
  auto vector = dyn_cast<VectorType>(value.getType());
  if (vector && step) {
    for (int64_t lane = 0; lane < vector.getNumElements(); ++lane) {
      Value place = placeAt(
          operand, row, arith::AddIOp::create(b, position, i64(lane)), step);
      storeScalar(operand, place, vector::ExtractOp::create(b, value, lane));
    }
    return;
  }
  Value place = placeAt(operand, row, position, step);
  auto storeNormally = [&] {
    LLVM::StoreOp::create(b, value, place, alignment);
  };
  auto storePastCaches = [&] {
    LLVM::StoreOp::create(b, value, place, shape.vectorLanes * alignment,
                          /*isVolatile=*/false, /*isNonTemporal=*/true);
  };
  if (!vector)
    storeScalar(operand, place, value);
  else if (layout.isNibble)
    NibbleBuilder(b, b.getLoc()).storeVector(place, value);
  else if (mask)
    LLVM::MaskedStoreOp::create(b, value, place, mask, alignment);
  else if (how == Store::Normal)
    storeNormally();
  else if (how == Store::PastCaches)
    storePastCaches();
  else {
    auto choice = scf::IfOp::create(b, bypass, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(choice.thenBlock());
    storePastCaches();
    b.setInsertionPointToStart(choice.elseBlock());
    storeNormally();
  }
}
