//===- Device.cpp - ID3D12Device ------------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "d3d12/Device.h"

#include "d3d12/CommandList.h"
#include "d3d12/CommandQueue.h"
#include "d3d12/DescriptorHeap.h"
#include "d3d12/Fence.h"
#include "d3d12/Resource.h"

#include <limits>
#include <string>

using namespace fusedml::d3d12;

namespace {

HRESULT checkNodeMask(const char *method, UINT mask) {
  if (mask > 1)
    return misuse(E_INVALIDARG, method,
                  "node mask {:#x}; there is one node, so it is 0 or 1", mask);
  return S_OK;
}

/// Queues, allocators and lists are for these.
HRESULT checkListType(const char *method, unsigned type) {
  switch (type) {
  case D3D12_COMMAND_LIST_TYPE_DIRECT:
  case D3D12_COMMAND_LIST_TYPE_COMPUTE:
  case D3D12_COMMAND_LIST_TYPE_COPY:
    return S_OK;
  case D3D12_COMMAND_LIST_TYPE_BUNDLE:
    return notBuiltIn(std::string(method) + " of type BUNDLE");
  case D3D12_COMMAND_LIST_TYPE_VIDEO_DECODE:
  case D3D12_COMMAND_LIST_TYPE_VIDEO_PROCESS:
  case D3D12_COMMAND_LIST_TYPE_VIDEO_ENCODE:
    return notBuiltIn(std::string(method) + " of a type for video");
  default:
    return misuse(E_INVALIDARG, method, "command list type {} is unknown",
                  type);
  }
}

/// The body of a method that makes an object: the device must be usable, and
/// nothing is left in `object` by one that fails.
template <typename Body>
HRESULT create(const Device &device, void **object, Body body) {
  if (object)
    *object = nullptr;
  if (HRESULT result = device.usable(); FAILED(result))
    return result;
  return guarded(body);
}

/// The first error of several checks.
template <typename... Checks> HRESULT firstError(Checks... checks) {
  HRESULT result = S_OK;
  (void)(FAILED(result = checks()) || ...);
  return result;
}

} // namespace

void Device::add(DescriptorHeap &heap) {
  std::lock_guard lock(heapsMutex);
  heaps.emplace(heap.start(), &heap);
}

void Device::forget(DescriptorHeap &heap) {
  std::lock_guard lock(heapsMutex);
  heaps.erase(heap.start());
}

const DescriptorHeap *Device::heapAt(D3D12_CPU_DESCRIPTOR_HANDLE handle) const {
  auto after = heaps.upper_bound(handle.ptr);
  return after == heaps.begin() ? nullptr : std::prev(after)->second;
}

UINT Device::descriptorsFrom(D3D12_CPU_DESCRIPTOR_HANDLE cpu,
                             D3D12_GPU_DESCRIPTOR_HANDLE gpu) {
  std::lock_guard lock(heapsMutex);
  const DescriptorHeap *heap = heapAt(cpu);
  return heap && heap->gpuHandle(cpu).ptr == gpu.ptr
             ? heap->descriptorsFrom(cpu)
             : 0;
}

UINT Device::descriptorsFrom(D3D12_CPU_DESCRIPTOR_HANDLE cpu,
                             D3D12_DESCRIPTOR_HEAP_DESC *desc) {
  std::lock_guard lock(heapsMutex);
  const DescriptorHeap *heap = heapAt(cpu);
  if (heap && desc)
    *desc = heap->desc;
  return heap ? heap->descriptorsFrom(cpu) : 0;
}

HRESULT Device::CreateCommandQueue(const D3D12_COMMAND_QUEUE_DESC *desc,
                                   REFIID id, void **object) {
  constexpr const char *kMethod = "ID3D12Device::CreateCommandQueue";
  return create(*this, object, [&]() -> HRESULT {
    if (!desc)
      return misuse(E_INVALIDARG, kMethod, "pDesc is null");
    HRESULT result =
        firstError([&] { return checkListType(kMethod, bitsOf(desc->Type)); },
                   [&] { return checkNodeMask(kMethod, desc->NodeMask); });
    if (FAILED(result))
      return result;
    if (bitsOf(desc->Flags) &
        ~unsigned(D3D12_COMMAND_QUEUE_FLAG_DISABLE_GPU_TIMEOUT))
      return misuse(E_INVALIDARG, kMethod, "flags {:#x} are unknown",
                    bitsOf(desc->Flags));
    if (desc->Priority != D3D12_COMMAND_QUEUE_PRIORITY_NORMAL &&
        desc->Priority != D3D12_COMMAND_QUEUE_PRIORITY_HIGH)
      return misuse(E_INVALIDARG, kMethod,
                    "priority {}; NORMAL (0) and HIGH (100) are there",
                    desc->Priority);
    return make<CommandQueue>(id, object, *this, *desc);
  });
}

HRESULT Device::CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE type, REFIID id,
                                       void **object) {
  return create(*this, object, [&]() -> HRESULT {
    if (HRESULT result =
            checkListType("ID3D12Device::CreateCommandAllocator", bitsOf(type));
        FAILED(result))
      return result;
    return make<CommandAllocator>(id, object, *this, type);
  });
}

HRESULT Device::CreateCommandList(UINT nodeMask, D3D12_COMMAND_LIST_TYPE type,
                                  ID3D12CommandAllocator *allocator,
                                  ID3D12PipelineState *initialState, REFIID id,
                                  void **object) {
  constexpr const char *kMethod = "ID3D12Device::CreateCommandList";
  return create(*this, object, [&]() -> HRESULT {
    HRESULT result =
        firstError([&] { return checkNodeMask(kMethod, nodeMask); },
                   [&] { return checkListType(kMethod, bitsOf(type)); });
    if (FAILED(result))
      return result;
    ComPtr<CommandList> list;
    list.Attach(new CommandList(*this, type));
    if (result = list->open(kMethod, allocator, initialState); FAILED(result))
      return result;
    return handOut(list.Detach(), id, object);
  });
}

HRESULT Device::CreateFence(UINT64 initialValue, D3D12_FENCE_FLAGS flags,
                            REFIID id, void **object) {
  return create(*this, object, [&]() -> HRESULT {
    if (bitsOf(flags) &
        (D3D12_FENCE_FLAG_SHARED | D3D12_FENCE_FLAG_SHARED_CROSS_ADAPTER |
         D3D12_FENCE_FLAG_NON_MONITORED))
      return notBuiltIn("ID3D12Device::CreateFence of a shared fence");
    if (bitsOf(flags))
      return misuse(E_INVALIDARG, "ID3D12Device::CreateFence",
                    "flags {:#x} are unknown", bitsOf(flags));
    return make<Fence>(id, object, *this, initialValue);
  });
}

HRESULT Device::CreateCommittedResource(const D3D12_HEAP_PROPERTIES *properties,
                                        D3D12_HEAP_FLAGS flags,
                                        const D3D12_RESOURCE_DESC *desc,
                                        D3D12_RESOURCE_STATES initialState,
                                        const D3D12_CLEAR_VALUE *clearValue,
                                        REFIID id, void **object) {
  constexpr const char *kMethod = "ID3D12Device::CreateCommittedResource";
  return create(*this, object, [&]() -> HRESULT {
    HRESULT result = firstError(
        [&] { return checkHeap(kMethod, properties, bitsOf(flags)); },
        [&] { return checkBuffer(kMethod, desc); },
        [&] {
          return checkPlacement(kMethod, properties->Type, *desc,
                                bitsOf(initialState), clearValue);
        });
    if (FAILED(result))
      return result;
    std::shared_ptr<Memory> memory = Memory::allocate(desc->Width);
    if (!memory)
      return misuse(E_OUTOFMEMORY, kMethod, "no memory for {} bytes",
                    desc->Width);
    return make<Resource>(id, object, *this, *desc, *properties, flags,
                          std::move(memory), 0);
  });
}

HRESULT Device::CreateHeap(const D3D12_HEAP_DESC *desc, REFIID id,
                           void **object) {
  constexpr const char *kMethod = "ID3D12Device::CreateHeap";
  return create(*this, object, [&]() -> HRESULT {
    if (!desc)
      return misuse(E_INVALIDARG, kMethod, "pDesc is null");
    if (HRESULT result =
            checkHeap(kMethod, &desc->Properties, bitsOf(desc->Flags));
        FAILED(result))
      return result;
    if (!desc->SizeInBytes)
      return misuse(E_INVALIDARG, kMethod, "SizeInBytes is 0");
    if (desc->Alignment && desc->Alignment != kPlacementAlignment)
      return misuse(E_INVALIDARG, kMethod,
                    "Alignment is {}; that of a heap for buffers is 0 or 65536",
                    desc->Alignment);
    std::shared_ptr<Memory> memory = Memory::allocate(desc->SizeInBytes);
    if (!memory)
      return misuse(E_OUTOFMEMORY, kMethod, "no memory for {} bytes",
                    desc->SizeInBytes);
    D3D12_HEAP_DESC kept = *desc;
    kept.Alignment = kPlacementAlignment;
    kept.Properties = withNodes(kept.Properties);
    return make<Heap>(id, object, *this, kept, std::move(memory));
  });
}

HRESULT Device::CreatePlacedResource(ID3D12Heap *heap, UINT64 offset,
                                     const D3D12_RESOURCE_DESC *desc,
                                     D3D12_RESOURCE_STATES initialState,
                                     const D3D12_CLEAR_VALUE *clearValue,
                                     REFIID id, void **object) {
  constexpr const char *kMethod = "ID3D12Device::CreatePlacedResource";
  return create(*this, object, [&]() -> HRESULT {
    auto found = fromCaller<Heap>(heap, *this);
    if (!found)
      return misuse(E_INVALIDARG, kMethod,
                    "pHeap is null or not of this device");
    const D3D12_HEAP_DESC &in = found->desc;
    HRESULT result =
        firstError([&] { return checkBuffer(kMethod, desc); },
                   [&] {
                     return checkPlacement(kMethod, in.Properties.Type, *desc,
                                           bitsOf(initialState), clearValue);
                   });
    if (FAILED(result))
      return result;
    if (offset % kPlacementAlignment)
      return misuse(E_INVALIDARG, kMethod,
                    "HeapOffset {} is no multiple of 65536", offset);
    UINT64 size = placedSize(*desc);
    if (offset > in.SizeInBytes || size > in.SizeInBytes - offset)
      return misuse(E_INVALIDARG, kMethod,
                    "{} bytes at HeapOffset {} of a heap of {}", size, offset,
                    in.SizeInBytes);
    return make<Resource>(id, object, *this, *desc, in.Properties, in.Flags,
                          found->memory, offset);
  });
}

D3D12_RESOURCE_ALLOCATION_INFO
Device::GetResourceAllocationInfo(UINT visibleMask, UINT count,
                                  const D3D12_RESOURCE_DESC *descs) {
  constexpr const char *kMethod = "ID3D12Device::GetResourceAllocationInfo";
  D3D12_RESOURCE_ALLOCATION_INFO info = {0, kPlacementAlignment};
  // How D3D12 reports an error of this method.
  const D3D12_RESOURCE_ALLOCATION_INFO failed = {UINT64_MAX, 0};
  HRESULT checked = guarded([&] {
    HRESULT result = checkNodeMask(kMethod, visibleMask);
    if (SUCCEEDED(result) && count && !descs)
      result = misuse(E_INVALIDARG, kMethod, "pResourceDescs is null");
    for (UINT i = 0; SUCCEEDED(result) && i < count; ++i) {
      result = checkBuffer(kMethod, &descs[i]);
      if (SUCCEEDED(result) &&
          __builtin_add_overflow(info.SizeInBytes, placedSize(descs[i]),
                                 &info.SizeInBytes))
        result = misuse(E_INVALIDARG, kMethod,
                        "the sizes up to that of pResourceDescs[{}] add up to "
                        "more than 64 bits hold",
                        i);
    }
    return result;
  });
  return SUCCEEDED(checked) ? info : failed;
}

/// What custom heap is the same as one of another type.
D3D12_HEAP_PROPERTIES Device::GetCustomHeapProperties(UINT nodeMask,
                                                      D3D12_HEAP_TYPE type) {
  UINT node = nodeMask ? nodeMask : 1;
  return {D3D12_HEAP_TYPE_CUSTOM,
          bitsOf(type) == D3D12_HEAP_TYPE_DEFAULT
              ? D3D12_CPU_PAGE_PROPERTY_NOT_AVAILABLE
              : D3D12_CPU_PAGE_PROPERTY_WRITE_BACK,
          D3D12_MEMORY_POOL_L0, node, node};
}

void Device::GetCopyableFootprints(const D3D12_RESOURCE_DESC *desc, UINT first,
                                   UINT count, UINT64 baseOffset,
                                   D3D12_PLACED_SUBRESOURCE_FOOTPRINT *layouts,
                                   UINT *rowCounts, UINT64 *rowSizes,
                                   UINT64 *totalBytes) {
  constexpr const char *kMethod = "ID3D12Device::GetCopyableFootprints";
  constexpr UINT kPitch = D3D12_TEXTURE_DATA_PITCH_ALIGNMENT;
  HRESULT checked = guarded([&] {
    HRESULT result = checkBuffer(kMethod, desc);
    if (FAILED(result))
      return result;
    if (first || count != 1)
      return misuse(E_INVALIDARG, kMethod,
                    "subresources {} to {}; a buffer has subresource 0 alone",
                    first, UINT64(first) + count);
    // A footprint's row pitch has 32 bits.
    if (desc->Width > std::numeric_limits<UINT>::max() - kPitch)
      return misuse(E_INVALIDARG, kMethod,
                    "a buffer of {} bytes; a footprint has less than 4 GiB",
                    desc->Width);
    return S_OK;
  });
  if (FAILED(checked)) {
    // How D3D12 reports an error of this method.
    for (UINT i = 0; i < count; ++i) {
      if (layouts)
        std::memset(&layouts[i], 0xff, sizeof(layouts[i]));
      if (rowCounts)
        rowCounts[i] = std::numeric_limits<UINT>::max();
      if (rowSizes)
        rowSizes[i] = UINT64_MAX;
    }
    if (totalBytes)
      *totalBytes = UINT64_MAX;
    return;
  }
  auto width = static_cast<UINT>(desc->Width);
  if (layouts)
    *layouts = {baseOffset,
                {DXGI_FORMAT_UNKNOWN, width, 1, 1,
                 (width + kPitch - 1) / kPitch * kPitch}};
  if (rowCounts)
    *rowCounts = 1;
  if (rowSizes)
    *rowSizes = width;
  if (totalBytes)
    *totalBytes = width;
}

/// All memory is resident.
HRESULT Device::checkPageables(const char *method, UINT count,
                               ID3D12Pageable *const *objects) {
  if (count && !objects)
    return misuse(E_INVALIDARG, method, "ppObjects is null");
  for (UINT i = 0; i < count; ++i)
    if (!objects[i])
      return misuse(E_INVALIDARG, method, "ppObjects[{}] is null", i);
  return usable();
}

HRESULT Device::MakeResident(UINT count, ID3D12Pageable *const *objects) {
  return checkPageables("ID3D12Device::MakeResident", count, objects);
}

HRESULT Device::Evict(UINT count, ID3D12Pageable *const *objects) {
  return checkPageables("ID3D12Device::Evict", count, objects);
}

HRESULT Device::CreateDescriptorHeap(const D3D12_DESCRIPTOR_HEAP_DESC *desc,
                                     REFIID id, void **object) {
  constexpr const char *kMethod = "ID3D12Device::CreateDescriptorHeap";
  return create(*this, object, [&]() -> HRESULT {
    if (!desc)
      return misuse(E_INVALIDARG, kMethod, "pDescriptorHeapDesc is null");
    switch (bitsOf(desc->Type)) {
    case D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV:
      break;
    case D3D12_DESCRIPTOR_HEAP_TYPE_SAMPLER:
    case D3D12_DESCRIPTOR_HEAP_TYPE_RTV:
    case D3D12_DESCRIPTOR_HEAP_TYPE_DSV:
      return notBuiltIn(std::string(kMethod) + " of type SAMPLER, RTV or DSV",
                        object);
    default:
      return misuse(E_INVALIDARG, kMethod, "Type {} is unknown",
                    bitsOf(desc->Type));
    }
    if (!desc->NumDescriptors)
      return misuse(E_INVALIDARG, kMethod, "NumDescriptors is 0");
    if (bitsOf(desc->Flags) &
        ~unsigned(D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE))
      return misuse(E_INVALIDARG, kMethod, "flags {:#x} are unknown",
                    bitsOf(desc->Flags));
    if (HRESULT result = checkNodeMask(kMethod, desc->NodeMask); FAILED(result))
      return result;
    return make<DescriptorHeap>(id, object, *this, *desc);
  });
}

UINT Device::GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE type) {
  if (bitsOf(type) == D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV)
    return DescriptorHeap::kIncrement;
  // There is no heap that it could be used with.
  return 0;
}

HRESULT Device::checkView(const char *method, D3D12_CPU_DESCRIPTOR_HANDLE place,
                          ID3D12Resource *resource) {
  if (!descriptorsFrom(place))
    return misuse(
        E_INVALIDARG, method,
        "DestDescriptor {:#x} is in no CBV_SRV_UAV heap of this device",
        place.ptr);
  if (resource && !fromCaller<Resource>(resource, *this))
    return misuse(E_INVALIDARG, method, "pResource is not of this device");
  return S_OK;
}

void Device::CreateConstantBufferView(
    const D3D12_CONSTANT_BUFFER_VIEW_DESC *desc,
    D3D12_CPU_DESCRIPTOR_HANDLE place) {
  constexpr const char *kMethod = "ID3D12Device::CreateConstantBufferView";
  constexpr UINT kAlignment = D3D12_CONSTANT_BUFFER_DATA_PLACEMENT_ALIGNMENT;
  if (FAILED(checkView(kMethod, place, nullptr)))
    return;
  if (desc &&
      (desc->SizeInBytes % kAlignment || desc->BufferLocation % kAlignment))
    misuse(E_INVALIDARG, kMethod,
           "BufferLocation {:#x} and SizeInBytes {} are not multiples of 256",
           desc->BufferLocation, desc->SizeInBytes);
}

void Device::CreateShaderResourceView(
    ID3D12Resource *resource, const D3D12_SHADER_RESOURCE_VIEW_DESC *desc,
    D3D12_CPU_DESCRIPTOR_HANDLE place) {
  constexpr const char *kMethod = "ID3D12Device::CreateShaderResourceView";
  if (FAILED(checkView(kMethod, place, resource)))
    return;
  if (!desc || bitsOf(desc->ViewDimension) != D3D12_SRV_DIMENSION_BUFFER)
    misuse(E_INVALIDARG, kMethod,
           "a view of a buffer has a pDesc with ViewDimension "
           "D3D12_SRV_DIMENSION_BUFFER");
}

void Device::CreateUnorderedAccessView(
    ID3D12Resource *resource, ID3D12Resource *counter,
    const D3D12_UNORDERED_ACCESS_VIEW_DESC *desc,
    D3D12_CPU_DESCRIPTOR_HANDLE place) {
  constexpr const char *kMethod = "ID3D12Device::CreateUnorderedAccessView";
  if (FAILED(checkView(kMethod, place, resource)) ||
      FAILED(checkView(kMethod, place, counter)))
    return;
  if (!desc || bitsOf(desc->ViewDimension) != D3D12_UAV_DIMENSION_BUFFER) {
    misuse(E_INVALIDARG, kMethod,
           "a view of a buffer has a pDesc with ViewDimension "
           "D3D12_UAV_DIMENSION_BUFFER");
    return;
  }
  if (auto found = fromCaller<Resource>(resource, *this))
    if (!(found->desc.Flags & D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS))
      misuse(E_INVALIDARG, kMethod,
             "{} was made without D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS",
             found->quotedName("the resource"));
}

void Device::checkCopy(const char *method, UINT targetRanges,
                       const D3D12_CPU_DESCRIPTOR_HANDLE *targetStarts,
                       const UINT *targetSizes, UINT sourceRanges,
                       const D3D12_CPU_DESCRIPTOR_HANDLE *sourceStarts,
                       const UINT *sourceSizes, unsigned type) {
  if (type != D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV) {
    misuse(E_INVALIDARG, method,
           "heap type {}; there are CBV_SRV_UAV (0) alone", type);
    return;
  }
  if ((targetRanges && !targetStarts) || (sourceRanges && !sourceStarts)) {
    misuse(E_INVALIDARG, method, "an array of range starts is null");
    return;
  }
  auto countOf = [&](const char *role, UINT ranges,
                     const D3D12_CPU_DESCRIPTOR_HANDLE *starts,
                     const UINT *sizes, bool isSource) {
    UINT64 total = 0;
    for (UINT i = 0; i < ranges; ++i) {
      UINT size = sizes ? sizes[i] : 1;
      total += size;
      D3D12_DESCRIPTOR_HEAP_DESC heap = {};
      if (size && descriptorsFrom(starts[i], &heap) < size)
        misuse(E_INVALIDARG, method,
               "{} range {}: {} descriptors from {:#x} are in no CBV_SRV_UAV "
               "heap of this device",
               role, i, size, starts[i].ptr);
      else if (isSource && size &&
               heap.Flags & D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE)
        misuse(E_INVALIDARG, method,
               "source range {} is in a shader-visible heap, which cannot be "
               "read",
               i);
    }
    return total;
  };
  UINT64 targets = countOf("destination", targetRanges, targetStarts,
                           targetSizes, /*isSource=*/false);
  UINT64 sources = countOf("source", sourceRanges, sourceStarts, sourceSizes,
                           /*isSource=*/true);
  if (targets != sources)
    misuse(E_INVALIDARG, method, "{} descriptors are copied to {}", sources,
           targets);
}

void Device::CopyDescriptors(UINT targetRanges,
                             const D3D12_CPU_DESCRIPTOR_HANDLE *targetStarts,
                             const UINT *targetSizes, UINT sourceRanges,
                             const D3D12_CPU_DESCRIPTOR_HANDLE *sourceStarts,
                             const UINT *sourceSizes,
                             D3D12_DESCRIPTOR_HEAP_TYPE type) {
  checkCopy("ID3D12Device::CopyDescriptors", targetRanges, targetStarts,
            targetSizes, sourceRanges, sourceStarts, sourceSizes, bitsOf(type));
}

void Device::CopyDescriptorsSimple(UINT count,
                                   D3D12_CPU_DESCRIPTOR_HANDLE target,
                                   D3D12_CPU_DESCRIPTOR_HANDLE source,
                                   D3D12_DESCRIPTOR_HEAP_TYPE type) {
  checkCopy("ID3D12Device::CopyDescriptorsSimple", 1, &target, &count, 1,
            &source, &count, bitsOf(type));
}

/// There is no adapter; the number is one that no adapter of a system has.
LUID Device::GetAdapterLuid() { return {0x46444d4c, -1}; }

void Device::GetResourceTiling(ID3D12Resource *, UINT *tiles,
                               D3D12_PACKED_MIP_INFO *, D3D12_TILE_SHAPE *,
                               UINT *subresources, UINT,
                               D3D12_SUBRESOURCE_TILING *) {
  notBuiltIn("ID3D12Device::GetResourceTiling");
  if (tiles)
    *tiles = 0;
  if (subresources)
    *subresources = 0;
}
