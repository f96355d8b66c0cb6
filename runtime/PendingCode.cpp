//===- PendingCode.cpp - code of a plan that is not there yet -------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/PendingCode.h"

#include <exception>
#include <new>
#include <string>

namespace fusedml::runtime {

static Status noMemory() {
  Diagnostic error;
  error.code = ErrorCode::OutOfMemory;
  error.rule = "compile-memory";
  error.message = "there is no memory to compile the fused kernels";
  error.mend = "free memory and compile the graph again";
  return error;
}

void PendingCode::work() {
  pid_t found = state.load(std::memory_order_acquire), own = getpid();
  // What another process was doing when this one was forked, nobody does here.
  if (found < kNobody || found == own ||
      !state.compare_exchange_strong(found, own, std::memory_order_acq_rel))
    return;
  Status status = Status::success();
  try {
    status = make();
  } catch (const std::bad_alloc &) {
    status = noMemory();
  } catch (const std::exception &exception) {
    Diagnostic error;
    error.code = ErrorCode::Internal;
    error.message = std::string("compiling failed: ") + exception.what() +
                    "; this is a bug in FuseDML";
    status = std::move(error);
  }
  bool made = status.ok();
  failure = std::move(status);
  state.store(made ? kThere : kFailed, std::memory_order_release);
  state.notify_all();
}

Status PendingCode::wait() {
  for (;;) {
    work();
    pid_t found = state.load(std::memory_order_acquire);
    if (found == kThere)
      return Status::success();
    if (found == kFailed)
      return failure.error();
    state.wait(found, std::memory_order_acquire);
  }
}

} // namespace fusedml::runtime
