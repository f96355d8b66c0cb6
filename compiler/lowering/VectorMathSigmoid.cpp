//===- VectorMathSigmoid.cpp - tanh, erf and what activations need --------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that level off: a table of polynomials in |x| up to where the
// result no longer changes, or falls too low for one. There an exponential
// follows, behind a branch.
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/VectorMath.h"
#include "compiler/lowering/VectorMathParts.h"

#include <limits>

using namespace mlir;
using namespace fusedml;

static constexpr float kInfinity = std::numeric_limits<float>::infinity();
static constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

static F32 tanh(F32 x) {
  F32 a = atMost(abs(x), 9.1f);
  SmallVector<F32> row = lookAll(kTanh, shiftRight(bits(a + 0.625f), 21));
  F32 t = a - row[0], c0 = row[1];
  // The table has 1 for the first interval, so that a itself is taken; the
  // others are expanded at their lower end c, and tanh(c) <= c <= a.
  F32 base = select(c0 < a, c0, a);
  return withSignOf(fma(polynomial(row, t), t, base), x);
}

static F32 erf(F32 x) {
  F32 a = atMost(abs(x), 4.0f), u = a + 1.375f;
  SmallVector<F32> row = lookAll(kErf, shiftRight(bits(u), 20));
  F32 t = a - row[0], base = select(u < 1.5f, a, row[1]);
  return withSignOf(fma(polynomial(row, t), t, base), x);
}

//===----------------------------------------------------------------------===//
// Sigmoid and its relatives
//===----------------------------------------------------------------------===//

/// Up to where the tables of sigmoid and softplus reach.
static constexpr float kTableEnd = 15.749f;
/// From where exp(-a) is 0, and from where its products with numbers up to 2^37
/// are.
static constexpr float kSigmoidEnd = 104.0f, kSwishEnd = 130.0f;

/// Intervals of 1/2: adding 2^22 rounds to a multiple of it.
static I32 halfSteps(F32 a) { return bits(a + 0x1p22f); }

static F32 sigmoid(F32 x) {
  F32 a = abs(x), b = atMost(a, kTableEnd);
  SmallVector<F32> row = lookAll(kSigmoid, halfSteps(b));
  F32 t = b - row[0];
  // 1 / (1 + exp(a))
  F32 y = fma(polynomial(row, t), t, row[1]);
  y = selectRare(a > kTableEnd, y, [&] { // E / (1 + E) = E - E^2, E = exp(-a)
    ExpParts e = expParts(-atMost(a, kSigmoidEnd));
    return fma(e.t, e.q - e.t * e.scale, e.t) * e.scale;
  });
  // y, or 1 - y.
  I32 positive = ~bits(x);
  return asFloat((positive >> 31) & std::bit_cast<int32_t>(1.0f)) +
         asFloat(bits(y) | (positive & kSignBit));
}

/// log(1 + exp(x)) = max(x, 0) + log(1 + exp(-|x|))
static F32 softplus(F32 x) {
  F32 a = abs(x), b = atMost(a, kTableEnd), base = atLeast(x, 0.0f);
  SmallVector<F32> row = lookAll(kSoftplus, halfSteps(b));
  F32 t = b - row[0], c0 = row[1];
  Mask below = c0 < base;
  F32 large = select(below, base, c0), small = select(below, c0, base);
  F32 s = large + small, lost = small - (s - large);
  F32 r = s + fma(polynomial(row, t), t, lost);
  return selectRare(a > kTableEnd, r, [&] { // log(1 + E) = E - E^2/2
    ExpParts e = expParts(-atMost(a, kSigmoidEnd));
    return base + fma(e.t, fma(e.t * e.scale, -0.5f, e.q), e.t) * e.scale;
  });
}

/// x * sigmoid(s), s = x * scale, as x / D or x - x / D with D = 1 + exp(|s|):
/// no rounding but those of D, the quotient and the difference. Where s is
/// below -kSwishEnd the sigmoid counts as 0, which it is in f32, also for an x
/// so large that the product would not be: that takes a scale below 2^-30.
static F32 swish(F32 x, const Scalar &scale) {
  bool isUnit = scale.is(1);
  F32 s = isUnit ? x : x * F32(*x.builder(), x.builder()->real(scale));
  F32 a = abs(s);
  F32 shifted = fma(a, kSixteenOverLn2, kRoundToInteger);
  I32 index = bits(shifted);
  F32 n = shifted - kRoundToInteger;
  // exp(a) = t * exp(r). t has 12 bits, so that 1 + t is exact.
  F32 r = fma(n, kMinusLn2Sixteenth, a) +
          fma(n, kMinusLn2SixteenthRest, look(kShortExp2, 1, index));
  F32 t = asFloat(bits(look(kShortExp2, 0, index)) + (index << 19));
  // (exp(r) - 1) / r, minimax on |r| < ln2 / 32.
  F32 p = fma(fma(r, 0x1.55576cp-3f, 0x1.0001f6p-1f), r, 1.0f);
  F32 y = (isUnit ? a : x) / fma(t * r, p, t + 1.0f);
  // Of a zero, the quotient keeps the sign, and the difference would not. With
  // scale 1 max(x, -0) - |x| / D is the same, and takes less time.
  y = isUnit ? atLeast(x, -0.0f) - y : select(s > 0.0f, x - y, y);
  return selectRare(a > kTableEnd, y, [&] {
    // x * E / (1 + E), or x minus that. It is scaled down only after the
    // product, which may lift a subnormal E to a normal result.
    ExpParts e = expParts(-atMost(a, kSwishEnd));
    F32 q = x * e.t, qRest = fma(x, e.t, -q);
    F32 small = (fma(q, e.q - e.t * e.scale, qRest) + q) * e.scale;
    // Where E is 0, infinity times it is NaN, and infinity minus that is not
    // meant. The sign is for products too small to keep theirs.
    small = select(a > kSwishEnd, x * 0.0f, withSignOf(small, x));
    F32 large = select(a > kSwishEnd, x, x - small);
    return select(s > 0.0f, large, small);
  });
}

/// max(x, 0) - a * erfc(a / sqrt(2)) / 2, a = |x|: no cancellation on either
/// side.
static F32 gelu(F32 x) {
  constexpr float end = 5.049f;
  F32 a = abs(x), b = atMost(a, end), base = atLeast(x, -0.0f);
  // Intervals shrink as 1 / a, which a Gaussian needs.
  I32 index = bits(fma(fma(b, 0.78f, 2.3f), b, 0x1p23f));
  SmallVector<F32> row = lookAll(kGelu, index);
  F32 t = b - row[0], y = b * fma(polynomial(row, t), t, row[1]);
  y = selectRare(a > end, y, [&] {
    // exp(-a^2 / 2) * G(1 / a^2) with a^2 = h + hLow.
    F32 c = atMost(a, 15.0f), h = c * c, w = 1.0f / h;
    F32 rest = -0.5f * fma(c, c, -h);
    ExpParts e = expParts(-0.5f * h, &rest);
    F32 p = fma(w, -0x1.fa9a0cp+6f, 0x1.061d0cp+5f);
    p = fma(p, w, -0x1.731568p+2f);
    p = fma(p, w, 0x1.31e024p+0f);
    p = fma(p, w, -0x1.9881aap-2f);
    constexpr float g0 = 0x1.988452p-2f;
    // (u + uLow) + t * (d + q * (g0 + d))
    F32 u = e.t * g0, d = p * w;
    F32 low = fma(e.t, fma(e.q, d + g0, d), fma(e.t, g0, -u));
    F32 tail = (u + low) * e.scale;
    // The formula has the factor 1 + erf there, which is 0.
    return select(x > -kInfinity, tail, F32(kNan));
  });
  return base - y;
}

Value fusedml::emitTanh(ElementBuilder &e, Value x) {
  return tanh(F32(e, x)).value(e);
}
Value fusedml::emitErf(ElementBuilder &e, Value x) {
  return erf(F32(e, x)).value(e);
}
Value fusedml::emitSigmoid(ElementBuilder &e, Value x) {
  return sigmoid(F32(e, x)).value(e);
}
Value fusedml::emitSoftplus(ElementBuilder &e, Value x) {
  return softplus(F32(e, x)).value(e);
}
Value fusedml::emitGelu(ElementBuilder &e, Value x) {
  return gelu(F32(e, x)).value(e);
}
Value fusedml::emitSwish(ElementBuilder &e, Value x, const Scalar &scale) {
  return swish(F32(e, x), scale).value(e);
}
