//===- Shipped.cpp - kernels that come with FuseDML -----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/Shipped.h"

#include "front/kernels/BuildStamp.h"
#include "front/kernels/CompilerInterface.h"
#include "runtime/Leaked.h"

#include <fmt/format.h>

#include <dlfcn.h>

#include <span>

namespace fusedml::kernels {
namespace {

/// The library, or why there is none.
struct Library {
  std::span<const KernelTable *const> tables;
  std::string refusal;
};

constexpr std::string_view kLibrary = "libfusedml_kernels.so";

Library load() {
  std::string path = siblingLibrary(kLibrary);
  void *library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!library)
    return {{}, fmt::format("{} does not load: {}", path, dlerror())};
  auto *getKernels =
      reinterpret_cast<GetKernelsFn *>(dlsym(library, kGetKernelsSymbol));
  if (!getKernels)
    return {{}, fmt::format("{} is no library of kernels", path)};
  const KernelLibrary *kernels = getKernels(buildStamp());
  if (!kernels)
    return {{}, fmt::format("{} is of another build than libfusedml", path)};
  return {{kernels->tables, kernels->count}, {}};
}

/// Loaded once. Where it is missing it stays so.
const Library &library() {
  static runtime::Leaked<const Library> loaded(load());
  return *loaded;
}

bool processorRuns(std::string_view level) {
#if defined(__x86_64__)
  return (level == "x86-64-v2" && __builtin_cpu_supports("x86-64-v2")) ||
         (level == "x86-64-v3" && __builtin_cpu_supports("x86-64-v3")) ||
         (level == "x86-64-v4" && __builtin_cpu_supports("x86-64-v4"));
#else
  return level == "generic";
#endif
}

} // namespace

Shipped::Shipped(std::string_view level) : reason(library().refusal) {
  for (const KernelTable *candidate : library().tables)
    if ((level.empty() || candidate->level == level) &&
        processorRuns(candidate->level)) {
      table = candidate;
      return;
    }
  if (reason.empty())
    reason = fmt::format("{} has no kernels {} that this processor can run",
                         kLibrary,
                         level.empty() ? "" : fmt::format("for {}", level));
}

const Shipped &Shipped::ofProcess() {
  static runtime::Leaked<const Shipped> best(ofLevel(""));
  return *best;
}

Shipped Shipped::ofLevel(std::string_view level) { return Shipped(level); }

runtime::KernelFn Shipped::find(std::string_view key) const {
  uint32_t begin = 0, end = size();
  while (begin < end) {
    uint32_t middle = begin + (end - begin) / 2;
    std::string_view found(table->keys + table->offsets[middle],
                           table->offsets[middle + 1] - table->offsets[middle]);
    int order = key.compare(found);
    if (order == 0)
      return reinterpret_cast<runtime::KernelFn>(
          const_cast<char *>(reinterpret_cast<const char *>(table->functions) +
                             table->functions[middle]));
    if (order < 0)
      end = middle;
    else
      begin = middle + 1;
  }
  return nullptr;
}

} // namespace fusedml::kernels
