//===- Arena.cpp - memory for temporaries ---------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Arena.h"

#include "runtime/MemoryPlan.h"

#include <cstdint>
#include <new>

#include <pthread.h>

namespace fusedml::runtime {

namespace {

/// A thread's memory. Nothing destroys it when the process ends: destructors of
/// static objects may still run kernels.
struct ThreadBuffer {
  std::byte *memory;
  uint64_t bytes;
};

void release(void *memory) {
  ::operator delete(memory, std::align_val_t{arenaAlignment});
}

/// Has the memory released when the thread ends, as values of a pthread key
/// are, or kept if the process has no key left.
void releaseWithThread(std::byte *memory) {
  static pthread_key_t key;
  static const bool hasKey = pthread_key_create(&key, release) == 0;
  if (hasKey)
    pthread_setspecific(key, memory);
}

} // namespace

std::byte *threadArena(uint64_t bytes) {
  thread_local ThreadBuffer buffer;
  if (bytes <= buffer.bytes)
    return buffer.memory;
  // The old one goes first; both together may not fit.
  releaseWithThread(nullptr);
  release(buffer.memory);
  buffer = {};
  if (bytes > static_cast<uint64_t>(PTRDIFF_MAX))
    return nullptr;
  auto *memory = static_cast<std::byte *>(
      ::operator new(bytes, std::align_val_t{arenaAlignment}, std::nothrow));
  if (memory)
    buffer = {memory, bytes};
  releaseWithThread(memory);
  return memory;
}

} // namespace fusedml::runtime
