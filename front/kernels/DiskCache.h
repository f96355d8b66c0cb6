//===- DiskCache.h - code that an earlier process compiled ------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_DISKCACHE_H
#define FUSEDML_FRONT_KERNELS_DISKCACHE_H

#include "front/kernels/KernelStore.h"

#include <memory>
#include <string>
#include <string_view>

namespace fusedml::kernels {

/// A folder with one file for each kernel that has been compiled. A file is
/// used only if it belongs to this user, nobody else can write it or the
/// folder, and it is whole, of this build of FuseDML, LLVM and MLIR, and of the
/// very key that is looked for. Whatever is wrong with file or folder, find()
/// finds nothing and store() stores nothing; there are no errors and no
/// exceptions. Any number of threads and processes may share a folder.
class DiskCache {
public:
  static constexpr uint64_t kMostBytes = uint64_t{256} << 20;

  /// The cache of this user: $FUSEDML_CACHE_DIR, or else fusedml in
  /// $XDG_CACHE_HOME or in $HOME/.cache. Off if FUSEDML_CACHE_DIR is empty or
  /// none of them is set.
  static DiskCache ofUser();

  /// `folder` is made when it is needed; it may not be a link. If it is empty
  /// the cache is off.
  explicit DiskCache(std::string folder, uint64_t mostBytes = kMostBytes);

  const std::string &folder() const { return path; }
  uint64_t limit() const { return mostBytes; }
  /// Why the folder is not used: "other users can write it". Empty if it is, or
  /// is only not there yet.
  std::string problem() const;

  /// The code of a key, loaded. Empty if there is none.
  Code find(std::string_view key) const noexcept;

  /// Keeps what a linker has made.
  void store(std::string_view key,
             const runtime::LinkedImage &image) const noexcept;

  /// Removes files, the one not used for longest first, until the rest has no
  /// more than the limit. What counts as use is exact to a day.
  void trim() const noexcept;

  struct Usage {
    uint64_t files = 0, bytes = 0;
  };
  Usage usage() const noexcept;

  /// Removes all files, and returns what they were.
  Usage clear() const noexcept;

private:
  std::string path;
  uint64_t mostBytes;
};

} // namespace fusedml::kernels

#endif // FUSEDML_FRONT_KERNELS_DISKCACHE_H
