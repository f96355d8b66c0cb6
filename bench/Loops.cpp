//===- Loops.cpp - hand-written multiply and shrink -----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/Loops.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace fusedml::bench {

#if defined(__x86_64__)

namespace {

constexpr float kBias = 0.1f;
constexpr float kThreshold = 0.5f;

// The last elements that do not fill a vector.
void multiplyShrinkRest(const float *a, const float *b, float *y, size_t begin,
                        size_t end) {
  for (size_t i = begin; i < end; ++i) {
    float x = a[i] * b[i];
    y[i] = x > kThreshold ? x - kBias : x < -kThreshold ? x + kBias : 0.0f;
  }
}

#define FUSEDML_AVX512 __attribute__((target("avx512f")))
#define FUSEDML_AVX2 __attribute__((target("avx2")))

// Masked arithmetic makes both branches without a blend.
template <bool NonTemporal>
FUSEDML_AVX512 inline void step512(const float *a, const float *b, float *y) {
  const __m512 bias = _mm512_set1_ps(kBias);
  const __m512 above = _mm512_set1_ps(kThreshold);
  const __m512 below = _mm512_set1_ps(-kThreshold);
  __m512 x = _mm512_mul_ps(_mm512_loadu_ps(a), _mm512_loadu_ps(b));
  __mmask16 isAbove = _mm512_cmp_ps_mask(x, above, _CMP_GT_OQ);
  __mmask16 isBelow = _mm512_cmp_ps_mask(x, below, _CMP_LT_OQ);
  __m512 result = _mm512_maskz_sub_ps(isAbove, x, bias);
  result = _mm512_mask_add_ps(result, isBelow, x, bias);
  if constexpr (NonTemporal)
    _mm512_stream_ps(y, result);
  else
    _mm512_storeu_ps(y, result);
}

template <size_t Unroll, bool NonTemporal>
FUSEDML_AVX512 void loop512(const float *a, const float *b, float *y,
                            size_t count) {
  size_t i = 0;
  for (; i + 16 * Unroll <= count; i += 16 * Unroll)
#pragma clang loop unroll(full)
    for (size_t u = 0; u < 16 * Unroll; u += 16)
      step512<NonTemporal>(a + i + u, b + i + u, y + i + u);
  if constexpr (NonTemporal)
    _mm_sfence();
  multiplyShrinkRest(a, b, y, i, count);
}

template <bool NonTemporal>
FUSEDML_AVX2 inline void step256(const float *a, const float *b, float *y) {
  const __m256 bias = _mm256_set1_ps(kBias);
  const __m256 above = _mm256_set1_ps(kThreshold);
  const __m256 below = _mm256_set1_ps(-kThreshold);
  __m256 x = _mm256_mul_ps(_mm256_loadu_ps(a), _mm256_loadu_ps(b));
  __m256 isAbove = _mm256_cmp_ps(x, above, _CMP_GT_OQ);
  __m256 isBelow = _mm256_cmp_ps(x, below, _CMP_LT_OQ);
  __m256 result = _mm256_or_ps(_mm256_and_ps(isAbove, _mm256_sub_ps(x, bias)),
                               _mm256_and_ps(isBelow, _mm256_add_ps(x, bias)));
  if constexpr (NonTemporal)
    _mm256_stream_ps(y, result);
  else
    _mm256_storeu_ps(y, result);
}

template <size_t Unroll, bool NonTemporal>
FUSEDML_AVX2 void loop256(const float *a, const float *b, float *y,
                          size_t count) {
  size_t i = 0;
  for (; i + 8 * Unroll <= count; i += 8 * Unroll)
#pragma clang loop unroll(full)
    for (size_t u = 0; u < 8 * Unroll; u += 8)
      step256<NonTemporal>(a + i + u, b + i + u, y + i + u);
  if constexpr (NonTemporal)
    _mm_sfence();
  multiplyShrinkRest(a, b, y, i, count);
}

} // namespace

std::span<const MultiplyShrinkLoop> multiplyShrinkLoops() {
  static const bool avx512 = __builtin_cpu_supports("avx512f");
  static const bool avx2 = __builtin_cpu_supports("avx2");
  static const MultiplyShrinkLoop loops[] = {
      {"avx512", loop512<1, false>, avx512},
      {"avx512 x4", loop512<4, false>, avx512},
      {"avx512 nt", loop512<1, true>, avx512},
      {"avx512 nt x4", loop512<4, true>, avx512},
      {"avx2", loop256<1, false>, avx2},
      {"avx2 x4", loop256<4, false>, avx2},
      {"avx2 nt", loop256<1, true>, avx2},
      {"avx2 nt x4", loop256<4, true>, avx2},
  };
  return loops;
}

#else

std::span<const MultiplyShrinkLoop> multiplyShrinkLoops() { return {}; }

#endif

} // namespace fusedml::bench
