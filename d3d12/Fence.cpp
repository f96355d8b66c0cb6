//===- Fence.cpp - ID3D12Fence --------------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "d3d12/Fence.h"

using namespace fusedml::d3d12;

HRESULT Fence::SetEventOnCompletion(UINT64 value, HANDLE handle) {
  return guarded([&]() -> HRESULT {
    if (!handle) {
      // Another thread may release the last reference meanwhile.
      ComPtr<Fence> kept(this);
      scheduler->wait(*state, value);
      return S_OK;
    }
    Event event;
    if (HRESULT result =
            event.take("ID3D12Fence::SetEventOnCompletion", handle);
        FAILED(result))
      return result;
    scheduler->notify(*state, value, std::move(event));
    return S_OK;
  });
}
