//===- Program.h - a compiled graph behind its bindings ---------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIRECTML_PROGRAM_H
#define FUSEDML_DIRECTML_PROGRAM_H

#include "directml/Dispatchable.h"
#include "front/graph/GraphData.h"
#include "fusedml/Kernel.h"

#include <atomic>

namespace fusedml::directml {

/// What a compiled operator does when it is executed. The data of OWNED_BY_DML
/// inputs lie in the persistent resource, where the initializer puts them.
class Program final : public Dispatch {
public:
  /// An OWNED_BY_DML input and where its copy is.
  struct OwnedInput {
    size_t place;
    uint64_t offset, bytes;
  };

  /// Places in the order of bindings. `inputPorts[i]` is the number of the
  /// kernel's input that place i feeds, or -1; likewise `outputPorts`.
  struct Places {
    std::vector<Place> inputs, outputs;
    std::vector<int> inputPorts, outputPorts;
  };

  /// Compiles an operator, checked before. Its places are all tensor fields of
  /// the struct, null ones included; an array has a place for each element.
  static Expected<std::shared_ptr<Program>>
  compileOperator(const graph::Operator &op, bool bindsLate);
  /// Compiles a graph. Its places are the inputs and outputs of the graph.
  static Expected<std::shared_ptr<Program>>
  compileGraph(const std::shared_ptr<graph::GraphData> &data, bool bindsLate);

  std::string label() const override { return name; }
  std::span<const Place> inputs() const override { return places.inputs; }
  std::span<const Place> outputs() const override { return places.outputs; }
  uint64_t persistentBytes() const override { return ownedBytes; }
  bool bindsLate() const override { return late; }
  Status run(const BoundBuffers &buffers) const override;

  /// Runs on plain memory, owned inputs included.
  Status run(std::span<const FUSEDML_HOST_BUFFER> inputs,
             std::span<const FUSEDML_HOST_BUFFER> outputs) const;

  std::span<const OwnedInput> ownedInputs() const { return owned; }
  /// The initializer ran.
  void setInitialized() const { initialized = true; }

private:
  /// Use the functions above; std::make_shared cannot.
  Program(std::string name, Kernel kernel, Places places, bool bindsLate);
  static Expected<std::shared_ptr<Program>>
  make(std::string name, Kernel kernel, Places places, bool bindsLate);

  struct KernelBindings {
    std::vector<Binding> inputs;
    std::vector<OutputBinding> outputs;
  };
  KernelBindings bind(const BoundBuffers &buffers) const;
  Status checkOverlaps(const BoundBuffers &buffers) const override;

  const std::string name;
  const Kernel kernel;
  const Places places;
  const bool late;
  std::vector<OwnedInput> owned;
  uint64_t ownedBytes = 0;
  mutable std::atomic<bool> initialized = false;
};

} // namespace fusedml::directml

#endif // FUSEDML_DIRECTML_PROGRAM_H
