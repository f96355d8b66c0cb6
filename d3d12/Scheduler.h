//===- Scheduler.h - fences, queues and removal of a device -----*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_D3D12_SCHEDULER_H
#define FUSEDML_D3D12_SCHEDULER_H

#include "d3d12/ComObject.h"

#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <set>
#include <variant>
#include <vector>

namespace fusedml::d3d12 {

class Scheduler;

/// A duplicate of an eventfd: the caller may close theirs, as they may close
/// the HANDLE of an event on Windows. Writing to other files could block the
/// thread that signals, or kill the process by SIGPIPE.
class Event {
public:
  Event() = default;
  Event(Event &&other) noexcept;
  Event &operator=(Event &&) = delete;
  ~Event();

  /// What is wrong with `handle` is said in the name of `method`.
  HRESULT take(const char *method, HANDLE handle);
  /// Adds 1 to the eventfd, unless its counter is full: it is set then.
  void set() const;

private:
  int descriptor = -1;
};

/// What a fence and the queues that signal it or wait for it share.
struct FenceState {
  UINT64 value = 0;
  /// Whether the ID3D12Fence is there, so that the program can signal it.
  bool isReachable = true;
  /// Of those who wait for values to come.
  std::list<std::pair<UINT64, Event>> events;
};

/// What a queue does, in the order of submission.
struct WaitStep {
  std::shared_ptr<FenceState> fence;
  UINT64 value;
};
struct SignalStep {
  std::shared_ptr<FenceState> fence;
  UINT64 value;
};
using WorkStep = std::function<void()>;
using QueueStep = std::variant<WaitStep, SignalStep, WorkStep>;

/// What an ID3D12CommandQueue and its thread share.
struct QueueState {
  std::list<QueueStep> steps;
  /// No more steps come; the thread ends after the last.
  bool isClosing = false;
  bool isFinished = false;
  /// The step the thread is stopped at, if it is.
  const WaitStep *waitsFor = nullptr;
  /// For giveUpHopeless() alone.
  bool isHopeless = false;
  /// For the thread: there is something to do.
  std::condition_variable wake;
};

/// Fences, queues and the removal of one device. One lock guards all of them:
/// it is held between commands only, never while one runs. Queues' threads
/// share ownership, because they may outlive the device's last reference.
class Scheduler {
public:
  /// As all of a removed device, a fence of one is complete.
  std::shared_ptr<FenceState> addFence(UINT64 value);
  /// The program has no reference to the fence any more. Its events are
  /// dropped.
  void releaseFence(FenceState &fence);
  UINT64 value(const FenceState &fence);
  /// Sets the value, as the program.
  HRESULT signal(FenceState &fence, UINT64 value);
  /// Sets the event when `value` is reached.
  void notify(FenceState &fence, UINT64 value, Event event);
  /// Blocks until `value` is reached.
  void wait(const FenceState &fence, UINT64 value);

  std::shared_ptr<QueueState> addQueue();
  /// Of a queue whose thread never came to be.
  void forgetQueue(QueueState &queue);
  HRESULT submit(QueueState &queue, QueueStep step);
  /// The body of a queue's thread.
  void run(QueueState &queue);
  /// No more steps come. Unless the caller is the queue's own thread, waits
  /// until the thread has finished or is stopped at a Wait; whether it has
  /// finished.
  bool close(QueueState &queue, bool isOwnThread);

  /// Sets the reason once, drops what queues have left to do, and completes all
  /// fences.
  void remove(HRESULT reason);
  HRESULT removedReason();

private:
  using Events = std::list<std::pair<UINT64, Event>>;

  void setValue(FenceState &fence, UINT64 value, Events &reached);
  void removeLocked(HRESULT reason, Events &reached);
  void giveUpHopeless(Events &reached);

  std::mutex mutex;
  /// For the program's threads: a fence or the state of a queue has changed.
  std::condition_variable changed;
  HRESULT reason = S_OK;
  std::list<std::weak_ptr<FenceState>> fences;
  std::set<QueueState *> queues;
};

} // namespace fusedml::d3d12

#endif // FUSEDML_D3D12_SCHEDULER_H
