//===- ScalarDivide.cpp - integer division as one would write it * --------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/Loops.h"

#include <limits>

namespace fusedml::bench {

namespace {

template <typename T>
void divide(const T *__restrict a, const T *__restrict b, T *__restrict y,
            size_t count) {
  for (size_t i = 0; i < count; ++i)
    y[i] = static_cast<T>(a[i] / b[i]);
}

template <typename T>
void divideGuarded(const T *__restrict a, const T *__restrict b,
                   T *__restrict y, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (b[i] == 0)
      y[i] = -1;
    else if (b[i] == -1 && a[i] == std::numeric_limits<T>::min())
      y[i] = a[i];
    else
      y[i] = static_cast<T>(a[i] / b[i]);
  }
}

} // namespace

void divideInt32(const int32_t *a, const int32_t *b, int32_t *y, size_t count) {
  divide(a, b, y, count);
}
void divideInt32Guarded(const int32_t *a, const int32_t *b, int32_t *y,
                        size_t count) {
  divideGuarded(a, b, y, count);
}
void divideInt8(const int8_t *a, const int8_t *b, int8_t *y, size_t count) {
  divide(a, b, y, count);
}
void divideInt8Guarded(const int8_t *a, const int8_t *b, int8_t *y,
                       size_t count) {
  divideGuarded(a, b, y, count);
}

} // namespace fusedml::bench
