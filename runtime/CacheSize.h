//===- CacheSize.h - when a step is larger than the caches ------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_CACHESIZE_H
#define FUSEDML_RUNTIME_CACHESIZE_H

#include <cstdint>

namespace fusedml::runtime {

/// Bytes of the last-level cache, asked of the system once; 32 MiB if it does
/// not say.
uint64_t lastLevelCacheBytes();

/// Whether a step that touches `bytes` should write past the caches.
bool shouldBypassCaches(uint64_t bytes, bool parallel);

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_CACHESIZE_H
