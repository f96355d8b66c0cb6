//===- VectorMathArc.cpp - asin, acos, atan, atan2 ------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/VectorMath.h"
#include "compiler/lowering/VectorMathParts.h"

#include <limits>

using namespace mlir;
using namespace fusedml;

static constexpr float kInfinity = std::numeric_limits<float>::infinity();

//===----------------------------------------------------------------------===//
// asin, acos
//===----------------------------------------------------------------------===//

namespace {

/// asin(t) = t + rest. Up to 1/2, t is a itself; beyond, it is the root of
/// (1 - a) / 2, and rest also makes up for what the root lost to rounding.
struct Arc {
  F32 t, rest;
  Mask far; ///< a > 1/2
};

} // namespace

static Arc arc(F32 a) {
  Mask far = a > 0.5f;
  F32 z = select(far, fma(a, -0.5f, 0.5f), a * a); // The first is exact.
  F32 root = sqrt(z);
  F32 t = select(far, root, a);
  F32 error = select(far & (root > 0.0f), fma(-root, root, z) / (root + root),
                     F32(0.0f));
  // (asin(x) - x) / x^3 in x^2 up to x = 1/2, minimax.
  F32 p = fma(z, 0x1.33d432p-5f, 0x1.d7924cp-7f);
  p = fma(p, z, 0x1.04af34p-5f);
  p = fma(p, z, 0x1.6caab6p-5f);
  p = fma(p, z, 0x1.33389ep-4f);
  p = fma(p, z, 0x1.55554cp-3f);
  return {t, fma(t * z, p, error), far};
}

static F32 asin(F32 x) {
  Arc y = arc(abs(x));
  // Far: pi/2 - 2 * asin(t)
  F32 d = y.t + y.t, s = kHalfPi - d, lost = (kHalfPi - s) - d;
  F32 far = s + ((lost + kHalfPiRest) - (y.rest + y.rest));
  return withSignOf(select(y.far, far, y.t + y.rest), x);
}

/// pi/2 - asin(x), 2 * asin(t) or pi - 2 * asin(t).
static F32 acos(F32 x) {
  Arc y = arc(abs(x));
  Mask negative = bits(x) < 0;
  F32 d = select(y.far, y.t + y.t, y.t);
  F32 dRest = select(y.far, y.rest + y.rest, y.rest);
  Mask plus = y.far ^ negative;
  F32 term = select(plus, d, -d), rest = select(plus, dRest, -dRest);
  auto base = [&](float halfPi) {
    F32 far = select(negative, F32(2 * halfPi), 0.0f);
    return select(y.far, far, halfPi);
  };
  F32 s = base(kHalfPi) + term;
  F32 lost = term - (s - base(kHalfPi));
  return s + ((lost + base(kHalfPiRest)) + rest);
}

//===----------------------------------------------------------------------===//
// atan, atan2
//===----------------------------------------------------------------------===//

namespace {

/// atan(w) = c0 + part for 0 <= w <= 1.
struct AtanParts {
  F32 c0, part;
};

} // namespace

/// atan(w + wLow); `wLow` is null or below the last place of w.
static AtanParts atanParts(F32 w, const F32 *wLow = nullptr) {
  F32 u = atMost(w, 0.9999f) + 1.0f; // Steps of 1/16.
  SmallVector<F32> row = lookAll(kAtan, shiftRight(bits(u), 19));
  F32 t = w - row[0];
  Mask first = u < 1.125f;
  F32 c0 = select(first, w, row[1]);
  if (!wLow)
    return {c0, polynomial(row, t) * t};
  t = t + *wLow;
  return {c0, fma(polynomial(row, t), t, select(first, *wLow, F32(0.0f)))};
}

static F32 atan(F32 x) {
  F32 a = abs(x);
  Mask inverse = a > 1.0f; // pi/2 - atan(1/a)
  AtanParts y = atanParts(select(inverse, 1.0f / a, a));
  F32 s = kHalfPi - y.c0, lost = (kHalfPi - s) - y.c0;
  F32 far = s + ((lost + kHalfPiRest) - y.part);
  return withSignOf(select(inverse, far, y.c0 + y.part), x);
}

/// The angle is built from the one between the nearer axis and the point, whose
/// tangent is at most 1: it is that, or a multiple of pi/2 plus or minus it.
static F32 atan2(F32 y, F32 x) {
  F32 a = abs(y), b = abs(x);
  Mask steep = a > b, left = bits(x) < 0;
  // Both are scaled so that the division's remainder loses no bits where it
  // matters. A NaN ends up in one of them.
  F32 scale = select(select(steep, a, b) > 0x1p60f, F32(1.0f), 0x1p60f);
  F32 numerator = select(steep, b, a) * scale;
  F32 denominator = select(steep, a, b) * scale;
  F32 w = numerator / denominator;
  F32 wLow = fma(-w, denominator, numerator) / denominator;
  Mask special = ~((denominator > 0.0f) & (denominator < kInfinity));
  ElementBuilder &e = *y.builder();
  SmallVector<Value> quotient =
      selectRare(e, special.value(e), {w.value(e), wLow.value(e)},
                 [&]() -> SmallVector<Value> {
                   // 0 / 0 counts as 0, inf / inf as 1; NaN stays.
                   F32 ratio =
                       select(numerator == denominator, F32(1.0f), 0.0f);
                   ratio = select(denominator == 0.0f, F32(0.0f), ratio);
                   F32 sum = numerator + denominator;
                   ratio = select(sum == sum, ratio, sum);
                   return {ratio.value(e), F32(0.0f).value(e)};
                 });
  F32 low(e, quotient[1]);
  AtanParts angle = atanParts(F32(e, quotient[0]), &low);

  // base + (c0 + part) or base - (c0 + part), base = 0, pi/2 or pi.
  auto base = [&](float halfPi) {
    F32 flat = select(left, F32(2 * halfPi), 0.0f);
    return select(steep, F32(halfPi), flat);
  };
  Mask minus = steep ^ left;
  F32 c0 = select(minus, -angle.c0, angle.c0);
  F32 part = select(minus, -angle.part, angle.part);
  F32 s = base(kHalfPi) + c0;
  F32 lost = (base(kHalfPi) - s) + c0;
  // With base = 0 nothing is lost, and s is c0 itself.
  F32 r = s + ((lost + base(kHalfPiRest)) + part);
  return withSignOf(r, y);
}

Value fusedml::emitAsin(ElementBuilder &e, Value x) {
  return asin(F32(e, x)).value(e);
}
Value fusedml::emitAcos(ElementBuilder &e, Value x) {
  return acos(F32(e, x)).value(e);
}
Value fusedml::emitAtan(ElementBuilder &e, Value x) {
  return atan(F32(e, x)).value(e);
}
Value fusedml::emitAtan2(ElementBuilder &e, Value y, Value x) {
  return atan2(F32(e, y), F32(e, x)).value(e);
}
