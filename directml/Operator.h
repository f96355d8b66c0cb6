//===- Operator.h - IDMLOperator --------------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIRECTML_OPERATOR_H
#define FUSEDML_DIRECTML_OPERATOR_H

#include "compiler/graph/Operator.h"
#include "directml/DeviceChild.h"

namespace fusedml::directml {

/// A copy of what a descriptor said, checked.
class Operator final
    : public DeviceChild<
          Operator,
          d3d12::Implements<IDMLOperator, IDMLDeviceChild, IDMLObject>> {
public:
  static constexpr GUID kClassId = {
      0xd27f2a41,
      0x0bb8,
      0x494b,
      {0xb8, 0xbc, 0xb5, 0x49, 0x74, 0x45, 0x4b, 0x4b}};

  Operator(Device &device, graph::Operator op)
      : DeviceChild(device), op(std::move(op)) {}

  const graph::Operator op;
};

} // namespace fusedml::directml

#endif // FUSEDML_DIRECTML_OPERATOR_H
