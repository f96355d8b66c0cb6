//===- PeerNative.cpp - loops clang makes, and vector math libraries ------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plain loops of AutoLoops.cpp with several flags; loops of intrinsics that
// call SLEEF and libmvec; each hand-written kernel by itself, with copy and
// triad, which show what the memory gives; and the least a call can cost.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <immintrin.h>
#include <sleef.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace fusedml::peers;

#define DECLARE(TAG)                                                           \
  extern "C" void autoW1_##TAG(const LimitArgs *, int64_t, int64_t);           \
  extern "C" void autoW2_##TAG(const LimitArgs *, int64_t, int64_t);           \
  extern "C" void autoW3_##TAG(const LimitArgs *, int64_t, int64_t);           \
  extern "C" void autoW4_##TAG(const LimitArgs *, int64_t, int64_t);           \
  extern "C" void autoW5_##TAG(const LimitArgs *, int64_t, int64_t);           \
  extern "C" void autoW6_##TAG(const LimitArgs *, int64_t, int64_t);           \
  extern "C" void autoW6b_##TAG(const LimitArgs *, int64_t, int64_t);          \
  extern "C" void autoW6i_##TAG(const LimitArgs *, int64_t, int64_t);          \
  extern "C" void autoW7_##TAG(const LimitArgs *, int64_t, int64_t);
DECLARE(o3)
DECLARE(v256)
DECLARE(mvec)
DECLARE(poly)
DECLARE(poly256)
DECLARE(rat)

extern "C" __m512 _ZGVeN16v_expf(__m512);
extern "C" __m512 _ZGVeN16v_tanhf(__m512);
extern "C" __m512 _ZGVeN16v_erff(__m512);

namespace {

using VectorFunction = __m512 (*)(__m512);

__m512 sleefExp(__m512 x) { return Sleef_expf16_u10avx512f(x); }
__m512 sleefTanh(__m512 x) { return Sleef_tanhf16_u10avx512f(x); }
__m512 sleefErf(__m512 x) { return Sleef_erff16_u10avx512f(x); }

/// Calls `step` with the index and the mask of each vector.
template <typename Step> void forEachVector(int64_t i, int64_t end, Step step) {
  for (; i < end; i += 16) {
    int64_t count = std::min<int64_t>(end - i, 16);
    step(i, static_cast<__mmask16>((1u << count) - 1));
  }
}

template <VectorFunction Exp>
void swish(const LimitArgs *args, int64_t begin, int64_t end) {
  const auto *a = static_cast<const float *>(args->in[0]);
  auto *y = static_cast<float *>(args->out);
  forEachVector(begin, end, [&](int64_t i, __mmask16 mask) {
    __m512 x = _mm512_maskz_loadu_ps(mask, a + i);
    __m512 e = Exp(_mm512_sub_ps(_mm512_setzero_ps(), x));
    _mm512_mask_storeu_ps(
        y + i, mask, _mm512_div_ps(x, _mm512_add_ps(_mm512_set1_ps(1.0f), e)));
  });
}

template <VectorFunction Erf>
void gelu(const LimitArgs *args, int64_t begin, int64_t end) {
  const auto *a = static_cast<const float *>(args->in[0]);
  auto *y = static_cast<float *>(args->out);
  forEachVector(begin, end, [&](int64_t i, __mmask16 mask) {
    __m512 x = _mm512_maskz_loadu_ps(mask, a + i);
    __m512 half = _mm512_mul_ps(x, _mm512_set1_ps(0.5f));
    __m512 e = Erf(_mm512_mul_ps(x, _mm512_set1_ps(0.70710678f)));
    _mm512_mask_storeu_ps(y + i, mask, _mm512_fmadd_ps(half, e, half));
  });
}

template <VectorFunction Tanh>
void tanhChain(const LimitArgs *args, int64_t begin, int64_t end) {
  auto *y = static_cast<float *>(args->out);
  forEachVector(begin, end, [&](int64_t i, __mmask16 mask) {
    auto load = [&](int k) {
      return _mm512_maskz_loadu_ps(mask,
                                   static_cast<const float *>(args->in[k]) + i);
    };
    __m512 x = _mm512_fmadd_ps(load(0), load(1), load(2));
    _mm512_mask_storeu_ps(y + i, mask, _mm512_mul_ps(Tanh(x), load(3)));
  });
}

bool isMath(const std::string &workload) {
  return workload == "W2" || workload == "W3" || workload == "W4";
}

/// A set of loops, and which of its cells say something.
struct Loops {
  std::string name;
  bool (*wanted)(const Context &);
  std::vector<NamedKernel> kernels;
};

#define KERNELS(TAG)                                                           \
  {                                                                            \
    {"W1", autoW1_##TAG}, {"W2", autoW2_##TAG}, {"W3", autoW3_##TAG},          \
        {"W4", autoW4_##TAG}, {"W5", autoW5_##TAG}, {"W6", autoW6_##TAG},      \
        {"W6b", autoW6b_##TAG}, {"W6i", autoW6i_##TAG}, {                      \
      "W7", autoW7_##TAG                                                       \
    }                                                                          \
  }

std::vector<Loops> loops() {
  // Scalar calls of libm take too long for large data.
  auto scalarMath = [](const Context &context) {
    return !isMath(context.work.workload) || context.work.count() <= 65536;
  };
  auto math = [](const Context &c) { return isMath(c.work.workload); };
  auto swishOnly = [](const Context &c) { return c.work.workload == "W2"; };
  auto tanhErf = [](const Context &c) {
    return c.work.workload == "W3" || c.work.workload == "W4";
  };
  return {
      {"clang-o3", scalarMath, KERNELS(o3)},
      {"clang-v256", scalarMath, KERNELS(v256)},
      // Of these functions clang knows only exp in libmvec.
      {"clang-mvec", swishOnly, KERNELS(mvec)},
      {"clang-poly", math, KERNELS(poly)},
      {"clang-poly256", math, KERNELS(poly256)},
      {"clang-rat", tanhErf, KERNELS(rat)},
      {"sleef",
       math,
       {{"W2", swish<sleefExp>},
        {"W3", gelu<sleefErf>},
        {"W4", tanhChain<sleefTanh>}}},
      {"libmvec",
       math,
       {{"W2", swish<_ZGVeN16v_expf>},
        {"W3", gelu<_ZGVeN16v_erff>},
        {"W4", tanhChain<_ZGVeN16v_tanhf>}}},
  };
}

void runLoops(const Loops &set) {
  Setup setup = setupOf(set.kernels);
  runAll(set.name, [&](const Context &context) {
    return set.wanted(context) ? setup(context) : Call();
  });
}

void variantCell(const std::string &workload, int variant,
                 const LimitArgs &args, int threads) {
  const char *name = workload.c_str();
  double once = limitTime(name, variant, &args, threads, 1);
  int calls = static_cast<int>(std::clamp(2e6 / once, 1.0, 1e5));
  std::vector<double> times;
  for (int round = 0; round < 7; ++round)
    times.push_back(limitTime(name, variant, &args, threads, calls));
  double best = *std::min_element(times.begin(), times.end());
  double count = static_cast<double>(args.count);
  char line[320];
  std::snprintf(line, sizeof line,
                "{\"hand\": \"%s\", \"wl\": \"%s\", \"n\": %.0f, "
                "\"threads\": %d, \"ns\": %.1f, \"ns_med\": %.1f, "
                "\"ns_per_elem\": %.5f, \"gbs\": %.2f}",
                limitVariantName(name, variant), name, count, threads, best,
                median(times), best / count,
                bytesPerElement(workload) * count / best);
  emit(line);
}

void runVariants() {
  for (const Work &work : workloads()) {
    if (work.workload == "W7")
      continue;
    Buffers buffers(work);
    std::vector<std::string> names = {work.workload};
    if (work.workload == "W1")
      names.insert(names.end(), {"copy", "triad"});
    for (const std::string &name : names)
      for (int threads : {1, 2})
        for (int v = 0; v < limitVariants(name.c_str()); ++v)
          variantCell(name, v, buffers.args(), threads);
  }
}

void dispatchCells() {
  FewElements few;
  LimitArgs args = few.context("W1", 16).args;
  auto call = [&](LimitKernel kernel) {
    return [&args, kernel] {
      kernel(&args, 0, 16);
      asm volatile("" ::: "memory");
    };
  };
  dispatchCell("clang-o3", "function pointer", call(autoW1_o3));
  dispatchCell("hand-avx512", "function pointer",
               call(limitVariantKernel("W1", 1)));
}

FloatFunction floats(VectorFunction function) {
  return [=](const float *in, float *out, int64_t count) {
    for (int64_t i = 0; i < count; i += 16)
      _mm512_storeu_ps(out + i, function(_mm512_loadu_ps(in + i)));
  };
}

void accuracyCells() {
  accuracyCell("sleef", "Tanh", floats(sleefTanh));
  accuracyCell("sleef", "Exp", floats(sleefExp));
  accuracyCell("sleef", "Erf", floats(sleefErf));
  accuracyCell("libmvec", "Tanh", floats(_ZGVeN16v_tanhf));
  accuracyCell("libmvec", "Exp", floats(_ZGVeN16v_expf));
  accuracyCell("libmvec", "Erf", floats(_ZGVeN16v_erff));
  for (std::string function :
       {"Tanh", "Exp", "Erf", "Sigmoid", "Swish", "Gelu"}) {
    std::string name = function;
    name[0] = static_cast<char>(std::tolower(name[0]));
    for (int v = 0; v < limitVariants(name.c_str()); ++v)
      accuracyCell(std::string("hand-") + limitVariantName(name.c_str(), v),
                   function, [&](const float *in, float *out, int64_t count) {
                     LimitArgs args = {{in, in, in, in}, out, count, 1, count};
                     limitVariantKernel(name.c_str(), v)(&args, 0, count);
                   });
  }
}

} // namespace

int main() {
  for (const Loops &set : loops())
    runLoops(set);
  runVariants();
  dispatchCells();
  accuracyCells();
}
