//===- CommandRecorder.h - IDMLCommandRecorder ------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIRECTML_COMMANDRECORDER_H
#define FUSEDML_DIRECTML_COMMANDRECORDER_H

#include "directml/DeviceChild.h"

namespace fusedml::directml {

/// Puts dispatches into command lists.
class CommandRecorder final
    : public DeviceChild<
          CommandRecorder,
          d3d12::Implements<IDMLCommandRecorder, IDMLDeviceChild, IDMLObject>> {
public:
  explicit CommandRecorder(Device &device) : DeviceChild(device) {}

  void STDMETHODCALLTYPE RecordDispatch(ID3D12CommandList *list,
                                        IDMLDispatchable *dispatchable,
                                        IDMLBindingTable *bindings) override;

private:
  /// Errors that have a text, or the HRESULT.
  Expected<HRESULT> record(ID3D12CommandList *list,
                           IDMLDispatchable *dispatchable,
                           IDMLBindingTable *bindings);
};

} // namespace fusedml::directml

#endif // FUSEDML_DIRECTML_COMMANDRECORDER_H
