//===- Debug.h - what the software device says ------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_D3D12_DEBUG_H
#define FUSEDML_D3D12_DEBUG_H

#include "d3d12/ComObject.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace fusedml::d3d12 {

/// Writes "FuseDML: TEXT" to stderr, with the debug layer or without.
void say(std::string_view text) noexcept;

/// Whether ID3D12Debug::EnableDebugLayer was called in this process.
bool debugLayerIsOn();

/// Writes "D3D12 ERROR: METHOD: TEXT" to stderr.
void debugError(std::string_view method, std::string_view text) noexcept;

/// Says what is wrong with a call, if the debug layer is on, and gives
/// `result`.
template <typename... Arguments>
HRESULT misuse(HRESULT result, std::string_view method,
               fmt::format_string<Arguments...> text,
               Arguments &&...arguments) noexcept {
  if (debugLayerIsOn())
    (void)guarded([&] {
      debugError(method,
                 fmt::format(text, std::forward<Arguments>(arguments)...));
      return S_OK;
    });
  return result;
}

/// Says, once for each `what`, that a part of D3D12 is not there.
HRESULT notBuiltIn(std::string_view what, void **object = nullptr) noexcept;

/// D3D12GetDebugInterface.
HRESULT makeDebug(REFIID id, void **object);

} // namespace fusedml::d3d12

#endif // FUSEDML_D3D12_DEBUG_H
