//===- Worker.cpp - makes code while others run ---------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/Worker.h"

#include "runtime/Leaked.h"

#include <system_error>
#include <thread>

namespace fusedml::kernels {

/// Beyond, code is made by whoever waits for it.
static constexpr size_t kMostPlans = 64;

Worker &Worker::ofProcess() {
  static runtime::Leaked<Worker> worker;
  return *worker;
}

void Worker::add(std::shared_ptr<const runtime::Plan> plan) {
  {
    std::lock_guard lock(mutex);
    if (plans.size() >= kMostPlans)
      return;
    if (process != getpid()) {
      try {
        std::thread([this] { work(); }).detach();
      } catch (const std::system_error &) {
        return;
      }
      process = getpid();
    }
    plans.push_back(std::move(plan));
  }
  available.release();
}

void Worker::work() {
  for (;;) {
    available.acquire();
    std::shared_ptr<const runtime::Plan> plan;
    {
      std::lock_guard lock(mutex);
      plan = std::move(plans.front());
      plans.pop_front();
    }
    plan->pending->work();
  }
}

} // namespace fusedml::kernels
