//===- StrictLimits.cpp - kernels that keep FuseDML's rules ---------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One rounding an operation, in the order of the formula; NaN, negative zero
// and integer quotients as docs/decisions.md has them; functions within the
// bounds of their operators.
//
//===----------------------------------------------------------------------===//

#include "LimitLoops.h"
#include "StrictMath.h"

using namespace fusedml::peers;

namespace {

struct Swish {
  static constexpr int arity = 1;
  template <typename V> static __m512 apply(__m512 a, __m512, __m512, __m512) {
    return strictSwish(a);
  }
};

struct Gelu {
  static constexpr int arity = 1;
  template <typename V> static __m512 apply(__m512 a, __m512, __m512, __m512) {
    return strictGelu(a);
  }
};

struct Tanh {
  static constexpr int arity = 1;
  template <typename V> static __m512 apply(__m512 a, __m512, __m512, __m512) {
    return strictTanh(a);
  }
};

struct TanhChain {
  static constexpr int arity = 4;
  template <typename V>
  static __m512 apply(__m512 a, __m512 b, __m512 c, __m512 d) {
    return V::mul(strictTanh(V::add(V::mul(a, b), c)), d);
  }
};

/// With every branch, also those that cannot be taken after the absolute value.
struct EightOperators {
  static constexpr int arity = 4;
  template <typename V, typename F = typename V::Float>
  static F apply(F a, F b, F c, F d) {
    F t = V::sub(V::add(V::mul(a, b), c), d);
    F q = V::abs(V::div(t, V::add(V::abs(b), V::set(1.0f))));
    // The instructions return their second operand if it is NaN. Of zeros of
    // either sign, shrink makes the same.
    q = V::max(V::set(0.0f), V::min(V::set(4.0f), q));
    return shrink<V>(q);
  }
};

//===----------------------------------------------------------------------===//
// FLOAT16: the product is rounded before shrink sees it
//===----------------------------------------------------------------------===//

constexpr int kNearest = _MM_FROUND_TO_NEAREST_INT;

inline __m256i half16(const uint16_t *a, const uint16_t *b, __mmask16 mask) {
  __m512 x = _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(mask, a));
  __m512 w = _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(mask, b));
  __m256i product = _mm512_cvtps_ph(_mm512_mul_ps(x, w), kNearest);
  return _mm512_cvtps_ph(shrink<Vector16>(_mm512_cvtph_ps(product)), kNearest);
}

inline __m128i half8(const uint16_t *a, const uint16_t *b) {
  auto load = [](const uint16_t *p) {
    return _mm256_cvtph_ps(
        _mm_loadu_si128(reinterpret_cast<const __m128i *>(p)));
  };
  __m128i product = _mm256_cvtps_ph(_mm256_mul_ps(load(a), load(b)), kNearest);
  return _mm256_cvtps_ph(shrink<Vector8>(_mm256_cvtph_ps(product)), kNearest);
}

template <bool Streams>
void half512(const LimitArgs *args, int64_t i, int64_t end) {
  const auto *a = static_cast<const uint16_t *>(args->in[0]);
  const auto *b = static_cast<const uint16_t *>(args->in[1]);
  auto *y = static_cast<uint16_t *>(args->out);
  auto step = [&](int64_t j) {
    __m256i r = half16(a + j, b + j, 0xffff);
    auto *to = reinterpret_cast<__m256i *>(y + j);
    if constexpr (Streams)
      _mm256_stream_si256(to, r);
    else
      _mm256_storeu_si256(to, r);
  };
  for (; i + 64 <= end; i += 64)
#pragma clang loop unroll(full)
    for (int u = 0; u < 64; u += 16)
      step(i + u);
  for (; i < end; i += 16) {
    auto mask =
        static_cast<__mmask16>((1u << std::min<int64_t>(end - i, 16)) - 1);
    _mm256_mask_storeu_epi16(y + i, mask, half16(a + i, b + i, mask));
  }
  if constexpr (Streams)
    _mm_sfence();
}

template <bool Streams>
void half256(const LimitArgs *args, int64_t i, int64_t end) {
  const auto *a = static_cast<const uint16_t *>(args->in[0]);
  const auto *b = static_cast<const uint16_t *>(args->in[1]);
  auto *y = static_cast<uint16_t *>(args->out);
  auto step = [&](int64_t j) {
    __m128i low = half8(a + j, b + j), high = half8(a + j + 8, b + j + 8);
    if constexpr (Streams) {
      _mm256_stream_si256(reinterpret_cast<__m256i *>(y + j),
                          _mm256_set_m128i(high, low));
    } else {
      auto *to = reinterpret_cast<__m128i *>(y + j);
      _mm_storeu_si128(to, low);
      _mm_storeu_si128(to + 1, high);
    }
  };
  for (; i + 32 <= end; i += 32) {
    step(i);
    step(i + 16);
  }
  if constexpr (Streams)
    _mm_sfence();
  half512<false>(args, i, end);
}

//===----------------------------------------------------------------------===//
// Integer quotients
//===----------------------------------------------------------------------===//

/// x / 0 is -1. The least value / -1 is out of range, and what the conversion
/// then gives is the least value.
inline __m256i quotients(__m256i a, __m256i b) {
  __mmask8 divides = _mm256_test_epi32_mask(b, b);
  __m512d q = _mm512_div_pd(_mm512_cvtepi32_pd(a), _mm512_cvtepi32_pd(b));
  return _mm512_mask_cvttpd_epi32(_mm256_set1_epi32(-1), divides, q);
}

template <bool Streams>
void divideInt32(const LimitArgs *args, int64_t i, int64_t end) {
  const auto *a = static_cast<const int32_t *>(args->in[0]);
  const auto *b = static_cast<const int32_t *>(args->in[1]);
  auto *y = static_cast<int32_t *>(args->out);
  auto load = [](const int32_t *p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(p));
  };
  auto step = [&](int64_t j) {
    __m256i r = quotients(load(a + j), load(b + j));
    auto *to = reinterpret_cast<__m256i *>(y + j);
    if constexpr (Streams)
      _mm256_stream_si256(to, r);
    else
      _mm256_storeu_si256(to, r);
  };
  for (; i + 16 <= end; i += 16) {
    step(i);
    step(i + 8);
  }
  for (; i < end; i += 8) {
    auto mask =
        static_cast<__mmask8>((1u << std::min<int64_t>(end - i, 8)) - 1);
    _mm256_mask_storeu_epi32(y + i, mask,
                             quotients(_mm256_maskz_loadu_epi32(mask, a + i),
                                       _mm256_maskz_loadu_epi32(mask, b + i)));
  }
  if constexpr (Streams)
    _mm_sfence();
}

//===----------------------------------------------------------------------===//
// relu(x * scale[channel] + bias[channel])
//===----------------------------------------------------------------------===//

/// The maximum returns its second operand, r, if that is NaN or both are zero;
/// adding +0 turns -0 into +0 and nothing else.
inline __m512 relu(__m512 r) {
  __m512 zero = _mm512_setzero_ps();
  return _mm512_add_ps(_mm512_max_ps(zero, r), zero);
}

template <bool Streams>
void broadcast(const LimitArgs *args, int64_t i, int64_t end) {
  const auto *x = static_cast<const float *>(args->in[0]);
  const auto *scales = static_cast<const float *>(args->in[1]);
  const auto *biases = static_cast<const float *>(args->in[2]);
  auto *y = static_cast<float *>(args->out);
  while (i < end) {
    int64_t plane = i / args->planeSize, channel = plane % args->channels;
    int64_t stop = std::min(end, (plane + 1) * args->planeSize);
    __m512 scale = _mm512_set1_ps(scales[channel]);
    __m512 bias = _mm512_set1_ps(biases[channel]);
    auto apply = [&](__m512 value) {
      return relu(_mm512_add_ps(_mm512_mul_ps(value, scale), bias));
    };
    auto step = [&](int64_t j) {
      __m512 r = apply(_mm512_loadu_ps(x + j));
      if constexpr (Streams)
        _mm512_stream_ps(y + j, r);
      else
        _mm512_storeu_ps(y + j, r);
    };
    for (; i + 64 <= stop; i += 64)
#pragma clang loop unroll(full)
      for (int u = 0; u < 64; u += 16)
        step(i + u);
    for (; i + 16 <= stop; i += 16)
      step(i);
    if (i < stop) {
      auto mask = static_cast<__mmask16>((1u << (stop - i)) - 1);
      _mm512_mask_storeu_ps(y + i, mask,
                            apply(_mm512_maskz_loadu_ps(mask, x + i)));
    }
    i = stop;
  }
  if constexpr (Streams)
    _mm_sfence();
}

constexpr Variant strict(const char *workload, const char *name,
                         LimitKernel run, bool streams, bool large) {
  return {workload, name, run, streams, large, true, false};
}

} // namespace

#define LOOPS(WORKLOAD, EXPRESSION)                                            \
  strict(WORKLOAD, "strict-avx512", loop<EXPRESSION, Vector16, false, 4>,      \
         false, true),                                                         \
      strict(WORKLOAD, "strict-avx512-u2",                                     \
             loop<EXPRESSION, Vector16, false, 2>, false, true),               \
      strict(WORKLOAD, "strict-avx512-u1",                                     \
             loop<EXPRESSION, Vector16, false, 1>, false, false),              \
      strict(WORKLOAD, "strict-avx512-nt",                                     \
             loop<EXPRESSION, Vector16, true, 4>, true, true),                 \
      strict(WORKLOAD, "strict-avx512-nt-u1",                                  \
             loop<EXPRESSION, Vector16, true, 1>, true, true)

std::span<const Variant> fusedml::peers::strictVariants() {
  static const Variant variants[] = {
      LOOPS("W2", Swish),
      LOOPS("W3", Gelu),
      LOOPS("W4", TanhChain),
      LOOPS("W5", EightOperators),
      strict("W5", "strict-avx256", loop<EightOperators, Vector8, false, 4>,
             false, true),
      strict("W6", "strict-avx512", half512<false>, false, true),
      strict("W6", "strict-avx512-nt", half512<true>, true, true),
      strict("W6", "strict-avx256", half256<false>, false, true),
      strict("W6", "strict-avx256-nt", half256<true>, true, true),
      strict("W6i", "strict-avx512", divideInt32<false>, false, true),
      strict("W6i", "strict-avx512-nt", divideInt32<true>, true, true),
      strict("W7", "strict-avx512", broadcast<false>, false, true),
      strict("W7", "strict-avx512-nt", broadcast<true>, true, true),
      strict("tanh", "strict-avx512", loop<Tanh, Vector16, false, 4>, false,
             false),
      strict("swish", "strict-avx512", loop<Swish, Vector16, false, 4>, false,
             false),
      strict("gelu", "strict-avx512", loop<Gelu, Vector16, false, 4>, false,
             false),
  };
  return variants;
}
