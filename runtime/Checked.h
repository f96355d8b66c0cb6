//===- Checked.h - arithmetic that notices overflow -------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_CHECKED_H
#define FUSEDML_RUNTIME_CHECKED_H

#include <concepts>
#include <optional>

namespace fusedml::runtime {

/// The sum, or nullopt if it does not fit.
template <std::integral T> std::optional<T> checkedAdd(T a, T b) {
  T result;
  if (__builtin_add_overflow(a, b, &result))
    return std::nullopt;
  return result;
}

/// The product, or nullopt if it does not fit.
template <std::integral T> std::optional<T> checkedMultiply(T a, T b) {
  T result;
  if (__builtin_mul_overflow(a, b, &result))
    return std::nullopt;
  return result;
}

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_CHECKED_H
