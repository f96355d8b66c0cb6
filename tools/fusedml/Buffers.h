//===- Buffers.h - memory of resources --------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TOOLS_FUSEDML_BUFFERS_H
#define FUSEDML_TOOLS_FUSEDML_BUFFERS_H

#include "Model.h"

#include <cstdlib>
#include <memory>
#include <span>

namespace fusedml::tool {

/// Zeroed memory, aligned for every element type and vector.
class Buffer {
public:
  Buffer() = default;
  /// Error: OutOfMemory.
  static Expected<Buffer> allocate(uint64_t bytes);

  std::byte *data() const { return memory.get(); }
  uint64_t size() const { return bytes; }
  std::span<std::byte> first(uint64_t count) const {
    return {memory.get(), static_cast<size_t>(count)};
  }

private:
  struct Free {
    void operator()(std::byte *memory) const { std::free(memory); }
  };
  std::unique_ptr<std::byte[], Free> memory;
  uint64_t bytes = 0;
};

/// Bytes of memory this machine has.
uint64_t physicalMemory();

/// The resource with its initial values.
Expected<Buffer> makeBuffer(const Resource &resource);

} // namespace fusedml::tool

#endif // FUSEDML_TOOLS_FUSEDML_BUFFERS_H
