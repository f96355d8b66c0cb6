//===- Shipped.h - kernels that come with FuseDML ---------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libfusedml_kernels holds a kernel for each operator and each combination of
// element types that it may have, for some CPU levels; fusedml-prebuild makes
// them when FuseDML is built. Their keys are those of the same loops in general
// form (plan::generalize) whose scalars may have any value.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_SHIPPED_H
#define FUSEDML_FRONT_KERNELS_SHIPPED_H

#include "runtime/KernelAbi.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace fusedml::kernels {

/// The kernels of one CPU level, as fusedml-prebuild writes them.
struct KernelTable {
  const char *level; ///< "x86-64-v3"
  uint32_t count;
  const char *keys;        ///< One after the other, in order.
  const uint32_t *offsets; ///< Of each key, and of the end.
  /// Distances of the functions from the beginning of this array.
  const int32_t *functions;
};

/// The tables of the library, for the most capable level first.
struct KernelLibrary {
  const KernelTable *const *tables;
  uint32_t count;
};

/// Exported by libfusedml_kernels; null if `stamp` is not that of its build.
using GetKernelsFn = const KernelLibrary *(std::string_view stamp);
inline constexpr char kGetKernelsSymbol[] = "fusedml_get_kernels";

/// The shipped kernels of one level, or none.
class Shipped {
public:
  /// The best that this processor can run. Loads the library at the first call.
  static const Shipped &ofProcess();
  /// Those of a level by its name; none if the library does not have it or the
  /// processor cannot run it.
  static Shipped ofLevel(std::string_view level);

  /// Empty, or why there are no kernels.
  const std::string &refusal() const { return reason; }
  std::string_view level() const { return table ? table->level : ""; }
  uint32_t size() const { return table ? table->count : 0; }

  /// The kernel of a key, or null.
  runtime::KernelFn find(std::string_view key) const;

private:
  explicit Shipped(std::string_view level);

  const KernelTable *table = nullptr;
  std::string reason;
};

} // namespace fusedml::kernels

#endif // FUSEDML_FRONT_KERNELS_SHIPPED_H
