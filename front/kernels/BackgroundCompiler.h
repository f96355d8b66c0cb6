//===- BackgroundCompiler.h - compiles while others run ---------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_BACKGROUNDCOMPILER_H
#define FUSEDML_FRONT_KERNELS_BACKGROUNDCOMPILER_H

#include "runtime/Plan.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include <unistd.h>

namespace fusedml::cache {

/// A thread that makes plans, one after the other, and publishes them.
/// Thread-safe.
class BackgroundCompiler {
public:
  using Result = Expected<std::shared_ptr<const runtime::Plan>>;
  struct Job {
    std::function<Result()> make;
    std::shared_ptr<runtime::Successor> successor;
  };

  static BackgroundCompiler &ofProcess();
  ~BackgroundCompiler() { stop(); }

  /// False if no thread will do the job: the process ends, has been forked, or
  /// has no thread to spare.
  bool add(Job job);

  /// Waits for the job that is being done, and gives up the others. The process
  /// calls it before the libraries that jobs use are torn down.
  void stop();

  /// Whether stop() was called, and a job is only waited for.
  bool isStopping();

  /// What becomes of jobs that are given up.
  static Diagnostic processEnds();

  /// Calls ofProcess().stop() when the process ends, before anything that was
  /// set up until now is torn down.
  static void stopAtExit();

private:
  void work();

  std::mutex mutex;
  std::condition_variable added;
  std::deque<Job> jobs;
  std::thread thread;
  bool stopped = false;
  pid_t process = getpid();
};

} // namespace fusedml::cache

#endif // FUSEDML_FRONT_KERNELS_BACKGROUNDCOMPILER_H
