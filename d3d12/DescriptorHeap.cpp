//===- DescriptorHeap.cpp - ID3D12DescriptorHeap --------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "d3d12/DescriptorHeap.h"

#include <new>
#include <sys/mman.h>

using namespace fusedml::d3d12;

DescriptorHeap::DescriptorHeap(Device &device,
                               const D3D12_DESCRIPTOR_HEAP_DESC &desc)
    : DeviceChild(device), desc(desc),
      addresses(mmap(nullptr, byteCount(), PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
  if (addresses == MAP_FAILED)
    throw std::bad_alloc();
  try {
    device.add(*this);
  } catch (...) {
    munmap(addresses, byteCount());
    throw;
  }
}

DescriptorHeap::~DescriptorHeap() {
  owner().forget(*this);
  munmap(addresses, byteCount());
}

UINT DescriptorHeap::descriptorsFrom(D3D12_CPU_DESCRIPTOR_HANDLE handle) const {
  SIZE_T offset = handle.ptr - start();
  if (handle.ptr < start() || offset >= byteCount() || offset % kIncrement)
    return 0;
  return static_cast<UINT>((byteCount() - offset) / kIncrement);
}

UINT DescriptorHeap::descriptorsFrom(D3D12_GPU_DESCRIPTOR_HANDLE handle) const {
  if (!isShaderVisible() || !(handle.ptr & kGpu))
    return 0;
  return descriptorsFrom(D3D12_CPU_DESCRIPTOR_HANDLE{handle.ptr & ~kGpu});
}

D3D12_GPU_DESCRIPTOR_HANDLE
DescriptorHeap::gpuHandle(D3D12_CPU_DESCRIPTOR_HANDLE cpu) const {
  return {isShaderVisible() ? cpu.ptr | kGpu : 0};
}

D3D12_GPU_DESCRIPTOR_HANDLE
DescriptorHeap::GetGPUDescriptorHandleForHeapStart() {
  if (!isShaderVisible())
    misuse(E_INVALIDARG,
           "ID3D12DescriptorHeap::GetGPUDescriptorHandleForHeapStart",
           "the heap was made without "
           "D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE and has no GPU handles");
  return gpuHandle({start()});
}
