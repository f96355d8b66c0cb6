//===- D3D12DeviceTest.cpp - ID3D12Device but memory and queues -----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "D3D12Fixture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cwchar>
#include <memory>
#include <set>
#include <thread>

using namespace fusedml::test;
using testing::HasSubstr;

namespace {

TEST(D3D12CreateDeviceTest, FeatureLevels) {
  for (D3D_FEATURE_LEVEL level :
       {D3D_FEATURE_LEVEL_1_0_CORE, D3D_FEATURE_LEVEL_11_0,
        D3D_FEATURE_LEVEL_11_1, D3D_FEATURE_LEVEL_12_0,
        D3D_FEATURE_LEVEL_12_1}) {
    ComPtr<ID3D12Device> device;
    EXPECT_EQ(D3D12CreateDevice(nullptr, level, IID_PPV_ARGS(&device)), S_OK)
        << std::hex << level;
    EXPECT_TRUE(device);
    // Without a place for it, only whether it could be made.
    EXPECT_EQ(
        D3D12CreateDevice(nullptr, level, __uuidof(ID3D12Device), nullptr),
        S_FALSE);
  }
  for (int level : {0, 0x9100, 0xa000, 0xb001, 0xc200, 0xd000}) {
    ComPtr<ID3D12Device> device;
    // A level that exists but is not there is no mistake.
    EXPECT_EQ(
        saidOf(level == D3D_FEATURE_LEVEL_12_2 ? DXGI_ERROR_UNSUPPORTED
                                               : E_INVALIDARG,
               [&] {
                 return D3D12CreateDevice(nullptr,
                                          enumOf<D3D_FEATURE_LEVEL>(level),
                                          IID_PPV_ARGS(&device));
               }),
        fmt::format("D3D12 ERROR: D3D12CreateDevice: feature level {:#x}; "
                    "there are 1_0_CORE, 11_0, 11_1, 12_0 and 12_1\n",
                    level));
    EXPECT_FALSE(device);
  }
}

TEST(D3D12CreateDeviceTest, InterfacesThatAreNotThere) {
  void *place = &place;
  EXPECT_EQ(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0,
                              __uuidof(ID3D12Device5), &place),
            E_NOINTERFACE);
  EXPECT_EQ(place, nullptr);
}

/// Nothing here includes <dxguids/dxguids.h>: the library has what __uuidof
/// calls, also of interfaces that it refuses.
TEST(D3D12ExportsTest, InterfaceIds) {
  const GUID device = {0x189819f1,
                       0x1db6,
                       0x4b57,
                       {0xbe, 0x54, 0x18, 0x21, 0x33, 0x9b, 0x85, 0xf7}};
  EXPECT_TRUE(__uuidof(ID3D12Device) == device);
  EXPECT_TRUE(__uuidof(ID3D12Device *) == device);
  EXPECT_TRUE(IID_ID3D12Device == device);
  EXPECT_TRUE(IID_ID3D12Device11 == __uuidof(ID3D12Device11));
  EXPECT_TRUE(IID_ID3D12InfoQueue == __uuidof(ID3D12InfoQueue));
  EXPECT_TRUE(IID_IUnknown == __uuidof(IUnknown));
}

/// D3D12NotBuiltInDeathTest reads what such functions say.
TEST(D3D12ExportsTest, FunctionsThatAreNotThere) {
  stderrOf([] {
    void *place = &place;
    EXPECT_EQ(D3D12GetInterface(CLSID_D3D12SDKConfiguration,
                                __uuidof(ID3D12SDKConfiguration), &place),
              E_NOTIMPL);
    EXPECT_EQ(place, nullptr);
    ID3DBlob *blob = reinterpret_cast<ID3DBlob *>(&place);
    ID3DBlob *error = blob;
    EXPECT_EQ(D3D12SerializeRootSignature(nullptr, D3D_ROOT_SIGNATURE_VERSION_1,
                                          &blob, &error),
              E_NOTIMPL);
    EXPECT_EQ(blob, nullptr);
    EXPECT_EQ(error, nullptr);
    EXPECT_EQ(D3D12EnableExperimentalFeatures(0, nullptr, nullptr, nullptr),
              E_NOTIMPL);
  });
}

TEST(D3D12DebugTest, Interface) {
  EXPECT_EQ(D3D12GetDebugInterface(__uuidof(ID3D12Debug), nullptr), S_FALSE);
  ComPtr<ID3D12Debug5> newer;
  EXPECT_EQ(D3D12GetDebugInterface(IID_PPV_ARGS(&newer)), E_NOINTERFACE);
}

/// In a process of its own, where no test has enabled the layer.
TEST(D3D12DebugDeathTest, MisuseIsSilentWithoutTheLayer) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto misuse = [](bool layer) {
    if (layer)
      enableDebugLayer();
    ComPtr<ID3D12Device> device;
    D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, IID_PPV_ARGS(&device));
    ComPtr<ID3D12CommandQueue> queue;
    std::exit(device->CreateCommandQueue(nullptr, IID_PPV_ARGS(&queue)) ==
                      E_INVALIDARG
                  ? 0
                  : 1);
  };
  EXPECT_EXIT(misuse(false), testing::ExitedWithCode(0), testing::Eq(""));
  EXPECT_EXIT(
      misuse(true), testing::ExitedWithCode(0),
      testing::Eq("D3D12 ERROR: ID3D12Device::CreateCommandQueue: pDesc "
                  "is null\n"));
}

class D3D12DeviceTest : public D3D12Test {};

TEST_F(D3D12DeviceTest, OneIdentity) {
  ComPtr<IUnknown> unknown;
  ASSERT_EQ(device.As(&unknown), S_OK);
  ComPtr<ID3D12Object> object;
  ComPtr<fusedml::d3d12::ISoftwareDevice> software;
  ASSERT_EQ(device.As(&object), S_OK);
  ASSERT_EQ(device.As(&software), S_OK);
  for (IUnknown *from : {static_cast<IUnknown *>(device.Get()), unknown.Get(),
                         static_cast<IUnknown *>(object.Get()),
                         static_cast<IUnknown *>(software.Get())}) {
    ComPtr<IUnknown> again;
    ASSERT_EQ(from->QueryInterface(IID_PPV_ARGS(&again)), S_OK);
    EXPECT_EQ(again.Get(), unknown.Get());
    ComPtr<ID3D12Device> back;
    ASSERT_EQ(from->QueryInterface(IID_PPV_ARGS(&back)), S_OK);
    EXPECT_EQ(back.Get(), device.Get());
    void *place = &place;
    EXPECT_EQ(from->QueryInterface(__uuidof(ID3D12Device1), &place),
              E_NOINTERFACE);
    EXPECT_EQ(place, nullptr);
    EXPECT_EQ(from->QueryInterface(__uuidof(ID3D12Device), nullptr), E_POINTER);
  }
}

/// Each object answers to its interface and all bases, and to no other's.
TEST_F(D3D12DeviceTest, InterfacesOfObjects) {
  ComPtr<ID3D12CommandAllocator> allocator = this->allocator();
  ComPtr<ID3D12GraphicsCommandList> list = this->list(allocator.Get());
  D3D12_HEAP_DESC heapDesc = {};
  heapDesc.SizeInBytes = 65536;
  heapDesc.Properties = heapOf(D3D12_HEAP_TYPE_DEFAULT);
  ComPtr<ID3D12Heap> heap;
  ASSERT_EQ(device->CreateHeap(&heapDesc, IID_PPV_ARGS(&heap)), S_OK);
  D3D12_DESCRIPTOR_HEAP_DESC descriptorDesc = {};
  descriptorDesc.NumDescriptors = 1;
  ComPtr<ID3D12DescriptorHeap> descriptors;
  ASSERT_EQ(
      device->CreateDescriptorHeap(&descriptorDesc, IID_PPV_ARGS(&descriptors)),
      S_OK);
  ComPtr<ID3D12CommandQueue> queue = this->queue();
  ComPtr<ID3D12Resource> resource = buffer(D3D12_HEAP_TYPE_DEFAULT, 4);
  ComPtr<ID3D12Fence> fence = this->fence();

  struct Case {
    ID3D12DeviceChild *object;
    std::vector<GUID> interfaces;
  };
  const GUID pageable = __uuidof(ID3D12Pageable);
  const std::vector<Case> cases = {
      {allocator.Get(), {__uuidof(ID3D12CommandAllocator), pageable}},
      {list.Get(),
       {__uuidof(ID3D12GraphicsCommandList), __uuidof(ID3D12CommandList),
        __uuidof(fusedml::d3d12::ISoftwareCommandList)}},
      {heap.Get(), {__uuidof(ID3D12Heap), pageable}},
      {descriptors.Get(), {__uuidof(ID3D12DescriptorHeap), pageable}},
      {queue.Get(), {__uuidof(ID3D12CommandQueue), pageable}},
      {resource.Get(), {__uuidof(ID3D12Resource), pageable}},
      {fence.Get(), {__uuidof(ID3D12Fence), __uuidof(ID3D12Fence1), pageable}},
  };
  const GUID common[] = {__uuidof(IUnknown), __uuidof(ID3D12Object),
                         __uuidof(ID3D12DeviceChild)};
  std::vector<GUID> all(std::begin(common), std::end(common));
  for (const Case &one : cases)
    all.insert(all.end(), one.interfaces.begin(), one.interfaces.end());
  all.push_back(__uuidof(ID3D12Device));
  all.push_back(__uuidof(ID3D12Resource1));
  all.push_back(__uuidof(ID3D12GraphicsCommandList1));
  for (size_t at = 0; at < cases.size(); ++at) {
    ComPtr<IUnknown> identity;
    cases[at].object->QueryInterface(IID_PPV_ARGS(&identity));
    for (const GUID &id : all) {
      auto is = [&](const GUID &other) { return other == id; };
      bool expected = std::any_of(std::begin(common), std::end(common), is) ||
                      std::any_of(cases[at].interfaces.begin(),
                                  cases[at].interfaces.end(), is);
      void *place = nullptr;
      HRESULT result = cases[at].object->QueryInterface(id, &place);
      EXPECT_EQ(result, expected ? S_OK : E_NOINTERFACE) << at;
      EXPECT_EQ(place != nullptr, expected) << at;
      if (!place)
        continue;
      ComPtr<IUnknown> found, again;
      found.Attach(static_cast<IUnknown *>(place));
      found->QueryInterface(IID_PPV_ARGS(&again));
      EXPECT_EQ(again.Get(), identity.Get());
    }
    ComPtr<ID3D12Device> owner;
    EXPECT_EQ(cases[at].object->GetDevice(IID_PPV_ARGS(&owner)), S_OK);
    EXPECT_EQ(owner.Get(), device.Get());
  }
}

TEST_F(D3D12DeviceTest, ObjectsKeepTheDevice) {
  ComPtr<ID3D12Resource> resource = buffer(D3D12_HEAP_TYPE_UPLOAD, 4);
  ComPtr<ID3D12CommandQueue> queue = this->queue();
  ComPtr<ID3D12CommandAllocator> allocator = this->allocator();
  ComPtr<ID3D12GraphicsCommandList> list = this->list(allocator.Get());
  ComPtr<ID3D12Fence> fence = this->fence();
  for (int i = 0; i < 5; ++i)
    device->AddRef();
  for (ULONG left : {10u, 9u, 8u, 7u, 6u})
    EXPECT_EQ(device->Release(), left);
  EXPECT_EQ(resource.Reset(), 0u);
  EXPECT_EQ(queue.Reset(), 0u);
  EXPECT_EQ(allocator.Reset(), 0u);
  EXPECT_EQ(list.Reset(), 0u);
  // The last one is the fence's.
  EXPECT_EQ(device.Reset(), 1u);
  ComPtr<ID3D12Device> again;
  ASSERT_EQ(fence->GetDevice(IID_PPV_ARGS(&again)), S_OK);
  EXPECT_EQ(again->GetNodeCount(), 1u);
  EXPECT_EQ(fence.Reset(), 0u);
  EXPECT_EQ(again.Reset(), 0u);
}

/// Something that counts its references.
class Counted final : public IUnknown {
public:
  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID, void **object) override {
    *object = nullptr;
    return E_NOINTERFACE;
  }
  ULONG STDMETHODCALLTYPE AddRef() override { return ++references; }
  ULONG STDMETHODCALLTYPE Release() override { return --references; }
  std::atomic<ULONG> references = 1;
};

constexpr GUID kFirst = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};
constexpr GUID kSecond = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 12}};
constexpr GUID kName = {0x4cca5fd8,
                        0x921f,
                        0x42c8,
                        {0x85, 0x66, 0x70, 0xca, 0xf2, 0xa9, 0xb7, 0x41}};

TEST_F(D3D12DeviceTest, PrivateData) {
  UINT size = 7;
  char data[8] = "unused";
  EXPECT_EQ(device->GetPrivateData(kFirst, nullptr, data), E_INVALIDARG);
  EXPECT_EQ(device->GetPrivateData(kFirst, &size, data), DXGI_ERROR_NOT_FOUND);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(device->SetPrivateData(kFirst, 0, nullptr), S_FALSE);

  EXPECT_EQ(device->SetPrivateData(kFirst, 4, "abc"), S_OK);
  EXPECT_EQ(device->SetPrivateData(kSecond, 2, "x"), S_OK);
  EXPECT_EQ(device->GetPrivateData(kFirst, &size, nullptr), S_OK);
  EXPECT_EQ(size, 4u);
  size = 3;
  EXPECT_EQ(device->GetPrivateData(kFirst, &size, data), DXGI_ERROR_MORE_DATA);
  EXPECT_EQ(size, 4u);
  EXPECT_STREQ(data, "unused");
  size = sizeof(data);
  EXPECT_EQ(device->GetPrivateData(kFirst, &size, data), S_OK);
  EXPECT_EQ(size, 4u);
  EXPECT_STREQ(data, "abc");

  EXPECT_EQ(device->SetPrivateData(kFirst, 3, "de"), S_OK);
  size = sizeof(data);
  EXPECT_EQ(device->GetPrivateData(kFirst, &size, data), S_OK);
  EXPECT_STREQ(data, "de");
  // Data of no bytes are data.
  EXPECT_EQ(device->SetPrivateData(kFirst, 0, "de"), S_OK);
  size = sizeof(data);
  EXPECT_EQ(device->GetPrivateData(kFirst, &size, data), S_OK);
  EXPECT_EQ(size, 0u);
  EXPECT_STREQ(data, "de");
  EXPECT_EQ(device->SetPrivateData(kFirst, 9, nullptr), S_OK);
  EXPECT_EQ(device->GetPrivateData(kFirst, &size, data), DXGI_ERROR_NOT_FOUND);
  EXPECT_EQ(device->GetPrivateData(kSecond, &size, nullptr), S_OK);
  EXPECT_EQ(size, 2u);
}

TEST_F(D3D12DeviceTest, PrivateInterfaces) {
  Counted counted;
  EXPECT_EQ(device->SetPrivateDataInterface(kFirst, &counted), S_OK);
  EXPECT_EQ(counted.references, 2u);
  // Who gets it gets a reference too.
  UINT size = sizeof(void *);
  IUnknown *place = nullptr;
  EXPECT_EQ(device->GetPrivateData(kFirst, &size, &place), S_OK);
  EXPECT_EQ(place, &counted);
  EXPECT_EQ(counted.references, 3u);
  counted.Release();
  // A question for the size, or a buffer that is too small, gives none.
  EXPECT_EQ(device->GetPrivateData(kFirst, &size, nullptr), S_OK);
  EXPECT_EQ(size, sizeof(void *));
  size = 1;
  EXPECT_EQ(device->GetPrivateData(kFirst, &size, &place),
            DXGI_ERROR_MORE_DATA);
  EXPECT_EQ(counted.references, 2u);
  // Its successor releases it.
  EXPECT_EQ(device->SetPrivateData(kFirst, 1, "x"), S_OK);
  EXPECT_EQ(counted.references, 1u);
  EXPECT_EQ(device->SetPrivateDataInterface(kFirst, &counted), S_OK);
  EXPECT_EQ(device->SetPrivateDataInterface(kFirst, nullptr), S_OK);
  EXPECT_EQ(counted.references, 1u);
  size = sizeof(void *);
  EXPECT_EQ(device->GetPrivateData(kFirst, &size, &place), S_OK);
  EXPECT_EQ(place, nullptr);
  // So does the object's end.
  EXPECT_EQ(device->SetPrivateDataInterface(kFirst, &counted), S_OK);
  EXPECT_EQ(device.Reset(), 0u);
  EXPECT_EQ(counted.references, 1u);
}

TEST_F(D3D12DeviceTest, Names) {
  ComPtr<ID3D12Resource> resource = buffer(D3D12_HEAP_TYPE_DEFAULT, 4);
  EXPECT_EQ(resource->SetName(L"weights"), S_OK);
  wchar_t name[16] = {};
  UINT size = sizeof(name);
  EXPECT_EQ(resource->GetPrivateData(kName, &size, name), S_OK);
  EXPECT_STREQ(name, L"weights");
  EXPECT_EQ(size, 8 * sizeof(wchar_t));
  // Messages use it, also if it was set as data.
  enableDebugLayer();
  auto map = [&] { resource->Map(0, nullptr, nullptr); };
  EXPECT_THAT(stderrOf(map), HasSubstr("Map: 'weights' is in a heap"));
  EXPECT_EQ(resource->SetPrivateData(kName, 2 * sizeof(wchar_t), L"wé"), S_OK);
  EXPECT_THAT(stderrOf(map), HasSubstr("Map: 'w?' is in a heap"));
  EXPECT_EQ(resource->SetName(nullptr), S_OK);
  EXPECT_EQ(resource->GetPrivateData(kName, &size, name), DXGI_ERROR_NOT_FOUND);
  EXPECT_THAT(stderrOf(map), HasSubstr("Map: the resource is in a heap"));
}

TEST_F(D3D12DeviceTest, PrivateDataOfManyThreads) {
  std::vector<std::thread> threads;
  threads.reserve(4);
  Counted counted;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 500; ++i) {
        device->SetPrivateData(kFirst, 4 + t, "abcdefgh");
        device->SetPrivateDataInterface(kSecond, &counted);
        char data[16];
        UINT size = sizeof(data);
        if (device->GetPrivateData(kFirst, &size, data) != S_OK || size < 4 ||
            size > 7)
          ADD_FAILURE() << size;
        IUnknown *place = nullptr;
        size = sizeof(void *);
        device->GetPrivateData(kSecond, &size, &place);
        place->Release();
        device->SetName(L"name");
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  device.Reset();
  EXPECT_EQ(counted.references, 1u);
}

class D3D12FeaturesTest : public D3D12Test {
protected:
  template <typename Data> HRESULT ask(D3D12_FEATURE feature, Data &data) {
    return device->CheckFeatureSupport(feature, &data, sizeof(data));
  }
  template <typename Data>
  std::string refusal(D3D12_FEATURE feature, Data &data) {
    return saidOf(E_INVALIDARG, [&] { return ask(feature, data); });
  }
};

TEST_F(D3D12FeaturesTest, Answers) {
  D3D12_FEATURE_DATA_D3D12_OPTIONS options;
  std::memset(&options, 0xff, sizeof(options));
  ASSERT_EQ(ask(D3D12_FEATURE_D3D12_OPTIONS, options), S_OK);
  EXPECT_FALSE(options.DoublePrecisionFloatShaderOps);
  EXPECT_FALSE(options.ROVsSupported);
  EXPECT_EQ(options.TiledResourcesTier,
            D3D12_TILED_RESOURCES_TIER_NOT_SUPPORTED);
  EXPECT_EQ(options.ResourceBindingTier, D3D12_RESOURCE_BINDING_TIER_1);
  EXPECT_EQ(options.ResourceHeapTier, D3D12_RESOURCE_HEAP_TIER_1);

  D3D12_FEATURE_DATA_D3D12_OPTIONS4 options4;
  std::memset(&options4, 0xff, sizeof(options4));
  ASSERT_EQ(ask(D3D12_FEATURE_D3D12_OPTIONS4, options4), S_OK);
  EXPECT_FALSE(options4.Native16BitShaderOpsSupported);

  D3D12_FEATURE_DATA_ARCHITECTURE1 architecture = {0, TRUE, FALSE, FALSE,
                                                   FALSE};
  ASSERT_EQ(ask(D3D12_FEATURE_ARCHITECTURE1, architecture), S_OK);
  EXPECT_FALSE(architecture.TileBasedRenderer);
  EXPECT_TRUE(architecture.UMA && architecture.CacheCoherentUMA &&
              architecture.IsolatedMMU);
  architecture.NodeIndex = 1;
  EXPECT_THAT(refusal(D3D12_FEATURE_ARCHITECTURE1, architecture),
              HasSubstr("NodeIndex 1;"));
  D3D12_FEATURE_DATA_ARCHITECTURE older = {};
  ASSERT_EQ(ask(D3D12_FEATURE_ARCHITECTURE, older), S_OK);
  EXPECT_TRUE(older.UMA);

  const D3D_FEATURE_LEVEL levels[] = {
      D3D_FEATURE_LEVEL_12_2, D3D_FEATURE_LEVEL_12_0, D3D_FEATURE_LEVEL_12_1,
      D3D_FEATURE_LEVEL_1_0_CORE, enumOf<D3D_FEATURE_LEVEL>(0xfffff)};
  D3D12_FEATURE_DATA_FEATURE_LEVELS asked = {5, levels, {}};
  ASSERT_EQ(ask(D3D12_FEATURE_FEATURE_LEVELS, asked), S_OK);
  EXPECT_EQ(asked.MaxSupportedFeatureLevel, D3D_FEATURE_LEVEL_12_1);
  asked.NumFeatureLevels = 1;
  EXPECT_THAT(refusal(D3D12_FEATURE_FEATURE_LEVELS, asked),
              HasSubstr("none of the feature levels is supported"));
  asked.pFeatureLevelsRequested = nullptr;
  EXPECT_THAT(refusal(D3D12_FEATURE_FEATURE_LEVELS, asked),
              HasSubstr("no feature levels are asked for"));

  D3D12_FEATURE_DATA_SHADER_MODEL model = {D3D_SHADER_MODEL_6_2};
  ASSERT_EQ(ask(D3D12_FEATURE_SHADER_MODEL, model), S_OK);
  EXPECT_EQ(model.HighestShaderModel, D3D_SHADER_MODEL_5_1);
  model.HighestShaderModel = {};
  EXPECT_THAT(refusal(D3D12_FEATURE_SHADER_MODEL, model),
              HasSubstr("shader model 0x0 is unknown"));

  D3D12_FEATURE_DATA_ROOT_SIGNATURE root = {D3D_ROOT_SIGNATURE_VERSION_1_1};
  ASSERT_EQ(ask(D3D12_FEATURE_ROOT_SIGNATURE, root), S_OK);
  EXPECT_EQ(root.HighestVersion, D3D_ROOT_SIGNATURE_VERSION_1_0);

  D3D12_FEATURE_DATA_GPU_VIRTUAL_ADDRESS_SUPPORT addresses = {};
  ASSERT_EQ(ask(D3D12_FEATURE_GPU_VIRTUAL_ADDRESS_SUPPORT, addresses), S_OK);
  EXPECT_EQ(addresses.MaxGPUVirtualAddressBitsPerProcess, 47u);

  D3D12_FEATURE_DATA_COMMAND_QUEUE_PRIORITY priority = {
      D3D12_COMMAND_LIST_TYPE_COPY, D3D12_COMMAND_QUEUE_PRIORITY_HIGH, FALSE};
  ASSERT_EQ(ask(D3D12_FEATURE_COMMAND_QUEUE_PRIORITY, priority), S_OK);
  EXPECT_TRUE(priority.PriorityForTypeIsSupported);
  for (unsigned other : {4u, 13u}) {
    priority.CommandListType = enumOf<D3D12_COMMAND_LIST_TYPE>(other);
    EXPECT_EQ(ask(D3D12_FEATURE_COMMAND_QUEUE_PRIORITY, priority), S_OK);
    EXPECT_FALSE(priority.PriorityForTypeIsSupported);
  }

  D3D12_FEATURE_DATA_FORMAT_INFO format = {DXGI_FORMAT_UNKNOWN, 0};
  ASSERT_EQ(ask(D3D12_FEATURE_FORMAT_INFO, format), S_OK);
  EXPECT_EQ(format.PlaneCount, 1);
  format.Format = DXGI_FORMAT_R32_FLOAT;
  EXPECT_THAT(refusal(D3D12_FEATURE_FORMAT_INFO, format),
              HasSubstr("format 41;"));
}

TEST_F(D3D12FeaturesTest, WrongArguments) {
  char data[64] = {};
  auto said = [&](unsigned feature, void *place, UINT size) {
    return saidOf(E_INVALIDARG, [&] {
      return device->CheckFeatureSupport(enumOf<D3D12_FEATURE>(feature), place,
                                         size);
    });
  };
  EXPECT_EQ(said(D3D12_FEATURE_D3D12_OPTIONS, nullptr, 64),
            "D3D12 ERROR: ID3D12Device::CheckFeatureSupport: "
            "pFeatureSupportData is null\n");
  EXPECT_EQ(said(D3D12_FEATURE_ARCHITECTURE, data, 64),
            "D3D12 ERROR: ID3D12Device::CheckFeatureSupport: "
            "FeatureSupportDataSize is 64; that of this feature is 16\n");
  EXPECT_EQ(said(1000, data, 64),
            "D3D12 ERROR: ID3D12Device::CheckFeatureSupport: feature 1000 is "
            "unknown\n");
}

/// D3D12NotBuiltInDeathTest reads what is said.
TEST_F(D3D12DeviceTest, WhatIsNotThereLeavesNothing) {
  testing::internal::CaptureStderr();
  void *place = &place;
  EXPECT_EQ(device->CreateComputePipelineState(
                nullptr, __uuidof(ID3D12PipelineState), &place),
            E_NOTIMPL);
  EXPECT_EQ(place, nullptr);
  place = &place;
  EXPECT_EQ(device->CreateQueryHeap(nullptr, __uuidof(ID3D12QueryHeap), &place),
            E_NOTIMPL);
  EXPECT_EQ(place, nullptr);
  HANDLE handle = &place;
  EXPECT_EQ(device->CreateSharedHandle(nullptr, nullptr, GENERIC_ALL, nullptr,
                                       &handle),
            E_NOTIMPL);
  EXPECT_EQ(handle, nullptr);
  UINT tiles = 9, subresources = 9;
  device->GetResourceTiling(nullptr, &tiles, nullptr, nullptr, &subresources, 0,
                            nullptr);
  EXPECT_EQ(tiles + subresources, 0u);
  testing::internal::GetCapturedStderr();
}

TEST_F(D3D12DeviceTest, NodesAndResidency) {
  EXPECT_EQ(device->GetNodeCount(), 1u);
  EXPECT_EQ(device->GetDeviceRemovedReason(), S_OK);
  ComPtr<ID3D12Resource> resource = buffer(D3D12_HEAP_TYPE_DEFAULT, 4);
  ID3D12Pageable *objects[] = {resource.Get(), nullptr};
  EXPECT_EQ(device->MakeResident(1, objects), S_OK);
  EXPECT_EQ(device->Evict(1, objects), S_OK);
  EXPECT_EQ(saidOf(E_INVALIDARG, [&] { return device->Evict(2, objects); }),
            "D3D12 ERROR: ID3D12Device::Evict: ppObjects[1] is null\n");
  EXPECT_EQ(
      saidOf(E_INVALIDARG, [&] { return device->MakeResident(1, nullptr); }),
      "D3D12 ERROR: ID3D12Device::MakeResident: ppObjects is null\n");
  EXPECT_EQ(device->GetAdapterLuid().LowPart, 0x46444d4cu);
}

class D3D12DescriptorHeapTest : public D3D12Test {
protected:
  ComPtr<ID3D12DescriptorHeap> heap(UINT count, bool isShaderVisible) {
    D3D12_DESCRIPTOR_HEAP_DESC desc = {};
    desc.NumDescriptors = count;
    if (isShaderVisible)
      desc.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
    ComPtr<ID3D12DescriptorHeap> made;
    EXPECT_EQ(device->CreateDescriptorHeap(&desc, IID_PPV_ARGS(&made)), S_OK);
    return made;
  }
};

TEST_F(D3D12DescriptorHeapTest, Handles) {
  UINT step = device->GetDescriptorHandleIncrementSize(
      D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV);
  ASSERT_GT(step, 0u);
  ComPtr<ID3D12DescriptorHeap> visible = heap(5, true), hidden = heap(3, false);
  D3D12_CPU_DESCRIPTOR_HANDLE cpu =
      visible->GetCPUDescriptorHandleForHeapStart();
  D3D12_GPU_DESCRIPTOR_HANDLE gpu =
      visible->GetGPUDescriptorHandleForHeapStart();
  EXPECT_EQ(visible->GetDesc().NumDescriptors, 5u);
  ComPtr<fusedml::d3d12::ISoftwareDevice> software;
  ASSERT_EQ(device.As(&software), S_OK);
  EXPECT_EQ(software->descriptorsFrom(cpu, gpu), 5u);
  EXPECT_EQ(
      software->descriptorsFrom({cpu.ptr + 4 * step}, {gpu.ptr + 4 * step}),
      1u);
  // Not the same descriptor, none at all, or the end of the heap.
  EXPECT_EQ(software->descriptorsFrom(cpu, {gpu.ptr + step}), 0u);
  EXPECT_EQ(software->descriptorsFrom(cpu, {0}), 0u);
  EXPECT_EQ(software->descriptorsFrom({cpu.ptr + 1}, {gpu.ptr + 1}), 0u);
  EXPECT_EQ(
      software->descriptorsFrom({cpu.ptr + 5 * step}, {gpu.ptr + 5 * step}),
      0u);
  EXPECT_EQ(software->descriptorsFrom({cpu.ptr - step}, {gpu.ptr - step}), 0u);
  EXPECT_EQ(software->descriptorsFrom({0}, {0}), 0u);

  D3D12_CPU_DESCRIPTOR_HANDLE other =
      hidden->GetCPUDescriptorHandleForHeapStart();
  enableDebugLayer();
  EXPECT_THAT(stderrOf([&] {
                EXPECT_EQ(hidden->GetGPUDescriptorHandleForHeapStart().ptr, 0u);
              }),
              HasSubstr("has no GPU handles"));
  EXPECT_EQ(software->descriptorsFrom(other, {0}), 3u);
  EXPECT_EQ(software->descriptorsFrom(other, gpu), 0u);
  hidden.Reset();
  EXPECT_EQ(software->descriptorsFrom(other, {0}), 0u);

  ComPtr<ID3D12Device> second;
  ASSERT_EQ(
      D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, IID_PPV_ARGS(&second)),
      S_OK);
  ASSERT_EQ(second.As(&software), S_OK);
  EXPECT_EQ(software->descriptorsFrom(cpu, gpu), 0u);
}

TEST_F(D3D12DescriptorHeapTest, Refusals) {
  auto refused = [&](const D3D12_DESCRIPTOR_HEAP_DESC &desc) {
    ComPtr<ID3D12DescriptorHeap> made;
    return saidOf(E_INVALIDARG, [&] {
      return device->CreateDescriptorHeap(&desc, IID_PPV_ARGS(&made));
    });
  };
  auto none = D3D12_DESCRIPTOR_HEAP_FLAG_NONE;
  auto views = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
  EXPECT_THAT(refused({views, 0, none, 0}), HasSubstr("NumDescriptors is 0"));
  EXPECT_THAT(refused({views, 1, none, 2}), HasSubstr("node mask 0x2"));
  EXPECT_THAT(refused({views, 1, enumOf<D3D12_DESCRIPTOR_HEAP_FLAGS>(2), 0}),
              HasSubstr("flags 0x2"));
  EXPECT_THAT(refused({enumOf<D3D12_DESCRIPTOR_HEAP_TYPE>(13), 1, none, 0}),
              HasSubstr("Type 13"));
  EXPECT_EQ(
      device->GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE_RTV),
      0u);
  EXPECT_EQ(device->GetDescriptorHandleIncrementSize(
                enumOf<D3D12_DESCRIPTOR_HEAP_TYPE>(13)),
            0u);
}

TEST_F(D3D12DescriptorHeapTest, Views) {
  enableDebugLayer();
  ComPtr<ID3D12DescriptorHeap> visible = heap(2, true), hidden = heap(2, false);
  D3D12_CPU_DESCRIPTOR_HANDLE place =
      hidden->GetCPUDescriptorHandleForHeapStart();
  ComPtr<ID3D12Resource> plain = buffer(D3D12_HEAP_TYPE_DEFAULT, 256),
                         writable =
                             buffer(D3D12_HEAP_TYPE_DEFAULT, 256,
                                    D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS);
  D3D12_UNORDERED_ACCESS_VIEW_DESC uav = {};
  uav.ViewDimension = D3D12_UAV_DIMENSION_BUFFER;
  D3D12_SHADER_RESOURCE_VIEW_DESC srv = {};
  srv.ViewDimension = D3D12_SRV_DIMENSION_BUFFER;
  D3D12_CONSTANT_BUFFER_VIEW_DESC cbv = {plain->GetGPUVirtualAddress(), 256};
  auto views = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
  auto target = visible->GetCPUDescriptorHandleForHeapStart();
  EXPECT_EQ(
      stderrOf([&] {
        device->CreateUnorderedAccessView(writable.Get(), nullptr, &uav, place);
        device->CreateUnorderedAccessView(nullptr, nullptr, &uav, place);
        device->CreateShaderResourceView(plain.Get(), &srv, place);
        device->CreateConstantBufferView(&cbv, place);
        device->CreateConstantBufferView(nullptr, place);
        device->CopyDescriptorsSimple(2, target, place, views);
        UINT two = 2;
        D3D12_CPU_DESCRIPTOR_HANDLE each[] = {
            place,
            {place.ptr + device->GetDescriptorHandleIncrementSize(views)}};
        device->CopyDescriptors(1, &target, &two, 2, each, nullptr, views);
      }),
      "");

  EXPECT_THAT(stderrOf([&] {
                device->CreateUnorderedAccessView(plain.Get(), nullptr, &uav,
                                                  place);
              }),
              HasSubstr("without D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS"));
  EXPECT_THAT(stderrOf([&] {
                device->CreateUnorderedAccessView(writable.Get(), nullptr,
                                                  nullptr, place);
              }),
              HasSubstr("ViewDimension D3D12_UAV_DIMENSION_BUFFER"));
  EXPECT_THAT(stderrOf([&] {
                device->CreateShaderResourceView(plain.Get(), &srv, {12});
              }),
              HasSubstr("DestDescriptor 0xc is in no CBV_SRV_UAV heap"));
  EXPECT_THAT(stderrOf([&] {
                device->CreateShaderResourceView(plain.Get(), nullptr, place);
              }),
              HasSubstr("ViewDimension D3D12_SRV_DIMENSION_BUFFER"));
  cbv.SizeInBytes = 100;
  EXPECT_THAT(stderrOf([&] { device->CreateConstantBufferView(&cbv, place); }),
              HasSubstr("SizeInBytes 100 are not multiples of 256"));
  EXPECT_THAT(
      stderrOf([&] { device->CopyDescriptorsSimple(1, place, target, views); }),
      HasSubstr("source range 0 is in a shader-visible heap"));
  EXPECT_THAT(
      stderrOf([&] { device->CopyDescriptorsSimple(3, target, place, views); }),
      HasSubstr("destination range 0: 3 descriptors"));
  EXPECT_THAT(stderrOf([&] {
                UINT two = 2;
                device->CopyDescriptors(1, &target, &two, 1, &place, nullptr,
                                        views);
              }),
              HasSubstr("1 descriptors are copied to 2"));
  EXPECT_THAT(stderrOf([&] {
                device->CopyDescriptorsSimple(1, target, place,
                                              D3D12_DESCRIPTOR_HEAP_TYPE_RTV);
              }),
              HasSubstr("CopyDescriptorsSimple: heap type 2"));
  EXPECT_THAT(stderrOf([&] {
                device->CopyDescriptors(0, nullptr, nullptr, 0, nullptr,
                                        nullptr,
                                        enumOf<D3D12_DESCRIPTOR_HEAP_TYPE>(13));
              }),
              HasSubstr("CopyDescriptors: heap type 13"));
  srv.ViewDimension = enumOf<D3D12_SRV_DIMENSION>(100);
  EXPECT_THAT(stderrOf([&] {
                device->CreateShaderResourceView(plain.Get(), &srv, place);
              }),
              HasSubstr("ViewDimension D3D12_SRV_DIMENSION_BUFFER"));
}

} // namespace
