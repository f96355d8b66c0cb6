//===- D3D12ResourceTest.cpp - buffers, heaps and Map ---------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "D3D12Fixture.h"

#include <cstdint>

using namespace fusedml::test;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

class D3D12ResourceTest : public D3D12Test {};

TEST_F(D3D12ResourceTest, CommittedBuffers) {
  for (D3D12_HEAP_TYPE type : {D3D12_HEAP_TYPE_DEFAULT, D3D12_HEAP_TYPE_UPLOAD,
                               D3D12_HEAP_TYPE_READBACK}) {
    ComPtr<ID3D12Resource> resource = buffer(type, 100'001);
    // Zeros, at an aligned address.
    EXPECT_EQ(resource->GetGPUVirtualAddress() % 65536, 0u);
    EXPECT_EQ(bytesOf(resource.Get()), std::string(100'001, '\0'));
    D3D12_RESOURCE_DESC desc = resource->GetDesc();
    EXPECT_EQ(desc.Dimension, D3D12_RESOURCE_DIMENSION_BUFFER);
    EXPECT_EQ(desc.Alignment, 65536u);
    EXPECT_EQ(desc.Width, 100'001u);
    EXPECT_EQ(desc.Layout, D3D12_TEXTURE_LAYOUT_ROW_MAJOR);
    D3D12_HEAP_PROPERTIES properties = {};
    D3D12_HEAP_FLAGS flags = D3D12_HEAP_FLAG_SHARED;
    ASSERT_EQ(resource->GetHeapProperties(&properties, &flags), S_OK);
    EXPECT_EQ(properties.Type, type);
    EXPECT_EQ(properties.CreationNodeMask, 1u);
    EXPECT_EQ(properties.VisibleNodeMask, 1u);
    EXPECT_EQ(flags, D3D12_HEAP_FLAG_NONE);
    EXPECT_EQ(resource->GetHeapProperties(nullptr, nullptr), S_OK);
  }
  D3D12_HEAP_PROPERTIES properties = heapOf(D3D12_HEAP_TYPE_DEFAULT);
  D3D12_RESOURCE_DESC desc = bufferOf(1);
  EXPECT_EQ(device->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE,
                                            &desc, D3D12_RESOURCE_STATE_COMMON,
                                            nullptr, __uuidof(ID3D12Resource),
                                            nullptr),
            S_FALSE);
  void *place = &place;
  EXPECT_EQ(device->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE,
                                            &desc, D3D12_RESOURCE_STATE_COMMON,
                                            nullptr, __uuidof(ID3D12Heap),
                                            &place),
            E_NOINTERFACE);
  EXPECT_EQ(place, nullptr);
}

TEST_F(D3D12ResourceTest, Map) {
  ComPtr<ID3D12Resource> upload = buffer(D3D12_HEAP_TYPE_UPLOAD, 16);
  void *data = nullptr;
  const D3D12_RANGE ranges[] = {{0, 0}, {4, 8}, {0, 1000}};
  ASSERT_EQ(upload->Map(0, nullptr, &data), S_OK);
  EXPECT_EQ(reinterpret_cast<UINT64>(data), upload->GetGPUVirtualAddress());
  // Maps nest, whatever the range, and give the start of the buffer.
  for (const D3D12_RANGE &range : ranges) {
    void *again = nullptr;
    EXPECT_EQ(upload->Map(0, &range, &again), S_OK);
    EXPECT_EQ(again, data);
  }
  EXPECT_EQ(upload->Map(0, nullptr, nullptr), S_OK);
  enableDebugLayer();
  auto unmap = [&] { upload->Unmap(0, nullptr); };
  EXPECT_EQ(stderrOf([&] {
              for (int i = 0; i < 5; ++i)
                unmap();
            }),
            "");
  EXPECT_EQ(stderrOf(unmap),
            "D3D12 ERROR: ID3D12Resource::Unmap: subresource 0 "
            "of the resource is not mapped\n");
  EXPECT_THAT(stderrOf([&] {
                EXPECT_EQ(upload->Map(1, nullptr, &data), E_INVALIDARG);
              }),
              HasSubstr("Subresource is 1"));
  EXPECT_EQ(data, nullptr);
  EXPECT_THAT(stderrOf([&] {
                EXPECT_EQ(
                    buffer(D3D12_HEAP_TYPE_DEFAULT, 4)->Map(0, nullptr, &data),
                    E_INVALIDARG);
              }),
              HasSubstr("is in a heap that the CPU has no access to"));
}

TEST_F(D3D12ResourceTest, CustomHeaps) {
  struct Case {
    D3D12_CPU_PAGE_PROPERTY pages;
    HRESULT map;
  };
  for (Case one : {Case{D3D12_CPU_PAGE_PROPERTY_NOT_AVAILABLE, E_INVALIDARG},
                   Case{D3D12_CPU_PAGE_PROPERTY_WRITE_COMBINE, S_OK},
                   Case{D3D12_CPU_PAGE_PROPERTY_WRITE_BACK, S_OK}}) {
    D3D12_HEAP_PROPERTIES properties = heapOf(D3D12_HEAP_TYPE_CUSTOM);
    properties.CPUPageProperty = one.pages;
    properties.MemoryPoolPreference = D3D12_MEMORY_POOL_L0;
    D3D12_RESOURCE_DESC desc = bufferOf(8);
    ComPtr<ID3D12Resource> resource;
    ASSERT_EQ(device->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE,
                                              &desc,
                                              D3D12_RESOURCE_STATE_COMMON,
                                              nullptr, IID_PPV_ARGS(&resource)),
              S_OK);
    void *data = nullptr;
    std::string said =
        saidOf(one.map, [&] { return resource->Map(0, nullptr, &data); });
    EXPECT_EQ(data != nullptr, one.map == S_OK);
    EXPECT_EQ(said.empty(), one.map == S_OK);
  }
  // What D3D12 says a custom heap of each type is can be made.
  for (D3D12_HEAP_TYPE type : {D3D12_HEAP_TYPE_DEFAULT, D3D12_HEAP_TYPE_UPLOAD,
                               D3D12_HEAP_TYPE_READBACK}) {
    D3D12_HEAP_PROPERTIES properties = device->GetCustomHeapProperties(0, type);
    EXPECT_EQ(properties.Type, D3D12_HEAP_TYPE_CUSTOM);
    D3D12_RESOURCE_DESC desc = bufferOf(8);
    ComPtr<ID3D12Resource> resource;
    ASSERT_EQ(device->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE,
                                              &desc,
                                              D3D12_RESOURCE_STATE_COMMON,
                                              nullptr, IID_PPV_ARGS(&resource)),
              S_OK);
    saidOf(type == D3D12_HEAP_TYPE_DEFAULT ? E_INVALIDARG : S_OK,
           [&] { return resource->Map(0, nullptr, nullptr); });
  }
  EXPECT_EQ(device->GetCustomHeapProperties(0, enumOf<D3D12_HEAP_TYPE>(8)).Type,
            D3D12_HEAP_TYPE_CUSTOM);
}

/// What CreateCommittedResource takes.
struct Description {
  D3D12_HEAP_PROPERTIES heap = heapOf(D3D12_HEAP_TYPE_DEFAULT);
  unsigned flags = D3D12_HEAP_FLAG_NONE;
  D3D12_RESOURCE_DESC buffer = bufferOf(4);
  D3D12_RESOURCE_STATES state = D3D12_RESOURCE_STATE_COMMON;
};

/// A change to a description that is right, and what is said then.
struct Refusal {
  const char *text;
  void (*change)(Description &);
  HRESULT result = E_INVALIDARG;
};

constexpr Refusal kRefusals[] = {
    {"Width is 0", [](auto &d) { d.buffer.Width = 0; }},
    {"Height, DepthOrArraySize and MipLevels are 2, 1 and 1",
     [](auto &d) { d.buffer.Height = 2; }},
    {"Height, DepthOrArraySize and MipLevels are 1, 0 and 1",
     [](auto &d) { d.buffer.DepthOrArraySize = 0; }},
    {"Height, DepthOrArraySize and MipLevels are 1, 1 and 0",
     [](auto &d) { d.buffer.MipLevels = 0; }},
    {"Format is 41", [](auto &d) { d.buffer.Format = DXGI_FORMAT_R32_FLOAT; }},
    {"SampleDesc is {0, 0}", [](auto &d) { d.buffer.SampleDesc.Count = 0; }},
    {"SampleDesc is {1, 1}", [](auto &d) { d.buffer.SampleDesc.Quality = 1; }},
    {"Layout is 0",
     [](auto &d) { d.buffer.Layout = D3D12_TEXTURE_LAYOUT_UNKNOWN; }},
    {"Layout is 6",
     [](auto &d) { d.buffer.Layout = enumOf<D3D12_TEXTURE_LAYOUT>(6); }},
    {"Alignment is 4096", [](auto &d) { d.buffer.Alignment = 4096; }},
    {"Flags are 0x1",
     [](auto &d) { d.buffer.Flags = D3D12_RESOURCE_FLAG_ALLOW_RENDER_TARGET; }},
    {"Dimension 0 is unknown",
     [](auto &d) { d.buffer.Dimension = D3D12_RESOURCE_DIMENSION_UNKNOWN; }},
    {"Dimension 8 is unknown",
     [](auto &d) { d.buffer.Dimension = enumOf<D3D12_RESOURCE_DIMENSION>(8); }},
    {"heap type 0 is unknown",
     [](auto &d) { d.heap.Type = enumOf<D3D12_HEAP_TYPE>(0); }},
    {"heap type 8 is unknown",
     [](auto &d) { d.heap.Type = enumOf<D3D12_HEAP_TYPE>(8); }},
    {"are UNKNOWN but for D3D12_HEAP_TYPE_CUSTOM",
     [](auto &d) {
       d.heap.CPUPageProperty = D3D12_CPU_PAGE_PROPERTY_WRITE_BACK;
     }},
    {"are UNKNOWN but for D3D12_HEAP_TYPE_CUSTOM",
     [](auto &d) { d.heap.MemoryPoolPreference = D3D12_MEMORY_POOL_L0; }},
    {"a custom heap with CPUPageProperty 0",
     [](auto &d) { d.heap.Type = D3D12_HEAP_TYPE_CUSTOM; }},
    {"a custom heap with CPUPageProperty 4",
     [](auto &d) {
       d.heap.Type = D3D12_HEAP_TYPE_CUSTOM;
       d.heap.CPUPageProperty = enumOf<D3D12_CPU_PAGE_PROPERTY>(4);
     }},
    {"a custom heap with MemoryPoolPreference 2",
     [](auto &d) {
       d.heap = {D3D12_HEAP_TYPE_CUSTOM, D3D12_CPU_PAGE_PROPERTY_WRITE_BACK,
                 D3D12_MEMORY_POOL_L1, 0, 0};
     }},
    {"a custom heap with MemoryPoolPreference 4",
     [](auto &d) {
       d.heap = {D3D12_HEAP_TYPE_CUSTOM, D3D12_CPU_PAGE_PROPERTY_WRITE_BACK,
                 enumOf<D3D12_MEMORY_POOL>(4), 0, 0};
     }},
    {"CreationNodeMask 2", [](auto &d) { d.heap.CreationNodeMask = 2; }},
    {"VisibleNodeMask 3", [](auto &d) { d.heap.VisibleNodeMask = 3; }},
    {"heap flags 0x10 ", [](auto &d) { d.flags = 0x10; }},
    {"heap flags 0x80000000 ", [](auto &d) { d.flags = 0x80000000; }},
    {"the initial state is 0x0; in an upload heap",
     [](auto &d) { d.heap.Type = D3D12_HEAP_TYPE_UPLOAD; }},
    {"the initial state is 0xac3; in a readback heap",
     [](auto &d) {
       d.heap.Type = D3D12_HEAP_TYPE_READBACK;
       d.state = D3D12_RESOURCE_STATE_GENERIC_READ;
     }},
    {"D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS in an upload heap",
     [](auto &d) {
       d.heap.Type = D3D12_HEAP_TYPE_UPLOAD;
       d.state = D3D12_RESOURCE_STATE_GENERIC_READ;
       d.buffer.Flags = D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS;
     }},
    {"D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS in a readback heap",
     [](auto &d) {
       d.heap.Type = D3D12_HEAP_TYPE_READBACK;
       d.state = D3D12_RESOURCE_STATE_COPY_DEST;
       d.buffer.Flags = D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS;
     }},
    {"no memory for 140737488355329 bytes",
     [](auto &d) { d.buffer.Width = (UINT64(1) << 47) + 1; }, E_OUTOFMEMORY},
    {"no memory for 18446744073709551615 bytes",
     [](auto &d) { d.buffer.Width = UINT64_MAX; }, E_OUTOFMEMORY},
};

TEST_F(D3D12ResourceTest, Refusals) {
  for (const Refusal &refusal : kRefusals) {
    SCOPED_TRACE(refusal.text);
    Description given;
    refusal.change(given);
    ComPtr<ID3D12Resource> made;
    std::string said = saidOf(refusal.result, [&] {
      return device->CreateCommittedResource(
          &given.heap, enumOf<D3D12_HEAP_FLAGS>(given.flags), &given.buffer,
          given.state, nullptr, IID_PPV_ARGS(&made));
    });
    EXPECT_FALSE(made);
    EXPECT_THAT(
        said, StartsWith("D3D12 ERROR: ID3D12Device::CreateCommittedResource"));
    EXPECT_THAT(said, HasSubstr(refusal.text));
  }
  // None of them costs the device.
  EXPECT_EQ(device->GetDeviceRemovedReason(), S_OK);
}

TEST_F(D3D12ResourceTest, NullArguments) {
  D3D12_HEAP_PROPERTIES heap = heapOf(D3D12_HEAP_TYPE_DEFAULT);
  D3D12_RESOURCE_DESC desc = bufferOf(4);
  D3D12_CLEAR_VALUE clear = {};
  auto committed = [&](const D3D12_HEAP_PROPERTIES *heap,
                       const D3D12_RESOURCE_DESC *desc,
                       const D3D12_CLEAR_VALUE *clear) {
    ComPtr<ID3D12Resource> made;
    return saidOf(E_INVALIDARG, [&] {
      return device->CreateCommittedResource(heap, D3D12_HEAP_FLAG_NONE, desc,
                                             D3D12_RESOURCE_STATE_COMMON, clear,
                                             IID_PPV_ARGS(&made));
    });
  };
  EXPECT_THAT(committed(nullptr, &desc, nullptr),
              HasSubstr("the heap properties are null"));
  EXPECT_THAT(committed(&heap, nullptr, nullptr), HasSubstr("pDesc is null"));
  EXPECT_THAT(committed(&heap, &desc, &clear),
              HasSubstr("pOptimizedClearValue is given"));
  ComPtr<ID3D12Resource> made;
  EXPECT_THAT(saidOf(E_INVALIDARG,
                     [&] {
                       return device->CreatePlacedResource(
                           nullptr, 0, &desc, D3D12_RESOURCE_STATE_COMMON,
                           nullptr, IID_PPV_ARGS(&made));
                     }),
              HasSubstr("pHeap is null"));
  ComPtr<ID3D12Heap> memory;
  EXPECT_THAT(saidOf(E_INVALIDARG,
                     [&] {
                       return device->CreateHeap(nullptr,
                                                 IID_PPV_ARGS(&memory));
                     }),
              HasSubstr("CreateHeap: pDesc is null"));
}

TEST_F(D3D12ResourceTest, PlacedBuffers) {
  D3D12_HEAP_DESC heapDesc = {};
  heapDesc.SizeInBytes = 3 * 65536;
  heapDesc.Properties = heapOf(D3D12_HEAP_TYPE_UPLOAD);
  heapDesc.Flags = D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS;
  ComPtr<ID3D12Heap> heap;
  ASSERT_EQ(device->CreateHeap(&heapDesc, IID_PPV_ARGS(&heap)), S_OK);
  EXPECT_EQ(heap->GetDesc().Alignment, 65536u);
  EXPECT_EQ(heap->GetDesc().SizeInBytes, 3 * 65536u);

  auto place = [&](UINT64 offset, UINT64 size, HRESULT expected,
                   D3D12_RESOURCE_FLAGS flags = D3D12_RESOURCE_FLAG_NONE) {
    D3D12_RESOURCE_DESC desc = bufferOf(size, flags);
    ComPtr<ID3D12Resource> made;
    EXPECT_EQ(device->CreatePlacedResource(heap.Get(), offset, &desc,
                                           D3D12_RESOURCE_STATE_GENERIC_READ,
                                           nullptr, IID_PPV_ARGS(&made)),
              expected);
    return made;
  };
  ComPtr<ID3D12Resource> first = place(0, 2 * 65536, S_OK),
                         inside = place(65536, 100, S_OK),
                         last = place(2 * 65536, 65536, S_OK);
  EXPECT_EQ(inside->GetGPUVirtualAddress(),
            first->GetGPUVirtualAddress() + 65536);
  void *data = nullptr;
  ASSERT_EQ(first->Map(0, nullptr, &data), S_OK);
  static_cast<char *>(data)[65536] = 'x';
  EXPECT_EQ(bytesOf(inside.Get())[0], 'x');
  D3D12_HEAP_PROPERTIES properties = {};
  D3D12_HEAP_FLAGS flags = {};
  ASSERT_EQ(inside->GetHeapProperties(&properties, &flags), S_OK);
  EXPECT_EQ(properties.Type, D3D12_HEAP_TYPE_UPLOAD);
  EXPECT_EQ(flags, D3D12_HEAP_FLAG_ALLOW_ONLY_BUFFERS);

  enableDebugLayer();
  EXPECT_THAT(stderrOf([&] { place(4096, 1, E_INVALIDARG); }),
              HasSubstr("HeapOffset 4096 is no multiple of 65536"));
  EXPECT_THAT(
      stderrOf([&] { place(2 * 65536, 65537, E_INVALIDARG); }),
      HasSubstr("131072 bytes at HeapOffset 131072 of a heap of 196608"));
  EXPECT_THAT(stderrOf([&] { place(3 * 65536, 1, E_INVALIDARG); }),
              HasSubstr("65536 bytes at HeapOffset 196608"));
  EXPECT_THAT(stderrOf([&] { place(UINT64(65536) << 40, 1, E_INVALIDARG); }),
              HasSubstr("of a heap of 196608"));
  EXPECT_THAT(stderrOf([&] { place(0, UINT64_MAX, E_INVALIDARG); }),
              HasSubstr("of a heap of 196608"));

  EXPECT_THAT(stderrOf([&] {
                place(0, 1, E_INVALIDARG,
                      D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS);
              }),
              HasSubstr("CreatePlacedResource: D3D12_RESOURCE_FLAG_ALLOW_"
                        "UNORDERED_ACCESS in an upload heap"));

  // The memory stays as long as something is in it.
  EXPECT_EQ(heap.Reset(), 0u);
  EXPECT_EQ(bytesOf(inside.Get())[0], 'x');

  ComPtr<ID3D12Device> other;
  ASSERT_EQ(
      D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, IID_PPV_ARGS(&other)),
      S_OK);
  ComPtr<ID3D12Heap> foreign;
  ASSERT_EQ(other->CreateHeap(&heapDesc, IID_PPV_ARGS(&foreign)), S_OK);
  heap = foreign;
  EXPECT_THAT(stderrOf([&] { place(0, 1, E_INVALIDARG); }),
              HasSubstr("pHeap is null or not of this device"));
}

TEST_F(D3D12ResourceTest, HeapRefusals) {
  enableDebugLayer();
  auto refused = [&](HRESULT result, UINT64 size, UINT64 alignment) {
    D3D12_HEAP_DESC desc = {};
    desc.SizeInBytes = size;
    desc.Alignment = alignment;
    desc.Properties = heapOf(D3D12_HEAP_TYPE_DEFAULT);
    ComPtr<ID3D12Heap> made;
    return stderrOf([&] {
      EXPECT_EQ(device->CreateHeap(&desc, IID_PPV_ARGS(&made)), result);
    });
  };
  EXPECT_THAT(refused(E_INVALIDARG, 0, 0), HasSubstr("SizeInBytes is 0"));
  EXPECT_THAT(refused(E_INVALIDARG, 4, 4), HasSubstr("Alignment is 4;"));
  EXPECT_THAT(refused(E_OUTOFMEMORY, UINT64_MAX - 4, 65536),
              HasSubstr("no memory for 18446744073709551611 bytes"));
}

TEST_F(D3D12ResourceTest, AllocationInfo) {
  const D3D12_RESOURCE_DESC descs[] = {bufferOf(1), bufferOf(65537)};
  D3D12_RESOURCE_ALLOCATION_INFO info =
      device->GetResourceAllocationInfo(0, 2, descs);
  EXPECT_EQ(info.SizeInBytes, 3 * 65536u);
  EXPECT_EQ(info.Alignment, 65536u);
  enableDebugLayer();
  auto refused = [&](UINT mask, UINT count, const D3D12_RESOURCE_DESC *descs) {
    return stderrOf([&] {
      EXPECT_EQ(
          device->GetResourceAllocationInfo(mask, count, descs).SizeInBytes,
          UINT64_MAX);
    });
  };
  D3D12_RESOURCE_DESC wrong = bufferOf(0);
  EXPECT_THAT(refused(0, 1, &wrong), HasSubstr("Width is 0"));
  EXPECT_THAT(refused(2, 1, descs), HasSubstr("node mask 0x2"));
  EXPECT_THAT(refused(0, 1, nullptr), HasSubstr("pResourceDescs is null"));
  const D3D12_RESOURCE_DESC large[] = {bufferOf(UINT64_MAX), bufferOf(1)};
  EXPECT_THAT(refused(0, 2, large),
              HasSubstr("up to that of pResourceDescs[1]"));
}

TEST_F(D3D12ResourceTest, CopyableFootprints) {
  D3D12_RESOURCE_DESC desc = bufferOf(1000);
  D3D12_PLACED_SUBRESOURCE_FOOTPRINT layout = {};
  UINT rows = 0;
  UINT64 rowSize = 0, total = 0;
  device->GetCopyableFootprints(&desc, 0, 1, 512, &layout, &rows, &rowSize,
                                &total);
  EXPECT_EQ(layout.Offset, 512u);
  EXPECT_EQ(layout.Footprint.Format, DXGI_FORMAT_UNKNOWN);
  EXPECT_EQ(layout.Footprint.Width, 1000u);
  EXPECT_EQ(layout.Footprint.Height, 1u);
  EXPECT_EQ(layout.Footprint.Depth, 1u);
  EXPECT_EQ(layout.Footprint.RowPitch, 1024u);
  EXPECT_EQ(rows, 1u);
  EXPECT_EQ(rowSize, 1000u);
  EXPECT_EQ(total, 1000u);
  device->GetCopyableFootprints(&desc, 0, 1, 0, nullptr, nullptr, nullptr,
                                nullptr);
  // What cannot be said is all ones, as on Windows.
  enableDebugLayer();
  desc.Width = UINT64(1) << 32;
  EXPECT_THAT(stderrOf([&] {
                device->GetCopyableFootprints(&desc, 0, 1, 0, &layout, &rows,
                                              &rowSize, &total);
              }),
              HasSubstr("a footprint has less than 4 GiB"));
  EXPECT_EQ(total, UINT64_MAX);
  EXPECT_EQ(rowSize, UINT64_MAX);
  EXPECT_EQ(layout.Offset, UINT64_MAX);
  desc.Width = 4;
  total = 0;
  EXPECT_THAT(stderrOf([&] {
                device->GetCopyableFootprints(&desc, 1, 1, 0, nullptr, nullptr,
                                              nullptr, &total);
              }),
              HasSubstr("subresources 1 to 2"));
  EXPECT_EQ(total, UINT64_MAX);
}

} // namespace
