//===- Passes.h - passes of FuseDML -----------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_TRANSFORMS_PASSES_H
#define FUSEDML_COMPILER_TRANSFORMS_PASSES_H

#include "dialect/Dml.h"
#include "fusedml/Compile.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <string>

namespace fusedml {

#define GEN_PASS_DECL
#include "compiler/transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "compiler/transforms/Passes.h.inc"

/// The work of dml-fuse-elementwise on one function. `report`, unless it is
/// null, gets what it did, for people.
void fuseElementwise(mlir::func::FuncOp function, bool fuse,
                     std::string *report = nullptr);

} // namespace fusedml

#endif // FUSEDML_COMPILER_TRANSFORMS_PASSES_H
