//===- Symbols.h - names in object files ------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_TARGET_SYMBOLS_H
#define FUSEDML_COMPILER_TARGET_SYMBOLS_H

#include "runtime/Plan.h"

#include <string>
#include <string_view>

namespace fusedml {

/// `name` as a C identifier.
std::string cIdentifier(std::string_view name);
/// The kernel of a step of a graph.
std::string kernelSymbol(std::string_view graphName, size_t step);
/// The one function of an object file.
std::string entrySymbol(const runtime::Plan &plan);

} // namespace fusedml

#endif // FUSEDML_COMPILER_TARGET_SYMBOLS_H
