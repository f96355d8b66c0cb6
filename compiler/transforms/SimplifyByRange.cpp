//===- SimplifyByRange.cpp - drop work for values that never come ---------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/transforms/Passes.h"
#include "compiler/transforms/Ranges.h"

#include "mlir/IR/Builders.h"

#include <limits>

namespace fusedml {
#define GEN_PASS_DEF_SIMPLIFYBYRANGE
#include "compiler/transforms/Passes.h.inc"
} // namespace fusedml

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;
using graph::SimplifyRule;

static constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Gives a scalar a value, which is no argument then.
static void setConstant(Operation *op, StringRef field, float value) {
  Builder builder(op->getContext());
  op->setAttr(field, builder.getF32FloatAttr(value));
  auto arguments = op->getAttrOfType<DictionaryAttr>(kArguments);
  if (!arguments)
    return;
  NamedAttrList rest(arguments);
  rest.erase(field);
  if (rest.empty())
    op->removeAttr(kArguments);
  else
    op->setAttr(kArguments, rest.getDictionary(op->getContext()));
}

static bool isConstant(Operation *op, StringRef field, float value) {
  return argumentNumber(op, field) < 0 &&
         op->getAttrOfType<FloatAttr>(field).getValue().convertToFloat() ==
             value;
}

/// Takes the lower bound away, if it holds nothing back. Whether the upper one
/// holds nothing back either.
static bool dropBounds(Operation *op, SignSet x) {
  if (!isMaximum(minimum(x, Ranges::ofScalar(op, "Max")),
                 Ranges::ofScalar(op, "Min")))
    return false;
  setConstant(op, "Min", -kInfinity);
  return isConstant(op, "Max", kInfinity);
}

static void dropBranch(Operation *op, SignSet x) {
  if (!x.mayBe(SignSet::Negative) &&
      !Ranges::ofScalar(op, "Threshold").mayBe(SignSet::Negative))
    op->setAttr(kNonNegative, UnitAttr::get(op->getContext()));
}

/// Whether the operator gives its first operand after ScaleBias, bit by bit but
/// for NaNs that it may choose. Changes an operator of which only a part does
/// nothing.
static bool simplify(Operation *op, const Ranges &ranges) {
  SignSet x = ranges.ofInput(op);
  switch (rowOf(op)->simplify) {
  case SimplifyRule::None:
    return false;
  case SimplifyRule::DropUnlessSigned:
    // Of NaNs, too, such an operator clears the sign.
    return !x.mayBe(SignSet::Negative | SignSet::MinusZero |
                    SignSet::SignedNan);
  case SimplifyRule::DropFromPlusZero:
    return !x.mayBe(SignSet::Negative | SignSet::MinusZero);
  case SimplifyRule::DropFromZero:
    return !x.mayBe(SignSet::Negative);
  case SimplifyRule::DropFromMin:
    return isMaximum(x, Ranges::ofScalar(op, "Min"));
  case SimplifyRule::DropBounds:
    return dropBounds(op, x);
  case SimplifyRule::DropBranch:
    dropBranch(op, x);
    return false;
  }
  llvm_unreachable("no such SimplifyRule");
}

namespace {
struct SimplifyByRangePass
    : fusedml::impl::SimplifyByRangeBase<SimplifyByRangePass> {
  void runOnOperation() override {
    for (FusedOp fused : getOperation().getOps<FusedOp>()) {
      Ranges ranges;
      for (Operation &op :
           llvm::make_early_inc_range(fused.getBlock().without_terminator())) {
        bool isFloat = isa<FloatType>(op.getResult(0).getType());
        if (isFloat && !isa<ConstantOp>(op) && simplify(&op, ranges) &&
            !op.hasAttr("ScaleBias")) {
          op.getResult(0).replaceAllUsesWith(op.getOperand(0));
          op.erase();
        } else {
          ranges.add(&op);
        }
      }
    }
  }
};
} // namespace
