//===- Exact.h - operators as functions of real numbers, by MPFR ----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of tests/reference/Real.h to as many digits as are wanted, for
// the few inputs where a double does not tell which float is nearest.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_ACCURACY_EXACT_H
#define FUSEDML_TESTS_ACCURACY_EXACT_H

#include "tests/reference/Reference.h"

#include <mpfr.h>

namespace accuracy {

/// An MPFR number. Wide enough to tell x / 2 from x / 2 + x * x for the least
/// FLOAT32.
class Number {
public:
  static constexpr mpfr_prec_t kDigits = 256;

  Number() { mpfr_init2(value, kDigits); }
  explicit Number(double start) : Number() {
    mpfr_set_d(value, start, MPFR_RNDN);
  }
  Number(const Number &) = delete;
  Number &operator=(const Number &) = delete;
  ~Number() { mpfr_clear(value); }

  operator mpfr_ptr() { return value; }
  operator mpfr_srcptr() const { return value; }

private:
  mpfr_t value;
};

/// Sets `result` to the value of an operator and returns on which side of the
/// true value it lies, as MPFR's functions do: negative if below, 0 if equal.
/// `in` are its tensors after ScaleBias. Throws for operators that are none of
/// reference::realMnemonics().
int exactValue(std::string_view mnemonic,
               const reference::RefAttributes &attributes,
               std::span<const double> in, Number &result);

/// The IEEE binary format with `digits` significant bits and a last subnormal
/// bit of 2^`least`.
struct Format {
  int digits;
  int least;
  int greatest; ///< The largest numbers are below 2^greatest.
};
inline constexpr Format kFloat32{24, -149, 128};
inline constexpr Format kFloat16{11, -24, 16};

/// The nearest number of a format, ties to even, of the true value that
/// `value` and `side`, the result of exactValue, stand for.
double nearest(const Number &value, int side, const Format &format);

} // namespace accuracy

#endif // FUSEDML_TESTS_ACCURACY_EXACT_H
