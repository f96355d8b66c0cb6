//===- DeviceTest.cpp - IDMLDevice and what it makes ----------------------===//
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
using testing::StartsWith;

namespace {

TEST(DirectMLDevice, IsCreated) {
  Flow flow;
  ComPtr<IDMLDevice> device;
  EXPECT_EQ(DMLCreateDevice(flow.d3d12.Get(), DML_CREATE_DEVICE_FLAG_NONE,
                            IID_PPV_ARGS(&device)),
            S_OK);
  ComPtr<IDMLDevice1> device1;
  EXPECT_EQ(DMLCreateDevice1(flow.d3d12.Get(), DML_CREATE_DEVICE_FLAG_NONE,
                             DML_FEATURE_LEVEL_6_4, IID_PPV_ARGS(&device1)),
            S_OK);
  EXPECT_NE(static_cast<IDMLDevice *>(device1.Get()), device.Get());
}

TEST(DirectMLDevice, WithoutAPlaceIsOnlyValidated) {
  Flow flow;
  EXPECT_EQ(DMLCreateDevice(flow.d3d12.Get(), DML_CREATE_DEVICE_FLAG_NONE,
                            __uuidof(IDMLDevice), nullptr),
            S_FALSE);
  TensorOf x(DML_TENSOR_DATA_TYPE_FLOAT32, {4});
  DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC desc = {x.desc(), x.desc(), nullptr};
  DML_OPERATOR_DESC op = {DML_OPERATOR_ELEMENT_WISE_IDENTITY, &desc};
  EXPECT_EQ(flow.dml->CreateOperator(&op, __uuidof(IDMLOperator), nullptr),
            S_FALSE);
  EXPECT_EQ(
      flow.dml->CompileOperator(flow.createOperator(op.Type, op.Desc).Get(),
                                DML_EXECUTION_FLAG_NONE,
                                __uuidof(IDMLCompiledOperator), nullptr),
      S_FALSE);
}

TEST(DirectMLDevice, RefusesWhatItCannotBeCreatedFrom) {
  Flow flow;
  void *device = &flow;
  EXPECT_EQ(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_NONE,
                            __uuidof(IDMLDevice), &device),
            E_INVALIDARG);
  EXPECT_EQ(device, nullptr);
  EXPECT_EQ(DMLCreateDevice(flow.d3d12.Get(), DML_CREATE_DEVICE_FLAGS(2),
                            __uuidof(IDMLDevice), &device),
            E_INVALIDARG);
  EXPECT_EQ(DMLCreateDevice(flow.d3d12.Get(), DML_CREATE_DEVICE_FLAG_NONE,
                            __uuidof(IDMLOperator), &device),
            E_NOINTERFACE);
  for (unsigned level : {0x0u, 0x1001u, 0x7000u})
    EXPECT_EQ(DMLCreateDevice1(flow.d3d12.Get(), DML_CREATE_DEVICE_FLAG_NONE,
                               DML_FEATURE_LEVEL(level), __uuidof(IDMLDevice),
                               &device),
              DXGI_ERROR_UNSUPPORTED)
        << level;
}

TEST(DirectMLDevice, SaysItsRefusalsWithItsFlag) {
  Flow flow;
  testing::internal::CaptureStderr();
  EXPECT_EQ(DMLCreateDevice(nullptr, DML_CREATE_DEVICE_FLAG_DEBUG,
                            __uuidof(IDMLDevice), nullptr),
            E_INVALIDARG);
  EXPECT_EQ(DMLCreateDevice1(flow.d3d12.Get(), DML_CREATE_DEVICE_FLAG_DEBUG,
                             DML_FEATURE_LEVEL(0x7000), __uuidof(IDMLDevice),
                             nullptr),
            DXGI_ERROR_UNSUPPORTED);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "[DIRECTML ERROR]: DMLCreateDevice: d3d12Device is null; "
            "FuseDMLCreateHostDevice of FuseDML.h needs none\n"
            "[DIRECTML ERROR]: DMLCreateDevice1: minimumFeatureLevel 0x7000 is "
            "not supported; the highest is 6_4\n");
}

TEST(DirectMLDevice, GivesItsInterfacesAndOneIdentity) {
  Flow flow;
  ComPtr<IUnknown> identity, other;
  EXPECT_EQ(flow.dml.As(&identity), S_OK);
  for (const IID &id :
       {__uuidof(IDMLObject), __uuidof(IDMLDevice), __uuidof(IDMLDevice1),
        __uuidof(IDMLDebugDevice), __uuidof(IFuseDMLDebugDevice)}) {
    ComPtr<IUnknown> as;
    EXPECT_EQ(flow.dml->QueryInterface(id, &as), S_OK);
    EXPECT_EQ(as->QueryInterface(__uuidof(IUnknown), &other), S_OK);
    EXPECT_EQ(other.Get(), identity.Get());
  }
  void *none = &flow;
  EXPECT_EQ(flow.dml->QueryInterface(__uuidof(IDMLOperator), &none),
            E_NOINTERFACE);
  EXPECT_EQ(none, nullptr);
  EXPECT_EQ(flow.dml->QueryInterface(__uuidof(IDMLDevice), nullptr), E_POINTER);
}

TEST(DirectMLDevice, HasNoDebugDeviceWithoutItsFlag) {
  Flow flow(/*debug=*/false);
  ComPtr<IDMLDebugDevice> debug;
  EXPECT_EQ(flow.dml.As(&debug), E_NOINTERFACE);
}

TEST(DirectMLDevice, KnowsItsParent) {
  Flow flow;
  ComPtr<ID3D12Device> parent;
  EXPECT_EQ(flow.dml->GetParentDevice(IID_PPV_ARGS(&parent)), S_OK);
  EXPECT_EQ(parent.Get(), flow.d3d12.Get());
  ComPtr<IDMLDevice> wrong;
  EXPECT_EQ(flow.dml->GetParentDevice(IID_PPV_ARGS(&wrong)), E_NOINTERFACE);
}

TEST(DirectMLDevice, IsKeptByItsChildren) {
  Flow flow;
  ComPtr<IDMLCompiledOperator> op = flow.compileIdentity(4);
  flow.recorder.Reset();
  IDMLDevice1 *raw = flow.dml.Get();
  flow.dml.Reset();
  ComPtr<IDMLDevice1> again;
  EXPECT_EQ(op->GetDevice(IID_PPV_ARGS(&again)), S_OK);
  EXPECT_EQ(again.Get(), raw);
  op.Reset();
  EXPECT_EQ(again.Detach()->Release(), 0u);
}

TEST(DirectMLDevice, ObjectsGoWithTheirLastReference) {
  Flow flow;
  ComPtr<IDMLCompiledOperator> op = flow.compileIdentity(4);
  IDMLCompiledOperator *list[] = {op.Get()};
  ComPtr<IDMLOperatorInitializer> initializer;
  EXPECT_EQ(
      flow.dml->CreateOperatorInitializer(1, list, IID_PPV_ARGS(&initializer)),
      S_OK);
  ComPtr<IDMLBindingTable> table = flow.table(initializer.Get());
  // The table holds its dispatchable.
  EXPECT_EQ(table.Detach()->Release(), 0u);
  EXPECT_EQ(initializer.Detach()->Release(), 0u);
  EXPECT_EQ(op.Detach()->Release(), 0u);
  EXPECT_EQ(flow.recorder.Detach()->Release(), 0u);
  EXPECT_EQ(flow.dml.Detach()->Release(), 0u);
}

TEST(DirectMLDevice, ObjectsHaveNamesAndPrivateData) {
  Flow flow;
  ComPtr<IDMLCompiledOperator> op = flow.compileIdentity(4);
  const GUID id = {1, 2, 3, {4}};
  EXPECT_EQ(op->SetName(L"mine"), S_OK);
  UINT size = 0;
  EXPECT_EQ(op->GetPrivateData(id, &size, nullptr), DXGI_ERROR_NOT_FOUND);
  EXPECT_EQ(op->SetPrivateData(id, 3, "abc"), S_OK);
  EXPECT_EQ(op->GetPrivateData(id, &size, nullptr), S_OK);
  EXPECT_EQ(size, 3u);
  char data[4] = {};
  size = 2;
  EXPECT_EQ(op->GetPrivateData(id, &size, data), DXGI_ERROR_MORE_DATA);
  EXPECT_EQ(size, 3u);
  EXPECT_EQ(op->GetPrivateData(id, &size, data), S_OK);
  EXPECT_STREQ(data, "abc");
  EXPECT_EQ(op->SetPrivateDataInterface(id, flow.d3d12.Get()), S_OK);
  IUnknown *kept = nullptr;
  size = sizeof(IUnknown *);
  EXPECT_EQ(op->GetPrivateData(id, &size, &kept), S_OK);
  EXPECT_EQ(kept, flow.d3d12.Get());
  kept->Release();
  EXPECT_EQ(op->SetPrivateData(id, 0, nullptr), S_OK);
  EXPECT_EQ(op->GetPrivateData(id, &size, nullptr), DXGI_ERROR_NOT_FOUND);
}

//===----------------------------------------------------------------------===//
// Features
//===----------------------------------------------------------------------===//

TEST(DirectMLFeatures, EveryDataTypeIsSupported) {
  Flow flow;
  for (unsigned type = 0; type < 16; ++type) {
    DML_FEATURE_QUERY_TENSOR_DATA_TYPE_SUPPORT query = {
        DML_TENSOR_DATA_TYPE(type)};
    DML_FEATURE_DATA_TENSOR_DATA_TYPE_SUPPORT data = {2};
    EXPECT_EQ(flow.dml->CheckFeatureSupport(
                  DML_FEATURE_TENSOR_DATA_TYPE_SUPPORT, sizeof(query), &query,
                  sizeof(data), &data),
              S_OK);
    EXPECT_EQ(data.IsSupported, type >= 1 && type <= 13 ? 1u : 0u) << type;
  }
}

HRESULT askLevels(Flow &flow, std::vector<DML_FEATURE_LEVEL> levels,
                  unsigned &highest) {
  DML_FEATURE_QUERY_FEATURE_LEVELS query = {static_cast<UINT>(levels.size()),
                                            levels.data()};
  DML_FEATURE_DATA_FEATURE_LEVELS data = {};
  HRESULT result = flow.dml->CheckFeatureSupport(
      DML_FEATURE_FEATURE_LEVELS, sizeof(query), &query, sizeof(data), &data);
  highest = static_cast<unsigned>(data.MaxSupportedFeatureLevel);
  return result;
}

TEST(DirectMLFeatures, HighestRequestedLevelIsGiven) {
  Flow flow;
  unsigned highest = 0;
  EXPECT_EQ(askLevels(flow,
                      {DML_FEATURE_LEVEL_2_0, DML_FEATURE_LEVEL_5_1,
                       DML_FEATURE_LEVEL_3_0},
                      highest),
            S_OK);
  EXPECT_EQ(highest, 0x5100u);
  EXPECT_EQ(askLevels(flow, {DML_FEATURE_LEVEL(0x9000), DML_FEATURE_LEVEL_1_0},
                      highest),
            S_OK);
  EXPECT_EQ(highest, 0x1000u);
  EXPECT_EQ(askLevels(flow, {DML_FEATURE_LEVEL(0x9000)}, highest),
            DXGI_ERROR_UNSUPPORTED);
  EXPECT_EQ(askLevels(flow, {}, highest), E_INVALIDARG);
}

TEST(DirectMLFeatures, WrongQuestionsAreRefused) {
  Flow flow;
  DML_FEATURE_QUERY_TENSOR_DATA_TYPE_SUPPORT query = {
      DML_TENSOR_DATA_TYPE_FLOAT32};
  DML_FEATURE_DATA_TENSOR_DATA_TYPE_SUPPORT data = {};
  auto ask = [&](unsigned feature, UINT querySize, const void *queryData,
                 UINT size, void *place) {
    return flow.dml->CheckFeatureSupport(DML_FEATURE(feature), querySize,
                                         queryData, size, place);
  };
  EXPECT_EQ(ask(0, 4, &query, 4, &data), S_OK);
  EXPECT_EQ(ask(0, 3, &query, 4, &data), E_INVALIDARG);
  EXPECT_EQ(ask(0, 4, &query, 8, &data), E_INVALIDARG);
  EXPECT_EQ(ask(0, 4, nullptr, 4, &data), E_INVALIDARG);
  EXPECT_EQ(ask(0, 4, &query, 4, nullptr), E_INVALIDARG);
  EXPECT_EQ(ask(1, 4, &query, 4, &data), E_INVALIDARG);
  flow.messages();
  EXPECT_EQ(ask(2, 4, &query, 4, &data), DXGI_ERROR_UNSUPPORTED);
  EXPECT_EQ(flow.message(),
            "IDMLDevice::CheckFeatureSupport: feature 2 is not known");
}

//===----------------------------------------------------------------------===//
// Operators and graphs
//===----------------------------------------------------------------------===//

HRESULT create(Flow &flow, DML_OPERATOR_TYPE type, const void *desc) {
  DML_OPERATOR_DESC op = {type, desc};
  ComPtr<IDMLOperator> made;
  HRESULT result = flow.dml->CreateOperator(&op, IID_PPV_ARGS(&made));
  EXPECT_EQ(SUCCEEDED(result), made.Get() != nullptr);
  return result;
}

TEST(DirectMLOperator, WrongDescsAreRefusedByOperatorAndField) {
  Flow flow;
  TensorOf x(DML_TENSOR_DATA_TYPE_FLOAT32, {2, 3, 4});
  TensorOf y(DML_TENSOR_DATA_TYPE_FLOAT32, {2, 3, 5});
  DML_ACTIVATION_SHRINK_OPERATOR_DESC desc = {x.desc(), y.desc(), 0.0f, 0.5f};
  EXPECT_EQ(create(flow, DML_OPERATOR_ACTIVATION_SHRINK, &desc), E_INVALIDARG);
  EXPECT_EQ(flow.message(),
            "IDMLDevice::CreateOperator: DML_OPERATOR_ACTIVATION_SHRINK: "
            "OutputTensor.Sizes [2,3,5] differ from InputTensor.Sizes [2,3,4] "
            "at dimension 2; broadcast the input with stride 0 instead");
  EXPECT_EQ(create(flow, DML_OPERATOR_ACTIVATION_SHRINK, nullptr),
            E_INVALIDARG);
  EXPECT_THAT(flow.message(), HasSubstr("Desc is null"));
  EXPECT_EQ(create(flow, DML_OPERATOR_TYPE(9999), &desc), E_INVALIDARG);
  EXPECT_THAT(flow.message(), HasSubstr("9999"));
  ComPtr<IDMLOperator> made;
  EXPECT_EQ(flow.dml->CreateOperator(nullptr, IID_PPV_ARGS(&made)),
            E_INVALIDARG);
  EXPECT_EQ(flow.message(), "IDMLDevice::CreateOperator: desc is null");
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), S_OK);
}

TEST(DirectMLOperator, OperatorsThatAreNotThereSaySo) {
  Flow flow;
  TensorOf x(DML_TENSOR_DATA_TYPE_FLOAT32, {1, 1, 4, 4});
  DML_GEMM_OPERATOR_DESC desc = {};
  desc.ATensor = desc.BTensor = desc.OutputTensor = x.desc();
  desc.Alpha = 1;
  EXPECT_EQ(create(flow, DML_OPERATOR_GEMM, &desc), E_NOTIMPL);
  EXPECT_THAT(flow.message(), HasSubstr("DML_OPERATOR_GEMM"));
}

TEST(DirectMLOperator, ObjectsOfAnotherDeviceAreRefused) {
  Flow flow, other;
  TensorOf x(DML_TENSOR_DATA_TYPE_FLOAT32, {4});
  DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC desc = {x.desc(), x.desc(), nullptr};
  ComPtr<IDMLOperator> op =
      other.createOperator(DML_OPERATOR_ELEMENT_WISE_IDENTITY, &desc);
  ComPtr<IDMLCompiledOperator> compiled;
  EXPECT_EQ(flow.dml->CompileOperator(op.Get(), DML_EXECUTION_FLAG_NONE,
                                      IID_PPV_ARGS(&compiled)),
            E_INVALIDARG);
  EXPECT_EQ(flow.message(),
            "IDMLDevice::CompileOperator: op is no operator of this device");
  EXPECT_EQ(flow.dml->CompileOperator(nullptr, DML_EXECUTION_FLAG_NONE,
                                      IID_PPV_ARGS(&compiled)),
            E_INVALIDARG);
  EXPECT_EQ(flow.message(), "IDMLDevice::CompileOperator: op is null");

  DML_OPERATOR_GRAPH_NODE_DESC node = {op.Get(), "alien"};
  DML_GRAPH_NODE_DESC nodes[] = {{DML_GRAPH_NODE_TYPE_OPERATOR, &node}};
  DML_INPUT_GRAPH_EDGE_DESC in = {0, 0, 0, nullptr};
  DML_OUTPUT_GRAPH_EDGE_DESC out = {0, 0, 0, nullptr};
  DML_GRAPH_EDGE_DESC inputs[] = {{DML_GRAPH_EDGE_TYPE_INPUT, &in}};
  DML_GRAPH_EDGE_DESC outputs[] = {{DML_GRAPH_EDGE_TYPE_OUTPUT, &out}};
  DML_GRAPH_DESC graph = {1, 1, 1, nodes, 1, inputs, 1, outputs, 0, nullptr};
  EXPECT_EQ(flow.dml->CompileGraph(&graph, DML_EXECUTION_FLAG_NONE,
                                   IID_PPV_ARGS(&compiled)),
            E_INVALIDARG);
  EXPECT_EQ(flow.message(), "IDMLDevice1::CompileGraph: node 'alien' (0): "
                            "Operator is not an operator of this device");
  EXPECT_EQ(other.dml->CompileGraph(&graph, DML_EXECUTION_FLAG_NONE,
                                    IID_PPV_ARGS(&compiled)),
            S_OK);
  EXPECT_EQ(other.dml->CompileGraph(nullptr, DML_EXECUTION_FLAG_NONE,
                                    IID_PPV_ARGS(&compiled)),
            E_INVALIDARG);
  EXPECT_EQ(compiled.Get(), nullptr);
}

TEST(DirectMLOperator, UnknownExecutionFlagsAreRefused) {
  Flow flow;
  TensorOf x(DML_TENSOR_DATA_TYPE_FLOAT32, {4});
  DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC desc = {x.desc(), x.desc(), nullptr};
  ComPtr<IDMLOperator> op =
      flow.createOperator(DML_OPERATOR_ELEMENT_WISE_IDENTITY, &desc);
  ComPtr<IDMLCompiledOperator> compiled;
  EXPECT_EQ(flow.dml->CompileOperator(op.Get(), DML_EXECUTION_FLAGS(7),
                                      IID_PPV_ARGS(&compiled)),
            S_OK);
  EXPECT_EQ(flow.dml->CompileOperator(op.Get(), DML_EXECUTION_FLAGS(8),
                                      IID_PPV_ARGS(&compiled)),
            E_INVALIDARG);
  EXPECT_EQ(flow.message(), "IDMLDevice::CompileOperator: flags 0x8 has bits "
                            "that are no DML_EXECUTION_FLAGS");
}

TEST(DirectMLOperator, OwnedTensorsMustFitAPersistentResource) {
  Flow flow;
  TensorOf x(DML_TENSOR_DATA_TYPE_FLOAT32, {4});
  TensorOf owned(DML_TENSOR_DATA_TYPE_FLOAT32, {4},
                 DML_TENSOR_FLAG_OWNED_BY_DML);
  owned.buffer.TotalTensorSizeInBytes = ~UINT64{0} - 3;
  DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC desc = {owned.desc(), x.desc(),
                                                  nullptr};
  ComPtr<IDMLOperator> op =
      flow.createOperator(DML_OPERATOR_ELEMENT_WISE_IDENTITY, &desc);
  ComPtr<IDMLCompiledOperator> compiled;
  EXPECT_EQ(flow.dml->CompileOperator(op.Get(), DML_EXECUTION_FLAG_NONE,
                                      IID_PPV_ARGS(&compiled)),
            E_INVALIDARG);
  EXPECT_EQ(flow.message(),
            "IDMLDevice::CompileOperator: InputTensor: tensors with "
            "DML_TENSOR_FLAG_OWNED_BY_DML of 18446744073709551612 bytes and "
            "more do not fit a persistent resource; clear the flag");
}

TEST(DirectMLInitializer, TakesCompiledOperatorsOfItsDevice) {
  Flow flow, other;
  ComPtr<IDMLCompiledOperator> mine = flow.compileIdentity(4);
  ComPtr<IDMLCompiledOperator> theirs = other.compileIdentity(4);
  ComPtr<IDMLOperatorInitializer> made;
  IDMLCompiledOperator *list[] = {mine.Get(), theirs.Get()};
  EXPECT_EQ(flow.dml->CreateOperatorInitializer(2, list, IID_PPV_ARGS(&made)),
            E_INVALIDARG);
  EXPECT_EQ(flow.message(), "IDMLDevice::CreateOperatorInitializer: "
                            "operators[1] is no compiled operator of this "
                            "device");
  EXPECT_EQ(
      flow.dml->CreateOperatorInitializer(2, nullptr, IID_PPV_ARGS(&made)),
      E_INVALIDARG);
  EXPECT_EQ(flow.message(), "IDMLDevice::CreateOperatorInitializer: operators "
                            "is null, but operatorCount is 2");
  EXPECT_EQ(
      flow.dml->CreateOperatorInitializer(0, nullptr, IID_PPV_ARGS(&made)),
      S_OK);
  list[1] = nullptr;
  EXPECT_EQ(made->Reset(2, list), E_INVALIDARG);
  EXPECT_EQ(flow.message(),
            "IDMLOperatorInitializer::Reset: operators[1] is null");
  EXPECT_EQ(made->Reset(1, list), S_OK);
}

TEST(DirectMLDevice, KeepsEverythingResident) {
  Flow flow, other;
  ComPtr<IDMLCompiledOperator> mine = flow.compileIdentity(4);
  IDMLPageable *list[] = {mine.Get()};
  EXPECT_EQ(flow.dml->Evict(1, list), S_OK);
  EXPECT_EQ(flow.dml->MakeResident(1, list), S_OK);
  EXPECT_EQ(other.dml->MakeResident(1, list), E_INVALIDARG);
  EXPECT_EQ(other.message(), "IDMLDevice::MakeResident: ppObjects[0] is not an "
                             "object of this device");
  EXPECT_EQ(flow.dml->Evict(1, nullptr), E_INVALIDARG);
}

//===----------------------------------------------------------------------===//
// Binding tables
//===----------------------------------------------------------------------===//

TEST(DirectMLBindingTable, DescriptorsAreChecked) {
  Flow flow, other;
  ComPtr<IDMLCompiledOperator> op = flow.compileAdd(4);
  ASSERT_EQ(op->GetBindingProperties().RequiredDescriptorCount, 3u);
  ComPtr<IDMLBindingTable> table;
  auto attempt = [&](const DML_BINDING_TABLE_DESC &desc) {
    return flow.dml->CreateBindingTable(&desc, IID_PPV_ARGS(&table));
  };
  DML_BINDING_TABLE_DESC good = flow.tableDesc(op.Get());
  EXPECT_EQ(attempt(good), S_OK);

  DML_BINDING_TABLE_DESC bad = good;
  bad.SizeInDescriptors = 2;
  EXPECT_EQ(attempt(bad), E_INVALIDARG);
  EXPECT_EQ(flow.message(),
            "IDMLDevice::CreateBindingTable: SizeInDescriptors 2 is below 3, "
            "the RequiredDescriptorCount of the dispatchable");
  bad.SizeInDescriptors = 65;
  EXPECT_EQ(attempt(bad), E_INVALIDARG);
  EXPECT_EQ(flow.message(),
            "IDMLDevice::CreateBindingTable: SizeInDescriptors 65 reaches "
            "beyond the heap, which has 64 descriptors from "
            "CPUDescriptorHandle on");
  bad = good;
  bad.GPUDescriptorHandle.ptr += 1;
  EXPECT_EQ(attempt(bad), E_INVALIDARG);
  EXPECT_THAT(flow.message(), HasSubstr("are not the same descriptor"));
  bad = other.tableDesc(op.Get());
  EXPECT_EQ(attempt(bad), E_INVALIDARG);
  EXPECT_THAT(flow.message(), HasSubstr("are not the same descriptor"));
  bad = good;
  bad.Dispatchable = nullptr;
  EXPECT_EQ(attempt(bad), E_INVALIDARG);
  EXPECT_EQ(flow.message(),
            "IDMLDevice::CreateBindingTable: Dispatchable is null");
  ComPtr<IDMLCompiledOperator> theirs = other.compileAdd(4);
  bad.Dispatchable = theirs.Get();
  EXPECT_EQ(attempt(bad), E_INVALIDARG);
  EXPECT_EQ(flow.message(), "IDMLDevice::CreateBindingTable: Dispatchable is "
                            "no compiled operator or initializer of this "
                            "device");
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), S_OK);
}

TEST(DirectMLBindingTable, MayBeginEmpty) {
  Flow flow;
  ComPtr<IDMLBindingTable> table;
  EXPECT_EQ(flow.dml->CreateBindingTable(nullptr, IID_PPV_ARGS(&table)), S_OK);
  ComPtr<IDMLCompiledOperator> op = flow.compileAdd(4);
  DML_BINDING_TABLE_DESC desc = flow.tableDesc(op.Get());
  EXPECT_EQ(table->Reset(&desc), S_OK);
  table->BindInputs(0, nullptr);
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), S_OK);
  EXPECT_EQ(table->Reset(nullptr), S_OK);
  table->BindInputs(0, nullptr);
  EXPECT_EQ(flow.dml->GetDeviceRemovedReason(), E_INVALIDARG);
  EXPECT_THAT(
      flow.messages(),
      ElementsAre("IDMLBindingTable::BindInputs: the binding table has "
                  "no dispatchable; give it one with Reset",
                  "IDMLBindingTable::BindInputs: the device is removed, "
                  "reason 0x80070057; create a new one to go on"));
}

//===----------------------------------------------------------------------===//
// Messages and threads
//===----------------------------------------------------------------------===//

TEST(DirectMLMessages, AreMutedOnRequest) {
  Flow flow;
  ComPtr<IDMLDebugDevice> debug;
  ASSERT_EQ(flow.dml.As(&debug), S_OK);
  debug->SetMuteDebugOutput(TRUE);
  EXPECT_EQ(create(flow, DML_OPERATOR_TYPE(9999), nullptr), E_INVALIDARG);
  EXPECT_THAT(flow.messages(), testing::IsEmpty());
  debug->SetMuteDebugOutput(FALSE);
  EXPECT_EQ(create(flow, DML_OPERATOR_TYPE(9999), nullptr), E_INVALIDARG);
  EXPECT_THAT(flow.messages(), testing::SizeIs(1));
}

TEST(DirectMLMessages, GoToStderrWithoutACallback) {
  Flow flow;
  ComPtr<IFuseDMLDebugDevice> debug;
  ASSERT_EQ(flow.dml.As(&debug), S_OK);
  debug->SetMessageCallback(nullptr, nullptr);
  testing::internal::CaptureStderr();
  EXPECT_EQ(create(flow, DML_OPERATOR_TYPE(9999), nullptr), E_INVALIDARG);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              StartsWith("[DIRECTML ERROR]: IDMLDevice::CreateOperator: "));
}

TEST(DirectMLMessages, AreNotSaidWithoutTheFlag) {
  Flow flow(/*debug=*/false);
  testing::internal::CaptureStderr();
  EXPECT_EQ(create(flow, DML_OPERATOR_TYPE(9999), nullptr), E_INVALIDARG);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(DirectMLDevice, IsThreadSafe) {
  Flow flow;
  std::vector<std::thread> threads;
  threads.reserve(8);
  for (UINT i = 0; i < 8; ++i)
    threads.emplace_back([&flow, i] {
      for (UINT j = 1; j < 20; ++j) {
        ComPtr<IDMLCompiledOperator> op = flow.compileIdentity(i + j);
        ComPtr<IDMLOperatorInitializer> initializer;
        IDMLCompiledOperator *list[] = {op.Get()};
        EXPECT_EQ(flow.dml->CreateOperatorInitializer(
                      1, list, IID_PPV_ARGS(&initializer)),
                  S_OK);
        EXPECT_EQ(initializer->Reset(0, nullptr), S_OK);
        create(flow, DML_OPERATOR_TYPE(9999), nullptr);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_THAT(flow.messages(), testing::SizeIs(8 * 19));
}

} // namespace
