//===- CompilerLoader.cpp - finds the compiler library --------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/CompilerInterface.h"
#include "front/rules/Refusal.h"

#include <fmt/format.h>

#include <dlfcn.h>

#include <chrono>
#include <mutex>

namespace fusedml::graph {
namespace {

constexpr char kLibrary[] = "libfusedml_compiler.so";

Diagnostic unavailable(std::string message, std::string mend) {
  Diagnostic diagnostic =
      refusal("", "compiler-library", std::move(message), std::move(mend));
  diagnostic.code = ErrorCode::Unsupported;
  return diagnostic;
}

std::string lastError() {
  const char *text = dlerror();
  return text ? text : "unknown error";
}

Expected<const CompilerInterface *> load() {
  std::string path = compilerLibraryPath();
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
  const CompilerInterface *compiler = getCompiler(kCompilerInterfaceVersion);
  if (!compiler)
    return unavailable(fmt::format("{} has another interface version than {}",
                                   path, kCompilerInterfaceVersion),
                       "install both libraries from one build");
  return compiler;
}

} // namespace

std::string compilerLibraryPath() {
  Dl_info info{};
  std::string own;
  if (dladdr(reinterpret_cast<const void *>(&compilerLibraryPath), &info) !=
          0 &&
      info.dli_fname)
    own = info.dli_fname;
  size_t slash = own.rfind('/');
  return slash == std::string::npos ? kLibrary
                                    : own.substr(0, slash + 1) + kLibrary;
}

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

} // namespace fusedml::graph
