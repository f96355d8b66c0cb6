//===- Arena.cpp - memory for temporaries ---------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Arena.h"

#include "runtime/MemoryPlan.h"

#include <cstdint>
#include <memory>
#include <new>

namespace fusedml::runtime {

namespace {

struct FreeAligned {
  void operator()(std::byte *memory) const {
    ::operator delete(memory, std::align_val_t{arenaAlignment});
  }
};

struct ThreadBuffer {
  std::unique_ptr<std::byte, FreeAligned> memory;
  uint64_t bytes = 0;
};

} // namespace

std::byte *threadArena(uint64_t bytes) {
  thread_local ThreadBuffer buffer;
  if (bytes <= buffer.bytes)
    return buffer.memory.get();
  // The old one goes first; both together may not fit.
  buffer.memory.reset();
  buffer.bytes = 0;
  if (bytes > static_cast<uint64_t>(PTRDIFF_MAX))
    return nullptr;
  buffer.memory.reset(static_cast<std::byte *>(
      ::operator new(bytes, std::align_val_t{arenaAlignment}, std::nothrow)));
  if (buffer.memory)
    buffer.bytes = bytes;
  return buffer.memory.get();
}

} // namespace fusedml::runtime
