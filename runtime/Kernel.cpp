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

/// Returns when the functions of a plan are there.
static Status waitFor(const runtime::Plan &plan) {
  return plan.pending ? plan.pending->wait() : Status::success();
}

/// Whether a plan has to be run by the one for the time being.
static bool isPending(const runtime::Plan &plan) {
  return plan.pending && !plan.pending->isThere();
}

Status Kernel::wait() const {
  return plan ? waitFor(*plan) : Status::success();
}

bool Kernel::mayAlias(size_t output, size_t input) const {
  return plan && runtime::allowsInPlace(*plan, output, input);
}

size_t Kernel::temporaryBytes() const {
  return plan ? static_cast<size_t>(plan->temporaryBytes) : 0;
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
  if (Status status = runtime::checkBindings(*plan, inputs, outputs); !status)
    return status;
  if (isPending(*plan)) {
    const runtime::Plan &meanwhile = plan->pending->meanwhile();
    if (runtime::checkBindings(meanwhile, inputs, outputs))
      return runtime::execute(meanwhile, inputs, outputs, options);
  }
  // What may be done in place in the fused kernels only waits for them.
  if (Status status = waitFor(*plan); !status)
    return status;
  return runtime::execute(*plan, inputs, outputs, options);
}

Status Kernel::check(std::span<const Binding> inputs,
                     std::span<const OutputBinding> outputs) const {
  if (!plan)
    return emptyKernel();
  return runtime::checkBindings(*plan, inputs, outputs);
}

Expected<BoundKernel> Kernel::bind(std::span<const Binding> inputs,
                                   std::span<const OutputBinding> outputs,
                                   const RunOptions &options) const {
  if (!plan)
    return emptyKernel();
  runtime::DefaultFpEnvironment environment;
  if (Status status = runtime::checkBindings(*plan, inputs, outputs); !status)
    return status;
  return BoundKernel(std::make_shared<const runtime::PreparedRun>(
      plan, inputs, outputs, options));
}

Status BoundKernel::run() const {
  if (!prepared)
    return emptyHandle("this BoundKernel holds no kernel",
                       "run the BoundKernel that Kernel::bind() returns");
  runtime::DefaultFpEnvironment environment;
  return prepared->run();
}

} // namespace fusedml
