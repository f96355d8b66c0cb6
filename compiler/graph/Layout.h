//===- Layout.h - rules of memory layouts -----------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_GRAPH_LAYOUT_H
#define FUSEDML_COMPILER_GRAPH_LAYOUT_H

#include "fusedml/Tensor.h"

namespace fusedml::graph {

enum class Overlap {
  No,      ///< Every element has an address of its own.
  Yes,     ///< Two elements share an address.
  Unknown, ///< Not decided within a bounded number of steps.
};

/// Whether two elements of a tensor share an address. Sizes and strides must be
/// valid (not negative, span within 64 bits).
Overlap findOverlap(const TensorDesc &desc);

} // namespace fusedml::graph

#endif // FUSEDML_COMPILER_GRAPH_LAYOUT_H
