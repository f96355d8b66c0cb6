//===- Jit.cpp - objects loaded into this process -------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/Jit.h"

#include "compiler/graph/Refusal.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"

#include <atomic>

using namespace llvm;
using namespace llvm::orc;
using namespace fusedml;

static Status jitError(llvm::Error error) {
  return graph::internalFault("the linker in memory failed: " +
                              toString(std::move(error)));
}

/// One linker for the process. Never destroyed: kernels may outlive every
/// static object that could own it.
static llvm::Expected<LLJIT &> linker() {
  static LLJIT *jit = nullptr;
  static std::string failure;
  static bool once = [] {
    auto created = LLJITBuilder()
                       // Nothing in a kernel needs the platform's services.
                       .setPlatformSetUp(setUpInactivePlatform)
                       .create();
    if (created)
      jit = created->release();
    else
      failure = toString(created.takeError());
    return true;
  }();
  (void)once;
  if (!jit)
    return createStringError(failure);
  return *jit;
}

Status fusedml::loadKernels(std::unique_ptr<MemoryBuffer> object,
                            runtime::Plan &plan) {
  llvm::Expected<LLJIT &> jit = linker();
  if (!jit)
    return jitError(jit.takeError());
  static std::atomic<uint64_t> counter;
  std::string name = "fusedml_" + plan.name + "_" + std::to_string(counter++);
  ExecutionSession &session = jit->getExecutionSession();
  // A bare JITDylib: kernels refer to nothing outside.
  llvm::Expected<JITDylib &> dylib = session.createJITDylib(name);
  if (!dylib)
    return jitError(dylib.takeError());
  std::shared_ptr<void> owner(&*dylib, [&session](void *gone) {
    // Fails only if the session has ended, and this one never does.
    consumeError(session.removeJITDylib(*static_cast<JITDylib *>(gone)));
  });
  if (llvm::Error error = jit->addObjectFile(*dylib, std::move(object)))
    return jitError(std::move(error));
  for (runtime::Step &step : plan.steps) {
    llvm::Expected<ExecutorAddr> address = jit->lookup(*dylib, step.name);
    if (!address)
      return jitError(address.takeError());
    step.function = address->toPtr<runtime::KernelFn>();
  }
  plan.code = std::move(owner);
  return Status::success();
}
