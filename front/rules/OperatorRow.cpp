//===- OperatorRow.cpp - the tables of dialect/operators ------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/rules/OperatorRow.h"

#include <algorithm>
#include <limits>

namespace fusedml::graph {
namespace {

constexpr std::string_view kPrefix = "DML_OPERATOR_";

struct DmlOperator {
  std::string_view name;
  uint32_t value;
};

#include "front/rules/OperatorRows.inc"

std::string_view withoutPrefix(std::string_view name) {
  if (name.starts_with(kPrefix))
    name.remove_prefix(kPrefix.size());
  return name;
}

const DmlOperator *findDmlOperator(uint32_t type) {
  const auto *found =
      std::ranges::lower_bound(kDmlOperators, type, {}, &DmlOperator::value);
  return found != std::end(kDmlOperators) && found->value == type ? found
                                                                  : nullptr;
}

} // namespace

const LevelRow *OperatorRow::at(FeatureLevel level) const {
  for (const LevelRow &row : levels)
    if (row.level <= level)
      return &row;
  return nullptr;
}

int OperatorRow::field(std::string_view name) const {
  for (size_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == name)
      return static_cast<int>(i);
  return -1;
}

const TensorRule *ruleFor(const LevelRow &level, std::string_view tensor) {
  for (const TensorRule &rule : level.rules)
    if (std::ranges::find(rule.tensors, tensor) != rule.tensors.end())
      return &rule;
  return nullptr;
}

bool OperatorRow::isOptional(const FieldRow &field, FeatureLevel level) const {
  const LevelRow *row = at(level);
  const TensorRule *rule = row ? ruleFor(*row, field.name) : nullptr;
  return field.optional && rule && rule->optional;
}

std::span<const OperatorRow> operatorRows() { return kRows; }

const OperatorRow *findOperator(uint32_t dmlType) {
  const auto *found =
      std::ranges::lower_bound(kRows, dmlType, {}, &OperatorRow::dmlType);
  return found != std::end(kRows) && found->dmlType == dmlType ? found
                                                               : nullptr;
}

const OperatorRow *findOperator(std::string_view name) {
  for (const OperatorRow &row : kRows)
    if (row.mnemonic == name || row.dmlName == name ||
        withoutPrefix(row.dmlName) == name)
      return &row;
  return nullptr;
}

std::string_view dmlOperatorName(uint32_t dmlType) {
  const DmlOperator *found = findDmlOperator(dmlType);
  return found ? found->name : std::string_view();
}

std::optional<uint32_t> dmlOperatorType(std::string_view name) {
  name = withoutPrefix(name);
  for (const DmlOperator &op : kDmlOperators)
    if (withoutPrefix(op.name) == name)
      return op.value;
  return std::nullopt;
}

bool isDmlOperatorName(std::string_view name) {
  return dmlOperatorType(name).has_value();
}

} // namespace fusedml::graph
