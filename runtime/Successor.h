//===- Successor.h - a plan that takes over from another --------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_SUCCESSOR_H
#define FUSEDML_RUNTIME_SUCCESSOR_H

#include "fusedml/Status.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

#include <unistd.h>

namespace fusedml::runtime {

struct Plan;

/// The place where a faster plan of the same graph appears, or the reason why
/// none does. Written once, by one thread; read by any, without a lock.
class Successor {
public:
  void publish(Expected<std::shared_ptr<const Plan>> result);

  /// The plan if it is there, else null.
  const Plan *get() const { return plan.load(std::memory_order_acquire); }

  /// Waits until publish() was called, and returns what it was called with. In
  /// a process that was forked meanwhile nobody will, so there it is an error.
  Expected<std::shared_ptr<const Plan>> wait() const;

private:
  std::atomic<const Plan *> plan = nullptr;
  const pid_t process = getpid(); ///< Whose thread will publish.
  mutable std::mutex mutex;
  mutable std::condition_variable published;
  std::optional<Expected<std::shared_ptr<const Plan>>> result;
};

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_SUCCESSOR_H
