//===- BackgroundCompiler.cpp - compiles while others run -----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/BackgroundCompiler.h"

#include "front/rules/Refusal.h"

#include <cstdlib>
#include <exception>
#include <new>
#include <system_error>

namespace fusedml::cache {

BackgroundCompiler &BackgroundCompiler::ofProcess() {
  // Never destroyed: threads that outlive main() may still call it.
  static auto *compiler = new BackgroundCompiler;
  return *compiler;
}

namespace {

/// A process that ends by main() destroys the thread-local objects of the main
/// thread before any static one: before what LLVM set up while a job ran.
struct StopWithMainThread {
  ~StopWithMainThread() {
    if (gettid() == getpid())
      BackgroundCompiler::ofProcess().stop();
  }
};

} // namespace

void BackgroundCompiler::stopAtExit() {
  std::atexit([] { ofProcess().stop(); });
}

/// Beyond, whoever wants more has to compile itself.
static constexpr size_t kMostJobs = 64;

bool BackgroundCompiler::add(Job job) {
  thread_local StopWithMainThread stopWithMainThread;
  {
    std::lock_guard lock(mutex);
    if (stopped || process != getpid() || jobs.size() >= kMostJobs)
      return false;
    if (!thread.joinable()) {
      try {
        thread = std::thread([this] { work(); });
      } catch (const std::system_error &) {
        return false;
      }
      stopAtExit();
    }
    jobs.push_back(std::move(job));
  }
  added.notify_one();
  return true;
}

void BackgroundCompiler::work() {
  for (;;) {
    Job job;
    {
      std::unique_lock lock(mutex);
      added.wait(lock, [&] { return stopped || !jobs.empty(); });
      if (stopped)
        return;
      job = std::move(jobs.front());
      jobs.pop_front();
    }
    try {
      job.successor->publish(job.make());
    } catch (const std::bad_alloc &) {
      Diagnostic error;
      error.code = ErrorCode::OutOfMemory;
      error.rule = "compile-memory";
      error.message = "there is no memory to compile the fused kernels";
      error.mend = "free memory and compile the graph again";
      job.successor->publish(std::move(error));
    } catch (const std::exception &exception) {
      job.successor->publish(graph::internalFault(
          std::string("compiling failed: ") + exception.what()));
    }
  }
}

void BackgroundCompiler::stop() {
  std::deque<Job> left;
  {
    std::lock_guard lock(mutex);
    stopped = true;
    left.swap(jobs);
  }
  added.notify_one();
  if (process == getpid() && thread.joinable())
    thread.join();
  for (Job &job : left)
    job.successor->publish(processEnds());
}

bool BackgroundCompiler::isStopping() {
  std::lock_guard lock(mutex);
  return stopped;
}

Diagnostic BackgroundCompiler::processEnds() {
  Diagnostic error;
  error.code = ErrorCode::Unsupported;
  error.rule = "process-ends";
  error.message = "the process ends before the fused kernels are compiled";
  error.mend = "wait for a Kernel before main() returns, or compile with "
               "CompileOptions::startUnfused off";
  return error;
}

} // namespace fusedml::cache
