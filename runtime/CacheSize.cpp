//===- CacheSize.cpp - when a step is larger than the caches --------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/CacheSize.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <unistd.h>

namespace fusedml::runtime {

namespace {

/// The cache one core can use. (sysconf adds up those of all sockets and core
/// complexes.)
uint64_t cacheBytesFromSysfs() {
  uint64_t largest = 0;
  for (int index = 0; index < 8; ++index) {
    std::ifstream file("/sys/devices/system/cpu/cpu0/cache/index" +
                       std::to_string(index) + "/size");
    uint64_t size = 0;
    char unit = 'B';
    if (!(file >> size))
      break;
    file >> unit;
    if (unit == 'K')
      size <<= 10;
    else if (unit == 'M')
      size <<= 20;
    largest = std::max(largest, size);
  }
  return largest;
}

uint64_t findLastLevelCacheBytes() {
  if (uint64_t size = cacheBytesFromSysfs())
    return size;
#ifdef _SC_LEVEL3_CACHE_SIZE
  if (long size = sysconf(_SC_LEVEL3_CACHE_SIZE); size > 0)
    return static_cast<uint64_t>(size);
#endif
  return uint64_t{32} << 20;
}

} // namespace

uint64_t lastLevelCacheBytes() {
  static const uint64_t bytes = findLastLevelCacheBytes();
  return bytes;
}

// A normal store first reads the line it is going to overwrite. Writing past
// the caches saves that third of the traffic, and loses if the result would
// still have been in cache for its reader. One core keeps too few such stores
// in flight to lose bandwidth, so it gains as soon as the data does not fit;
// several cores profit from what the cache still holds for longer.
bool shouldBypassCaches(uint64_t bytes, bool parallel) {
  uint64_t cache = lastLevelCacheBytes();
  return parallel ? bytes / 3 * 2 > cache : bytes > cache / 4 * 3;
}

} // namespace fusedml::runtime
