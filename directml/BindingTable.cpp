//===- BindingTable.cpp - IDMLBindingTable --------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/BindingTable.h"

#include "front/rules/Refusal.h"

#include <fmt/format.h>

namespace fusedml::directml {

HRESULT BindingTable::start(const char *method,
                            const DML_BINDING_TABLE_DESC *desc) {
  if (!desc) {
    state.reset();
    return S_OK;
  }
  auto dispatchable = fromCaller<IDispatchable>(desc->Dispatchable, owner());
  if (!dispatchable)
    return owner().refuse(
        method, desc->Dispatchable ? "Dispatchable is no compiled operator or "
                                     "initializer of this device"
                                   : "Dispatchable is null");
  auto made = std::make_shared<TableState>();
  made->dispatch = dispatchable->dispatch();
  made->descriptors = desc->GPUDescriptorHandle;
  for (const Place &place : made->dispatch->inputs())
    made->buffers.inputs.emplace_back(place.slots.size());
  for (const Place &place : made->dispatch->outputs())
    made->buffers.outputs.emplace_back(place.slots.size());

  UINT wanted = made->dispatch->properties().RequiredDescriptorCount;
  if (desc->SizeInDescriptors < wanted)
    return owner().refuse(
        method, fmt::format("SizeInDescriptors {} is below {}, the "
                            "RequiredDescriptorCount of the dispatchable",
                            desc->SizeInDescriptors, wanted));
  ComPtr<d3d12::ISoftwareDevice> device;
  owner().d3d12()->QueryInterface(__uuidof(d3d12::ISoftwareDevice), &device);
  UINT there = device->descriptorsFrom(desc->CPUDescriptorHandle,
                                       desc->GPUDescriptorHandle);
  if (there < desc->SizeInDescriptors)
    return owner().refuse(
        method,
        there == 0
            ? std::string(
                  "CPUDescriptorHandle and GPUDescriptorHandle are not the "
                  "same descriptor of a CBV_SRV_UAV heap of the parent device "
                  "that is shader visible")
            : fmt::format("SizeInDescriptors {} reaches beyond the heap, which "
                          "has {} descriptors from CPUDescriptorHandle on",
                          desc->SizeInDescriptors, there));
  state = std::move(made);
  return S_OK;
}

template <typename Body>
void BindingTable::guard(const char *method, Body body) {
  if (owner().isRemoved())
    return;
  HRESULT result = d3d12::guarded([&] {
    Status status =
        state ? body(*state)
              : Status(graph::refusal("", "table-empty",
                                      "the binding table has no dispatchable",
                                      "give it one with Reset"));
    if (!status)
      owner().remove(method, status.error());
    return S_OK;
  });
  if (FAILED(result))
    owner().remove(method, result);
}

template <typename Bound>
Status BindingTable::keep(TableState &state, Bound BoundBuffers::*place,
                          Expected<Bound> read) {
  if (!read)
    return read.takeStatus();
  std::lock_guard lock(state.mutex);
  std::swap(state.buffers.*place, *read);
  return Status::success();
}

void STDMETHODCALLTYPE
BindingTable::BindInputs(UINT count, const DML_BINDING_DESC *bindings) {
  guard("IDMLBindingTable::BindInputs", [&](TableState &state) {
    return keep(state, &BoundBuffers::inputs,
                readBindings(owner(), "inputs", state.dispatch->inputs(), count,
                             bindings));
  });
}

void STDMETHODCALLTYPE
BindingTable::BindOutputs(UINT count, const DML_BINDING_DESC *bindings) {
  guard("IDMLBindingTable::BindOutputs", [&](TableState &state) {
    return keep(state, &BoundBuffers::outputs,
                readBindings(owner(), "outputs", state.dispatch->outputs(),
                             count, bindings));
  });
}

// No dispatch needs one, so it is only checked.
void STDMETHODCALLTYPE
BindingTable::BindTemporaryResource(const DML_BINDING_DESC *binding) {
  guard("IDMLBindingTable::BindTemporaryResource", [&](TableState &) {
    Expected<BufferRange> read =
        readScratch(owner(), "temporary resource", 0, binding);
    return read ? Status::success() : read.takeStatus();
  });
}

void STDMETHODCALLTYPE
BindingTable::BindPersistentResource(const DML_BINDING_DESC *binding) {
  guard("IDMLBindingTable::BindPersistentResource", [&](TableState &state) {
    return keep(state, &BoundBuffers::persistent,
                readScratch(owner(), "persistent resource",
                            state.dispatch->persistentBytes(), binding));
  });
}

HRESULT STDMETHODCALLTYPE
BindingTable::Reset(const DML_BINDING_TABLE_DESC *desc) {
  return owner().guard([&] { return start("IDMLBindingTable::Reset", desc); });
}

} // namespace fusedml::directml
