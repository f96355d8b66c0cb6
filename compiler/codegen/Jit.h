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
#include "runtime/Plan.h"

#include "llvm/Support/MemoryBuffer.h"

namespace fusedml {

/// Links an object and fills in the plan's function pointers by its steps'
/// names. Every object has a JITDylib of its own, so that equal names do not
/// meet; it is removed, with its memory, when the last copy of plan.code is
/// gone. If `image` is not null, it gets a copy of what was linked, which can
/// be loaded again, or the reason why there is none. Thread-safe.
Status loadKernels(std::unique_ptr<llvm::MemoryBuffer> object,
                   runtime::Plan &plan, runtime::LinkedImage *image = nullptr);

} // namespace fusedml

#endif // FUSEDML_COMPILER_CODEGEN_JIT_H
