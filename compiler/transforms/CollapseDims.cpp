//===- CollapseDims.cpp - few dimensions, the contiguous one last ---------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/transforms/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

namespace fusedml {
#define GEN_PASS_DEF_COLLAPSEDIMS
#include "compiler/transforms/Passes.h.inc"
} // namespace fusedml

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

namespace {

/// One dimension of the loop nest with every operand's stride along it.
struct Dim {
  int64_t size;
  SmallVector<int64_t> strides;
};

/// Whether each operator of the body varies along every dimension. Only then
/// may loops change places: an operator hoisted out of inner loops would
/// otherwise be computed more than once.
bool everythingVaries(FusedOp fused, ArrayRef<Dim> dims) {
  unsigned inputs = fused.getInputs().size();
  DenseMap<Value, llvm::SmallBitVector> varies;
  for (auto [index, argument] :
       llvm::enumerate(fused.getBlock().getArguments())) {
    llvm::SmallBitVector along(dims.size());
    for (auto [number, dim] : llvm::enumerate(dims))
      along[number] = index < inputs && dim.strides[index] != 0;
    varies[argument] = along;
  }
  for (Operation &op : fused.getBlock().without_terminator()) {
    llvm::SmallBitVector along(dims.size());
    for (Value operand : op.getOperands())
      if (auto it = varies.find(operand); it != varies.end())
        along |= it->second;
    if (!along.all() && !isa<ConstantOp>(op))
      return false;
    varies[op.getResult(0)] = along;
  }
  return true;
}

/// The collapsed loop nest; never empty.
SmallVector<Dim> collapse(FusedOp fused) {
  SmallVector<SmallVector<int64_t>> strides;
  for (Value input : fused.getInputs())
    strides.push_back(stridesOf(cast<RankedTensorType>(input.getType())));
  unsigned firstResult = strides.size();
  for (Type type : fused.getResultTypes())
    strides.push_back(stridesOf(cast<RankedTensorType>(type)));

  SmallVector<Dim> dims;
  for (auto [index, size] : llvm::enumerate(fused.getSizes())) {
    if (size == 1)
      continue;
    Dim &dim = dims.emplace_back(Dim{size, {}});
    for (ArrayRef<int64_t> operand : strides)
      dim.strides.push_back(operand[index]);
  }
  // Inner loops should walk the first result's memory in order.
  if (everythingVaries(fused, dims))
    llvm::stable_sort(dims, [&](const Dim &a, const Dim &b) {
      return a.strides[firstResult] > b.strides[firstResult];
    });

  SmallVector<Dim> merged;
  for (Dim &dim : dims) {
    bool gapless =
        !merged.empty() &&
        llvm::all_of(llvm::zip_equal(merged.back().strides, dim.strides),
                     [&](auto pair) {
                       auto [outer, inner] = pair;
                       return outer == inner * dim.size;
                     });
    if (gapless) {
      dim.size *= merged.back().size;
      merged.back() = std::move(dim);
    } else {
      merged.push_back(std::move(dim));
    }
  }
  if (merged.empty())
    merged.push_back({1, SmallVector<int64_t>(strides.size(), 0)});
  return merged;
}

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
    SmallVector<Dim> dims = collapse(fused);
    SmallVector<int64_t> sizes;
    for (const Dim &dim : dims)
      sizes.push_back(dim.size);
    unsigned operand = 0;
    auto collapsed = [&](Type type) {
      SmallVector<int64_t> strides;
      for (const Dim &dim : dims)
        strides.push_back(dim.strides[operand]);
      ++operand;
      return withLayout(cast<RankedTensorType>(type), sizes, strides);
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
