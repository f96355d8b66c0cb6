//===- CommandQueue.h - ID3D12CommandQueue ----------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_D3D12_COMMANDQUEUE_H
#define FUSEDML_D3D12_COMMANDQUEUE_H

#include "d3d12/Device.h"

#include <thread>

namespace fusedml::d3d12 {

/// One thread executes what is submitted, in order. The destructor waits for
/// it, but for work behind a Wait: that is left to the thread, which ends after
/// it.
class CommandQueue final
    : public DeviceChild<CommandQueue, Device,
                         Implements<ID3D12CommandQueue, ID3D12Pageable,
                                    ID3D12DeviceChild, ID3D12Object>> {
public:
  CommandQueue(Device &device, const D3D12_COMMAND_QUEUE_DESC &desc);
  ~CommandQueue() override;

  void STDMETHODCALLTYPE
  ExecuteCommandLists(UINT count, ID3D12CommandList *const *lists) override;
  HRESULT STDMETHODCALLTYPE Signal(ID3D12Fence *fence, UINT64 value) override;
  HRESULT STDMETHODCALLTYPE Wait(ID3D12Fence *fence, UINT64 value) override;
  HRESULT STDMETHODCALLTYPE GetTimestampFrequency(UINT64 *frequency) override;
  HRESULT STDMETHODCALLTYPE GetClockCalibration(UINT64 *gpuTimestamp,
                                                UINT64 *cpuTimestamp) override;
  D3D12_COMMAND_QUEUE_DESC STDMETHODCALLTYPE GetDesc() override { return desc; }

  // Annotations for tools: they have no effect on Windows either.
  void STDMETHODCALLTYPE SetMarker(UINT, const void *, UINT) override {}
  void STDMETHODCALLTYPE BeginEvent(UINT, const void *, UINT) override {}
  void STDMETHODCALLTYPE EndEvent() override {}

  // What is not there
  void STDMETHODCALLTYPE UpdateTileMappings(
      ID3D12Resource *, UINT, const D3D12_TILED_RESOURCE_COORDINATE *,
      const D3D12_TILE_REGION_SIZE *, ID3D12Heap *, UINT,
      const D3D12_TILE_RANGE_FLAGS *, const UINT *, const UINT *,
      D3D12_TILE_MAPPING_FLAGS) override {
    notBuiltIn("ID3D12CommandQueue::UpdateTileMappings");
  }
  void STDMETHODCALLTYPE CopyTileMappings(
      ID3D12Resource *, const D3D12_TILED_RESOURCE_COORDINATE *,
      ID3D12Resource *, const D3D12_TILED_RESOURCE_COORDINATE *,
      const D3D12_TILE_REGION_SIZE *, D3D12_TILE_MAPPING_FLAGS) override {
    notBuiltIn("ID3D12CommandQueue::CopyTileMappings");
  }

private:
  const D3D12_COMMAND_QUEUE_DESC desc;
  const std::shared_ptr<Scheduler> scheduler;
  const std::shared_ptr<QueueState> state;
  std::thread thread;
};

} // namespace fusedml::d3d12

#endif // FUSEDML_D3D12_COMMANDQUEUE_H
