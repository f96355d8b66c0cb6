//===- Registration.h - dialects and passes for tools -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_REGISTRATION_H
#define FUSEDML_COMPILER_REGISTRATION_H

#include "mlir/IR/DialectRegistry.h"

namespace fusedml {

/// Registers every dialect the pipeline uses and every pass it runs.
void registerAll(mlir::DialectRegistry &registry);

/// Dialects of the pipeline only.
void registerDialects(mlir::DialectRegistry &registry);

} // namespace fusedml

#endif // FUSEDML_COMPILER_REGISTRATION_H
