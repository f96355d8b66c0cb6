//===- Buffers.h - buffers of a D3D12 device --------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_DIRECTML_BUFFERS_H
#define FUSEDML_TESTS_DIRECTML_BUFFERS_H

#include <wsl/winadapter.h>

#include <directx/d3d12.h>
#include <wrl/client.h>

#include <gtest/gtest.h>

#include <cstring>

namespace fusedml::test {

inline D3D12_HEAP_PROPERTIES heapOf(D3D12_HEAP_TYPE type) {
  D3D12_HEAP_PROPERTIES properties = {};
  properties.Type = type;
  return properties;
}

inline D3D12_RESOURCE_DESC
bufferOf(UINT64 size, D3D12_RESOURCE_FLAGS flags = D3D12_RESOURCE_FLAG_NONE) {
  D3D12_RESOURCE_DESC desc = {};
  desc.Dimension = D3D12_RESOURCE_DIMENSION_BUFFER;
  desc.Width = size;
  desc.Height = desc.DepthOrArraySize = desc.MipLevels = 1;
  desc.SampleDesc.Count = 1;
  desc.Layout = D3D12_TEXTURE_LAYOUT_ROW_MAJOR;
  desc.Flags = flags;
  return desc;
}

inline D3D12_RESOURCE_STATES initialStateIn(D3D12_HEAP_TYPE type) {
  switch (type) {
  case D3D12_HEAP_TYPE_UPLOAD:
    return D3D12_RESOURCE_STATE_GENERIC_READ;
  case D3D12_HEAP_TYPE_READBACK:
    return D3D12_RESOURCE_STATE_COPY_DEST;
  default:
    return D3D12_RESOURCE_STATE_COMMON;
  }
}

inline Microsoft::WRL::ComPtr<ID3D12Resource>
createBuffer(ID3D12Device *device, D3D12_HEAP_TYPE type, UINT64 size,
             D3D12_RESOURCE_FLAGS flags = D3D12_RESOURCE_FLAG_NONE) {
  D3D12_HEAP_PROPERTIES properties = heapOf(type);
  D3D12_RESOURCE_DESC desc = bufferOf(size, flags);
  // No IID_PPV_ARGS: its functions may be defined behind this header.
  void *made = nullptr;
  EXPECT_EQ(device->CreateCommittedResource(&properties, D3D12_HEAP_FLAG_NONE,
                                            &desc, initialStateIn(type),
                                            nullptr, IID_ID3D12Resource, &made),
            S_OK);
  Microsoft::WRL::ComPtr<ID3D12Resource> buffer;
  buffer.Attach(static_cast<ID3D12Resource *>(made));
  return buffer;
}

/// The bytes in an upload heap.
inline Microsoft::WRL::ComPtr<ID3D12Resource>
createUpload(ID3D12Device *device, const void *bytes, UINT64 size) {
  auto buffer = createBuffer(device, D3D12_HEAP_TYPE_UPLOAD, size);
  void *data = nullptr;
  EXPECT_EQ(buffer->Map(0, nullptr, &data), S_OK);
  std::memcpy(data, bytes, size);
  buffer->Unmap(0, nullptr);
  return buffer;
}

} // namespace fusedml::test

#endif // FUSEDML_TESTS_DIRECTML_BUFFERS_H
