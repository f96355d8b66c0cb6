//===- BuildStamp.h - which build this is -----------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_BUILDSTAMP_H
#define FUSEDML_FRONT_KERNELS_BUILDSTAMP_H

#include <string_view>

namespace fusedml {

/// A hash of all that decides on code, and on what libraries hand to each other
/// and write to disk: sources, compiler and its flags, MLIR and LLVM. Each of
/// libfusedml, libfusedml_compiler and libfusedml_kernels has it of its own
/// build, so that what was made by another one can be refused.
std::string_view buildStamp();

} // namespace fusedml

#endif // FUSEDML_FRONT_KERNELS_BUILDSTAMP_H
