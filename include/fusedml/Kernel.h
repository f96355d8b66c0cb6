//===- Kernel.h - a compiled graph, ready to run ----------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_KERNEL_H
#define FUSEDML_KERNEL_H

#include "fusedml/Status.h"
#include "fusedml/Tensor.h"

#include <initializer_list>
#include <memory>
#include <span>
#include <string>

namespace fusedml {

/// Name and layout of one input or output of a kernel.
struct Port {
  std::string name;
  TensorDesc desc;
};

struct RunOptions {
  /// Most threads one call may use; 0 = all cores. Results do not depend on
  /// it.
  unsigned threads = 0;
};

namespace runtime {
struct Plan;
class PreparedRun;
} // namespace runtime

/// A kernel with the memory it works on: checked, addressed and divided over
/// threads once, for programs that call it often. The memory must stay where it
/// is as long as run() is called; its contents may change between calls.
class BoundKernel {
public:
  /// Holds nothing, and run() is refused.
  BoundKernel() = default;
  /// Internal.
  explicit BoundKernel(std::shared_ptr<const runtime::PreparedRun> newRun)
      : prepared(std::move(newRun)) {}

  explicit operator bool() const { return static_cast<bool>(prepared); }

  /// Runs once, as Kernel::run does with these bindings. The one error that is
  /// left is OutOfMemory. Calls from several threads at a time write the same
  /// outputs.
  Status run() const;

private:
  std::shared_ptr<const runtime::PreparedRun> prepared;
};

/// A compiled graph. Copies share the code, which lives as long as the last
/// copy. If compile() returned before the fused code was there, run() begins
/// with the operators one by one and goes over to it by itself; results are the
/// same bits. Any number of threads may use one Kernel, run() included, as long
/// as none assigns to it, moves from it or destroys it meanwhile.
class Kernel {
public:
  /// Holds no graph: no ports, and run() is refused.
  Kernel() = default;
  /// Internal.
  explicit Kernel(std::shared_ptr<const runtime::Plan> newPlan)
      : plan(std::move(newPlan)) {}

  explicit operator bool() const { return static_cast<bool>(plan); }

  /// Waits until the fused code is there, if it is not yet. So does a run with
  /// outputs in the memory of inputs, where only fused kernels can do that.
  /// Errors: those of compile(); run() then goes on with the operators one by
  /// one.
  Status wait() const;

  /// The ports, in the order in which run() takes them. They live as long as
  /// the code.
  std::span<const Port> inputs() const;
  std::span<const Port> outputs() const;

  /// Whether output `output` may be bound to exactly the memory of input
  /// `input`, if their layouts are equal too. It may if every operator between
  /// the two allows it (DirectML's aliasing rule 3) and no step reads the input
  /// after the output is written; the latter may depend on
  /// CompileOptions::fuse. Of two inputs that an operator allows one of, run()
  /// takes only one in place. Any other overlap of an output is refused. False
  /// for numbers out of range.
  bool mayAlias(size_t output, size_t input) const;

  /// Bytes of memory a call needs beside its bindings. The runtime allocates
  /// them at a thread's first call, and keeps the largest block that the thread
  /// ever needed until the thread ends; all kernels share it.
  size_t temporaryBytes() const;

  /// Runs once. `inputs[i]`/`outputs[j]` follow inputs()/outputs(); layouts
  /// are the ports' own. A buffer must hold the bytes that its tensor, or a
  /// larger view the graph takes of it, touches, and TensorDesc::totalBytes
  /// where that is set. It needs only the alignment of the largest element it
  /// is read or written as. Tensors with a size of 0 need no memory.
  /// Errors, before anything is written: InvalidArgument for a wrong count,
  /// type, size, alignment or overlap; OutOfMemory.
  /// The floating-point environment of the caller neither changes results nor
  /// is it changed.
  Status run(std::span<const Binding> inputs,
             std::span<const OutputBinding> outputs,
             const RunOptions &options = {}) const;
  Status run(std::initializer_list<Binding> inputs,
             std::initializer_list<OutputBinding> outputs,
             const RunOptions &options = {}) const {
    return run(std::span(inputs.begin(), inputs.size()),
               std::span(outputs.begin(), outputs.size()), options);
  }

  /// Checks bindings as run() does, and runs nothing.
  Status check(std::span<const Binding> inputs,
               std::span<const OutputBinding> outputs) const;

  /// Checks bindings as run() does, and keeps them.
  Expected<BoundKernel> bind(std::span<const Binding> inputs,
                             std::span<const OutputBinding> outputs,
                             const RunOptions &options = {}) const;
  Expected<BoundKernel> bind(std::initializer_list<Binding> inputs,
                             std::initializer_list<OutputBinding> outputs,
                             const RunOptions &options = {}) const {
    return bind(std::span(inputs.begin(), inputs.size()),
                std::span(outputs.begin(), outputs.size()), options);
  }

private:
  std::shared_ptr<const runtime::Plan> plan;
};

} // namespace fusedml

#endif // FUSEDML_KERNEL_H
