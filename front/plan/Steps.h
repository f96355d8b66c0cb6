//===- Steps.h - loops and memory as calls of kernels -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_PLAN_STEPS_H
#define FUSEDML_FRONT_PLAN_STEPS_H

#include "front/plan/LoopNest.h"

#include <memory>
#include <span>

namespace fusedml::plan {

/// The steps of a graph, one a group, but for their functions: which memory
/// each operand has, what may be done in place, and the memory between the
/// steps. `nests` are the loops of the groups. Errors: OutOfMemory if the
/// temporaries do not fit 64 bits.
Expected<std::shared_ptr<runtime::Plan>>
makeSteps(const graph::GraphData &graph, const ElementGraph &elements,
          const Fusion &fusion, std::span<const LoopNest> nests,
          graph::ScalarForm scalars);

/// All that is decided of a graph before code is looked for.
struct Planned {
  std::shared_ptr<runtime::Plan> plan;
  Fusion fusion;
  std::vector<LoopNest> nests;   ///< One a step.
  std::vector<std::string> keys; ///< Of the nests.
};

/// From elements, which have been simplified, to steps: fusion, loops, memory.
/// `elements` is left as fusion has it; nests point into it.
Expected<Planned> planGraph(const graph::GraphData &graph,
                            ElementGraph &elements, bool fuse,
                            graph::ScalarForm scalars);

} // namespace fusedml::plan

#endif // FUSEDML_FRONT_PLAN_STEPS_H
