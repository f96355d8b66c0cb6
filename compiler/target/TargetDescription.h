//===- TargetDescription.h - a validated target and what it can do --------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_TARGET_TARGETDESCRIPTION_H
#define FUSEDML_COMPILER_TARGET_TARGETDESCRIPTION_H

#include "fusedml/Status.h"
#include "fusedml/Target.h"

#include <string>

namespace fusedml {

/// A target LLVM knows, and the capabilities code generation asks about.
struct TargetDescription {
  std::string triple, cpu, features;
  unsigned vectorBits = 128; ///< Widest vector registers.
  bool isX86 = false;
  bool maskedMemory = false; ///< Masked loads and stores of 8 to 64 bits.
  bool hasAvx2 = false;      ///< vpermps
  bool hasAvx512 = false;    ///< vpermps on 16 lanes
  bool hasHalf = false;      ///< Conversions between half and float.
  bool hasFma = false;
  bool hasRounding = false; ///< To integers in the same float type.
};

enum class TargetUse {
  ThisMachine, ///< JIT: empty names mean the host; it must be able to run it.
  AnotherMachine, ///< AOT: empty names mean the stated baseline.
};

/// The processor of AOT code when none is named (x86-64 targets).
inline constexpr char kBaselineCpu[] = "x86-64-v3";

/// Validates triple, processor and features before LLVM proper sees them,
/// which would print warnings or end the process.
Expected<TargetDescription> describeTarget(const Target &target, TargetUse use);

} // namespace fusedml

#endif // FUSEDML_COMPILER_TARGET_TARGETDESCRIPTION_H
