//===- D3D12NotBuiltInTest.cpp - what the software device refuses by name -===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "D3D12Fixture.h"

#include <cstdio>
#include <cstdlib>
#include <functional>

using namespace fusedml::test;

namespace {

struct NotBuiltIn {
  const char *name;
  std::function<HRESULT()> call;
};

/// Calls that return nothing count as refused.
template <typename Call> std::function<HRESULT()> refusing(Call call) {
  return [call] {
    call();
    return E_NOTIMPL;
  };
}

class D3D12NotBuiltInDeathTest : public D3D12Test {
protected:
  static constexpr const char *kRest =
      " is not built in (buffers, copies and DirectML dispatches are)\n";

  /// Each is said once, however often it is called. That counts in the whole
  /// process, so a new one makes the calls.
  static void expectOnce(const std::vector<NotBuiltIn> &cases) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    std::string expected;
    for (const NotBuiltIn &one : cases)
      expected += std::string("FuseDML: ") + one.name + kRest;
    EXPECT_EXIT(
        {
          for (int round = 0; round < 2; ++round)
            for (const NotBuiltIn &one : cases)
              if (one.call() != E_NOTIMPL)
                std::fprintf(stderr, "%s is not refused\n", one.name);
          std::exit(0);
        },
        testing::ExitedWithCode(0), testing::Eq(expected));
  }
};

/// A call of a method that would give an object, and must give none.
template <typename... Parameters, typename... Arguments>
std::function<HRESULT()>
gives(ID3D12Device *device,
      HRESULT (STDMETHODCALLTYPE ID3D12Device::*method)(Parameters...),
      Arguments... arguments) {
  return [=] {
    void *place = device;
    HRESULT result = (device->*method)(arguments..., &place);
    return place ? S_OK : result;
  };
}

TEST_F(D3D12NotBuiltInDeathTest, DeviceMethods) {
  using D = ID3D12Device;
  D *d = device.Get();
  expectOnce({
      {"ID3D12Device::CreateGraphicsPipelineState",
       gives(d, &D::CreateGraphicsPipelineState, nullptr,
             IID_ID3D12PipelineState)},
      {"ID3D12Device::CreateComputePipelineState",
       gives(d, &D::CreateComputePipelineState, nullptr,
             IID_ID3D12PipelineState)},
      {"ID3D12Device::CreateRootSignature",
       gives(d, &D::CreateRootSignature, 0, nullptr, 0,
             IID_ID3D12RootSignature)},
      {"ID3D12Device::CreateRenderTargetView",
       refusing([=] { d->CreateRenderTargetView(nullptr, nullptr, {}); })},
      {"ID3D12Device::CreateDepthStencilView",
       refusing([=] { d->CreateDepthStencilView(nullptr, nullptr, {}); })},
      {"ID3D12Device::CreateSampler",
       refusing([=] { d->CreateSampler(nullptr, {}); })},
      {"ID3D12Device::CreateReservedResource",
       gives(d, &D::CreateReservedResource, nullptr,
             D3D12_RESOURCE_STATE_COMMON, nullptr, IID_ID3D12Resource)},
      {"ID3D12Device::CreateSharedHandle",
       gives(d, &D::CreateSharedHandle, nullptr, nullptr, 0, nullptr)},
      {"ID3D12Device::OpenSharedHandle",
       gives(d, &D::OpenSharedHandle, nullptr, IID_ID3D12Resource)},
      {"ID3D12Device::OpenSharedHandleByName",
       gives(d, &D::OpenSharedHandleByName, L"x", 0)},
      {"ID3D12Device::CreateQueryHeap",
       gives(d, &D::CreateQueryHeap, nullptr, IID_ID3D12QueryHeap)},
      {"ID3D12Device::SetStablePowerState",
       [=] { return d->SetStablePowerState(TRUE); }},
      {"ID3D12Device::CreateCommandSignature",
       gives(d, &D::CreateCommandSignature, nullptr, nullptr,
             IID_ID3D12CommandSignature)},
      {"ID3D12Device::GetResourceTiling", refusing([=] {
         d->GetResourceTiling(nullptr, nullptr, nullptr, nullptr, nullptr, 0,
                              nullptr);
       })},
  });
}

/// Of methods that are there.
TEST_F(D3D12NotBuiltInDeathTest, KindsOfObjects) {
  using D = ID3D12Device;
  D *d = device.Get();
  D3D12_DESCRIPTOR_HEAP_DESC samplers = {};
  samplers.Type = D3D12_DESCRIPTOR_HEAP_TYPE_SAMPLER;
  samplers.NumDescriptors = 1;
  D3D12_COMMAND_QUEUE_DESC videos = {};
  videos.Type = D3D12_COMMAND_LIST_TYPE_VIDEO_DECODE;
  D3D12_HEAP_PROPERTIES heap = heapOf(D3D12_HEAP_TYPE_DEFAULT);
  D3D12_RESOURCE_DESC buffer = bufferOf(4), texture = buffer;
  texture.Dimension = D3D12_RESOURCE_DIMENSION_TEXTURE2D;
  auto resource = [&](D3D12_HEAP_FLAGS flags, const D3D12_RESOURCE_DESC &desc) {
    return gives(d, &D::CreateCommittedResource, &heap, flags, &desc,
                 D3D12_RESOURCE_STATE_COMMON, nullptr, IID_ID3D12Resource);
  };
  expectOnce({
      {"ID3D12Device::CreateDescriptorHeap of type SAMPLER, RTV or DSV",
       gives(d, &D::CreateDescriptorHeap, &samplers, IID_ID3D12DescriptorHeap)},
      {"ID3D12Device::CreateCommittedResource of a texture",
       resource(D3D12_HEAP_FLAG_NONE, texture)},
      {"ID3D12Device::CreateCommittedResource of a heap that is shared, "
       "displayed, protected or watched",
       resource(D3D12_HEAP_FLAG_SHARED, buffer)},
      {"ID3D12Device::CreateCommittedResource of a heap for textures",
       resource(D3D12_HEAP_FLAG_DENY_BUFFERS, buffer)},
      {"ID3D12Device::CreateCommandAllocator of type BUNDLE",
       gives(d, &D::CreateCommandAllocator, D3D12_COMMAND_LIST_TYPE_BUNDLE,
             IID_ID3D12CommandAllocator)},
      {"ID3D12Device::CreateCommandQueue of a type for video",
       gives(d, &D::CreateCommandQueue, &videos, IID_ID3D12CommandQueue)},
      {"ID3D12Device::CreateFence of a shared fence",
       gives(d, &D::CreateFence, 0, D3D12_FENCE_FLAG_SHARED, IID_ID3D12Fence)},
  });
}

TEST_F(D3D12NotBuiltInDeathTest, Functions) {
  void *place = nullptr;
  expectOnce({
      {"D3D12CreateDevice with an adapter (pass null)",
       [&] {
         HRESULT result = D3D12CreateDevice(
             device.Get(), D3D_FEATURE_LEVEL_11_0, IID_ID3D12Device, &place);
         return result == E_INVALIDARG ? E_NOTIMPL : S_OK;
       }},
      {"D3D12GetInterface",
       [&] {
         return D3D12GetInterface(CLSID_D3D12Debug, IID_ID3D12Debug, &place);
       }},
  });
}

TEST_F(D3D12NotBuiltInDeathTest, Resource) {
  ComPtr<ID3D12Resource> upload = buffer(D3D12_HEAP_TYPE_UPLOAD, 4);
  ComPtr<ID3D12CommandQueue> queue = this->queue();
  expectOnce({
      {"ID3D12Resource::WriteToSubresource",
       [&] { return upload->WriteToSubresource(0, nullptr, nullptr, 0, 0); }},
      {"ID3D12Resource::ReadFromSubresource",
       [&] { return upload->ReadFromSubresource(nullptr, 0, 0, 0, nullptr); }},
      {"ID3D12CommandQueue::UpdateTileMappings", refusing([&] {
         queue->UpdateTileMappings(nullptr, 0, nullptr, nullptr, nullptr, 0,
                                   nullptr, nullptr, nullptr,
                                   D3D12_TILE_MAPPING_FLAG_NONE);
       })},
      {"ID3D12CommandQueue::CopyTileMappings", refusing([&] {
         queue->CopyTileMappings(nullptr, nullptr, nullptr, nullptr, nullptr,
                                 D3D12_TILE_MAPPING_FLAG_NONE);
       })},
  });
}

/// Each makes Close fail.
TEST_F(D3D12NotBuiltInDeathTest, CommandList) {
  using List = ID3D12GraphicsCommandList;
  struct Method {
    const char *name;
    void (*call)(List &);
  };
#define METHOD(NAME, ...)                                                      \
  Method {                                                                     \
    "ID3D12GraphicsCommandList::" #NAME,                                       \
        [](List &list) { list.NAME(__VA_ARGS__); }                             \
  }
  const Method methods[] = {
      METHOD(DrawInstanced, 0, 0, 0, 0),
      METHOD(DrawIndexedInstanced, 0, 0, 0, 0, 0),
      METHOD(Dispatch, 1, 1, 1),
      METHOD(CopyTextureRegion, nullptr, 0, 0, 0, nullptr, nullptr),
      METHOD(CopyTiles, nullptr, nullptr, nullptr, nullptr, 0,
             D3D12_TILE_COPY_FLAG_NONE),
      METHOD(ResolveSubresource, nullptr, 0, nullptr, 0, DXGI_FORMAT_UNKNOWN),
      METHOD(IASetPrimitiveTopology, D3D_PRIMITIVE_TOPOLOGY_UNDEFINED),
      METHOD(RSSetViewports, 0, nullptr),
      METHOD(RSSetScissorRects, 0, nullptr),
      METHOD(OMSetBlendFactor, nullptr),
      METHOD(OMSetStencilRef, 0),
      METHOD(SetPipelineState, nullptr),
      METHOD(ExecuteBundle, nullptr),
      METHOD(SetComputeRootSignature, nullptr),
      METHOD(SetGraphicsRootSignature, nullptr),
      METHOD(SetComputeRootDescriptorTable, 0, {}),
      METHOD(SetGraphicsRootDescriptorTable, 0, {}),
      METHOD(SetComputeRoot32BitConstant, 0, 0, 0),
      METHOD(SetGraphicsRoot32BitConstant, 0, 0, 0),
      METHOD(SetComputeRoot32BitConstants, 0, 0, nullptr, 0),
      METHOD(SetGraphicsRoot32BitConstants, 0, 0, nullptr, 0),
      METHOD(SetComputeRootConstantBufferView, 0, 0),
      METHOD(SetGraphicsRootConstantBufferView, 0, 0),
      METHOD(SetComputeRootShaderResourceView, 0, 0),
      METHOD(SetGraphicsRootShaderResourceView, 0, 0),
      METHOD(SetComputeRootUnorderedAccessView, 0, 0),
      METHOD(SetGraphicsRootUnorderedAccessView, 0, 0),
      METHOD(IASetIndexBuffer, nullptr),
      METHOD(IASetVertexBuffers, 0, 0, nullptr),
      METHOD(SOSetTargets, 0, 0, nullptr),
      METHOD(OMSetRenderTargets, 0, nullptr, FALSE, nullptr),
      METHOD(ClearDepthStencilView, {}, D3D12_CLEAR_FLAG_DEPTH, 0, 0, 0,
             nullptr),
      METHOD(ClearRenderTargetView, {}, nullptr, 0, nullptr),
      METHOD(ClearUnorderedAccessViewUint, {}, {}, nullptr, nullptr, 0,
             nullptr),
      METHOD(ClearUnorderedAccessViewFloat, {}, {}, nullptr, nullptr, 0,
             nullptr),
      METHOD(BeginQuery, nullptr, D3D12_QUERY_TYPE_TIMESTAMP, 0),
      METHOD(EndQuery, nullptr, D3D12_QUERY_TYPE_TIMESTAMP, 0),
      METHOD(ResolveQueryData, nullptr, D3D12_QUERY_TYPE_TIMESTAMP, 0, 0,
             nullptr, 0),
      METHOD(SetPredication, nullptr, 0, D3D12_PREDICATION_OP_EQUAL_ZERO),
      METHOD(ExecuteIndirect, nullptr, 0, nullptr, 0, nullptr, 0),
  };
#undef METHOD
  std::vector<NotBuiltIn> cases;
  for (const Method &method : methods)
    cases.push_back({method.name, [this, &method] {
                       ComPtr<ID3D12CommandAllocator> memory = allocator();
                       ComPtr<List> list = this->list(memory.Get());
                       method.call(*list.Get());
                       return list->Close();
                     }});
  expectOnce(cases);
}

} // namespace
