//===- Execute.h - runs the steps of a plan ---------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_EXECUTE_H
#define FUSEDML_RUNTIME_EXECUTE_H

#include "runtime/Plan.h"

#include "runtime/Split.h"

#include <memory>
#include <span>
#include <vector>

namespace fusedml::runtime {

/// Runs the steps in order on bindings that checkBindings accepted, in the
/// default floating-point environment. Allocates nothing for small steps, save
/// the arena at a thread's first call.
[[gnu::noinline]] Status execute(const Plan &plan,
                                 std::span<const Binding> inputs,
                                 std::span<const OutputBinding> outputs,
                                 const RunOptions &options);

/// One step with its addresses filled in, and how it is to be run.
struct StepCall {
  const Step *step = nullptr;
  const int64_t *extents = nullptr, *strides = nullptr; ///< The step's own.
  void *const *bases = nullptr;
  uint64_t flags = 0;
  Split split;

  void runAll() const;
  void runPart(int64_t index) const;
  /// Whether runPart() allocates memory, and may throw for want of it.
  bool partsAllocate() const;
};

/// A run of a plan on memory that does not change: addresses, flags and
/// divisions of each step are found once. The bindings must have been
/// accepted by checkBindings.
class PreparedRun {
public:
  PreparedRun(std::shared_ptr<const Plan> plan, std::span<const Binding> inputs,
              std::span<const OutputBinding> outputs,
              const RunOptions &options);

  /// As execute(), and from any thread.
  [[gnu::noinline]] Status run() const;

private:
  struct PreparedStep {
    StepCall call;
    std::vector<void *> bases;       ///< Of temporaries: offsets in the arena.
    std::vector<size_t> temporaries; ///< Operands that are.
  };

  Status runSteps() const;
  Status runWithArena() const;

  std::shared_ptr<const Plan> plan;
  PendingCode *pending; ///< The plan's.
  /// By the plan for the time being, if that accepts the bindings.
  std::unique_ptr<const PreparedRun> meanwhile;
  unsigned threads;
  std::vector<PreparedStep> steps;
};

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_EXECUTE_H
