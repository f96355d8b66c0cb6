//===- Jit.h - objects loaded into this process -----------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_CODEGEN_JIT_H
#define FUSEDML_COMPILER_CODEGEN_JIT_H

#include "fusedml/Status.h"
#include "runtime/CodeImage.h"

#include "llvm/Support/MemoryBuffer.h"

namespace fusedml {

/// Links an object in memory, as position independent code that refers to
/// nothing outside: an image that a process can load (runtime::CodeImage), this
/// one or a later one. `entry` is the name of its function. Thread-safe.
/// Errors: Internal if the object is not of that kind.
Expected<runtime::LinkedImage>
linkKernel(std::unique_ptr<llvm::MemoryBuffer> object, llvm::StringRef entry);

} // namespace fusedml

#endif // FUSEDML_COMPILER_CODEGEN_JIT_H
