//===- FoldBodies.cpp - fold operators inside dml.fused -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/transforms/Passes.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fusedml {
#define GEN_PASS_DEF_FOLDBODIES
#include "compiler/transforms/Passes.h.inc"
} // namespace fusedml

using namespace mlir;
using namespace fusedml;

namespace {
struct FoldBodiesPass : fusedml::impl::FoldBodiesBase<FoldBodiesPass> {
  void runOnOperation() override {
    // The driver folds and removes what is dead by itself.
    FrozenRewritePatternSet none;
    for (dml::FusedOp fused : getOperation().getOps<dml::FusedOp>())
      if (failed(applyPatternsGreedily(fused.getBody(), none)))
        return signalPassFailure();
  }
};
} // namespace
