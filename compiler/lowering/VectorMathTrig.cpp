//===- VectorMathTrig.cpp - sin, cos, tan ---------------------------------===//
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

/// From here n * pi/2 is not exact in three parts.
static constexpr float kHuge = 0x1p17f;

namespace {

/// x = n * pi/2 + r + low, |r| a little above pi/4 at most.
struct Reduced {
  F32 r, low;
  I32 n;
};

} // namespace

/// For |x| < kHuge, about 48 bits.
static Reduced reduceUsual(F32 x) {
  F32 shifted = fma(x, 0x1.45f306p-1f, kRoundToInteger);
  F32 n = shifted - kRoundToInteger;
  F32 r1 = fma(n, -kHalfPi, x); // Exact.
  F32 p = n * -kHalfPiRest, pLow = fma(n, -kHalfPiRest, -p);
  F32 r = r1 + p;
  return {r, fma(n, 0x1.ee59dap-50f, ((r1 - r) + p) + pLow), bits(shifted)};
}

/// For finite x >= 2: the bits of 2/pi that matter for the exponent of x, times
/// its significand, are x * 2/pi modulo 4 with 62 fraction bits.
static Reduced reduceHuge(F32 x) {
  I32 exponent = shiftRight(bits(x), 23), row = shiftRight(bits(x), 26);
  I32 significand = ((bits(x) & 0x7fffff) | 0x800000) << (exponent & 7);
  I64 m = convert<I64>(significand);
  auto times = [&](unsigned part) {
    return m * convert<I64>(bits(look(kTwoOverPi, part, row)));
  };
  I64 product =
      (times(0) << int64_t{32}) + times(1) + shiftRight(times(2), int64_t{32});
  I64 n = shiftRight(product + (int64_t{1} << 61), int64_t{62});
  I64 fraction = product - (n << int64_t{62});
  F64 angle = convert<F64>(fraction) * 0x1.921fb54442d18p-62;
  F32 r = convert<F32>(angle);
  return {r, convert<F32>(angle - convert<F64>(r)), convert<I32>(n)};
}

/// For x >= 0 or NaN.
static Reduced reduce(F32 x) {
  Reduced usual = reduceUsual(x);
  ElementBuilder &e = *x.builder();
  Mask huge = ~(x < kHuge);
  SmallVector<Value> all = selectRare(
      e, huge.value(e),
      {usual.r.value(e), usual.low.value(e), usual.n.value(e)},
      [&]() -> SmallVector<Value> {
        Reduced reduced = reduceHuge(x);
        F32 r = select(x < kInfinity, reduced.r, x - x);
        return {r.value(e), reduced.low.value(e), reduced.n.value(e)};
      });
  return {F32(e, all[0]), F32(e, all[1]), I32(e, all[2])};
}

/// sin(x) where n is the reduced n, cos(x) where it is one more:
///   sin(r) = r + (s * r) * P(s),  cos(r) = (1 - s/2) + (s * s) * P(s)
/// with s = r^2, and the quadrant chooses the coefficients of P.
static F32 sinOrCos(Reduced a, I32 n) {
  Mask isCos = (n << 31) < 0;
  F32 s = a.r * a.r, half = s * 0.5f;
  F32 c = 1.0f - half, cLow = (1.0f - c) - half;
  F32 p = fma(fma(look(kSinCos, 2, n), s, look(kSinCos, 1, n)), s,
              look(kSinCos, 0, n));
  F32 low = select(isCos, fma(-a.r, a.low, cLow), a.low);
  F32 r = select(isCos, c, a.r) + fma(s * select(isCos, s, a.r), p, low);
  return asFloat(bits(r) ^ ((n << 30) & kSignBit));
}

static F32 sin(F32 x) {
  Reduced a = reduce(abs(x));
  return asFloat(bits(sinOrCos(a, a.n)) ^ (bits(x) & kSignBit));
}

static F32 cos(F32 x) {
  Reduced a = reduce(abs(x));
  return sinOrCos(a, a.n + 1);
}

static F32 tan(F32 x) {
  Reduced a = reduce(abs(x));
  F32 w = abs(a.r), u = w + 0x1p19f; // Steps of 1/16.
  SmallVector<F32> row = lookAll(kTan, bits(u));
  I32 sign = bits(a.r) & kSignBit;
  F32 low = asFloat(bits(a.low) ^ sign);
  F32 t = (w - row[0]) + low;
  Mask first = u < 0x1p19f + 0.1875f; // w below 5/32
  F32 c0 = select(first, w, row[1]);
  F32 part = fma(polynomial(row, t), t, select(first, low, F32(0.0f)));
  F32 y = c0 + part, yLow = (c0 - y) + part;
  // -1 / (y + yLow) = q + q * (1 + q * (y + yLow))
  F32 q = -1.0f / y;
  F32 cotangent = fma(q, fma(q, yLow, fma(q, y, 1.0f)), q);
  F32 r = select((a.n << 31) < 0, cotangent, y);
  return asFloat(bits(r) ^ sign ^ (bits(x) & kSignBit));
}

Value fusedml::emitSin(ElementBuilder &e, Value x) {
  return sin(F32(e, x)).value(e);
}
Value fusedml::emitCos(ElementBuilder &e, Value x) {
  return cos(F32(e, x)).value(e);
}
Value fusedml::emitTan(ElementBuilder &e, Value x) {
  return tan(F32(e, x)).value(e);
}
