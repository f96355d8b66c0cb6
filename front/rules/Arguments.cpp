//===- Arguments.cpp - scalars that compiled code takes -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/rules/Arguments.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace fusedml::graph {

static constexpr uint32_t kAnyScalarBits = 0x7fc0a115;

float anyScalar() { return std::bit_cast<float>(kAnyScalarBits); }

bool isAnyScalar(float value) {
  return std::bit_cast<uint32_t>(value) == kAnyScalarBits;
}

bool isArgument(const FieldRow &field, float value, ScalarForm form) {
  if (!field.argument || form == ScalarForm::Constants)
    return false;
  return form == ScalarForm::Any || isAnyScalar(value) ||
         (std::isfinite(value) && value != 0 && value != 1);
}

float knownPart(const FieldRow &field, float value, ScalarForm form) {
  if (!isArgument(field, value, form))
    return value;
  return form == ScalarForm::Any || isAnyScalar(value)
             ? anyScalar()
             : std::copysign(std::numeric_limits<float>::min(), value);
}

} // namespace fusedml::graph
