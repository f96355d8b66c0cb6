//===- CommandRecorder.cpp - IDMLCommandRecorder --------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/CommandRecorder.h"

#include "compiler/graph/Refusal.h"
#include "directml/BindingTable.h"

namespace fusedml::directml {
namespace {

/// A dispatch in a command list.
class RecordedDispatch final : public d3d12::Work {
public:
  RecordedDispatch(Device &device, std::shared_ptr<TableState> state)
      : device(&device), dispatch(state->dispatch),
        buffers(std::make_shared<const BoundBuffers>(state->snapshot())) {
    if (dispatch->bindsLate())
      late = std::move(state);
  }

  std::function<void()> submit() override {
    std::function<void()> run;
    HRESULT result = d3d12::guarded([&] {
      auto now = late ? std::make_shared<const BoundBuffers>(late->snapshot())
                      : buffers;
      run = [device = device, dispatch = dispatch, now, late = bool(late)] {
        execute(*device.Get(), *dispatch, *now, late);
      };
      return S_OK;
    });
    if (FAILED(result))
      device->remove(kExecution, result);
    return run;
  }

private:
  static constexpr const char *kExecution = "execution of a dispatch";

  static void execute(Device &device, const Dispatch &dispatch,
                      const BoundBuffers &buffers, bool check) {
    if (device.isRemoved())
      return;
    HRESULT result = d3d12::guarded([&] {
      Status status = check ? dispatch.check(buffers) : Status::success();
      if (status)
        status = dispatch.run(buffers);
      if (!status)
        device.remove(kExecution, status.error());
      return S_OK;
    });
    if (FAILED(result))
      device.remove(kExecution, result);
  }

  ComPtr<Device> device;
  std::shared_ptr<const Dispatch> dispatch;
  std::shared_ptr<const BoundBuffers> buffers;
  std::shared_ptr<TableState> late; ///< DESCRIPTORS_VOLATILE.
};

Diagnostic wrongObject(const char *what, const void *object) {
  return graph::refusal(
      what, "same-device",
      std::string(what) +
          (object ? " is not an object of this device" : " is null"));
}

} // namespace

Status CommandRecorder::record(ID3D12CommandList *list,
                               IDMLDispatchable *dispatchable,
                               IDMLBindingTable *bindings) {
  ComPtr<d3d12::ISoftwareCommandList> target;
  ComPtr<ID3D12Device> device;
  if (!list ||
      FAILED(list->QueryInterface(__uuidof(d3d12::ISoftwareCommandList),
                                  &target)) ||
      FAILED(list->GetDevice(__uuidof(ID3D12Device), &device)) ||
      device.Get() != owner().d3d12())
    return wrongObject("commandList", list);
  auto wanted = fromCaller<IDispatchable>(dispatchable, owner());
  if (!wanted)
    return wrongObject("dispatchable", dispatchable);
  auto table = fromCaller<BindingTable>(bindings, owner());
  if (!table)
    return wrongObject("bindings", bindings);
  const std::shared_ptr<TableState> &state = table->current();
  ComPtr<IUnknown> identity;
  wanted.As(&identity);
  if (!state || state->dispatchable.Get() != identity.Get() ||
      state->dispatch != wanted->dispatch())
    return graph::refusal("bindings", "table-dispatchable",
                          "bindings belongs to another dispatchable, or to "
                          "what an initializer was before its Reset",
                          "call Reset of the binding table first");
  D3D12_COMMAND_LIST_TYPE type = list->GetType();
  if (type != D3D12_COMMAND_LIST_TYPE_DIRECT &&
      type != D3D12_COMMAND_LIST_TYPE_COMPUTE)
    return graph::refusal("commandList", "list-type",
                          "commandList is neither of type DIRECT nor COMPUTE");
  if (!target->seesDescriptor(state->descriptors))
    return graph::refusal(
        "commandList", "descriptor-heap",
        "the descriptor heap of the binding table is not set on commandList",
        "call SetDescriptorHeaps of the list first");
  auto work = std::make_shared<RecordedDispatch>(owner(), state);
  if (!state->dispatch->bindsLate())
    if (Status status = state->dispatch->check(state->snapshot()); !status)
      return status;
  if (FAILED(target->recordWork(std::move(work))))
    return graph::refusal("commandList", "list-closed", "commandList is closed",
                          "reset it first");
  return Status::success();
}

void STDMETHODCALLTYPE CommandRecorder::RecordDispatch(
    ID3D12CommandList *list, IDMLDispatchable *dispatchable,
    IDMLBindingTable *bindings) {
  constexpr const char *method = "IDMLCommandRecorder::RecordDispatch";
  if (owner().isRemoved())
    return;
  HRESULT result = d3d12::guarded([&] {
    if (Status status = record(list, dispatchable, bindings); !status)
      owner().remove(method, status.error());
    return S_OK;
  });
  if (FAILED(result))
    owner().remove(method, result);
}

} // namespace fusedml::directml
