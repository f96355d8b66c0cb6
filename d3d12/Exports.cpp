//===- Exports.cpp - functions of libfusedml_d3d12 ------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "d3d12/Debug.h"
#include "d3d12/Device.h"
#include "d3d12/Features.h"

#include <directx/d3d12.h>

using namespace fusedml::d3d12;

HRESULT WINAPI D3D12CreateDevice(IUnknown *adapter,
                                 D3D_FEATURE_LEVEL minimumFeatureLevel,
                                 REFIID id, void **device) {
  constexpr const char *kFunction = "D3D12CreateDevice";
  if (device)
    *device = nullptr;
  if (adapter) {
    notBuiltIn("D3D12CreateDevice with an adapter (pass null)");
    return E_INVALIDARG;
  }
  unsigned level = bitsOf(minimumFeatureLevel);
  if (!isSupported(level))
    return misuse(
        level == D3D_FEATURE_LEVEL_12_2 ? DXGI_ERROR_UNSUPPORTED : E_INVALIDARG,
        kFunction,
        "feature level {:#x}; there are 1_0_CORE, 11_0, 11_1, 12_0 and "
        "12_1",
        level);
  return make<Device>(id, device);
}

HRESULT WINAPI D3D12GetDebugInterface(REFIID id, void **debug) {
  return makeDebug(id, debug);
}

HRESULT WINAPI D3D12GetInterface(REFCLSID, REFIID, void **object) {
  return notBuiltIn("D3D12GetInterface", object);
}

HRESULT WINAPI D3D12EnableExperimentalFeatures(UINT, const IID *, void *,
                                               UINT *) {
  return notBuiltIn("D3D12EnableExperimentalFeatures");
}

HRESULT WINAPI D3D12SerializeRootSignature(const D3D12_ROOT_SIGNATURE_DESC *,
                                           D3D_ROOT_SIGNATURE_VERSION,
                                           ID3DBlob **blob, ID3DBlob **error) {
  if (error)
    *error = nullptr;
  return notBuiltIn("D3D12SerializeRootSignature",
                    reinterpret_cast<void **>(blob));
}

HRESULT WINAPI D3D12SerializeVersionedRootSignature(
    const D3D12_VERSIONED_ROOT_SIGNATURE_DESC *, ID3DBlob **blob,
    ID3DBlob **error) {
  if (error)
    *error = nullptr;
  return notBuiltIn("D3D12SerializeVersionedRootSignature",
                    reinterpret_cast<void **>(blob));
}

HRESULT WINAPI D3D12CreateRootSignatureDeserializer(LPCVOID, SIZE_T, REFIID,
                                                    void **object) {
  return notBuiltIn("D3D12CreateRootSignatureDeserializer", object);
}

HRESULT WINAPI D3D12CreateVersionedRootSignatureDeserializer(LPCVOID, SIZE_T,
                                                             REFIID,
                                                             void **object) {
  return notBuiltIn("D3D12CreateVersionedRootSignatureDeserializer", object);
}
