//===- SimplifyByRange.cpp - drop work for values that never come ---------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/transforms/Passes.h"
#include "compiler/transforms/Ranges.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

#include <limits>

namespace fusedml {
#define GEN_PASS_DEF_SIMPLIFYBYRANGE
#include "compiler/transforms/Passes.h.inc"
} // namespace fusedml

using namespace mlir;
using namespace fusedml;
using namespace fusedml::dml;

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

/// Whether the operator gives its first operand, bit by bit but for NaNs that
/// it may choose. Changes an operator of which only a part does nothing.
static bool simplify(Operation *op, const Ranges &ranges) {
  SignSet x = ranges.ofInput(op);
  bool isFloat = isa<FloatType>(op->getResult(0).getType());
  bool isPlain = isFloat && !op->hasAttr("ScaleBias");
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](AbsOp) {
        // Of NaNs, too, abs clears the sign.
        return isPlain && !x.mayBe(SignSet::Negative | SignSet::MinusZero |
                                   SignSet::SignedNan);
      })
      .Case([&](ActivationReluOp) {
        return !x.mayBe(SignSet::Negative | SignSet::MinusZero);
      })
      .Case<ActivationLeakyReluOp, ActivationParameterizedReluOp,
            ActivationEluOp>([&](auto) { return !x.mayBe(SignSet::Negative); })
      .Case([&](ThresholdOp) {
        return isPlain && isMaximum(x, Ranges::ofScalar(op, "Min"));
      })
      .Case([&](ClipOp) {
        if (!isFloat || !isMaximum(minimum(x, Ranges::ofScalar(op, "Max")),
                                   Ranges::ofScalar(op, "Min")))
          return false;
        setConstant(op, "Min", -kInfinity);
        return isPlain && isConstant(op, "Max", kInfinity);
      })
      .Case([&](ActivationShrinkOp) {
        if (!x.mayBe(SignSet::Negative) &&
            !Ranges::ofScalar(op, "Threshold").mayBe(SignSet::Negative))
          op->setAttr(kNonNegative, UnitAttr::get(op->getContext()));
        return false;
      })
      .Default(false);
}

namespace {
struct SimplifyByRangePass
    : fusedml::impl::SimplifyByRangeBase<SimplifyByRangePass> {
  void runOnOperation() override {
    for (FusedOp fused : getOperation().getOps<FusedOp>()) {
      Ranges ranges;
      for (Operation &op :
           llvm::make_early_inc_range(fused.getBlock().without_terminator())) {
        if (!isa<ConstantOp>(op) && simplify(&op, ranges)) {
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
