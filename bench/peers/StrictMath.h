//===- StrictMath.h - functions that keep FuseDML's rules -------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tanh within 0.75 ULP, swish and gelu within 1.5 and 1.7, over all inputs,
// with NaN, infinities, zeros and subnormals as FuseDML has them: only
// operations of IEEE 754, no estimates. The methods are those of
// compiler/lowering/VectorMathSigmoid.cpp, written by hand.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_BENCH_PEERS_STRICTMATH_H
#define FUSEDML_BENCH_PEERS_STRICTMATH_H

#include "StrictTables.h"

#include <immintrin.h>

#include <cstdint>
#include <limits>

namespace fusedml::peers {

inline __m512 set(float x) { return _mm512_set1_ps(x); }
inline __m512i bits(__m512 x) { return _mm512_castps_si512(x); }

/// The smaller of a constant and a value; NaN stays.
inline __m512 atMost(__m512 x, float limit) {
  return _mm512_min_ps(set(limit), x);
}

/// A magnitude with the sign of `s`.
inline __m512 withSignOf(__m512 magnitude, __m512 s) {
  constexpr int kOrAnd = 0xF8; // a | (b & c)
  return _mm512_castsi512_ps(_mm512_ternarylogic_epi32(
      bits(magnitude), bits(s), _mm512_set1_epi32(INT32_MIN), kOrAnd));
}

/// row[index mod 16], row[index mod 32]
inline __m512 look(const float (&row)[16], __m512i index) {
  return _mm512_permutexvar_ps(index, _mm512_load_ps(row));
}
inline __m512 look(const float (&row)[32], __m512i index) {
  return _mm512_permutex2var_ps(_mm512_load_ps(row), index,
                                _mm512_load_ps(row + 16));
}

/// c1 + t * (c2 + ...) of an interval.
template <int Rows, int Columns>
__m512 polynomial(const float (&table)[Rows][Columns], __m512i index,
                  __m512 t) {
  __m512 p = look(table[Rows - 1], index);
#pragma clang loop unroll(full)
  for (int row = Rows - 2; row >= 2; --row)
    p = _mm512_fmadd_ps(p, t, look(table[row], index));
  return p;
}

inline __m512 strictTanh(__m512 x) {
  __m512 a = atMost(_mm512_abs_ps(x), 9.1f);
  __m512i index = _mm512_srli_epi32(bits(_mm512_add_ps(a, set(0.625f))), 21);
  __m512 t = _mm512_sub_ps(a, look(kTanh[0], index));
  // a itself in the first interval, where the table has 1.
  __m512 base = _mm512_min_ps(look(kTanh[1], index), a);
  return withSignOf(_mm512_fmadd_ps(polynomial(kTanh, index, t), t, base), x);
}

/// exp(x + rest) = t * (1 + q) * scale, for x in [-131, 89] or NaN.
struct ExpParts {
  __m512 t, q, scale;
};

inline ExpParts expParts(__m512 x, __m512 rest) {
  const __m512 shift = set(0x1.8p23f);
  __m512 m = _mm512_fmadd_ps(x, set(0x1.715476p+4f), shift);
  __m512 n = _mm512_sub_ps(m, shift);
  __m512 r = _mm512_fmadd_ps(n, set(-0x1.62e43p-5f), x);
  r = _mm512_add_ps(_mm512_fmadd_ps(n, set(0x1.05c61p-33f), r), rest);
  __m512 q = _mm512_fmadd_ps(r, set(0x1.555766p-3f), set(0x1.000224p-1f));
  q = _mm512_fmadd_ps(r, q, set(1.0f));
  q = _mm512_fmadd_ps(r, q, look(kExp2[1], bits(m)));
  // So low that the result may be subnormal: kept larger until the last
  // product.
  __mmask16 low = _mm512_cmp_ps_mask(x, set(-80.0f), _CMP_LT_OQ);
  __m512i t = _mm512_add_epi32(bits(look(kExp2[0], bits(m))),
                               _mm512_slli_epi32(bits(m), 19));
  t = _mm512_mask_add_epi32(t, low, t, _mm512_set1_epi32(64 << 23));
  return {_mm512_castsi512_ps(t), q,
          _mm512_mask_blend_ps(low, set(0x1p2f), set(0x1p-62f))};
}

/// max(x, 0) - |x| / (1 + exp(|x|)): no cancellation on either side.
inline __m512 strictSwish(__m512 x) {
  constexpr float kEnd = 15.749f, kNoMore = 130.0f;
  const __m512 shift = set(0x1.8p23f), one = set(1.0f);
  __m512 a = _mm512_abs_ps(x);
  __m512 m = _mm512_fmadd_ps(a, set(0x1.715476p+4f), shift);
  __m512 n = _mm512_sub_ps(m, shift);
  __m512 rest =
      _mm512_fmadd_ps(n, set(0x1.05c61p-33f), look(kShortExp2[1], bits(m)));
  __m512 r = _mm512_fmadd_ps(n, set(-0x1.62e43p-5f), a);
  r = _mm512_add_ps(r, rest);
  __m512 p = _mm512_fmadd_ps(r, set(0x1.55576cp-3f), set(0x1.0001f6p-1f));
  p = _mm512_fmadd_ps(p, r, one);
  // Of 12 bits, so that 1 + t is exact.
  __m512 t = _mm512_castsi512_ps(_mm512_add_epi32(
      bits(look(kShortExp2[0], bits(m))), _mm512_slli_epi32(bits(m), 19)));
  __m512 d = _mm512_fmadd_ps(_mm512_mul_ps(t, r), p, _mm512_add_ps(t, one));
  __m512 y = _mm512_div_ps(a, d);
  __mmask16 wide = _mm512_cmp_ps_mask(a, set(kEnd), _CMP_GT_OQ);
  if (wide) [[unlikely]] {
    // a * E / (1 + E) = a * (E - E^2), E = exp(-a); scaled down last.
    ExpParts e = expParts(_mm512_sub_ps(set(0.0f), atMost(a, kNoMore)),
                          _mm512_setzero_ps());
    __m512 q = _mm512_mul_ps(a, e.t), qRest = _mm512_fmsub_ps(a, e.t, q);
    __m512 square = _mm512_fnmadd_ps(e.t, e.scale, e.q);
    __m512 tail = _mm512_add_ps(_mm512_fmadd_ps(q, square, qRest), q);
    tail = _mm512_mul_ps(tail, e.scale);
    // Beyond, the product is 0, but NaN for -infinity, by the formula.
    __mmask16 none = _mm512_cmp_ps_mask(a, set(kNoMore), _CMP_GT_OQ);
    __m512 negative = _mm512_min_ps(x, _mm512_setzero_ps());
    __m512 zero = _mm512_mul_ps(negative, set(-0.0f));
    tail = _mm512_mask_mov_ps(tail, none, zero);
    y = _mm512_mask_mov_ps(y, wide, tail);
  }
  return _mm512_sub_ps(_mm512_max_ps(set(-0.0f), x), y);
}

/// max(x, 0) - |x| * erfc(|x| / sqrt(2)) / 2
inline __m512 strictGelu(__m512 x) {
  constexpr float kEnd = 5.049f;
  __m512 a = _mm512_abs_ps(x), b = atMost(a, kEnd);
  __m512 u = _mm512_fmadd_ps(b, set(0.78f), set(2.3f));
  __m512i index = bits(_mm512_fmadd_ps(u, b, set(0x1p23f)));
  __m512 t = _mm512_sub_ps(b, look(kGelu[0], index));
  __m512 y =
      _mm512_fmadd_ps(polynomial(kGelu, index, t), t, look(kGelu[1], index));
  y = _mm512_mul_ps(b, y);
  __mmask16 wide = _mm512_cmp_ps_mask(a, set(kEnd), _CMP_GT_OQ);
  if (wide) [[unlikely]] {
    // exp(-a^2 / 2) * G(1 / a^2) with a^2 = h and its rounding error.
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kFirst = 0x1.988452p-2f;
    __m512 c = atMost(a, 15.0f), h = _mm512_mul_ps(c, c);
    __m512 w = _mm512_div_ps(set(1.0f), h), half = set(-0.5f);
    ExpParts e = expParts(_mm512_mul_ps(half, h),
                          _mm512_mul_ps(half, _mm512_fmsub_ps(c, c, h)));
    __m512 p = _mm512_fmadd_ps(w, set(-0x1.fa9a0cp+6f), set(0x1.061d0cp+5f));
    p = _mm512_fmadd_ps(p, w, set(-0x1.731568p+2f));
    p = _mm512_fmadd_ps(p, w, set(0x1.31e024p+0f));
    p = _mm512_fmadd_ps(p, w, set(-0x1.9881aap-2f));
    __m512 first = _mm512_mul_ps(e.t, set(kFirst)), d = _mm512_mul_ps(p, w);
    __m512 low = _mm512_fmadd_ps(e.q, _mm512_add_ps(d, set(kFirst)), d);
    low = _mm512_fmadd_ps(e.t, low, _mm512_fmsub_ps(e.t, set(kFirst), first));
    __m512 tail = _mm512_mul_ps(_mm512_add_ps(first, low), e.scale);
    y = _mm512_mask_mov_ps(y, wide, tail);
    // The formula has the factor 1 + erf there, which is 0.
    __mmask16 least = _mm512_cmp_ps_mask(x, set(-kInfinity), _CMP_EQ_OQ);
    y = _mm512_mask_mov_ps(y, least,
                           set(std::numeric_limits<float>::quiet_NaN()));
  }
  return _mm512_sub_ps(_mm512_max_ps(set(-0.0f), x), y);
}

} // namespace fusedml::peers

#endif // FUSEDML_BENCH_PEERS_STRICTMATH_H
