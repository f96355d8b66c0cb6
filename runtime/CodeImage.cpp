//===- CodeImage.cpp - linked code that loads by copying ------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/CodeImage.h"

#include <sys/mman.h>

#include <cstring>

namespace fusedml::runtime {

std::shared_ptr<CodeImage> CodeImage::load(std::span<const std::byte> bytes) {
  if (bytes.empty())
    return nullptr;
  // Copied and not mapped from a file: what has been checked is what runs, even
  // if the file is written to meanwhile, or lies where nothing may be executed.
  void *memory = mmap(nullptr, bytes.size(), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  std::shared_ptr<CodeImage> image(new CodeImage(memory, bytes.size()));
  std::memcpy(memory, bytes.data(), bytes.size());
  if (mprotect(memory, bytes.size(), PROT_READ | PROT_EXEC) != 0)
    return nullptr;
  auto *begin = static_cast<char *>(memory);
  __builtin___clear_cache(begin, begin + bytes.size());
  return image;
}

CodeImage::~CodeImage() { munmap(memory, size); }

KernelFn CodeImage::function(uint64_t offset) const {
  if (offset >= size)
    return nullptr;
  return reinterpret_cast<KernelFn>(static_cast<std::byte *>(memory) + offset);
}

} // namespace fusedml::runtime
