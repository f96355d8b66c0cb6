//===- LimitMath.h - functions written for speed ----------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In two grades: of about 1.3 ULP (2.4 for sigmoid), and rational forms of
// about 5 ULP. Neither minds NaN. The coefficients are least squares fits with
// Lawson's reweighting, in double.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_BENCH_PEERS_LIMITMATH_H
#define FUSEDML_BENCH_PEERS_LIMITMATH_H

namespace fusedml::peers {

/// The polynomial with the coefficients of the highest power first.
template <typename V, int N>
typename V::Float horner(const float (&coefficients)[N], typename V::Float x) {
  auto p = V::set(coefficients[0]);
#pragma clang loop unroll(full)
  for (int i = 1; i < N; ++i)
    p = V::fma(p, x, V::set(coefficients[i]));
  return p;
}

/// For |x| <= 88.
template <typename V> typename V::Float fastExp(typename V::Float x) {
  constexpr float kPolynomial[] = {1.381459639e-03f, 8.368717091e-03f,
                                   4.166838809e-02f, 1.666652063e-01f,
                                   4.999999345e-01f};
  auto n = V::round(V::mul(x, V::set(1.44269504f)));
  auto r = V::fnma(n, V::set(0.693359375f), x);
  r = V::fnma(n, V::set(-2.12194440e-4f), r);
  auto p = V::fma(V::mul(r, r), horner<V>(kPolynomial, r), r);
  return V::scale(V::add(p, V::set(1.0f)), n);
}

template <typename V> typename V::Float fastTanh(typename V::Float x) {
  constexpr float kPolynomial[] = {-5.704978361e-03f, 2.063907873e-02f,
                                   -5.373971215e-02f, 1.333144216e-01f,
                                   -3.333328194e-01f};
  auto a = V::abs(x);
  auto e = fastExp<V>(V::min(V::add(a, a), V::set(40.0f)));
  auto one = V::set(1.0f);
  auto large = V::fnma(V::set(2.0f), V::reciprocal(V::add(e, one)), one);
  auto square = V::mul(x, x);
  auto p = V::mul(horner<V>(kPolynomial, square), square);
  auto small = V::fma(p, x, x);
  return V::blend(V::below(a, V::set(0.625f)), V::copySign(large, x), small);
}

template <typename V> typename V::Float fastErf(typename V::Float x) {
  constexpr float kExponent[] = {
      1.123146545e-05f, -3.228053922e-04f, 3.642465020e-03f, -2.376207505e-02f,
      1.062368911e-01f, 6.351513087e-01f,  1.128648492e+00f};
  constexpr float kPolynomial[] = {-5.953739211e-04f, 4.985940059e-03f,
                                   -2.676171946e-02f, 1.128168253e-01f,
                                   -3.761248110e-01f, 1.283791477e-01f};
  auto a = V::min(V::abs(x), V::set(4.0f));
  auto r = V::mul(horner<V>(kExponent, a), a);
  auto large = V::sub(V::set(1.0f), fastExp<V>(V::sub(V::set(0.0f), r)));
  auto small = V::fma(horner<V>(kPolynomial, V::mul(x, x)), x, x);
  return V::blend(V::below(a, V::set(0.93f)), V::copySign(large, x), small);
}

/// An odd polynomial divided by an even one.
template <typename V, int N, int M>
typename V::Float rational(const float (&p)[N], const float (&q)[M],
                           float limit, typename V::Float x) {
  x = V::max(V::min(x, V::set(limit)), V::set(-limit));
  auto square = V::mul(x, x);
  return V::div(V::mul(x, horner<V>(p, square)), horner<V>(q, square));
}

template <typename V> typename V::Float rationalTanh(typename V::Float x) {
  constexpr float kP[] = {-1.406121135e-11f, 3.297793965e-08f,
                          2.897331750e-05f,  3.915500034e-03f,
                          1.371740168e-01f,  9.999999996e-01f};
  constexpr float kQ[] = {1.355723674e-06f, 4.022272641e-04f, 2.741795649e-02f,
                          4.705073456e-01f, 1.0f};
  return rational<V>(kP, kQ, 8.2f, x);
}

template <typename V> typename V::Float rationalErf(typename V::Float x) {
  constexpr float kP[] = {2.074750814e-08f, -1.979234360e-06f, 1.376315611e-04f,
                          3.462815254e-03f, 4.978656444e-02f,  1.938977137e-01f,
                          1.128379120e+00f};
  constexpr float kQ[] = {9.030550821e-04f, 1.385225269e-02f, 1.125193822e-01f,
                          5.051693307e-01f, 1.0f};
  return rational<V>(kP, kQ, 3.85f, x);
}

} // namespace fusedml::peers

#endif // FUSEDML_BENCH_PEERS_LIMITMATH_H
