//===- CompiledOperator.cpp - IDMLCompiledOperator ------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/CompiledOperator.h"

#include <fmt/format.h>

namespace fusedml::directml {

DML_BINDING_PROPERTIES STDMETHODCALLTYPE
CompiledOperator::GetBindingProperties() {
  return compiled->properties();
}

HRESULT STDMETHODCALLTYPE CompiledOperator::Dispatch(
    UINT inputCount, const FUSEDML_HOST_BUFFER *inputs, UINT outputCount,
    const FUSEDML_HOST_BUFFER *outputs) {
  constexpr const char *method = "IFuseDMLHostDispatch::Dispatch";
  return owner().guard([&]() -> HRESULT {
    struct List {
      const char *name;
      UINT count;
      const void *buffers;
      size_t wanted;
    };
    for (const List &list :
         {List{"inputs", inputCount, inputs, compiled->inputs().size()},
          List{"outputs", outputCount, outputs, compiled->outputs().size()}}) {
      if (list.count != list.wanted)
        return owner().refuse(
            method, fmt::format("{} {} were given, but {} were expected, "
                                "optional ones included",
                                list.count, list.name, list.wanted));
      if (!list.buffers && list.wanted != 0)
        return owner().refuse(method, fmt::format("{} is null", list.name));
    }
    if (Status status =
            compiled->run({inputs, inputCount}, {outputs, outputCount});
        !status)
      return owner().refuse(method, status.error());
    return S_OK;
  });
}

} // namespace fusedml::directml
