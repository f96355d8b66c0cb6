//===- DeviceChild.h - what all objects of a device share -------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIRECTML_DEVICECHILD_H
#define FUSEDML_DIRECTML_DEVICECHILD_H

#include "directml/Device.h"

namespace fusedml::directml {

/// The base of a device's objects. It keeps the device alive.
///
/// QueryInterface gives an object as its own class, too, by a `kClassId` that
/// no other library knows: how an interface that a caller passes is recognized.
template <typename Self, typename... Interfaces>
class DeviceChild
    : public d3d12::WithPrivateData<d3d12::ComObject<Interfaces...>, IUnknown> {
  using Base =
      d3d12::WithPrivateData<d3d12::ComObject<Interfaces...>, IUnknown>;

public:
  explicit DeviceChild(Device &device) : device(&device) {}

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void **object) override {
    if (id != Self::kClassId)
      return Base::QueryInterface(id, object);
    *object = static_cast<Self *>(this);
    this->AddRef();
    return S_OK;
  }

  HRESULT STDMETHODCALLTYPE GetDevice(REFIID id, void **object) override {
    return device->QueryInterface(id, object);
  }

  Device &owner() const { return *device.Get(); }

private:
  ComPtr<Device> device;
};

/// `object` as a class of this library; null if it is not one, or of another
/// device.
template <typename Class>
ComPtr<Class> fromCaller(IDMLDeviceChild *object, Device &device) {
  ComPtr<Class> found;
  ComPtr<IDMLDevice1> owner;
  void *place = nullptr;
  if (object && SUCCEEDED(object->QueryInterface(Class::kClassId, &place)))
    found.Attach(static_cast<Class *>(place));
  if (found && (FAILED(object->GetDevice(__uuidof(IDMLDevice1), &owner)) ||
                owner.Get() != &device))
    found.Reset();
  return found;
}

} // namespace fusedml::directml

#endif // FUSEDML_DIRECTML_DEVICECHILD_H
