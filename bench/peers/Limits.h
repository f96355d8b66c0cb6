//===- Limits.h - how fast this machine can be ------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// liblimits: hand-written AVX-512 kernels of every workload. It is a library
// with a C interface, so that a peer in any language can time a kernel in its
// own process, in turns with its own calls and on the same memory.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_BENCH_PEERS_LIMITS_H
#define FUSEDML_BENCH_PEERS_LIMITS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct LimitArgs {
  const void *in[4]; ///< a, b, c, d; of W7 x, scale, bias.
  void *out;
  int64_t count;     ///< Elements.
  int64_t channels;  ///< W7 only.
  int64_t planeSize; ///< W7 only: elements of one channel of one image.
} LimitArgs;

/// Computes the elements [begin, end).
typedef void (*LimitKernel)(const LimitArgs *args, int64_t begin, int64_t end);

/// Nanoseconds of one call of the fastest kernels.
typedef struct LimitTimes {
  double fast;   ///< Of those written for speed within about 5 ULP.
  double strict; ///< Of those that keep every rule FuseDML keeps.
} LimitTimes;

/// Memory on a page of its own, written to once; on huge pages if it is large
/// and PEERS_THP is not 0.
void *limitAlloc(int64_t bytes);
void limitFree(void *memory, int64_t bytes);
double limitNow(void); ///< Nanoseconds.

/// Runs a kernel on one thread, or its halves on two.
void limitParallel(LimitKernel kernel, const LimitArgs *args, int threads);

/// The kernels of a workload, by number; the first ones are not strict unless
/// all are.
int limitVariants(const char *workload);
const char *limitVariantName(const char *workload, int variant);
LimitKernel limitVariantKernel(const char *workload, int variant);
/// The first strict kernel of a workload.
LimitKernel limitStrictKernel(const char *workload);

/// Nanoseconds of one call, over `iterations` calls.
double limitTime(const char *workload, int variant, const LimitArgs *args,
                 int threads, int iterations);
/// Times every kernel that can be the fastest at this size.
void limitBest(const char *workload, const LimitArgs *args, int threads,
               int iterations, LimitTimes *times);

/// Pseudo-random numbers in [low, high).
void limitFill(float *values, int64_t count, float low, float high,
               uint32_t seed);

#ifdef __cplusplus
}
#endif

#endif // FUSEDML_BENCH_PEERS_LIMITS_H
