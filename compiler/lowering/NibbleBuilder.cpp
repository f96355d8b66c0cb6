//===- NibbleBuilder.cpp - loads and stores of 4-bit elements -------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/NibbleBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace fusedml;

Value NibbleBuilder::constant(Type like, int64_t value) {
  TypedAttr attribute = b.getIntegerAttr(getElementTypeOrSelf(like), value);
  if (auto vector = dyn_cast<VectorType>(like))
    attribute = DenseElementsAttr::get(vector, Attribute(attribute));
  return arith::ConstantOp::create(b, loc, like, attribute);
}

Value NibbleBuilder::addressOf(Value byteAddress) {
  return arith::ShLIOp::create(b, loc, byteAddress,
                               constant(b.getI64Type(), 1));
}

Value NibbleBuilder::next(Value nibble, int64_t distance) {
  return arith::AddIOp::create(b, loc, nibble,
                               constant(b.getI64Type(), distance));
}

Value NibbleBuilder::pointerTo(Value nibble) {
  return LLVM::IntToPtrOp::create(
      b, loc, LLVM::LLVMPointerType::get(b.getContext()),
      arith::ShRUIOp::create(b, loc, nibble, constant(b.getI64Type(), 1)),
      LLVM::DereferenceableAttr());
}

Value NibbleBuilder::isInHighHalf(Value nibble) {
  return arith::TruncIOp::create(b, loc, b.getI1Type(), nibble);
}

Value NibbleBuilder::shiftOf(Value nibble) {
  Type i8 = b.getI8Type();
  return arith::SelectOp::create(b, loc, isInHighHalf(nibble), constant(i8, 4),
                                 constant(i8, 0));
}

Value NibbleBuilder::extend(Value bytes, bool isUnsigned) {
  Type type = bytes.getType();
  if (isUnsigned)
    return arith::AndIOp::create(b, loc, bytes, constant(type, 15));
  Value four = constant(type, 4);
  return arith::ShRSIOp::create(
      b, loc, arith::ShLIOp::create(b, loc, bytes, four), four);
}

Value NibbleBuilder::load(Value nibble, bool isUnsigned) {
  Value byte =
      LLVM::LoadOp::create(b, loc, b.getI8Type(), pointerTo(nibble), 1);
  return extend(arith::ShRUIOp::create(b, loc, byte, shiftOf(nibble)),
                isUnsigned);
}

void NibbleBuilder::store(Value nibble, Value value) {
  Type i8 = b.getI8Type();
  Value place = pointerTo(nibble), shift = shiftOf(nibble);
  Value low = constant(i8, 15);
  Value here = arith::ShLIOp::create(b, loc, low, shift);
  Value byte = LLVM::LoadOp::create(b, loc, i8, place, 1);
  Value others = arith::AndIOp::create(
      b, loc, byte, arith::XOrIOp::create(b, loc, here, constant(i8, -1)));
  Value added = arith::ShLIOp::create(
      b, loc, arith::AndIOp::create(b, loc, value, low), shift);
  LLVM::StoreOp::create(b, loc, arith::OrIOp::create(b, loc, others, added),
                        place, 1);
}

Value NibbleBuilder::loadVector(Value first, int64_t count, bool isUnsigned) {
  auto type = VectorType::get({count}, b.getI8Type());
  auto half = VectorType::get({count / 2}, b.getI8Type());
  auto access = scf::IfOp::create(b, loc, TypeRange{type}, isInHighHalf(first),
                                  /*withElseRegion=*/true);
  auto bytesAt = [&](Value nibble) -> Value {
    return LLVM::LoadOp::create(b, loc, half, pointerTo(nibble), 1);
  };
  auto highHalves = [&](Value bytes) -> Value {
    return arith::ShRUIOp::create(b, loc, bytes, constant(half, 4));
  };
  auto finish = [&](Value evens, Value odds) {
    Value all = vector::InterleaveOp::create(b, loc, evens, odds);
    scf::YieldOp::create(b, loc, extend(all, isUnsigned));
  };
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&access.getThenRegion().front());
  // Even elements are the high halves, odd ones the low halves a byte later.
  finish(highHalves(bytesAt(first)), bytesAt(next(first, 1)));
  b.setInsertionPointToStart(&access.getElseRegion().front());
  Value bytes = bytesAt(first);
  finish(bytes, highHalves(bytes));
  return access.getResult(0);
}

void NibbleBuilder::storeVector(Value first, Value values) {
  int64_t count = cast<VectorType>(values.getType()).getNumElements();
  auto half = VectorType::get({count / 2}, b.getI8Type());
  auto halves = vector::DeinterleaveOp::create(b, loc, values);
  Value evens = halves.getResult(0), odds = halves.getResult(1);
  auto low = [&](Value value) -> Value {
    return arith::AndIOp::create(b, loc, value, constant(half, 15));
  };
  auto high = [&](Value value) -> Value {
    return arith::ShLIOp::create(b, loc, value, constant(half, 4));
  };
  auto access = scf::IfOp::create(b, loc, TypeRange(), isInHighHalf(first),
                                  /*withElseRegion=*/true);
  /// Adds halves to those that the bytes keep.
  auto merge = [&](Value nibble, int64_t kept, Value added) {
    Value place = pointerTo(nibble);
    Value bytes = LLVM::LoadOp::create(b, loc, half, place, 1);
    bytes = arith::AndIOp::create(b, loc, bytes, constant(half, kept));
    LLVM::StoreOp::create(b, loc, arith::OrIOp::create(b, loc, bytes, added),
                          place, 1);
  };
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&access.getThenRegion().front());
  merge(first, 0x0f, high(evens));
  merge(next(first, 1), 0xf0, low(odds));
  b.setInsertionPointToStart(&access.getElseRegion().front());
  LLVM::StoreOp::create(b, loc,
                        arith::OrIOp::create(b, loc, low(evens), high(odds)),
                        pointerTo(first), 1);
}
