//===- Device.h - IDMLDevice1 -----------------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIRECTML_DEVICE_H
#define FUSEDML_DIRECTML_DEVICE_H

#include "d3d12/Interop.h"
#include "d3d12/PrivateData.h"
#include "directml/Messages.h"
#include "fusedml/Descriptor.h"

#include <wrl/client.h>

#include <atomic>
#include <string>

namespace fusedml::directml {

using Microsoft::WRL::ComPtr;

/// Creates everything else and takes its mistakes: those of methods that return
/// an HRESULT are said and returned, those of void methods remove the device.
/// Thread-safe.
class Device final
    : public d3d12::WithPrivateData<
          d3d12::ComObject<
              d3d12::Implements<IDMLDevice1, IDMLDevice, IDMLObject>,
              d3d12::Implements<IFuseDMLDebugDevice, IDMLDebugDevice>>,
          IUnknown> {
public:
  /// Operators and types of all levels are there.
  static constexpr FeatureLevel kLevel = FeatureLevel::Level_6_4;

  /// `parent` is null for a device that works on plain memory alone.
  Device(ID3D12Device *parent, bool debug)
      : parent(parent), output(debug), debug(debug) {}

  /// Says an error of a method and gives what it returns.
  HRESULT refuse(const char *method, const Diagnostic &error);
  HRESULT refuse(const char *method, std::string message, std::string mend = "",
                 HRESULT result = E_INVALIDARG);
  /// Says an error of a void method, or of work that runs later, and removes
  /// the device.
  void remove(const char *method, const Diagnostic &error);
  /// The same where there was no memory, or another fault, to say more.
  void remove(const char *method, HRESULT reason) noexcept;
  /// The frame of methods that can fail, also of the device's children: not
  /// after removal, and no exception.
  template <typename Body> HRESULT guard(Body body) {
    return isRemoved() ? DXGI_ERROR_DEVICE_REMOVED : d3d12::guarded(body);
  }
  /// Whether this device or its parent was removed.
  bool isRemoved();
  /// Null for a device of plain memory.
  ID3D12Device *d3d12() const { return parent.Get(); }

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void **object) override;

  HRESULT STDMETHODCALLTYPE CheckFeatureSupport(DML_FEATURE feature,
                                                UINT querySize,
                                                const void *query,
                                                UINT supportSize,
                                                void *support) override;
  HRESULT STDMETHODCALLTYPE CreateOperator(const DML_OPERATOR_DESC *desc,
                                           REFIID id, void **object) override;
  HRESULT STDMETHODCALLTYPE CompileOperator(IDMLOperator *op,
                                            DML_EXECUTION_FLAGS flags,
                                            REFIID id, void **object) override;
  HRESULT STDMETHODCALLTYPE
  CreateOperatorInitializer(UINT count, IDMLCompiledOperator *const *operators,
                            REFIID id, void **object) override;
  HRESULT STDMETHODCALLTYPE CreateCommandRecorder(REFIID id,
                                                  void **object) override;
  HRESULT STDMETHODCALLTYPE CreateBindingTable(
      const DML_BINDING_TABLE_DESC *desc, REFIID id, void **object) override;
  HRESULT STDMETHODCALLTYPE Evict(UINT count,
                                  IDMLPageable *const *objects) override;
  HRESULT STDMETHODCALLTYPE MakeResident(UINT count,
                                         IDMLPageable *const *objects) override;
  HRESULT STDMETHODCALLTYPE GetDeviceRemovedReason() override;
  HRESULT STDMETHODCALLTYPE GetParentDevice(REFIID id, void **object) override;
  HRESULT STDMETHODCALLTYPE CompileGraph(const DML_GRAPH_DESC *desc,
                                         DML_EXECUTION_FLAGS flags, REFIID id,
                                         void **object) override;

  void STDMETHODCALLTYPE SetMuteDebugOutput(BOOL mute) override;
  void STDMETHODCALLTYPE SetMessageCallback(FUSEDML_MESSAGE_CALLBACK callback,
                                            void *context) override;

private:
  HRESULT checkFeature(const char *method, DML_FEATURE feature, UINT querySize,
                       const void *query, UINT supportSize, void *support);
  /// E_NOTIMPL for a device that works on plain memory alone.
  HRESULT needParent(const char *method);
  HRESULT checkPageables(const char *method, UINT count,
                         IDMLPageable *const *objects);

  ComPtr<ID3D12Device> parent;
  Messages output;
  const bool debug;
  std::atomic<HRESULT> removedReason = S_OK;
};

} // namespace fusedml::directml

#endif // FUSEDML_DIRECTML_DEVICE_H
