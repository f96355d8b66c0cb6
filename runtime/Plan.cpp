//===- Plan.cpp - what follows from the steps of a plan -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Plan.h"

#include "runtime/Checked.h"
#include "runtime/MemoryPlan.h"
#include "runtime/Split.h"

#include <algorithm>
#include <limits>

namespace fusedml::runtime {

bool isEmpty(const Step &step) {
  return std::ranges::find(step.extents, 0) != step.extents.end();
}

uint64_t spanInBytes(const Step &step, const Operand &operand) {
  std::optional<uint64_t> span = 1;
  for (size_t i = 0; i < step.extents.size() && span; ++i) {
    std::optional<uint64_t> last =
        checkedMultiply(static_cast<uint64_t>(step.extents[i] - 1),
                        static_cast<uint64_t>(operand.strides[i]));
    span = last ? checkedAdd(*span, *last) : std::nullopt;
  }
  if (span && operand.elementBits == 4)
    return *span / 2 + *span % 2;
  if (span)
    span = checkedMultiply(*span, uint64_t{operand.elementBits / 8});
  return span.value_or(std::numeric_limits<uint64_t>::max());
}

void measurePorts(Plan &plan) {
  plan.inputUses.assign(plan.inputs.size(), {});
  plan.outputUses.assign(plan.outputs.size(), {});
  for (const Step &step : plan.steps) {
    if (isEmpty(step))
      continue;
    for (const Operand &operand : step.operands) {
      bool isInput = operand.kind == Operand::Kind::Input;
      if (!isInput && operand.kind != Operand::Kind::Output)
        continue;
      auto number = static_cast<size_t>(operand.index);
      PortUse &use = isInput ? plan.inputUses[number] : plan.outputUses[number];
      use.bytes = std::max(use.bytes, spanInBytes(step, operand));
      use.alignment = std::max(use.alignment, operand.elementBits / 8);
    }
  }
}

static Status placeTemporaries(Plan &plan) {
  std::vector<Lifetime> lifetimes;
  for (size_t number = 0; number < plan.steps.size(); ++number) {
    const Step &step = plan.steps[number];
    for (const Operand &operand : step.operands) {
      if (operand.kind != Operand::Kind::Temporary)
        continue;
      auto index = static_cast<size_t>(operand.index);
      if (index >= lifetimes.size())
        lifetimes.resize(index + 1, {0, static_cast<int>(number), 0});
      Lifetime &lifetime = lifetimes[index];
      if (!isEmpty(step))
        lifetime.bytes = std::max(lifetime.bytes, spanInBytes(step, operand));
      lifetime.lastStep = static_cast<int>(number);
    }
  }
  Expected<MemoryPlan> memory = planMemory(lifetimes);
  if (!memory)
    return memory.takeStatus();
  plan.temporaryBytes = memory->totalBytes;
  for (Step &step : plan.steps)
    for (Operand &operand : step.operands)
      if (operand.kind == Operand::Kind::Temporary)
        operand.offset = memory->offsets[static_cast<size_t>(operand.index)];
  return Status::success();
}

void prepareSteps(Plan &plan) {
  for (Step &step : plan.steps) {
    step.strides.clear();
    step.work = estimateWork(step);
    step.isEmpty = isEmpty(step);
    step.bytes = 0;
    for (const Operand &operand : step.operands) {
      step.strides.insert(step.strides.end(), operand.strides.begin(),
                          operand.strides.end());
      uint64_t bytes = step.isEmpty ? 0 : spanInBytes(step, operand);
      // A sum that does not fit is more than any cache holds, too.
      if (operand.kind != Operand::Kind::Index)
        step.bytes = checkedAdd(step.bytes, bytes)
                         .value_or(std::numeric_limits<uint64_t>::max());
    }
  }
}

/// What suffices of a binding; its bytes fit 64 bits.
static PortNeed needOf(const TensorDesc &desc, const PortUse &use) {
  PortNeed need;
  need.occupied = std::max(desc.spanInBytes().value_or(0), use.bytes);
  if (need.occupied != 0)
    need.bytes = std::max(need.occupied, desc.totalBytes);
  need.alignmentMask =
      std::max({bitWidth(desc.type) / 8, use.alignment, 1u}) - 1;
  return need;
}

Status completePlan(Plan &plan) {
  prepareSteps(plan);
  if (Status status = placeTemporaries(plan); !status)
    return status;
  measurePorts(plan);
  for (size_t i = 0; i < plan.inputs.size(); ++i) {
    TensorDesc &desc = plan.inputs[i].desc;
    if (plan.inputUses[i].bytes > desc.spanInBytes())
      desc.totalBytes = std::max(desc.totalBytes, plan.inputUses[i].bytes);
  }
  plan.needs.clear();
  for (size_t i = 0; i < plan.inputs.size(); ++i)
    plan.needs.push_back(needOf(plan.inputs[i].desc, plan.inputUses[i]));
  for (size_t i = 0; i < plan.outputs.size(); ++i)
    plan.needs.push_back(needOf(plan.outputs[i].desc, plan.outputUses[i]));
  return Status::success();
}

} // namespace fusedml::runtime
