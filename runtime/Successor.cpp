//===- Successor.cpp - a plan that takes over from another ----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Successor.h"

namespace fusedml::runtime {

void Successor::publish(Expected<std::shared_ptr<const Plan>> made) {
  {
    std::lock_guard lock(mutex);
    result = std::move(made);
    if (result->ok())
      plan.store((*result)->get(), std::memory_order_release);
  }
  published.notify_all();
}

Expected<std::shared_ptr<const Plan>> Successor::wait() const {
  std::unique_lock lock(mutex);
  if (!result && process != getpid()) {
    Diagnostic error;
    error.code = ErrorCode::Unsupported;
    error.rule = "fork";
    error.message = "the process was forked while its fused kernels were "
                    "compiled, by a thread that this one does not have";
    error.mend = "compile the graph again, or wait for a Kernel before fork()";
    return error;
  }
  published.wait(lock, [&] { return result.has_value(); });
  if (!result->ok())
    return result->error();
  return **result;
}

} // namespace fusedml::runtime
