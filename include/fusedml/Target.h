//===- Target.h - what code is generated for --------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TARGET_H
#define FUSEDML_TARGET_H

#include <string>

namespace fusedml {

/// A processor to generate code for. Results are the same bits on all of
/// them. Names are validated by the compiler, not here.
struct Target {
  std::string triple = {};   ///< Empty: the host's.
  std::string cpu = {};      ///< "x86-64-v3"; empty: the host's, JIT only.
  std::string features = {}; ///< "+avx2,-fma", added to the CPU's own.
};

} // namespace fusedml

#endif // FUSEDML_TARGET_H
