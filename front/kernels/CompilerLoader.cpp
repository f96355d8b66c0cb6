//===- CompilerLoader.cpp - finds the compiler library --------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/CompilerInterface.h"

#include "front/kernels/BuildStamp.h"
#include "front/kernels/KernelStore.h"
#include "front/kernels/Worker.h"
#include "front/rules/Refusal.h"
#include "runtime/Leaked.h"

#include <fmt/format.h>

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <mutex>

namespace fusedml::kernels {
namespace {

constexpr char kLibrary[] = "libfusedml_compiler.so";

Diagnostic unavailable(std::string message, std::string mend) {
  Diagnostic diagnostic = graph::refusal("", "compiler-library",
                                         std::move(message), std::move(mend));
  diagnostic.code = ErrorCode::Unsupported;
  return diagnostic;
}

std::string lastError() {
  const char *text = dlerror();
  return text ? text : "unknown error";
}

Expected<const CompilerInterface *> load() {
  std::string path = siblingLibrary(kLibrary);
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return unavailable(
        fmt::format("the compiler library {} does not load: {}", path,
                    lastError()),
        fmt::format("install {} beside the fusedml library", kLibrary));
  auto *getCompiler =
      reinterpret_cast<GetCompilerFn *>(dlsym(library, kGetCompilerSymbol));
  if (!getCompiler)
    return unavailable(
        fmt::format("{} is no compiler library: {}", path, lastError()),
        "install both libraries from one build");
  const CompilerInterface *compiler = getCompiler(buildStamp());
  if (!compiler)
    return unavailable(fmt::format("{} is of another build", path),
                       "install both libraries from one build");
  return compiler;
}

} // namespace

std::string siblingLibrary(std::string_view file) {
  Dl_info info{};
  std::string own;
  if (dladdr(reinterpret_cast<const void *>(&siblingLibrary), &info) != 0 &&
      info.dli_fname)
    own = info.dli_fname;
  return own.substr(0, own.rfind('/') + 1).append(file);
}

//===----------------------------------------------------------------------===//
// Forks
//===----------------------------------------------------------------------===//

namespace {

/// How many compilations are under way, and whether a fork waits for them.
/// Atomic numbers, since the threads that hold them are not in the child.
struct Compilations {
  std::atomic<int> running = 0;
  std::atomic<int> forks = 0;

  Compilations() {
    pthread_atfork([] { ofProcess().pause(); }, [] { ofProcess().resume(); },
                   [] { ofProcess().startAnew(); });
  }

  static Compilations &ofProcess() {
    static runtime::Leaked<Compilations> compilations;
    return *compilations;
  }

  void enter() {
    for (;;) {
      running.fetch_add(1);
      if (forks.load() == 0)
        return;
      leave();
      for (int waiting = forks.load(); waiting != 0; waiting = forks.load())
        forks.wait(waiting);
    }
  }
  void leave() {
    running.fetch_sub(1);
    running.notify_all();
  }
  void pause() {
    forks.fetch_add(1);
    for (int left = running.load(); left != 0; left = running.load())
      running.wait(left);
    Worker::ofProcess().lock().lock();
    KernelStore::ofProcess().lock().lock();
  }
  static void unlock() {
    KernelStore::ofProcess().lock().unlock();
    Worker::ofProcess().lock().unlock();
  }
  void resume() {
    unlock();
    forks.fetch_sub(1);
    forks.notify_all();
  }
  /// In the child there is one thread, and it does not compile.
  void startAnew() {
    unlock();
    running.store(0);
    forks.store(0);
  }
};

} // namespace

CompilationGuard::CompilationGuard() { Compilations::ofProcess().enter(); }
CompilationGuard::~CompilationGuard() { Compilations::ofProcess().leave(); }

Expected<const CompilerInterface *> loadCompiler(double *milliseconds) {
  static std::mutex mutex;
  static const CompilerInterface *loaded = nullptr;
  static std::chrono::duration<double, std::milli> elapsed;
  std::lock_guard lock(mutex);
  if (!loaded) {
    auto start = std::chrono::steady_clock::now();
    // A failure is not kept: the library may be installed later.
    Expected<const CompilerInterface *> result = load();
    if (!result)
      return result;
    loaded = *result;
    elapsed = std::chrono::steady_clock::now() - start;
  }
  if (milliseconds)
    *milliseconds = elapsed.count();
  return loaded;
}

} // namespace fusedml::kernels
