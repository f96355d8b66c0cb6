//===- Scheduler.cpp - fences, queues and removal of a device -------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "d3d12/Scheduler.h"

#include "d3d12/Debug.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <unistd.h>

using namespace fusedml::d3d12;

Event::Event(Event &&other) noexcept
    : descriptor(std::exchange(other.descriptor, -1)) {}

Event::~Event() {
  if (descriptor >= 0)
    ::close(descriptor);
}

HRESULT Event::take(const char *method, HANDLE handle) {
  constexpr const char *kMend = "pass one of eventfd, or null to wait";
  auto number = reinterpret_cast<intptr_t>(handle);
  if (number >= 0 && number <= INT_MAX) {
    descriptor = fcntl(static_cast<int>(number), F_DUPFD_CLOEXEC, 0);
    if (descriptor < 0 && errno != EBADF)
      return misuse(E_OUTOFMEMORY, method,
                    "no file descriptor is left to duplicate hEvent {}; close "
                    "some, or raise the limit (ulimit -n)",
                    number);
  }
  if (descriptor < 0)
    return misuse(E_HANDLE, method, "hEvent {} is no open file descriptor; {}",
                  number, kMend);

  // There is no call that tells an eventfd.
  std::array<char, 32> path = {};
  std::array<char, 256> target = {};
  fmt::format_to_n(path.data(), path.size() - 1, "/proc/self/fd/{}",
                   descriptor);
  ssize_t length = readlink(path.data(), target.data(), target.size());
  if (length < 0)
    return misuse(E_HANDLE, method,
                  "whether hEvent {} is an eventfd cannot be read from {}; "
                  "mount /proc, or pass null to wait",
                  number, path.data());
  std::string_view kind(target.data(), static_cast<size_t>(length));
  if (kind != "anon_inode:[eventfd]")
    return misuse(E_HANDLE, method, "hEvent {} is {}, no eventfd; {}", number,
                  kind, kMend);
  return S_OK;
}

void Event::set() const {
  pollfd room = {descriptor, POLLOUT, 0};
  bool isFull = poll(&room, 1, 0) >= 0 && !(room.revents & POLLOUT);
  const uint64_t one = 1;
  while (!isFull && write(descriptor, &one, sizeof(one)) < 0 && errno == EINTR)
    ;
}

namespace {

/// Events are set without the lock, so that who wakes up need not wait for it.
void setAll(const std::list<std::pair<UINT64, Event>> &events) {
  for (const auto &[value, event] : events)
    event.set();
}

} // namespace

void Scheduler::setValue(FenceState &fence, UINT64 value, Events &reached) {
  // A fence of a removed device stays complete.
  if (FAILED(reason))
    value = UINT64_MAX;
  fence.value = value;
  // A value that was reached counts, even if a smaller one follows at once.
  for (QueueState *queue : queues)
    if (queue->waitsFor && queue->waitsFor->fence.get() == &fence &&
        queue->waitsFor->value <= value) {
      queue->waitsFor = nullptr;
      queue->wake.notify_one();
    }
  for (auto event = fence.events.begin(); event != fence.events.end();) {
    auto next = std::next(event);
    if (event->first <= value)
      reached.splice(reached.end(), fence.events, event);
    event = next;
  }
  changed.notify_all();
}

void Scheduler::removeLocked(HRESULT why, Events &reached) {
  if (FAILED(reason))
    return;
  reason = why;
  for (const std::weak_ptr<FenceState> &weak : fences)
    if (std::shared_ptr<FenceState> fence = weak.lock())
      setValue(*fence, UINT64_MAX, reached);
  changed.notify_all();
}

/// A queue is hopeless if it waits for a fence that the program cannot signal,
/// and that only hopeless queues would. It would wait for ever, and keep what
/// it holds; a GPU would be found hanging then.
void Scheduler::giveUpHopeless(Events &reached) {
  auto signals = [](const QueueState &queue, const WaitStep &wait) {
    for (const QueueStep &step : queue.steps)
      if (const auto *signal = std::get_if<SignalStep>(&step))
        if (signal->fence == wait.fence && signal->value >= wait.value)
          return true;
    return false;
  };
  auto isHopeless = [](const QueueState *queue) { return queue->isHopeless; };
  for (QueueState *queue : queues)
    queue->isHopeless = queue->waitsFor && !queue->waitsFor->fence->isReachable;
  for (bool again = true; again;) {
    again = false;
    for (QueueState *queue : queues)
      if (queue->isHopeless &&
          std::any_of(queues.begin(), queues.end(), [&](const auto *other) {
            return !other->isHopeless && signals(*other, *queue->waitsFor);
          })) {
        queue->isHopeless = false;
        again = true;
      }
  }
  if (std::none_of(queues.begin(), queues.end(), isHopeless))
    return;
  say("ID3D12CommandQueue: nobody can signal the fence that a queue waits for; "
      "what comes after the Wait is given up, and the device is removed "
      "(DXGI_ERROR_DEVICE_HUNG)");
  removeLocked(DXGI_ERROR_DEVICE_HUNG, reached);
}

std::shared_ptr<FenceState> Scheduler::addFence(UINT64 value) {
  auto fence = std::make_shared<FenceState>();
  std::lock_guard lock(mutex);
  fence->value = FAILED(reason) ? UINT64_MAX : value;
  std::erase_if(fences, [](const auto &weak) { return weak.expired(); });
  fences.push_back(fence);
  return fence;
}

void Scheduler::releaseFence(FenceState &fence) {
  Events dropped, reached;
  {
    std::lock_guard lock(mutex);
    fence.isReachable = false;
    dropped.swap(fence.events);
    giveUpHopeless(reached);
  }
  setAll(reached);
}

UINT64 Scheduler::value(const FenceState &fence) {
  std::lock_guard lock(mutex);
  return fence.value;
}

HRESULT Scheduler::signal(FenceState &fence, UINT64 value) {
  Events reached;
  {
    std::lock_guard lock(mutex);
    if (FAILED(reason))
      return DXGI_ERROR_DEVICE_REMOVED;
    setValue(fence, value, reached);
  }
  setAll(reached);
  return S_OK;
}

void Scheduler::notify(FenceState &fence, UINT64 value, Event event) {
  Events reached;
  reached.emplace_back(value, std::move(event));
  {
    std::lock_guard lock(mutex);
    if (fence.value < value)
      fence.events.splice(fence.events.end(), reached);
  }
  setAll(reached);
}

void Scheduler::wait(const FenceState &fence, UINT64 value) {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return fence.value >= value; });
}

std::shared_ptr<QueueState> Scheduler::addQueue() {
  auto queue = std::make_shared<QueueState>();
  std::lock_guard lock(mutex);
  queues.insert(queue.get());
  return queue;
}

void Scheduler::forgetQueue(QueueState &queue) {
  std::lock_guard lock(mutex);
  queues.erase(&queue);
}

HRESULT Scheduler::submit(QueueState &queue, QueueStep step) {
  std::list<QueueStep> added;
  added.push_back(std::move(step));
  {
    std::lock_guard lock(mutex);
    if (FAILED(reason))
      return DXGI_ERROR_DEVICE_REMOVED;
    queue.steps.splice(queue.steps.end(), added);
  }
  queue.wake.notify_one();
  return S_OK;
}

void Scheduler::run(QueueState &queue) {
  std::unique_lock lock(mutex);
  while (true) {
    queue.wake.wait(lock,
                    [&] { return !queue.steps.empty() || queue.isClosing; });
    if (FAILED(reason)) {
      // What they hold may call back when it is destroyed.
      std::list<QueueStep> dropped;
      dropped.swap(queue.steps);
      lock.unlock();
      dropped.clear();
      lock.lock();
    }
    if (queue.steps.empty()) {
      if (queue.isClosing)
        break;
      continue;
    }

    QueueStep &next = queue.steps.front();
    if (auto *wait = std::get_if<WaitStep>(&next)) {
      if (wait->fence->value < wait->value) {
        queue.waitsFor = wait;
        Events reached;
        giveUpHopeless(reached);
        if (!reached.empty()) {
          lock.unlock();
          setAll(reached);
          lock.lock();
        }
        // Who closes the queue does not wait for a fence.
        changed.notify_all();
        queue.wake.wait(lock, [&] { return !queue.waitsFor; });
      }
      queue.steps.pop_front();
      continue;
    }

    QueueStep step = std::move(next);
    queue.steps.pop_front();
    Events reached;
    HRESULT result = S_OK;
    if (auto *signal = std::get_if<SignalStep>(&step)) {
      setValue(*signal->fence, signal->value, reached);
      lock.unlock();
    } else {
      lock.unlock();
      result = guarded([&] {
        std::get<WorkStep>(step)();
        return S_OK;
      });
    }
    setAll(reached);
    // A command's objects are let go before its successor is seen to begin.
    step = WorkStep();
    if (FAILED(result))
      remove(result == E_OUTOFMEMORY ? result
                                     : DXGI_ERROR_DRIVER_INTERNAL_ERROR);
    lock.lock();
  }
  queues.erase(&queue);
  queue.isFinished = true;
  changed.notify_all();
}

bool Scheduler::close(QueueState &queue, bool isOwnThread) {
  std::unique_lock lock(mutex);
  queue.isClosing = true;
  queue.wake.notify_one();
  if (isOwnThread)
    return false;
  changed.wait(lock, [&] { return queue.isFinished || queue.waitsFor; });
  return queue.isFinished;
}

void Scheduler::remove(HRESULT why) {
  Events reached;
  {
    std::lock_guard lock(mutex);
    removeLocked(why, reached);
  }
  setAll(reached);
}

HRESULT Scheduler::removedReason() {
  std::lock_guard lock(mutex);
  return reason;
}
