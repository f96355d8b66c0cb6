//===- LimitLoops.h - the loop around an expression -------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FUSEDML_BENCH_PEERS_LIMITLOOPS_H
#define FUSEDML_BENCH_PEERS_LIMITLOOPS_H

#include "LimitVectors.h"
#include "Limits.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace fusedml::peers {

/// One kernel of a workload.
struct Variant {
  const char *workload;
  const char *name;
  LimitKernel run;
  bool streams = false; ///< Stores past the caches.
  bool large = false;   ///< Can be the fastest for data of any size.
  bool strict = false;  ///< Keeps every rule FuseDML keeps.
  bool fast = true;     ///< Belongs to the limits written for speed.
};

std::span<const Variant> fastVariants();
std::span<const Variant> strictVariants();

constexpr float kBias = 0.1f;
constexpr float kThreshold = 0.5f;

/// Masked arithmetic makes all three branches without a blend. A NaN fails
/// both comparisons and gives 0.
template <typename V> typename V::Float shrink(typename V::Float x) {
  auto r = V::subOrZero(V::above(x, V::set(kThreshold)), x, V::set(kBias));
  return V::addOr(r, V::below(x, V::set(-kThreshold)), x, V::set(kBias));
}

/// Applies an expression, a struct with `arity` and `apply<V>(a, b, c, d)`.
template <typename Expression, typename V, bool Streams, int Unroll>
void loop(const LimitArgs *args, int64_t i, int64_t end) {
  using Mask = typename V::Mask;
  constexpr int kLanes = V::kLanes;
  const float *in[4];
  for (int k = 0; k < 4; ++k)
    in[k] = static_cast<const float *>(args->in[k]);
  auto *y = static_cast<float *>(args->out);

  auto apply = [&](auto loadOne) {
    auto load = [&](int k) {
      return k < Expression::arity ? loadOne(in[k]) : V::set(0.0f);
    };
    return Expression::template apply<V>(load(0), load(1), load(2), load(3));
  };
  auto step = [&](int64_t j) {
    auto r = apply([&](const float *p) { return V::load(p + j); });
    if constexpr (Streams)
      V::stream(y + j, r);
    else
      V::store(y + j, r);
  };
  auto part = [&](int64_t j, int64_t count) {
    auto mask = static_cast<Mask>((1u << count) - 1);
    V::store(mask, y + j,
             apply([&](const float *p) { return V::load(mask, p + j); }));
  };

  // Streaming stores need whole vectors at their own alignment.
  if constexpr (Streams) {
    auto bytes = -reinterpret_cast<intptr_t>(y + i) & (kLanes * 4 - 1);
    int64_t count = std::min<int64_t>(bytes / 4, end - i);
    if (count)
      part(i, count);
    i += count;
  }
  for (; i + kLanes * Unroll <= end; i += kLanes * Unroll)
#pragma clang loop unroll(full)
    for (int u = 0; u < Unroll; ++u)
      step(i + u * kLanes);
  for (; i + kLanes <= end; i += kLanes)
    step(i);
  if (i < end)
    part(i, end - i);
  if constexpr (Streams)
    _mm_sfence();
}

} // namespace fusedml::peers

#endif // FUSEDML_BENCH_PEERS_LIMITLOOPS_H
