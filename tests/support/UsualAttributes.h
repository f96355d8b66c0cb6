//===- UsualAttributes.h - the attribute values bounds hold for -*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_USUALATTRIBUTES_H
#define FUSEDML_TESTS_SUPPORT_USUALATTRIBUTES_H

#include "front/rules/OperatorRow.h"
#include "tests/reference/Reference.h"

#include <vector>

namespace support {

namespace detail {

/// Values of a field that has no default, or of one that deserves more.
inline std::vector<float> usualValues(std::string_view mnemonic,
                                      const fusedml::graph::FieldRow &field) {
  if (mnemonic == "constant_pow")
    return {0.5f, 2.0f, 3.0f, -1.0f, 1.5f, 1.0f / 3};
  if (mnemonic == "activation_parametric_softplus")
    return {1.0f};
  return {field.defaultValue};
}

} // namespace detail

/// Every combination of the usual values of the FLOAT fields of an operator
/// that is not exact. Its bound in ULP holds for them, and docs/accuracy.md is
/// about them.
inline std::vector<reference::RefAttributes>
usualAttributes(const fusedml::graph::OperatorRow &row) {
  std::vector<reference::RefAttributes> sets(1);
  for (const auto &field : row.fields) {
    if (field.kind != fusedml::graph::FieldKind::Float)
      continue;
    std::vector<reference::RefAttributes> longer;
    for (const reference::RefAttributes &set : sets)
      for (float value : detail::usualValues(row.mnemonic, field)) {
        longer.push_back(set);
        longer.back().floats[std::string(field.name)] = value;
      }
    sets = std::move(longer);
  }
  return sets;
}

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_USUALATTRIBUTES_H
