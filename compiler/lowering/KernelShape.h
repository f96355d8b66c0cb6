//===- KernelShape.h - what the code of a dml.fused looks like --*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_LOWERING_KERNELSHAPE_H
#define FUSEDML_COMPILER_LOWERING_KERNELSHAPE_H

#include "compiler/target/TargetDescription.h"
#include "dialect/Dml.h"
#include "fusedml/Compile.h"

namespace fusedml {

/// One input or result of a kernel.
struct OperandLayout {
  /// Element type: signless, i16 for halves, i8 for 4-bit integers.
  mlir::Type stored;
  llvm::SmallVector<int64_t> strides;
  bool isIndex = false;
  /// Elements of 4 bits, two to a byte. Their addresses count nibbles.
  bool isNibble = false;
  bool isUnsigned = false; ///< Nibbles only.

  bool variesAlong(unsigned dim) const { return strides[dim] != 0; }
  /// Bytes every address is a multiple of.
  unsigned alignment() const { return stored.getIntOrFloatBitWidth() / 8; }
};

/// What is decided about a kernel before any of its code is built.
struct KernelShape {
  KernelShape(dml::FusedOp fused, const TargetDescription &target, FloatMode fp,
              bool isShort);

  mlir::Block &block; ///< The operators.
  const TargetDescription &target;
  FloatMode fp;
  unsigned rank, inputs;
  llvm::SmallVector<OperandLayout> operands; ///< Inputs, then results.
  /// The loop level at which each value of the body is computed: the number of
  /// dimensions up to the last that it varies along.
  llvm::DenseMap<mlir::Value, unsigned> levels;
  /// The operators that become calls, and the one whose function they call.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> callees;
  int64_t vectorLanes = 1; ///< Of one vector.
  int64_t lanes = 1;       ///< Of a trip of the vector loop.
  bool masksTail = false;  ///< Otherwise it goes element by element.
  /// How results are written past the caches where the caller asks for it.
  enum class PastCaches {
    Never,
    Loop,  ///< In a loop of its own.
    Store, ///< Each store of the only loop has the choice.
  } pastCaches = PastCaches::Never;
  double nanoseconds = 0; ///< Estimated, of one element.

private:
  void describeOperands(dml::FusedOp fused);
  void assignLevels();
  void judgeOperators();
  void chooseLoops(bool isShort);

  unsigned functions = 0; ///< Operators that compute elementary functions.
};

/// What elements of a type are in memory and in registers.
mlir::Type storedType(mlir::Type element);

} // namespace fusedml

#endif // FUSEDML_COMPILER_LOWERING_KERNELSHAPE_H
