//===- OperatorInitializer.h - IDMLOperatorInitializer ----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIRECTML_OPERATORINITIALIZER_H
#define FUSEDML_DIRECTML_OPERATORINITIALIZER_H

#include "directml/CompiledOperator.h"

#include <fmt/format.h>

#include <mutex>

namespace fusedml::directml {

/// Copies the OWNED_BY_DML inputs of some programs into their persistent
/// resources. Each program has one place among the inputs, an array of its
/// inputs, and one among the outputs, its persistent resource.
class Initialization final : public Dispatch {
public:
  explicit Initialization(
      std::vector<std::shared_ptr<const Program>> newPrograms);

  std::string label() const override { return "an initializer"; }
  std::span<const Place> inputs() const override { return inputPlaces; }
  std::span<const Place> outputs() const override { return outputPlaces; }
  /// It needs none itself.
  uint64_t persistentBytes() const override { return 0; }
  bool bindsLate() const override { return false; }
  Status run(const BoundBuffers &buffers) const override;

private:
  Status checkOverlaps(const BoundBuffers &buffers) const override;

  const std::vector<std::shared_ptr<const Program>> programs;
  std::vector<Place> inputPlaces, outputPlaces;
};

class OperatorInitializer final
    : public DeviceChild<
          OperatorInitializer,
          d3d12::Implements<IDMLOperatorInitializer, IDMLDispatchable,
                            IDMLPageable, IDMLDeviceChild, IDMLObject>,
          d3d12::Implements<IDispatchable>> {
public:
  explicit OperatorInitializer(Device &device) : DeviceChild(device) {}

  /// Replaces the operators; `method` is named in messages.
  HRESULT setOperators(const char *method, UINT count,
                       IDMLCompiledOperator *const *operators);

  std::shared_ptr<const Dispatch> dispatch() const override;
  std::string title() override {
    return fmt::format("{}", quotedName(dispatch()->label().c_str()));
  }

  DML_BINDING_PROPERTIES STDMETHODCALLTYPE GetBindingProperties() override;
  HRESULT STDMETHODCALLTYPE
  Reset(UINT count, IDMLCompiledOperator *const *operators) override;

private:
  mutable std::mutex mutex;
  std::shared_ptr<const Initialization> initialization;
};

} // namespace fusedml::directml

#endif // FUSEDML_DIRECTML_OPERATORINITIALIZER_H
