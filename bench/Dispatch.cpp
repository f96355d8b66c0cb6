//===- Dispatch.cpp - what one DirectML dispatch costs --------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/Dispatch.h"

#include "fusedml/Compile.h"

#include <FuseDML.h>

#include <directx/d3dx12.h>
#include <dxguids/dxguids.h>
#include <wrl/client.h>

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace fusedml::bench {
namespace {

using Microsoft::WRL::ComPtr;

constexpr UINT kCount = 16;
constexpr UINT64 kBytes = kCount * sizeof(float);

void check(HRESULT result) {
  if (SUCCEEDED(result))
    return;
  std::fprintf(stderr, "DirectML failed with 0x%08x\n",
               static_cast<unsigned>(result));
  std::exit(1);
}

/// An addition, initialized and bound, and a list that it can be recorded into.
struct Addition {
  ComPtr<ID3D12Device> device;
  ComPtr<ID3D12CommandQueue> queue;
  ComPtr<ID3D12CommandAllocator> allocator;
  ComPtr<ID3D12GraphicsCommandList> list;
  ComPtr<ID3D12Fence> fence;
  ComPtr<ID3D12DescriptorHeap> heap;
  ComPtr<IDMLDevice> dml;
  ComPtr<IDMLCompiledOperator> op;
  ComPtr<IDMLBindingTable> table;
  ComPtr<IDMLCommandRecorder> recorder;
  std::vector<ComPtr<ID3D12Resource>> buffers;
  UINT64 submissions = 0;

  Addition() {
    check(D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0,
                            IID_PPV_ARGS(&device)));
    D3D12_COMMAND_QUEUE_DESC queueDesc = {};
    check(device->CreateCommandQueue(&queueDesc, IID_PPV_ARGS(&queue)));
    check(device->CreateCommandAllocator(queueDesc.Type,
                                         IID_PPV_ARGS(&allocator)));
    check(device->CreateCommandList(0, queueDesc.Type, allocator.Get(), nullptr,
                                    IID_PPV_ARGS(&list)));
    check(device->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&fence)));
    D3D12_DESCRIPTOR_HEAP_DESC heapDesc = {
        D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV, 3,
        D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE, 0};
    check(device->CreateDescriptorHeap(&heapDesc, IID_PPV_ARGS(&heap)));
    setHeap();
    check(DMLCreateDevice(device.Get(), DML_CREATE_DEVICE_FLAG_NONE,
                          IID_PPV_ARGS(&dml)));
    check(dml->CreateCommandRecorder(IID_PPV_ARGS(&recorder)));

    const UINT sizes[] = {kCount};
    DML_BUFFER_TENSOR_DESC buffer = {};
    buffer.DataType = DML_TENSOR_DATA_TYPE_FLOAT32;
    buffer.DimensionCount = 1;
    buffer.Sizes = sizes;
    buffer.TotalTensorSizeInBytes = kBytes;
    DML_TENSOR_DESC tensor = {DML_TENSOR_TYPE_BUFFER, &buffer};
    DML_ELEMENT_WISE_ADD_OPERATOR_DESC add = {&tensor, &tensor, &tensor};
    DML_OPERATOR_DESC desc = {DML_OPERATOR_ELEMENT_WISE_ADD, &add};
    ComPtr<IDMLOperator> described;
    check(dml->CreateOperator(&desc, IID_PPV_ARGS(&described)));
    check(dml->CompileOperator(described.Get(), DML_EXECUTION_FLAG_NONE,
                               IID_PPV_ARGS(&op)));

    ComPtr<IDMLOperatorInitializer> initializer;
    IDMLCompiledOperator *ops[] = {op.Get()};
    check(dml->CreateOperatorInitializer(1, ops, IID_PPV_ARGS(&initializer)));
    DML_BINDING_TABLE_DESC tableDesc = {
        initializer.Get(), heap->GetCPUDescriptorHandleForHeapStart(),
        heap->GetGPUDescriptorHandleForHeapStart(), 3};
    check(dml->CreateBindingTable(&tableDesc, IID_PPV_ARGS(&table)));
    recorder->RecordDispatch(list.Get(), initializer.Get(), table.Get());
    check(list->Close());
    submit();
    reopen();

    tableDesc.Dispatchable = op.Get();
    check(table->Reset(&tableDesc));
    CD3DX12_HEAP_PROPERTIES properties(D3D12_HEAP_TYPE_DEFAULT);
    auto bufferDesc = CD3DX12_RESOURCE_DESC::Buffer(
        kBytes, D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS);
    DML_BUFFER_BINDING bound[3];
    DML_BINDING_DESC bindings[3];
    for (int i = 0; i < 3; ++i) {
      check(device->CreateCommittedResource(
          &properties, D3D12_HEAP_FLAG_NONE, &bufferDesc,
          D3D12_RESOURCE_STATE_UNORDERED_ACCESS, nullptr,
          IID_PPV_ARGS(&buffers.emplace_back())));
      bound[i] = {buffers.back().Get(), 0, kBytes};
      bindings[i] = {DML_BINDING_TYPE_BUFFER, &bound[i]};
    }
    table->BindInputs(2, bindings);
    table->BindOutputs(1, &bindings[2]);
  }

  void setHeap() {
    ID3D12DescriptorHeap *heaps[] = {heap.Get()};
    list->SetDescriptorHeaps(1, heaps);
  }
  void record() { recorder->RecordDispatch(list.Get(), op.Get(), table.Get()); }
  /// Executes the list and waits for it.
  void submit() {
    ID3D12CommandList *lists[] = {list.Get()};
    queue->ExecuteCommandLists(1, lists);
    check(queue->Signal(fence.Get(), ++submissions));
    check(fence->SetEventOnCompletion(submissions, nullptr));
    check(dml->GetDeviceRemovedReason());
  }
  void reopen() {
    check(allocator->Reset());
    check(list->Reset(allocator.Get(), nullptr));
    setHeap();
  }
};

void byKernel(benchmark::State &state) {
  Graph graph("add");
  graph.output("y", graph.input("a", DataType::Float32, {kCount}) +
                        graph.input("b", DataType::Float32, {kCount}));
  Expected<Kernel> kernel = compile(graph);
  if (!kernel || !kernel->wait().ok()) {
    state.SkipWithError("the graph does not compile");
    return;
  }
  std::vector<float> a(kCount), b(kCount), y(kCount);
  for (auto _ : state)
    if (!kernel->run({a, b}, {y}).ok())
      state.SkipWithError("the kernel does not run");
}

void onHost(benchmark::State &state) {
  Addition addition;
  ComPtr<IFuseDMLHostDispatch> dispatch;
  check(addition.op.As(&dispatch));
  std::vector<float> a(kCount), b(kCount), y(kCount);
  FUSEDML_HOST_BUFFER inputs[] = {{a.data(), kBytes}, {b.data(), kBytes}},
                      output = {y.data(), kBytes};
  for (auto _ : state)
    check(dispatch->Dispatch(2, inputs, 1, &output));
}

void recorded(benchmark::State &state) {
  Addition addition;
  for (auto _ : state) {
    for (int64_t i = 0; i < state.range(0); ++i)
      addition.record();
    state.PauseTiming();
    check(addition.list->Close());
    addition.submit();
    addition.reopen();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

/// A list of so many dispatches: with one, what the way to a queue and back
/// costs.
void executed(benchmark::State &state) {
  Addition addition;
  for (int64_t i = 0; i < state.range(0); ++i)
    addition.record();
  check(addition.list->Close());
  for (auto _ : state)
    addition.submit();
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

} // namespace

void addDispatch() {
  benchmark::RegisterBenchmark("dispatch/kernel", byKernel);
  benchmark::RegisterBenchmark("dispatch/host", onHost);
  benchmark::RegisterBenchmark("dispatch/record", recorded)->Arg(1000);
  benchmark::RegisterBenchmark("dispatch/execute", executed)
      ->Arg(1)
      ->Arg(1000)
      ->UseRealTime();
}

} // namespace fusedml::bench
