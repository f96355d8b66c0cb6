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
  static constexpr GUID kClassId = {
      0x637ea26f,
      0x6928,
      0x496e,
      {0xbf, 0xd4, 0x00, 0x1f, 0x6d, 0x69, 0x30, 0x9f}};

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
