//===- KernelCache.cpp - code that is in memory already -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/KernelCache.h"

namespace fusedml::cache {

/// Enough for thousands of kernels of usual size.
static constexpr size_t kMostBytes = size_t{64} << 20;

/// About what a template takes, its code included.
static size_t bytesOf(const std::string &key, const PlanTemplate &made) {
  size_t bytes = 2 * key.size() + made.codeBytes;
  for (const StepTemplate &step : made.steps) {
    bytes += 512 + step.extents.size() * sizeof(Product);
    for (const OperandTemplate &operand : step.operands)
      bytes += sizeof operand + operand.strides.size() * sizeof(Product);
  }
  for (const std::vector<std::byte> &constant : made.constants)
    bytes += constant.size();
  return bytes;
}

KernelCache &KernelCache::ofProcess() {
  // Never destroyed: code of others may compile while the process ends.
  static auto *cache = new KernelCache(kMostBytes);
  return *cache;
}

KernelCache::Template KernelCache::find(const std::string &key) {
  std::lock_guard lock(mutex);
  auto it = entries.find(key);
  if (it == entries.end() || !it->second.made)
    return nullptr;
  uses.splice(uses.end(), uses, it->second.use);
  return it->second.made;
}

Expected<KernelCache::Template>
KernelCache::get(const std::string &key,
                 const std::function<Expected<Template>()> &make) {
  {
    std::unique_lock lock(mutex);
    for (;;) {
      auto [it, isNew] = entries.try_emplace(key);
      if (isNew)
        break;
      if (it->second.made) {
        uses.splice(uses.end(), uses, it->second.use);
        return it->second.made;
      }
      // After a fork, the thread that was making it is not in this process.
      if (it->second.maker != getpid()) {
        it->second.maker = getpid();
        break;
      }
      made.wait(lock);
    }
  }
  try {
    Expected<Template> result = make();
    if (result)
      keep(key, *result);
    else
      abandon(key);
    return result;
  } catch (...) {
    abandon(key);
    throw;
  }
}

void KernelCache::keep(const std::string &key, const Template &result) {
  // What is forgotten is destroyed after the lock is left.
  std::vector<Template> forgotten;
  std::lock_guard lock(mutex);
  auto it = entries.find(key);
  Entry &entry = it->second;
  entry.made = result;
  entry.bytes = bytesOf(key, *result);
  entry.use = uses.insert(uses.end(), &it->first);
  bytes += entry.bytes;
  while (bytes > mostBytes && uses.size() > 1) {
    auto oldest = entries.find(*uses.front());
    uses.pop_front();
    bytes -= oldest->second.bytes;
    forgotten.push_back(std::move(oldest->second.made));
    entries.erase(oldest);
  }
  made.notify_all();
}

void KernelCache::abandon(const std::string &key) {
  std::lock_guard lock(mutex);
  entries.erase(key);
  made.notify_all();
}

void KernelCache::clear() {
  std::lock_guard lock(mutex);
  for (const std::string *key : uses)
    entries.erase(*key);
  uses.clear();
  bytes = 0;
}

} // namespace fusedml::cache
