//===- Leaked.h - what is never destroyed -----------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_LEAKED_H
#define FUSEDML_RUNTIME_LEAKED_H

#include <cstddef>
#include <new>
#include <utility>

namespace fusedml::runtime {

/// For static objects that threads may still use while the process ends, and
/// static ones are destroyed: `static Leaked<T> x(...); x->use();`.
template <typename T> class Leaked {
public:
  template <typename... Args> explicit Leaked(Args &&...args) {
    ::new (memory) T(std::forward<Args>(args)...);
  }
  Leaked(const Leaked &) = delete;
  Leaked &operator=(const Leaked &) = delete;

  T &operator*() { return *std::launder(reinterpret_cast<T *>(memory)); }
  T *operator->() { return &**this; }

private:
  alignas(T) std::byte memory[sizeof(T)];
};

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_LEAKED_H
