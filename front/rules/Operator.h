//===- Operator.h - one operator with its field values ----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_RULES_OPERATOR_H
#define FUSEDML_FRONT_RULES_OPERATOR_H

#include "front/rules/OperatorRow.h"
#include "fusedml/Operators.h"
#include "fusedml/Status.h"

#include <memory>
#include <variant>
#include <vector>

namespace fusedml::graph {

/// A DML_SCALAR_UNION with the type that selects its member. FLOAT16 keeps
/// the half's bits in the low two bytes.
struct ScalarUnion {
  DataType type = DataType::Unknown;
  uint64_t bits = 0;

  /// The bits that the type has; a union may hold anything beyond them.
  uint64_t element() const {
    unsigned width = bitWidth(type);
    return width >= 64 ? bits : bits & ((uint64_t{1} << width) - 1);
  }
  bool operator==(const ScalarUnion &other) const {
    return type == other.type && element() == other.element();
  }
};

struct Operator;

/// What one field holds; monostate for an optional field left out.
using FieldValue =
    std::variant<std::monostate, TensorDesc, float, uint32_t, ScalarUnion,
                 ScaleBias, std::shared_ptr<const Operator>>;

/// An operator as every front end (descriptors, JSON, the graph API, the
/// dialect's verifiers) hands it to the one checker.
struct Operator {
  const OperatorRow *row = nullptr;
  std::vector<FieldValue> fields; ///< Parallel to row->fields.

  explicit Operator(const OperatorRow *row)
      : row(row), fields(row->fields.size()) {}

  /// The tensor of a field, or null if it was left out.
  const TensorDesc *tensor(size_t field) const {
    return std::get_if<TensorDesc>(&fields[field]);
  }
  bool present(size_t field) const {
    return !std::holds_alternative<std::monostate>(fields[field]);
  }
};

/// How many tensors of an array are given.
size_t countOf(const Operator &op, std::string_view array);
/// Sets the fields that follow from the tensors given: counts of arrays, and
/// the enum that says what they are, whose members have the count as value.
void setImpliedFields(Operator &op);

struct CheckOptions {
  FeatureLevel level = FeatureLevel::Level_6_4;
  /// The native API and the dialect allow sizes of 0, DML descriptors do not.
  bool allowEmptyTensors = false;
  /// What only the dialect has: IDENTITY copies elements of 4 bits, too, for
  /// outputs that need one; and dimensions are split into blocks, which may
  /// give more of them than DirectML has.
  bool inDialect = false;
  /// Check types only: no rank, size or layout (elements inside dml.fused).
  bool elementsOnly = false;
};

/// Checks an operator against its row: required fields, feature level, types,
/// dimension counts, sizes, strides, total bytes, fused activations, scalars.
/// The only place that knows these rules.
Status checkOperator(const Operator &op, const CheckOptions &options);

/// Why an operator without a row is refused: known to DirectML but not built
/// in, or not known at all. `name` is "DML_OPERATOR_X" or "X".
Diagnostic unknownOperator(uint32_t dmlType);
Diagnostic unknownOperator(std::string_view name);

/// The refusal of a dimension count before Sizes can be read. The range is that
/// of the tensor at `level`, or 1 to 8 where the level has no rule for it.
Diagnostic badDimensionCount(const OperatorRow &row, std::string_view tensor,
                             uint64_t count, FeatureLevel level);

} // namespace fusedml::graph

#endif // FUSEDML_FRONT_RULES_OPERATOR_H
