//===- Kernel.cpp - a compiled graph, ready to run ------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fusedml/Kernel.h"

#include "runtime/Bindings.h"
#include "runtime/Execute.h"
#include "runtime/FpEnvironment.h"

namespace fusedml {

bool runtime::allowsInPlace(const Plan &plan, size_t output, size_t input) {
  if (output >= plan.outputs.size() || input >= plan.inputs.size())
    return false;
  size_t index = output * plan.inputs.size() + input;
  return index < plan.mayAlias.size() && plan.mayAlias[index] &&
         plan.outputs[output].desc.sameLayout(plan.inputs[input].desc);
}

std::span<const Port> Kernel::inputs() const {
  return plan ? std::span<const Port>(plan->inputs) : std::span<const Port>();
}

std::span<const Port> Kernel::outputs() const {
  return plan ? std::span<const Port>(plan->outputs) : std::span<const Port>();
}

using PlanPointer = std::shared_ptr<const runtime::Plan>;

/// The plan that will run in the end; waits for it.
static Expected<PlanPointer> lastOf(const PlanPointer &plan) {
  if (!plan->successor)
    return plan;
  return plan->successor->wait();
}

Status Kernel::wait() const {
  if (!plan)
    return Status::success();
  Expected<PlanPointer> last = lastOf(plan);
  return last ? Status::success() : last.takeStatus();
}

bool Kernel::mayAlias(size_t output, size_t input) const {
  if (!plan)
    return false;
  Expected<PlanPointer> last = lastOf(plan);
  return last && runtime::allowsInPlace(**last, output, input);
}

size_t Kernel::temporaryBytes() const {
  if (!plan)
    return 0;
  Expected<PlanPointer> last = lastOf(plan);
  return static_cast<size_t>((last ? *last : plan)->temporaryBytes);
}

static Diagnostic emptyHandle(const char *message, const char *mend) {
  Diagnostic diagnostic;
  diagnostic.rule = "empty-kernel";
  diagnostic.message = message;
  diagnostic.mend = mend;
  return diagnostic;
}

static Diagnostic emptyKernel() {
  return emptyHandle("this Kernel holds no compiled graph",
                     "run the Kernel that compile() returns");
}

Status Kernel::run(std::span<const Binding> inputs,
                   std::span<const OutputBinding> outputs,
                   const RunOptions &options) const {
  if (!plan)
    return emptyKernel();
  // Around everything: choosing how to split computes in double, which a
  // caller's unmasked traps would turn into a signal.
  runtime::DefaultFpEnvironment environment;
  const runtime::Plan *now = plan.get();
  if (now->successor)
    if (const runtime::Plan *next = now->successor->get())
      now = next;
  if (Status status = runtime::checkBindings(*now, inputs, outputs); !status)
    return now->successor ? runLast(inputs, outputs, options)
                          : std::move(status);
  return runtime::execute(*now, inputs, outputs, options);
}

/// What bindings may do in place is decided by the last plan.
Status Kernel::runLast(std::span<const Binding> inputs,
                       std::span<const OutputBinding> outputs,
                       const RunOptions &options) const {
  Expected<PlanPointer> last = lastOf(plan);
  if (!last)
    return last.takeStatus();
  if (Status status = runtime::checkBindings(**last, inputs, outputs); !status)
    return status;
  return runtime::execute(**last, inputs, outputs, options);
}

Expected<BoundKernel> Kernel::bind(std::span<const Binding> inputs,
                                   std::span<const OutputBinding> outputs,
                                   const RunOptions &options) const {
  if (!plan)
    return emptyKernel();
  Expected<PlanPointer> last = lastOf(plan);
  if (!last)
    return last.takeStatus();
  runtime::DefaultFpEnvironment environment;
  if (Status status = runtime::checkBindings(**last, inputs, outputs); !status)
    return status;
  return BoundKernel(std::make_shared<const runtime::PreparedRun>(
      *last, inputs, outputs, options));
}

Status BoundKernel::run() const {
  if (!prepared)
    return emptyHandle("this BoundKernel holds no kernel",
                       "run the BoundKernel that Kernel::bind() returns");
  runtime::DefaultFpEnvironment environment;
  return prepared->run();
}

} // namespace fusedml
