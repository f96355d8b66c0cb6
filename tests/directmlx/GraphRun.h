//===- GraphRun.h - a graph of DirectMLX with values ------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_DIRECTMLX_GRAPHRUN_H
#define FUSEDML_TESTS_DIRECTMLX_GRAPHRUN_H

#include "tests/directml/Flow.h"
#include "tests/support/Operators.h"

#include <DirectMLX.h>

#include <algorithm>

namespace fusedml::test {

inline DML_TENSOR_DATA_TYPE dmlType(reference::Type type) {
  return static_cast<DML_TENSOR_DATA_TYPE>(support::toDataType(type));
}

/// A tensor and how it lies in memory.
class Layout {
public:
  explicit Layout(const dml::TensorDesc &desc) : desc(desc) {}

  reference::RefTensor blank() const {
    return {support::toRefType(static_cast<DataType>(desc.dataType)),
            {desc.sizes.begin(), desc.sizes.end()}};
  }
  size_t bytes() const { return desc.totalTensorSizeInBytes; }

  /// Bytes between the elements are 0.
  std::vector<std::byte> toMemory(const reference::RefTensor &tensor) const {
    std::vector<std::byte> memory(bytes());
    for (int64_t i = 0, e = tensor.elementCount(); i < e; ++i)
      reference::setBitsInMemory(memory.data(), tensor.type, place(i),
                                 tensor.bits(i));
    return memory;
  }
  reference::RefTensor fromMemory(const std::vector<std::byte> &memory) const {
    reference::RefTensor tensor = blank();
    for (int64_t i = 0, e = tensor.elementCount(); i < e; ++i)
      tensor.setBits(
          i, reference::bitsInMemory(memory.data(), tensor.type, place(i)));
    return tensor;
  }

private:
  /// In elements.
  int64_t place(int64_t index) const {
    if (!desc.strides)
      return index;
    int64_t result = 0;
    for (size_t dim = desc.sizes.size(); dim-- > 0;) {
      result += index % desc.sizes[dim] * (*desc.strides)[dim];
      index /= desc.sizes[dim];
    }
    return result;
  }

  const dml::TensorDesc desc;
};

/// Builds a graph with DirectMLX and runs it on a device.
class GraphRun {
public:
  explicit GraphRun(Flow &flow, dml::TensorPolicy policy = {})
      : graph(flow.dml.Get(), std::move(policy)), flow(flow) {}

  dml::Expression input(const reference::RefTensor &tensor) {
    dml::TensorDesc desc(dmlType(tensor.type),
                         {tensor.sizes.begin(), tensor.sizes.end()},
                         graph.GetTensorPolicy());
    inputs.push_back(Layout(desc).toMemory(tensor));
    return dml::InputTensor(graph, static_cast<uint32_t>(inputs.size() - 1),
                            std::move(desc));
  }
  void output(dml::Expression expression) { outputs.push_back(expression); }

  /// Throws what DirectMLX throws.
  ComPtr<IDMLCompiledOperator> compile() const {
    return graph.Compile(DML_EXECUTION_FLAG_NONE, outputs,
                         static_cast<uint32_t>(inputs.size()));
  }

  /// The results, in the order of the outputs.
  std::vector<reference::RefTensor> results() {
    ComPtr<IDMLCompiledOperator> op = compile();
    flow.initialize(op.Get());
    DML_BINDING_PROPERTIES needs = op->GetBindingProperties();
    ComPtr<IDMLBindingTable> table = flow.table(op.Get());
    std::vector<ComPtr<ID3D12Resource>> alive;
    if (needs.TemporaryResourceSize != 0) {
      alive.push_back(flow.buffer(needs.TemporaryResourceSize));
      Bindings temporary;
      temporary.add(alive.back(), needs.TemporaryResourceSize);
      table->BindTemporaryResource(temporary.data());
    }
    EXPECT_EQ(needs.PersistentResourceSize, 0u) << "nothing is owned";
    Bindings in, out;
    for (const std::vector<std::byte> &memory : inputs) {
      alive.push_back(flow.upload(memory));
      in.add(alive.back(), memory.size());
    }
    std::vector<ComPtr<ID3D12Resource>> written;
    for (const dml::Expression &expression : outputs) {
      size_t bytes = Layout(expression.GetOutputDesc()).bytes();
      written.push_back(flow.buffer(bytes));
      out.add(written.back(), bytes);
    }
    table->BindInputs(in.count(), in.data());
    table->BindOutputs(out.count(), out.data());
    flow.record(op.Get(), table.Get());
    flow.execute();
    EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), S_OK);
    EXPECT_THAT(flow.messages(), testing::IsEmpty());
    std::vector<reference::RefTensor> tensors;
    for (size_t i = 0; i < outputs.size(); ++i) {
      Layout layout(outputs[i].GetOutputDesc());
      tensors.push_back(layout.fromMemory(
          flow.readBack<std::byte>(written[i].Get(), layout.bytes())));
    }
    return tensors;
  }

  dml::Graph graph;

private:
  Flow &flow;
  std::vector<std::vector<std::byte>> inputs;
  std::vector<dml::Expression> outputs;
};

} // namespace fusedml::test

#endif // FUSEDML_TESTS_DIRECTMLX_GRAPHRUN_H
