//===- Processor.h - which processor this is --------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_PROCESSOR_H
#define FUSEDML_FRONT_KERNELS_PROCESSOR_H

#include <string>

namespace fusedml::kernels {

/// Differs between processors for which LLVM may name another CPU or other
/// features, and thus make other code for "this machine".
const std::string &processorIdentity();

} // namespace fusedml::kernels

#endif // FUSEDML_FRONT_KERNELS_PROCESSOR_H
