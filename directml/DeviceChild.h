//===- DeviceChild.h - what all objects of a device share -------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIRECTML_DEVICECHILD_H
#define FUSEDML_DIRECTML_DEVICECHILD_H

#include "d3d12/DeviceChild.h"
#include "directml/Device.h"

namespace fusedml::directml {

using d3d12::fromCaller;

template <typename Self, typename... Interfaces>
using DeviceChild = d3d12::DeviceChild<Self, Device, Interfaces...>;

} // namespace fusedml::directml

#endif // FUSEDML_DIRECTML_DEVICECHILD_H
