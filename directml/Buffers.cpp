//===- Buffers.cpp - what is bound, and what may be -----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/Buffers.h"

#include "front/rules/Refusal.h"

#include <fmt/format.h>

namespace fusedml::directml {
namespace {

std::string typeName(uint32_t type) {
  switch (type) {
  case DML_BINDING_TYPE_NONE:
    return "DML_BINDING_TYPE_NONE";
  case DML_BINDING_TYPE_BUFFER:
    return "DML_BINDING_TYPE_BUFFER";
  case DML_BINDING_TYPE_BUFFER_ARRAY:
    return "DML_BINDING_TYPE_BUFFER_ARRAY";
  default:
    return fmt::format("{}", type);
  }
}

/// Why no buffer may be bound; null if one may.
const char *refusalOf(Slot::Kind kind) {
  switch (kind) {
  case Slot::Kind::Needed:
  case Slot::Kind::Ignored:
    return nullptr;
  case Slot::Kind::Absent:
    return "a buffer was bound to an optional tensor that the operator was "
           "created without";
  case Slot::Kind::Owned:
    return "a buffer was bound to a tensor with DML_TENSOR_FLAG_OWNED_BY_DML, "
           "which is bound when the operator is initialized, and only then";
  case Slot::Kind::NotNow:
    return "a buffer was bound, but at initialization only tensors with "
           "DML_TENSOR_FLAG_OWNED_BY_DML are, and the persistent resources of "
           "operators that need one";
  }
  return nullptr;
}

/// Reads bindings of one device; `what` below is the place in the caller's
/// arrays, "inputs[0] (InputTensor)".
class Reader {
public:
  explicit Reader(const Device &device) : device(device) {}

  Expected<BoundPlace> readPlace(const std::string &what, const Place &place,
                                 const DML_BINDING_DESC &desc) const {
    BoundPlace bound(place.slots.size());
    uint32_t type = d3d12::bitsOf(desc.Type);
    if (type == DML_BINDING_TYPE_NONE)
      return bound;
    uint32_t wanted =
        place.isArray ? DML_BINDING_TYPE_BUFFER_ARRAY : DML_BINDING_TYPE_BUFFER;
    if (type != wanted)
      return graph::refusal(what + ".Type", "binding-type",
                            fmt::format("{}: Type is {}, but {} or "
                                        "DML_BINDING_TYPE_NONE was expected",
                                        what, typeName(type),
                                        typeName(wanted)));
    if (!desc.Desc)
      return graph::refusal(what + ".Desc", "null-pointer",
                            fmt::format("{}: Desc is null, but Type is {}",
                                        what, typeName(type)));
    const auto *buffers = static_cast<const DML_BUFFER_BINDING *>(desc.Desc);
    if (place.isArray) {
      const auto &array =
          *static_cast<const DML_BUFFER_ARRAY_BINDING *>(desc.Desc);
      if (array.BindingCount != place.slots.size())
        return graph::refusal(
            what + ".BindingCount", "binding-count",
            fmt::format("{}: BindingCount is {}, but the operator has {} "
                        "inputs, optional ones included",
                        what, array.BindingCount, place.slots.size()));
      if (!array.Bindings && !place.slots.empty())
        return graph::refusal(what + ".Bindings", "null-pointer",
                              what + ": Bindings is null");
      buffers = array.Bindings;
    }
    for (size_t i = 0; i < place.slots.size(); ++i) {
      const Slot &slot = place.slots[i];
      std::string at = place.isArray ? fmt::format("{}.Bindings[{}] ({})", what,
                                                   i, slot.name)
                                     : what;
      Expected<BufferRange> buffer = readBuffer(at, slot, buffers[i]);
      if (!buffer)
        return buffer.takeStatus();
      bound[i] = std::move(*buffer);
    }
    return bound;
  }

  Expected<BufferRange> readBuffer(const std::string &what, const Slot &slot,
                                   const DML_BUFFER_BINDING &binding) const {
    BufferRange buffer;
    if (!binding.Buffer)
      return buffer;
    if (const char *why = refusalOf(slot.kind))
      return graph::refusal(what, "binding-none", what + ": " + why,
                            "bind DML_BINDING_TYPE_NONE");
    if (Status status = checkDevice(what, *binding.Buffer); !status)
      return status;
    D3D12_RESOURCE_DESC desc = binding.Buffer->GetDesc();
    if (binding.SizeInBytes < slot.bytes)
      return graph::refusal(what + ".SizeInBytes", "binding-size",
                            fmt::format("{}: SizeInBytes is too small: {} was "
                                        "provided, but {} was expected",
                                        what, binding.SizeInBytes, slot.bytes));
    if (binding.Offset > desc.Width ||
        binding.SizeInBytes > desc.Width - binding.Offset)
      return graph::refusal(
          what + ".SizeInBytes", "binding-range",
          fmt::format("{}: Offset {} and SizeInBytes {} reach beyond the end "
                      "of the buffer, which has {} bytes",
                      what, binding.Offset, binding.SizeInBytes, desc.Width));
    if (binding.Offset % slot.alignment != 0)
      return graph::refusal(what + ".Offset", "binding-alignment",
                            fmt::format("{}: Offset {} is not a multiple of {}",
                                        what, binding.Offset, slot.alignment));
    if (slot.written &&
        !(desc.Flags & D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS))
      return graph::refusal(
          what + ".Buffer", "binding-flags",
          what + ": the buffer was created without "
                 "D3D12_RESOURCE_FLAG_ALLOW_UNORDERED_ACCESS, so it cannot be "
                 "written");
    buffer.resource = binding.Buffer;
    buffer.offset = binding.Offset;
    buffer.bytes = binding.SizeInBytes;
    return buffer;
  }

private:
  Status checkDevice(const std::string &what, ID3D12Resource &resource) const {
    ComPtr<ID3D12Device> owner;
    if (SUCCEEDED(resource.GetDevice(__uuidof(ID3D12Device), &owner)) &&
        owner.Get() == device.d3d12())
      return Status::success();
    return graph::refusal(what + ".Buffer", "same-device",
                          what + ": the buffer belongs to another D3D12 device "
                                 "than this DirectML device");
  }

  const Device &device;
};

std::string placeLabel(const char *list, size_t index, const Place &place) {
  return fmt::format("{}[{}] ({})", list, index, place.name);
}

} // namespace

Expected<std::vector<BoundPlace>> readBindings(const Device &device,
                                               const char *list,
                                               std::span<const Place> places,
                                               UINT count,
                                               const DML_BINDING_DESC *descs) {
  std::vector<BoundPlace> bound;
  if (count == 0 && !descs) {
    for (const Place &place : places)
      bound.emplace_back(place.slots.size());
    return bound;
  }
  if (count != places.size())
    return graph::refusal(
        "bindingCount", "binding-count",
        fmt::format("bindingCount is {}, but {} {} were expected, optional "
                    "ones included",
                    count, places.size(), list),
        "bind DML_BINDING_TYPE_NONE to tensors that are left out");
  if (!descs)
    return graph::refusal(
        "bindings", "null-pointer",
        fmt::format("bindings is null, but bindingCount is {}", count));
  Reader reader(device);
  for (size_t i = 0; i < places.size(); ++i) {
    Expected<BoundPlace> place =
        reader.readPlace(placeLabel(list, i, places[i]), places[i], descs[i]);
    if (!place)
      return place.takeStatus();
    bound.push_back(std::move(*place));
  }
  return bound;
}

Expected<BufferRange> readScratch(const Device &device, const char *name,
                                  uint64_t bytes,
                                  const DML_BINDING_DESC *desc) {
  if (!desc)
    return BufferRange();
  Place place;
  place.name = name;
  Slot &slot = place.slots.emplace_back();
  slot.name = name;
  slot.bytes = bytes;
  // Both kinds have the same alignment.
  static_assert(DML_TEMPORARY_BUFFER_ALIGNMENT ==
                DML_PERSISTENT_BUFFER_ALIGNMENT);
  slot.alignment = DML_TEMPORARY_BUFFER_ALIGNMENT;
  slot.written = true;
  Expected<BoundPlace> bound = Reader(device).readPlace(name, place, *desc);
  if (!bound)
    return bound.takeStatus();
  return std::move(bound->front());
}

Status checkBound(const char *list, std::span<const Place> places,
                  std::span<const BoundPlace> bound) {
  for (size_t i = 0; i < places.size(); ++i)
    for (size_t j = 0; j < places[i].slots.size(); ++j) {
      const Slot &slot = places[i].slots[j];
      if (slot.kind == Slot::Kind::Needed && !bound[i][j])
        return graph::refusal(
            std::string(list), "binding-missing",
            fmt::format("{}{}: no buffer is bound",
                        placeLabel(list, i, places[i]),
                        places[i].isArray
                            ? fmt::format(".Bindings[{}] ({})", j, slot.name)
                            : ""));
    }
  return Status::success();
}

} // namespace fusedml::directml
