//===- Plan.h - the calls that make up one run of a graph -------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_RUNTIME_PLAN_H
#define FUSEDML_RUNTIME_PLAN_H

#include "fusedml/Kernel.h"
#include "runtime/KernelAbi.h"
#include "runtime/PendingCode.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace fusedml::runtime {

/// One operand of a kernel call.
struct Operand {
  enum class Kind : uint8_t {
    Input,
    Output,
    Temporary,
    Constant,
    Index,
    Arguments ///< Step::arguments. The last operand, of strides 0.
  };
  Kind kind = Kind::Input;
  /// Number of the port, the constant or the temporary.
  int index = 0;
  /// Temporary: offset in the arena, bytes; from completePlan().
  uint64_t offset = 0;
  unsigned elementBits = 0; ///< 4 or a multiple of 8; 0 without memory.
  bool written = false;
  std::vector<int64_t> strides; ///< In elements, one a dimension.
};

/// One kernel call.
struct Step {
  std::string name;             ///< Symbol; ahead of time only.
  KernelFn function = nullptr;  ///< Null while the code is pending.
  std::vector<int64_t> extents; ///< At least one.
  std::vector<Operand> operands;
  /// Estimated cost of one element in nanoseconds, for splitting.
  double costPerElement = 1.0;
  std::vector<float> arguments; ///< Scalars that the kernel takes.

  // What every call needs to know, from prepareSteps().
  std::vector<int64_t> strides; ///< Of all operands, as the kernel takes them.
  double work = 0;              ///< Estimated nanoseconds on one thread.
  /// Bytes between the first and the last elements of the operands.
  uint64_t bytes = 0;
  bool isEmpty = false; ///< An extent is 0: the step does not run.
};

/// What the steps touch of the memory bound to a port. They may take it through
/// views that are larger than Port::desc or have larger elements.
struct PortUse {
  uint64_t bytes = 0;     ///< From the address to the end of the last element.
  unsigned alignment = 1; ///< Size of the largest element, bytes.
};

/// A binding of the port's type and this size and alignment is right.
struct PortNeed {
  uint64_t bytes = 0; ///< 0: it may also be null.
  uint64_t alignmentMask = 0;
  uint64_t occupied = 0; ///< Bytes that no output of other ports may be in.
};

/// Everything needed to run a graph. Immutable once built, save that code which
/// is pending arrives.
struct Plan {
  std::string name;
  std::vector<Port> inputs, outputs;
  /// One a port, from measurePorts(). Where they are missing, the steps touch
  /// what Port::desc describes.
  std::vector<PortUse> inputUses, outputUses;
  std::vector<Step> steps;
  /// What suffices of a binding, one a port, inputs first; from completePlan().
  /// Where they are missing, all that is bound is looked at closely.
  std::vector<PortNeed> needs;
  /// mayAlias[output * inputs.size() + input], for ports of equal layout; see
  /// allowsInPlace().
  std::vector<bool> mayAlias;
  /// Inputs the operators read under InPlaceRule::OneOf may not *all* be the
  /// output's memory: of these two at most one may be that of any one output.
  struct ExclusivePair {
    int inputA, inputB;
  };
  std::vector<ExclusivePair> exclusive;
  uint64_t temporaryBytes = 0; ///< 64-byte aligned arena.
  std::vector<std::vector<std::byte>> constants;
  /// Keep the code loaded.
  std::vector<std::shared_ptr<const void>> code;
  /// Null if the steps' functions are there.
  std::shared_ptr<PendingCode> pending;
};

/// Whether the plan lets an output be the very view of an input. False for
/// numbers out of range and for a plan without a table.
bool allowsInPlace(const Plan &plan, size_t output, size_t input);

/// Whether an extent is 0.
bool isEmpty(const Step &step);

/// Fills in what follows from each step alone.
void prepareSteps(Plan &plan);

/// Bytes from the first to the last element of an operand, or 2^64-1 if they do
/// not fit. No extent is 0.
uint64_t spanInBytes(const Step &step, const Operand &operand);

/// Fills inputUses and outputUses from the steps. A view whose bytes do not fit
/// 64 bits counts as 2^64-1 bytes.
void measurePorts(Plan &plan);

/// Fills in what follows from ports and steps: prepareSteps(), where each
/// temporary lies, what the steps touch of each port and what each port needs,
/// and the bytes of inputs that are seen through views wider than their own
/// layout. Errors: OutOfMemory if the temporaries do not fit 64 bits.
Status completePlan(Plan &plan);

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_PLAN_H
