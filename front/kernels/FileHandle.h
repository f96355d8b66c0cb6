//===- FileHandle.h - an open file ------------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_FILEHANDLE_H
#define FUSEDML_FRONT_KERNELS_FILEHANDLE_H

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <span>
#include <utility>

namespace fusedml::kernels {

/// Owns a file descriptor. Negative: there is none.
class FileHandle {
public:
  explicit FileHandle(int newDescriptor) : descriptor(newDescriptor) {}
  FileHandle(FileHandle &&other) noexcept
      : descriptor(std::exchange(other.descriptor, -1)) {}
  FileHandle &operator=(FileHandle &&) = delete;
  ~FileHandle() {
    if (descriptor >= 0)
      close(descriptor);
  }

  explicit operator bool() const { return descriptor >= 0; }
  int get() const { return descriptor; }
  int release() { return std::exchange(descriptor, -1); }

  /// Reads all of `to` from an offset; false if the file ends before.
  bool read(std::span<std::byte> to, uint64_t offset) const {
    while (!to.empty()) {
      ssize_t count =
          pread(descriptor, to.data(), to.size(), static_cast<off_t>(offset));
      if (count < 0 && errno == EINTR)
        continue;
      if (count <= 0)
        return false;
      to = to.subspan(static_cast<size_t>(count));
      offset += static_cast<uint64_t>(count);
    }
    return true;
  }

  bool write(std::span<const std::byte> from) const {
    while (!from.empty()) {
      ssize_t count = ::write(descriptor, from.data(), from.size());
      if (count < 0 && errno == EINTR)
        continue;
      if (count <= 0)
        return false;
      from = from.subspan(static_cast<size_t>(count));
    }
    return true;
  }

private:
  int descriptor;
};

} // namespace fusedml::kernels

#endif // FUSEDML_FRONT_KERNELS_FILEHANDLE_H
