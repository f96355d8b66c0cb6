//===- GraphForms.h - a graph as descriptors and as JSON --------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_DIRECTML_GRAPHFORMS_H
#define FUSEDML_TESTS_DIRECTML_GRAPHFORMS_H

#include "front/graph/GraphSpec.h"
#include "tests/unit/front/descriptors/DescriptorBuilder.h"

#include <deque>
#include <functional>
#include <optional>
#include <string>

namespace fusedml::test {

/// A DML_OPERATOR_DESC with all it points to.
class OperatorDescriptor {
public:
  explicit OperatorDescriptor(const graph::Operator &op);
  OperatorDescriptor(const OperatorDescriptor &) = delete;

  const DML_OPERATOR_DESC &get() const { return desc; }

private:
  void write(const graph::FieldRow &field, const graph::FieldValue &value);
  template <typename T> void put(uint32_t offset, T value);

  DML_OPERATOR_DESC desc;
  std::vector<std::byte> fields; ///< The struct of the operator.
  std::deque<DmlTensor> tensors;
  /// Of the array of tensors; no operator has two.
  std::vector<DML_TENSOR_DESC> array;
  std::optional<DML_SCALE_BIAS> scaleBias;
  std::unique_ptr<OperatorDescriptor> activation;
};

/// A graph's nodes and edges as DML_GRAPH_DESC, with what `makeOperator` makes
/// of its operators. Names are those of the spec, which has to stay.
DmlGraph graphDescriptor(
    const graph::GraphSpec &spec,
    const std::function<IDMLOperator *(const graph::Operator &)> &makeOperator);

/// A graph as a dmlGraph of JSON; nullopt if it has a number that JSON has no
/// spelling for: a scalar of a union that is NaN, or infinite in FLOAT64.
std::optional<std::string> graphJson(const graph::GraphSpec &spec);

} // namespace fusedml::test

#endif // FUSEDML_TESTS_DIRECTML_GRAPHFORMS_H
