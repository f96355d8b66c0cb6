//===- Arguments.cpp - scalars that compiled code takes -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/graph/Arguments.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace fusedml::graph {

static constexpr uint32_t kAnyScalarBits = 0x7fc0a115;

float anyScalar() { return std::bit_cast<float>(kAnyScalarBits); }

bool isAnyScalar(float value) {
  return std::bit_cast<uint32_t>(value) == kAnyScalarBits;
}

bool isArgument(const FieldRow &field, float value) {
  return field.argument && (isAnyScalar(value) ||
                            (std::isfinite(value) && value != 0 && value != 1));
}

float knownPart(const FieldRow &field, float value) {
  return isArgument(field, value) && !isAnyScalar(value)
             ? std::copysign(std::numeric_limits<float>::min(), value)
             : value;
}

static void visitOperator(const Node &node, const Operator &op,
                          bool ofActivation, const ArgumentVisitor &visit) {
  for (size_t i = 0; i < op.fields.size(); ++i) {
    auto visitPart = [&](int part, float value) {
      if (isArgument(op.row->fields[i], value))
        visit(node, ofActivation, i, part, value);
    };
    if (const auto *number = std::get_if<float>(&op.fields[i]))
      visitPart(0, *number);
    if (const auto *scaleBias = std::get_if<ScaleBias>(&op.fields[i])) {
      visitPart(0, scaleBias->scale);
      visitPart(1, scaleBias->bias);
    }
  }
}

void forEachArgument(const GraphData &graph, const ArgumentVisitor &visit) {
  for (const Node &node : graph.nodes) {
    visitOperator(node, node.op, false, visit);
    for (const FieldValue &field : node.op.fields)
      if (const auto *activation =
              std::get_if<std::shared_ptr<const Operator>>(&field);
          activation && *activation)
        visitOperator(node, **activation, true, visit);
  }
}

} // namespace fusedml::graph
