//===- D3D12QueueTest.cpp - command lists and their submission ------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "D3D12Lists.h"

#include <directx/d3dx12.h>

#include <functional>
#include <future>
#include <memory>
#include <thread>

using namespace fusedml::test;
using testing::EndsWith;
using testing::HasSubstr;

namespace {

class D3D12QueueTest : public D3D12ListsTest {};

TEST_F(D3D12QueueTest, UploadCopyReadBack) {
  ComPtr<ID3D12Resource> source = upload("hello, world"),
                         middle = buffer(D3D12_HEAP_TYPE_DEFAULT, 12),
                         target = buffer(D3D12_HEAP_TYPE_READBACK, 12);
  ComPtr<ID3D12CommandQueue> queue = this->queue();
  ComPtr<ID3D12CommandAllocator> memory = allocator();
  ComPtr<ID3D12GraphicsCommandList> list = this->list(memory.Get());
  list->CopyBufferRegion(middle.Get(), 0, source.Get(), 7, 5);
  list->CopyBufferRegion(middle.Get(), 5, source.Get(), 5, 7);
  list->CopyBufferRegion(middle.Get(), 3, source.Get(), 3, 0);
  D3D12_RESOURCE_BARRIER barrier = {};
  barrier.Type = D3D12_RESOURCE_BARRIER_TYPE_TRANSITION;
  barrier.Transition = {middle.Get(), D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES,
                        D3D12_RESOURCE_STATE_COPY_DEST,
                        D3D12_RESOURCE_STATE_COPY_SOURCE};
  list->ResourceBarrier(1, &barrier);
  list->CopyResource(target.Get(), middle.Get());
  list->DiscardResource(middle.Get(), nullptr);
  list->SetMarker(0, "marker", 7);
  list->BeginEvent(0, "event", 6);
  list->EndEvent();
  ASSERT_EQ(list->Close(), S_OK);
  execute(queue, list);
  finish(queue);
  void *data = nullptr;
  ASSERT_EQ(target->Map(0, nullptr, &data), S_OK);
  EXPECT_EQ(std::string(static_cast<char *>(data), 12), "world, world");
}

TEST_F(D3D12QueueTest, UpdateSubresources) {
  const std::string bytes = "0123456789";
  ComPtr<ID3D12Resource> target = buffer(D3D12_HEAP_TYPE_DEFAULT, 10);
  UINT64 size = GetRequiredIntermediateSize(target.Get(), 0, 1);
  EXPECT_EQ(size, 10u);
  ComPtr<ID3D12Resource> heap = buffer(D3D12_HEAP_TYPE_UPLOAD, size),
                         stack = buffer(D3D12_HEAP_TYPE_UPLOAD, size + 512);
  ComPtr<ID3D12CommandQueue> queue = this->queue();
  ComPtr<ID3D12CommandAllocator> memory = allocator();
  ComPtr<ID3D12GraphicsCommandList> list = this->list(memory.Get());
  D3D12_SUBRESOURCE_DATA data = {bytes.data(), 10, 10};
  EXPECT_EQ(
      UpdateSubresources(list.Get(), target.Get(), heap.Get(), 0, 0, 1, &data),
      10u);
  ASSERT_EQ(list->Close(), S_OK);
  execute(queue, list);
  finish(queue);
  EXPECT_EQ(bytesOf(target.Get()), bytes);

  ASSERT_EQ(list->Reset(memory.Get(), nullptr), S_OK);
  data.pData = "abcdefghij";
  EXPECT_EQ(UpdateSubresources<1>(list.Get(), target.Get(), stack.Get(), 512, 0,
                                  1, &data),
            10u);
  ASSERT_EQ(list->Close(), S_OK);
  execute(queue, list);
  finish(queue);
  EXPECT_EQ(bytesOf(target.Get()), "abcdefghij");
}

/// The helpers of d3dx12.h describe what this device makes.
TEST_F(D3D12QueueTest, HelpersOfD3dx12) {
  CD3DX12_HEAP_PROPERTIES properties(D3D12_HEAP_TYPE_DEFAULT);
  CD3DX12_RESOURCE_DESC desc = CD3DX12_RESOURCE_DESC::Buffer(
      100, D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS);
  ComPtr<ID3D12Resource> resource;
  ASSERT_EQ(device->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE,
                                            &desc, D3D12_RESOURCE_STATE_COMMON,
                                            nullptr, IID_PPV_ARGS(&resource)),
            S_OK);
  ComPtr<ID3D12CommandAllocator> memory = allocator();
  ComPtr<ID3D12GraphicsCommandList> list = this->list(memory.Get());
  CD3DX12_RESOURCE_BARRIER barriers[] = {
      CD3DX12_RESOURCE_BARRIER::UAV(nullptr),
      CD3DX12_RESOURCE_BARRIER::UAV(resource.Get()),
      CD3DX12_RESOURCE_BARRIER::Aliasing(nullptr, resource.Get()),
      CD3DX12_RESOURCE_BARRIER::Transition(
          resource.Get(), D3D12_RESOURCE_STATE_COMMON,
          D3D12_RESOURCE_STATE_UNORDERED_ACCESS)};
  list->ResourceBarrier(4, barriers);
  EXPECT_EQ(list->Close(), S_OK);
}

TEST_F(D3D12QueueTest, ListsKeepResources) {
  ComPtr<ID3D12Resource> source = upload("abc"),
                         target = buffer(D3D12_HEAP_TYPE_DEFAULT, 3);
  ComPtr<ID3D12CommandQueue> queue = this->queue();
  ComPtr<ID3D12CommandAllocator> memory = allocator();
  ComPtr<ID3D12GraphicsCommandList> list = this->list(memory.Get());
  list->CopyResource(target.Get(), source.Get());
  ASSERT_EQ(list->Close(), S_OK);
  EXPECT_EQ(source.Reset(), 1u);
  // Twice in one call, and again after it has run.
  ID3D12CommandList *lists[] = {list.Get(), list.Get()};
  queue->ExecuteCommandLists(2, lists);
  finish(queue);
  EXPECT_EQ(bytesOf(target.Get()), "abc");
  std::memset(reinterpret_cast<void *>(target->GetGPUVirtualAddress()), 'x', 3);
  execute(queue, list);
  finish(queue);
  EXPECT_EQ(bytesOf(target.Get()), "abc");
  // The list lets them go when it is recorded anew.
  ASSERT_EQ(list->Reset(memory.Get(), nullptr), S_OK);
  target->AddRef();
  EXPECT_EQ(target->Release(), 1u);
  ASSERT_EQ(list->Close(), S_OK);
  execute(queue, list);
  finish(queue);
  queue->ExecuteCommandLists(0, nullptr);
  EXPECT_EQ(device->GetDeviceRemovedReason(), S_OK);
}

/// Reset of a list leaves alone what was submitted.
TEST_F(D3D12QueueTest, ResetWhileInFlight) {
  ComPtr<ID3D12Resource> source = upload("abc"), other = upload("xyz"),
                         target = buffer(D3D12_HEAP_TYPE_DEFAULT, 3),
                         second = buffer(D3D12_HEAP_TYPE_DEFAULT, 3);
  ComPtr<ID3D12CommandQueue> queue = this->queue();
  ComPtr<ID3D12CommandAllocator> memory = allocator(), spare = allocator();
  ComPtr<ID3D12GraphicsCommandList> list = this->list(memory.Get());
  list->CopyResource(target.Get(), source.Get());
  ASSERT_EQ(list->Close(), S_OK);
  ComPtr<ID3D12Fence> gate = fence();
  ASSERT_EQ(queue->Wait(gate.Get(), 1), S_OK);
  execute(queue, list);

  enableDebugLayer();
  EXPECT_EQ(stderrOf([&] { EXPECT_EQ(memory->Reset(), E_FAIL); }),
            "D3D12 ERROR: ID3D12CommandAllocator::Reset: commands of the "
            "allocator are still executed; wait for a fence first\n");
  ASSERT_EQ(list->Reset(spare.Get(), nullptr), S_OK);
  list->CopyResource(second.Get(), other.Get());
  ASSERT_EQ(list->Close(), S_OK);
  execute(queue, list);
  EXPECT_EQ(bytesOf(target.Get()), std::string(3, '\0'));
  ASSERT_EQ(gate->Signal(1), S_OK);
  finish(queue);
  EXPECT_EQ(bytesOf(target.Get()), "abc");
  EXPECT_EQ(bytesOf(second.Get()), "xyz");
  EXPECT_EQ(memory->Reset(), S_OK);
}

TEST_F(D3D12QueueTest, AllocatorsServeOneListAtATime) {
  enableDebugLayer();
  ComPtr<ID3D12CommandAllocator> memory = allocator();
  ComPtr<ID3D12GraphicsCommandList> first = list(memory.Get()), second;
  EXPECT_THAT(stderrOf([&] { EXPECT_EQ(memory->Reset(), E_FAIL); }),
              HasSubstr("a command list records with the allocator"));
  auto create = [&] {
    return device->CreateCommandList(0, D3D12_COMMAND_LIST_TYPE_DIRECT,
                                     memory.Get(), nullptr,
                                     IID_PPV_ARGS(&second));
  };
  EXPECT_THAT(stderrOf([&] { EXPECT_EQ(create(), E_INVALIDARG); }),
              HasSubstr("another command list records with the allocator"));
  ASSERT_EQ(first->Close(), S_OK);
  ASSERT_EQ(create(), S_OK);
  EXPECT_THAT(
      saidOf(E_INVALIDARG, [&] { return first->Reset(memory.Get(), nullptr); }),
      HasSubstr("Reset: another command list records with the allocator"));
  // An open list that is released frees its allocator.
  second.Reset();
  EXPECT_EQ(first->Reset(memory.Get(), nullptr), S_OK);
  EXPECT_THAT(
      stderrOf([&] { EXPECT_EQ(first->Reset(memory.Get(), nullptr), E_FAIL); }),
      HasSubstr("the command list is open; Close it first"));
  // An allocator may go before its list.
  memory.Reset();
  EXPECT_EQ(first->Close(), S_OK);
}

TEST_F(D3D12QueueTest, CreationRefusals) {
  enableDebugLayer();
  auto direct = D3D12_COMMAND_LIST_TYPE_DIRECT;
  ComPtr<ID3D12CommandAllocator> memory = allocator();
  ComPtr<ID3D12GraphicsCommandList> list;
  auto create = [&](UINT mask, D3D12_COMMAND_LIST_TYPE type,
                    ID3D12CommandAllocator *with) {
    return stderrOf([&] {
      EXPECT_EQ(device->CreateCommandList(mask, type, with, nullptr,
                                          IID_PPV_ARGS(&list)),
                E_INVALIDARG);
      EXPECT_FALSE(list);
    });
  };
  EXPECT_THAT(
      create(0, direct, nullptr),
      HasSubstr("ID3D12Device::CreateCommandList: pAllocator is null or "
                "not of this device"));
  EXPECT_THAT(create(2, direct, memory.Get()), HasSubstr("node mask 0x2"));
  EXPECT_THAT(create(0, D3D12_COMMAND_LIST_TYPE_COMPUTE, memory.Get()),
              HasSubstr("an allocator of type 0 for a command list of type 2"));
  auto unknown = enumOf<D3D12_COMMAND_LIST_TYPE>;
  EXPECT_THAT(saidOf(E_INVALIDARG,
                     [&] {
                       return device->CreateCommandList(0, unknown(13),
                                                        memory.Get(), nullptr,
                                                        IID_PPV_ARGS(&list));
                     }),
              HasSubstr("command list type 13"));
  EXPECT_THAT(saidOf(E_INVALIDARG,
                     [&] {
                       ComPtr<ID3D12CommandAllocator> made;
                       return device->CreateCommandAllocator(
                           unknown(7), IID_PPV_ARGS(&made));
                     }),
              HasSubstr("CreateCommandAllocator: command list type 7"));
  auto *pipeline = reinterpret_cast<ID3D12PipelineState *>(memory.Get());
  EXPECT_THAT(saidOf(E_INVALIDARG,
                     [&] {
                       return device->CreateCommandList(0, direct, memory.Get(),
                                                        pipeline,
                                                        IID_PPV_ARGS(&list));
                     }),
              HasSubstr("pInitialState is not null"));

  auto queueOf = [&](const D3D12_COMMAND_QUEUE_DESC &desc) {
    ComPtr<ID3D12CommandQueue> queue;
    return stderrOf([&] {
      EXPECT_EQ(device->CreateCommandQueue(&desc, IID_PPV_ARGS(&queue)),
                E_INVALIDARG);
    });
  };
  EXPECT_THAT(queueOf({direct, 10000, {}, 0}), HasSubstr("priority 10000"));
  EXPECT_THAT(queueOf({direct, 0, enumOf<D3D12_COMMAND_QUEUE_FLAGS>(2), 0}),
              HasSubstr("flags 0x2"));
  EXPECT_THAT(queueOf({direct, 0, {}, 4}), HasSubstr("node mask 0x4"));
  EXPECT_THAT(queueOf({unknown(13), 0, {}, 0}),
              HasSubstr("command list type 13"));
  ComPtr<ID3D12Fence> fence;
  EXPECT_THAT(saidOf(E_INVALIDARG,
                     [&] {
                       return device->CreateFence(0,
                                                  enumOf<D3D12_FENCE_FLAGS>(64),
                                                  IID_PPV_ARGS(&fence));
                     }),
              HasSubstr("CreateFence: flags 0x40"));
}

TEST_F(D3D12QueueTest, QueueDesc) {
  ComPtr<ID3D12CommandQueue> queue =
      this->queue(D3D12_COMMAND_LIST_TYPE_COMPUTE);
  D3D12_COMMAND_QUEUE_DESC desc = queue->GetDesc();
  EXPECT_EQ(desc.Type, D3D12_COMMAND_LIST_TYPE_COMPUTE);
  EXPECT_EQ(desc.NodeMask, 1u);
  UINT64 frequency = 0, gpu = 0, cpu = 0, later = 0;
  EXPECT_EQ(queue->GetTimestampFrequency(&frequency), S_OK);
  EXPECT_EQ(frequency, 1'000'000'000u);
  EXPECT_EQ(queue->GetClockCalibration(&gpu, &cpu), S_OK);
  EXPECT_EQ(queue->GetClockCalibration(&later, &cpu), S_OK);
  EXPECT_GE(later, gpu);
  EXPECT_THAT(saidOf(E_INVALIDARG,
                     [&] { return queue->GetTimestampFrequency(nullptr); }),
              HasSubstr("pFrequency is null"));
  EXPECT_THAT(saidOf(E_INVALIDARG,
                     [&] { return queue->GetClockCalibration(nullptr, &cpu); }),
              HasSubstr("pGpuTimestamp or pCpuTimestamp is null"));
  EXPECT_THAT(saidOf(E_INVALIDARG, [&] { return queue->Signal(nullptr, 1); }),
              HasSubstr("Signal: pFence is null"));
  EXPECT_THAT(saidOf(E_INVALIDARG, [&] { return queue->Wait(nullptr, 1); }),
              HasSubstr("Wait: pFence is null"));
}

TEST_F(D3D12QueueTest, CopyRefusals) {
  enableDebugLayer();
  ComPtr<ID3D12Resource> source = upload("0123456789"),
                         target = buffer(D3D12_HEAP_TYPE_DEFAULT, 8),
                         back = buffer(D3D12_HEAP_TYPE_READBACK, 8);
  using List = ID3D12GraphicsCommandList;
  auto region = [&](ID3D12Resource *to, UINT64 toOffset, ID3D12Resource *from,
                    UINT64 fromOffset, UINT64 size) {
    return refusal(E_INVALIDARG, [=](List *list) {
      list->CopyBufferRegion(to, toOffset, from, fromOffset, size);
    });
  };
  EXPECT_EQ(region(nullptr, 0, source.Get(), 0, 1),
            "D3D12 ERROR: ID3D12GraphicsCommandList::CopyBufferRegion: the "
            "destination is null or not of this device\n");
  EXPECT_THAT(region(target.Get(), 0, nullptr, 0, 1),
              HasSubstr("the source is null"));
  EXPECT_THAT(
      region(target.Get(), 1, source.Get(), 0, 8),
      EndsWith("8 bytes at offset 1 of the destination, which has 8\n"));
  EXPECT_THAT(region(target.Get(), 0, source.Get(), 4, 7),
              EndsWith("7 bytes at offset 4 of the source, which has 10\n"));
  EXPECT_THAT(region(target.Get(), UINT64_MAX, source.Get(), 0, 2),
              HasSubstr("2 bytes at offset 18446744073709551615"));
  EXPECT_THAT(region(target.Get(), 9, source.Get(), 0, 0),
              HasSubstr("0 bytes at offset 9"));
  EXPECT_THAT(region(source.Get(), 0, target.Get(), 0, 8),
              HasSubstr("the destination is in an upload heap"));
  EXPECT_THAT(region(target.Get(), 0, back.Get(), 0, 8),
              HasSubstr("the source is in a readback heap"));
  EXPECT_THAT(region(target.Get(), 0, target.Get(), 3, 4),
              HasSubstr("bytes 3 and 0 of one buffer and overlap"));
  EXPECT_THAT(refusal(E_INVALIDARG,
                      [&](List *list) {
                        list->CopyResource(target.Get(), source.Get());
                      }),
              HasSubstr("the destination has 8 bytes, and the source has 10"));
  EXPECT_THAT(refusal(E_INVALIDARG,
                      [&](List *list) {
                        list->CopyResource(target.Get(), target.Get());
                      }),
              HasSubstr("overlap"));
  // Neighbours do not overlap.
  EXPECT_EQ(
      refusal(S_OK,
              [&](List *list) {
                list->CopyBufferRegion(target.Get(), 0, target.Get(), 4, 4);
                list->CopyBufferRegion(target.Get(), 4, target.Get(), 0, 4);
              }),
      "");

  ComPtr<ID3D12Device> mine = device;
  createDevice();
  ComPtr<ID3D12Resource> foreign = buffer(D3D12_HEAP_TYPE_DEFAULT, 10);
  device = mine;
  EXPECT_THAT(region(foreign.Get(), 0, source.Get(), 0, 1),
              HasSubstr("not of this device"));
}

TEST_F(D3D12QueueTest, OtherRefusalsOfLists) {
  enableDebugLayer();
  using List = ID3D12GraphicsCommandList;
  ComPtr<ID3D12Resource> resource = buffer(D3D12_HEAP_TYPE_DEFAULT, 8);
  D3D12_RESOURCE_BARRIER barrier = {};
  auto barriers = [&] {
    return refusal(E_INVALIDARG,
                   [&](List *list) { list->ResourceBarrier(1, &barrier); });
  };
  EXPECT_THAT(barriers(),
              HasSubstr("pBarriers[0].Transition.pResource is null"));
  barrier.Transition.pResource = resource.Get();
  barrier.Transition.Subresource = 3;
  EXPECT_THAT(barriers(), HasSubstr("Transition.Subresource is 3"));
  barrier.Type = enumOf<D3D12_RESOURCE_BARRIER_TYPE>(4);
  EXPECT_THAT(barriers(), HasSubstr("pBarriers[0].Type 4 is unknown"));
  EXPECT_THAT(refusal(E_INVALIDARG,
                      [](List *list) { list->ResourceBarrier(1, nullptr); }),
              HasSubstr("pBarriers is null"));
  EXPECT_THAT(
      refusal(E_INVALIDARG,
              [](List *list) { list->DiscardResource(nullptr, nullptr); }),
      HasSubstr("pResource is null"));

  D3D12_DESCRIPTOR_HEAP_DESC desc = {};
  desc.NumDescriptors = 1;
  ComPtr<ID3D12DescriptorHeap> hidden, visible;
  device->CreateDescriptorHeap(&desc, IID_PPV_ARGS(&hidden));
  desc.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
  device->CreateDescriptorHeap(&desc, IID_PPV_ARGS(&visible));
  auto heaps = [&](std::vector<ID3D12DescriptorHeap *> set,
                   D3D12_COMMAND_LIST_TYPE type = {}) {
    return refusal(
        E_INVALIDARG,
        [&](List *list) {
          list->SetDescriptorHeaps(static_cast<UINT>(set.size()), set.data());
        },
        type);
  };
  EXPECT_THAT(heaps({hidden.Get()}),
              HasSubstr("ppDescriptorHeaps[0] was made without "
                        "D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE"));
  EXPECT_THAT(heaps({nullptr}), HasSubstr("ppDescriptorHeaps[0] is null"));
  EXPECT_THAT(heaps({visible.Get(), visible.Get()}), HasSubstr("2 heaps"));
  EXPECT_THAT(heaps({visible.Get()}, D3D12_COMMAND_LIST_TYPE_COPY),
              HasSubstr("a command list for copies has no descriptors"));
  auto *pipeline = reinterpret_cast<ID3D12PipelineState *>(resource.Get());
  EXPECT_THAT(
      refusal(E_INVALIDARG, [&](List *list) { list->ClearState(pipeline); }),
      HasSubstr("this device has no pipelines"));
  // The first error counts.
  refusal(E_NOTIMPL, [](List *list) {
    list->Dispatch(1, 1, 1);
    list->CopyResource(nullptr, nullptr);
  });
}

TEST_F(D3D12QueueTest, ClosedLists) {
  enableDebugLayer();
  ComPtr<ID3D12CommandAllocator> memory = allocator();
  ComPtr<ID3D12GraphicsCommandList> list = this->list(memory.Get());
  EXPECT_THAT(stderrOf([&] { list->CopyResource(nullptr, nullptr); }),
              HasSubstr("the destination is null"));
  EXPECT_EQ(list->Close(), E_INVALIDARG);
  EXPECT_THAT(stderrOf([&] { EXPECT_EQ(list->Close(), E_FAIL); }),
              HasSubstr("the command list is closed already"));
  EXPECT_THAT(stderrOf([&] { list->ClearState(nullptr); }),
              HasSubstr("the command list is closed; Reset opens it"));
  EXPECT_THAT(
      saidOf(E_FAIL,
             [&] { return record(list, std::make_shared<Call>([] {})); }),
      HasSubstr("RecordDispatch: the command list is closed"));
  // Reset forgives.
  ASSERT_EQ(list->Reset(memory.Get(), nullptr), S_OK);
  EXPECT_EQ(list->Close(), S_OK);
}

TEST_F(D3D12QueueTest, SetDescriptorHeaps) {
  D3D12_DESCRIPTOR_HEAP_DESC desc = {};
  desc.NumDescriptors = 2;
  desc.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
  ComPtr<ID3D12DescriptorHeap> heap, other;
  device->CreateDescriptorHeap(&desc, IID_PPV_ARGS(&heap));
  device->CreateDescriptorHeap(&desc, IID_PPV_ARGS(&other));
  ComPtr<ID3D12CommandAllocator> memory = allocator();
  ComPtr<ID3D12GraphicsCommandList> list = this->list(memory.Get());
  ComPtr<ISoftwareCommandList> software;
  ASSERT_EQ(list.As(&software), S_OK);
  D3D12_GPU_DESCRIPTOR_HANDLE first =
      heap->GetGPUDescriptorHandleForHeapStart();
  EXPECT_FALSE(software->seesDescriptor(first));
  ID3D12DescriptorHeap *heaps[] = {heap.Get()};
  list->SetDescriptorHeaps(1, heaps);
  EXPECT_TRUE(software->seesDescriptor(first));
  UINT step = device->GetDescriptorHandleIncrementSize(desc.Type);
  EXPECT_TRUE(software->seesDescriptor({first.ptr + step}));
  EXPECT_FALSE(software->seesDescriptor({first.ptr + 2 * step}));
  EXPECT_FALSE(software->seesDescriptor({first.ptr + 1}));
  EXPECT_FALSE(software->seesDescriptor(
      {heap->GetCPUDescriptorHandleForHeapStart().ptr}));
  EXPECT_FALSE(
      software->seesDescriptor(other->GetGPUDescriptorHandleForHeapStart()));
  list->ClearState(nullptr);
  EXPECT_FALSE(software->seesDescriptor(first));
  list->SetDescriptorHeaps(1, heaps);
  list->SetDescriptorHeaps(0, nullptr);
  EXPECT_FALSE(software->seesDescriptor(first));
  EXPECT_EQ(list->Close(), S_OK);
}

TEST_F(D3D12QueueTest, Work) {
  ComPtr<ID3D12Resource> source = upload("abc"),
                         target = buffer(D3D12_HEAP_TYPE_DEFAULT, 3);
  ComPtr<ID3D12CommandQueue> queue = this->queue();
  ComPtr<ID3D12CommandAllocator> memory = allocator();
  ComPtr<ID3D12GraphicsCommandList> list = this->list(memory.Get());
  // Between two copies, on another thread, once for each submission.
  std::string seen;
  std::thread::id where;
  auto work = std::make_shared<Call>([&, target] {
    seen += bytesOf(target.Get());
    where = std::this_thread::get_id();
  });
  auto nothing = std::make_shared<Call>(nullptr);
  list->CopyResource(target.Get(), source.Get());
  ASSERT_EQ(record(list, work), S_OK);
  ASSERT_EQ(record(list, nothing), S_OK);
  ComPtr<ID3D12Resource> other = upload("xyz");
  list->CopyResource(target.Get(), other.Get());
  ASSERT_EQ(list->Close(), S_OK);
  EXPECT_EQ(work->submissions, 0);
  ComPtr<ID3D12Fence> gate = fence();
  queue->Wait(gate.Get(), 1);
  execute(queue, list);
  execute(queue, list);
  EXPECT_EQ(work->submissions, 2);
  EXPECT_EQ(nothing->submissions, 2);
  EXPECT_EQ(seen, "");
  gate->Signal(1);
  finish(queue);
  EXPECT_EQ(seen, "abcabc");
  EXPECT_NE(where, std::this_thread::get_id());
  EXPECT_EQ(bytesOf(target.Get()), "xyz");

  enableDebugLayer();
  EXPECT_THAT(refusal(
                  E_INVALIDARG,
                  [&](ID3D12GraphicsCommandList *list) {
                    EXPECT_EQ(record(list, work), E_INVALIDARG);
                  },
                  D3D12_COMMAND_LIST_TYPE_COPY),
              HasSubstr("the command list is for copies"));
  EXPECT_THAT(refusal(E_INVALIDARG,
                      [&](ID3D12GraphicsCommandList *list) {
                        EXPECT_EQ(record(list, nullptr), E_INVALIDARG);
                      }),
              HasSubstr("there is nothing to record"));
  // What is done is let go.
  ASSERT_EQ(list->Reset(memory.Get(), nullptr), S_OK);
  EXPECT_EQ(work.use_count(), 1);
}

TEST_F(D3D12QueueTest, WrongSubmissionsRemoveTheDevice) {
  enableDebugLayer();
  struct Case {
    const char *text;
    std::function<void(const ComPtr<ID3D12CommandQueue> &)> submit;
  };
  const Case cases[] = {
      {"ppCommandLists is null",
       [](const auto &queue) { queue->ExecuteCommandLists(1, nullptr); }},
      {"ppCommandLists[0] is null or not of this device",
       [](const auto &queue) {
         ID3D12CommandList *lists[] = {nullptr};
         queue->ExecuteCommandLists(1, lists);
       }},
      {"a command list is not closed",
       [&](const auto &queue) {
         ComPtr<ID3D12CommandAllocator> memory = allocator();
         execute(queue, list(memory.Get()));
       }},
      {"a command list was closed with error 0x80070057",
       [&](const auto &queue) {
         ComPtr<ID3D12CommandAllocator> memory = allocator();
         ComPtr<ID3D12GraphicsCommandList> bad = list(memory.Get());
         bad->ResourceBarrier(1, nullptr);
         bad->Close();
         execute(queue, bad);
       }},
      {"the allocator of 'stale' was reset after the list was recorded",
       [&](const auto &queue) {
         ComPtr<ID3D12CommandAllocator> memory = allocator();
         ComPtr<ID3D12GraphicsCommandList> stale = list(memory.Get());
         stale->SetName(L"stale");
         stale->Close();
         memory->Reset();
         execute(queue, stale);
       }},
      {"ppCommandLists[0] has type 2, and the queue type 0",
       [&](const auto &queue) {
         auto type = D3D12_COMMAND_LIST_TYPE_COMPUTE;
         ComPtr<ID3D12CommandAllocator> memory = allocator(type);
         ComPtr<ID3D12GraphicsCommandList> made = list(memory.Get(), type);
         made->Close();
         execute(queue, made);
       }},
  };
  for (const Case &one : cases) {
    SCOPED_TRACE(one.text);
    createDevice();
    ComPtr<ID3D12CommandQueue> queue = this->queue();
    EXPECT_THAT(stderrOf([&] { one.submit(queue); }), HasSubstr(one.text));
    EXPECT_EQ(device->GetDeviceRemovedReason(), DXGI_ERROR_INVALID_CALL);
  }
}

TEST_F(D3D12QueueTest, RemovedDevices) {
  ComPtr<ID3D12CommandQueue> queue = this->queue(), waiting = this->queue();
  ComPtr<ID3D12CommandAllocator> memory = allocator();
  ComPtr<ID3D12GraphicsCommandList> list = this->list(memory.Get());
  ComPtr<ID3D12Fence> fence = this->fence(), never = this->fence();
  EventFd event;
  ASSERT_EQ(fence->SetEventOnCompletion(5, event.handle()), S_OK);
  bool ran = false;
  ComPtr<ID3D12GraphicsCommandList> later = calling([&] { ran = true; });
  waiting->Wait(never.Get(), 1);
  execute(waiting, later);
  auto blocked = std::async(std::launch::async, [&] {
    return never->SetEventOnCompletion(7, nullptr);
  });
  enableDebugLayer();
  EXPECT_THAT(stderrOf([&] { execute(queue, list); }),
              HasSubstr("a command list is not closed"));
  EXPECT_EQ(device->GetDeviceRemovedReason(), DXGI_ERROR_INVALID_CALL);
  // Nobody waits any more, nothing is made, and nothing runs.
  EXPECT_EQ(event.take(), 1u);
  EXPECT_EQ(blocked.get(), S_OK);
  EXPECT_EQ(fence->GetCompletedValue(), UINT64_MAX);
  EXPECT_EQ(fence->Signal(1), DXGI_ERROR_DEVICE_REMOVED);
  EXPECT_EQ(queue->Signal(fence.Get(), 1), DXGI_ERROR_DEVICE_REMOVED);
  EXPECT_EQ(queue->Wait(fence.Get(), 1), DXGI_ERROR_DEVICE_REMOVED);
  EXPECT_EQ(fence->GetCompletedValue(), UINT64_MAX);
  D3D12_COMMAND_QUEUE_DESC queueDesc = {};
  D3D12_HEAP_PROPERTIES properties = heapOf(D3D12_HEAP_TYPE_DEFAULT);
  D3D12_HEAP_DESC heapDesc = {65536, properties, 0, D3D12_HEAP_FLAG_NONE};
  D3D12_RESOURCE_DESC desc = bufferOf(4);
  D3D12_DESCRIPTOR_HEAP_DESC descriptors = {};
  descriptors.NumDescriptors = 1;
  void *place = &place;
  for (HRESULT result :
       {device->CreateCommandQueue(&queueDesc, __uuidof(ID3D12CommandQueue),
                                   &place),
        device->CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE_DIRECT,
                                       __uuidof(ID3D12CommandAllocator),
                                       &place),
        device->CreateCommandList(0, D3D12_COMMAND_LIST_TYPE_DIRECT,
                                  memory.Get(), nullptr,
                                  __uuidof(ID3D12CommandList), &place),
        device->CreateFence(0, D3D12_FENCE_FLAG_NONE, __uuidof(ID3D12Fence),
                            &place),
        device->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE,
                                        &desc, D3D12_RESOURCE_STATE_COMMON,
                                        nullptr, __uuidof(ID3D12Resource),
                                        &place),
        device->CreateHeap(&heapDesc, __uuidof(ID3D12Heap), &place),
        device->CreateDescriptorHeap(&descriptors,
                                     __uuidof(ID3D12DescriptorHeap), &place),
        device->MakeResident(0, nullptr)})
    EXPECT_EQ(result, DXGI_ERROR_DEVICE_REMOVED);
  EXPECT_EQ(place, nullptr);
  list->Close();
  EXPECT_EQ(list->Reset(memory.Get(), nullptr), DXGI_ERROR_DEVICE_REMOVED);
  execute(queue, later);
  waiting.Reset();
  queue.Reset();
  EXPECT_FALSE(ran);
  // Removal has one reason.
  EXPECT_EQ(device->GetDeviceRemovedReason(), DXGI_ERROR_INVALID_CALL);
}

} // namespace
