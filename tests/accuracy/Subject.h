//===- Subject.h - the operators whose accuracy is measured ---------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_ACCURACY_SUBJECT_H
#define FUSEDML_TESTS_ACCURACY_SUBJECT_H

#include "front/rules/OperatorRow.h"
#include "fusedml/Kernel.h"
#include "tests/reference/Real.h"

#include <string>
#include <vector>

namespace accuracy {

using reference::RefAttributes;

/// An operator with the attributes it is measured with.
struct Subject {
  const fusedml::graph::OperatorRow *row;
  RefAttributes attributes;
  reference::RealFunction real;

  Subject(const fusedml::graph::OperatorRow &row, RefAttributes attributes);

  /// "activation_elu"
  std::string mnemonic() const { return std::string(row->mnemonic); }
  /// "ACTIVATION_ELU", as DirectML's documentation calls it.
  std::string title() const;
  /// "Alpha = 1", empty without attributes.
  std::string attributesText() const;
  /// The error its row allows, in ULP. Correctly rounded results are off by
  /// half of one.
  double bound() const { return row->maxUlp ? row->maxUlp : 0.5; }
};

/// Whether an operator is measured: its row allows an error, or it is RECIP or
/// SQRT, whose rows promise correct rounding.
bool isMeasured(const fusedml::graph::OperatorRow &row);

/// Every measured operator that tests/reference/Real.h knows, in the order of
/// the rows, with usual attributes.
std::vector<Subject> subjects();

/// The operator alone, on packed tensors of `count` elements.
fusedml::Expected<fusedml::Kernel> compileSubject(const Subject &subject,
                                                  fusedml::DataType type,
                                                  int64_t count,
                                                  const std::string &cpu);

} // namespace accuracy

#endif // FUSEDML_TESTS_ACCURACY_SUBJECT_H
