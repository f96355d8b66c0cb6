//===- BindingTest.cpp - what may not be bound ----------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each test makes one mistake, and finds the device removed with a text that
// says which.
//
//===----------------------------------------------------------------------===//

#include "tests/directml/Flow.h"

#include <array>

using namespace fusedml::test;
using testing::HasSubstr;

namespace {

constexpr auto kOwned = DML_TENSOR_FLAG_OWNED_BY_DML;

/// An addition of four floats, ready to be bound.
class DirectMLBinding : public testing::Test {
protected:
  DirectMLBinding() {
    op = flow.compileAdd(4);
    table = flow.table(op.Get());
    a = flow.buffer(64);
    b = flow.buffer(64);
    y = flow.buffer(64);
  }

  /// Whether the device was removed, with this text first.
  void expectRemoved(const std::string &text) {
    EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), E_INVALIDARG);
    std::vector<std::string> said = flow.messages();
    ASSERT_THAT(said, testing::SizeIs(2));
    EXPECT_EQ(said[0], text);
    EXPECT_THAT(said[1], HasSubstr("the device is removed"));
  }

  void bindInputs(const Bindings &bindings) {
    table->BindInputs(bindings.count(), bindings.data());
  }
  void bindOutputs(const Bindings &bindings) {
    table->BindOutputs(bindings.count(), bindings.data());
  }
  void bindAll() {
    bindInputs(Bindings().add(a, 16).add(b, 16));
    bindOutputs(Bindings().add(y, 16));
  }

  /// Two buffers over the same part of a heap.
  std::array<ComPtr<ID3D12Resource>, 2> twoInOnePlace() {
    CD3DX12_HEAP_DESC heapDesc(65536, D3D12_HEAP_TYPE_DEFAULT);
    ComPtr<ID3D12Heap> memory;
    EXPECT_EQ(flow.d3d12->CreateHeap(&heapDesc, IID_PPV_ARGS(&memory)), S_OK);
    auto desc = CD3DX12_RESOURCE_DESC::Buffer(
        1024, D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS);
    std::array<ComPtr<ID3D12Resource>, 2> made;
    for (ComPtr<ID3D12Resource> &buffer : made)
      EXPECT_EQ(flow.d3d12->CreatePlacedResource(
                    memory.Get(), 0, &desc, D3D12_RESOURCE_STATE_COMMON,
                    nullptr, IID_PPV_ARGS(&buffer)),
                S_OK);
    return made;
  }

  /// Two operators on the second of two inputs, with an output each; nothing
  /// reads the first.
  ComPtr<IDMLCompiledOperator> compileBoth(IDMLOperator *first,
                                           IDMLOperator *second) {
    DML_OPERATOR_GRAPH_NODE_DESC ops[] = {{first, nullptr}, {second, nullptr}};
    DML_GRAPH_NODE_DESC nodes[] = {{DML_GRAPH_NODE_TYPE_OPERATOR, &ops[0]},
                                   {DML_GRAPH_NODE_TYPE_OPERATOR, &ops[1]}};
    DML_INPUT_GRAPH_EDGE_DESC in[] = {{1, 0, 0, "x"}, {1, 1, 0, "x"}};
    DML_OUTPUT_GRAPH_EDGE_DESC out[] = {{0, 0, 0, "abs"}, {1, 0, 1, "exp"}};
    DML_GRAPH_EDGE_DESC inputs[] = {{DML_GRAPH_EDGE_TYPE_INPUT, &in[0]},
                                    {DML_GRAPH_EDGE_TYPE_INPUT, &in[1]}};
    DML_GRAPH_EDGE_DESC outputs[] = {{DML_GRAPH_EDGE_TYPE_OUTPUT, &out[0]},
                                     {DML_GRAPH_EDGE_TYPE_OUTPUT, &out[1]}};
    DML_GRAPH_DESC graph = {2, 2, 2, nodes, 2, inputs, 2, outputs, 0, nullptr};
    ComPtr<IDMLCompiledOperator> made;
    EXPECT_EQ(flow.dml->CompileGraph(&graph, DML_EXECUTION_FLAG_NONE,
                                     IID_PPV_ARGS(&made)),
              S_OK);
    return made;
  }

  Flow flow;
  ComPtr<IDMLCompiledOperator> op;
  ComPtr<IDMLBindingTable> table;
  ComPtr<ID3D12Resource> a, b, y;
};

//===----------------------------------------------------------------------===//
// One call of Bind
//===----------------------------------------------------------------------===//

TEST_F(DirectMLBinding, Count) {
  bindInputs(Bindings().add(a, 16));
  expectRemoved("IDMLBindingTable::BindInputs: bindingCount is 1, but 2 inputs "
                "were expected, optional ones included; bind "
                "DML_BINDING_TYPE_NONE to tensors that are left out");
}

TEST_F(DirectMLBinding, CountOfOutputs) {
  bindOutputs(Bindings().add(a, 16).add(b, 16));
  expectRemoved("IDMLBindingTable::BindOutputs: bindingCount is 2, but 1 "
                "outputs were expected, optional ones included; bind "
                "DML_BINDING_TYPE_NONE to tensors that are left out");
}

TEST_F(DirectMLBinding, NullArray) {
  table->BindInputs(2, nullptr);
  expectRemoved("IDMLBindingTable::BindInputs: bindings is null, but "
                "bindingCount is 2");
}

TEST_F(DirectMLBinding, Size) {
  bindInputs(Bindings().add(a, 12).add(b, 16));
  expectRemoved("IDMLBindingTable::BindInputs: inputs[0] (ATensor): "
                "SizeInBytes is too small: 12 was provided, but 16 was "
                "expected");
}

TEST_F(DirectMLBinding, Range) {
  bindInputs(Bindings().add(a, 16).add(b, 32, 48));
  expectRemoved("IDMLBindingTable::BindInputs: inputs[1] (BTensor): Offset 48 "
                "and SizeInBytes 32 reach beyond the end of the buffer, which "
                "has 64 bytes");
}

TEST_F(DirectMLBinding, RangeThatOverflows) {
  bindInputs(Bindings().add(a, 16).add(b, ~UINT64{0} - 8, 16));
  expectRemoved("IDMLBindingTable::BindInputs: inputs[1] (BTensor): Offset 16 "
                "and SizeInBytes 18446744073709551607 reach beyond the end of "
                "the buffer, which has 64 bytes");
}

TEST_F(DirectMLBinding, Alignment) {
  bindOutputs(Bindings().add(y, 16, 8));
  expectRemoved("IDMLBindingTable::BindOutputs: outputs[0] (OutputTensor): "
                "Offset 8 is not a multiple of 16");
}

TEST_F(DirectMLBinding, GuaranteedAlignment) {
  TensorOf x(DML_TENSOR_DATA_TYPE_FLOAT32, {4});
  x.buffer.GuaranteedBaseOffsetAlignment = 32;
  DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC desc = {x.desc(), x.desc(), nullptr};
  op = flow.compile(DML_OPERATOR_ELEMENT_WISE_IDENTITY, &desc);
  table = flow.table(op.Get());
  bindInputs(Bindings().add(a, 16, 16));
  expectRemoved("IDMLBindingTable::BindInputs: inputs[0] (InputTensor): "
                "Offset 16 is not a multiple of 32");
}

TEST_F(DirectMLBinding, GuaranteedAlignmentOfAllReaders) {
  TensorOf x(DML_TENSOR_DATA_TYPE_FLOAT32, {4});
  TensorOf aligned(DML_TENSOR_DATA_TYPE_FLOAT32, {4});
  aligned.buffer.GuaranteedBaseOffsetAlignment = 32;
  DML_ELEMENT_WISE_ABS_OPERATOR_DESC absDesc = {x.desc(), x.desc(), nullptr};
  DML_ELEMENT_WISE_EXP_OPERATOR_DESC expDesc = {aligned.desc(), x.desc(),
                                                nullptr};
  auto abs = flow.createOperator(DML_OPERATOR_ELEMENT_WISE_ABS, &absDesc);
  auto exp = flow.createOperator(DML_OPERATOR_ELEMENT_WISE_EXP, &expDesc);
  op = compileBoth(abs.Get(), exp.Get());
  table = flow.table(op.Get());
  bindInputs(Bindings().none().add(a, 16, 16));
  expectRemoved("IDMLBindingTable::BindInputs: inputs[1] (x): Offset 16 is not "
                "a multiple of 32");
}

TEST_F(DirectMLBinding, TotalSizeAboveTheLeast) {
  TensorOf x(DML_TENSOR_DATA_TYPE_FLOAT32, {4});
  x.buffer.TotalTensorSizeInBytes = 40;
  DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC desc = {x.desc(), x.desc(), nullptr};
  op = flow.compile(DML_OPERATOR_ELEMENT_WISE_IDENTITY, &desc);
  table = flow.table(op.Get());
  bindInputs(Bindings().add(a, 36));
  expectRemoved("IDMLBindingTable::BindInputs: inputs[0] (InputTensor): "
                "SizeInBytes is too small: 36 was provided, but 40 was "
                "expected");
}

TEST_F(DirectMLBinding, WrongType) {
  bindInputs(Bindings().add(a, 16).array({{b.Get(), 0, 16}}));
  expectRemoved("IDMLBindingTable::BindInputs: inputs[1] (BTensor): Type is "
                "DML_BINDING_TYPE_BUFFER_ARRAY, but DML_BINDING_TYPE_BUFFER or "
                "DML_BINDING_TYPE_NONE was expected");
}

TEST_F(DirectMLBinding, UnknownType) {
  DML_BINDING_DESC bindings[2] = {{DML_BINDING_TYPE(77), nullptr},
                                  {DML_BINDING_TYPE_NONE, nullptr}};
  table->BindInputs(2, bindings);
  expectRemoved("IDMLBindingTable::BindInputs: inputs[0] (ATensor): Type is "
                "77, but DML_BINDING_TYPE_BUFFER or DML_BINDING_TYPE_NONE was "
                "expected");
}

TEST_F(DirectMLBinding, NullDesc) {
  DML_BINDING_DESC bindings[2] = {{DML_BINDING_TYPE_BUFFER, nullptr},
                                  {DML_BINDING_TYPE_NONE, nullptr}};
  table->BindInputs(2, bindings);
  expectRemoved("IDMLBindingTable::BindInputs: inputs[0] (ATensor): Desc is "
                "null, but Type is DML_BINDING_TYPE_BUFFER");
}

TEST_F(DirectMLBinding, AnotherDevice) {
  Flow other;
  auto theirs = other.buffer(64);
  bindInputs(Bindings().add(a, 16).add(theirs, 16));
  expectRemoved("IDMLBindingTable::BindInputs: inputs[1] (BTensor): the buffer "
                "belongs to another D3D12 device than this DirectML device");
}

TEST_F(DirectMLBinding, OutputThatCannotBeWritten) {
  bindOutputs(Bindings().add(
      flow.buffer(64, D3D12_HEAP_TYPE_DEFAULT, /*writable=*/false), 16));
  expectRemoved("IDMLBindingTable::BindOutputs: outputs[0] (OutputTensor): the "
                "buffer was created without "
                "D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS, so it cannot be "
                "written");
}

TEST_F(DirectMLBinding, OwnedInputAtExecution) {
  op = flow.compileAdd(4, kOwned);
  table = flow.table(op.Get());
  bindInputs(Bindings().add(a, 16).add(b, 16));
  expectRemoved("IDMLBindingTable::BindInputs: inputs[0] (ATensor): a buffer "
                "was bound to a tensor with DML_TENSOR_FLAG_OWNED_BY_DML, "
                "which is bound when the operator is initialized, and only "
                "then; bind DML_BINDING_TYPE_NONE");
}

TEST_F(DirectMLBinding, AbsentTensor) {
  TensorOf x(DML_TENSOR_DATA_TYPE_UINT8, {4});
  TensorOf scale(DML_TENSOR_DATA_TYPE_FLOAT32, {4});
  DML_ELEMENT_WISE_DEQUANTIZE_LINEAR_OPERATOR_DESC desc = {
      x.desc(), scale.desc(), nullptr, scale.desc()};
  op = flow.compile(DML_OPERATOR_ELEMENT_WISE_DEQUANTIZE_LINEAR, &desc);
  table = flow.table(op.Get());
  bindInputs(Bindings().add(a, 4).add(b, 16).add(y, 4));
  expectRemoved("IDMLBindingTable::BindInputs: inputs[2] (ZeroPointTensor): a "
                "buffer was bound to an optional tensor that the operator was "
                "created without; bind DML_BINDING_TYPE_NONE");
}

TEST_F(DirectMLBinding, NullBufferIsNoBinding) {
  bindInputs(Bindings().add(nullptr, 0).add(b, 16));
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), S_OK);
  bindOutputs(Bindings().add(y, 16));
  flow.record(op.Get(), table.Get());
  expectRemoved(
      "IDMLCommandRecorder::RecordDispatch: DML_OPERATOR_ELEMENT_WISE_ADD: "
      "inputs[0] (ATensor): no buffer is bound");
}

TEST_F(DirectMLBinding, TemporaryAlignment) {
  // None is needed, but what is bound must be right.
  Bindings temporary;
  temporary.add(y, 16, 16);
  table->BindTemporaryResource(temporary.data());
  expectRemoved("IDMLBindingTable::BindTemporaryResource: temporary resource: "
                "Offset 16 is not a multiple of 256");
}

TEST_F(DirectMLBinding, PersistentSize) {
  op = flow.compileAdd(4, kOwned);
  table = flow.table(op.Get());
  UINT64 bytes = op->GetBindingProperties().PersistentResourceSize;
  Bindings persistent;
  persistent.add(flow.buffer(1024), bytes - 1);
  table->BindPersistentResource(persistent.data());
  expectRemoved("IDMLBindingTable::BindPersistentResource: persistent "
                "resource: SizeInBytes is too small: " +
                std::to_string(bytes - 1) + " was provided, but " +
                std::to_string(bytes) + " was expected");
}

TEST_F(DirectMLBinding, ScratchMayBeUnbound) {
  DML_BINDING_DESC none = {DML_BINDING_TYPE_NONE, nullptr};
  table->BindTemporaryResource(nullptr);
  table->BindTemporaryResource(&none);
  table->BindPersistentResource(nullptr);
  table->BindPersistentResource(&none);
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), S_OK);
}

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

TEST_F(DirectMLBinding, NothingBound) {
  flow.record(op.Get(), table.Get());
  expectRemoved(
      "IDMLCommandRecorder::RecordDispatch: DML_OPERATOR_ELEMENT_WISE_ADD: "
      "inputs[0] (ATensor): no buffer is bound");
}

TEST_F(DirectMLBinding, Unbound) {
  bindAll();
  table->BindOutputs(0, nullptr);
  flow.record(op.Get(), table.Get());
  expectRemoved(
      "IDMLCommandRecorder::RecordDispatch: DML_OPERATOR_ELEMENT_WISE_ADD: "
      "outputs[0] (OutputTensor): no buffer is bound");
}

TEST_F(DirectMLBinding, OverlapWithAnInput) {
  TensorOf x(DML_TENSOR_DATA_TYPE_FLOAT32, {8});
  DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC desc = {x.desc(), x.desc(), nullptr};
  op = flow.compile(DML_OPERATOR_ELEMENT_WISE_IDENTITY, &desc);
  table = flow.table(op.Get());
  bindInputs(Bindings().add(a, 32, 0));
  bindOutputs(Bindings().add(a, 32, 16));
  flow.record(op.Get(), table.Get());
  expectRemoved("IDMLCommandRecorder::RecordDispatch: "
                "DML_OPERATOR_ELEMENT_WISE_IDENTITY: output OutputTensor "
                "shares memory with input InputTensor, but not exactly the "
                "same; bind memory of its own");
}

TEST_F(DirectMLBinding, OverlapOfPlacedResources) {
  auto [first, second] = twoInOnePlace();
  bindInputs(Bindings().add(first, 16, 0).add(b, 16));
  bindOutputs(Bindings().add(second, 16, 0));
  flow.record(op.Get(), table.Get());
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), S_OK);
  TensorOf x(DML_TENSOR_DATA_TYPE_FLOAT32, {8});
  DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC identity = {x.desc(), x.desc(),
                                                      nullptr};
  op = flow.compile(DML_OPERATOR_ELEMENT_WISE_IDENTITY, &identity);
  table = flow.table(op.Get());
  bindInputs(Bindings().add(first, 32, 0));
  bindOutputs(Bindings().add(second, 32, 16));
  flow.record(op.Get(), table.Get());
  expectRemoved("IDMLCommandRecorder::RecordDispatch: "
                "DML_OPERATOR_ELEMENT_WISE_IDENTITY: output OutputTensor "
                "shares memory with input InputTensor, but not exactly the "
                "same; bind memory of its own");
}

TEST_F(DirectMLBinding, NeighboursDoNotOverlap) {
  bindInputs(Bindings().add(a, 16, 0).add(a, 16, 32));
  bindOutputs(Bindings().add(a, 16, 16));
  flow.record(op.Get(), table.Get());
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), S_OK);
}

TEST_F(DirectMLBinding, TwoOutputsInOnePlace) {
  TensorOf x(DML_TENSOR_DATA_TYPE_FLOAT32, {4});
  DML_ELEMENT_WISE_ABS_OPERATOR_DESC absDesc = {x.desc(), x.desc(), nullptr};
  DML_ELEMENT_WISE_EXP_OPERATOR_DESC expDesc = {x.desc(), x.desc(), nullptr};
  auto abs = flow.createOperator(DML_OPERATOR_ELEMENT_WISE_ABS, &absDesc);
  auto exp = flow.createOperator(DML_OPERATOR_ELEMENT_WISE_EXP, &expDesc);
  op = compileBoth(abs.Get(), exp.Get());
  table = flow.table(op.Get());
  // Nothing reads the first input, so it may be anything anywhere.
  bindInputs(Bindings().add(y, 16, 16).add(a, 16));
  bindOutputs(Bindings().add(y, 16).add(b, 16));
  flow.record(op.Get(), table.Get());
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), S_OK);
  bindOutputs(Bindings().add(y, 16, 16).add(y, 32, 16));
  flow.record(op.Get(), table.Get());
  expectRemoved(
      "IDMLCommandRecorder::RecordDispatch: a graph: output exp shares memory "
      "with output abs, which is written, too; bind memory of its "
      "own");
}

TEST_F(DirectMLBinding, InPlaceWhereTheOperatorDoesNotAllowIt) {
  // A comparison has no in-place execution.
  TensorOf x(DML_TENSOR_DATA_TYPE_UINT32, {4});
  DML_ELEMENT_WISE_LOGICAL_EQUALS_OPERATOR_DESC desc = {x.desc(), x.desc(),
                                                        x.desc()};
  op = flow.compile(DML_OPERATOR_ELEMENT_WISE_LOGICAL_EQUALS, &desc);
  table = flow.table(op.Get());
  bindInputs(Bindings().add(a, 16).add(b, 16));
  bindOutputs(Bindings().add(a, 16));
  flow.record(op.Get(), table.Get());
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), E_INVALIDARG);
  EXPECT_THAT(flow.messages().front(),
              testing::AllOf(HasSubstr("OutputTensor"), HasSubstr("ATensor")));
}

TEST_F(DirectMLBinding, AnotherDispatchable) {
  ComPtr<IDMLCompiledOperator> other = flow.compileAdd(4);
  bindAll();
  flow.record(other.Get(), table.Get());
  expectRemoved("IDMLCommandRecorder::RecordDispatch: bindings belongs to "
                "another dispatchable, or to what an initializer was before "
                "its Reset; call Reset of the binding table first");
}

TEST_F(DirectMLBinding, InitializerThatWasReset) {
  ComPtr<IDMLOperatorInitializer> initializer;
  IDMLCompiledOperator *list[] = {op.Get()};
  ASSERT_EQ(
      flow.dml->CreateOperatorInitializer(1, list, IID_PPV_ARGS(&initializer)),
      S_OK);
  table = flow.table(initializer.Get());
  ASSERT_EQ(initializer->Reset(1, list), S_OK);
  flow.record(initializer.Get(), table.Get());
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), E_INVALIDARG);
  EXPECT_THAT(flow.messages().front(),
              HasSubstr("another dispatchable, or to what an initializer was"));
}

TEST_F(DirectMLBinding, NullArgumentsOfRecordDispatch) {
  flow.recorder->RecordDispatch(nullptr, op.Get(), table.Get());
  expectRemoved("IDMLCommandRecorder::RecordDispatch: commandList is null");
}

TEST_F(DirectMLBinding, NullTable) {
  flow.record(op.Get(), nullptr);
  expectRemoved("IDMLCommandRecorder::RecordDispatch: bindings is null");
}

TEST_F(DirectMLBinding, ListOfAnotherDevice) {
  Flow other;
  bindAll();
  flow.recorder->RecordDispatch(other.list.Get(), op.Get(), table.Get());
  expectRemoved("IDMLCommandRecorder::RecordDispatch: commandList is not an "
                "object of this device");
}

TEST_F(DirectMLBinding, DispatchableOfAnotherDevice) {
  Flow other;
  ComPtr<IDMLCompiledOperator> theirs = other.compileAdd(4);
  flow.record(theirs.Get(), table.Get());
  expectRemoved("IDMLCommandRecorder::RecordDispatch: dispatchable is not an "
                "object of this device");
}

TEST_F(DirectMLBinding, ClosedList) {
  bindAll();
  ASSERT_EQ(flow.list->Close(), S_OK);
  flow.record(op.Get(), table.Get());
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), E_INVALIDARG);
}

TEST_F(DirectMLBinding, HeapThatIsNotSet) {
  bindAll();
  flow.list->SetDescriptorHeaps(0, nullptr);
  flow.record(op.Get(), table.Get());
  expectRemoved("IDMLCommandRecorder::RecordDispatch: the descriptor heap of "
                "the binding table is not set on commandList; call "
                "SetDescriptorHeaps of the list first");
}

TEST_F(DirectMLBinding, CopyList) {
  bindAll();
  ComPtr<ID3D12CommandAllocator> allocator;
  ASSERT_EQ(flow.d3d12->CreateCommandAllocator(D3D12_COMMAND_LIST_TYPE_COPY,
                                               IID_PPV_ARGS(&allocator)),
            S_OK);
  ComPtr<ID3D12GraphicsCommandList> list;
  ASSERT_EQ(flow.d3d12->CreateCommandList(0, D3D12_COMMAND_LIST_TYPE_COPY,
                                          allocator.Get(), nullptr,
                                          IID_PPV_ARGS(&list)),
            S_OK);
  flow.recorder->RecordDispatch(list.Get(), op.Get(), table.Get());
  expectRemoved("IDMLCommandRecorder::RecordDispatch: commandList is neither "
                "of type DIRECT nor COMPUTE");
}

TEST_F(DirectMLBinding, MissingPersistentResource) {
  op = flow.compileAdd(4, kOwned);
  table = flow.table(op.Get());
  bindInputs(Bindings().none().add(b, 16));
  bindOutputs(Bindings().add(y, 16));
  flow.record(op.Get(), table.Get());
  UINT64 bytes = op->GetBindingProperties().PersistentResourceSize;
  expectRemoved(
      "IDMLCommandRecorder::RecordDispatch: DML_OPERATOR_ELEMENT_WISE_ADD: no "
      "persistent resource "
      "is bound; the operator needs one of " +
      std::to_string(bytes) +
      " bytes; bind the one that the initializer wrote");
}

TEST_F(DirectMLBinding, OutputInThePersistentResource) {
  op = flow.compileAdd(4, kOwned);
  table = flow.table(op.Get());
  auto shared = flow.buffer(1024);
  Bindings persistent;
  persistent.add(shared, op->GetBindingProperties().PersistentResourceSize);
  table->BindPersistentResource(persistent.data());
  bindInputs(Bindings().none().add(b, 16));
  bindOutputs(Bindings().add(shared, 16));
  flow.record(op.Get(), table.Get());
  expectRemoved("IDMLCommandRecorder::RecordDispatch: "
                "DML_OPERATOR_ELEMENT_WISE_ADD: output OutputTensor "
                "shares memory with the persistent resource, which must stay "
                "as the initializer left it; bind memory of its own");
}

//===----------------------------------------------------------------------===//
// Initializers
//===----------------------------------------------------------------------===//

/// An initializer of an addition with an owned input.
class DirectMLInitializerBinding : public DirectMLBinding {
protected:
  DirectMLInitializerBinding() {
    op = flow.compileAdd(4, kOwned);
    IDMLCompiledOperator *list[] = {op.Get()};
    EXPECT_EQ(flow.dml->CreateOperatorInitializer(1, list,
                                                  IID_PPV_ARGS(&initializer)),
              S_OK);
    table = flow.table(initializer.Get());
    bytes = op->GetBindingProperties().PersistentResourceSize;
    persistent = flow.buffer(1024);
  }

  ComPtr<IDMLOperatorInitializer> initializer;
  ComPtr<ID3D12Resource> persistent;
  UINT64 bytes = 0;
};

TEST_F(DirectMLInitializerBinding, NeedsOwnedInputs) {
  bindOutputs(Bindings().add(persistent, bytes));
  flow.record(initializer.Get(), table.Get());
  expectRemoved("IDMLCommandRecorder::RecordDispatch: an initializer: "
                "inputs[0] (operator "
                "0).Bindings[0] (ATensor): no buffer is bound");
}

TEST_F(DirectMLInitializerBinding, NeedsPersistentResources) {
  bindInputs(Bindings().array({{a.Get(), 0, 16}, {}}));
  flow.record(initializer.Get(), table.Get());
  expectRemoved("IDMLCommandRecorder::RecordDispatch: an initializer: "
                "outputs[0] (persistent "
                "resource of operator 0): no buffer is bound");
}

TEST_F(DirectMLInitializerBinding, TakesArrays) {
  bindInputs(Bindings().add(a, 16));
  expectRemoved("IDMLBindingTable::BindInputs: inputs[0] (operator 0): Type is "
                "DML_BINDING_TYPE_BUFFER, but DML_BINDING_TYPE_BUFFER_ARRAY or "
                "DML_BINDING_TYPE_NONE was expected");
}

TEST_F(DirectMLInitializerBinding, CountOfTheArray) {
  bindInputs(Bindings().array({{a.Get(), 0, 16}}));
  expectRemoved("IDMLBindingTable::BindInputs: inputs[0] (operator 0): "
                "BindingCount is 1, but the operator has 2 inputs, optional "
                "ones included");
}

TEST_F(DirectMLInitializerBinding, TakesOwnedInputsAlone) {
  bindInputs(Bindings().array({{a.Get(), 0, 16}, {b.Get(), 0, 16}}));
  expectRemoved("IDMLBindingTable::BindInputs: inputs[0] (operator "
                "0).Bindings[1] (BTensor): a buffer was bound, but at "
                "initialization only tensors with DML_TENSOR_FLAG_OWNED_BY_DML "
                "are, and the persistent resources of operators that need one; "
                "bind DML_BINDING_TYPE_NONE");
}

TEST_F(DirectMLInitializerBinding, AlignmentOfPersistentResources) {
  bindOutputs(Bindings().add(persistent, bytes, 64));
  expectRemoved("IDMLBindingTable::BindOutputs: outputs[0] (persistent "
                "resource of operator 0): Offset 64 is not a multiple of 256");
}

TEST_F(DirectMLInitializerBinding, InputAndOutputInOneResource) {
  bindInputs(Bindings().array({{persistent.Get(), 512, 16}, {}}));
  bindOutputs(Bindings().add(persistent, bytes));
  flow.record(initializer.Get(), table.Get());
  expectRemoved(
      "IDMLCommandRecorder::RecordDispatch: an initializer: the persistent "
      "resource of operator 0 is in the resource, or the memory, of "
      "input ATensor of operator 0; at initialization they may not "
      "share it");
}

TEST_F(DirectMLInitializerBinding, InputAndOutputInOnePlace) {
  auto [first, second] = twoInOnePlace();
  bindInputs(Bindings().array({{first.Get(), 16, 16}, {}}));
  bindOutputs(Bindings().add(second, bytes));
  flow.record(initializer.Get(), table.Get());
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), E_INVALIDARG);
  EXPECT_THAT(flow.messages().front(),
              HasSubstr("in the resource, or the memory, of input ATensor"));
}

} // namespace
