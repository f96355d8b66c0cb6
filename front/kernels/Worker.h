//===- Worker.h - makes code while others run -------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_WORKER_H
#define FUSEDML_FRONT_KERNELS_WORKER_H

#include "runtime/Plan.h"

#include <deque>
#include <mutex>
#include <semaphore>

#include <unistd.h>

namespace fusedml::kernels {

/// A thread that works on the pending code of plans, one after the other. It is
/// never waited for: what it uses is never destroyed, so the process may end at
/// any time. Where there is no thread (none is to be had, or the process was
/// forked), the code is made by whoever waits for it. Thread-safe.
class Worker {
public:
  static Worker &ofProcess();

  void add(std::shared_ptr<const runtime::Plan> plan);

  /// Held while the process forks.
  std::mutex &lock() { return mutex; }

private:
  void work();

  std::mutex mutex;
  std::counting_semaphore<> available{0};
  std::deque<std::shared_ptr<const runtime::Plan>> plans;
  pid_t process = 0; ///< Whose thread there is.
};

} // namespace fusedml::kernels

#endif // FUSEDML_FRONT_KERNELS_WORKER_H
