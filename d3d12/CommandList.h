//===- CommandList.h - command lists and their allocators -------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_D3D12_COMMANDLIST_H
#define FUSEDML_D3D12_COMMANDLIST_H

#include "d3d12/DescriptorHeap.h"
#include "d3d12/Device.h"
#include "d3d12/Resource.h"

#include <memory>
#include <mutex>
#include <variant>
#include <vector>

namespace fusedml::d3d12 {

/// What an allocator and the lists recorded with it share. Commands lie
/// elsewhere; here is kept whether D3D12 would allow what is done.
class AllocatorState {
public:
  /// False if another list records.
  bool beginRecording(UINT64 &generation);
  void endRecording();
  /// False if the allocator was reset since the commands were recorded.
  bool beginExecution(UINT64 generation);
  void endExecution();
  /// Null, or why it cannot be reset now.
  const char *reset();

private:
  std::mutex mutex;
  bool isRecording = false;
  UINT executions = 0;
  UINT64 generation = 0;
};

class CommandAllocator final
    : public DeviceChild<CommandAllocator, Device,
                         Implements<ID3D12CommandAllocator, ID3D12Pageable,
                                    ID3D12DeviceChild, ID3D12Object>> {
public:
  CommandAllocator(Device &device, D3D12_COMMAND_LIST_TYPE type)
      : DeviceChild(device), type(type) {}

  HRESULT STDMETHODCALLTYPE Reset() override;

  const D3D12_COMMAND_LIST_TYPE type;
  const std::shared_ptr<AllocatorState> state =
      std::make_shared<AllocatorState>();
};

struct CopyCommand {
  ComPtr<Resource> target;
  UINT64 targetOffset;
  ComPtr<Resource> source;
  UINT64 sourceOffset;
  UINT64 size;
};
using Command = std::variant<CopyCommand, std::shared_ptr<Work>>;

/// The commands of a list from Reset to Close. Submissions share them, so the
/// list can be reset while they run; they keep their resources alive.
struct Recording {
  std::shared_ptr<AllocatorState> allocator;
  UINT64 generation = 0;
  std::vector<Command> commands;
};

class CommandList final
    : public DeviceChild<
          CommandList, Device,
          Implements<ID3D12GraphicsCommandList, ID3D12CommandList,
                     ID3D12DeviceChild, ID3D12Object>,
          Implements<ISoftwareCommandList>> {
public:
  CommandList(Device &device, D3D12_COMMAND_LIST_TYPE type)
      : DeviceChild(device), type(type) {}
  ~CommandList() override;

  /// Begins to record; a new list is closed and has nothing recorded.
  HRESULT open(const char *method, ID3D12CommandAllocator *allocator,
               ID3D12PipelineState *initialState);
  /// What runs the commands once; empty, with a message, if the list cannot be
  /// executed.
  WorkStep submit();

  // ISoftwareCommandList
  HRESULT STDMETHODCALLTYPE recordWork(std::shared_ptr<Work> work) override;
  BOOL STDMETHODCALLTYPE
  seesDescriptor(D3D12_GPU_DESCRIPTOR_HANDLE handle) override;

  // ID3D12GraphicsCommandList
  D3D12_COMMAND_LIST_TYPE STDMETHODCALLTYPE GetType() override { return type; }
  HRESULT STDMETHODCALLTYPE Close() override;
  HRESULT STDMETHODCALLTYPE Reset(ID3D12CommandAllocator *allocator,
                                  ID3D12PipelineState *initialState) override;
  void STDMETHODCALLTYPE ClearState(ID3D12PipelineState *state) override;
  void STDMETHODCALLTYPE CopyBufferRegion(ID3D12Resource *target,
                                          UINT64 targetOffset,
                                          ID3D12Resource *source,
                                          UINT64 sourceOffset,
                                          UINT64 size) override;
  void STDMETHODCALLTYPE CopyResource(ID3D12Resource *target,
                                      ID3D12Resource *source) override;
  void STDMETHODCALLTYPE
  ResourceBarrier(UINT count, const D3D12_RESOURCE_BARRIER *barriers) override;
  void STDMETHODCALLTYPE
  SetDescriptorHeaps(UINT count, ID3D12DescriptorHeap *const *heaps) override;
  void STDMETHODCALLTYPE DiscardResource(
      ID3D12Resource *resource, const D3D12_DISCARD_REGION *region) override;

  // Annotations for tools: they have no effect on Windows either.
  void STDMETHODCALLTYPE SetMarker(UINT, const void *, UINT) override {}
  void STDMETHODCALLTYPE BeginEvent(UINT, const void *, UINT) override {}
  void STDMETHODCALLTYPE EndEvent() override {}

  // What is not there. Close fails with E_NOTIMPL after it.
#define FUSEDML_NOT_BUILT_IN(method, ...)                                      \
  void STDMETHODCALLTYPE method(__VA_ARGS__) override {                        \
    failNotBuiltIn("ID3D12GraphicsCommandList::" #method);                     \
  }
  FUSEDML_NOT_BUILT_IN(DrawInstanced, UINT, UINT, UINT, UINT)
  FUSEDML_NOT_BUILT_IN(DrawIndexedInstanced, UINT, UINT, UINT, INT, UINT)
  FUSEDML_NOT_BUILT_IN(Dispatch, UINT, UINT, UINT)
  FUSEDML_NOT_BUILT_IN(CopyTextureRegion, const D3D12_TEXTURE_COPY_LOCATION *,
                       UINT, UINT, UINT, const D3D12_TEXTURE_COPY_LOCATION *,
                       const D3D12_BOX *)
  FUSEDML_NOT_BUILT_IN(CopyTiles, ID3D12Resource *,
                       const D3D12_TILED_RESOURCE_COORDINATE *,
                       const D3D12_TILE_REGION_SIZE *, ID3D12Resource *, UINT64,
                       D3D12_TILE_COPY_FLAGS)
  FUSEDML_NOT_BUILT_IN(ResolveSubresource, ID3D12Resource *, UINT,
                       ID3D12Resource *, UINT, DXGI_FORMAT)
  FUSEDML_NOT_BUILT_IN(IASetPrimitiveTopology, D3D12_PRIMITIVE_TOPOLOGY)
  FUSEDML_NOT_BUILT_IN(RSSetViewports, UINT, const D3D12_VIEWPORT *)
  FUSEDML_NOT_BUILT_IN(RSSetScissorRects, UINT, const D3D12_RECT *)
  FUSEDML_NOT_BUILT_IN(OMSetBlendFactor, const FLOAT *)
  FUSEDML_NOT_BUILT_IN(OMSetStencilRef, UINT)
  FUSEDML_NOT_BUILT_IN(SetPipelineState, ID3D12PipelineState *)
  FUSEDML_NOT_BUILT_IN(ExecuteBundle, ID3D12GraphicsCommandList *)
  FUSEDML_NOT_BUILT_IN(SetComputeRootSignature, ID3D12RootSignature *)
  FUSEDML_NOT_BUILT_IN(SetGraphicsRootSignature, ID3D12RootSignature *)
  FUSEDML_NOT_BUILT_IN(SetComputeRootDescriptorTable, UINT,
                       D3D12_GPU_DESCRIPTOR_HANDLE)
  FUSEDML_NOT_BUILT_IN(SetGraphicsRootDescriptorTable, UINT,
                       D3D12_GPU_DESCRIPTOR_HANDLE)
  FUSEDML_NOT_BUILT_IN(SetComputeRoot32BitConstant, UINT, UINT, UINT)
  FUSEDML_NOT_BUILT_IN(SetGraphicsRoot32BitConstant, UINT, UINT, UINT)
  FUSEDML_NOT_BUILT_IN(SetComputeRoot32BitConstants, UINT, UINT, const void *,
                       UINT)
  FUSEDML_NOT_BUILT_IN(SetGraphicsRoot32BitConstants, UINT, UINT, const void *,
                       UINT)
  FUSEDML_NOT_BUILT_IN(SetComputeRootConstantBufferView, UINT,
                       D3D12_GPU_VIRTUAL_ADDRESS)
  FUSEDML_NOT_BUILT_IN(SetGraphicsRootConstantBufferView, UINT,
                       D3D12_GPU_VIRTUAL_ADDRESS)
  FUSEDML_NOT_BUILT_IN(SetComputeRootShaderResourceView, UINT,
                       D3D12_GPU_VIRTUAL_ADDRESS)
  FUSEDML_NOT_BUILT_IN(SetGraphicsRootShaderResourceView, UINT,
                       D3D12_GPU_VIRTUAL_ADDRESS)
  FUSEDML_NOT_BUILT_IN(SetComputeRootUnorderedAccessView, UINT,
                       D3D12_GPU_VIRTUAL_ADDRESS)
  FUSEDML_NOT_BUILT_IN(SetGraphicsRootUnorderedAccessView, UINT,
                       D3D12_GPU_VIRTUAL_ADDRESS)
  FUSEDML_NOT_BUILT_IN(IASetIndexBuffer, const D3D12_INDEX_BUFFER_VIEW *)
  FUSEDML_NOT_BUILT_IN(IASetVertexBuffers, UINT, UINT,
                       const D3D12_VERTEX_BUFFER_VIEW *)
  FUSEDML_NOT_BUILT_IN(SOSetTargets, UINT, UINT,
                       const D3D12_STREAM_OUTPUT_BUFFER_VIEW *)
  FUSEDML_NOT_BUILT_IN(OMSetRenderTargets, UINT,
                       const D3D12_CPU_DESCRIPTOR_HANDLE *, BOOL,
                       const D3D12_CPU_DESCRIPTOR_HANDLE *)
  FUSEDML_NOT_BUILT_IN(ClearDepthStencilView, D3D12_CPU_DESCRIPTOR_HANDLE,
                       D3D12_CLEAR_FLAGS, FLOAT, UINT8, UINT,
                       const D3D12_RECT *)
  FUSEDML_NOT_BUILT_IN(ClearRenderTargetView, D3D12_CPU_DESCRIPTOR_HANDLE,
                       const FLOAT *, UINT, const D3D12_RECT *)
  FUSEDML_NOT_BUILT_IN(ClearUnorderedAccessViewUint,
                       D3D12_GPU_DESCRIPTOR_HANDLE, D3D12_CPU_DESCRIPTOR_HANDLE,
                       ID3D12Resource *, const UINT *, UINT, const D3D12_RECT *)
  FUSEDML_NOT_BUILT_IN(ClearUnorderedAccessViewFloat,
                       D3D12_GPU_DESCRIPTOR_HANDLE, D3D12_CPU_DESCRIPTOR_HANDLE,
                       ID3D12Resource *, const FLOAT *, UINT,
                       const D3D12_RECT *)
  FUSEDML_NOT_BUILT_IN(BeginQuery, ID3D12QueryHeap *, D3D12_QUERY_TYPE, UINT)
  FUSEDML_NOT_BUILT_IN(EndQuery, ID3D12QueryHeap *, D3D12_QUERY_TYPE, UINT)
  FUSEDML_NOT_BUILT_IN(ResolveQueryData, ID3D12QueryHeap *, D3D12_QUERY_TYPE,
                       UINT, UINT, ID3D12Resource *, UINT64)
  FUSEDML_NOT_BUILT_IN(SetPredication, ID3D12Resource *, UINT64,
                       D3D12_PREDICATION_OP)
  FUSEDML_NOT_BUILT_IN(ExecuteIndirect, ID3D12CommandSignature *, UINT,
                       ID3D12Resource *, UINT64, ID3D12Resource *, UINT64)
#undef FUSEDML_NOT_BUILT_IN

  const D3D12_COMMAND_LIST_TYPE type;

private:
  /// Runs the body of a method that records, if the list is open, and keeps the
  /// first error for Close.
  template <typename Body> HRESULT record(const char *method, Body body);
  void failNotBuiltIn(const char *method);
  HRESULT checkCopy(const char *method, const CopyCommand &copy);

  /// Null before it was opened.
  std::shared_ptr<Recording> recording;
  bool isOpen = false;
  HRESULT firstError = S_OK;
  std::vector<ComPtr<DescriptorHeap>> heaps;
};

} // namespace fusedml::d3d12

#endif // FUSEDML_D3D12_COMMANDLIST_H
