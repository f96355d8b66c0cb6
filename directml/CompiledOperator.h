//===- CompiledOperator.h - IDMLCompiledOperator ----------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIRECTML_COMPILEDOPERATOR_H
#define FUSEDML_DIRECTML_COMPILEDOPERATOR_H

#include "directml/DeviceChild.h"
#include "directml/Program.h"

#include <fmt/format.h>

namespace fusedml::directml {

/// A compiled operator or graph.
class CompiledOperator final
    : public DeviceChild<
          CompiledOperator,
          d3d12::Implements<IDMLCompiledOperator, IDMLDispatchable,
                            IDMLPageable, IDMLDeviceChild, IDMLObject>,
          d3d12::Implements<IDispatchable>,
          d3d12::Implements<IFuseDMLHostDispatch>> {
public:
  CompiledOperator(Device &device, std::shared_ptr<const Program> program)
      : DeviceChild(device), compiled(std::move(program)) {}

  const std::shared_ptr<const Program> &program() const { return compiled; }
  std::shared_ptr<const directml::Dispatch> dispatch() const override {
    return compiled;
  }
  std::string title() override {
    return fmt::format("{}", quotedName(compiled->label().c_str()));
  }

  DML_BINDING_PROPERTIES STDMETHODCALLTYPE GetBindingProperties() override;
  HRESULT STDMETHODCALLTYPE
  Dispatch(UINT inputCount, const FUSEDML_HOST_BUFFER *inputs, UINT outputCount,
           const FUSEDML_HOST_BUFFER *outputs) override;

private:
  const std::shared_ptr<const Program> compiled;
};

} // namespace fusedml::directml

#endif // FUSEDML_DIRECTML_COMPILEDOPERATOR_H
