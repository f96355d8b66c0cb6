//===- VectorMathParts.h - what elementary functions share ------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_LOWERING_VECTORMATHPARTS_H
#define FUSEDML_COMPILER_LOWERING_VECTORMATHPARTS_H

#include "compiler/lowering/MathBuilder.h"
#include "compiler/lowering/VectorMathTables.h"

namespace fusedml {

/// Adding it to a small float rounds that to an integer, which is then in the
/// low bits.
inline constexpr float kRoundToInteger = 0x1.8p23f;

/// 16 / ln2, and -ln2 / 16 in two parts, the first of which times an integer n
/// of the range is exact.
inline constexpr float kSixteenOverLn2 = 0x1.715476p+4f;
inline constexpr float kMinusLn2Sixteenth = -0x1.62e43p-5f;
inline constexpr float kMinusLn2SixteenthRest = 0x1.05c61p-33f;

/// pi / 2 in two parts.
inline constexpr float kHalfPi = 0x1.921fb6p0f;
inline constexpr float kHalfPiRest = -0x1.777a5cp-25f;

/// c1 + t * (c2 + ...) of an interval, whose rows are c, c0, c1, ... c0 is left
/// to the caller: it is the largest term, and only the sum with it rounds by
/// much.
inline F32 polynomial(llvm::ArrayRef<F32> rows, F32 t) {
  F32 p = rows.back();
  for (F32 coefficient : llvm::reverse(rows.drop_front(2).drop_back()))
    p = fma(p, t, coefficient);
  return p;
}

/// A product t * (1 + q) * scale, where t is in a range in which t + t * q
/// neither overflows nor loses bits.
struct ExpParts {
  F32 t, q, scale;
};
/// exp(x + rest) for x in [-130, 89] or NaN; `rest` is null or below the last
/// place of x.
ExpParts expParts(F32 x, const F32 *rest = nullptr);

/// 2^(n/16) / 4 as rounded by the table, for the integer in the low bits of n.
F32 quarterExp2(I32 n);

/// 2^e * m with m in [0.703, 1.406) for a normal positive x; the interval of m
/// is `interval` modulo 16.
struct LogParts {
  I32 e, interval;
  F32 m;
};
LogParts logParts(F32 x);

} // namespace fusedml

#endif // FUSEDML_COMPILER_LOWERING_VECTORMATHPARTS_H
