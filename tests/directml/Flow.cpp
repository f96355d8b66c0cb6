//===- Flow.cpp - from descriptors to results, in few words ---------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/directml/Flow.h"

namespace fusedml::test {

Flow::Flow(bool debug) {
  EXPECT_EQ(
      D3D12CreateDevice(nullptr, D3D_FEATURE_LEVEL_11_0, IID_PPV_ARGS(&d3d12)),
      S_OK);
  D3D12_COMMAND_QUEUE_DESC desc = {};
  desc.Type = D3D12_COMMAND_LIST_TYPE_DIRECT;
  EXPECT_EQ(d3d12->CreateCommandQueue(&desc, IID_PPV_ARGS(&queue)), S_OK);
  EXPECT_EQ(d3d12->CreateCommandAllocator(desc.Type, IID_PPV_ARGS(&allocator)),
            S_OK);
  EXPECT_EQ(d3d12->CreateCommandList(0, desc.Type, allocator.Get(), nullptr,
                                     IID_PPV_ARGS(&list)),
            S_OK);
  EXPECT_EQ(d3d12->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&fence)),
            S_OK);
  D3D12_DESCRIPTOR_HEAP_DESC heapDesc = {};
  heapDesc.Type = D3D12_DESCRIPTOR_HEAP_TYPE_CBV_SRV_UAV;
  heapDesc.NumDescriptors = 64;
  heapDesc.Flags = D3D12_DESCRIPTOR_HEAP_FLAG_SHADER_VISIBLE;
  EXPECT_EQ(d3d12->CreateDescriptorHeap(&heapDesc, IID_PPV_ARGS(&heap)), S_OK);
  EXPECT_EQ(DMLCreateDevice(d3d12.Get(),
                            debug ? DML_CREATE_DEVICE_FLAG_DEBUG
                                  : DML_CREATE_DEVICE_FLAG_NONE,
                            IID_PPV_ARGS(&dml)),
            S_OK);
  EXPECT_EQ(dml->CreateCommandRecorder(IID_PPV_ARGS(&recorder)), S_OK);
  ComPtr<IFuseDMLDebugDevice> messages;
  if (SUCCEEDED(dml.As(&messages)))
    messages->SetMessageCallback(
        [](void *context, const char *text) {
          auto &flow = *static_cast<Flow *>(context);
          std::lock_guard lock(flow.mutex);
          flow.said.emplace_back(text);
        },
        this);
  ID3D12DescriptorHeap *heaps[] = {heap.Get()};
  list->SetDescriptorHeaps(1, heaps);
}

std::vector<std::string> Flow::messages() {
  std::lock_guard lock(mutex);
  return std::exchange(said, {});
}

std::string Flow::message() {
  std::vector<std::string> all = messages();
  EXPECT_THAT(all, testing::SizeIs(1));
  return all.empty() ? "" : all.front();
}

void Flow::execute() {
  EXPECT_EQ(list->Close(), S_OK);
  ID3D12CommandList *lists[] = {list.Get()};
  queue->ExecuteCommandLists(1, lists);
  EXPECT_EQ(queue->Signal(fence.Get(), ++fenceValue), S_OK);
  EXPECT_EQ(fence->SetEventOnCompletion(fenceValue, nullptr), S_OK);
  EXPECT_EQ(allocator->Reset(), S_OK);
  EXPECT_EQ(list->Reset(allocator.Get(), nullptr), S_OK);
  ID3D12DescriptorHeap *heaps[] = {heap.Get()};
  list->SetDescriptorHeaps(1, heaps);
}

ComPtr<ID3D12Resource> Flow::buffer(UINT64 bytes, D3D12_HEAP_TYPE type,
                                    bool writable) {
  return createBuffer(d3d12.Get(), type, bytes,
                      type == D3D12_HEAP_TYPE_DEFAULT && writable
                          ? D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS
                          : D3D12_RESOURCE_FLAG_NONE);
}

ComPtr<IDMLOperator> Flow::createOperator(DML_OPERATOR_TYPE type,
                                          const void *desc) {
  DML_OPERATOR_DESC operatorDesc = {type, desc};
  ComPtr<IDMLOperator> op;
  EXPECT_EQ(dml->CreateOperator(&operatorDesc, IID_PPV_ARGS(&op)), S_OK);
  return op;
}

ComPtr<IDMLCompiledOperator> Flow::compile(DML_OPERATOR_TYPE type,
                                           const void *desc,
                                           DML_EXECUTION_FLAGS flags) {
  ComPtr<IDMLCompiledOperator> compiled;
  EXPECT_EQ(dml->CompileOperator(createOperator(type, desc).Get(), flags,
                                 IID_PPV_ARGS(&compiled)),
            S_OK);
  return compiled;
}

ComPtr<IDMLCompiledOperator> Flow::compileIdentity(UINT count,
                                                   DML_TENSOR_FLAGS inputFlags,
                                                   DML_EXECUTION_FLAGS flags) {
  TensorOf input(DML_TENSOR_DATA_TYPE_FLOAT32, {count}, inputFlags);
  TensorOf output(DML_TENSOR_DATA_TYPE_FLOAT32, {count});
  DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC desc = {input.desc(), output.desc(),
                                                  nullptr};
  return compile(DML_OPERATOR_ELEMENT_WISE_IDENTITY, &desc, flags);
}

ComPtr<IDMLCompiledOperator> Flow::compileAdd(UINT count,
                                              DML_TENSOR_FLAGS aFlags,
                                              DML_EXECUTION_FLAGS flags) {
  TensorOf a(DML_TENSOR_DATA_TYPE_FLOAT32, {count}, aFlags);
  TensorOf other(DML_TENSOR_DATA_TYPE_FLOAT32, {count});
  DML_ELEMENT_WISE_ADD_OPERATOR_DESC desc = {a.desc(), other.desc(),
                                             other.desc()};
  return compile(DML_OPERATOR_ELEMENT_WISE_ADD, &desc, flags);
}

DML_BINDING_TABLE_DESC Flow::tableDesc(IDMLDispatchable *dispatchable) {
  DML_BINDING_TABLE_DESC desc = {};
  desc.Dispatchable = dispatchable;
  desc.CPUDescriptorHandle = heap->GetCPUDescriptorHandleForHeapStart();
  desc.GPUDescriptorHandle = heap->GetGPUDescriptorHandleForHeapStart();
  desc.SizeInDescriptors =
      dispatchable->GetBindingProperties().RequiredDescriptorCount;
  return desc;
}

ComPtr<IDMLBindingTable> Flow::table(IDMLDispatchable *dispatchable) {
  DML_BINDING_TABLE_DESC desc = tableDesc(dispatchable);
  ComPtr<IDMLBindingTable> made;
  EXPECT_EQ(dml->CreateBindingTable(&desc, IID_PPV_ARGS(&made)), S_OK);
  return made;
}

void Flow::initialize(IDMLCompiledOperator *op) {
  ComPtr<IDMLOperatorInitializer> initializer;
  EXPECT_EQ(dml->CreateOperatorInitializer(1, &op, IID_PPV_ARGS(&initializer)),
            S_OK);
  record(initializer.Get(), table(initializer.Get()).Get());
  execute();
}

} // namespace fusedml::test
