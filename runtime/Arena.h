//===- Arena.h - memory for temporaries -------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_ARENA_H
#define FUSEDML_RUNTIME_ARENA_H

#include <cstddef>
#include <cstdint>

namespace fusedml::runtime {

/// At least `bytes` bytes at a multiple of 64, or null if there is no memory.
/// The contents are undefined. The buffer belongs to the calling thread, is
/// valid until the thread asks again, and is freed when the thread ends:
/// fresh pages cost more than most steps.
std::byte *threadArena(uint64_t bytes);

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_ARENA_H
