//===- CommandQueue.cpp - ID3D12CommandQueue ------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "d3d12/CommandQueue.h"

#include "d3d12/CommandList.h"
#include "d3d12/Fence.h"

#include <chrono>
#include <utility>

using namespace fusedml::d3d12;

namespace {

D3D12_COMMAND_QUEUE_DESC withNode(D3D12_COMMAND_QUEUE_DESC desc) {
  desc.NodeMask = 1;
  return desc;
}

} // namespace

CommandQueue::CommandQueue(Device &device, const D3D12_COMMAND_QUEUE_DESC &desc)
    : DeviceChild(device), desc(withNode(desc)), scheduler(device.scheduler),
      state(scheduler->addQueue()) {
  try {
    thread = std::thread(
        [scheduler = scheduler, state = state] { scheduler->run(*state); });
  } catch (...) {
    scheduler->forgetQueue(*state);
    throw;
  }
}

CommandQueue::~CommandQueue() {
  bool isOwnThread = thread.get_id() == std::this_thread::get_id();
  if (scheduler->close(*state, isOwnThread))
    thread.join();
  else
    thread.detach();
}

void CommandQueue::ExecuteCommandLists(UINT count,
                                       ID3D12CommandList *const *lists) {
  constexpr const char *kMethod = "ID3D12CommandQueue::ExecuteCommandLists";
  if (FAILED(owner().usable()))
    return;
  HRESULT result = guarded([&]() -> HRESULT {
    auto wrong = DXGI_ERROR_INVALID_CALL;
    if (count && !lists)
      return misuse(wrong, kMethod, "ppCommandLists is null");
    std::vector<ComPtr<CommandList>> found;
    for (UINT i = 0; i < count; ++i) {
      found.push_back(fromCaller<CommandList>(lists[i], owner()));
      if (!found.back())
        return misuse(wrong, kMethod,
                      "ppCommandLists[{}] is null or not of this device", i);
      if (found.back()->type != desc.Type)
        return misuse(wrong, kMethod,
                      "ppCommandLists[{}] has type {}, and the queue type {}",
                      i, static_cast<int>(found.back()->type),
                      static_cast<int>(desc.Type));
    }
    std::vector<WorkStep> steps;
    for (const ComPtr<CommandList> &list : found) {
      WorkStep step = list->submit();
      if (!step)
        return wrong;
      steps.push_back(std::move(step));
    }
    if (steps.empty())
      return S_OK;
    auto all = std::make_shared<std::vector<WorkStep>>(std::move(steps));
    return scheduler->submit(*state, WorkStep([all] {
      for (WorkStep &step : *all)
        std::exchange(step, {})();
    }));
  });
  if (FAILED(result) && result != DXGI_ERROR_DEVICE_REMOVED)
    scheduler->remove(result);
}

HRESULT CommandQueue::Signal(ID3D12Fence *fence, UINT64 value) {
  return guarded([&] {
    auto found = fromCaller<Fence>(fence, owner());
    if (!found)
      return misuse(E_INVALIDARG, "ID3D12CommandQueue::Signal",
                    "pFence is null or not of this device");
    return scheduler->submit(*state, SignalStep{found->state, value});
  });
}

HRESULT CommandQueue::Wait(ID3D12Fence *fence, UINT64 value) {
  return guarded([&] {
    auto found = fromCaller<Fence>(fence, owner());
    if (!found)
      return misuse(E_INVALIDARG, "ID3D12CommandQueue::Wait",
                    "pFence is null or not of this device");
    return scheduler->submit(*state, WaitStep{found->state, value});
  });
}

/// Device and processor have one clock.
HRESULT CommandQueue::GetTimestampFrequency(UINT64 *frequency) {
  using Period = std::chrono::steady_clock::period;
  if (!frequency)
    return misuse(E_INVALIDARG, "ID3D12CommandQueue::GetTimestampFrequency",
                  "pFrequency is null");
  *frequency = Period::den / Period::num;
  return S_OK;
}

HRESULT CommandQueue::GetClockCalibration(UINT64 *gpuTimestamp,
                                          UINT64 *cpuTimestamp) {
  if (!gpuTimestamp || !cpuTimestamp)
    return misuse(E_INVALIDARG, "ID3D12CommandQueue::GetClockCalibration",
                  "pGpuTimestamp or pCpuTimestamp is null");
  *gpuTimestamp = *cpuTimestamp = static_cast<UINT64>(
      std::chrono::steady_clock::now().time_since_epoch().count());
  return S_OK;
}
