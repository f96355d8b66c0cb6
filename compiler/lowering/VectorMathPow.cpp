//===- VectorMathPow.cpp - powers -----------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// |x|^y = exp(y * log|x|), with the logarithm and the product in double, and
// then the sign and the special cases of C's pow. No fused operations in
// double, which not every target has.
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/VectorMath.h"
#include "compiler/lowering/VectorMathParts.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace fusedml;

template <typename T>
static constexpr T kInfinity = std::numeric_limits<T>::infinity();
template <typename T>
static constexpr T kNan = std::numeric_limits<T>::quiet_NaN();

/// Adding it to a small double rounds that to an integer, which is then in the
/// low bits.
static constexpr double kRoundDouble = 0x1.8p52;
static constexpr double kLn2 = 0x1.62e42fefa39efp-1;
static constexpr double kSixteenths = 0x1.71547652b82fep4; // 16 / ln2
/// Results whose logarithm lies outside are 0 or infinite in f32.
static constexpr double kLeast = -105.0, kMost = 89.0;

//===----------------------------------------------------------------------===//
// Special cases
//===----------------------------------------------------------------------===//

namespace {

/// What matters about an exponent besides its size.
struct Exponent {
  Mask isInteger, isOdd, isZero, isInfinite;
};

} // namespace

template <typename Y> static Exponent describe(Element<Y> y) {
  Element<Y> half = y * Y(0.5);
  Mask isInteger = truncate(y) == y;
  return {isInteger, isInteger & (truncate(half) != half), y == Y(0),
          abs(y) == kInfinity<Y>};
}

/// |x|^y as pow's result.
template <typename X>
static Element<X> withSpecialCases(Element<X> power, Element<X> x,
                                   const Exponent &y) {
  using Bits = std::conditional_t<sizeof(X) == 4, int32_t, int64_t>;
  Element<X> a = abs(x);
  Mask negative = bits(x) < Bits(0);
  power = select(y.isOdd & negative, -power, power);
  power = select((x < X(0)) & (a < kInfinity<X>)&~y.isInteger,
                 Element<X>(kNan<X>), power);
  Mask isOne = (x == X(1)) | y.isZero | ((a == X(1)) & y.isInfinite);
  return select(isOne, Element<X>(X(1)), power);
}

static F64 widen(F32 a) { return convert<F64>(a); }
static F64 widen(F64 a) { return a; }

/// log(a) where `inside` is the logarithm of a positive finite a.
template <typename X> static F64 withEdges(F64 inside, Element<X> a) {
  Element<X> edge = select(a == X(0), Element<X>(-kInfinity<X>), a);
  return select((a > X(0)) & (a < kInfinity<X>), inside, widen(edge));
}

//===----------------------------------------------------------------------===//
// For f32
//===----------------------------------------------------------------------===//

/// log(a) to about 40 bits.
static F64 logWide(F32 a) {
  Mask subnormal = bits(a) < 0x00800000;
  LogParts parts = logParts(select(subnormal, a * 0x1p23f, a));
  F64 m = convert<F64>(parts.m);
  F64 z = m * convert<F64>(look(kLog, 0, parts.interval)) - 1.0; // Exact.
  // (log(1 + z) - z) / z^2 on |z| < 0.0333, minimax.
  F64 p = z * 0x1.251026e7b70bap-3 + -0x1.55d48fb3a2b50p-3;
  p = p * z + 0x1.99998467d6cb4p-3;
  p = p * z + -0x1.ffffedf58a8b1p-3;
  p = p * z + 0x1.55555555da306p-2;
  p = p * z + -0x1.0000000028d81p-1;
  F32 down = select(subnormal, F32(-23.0f), 0.0f);
  F64 n = convert<F64>(convert<F32>(parts.e) + down);
  F64 high = n * kLn2 + convert<F64>(look(kLog, 1, parts.interval));
  F64 low = convert<F64>(look(kLog, 2, parts.interval));
  return withEdges((z * z * p + z) + (high + low), a);
}

/// exp(v) for v in [kLeast, kMost] or NaN.
static F32 expOfDouble(F64 v) {
  F64 shifted = v * kSixteenths + kRoundDouble;
  F64 n = shifted - kRoundDouble;
  F32 r = convert<F32>(v - n * (kLn2 / 16));
  I32 index = convert<I32>(bits(shifted));
  // As expParts goes on.
  F32 q = fma(r, fma(r, fma(r, 0x1.555766p-3f, 0x1.000224p-1f), 1.0f),
              look(kExp2, 1, index));
  Mask low = index < -1850;
  F32 t = asFloat(bits(quarterExp2(index)) + select(low, I32(64 << 23), 0));
  return fma(t, q, t) * select(low, F32(0x1p-62f), 4.0f);
}

template <typename Y> static F32 pow(F32 x, Element<Y> y) {
  F64 v = atMost(atLeast(widen(y) * logWide(abs(x)), kLeast), kMost);
  return withSpecialCases(expOfDouble(v), x, describe(y));
}

//===----------------------------------------------------------------------===//
// For f64
//===----------------------------------------------------------------------===//

/// log(a) to about 52 bits, for a of at most 40 significant bits and not
/// subnormal.
static F64 logFull(F64 a) {
  // As logParts, on the upper half of the bits.
  constexpr int32_t offset = 0x3ff00000 - 9 * (1 << 16) - (1 << 15);
  I32 distance = convert<I32>(shiftRight(bits(a), int64_t{32})) - offset;
  I32 e = distance >> 20, interval = distance >> 16;
  F64 m = asDouble(bits(a) - (convert<I64>(e) << int64_t{52}));
  F64 z = m * convert<F64>(look(kLog, 0, interval)) - 1.0; // Exact.
  // (log(1 + z) - z) / z^2 on |z| < 0.0335, minimax.
  F64 p = z * 0x1.c8240b2b2c315p-4 + -0x1.00848121e2b8ap-3;
  p = p * z + 0x1.249228d592be6p-3;
  p = p * z + -0x1.555538cb100a3p-3;
  p = p * z + 0x1.9999999cc15bdp-3;
  p = p * z + -0x1.000000012324cp-2;
  p = p * z + 0x1.555555555548cp-2;
  p = p * z + -0x1.fffffffffff9cp-2;
  // The first two sums are exact: ln2 and the table have 16 fraction bits here.
  F64 n = convert<F64>(e);
  F64 high = (n * 0x1.62e4p-1 + convert<F64>(look(kLog, 1, interval))) + z;
  F64 rest = convert<F64>(look(kLog, 2, interval)) +
             convert<F64>(look(kLog, 3, interval));
  F64 low = z * z * p + (n * 0x1.7f7d1cf79abcap-20 + rest);
  return withEdges(high + low, a);
}

/// exp(v) for v in [kLeast, kMost] or NaN.
static F64 expFull(F64 v) {
  F64 shifted = v * kSixteenths + kRoundDouble;
  F64 n = shifted - kRoundDouble;
  // ln2 / 16 in two parts; n times the first is exact.
  F64 r = (v - n * 0x1.62e42fefa4p-5) - n * -0x1.8432a1b0e2634p-47;
  // (exp(r) - 1 - r) / r^2 on |r| < ln2 / 32, minimax.
  F64 p = r * 0x1.a01badd57e4e5p-13 + 0x1.6c183f22ca08ep-10;
  p = p * r + 0x1.1111111071fdp-7;
  p = p * r + 0x1.5555555483dc3p-5;
  p = p * r + 0x1.555555555555ap-3;
  p = p * r + 0x1.0000000000004p-1;
  p = r * r * p + r;
  I32 index = convert<I32>(bits(shifted));
  I32 sixteenth = index & 15;
  F64 t = convert<F64>(quarterExp2(sixteenth));
  F64 rest = convert<F64>(look(kExp2, 1, sixteenth));
  F64 result = t * (p + (rest + p * rest)) + t;
  // The table has a quarter.
  I64 exponent = convert<I64>((index >> 4) + 1025) << int64_t{52};
  return result * asDouble(exponent);
}

/// Results of 40 bits or fewer are those of exact powers, such as 9^0.5 or
/// 2^10.5 * 2^0.5; what differs from such a number by no more than the error
/// of the computation is taken for it.
static F64 snap(F64 r) {
  constexpr int64_t unit = int64_t{1} << 12, error = 128;
  I64 rounded = (bits(r) + unit / 2) & -unit;
  Mask near = lessUnsigned((bits(r) - rounded) + error, 2 * error + 1);
  return asDouble(select(near, rounded, bits(r)));
}

/// Whether x^y can be whole for a whole x of up to 32 bits: where y = m / 2^k,
/// x must be the 2^k-th power of a whole number.
static Mask mayBeWhole(F64 x, F64 y) {
  Mask result = y == truncate(y);
  Mask isPower = x == x;
  F64 root = abs(x), multiple = y;
  for (int k = 1; k <= 5; ++k) {
    F64 next = truncate(sqrt(root));
    isPower = isPower & (next * next == root);
    root = next;
    multiple = multiple + multiple;
    result = result | (isPower & (multiple == truncate(multiple)));
  }
  return result;
}

/// x^y; if x is whole, a result that is nearly whole is not taken for whole
/// unless it is.
static F64 pow(F64 x, F64 y, bool isWhole = false) {
  F64 v = atMost(atLeast(y * logFull(abs(x)), kLeast), kMost);
  // Where the range of f32 ends, the result is 0 or infinite.
  F64 computed = expFull(v), power = snap(computed);
  if (isWhole)
    power = selectRare(power != computed, power, [&] {
      return select(mayBeWhole(x, y), power, computed);
    });
  power = select(v == kLeast, F64(0.0), power);
  power = select(v == kMost, F64(kInfinity<double>), power);
  return withSpecialCases(power, x, describe(y));
}

/// x^n by products, n > 0.
static F64 product(F64 x, unsigned n) {
  if (n == 1)
    return x;
  F64 half = product(x, n / 2);
  F64 square = half * half;
  return n % 2 ? square * x : square;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

static bool isDouble(Value value) {
  return getElementTypeOrSelf(value.getType()).isF64();
}

Value fusedml::emitPow(ElementBuilder &e, Value x, Value y) {
  if (isDouble(y))
    return pow(F32(e, x), F64(e, y)).value(e);
  return pow(F32(e, x), F32(e, y)).value(e);
}

Value fusedml::emitPowDouble(ElementBuilder &e, Value x, Value y) {
  return pow(F64(e, x), F64(e, y), /*isWhole=*/true).value(e);
}

/// Whether x^y is computed by multiplication. For larger y the digits that a
/// double has more than a float are used up, and so is the time saved.
static bool isProduct(float y) {
  return y == std::trunc(y) && std::fabs(y) <= 64;
}

bool fusedml::isSimplePower(float y) { return isProduct(y) || y == 0.5f; }

/// x^0.5: other than the root, pow gives +0 for -0 and +inf for -inf.
static F32 squareRoot(F32 x) {
  F32 root = sqrt(x + 0.0f);
  return select(x == -kInfinity<float>, F32(kInfinity<float>), root);
}

Value fusedml::emitPowConstant(ElementBuilder &e, Value x, float y) {
  if (y == 0.5f) // Rounded twice, but a root is never so near to a tie.
    return convert<F64>(squareRoot(F32(e, x))).value(e);
  F64 wide = convert<F64>(F32(e, x));
  if (!isProduct(y))
    return pow(wide, F64(e, e.constantF64(y))).value(e);
  if (y == 0)
    return e.constantF64(1.0);
  // No intermediate result leaves the range of double unless the last one
  // leaves that of f32.
  F64 power = product(wide, static_cast<unsigned>(std::fabs(y)));
  return (y < 0 ? 1.0 / power : power).value(e);
}
