//===- Prebuilt.cpp - kernels that were compiled with FuseDML -------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/Prebuilt.h"

#include "front/kernels/CompilerInterface.h"

#include <fmt/format.h>

#include <dlfcn.h>

#include <bit>
#include <cstring>

namespace fusedml::cache {
namespace {

constexpr std::string_view kLibrary = "libfusedml_kernels.so";

Expected<const KernelLibrary *> load() {
  auto unavailable = [](std::string message) {
    Diagnostic diagnostic;
    diagnostic.code = ErrorCode::Unsupported;
    diagnostic.message = std::move(message);
    return diagnostic;
  };
  std::string path = graph::compilerLibraryPath();
  path.replace(path.rfind('/') + 1, std::string::npos, kLibrary);
  void *library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!library)
    return unavailable(fmt::format("{} does not load: {}", path, dlerror()));
  auto *getKernels =
      reinterpret_cast<GetKernelsFn *>(dlsym(library, kGetKernelsSymbol));
  if (!getKernels)
    return unavailable(fmt::format("{} is no library of kernels", path));
  const KernelLibrary *kernels = getKernels(kKernelLibraryVersion);
  if (!kernels)
    return unavailable(
        fmt::format("{} has another version than {}, that of libfusedml", path,
                    kKernelLibraryVersion));
  return kernels;
}

/// The library, loaded once. Where it is missing it stays so.
const Expected<const KernelLibrary *> &library() {
  static const Expected<const KernelLibrary *> loaded = load();
  return loaded;
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

/// A KernelTable's record of one kernel.
struct Record {
  explicit Record(const uint8_t *at)
      : key(reinterpret_cast<const char *>(at + 1), at[0]) {
    const uint8_t *next = at + 1 + key.size();
    scalars = {next + 1, 2 * size_t{next[0]}};
    std::memcpy(&cost, next + 1 + scalars.size(), sizeof(cost));
  }

  std::string_view key;
  std::span<const uint8_t> scalars;
  float cost = 0;
};

} // namespace

bool isCompiledIn(const graph::FieldRow &field) {
  return (field.kind == graph::FieldKind::Enum && field.implied < 0) ||
         (field.kind == graph::FieldKind::Float && !field.argument);
}

KernelKey::KernelKey(const graph::OperatorRow &row, bool hasScaleBias) {
  text += static_cast<char>(row.dmlType);
  text += static_cast<char>(row.dmlType >> 8);
  text += static_cast<char>(hasScaleBias);
}

void KernelKey::addTensor(DataType type, InnerStride stride) {
  text += static_cast<char>(static_cast<unsigned>(type) |
                            static_cast<unsigned>(stride) << 4);
}

void KernelKey::addConstant(const graph::FieldValue &value) {
  const auto *real = std::get_if<float>(&value);
  uint32_t bits =
      real ? std::bit_cast<uint32_t>(*real) : std::get<uint32_t>(value);
  for (unsigned shift = 0; shift < 32; shift += 8)
    text += static_cast<char>(bits >> shift);
}

Prebuilt::Prebuilt(std::string_view level) {
  const Expected<const KernelLibrary *> &kernels = library();
  if (!kernels) {
    reason = kernels.error().message;
    return;
  }
  for (const KernelTable *candidate :
       std::span((*kernels)->tables, (*kernels)->count))
    if ((level.empty() || candidate->level == level) &&
        processorRuns(candidate->level)) {
      table = candidate;
      return;
    }
  reason =
      fmt::format("{} has no kernels {} that this processor can run", kLibrary,
                  level.empty() ? "" : fmt::format("for {}", level));
}

const Prebuilt &Prebuilt::ofProcess() {
  static const Prebuilt best{std::string_view()};
  return best;
}

Prebuilt Prebuilt::ofLevel(std::string_view level) { return Prebuilt(level); }

std::optional<PrebuiltKernel> Prebuilt::find(const KernelKey &key) const {
  uint32_t begin = 0, end = size();
  while (begin < end) {
    uint32_t middle = begin + (end - begin) / 2;
    Record record(table->records + table->offsets[middle]);
    int order = std::string_view(key.bytes()).compare(record.key);
    if (order == 0) {
      const char *code = reinterpret_cast<const char *>(table->functions) +
                         table->functions[middle];
      return PrebuiltKernel{
          reinterpret_cast<runtime::KernelFn>(const_cast<char *>(code)),
          record.cost, record.scalars};
    }
    if (order < 0)
      end = middle;
    else
      begin = middle + 1;
  }
  return std::nullopt;
}

} // namespace fusedml::cache
