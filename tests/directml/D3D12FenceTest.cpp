//===- D3D12FenceTest.cpp - fences, and queues that meet at them ----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "D3D12Lists.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

using namespace fusedml::test;
using testing::ContainsRegex;
using testing::HasSubstr;

namespace {

/// No file can be opened meanwhile.
class NoMoreDescriptors {
public:
  NoMoreDescriptors() {
    EXPECT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
    // Number 0, of stdin, is taken.
    const rlimit one = {1, before.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &one), 0);
  }
  ~NoMoreDescriptors() { EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0); }

private:
  rlimit before;
};

class D3D12FenceTest : public D3D12ListsTest {};

TEST_F(D3D12FenceTest, FenceValues) {
  ComPtr<ID3D12Fence> fence = this->fence(7);
  EXPECT_EQ(fence->GetCompletedValue(), 7u);
  ComPtr<ID3D12Fence1> newer;
  ASSERT_EQ(fence.As(&newer), S_OK);
  EXPECT_EQ(newer->GetCreationFlags(), D3D12_FENCE_FLAG_NONE);
  // Values may go back.
  EXPECT_EQ(fence->Signal(3), S_OK);
  EXPECT_EQ(fence->GetCompletedValue(), 3u);
  ComPtr<ID3D12CommandQueue> queue = this->queue();
  EXPECT_EQ(queue->Wait(fence.Get(), 3), S_OK);
  EXPECT_EQ(queue->Signal(fence.Get(), 11), S_OK);
  EXPECT_EQ(fence->SetEventOnCompletion(11, nullptr), S_OK);
  EXPECT_EQ(fence->GetCompletedValue(), 11u);
  EXPECT_EQ(fence->SetEventOnCompletion(10, nullptr), S_OK);
}

TEST_F(D3D12FenceTest, FenceEvents) {
  ComPtr<ID3D12Fence> fence = this->fence(1);
  EventFd reached, two, three, thrice;
  ASSERT_EQ(fence->SetEventOnCompletion(1, reached.handle()), S_OK);
  EXPECT_EQ(reached.take(), 1u);
  ASSERT_EQ(fence->SetEventOnCompletion(2, two.handle()), S_OK);
  ASSERT_EQ(fence->SetEventOnCompletion(3, three.handle()), S_OK);
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(fence->SetEventOnCompletion(3, thrice.handle()), S_OK);
  EXPECT_FALSE(two.isSet());
  fence->Signal(2);
  EXPECT_EQ(two.take(), 1u);
  EXPECT_FALSE(three.isSet());
  ComPtr<ID3D12CommandQueue> queue = this->queue();
  queue->Signal(fence.Get(), 100);
  EXPECT_EQ(three.take(), 1u);
  uint64_t times = 0;
  while (times < 3)
    times += thrice.take();
  EXPECT_EQ(times, 3u);
  // Each is set once.
  fence->Signal(1);
  fence->Signal(100);
  finish(queue);
  EXPECT_FALSE(two.isSet() || three.isSet() || thrice.isSet());
}

TEST_F(D3D12FenceTest, FenceEventsMustBeEventFds) {
  ComPtr<ID3D12Fence> fence = this->fence();
  auto refused = [&](HRESULT result, intptr_t number) {
    return saidOf(result, [&] {
      return fence->SetEventOnCompletion(1, reinterpret_cast<HANDLE>(number));
    });
  };
  for (intptr_t number : {intptr_t(987654), intptr_t(-1), intptr_t(1) << 40})
    EXPECT_THAT(refused(E_HANDLE, number),
                HasSubstr(fmt::format("hEvent {} is no open file descriptor; "
                                      "pass one of eventfd",
                                      number)));
  // A thread that signals could block on others, or be killed by SIGPIPE.
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_THAT(refused(E_HANDLE, ends[1]),
              ContainsRegex("is pipe:\\[[0-9]+\\], no eventfd; pass one of"));
  ::close(ends[0]);
  ::close(ends[1]);

  EventFd event;
  EXPECT_EQ(saidOf(E_OUTOFMEMORY,
                   [&] {
                     NoMoreDescriptors full;
                     return fence->SetEventOnCompletion(1, event.handle());
                   }),
            fmt::format("D3D12 ERROR: ID3D12Fence::SetEventOnCompletion: no "
                        "file descriptor is left to duplicate hEvent {}; close "
                        "some, or raise the limit (ulimit -n)\n",
                        event.number()));
  fence->Signal(1);
  EXPECT_FALSE(event.isSet());
}

/// The counter of an event that nobody takes is full at some time.
TEST_F(D3D12FenceTest, FullEvents) {
  EventFd event;
  uint64_t most = UINT64_MAX - 1;
  ASSERT_EQ(write(event.number(), &most, sizeof(most)), 8);
  ComPtr<ID3D12Fence> fence = this->fence();
  ASSERT_EQ(fence->SetEventOnCompletion(1, event.handle()), S_OK);
  EXPECT_EQ(fence->Signal(1), S_OK);
  EXPECT_EQ(event.take(), most);
}

TEST_F(D3D12FenceTest, FenceEventsAndDescriptors) {
  ComPtr<ID3D12Fence> fence = this->fence();
  // As with a HANDLE, the caller's may be closed; who has another sees it.
  EventFd event;
  int kept = dup(event.number());
  ASSERT_EQ(fence->SetEventOnCompletion(1, event.handle()), S_OK);
  event.close();
  fence->Signal(1);
  uint64_t value = 0;
  EXPECT_EQ(read(kept, &value, sizeof(value)), 8);
  EXPECT_EQ(value, 1u);
  ::close(kept);
  // The events of a fence that goes are not set.
  EventFd lost;
  ASSERT_EQ(fence->SetEventOnCompletion(2, lost.handle()), S_OK);
  EXPECT_EQ(fence.Reset(), 0u);
  EXPECT_FALSE(lost.isSet());
}

TEST_F(D3D12FenceTest, QueuesWaitForEachOther) {
  ComPtr<ID3D12CommandQueue> first = queue(),
                             second = queue(D3D12_COMMAND_LIST_TYPE_COMPUTE),
                             third = queue(D3D12_COMMAND_LIST_TYPE_COPY);
  ComPtr<ID3D12Fence> fence = this->fence(), start = this->fence();
  // In turns, by values of one fence.
  first->Wait(start.Get(), 1);
  first->Signal(fence.Get(), 1);
  first->Wait(fence.Get(), 3);
  first->Signal(fence.Get(), 4);
  second->Wait(fence.Get(), 1);
  second->Signal(fence.Get(), 2);
  second->Wait(fence.Get(), 4);
  second->Signal(fence.Get(), 5);
  third->Wait(fence.Get(), 2);
  third->Signal(fence.Get(), 3);
  EXPECT_EQ(fence->GetCompletedValue(), 0u);
  start->Signal(1);
  EXPECT_EQ(fence->SetEventOnCompletion(5, nullptr), S_OK);
  EXPECT_EQ(fence->GetCompletedValue(), 5u);
}

TEST_F(D3D12FenceTest, QueuesCopyInTurns) {
  constexpr int kRounds = 200;
  ComPtr<ID3D12Resource> a = upload("ping"), b = upload("pong"),
                         target = buffer(D3D12_HEAP_TYPE_DEFAULT, 4);
  ComPtr<ID3D12CommandAllocator> memoryA = allocator(), memoryB = allocator();
  ComPtr<ID3D12GraphicsCommandList> listA = list(memoryA.Get()),
                                    listB = list(memoryB.Get());
  int mistakes = 0, checks = 0;
  auto expect = [&](const char *text) {
    return std::make_shared<Call>([&, text, target] {
      mistakes += bytesOf(target.Get()) != text;
      ++checks;
    });
  };
  record(listA, expect("pong"));
  listA->CopyResource(target.Get(), a.Get());
  record(listB, expect("ping"));
  listB->CopyResource(target.Get(), b.Get());
  ASSERT_EQ(listA->Close(), S_OK);
  ASSERT_EQ(listB->Close(), S_OK);
  std::memcpy(reinterpret_cast<void *>(target->GetGPUVirtualAddress()), "pong",
              4);
  ComPtr<ID3D12CommandQueue> queueA = queue(), queueB = queue();
  ComPtr<ID3D12Fence> fence = this->fence();
  for (UINT64 round = 0; round < kRounds; ++round) {
    queueA->Wait(fence.Get(), 2 * round);
    execute(queueA, listA);
    queueA->Signal(fence.Get(), 2 * round + 1);
    queueB->Wait(fence.Get(), 2 * round + 1);
    execute(queueB, listB);
    queueB->Signal(fence.Get(), 2 * round + 2);
  }
  EXPECT_EQ(fence->SetEventOnCompletion(2 * kRounds, nullptr), S_OK);
  EXPECT_EQ(mistakes, 0);
  EXPECT_EQ(checks, 2 * kRounds);
}

/// The last reference to a queue goes while it has work.
TEST_F(D3D12FenceTest, DestructorRunsWhatIsSubmitted) {
  std::atomic<int> runs = 0;
  ComPtr<ID3D12CommandQueue> queue = this->queue();
  ComPtr<ID3D12GraphicsCommandList> list = calling([&] { ++runs; });
  for (int i = 0; i < 100; ++i)
    execute(queue, list);
  EXPECT_EQ(queue.Reset(), 0u);
  EXPECT_EQ(runs, 100);
}

/// Who holds the fence may signal it after the queue was released.
TEST_F(D3D12FenceTest, WorkBehindAWaitOutlivesTheQueue) {
  ComPtr<ID3D12Fence> gate = fence(), done = fence();
  ComPtr<ID3D12CommandQueue> queue = this->queue();
  std::atomic<int> runs = 0;
  queue->Wait(gate.Get(), 1);
  execute(queue, calling([&] { ++runs; }));
  queue->Signal(done.Get(), 1);
  EXPECT_EQ(queue.Reset(), 0u);
  EXPECT_EQ(runs, 0);
  gate->Signal(1);
  done->SetEventOnCompletion(1, nullptr);
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(device->GetDeviceRemovedReason(), S_OK);
}

/// Another queue's submissions may signal a fence that the program let go.
TEST_F(D3D12FenceTest, PendingSignalsCount) {
  ComPtr<ID3D12Fence> start = fence(), link = fence(), done = fence();
  ComPtr<ID3D12CommandQueue> first = queue(), second = queue();
  first->Wait(start.Get(), 1);
  first->Signal(link.Get(), 1);
  second->Wait(link.Get(), 1);
  second->Signal(done.Get(), 1);
  link.Reset();
  first.Reset();
  second.Reset();
  EXPECT_EQ(device->GetDeviceRemovedReason(), S_OK);
  start->Signal(1);
  EXPECT_EQ(done->SetEventOnCompletion(1, nullptr), S_OK);
  EXPECT_EQ(device->GetDeviceRemovedReason(), S_OK);
}

constexpr const char *kHopeless =
    "FuseDML: ID3D12CommandQueue: nobody can signal the fence that a queue "
    "waits "
    "for; what comes after the Wait is given up, and the device is removed "
    "(DXGI_ERROR_DEVICE_HUNG)\n";

TEST_F(D3D12FenceTest, WaitsThatNobodyCanEnd) {
  ComPtr<ID3D12Fence> gate = fence();
  ComPtr<ID3D12CommandQueue> queue = this->queue();
  bool ran = false;
  auto list = calling([&] { ran = true; });
  queue->Wait(gate.Get(), 1);
  execute(queue, list);
  EXPECT_EQ(stderrOf([&] {
              gate.Reset();
              queue.Reset();
            }),
            kHopeless);
  EXPECT_FALSE(ran);
  EXPECT_EQ(device->GetDeviceRemovedReason(), DXGI_ERROR_DEVICE_HUNG);
  // Nothing keeps the device.
  list.Reset();
  EXPECT_EQ(device.Reset(), 0u);
}

TEST_F(D3D12FenceTest, QueuesThatWaitInACircle) {
  ComPtr<ID3D12Fence> one = fence(), two = fence();
  ComPtr<ID3D12CommandQueue> first = queue(), second = queue();
  first->Wait(one.Get(), 1);
  first->Signal(two.Get(), 1);
  second->Wait(two.Get(), 1);
  second->Signal(one.Get(), 1);
  EXPECT_EQ(stderrOf([&] {
              one.Reset();
              two.Reset();
              first.Reset();
              second.Reset();
            }),
            kHopeless);
  EXPECT_EQ(device->GetDeviceRemovedReason(), DXGI_ERROR_DEVICE_HUNG);
}

/// A fence does not go away under who waits for it.
TEST_F(D3D12FenceTest, FenceReleasedUnderAWaiter) {
  ComPtr<ID3D12Fence> fence = this->fence();
  ComPtr<ID3D12CommandQueue> queue = this->queue();
  ComPtr<ID3D12Fence> gate = this->fence();
  queue->Wait(gate.Get(), 1);
  queue->Signal(fence.Get(), 1);
  ID3D12Fence *raw = fence.Get();
  std::promise<void> begins;
  auto waiter = std::async(std::launch::async, [&] {
    begins.set_value();
    return raw->SetEventOnCompletion(1, nullptr);
  });
  begins.get_future().wait();
  // Until the waiter has its own reference.
  ULONG references = 0;
  while (references < 2) {
    fence->AddRef();
    references = fence->Release();
  }
  EXPECT_EQ(fence.Reset(), 1u);
  gate->Signal(1);
  EXPECT_EQ(waiter.get(), S_OK);
}

/// The queue's own thread drops the last reference to the queue, and to the
/// device.
TEST_F(D3D12FenceTest, ReleasedOnItsOwnThread) {
  std::promise<void> released;
  auto finished = std::make_shared<std::promise<void>>();
  std::shared_future<void> mayRun = released.get_future();
  {
    ComPtr<ID3D12CommandQueue> queue = this->queue();
    ComPtr<ID3D12CommandAllocator> memory = allocator();
    ComPtr<ID3D12GraphicsCommandList> list = this->list(memory.Get());
    class Holder final : public fusedml::d3d12::Work {
    public:
      ComPtr<ID3D12CommandQueue> queue;
      std::shared_future<void> mayRun;
      std::shared_ptr<std::promise<void>> finished;
      std::function<void()> submit() override {
        return [queue = std::move(queue), mayRun = mayRun,
                finished = finished]() mutable {
          mayRun.wait();
          queue.Reset();
          finished->set_value();
        };
      }
    };
    auto holder = std::make_shared<Holder>();
    holder->queue = queue;
    holder->mayRun = mayRun;
    holder->finished = finished;
    ASSERT_EQ(record(list, holder), S_OK);
    ASSERT_EQ(list->Close(), S_OK);
    execute(queue, list);
    device.Reset();
  }
  released.set_value();
  finished->get_future().wait();
}

/// What a command throws is a fault of the device.
TEST_F(D3D12FenceTest, WorkThatThrows) {
  ComPtr<ID3D12CommandQueue> queue = this->queue();
  ComPtr<ID3D12Fence> fence = this->fence();
  execute(queue, calling([] { throw 1; }));
  queue->Signal(fence.Get(), 1);
  fence->SetEventOnCompletion(1, nullptr);
  queue.Reset();
  EXPECT_EQ(device->GetDeviceRemovedReason(), DXGI_ERROR_DRIVER_INTERNAL_ERROR);
}

TEST_F(D3D12FenceTest, ManyThreads) {
  constexpr int kThreads = 4, kRounds = 50;
  ComPtr<ID3D12CommandQueue> shared = queue();
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      ComPtr<ID3D12CommandQueue> own = queue();
      ComPtr<ID3D12Resource> source = upload(std::string(64, char('a' + t)));
      ComPtr<ID3D12Resource> target = buffer(D3D12_HEAP_TYPE_READBACK, 64);
      ComPtr<ID3D12CommandAllocator> memory = allocator();
      ComPtr<ID3D12GraphicsCommandList> list = this->list(memory.Get());
      list->Close();
      ComPtr<ID3D12Fence> fence = this->fence();
      for (UINT64 round = 1; round <= kRounds; ++round) {
        EXPECT_EQ(memory->Reset(), S_OK);
        EXPECT_EQ(list->Reset(memory.Get(), nullptr), S_OK);
        list->CopyBufferRegion(target.Get(), round % 64, source.Get(), 0, 1);
        EXPECT_EQ(list->Close(), S_OK);
        auto &queue = round % 2 ? own : shared;
        execute(queue, list);
        EXPECT_EQ(queue->Signal(fence.Get(), round), S_OK);
        EXPECT_EQ(fence->SetEventOnCompletion(round, nullptr), S_OK);
        EXPECT_EQ(bytesOf(target.Get())[round % 64], char('a' + t));
        D3D12_DESCRIPTOR_HEAP_DESC desc = {};
        desc.NumDescriptors = 4;
        ComPtr<ID3D12DescriptorHeap> heap;
        EXPECT_EQ(device->CreateDescriptorHeap(&desc, IID_PPV_ARGS(&heap)),
                  S_OK);
        ComPtr<fusedml::d3d12::ISoftwareDevice> software;
        EXPECT_EQ(device.As(&software), S_OK);
        EXPECT_EQ(software->descriptorsFrom(
                      heap->GetCPUDescriptorHandleForHeapStart(), {0}),
                  4u);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  shared.Reset();
  EXPECT_EQ(device.Reset(), 0u);
}

} // namespace
