//===- Resource.h - buffers and the heaps they lie in -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_D3D12_RESOURCE_H
#define FUSEDML_D3D12_RESOURCE_H

#include "d3d12/Device.h"

#include <atomic>
#include <cstddef>
#include <memory>

namespace fusedml::d3d12 {

/// What buffers are aligned to, and what their sizes are rounded up to.
inline constexpr UINT64 kPlacementAlignment =
    D3D12_DEFAULT_RESOURCE_PLACEMENT_ALIGNMENT;

/// Pages of zeros, aligned to `kPlacementAlignment`.
class Memory {
public:
  /// Null if the system has no such memory.
  static std::shared_ptr<Memory> allocate(UINT64 size);
  Memory(std::byte *start, size_t size) : start(start), size(size) {}
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  ~Memory();

  std::byte *const start;
  const size_t size;
};

/// What is wrong with the description of memory is said in the name of
/// `method`.
HRESULT checkBuffer(const char *method, const D3D12_RESOURCE_DESC *desc);
HRESULT checkHeap(const char *method, const D3D12_HEAP_PROPERTIES *properties,
                  unsigned flags);
/// Whether a buffer that passed checkBuffer() may be in a heap of this type, in
/// this state at first.
HRESULT checkPlacement(const char *method, D3D12_HEAP_TYPE type,
                       const D3D12_RESOURCE_DESC &desc, unsigned state,
                       const D3D12_CLEAR_VALUE *clearValue);

/// Node 0 is node 1 where it is returned.
D3D12_HEAP_PROPERTIES withNodes(D3D12_HEAP_PROPERTIES properties);

/// The bytes that a buffer takes up in a heap.
UINT64 placedSize(const D3D12_RESOURCE_DESC &desc);

class Heap final
    : public DeviceChild<Heap, Device,
                         Implements<ID3D12Heap, ID3D12Pageable,
                                    ID3D12DeviceChild, ID3D12Object>> {
public:
  Heap(Device &device, const D3D12_HEAP_DESC &desc,
       std::shared_ptr<Memory> memory)
      : DeviceChild(device), desc(desc), memory(std::move(memory)) {}

  D3D12_HEAP_DESC STDMETHODCALLTYPE GetDesc() override { return desc; }

  const D3D12_HEAP_DESC desc;
  const std::shared_ptr<Memory> memory;
};

class Resource final
    : public DeviceChild<Resource, Device,
                         Implements<ID3D12Resource, ID3D12Pageable,
                                    ID3D12DeviceChild, ID3D12Object>> {
public:
  Resource(Device &device, const D3D12_RESOURCE_DESC &desc,
           const D3D12_HEAP_PROPERTIES &properties, D3D12_HEAP_FLAGS flags,
           std::shared_ptr<Memory> memory, UINT64 offset);

  std::byte *start() const { return memory->start + offset; }

  HRESULT STDMETHODCALLTYPE Map(UINT subresource, const D3D12_RANGE *readRange,
                                void **data) override;
  void STDMETHODCALLTYPE Unmap(UINT subresource,
                               const D3D12_RANGE *writtenRange) override;
  D3D12_RESOURCE_DESC STDMETHODCALLTYPE GetDesc() override { return desc; }
  D3D12_GPU_VIRTUAL_ADDRESS STDMETHODCALLTYPE GetGPUVirtualAddress() override {
    return reinterpret_cast<D3D12_GPU_VIRTUAL_ADDRESS>(start());
  }
  HRESULT STDMETHODCALLTYPE WriteToSubresource(UINT, const D3D12_BOX *,
                                               const void *, UINT,
                                               UINT) override {
    return notBuiltIn("ID3D12Resource::WriteToSubresource");
  }
  HRESULT STDMETHODCALLTYPE ReadFromSubresource(void *, UINT, UINT, UINT,
                                                const D3D12_BOX *) override {
    return notBuiltIn("ID3D12Resource::ReadFromSubresource");
  }
  HRESULT STDMETHODCALLTYPE GetHeapProperties(D3D12_HEAP_PROPERTIES *properties,
                                              D3D12_HEAP_FLAGS *flags) override;

  const D3D12_RESOURCE_DESC desc;
  const D3D12_HEAP_PROPERTIES properties;

private:
  bool isMappable() const;

  const D3D12_HEAP_FLAGS flags;
  const std::shared_ptr<Memory> memory;
  const UINT64 offset;
  std::atomic<UINT> mapped = 0;
};

} // namespace fusedml::d3d12

#endif // FUSEDML_D3D12_RESOURCE_H
