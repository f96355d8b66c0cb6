//===- LoopNest.h - one kernel: loops and what they compute -----*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_PLAN_LOOPNEST_H
#define FUSEDML_FRONT_PLAN_LOOPNEST_H

#include "front/plan/Fusion.h"
#include "front/rules/Arguments.h"

#include <string>

namespace fusedml::plan {

/// What one kernel computes: a body of operators on elements, and the loops
/// around it, outermost first.
struct LoopNest {
  struct Operand {
    DataType type = DataType::Unknown;
    bool isIndex = false;
    /// Of one element, used for all, by the operator's row.
    bool isSingle = false;
    std::vector<int64_t> strides;
  };
  /// An operator of the body, or a number if `op` is null. Operands are numbers
  /// of inputs or, from inputCount on, of earlier values.
  struct Value {
    const graph::Operator *op = nullptr;
    DataType type = DataType::Unknown;
    uint64_t bits = 0;
    std::vector<int> operands;
  };

  std::vector<int64_t> sizes;
  std::vector<Operand> operands; ///< Inputs, then results.
  size_t inputCount = 0;
  std::vector<Value> values;
  std::vector<int> yields; ///< What the results are.
  /// The form that shipped kernels have, see generalize().
  bool isGeneral = false;

  const Operand &result(size_t number) const {
    return operands[inputCount + number];
  }
};

/// The loops of a group as its nodes have them.
LoopNest nestOf(const ElementGraph &graph, const Group &group);

/// Leaves out dimensions of size 1, merges those that all operands walk through
/// without a gap, and lets the inner ones walk through the first result's
/// memory in order where loops may change places. At least one dimension is
/// left.
void collapse(LoopNest &nest);

/// Estimated nanoseconds of one element, on one thread.
double costOf(const LoopNest &nest);

/// Rank of shipped kernels.
inline constexpr size_t kGeneralRank = 4;
enum class InnerLoop : uint8_t {
  AsIs, ///< The innermost dimension is that of the nest.
  One   ///< It has a single element, since no kernel has the nest's strides
        ///< there.
};
/// Gives a nest the form of a shipped kernel: kGeneralRank dimensions with any
/// strides outside, and inside contiguous or repeated ones. False if it has too
/// many dimensions or, with InnerLoop::AsIs, other strides inside.
bool generalize(LoopNest &nest, InnerLoop inner);

/// What the code of a kernel depends on, as bytes: the body with types, what is
/// compiled in and of scalars what is known; rank, and the stride class of each
/// operand in each dimension.
std::string keyOf(const LoopNest &nest, graph::ScalarForm scalars);

} // namespace fusedml::plan

#endif // FUSEDML_FRONT_PLAN_LOOPNEST_H
