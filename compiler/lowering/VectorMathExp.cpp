//===- VectorMathExp.cpp - exp, expm1, sinh, cosh -------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x = n * ln2/16 + r, so that exp(x) = 2^(n/16) * exp(r). The first factor
// comes from a table of sixteenths with n / 16 added to the exponent, the
// second from a short polynomial.
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/VectorMath.h"
#include "compiler/lowering/VectorMathParts.h"

using namespace mlir;
using namespace fusedml;

/// Below it sinh and expm1 are computed with n = 0, so that no interval starts
/// with a cancellation.
static constexpr float kSmall = 0.0433f;

F32 fusedml::quarterExp2(I32 n) {
  return asFloat(bits(look(kExp2, 0, n)) + (n << 19));
}

ExpParts fusedml::expParts(F32 x, const F32 *rest) {
  F32 shifted = fma(x, kSixteenOverLn2, kRoundToInteger);
  I32 index = bits(shifted);
  F32 n = shifted - kRoundToInteger;
  F32 r = fma(n, kMinusLn2SixteenthRest, fma(n, kMinusLn2Sixteenth, x));
  if (rest)
    r = r + *rest;
  // exp(r) - 1, minimax on |r| < ln2 / 32, and the rounding error of the table.
  F32 q = fma(r, fma(r, fma(r, 0x1.555766p-3f, 0x1.000224p-1f), 1.0f),
              look(kExp2, 1, index));
  // A quarter of the result, since n = 2048 would overflow; and 2^64 times that
  // where it may be subnormal, which then costs one rounding and not two.
  Mask low = x < -80.0f;
  I32 raise = select(low, I32(64 << 23), 0);
  F32 t = asFloat(bits(quarterExp2(index)) + raise);
  return {t, q, select(low, F32(0x1p-62f), 4.0f)};
}

static F32 exp(F32 x) {
  // Beyond the bounds the result is 0 or overflows.
  ExpParts parts = expParts(atMost(atLeast(x, -104.0f), 89.0f));
  return fma(parts.t, parts.q, parts.t) * parts.scale;
}

static F32 expm1(F32 x) {
  // Beyond the bounds the result is -1 or overflows.
  F32 b = atMost(atLeast(x, -18.0f), 89.0f);
  Mask small = abs(x) < kSmall;
  F32 shifted = select(small, F32(kRoundToInteger),
                       fma(b, kSixteenOverLn2, kRoundToInteger));
  I32 index = bits(shifted);
  F32 n = shifted - kRoundToInteger;

  // exp(x) = t * (1 + r1 + rest), t = 2^(n/16) as rounded by the table.
  F32 r1 = fma(n, kMinusLn2Sixteenth, b);
  F32 correction = fma(n, kMinusLn2SixteenthRest, look(kExp2, 1, index));
  F32 r = r1 + correction;
  // (exp(r) - 1 - r) / r^2 on |r| < kSmall, minimax.
  F32 p = fma(fma(r, 0x1.5558f2p-5f, 0x1.555c2ep-3f), r, 0.5f);
  F32 rest = fma(r * r, p, correction);

  // (t - 1/4) + t * r1 with all rounding errors, then times 4: a quarter keeps
  // t finite where the result just is.
  F32 t = quarterExp2(index);
  F32 s = t - 0.25f;
  F32 lost = select(t < 0.25f, t - (s + 0.25f), (t - s) - 0.25f);
  F32 product = t * r1, sum = s + product; // The product is the smaller one.
  F32 low = (product - (sum - s)) + fma(t, r1, -product);
  F32 large = (sum + (low + fma(t, rest, lost))) * 4.0f;
  // The sign of x, which -0 would lose.
  return withSignOf(select(small, r1 + rest, large), x);
}

namespace {

/// exp(a) = 4t * (1 + tRest) * exp(r) and exp(-a) = 4u * (1 + uRest) * exp(-r)
/// with r = r1 + rLow.
struct BothExps {
  F32 t, tRest, u, uRest, r1, rLow;
  Mask small; ///< a < kSmall: n is 0.
};

} // namespace

/// For a >= 0 or NaN.
static BothExps bothExps(F32 a) {
  F32 b = atMost(a, 90.0f);
  Mask small = a < kSmall;
  F32 shifted = select(small, F32(kRoundToInteger),
                       fma(b, kSixteenOverLn2, kRoundToInteger));
  F32 n = shifted - kRoundToInteger;
  I32 up = bits(shifted);
  // From 400 on exp(-a) is too small to count.
  I32 down = I32(0) - bits(atMost(n, 400.0f) + kRoundToInteger);
  return {quarterExp2(up),
          look(kExp2, 1, up),
          quarterExp2(down),
          look(kExp2, 1, down),
          fma(n, kMinusLn2Sixteenth, b),
          n * kMinusLn2SixteenthRest,
          small};
}

// On |r| < kSmall: (sinh(r) - r) / r^3 and (cosh(r) - 1) / r^2 in r^2, minimax.
static F32 sinhPolynomial(F32 square) {
  return fma(square, 0x1.10facap-7f, 0x1.555556p-3f);
}
static F32 coshPolynomial(F32 square) {
  return fma(square, 0x1.555694p-5f, 0x1p-1f);
}

/// ((t - u) * cosh(r) + (t + u) * sinh(r)) / 2
static F32 sinh(F32 x) {
  BothExps e = bothExps(abs(x));
  F32 r = e.r1 + e.rLow, square = r * r;
  F32 sinhRest = fma(r * square, sinhPolynomial(square), e.rLow);
  F32 coshRest = square * coshPolynomial(square);
  F32 difference = e.t - e.u, lost = (e.t - difference) - e.u;
  F32 sum = e.t + e.u;
  F32 rest = fma(
      sum, sinhRest,
      fma(difference, coshRest, fma(e.t, e.tRest, fma(-e.u, e.uRest, lost))));
  F32 large = (difference + fma(sum, e.r1, rest)) * 2.0f;
  return withSignOf(select(e.small, e.r1 + sinhRest, large), x);
}

/// ((t + u) * cosh(r) + (t - u) * sinh(r)) / 2
static F32 cosh(F32 x) {
  BothExps e = bothExps(abs(x));
  F32 r = e.r1 + e.rLow, square = r * r;
  F32 sinhAll = fma(r * square, sinhPolynomial(square), r);
  F32 coshRest = square * coshPolynomial(square);
  F32 difference = e.t - e.u;
  F32 sum = e.t + e.u, lost = (e.t - sum) + e.u;
  F32 rest =
      fma(difference, sinhAll,
          fma(sum, coshRest, fma(e.t, e.tRest, fma(e.u, e.uRest, lost))));
  return (sum + rest) * 2.0f;
}

Value fusedml::emitExp(ElementBuilder &e, Value x) {
  return exp(F32(e, x)).value(e);
}
Value fusedml::emitExpm1(ElementBuilder &e, Value x) {
  return expm1(F32(e, x)).value(e);
}
Value fusedml::emitSinh(ElementBuilder &e, Value x) {
  return sinh(F32(e, x)).value(e);
}
Value fusedml::emitCosh(ElementBuilder &e, Value x) {
  return cosh(F32(e, x)).value(e);
}
