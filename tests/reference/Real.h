//===- Real.h - operators as functions of real numbers --------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What operators whose results are not exact are measured against: the value
// of their formula in real numbers, FLOAT attributes taken as they are, by the
// C library in double. Formulas are in a form that loses no digits.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_REFERENCE_REAL_H
#define FUSEDML_TESTS_REFERENCE_REAL_H

#include "tests/reference/Reference.h"

#include <array>

namespace reference {

/// What a change of the sign of the input does to the value.
enum class Symmetry { None, Odd, Even };

/// An operator with its attributes. `x` and `y` are its tensors in the order
/// of the desc struct, after ScaleBias; operators of one input ignore `y`.
class RealFunction {
public:
  /// Null operator bool if `mnemonic` is none of realMnemonics().
  RealFunction(std::string_view mnemonic, const RefAttributes &attributes);

  explicit operator bool() const { return row; }
  unsigned inputs() const;
  /// Holds for every input, or is None.
  Symmetry symmetry() const { return sign; }

  /// The value to about double precision: its error is below 2^-44 of it.
  double operator()(double x, double y = 0) const;

  struct Row;

private:
  const Row *row;
  std::array<double, 2> attributes{};
  Symmetry sign = Symmetry::None;
};

/// RealFunction(mnemonic, attributes) of `in`; the operator must be known.
double realValue(std::string_view mnemonic, const RefAttributes &attributes,
                 std::span<const double> in);

std::vector<std::string_view> realMnemonics();

} // namespace reference

#endif // FUSEDML_TESTS_REFERENCE_REAL_H
