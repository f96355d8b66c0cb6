//===- Uuids.cpp - interface ids for programs to link ---------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs need no <dxguids/dxguids.h>, and no libDirectX-Guids, for __uuidof
// and IID_PPV_ARGS: what those call is here. Interfaces that are not built in
// are among them, because a program links before it is told so.
//
//===----------------------------------------------------------------------===//

// Defines IID_ID3D12Device, IID_IUnknown and all others of the headers.
#define INITGUID
#include <wsl/winadapter.h>

#include <directx/d3d12.h>
#include <directx/d3d12sdklayers.h>
#include <dxguids/dxguids.h>

namespace {

using Getter = const GUID &(*)();

/// The functions are inline in the headers. Who keeps their addresses has them
/// put into the library.
#define FUSEDML_UUID(name) &__wsl_stub_uuidof<name>, &__wsl_stub_uuidof<name *>,
[[gnu::used]] const Getter kGetters[] =
    {FUSEDML_UUID(ID3D12Object) FUSEDML_UUID(ID3D12DeviceChild) FUSEDML_UUID(
        ID3D12RootSignature) FUSEDML_UUID(ID3D12RootSignatureDeserializer)
         FUSEDML_UUID(ID3D12VersionedRootSignatureDeserializer)
             FUSEDML_UUID(ID3D12Pageable) FUSEDML_UUID(ID3D12Heap) FUSEDML_UUID(
                 ID3D12Resource) FUSEDML_UUID(ID3D12CommandAllocator)
                 FUSEDML_UUID(
                     ID3D12Fence) FUSEDML_UUID(ID3D12Fence1) FUSEDML_UUID(ID3D12PipelineState) FUSEDML_UUID(ID3D12DescriptorHeap) FUSEDML_UUID(ID3D12QueryHeap) FUSEDML_UUID(ID3D12CommandSignature) FUSEDML_UUID(ID3D12CommandList) FUSEDML_UUID(ID3D12GraphicsCommandList) FUSEDML_UUID(ID3D12GraphicsCommandList1) FUSEDML_UUID(ID3D12GraphicsCommandList2) FUSEDML_UUID(ID3D12CommandQueue) FUSEDML_UUID(ID3D12Device) FUSEDML_UUID(ID3D12PipelineLibrary) FUSEDML_UUID(ID3D12PipelineLibrary1) FUSEDML_UUID(ID3D12Device1) FUSEDML_UUID(ID3D12Device2) FUSEDML_UUID(ID3D12Device3) FUSEDML_UUID(ID3D12ProtectedSession) FUSEDML_UUID(ID3D12ProtectedResourceSession) FUSEDML_UUID(ID3D12Device4)
                     FUSEDML_UUID(ID3D12LifetimeOwner) FUSEDML_UUID(ID3D12SwapChainAssistant) FUSEDML_UUID(ID3D12LifetimeTracker) FUSEDML_UUID(ID3D12StateObject) FUSEDML_UUID(ID3D12StateObjectProperties) FUSEDML_UUID(ID3D12Device5) FUSEDML_UUID(ID3D12DeviceRemovedExtendedDataSettings) FUSEDML_UUID(ID3D12DeviceRemovedExtendedDataSettings1) FUSEDML_UUID(ID3D12DeviceRemovedExtendedDataSettings2) FUSEDML_UUID(ID3D12DeviceRemovedExtendedData) FUSEDML_UUID(ID3D12DeviceRemovedExtendedData1) FUSEDML_UUID(ID3D12DeviceRemovedExtendedData2) FUSEDML_UUID(ID3D12Device6) FUSEDML_UUID(ID3D12ProtectedResourceSession1) FUSEDML_UUID(ID3D12Device7) FUSEDML_UUID(ID3D12Device8) FUSEDML_UUID(ID3D12Resource1) FUSEDML_UUID(ID3D12Resource2) FUSEDML_UUID(ID3D12Heap1) FUSEDML_UUID(ID3D12GraphicsCommandList3) FUSEDML_UUID(ID3D12MetaCommand) FUSEDML_UUID(
                         ID3D12GraphicsCommandList4) FUSEDML_UUID(ID3D12ShaderCacheSession)
                         FUSEDML_UUID(
                             ID3D12Device9) FUSEDML_UUID(ID3D12Device10)
                             FUSEDML_UUID(ID3D12Device11) FUSEDML_UUID(
                                 ID3D12VirtualizationGuestDevice) FUSEDML_UUID(ID3D12Tools) FUSEDML_UUID(ID3D12SDKConfiguration)
                                 FUSEDML_UUID(ID3D12SDKConfiguration1) FUSEDML_UUID(
                                     ID3D12DeviceFactory) FUSEDML_UUID(ID3D12DeviceConfiguration) FUSEDML_UUID(ID3D12GraphicsCommandList5)
                                     FUSEDML_UUID(ID3D12GraphicsCommandList6) FUSEDML_UUID(
                                         ID3D12GraphicsCommandList7) FUSEDML_UUID(ID3D12GraphicsCommandList8)
                                         FUSEDML_UUID(ID3D12Debug) FUSEDML_UUID(
                                             ID3D12Debug1) FUSEDML_UUID(ID3D12Debug2)
                                             FUSEDML_UUID(ID3D12Debug3) FUSEDML_UUID(
                                                 ID3D12Debug4) FUSEDML_UUID(ID3D12Debug5)
                                                 FUSEDML_UUID(ID3D12Debug6) FUSEDML_UUID(
                                                     ID3D12DebugDevice1) FUSEDML_UUID(ID3D12DebugDevice)
                                                     FUSEDML_UUID(ID3D12DebugDevice2) FUSEDML_UUID(
                                                         ID3D12DebugCommandQueue)
                                                         FUSEDML_UUID(ID3D12DebugCommandQueue1) FUSEDML_UUID(
                                                             ID3D12DebugCommandList1)
                                                             FUSEDML_UUID(
                                                                 ID3D12DebugCommandList)
                                                                 FUSEDML_UUID(
                                                                     ID3D12DebugCommandList2)
                                                                     FUSEDML_UUID(
                                                                         ID3D12DebugCommandList3)
                                                                         FUSEDML_UUID(
                                                                             ID3D12SharingContract)
                                                                             FUSEDML_UUID(
                                                                                 ID3D12InfoQueue)
                                                                                 FUSEDML_UUID(
                                                                                     ID3D12InfoQueue1)};
#undef FUSEDML_UUID

} // namespace
