//===- Prebuilt.h - kernels that were compiled with FuseDML -----*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// libfusedml_kernels holds a kernel for each operator and each combination of
// element types that it may have, for some CPU levels. fusedml-prebuild makes
// them when FuseDML is built. A kernel has kPrebuiltRank dimensions with any
// strides, but for the innermost one: there each operand is contiguous or, by
// its key, repeated. Operands are the operator's inputs in field order, those
// that may be left out included, then its output, then the scalars, which may
// have any value.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_PREBUILT_H
#define FUSEDML_FRONT_KERNELS_PREBUILT_H

#include "front/rules/Operator.h"
#include "runtime/KernelAbi.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fusedml::cache {

inline constexpr size_t kPrebuiltRank = 4;

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

/// The kernels of one CPU level, as fusedml-prebuild writes them.
struct KernelTable {
  const char *level; ///< "x86-64-v3"
  uint32_t count;
  /// What is known of each kernel, in the order of the keys: the length of its
  /// key and the key, the number of its scalars, field and part of each, all of
  /// them bytes, and the cost of an element as a float.
  const uint8_t *records;
  const uint32_t *offsets; ///< Of each record.
  /// Distances of the functions from the beginning of this array.
  const int32_t *functions;
};

/// The tables of the library, for the most capable level first.
struct KernelLibrary {
  const KernelTable *const *tables;
  uint32_t count;
};

/// Bumped with every change of these structs, of the keys, of the kernel ABI,
/// of the numbers of fields, and of what an operator computes.
inline constexpr int kKernelLibraryVersion = 1;

/// Exported by libfusedml_kernels; null if `version` is not its own.
using GetKernelsFn = const KernelLibrary *(int version);
inline constexpr char kGetKernelsSymbol[] = "fusedml_get_kernels";

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

enum class InnerStride : uint8_t { Contiguous, Repeated };

/// Whether kernels are told apart by what a field holds that is no tensor.
bool isCompiledIn(const graph::FieldRow &field);

/// What tells one kernel from others: operator, element types, which inputs are
/// repeated along the innermost dimension, what is compiled in, and whether
/// there is a ScaleBias.
class KernelKey {
public:
  KernelKey(const graph::OperatorRow &row, bool hasScaleBias);
  // Tensors and what isCompiledIn() are added in field order.
  void addTensor(DataType type, InnerStride stride);
  void addConstant(const graph::FieldValue &value);

  const std::string &bytes() const { return text; }

private:
  std::string text;
};

struct PrebuiltKernel {
  runtime::KernelFn function = nullptr;
  double costPerElement = 0; ///< As runtime::Step::costPerElement.
  /// For each scalar it takes its field and, of ScaleBias, the part.
  std::span<const uint8_t> scalars;
};

/// The kernels of one level, or none.
class Prebuilt {
public:
  /// The best that this processor can run. Loads the library at the first call.
  static const Prebuilt &ofProcess();
  /// Those of a level by its name; none if the library does not have it or the
  /// processor cannot run it.
  static Prebuilt ofLevel(std::string_view level);

  /// Empty, or why there are no kernels.
  const std::string &refusal() const { return reason; }
  std::string_view level() const { return table ? table->level : ""; }
  uint32_t size() const { return table ? table->count : 0; }

  std::optional<PrebuiltKernel> find(const KernelKey &key) const;

private:
  explicit Prebuilt(std::string_view level);

  const KernelTable *table = nullptr;
  std::string reason;
};

} // namespace fusedml::cache

#endif // FUSEDML_FRONT_KERNELS_PREBUILT_H
