//===- D3D12Fixture.h - a software device with usual objects ----*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_DIRECTML_D3D12FIXTURE_H
#define FUSEDML_TESTS_DIRECTML_D3D12FIXTURE_H

#include "d3d12/Interop.h"
#include "tests/directml/Buffers.h"

#include <directx/d3d12.h>
#include <directx/d3d12sdklayers.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <wrl/client.h>

#include <cstring>
#include <string>
#include <vector>

namespace fusedml::test {

using Microsoft::WRL::ComPtr;

/// An enumeration with a value that it need not have, as C programs pass it.
template <typename Enum>
__attribute__((no_sanitize("enum"))) Enum enumOf(unsigned value) {
  Enum made;
  static_assert(sizeof(made) == sizeof(value));
  std::memcpy(&made, &value, sizeof(made));
  return made;
}

/// What a call writes to stderr.
template <typename Call> std::string stderrOf(Call call) {
  testing::internal::CaptureStderr();
  call();
  return testing::internal::GetCapturedStderr();
}

inline void enableDebugLayer() {
  ComPtr<ID3D12Debug> debug;
  ASSERT_EQ(D3D12GetDebugInterface(IID_PPV_ARGS(&debug)), S_OK);
  debug->EnableDebugLayer();
}

/// What the debug layer says of a call, which returns `result`.
template <typename Call> std::string saidOf(HRESULT result, Call call) {
  enableDebugLayer();
  return stderrOf([&] { EXPECT_EQ(call(), result); });
}

class D3D12Test : public testing::Test {
protected:
  void SetUp() override { createDevice(); }

  /// The device is a new one from here on.
  void createDevice() {
    ASSERT_EQ(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0,
                                IID_PPV_ARGS(&device)),
              S_OK);
  }

  ComPtr<ID3D12Resource>
  buffer(D3D12_HEAP_TYPE type, UINT64 size,
         D3D12_RESOURCE_FLAGS flags = D3D12_RESOURCE_FLAG_NONE) {
    return createBuffer(device.Get(), type, size, flags);
  }

  ComPtr<ID3D12Resource> upload(const std::string &bytes) {
    return createUpload(device.Get(), bytes.data(), bytes.size());
  }

  /// The bytes at a resource's GPU virtual address.
  static std::string bytesOf(ID3D12Resource *resource) {
    return {reinterpret_cast<const char *>(resource->GetGPUVirtualAddress()),
            static_cast<size_t>(resource->GetDesc().Width)};
  }

  ComPtr<ID3D12CommandQueue>
  queue(D3D12_COMMAND_LIST_TYPE type = D3D12_COMMAND_LIST_TYPE_DIRECT) {
    ComPtr<ID3D12CommandQueue> made;
    D3D12_COMMAND_QUEUE_DESC desc = {};
    desc.Type = type;
    EXPECT_EQ(device->CreateCommandQueue(&desc, IID_PPV_ARGS(&made)), S_OK);
    return made;
  }

  ComPtr<ID3D12CommandAllocator>
  allocator(D3D12_COMMAND_LIST_TYPE type = D3D12_COMMAND_LIST_TYPE_DIRECT) {
    ComPtr<ID3D12CommandAllocator> made;
    EXPECT_EQ(device->CreateCommandAllocator(type, IID_PPV_ARGS(&made)), S_OK);
    return made;
  }

  ComPtr<ID3D12GraphicsCommandList>
  list(ID3D12CommandAllocator *allocator,
       D3D12_COMMAND_LIST_TYPE type = D3D12_COMMAND_LIST_TYPE_DIRECT) {
    ComPtr<ID3D12GraphicsCommandList> made;
    EXPECT_EQ(device->CreateCommandList(0, type, allocator, nullptr,
                                        IID_PPV_ARGS(&made)),
              S_OK);
    return made;
  }

  ComPtr<ID3D12Fence> fence(UINT64 value = 0) {
    ComPtr<ID3D12Fence> made;
    EXPECT_EQ(
        device->CreateFence(value, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&made)),
        S_OK);
    return made;
  }

  static void execute(const ComPtr<ID3D12CommandQueue> &queue,
                      const ComPtr<ID3D12GraphicsCommandList> &list) {
    ID3D12CommandList *lists[] = {list.Get()};
    queue->ExecuteCommandLists(1, lists);
  }

  /// Returns when the queue has done all that was submitted.
  void finish(const ComPtr<ID3D12CommandQueue> &queue) {
    ComPtr<ID3D12Fence> done = fence();
    ASSERT_EQ(queue->Signal(done.Get(), 1), S_OK);
    ASSERT_EQ(done->SetEventOnCompletion(1, nullptr), S_OK);
  }

  ComPtr<ID3D12Device> device;
};

} // namespace fusedml::test

#endif // FUSEDML_TESTS_DIRECTML_D3D12FIXTURE_H
