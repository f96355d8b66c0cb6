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
#include "runtime/Successor.h"

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
  std::string name; ///< Symbol, for messages and profilers.
  KernelFn function = nullptr;
  std::vector<int64_t> extents; ///< At least one.
  std::vector<Operand> operands;
  /// Estimated cost of one element in nanoseconds, for splitting.
  double costPerElement = 1.0;
  /// Scalars that the kernel takes, and their numbers in the graph.
  std::vector<float> arguments;
  std::vector<int> argumentNumbers;
};

/// What the steps touch of the memory bound to a port. They may take it through
/// views that are larger than Port::desc or have larger elements.
struct PortUse {
  uint64_t bytes = 0;     ///< From the address to the end of the last element.
  unsigned alignment = 1; ///< Size of the largest element, bytes.
};

/// Everything needed to run a graph. Immutable once built.
struct Plan {
  std::string name;
  std::vector<Port> inputs, outputs;
  /// One a port, from measurePorts(). Where they are missing, the steps touch
  /// what Port::desc describes.
  std::vector<PortUse> inputUses, outputUses;
  std::vector<Step> steps;
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
  /// Keeps the code loaded.
  std::shared_ptr<void> code;
  /// Where a faster plan of the same graph will appear; null if none will.
  std::shared_ptr<Successor> successor;
};

/// Whether the plan lets an output be the very view of an input. False for
/// numbers out of range and for a plan without a table.
bool allowsInPlace(const Plan &plan, size_t output, size_t input);

/// Whether an extent is 0: such a step does not run.
bool isEmpty(const Step &step);

/// Bytes from the first to the last element of an operand, or 2^64-1 if they do
/// not fit. No extent is 0.
uint64_t spanInBytes(const Step &step, const Operand &operand);

/// Fills inputUses and outputUses from the steps. A view whose bytes do not fit
/// 64 bits counts as 2^64-1 bytes.
void measurePorts(Plan &plan);

/// Fills in what follows from ports and steps: where each temporary lies, what
/// the steps touch of each port, and the bytes of inputs that are seen through
/// views wider than their own layout.
/// Errors: OutOfMemory if the temporaries do not fit 64 bits.
Status completePlan(Plan &plan);

} // namespace fusedml::runtime

#endif // FUSEDML_RUNTIME_PLAN_H
