//===- PeerSimd.cpp - portable SIMD libraries -----------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Highway with its math, and xsimd: one fused loop a workload.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <hwy/highway.h>

// After the header it extends.
#include <hwy/contrib/math/math-inl.h>
#include <xsimd/xsimd.hpp>

#include <cstdio>

using namespace fusedml::peers;

namespace {

/// Applies `step` to the index of each vector; the last one overlaps the one
/// before.
template <typename Step>
void forEachVector(int64_t i, int64_t end, int64_t lanes, Step step) {
  if (end - i < lanes)
    return;
  for (; i + lanes < end; i += lanes)
    step(i);
  step(end - lanes);
}

const float *input(const LimitArgs *args, int number) {
  return static_cast<const float *>(args->in[number]);
}

//===----------------------------------------------------------------------===//
// Highway
//===----------------------------------------------------------------------===//

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::ScalableTag<float>;
using Vec = hn::Vec<Tag>;

Vec set(float x) { return hn::Set(Tag(), x); }

/// `Body` takes a function that loads a vector of an input.
template <typename Body>
void highway(const LimitArgs *args, int64_t begin, int64_t end, Body body) {
  auto *y = static_cast<float *>(args->out);
  forEachVector(begin, end, hn::Lanes(Tag()), [&](int64_t i) {
    auto load = [&](int k) { return hn::LoadU(Tag(), input(args, k) + i); };
    hn::StoreU(body(load), Tag(), y + i);
  });
}

Vec shrink(Vec x) {
  Vec threshold = set(0.5f), bias = set(0.1f);
  Vec below =
      hn::IfThenElseZero(hn::Lt(x, hn::Neg(threshold)), hn::Add(x, bias));
  return hn::IfThenElse(hn::Gt(x, threshold), hn::Sub(x, bias), below);
}

void highwayW1(const LimitArgs *args, int64_t begin, int64_t end) {
  highway(args, begin, end,
          [](auto load) { return shrink(hn::Mul(load(0), load(1))); });
}

void highwayW2(const LimitArgs *args, int64_t begin, int64_t end) {
  highway(args, begin, end, [](auto load) {
    Vec x = load(0);
    return hn::Div(x, hn::Add(set(1.0f), hn::Exp(Tag(), hn::Neg(x))));
  });
}

void highwayW4(const LimitArgs *args, int64_t begin, int64_t end) {
  highway(args, begin, end, [](auto load) {
    Vec x = hn::MulAdd(load(0), load(1), load(2));
    return hn::Mul(hn::Tanh(Tag(), x), load(3));
  });
}

void highwayW5(const LimitArgs *args, int64_t begin, int64_t end) {
  highway(args, begin, end, [](auto load) {
    Vec b = load(1);
    Vec t = hn::Sub(hn::Add(hn::Mul(load(0), b), load(2)), load(3));
    Vec q = hn::Abs(hn::Div(t, hn::Add(hn::Abs(b), set(1.0f))));
    return shrink(hn::Min(hn::Max(q, set(0.0f)), set(4.0f)));
  });
}

template <typename Function>
void highwayAccuracy(const char *name, Function function) {
  accuracyCell(
      "highway", name, [&](const float *in, float *out, int64_t count) {
        for (int64_t i = 0; i < count; i += hn::Lanes(Tag()))
          hn::StoreU(function(Tag(), hn::LoadU(Tag(), in + i)), Tag(), out + i);
      });
}

//===----------------------------------------------------------------------===//
// xsimd
//===----------------------------------------------------------------------===//

using Batch = xsimd::batch<float>;

template <typename Body>
void xsimdLoop(const LimitArgs *args, int64_t begin, int64_t end, Body body) {
  auto *y = static_cast<float *>(args->out);
  forEachVector(begin, end, Batch::size, [&](int64_t i) {
    auto load = [&](int k) {
      return Batch::load_unaligned(input(args, k) + i);
    };
    body(load).store_unaligned(y + i);
  });
}

Batch shrink(Batch x) {
  Batch below = xsimd::select(x < Batch(-0.5f), x + 0.1f, Batch(0.0f));
  return xsimd::select(x > Batch(0.5f), x - 0.1f, below);
}

void xsimdW1(const LimitArgs *args, int64_t begin, int64_t end) {
  xsimdLoop(args, begin, end,
            [](auto load) { return shrink(load(0) * load(1)); });
}

void xsimdW2(const LimitArgs *args, int64_t begin, int64_t end) {
  xsimdLoop(args, begin, end, [](auto load) {
    Batch x = load(0);
    return x / (1.0f + xsimd::exp(-x));
  });
}

void xsimdW3(const LimitArgs *args, int64_t begin, int64_t end) {
  xsimdLoop(args, begin, end, [](auto load) {
    Batch x = load(0);
    return 0.5f * x * (1.0f + xsimd::erf(x * 0.70710678f));
  });
}

void xsimdW4(const LimitArgs *args, int64_t begin, int64_t end) {
  xsimdLoop(args, begin, end, [](auto load) {
    return xsimd::tanh(xsimd::fma(load(0), load(1), load(2))) * load(3);
  });
}

void xsimdW5(const LimitArgs *args, int64_t begin, int64_t end) {
  xsimdLoop(args, begin, end, [](auto load) {
    Batch b = load(1);
    Batch t = load(0) * b + load(2) - load(3);
    Batch q = xsimd::abs(t / (xsimd::abs(b) + 1.0f));
    return shrink(xsimd::min(xsimd::max(q, Batch(0.0f)), Batch(4.0f)));
  });
}

template <typename Function>
void xsimdAccuracy(const char *name, Function function) {
  accuracyCell("xsimd", name, [&](const float *in, float *out, int64_t count) {
    for (int64_t i = 0; i < count; i += Batch::size)
      function(Batch::load_unaligned(in + i)).store_unaligned(out + i);
  });
}

} // namespace

int main() {
  std::fprintf(stderr, "highway target %s, xsimd %s\n",
               hwy::TargetName(HWY_TARGET), Batch::arch_type::name());
  runAll("highway", setupOf({{"W1", highwayW1},
                             {"W2", highwayW2},
                             {"W4", highwayW4},
                             {"W5", highwayW5}}));
  runAll("xsimd", setupOf({{"W1", xsimdW1},
                           {"W2", xsimdW2},
                           {"W3", xsimdW3},
                           {"W4", xsimdW4},
                           {"W5", xsimdW5}}));
  highwayAccuracy("Tanh", [](Tag t, Vec x) { return hn::Tanh(t, x); });
  highwayAccuracy("Exp", [](Tag t, Vec x) { return hn::Exp(t, x); });
  highwayAccuracy("Log", [](Tag t, Vec x) { return hn::Log(t, x); });
  highwayAccuracy("Sin", [](Tag t, Vec x) { return hn::Sin(t, x); });
  xsimdAccuracy("Tanh", [](Batch x) { return xsimd::tanh(x); });
  xsimdAccuracy("Exp", [](Batch x) { return xsimd::exp(x); });
  xsimdAccuracy("Erf", [](Batch x) { return xsimd::erf(x); });
  xsimdAccuracy("Log", [](Batch x) { return xsimd::log(x); });
  xsimdAccuracy("Sin", [](Batch x) { return xsimd::sin(x); });
}
