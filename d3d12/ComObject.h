//===- ComObject.h - reference counts and QueryInterface --------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all COM objects of libfusedml_d3d12 and libfusedml_directml share.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_D3D12_COMOBJECT_H
#define FUSEDML_D3D12_COMOBJECT_H

#include <wsl/winadapter.h>

#include <directx/d3d12.h>
#include <directx/d3d12sdklayers.h>
// Gives D3D12's interfaces their __uuidof, so it follows their headers.
#include <dxguids/dxguids.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

/// Puts the functions behind `__uuidof` into the library, for programs whose
/// headers declare them alone. They are inline, and emitted because their
/// addresses are taken.
#define FUSEDML_EXPORT_UUID(INTERFACE)                                         \
  [[gnu::used]] static const GUID &(*const uuidOf##INTERFACE[])() = {          \
      &__wsl_stub_uuidof<INTERFACE>, &__wsl_stub_uuidof<INTERFACE *>};

namespace fusedml::d3d12 {

/// The value of an enumeration that a caller passes. It may be none that the
/// enumeration has: to read it as one is undefined then, and so is to pass it
/// on.
template <typename Enum> unsigned bitsOf(const Enum &value) {
  static_assert(std::is_enum_v<Enum> && sizeof(value) == sizeof(unsigned));
  unsigned bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

/// One interface that an object implements, and those of its bases that
/// QueryInterface answers to. IUnknown need not be named.
template <typename Interface, typename... Bases> struct Implements {
  static_assert((std::is_base_of_v<Bases, Interface> && ...));
  using Type = Interface;

  static bool has(REFIID id) {
    return id == __uuidof(Interface) || (... || (id == __uuidof(Bases)));
  }
};

/// The root of a COM object. The first interface gives the identity, that is
/// the IUnknown. A new object has one reference; the last Release deletes it.
///
///   class Heap final
///       : public ComObject<Implements<ID3D12Heap, ID3D12Pageable, …>> {…};
template <typename First, typename... More>
class ComObject : public First::Type, public More::Type... {
public:
  ComObject() = default;
  ComObject(const ComObject &) = delete;
  ComObject &operator=(const ComObject &) = delete;

  IUnknown *identity() { return static_cast<typename First::Type *>(this); }

  HRESULT STDMETHODCALLTYPE QueryInterface(REFIID id, void **object) override {
    if (!object)
      return E_POINTER;
    *object = nullptr;
    if (id == __uuidof(IUnknown))
      *object = identity();
    else
      (void)(answer<First>(id, object) || ... || answer<More>(id, object));
    if (!*object)
      return E_NOINTERFACE;
    AddRef();
    return S_OK;
  }

  ULONG STDMETHODCALLTYPE AddRef() override {
    return references.fetch_add(1, std::memory_order_relaxed) + 1;
  }

  ULONG STDMETHODCALLTYPE Release() override {
    ULONG left = references.fetch_sub(1, std::memory_order_acq_rel) - 1;
    if (!left)
      delete this;
    return left;
  }

protected:
  virtual ~ComObject() = default;

private:
  // Interfaces derive one from the other alone, so a pointer to the last one is
  // a pointer to each of its bases.
  template <typename Chain> bool answer(REFIID id, void **object) {
    if (Chain::has(id))
      *object = static_cast<typename Chain::Type *>(this);
    return *object;
  }

  std::atomic<ULONG> references = 1;
};

/// Runs the body of a COM method; none lets an exception out.
template <typename Body> HRESULT guarded(Body &&body) noexcept {
  try {
    return std::forward<Body>(body)();
  } catch (const std::bad_alloc &) {
    return E_OUTOFMEMORY;
  } catch (...) {
    return E_FAIL;
  }
}

/// Gives up the caller's reference to a new object for one to its interface.
/// Who passes no place for it only wants to know that it can be made: S_FALSE.
template <typename Object>
HRESULT handOut(Object *made, REFIID id, void **object) {
  HRESULT result = object ? made->QueryInterface(id, object) : S_FALSE;
  made->Release();
  return result;
}

/// Makes an object and hands it out.
template <typename Object, typename... Arguments>
HRESULT make(REFIID id, void **object, Arguments &&...arguments) {
  if (object)
    *object = nullptr;
  return guarded([&] {
    return handOut(new Object(std::forward<Arguments>(arguments)...), id,
                   object);
  });
}

} // namespace fusedml::d3d12

#endif // FUSEDML_D3D12_COMOBJECT_H
