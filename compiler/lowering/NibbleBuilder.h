//===- NibbleBuilder.h - loads and stores of 4-bit elements ---------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_LOWERING_NIBBLEBUILDER_H
#define FUSEDML_COMPILER_LOWERING_NIBBLEBUILDER_H

#include "mlir/IR/Builders.h"

namespace fusedml {

/// Accesses to INT4 and UINT4, which lie two to a byte, the first in the low
/// half. Addresses are i64 numbers that count nibbles; values are i8, extended
/// by the sign or by zeros. A store leaves the other half of its byte alone.
class NibbleBuilder {
public:
  NibbleBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : b(builder), loc(loc) {}

  /// The first nibble of a byte.
  mlir::Value addressOf(mlir::Value byteAddress);
  mlir::Value load(mlir::Value nibble, bool isUnsigned);
  void store(mlir::Value nibble, mlir::Value value);
  /// Consecutive nibbles as a vector of `count`, which is even. A store is of
  /// whole bytes where the first nibble lies in a low half.
  mlir::Value loadVector(mlir::Value first, int64_t count, bool isUnsigned);
  void storeVector(mlir::Value first, mlir::Value values);

private:
  mlir::Value pointerTo(mlir::Value nibble);
  /// The bit of its byte at which a nibble begins.
  mlir::Value shiftOf(mlir::Value nibble);
  mlir::Value isInHighHalf(mlir::Value nibble);
  /// The low halves of bytes as numbers.
  mlir::Value extend(mlir::Value bytes, bool isUnsigned);
  mlir::Value next(mlir::Value nibble, int64_t distance);
  /// A constant of the type of `like`.
  mlir::Value constant(mlir::Type like, int64_t value);

  mlir::OpBuilder &b;
  mlir::Location loc;
};

} // namespace fusedml

#endif // FUSEDML_COMPILER_LOWERING_NIBBLEBUILDER_H
