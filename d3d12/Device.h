//===- Device.h - ID3D12Device ----------------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_D3D12_DEVICE_H
#define FUSEDML_D3D12_DEVICE_H

#include "d3d12/Debug.h"
#include "d3d12/DeviceChild.h"
#include "d3d12/Interop.h"
#include "d3d12/Scheduler.h"

#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>

namespace fusedml::d3d12 {

class DescriptorHeap;

/// Makes everything else. All its objects keep it alive. Thread-safe.
class Device final
    : public WithPrivateData<ComObject<Implements<ID3D12Device, ID3D12Object>,
                                       Implements<ISoftwareDevice>>> {
public:
  const std::shared_ptr<Scheduler> scheduler = std::make_shared<Scheduler>();

  /// S_OK, or what a method that makes something returns.
  HRESULT usable() const {
    return FAILED(scheduler->removedReason()) ? DXGI_ERROR_DEVICE_REMOVED
                                              : S_OK;
  }

  /// Descriptor heaps, by which handles are found.
  void add(DescriptorHeap &heap);
  void forget(DescriptorHeap &heap);

  // ISoftwareDevice
  UINT STDMETHODCALLTYPE
  descriptorsFrom(D3D12_CPU_DESCRIPTOR_HANDLE cpu,
                  D3D12_GPU_DESCRIPTOR_HANDLE gpu) override;

  // ID3D12Device: queues, lists and fences
  HRESULT STDMETHODCALLTYPE CreateCommandQueue(
      const D3D12_COMMAND_QUEUE_DESC *desc, REFIID id, void **object) override;
  HRESULT STDMETHODCALLTYPE CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE type,
                                                   REFIID id,
                                                   void **object) override;
  HRESULT STDMETHODCALLTYPE CreateCommandList(UINT nodeMask,
                                              D3D12_COMMAND_LIST_TYPE type,
                                              ID3D12CommandAllocator *allocator,
                                              ID3D12PipelineState *initialState,
                                              REFIID id,
                                              void **object) override;
  HRESULT STDMETHODCALLTYPE CreateFence(UINT64 initialValue,
                                        D3D12_FENCE_FLAGS flags, REFIID id,
                                        void **object) override;

  // Memory
  HRESULT STDMETHODCALLTYPE CreateCommittedResource(
      const D3D12_HEAP_PROPERTIES *properties, D3D12_HEAP_FLAGS flags,
      const D3D12_RESOURCE_DESC *desc, D3D12_RESOURCE_STATES initialState,
      const D3D12_CLEAR_VALUE *clearValue, REFIID id, void **object) override;
  HRESULT STDMETHODCALLTYPE CreateHeap(const D3D12_HEAP_DESC *desc, REFIID id,
                                       void **object) override;
  HRESULT STDMETHODCALLTYPE CreatePlacedResource(
      ID3D12Heap *heap, UINT64 offset, const D3D12_RESOURCE_DESC *desc,
      D3D12_RESOURCE_STATES initialState, const D3D12_CLEAR_VALUE *clearValue,
      REFIID id, void **object) override;
  D3D12_RESOURCE_ALLOCATION_INFO STDMETHODCALLTYPE GetResourceAllocationInfo(
      UINT visibleMask, UINT count, const D3D12_RESOURCE_DESC *descs) override;
  D3D12_HEAP_PROPERTIES STDMETHODCALLTYPE
  GetCustomHeapProperties(UINT nodeMask, D3D12_HEAP_TYPE type) override;
  void STDMETHODCALLTYPE GetCopyableFootprints(
      const D3D12_RESOURCE_DESC *desc, UINT first, UINT count,
      UINT64 baseOffset, D3D12_PLACED_SUBRESOURCE_FOOTPRINT *layouts,
      UINT *rowCounts, UINT64 *rowSizes, UINT64 *totalBytes) override;
  HRESULT STDMETHODCALLTYPE
  MakeResident(UINT count, ID3D12Pageable *const *objects) override;
  HRESULT STDMETHODCALLTYPE Evict(UINT count,
                                  ID3D12Pageable *const *objects) override;

  // Descriptors: nothing reads them, so views are checked and forgotten.
  HRESULT STDMETHODCALLTYPE
  CreateDescriptorHeap(const D3D12_DESCRIPTOR_HEAP_DESC *desc, REFIID id,
                       void **object) override;
  UINT STDMETHODCALLTYPE
  GetDescriptorHandleIncrementSize(D3D12_DESCRIPTOR_HEAP_TYPE type) override;
  void STDMETHODCALLTYPE
  CreateConstantBufferView(const D3D12_CONSTANT_BUFFER_VIEW_DESC *desc,
                           D3D12_CPU_DESCRIPTOR_HANDLE place) override;
  void STDMETHODCALLTYPE CreateShaderResourceView(
      ID3D12Resource *resource, const D3D12_SHADER_RESOURCE_VIEW_DESC *desc,
      D3D12_CPU_DESCRIPTOR_HANDLE place) override;
  void STDMETHODCALLTYPE
  CreateUnorderedAccessView(ID3D12Resource *resource, ID3D12Resource *counter,
                            const D3D12_UNORDERED_ACCESS_VIEW_DESC *desc,
                            D3D12_CPU_DESCRIPTOR_HANDLE place) override;
  void STDMETHODCALLTYPE CopyDescriptors(
      UINT targetRanges, const D3D12_CPU_DESCRIPTOR_HANDLE *targetStarts,
      const UINT *targetSizes, UINT sourceRanges,
      const D3D12_CPU_DESCRIPTOR_HANDLE *sourceStarts, const UINT *sourceSizes,
      D3D12_DESCRIPTOR_HEAP_TYPE type) override;
  void STDMETHODCALLTYPE
  CopyDescriptorsSimple(UINT count, D3D12_CPU_DESCRIPTOR_HANDLE target,
                        D3D12_CPU_DESCRIPTOR_HANDLE source,
                        D3D12_DESCRIPTOR_HEAP_TYPE type) override;

  // The device itself
  UINT STDMETHODCALLTYPE GetNodeCount() override { return 1; }
  LUID STDMETHODCALLTYPE GetAdapterLuid() override;
  HRESULT STDMETHODCALLTYPE GetDeviceRemovedReason() override {
    return scheduler->removedReason();
  }
  HRESULT STDMETHODCALLTYPE CheckFeatureSupport(D3D12_FEATURE feature,
                                                void *data, UINT size) override;

  // What is not there
  HRESULT STDMETHODCALLTYPE
  CreateGraphicsPipelineState(const D3D12_GRAPHICS_PIPELINE_STATE_DESC *,
                              REFIID, void **object) override {
    return notBuiltIn("ID3D12Device::CreateGraphicsPipelineState", object);
  }
  HRESULT STDMETHODCALLTYPE
  CreateComputePipelineState(const D3D12_COMPUTE_PIPELINE_STATE_DESC *, REFIID,
                             void **object) override {
    return notBuiltIn("ID3D12Device::CreateComputePipelineState", object);
  }
  HRESULT STDMETHODCALLTYPE CreateRootSignature(UINT, const void *, SIZE_T,
                                                REFIID,
                                                void **object) override {
    return notBuiltIn("ID3D12Device::CreateRootSignature", object);
  }
  void STDMETHODCALLTYPE CreateRenderTargetView(
      ID3D12Resource *, const D3D12_RENDER_TARGET_VIEW_DESC *,
      D3D12_CPU_DESCRIPTOR_HANDLE) override {
    notBuiltIn("ID3D12Device::CreateRenderTargetView");
  }
  void STDMETHODCALLTYPE CreateDepthStencilView(
      ID3D12Resource *, const D3D12_DEPTH_STENCIL_VIEW_DESC *,
      D3D12_CPU_DESCRIPTOR_HANDLE) override {
    notBuiltIn("ID3D12Device::CreateDepthStencilView");
  }
  void STDMETHODCALLTYPE CreateSampler(const D3D12_SAMPLER_DESC *,
                                       D3D12_CPU_DESCRIPTOR_HANDLE) override {
    notBuiltIn("ID3D12Device::CreateSampler");
  }
  HRESULT STDMETHODCALLTYPE CreateReservedResource(const D3D12_RESOURCE_DESC *,
                                                   D3D12_RESOURCE_STATES,
                                                   const D3D12_CLEAR_VALUE *,
                                                   REFIID,
                                                   void **object) override {
    return notBuiltIn("ID3D12Device::CreateReservedResource", object);
  }
  HRESULT STDMETHODCALLTYPE CreateSharedHandle(ID3D12DeviceChild *,
                                               const SECURITY_ATTRIBUTES *,
                                               DWORD, LPCWSTR,
                                               HANDLE *handle) override {
    return notBuiltIn("ID3D12Device::CreateSharedHandle", handle);
  }
  HRESULT STDMETHODCALLTYPE OpenSharedHandle(HANDLE, REFIID,
                                             void **object) override {
    return notBuiltIn("ID3D12Device::OpenSharedHandle", object);
  }
  HRESULT STDMETHODCALLTYPE OpenSharedHandleByName(LPCWSTR, DWORD,
                                                   HANDLE *handle) override {
    return notBuiltIn("ID3D12Device::OpenSharedHandleByName", handle);
  }
  HRESULT STDMETHODCALLTYPE CreateQueryHeap(const D3D12_QUERY_HEAP_DESC *,
                                            REFIID, void **object) override {
    return notBuiltIn("ID3D12Device::CreateQueryHeap", object);
  }
  HRESULT STDMETHODCALLTYPE SetStablePowerState(BOOL) override {
    return notBuiltIn("ID3D12Device::SetStablePowerState");
  }
  HRESULT STDMETHODCALLTYPE CreateCommandSignature(
      const D3D12_COMMAND_SIGNATURE_DESC *, ID3D12RootSignature *, REFIID,
      void **object) override {
    return notBuiltIn("ID3D12Device::CreateCommandSignature", object);
  }
  void STDMETHODCALLTYPE GetResourceTiling(ID3D12Resource *, UINT *tiles,
                                           D3D12_PACKED_MIP_INFO *,
                                           D3D12_TILE_SHAPE *,
                                           UINT *subresources, UINT,
                                           D3D12_SUBRESOURCE_TILING *) override;

private:
  /// The heap that the handle is in, if it is in one. `heapsMutex` is held.
  const DescriptorHeap *heapAt(D3D12_CPU_DESCRIPTOR_HANDLE handle) const;
  /// Descriptors from a CPU handle to the end of its heap; 0 outside of all.
  UINT descriptorsFrom(D3D12_CPU_DESCRIPTOR_HANDLE cpu,
                       D3D12_DESCRIPTOR_HEAP_DESC *desc = nullptr);
  HRESULT checkView(const char *method, D3D12_CPU_DESCRIPTOR_HANDLE place,
                    ID3D12Resource *resource);
  void checkCopy(const char *method, UINT targetRanges,
                 const D3D12_CPU_DESCRIPTOR_HANDLE *targetStarts,
                 const UINT *targetSizes, UINT sourceRanges,
                 const D3D12_CPU_DESCRIPTOR_HANDLE *sourceStarts,
                 const UINT *sourceSizes, unsigned type);
  HRESULT checkPageables(const char *method, UINT count,
                         ID3D12Pageable *const *objects);

  std::mutex heapsMutex;
  std::map<SIZE_T, DescriptorHeap *> heaps;
};

} // namespace fusedml::d3d12

#endif // FUSEDML_D3D12_DEVICE_H
