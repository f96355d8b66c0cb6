//===- Fence.h - ID3D12Fence ------------------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_D3D12_FENCE_H
#define FUSEDML_D3D12_FENCE_H

#include "d3d12/Device.h"

namespace fusedml::d3d12 {

class Fence final
    : public DeviceChild<Fence, Device,
                         Implements<ID3D12Fence1, ID3D12Fence, ID3D12Pageable,
                                    ID3D12DeviceChild, ID3D12Object>> {
public:
  Fence(Device &device, UINT64 value)
      : DeviceChild(device), scheduler(device.scheduler),
        state(scheduler->addFence(value)) {}
  ~Fence() override { scheduler->releaseFence(*state); }

  UINT64 STDMETHODCALLTYPE GetCompletedValue() override {
    return scheduler->value(*state);
  }
  /// `event` is the file descriptor of an eventfd, which 1 is added to; the
  /// caller may close theirs. Null blocks the caller. E_HANDLE for others.
  HRESULT STDMETHODCALLTYPE SetEventOnCompletion(UINT64 value,
                                                 HANDLE event) override;
  HRESULT STDMETHODCALLTYPE Signal(UINT64 value) override {
    return scheduler->signal(*state, value);
  }
  D3D12_FENCE_FLAGS STDMETHODCALLTYPE GetCreationFlags() override {
    return D3D12_FENCE_FLAG_NONE;
  }

  const std::shared_ptr<Scheduler> scheduler;
  const std::shared_ptr<FenceState> state;
};

} // namespace fusedml::d3d12

#endif // FUSEDML_D3D12_FENCE_H
