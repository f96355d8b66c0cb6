//===- CollapseDims.cpp - few dimensions, the contiguous one last ---------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops are those that planning gives the same body (plan::collapse).
//
//===----------------------------------------------------------------------===//

#include "compiler/transforms/FusedNest.h"
#include "compiler/transforms/Passes.h"

#include "mlir/IR/Builders.h"

namespace fusedml {
#define GEN_PASS_DEF_COLLAPSEDIMS
#include "compiler/transforms/Passes.h.inc"
} // namespace fusedml

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

namespace {
struct CollapseDimsPass : fusedml::impl::CollapseDimsBase<CollapseDimsPass> {
  void runOnOperation() override {
    if (getOperation().isExternal())
      return;
    SmallVector<FusedOp> all(getOperation().getOps<FusedOp>());
    for (FusedOp fused : all)
      rewrite(fused);
    // Views that are composed into others are left without users.
    for (Operation &op :
         llvm::make_early_inc_range(llvm::reverse(getOperation().front())))
      if (isa<ReinterpretOp>(op) && op.use_empty())
        op.erase();
  }

  void rewrite(FusedOp fused) {
    FusedNest found = nestOf(fused);
    plan::LoopNest &nest = found.nest;
    plan::collapse(nest);
    const plan::LoopNest::Operand *operand = nest.operands.data();
    auto collapsed = [&](Type type) {
      return withLayout(cast<RankedTensorType>(type), nest.sizes,
                        (operand++)->strides);
    };

    OpBuilder builder(fused);
    Location loc = fused.getLoc();
    auto reinterpret = [&](Value value, Type type) -> Value {
      if (value.getType() == type)
        return value;
      return builder.createOrFold<ReinterpretOp>(loc, type, value);
    };
    SmallVector<Value> inputs;
    for (Value input : fused.getInputs())
      inputs.push_back(reinterpret(input, collapsed(input.getType())));
    SmallVector<Type> types;
    for (Type type : fused.getResultTypes())
      types.push_back(collapsed(type));
    if (llvm::equal(types, fused.getResultTypes()) &&
        llvm::equal(inputs, fused.getInputs()))
      return;
    auto flat = FusedOp::create(builder, loc, types, inputs);
    flat.getBody().takeBody(fused.getBody());
    for (auto [before, after] :
         llvm::zip_equal(fused.getResults(), flat.getResults()))
      before.replaceAllUsesWith(reinterpret(after, before.getType()));
    fused.erase();
  }
};
} // namespace
