//===- Flow.h - from descriptors to results, in few words -------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_DIRECTML_FLOW_H
#define FUSEDML_TESTS_DIRECTML_FLOW_H

#include "fusedml/Tensor.h"

#include "tests/directml/Buffers.h"

#include <FuseDML.h>

#include <directx/d3dx12.h>
#include <dxguids/dxguids.h>
#include <wrl/client.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

namespace fusedml::test {

using Microsoft::WRL::ComPtr;

/// A buffer tensor that owns what its desc points to.
class TensorOf {
public:
  TensorOf(DML_TENSOR_DATA_TYPE type, std::vector<UINT> newSizes,
           DML_TENSOR_FLAGS flags = DML_TENSOR_FLAG_NONE)
      : sizes(std::move(newSizes)) {
    UINT64 count = 1;
    for (UINT size : sizes)
      count *= size;
    buffer.DataType = type;
    buffer.Flags = flags;
    buffer.DimensionCount = static_cast<UINT>(sizes.size());
    buffer.Sizes = sizes.data();
    UINT64 bits = count * bitWidth(static_cast<DataType>(type));
    buffer.TotalTensorSizeInBytes = (bits + 31) / 32 * 4;
  }
  TensorOf(const TensorOf &) = delete;

  const DML_TENSOR_DESC *desc() const { return &tensor; }

  DML_BUFFER_TENSOR_DESC buffer = {};

private:
  std::vector<UINT> sizes;
  DML_TENSOR_DESC tensor = {DML_TENSOR_TYPE_BUFFER, &buffer};
};

/// A D3D12 device with a queue and a list, a DirectML device with its messages,
/// and what every program does with them.
class Flow {
public:
  explicit Flow(bool debug = true);

  /// Everything said since the last call.
  std::vector<std::string> messages();
  /// The one message said since the last call; fails if it is not one.
  std::string message();

  /// Closes the list, executes it, waits, and opens it again.
  void execute();
  ComPtr<ID3D12Resource> buffer(UINT64 bytes,
                                D3D12_HEAP_TYPE type = D3D12_HEAP_TYPE_DEFAULT,
                                bool writable = true);
  template <typename T>
  ComPtr<ID3D12Resource> upload(const std::vector<T> &values) {
    UINT64 bytes = values.size() * sizeof(T);
    auto staging = stage(values);
    auto made = buffer(bytes);
    list->CopyBufferRegion(made.Get(), 0, staging.Get(), 0, bytes);
    execute();
    return made;
  }
  /// The values in an upload heap.
  template <typename T>
  ComPtr<ID3D12Resource> stage(const std::vector<T> &values) {
    return createUpload(d3d12.Get(), values.data(), values.size() * sizeof(T));
  }
  template <typename T>
  std::vector<T> readBack(ID3D12Resource *resource, size_t count,
                          UINT64 offset = 0) {
    UINT64 bytes = count * sizeof(T);
    auto copy = buffer(bytes, D3D12_HEAP_TYPE_READBACK);
    list->CopyBufferRegion(copy.Get(), 0, resource, offset, bytes);
    execute();
    void *data = nullptr;
    EXPECT_EQ(copy->Map(0, nullptr, &data), S_OK);
    std::vector<T> values(count);
    std::memcpy(values.data(), data, bytes);
    copy->Unmap(0, nullptr);
    return values;
  }

  ComPtr<IDMLOperator> createOperator(DML_OPERATOR_TYPE type, const void *desc);
  ComPtr<IDMLCompiledOperator>
  compile(DML_OPERATOR_TYPE type, const void *desc,
          DML_EXECUTION_FLAGS flags = DML_EXECUTION_FLAG_NONE);
  /// y = x, FLOAT32.
  ComPtr<IDMLCompiledOperator>
  compileIdentity(UINT count,
                  DML_TENSOR_FLAGS inputFlags = DML_TENSOR_FLAG_NONE,
                  DML_EXECUTION_FLAGS flags = DML_EXECUTION_FLAG_NONE);
  /// y = a + b, FLOAT32; `a` may be owned by DirectML.
  ComPtr<IDMLCompiledOperator>
  compileAdd(UINT count, DML_TENSOR_FLAGS aFlags = DML_TENSOR_FLAG_NONE,
             DML_EXECUTION_FLAGS flags = DML_EXECUTION_FLAG_NONE);

  /// A table over the first descriptors of the heap, which is set on the list.
  ComPtr<IDMLBindingTable> table(IDMLDispatchable *dispatchable);
  /// Initializes an operator without owned inputs and waits.
  void initialize(IDMLCompiledOperator *op);
  void record(IDMLDispatchable *dispatchable, IDMLBindingTable *table) {
    recorder->RecordDispatch(list.Get(), dispatchable, table);
  }

  DML_BINDING_TABLE_DESC tableDesc(IDMLDispatchable *dispatchable);

  ComPtr<ID3D12Device> d3d12;
  ComPtr<ID3D12CommandQueue> queue;
  ComPtr<ID3D12CommandAllocator> allocator;
  ComPtr<ID3D12GraphicsCommandList> list;
  ComPtr<ID3D12Fence> fence;
  ComPtr<ID3D12DescriptorHeap> heap;
  ComPtr<IDMLDevice1> dml;
  ComPtr<IDMLCommandRecorder> recorder;

private:
  std::mutex mutex;
  std::vector<std::string> said;
  UINT64 fenceValue = 0;
};

/// Bindings as DirectML takes them; what they point to stays where it is.
class Bindings {
public:
  Bindings &none() {
    descs.push_back({DML_BINDING_TYPE_NONE, nullptr});
    return *this;
  }
  Bindings &add(const ComPtr<ID3D12Resource> &resource, UINT64 bytes,
                UINT64 offset = 0) {
    kept.push_back(resource);
    buffers.push_back({resource.Get(), offset, bytes});
    descs.push_back({DML_BINDING_TYPE_BUFFER, &buffers.back()});
    return *this;
  }
  Bindings &array(std::vector<DML_BUFFER_BINDING> list) {
    lists.push_back(std::move(list));
    arrays.push_back(
        {static_cast<UINT>(lists.back().size()), lists.back().data()});
    descs.push_back({DML_BINDING_TYPE_BUFFER_ARRAY, &arrays.back()});
    return *this;
  }

  UINT count() const { return static_cast<UINT>(descs.size()); }
  const DML_BINDING_DESC *data() const { return descs.data(); }

private:
  std::vector<ComPtr<ID3D12Resource>> kept;
  std::deque<DML_BUFFER_BINDING> buffers;
  std::deque<std::vector<DML_BUFFER_BINDING>> lists;
  std::deque<DML_BUFFER_ARRAY_BINDING> arrays;
  std::vector<DML_BINDING_DESC> descs;
};

inline void bind(IDMLBindingTable &table, const Bindings &inputs,
                 const Bindings &outputs) {
  table.BindInputs(inputs.count(), inputs.data());
  table.BindOutputs(outputs.count(), outputs.data());
}

} // namespace fusedml::test

#endif // FUSEDML_TESTS_DIRECTML_FLOW_H
