//===- Dispatchable.cpp - what can be bound and recorded ------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/Dispatchable.h"

#include <algorithm>

namespace fusedml::directml {

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
