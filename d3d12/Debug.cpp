//===- Debug.cpp - what the software device says --------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "d3d12/Debug.h"

#include "runtime/Leaked.h"

#include <cstdio>
#include <mutex>
#include <set>

using namespace fusedml::d3d12;

namespace {

std::atomic<bool> debugLayer = false;

class Debug final : public ComObject<Implements<ID3D12Debug>> {
public:
  void STDMETHODCALLTYPE EnableDebugLayer() override { debugLayer = true; }
};

/// Whether it is the first call with this text.
bool isNew(std::string_view text) {
  // A queue's thread may speak while the process ends.
  static fusedml::runtime::Leaked<std::mutex> mutex;
  static fusedml::runtime::Leaked<std::set<std::string, std::less<>>> said;
  std::lock_guard lock(*mutex);
  return said->emplace(text).second;
}

} // namespace

void fusedml::d3d12::say(std::string_view text) noexcept {
  std::fprintf(stderr, "FuseDML: %.*s\n", static_cast<int>(text.size()),
               text.data());
}

bool fusedml::d3d12::debugLayerIsOn() { return debugLayer; }

void fusedml::d3d12::debugError(std::string_view method,
                                std::string_view text) noexcept {
  std::fprintf(stderr, "D3D12 ERROR: %.*s: %.*s\n",
               static_cast<int>(method.size()), method.data(),
               static_cast<int>(text.size()), text.data());
}

HRESULT fusedml::d3d12::notBuiltIn(std::string_view what,
                                   void **object) noexcept {
  if (object)
    *object = nullptr;
  (void)guarded([&] {
    if (isNew(what))
      say(fmt::format("{} is not built in (buffers, copies and DirectML "
                      "dispatches are)",
                      what));
    return S_OK;
  });
  return E_NOTIMPL;
}

HRESULT fusedml::d3d12::makeDebug(REFIID id, void **object) {
  return make<Debug>(id, object);
}
