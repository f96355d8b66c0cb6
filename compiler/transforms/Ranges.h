//===- Ranges.h - what a float element cannot be ----------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_TRANSFORMS_RANGES_H
#define FUSEDML_COMPILER_TRANSFORMS_RANGES_H

#include "dialect/Dml.h"

#include "llvm/ADT/DenseMap.h"

namespace fusedml {

/// A set of classes, one of which each float belongs to. Infinities are numbers
/// of their sign.
class SignSet {
public:
  enum Class : uint8_t {
    Negative = 1,
    MinusZero = 2,
    PlusZero = 4,
    Positive = 8,
    Nan = 16,       ///< Its sign bit is 0.
    SignedNan = 32, ///< Its sign bit is 1.
  };
  static constexpr uint8_t kZeros = MinusZero | PlusZero;
  static constexpr uint8_t kNans = Nan | SignedNan;
  static constexpr uint8_t kAll = 63;

  constexpr SignSet(unsigned classes = 0)
      : classes(static_cast<uint8_t>(classes)) {}
  static SignSet of(double value);

  bool mayBe(unsigned some) const { return classes & some; }
  SignSet only(unsigned some) const { return classes & some; }
  SignSet operator|(SignSet other) const { return classes | other.classes; }
  SignSet &operator|=(SignSet other) { return *this = *this | other; }
  bool operator==(const SignSet &) const = default;

  /// Of numbers rounded once more, which may turn small ones to zeros.
  SignSet rounded() const;

private:
  uint8_t classes;
};

SignSet negated(SignSet x);
SignSet absolute(SignSet x);
SignSet sum(SignSet a, SignSet b);
SignSet product(SignSet a, SignSet b);
/// IEEE 754-2019 maximum and minimum.
SignSet maximum(SignSet a, SignSet b);
SignSet minimum(SignSet a, SignSet b);
/// Whether maximum(a, b) is a for all that they may be.
bool isMaximum(SignSet a, SignSet b);

/// What the elements of a dml.fused may be, operator by operator in order. It
/// relies on nothing about scalars but graph::knownPart().
class Ranges {
public:
  /// Notes the range of an operator's result; its operands are done.
  void add(mlir::Operation *op);
  /// Everything for values that are not known, and for integers.
  SignSet of(mlir::Value value) const;
  /// What the first operand is after the operator's ScaleBias.
  SignSet ofInput(mlir::Operation *op) const;
  /// Of a Float field, after `toHalf` as FLOAT16.
  static SignSet ofScalar(mlir::Operation *op, llvm::StringRef field,
                          bool toHalf = false);

private:
  /// By the SignRule of the operator's row.
  SignSet ofResult(mlir::Operation *op) const;

  llvm::DenseMap<mlir::Value, SignSet> known;
};

} // namespace fusedml

#endif // FUSEDML_COMPILER_TRANSFORMS_RANGES_H
