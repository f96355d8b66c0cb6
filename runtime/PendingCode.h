//===- PendingCode.h - code of a plan that is not there yet -----*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_PENDINGCODE_H
#define FUSEDML_RUNTIME_PENDINGCODE_H

#include "fusedml/Status.h"

#include <atomic>
#include <functional>
#include <memory>

#include <unistd.h>

namespace fusedml::runtime {

struct Plan;

/// Makes the code of a plan once, on whichever thread comes first: one that was
/// given the task, or one that waits. Holds no lock that a fork could leave
/// behind, and in a forked process whoever waits begins anew what the parent's
/// threads were doing. Thread-safe.
class PendingCode {
public:
  /// `make` fills in the functions of the plan's steps. `meanwhile` is a plan
  /// of the same graph with the same results.
  PendingCode(std::function<Status()> make,
              std::shared_ptr<const Plan> meanwhile)
      : make(std::move(make)), meanwhilePlan(std::move(meanwhile)) {}

  const Plan &meanwhile() const { return *meanwhilePlan; }

  /// Whether the functions can be called. Never takes back a true.
  bool isThere() const {
    return state.load(std::memory_order_acquire) == kThere;
  }

  /// Makes the code unless that is done or somebody does it.
  void work();

  /// Returns when the code is there, or with the error that prevented it.
  Status wait();

private:
  static constexpr pid_t kNobody = 0, kThere = -1, kFailed = -2;

  /// The process that makes the code, or one of the above.
  std::atomic<pid_t> state = kNobody;
  std::function<Status()> make;
  Status failure; ///< Once the state is kFailed.
  std::shared_ptr<const Plan> meanwhilePlan;
};

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_PENDINGCODE_H
