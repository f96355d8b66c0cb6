//===- MathBuilder.cpp - arithmetic written as formulas -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/MathBuilder.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace fusedml;

/// How much likelier it is that no lane takes a rare branch. Block placement
/// and register allocation go by it.
static constexpr int32_t kRareWeights[] = {1, 2000};

/// Whether a lane is set.
static Value anyLane(ElementBuilder &e, Value mask) {
  if (!e.lanes)
    return mask;
  OpBuilder &b = e.builder;
  // The mask as an integer is one instruction on x86; AArch64 has no such.
  if (!e.target.isX86)
    return vector::ReductionOp::create(b, e.loc, vector::CombiningKind::OR,
                                       mask);
  Type integer = b.getIntegerType(static_cast<unsigned>(e.lanes));
  Value packed = LLVM::BitcastOp::create(b, e.loc, integer, mask);
  Value zero =
      arith::ConstantOp::create(b, e.loc, b.getIntegerAttr(integer, 0));
  return arith::CmpIOp::create(b, e.loc, arith::CmpIPredicate::ne, packed,
                               zero);
}

SmallVector<Value>
fusedml::selectRare(ElementBuilder &e, Value mask, ValueRange usual,
                    function_ref<SmallVector<Value>()> build) {
  OpBuilder &b = e.builder;
  Value any = anyLane(e, mask);
  // scf.if has no weights, so the branch is spelled out.
  auto region = scf::ExecuteRegionOp::create(b, e.loc, usual.getTypes(),
                                             /*no_inline=*/{});
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Location> locations(usual.size(), e.loc);
  Region &body = region.getRegion();
  Block *entry = b.createBlock(&body);
  Block *rare = b.createBlock(&body);
  Block *join = b.createBlock(&body, {}, usual.getTypes(), locations);
  b.setInsertionPointToEnd(entry);
  cf::CondBranchOp::create(b, e.loc, any, rare, ValueRange(), join, usual)
      .setBranchWeights(kRareWeights);
  b.setInsertionPointToEnd(rare);
  SmallVector<Value> chosen = build();
  for (auto [value, other] : llvm::zip(chosen, usual))
    value = e.select(mask, value, other);
  cf::BranchOp::create(b, e.loc, join, chosen);
  b.setInsertionPointToEnd(join);
  scf::YieldOp::create(b, e.loc, join->getArguments());
  return llvm::to_vector_of<Value>(region.getResults());
}
