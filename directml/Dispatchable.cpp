//===- Dispatchable.cpp - what can be bound and recorded ------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/Dispatchable.h"

#include "front/rules/Refusal.h"

#include <fmt/format.h>

#include <algorithm>

namespace fusedml::directml {

Status Dispatch::check(const BoundBuffers &buffers) const {
  Status status = checkBound("inputs", inputs(), buffers.inputs);
  if (status)
    status = checkBound("outputs", outputs(), buffers.outputs);
  if (status && persistentBytes() != 0 && !buffers.persistent)
    status = graph::refusal(
        "persistent", "binding-missing",
        fmt::format("no persistent resource is bound; the operator needs one "
                    "of {} bytes",
                    persistentBytes()),
        "bind the one that the initializer wrote");
  return status ? checkOverlaps(buffers) : std::move(status);
}

DML_BINDING_PROPERTIES Dispatch::properties() const {
  DML_BINDING_PROPERTIES properties = {};
  size_t count = persistentBytes() != 0;
  for (std::span<const Place> places : {inputs(), outputs()})
    for (const Place &place : places)
      count += place.slots.size();
  // A heap of no descriptors cannot be created.
  properties.RequiredDescriptorCount =
      static_cast<UINT>(std::max<size_t>(count, 1));
  properties.PersistentResourceSize = persistentBytes();
  return properties;
}

} // namespace fusedml::directml
