//===- JsonOperator.h - operators from JSON ---------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_JSON_JSONOPERATOR_H
#define FUSEDML_FRONT_JSON_JSONOPERATOR_H

#include "front/json/JsonReport.h"
#include "front/rules/Operator.h"

namespace fusedml::json {

/// The row of an operator type, "DML_OPERATOR_X" or "X". Notes an error that
/// names the operator if DirectML or FuseDML has none of this name.
const graph::OperatorRow *readOperatorType(const Value &type,
                                           Reporter &reporter);

/// Reads the fields of an operator's desc struct, led by its row. Notes every
/// error; the result is only there if there was none. The operator is not yet
/// checked against its row's rules. `otherMembers` are names in `desc` that
/// belong to somebody else.
std::optional<graph::Operator>
readOperator(const graph::OperatorRow &row, const Value &desc,
             Reporter &reporter,
             std::span<const std::string_view> otherMembers = {});

/// Where a field that a Diagnostic names ("OutputTensor.Sizes",
/// "FusedActivation.Alpha") stands below `desc`, or the nearest object around
/// it.
SourceLocation locateField(const Document &document, const Value &desc,
                           std::string_view path);

/// The member `Desc`, `desc`, or `object` itself.
const Value &descOf(const Value &object);
const Value &descOf(Value &&) = delete;

/// A value of a flags enum: one name or a list of names, with or without
/// `prefix`.
std::optional<uint32_t> readFlags(const Value &value, std::string_view path,
                                  std::string_view enumName,
                                  std::string_view prefix,
                                  std::span<const graph::EnumMember> members,
                                  Reporter &reporter);

/// DML_BUFFER_TENSOR_DESC, plain or within a DML_TENSOR_DESC.
std::optional<TensorDesc>
readTensorDesc(const Value &value, std::string_view path, Reporter &reporter);

} // namespace fusedml::json

#endif // FUSEDML_FRONT_JSON_JSONOPERATOR_H
