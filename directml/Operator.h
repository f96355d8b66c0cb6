//===- Operator.h - IDMLOperator --------------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIRECTML_OPERATOR_H
#define FUSEDML_DIRECTML_OPERATOR_H

#include "directml/DeviceChild.h"
#include "front/rules/Operator.h"

namespace fusedml::directml {

/// A copy of what a descriptor said, checked.
class Operator final
    : public DeviceChild<
          Operator,
          d3d12::Implements<IDMLOperator, IDMLDeviceChild, IDMLObject>> {
public:
  Operator(Device &device, graph::Operator op)
      : DeviceChild(device), op(std::move(op)) {}

  const graph::Operator op;
};

} // namespace fusedml::directml

#endif // FUSEDML_DIRECTML_OPERATOR_H
