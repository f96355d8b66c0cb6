//===- ElementViews.h - an operator's tensors, element by element -*- C++
//-*-==//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_GRAPH_ELEMENTVIEWS_H
#define FUSEDML_FRONT_GRAPH_ELEMENTVIEWS_H

#include "front/rules/Operator.h"

#include <span>
#include <vector>

namespace fusedml::graph {

/// The views of an operator's tensors with which it is element-wise: a tensor
/// that is used for many elements repeats by stride 0. Where one is used for
/// blocks of elements, the dimension is split into blocks and what is inside
/// of them.
class ElementViews {
public:
  /// `op` must live as long as this.
  explicit ElementViews(const Operator &op);

  /// Sizes of every view.
  const std::vector<int64_t> &sizes() const { return all; }
  /// Whether the tensor of a field is viewed as it is.
  bool isWhole(const FieldRow &field) const;
  /// Strides of the view of a field's tensor.
  std::vector<int64_t> strides(const FieldRow &field,
                               const TensorDesc &desc) const;
  TensorDesc view(const FieldRow &field, const TensorDesc &desc) const;

private:
  const OperatorRow &row;
  std::span<const int64_t> whole; ///< Sizes of the output.
  /// Blocks along each dimension, 1 where it is not split; empty if none is.
  std::vector<int64_t> counts;
  std::vector<int64_t> all;
};

/// The type of a tensor that was left out: that of another one.
DataType typeOfAbsent(const Operator &op, size_t field);

} // namespace fusedml::graph

#endif // FUSEDML_FRONT_GRAPH_ELEMENTVIEWS_H
