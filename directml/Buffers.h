//===- Buffers.h - what is bound, and what may be ---------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIRECTML_BUFFERS_H
#define FUSEDML_DIRECTML_BUFFERS_H

#include "directml/Device.h"
#include "runtime/Sharing.h"

#include <span>
#include <vector>

namespace fusedml::directml {

/// A part of a resource; empty if nothing is bound. Keeps the resource alive.
struct BufferRange {
  ComPtr<ID3D12Resource> resource;
  uint64_t offset = 0, bytes = 0;

  explicit operator bool() const { return static_cast<bool>(resource); }
  /// A resource of libfusedml_d3d12 lies at its GPU virtual address.
  std::byte *data() const {
    if (!resource)
      return nullptr;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): it is a pointer
    return reinterpret_cast<std::byte *>(resource->GetGPUVirtualAddress() +
                                         offset);
  }
  /// The first bytes, for comparisons: two placed resources may share memory.
  runtime::BoundMemory memory(uint64_t size, size_t number) const {
    return {reinterpret_cast<uintptr_t>(data()), *this ? size : 0, number};
  }
};

/// What a dispatchable takes at one place.
struct Slot {
  enum class Kind : uint8_t {
    Needed,
    Ignored, ///< A graph input that nothing reads.
    Absent,  ///< An optional tensor that was left out.
    Owned,   ///< OWNED_BY_DML, at execution.
    NotNow   ///< Not for the initializer, which copies owned tensors alone.
  };
  Kind kind = Kind::Needed;
  std::string name;       ///< For messages: "InputTensor".
  uint64_t bytes = 0;     ///< Least SizeInBytes.
  uint32_t alignment = 1; ///< Of the offset; what DirectML asks of all apart.
  bool written = false;
};

/// The slots of one DML_BINDING_DESC: one, or those of a BUFFER_ARRAY.
struct Place {
  std::string name;
  bool isArray = false;
  std::vector<Slot> slots;
};

/// What was bound to the slots of one place; empty slots are not bound.
using BoundPlace = std::vector<BufferRange>;

/// What a dispatch uses of all that is bound through a binding table. It needs
/// no temporary resource.
struct BoundBuffers {
  std::vector<BoundPlace> inputs, outputs;
  BufferRange persistent;
};

/// Reads the descs that BindInputs or BindOutputs got. `list` is "inputs" or
/// "outputs".
Expected<std::vector<BoundPlace>> readBindings(const Device &device,
                                               const char *list,
                                               std::span<const Place> places,
                                               UINT count,
                                               const DML_BINDING_DESC *descs);

/// Reads a temporary or persistent binding of at least `bytes` bytes. Null, or
/// of type NONE, where none is needed or to unbind.
Expected<BufferRange> readScratch(const Device &device, const char *name,
                                  uint64_t bytes, const DML_BINDING_DESC *desc);

/// The error of a slot without the buffer it needs, if there is one.
Status checkBound(const char *list, std::span<const Place> places,
                  std::span<const BoundPlace> bound);

} // namespace fusedml::directml

#endif // FUSEDML_DIRECTML_BUFFERS_H
