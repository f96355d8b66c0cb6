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

using namespace d3d12_test;

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

TEST_F(D3D12NotBuiltInDeathTest, Device) {
  void *place = nullptr;
  auto resource = [&](D3D12_HEAP_FLAGS flags,
                      D3D12_RESOURCE_DIMENSION dimension) {
    return [=, this] {
      D3D12_HEAP_PROPERTIES heap = heapOf(D3D12_HEAP_TYPE_DEFAULT);
      D3D12_RESOURCE_DESC desc = bufferOf(4);
      desc.Dimension = dimension;
      ComPtr<ID3D12Resource> made;
      return device->CreateCommittedResource(&heap, flags, &desc,
                                             D3D12_RESOURCE_STATE_COMMON,
                                             nullptr, IID_PPV_ARGS(&made));
    };
  };
  auto buffer = D3D12_RESOURCE_DIMENSION_BUFFER;
  ID3D12Device *d = device.Get();
  expectOnce({
      {"D3D12CreateDevice with an adapter (pass null)",
       [&] {
         HRESULT result = D3D12CreateDevice(d, D3D_FEATURE_LEVEL_11_0,
                                            __uuidof(ID3D12Device), &place);
         return result == E_INVALIDARG ? E_NOTIMPL : S_OK;
       }},
      {"ID3D12Device::CreateGraphicsPipelineState",
       [&] {
         return d->CreateGraphicsPipelineState(
             nullptr, __uuidof(ID3D12PipelineState), &place);
       }},
      {"ID3D12Device::CreateComputePipelineState",
       [&] {
         return d->CreateComputePipelineState(
             nullptr, __uuidof(ID3D12PipelineState), &place);
       }},
      {"ID3D12Device::CreateRootSignature",
       [&] {
         return d->CreateRootSignature(0, nullptr, 0,
                                       __uuidof(ID3D12RootSignature), &place);
       }},
      {"ID3D12Device::CreateRenderTargetView",
       refusing([&] { d->CreateRenderTargetView(nullptr, nullptr, {}); })},
      {"ID3D12Device::CreateDepthStencilView",
       refusing([&] { d->CreateDepthStencilView(nullptr, nullptr, {}); })},
      {"ID3D12Device::CreateSampler",
       refusing([&] { d->CreateSampler(nullptr, {}); })},
      {"ID3D12Device::CreateReservedResource",
       [&] {
         return d->CreateReservedResource(nullptr, {}, nullptr,
                                          __uuidof(ID3D12Resource), &place);
       }},
      {"ID3D12Device::CreateSharedHandle",
       [&] {
         return d->CreateSharedHandle(nullptr, nullptr, 0, nullptr, &place);
       }},
      {"ID3D12Device::OpenSharedHandle",
       [&] {
         return d->OpenSharedHandle(nullptr, __uuidof(ID3D12Resource), &place);
       }},
      {"ID3D12Device::OpenSharedHandleByName",
       [&] { return d->OpenSharedHandleByName(L"x", 0, &place); }},
      {"ID3D12Device::CreateQueryHeap",
       [&] {
         return d->CreateQueryHeap(nullptr, __uuidof(ID3D12QueryHeap), &place);
       }},
      {"ID3D12Device::SetStablePowerState",
       [&] { return d->SetStablePowerState(TRUE); }},
      {"ID3D12Device::CreateCommandSignature",
       [&] {
         return d->CreateCommandSignature(
             nullptr, nullptr, __uuidof(ID3D12CommandSignature), &place);
       }},
      {"ID3D12Device::GetResourceTiling", refusing([&] {
         d->GetResourceTiling(nullptr, nullptr, nullptr, nullptr, nullptr, 0,
                              nullptr);
       })},
      {"ID3D12Device::CreateDescriptorHeap of type SAMPLER, RTV or DSV",
       [&] {
         D3D12_DESCRIPTOR_HEAP_DESC desc = {};
         desc.Type = D3D12_DESCRIPTOR_HEAP_TYPE_SAMPLER;
         desc.NumDescriptors = 1;
         return d->CreateDescriptorHeap(&desc, __uuidof(ID3D12DescriptorHeap),
                                        &place);
       }},
      {"ID3D12Device::CreateCommittedResource of a texture",
       resource(D3D12_HEAP_FLAG_NONE, D3D12_RESOURCE_DIMENSION_TEXTURE2D)},
      {"ID3D12Device::CreateCommittedResource of a heap that is shared, "
       "displayed, protected or watched",
       resource(D3D12_HEAP_FLAG_SHARED, buffer)},
      {"ID3D12Device::CreateCommittedResource of a heap for textures",
       resource(D3D12_HEAP_FLAG_DENY_BUFFERS, buffer)},
      {"ID3D12Device::CreateCommandAllocator of type BUNDLE",
       [&] {
         return d->CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE_BUNDLE,
                                          __uuidof(ID3D12CommandAllocator),
                                          &place);
       }},
      {"ID3D12Device::CreateCommandQueue of a type for video",
       [&] {
         D3D12_COMMAND_QUEUE_DESC desc = {};
         desc.Type = D3D12_COMMAND_LIST_TYPE_VIDEO_DECODE;
         return d->CreateCommandQueue(&desc, __uuidof(ID3D12CommandQueue),
                                      &place);
       }},
      {"ID3D12Device::CreateFence of a shared fence",
       [&] {
         return d->CreateFence(0, D3D12_FENCE_FLAG_SHARED,
                               __uuidof(ID3D12Fence), &place);
       }},
      {"D3D12GetInterface",
       [&] {
         return D3D12GetInterface(CLSID_D3D12Debug, __uuidof(ID3D12Debug),
                                  &place);
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
  const std::pair<const char *, void (*)(List &)> methods[] = {
#define METHOD(name, ...)                                                      \
  {"ID3D12GraphicsCommandList::" #name,                                        \
   [](List &list) { list.name(__VA_ARGS__); }},
      METHOD(DrawInstanced, 0, 0, 0, 0) METHOD(
          DrawIndexedInstanced, 0, 0, 0, 0,
          0) METHOD(Dispatch, 1, 1,
                    1) METHOD(CopyTextureRegion, nullptr, 0, 0, 0, nullptr,
                              nullptr) METHOD(CopyTiles, nullptr, nullptr,
                                              nullptr, nullptr, 0,
                                              D3D12_TILE_COPY_FLAG_NONE)
          METHOD(ResolveSubresource, nullptr, 0, nullptr, 0, DXGI_FORMAT_UNKNOWN) METHOD(
              IASetPrimitiveTopology,
              D3D_PRIMITIVE_TOPOLOGY_UNDEFINED) METHOD(RSSetViewports, 0,
                                                       nullptr) METHOD(RSSetScissorRects,
                                                                       0, nullptr)
              METHOD(OMSetBlendFactor, nullptr) METHOD(
                  OMSetStencilRef,
                  0) METHOD(SetPipelineState,
                            nullptr) METHOD(ExecuteBundle,
                                            nullptr) METHOD(SetComputeRootSignature, nullptr)
                  METHOD(SetGraphicsRootSignature, nullptr) METHOD(
                      SetComputeRootDescriptorTable,
                      0, {}) METHOD(SetGraphicsRootDescriptorTable,
                                    0, {}) METHOD(SetComputeRoot32BitConstant, 0, 0, 0)
                      METHOD(SetGraphicsRoot32BitConstant, 0, 0, 0) METHOD(
                          SetComputeRoot32BitConstants,
                          0, 0, nullptr,
                          0) METHOD(SetGraphicsRoot32BitConstants, 0, 0, nullptr,
                                    0)
                          METHOD(SetComputeRootConstantBufferView, 0, 0) METHOD(
                              SetGraphicsRootConstantBufferView,
                              0,
                              0) METHOD(SetComputeRootShaderResourceView, 0, 0)
                              METHOD(SetGraphicsRootShaderResourceView, 0, 0) METHOD(
                                  SetComputeRootUnorderedAccessView,
                                  0,
                                  0) METHOD(SetGraphicsRootUnorderedAccessView,
                                            0, 0) METHOD(IASetIndexBuffer, nullptr)
                                  METHOD(IASetVertexBuffers, 0, 0, nullptr) METHOD(
                                      SOSetTargets,
                                      0, 0, nullptr) METHOD(OMSetRenderTargets,
                                                            0, nullptr,
                                                            FALSE, nullptr)
                                      METHOD(ClearDepthStencilView, {},
                                             D3D12_CLEAR_FLAG_DEPTH,
                                             0, 0,
                                             0, nullptr) METHOD(ClearRenderTargetView,
                                                                {},
                                                                nullptr,
                                                                0, nullptr)
                                          METHOD(
                                              ClearUnorderedAccessViewUint,
                                              {},
                                              {},
                                              nullptr, nullptr, 0, nullptr)
                                              METHOD(
                                                  ClearUnorderedAccessViewFloat,
                                                  {},
                                                  {},
                                                  nullptr, nullptr, 0, nullptr)
                                                  METHOD(
                                                      BeginQuery,
                                                      nullptr,
                                                      D3D12_QUERY_TYPE_TIMESTAMP,
                                                      0) METHOD(EndQuery,
                                                                nullptr,
                                                                D3D12_QUERY_TYPE_TIMESTAMP,
                                                                0)
                                                      METHOD(
                                                          ResolveQueryData,
                                                          nullptr,
                                                          D3D12_QUERY_TYPE_TIMESTAMP,
                                                          0, 0, nullptr, 0)
                                                          METHOD(
                                                              SetPredication,
                                                              nullptr, 0,
                                                              D3D12_PREDICATION_OP_EQUAL_ZERO)
                                                              METHOD(
                                                                  ExecuteIndirect,
                                                                  nullptr, 0,
                                                                  nullptr, 0,
                                                                  nullptr, 0)
#undef METHOD
  };
  std::vector<NotBuiltIn> cases;
  for (const auto &[name, method] : methods)
    cases.push_back({name, [this, method = method] {
                       ComPtr<ID3D12CommandAllocator> memory = allocator();
                       ComPtr<List> list = this->list(memory.Get());
                       method(*list.Get());
                       return list->Close();
                     }});
  expectOnce(cases);
}

} // namespace
