//===- Buffers.cpp - memory of resources ----------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"

#include "Files.h"
#include "Npy.h"
#include "Values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <unistd.h>

namespace fusedml::tool {

uint64_t physicalMemory() {
  long pages = sysconf(_SC_PHYS_PAGES), pageSize = sysconf(_SC_PAGESIZE);
  return pages > 0 && pageSize > 0
             ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(pageSize)
             : ~uint64_t(0);
}

Expected<Buffer> Buffer::allocate(uint64_t bytes) {
  constexpr uint64_t kAlignment = 64;
  // The system would grant more than it has, and end the process later.
  void *memory = nullptr;
  uint64_t rounded =
      std::max(kAlignment, bytes + (kAlignment - 1) -
                               (bytes + kAlignment - 1) % kAlignment);
  if (bytes > physicalMemory() ||
      posix_memalign(&memory, kAlignment, rounded) != 0)
    return makeError(ErrorCode::OutOfMemory,
                     fmt::format("{} bytes cannot be allocated", bytes));
  std::memset(memory, 0, rounded);
  Buffer buffer;
  buffer.memory.reset(static_cast<std::byte *>(memory));
  buffer.bytes = bytes;
  return buffer;
}

/// Files may have changed since they were checked.
static Status fileChanged(const Resource &resource) {
  return makeError(ErrorCode::IoError, fmt::format("'{}' changed while it was "
                                                   "being read",
                                                   resource.path.string()));
}

static Status fill(const Resource &resource, std::byte *to) {
  size_t size = elementBytes(resource.type);
  switch (resource.form) {
  case Resource::Form::Bytes:
    std::memcpy(to, resource.bytes.data(), resource.bytes.size());
    break;
  case Resource::Form::Constant:
    for (uint64_t i = 0; i < resource.valueCount; ++i)
      storeElement(resource.type, resource.start, to + i * size);
    break;
  case Resource::Form::Sequence: {
    uint64_t value = resource.start;
    for (uint64_t i = 0; i < resource.valueCount; ++i) {
      storeElement(resource.type, value, to + i * size);
      value = addElements(resource.type, value, resource.delta);
    }
    break;
  }
  case Resource::Form::Npy: {
    Expected<NpyArray> array = readNpy(resource.path);
    if (!array)
      return array.takeStatus();
    if (array->bytes.size() != resource.valueBytes)
      return fileChanged(resource);
    std::memcpy(to, array->bytes.data(), array->bytes.size());
    break;
  }
  case Resource::Form::RawFile: {
    Expected<std::string> contents = readFile(resource.path);
    if (!contents)
      return contents.takeStatus();
    if (contents->size() != resource.valueBytes)
      return fileChanged(resource);
    std::memcpy(to, contents->data(), contents->size());
    break;
  }
  }
  return {};
}

Expected<Buffer> makeBuffer(const Resource &resource) {
  Expected<Buffer> buffer = Buffer::allocate(resource.sizeInBytes);
  if (!buffer)
    return buffer;
  if (Status status = fill(resource, buffer->data()); !status)
    return status;
  return buffer;
}

} // namespace fusedml::tool
