//===- Device.cpp - IDMLDevice1 -------------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/Device.h"

#include "directml/BindingTable.h"
#include "directml/CommandRecorder.h"
#include "directml/CompiledOperator.h"
#include "directml/Operator.h"
#include "directml/OperatorInitializer.h"
#include "front/descriptors/DescriptorReader.h"
#include "front/graph/GraphSpec.h"
#include "front/rules/Refusal.h"

#include <fmt/format.h>

namespace fusedml::directml {

//===----------------------------------------------------------------------===//
// Mistakes
//===----------------------------------------------------------------------===//

HRESULT Device::refuse(const char *method, const Diagnostic &error) {
  output.say(fmt::format("{}: {}", method, messageText(error)));
  return resultOf(error.code);
}

HRESULT Device::refuse(const char *method, std::string message,
                       std::string mend, HRESULT result) {
  refuse(method, graph::refusal("", "", std::move(message), std::move(mend)));
  return result;
}

void Device::remove(const char *method, const Diagnostic &error) {
  remove(method, refuse(method, error));
}

void Device::remove(const char *method, HRESULT reason) noexcept {
  HRESULT none = S_OK;
  if (!removedReason.compare_exchange_strong(none, reason))
    return;
  (void)d3d12::guarded([&] {
    output.say(fmt::format("{}: the device is removed, reason {:#x}; create a "
                           "new one to go on",
                           method, static_cast<uint32_t>(reason)));
    return S_OK;
  });
}

bool Device::isRemoved() { return FAILED(GetDeviceRemovedReason()); }

HRESULT STDMETHODCALLTYPE Device::GetDeviceRemovedReason() {
  if (HRESULT reason = removedReason; FAILED(reason))
    return reason;
  return parent && FAILED(parent->GetDeviceRemovedReason())
             ? DXGI_ERROR_DEVICE_REMOVED
             : S_OK;
}

void STDMETHODCALLTYPE Device::SetMuteDebugOutput(BOOL mute) {
  output.mute(mute);
}

void STDMETHODCALLTYPE
Device::SetMessageCallback(FUSEDML_MESSAGE_CALLBACK callback, void *context) {
  output.setCallback(callback, context);
}

//===----------------------------------------------------------------------===//
// What it is
//===----------------------------------------------------------------------===//

HRESULT STDMETHODCALLTYPE Device::QueryInterface(REFIID id, void **object) {
  bool ofDebug =
      id == __uuidof(IDMLDebugDevice) || id == __uuidof(IFuseDMLDebugDevice);
  if (!ofDebug || debug || !object)
    return WithPrivateData::QueryInterface(id, object);
  *object = nullptr;
  return E_NOINTERFACE;
}

HRESULT STDMETHODCALLTYPE Device::GetParentDevice(REFIID id, void **object) {
  if (!object)
    return E_POINTER;
  *object = nullptr;
  if (isRemoved())
    return DXGI_ERROR_DEVICE_REMOVED;
  return parent ? parent->QueryInterface(id, object) : DXGI_ERROR_NOT_FOUND;
}

HRESULT STDMETHODCALLTYPE Device::CheckFeatureSupport(DML_FEATURE feature,
                                                      UINT querySize,
                                                      const void *query,
                                                      UINT supportSize,
                                                      void *support) {
  return guard([&] {
    return checkFeature("IDMLDevice::CheckFeatureSupport", feature, querySize,
                        query, supportSize, support);
  });
}

HRESULT Device::checkFeature(const char *method, DML_FEATURE feature,
                             UINT querySize, const void *query,
                             UINT supportSize, void *support) {
  auto checkSizes = [&](size_t wantedQuery, size_t wantedSupport) {
    if (query && support && querySize == wantedQuery &&
        supportSize == wantedSupport)
      return S_OK;
    return refuse(method,
                  fmt::format("featureQueryData and featureSupportData must "
                              "point to {} and {} bytes; {} and {} were given",
                              wantedQuery, wantedSupport, query ? querySize : 0,
                              support ? supportSize : 0));
  };
  switch (static_cast<uint32_t>(feature)) {
  case DML_FEATURE_TENSOR_DATA_TYPE_SUPPORT: {
    using Data = DML_FEATURE_DATA_TENSOR_DATA_TYPE_SUPPORT;
    if (HRESULT result = checkSizes(
            sizeof(DML_FEATURE_QUERY_TENSOR_DATA_TYPE_SUPPORT), sizeof(Data));
        FAILED(result))
      return result;
    using Query = DML_FEATURE_QUERY_TENSOR_DATA_TYPE_SUPPORT;
    uint32_t type = d3d12::bitsOf(static_cast<const Query *>(query)->DataType);
    static_cast<Data *>(support)->IsSupported =
        bitWidth(static_cast<DataType>(type)) != 0;
    return S_OK;
  }
  case DML_FEATURE_FEATURE_LEVELS: {
    using Query = DML_FEATURE_QUERY_FEATURE_LEVELS;
    using Data = DML_FEATURE_DATA_FEATURE_LEVELS;
    if (HRESULT result = checkSizes(sizeof(Query), sizeof(Data));
        FAILED(result))
      return result;
    const auto &levels = *static_cast<const Query *>(query);
    if (levels.RequestedFeatureLevelCount == 0 ||
        !levels.RequestedFeatureLevels)
      return refuse(method, "no feature level is requested");
    uint32_t highest = 0;
    for (UINT i = 0; i < levels.RequestedFeatureLevelCount; ++i) {
      uint32_t level = d3d12::bitsOf(levels.RequestedFeatureLevels[i]);
      if (featureLevel(level))
        highest = std::max(highest, level);
    }
    if (highest == 0)
      return refuse(method, "none of the requested feature levels is known", "",
                    DXGI_ERROR_UNSUPPORTED);
    static_cast<Data *>(support)->MaxSupportedFeatureLevel =
        static_cast<DML_FEATURE_LEVEL>(highest);
    return S_OK;
  }
  default:
    return refuse(
        method,
        fmt::format("feature {} is not known", static_cast<uint32_t>(feature)),
        "", DXGI_ERROR_UNSUPPORTED);
  }
}

HRESULT Device::checkPageables(const char *method, UINT count,
                               IDMLPageable *const *objects) {
  if (count != 0 && !objects)
    return refuse(method,
                  fmt::format("ppObjects is null, but count is {}", count));
  for (UINT i = 0; i < count; ++i)
    if (!fromCaller<IDispatchable>(objects[i], *this))
      return refuse(
          method,
          fmt::format("ppObjects[{}] is {}", i,
                      objects[i] ? "not an object of this device" : "null"));
  return S_OK;
}

// Memory of this process is always resident.
HRESULT STDMETHODCALLTYPE Device::Evict(UINT count,
                                        IDMLPageable *const *objects) {
  return guard(
      [&] { return checkPageables("IDMLDevice::Evict", count, objects); });
}

HRESULT STDMETHODCALLTYPE Device::MakeResident(UINT count,
                                               IDMLPageable *const *objects) {
  return guard([&] {
    return checkPageables("IDMLDevice::MakeResident", count, objects);
  });
}

//===----------------------------------------------------------------------===//
// What it makes
//===----------------------------------------------------------------------===//

namespace {

constexpr uint32_t kKnownFlags =
    DML_EXECUTION_FLAG_ALLOW_HALF_PRECISION_COMPUTATION |
    DML_EXECUTION_FLAG_DISABLE_META_COMMANDS |
    DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE;

Status checkFlags(uint32_t flags) {
  if ((flags & ~kKnownFlags) == 0)
    return Status::success();
  return graph::refusal("flags", "execution-flags",
                        fmt::format("flags {:#x} has bits that are no "
                                    "DML_EXECUTION_FLAGS",
                                    flags));
}

bool bindsLate(DML_EXECUTION_FLAGS flags) {
  return flags & DML_EXECUTION_FLAG_DESCRIPTORS_VOLATILE;
}

/// What a caller finds if nothing is made.
void clear(void **object) {
  if (object)
    *object = nullptr;
}

} // namespace

HRESULT STDMETHODCALLTYPE Device::CreateOperator(const DML_OPERATOR_DESC *desc,
                                                 REFIID id, void **object) {
  constexpr const char *method = "IDMLDevice::CreateOperator";
  clear(object);
  return guard([&] {
    if (!desc)
      return refuse(method, "desc is null");
    Expected<graph::Operator> op = graph::readOperator(*desc, kLevel);
    if (!op)
      return refuse(method, op.error());
    if (Status status = checkOperator(*op, {.level = kLevel}); !status)
      return refuse(method, status.error());
    return d3d12::make<Operator>(id, object, *this, std::move(*op));
  });
}

HRESULT STDMETHODCALLTYPE Device::CompileOperator(IDMLOperator *op,
                                                  DML_EXECUTION_FLAGS flags,
                                                  REFIID id, void **object) {
  constexpr const char *method = "IDMLDevice::CompileOperator";
  clear(object);
  return guard([&] {
    auto mine = fromCaller<Operator>(op, *this);
    if (!mine)
      return refuse(method,
                    op ? "op is no operator of this device" : "op is null");
    if (Status status = checkFlags(flags); !status)
      return refuse(method, status.error());
    auto program = Program::compileOperator(mine->op, bindsLate(flags));
    if (!program)
      return refuse(method, program.error());
    return d3d12::make<CompiledOperator>(id, object, *this,
                                         std::move(*program));
  });
}

HRESULT STDMETHODCALLTYPE Device::CompileGraph(const DML_GRAPH_DESC *desc,
                                               DML_EXECUTION_FLAGS flags,
                                               REFIID id, void **object) {
  constexpr const char *method = "IDMLDevice1::CompileGraph";
  clear(object);
  return guard([&] {
    if (!desc)
      return refuse(method, "desc is null");
    if (Status status = checkFlags(flags); !status)
      return refuse(method, status.error());
    auto reader = [&](IDMLOperator *op) -> Expected<graph::Operator> {
      auto mine = fromCaller<Operator>(op, *this);
      if (!mine)
        return graph::unknownObject();
      return mine->op;
    };
    ImportOptions options;
    options.featureLevel = kLevel;
    auto data = graph::readGraph(*desc, reader, options);
    if (!data)
      return refuse(method, data.error());
    auto program = Program::compileGraph(*data, bindsLate(flags));
    if (!program)
      return refuse(method, program.error());
    return d3d12::make<CompiledOperator>(id, object, *this,
                                         std::move(*program));
  });
}

HRESULT STDMETHODCALLTYPE Device::CreateOperatorInitializer(
    UINT count, IDMLCompiledOperator *const *operators, REFIID id,
    void **object) {
  constexpr const char *method = "IDMLDevice::CreateOperatorInitializer";
  clear(object);
  return guard([&] {
    if (HRESULT result = needParent(method); FAILED(result))
      return result;
    ComPtr<OperatorInitializer> made;
    made.Attach(new OperatorInitializer(*this));
    if (HRESULT result = made->setOperators(method, count, operators);
        FAILED(result))
      return result;
    return d3d12::handOut(made.Detach(), id, object);
  });
}

HRESULT STDMETHODCALLTYPE Device::CreateCommandRecorder(REFIID id,
                                                        void **object) {
  clear(object);
  return guard([&] {
    if (HRESULT result = needParent("IDMLDevice::CreateCommandRecorder");
        FAILED(result))
      return result;
    return d3d12::make<CommandRecorder>(id, object, *this);
  });
}

HRESULT STDMETHODCALLTYPE Device::CreateBindingTable(
    const DML_BINDING_TABLE_DESC *desc, REFIID id, void **object) {
  constexpr const char *method = "IDMLDevice::CreateBindingTable";
  clear(object);
  return guard([&] {
    if (HRESULT result = needParent(method); FAILED(result))
      return result;
    ComPtr<BindingTable> made;
    made.Attach(new BindingTable(*this));
    if (HRESULT result = made->start(method, desc); FAILED(result))
      return result;
    return d3d12::handOut(made.Detach(), id, object);
  });
}

HRESULT Device::needParent(const char *method) {
  return parent
             ? S_OK
             : refuse(method, "this device was created without a D3D12 device",
                      "use IFuseDMLHostDispatch", E_NOTIMPL);
}

} // namespace fusedml::directml
