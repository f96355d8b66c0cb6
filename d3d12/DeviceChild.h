//===- DeviceChild.h - what all objects of a device share -------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_D3D12_DEVICECHILD_H
#define FUSEDML_D3D12_DEVICECHILD_H

#include "d3d12/PrivateData.h"

#include <cstring>

namespace fusedml::d3d12 {

using Microsoft::WRL::ComPtr;

/// The id by which QueryInterface gives an object as its own class. It holds an
/// address of this library, so no other has it.
template <typename Class> GUID classId() {
  static const char place = 0;
  const char *address = &place;
  GUID id = {0x8d1c2f70, 0x51a4, 0x4e0c, {}};
  static_assert(sizeof(id.Data4) == sizeof(address));
  std::memcpy(id.Data4, &address, sizeof(address));
  return id;
}

/// The base of a device's objects, in D3D12 and in DirectML: `Owner` is the
/// class of the device. It keeps the device alive.
///
/// QueryInterface gives an object as its own class, too: how an interface that
/// a caller passes is recognized.
template <typename Self, typename Owner, typename... Interfaces>
class DeviceChild : public WithPrivateData<ComObject<Interfaces...>,
                                           typename Owner::PrivateObject> {
  using Base =
      WithPrivateData<ComObject<Interfaces...>, typename Owner::PrivateObject>;

public:
  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void **object) override {
    if (id != classId<Self>())
      return Base::QueryInterface(id, object);
    *object = static_cast<Self *>(this);
    this->AddRef();
    return S_OK;
  }

  HRESULT STDMETHODCALLTYPE GetDevice(REFIID id, void **object) override {
    return device->QueryInterface(id, object);
  }

  Owner &owner() const { return *device.Get(); }

private:
  friend Self;
  explicit DeviceChild(Owner &device) : device(&device) {}

  ComPtr<Owner> device;
};

/// `object` as a class of this library; null if it is not one, or of another
/// device.
template <typename Class, typename Child, typename Owner>
ComPtr<Class> fromCaller(Child *object, Owner &device) {
  ComPtr<Class> found;
  ComPtr<IUnknown> owner;
  void *place = nullptr;
  if (object && SUCCEEDED(object->QueryInterface(classId<Class>(), &place)))
    found.Attach(static_cast<Class *>(place));
  if (found && (FAILED(object->GetDevice(IID_PPV_ARGS(&owner))) ||
                owner.Get() != device.identity()))
    found.Reset();
  return found;
}

} // namespace fusedml::d3d12

#endif // FUSEDML_D3D12_DEVICECHILD_H
