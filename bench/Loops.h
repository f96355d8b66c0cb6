//===- Loops.h - hand-written loops to compare with -------------* --------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_BENCH_LOOPS_H
#define FUSEDML_BENCH_LOOPS_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace fusedml::bench {

/// y[i] = shrink(a[i] * b[i], bias 0.1, threshold 0.5) over `count` elements:
/// one rounding an operation, NaN gives 0. `y` is aligned to 64 bytes.
using MultiplyShrinkFn = void (*)(const float *a, const float *b, float *y,
                                  size_t count);

struct MultiplyShrinkLoop {
  const char *name;
  MultiplyShrinkFn run;
  bool available; ///< Whether this machine has the instructions.
};

/// Every variant: AVX-512 and AVX2, several unrollings, ordinary and
/// non-temporal stores. Empty on other processors than x86-64.
std::span<const MultiplyShrinkLoop> multiplyShrinkLoops();

/// The plain loop of an integer division, compiled with -O3 -march=native.
/// The unguarded one traps on x / 0 and MIN / -1; the guarded one gives -1
/// and MIN, as FuseDML does.
void divideInt32(const int32_t *a, const int32_t *b, int32_t *y, size_t count);
void divideInt32Guarded(const int32_t *a, const int32_t *b, int32_t *y,
                        size_t count);
void divideInt8(const int8_t *a, const int8_t *b, int8_t *y, size_t count);
void divideInt8Guarded(const int8_t *a, const int8_t *b, int8_t *y,
                       size_t count);

} // namespace fusedml::bench

#endif // FUSEDML_BENCH_LOOPS_H
