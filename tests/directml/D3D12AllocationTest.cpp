//===- D3D12AllocationTest.cpp - methods that find no memory --------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// COM methods throw nothing. This program's operator new, which the libraries
// use as well, fails or calls back at a chosen allocation of one thread.
//
//===----------------------------------------------------------------------===//

#include "D3D12Fixture.h"

#include <cstdlib>
#include <functional>
#include <new>
#include <optional>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace {

/// How many allocations of this thread are left before the chosen one.
thread_local std::optional<int> before;
thread_local void (*onChosen)();

[[noreturn]] void fail() { throw std::bad_alloc(); }

} // namespace

// ThreadSanitizer's cannot be replaced.
#ifdef __SANITIZE_THREAD__
#define REPLACEMENT [[gnu::weak]]
#else
#define REPLACEMENT
#endif

REPLACEMENT void *operator new(std::size_t size) {
  if (before && (*before)-- == 0) {
    before.reset();
    onChosen();
  }
  if (void *memory = std::malloc(size ? size : 1))
    return memory;
  throw std::bad_alloc();
}
// The one of AddressSanitizer would not call the other.
REPLACEMENT void *operator new(std::size_t size,
                               const std::nothrow_t &) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}
REPLACEMENT void operator delete(void *memory) noexcept { std::free(memory); }
REPLACEMENT void operator delete(void *memory, std::size_t) noexcept {
  std::free(memory);
}

using namespace fusedml::test;
using testing::AnyOf;

namespace {

/// The result of a call with the allocation chosen; whether there was one.
template <typename Call>
HRESULT at(int allocation, void (*action)(), Call &&call, bool &wasThere) {
  HRESULT result = S_OK;
  onChosen = action;
  before = allocation;
  try {
    result = call();
  } catch (...) {
    before.reset();
    wasThere = true;
    ADD_FAILURE() << "an exception leaves it";
    return result;
  }
  wasThere = !before;
  before.reset();
  return result;
}

class D3D12AllocationTest : public D3D12Test {
protected:
  void SetUp() override {
    bool isOurs = false;
    at(
        0, [] {},
        [] {
          ::operator delete(::operator new(1));
          return S_OK;
        },
        isOurs);
    if (!isOurs)
      GTEST_SKIP() << "operator new is ThreadSanitizer's";
    createDevice();
  }

  /// Each allocation of the call fails once. `expected` is what it returns if
  /// none does.
  template <typename Call>
  void failEach(const char *name, HRESULT expected, Call call) {
    SCOPED_TRACE(name);
    bool wasThere = true;
    for (int allocation = 0; wasThere && !HasFailure(); ++allocation) {
      HRESULT result = at(allocation, fail, call, wasThere);
      if (wasThere)
        EXPECT_THAT(result, AnyOf(expected, E_OUTOFMEMORY)) << allocation;
      else
        EXPECT_EQ(result, expected);
    }
  }
};

/// A name too long for a string without an allocation.
constexpr const wchar_t *kLongName = L"a name of more than fifteen characters";

TEST_F(D3D12AllocationTest, Creation) {
  failEach("D3D12CreateDevice", S_OK, [] {
    ComPtr<ID3D12Device> made;
    return D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0,
                             IID_PPV_ARGS(&made));
  });
  D3D12_COMMAND_QUEUE_DESC queueDesc = {};
  failEach("CreateCommandQueue", S_OK, [&] {
    ComPtr<ID3D12CommandQueue> made;
    return device->CreateCommandQueue(&queueDesc, IID_PPV_ARGS(&made));
  });
  auto direct = D3D12_COMMAND_LIST_TYPE_DIRECT;
  failEach("CreateCommandAllocator", S_OK, [&] {
    ComPtr<ID3D12CommandAllocator> made;
    return device->CreateCommandAllocator(direct, IID_PPV_ARGS(&made));
  });
  ComPtr<ID3D12CommandAllocator> memory = allocator();
  failEach("CreateCommandList", S_OK, [&] {
    ComPtr<ID3D12GraphicsCommandList> made;
    return device->CreateCommandList(0, direct, memory.Get(), nullptr,
                                     IID_PPV_ARGS(&made));
  });
  failEach("CreateFence", S_OK, [&] {
    ComPtr<ID3D12Fence> made;
    return device->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&made));
  });
  D3D12_DESCRIPTOR_HEAP_DESC descriptors = {};
  descriptors.NumDescriptors = 1;
  failEach("CreateDescriptorHeap", S_OK, [&] {
    ComPtr<ID3D12DescriptorHeap> made;
    return device->CreateDescriptorHeap(&descriptors, IID_PPV_ARGS(&made));
  });
  D3D12_HEAP_DESC heapDesc = {65536, heapOf(D3D12_HEAP_TYPE_DEFAULT), 0,
                              D3D12_HEAP_FLAG_NONE};
  failEach("CreateHeap", S_OK, [&] {
    ComPtr<ID3D12Heap> made;
    return device->CreateHeap(&heapDesc, IID_PPV_ARGS(&made));
  });
  auto create = [&](UINT64 size) {
    D3D12_RESOURCE_DESC desc = bufferOf(size);
    ComPtr<ID3D12Resource> made;
    return device->CreateCommittedResource(
        &heapDesc.Properties, D3D12_HEAP_FLAG_NONE, &desc,
        D3D12_RESOURCE_STATE_COMMON, nullptr, IID_PPV_ARGS(&made));
  };
  failEach("CreateCommittedResource", S_OK, [&] { return create(4); });
  testing::internal::CaptureStderr();
  enableDebugLayer();
  failEach("CreateCommittedResource, refused", E_INVALIDARG,
           [&] { return create(0); });
  testing::internal::GetCapturedStderr();
}

TEST_F(D3D12AllocationTest, Objects) {
  ComPtr<ID3D12Resource> source = upload("abcd"),
                         target = buffer(D3D12_HEAP_TYPE_DEFAULT, 4);
  failEach("SetName", S_OK, [&] { return source->SetName(kLongName); });
  target->SetName(kLongName);
  const GUID id = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};
  failEach("SetPrivateDataInterface", S_OK,
           [&] { return source->SetPrivateDataInterface(id, target.Get()); });
  ComPtr<ID3D12Fence> fence = this->fence();
  int event = eventfd(0, EFD_CLOEXEC);
  failEach("SetEventOnCompletion", S_OK, [&] {
    return fence->SetEventOnCompletion(
        1, reinterpret_cast<HANDLE>(static_cast<intptr_t>(event)));
  });
  ::close(event);
  ComPtr<ID3D12CommandQueue> queue = this->queue();
  failEach("Signal", S_OK, [&] { return queue->Signal(fence.Get(), 1); });
  failEach("Wait", S_OK, [&] { return queue->Wait(fence.Get(), 1); });

  // The name is used in texts.
  testing::internal::CaptureStderr();
  enableDebugLayer();
  failEach("Map", E_INVALIDARG,
           [&] { return target->Map(0, nullptr, nullptr); });
  failEach("Unmap", S_OK, [&] {
    target->Unmap(0, nullptr);
    return S_OK;
  });
  D3D12_DESCRIPTOR_HEAP_DESC desc = {};
  desc.NumDescriptors = 1;
  ComPtr<ID3D12DescriptorHeap> heap;
  ASSERT_EQ(device->CreateDescriptorHeap(&desc, IID_PPV_ARGS(&heap)), S_OK);
  failEach("CreateUnorderedAccessView", S_OK, [&] {
    D3D12_UNORDERED_ACCESS_VIEW_DESC view = {};
    view.ViewDimension = D3D12_UAV_DIMENSION_BUFFER;
    device->CreateUnorderedAccessView(
        target.Get(), nullptr, &view,
        heap->GetCPUDescriptorHandleForHeapStart());
    return S_OK;
  });
  failEach("WriteToSubresource", E_NOTIMPL, [&] {
    return source->WriteToSubresource(0, nullptr, nullptr, 0, 0);
  });
  testing::internal::GetCapturedStderr();
}

TEST_F(D3D12AllocationTest, CommandLists) {
  testing::internal::CaptureStderr();
  enableDebugLayer();
  ComPtr<ID3D12Resource> source = upload("abcd"),
                         target = buffer(D3D12_HEAP_TYPE_DEFAULT, 4);
  target->SetName(kLongName);
  ComPtr<ID3D12CommandAllocator> memory = allocator();
  ComPtr<ID3D12GraphicsCommandList> list = this->list(memory.Get());
  list->SetName(kLongName);
  auto reset = [&] { return list->Reset(memory.Get(), nullptr); };
  failEach("Reset of an open list", E_FAIL, reset);
  ASSERT_EQ(list->Close(), S_OK);
  failEach("Close of a closed list", E_FAIL, [&] { return list->Close(); });
  failEach("CopyResource of a closed list", S_OK, [&] {
    list->CopyResource(target.Get(), source.Get());
    return S_OK;
  });
  // What is recorded without memory makes Close fail.
  auto record = [&](auto body) {
    return [&, body] {
      if (HRESULT result = reset(); FAILED(result))
        return result;
      body();
      return list->Close();
    };
  };
  failEach("CopyResource", S_OK,
           record([&] { list->CopyResource(target.Get(), source.Get()); }));
  failEach("CopyBufferRegion, refused", E_INVALIDARG, record([&] {
             list->CopyBufferRegion(target.Get(), 0, source.Get(), 0, 5);
           }));
  failEach("Dispatch", E_NOTIMPL, record([&] { list->Dispatch(1, 1, 1); }));
  // What fails costs the device, so there is a new one each time.
  auto executed = [&](bool isClosed) {
    return [&, isClosed] {
      std::optional<int> kept = std::exchange(before, std::nullopt);
      createDevice();
      ComPtr<ID3D12CommandQueue> queue = this->queue();
      ComPtr<ID3D12CommandAllocator> memory = allocator();
      ComPtr<ID3D12GraphicsCommandList> list = this->list(memory.Get());
      list->SetName(kLongName);
      if (isClosed)
        list->Close();
      before = kept;
      execute(queue, list);
      return device->GetDeviceRemovedReason();
    };
  };
  failEach("ExecuteCommandLists", S_OK, executed(true));
  failEach("ExecuteCommandLists, refused", DXGI_ERROR_INVALID_CALL,
           executed(false));
  testing::internal::GetCapturedStderr();
}

/// The device is removed after CreateFence has seen that it is usable.
TEST_F(D3D12AllocationTest, FenceOfADeviceThatIsRemovedMeanwhile) {
  static ComPtr<ID3D12CommandQueue> queue;
  queue = this->queue();
  ComPtr<ID3D12Fence> made;
  bool wasThere = false;
  testing::internal::CaptureStderr();
  EXPECT_EQ(at(
                0, [] { queue->ExecuteCommandLists(1, nullptr); },
                [&] {
                  return device->CreateFence(3, D3D12_FENCE_FLAG_NONE,
                                             IID_PPV_ARGS(&made));
                },
                wasThere),
            S_OK);
  testing::internal::GetCapturedStderr();
  queue.Reset();
  EXPECT_TRUE(wasThere);
  EXPECT_EQ(device->GetDeviceRemovedReason(), DXGI_ERROR_INVALID_CALL);
  // As all fences of a removed device; who waits for it gets on.
  ASSERT_EQ(made->GetCompletedValue(), UINT64_MAX);
  EXPECT_EQ(made->SetEventOnCompletion(4, nullptr), S_OK);
}

} // namespace
