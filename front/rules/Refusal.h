//===- Refusal.h - what is wrong with a graph -------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_RULES_REFUSAL_H
#define FUSEDML_FRONT_RULES_REFUSAL_H

#include "fusedml/Status.h"

#include <string>
#include <utility>

namespace fusedml::graph {

/// A broken rule. The caller adds where: operator, context, place in a file.
inline Diagnostic refusal(std::string field, std::string rule,
                          std::string message, std::string mend = "") {
  Diagnostic diagnostic;
  diagnostic.field = std::move(field);
  diagnostic.rule = std::move(rule);
  diagnostic.message = std::move(message);
  diagnostic.mend = std::move(mend);
  return diagnostic;
}

/// A fault of FuseDML itself: the caller can do nothing about it.
inline Diagnostic internalFault(std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = ErrorCode::Internal;
  diagnostic.message = std::move(message) + "; this is a bug in FuseDML";
  return diagnostic;
}

} // namespace fusedml::graph

#endif // FUSEDML_FRONT_RULES_REFUSAL_H
