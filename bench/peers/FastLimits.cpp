//===- FastLimits.cpp - kernels written for speed -------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a person who only wants speed would write: products and sums contracted,
// reciprocals estimated, NaN and division by zero not thought of.
//
//===----------------------------------------------------------------------===//

#include "LimitLoops.h"
#include "LimitMath.h"

using namespace fusedml::peers;

namespace {

struct MultiplyShrink {
  static constexpr int arity = 2;
  template <typename V, typename F = typename V::Float>
  static F apply(F a, F b, F, F) {
    return shrink<V>(V::mul(a, b));
  }
};

template <bool Reciprocal> struct Swish {
  static constexpr int arity = 1;
  template <typename V, typename F = typename V::Float>
  static F apply(F a, F, F, F) {
    F minus = V::sub(V::set(0.0f), a);
    F e = fastExp<V>(V::min(minus, V::set(Reciprocal ? 87.0f : 88.0f)));
    F divisor = V::add(V::set(1.0f), e);
    if constexpr (Reciprocal)
      return V::mul(a, V::reciprocal(divisor));
    else
      return V::div(a, divisor);
  }
};

template <bool Rational> struct Gelu {
  static constexpr int arity = 1;
  template <typename V, typename F = typename V::Float>
  static F apply(F a, F, F, F) {
    F half = V::mul(a, V::set(0.5f)), x = V::mul(a, V::set(0.70710678f));
    return V::fma(half, Rational ? rationalErf<V>(x) : fastErf<V>(x), half);
  }
};

template <bool Rational> struct TanhChain {
  static constexpr int arity = 4;
  template <typename V, typename F = typename V::Float>
  static F apply(F a, F b, F c, F d) {
    F x = V::fma(a, b, c);
    return V::mul(Rational ? rationalTanh<V>(x) : fastTanh<V>(x), d);
  }
};

/// The clip's lower bound and the negative branch of shrink are dead after the
/// absolute value.
struct EightOperators {
  static constexpr int arity = 4;
  template <typename V, typename F = typename V::Float>
  static F apply(F a, F b, F c, F d) {
    F t = V::sub(V::add(V::mul(a, b), c), d);
    F q = V::abs(V::div(t, V::add(V::abs(b), V::set(1.0f))));
    q = V::min(q, V::set(4.0f));
    return V::subOrZero(V::above(q, V::set(kThreshold)), q, V::set(kBias));
  }
};

struct Copy {
  static constexpr int arity = 1;
  template <typename V, typename F = typename V::Float>
  static F apply(F a, F, F, F) {
    return a;
  }
};

struct Triad {
  static constexpr int arity = 2;
  template <typename V, typename F = typename V::Float>
  static F apply(F a, F b, F, F) {
    return V::fma(b, V::set(3.0f), a);
  }
};

// The functions alone, for their errors.

template <bool Rational> struct Tanh {
  static constexpr int arity = 1;
  template <typename V, typename F = typename V::Float>
  static F apply(F a, F, F, F) {
    return Rational ? rationalTanh<V>(a) : fastTanh<V>(a);
  }
};

template <bool Rational> struct Erf {
  static constexpr int arity = 1;
  template <typename V, typename F = typename V::Float>
  static F apply(F a, F, F, F) {
    return Rational ? rationalErf<V>(a) : fastErf<V>(a);
  }
};

struct Exp {
  static constexpr int arity = 1;
  template <typename V, typename F = typename V::Float>
  static F apply(F a, F, F, F) {
    return fastExp<V>(V::max(V::min(a, V::set(88.0f)), V::set(-87.0f)));
  }
};

struct Sigmoid {
  static constexpr int arity = 1;
  template <typename V, typename F = typename V::Float>
  static F apply(F a, F, F, F) {
    F minus = V::sub(V::set(0.0f), a);
    F e = fastExp<V>(V::min(minus, V::set(88.0f)));
    return V::div(V::set(1.0f), V::add(V::set(1.0f), e));
  }
};

//===----------------------------------------------------------------------===//
// FLOAT16: stored so, computed in FLOAT32
//===----------------------------------------------------------------------===//

void halfRest(const LimitArgs *args, int64_t i, int64_t end) {
  const auto *a = static_cast<const uint16_t *>(args->in[0]);
  const auto *b = static_cast<const uint16_t *>(args->in[1]);
  auto *y = static_cast<uint16_t *>(args->out);
  for (; i < end; ++i) {
    float x = _cvtsh_ss(a[i]) * _cvtsh_ss(b[i]);
    float r = x > kThreshold ? x - kBias : x < -kThreshold ? x + kBias : 0.0f;
    y[i] = _cvtss_sh(r, _MM_FROUND_TO_NEAREST_INT);
  }
}

template <bool Streams>
void half512(const LimitArgs *args, int64_t i, int64_t end) {
  const auto *a = static_cast<const uint16_t *>(args->in[0]);
  const auto *b = static_cast<const uint16_t *>(args->in[1]);
  auto *y = static_cast<uint16_t *>(args->out);
  auto load = [](const uint16_t *p) {
    return _mm512_cvtph_ps(
        _mm256_loadu_si256(reinterpret_cast<const __m256i *>(p)));
  };
  auto step = [&](int64_t j) {
    __m512 x = _mm512_mul_ps(load(a + j), load(b + j));
    __m256i r = _mm512_cvtps_ph(shrink<Vector16>(x), _MM_FROUND_TO_NEAREST_INT);
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
  for (; i + 16 <= end; i += 16)
    step(i);
  halfRest(args, i, end);
  if constexpr (Streams)
    _mm_sfence();
}

template <bool Streams>
void half256(const LimitArgs *args, int64_t i, int64_t end) {
  const auto *a = static_cast<const uint16_t *>(args->in[0]);
  const auto *b = static_cast<const uint16_t *>(args->in[1]);
  auto *y = static_cast<uint16_t *>(args->out);
  auto load = [](const uint16_t *p) {
    return _mm256_cvtph_ps(
        _mm_loadu_si128(reinterpret_cast<const __m128i *>(p)));
  };
  auto eight = [&](int64_t j) {
    __m256 x = _mm256_mul_ps(load(a + j), load(b + j));
    return _mm256_cvtps_ph(shrink<Vector8>(x), _MM_FROUND_TO_NEAREST_INT);
  };
  auto step = [&](int64_t j) {
    if constexpr (Streams) {
      _mm256_stream_si256(reinterpret_cast<__m256i *>(y + j),
                          _mm256_set_m128i(eight(j + 8), eight(j)));
    } else {
      auto *to = reinterpret_cast<__m128i *>(y + j);
      _mm_storeu_si128(to, eight(j));
      _mm_storeu_si128(to + 1, eight(j + 8));
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
// Integers
//===----------------------------------------------------------------------===//

/// Even and odd bytes as halves of words: there is no product of bytes.
template <bool Streams>
void multiplyInt8(const LimitArgs *args, int64_t i, int64_t end) {
  constexpr int kOr = 0xEA; // (a & b) | c
  const auto *a = static_cast<const int8_t *>(args->in[0]);
  const auto *b = static_cast<const int8_t *>(args->in[1]);
  auto *y = static_cast<int8_t *>(args->out);
  const __m512i low = _mm512_set1_epi16(0xff);
  auto step = [&](int64_t j) {
    __m512i x = _mm512_loadu_si512(a + j), w = _mm512_loadu_si512(b + j);
    __m512i even = _mm512_mullo_epi16(x, w);
    __m512i odd = _mm512_mullo_epi16(_mm512_srli_epi16(x, 8),
                                     _mm512_andnot_si512(low, w));
    __m512i r = _mm512_ternarylogic_epi32(low, even, odd, kOr);
    if constexpr (Streams)
      _mm512_stream_si512(reinterpret_cast<__m512i *>(y + j), r);
    else
      _mm512_storeu_si512(y + j, r);
  };
  for (; i + 256 <= end; i += 256)
#pragma clang loop unroll(full)
    for (int u = 0; u < 256; u += 64)
      step(i + u);
  for (; i + 64 <= end; i += 64)
    step(i);
  for (; i < end; ++i)
    y[i] = static_cast<int8_t>(a[i] * b[i]);
  if constexpr (Streams)
    _mm_sfence();
}

/// Through double, which is exact.
template <bool Streams>
void divideInt32(const LimitArgs *args, int64_t i, int64_t end) {
  const auto *a = static_cast<const int32_t *>(args->in[0]);
  const auto *b = static_cast<const int32_t *>(args->in[1]);
  auto *y = static_cast<int32_t *>(args->out);
  auto load = [](const int32_t *p) {
    return _mm512_cvtepi32_pd(
        _mm256_loadu_si256(reinterpret_cast<const __m256i *>(p)));
  };
  auto step = [&](int64_t j) {
    __m256i r = _mm512_cvttpd_epi32(_mm512_div_pd(load(a + j), load(b + j)));
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
  for (; i < end; ++i)
    y[i] = a[i] / b[i];
  if constexpr (Streams)
    _mm_sfence();
}

//===----------------------------------------------------------------------===//
// relu(x * scale[channel] + bias[channel])
//===----------------------------------------------------------------------===//

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
    auto step = [&](int64_t j) {
      __m512 r = _mm512_fmadd_ps(_mm512_loadu_ps(x + j), scale, bias);
      r = _mm512_max_ps(r, _mm512_setzero_ps());
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
    for (; i < stop; ++i)
      y[i] = std::max(x[i] * scales[channel] + biases[channel], 0.0f);
  }
  if constexpr (Streams)
    _mm_sfence();
}

} // namespace

/// The usual six loops of an expression.
#define LOOPS(WORKLOAD, EXPRESSION, STRICT)                                    \
  {WORKLOAD, "avx512", loop<EXPRESSION, Vector16, false, 4>,                   \
   false,    true,     STRICT},                                                \
      {WORKLOAD, "avx512-u2", loop<EXPRESSION, Vector16, false, 2>,            \
       false,    false,       STRICT},                                         \
      {WORKLOAD, "avx512-u1", loop<EXPRESSION, Vector16, false, 1>,            \
       false,    false,       STRICT},                                         \
      {WORKLOAD, "avx256", loop<EXPRESSION, Vector8, false, 4>,                \
       false,    true,     STRICT},                                            \
      {WORKLOAD, "avx512-nt", loop<EXPRESSION, Vector16, true, 4>,             \
       true,     true,        STRICT},                                         \
  {                                                                            \
    WORKLOAD, "avx512-nt-u1", loop<EXPRESSION, Vector16, true, 1>, true, true, \
        STRICT                                                                 \
  }

std::span<const Variant> fusedml::peers::fastVariants() {
  static const Variant variants[] = {
      LOOPS("W1", MultiplyShrink, true),
      LOOPS("W2", Swish<false>, false),
      {"W2", "avx512-rcp", loop<Swish<true>, Vector16, false, 4>},
      {"W2", "avx512-rcp-nt", loop<Swish<true>, Vector16, true, 4>, true, true},
      LOOPS("W3", Gelu<false>, false),
      {"W3", "avx256-rat", loop<Gelu<true>, Vector8, false, 4>},
      {"W3", "avx512-rat", loop<Gelu<true>, Vector16, false, 4>, false, true},
      {"W3", "avx512-rat-u2", loop<Gelu<true>, Vector16, false, 2>},
      {"W3", "avx512-rat-nt", loop<Gelu<true>, Vector16, true, 4>, true, true},
      LOOPS("W4", TanhChain<false>, false),
      {"W4", "avx256-rat", loop<TanhChain<true>, Vector8, false, 4>},
      {"W4", "avx512-rat", loop<TanhChain<true>, Vector16, false, 4>, false,
       true},
      {"W4", "avx512-rat-u2", loop<TanhChain<true>, Vector16, false, 2>},
      {"W4", "avx512-rat-nt", loop<TanhChain<true>, Vector16, true, 4>, true,
       true},
      LOOPS("W5", EightOperators, false),
      {"W6", "avx512", half512<false>, false, true},
      {"W6", "avx512-nt", half512<true>, true, true},
      {"W6", "avx256", half256<false>, false, true},
      {"W6", "avx256-nt", half256<true>, true, true},
      {"W6b", "avx512", multiplyInt8<false>, false, true, true},
      {"W6b", "avx512-nt", multiplyInt8<true>, true, true, true},
      {"W6i", "avx512", divideInt32<false>, false, true},
      {"W6i", "avx512-nt", divideInt32<true>, true, true},
      {"W7", "avx512", broadcast<false>, false, true},
      {"W7", "avx512-nt", broadcast<true>, true, true},
      LOOPS("copy", Copy, true),
      LOOPS("triad", Triad, false),
      {"tanh", "avx512-rat", loop<Tanh<true>, Vector16, false, 4>},
      {"tanh", "avx512", loop<Tanh<false>, Vector16, false, 4>},
      {"erf", "avx512-rat", loop<Erf<true>, Vector16, false, 4>},
      {"erf", "avx512", loop<Erf<false>, Vector16, false, 4>},
      {"exp", "avx512", loop<Exp, Vector16, false, 4>},
      {"sigmoid", "avx512", loop<Sigmoid, Vector16, false, 4>},
  };
  return variants;
}
