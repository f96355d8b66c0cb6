//===- hello_directml.cpp - DirectML from device to read back -------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program as it is written for DirectML: an operator and a graph, each
// initialized and executed on a command queue. Nothing here is FuseDML's own,
// so it builds with Microsoft's DirectML.h as well.
//
//===----------------------------------------------------------------------===//

// The types of Windows, which DirectML.h and d3d12.h are written in.
#include <wsl/winadapter.h>

#include <DirectML.h>

#include <directx/d3dx12.h>
#include <dxguids/dxguids.h>
#include <wrl/client.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using Microsoft::WRL::ComPtr;

static void check(HRESULT result, const char *what) {
  if (SUCCEEDED(result))
    return;
  std::fprintf(stderr, "%s failed: 0x%08x\n", what,
               static_cast<unsigned>(result));
  std::exit(1);
}
#define CHECK(CALL) check(CALL, #CALL)

namespace {

/// A D3D12 device with one queue and one command list, open for recording.
struct Gpu {
  ComPtr<ID3D12Device> device;
  ComPtr<ID3D12CommandQueue> queue;
  ComPtr<ID3D12CommandAllocator> allocator;
  ComPtr<ID3D12GraphicsCommandList> list;
  ComPtr<ID3D12Fence> fence;
  UINT64 fenceValue = 0;

  Gpu() {
    CHECK(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0,
                            IID_PPV_ARGS(&device)));
    D3D12_COMMAND_QUEUE_DESC desc = {};
    desc.Type = D3D12_COMMAND_LIST_TYPE_DIRECT;
    CHECK(device->CreateCommandQueue(&desc, IID_PPV_ARGS(&queue)));
    CHECK(device->CreateCommandAllocator(desc.Type, IID_PPV_ARGS(&allocator)));
    CHECK(device->CreateCommandList(0, desc.Type, allocator.Get(), nullptr,
                                    IID_PPV_ARGS(&list)));
    CHECK(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&fence)));
  }

  /// Runs what was recorded, waits for it, and opens the list again.
  void execute() {
    CHECK(list->Close());
    ID3D12CommandList *lists[] = {list.Get()};
    queue->ExecuteCommandLists(1, lists);
    CHECK(queue->Signal(fence.Get(), ++fenceValue));
    // A null event waits at once.
    CHECK(fence->SetEventOnCompletion(fenceValue, nullptr));
    CHECK(allocator->Reset());
    CHECK(list->Reset(allocator.Get(), nullptr));
  }

  ComPtr<ID3D12Resource> buffer(UINT64 bytes, D3D12_HEAP_TYPE type) {
    bool isDefault = type == D3D12_HEAP_TYPE_DEFAULT;
    CD3DX12_HEAP_PROPERTIES heap(type);
    auto desc = CD3DX12_RESOURCE_DESC::Buffer(
        bytes, isDefault ? D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS
                         : D3D12_RESOURCE_FLAG_NONE);
    D3D12_RESOURCE_STATES state =
        type == D3D12_HEAP_TYPE_UPLOAD     ? D3D12_RESOURCE_STATE_GENERIC_READ
        : type == D3D12_HEAP_TYPE_READBACK ? D3D12_RESOURCE_STATE_COPY_DEST
                                           : D3D12_RESOURCE_STATE_COMMON;
    ComPtr<ID3D12Resource> made;
    CHECK(device->CreateCommittedResource(&heap, D3D12_HEAP_FLAG_NONE, &desc,
                                          state, nullptr, IID_PPV_ARGS(&made)));
    return made;
  }

  void barrier(ID3D12Resource *resource, D3D12_RESOURCE_STATES before,
               D3D12_RESOURCE_STATES after) {
    auto barrier =
        CD3DX12_RESOURCE_BARRIER::Transition(resource, before, after);
    list->ResourceBarrier(1, &barrier);
  }

  /// A buffer for operators, with these values.
  ComPtr<ID3D12Resource> upload(const std::vector<float> &values) {
    UINT64 bytes = values.size() * sizeof(float);
    ComPtr<ID3D12Resource> staging = buffer(bytes, D3D12_HEAP_TYPE_UPLOAD);
    ComPtr<ID3D12Resource> made = buffer(bytes, D3D12_HEAP_TYPE_DEFAULT);
    D3D12_SUBRESOURCE_DATA data = {};
    data.pData = values.data();
    data.RowPitch = data.SlicePitch = static_cast<LONG_PTR>(bytes);
    barrier(made.Get(), D3D12_RESOURCE_STATE_COMMON,
            D3D12_RESOURCE_STATE_COPY_DEST);
    UpdateSubresources(list.Get(), made.Get(), staging.Get(), 0, 0, 1, &data);
    barrier(made.Get(), D3D12_RESOURCE_STATE_COPY_DEST,
            D3D12_RESOURCE_STATE_UNORDERED_ACCESS);
    execute();
    return made;
  }

  std::vector<float> readBack(ID3D12Resource *resource, size_t count) {
    UINT64 bytes = count * sizeof(float);
    ComPtr<ID3D12Resource> copy = buffer(bytes, D3D12_HEAP_TYPE_READBACK);
    barrier(resource, D3D12_RESOURCE_STATE_UNORDERED_ACCESS,
            D3D12_RESOURCE_STATE_COPY_SOURCE);
    list->CopyBufferRegion(copy.Get(), 0, resource, 0, bytes);
    execute();
    void *data = nullptr;
    D3D12_RANGE range = {0, static_cast<SIZE_T>(bytes)};
    CHECK(copy->Map(0, &range, &data));
    std::vector<float> values(count);
    std::memcpy(values.data(), data, bytes);
    D3D12_RANGE nothing = {0, 0};
    copy->Unmap(0, &nothing);
    return values;
  }
};

/// Initializes a compiled operator, executes it once, and returns what it
/// wrote.
std::vector<float> run(Gpu &gpu, IDMLDevice *dml, IDMLCompiledOperator *op,
                       const std::vector<std::vector<float>> &inputs) {
  ComPtr<IDMLOperatorInitializer> initializer;
  CHECK(dml->CreateOperatorInitializer(1, &op, IID_PPV_ARGS(&initializer)));
  DML_BINDING_PROPERTIES toInitialize = initializer->GetBindingProperties();
  DML_BINDING_PROPERTIES toExecute = op->GetBindingProperties();

  D3D12_DESCRIPTOR_HEAP_DESC heapDesc = {};
  heapDesc.Type = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
  heapDesc.NumDescriptors = std::max(toInitialize.RequiredDescriptorCount,
                                     toExecute.RequiredDescriptorCount);
  heapDesc.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
  ComPtr<ID3D12DescriptorHeap> heap;
  CHECK(gpu.device->CreateDescriptorHeap(&heapDesc, IID_PPV_ARGS(&heap)));
  ID3D12DescriptorHeap *heaps[] = {heap.Get()};

  DML_BINDING_TABLE_DESC tableDesc = {};
  tableDesc.Dispatchable = initializer.Get();
  tableDesc.CPUDescriptorHandle = heap->GetCPUDescriptorHandleForHeapStart();
  tableDesc.GPUDescriptorHandle = heap->GetGPUDescriptorHandleForHeapStart();
  tableDesc.SizeInDescriptors = heapDesc.NumDescriptors;
  ComPtr<IDMLBindingTable> table;
  CHECK(dml->CreateBindingTable(&tableDesc, IID_PPV_ARGS(&table)));

  UINT64 temporarySize = std::max(toInitialize.TemporaryResourceSize,
                                  toExecute.TemporaryResourceSize);
  ComPtr<ID3D12Resource> temporary, persistent;
  DML_BUFFER_BINDING temporaryBuffer = {}, persistentBuffer = {};
  DML_BINDING_DESC temporaryBinding = {DML_BINDING_TYPE_BUFFER,
                                       &temporaryBuffer};
  DML_BINDING_DESC persistentBinding = {DML_BINDING_TYPE_BUFFER,
                                        &persistentBuffer};
  if (temporarySize != 0) {
    temporary = gpu.buffer(temporarySize, D3D12_HEAP_TYPE_DEFAULT);
    temporaryBuffer = {temporary.Get(), 0, temporarySize};
    table->BindTemporaryResource(&temporaryBinding);
  }
  if (toExecute.PersistentResourceSize != 0) {
    persistent =
        gpu.buffer(toExecute.PersistentResourceSize, D3D12_HEAP_TYPE_DEFAULT);
    persistentBuffer = {persistent.Get(), 0, toExecute.PersistentResourceSize};
    table->BindOutputs(1, &persistentBinding);
  }

  ComPtr<IDMLCommandRecorder> recorder;
  CHECK(dml->CreateCommandRecorder(IID_PPV_ARGS(&recorder)));
  gpu.list->SetDescriptorHeaps(1, heaps);
  recorder->RecordDispatch(gpu.list.Get(), initializer.Get(), table.Get());
  gpu.execute();

  std::vector<ComPtr<ID3D12Resource>> buffers;
  std::vector<DML_BUFFER_BINDING> bindings;
  for (const std::vector<float> &values : inputs) {
    buffers.push_back(gpu.upload(values));
    bindings.push_back(
        {buffers.back().Get(), 0, values.size() * sizeof(float)});
  }
  std::vector<DML_BINDING_DESC> inputDescs;
  for (const DML_BUFFER_BINDING &binding : bindings)
    inputDescs.push_back({DML_BINDING_TYPE_BUFFER, &binding});
  size_t count = inputs.front().size();
  UINT64 bytes = count * sizeof(float);
  ComPtr<ID3D12Resource> output = gpu.buffer(bytes, D3D12_HEAP_TYPE_DEFAULT);
  DML_BUFFER_BINDING outputBuffer = {output.Get(), 0, bytes};
  DML_BINDING_DESC outputBinding = {DML_BINDING_TYPE_BUFFER, &outputBuffer};

  tableDesc.Dispatchable = op;
  CHECK(table->Reset(&tableDesc));
  if (toExecute.TemporaryResourceSize != 0)
    table->BindTemporaryResource(&temporaryBinding);
  if (toExecute.PersistentResourceSize != 0)
    table->BindPersistentResource(&persistentBinding);
  table->BindInputs(static_cast<UINT>(inputDescs.size()), inputDescs.data());
  table->BindOutputs(1, &outputBinding);
  gpu.list->SetDescriptorHeaps(1, heaps);
  recorder->RecordDispatch(gpu.list.Get(), op, table.Get());
  CHECK(dml->GetDeviceRemovedReason());
  std::vector<float> values = gpu.readBack(output.Get(), count);
  CHECK(dml->GetDeviceRemovedReason());
  return values;
}

void print(const char *name, const std::vector<float> &values) {
  std::printf("%s:", name);
  for (float value : values)
    std::printf(" %g", static_cast<double>(value));
  std::printf("\n");
}

} // namespace

int main() {
  Gpu gpu;
  ComPtr<IDMLDevice1> dml;
  CHECK(DMLCreateDevice1(gpu.device.Get(), DML_CREATE_DEVICE_FLAG_DEBUG,
                         DML_FEATURE_LEVEL_5_1, IID_PPV_ARGS(&dml)));

  // All tensors are alike: FLOAT32, two rows of three.
  const UINT sizes[] = {2, 3};
  DML_BUFFER_TENSOR_DESC buffer = {};
  buffer.DataType = DML_TENSOR_DATA_TYPE_FLOAT32;
  buffer.DimensionCount = 2;
  buffer.Sizes = sizes;
  buffer.TotalTensorSizeInBytes = 6 * sizeof(float);
  DML_TENSOR_DESC tensor = {DML_TENSOR_TYPE_BUFFER, &buffer};

  // One operator.
  DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC identityDesc = {};
  identityDesc.InputTensor = &tensor;
  identityDesc.OutputTensor = &tensor;
  DML_OPERATOR_DESC desc = {DML_OPERATOR_ELEMENT_WISE_IDENTITY, &identityDesc};
  ComPtr<IDMLOperator> identity;
  CHECK(dml->CreateOperator(&desc, IID_PPV_ARGS(&identity)));
  ComPtr<IDMLCompiledOperator> compiled;
  CHECK(dml->CompileOperator(identity.Get(), DML_EXECUTION_FLAG_NONE,
                             IID_PPV_ARGS(&compiled)));
  print("identity",
        run(gpu, dml.Get(), compiled.Get(), {{1, 2, 3, -1, -2, -3}}));

  // A graph: multiply, then shrink.
  DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC multiplyDesc = {};
  multiplyDesc.ATensor = multiplyDesc.BTensor = multiplyDesc.OutputTensor =
      &tensor;
  desc = {DML_OPERATOR_ELEMENT_WISE_MULTIPLY, &multiplyDesc};
  ComPtr<IDMLOperator> multiply;
  CHECK(dml->CreateOperator(&desc, IID_PPV_ARGS(&multiply)));
  DML_ACTIVATION_SHRINK_OPERATOR_DESC shrinkDesc = {};
  shrinkDesc.InputTensor = shrinkDesc.OutputTensor = &tensor;
  shrinkDesc.Bias = 0.1f;
  shrinkDesc.Threshold = 0.5f;
  desc = {DML_OPERATOR_ACTIVATION_SHRINK, &shrinkDesc};
  ComPtr<IDMLOperator> shrink;
  CHECK(dml->CreateOperator(&desc, IID_PPV_ARGS(&shrink)));

  DML_OPERATOR_GRAPH_NODE_DESC operators[] = {{multiply.Get(), "multiply"},
                                              {shrink.Get(), "shrink"}};
  DML_GRAPH_NODE_DESC nodes[] = {{DML_GRAPH_NODE_TYPE_OPERATOR, &operators[0]},
                                 {DML_GRAPH_NODE_TYPE_OPERATOR, &operators[1]}};
  DML_INPUT_GRAPH_EDGE_DESC a = {0, 0, 0, "a"}, b = {1, 0, 1, "b"};
  DML_INTERMEDIATE_GRAPH_EDGE_DESC product = {0, 0, 1, 0, "product"};
  DML_OUTPUT_GRAPH_EDGE_DESC y = {1, 0, 0, "y"};
  DML_GRAPH_EDGE_DESC inputEdges[] = {{DML_GRAPH_EDGE_TYPE_INPUT, &a},
                                      {DML_GRAPH_EDGE_TYPE_INPUT, &b}};
  DML_GRAPH_EDGE_DESC innerEdge = {DML_GRAPH_EDGE_TYPE_INTERMEDIATE, &product};
  DML_GRAPH_EDGE_DESC outputEdge = {DML_GRAPH_EDGE_TYPE_OUTPUT, &y};
  DML_GRAPH_DESC graph = {};
  graph.InputCount = 2;
  graph.OutputCount = 1;
  graph.NodeCount = 2;
  graph.Nodes = nodes;
  graph.InputEdgeCount = 2;
  graph.InputEdges = inputEdges;
  graph.OutputEdgeCount = 1;
  graph.OutputEdges = &outputEdge;
  graph.IntermediateEdgeCount = 1;
  graph.IntermediateEdges = &innerEdge;
  CHECK(dml->CompileGraph(&graph, DML_EXECUTION_FLAG_NONE,
                          IID_PPV_ARGS(&compiled)));
  print("multiply, shrink",
        run(gpu, dml.Get(), compiled.Get(),
            {{1, 2, 3, -1, -2, -3}, {2, 0.25f, 0.1f, 2, 0.25f, 0.1f}}));
}
