//===- KernelStore.h - code that is in memory already -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_KERNELSTORE_H
#define FUSEDML_FRONT_KERNELS_KERNELSTORE_H

#include "fusedml/Status.h"
#include "runtime/CodeImage.h"

#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>

#include <unistd.h>

namespace fusedml::kernels {

/// A compiled loop nest.
struct Code {
  runtime::KernelFn function = nullptr;
  std::shared_ptr<const runtime::CodeImage> image; ///< Keeps it loaded.

  explicit operator bool() const { return function != nullptr; }

  /// Loads what a linker has made.
  /// Errors: OutOfMemory if the system gives no memory for code.
  static Expected<Code> load(std::span<const std::byte> bytes, uint64_t entry);
};

/// The code that this process used last, by keys that say all it depends on. In
/// memory; what stands behind it is up to the caller of get(). Thread-safe.
class KernelStore {
public:
  /// Forgets the least recently used kernels beyond about `mostBytes`. Their
  /// code stays loaded as long as plans use it.
  explicit KernelStore(size_t mostBytes) : mostBytes(mostBytes) {}

  static KernelStore &ofProcess();

  struct Wanted {
    std::string key;
    Code code; ///< Empty until it is found or made.
  };

  /// Fills in what is there. Whether that is all.
  bool find(std::span<Wanted> wanted);

  /// Keeps code that was found elsewhere.
  void keep(const std::string &key, const Code &code);

  /// Fills in all: what is not there is made by `make`, once for all threads
  /// that want it at a time. What fails is not kept, and whoever waits for it
  /// then tries by itself.
  using MakeFn = std::function<Status(std::span<Wanted *const> missing)>;
  Status get(std::span<Wanted> wanted, const MakeFn &make);

  /// Forgets everything, as if the process had just begun.
  void clear();

  /// Held while the process forks.
  std::mutex &lock() { return mutex; }

private:
  struct Entry {
    Code code;              ///< Empty while it is being made,
    pid_t maker = getpid(); ///< by a thread of this process.
    std::list<const std::string *>::iterator use; ///< In `uses`.
  };

  // All of these are called with the mutex locked.
  bool findLocked(Wanted &wanted);
  bool claim(const std::string &key);
  void keepLocked(const std::string &key, const Code &code,
                  std::vector<Code> &forgotten);
  void finish(std::span<Wanted *const> made);

  size_t mostBytes;
  std::mutex mutex;
  std::condition_variable changed;
  std::unordered_map<std::string, Entry> entries;
  std::list<const std::string *> uses; ///< Keys, least recently used first.
  size_t bytes = 0;
};

} // namespace fusedml::kernels

#endif // FUSEDML_FRONT_KERNELS_KERNELSTORE_H
