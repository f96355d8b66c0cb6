//===- ExecutionTest.cpp - operators on a command queue -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/directml/Flow.h"

#include <thread>

using namespace fusedml::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

constexpr auto kOwned = DML_TENSOR_FLAG_OWNED_BY_DML;

TEST(DirectMLExecution, OperatorRuns) {
  Flow flow;
  ComPtr<IDMLCompiledOperator> op = flow.compileAdd(4);
  flow.initialize(op.Get());
  auto a = flow.upload<float>({1, 2, 3, 4});
  auto b = flow.upload<float>({10, 20, 30, 40});
  auto y = flow.buffer(16);
  ComPtr<IDMLBindingTable> table = flow.table(op.Get());
  bind(*table.Get(), Bindings().add(a, 16).add(b, 16), Bindings().add(y, 16));
  flow.record(op.Get(), table.Get());
  EXPECT_THAT(flow.readBack<float>(y.Get(), 4), ElementsAre(11, 22, 33, 44));
  EXPECT_THAT(flow.messages(), testing::IsEmpty());
}

TEST(DirectMLExecution, OffsetsAreHonoured) {
  Flow flow;
  ComPtr<IDMLCompiledOperator> op = flow.compileIdentity(2);
  flow.initialize(op.Get());
  auto x = flow.upload<float>({0, 0, 0, 0, 5, 6, 0, 0});
  auto y = flow.buffer(64);
  ComPtr<IDMLBindingTable> table = flow.table(op.Get());
  bind(*table.Get(), Bindings().add(x, 16, 16), Bindings().add(y, 8, 48));
  flow.record(op.Get(), table.Get());
  EXPECT_THAT(flow.readBack<float>(y.Get(), 4, 40), ElementsAre(0, 0, 5, 6));
}

TEST(DirectMLExecution, OptionalTensorsAreBoundAsNone) {
  Flow flow;
  TensorOf x(DML_TENSOR_DATA_TYPE_UINT8, {4});
  TensorOf scale(DML_TENSOR_DATA_TYPE_FLOAT32, {4});
  DML_ELEMENT_WISE_DEQUANTIZE_LINEAR_OPERATOR_DESC desc = {
      x.desc(), scale.desc(), nullptr, scale.desc()};
  ComPtr<IDMLCompiledOperator> op =
      flow.compile(DML_OPERATOR_ELEMENT_WISE_DEQUANTIZE_LINEAR, &desc);
  EXPECT_EQ(op->GetBindingProperties().RequiredDescriptorCount, 4u);
  flow.initialize(op.Get());
  auto bytes = flow.upload<uint8_t>({1, 2, 3, 200});
  auto scales = flow.upload<float>({1, 1, 2, 0.5f});
  auto y = flow.buffer(16);
  ComPtr<IDMLBindingTable> table = flow.table(op.Get());
  bind(*table.Get(), Bindings().add(bytes, 4).add(scales, 16).none(),
       Bindings().add(y, 16));
  flow.record(op.Get(), table.Get());
  EXPECT_THAT(flow.readBack<float>(y.Get(), 4), ElementsAre(1, 2, 6, 100));
}

TEST(DirectMLExecution, InPlaceWhereTheOperatorAllowsIt) {
  Flow flow;
  ComPtr<IDMLCompiledOperator> op = flow.compileAdd(4);
  flow.initialize(op.Get());
  auto a = flow.upload<float>({1, 2, 3, 4});
  ComPtr<IDMLBindingTable> table = flow.table(op.Get());
  bind(*table.Get(), Bindings().add(a, 16).add(a, 16), Bindings().add(a, 16));
  flow.record(op.Get(), table.Get());
  EXPECT_THAT(flow.readBack<float>(a.Get(), 4), ElementsAre(2, 4, 6, 8));
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), S_OK);
}

TEST(DirectMLExecution, RecordedBindingsStay) {
  Flow flow;
  ComPtr<IDMLCompiledOperator> op = flow.compileIdentity(2);
  flow.initialize(op.Get());
  auto x = flow.upload<float>({1, 2});
  auto y = flow.buffer(8), z = flow.buffer(8);
  ComPtr<IDMLBindingTable> table = flow.table(op.Get());
  Bindings inputs, first, second;
  inputs.add(x, 8);
  first.add(y, 8);
  second.add(z, 8);
  table->BindInputs(1, inputs.data());
  table->BindOutputs(1, first.data());
  flow.record(op.Get(), table.Get());
  table->BindOutputs(1, second.data());
  // The table may go, and so may the operator.
  table.Reset();
  op.Reset();
  x.Reset();
  EXPECT_THAT(flow.readBack<float>(y.Get(), 2), ElementsAre(1, 2));
  EXPECT_THAT(flow.readBack<float>(z.Get(), 2), ElementsAre(0, 0));
}

TEST(DirectMLExecution, VolatileDescriptorsAreReadAtSubmission) {
  Flow flow;
  ComPtr<IDMLCompiledOperator> op = flow.compileIdentity(
      2, DML_TENSOR_FLAG_NONE, DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE);
  flow.initialize(op.Get());
  auto x = flow.upload<float>({1, 2});
  auto y = flow.buffer(8);
  ComPtr<IDMLBindingTable> table = flow.table(op.Get());
  flow.record(op.Get(), table.Get());
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), S_OK);
  bind(*table.Get(), Bindings().add(x, 8), Bindings().add(y, 8));
  flow.execute();
  EXPECT_THAT(flow.readBack<float>(y.Get(), 2), ElementsAre(1, 2));
  // Reset gives the table to another dispatch, and leaves this one what it has.
  flow.record(op.Get(), table.Get());
  DML_BINDING_TABLE_DESC desc = flow.tableDesc(op.Get());
  EXPECT_EQ(table->Reset(&desc), S_OK);
  flow.execute();
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), S_OK);
}

TEST(DirectMLExecution, VolatileDescriptorsThatAreMissingRemoveTheDevice) {
  Flow flow;
  ComPtr<IDMLCompiledOperator> op = flow.compileIdentity(
      2, DML_TENSOR_FLAG_NONE, DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE);
  flow.initialize(op.Get());
  flow.record(op.Get(), flow.table(op.Get()).Get());
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), S_OK);
  flow.execute();
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), E_INVALIDARG);
  EXPECT_THAT(flow.messages(),
              testing::Contains("execution of a dispatch: "
                                "DML_OPERATOR_ELEMENT_WISE_IDENTITY: inputs[0] "
                                "(InputTensor): no buffer is bound"));
}

TEST(DirectMLExecution, OwnedInputsAreCopiedAtInitialization) {
  Flow flow;
  ComPtr<IDMLCompiledOperator> op = flow.compileAdd(4, kOwned);
  DML_BINDING_PROPERTIES properties = op->GetBindingProperties();
  ASSERT_GE(properties.PersistentResourceSize, 16u);
  auto persistent = flow.buffer(properties.PersistentResourceSize);

  // From an upload heap, which only initialization may read.
  auto weights = flow.stage<float>({1, 2, 3, 4});
  IDMLCompiledOperator *list[] = {op.Get()};
  ComPtr<IDMLOperatorInitializer> initializer;
  ASSERT_EQ(
      flow.dml->CreateOperatorInitializer(1, list, IID_PPV_ARGS(&initializer)),
      S_OK);
  EXPECT_EQ(initializer->GetBindingProperties().PersistentResourceSize, 0u);
  ComPtr<IDMLBindingTable> table = flow.table(initializer.Get());
  Bindings owned, persistents;
  owned.array({{weights.Get(), 0, 16}, {}});
  persistents.add(persistent, properties.PersistentResourceSize);
  table->BindInputs(1, owned.data());
  table->BindOutputs(1, persistents.data());
  flow.record(initializer.Get(), table.Get());
  flow.execute();
  weights.Reset();

  auto b = flow.upload<float>({10, 20, 30, 40});
  auto y = flow.buffer(16);
  DML_BINDING_TABLE_DESC desc = flow.tableDesc(op.Get());
  ASSERT_EQ(table->Reset(&desc), S_OK);
  Bindings inputs, outputs, own;
  inputs.none().add(b, 16);
  outputs.add(y, 16);
  own.add(persistent, properties.PersistentResourceSize);
  table->BindInputs(2, inputs.data());
  table->BindOutputs(1, outputs.data());
  table->BindPersistentResource(own.data());
  flow.record(op.Get(), table.Get());
  EXPECT_THAT(flow.readBack<float>(y.Get(), 4), ElementsAre(11, 22, 33, 44));
  EXPECT_THAT(flow.messages(), testing::IsEmpty());
}

TEST(DirectMLExecution, OneInitializerServesSeveralOperators) {
  Flow flow;
  ComPtr<IDMLCompiledOperator> plain = flow.compileIdentity(4);
  ComPtr<IDMLCompiledOperator> first = flow.compileIdentity(4, kOwned);
  ComPtr<IDMLCompiledOperator> second = flow.compileAdd(4, kOwned);
  auto bytes = [](const ComPtr<IDMLCompiledOperator> &op) {
    return op->GetBindingProperties().PersistentResourceSize;
  };
  auto persistent = flow.buffer(1024);
  auto weights = flow.upload<float>({1, 2, 3, 4, 5, 6, 7, 8});
  IDMLCompiledOperator *list[] = {plain.Get(), first.Get(), second.Get()};
  ComPtr<IDMLOperatorInitializer> initializer;
  ASSERT_EQ(
      flow.dml->CreateOperatorInitializer(3, list, IID_PPV_ARGS(&initializer)),
      S_OK);
  ComPtr<IDMLBindingTable> table = flow.table(initializer.Get());
  Bindings owned, persistents;
  owned.none()
      .array({{weights.Get(), 0, 16}})
      .array({{weights.Get(), 16, 16}, {}});
  persistents.none()
      .add(persistent, bytes(first), 256)
      .add(persistent, bytes(second), 512);
  table->BindInputs(3, owned.data());
  table->BindOutputs(3, persistents.data());
  flow.record(initializer.Get(), table.Get());

  // In the same list as the initialization.
  auto b = flow.stage<float>({10, 20, 30, 40});
  auto input = flow.buffer(16), y = flow.buffer(16), z = flow.buffer(16);
  flow.list->CopyResource(input.Get(), b.Get());
  ComPtr<IDMLBindingTable> run = flow.table(first.Get());
  Bindings none, toY, ofFirst;
  none.none();
  toY.add(y, 16);
  ofFirst.add(persistent, bytes(first), 256);
  run->BindInputs(1, none.data());
  run->BindOutputs(1, toY.data());
  run->BindPersistentResource(ofFirst.data());
  flow.record(first.Get(), run.Get());
  run = flow.table(second.Get());
  Bindings inputs, toZ, ofSecond;
  inputs.none().add(input, 16);
  toZ.add(z, 16);
  ofSecond.add(persistent, bytes(second), 512);
  run->BindInputs(2, inputs.data());
  run->BindOutputs(1, toZ.data());
  run->BindPersistentResource(ofSecond.data());
  flow.record(second.Get(), run.Get());
  flow.execute();
  EXPECT_THAT(flow.readBack<float>(y.Get(), 4), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(flow.readBack<float>(z.Get(), 4), ElementsAre(15, 26, 37, 48));
  EXPECT_THAT(flow.messages(), testing::IsEmpty());
}

TEST(DirectMLExecution, AnOperatorMustBeInitialized) {
  Flow flow;
  ComPtr<IDMLCompiledOperator> op = flow.compileIdentity(2);
  op->SetName(L"mine");
  auto x = flow.upload<float>({1, 2});
  auto y = flow.buffer(8);
  ComPtr<IDMLBindingTable> table = flow.table(op.Get());
  bind(*table.Get(), Bindings().add(x, 8), Bindings().add(y, 8));
  flow.record(op.Get(), table.Get());
  flow.execute();
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), E_INVALIDARG);
  EXPECT_THAT(flow.messages(),
              testing::Contains(
                  "execution of a dispatch: 'mine': the compiled operator was "
                  "executed before it was initialized; record an "
                  "IDMLOperatorInitializer for it and execute that first"));
  EXPECT_THAT(flow.readBack<float>(y.Get(), 2), ElementsAre(0, 0));
}

TEST(DirectMLExecution, GraphRunsAndUnreadInputsMayStayUnbound) {
  Flow flow;
  TensorOf x(DML_TENSOR_DATA_TYPE_FLOAT32, {4});
  DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC multiplyDesc = {x.desc(), x.desc(),
                                                          x.desc()};
  DML_ACTIVATION_SHRINK_OPERATOR_DESC shrinkDesc = {x.desc(), x.desc(), 0.1f,
                                                    0.5f};
  auto multiply =
      flow.createOperator(DML_OPERATOR_ELEMENT_WISE_MULTIPLY, &multiplyDesc);
  auto shrink =
      flow.createOperator(DML_OPERATOR_ACTIVATION_SHRINK, &shrinkDesc);
  DML_OPERATOR_GRAPH_NODE_DESC ops[] = {{multiply.Get(), nullptr},
                                        {shrink.Get(), nullptr}};
  DML_GRAPH_NODE_DESC nodes[] = {{DML_GRAPH_NODE_TYPE_OPERATOR, &ops[0]},
                                 {DML_GRAPH_NODE_TYPE_OPERATOR, &ops[1]}};
  DML_INPUT_GRAPH_EDGE_DESC a = {0, 0, 0, nullptr}, b = {2, 0, 1, nullptr};
  DML_INTERMEDIATE_GRAPH_EDGE_DESC inner = {0, 0, 1, 0, nullptr};
  DML_OUTPUT_GRAPH_EDGE_DESC product = {0, 0, 1, nullptr},
                             out = {1, 0, 0, nullptr};
  DML_GRAPH_EDGE_DESC inputEdges[] = {{DML_GRAPH_EDGE_TYPE_INPUT, &a},
                                      {DML_GRAPH_EDGE_TYPE_INPUT, &b}};
  DML_GRAPH_EDGE_DESC outputEdges[] = {{DML_GRAPH_EDGE_TYPE_OUTPUT, &product},
                                       {DML_GRAPH_EDGE_TYPE_OUTPUT, &out}};
  DML_GRAPH_EDGE_DESC innerEdges[] = {
      {DML_GRAPH_EDGE_TYPE_INTERMEDIATE, &inner}};
  DML_GRAPH_DESC graph = {3,          2, 2,           nodes, 2,
                          inputEdges, 2, outputEdges, 1,     innerEdges};
  ComPtr<IDMLCompiledOperator> op;
  ASSERT_EQ(flow.dml->CompileGraph(&graph, DML_EXECUTION_FLAG_NONE,
                                   IID_PPV_ARGS(&op)),
            S_OK);
  // A graph does not need its operators afterwards.
  EXPECT_EQ(multiply.Detach()->Release(), 0u);
  EXPECT_EQ(shrink.Detach()->Release(), 0u);
  flow.initialize(op.Get());
  auto left = flow.upload<float>({1, 2, 3, -1});
  auto right = flow.upload<float>({2, 0.25f, 0.1f, 2});
  auto y = flow.buffer(16), z = flow.buffer(16);
  ComPtr<IDMLBindingTable> table = flow.table(op.Get());
  bind(*table.Get(), Bindings().add(left, 16).none().add(right, 16),
       Bindings().add(y, 16).add(z, 16));
  flow.record(op.Get(), table.Get());
  EXPECT_THAT(flow.readBack<float>(y.Get(), 4), ElementsAre(1.9f, 0, 0, -1.9f));
  EXPECT_THAT(flow.readBack<float>(z.Get(), 4),
              ElementsAre(2, 0.5f, 3 * 0.1f, -2));
}

TEST(DirectMLExecution, OneListRunsOften) {
  Flow flow;
  ComPtr<IDMLCompiledOperator> op = flow.compileAdd(1000);
  flow.initialize(op.Get());
  auto sum = flow.buffer(4000);
  auto one = flow.upload<float>(std::vector<float>(1000, 1.0f));
  ComPtr<IDMLBindingTable> table = flow.table(op.Get());
  bind(*table.Get(), Bindings().add(sum, 4000).add(one, 4000),
       Bindings().add(sum, 4000));
  flow.record(op.Get(), table.Get());
  ASSERT_EQ(flow.list->Close(), S_OK);
  ID3D12CommandList *lists[] = {flow.list.Get()};
  for (int i = 0; i < 99; ++i)
    flow.queue->ExecuteCommandLists(1, lists);
  ComPtr<ID3D12Fence> done;
  ASSERT_EQ(
      flow.d3d12->CreateFence(0, D3D12_FENCE_FLAG_NONE, IID_PPV_ARGS(&done)),
      S_OK);
  flow.queue->Signal(done.Get(), 1);
  EXPECT_EQ(done->SetEventOnCompletion(1, nullptr), S_OK);
  EXPECT_EQ(flow.list->Reset(flow.allocator.Get(), nullptr), S_OK);
  EXPECT_THAT(flow.readBack<float>(sum.Get(), 1000), testing::Each(99.0f));
}

//===----------------------------------------------------------------------===//
// Removal
//===----------------------------------------------------------------------===//

TEST(DirectMLRemoval, EndsTheDeviceAndItsChildrenButNotItsParent) {
  Flow flow;
  ComPtr<IDMLCompiledOperator> op = flow.compileIdentity(2);
  ComPtr<IDMLBindingTable> table = flow.table(op.Get());
  ComPtr<IDMLOperatorInitializer> initializer;
  ASSERT_EQ(flow.dml->CreateOperatorInitializer(0, nullptr,
                                                IID_PPV_ARGS(&initializer)),
            S_OK);
  ComPtr<IFuseDMLHostDispatch> host;
  ASSERT_EQ(op.As(&host), S_OK);
  table->BindInputs(7, nullptr);
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), E_INVALIDARG);
  EXPECT_THAT(flow.messages(), testing::SizeIs(2));

  void *none = &flow;
  DML_BINDING_TABLE_DESC desc = flow.tableDesc(op.Get());
  const auto removed = DXGI_ERROR_DEVICE_REMOVED;
  EXPECT_EQ(flow.dml->CreateOperator(nullptr, __uuidof(IDMLOperator), &none),
            removed);
  EXPECT_EQ(none, nullptr);
  EXPECT_EQ(flow.dml->CompileOperator(nullptr, DML_EXECUTION_FLAG_NONE,
                                      __uuidof(IDMLCompiledOperator), &none),
            removed);
  EXPECT_EQ(flow.dml->CompileGraph(nullptr, DML_EXECUTION_FLAG_NONE,
                                   __uuidof(IDMLCompiledOperator), &none),
            removed);
  EXPECT_EQ(flow.dml->CreateOperatorInitializer(
                0, nullptr, __uuidof(IDMLOperatorInitializer), &none),
            removed);
  EXPECT_EQ(
      flow.dml->CreateCommandRecorder(__uuidof(IDMLCommandRecorder), &none),
      removed);
  EXPECT_EQ(
      flow.dml->CreateBindingTable(&desc, __uuidof(IDMLBindingTable), &none),
      removed);
  EXPECT_EQ(flow.dml->CheckFeatureSupport(DML_FEATURE_FEATURE_LEVELS, 0,
                                          nullptr, 0, nullptr),
            removed);
  EXPECT_EQ(flow.dml->Evict(0, nullptr), removed);
  EXPECT_EQ(flow.dml->MakeResident(0, nullptr), removed);
  EXPECT_EQ(flow.dml->GetParentDevice(__uuidof(ID3D12Device), &none), removed);
  EXPECT_EQ(initializer->Reset(0, nullptr), removed);
  EXPECT_EQ(table->Reset(&desc), removed);
  EXPECT_EQ(host->Dispatch(0, nullptr, 0, nullptr), removed);
  // Void methods do nothing.
  table->BindInputs(9, nullptr);
  flow.record(nullptr, nullptr);
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), E_INVALIDARG);
  EXPECT_THAT(flow.messages(), testing::IsEmpty());

  EXPECT_EQ(flow.d3d12->GetDeviceRemovedReason(), S_OK);
  ComPtr<IDMLDevice> next;
  EXPECT_EQ(DMLCreateDevice(flow.d3d12.Get(), DML_CREATE_DEVICE_FLAG_NONE,
                            IID_PPV_ARGS(&next)),
            S_OK);
  EXPECT_EQ(next->GetDeviceRemovedReason(), S_OK);
}

TEST(DirectMLRemoval, ComesWithThatOfTheParent) {
  Flow flow;
  // A list that is still open may not be executed.
  ID3D12CommandList *lists[] = {flow.list.Get()};
  // D3D12 says so, if another test has enabled its debug layer.
  testing::internal::CaptureStderr();
  flow.queue->ExecuteCommandLists(1, lists);
  testing::internal::GetCapturedStderr();
  ASSERT_TRUE(FAILED(flow.d3d12->GetDeviceRemovedReason()));
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), DXGI_ERROR_DEVICE_REMOVED);
  ComPtr<IDMLDevice> next;
  EXPECT_EQ(DMLCreateDevice(flow.d3d12.Get(), DML_CREATE_DEVICE_FLAG_NONE,
                            IID_PPV_ARGS(&next)),
            DXGI_ERROR_DEVICE_REMOVED);
}

//===----------------------------------------------------------------------===//
// Plain memory
//===----------------------------------------------------------------------===//

FUSEDML_HOST_BUFFER host(std::vector<float> &values) {
  return {values.data(), values.size() * sizeof(float)};
}

TEST(DirectMLHostDispatch, NeedsNoD3D12) {
  ComPtr<IDMLDevice1> device;
  ASSERT_EQ(FuseDMLCreateHostDevice(DML_CREATE_DEVICE_FLAG_NONE,
                                    DML_FEATURE_LEVEL_1_0,
                                    IID_PPV_ARGS(&device)),
            S_OK);
  TensorOf a(DML_TENSOR_DATA_TYPE_FLOAT32, {4}, kOwned);
  TensorOf x(DML_TENSOR_DATA_TYPE_FLOAT32, {4});
  DML_ELEMENT_WISE_ADD_OPERATOR_DESC desc = {a.desc(), x.desc(), x.desc()};
  DML_OPERATOR_DESC operatorDesc = {DML_OPERATOR_ELEMENT_WISE_ADD, &desc};
  ComPtr<IDMLOperator> op;
  ASSERT_EQ(device->CreateOperator(&operatorDesc, IID_PPV_ARGS(&op)), S_OK);
  ComPtr<IDMLCompiledOperator> compiled;
  ASSERT_EQ(device->CompileOperator(op.Get(), DML_EXECUTION_FLAG_NONE,
                                    IID_PPV_ARGS(&compiled)),
            S_OK);
  ComPtr<IFuseDMLHostDispatch> dispatch;
  ASSERT_EQ(compiled.As(&dispatch), S_OK);
  std::vector<float> one = {1, 2, 3, 4}, two = {10, 20, 30, 40}, sum(4);
  FUSEDML_HOST_BUFFER inputs[] = {host(one), host(two)}, output = host(sum);
  EXPECT_EQ(dispatch->Dispatch(2, inputs, 1, &output), S_OK);
  EXPECT_THAT(sum, ElementsAre(11, 22, 33, 44));
  output = host(one);
  EXPECT_EQ(dispatch->Dispatch(2, inputs, 1, &output), S_OK);
  EXPECT_THAT(one, ElementsAre(11, 22, 33, 44));

  void *none = nullptr;
  EXPECT_EQ(device->CreateCommandRecorder(__uuidof(IDMLCommandRecorder), &none),
            E_NOTIMPL);
  EXPECT_EQ(
      device->CreateBindingTable(nullptr, __uuidof(IDMLBindingTable), &none),
      E_NOTIMPL);
  EXPECT_EQ(device->CreateOperatorInitializer(
                0, nullptr, __uuidof(IDMLOperatorInitializer), &none),
            E_NOTIMPL);
  EXPECT_EQ(device->GetParentDevice(__uuidof(ID3D12Device), &none),
            DXGI_ERROR_NOT_FOUND);
}

TEST(DirectMLHostDispatch, MistakesAreSaidAndRemoveNothing) {
  Flow flow;
  ComPtr<IDMLCompiledOperator> op = flow.compileAdd(4);
  ComPtr<IFuseDMLHostDispatch> dispatch;
  ASSERT_EQ(op.As(&dispatch), S_OK);
  std::vector<float> one(4), two(4), sum(4);
  FUSEDML_HOST_BUFFER inputs[] = {host(one), host(two)}, output = host(sum);
  EXPECT_EQ(dispatch->Dispatch(1, inputs, 1, &output), E_INVALIDARG);
  EXPECT_EQ(flow.message(), "IFuseDMLHostDispatch::Dispatch: 1 inputs were "
                            "given, but 2 were expected, optional ones "
                            "included");
  EXPECT_EQ(dispatch->Dispatch(2, nullptr, 1, &output), E_INVALIDARG);
  EXPECT_EQ(flow.message(), "IFuseDMLHostDispatch::Dispatch: inputs is null");
  EXPECT_EQ(dispatch->Dispatch(2, inputs, 0, nullptr), E_INVALIDARG);
  flow.messages();
  output.SizeInBytes = 12;
  EXPECT_EQ(dispatch->Dispatch(2, inputs, 1, &output), E_INVALIDARG);
  EXPECT_THAT(flow.message(), HasSubstr("12"));
  output = {one.data() + 1, 12};
  EXPECT_EQ(dispatch->Dispatch(2, inputs, 1, &output), E_INVALIDARG);
  flow.messages();
  inputs[1].Data = nullptr;
  output = host(sum);
  EXPECT_EQ(dispatch->Dispatch(2, inputs, 1, &output), E_INVALIDARG);
  EXPECT_THAT(flow.message(), HasSubstr("BTensor"));
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), S_OK);
}

TEST(DirectMLHostDispatch, MemoryForAnAbsentTensorIsRefused) {
  Flow flow;
  TensorOf x(DML_TENSOR_DATA_TYPE_UINT8, {4});
  TensorOf scale(DML_TENSOR_DATA_TYPE_FLOAT32, {4});
  DML_ELEMENT_WISE_DEQUANTIZE_LINEAR_OPERATOR_DESC desc = {
      x.desc(), scale.desc(), nullptr, scale.desc()};
  ComPtr<IDMLCompiledOperator> op =
      flow.compile(DML_OPERATOR_ELEMENT_WISE_DEQUANTIZE_LINEAR, &desc);
  ComPtr<IFuseDMLHostDispatch> dispatch;
  ASSERT_EQ(op.As(&dispatch), S_OK);
  std::vector<float> scales(4, 2.0f), sum(4);
  uint8_t bytes[4] = {1, 2, 3, 4};
  FUSEDML_HOST_BUFFER inputs[] = {{bytes, 4}, host(scales), {}},
                      output = host(sum);
  EXPECT_EQ(dispatch->Dispatch(3, inputs, 1, &output), S_OK);
  EXPECT_THAT(sum, ElementsAre(2, 4, 6, 8));
  inputs[2] = {bytes, 4};
  EXPECT_EQ(dispatch->Dispatch(3, inputs, 1, &output), E_INVALIDARG);
  EXPECT_EQ(flow.message(),
            "IFuseDMLHostDispatch::Dispatch: inputs[2] (ZeroPointTensor): "
            "memory was given for an optional tensor that the operator was "
            "created without; set Data to null");
}

TEST(DirectMLHostDispatch, IsThreadSafe) {
  Flow flow;
  ComPtr<IDMLCompiledOperator> op = flow.compileAdd(1000);
  ComPtr<IFuseDMLHostDispatch> dispatch;
  ASSERT_EQ(op.As(&dispatch), S_OK);
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      std::vector<float> one(1000, static_cast<float>(i)), two(1000, 1.0f),
          sum(1000);
      FUSEDML_HOST_BUFFER inputs[] = {host(one), host(two)}, output = host(sum);
      for (int round = 0; round < 100; ++round) {
        EXPECT_EQ(dispatch->Dispatch(2, inputs, 1, &output), S_OK);
        EXPECT_THAT(sum, testing::Each(static_cast<float>(i + 1)));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
