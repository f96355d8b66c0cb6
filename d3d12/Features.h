//===- Features.h - what the software device supports -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_D3D12_FEATURES_H
#define FUSEDML_D3D12_FEATURES_H

#include <wsl/winadapter.h>

#include <directx/d3d12.h>

namespace fusedml::d3d12 {

/// Whether a program that needs this level gets a device. Levels grade graphics
/// hardware; what DirectML needs of them is there, whatever the level.
bool isSupported(unsigned level);

} // namespace fusedml::d3d12

#endif // FUSEDML_D3D12_FEATURES_H
