//===- Functions.h - the functions of DirectMLX -----------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_DIRECTMLX_FUNCTIONS_H
#define FUSEDML_TESTS_DIRECTMLX_FUNCTIONS_H

#include "tests/directmlx/GraphRun.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace fusedml::test {

using Args = std::span<const dml::Expression>;

/// One way to call a function, and the operator that must come of it.
struct Call {
  std::string mnemonic;
  support::RefAttributes attributes;
  std::function<dml::Expression(Args)> build;
  /// The operators behind the first.
  std::vector<std::string> then = {};
  /// Tensors that may have fewer elements than the output do.
  bool inBlocks = false;
};

/// A function of DirectMLX, or an operator as "operator+".
struct Function {
  std::string name;
  std::vector<Call> calls;
};

inline std::ostream &operator<<(std::ostream &out, const Function &function) {
  return out << function.name;
}

/// Every function that computes element by element.
std::vector<Function> elementWiseFunctions();

} // namespace fusedml::test

#endif // FUSEDML_TESTS_DIRECTMLX_FUNCTIONS_H
