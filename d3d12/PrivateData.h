//===- PrivateData.h - names and data that callers attach -------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_D3D12_PRIVATEDATA_H
#define FUSEDML_D3D12_PRIVATEDATA_H

#include "d3d12/ComObject.h"

#include <fmt/format.h>
#include <wrl/client.h>

#include <cstddef>
#include <cstring>
#include <cwchar>
#include <list>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace fusedml::d3d12 {

/// Where SetName keeps the name (WKPDID_D3DDebugObjectNameW of d3dcommon.h for
/// Windows, which the headers for Linux lack).
inline constexpr GUID kNameGuid = {
    0x4cca5fd8,
    0x921f,
    0x42c8,
    {0x85, 0x66, 0x70, 0xca, 0xf2, 0xa9, 0xb7, 0x41}};

/// Data by GUID, as ID3D12Object and IDMLObject keep them. Thread-safe.
class PrivateData {
public:
  /// `size` receives the size of the data, `data` a copy if it is not null: of
  /// an interface the pointer, with a reference of the caller's own.
  /// E_INVALIDARG without `size`, DXGI_ERROR_NOT_FOUND, or
  /// DXGI_ERROR_MORE_DATA if `size` was less than what there is.
  HRESULT get(REFGUID id, UINT *size, void *data) {
    if (!size)
      return E_INVALIDARG;
    std::lock_guard lock(mutex);
    for (const Entry &entry : entries) {
      if (entry.id != id)
        continue;
      UINT given = std::exchange(*size, static_cast<UINT>(entry.bytes.size()));
      if (!data)
        return S_OK;
      if (given < *size)
        return DXGI_ERROR_MORE_DATA;
      if (!entry.bytes.empty())
        std::memcpy(data, entry.bytes.data(), entry.bytes.size());
      if (entry.object)
        entry.object->AddRef();
      return S_OK;
    }
    *size = 0;
    return DXGI_ERROR_NOT_FOUND;
  }

  /// Null removes, and gives S_FALSE if there was nothing.
  HRESULT set(REFGUID id, UINT size, const void *data) {
    if (!data)
      return remove(id) ? S_OK : S_FALSE;
    return guarded([&] {
      auto *bytes = static_cast<const std::byte *>(data);
      replace({id, {bytes, bytes + size}, nullptr});
      return S_OK;
    });
  }

  /// Keeps a reference. Null is kept too, as Windows does.
  HRESULT setInterface(REFGUID id, const IUnknown *object) {
    return guarded([&] {
      std::vector<std::byte> bytes(sizeof(void *));
      std::memcpy(bytes.data(), static_cast<const void *>(&object),
                  sizeof(void *));
      replace({id, std::move(bytes), const_cast<IUnknown *>(object)});
      return S_OK;
    });
  }

  /// The name and its terminator, under `kNameGuid`; null removes it.
  HRESULT setName(LPCWSTR name) {
    if (!name) {
      remove(kNameGuid);
      return S_OK;
    }
    return set(kNameGuid,
               static_cast<UINT>((std::wcslen(name) + 1) * sizeof(*name)),
               name);
  }

  /// "'NAME'", or `otherwise` without a name; for messages.
  std::string quotedName(const char *otherwise) {
    std::lock_guard lock(mutex);
    for (const Entry &entry : entries) {
      if (entry.id != kNameGuid || entry.object)
        continue;
      std::string name = "'";
      for (size_t at = 0; at + sizeof(wchar_t) <= entry.bytes.size();
           at += sizeof(wchar_t)) {
        wchar_t c = 0;
        std::memcpy(&c, &entry.bytes[at], sizeof(c));
        if (!c)
          break;
        name += c >= ' ' && c < 0x7f ? static_cast<char>(c) : '?';
      }
      return name + "'";
    }
    return otherwise;
  }

private:
  struct Entry {
    GUID id;
    std::vector<std::byte> bytes;
    Microsoft::WRL::ComPtr<IUnknown> object;
  };

  // What is dropped may be the last reference to an object whose destructor
  // calls back, so it goes after the lock.
  bool remove(REFGUID id) {
    std::list<Entry> dropped;
    std::lock_guard lock(mutex);
    for (auto entry = entries.begin(); entry != entries.end(); ++entry)
      if (entry->id == id) {
        dropped.splice(dropped.end(), entries, entry);
        return true;
      }
    return false;
  }

  void replace(Entry made) {
    std::list<Entry> added;
    added.push_back(std::move(made));
    std::lock_guard lock(mutex);
    for (Entry &entry : entries)
      if (entry.id == added.front().id) {
        std::swap(entry, added.front());
        return;
      }
    entries.splice(entries.end(), added);
  }

  std::mutex mutex;
  std::list<Entry> entries;
};

/// An object's name as an argument of a message. The string, for which there
/// may be no memory, is made only where the message is said.
struct QuotedName {
  PrivateData &data;
  const char *otherwise;
};

/// The four methods that ID3D12Object and IDMLObject have in common, over a
/// ComObject of an interface that derives from one of them. `Object` is what
/// its SetPrivateDataInterface points to.
template <typename Base, typename Object = const IUnknown>
class WithPrivateData : public Base {
public:
  using PrivateObject = Object;

  HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID id, UINT *size,
                                           void *data) override {
    return privateData.get(id, size, data);
  }
  HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID id, UINT size,
                                           const void *data) override {
    return privateData.set(id, size, data);
  }
  HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID id,
                                                    Object *object) override {
    return privateData.setInterface(id, object);
  }
  HRESULT STDMETHODCALLTYPE SetName(LPCWSTR name) override {
    return privateData.setName(name);
  }

  /// "'NAME'", or `otherwise`.
  QuotedName quotedName(const char *otherwise) {
    return {privateData, otherwise};
  }

private:
  PrivateData privateData;
};

} // namespace fusedml::d3d12

template <>
struct fmt::formatter<fusedml::d3d12::QuotedName>
    : fmt::formatter<std::string> {
  template <typename Context>
  auto format(const fusedml::d3d12::QuotedName &name, Context &context) const {
    return fmt::formatter<std::string>::format(
        name.data.quotedName(name.otherwise), context);
  }
};

#endif // FUSEDML_D3D12_PRIVATEDATA_H
