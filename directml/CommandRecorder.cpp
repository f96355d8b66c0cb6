//===- CommandRecorder.cpp - IDMLCommandRecorder --------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/CommandRecorder.h"

#include "directml/BindingTable.h"
#include "front/rules/Refusal.h"

namespace fusedml::directml {
namespace {

constexpr const char *kExecution = "execution of a dispatch";

/// What a dispatch does, and to what.
struct Execution {
  ComPtr<Device> device;
  std::shared_ptr<const Dispatch> dispatch;
  std::string title;
  BoundBuffers buffers;

  Status check() const { return named(dispatch->check(buffers)); }

  /// On the thread of a queue; `late` bindings have not been checked.
  void run(bool late) const {
    if (device->isRemoved())
      return;
    HRESULT result = d3d12::guarded([&] {
      Status status = late ? check() : Status::success();
      if (status)
        status = named(dispatch->run(buffers));
      if (!status)
        device->remove(kExecution, status.error());
      return S_OK;
    });
    if (FAILED(result))
      device->remove(kExecution, result);
  }

private:
  Status named(Status status) const {
    if (!status)
      status.error().context = title;
    return status;
  }
};

/// A dispatch in a command list.
class RecordedDispatch final : public d3d12::Work {
public:
  /// `state` is where bindings are found at submission; null if `execution` has
  /// them.
  RecordedDispatch(Execution execution, std::shared_ptr<TableState> state)
      : recorded(std::make_shared<const Execution>(std::move(execution))),
        late(std::move(state)) {}

  std::function<void()> submit() override {
    std::function<void()> run;
    HRESULT result = d3d12::guarded([&] {
      std::shared_ptr<const Execution> now = recorded;
      if (late)
        now = std::make_shared<const Execution>(
            Execution{recorded->device, recorded->dispatch, recorded->title,
                      late->snapshot()});
      run = [now, isLate = bool(late)] { now->run(isLate); };
      return S_OK;
    });
    if (FAILED(result))
      recorded->device->remove(kExecution, result);
    return run;
  }

private:
  std::shared_ptr<const Execution> recorded;
  std::shared_ptr<TableState> late;
};

Diagnostic wrongObject(const char *what, const void *object) {
  return graph::refusal(
      what, "same-device",
      std::string(what) +
          (object ? " is not an object of this device" : " is null"));
}

} // namespace

Expected<HRESULT> CommandRecorder::record(ID3D12CommandList *list,
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
  if (!state || state->dispatch != wanted->dispatch())
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
  bool late = state->dispatch->bindsLate();
  Execution execution = {ComPtr<Device>(&owner()), state->dispatch,
                         wanted->title(), state->snapshot()};
  if (!late)
    if (Status status = execution.check(); !status)
      return status;
  HRESULT result = target->recordWork(std::make_shared<RecordedDispatch>(
      std::move(execution), late ? state : nullptr));
  if (result == E_FAIL)
    return graph::refusal("commandList", "list-closed", "commandList is closed",
                          "reset it first");
  return result;
}

void STDMETHODCALLTYPE CommandRecorder::RecordDispatch(
    ID3D12CommandList *list, IDMLDispatchable *dispatchable,
    IDMLBindingTable *bindings) {
  constexpr const char *method = "IDMLCommandRecorder::RecordDispatch";
  if (owner().isRemoved())
    return;
  HRESULT result = d3d12::guarded([&] {
    Expected<HRESULT> recorded = record(list, dispatchable, bindings);
    if (recorded)
      return *recorded;
    owner().remove(method, recorded.error());
    return S_OK;
  });
  if (FAILED(result))
    owner().remove(method, result);
}

} // namespace fusedml::directml
