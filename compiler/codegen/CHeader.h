//===- CHeader.h - the C header of an object file ---------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_CODEGEN_CHEADER_H
#define FUSEDML_COMPILER_CODEGEN_CHEADER_H

#include "runtime/Plan.h"

#include <string>

namespace fusedml {

/// Declares the one function of a graph, typed, with shapes, strides and rules
/// in its comment.
std::string cHeader(const runtime::Plan &plan);

} // namespace fusedml

#endif // FUSEDML_COMPILER_CODEGEN_CHEADER_H
