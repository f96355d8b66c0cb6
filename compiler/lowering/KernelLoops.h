//===- KernelLoops.h - the loops of a kernel --------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_LOWERING_KERNELLOOPS_H
#define FUSEDML_COMPILER_LOWERING_KERNELLOOPS_H

#include "compiler/lowering/KernelShape.h"

namespace fusedml {

/// Adds the function of a kernel to a module.
void buildKernel(const KernelShape &shape, mlir::ModuleOp module,
                 llvm::StringRef name);

} // namespace fusedml

#endif // FUSEDML_COMPILER_LOWERING_KERNELLOOPS_H
