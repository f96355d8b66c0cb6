//===- VectorMath.cpp - elementary functions on float32 -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/lowering/VectorMath.h"

using namespace mlir;
using namespace fusedml;
using arith::CmpFPredicate;

/// 2^(k/16) / 4, with k << 19 taken off its bits, so that adding n << 19 gives
/// 2^(n/16) / 4 for any n that is k modulo 16.
static constexpr float kExp2Sixteenths[16] = {
    0x1p-2f,        0x1.fb5586p-3f, 0x1.f72b84p-3f, 0x1.f387a6p-3f,
    0x1.f06fep-3f,  0x1.edea64p-3f, 0x1.ebfdaep-3f, 0x1.eab07ep-3f,
    0x1.ea09e6p-3f, 0x1.ea1148p-3f, 0x1.eace54p-3f, 0x1.ec4918p-3f,
    0x1.ee89fap-3f, 0x1.f199bep-3f, 0x1.f5818ep-3f, 0x1.fa4afap-3f};
/// Relative rounding error of the table above.
static constexpr float kExp2Rest[16] = {0.0f,
                                        0x1.8d96d4p-25f,
                                        -0x1.9c0c22p-27f,
                                        0x1.964904p-25f,
                                        0x1.125002p-25f,
                                        0x1.370be4p-25f,
                                        -0x1.0a355p-25f,
                                        -0x1.00d8acp-27f,
                                        0x1.26055cp-26f,
                                        -0x1.05cb44p-25f,
                                        0x1.67a1cap-28f,
                                        0x1.a3b5e4p-28f,
                                        -0x1.f9c304p-27f,
                                        -0x1.6961b4p-28f,
                                        -0x1.a5217cp-28f,
                                        0x1.61428ep-28f};

static constexpr float kSixteenOverLn2 = 0x1.715476p+4f;
/// -ln2 / 16 in two parts; n times the first is exact.
static constexpr float kMinusLn2Sixteenth = -0x1.62e43p-5f;
static constexpr float kMinusLn2SixteenthRest = 0x1.05c61p-33f;
/// Adding it rounds to an integer, which is then in the low bits.
static constexpr float kRoundToInteger = 0x1.8p23f;
/// (exp(r) - 1 - r) / r^2 on |r| < ln2 / 32, minimax.
static constexpr float kExpm1Polynomial[3] = {0x1.ffffd8p-2f, 0x1.555c84p-3f,
                                              0x1.58528p-5f};

Value fusedml::emitExpm1(ElementBuilder &e, Value x) {
  Type f32 = e.builder.getF32Type(), i32 = e.builder.getI32Type();
  // Beyond the bounds the result is -1 or overflows; NaN passes both tests.
  Value b = e.maximum(x, -18.0f);
  b = e.minimum(b, 89.0f);

  // x = n * ln2/16 + r. Near zero n is 0 and r is x, so that no interval starts
  // with a cancellation.
  Value round = e.constantF32(kRoundToInteger);
  Value shifted = e.fma(b, e.constantF32(kSixteenOverLn2), round);
  Value small = e.compare(CmpFPredicate::OLT, e.abs(x), e.constantF32(0.0433f));
  shifted = e.select(small, round, shifted);
  Value index = e.bits(shifted, i32);
  Value n = e.sub(shifted, round);

  // exp(x) = t * (1 + r1 + rest), t = 2^(n/16) as rounded by the table.
  Value r1 = e.fma(n, e.constantF32(kMinusLn2Sixteenth), b);
  Value correction = e.fma(n, e.constantF32(kMinusLn2SixteenthRest),
                           e.lookUp16("exp2_rest", kExp2Rest, index));
  Value r = e.add(r1, correction);
  Value p = e.fma(r, e.constantF32(kExpm1Polynomial[2]),
                  e.constantF32(kExpm1Polynomial[1]));
  p = e.fma(p, r, e.constantF32(kExpm1Polynomial[0]));
  Value rest = e.fma(e.mul(r, r), p, correction);

  // (t - 1/4) with its rounding error, then all times 4: a quarter keeps t
  // finite where the result just is.
  Value t = e.bits(
      e.add(e.bits(e.lookUp16("exp2_sixteenths", kExp2Sixteenths, index), i32),
            e.shiftLeft(index, 19)),
      f32);
  Value quarter = e.constantF32(0.25f);
  Value s = e.sub(t, quarter);
  Value low =
      e.select(e.compare(CmpFPredicate::OLT, t, quarter),
               e.sub(t, e.add(s, quarter)), e.sub(e.sub(t, s), quarter));
  Value large =
      e.mul(e.add(s, e.fma(t, r1, e.fma(t, rest, low))), e.constantF32(4.0f));
  Value result = e.select(small, e.add(r1, rest), large);
  // The sign of x, which -0 would lose.
  return e.bits(e.bitOr(e.bits(result, i32),
                        e.bitAnd(e.bits(x, i32), e.constantInt(32, 1u << 31))),
                f32);
}
