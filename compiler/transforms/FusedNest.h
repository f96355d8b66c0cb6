//===- FusedNest.h - dml.fused as a loop nest -------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_TRANSFORMS_FUSEDNEST_H
#define FUSEDML_COMPILER_TRANSFORMS_FUSEDNEST_H

#include "dialect/Dml.h"
#include "front/plan/LoopNest.h"

#include <deque>

namespace fusedml {

/// The loops and the body of a dml.fused, as planning sees them.
struct FusedNest {
  plan::LoopNest nest;
  /// What the values of the nest point to.
  std::deque<graph::Operator> operators;
};
FusedNest nestOf(dml::FusedOp fused);

} // namespace fusedml

#endif // FUSEDML_COMPILER_TRANSFORMS_FUSEDNEST_H
