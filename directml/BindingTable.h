//===- BindingTable.h - IDMLBindingTable ------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIRECTML_BINDINGTABLE_H
#define FUSEDML_DIRECTML_BINDINGTABLE_H

#include "directml/DeviceChild.h"
#include "directml/Dispatchable.h"

#include <mutex>

namespace fusedml::directml {

/// What is bound to one dispatchable. A recorded dispatch shares it with the
/// table, which begins a new one when it is reset.
struct TableState {
  std::shared_ptr<const Dispatch> dispatch;
  D3D12_GPU_DESCRIPTOR_HANDLE descriptors = {};
  std::mutex mutex; ///< Of `buffers`.
  BoundBuffers buffers;

  /// The buffers as they are now.
  BoundBuffers snapshot() {
    std::lock_guard lock(mutex);
    return buffers;
  }
};

class BindingTable final
    : public DeviceChild<
          BindingTable,
          d3d12::Implements<IDMLBindingTable, IDMLDeviceChild, IDMLObject>> {
public:
  explicit BindingTable(Device &device) : DeviceChild(device) {}

  /// Begins anew; null leaves the table without a dispatchable. `method` is
  /// named in messages.
  HRESULT start(const char *method, const DML_BINDING_TABLE_DESC *desc);
  /// Null before a dispatchable is set.
  const std::shared_ptr<TableState> &current() const { return state; }

  void STDMETHODCALLTYPE BindInputs(UINT count,
                                    const DML_BINDING_DESC *bindings) override;
  void STDMETHODCALLTYPE BindOutputs(UINT count,
                                     const DML_BINDING_DESC *bindings) override;
  void STDMETHODCALLTYPE
  BindTemporaryResource(const DML_BINDING_DESC *binding) override;
  void STDMETHODCALLTYPE
  BindPersistentResource(const DML_BINDING_DESC *binding) override;
  HRESULT STDMETHODCALLTYPE Reset(const DML_BINDING_TABLE_DESC *desc) override;

private:
  /// Runs the body of a method that has no result. `body` gets the state, and
  /// its errors remove the device.
  template <typename Body> void guard(const char *method, Body body);
  /// Keeps what `read` made of the caller's descs.
  template <typename Bound>
  static Status keep(TableState &state, Bound BoundBuffers::*place,
                     Expected<Bound> read);

  std::shared_ptr<TableState> state;
};

} // namespace fusedml::directml

#endif // FUSEDML_DIRECTML_BINDINGTABLE_H
