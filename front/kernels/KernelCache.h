//===- KernelCache.h - code that is in memory already -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_KERNELCACHE_H
#define FUSEDML_FRONT_KERNELS_KERNELCACHE_H

#include "front/kernels/PlanTemplate.h"

#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <unordered_map>

#include <unistd.h>

namespace fusedml::cache {

/// The templates that this process used last, by the keys of their structures.
/// Thread-safe.
class KernelCache {
public:
  using Template = std::shared_ptr<const PlanTemplate>;

  /// Forgets the least recently used templates beyond about `mostBytes`. Their
  /// code stays loaded as long as kernels use it.
  explicit KernelCache(size_t mostBytes) : mostBytes(mostBytes) {}

  static KernelCache &ofProcess();

  /// The template of a key; null if there is none, or none yet.
  Template find(const std::string &key);

  /// The template of a key; made by `make` if there is none. Calls for one key
  /// at a time wait for the first of them instead of making it twice. What
  /// fails is not kept, and each waiting call then tries by itself.
  Expected<Template> get(const std::string &key,
                         const std::function<Expected<Template>()> &make);

  /// Forgets everything.
  void clear();

private:
  struct Entry {
    Template made;          ///< Null while it is being made,
    pid_t maker = getpid(); ///< by a thread of this process.
    size_t bytes = 0;
    std::list<const std::string *>::iterator use; ///< In `uses`.
  };
  using Entries = std::unordered_map<std::string, Entry>;

  void keep(const std::string &key, const Template &result);
  void abandon(const std::string &key);

  size_t mostBytes;
  std::mutex mutex;
  std::condition_variable made;
  Entries entries;
  std::list<const std::string *> uses; ///< Keys, least recently used first.
  size_t bytes = 0;
};

} // namespace fusedml::cache

#endif // FUSEDML_FRONT_KERNELS_KERNELCACHE_H
