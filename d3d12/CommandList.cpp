//===- CommandList.cpp - command lists and their allocators ---------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "d3d12/CommandList.h"

#include <cstring>
#include <utility>

using namespace fusedml::d3d12;

bool AllocatorState::beginRecording(UINT64 &generation) {
  std::lock_guard lock(mutex);
  if (isRecording)
    return false;
  isRecording = true;
  generation = this->generation;
  return true;
}

void AllocatorState::endRecording() {
  std::lock_guard lock(mutex);
  isRecording = false;
}

bool AllocatorState::beginExecution(UINT64 generation) {
  std::lock_guard lock(mutex);
  if (generation != this->generation)
    return false;
  ++executions;
  return true;
}

void AllocatorState::endExecution() {
  std::lock_guard lock(mutex);
  --executions;
}

const char *AllocatorState::reset() {
  std::lock_guard lock(mutex);
  if (isRecording)
    return "a command list records with the allocator; close it first";
  if (executions)
    return "commands of the allocator are still executed; wait for a fence "
           "first";
  ++generation;
  return nullptr;
}

HRESULT CommandAllocator::Reset() {
  if (const char *reason = state->reset())
    return misuse(E_FAIL, "ID3D12CommandAllocator::Reset", "{}", reason);
  return S_OK;
}

namespace {

/// One execution of a list. Its allocator is busy as long as it is there.
class Submission {
public:
  /// `recording`'s allocator has begun an execution.
  explicit Submission(std::shared_ptr<const Recording> recording)
      : recording(std::move(recording)) {}
  Submission(const Submission &) = delete;
  Submission &operator=(const Submission &) = delete;
  ~Submission() { recording->allocator->endExecution(); }

  void prepare() {
    for (const Command &command : recording->commands)
      if (const auto *work = std::get_if<std::shared_ptr<Work>>(&command))
        works.push_back((*work)->submit());
  }

  void run() {
    size_t next = 0;
    for (const Command &command : recording->commands)
      if (const auto *copy = std::get_if<CopyCommand>(&command))
        std::memcpy(copy->target->start() + copy->targetOffset,
                    copy->source->start() + copy->sourceOffset, copy->size);
      else if (std::function<void()> work = std::exchange(works[next++], {}))
        work();
  }

private:
  std::shared_ptr<const Recording> recording;
  std::vector<std::function<void()>> works;
};

} // namespace

CommandList::~CommandList() {
  if (isOpen)
    recording->allocator->endRecording();
}

WorkStep CommandList::submit() {
  constexpr const char *kMethod = "ID3D12CommandQueue::ExecuteCommandLists";
  if (isOpen || !recording) {
    misuse(E_FAIL, kMethod, "{} is not closed", quotedName("a command list"));
    return {};
  }
  if (FAILED(firstError)) {
    misuse(E_FAIL, kMethod, "{} was closed with error {:#x}",
           quotedName("a command list"), static_cast<unsigned>(firstError));
    return {};
  }
  if (!recording->allocator->beginExecution(recording->generation)) {
    misuse(E_FAIL, kMethod,
           "the allocator of {} was reset after the list was recorded",
           quotedName("a command list"));
    return {};
  }
  std::shared_ptr<Submission> submission;
  try {
    submission = std::make_shared<Submission>(recording);
  } catch (...) {
    recording->allocator->endExecution();
    throw;
  }
  submission->prepare();
  return [submission] { submission->run(); };
}

template <typename Body>
HRESULT CommandList::record(const char *method, Body body) {
  if (!isOpen)
    return misuse(E_FAIL, method, "{} is closed; Reset opens it",
                  quotedName("the command list"));
  HRESULT result = guarded(body);
  if (FAILED(result) && SUCCEEDED(firstError))
    firstError = result;
  return result;
}

void CommandList::failNotBuiltIn(const char *method) {
  record(method, [&] { return notBuiltIn(method); });
}

HRESULT CommandList::Close() {
  if (!isOpen)
    return misuse(E_FAIL, "ID3D12GraphicsCommandList::Close",
                  "{} is closed already", quotedName("the command list"));
  isOpen = false;
  recording->allocator->endRecording();
  return firstError;
}

HRESULT CommandList::open(const char *method, ID3D12CommandAllocator *allocator,
                          ID3D12PipelineState *initialState) {
  if (isOpen)
    return misuse(E_FAIL, method, "{} is open; Close it first",
                  quotedName("the command list"));
  if (HRESULT result = owner().usable(); FAILED(result))
    return result;
  return guarded([&]() -> HRESULT {
    auto memory = fromCaller<CommandAllocator>(allocator, owner());
    if (!memory)
      return misuse(E_INVALIDARG, method,
                    "pAllocator is null or not of this device");
    if (memory->type != type)
      return misuse(E_INVALIDARG, method,
                    "an allocator of type {} for a command list of type {}",
                    static_cast<int>(memory->type), static_cast<int>(type));
    if (initialState)
      return misuse(E_INVALIDARG, method,
                    "pInitialState is not null; this device has no pipelines");
    auto fresh = std::make_shared<Recording>();
    fresh->allocator = memory->state;
    if (!memory->state->beginRecording(fresh->generation))
      return misuse(E_INVALIDARG, method,
                    "another command list records with the allocator; close it "
                    "first");
    recording = std::move(fresh);
    isOpen = true;
    firstError = S_OK;
    heaps.clear();
    return S_OK;
  });
}

HRESULT CommandList::Reset(ID3D12CommandAllocator *allocator,
                           ID3D12PipelineState *initialState) {
  return open("ID3D12GraphicsCommandList::Reset", allocator, initialState);
}

void CommandList::ClearState(ID3D12PipelineState *state) {
  constexpr const char *kMethod = "ID3D12GraphicsCommandList::ClearState";
  record(kMethod, [&]() -> HRESULT {
    heaps.clear();
    if (state)
      return misuse(E_INVALIDARG, kMethod,
                    "pPipelineState is not null; this device has no pipelines");
    return S_OK;
  });
}

HRESULT CommandList::checkCopy(const char *method, const CopyCommand &copy) {
  if (!copy.target || !copy.source)
    return misuse(E_INVALIDARG, method, "the {} is null or not of this device",
                  copy.target ? "source" : "destination");
  auto check = [&](const char *role, Resource &resource, UINT64 offset) {
    UINT64 width = resource.desc.Width;
    if (offset > width || copy.size > width - offset)
      return misuse(E_INVALIDARG, method,
                    "{} bytes at offset {} of {}, which has {}", copy.size,
                    offset, resource.quotedName(role), width);
    return S_OK;
  };
  if (HRESULT result =
          check("the destination", *copy.target.Get(), copy.targetOffset);
      FAILED(result))
    return result;
  if (HRESULT result =
          check("the source", *copy.source.Get(), copy.sourceOffset);
      FAILED(result))
    return result;
  if (copy.target->properties.Type == D3D12_HEAP_TYPE_UPLOAD)
    return misuse(E_INVALIDARG, method,
                  "{} is in an upload heap, which only the CPU writes to",
                  copy.target->quotedName("the destination"));
  if (copy.source->properties.Type == D3D12_HEAP_TYPE_READBACK)
    return misuse(E_INVALIDARG, method,
                  "{} is in a readback heap, which only the CPU reads from",
                  copy.source->quotedName("the source"));
  const std::byte *to = copy.target->start() + copy.targetOffset;
  const std::byte *from = copy.source->start() + copy.sourceOffset;
  if (to < from + copy.size && from < to + copy.size)
    return misuse(
        E_INVALIDARG, method,
        "source and destination are bytes {} and {} of {} and overlap",
        copy.sourceOffset, copy.targetOffset,
        copy.target->quotedName("one buffer"));
  return S_OK;
}

void CommandList::CopyBufferRegion(ID3D12Resource *target, UINT64 targetOffset,
                                   ID3D12Resource *source, UINT64 sourceOffset,
                                   UINT64 size) {
  constexpr const char *kMethod = "ID3D12GraphicsCommandList::CopyBufferRegion";
  record(kMethod, [&] {
    CopyCommand copy{fromCaller<Resource>(target, owner()), targetOffset,
                     fromCaller<Resource>(source, owner()), sourceOffset, size};
    HRESULT result = checkCopy(kMethod, copy);
    if (SUCCEEDED(result) && size)
      recording->commands.emplace_back(std::move(copy));
    return result;
  });
}

void CommandList::CopyResource(ID3D12Resource *target, ID3D12Resource *source) {
  constexpr const char *kMethod = "ID3D12GraphicsCommandList::CopyResource";
  record(kMethod, [&]() -> HRESULT {
    CopyCommand copy{fromCaller<Resource>(target, owner()), 0,
                     fromCaller<Resource>(source, owner()), 0, 0};
    if (copy.target && copy.source) {
      copy.size = copy.source->desc.Width;
      if (copy.target->desc.Width != copy.size)
        return misuse(E_INVALIDARG, kMethod, "{} has {} bytes, and {} has {}",
                      copy.target->quotedName("the destination"),
                      copy.target->desc.Width,
                      copy.source->quotedName("the source"), copy.size);
    }
    HRESULT result = checkCopy(kMethod, copy);
    if (SUCCEEDED(result))
      recording->commands.emplace_back(std::move(copy));
    return result;
  });
}

void CommandList::ResourceBarrier(UINT count,
                                  const D3D12_RESOURCE_BARRIER *barriers) {
  constexpr const char *kMethod = "ID3D12GraphicsCommandList::ResourceBarrier";
  record(kMethod, [&]() -> HRESULT {
    if (count && !barriers)
      return misuse(E_INVALIDARG, kMethod, "pBarriers is null");
    // Commands run in their order, and all memory is coherent: there is nothing
    // to wait for or to flush.
    auto check = [&](UINT at, const char *field, ID3D12Resource *resource,
                     bool isOptional) {
      if (resource ? static_cast<bool>(fromCaller<Resource>(resource, owner()))
                   : isOptional)
        return S_OK;
      return misuse(E_INVALIDARG, kMethod,
                    "pBarriers[{}].{} is null or not of this device", at,
                    field);
    };
    for (UINT i = 0; i < count; ++i) {
      const D3D12_RESOURCE_BARRIER &barrier = barriers[i];
      HRESULT result = S_OK;
      switch (bitsOf(barrier.Type)) {
      case D3D12_RESOURCE_BARRIER_TYPE_TRANSITION:
        result = check(i, "Transition.pResource", barrier.Transition.pResource,
                       /*isOptional=*/false);
        if (SUCCEEDED(result) && barrier.Transition.Subresource &&
            barrier.Transition.Subresource !=
                D3D12_RESOURCE_BARRIER_ALL_SUBRESOURCES)
          result =
              misuse(E_INVALIDARG, kMethod,
                     "pBarriers[{}].Transition.Subresource is {}; a buffer "
                     "has subresource 0 alone",
                     i, barrier.Transition.Subresource);
        break;
      case D3D12_RESOURCE_BARRIER_TYPE_ALIASING:
        result = check(i, "Aliasing.pResourceBefore",
                       barrier.Aliasing.pResourceBefore, /*isOptional=*/true);
        if (SUCCEEDED(result))
          result = check(i, "Aliasing.pResourceAfter",
                         barrier.Aliasing.pResourceAfter, /*isOptional=*/true);
        break;
      case D3D12_RESOURCE_BARRIER_TYPE_UAV:
        result = check(i, "UAV.pResource", barrier.UAV.pResource,
                       /*isOptional=*/true);
        break;
      default:
        result =
            misuse(E_INVALIDARG, kMethod, "pBarriers[{}].Type {} is unknown", i,
                   bitsOf(barrier.Type));
      }
      if (FAILED(result))
        return result;
    }
    return S_OK;
  });
}

void CommandList::SetDescriptorHeaps(UINT count,
                                     ID3D12DescriptorHeap *const *given) {
  constexpr const char *kMethod =
      "ID3D12GraphicsCommandList::SetDescriptorHeaps";
  record(kMethod, [&]() -> HRESULT {
    if (type == D3D12_COMMAND_LIST_TYPE_COPY)
      return misuse(E_INVALIDARG, kMethod,
                    "a command list for copies has no descriptors");
    if (count && !given)
      return misuse(E_INVALIDARG, kMethod, "ppDescriptorHeaps is null");
    // There are heaps for one kind of descriptors, and one of a kind is set.
    if (count > 1)
      return misuse(E_INVALIDARG, kMethod,
                    "{} heaps; one of type CBV_SRV_UAV can be set", count);
    std::vector<ComPtr<DescriptorHeap>> set;
    for (UINT i = 0; i < count; ++i) {
      auto heap = fromCaller<DescriptorHeap>(given[i], owner());
      if (!heap)
        return misuse(E_INVALIDARG, kMethod,
                      "ppDescriptorHeaps[{}] is null or not of this device", i);
      if (!heap->isShaderVisible())
        return misuse(E_INVALIDARG, kMethod,
                      "ppDescriptorHeaps[{}] was made without "
                      "D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE",
                      i);
      set.push_back(std::move(heap));
    }
    heaps = std::move(set);
    return S_OK;
  });
}

void CommandList::DiscardResource(ID3D12Resource *resource,
                                  const D3D12_DISCARD_REGION *) {
  constexpr const char *kMethod = "ID3D12GraphicsCommandList::DiscardResource";
  record(kMethod, [&]() -> HRESULT {
    if (!fromCaller<Resource>(resource, owner()))
      return misuse(E_INVALIDARG, kMethod,
                    "pResource is null or not of this device");
    return S_OK;
  });
}

HRESULT CommandList::recordWork(std::shared_ptr<Work> work) {
  // The only caller is IDMLCommandRecorder's method.
  constexpr const char *kMethod = "IDMLCommandRecorder::RecordDispatch";
  return record(kMethod, [&]() -> HRESULT {
    if (!work)
      return misuse(E_INVALIDARG, kMethod, "there is nothing to record");
    if (type == D3D12_COMMAND_LIST_TYPE_COPY)
      return misuse(
          E_INVALIDARG, kMethod,
          "the command list is for copies; its type must be DIRECT or "
          "COMPUTE");
    recording->commands.emplace_back(std::move(work));
    return S_OK;
  });
}

BOOL CommandList::seesDescriptor(D3D12_GPU_DESCRIPTOR_HANDLE handle) {
  for (const ComPtr<DescriptorHeap> &heap : heaps)
    if (heap->descriptorsFrom(handle))
      return TRUE;
  return FALSE;
}
