//===- Status.cpp - errors as values --------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fusedml/Status.h"

namespace fusedml {

std::string Diagnostic::str() const {
  std::string text;
  if (!where.file.empty() || where.line != 0) {
    text += where.file.empty() ? "<input>" : where.file;
    if (where.line != 0) {
      text += ':' + std::to_string(where.line);
      if (where.column != 0)
        text += ':' + std::to_string(where.column);
    }
    text += ": ";
  }
  text += "error: ";
  if (!context.empty())
    text += context + ": ";
  if (!op.empty())
    text += op + ": ";
  text += message;
  if (!mend.empty())
    text += "\nnote: " + mend;
  return text;
}

} // namespace fusedml
