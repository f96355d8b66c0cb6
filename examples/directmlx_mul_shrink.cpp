//===- directmlx_mul_shrink.cpp - a graph of DirectMLX.h ------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds multiply and shrink with Microsoft's DirectMLX.h, and runs the graph
// on a command queue. Nothing here is FuseDML's own. It is built where
// FUSEDML_DIRECTMLX_DIR names the folder of DirectMLX.h.
//
//===----------------------------------------------------------------------===//

#include <wsl/winadapter.h>

#include <DirectML.h>
#include <DirectMLX.h>
#include <directx/d3dx12.h>
#include <dxguids/dxguids.h>
#include <wrl/client.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

using Microsoft::WRL::ComPtr;

namespace {

void check(HRESULT result, const char *what) {
  if (SUCCEEDED(result))
    return;
  char code[16];
  std::snprintf(code, sizeof(code), "0x%08x", static_cast<unsigned>(result));
  throw std::runtime_error(std::string(what) + " failed: " + code);
}

/// A device with a queue and a command list that is open.
class Gpu {
public:
  Gpu() {
    check(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0,
                            IID_PPV_ARGS(&device)),
          "D3D12CreateDevice");
    D3D12_COMMAND_QUEUE_DESC desc = {};
    desc.Type = D3D12_COMMAND_LIST_TYPE_DIRECT;
    check(device->CreateCommandQueue(&desc, IID_PPV_ARGS(&queue)),
          "CreateCommandQueue");
    check(device->CreateCommandAllocator(desc.Type, IID_PPV_ARGS(&allocator)),
          "CreateCommandAllocator");
    check(device->CreateCommandList(0, desc.Type, allocator.Get(), nullptr,
                                    IID_PPV_ARGS(&list)),
          "CreateCommandList");
    check(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&fence)),
          "CreateFence");
  }

  ComPtr<ID3D12Resource> buffer(UINT64 bytes, D3D12_HEAP_TYPE type,
                                D3D12_RESOURCE_STATES state) {
    CD3DX12_HEAP_PROPERTIES heap(type);
    auto desc = CD3DX12_RESOURCE_DESC::Buffer(
        bytes, type == D3D12_HEAP_TYPE_DEFAULT
                   ? D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS
                   : D3D12_RESOURCE_FLAG_NONE);
    ComPtr<ID3D12Resource> made;
    check(device->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &desc,
                                          state, nullptr, IID_PPV_ARGS(&made)),
          "CreateCommittedResource");
    return made;
  }

  void execute() {
    check(list->Close(), "Close");
    ID3D12CommandList *lists[] = {list.Get()};
    queue->ExecuteCommandLists(1, lists);
    check(queue->Signal(fence.Get(), ++done), "Signal");
    check(fence->SetEventOnCompletion(done, nullptr), "SetEventOnCompletion");
    check(allocator->Reset(), "Reset");
    check(list->Reset(allocator.Get(), nullptr), "Reset");
  }

  ComPtr<ID3D12Device> device;
  ComPtr<ID3D12GraphicsCommandList> list;

private:
  ComPtr<ID3D12CommandQueue> queue;
  ComPtr<ID3D12CommandAllocator> allocator;
  ComPtr<ID3D12Fence> fence;
  UINT64 done = 0;
};

void run() {
  Gpu gpu;
  ComPtr<IDMLDevice> dml;
  check(DMLCreateDevice(gpu.device.Get(), DML_CREATE_DEVICE_FLAG_NONE,
                        IID_PPV_ARGS(&dml)),
        "DMLCreateDevice");

  dml::Graph graph(dml.Get());
  dml::TensorDesc tensor(DML_TENSOR_DATA_TYPE_FLOAT32, {2, 3});
  dml::Expression a = dml::InputTensor(graph, 0, tensor);
  dml::Expression b = dml::InputTensor(graph, 1, tensor);
  dml::Expression y = dml::ActivationShrink(a * b, 0.1f, 0.5f);
  ComPtr<IDMLCompiledOperator> op =
      graph.Compile(DML_EXECUTION_FLAG_NONE, std::vector{y});

  ComPtr<IDMLOperatorInitializer> initializer;
  IDMLCompiledOperator *operators[] = {op.Get()};
  check(
      dml->CreateOperatorInitializer(1, operators, IID_PPV_ARGS(&initializer)),
      "CreateOperatorInitializer");
  DML_BINDING_PROPERTIES first = initializer->GetBindingProperties();
  DML_BINDING_PROPERTIES second = op->GetBindingProperties();

  D3D12_DESCRIPTOR_HEAP_DESC heapDesc = {};
  heapDesc.Type = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
  heapDesc.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
  heapDesc.NumDescriptors = std::max(
      {1u, first.RequiredDescriptorCount, second.RequiredDescriptorCount});
  ComPtr<ID3D12DescriptorHeap> heap;
  check(gpu.device->CreateDescriptorHeap(&heapDesc, IID_PPV_ARGS(&heap)),
        "CreateDescriptorHeap");
  ID3D12DescriptorHeap *heaps[] = {heap.Get()};

  DML_BINDING_TABLE_DESC tableDesc = {};
  tableDesc.Dispatchable = initializer.Get();
  tableDesc.CPUDescriptorHandle = heap->GetCPUDescriptorHandleForHeapStart();
  tableDesc.GPUDescriptorHandle = heap->GetGPUDescriptorHandleForHeapStart();
  tableDesc.SizeInDescriptors = heapDesc.NumDescriptors;
  ComPtr<IDMLBindingTable> table;
  check(dml->CreateBindingTable(&tableDesc, IID_PPV_ARGS(&table)),
        "CreateBindingTable");
  ComPtr<IDMLCommandRecorder> recorder;
  check(dml->CreateCommandRecorder(IID_PPV_ARGS(&recorder)),
        "CreateCommandRecorder");

  auto scratch = [&](UINT64 bytes) {
    return bytes == 0 ? nullptr
                      : gpu.buffer(bytes, D3D12_HEAP_TYPE_DEFAULT,
                                   D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
  };
  ComPtr<ID3D12Resource> temporary = scratch(
      std::max(first.TemporaryResourceSize, second.TemporaryResourceSize));
  ComPtr<ID3D12Resource> persistent = scratch(second.PersistentResourceSize);
  DML_BUFFER_BINDING temporaryBuffer = {temporary.Get(), 0, 0};
  DML_BUFFER_BINDING persistentBuffer = {persistent.Get(), 0,
                                         second.PersistentResourceSize};
  DML_BINDING_DESC temporaryBinding = {DML_BINDING_TYPE_BUFFER,
                                       &temporaryBuffer};
  DML_BINDING_DESC persistentBinding = {DML_BINDING_TYPE_BUFFER,
                                        &persistentBuffer};

  if (first.TemporaryResourceSize != 0) {
    temporaryBuffer.SizeInBytes = first.TemporaryResourceSize;
    table->BindTemporaryResource(&temporaryBinding);
  }
  if (persistent)
    table->BindOutputs(1, &persistentBinding);
  gpu.list->SetDescriptorHeaps(1, heaps);
  recorder->RecordDispatch(gpu.list.Get(), initializer.Get(), table.Get());
  gpu.execute();

  // Both inputs come from one upload buffer.
  const float values[2][6] = {{1, 2, 3, -1, -2, -3},
                              {2, 0.25f, 0.1f, 2, 0.25f, 0.1f}};
  constexpr UINT64 bytes = sizeof(values[0]), place = 256;
  ComPtr<ID3D12Resource> upload = gpu.buffer(2 * place, D3D12_HEAP_TYPE_UPLOAD,
                                             D3D12_RESOURCE_STATE_GENERIC_READ);
  void *memory = nullptr;
  check(upload->Map(0, nullptr, &memory), "Map");
  ComPtr<ID3D12Resource> inputs[2];
  DML_BUFFER_BINDING inputBuffers[2];
  DML_BINDING_DESC inputBindings[2];
  for (UINT i = 0; i < 2; ++i) {
    std::memcpy(static_cast<char *>(memory) + i * place, values[i], bytes);
    inputs[i] = gpu.buffer(bytes, D3D12_HEAP_TYPE_DEFAULT,
                           D3D12_RESOURCE_STATE_COPY_DEST);
    gpu.list->CopyBufferRegion(inputs[i].Get(), 0, upload.Get(), i * place,
                               bytes);
    auto barrier = CD3DX12_RESOURCE_BARRIER::Transition(
        inputs[i].Get(), D3D12_RESOURCE_STATE_COPY_DEST,
        D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
    gpu.list->ResourceBarrier(1, &barrier);
    inputBuffers[i] = {inputs[i].Get(), 0, bytes};
    inputBindings[i] = {DML_BINDING_TYPE_BUFFER, &inputBuffers[i]};
  }
  upload->Unmap(0, nullptr);
  ComPtr<ID3D12Resource> output = scratch(bytes);
  DML_BUFFER_BINDING outputBuffer = {output.Get(), 0, bytes};
  DML_BINDING_DESC outputBinding = {DML_BINDING_TYPE_BUFFER, &outputBuffer};

  tableDesc.Dispatchable = op.Get();
  check(table->Reset(&tableDesc), "Reset");
  if (second.TemporaryResourceSize != 0) {
    temporaryBuffer.SizeInBytes = second.TemporaryResourceSize;
    table->BindTemporaryResource(&temporaryBinding);
  }
  if (persistent)
    table->BindPersistentResource(&persistentBinding);
  table->BindInputs(2, inputBindings);
  table->BindOutputs(1, &outputBinding);
  gpu.list->SetDescriptorHeaps(1, heaps);
  recorder->RecordDispatch(gpu.list.Get(), op.Get(), table.Get());

  ComPtr<ID3D12Resource> readBack = gpu.buffer(bytes, D3D12_HEAP_TYPE_READBACK,
                                               D3D12_RESOURCE_STATE_COPY_DEST);
  auto barrier = CD3DX12_RESOURCE_BARRIER::Transition(
      output.Get(), D3D12_RESOURCE_STATE_UNORDERED_ACCESS,
      D3D12_RESOURCE_STATE_COPY_SOURCE);
  gpu.list->ResourceBarrier(1, &barrier);
  gpu.list->CopyResource(readBack.Get(), output.Get());
  gpu.execute();
  // What went wrong in methods that return nothing.
  check(dml->GetDeviceRemovedReason(), "the device");

  D3D12_RANGE range = {0, bytes};
  check(readBack->Map(0, &range, &memory), "Map");
  for (size_t i = 0; i < 6; ++i)
    std::printf("%g ",
                static_cast<double>(static_cast<const float *>(memory)[i]));
  std::printf("\n");
  D3D12_RANGE nothing = {0, 0};
  readBack->Unmap(0, &nothing);
}

} // namespace

int main() {
  try {
    run();
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
