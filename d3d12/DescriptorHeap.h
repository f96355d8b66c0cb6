//===- DescriptorHeap.h - ID3D12DescriptorHeap ------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_D3D12_DESCRIPTORHEAP_H
#define FUSEDML_D3D12_DESCRIPTORHEAP_H

#include "d3d12/Device.h"

namespace fusedml::d3d12 {

/// Handles alone: what is bound is known without descriptors. They are
/// addresses that belong to the heap and that nothing can be read from.
class DescriptorHeap final
    : public DeviceChild<DescriptorHeap, Device,
                         Implements<ID3D12DescriptorHeap, ID3D12Pageable,
                                    ID3D12DeviceChild, ID3D12Object>> {
public:
  static constexpr UINT kIncrement = 32;

  /// Throws std::bad_alloc if the addresses cannot be had.
  DescriptorHeap(Device &device, const D3D12_DESCRIPTOR_HEAP_DESC &desc);
  ~DescriptorHeap() override;

  bool isShaderVisible() const {
    return desc.Flags & D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
  }
  SIZE_T start() const { return reinterpret_cast<SIZE_T>(addresses); }
  /// Descriptors from the handle to the heap's end; 0 if it is not in the heap.
  UINT descriptorsFrom(D3D12_CPU_DESCRIPTOR_HANDLE handle) const;
  UINT descriptorsFrom(D3D12_GPU_DESCRIPTOR_HANDLE handle) const;
  /// 0 if the heap is not shader visible.
  D3D12_GPU_DESCRIPTOR_HANDLE gpuHandle(D3D12_CPU_DESCRIPTOR_HANDLE cpu) const;

  D3D12_DESCRIPTOR_HEAP_DESC STDMETHODCALLTYPE GetDesc() override {
    return desc;
  }
  D3D12_CPU_DESCRIPTOR_HANDLE STDMETHODCALLTYPE
  GetCPUDescriptorHandleForHeapStart() override {
    return {start()};
  }
  D3D12_GPU_DESCRIPTOR_HANDLE STDMETHODCALLTYPE
  GetGPUDescriptorHandleForHeapStart() override;

  const D3D12_DESCRIPTOR_HEAP_DESC desc;

private:
  /// GPU handles differ from CPU handles, so that one is not taken for another.
  static constexpr UINT64 kGpu = UINT64(1) << 63;

  size_t byteCount() const { return size_t(desc.NumDescriptors) * kIncrement; }

  void *addresses;
};

} // namespace fusedml::d3d12

#endif // FUSEDML_D3D12_DESCRIPTORHEAP_H
