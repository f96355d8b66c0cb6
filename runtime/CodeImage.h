//===- CodeImage.h - linked code that loads by copying ----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_CODEIMAGE_H
#define FUSEDML_RUNTIME_CODEIMAGE_H

#include "runtime/KernelAbi.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace fusedml::runtime {

/// Code and the constants it reads as the linker left them. It refers to
/// nothing outside and to itself by distances alone, so that it runs at every
/// address that is a multiple of kCodeAlignment.
struct LinkedImage {
  std::vector<std::byte> bytes;
  uint64_t entry = 0; ///< Where the kernel's function starts.
};

inline constexpr uint64_t kCodeAlignment = 4096;

/// A LinkedImage in memory of its own that can be read and executed and, once
/// it is there, not written.
class CodeImage {
public:
  /// Null if there are no bytes, or if the system refuses the memory.
  static std::shared_ptr<CodeImage> load(std::span<const std::byte> bytes);
  ~CodeImage();
  CodeImage(const CodeImage &) = delete;
  CodeImage &operator=(const CodeImage &) = delete;

  /// The function at an offset; valid while the image is. Null for an offset
  /// that is outside.
  KernelFn function(uint64_t offset) const;
  size_t bytes() const { return size; }

private:
  CodeImage(void *newMemory, size_t newSize)
      : memory(newMemory), size(newSize) {}

  void *memory;
  size_t size;
};

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_CODEIMAGE_H
