//===- AutoLoops.cpp - plain loops, for the loop vectorizer ---------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled several times, each time with other flags; FUSEDML_TAG names them.
// Functions are calls of libm, or with FUSEDML_POLYNOMIALS the polynomials of
// LimitMath.h, which is what a compiler hands to the vectorizer that expands
// them itself; with FUSEDML_RATIONAL tanh and erf are the rational forms.
// FUSEDML_ONLY_W1 and FUSEDML_ONLY_W4 leave one loop, for PeerLlvmJit.cpp.
//
//===----------------------------------------------------------------------===//

#include "Limits.h"

#include <cmath>
#include <cstring>

#define JOIN2(A, B) A##B
#define JOIN(A, B) JOIN2(A, B)
#define LOOP(WORKLOAD)                                                         \
  extern "C" void JOIN(auto##WORKLOAD##_, FUSEDML_TAG)(                        \
      const LimitArgs *args, int64_t begin, int64_t end)

template <typename T> static const T *input(const LimitArgs *args, int number) {
  return static_cast<const T *>(args->in[number]);
}

static inline float shrink(float x) {
  return x > 0.5f ? x - 0.1f : x < -0.5f ? x + 0.1f : 0.0f;
}

#ifdef FUSEDML_POLYNOMIALS

template <int N>
static inline float horner(const float (&coefficients)[N], float x) {
  float p = coefficients[0];
#pragma clang loop unroll(full)
  for (int i = 1; i < N; ++i)
    p = __builtin_fmaf(p, x, coefficients[i]);
  return p;
}

static inline float expOf(float x) {
  constexpr float kPolynomial[] = {1.381459639e-03f, 8.368717091e-03f,
                                   4.166838809e-02f, 1.666652063e-01f,
                                   4.999999345e-01f};
  float n = __builtin_rintf(x * 1.44269504f);
  float r = __builtin_fmaf(n, -0.693359375f, x);
  r = __builtin_fmaf(n, 2.12194440e-4f, r);
  float p = __builtin_fmaf(r * r, horner(kPolynomial, r), r) + 1.0f;
  int bits;
  std::memcpy(&bits, &p, sizeof bits);
  bits += static_cast<int>(n) << 23;
  std::memcpy(&p, &bits, sizeof bits);
  return p;
}

static inline float sigmoid(float x) {
  float t = -x;
  t = t < 87.0f ? t : 87.0f;
  t = t > -87.0f ? t : -87.0f;
  return 1.0f / (1.0f + expOf(t));
}

#ifdef FUSEDML_RATIONAL

static inline float clampTo(float x, float limit) {
  x = x < limit ? x : limit;
  return x > -limit ? x : -limit;
}

static inline float tanhOf(float x) {
  constexpr float kP[] = {-1.406121135e-11f, 3.297793965e-08f,
                          2.897331750e-05f,  3.915500034e-03f,
                          1.371740168e-01f,  9.999999996e-01f};
  constexpr float kQ[] = {1.355723674e-06f, 4.022272641e-04f, 2.741795649e-02f,
                          4.705073456e-01f, 1.0f};
  x = clampTo(x, 8.2f);
  return x * horner(kP, x * x) / horner(kQ, x * x);
}

static inline float erfOf(float x) {
  constexpr float kP[] = {2.074750814e-08f, -1.979234360e-06f, 1.376315611e-04f,
                          3.462815254e-03f, 4.978656444e-02f,  1.938977137e-01f,
                          1.128379120e+00f};
  constexpr float kQ[] = {9.030550821e-04f, 1.385225269e-02f, 1.125193822e-01f,
                          5.051693307e-01f, 1.0f};
  x = clampTo(x, 3.85f);
  return x * horner(kP, x * x) / horner(kQ, x * x);
}

#else

static inline float tanhOf(float x) {
  constexpr float kPolynomial[] = {-5.704978361e-03f, 2.063907873e-02f,
                                   -5.373971215e-02f, 1.333144216e-01f,
                                   -3.333328194e-01f};
  float a = __builtin_fabsf(x), most = a < 20.0f ? a : 20.0f;
  float large = 1.0f - 2.0f / (expOf(most + most) + 1.0f);
  float square = x * x;
  float small = __builtin_fmaf(horner(kPolynomial, square) * square, x, x);
  return a < 0.625f ? small : __builtin_copysignf(large, x);
}

static inline float erfOf(float x) {
  constexpr float kExponent[] = {
      1.123146545e-05f, -3.228053922e-04f, 3.642465020e-03f, -2.376207505e-02f,
      1.062368911e-01f, 6.351513087e-01f,  1.128648492e+00f};
  constexpr float kPolynomial[] = {-5.953739211e-04f, 4.985940059e-03f,
                                   -2.676171946e-02f, 1.128168253e-01f,
                                   -3.761248110e-01f, 1.283791477e-01f};
  float a = __builtin_fabsf(x);
  a = a < 4.0f ? a : 4.0f;
  float large = 1.0f - expOf(-(horner(kExponent, a) * a));
  float small = __builtin_fmaf(horner(kPolynomial, x * x), x, x);
  return a < 0.93f ? small : __builtin_copysignf(large, x);
}

#endif // FUSEDML_RATIONAL

#else

static inline float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }
static inline float tanhOf(float x) { return tanhf(x); }
static inline float erfOf(float x) { return erff(x); }

#endif // FUSEDML_POLYNOMIALS

#define FLOATS                                                                 \
  [[maybe_unused]] const float *__restrict a = input<float>(args, 0);          \
  [[maybe_unused]] const float *__restrict b = input<float>(args, 1);          \
  [[maybe_unused]] const float *__restrict c = input<float>(args, 2);          \
  [[maybe_unused]] const float *__restrict d = input<float>(args, 3);          \
  float *__restrict y = static_cast<float *>(args->out)

#ifndef FUSEDML_ONLY_W4
LOOP(W1) {
  FLOATS;
  for (int64_t i = begin; i < end; ++i)
    y[i] = shrink(a[i] * b[i]);
}
#endif

#ifndef FUSEDML_ONLY_W1
LOOP(W4) {
  FLOATS;
  for (int64_t i = begin; i < end; ++i)
    y[i] = tanhOf(a[i] * b[i] + c[i]) * d[i];
}
#endif

#if !defined(FUSEDML_ONLY_W1) && !defined(FUSEDML_ONLY_W4)

LOOP(W2) {
  FLOATS;
  for (int64_t i = begin; i < end; ++i)
    y[i] = a[i] * sigmoid(a[i]);
}

LOOP(W3) {
  FLOATS;
  for (int64_t i = begin; i < end; ++i)
    y[i] = 0.5f * a[i] * (1.0f + erfOf(a[i] * 0.70710678f));
}

LOOP(W5) {
  FLOATS;
  for (int64_t i = begin; i < end; ++i) {
    float q = (a[i] * b[i] + c[i] - d[i]) / (std::fabs(b[i]) + 1.0f);
    q = std::fabs(q);
    q = q > 0.0f ? q : 0.0f;
    y[i] = shrink(q < 4.0f ? q : 4.0f);
  }
}

LOOP(W6) {
  const _Float16 *__restrict a = input<_Float16>(args, 0);
  const _Float16 *__restrict b = input<_Float16>(args, 1);
  _Float16 *__restrict y = static_cast<_Float16 *>(args->out);
  for (int64_t i = begin; i < end; ++i) {
    float x = static_cast<float>(a[i]) * static_cast<float>(b[i]);
    y[i] = static_cast<_Float16>(shrink(x));
  }
}

LOOP(W6b) {
  const int8_t *__restrict a = input<int8_t>(args, 0);
  const int8_t *__restrict b = input<int8_t>(args, 1);
  int8_t *__restrict y = static_cast<int8_t *>(args->out);
  for (int64_t i = begin; i < end; ++i)
    y[i] = static_cast<int8_t>(a[i] * b[i]);
}

LOOP(W6i) {
  const int32_t *__restrict a = input<int32_t>(args, 0);
  const int32_t *__restrict b = input<int32_t>(args, 1);
  int32_t *__restrict y = static_cast<int32_t *>(args->out);
  for (int64_t i = begin; i < end; ++i)
    y[i] = a[i] / b[i];
}

LOOP(W7) {
  FLOATS;
  for (int64_t i = begin; i < end;) {
    int64_t plane = i / args->planeSize;
    int64_t planeEnd = (plane + 1) * args->planeSize;
    int64_t stop = planeEnd < end ? planeEnd : end;
    float scale = b[plane % args->channels], bias = c[plane % args->channels];
    for (; i < stop; ++i) {
      float r = a[i] * scale + bias;
      y[i] = r > 0.0f ? r : 0.0f;
    }
  }
}

#endif
