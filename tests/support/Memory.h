//===- Memory.h - buffers that notice stray accesses ------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_MEMORY_H
#define FUSEDML_TESTS_SUPPORT_MEMORY_H

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace support {

/// Memory between two pages that fault when touched. `data()` ends exactly at
/// the second one.
class ProtectedBuffer {
public:
  explicit ProtectedBuffer(size_t bytes) : bytes(bytes) {
    size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    size_t inner = (bytes + page - 1) / page * page;
    total = inner + 2 * page;
    void *memory = mmap(nullptr, total, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      throw std::bad_alloc();
    base = static_cast<std::byte *>(memory);
    mprotect(base, page, PROT_NONE);
    mprotect(base + page + inner, page, PROT_NONE);
    start = base + page + inner - bytes;
  }
  ~ProtectedBuffer() {
    if (base)
      munmap(base, total);
  }
  ProtectedBuffer(ProtectedBuffer &&other) noexcept
      : base(std::exchange(other.base, nullptr)), start(other.start),
        bytes(other.bytes), total(other.total) {}
  ProtectedBuffer &operator=(ProtectedBuffer &&) = delete;

  std::byte *data() const { return start; }
  size_t size() const { return bytes; }
  /// Makes any later write fault.
  void makeReadOnly() const {
    size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    mprotect(base + page, total - 2 * page, PROT_READ);
  }

private:
  std::byte *base = nullptr, *start = nullptr;
  size_t bytes = 0, total = 0;
};

/// `bytes` of memory at an address that is `offset` modulo 64, filled with a
/// pattern and with bands of it before and after.
class GuardedBuffer {
public:
  static constexpr size_t kBand = 256;
  static constexpr std::byte kPattern{0xA5};

  GuardedBuffer(size_t bytes, size_t offset)
      : storage(static_cast<std::byte *>(std::aligned_alloc(
            64, (bytes + offset + 2 * kBand + 63) / 64 * 64))),
        bytes(bytes), offset(offset) {
    if (!storage)
      throw std::bad_alloc();
    std::memset(storage.get(), static_cast<int>(kPattern),
                bytes + offset + 2 * kBand);
  }

  std::byte *data() const { return storage.get() + kBand + offset; }
  size_t size() const { return bytes; }

  bool bandsUntouched() const {
    for (size_t i = 0; i < kBand + offset; ++i)
      if (storage.get()[i] != kPattern)
        return false;
    for (size_t i = 0; i < kBand; ++i)
      if (data()[bytes + i] != kPattern)
        return false;
    return true;
  }

private:
  struct Free {
    void operator()(std::byte *memory) const { std::free(memory); }
  };
  std::unique_ptr<std::byte, Free> storage;
  size_t bytes, offset;
};

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_MEMORY_H
