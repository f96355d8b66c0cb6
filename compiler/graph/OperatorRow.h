//===- OperatorRow.h - what the rows of dialect/DmlOps.td say ---*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_GRAPH_OPERATORROW_H
#define FUSEDML_COMPILER_GRAPH_OPERATORROW_H

#include "fusedml/Descriptor.h"
#include "fusedml/Tensor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace fusedml::graph {

enum class FieldKind : uint8_t {
  Input,      ///< const DML_TENSOR_DESC *
  Output,     ///< const DML_TENSOR_DESC *
  Float,      ///< FLOAT
  UInt,       ///< UINT
  Enum,       ///< a DML enum, 4 bytes
  DataType,   ///< DML_TENSOR_DATA_TYPE that names the type of scalars
  Scalar,     ///< DML_SCALAR_UNION
  ScaleBias,  ///< const DML_SCALE_BIAS *
  Activation, ///< const DML_OPERATOR_DESC *, a FusedActivation
};

struct EnumMember {
  std::string_view name; ///< Without the enum's prefix: "EITHER".
  uint32_t value;
};

/// A DML enum that an operator field has.
struct EnumRow {
  std::string_view name;   ///< "DML_IS_INFINITY_MODE"
  std::string_view prefix; ///< "DML_IS_INFINITY_MODE_"
  std::span<const EnumMember> members;
};

/// One field of an operator's desc struct, in struct order.
struct FieldRow {
  std::string_view name; ///< "ATensor"
  FieldKind kind;
  bool optional;
  uint32_t offset; ///< In the desc struct, 64-bit ABI.
  /// Value the documentation calls typical, for Float fields.
  float defaultValue;
  const EnumRow *enumRow;     ///< Enum fields.
  std::string_view typeField; ///< Scalar fields: the DataType field.
};

/// Types and dimension counts of some tensors at one feature level.
struct TensorRule {
  std::span<const std::string_view> tensors; ///< Field names.
  uint8_t minDims, maxDims;
  std::span<const DataType> types;
};

struct LevelRow {
  FeatureLevel level;
  std::span<const TensorRule> rules;
};

/// How many inputs an output may share memory with.
enum class InPlaceRule : uint8_t { None, OneOf, OneOrMore };

struct OperatorRow {
  std::string_view mnemonic;   ///< "activation_shrink"
  std::string_view dmlName;    ///< "DML_OPERATOR_ACTIVATION_SHRINK"
  std::string_view structName; ///< "DML_ACTIVATION_SHRINK_OPERATOR_DESC"
  uint32_t dmlType;            ///< Value in DML_OPERATOR_TYPE.
  uint32_t structSize;
  std::span<const FieldRow> fields;
  std::span<const LevelRow> levels; ///< Newest first.
  /// Groups of tensor fields that must agree.
  std::span<const std::span<const std::string_view>> sameType;
  std::span<const std::span<const std::string_view>> sameSizes;
  InPlaceRule inPlace;
  std::span<const std::string_view> inPlaceInputs;
  bool fusableActivation; ///< May be a FusedActivation.
  std::string_view formula;
  std::string_view notes; ///< NaN, zeros, integers: what was ruled.
  std::string_view onnxName;
  unsigned maxUlp; ///< FLOAT32, 0 = exact.

  FeatureLevel introduced() const { return levels.back().level; }
  /// The newest level row that is not above `level`, or null.
  const LevelRow *at(FeatureLevel level) const;
  /// Index into fields, or -1.
  int field(std::string_view name) const;
};

/// Every operator with a row, ordered by dmlType.
std::span<const OperatorRow> operatorRows();
const OperatorRow *findOperator(uint32_t dmlType);
/// By mnemonic, "DML_OPERATOR_X" or "X".
const OperatorRow *findOperator(std::string_view name);
/// Name of any operator of DirectML.h, with or without a row; empty if the
/// value is none.
std::string_view dmlOperatorName(uint32_t dmlType);
/// Value of any operator of DirectML.h, by "DML_OPERATOR_X" or "X".
std::optional<uint32_t> dmlOperatorType(std::string_view name);
/// Whether DirectML.h has an operator of this name ("DML_OPERATOR_X" or "X").
bool isDmlOperatorName(std::string_view name);
/// Whether DirectML takes the operator, with or without a row, as the
/// FusedActivation of an element-wise operator.
bool mayBeFusedActivation(uint32_t dmlType);

} // namespace fusedml::graph

#endif // FUSEDML_COMPILER_GRAPH_OPERATORROW_H
