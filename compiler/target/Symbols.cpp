//===- Symbols.cpp - names in object files --------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/target/Symbols.h"

#include "llvm/ADT/StringExtras.h"

std::string fusedml::cIdentifier(std::string_view name) {
  std::string result;
  for (char c : name)
    result += llvm::isAlnum(c) || c == '_' ? c : '_';
  if (result.empty() || llvm::isDigit(result.front()))
    result.insert(0, "_");
  return result;
}

std::string fusedml::kernelSymbol(std::string_view graphName, size_t step) {
  return "fusedml_" + cIdentifier(graphName) + "_k" + std::to_string(step);
}

std::string fusedml::entrySymbol(const runtime::Plan &plan) {
  return "fusedml_" + cIdentifier(plan.name);
}
