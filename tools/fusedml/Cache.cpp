//===- Cache.cpp - fusedml cache ------------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Files.h"

#include "front/kernels/DiskCache.h"

#include <fmt/format.h>

namespace fusedml::tool {

int cache(const CacheCommand &command) {
  auto disk = kernels::DiskCache::ofUser();
  if (disk.folder().empty()) {
    print("the cache is off\n");
    return Success;
  }
  if (std::string problem = disk.problem(); !problem.empty())
    return report(makeError(
        ErrorCode::IoError,
        fmt::format("the folder '{}' is not used as cache: {}", disk.folder(),
                    problem),
        "give it to this user alone, or set FUSEDML_CACHE_DIR to another"));
  if (command.clear) {
    kernels::DiskCache::Usage removed = disk.clear();
    print(fmt::format("removed {} files, {} bytes\n", removed.files,
                      removed.bytes));
    return Success;
  }
  kernels::DiskCache::Usage usage = disk.usage();
  print(fmt::format("folder  {}\nfiles   {}\nbytes   {} of at most {}\n",
                    disk.folder(), usage.files, usage.bytes, disk.limit()));
  return Success;
}

} // namespace fusedml::tool
