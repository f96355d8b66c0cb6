//===- Views.h - addresses of one layout seen through another ----*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_TRANSFORMS_VIEWS_H
#define FUSEDML_COMPILER_TRANSFORMS_VIEWS_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace fusedml {

/// A producer writes elements with layout `produced`. `seen` reads the same
/// memory with other sizes and strides. `operand` is the layout of one of the
/// producer's operands, of the producer's sizes. Returns the strides with
/// which `seen`'s elements find their operand element, or nullopt if no
/// strides do (the view crosses rows, reads padding, or converts types).
std::optional<llvm::SmallVector<int64_t>>
seeThrough(mlir::RankedTensorType seen, mlir::RankedTensorType produced,
           mlir::RankedTensorType operand);

} // namespace fusedml

#endif // FUSEDML_COMPILER_TRANSFORMS_VIEWS_H
