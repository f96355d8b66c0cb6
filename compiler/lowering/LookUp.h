//===- LookUp.h - small tables in registers ---------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_LOWERING_LOOKUP_H
#define FUSEDML_COMPILER_LOWERING_LOOKUP_H

#include "compiler/lowering/ElementBuilder.h"

namespace fusedml {

/// table[index mod size] in every lane, for tables of 4, 16 or 32 entries and
/// i32 indices. `name` identifies the table within a kernel. Where the target
/// permutes registers by a register, the table stays in registers over the
/// loop; elsewhere each element is read from memory.
mlir::Value lookUp(ElementBuilder &e, llvm::StringRef name,
                   llvm::ArrayRef<float> table, mlir::Value index);

/// The same in every row, of which there are up to eight.
llvm::SmallVector<mlir::Value>
lookUpRows(ElementBuilder &e, llvm::StringRef name,
           llvm::ArrayRef<llvm::ArrayRef<float>> rows, mlir::Value index);

} // namespace fusedml

#endif // FUSEDML_COMPILER_LOWERING_LOOKUP_H
