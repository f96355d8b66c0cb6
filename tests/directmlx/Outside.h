//===- Outside.h - functions of DirectMLX that are refused ------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_DIRECTMLX_OUTSIDE_H
#define FUSEDML_TESTS_DIRECTMLX_OUTSIDE_H

#include "tests/directmlx/GraphRun.h"

#include <functional>
#include <string>
#include <vector>

namespace fusedml::test {

/// A function whose operator does not work element by element.
struct OutsideFunction {
  std::string name;
  DML_OPERATOR_TYPE type;
  std::string typeName; ///< "DML_OPERATOR_GEMM"
  /// Calls it with FLOAT32 tensors of sizes [1,4,4,4].
  std::function<void(dml::Expression)> call;
};

inline std::ostream &operator<<(std::ostream &out,
                                const OutsideFunction &function) {
  return out << function.name;
}

std::vector<OutsideFunction> outsideFunctions();

} // namespace fusedml::test

#endif // FUSEDML_TESTS_DIRECTMLX_OUTSIDE_H
