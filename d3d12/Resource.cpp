//===- Resource.cpp - buffers and the heaps they lie in -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "d3d12/Resource.h"

#include <cstdint>
#include <string>
#include <sys/mman.h>

using namespace fusedml::d3d12;

namespace {

UINT64 roundUp(UINT64 size) {
  return (size + kPlacementAlignment - 1) / kPlacementAlignment *
         kPlacementAlignment;
}

/// A page of which one entry of the page table covers 2 MiB; first access to
/// large buffers is several times as fast with them.
constexpr size_t kLargePage = size_t(1) << 21;

/// More than an address space has.
constexpr UINT64 kTooLarge = UINT64(1) << 47;

D3D12_RESOURCE_DESC asReturned(D3D12_RESOURCE_DESC desc) {
  desc.Alignment = kPlacementAlignment;
  return desc;
}

} // namespace

std::shared_ptr<Memory> Memory::allocate(UINT64 size) {
  if (!size || size > kTooLarge)
    return nullptr;
  size = roundUp(size);
  // Enough to cut an aligned piece out of.
  size_t alignment = size < kLargePage ? kPlacementAlignment : kLargePage;
  void *pages = mmap(nullptr, size + alignment, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED)
    return nullptr;
  auto *first = static_cast<std::byte *>(pages);
  size_t before = -reinterpret_cast<uintptr_t>(first) % alignment;
  if (before)
    munmap(first, before);
  munmap(first + before + size, alignment - before);
  // A hint; smaller pages do as well.
  if (alignment == kLargePage)
    madvise(first + before, size, MADV_HUGEPAGE);
  try {
    return std::make_shared<Memory>(first + before, size);
  } catch (...) {
    munmap(first + before, size);
    throw;
  }
}

Memory::~Memory() { munmap(start, size); }

HRESULT fusedml::d3d12::checkBuffer(const char *method,
                                    const D3D12_RESOURCE_DESC *desc) {
  auto wrong = [&](const std::string &text) {
    return misuse(E_INVALIDARG, method, "{}", text);
  };
  if (!desc)
    return wrong("pDesc is null");
  switch (bitsOf(desc->Dimension)) {
  case D3D12_RESOURCE_DIMENSION_BUFFER:
    break;
  case D3D12_RESOURCE_DIMENSION_TEXTURE1D:
  case D3D12_RESOURCE_DIMENSION_TEXTURE2D:
  case D3D12_RESOURCE_DIMENSION_TEXTURE3D:
    return notBuiltIn(std::string(method) + " of a texture");
  default:
    return wrong(fmt::format("Dimension {} is unknown; a buffer has "
                             "D3D12_RESOURCE_DIMENSION_BUFFER (1)",
                             bitsOf(desc->Dimension)));
  }
  if (desc->Alignment && desc->Alignment != kPlacementAlignment)
    return wrong(fmt::format("Alignment is {}; that of a buffer is 0 or 65536",
                             desc->Alignment));
  if (!desc->Width)
    return wrong("Width is 0; a buffer has at least 1 byte");
  if (desc->Height != 1 || desc->DepthOrArraySize != 1 || desc->MipLevels != 1)
    return wrong(
        fmt::format("Height, DepthOrArraySize and MipLevels are {}, {} "
                    "and {}; those of a buffer are 1",
                    desc->Height, desc->DepthOrArraySize, desc->MipLevels));
  if (bitsOf(desc->Format) != DXGI_FORMAT_UNKNOWN)
    return wrong(fmt::format("Format is {}; that of a buffer is "
                             "DXGI_FORMAT_UNKNOWN (0)",
                             bitsOf(desc->Format)));
  if (desc->SampleDesc.Count != 1 || desc->SampleDesc.Quality != 0)
    return wrong(fmt::format("SampleDesc is {{{}, {}}}; that of a buffer is "
                             "{{1, 0}}",
                             desc->SampleDesc.Count, desc->SampleDesc.Quality));
  if (bitsOf(desc->Layout) != D3D12_TEXTURE_LAYOUT_ROW_MAJOR)
    return wrong(fmt::format("Layout is {}; that of a buffer is "
                             "D3D12_TEXTURE_LAYOUT_ROW_MAJOR (1)",
                             bitsOf(desc->Layout)));
  if (bitsOf(desc->Flags) &
      ~unsigned(D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS))
    return wrong(fmt::format("Flags are {:#x}; a buffer has none but "
                             "D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS (0x4)",
                             bitsOf(desc->Flags)));
  return S_OK;
}

HRESULT
fusedml::d3d12::checkHeap(const char *method,
                          const D3D12_HEAP_PROPERTIES *properties,
                          unsigned flags) {
  auto wrong = [&](const std::string &text) {
    return misuse(E_INVALIDARG, method, "{}", text);
  };
  if (!properties)
    return wrong("the heap properties are null");
  switch (bitsOf(properties->Type)) {
  case D3D12_HEAP_TYPE_DEFAULT:
  case D3D12_HEAP_TYPE_UPLOAD:
  case D3D12_HEAP_TYPE_READBACK:
    if (bitsOf(properties->CPUPageProperty) !=
            D3D12_CPU_PAGE_PROPERTY_UNKNOWN ||
        bitsOf(properties->MemoryPoolPreference) != D3D12_MEMORY_POOL_UNKNOWN)
      return wrong(
          "CPUPageProperty and MemoryPoolPreference are UNKNOWN but for "
          "D3D12_HEAP_TYPE_CUSTOM");
    break;
  case D3D12_HEAP_TYPE_CUSTOM:
    if (bitsOf(properties->CPUPageProperty) <
            D3D12_CPU_PAGE_PROPERTY_NOT_AVAILABLE ||
        bitsOf(properties->CPUPageProperty) >
            D3D12_CPU_PAGE_PROPERTY_WRITE_BACK)
      return wrong(fmt::format("a custom heap with CPUPageProperty {}; it is "
                               "NOT_AVAILABLE, WRITE_COMBINE or WRITE_BACK",
                               bitsOf(properties->CPUPageProperty)));
    // One memory serves the processor and the device, as with UMA adapters.
    if (bitsOf(properties->MemoryPoolPreference) != D3D12_MEMORY_POOL_L0)
      return wrong(
          fmt::format("a custom heap with MemoryPoolPreference {}; this device "
                      "has D3D12_MEMORY_POOL_L0 (1) alone",
                      bitsOf(properties->MemoryPoolPreference)));
    break;
  default:
    return wrong(
        fmt::format("heap type {} is unknown", bitsOf(properties->Type)));
  }
  if (properties->CreationNodeMask > 1 || properties->VisibleNodeMask > 1)
    return wrong(
        fmt::format("CreationNodeMask {} and VisibleNodeMask {}; there "
                    "is one node, so they are 0 or 1",
                    properties->CreationNodeMask, properties->VisibleNodeMask));
  if (flags & D3D12_HEAP_FLAG_DENY_BUFFERS)
    return notBuiltIn(std::string(method) + " of a heap for textures");
  if (flags &
      (D3D12_HEAP_FLAG_SHARED | D3D12_HEAP_FLAG_SHARED_CROSS_ADAPTER |
       D3D12_HEAP_FLAG_ALLOW_DISPLAY | D3D12_HEAP_FLAG_HARDWARE_PROTECTED |
       D3D12_HEAP_FLAG_ALLOW_WRITE_WATCH))
    return notBuiltIn(std::string(method) +
                      " of a heap that is shared, displayed, protected or "
                      "watched");
  constexpr unsigned kHarmless = D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS |
                                 D3D12_HEAP_FLAG_ALLOW_SHADER_ATOMICS |
                                 D3D12_HEAP_FLAG_CREATE_NOT_RESIDENT |
                                 D3D12_HEAP_FLAG_CREATE_NOT_ZEROED;
  if (flags & ~kHarmless)
    return wrong(fmt::format("heap flags {:#x} are unknown", flags));
  return S_OK;
}

HRESULT fusedml::d3d12::checkPlacement(const char *method, D3D12_HEAP_TYPE type,
                                       const D3D12_RESOURCE_DESC &desc,
                                       unsigned state,
                                       const D3D12_CLEAR_VALUE *clearValue) {
  if (clearValue)
    return misuse(E_INVALIDARG, method,
                  "pOptimizedClearValue is given; buffers have none");
  bool isUpload = type == D3D12_HEAP_TYPE_UPLOAD;
  if (!isUpload && type != D3D12_HEAP_TYPE_READBACK)
    return S_OK;
  if (isUpload && state != D3D12_RESOURCE_STATE_GENERIC_READ)
    return misuse(E_INVALIDARG, method,
                  "the initial state is {:#x}; in an upload heap it is "
                  "D3D12_RESOURCE_STATE_GENERIC_READ (0xac3)",
                  state);
  if (!isUpload && state != D3D12_RESOURCE_STATE_COPY_DEST)
    return misuse(E_INVALIDARG, method,
                  "the initial state is {:#x}; in a readback heap it is "
                  "D3D12_RESOURCE_STATE_COPY_DEST (0x400)",
                  state);
  if (desc.Flags & D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS)
    return misuse(E_INVALIDARG, method,
                  "D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS in {} heap; use "
                  "a default heap",
                  isUpload ? "an upload" : "a readback");
  return S_OK;
}

D3D12_HEAP_PROPERTIES
fusedml::d3d12::withNodes(D3D12_HEAP_PROPERTIES properties) {
  properties.CreationNodeMask = properties.VisibleNodeMask = 1;
  return properties;
}

UINT64 fusedml::d3d12::placedSize(const D3D12_RESOURCE_DESC &desc) {
  return desc.Width > kTooLarge ? UINT64_MAX : roundUp(desc.Width);
}

Resource::Resource(Device &device, const D3D12_RESOURCE_DESC &desc,
                   const D3D12_HEAP_PROPERTIES &properties,
                   D3D12_HEAP_FLAGS flags, std::shared_ptr<Memory> memory,
                   UINT64 offset)
    : DeviceChild(device), desc(asReturned(desc)),
      properties(withNodes(properties)), flags(flags),
      memory(std::move(memory)), offset(offset) {}

bool Resource::isMappable() const {
  switch (properties.Type) {
  case D3D12_HEAP_TYPE_UPLOAD:
  case D3D12_HEAP_TYPE_READBACK:
    return true;
  case D3D12_HEAP_TYPE_CUSTOM:
    return properties.CPUPageProperty != D3D12_CPU_PAGE_PROPERTY_NOT_AVAILABLE;
  default:
    return false;
  }
}

HRESULT Resource::Map(UINT subresource, const D3D12_RANGE *, void **data) {
  if (data)
    *data = nullptr;
  if (subresource)
    return misuse(E_INVALIDARG, "ID3D12Resource::Map",
                  "Subresource is {}; a buffer has subresource 0 alone",
                  subresource);
  if (!isMappable())
    return misuse(
        E_INVALIDARG, "ID3D12Resource::Map",
        "{} is in a heap that the CPU has no access to; use an upload "
        "or readback heap",
        quotedName("the resource"));
  ++mapped;
  if (data)
    *data = start();
  return S_OK;
}

void Resource::Unmap(UINT subresource, const D3D12_RANGE *) {
  UINT count = mapped;
  while (!subresource && count &&
         !mapped.compare_exchange_weak(count, count - 1))
    ;
  if (subresource || !count)
    misuse(E_INVALIDARG, "ID3D12Resource::Unmap",
           "subresource {} of {} is not mapped", subresource,
           quotedName("the resource"));
}

HRESULT Resource::GetHeapProperties(D3D12_HEAP_PROPERTIES *properties,
                                    D3D12_HEAP_FLAGS *flags) {
  if (properties)
    *properties = this->properties;
  if (flags)
    *flags = this->flags;
  return S_OK;
}
