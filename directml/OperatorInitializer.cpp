//===- OperatorInitializer.cpp - IDMLOperatorInitializer ------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/OperatorInitializer.h"

#include "front/rules/Refusal.h"

#include <fmt/format.h>

#include <cstring>

namespace fusedml::directml {

Initialization::Initialization(
    std::vector<std::shared_ptr<const Program>> newPrograms)
    : programs(std::move(newPrograms)) {
  for (size_t i = 0; i < programs.size(); ++i) {
    const Program &program = *programs[i];
    Place &inputs = inputPlaces.emplace_back();
    inputs.name = fmt::format("operator {}", i);
    inputs.isArray = true;
    for (const Place &place : program.inputs()) {
      Slot &slot = inputs.slots.emplace_back(place.slots.front());
      // What is bound now is what is not bound at execution.
      if (slot.kind == Slot::Kind::Owned)
        slot.kind = Slot::Kind::Needed;
      else if (slot.kind != Slot::Kind::Absent)
        slot.kind = Slot::Kind::NotNow;
    }
    Place &output = outputPlaces.emplace_back();
    output.name = fmt::format("persistent resource of operator {}", i);
    Slot &persistent = output.slots.emplace_back();
    persistent.name = output.name;
    persistent.kind = program.persistentBytes() != 0 ? Slot::Kind::Needed
                                                     : Slot::Kind::NotNow;
    persistent.bytes = program.persistentBytes();
    persistent.alignment = DML_PERSISTENT_BUFFER_ALIGNMENT;
    persistent.written = true;
  }
}

Status Initialization::checkOverlaps(const BoundBuffers &buffers) const {
  auto memoryOf = [&](size_t program) {
    return buffers.outputs[program].front().memory(
        programs[program]->persistentBytes(), program);
  };
  for (size_t i = 0; i < programs.size(); ++i) {
    const BufferRange &output = buffers.outputs[i].front();
    if (!output)
      continue;
    for (size_t j = 0; j < programs.size(); ++j) {
      for (size_t k = 0; k < buffers.inputs[j].size(); ++k) {
        const BufferRange &input = buffers.inputs[j][k];
        const Slot &slot = inputPlaces[j].slots[k];
        if (input.resource.Get() == output.resource.Get() ||
            memoryOf(i).overlaps(input.memory(slot.bytes, k)))
          return graph::refusal(
              "outputs", "binding-overlap",
              fmt::format("the {} is in the resource, or the memory, of input "
                          "{} of operator {}; at initialization they may not "
                          "share it",
                          outputPlaces[i].name, slot.name, j));
      }
      if (j < i && memoryOf(i).overlaps(memoryOf(j)))
        return graph::refusal("outputs", "binding-overlap",
                              fmt::format("the {} overlaps the {}",
                                          outputPlaces[i].name,
                                          outputPlaces[j].name));
    }
  }
  return Status::success();
}

Status Initialization::run(const BoundBuffers &buffers) const {
  for (size_t i = 0; i < programs.size(); ++i) {
    for (const Program::OwnedInput &input : programs[i]->ownedInputs())
      std::memcpy(buffers.outputs[i].front().data() + input.offset,
                  buffers.inputs[i][input.place].data(), input.bytes);
    programs[i]->setInitialized();
  }
  return Status::success();
}

HRESULT
OperatorInitializer::setOperators(const char *method, UINT count,
                                  IDMLCompiledOperator *const *operators) {
  if (count != 0 && !operators)
    return owner().refuse(
        method,
        fmt::format("operators is null, but operatorCount is {}", count));
  std::vector<std::shared_ptr<const Program>> programs;
  for (UINT i = 0; i < count; ++i) {
    auto op = fromCaller<CompiledOperator>(operators[i], owner());
    if (!op)
      return owner().refuse(
          method, fmt::format("operators[{}] is {}", i,
                              operators[i] ? "no compiled operator of this "
                                             "device"
                                           : "null"));
    programs.push_back(op->program());
  }
  auto made = std::make_shared<const Initialization>(std::move(programs));
  std::lock_guard lock(mutex);
  initialization.swap(made);
  return S_OK;
}

std::shared_ptr<const Dispatch> OperatorInitializer::dispatch() const {
  std::lock_guard lock(mutex);
  return initialization;
}

DML_BINDING_PROPERTIES STDMETHODCALLTYPE
OperatorInitializer::GetBindingProperties() {
  return dispatch()->properties();
}

HRESULT STDMETHODCALLTYPE
OperatorInitializer::Reset(UINT count, IDMLCompiledOperator *const *operators) {
  return owner().guard([&] {
    return setOperators("IDMLOperatorInitializer::Reset", count, operators);
  });
}

} // namespace fusedml::directml
