//===- Layout.h - rules of memory layouts -----------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_RULES_LAYOUT_H
#define FUSEDML_FRONT_RULES_LAYOUT_H

#include "fusedml/Tensor.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace fusedml::graph {

/// Type, sizes and strides of a tensor in the one form that equal layouts have:
/// no strides where it is packed, and the stride that a packed tensor has where
/// a size is 1, since that is never used. All else is dropped.
TensorDesc normalLayout(const TensorDesc &desc);

enum class Overlap {
  No,      ///< Every element has an address of its own.
  Yes,     ///< Two elements share an address.
  Unknown, ///< Not decided within a bounded number of steps.
};

/// Whether two elements of a tensor share an address. Sizes and strides must be
/// valid (not negative, span within 64 bits).
Overlap findOverlap(const TensorDesc &desc);

/// The layout rules that need no row: sizes, strides, span, total bytes,
/// alignment, and for an output that no two elements share an address. `tensor`
/// is the field that texts name, or empty for a port of a graph. With
/// `allowEmpty` sizes may be 0 and the span is limited by 64 bits alone.
std::optional<Diagnostic> layoutError(std::string_view tensor,
                                      const TensorDesc &desc, bool isOutput,
                                      bool allowEmpty);

/// A producer writes elements with layout `produced`. `seen` reads the same
/// memory with other sizes and strides. `operand` has one stride for each
/// dimension of the producer: how far one of the producer's operands moves
/// along it. Returns the strides with which `seen`'s elements find their
/// operand element, or nullopt if no strides do: the view crosses rows, reads
/// padding, or converts types.
std::optional<std::vector<int64_t>>
seeThrough(const TensorDesc &seen, const TensorDesc &produced,
           std::span<const int64_t> operand);

/// Whether every byte that `seen` reads is one that `produced` writes; false
/// also where that is not evident.
bool readsOnlyWritten(const TensorDesc &seen, const TensorDesc &produced);

} // namespace fusedml::graph

#endif // FUSEDML_FRONT_RULES_LAYOUT_H
