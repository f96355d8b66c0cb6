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
}

/// A compiled graph. Copies share the code, which lives as long as the last
/// copy. All members are thread-safe.
class Kernel {
public:
  Kernel() = default;
  explicit Kernel(std::shared_ptr<const runtime::Plan> plan)
      : plan(std::move(plan)) {}

  explicit operator bool() const { return static_cast<bool>(plan); }

  std::span<const Port> inputs() const;
  std::span<const Port> outputs() const;

  /// Whether output `output` may be bound to exactly the memory of input
  /// `input` (the in-place rule of the operators on the path, DirectML's
  /// aliasing rule 3). Any other overlap of an output is refused.
  bool mayAlias(size_t output, size_t input) const;

  /// Bytes of memory a call needs beside its bindings. The runtime keeps and
  /// reuses it.
  size_t temporaryBytes() const;

  /// Runs once. `inputs[i]`/`outputs[j]` follow inputs()/outputs(); layouts
  /// are the ports' own. Data need only the alignment of their element type.
  /// Tensors with a size of 0 make the call a no-op for them.
  /// Errors, before anything is written: InvalidArgument for a wrong count,
  /// type, size, alignment or overlap; OutOfMemory.
  /// The floating-point environment of the caller neither changes results nor
  /// is it changed.
  Status run(std::span<const Binding> inputs, std::span<const Binding> outputs,
             const RunOptions &options = {}) const;
  Status run(std::initializer_list<Binding> inputs,
             std::initializer_list<Binding> outputs,
             const RunOptions &options = {}) const {
    return run(std::span(inputs.begin(), inputs.size()),
               std::span(outputs.begin(), outputs.size()), options);
  }

private:
  std::shared_ptr<const runtime::Plan> plan;
};

} // namespace fusedml

#endif // FUSEDML_KERNEL_H
