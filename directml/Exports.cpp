//===- Exports.cpp - the functions and GUIDs of the library ---------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/Device.h"

#include "fusedml/Descriptor.h"

#include <fmt/format.h>

using fusedml::directml::ComPtr;
using fusedml::directml::Device;

namespace {

/// Without a parent where `onHost`: for plain memory alone.
HRESULT createDevice(const char *function, ID3D12Device *parent, bool onHost,
                     DML_CREATE_DEVICE_FLAGS flags, DML_FEATURE_LEVEL level,
                     REFIID id, void **object) {
  if (object)
    *object = nullptr;
  return fusedml::d3d12::guarded([&]() -> HRESULT {
    ComPtr<Device> made;
    made.Attach(new Device(parent, flags & DML_CREATE_DEVICE_FLAG_DEBUG));
    ComPtr<fusedml::d3d12::ISoftwareDevice> software;
    if (!onHost && !parent)
      return made->refuse(function, "d3d12Device is null",
                          "FuseDMLCreateHostDevice of FuseDML.h needs none");
    if (parent &&
        FAILED(parent->QueryInterface(__uuidof(*software.Get()), &software)))
      return made->refuse(function,
                          "d3d12Device is not a device of libfusedml_d3d12",
                          "use its D3D12CreateDevice");
    if (made->isRemoved())
      return DXGI_ERROR_DEVICE_REMOVED;
    auto bits = static_cast<uint32_t>(flags);
    if ((bits & ~uint32_t{DML_CREATE_DEVICE_FLAG_DEBUG}) != 0)
      return made->refuse(function,
                          fmt::format("flags {:#x} has bits that are no "
                                      "DML_CREATE_DEVICE_FLAGS",
                                      bits));
    auto wanted = static_cast<uint32_t>(level);
    if (!fusedml::featureLevel(wanted))
      return made->refuse(
          function,
          fmt::format("minimumFeatureLevel {:#x} is not supported; the "
                      "highest is {}",
                      wanted, fusedml::name(Device::kLevel)),
          "", DXGI_ERROR_UNSUPPORTED);
    return fusedml::d3d12::handOut(made.Detach(), id, object);
  });
}

} // namespace

STDAPI DMLCreateDevice(ID3D12Device *device, DML_CREATE_DEVICE_FLAGS flags,
                       REFIID id, void **object) {
  return createDevice("DMLCreateDevice", device, /*onHost=*/false, flags,
                      DML_FEATURE_LEVEL_1_0, id, object);
}

STDAPI DMLCreateDevice1(ID3D12Device *device, DML_CREATE_DEVICE_FLAGS flags,
                        DML_FEATURE_LEVEL level, REFIID id, void **object) {
  return createDevice("DMLCreateDevice1", device, /*onHost=*/false, flags,
                      level, id, object);
}

STDAPI FuseDMLCreateHostDevice(DML_CREATE_DEVICE_FLAGS flags,
                               DML_FEATURE_LEVEL level, REFIID id,
                               void **object) {
  return createDevice("FuseDMLCreateHostDevice", nullptr, /*onHost=*/true,
                      flags, level, id, object);
}

//===----------------------------------------------------------------------===//
// GUIDs
//===----------------------------------------------------------------------===//

// Programs built with Microsoft's header find the GUIDs here.
#define GUID_OF(INTERFACE)                                                     \
  extern "C" constinit const IID IID_##INTERFACE = __uuidof(INTERFACE);        \
  FUSEDML_EXPORT_UUID(INTERFACE)
// NOLINTBEGIN(bugprone-throwing-static-initialization): constinit rules it out
GUID_OF(IDMLObject)
GUID_OF(IDMLDevice)
GUID_OF(IDMLDeviceChild)
GUID_OF(IDMLPageable)
GUID_OF(IDMLOperator)
GUID_OF(IDMLDispatchable)
GUID_OF(IDMLCompiledOperator)
GUID_OF(IDMLOperatorInitializer)
GUID_OF(IDMLBindingTable)
GUID_OF(IDMLCommandRecorder)
GUID_OF(IDMLDebugDevice)
GUID_OF(IDMLDevice1)
GUID_OF(IFuseDMLHostDispatch)
GUID_OF(IFuseDMLDebugDevice)
// NOLINTEND(bugprone-throwing-static-initialization)
