//===- VectorMathLog.cpp - log, log1p, asinh, acosh, atanh ----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x = 2^e * m, and with r about 1 / m from a table m * r = 1 + z, so that
// log(x) = e * ln2 - log(r) + log(1 + z). The digits of r are few enough for z
// to be exact.
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/VectorMath.h"
#include "compiler/lowering/VectorMathParts.h"

#include <limits>

using namespace mlir;
using namespace fusedml;

static constexpr float kInfinity = std::numeric_limits<float>::infinity();
static constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// ln2 in two parts, the first a multiple of 2^-16.
static constexpr float kLn2 = 0x1.62e4p-1f;
static constexpr float kLn2Rest = 0x1.7f7d1cp-20f;
/// From here asinh and acosh are log(2a) and a small term; a^2 would overflow.
static constexpr float kLarge = 4096.0f;
/// Below it asinh and atanh are two terms of their series.
static constexpr float kTiny = 0x1p-12f;

/// Taken off the bits of x it puts 1 into the middle of interval 9, where r is
/// 1: there the logarithm is small, and its relative error must be too.
static constexpr int32_t kLogOffset = 0x3f800000 - 9 * (1 << 19) - (1 << 18);

LogParts fusedml::logParts(F32 x) {
  I32 distance = bits(x) - kLogOffset;
  I32 e = distance >> 23;
  return {e, distance >> 19, asFloat(bits(x) - (e << 23))};
}

/// e * ln2 - log(r) + log(1 + z + zLow); `zLow` is null or small against z.
static F32 logSum(F32 z, const F32 *zLow, F32 e, I32 interval) {
  // Exact: both have 16 fraction bits.
  F32 a = fma(e, kLn2, look(kLog, 1, interval));
  F32 high = a + z, lost = z - (high - a);
  // (log(1 + z) - z) / z^2 on |z| < 0.0333, minimax.
  F32 p = fma(fma(fma(z, 0x1.9a0f1ep-3f, -0x1.003b56p-2f), z, 0x1.55555p-2f), z,
              -0x1.fffffcp-2f);
  F32 w = fma(z * z, p, fma(e, kLn2Rest, look(kLog, 2, interval)));
  return high + (w + (zLow ? lost + *zLow : lost));
}

/// log(2^e * m) + extra * ln2, for the parts of a float.
static F32 logOfParts(LogParts parts, const F32 *extra = nullptr) {
  F32 z = fma(parts.m, look(kLog, 0, parts.interval), -1.0f);
  F32 e = convert<F32>(parts.e);
  return logSum(z, nullptr, extra ? e + *extra : e, parts.interval);
}

static F32 log(F32 x) {
  F32 r = logOfParts(logParts(x));
  // Not positive and normal: subnormal, zero, negative, infinite, NaN.
  Mask special = ~lessUnsigned(bits(x) - 0x00800000, 0x7f000000);
  return selectRare(special, r, [&] {
    F32 extra = -23.0f;
    F32 result = logOfParts(logParts(x * 0x1p23f), &extra);
    result = select(x == 0.0f, F32(-kInfinity), result);
    result = select(x < 0.0f, F32(kNan), result);
    return select(x < kInfinity, result, x + x); // +inf, NaN
  });
}

/// log(u + uLow) for a normal positive u and uLow below its last place.
static F32 logOfSum(F32 u, F32 uLow, const F32 *extra = nullptr) {
  LogParts parts = logParts(u);
  F32 r = look(kLog, 0, parts.interval);
  F32 z = fma(parts.m, r, -1.0f);
  // uLow * 2^-e. What is lost for the largest exponent does not count.
  I32 down = I32(127) - parts.e;
  F32 scale = asFloat(select(down < 0, I32(0), down) << 23);
  F32 zLow = uLow * scale * r;
  zLow = fma(-z, zLow, zLow);
  F32 e = convert<F32>(parts.e);
  return logSum(z, &zLow, extra ? e + *extra : e, parts.interval);
}

static F32 asinh(F32 x) {
  F32 a = abs(x), b = atMost(a, kLarge);
  // q + qLow = sqrt(b^2 + 1)
  F32 h = b * b, s = h + 1.0f;
  F32 sLow = select(h > 1.0f, 1.0f - (s - h), h - (s - 1.0f)) + fma(b, b, -h);
  F32 q = sqrt(s), qLow = (fma(-q, q, s) + sLow) / (q + q);
  F32 v = b + q, vLow = (b - (v - q)) + qLow;
  Mask large = a > kLarge; // log(2a + 1/(2a))
  F32 extra = select(large, F32(1.0f), 0.0f);
  F32 r = logOfSum(select(large, a, v), select(large, 0.25f / a, vLow), &extra);
  r = select(a < kTiny, fma(a * a * a, -1.0f / 6, a), r);
  return withSignOf(select(a < kInfinity, r, a), x);
}

static F32 acosh(F32 x) {
  F32 b = atMost(x, kLarge);
  // q + qLow = sqrt(b^2 - 1), b^2 - 1 = (b - 1) * (b + 1)
  F32 d = b - 1.0f, f = b + 1.0f, fLow = 1.0f - (f - b);
  F32 s = d * f, sLow = fma(d, f, -s) + d * fLow;
  F32 q = sqrt(s);
  F32 qLow = select(q > 0.0f, (fma(-q, q, s) + sLow) / (q + q), F32(0.0f));
  F32 v = b + q, vLow = (q - (v - b)) + qLow;
  Mask large = x > kLarge; // log(2x - 1/(2x))
  F32 extra = select(large, F32(1.0f), 0.0f);
  F32 r =
      logOfSum(select(large, x, v), select(large, -0.25f / x, vLow), &extra);
  r = select(x < kInfinity, r, x);
  return select(x < 1.0f, F32(kNan), r);
}

/// log((1 + a) / (1 - a)) / 2
static F32 atanh(F32 x) {
  F32 a = abs(x);
  F32 u = 1.0f + a, uLow = a - (u - 1.0f);
  F32 v = 1.0f - a, vLow = (1.0f - v) - a;
  F32 q = u / v, qLow = (fma(-q, v, u) + (uLow - q * vLow)) / v;
  F32 r = logOfSum(q, qLow) * 0.5f;
  r = select(a < kTiny, fma(a * a * a, 1.0f / 3, a), r);
  r = select(a == 1.0f, F32(kInfinity), r);
  return withSignOf(select(a > 1.0f, F32(kNan), r), x);
}

Value fusedml::emitLog(ElementBuilder &e, Value x) {
  return log(F32(e, x)).value(e);
}
Value fusedml::emitAsinh(ElementBuilder &e, Value x) {
  return asinh(F32(e, x)).value(e);
}
Value fusedml::emitAcosh(ElementBuilder &e, Value x) {
  return acosh(F32(e, x)).value(e);
}
Value fusedml::emitAtanh(ElementBuilder &e, Value x) {
  return atanh(F32(e, x)).value(e);
}
