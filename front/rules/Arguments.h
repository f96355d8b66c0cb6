//===- Arguments.h - scalars that compiled code takes -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scalars of operators (Bias, Threshold, Alpha, both numbers of ScaleBias) may
// be constants in compiled code, or arguments that it takes at run time. An
// argument is any number but those that make code shorter or another: 0, 1,
// infinities and NaN stay constants. So code for one argument is right for
// every other of the same sign, and graphs share code if knownPart() is the
// same for all their scalars. Code for anyScalar() is right for every float.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_RULES_ARGUMENTS_H
#define FUSEDML_FRONT_RULES_ARGUMENTS_H

#include "front/rules/Operator.h"

namespace fusedml::graph {

/// Stands for all values in a graph whose code is to serve them all: a NaN that
/// is told from others by its bits.
float anyScalar();
bool isAnyScalar(float value);

/// Which scalars code takes at run time.
enum class ScalarForm : uint8_t {
  Constants, ///< None.
  Arguments, ///< Those that are arguments.
  Any        ///< All that may ever be, whatever they are here.
};

/// Whether `value` of a Float field, or as a number of ScaleBias, is an
/// argument.
bool isArgument(const FieldRow &field, float value,
                ScalarForm form = ScalarForm::Arguments);

/// What compiled code may rely on: the value itself unless it is an argument,
/// and for all arguments of one sign the same value of that sign. Nothing,
/// which is anyScalar() again, where that is the value or `form` is Any.
float knownPart(const FieldRow &field, float value,
                ScalarForm form = ScalarForm::Arguments);

/// Visits the arguments of an operator in the order in which a kernel takes
/// them: visit(field, part, value), where `part` is 0, or for ScaleBias 0 for
/// Scale and 1 for Bias.
template <typename Visit>
void forEachArgument(const Operator &op, ScalarForm form, Visit visit) {
  for (size_t field = 0; field < op.fields.size(); ++field) {
    auto visitPart = [&](int part, float value) {
      if (isArgument(op.row->fields[field], value, form))
        visit(field, part, value);
    };
    if (const auto *number = std::get_if<float>(&op.fields[field]))
      visitPart(0, *number);
    if (const auto *scaleBias = std::get_if<ScaleBias>(&op.fields[field])) {
      visitPart(0, scaleBias->scale);
      visitPart(1, scaleBias->bias);
    }
  }
}

} // namespace fusedml::graph

#endif // FUSEDML_FRONT_RULES_ARGUMENTS_H
