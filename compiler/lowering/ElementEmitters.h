//===- ElementEmitters.h - what each operator does to an element ----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_LOWERING_ELEMENTEMITTERS_H
#define FUSEDML_COMPILER_LOWERING_ELEMENTEMITTERS_H

#include "compiler/lowering/ElementBuilder.h"

#include "mlir/IR/Operation.h"

namespace fusedml {

/// Builds one operator's arithmetic. `op` stands in dml.fused on elements and
/// gives attributes and data types; `operands` are in storage form, and so is
/// the result.
struct ElementEmitter {
  llvm::StringRef mnemonic;
  mlir::Value (*emit)(ElementBuilder &e, mlir::Operation *op,
                      mlir::ValueRange operands);
};

/// Null if the operator has none.
const ElementEmitter *findEmitter(llvm::StringRef mnemonic);

} // namespace fusedml

#endif // FUSEDML_COMPILER_LOWERING_ELEMENTEMITTERS_H
