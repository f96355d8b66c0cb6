//===- LimitVectors.h - 512- and 256-bit vectors of floats ------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same names for both widths, so that a kernel is written once.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_BENCH_PEERS_LIMITVECTORS_H
#define FUSEDML_BENCH_PEERS_LIMITVECTORS_H

#include <immintrin.h>

#include <cstdint>

namespace fusedml::peers {

constexpr int kRoundToNearest = 8; ///< For vrndscale: no exceptions.
/// For vpternlog: (a & ~c) | (b & c).
constexpr int kBlendBits = 0xD8;

struct Vector16 {
  using Float = __m512;
  using Mask = __mmask16;
  static constexpr int kLanes = 16;

  static Float load(const float *p) { return _mm512_loadu_ps(p); }
  static Float load(Mask mask, const float *p) {
    return _mm512_maskz_loadu_ps(mask, p);
  }
  static void store(float *p, Float v) { _mm512_storeu_ps(p, v); }
  static void store(Mask mask, float *p, Float v) {
    _mm512_mask_storeu_ps(p, mask, v);
  }
  static void stream(float *p, Float v) { _mm512_stream_ps(p, v); }
  static Float set(float x) { return _mm512_set1_ps(x); }
  static Float mul(Float a, Float b) { return _mm512_mul_ps(a, b); }
  static Float add(Float a, Float b) { return _mm512_add_ps(a, b); }
  static Float sub(Float a, Float b) { return _mm512_sub_ps(a, b); }
  static Float div(Float a, Float b) { return _mm512_div_ps(a, b); }
  static Float fma(Float a, Float b, Float c) {
    return _mm512_fmadd_ps(a, b, c);
  }
  /// c - a * b
  static Float fnma(Float a, Float b, Float c) {
    return _mm512_fnmadd_ps(a, b, c);
  }
  static Float abs(Float a) { return _mm512_abs_ps(a); }
  /// The second operand if one is NaN or both are zero, as the instruction.
  static Float min(Float a, Float b) { return _mm512_min_ps(a, b); }
  static Float max(Float a, Float b) { return _mm512_max_ps(a, b); }
  static Mask above(Float a, Float b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ);
  }
  static Mask below(Float a, Float b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
  }
  /// a - b where the mask is set, elsewhere 0.
  static Float subOrZero(Mask mask, Float a, Float b) {
    return _mm512_maskz_sub_ps(mask, a, b);
  }
  /// a + b where the mask is set, elsewhere `other`.
  static Float addOr(Float other, Mask mask, Float a, Float b) {
    return _mm512_mask_add_ps(other, mask, a, b);
  }
  static Float blend(Mask mask, Float unset, Float set) {
    return _mm512_mask_blend_ps(mask, unset, set);
  }
  static Float round(Float a) {
    return _mm512_roundscale_ps(a, kRoundToNearest);
  }
  /// a * 2^floor(e)
  static Float scale(Float a, Float e) { return _mm512_scalef_ps(a, e); }
  static Float copySign(Float magnitude, Float sign) {
    return _mm512_castsi512_ps(_mm512_ternarylogic_epi32(
        _mm512_castps_si512(magnitude), _mm512_castps_si512(sign),
        _mm512_set1_epi32(INT32_MIN), kBlendBits));
  }
  /// One Newton step on the 14-bit estimate.
  static Float reciprocal(Float d) {
    Float r = _mm512_rcp14_ps(d);
    return fma(r, fnma(d, r, set(1.0f)), r);
  }
};

struct Vector8 {
  using Float = __m256;
  using Mask = __mmask8;
  static constexpr int kLanes = 8;

  static Float load(const float *p) { return _mm256_loadu_ps(p); }
  static Float load(Mask mask, const float *p) {
    return _mm256_maskz_loadu_ps(mask, p);
  }
  static void store(float *p, Float v) { _mm256_storeu_ps(p, v); }
  static void store(Mask mask, float *p, Float v) {
    _mm256_mask_storeu_ps(p, mask, v);
  }
  static void stream(float *p, Float v) { _mm256_stream_ps(p, v); }
  static Float set(float x) { return _mm256_set1_ps(x); }
  static Float mul(Float a, Float b) { return _mm256_mul_ps(a, b); }
  static Float add(Float a, Float b) { return _mm256_add_ps(a, b); }
  static Float sub(Float a, Float b) { return _mm256_sub_ps(a, b); }
  static Float div(Float a, Float b) { return _mm256_div_ps(a, b); }
  static Float fma(Float a, Float b, Float c) {
    return _mm256_fmadd_ps(a, b, c);
  }
  static Float fnma(Float a, Float b, Float c) {
    return _mm256_fnmadd_ps(a, b, c);
  }
  static Float abs(Float a) { return _mm256_andnot_ps(set(-0.0f), a); }
  static Float min(Float a, Float b) { return _mm256_min_ps(a, b); }
  static Float max(Float a, Float b) { return _mm256_max_ps(a, b); }
  static Mask above(Float a, Float b) {
    return _mm256_cmp_ps_mask(a, b, _CMP_GT_OQ);
  }
  static Mask below(Float a, Float b) {
    return _mm256_cmp_ps_mask(a, b, _CMP_LT_OQ);
  }
  static Float subOrZero(Mask mask, Float a, Float b) {
    return _mm256_maskz_sub_ps(mask, a, b);
  }
  static Float addOr(Float other, Mask mask, Float a, Float b) {
    return _mm256_mask_add_ps(other, mask, a, b);
  }
  static Float blend(Mask mask, Float unset, Float set) {
    return _mm256_mask_blend_ps(mask, unset, set);
  }
  static Float round(Float a) {
    return _mm256_roundscale_ps(a, kRoundToNearest);
  }
  static Float scale(Float a, Float e) { return _mm256_scalef_ps(a, e); }
  static Float copySign(Float magnitude, Float sign) {
    return _mm256_castsi256_ps(_mm256_ternarylogic_epi32(
        _mm256_castps_si256(magnitude), _mm256_castps_si256(sign),
        _mm256_set1_epi32(INT32_MIN), kBlendBits));
  }
  static Float reciprocal(Float d) {
    Float r = _mm256_rcp14_ps(d);
    return fma(r, fnma(d, r, set(1.0f)), r);
  }
};

} // namespace fusedml::peers

#endif // FUSEDML_BENCH_PEERS_LIMITVECTORS_H
