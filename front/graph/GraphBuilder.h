//===- GraphBuilder.h - adds operators to a graph ---------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_GRAPH_GRAPHBUILDER_H
#define FUSEDML_FRONT_GRAPH_GRAPHBUILDER_H

#include "front/graph/GraphData.h"
#include "fusedml/Graph.h"

#include <initializer_list>
#include <utility>

namespace fusedml::graph {

/// Keeps the first error of a graph.
void setError(GraphData &data, Diagnostic diagnostic);

/// Tensor::value() of the result of the operator that made the graph's error;
/// other results without value have -1.
inline constexpr int kRefused = -2;
/// Of a number that its type does not have.
inline constexpr int kRefusedNumber = -3;

/// Where the next node will stand, for messages: "node 'scores' (2)".
std::string nextNodeLabel(const GraphData &data, const std::string &name = "");

/// Why nothing may be added to a graph; empty if something may.
std::optional<Diagnostic> extensionError(const GraphData &data);

/// Number of field `index` and the tensor bound to it.
using OperandOfField = std::pair<size_t, Tensor>;

/// Adds an operator whose attributes are set. Operands broadcast to the sizes
/// of the result, which has `type` where the operands do not decide it. A
/// mistake is kept in the graph, and the result is a Tensor without value.
Tensor addNode(Operator op, std::initializer_list<OperandOfField> operands,
               DataType type = DataType::Unknown);

/// Adds an operator without tensor inputs.
Tensor addSource(Graph &graph, Operator op, DataType type,
                 std::vector<int64_t> sizes);

/// `value` as DML_SCALAR_UNION holds a number of `type`.
Scalar makeScalar(const ScalarValue &value, DataType type);

FieldValue makeScaleBias(const std::optional<fusedml::ScaleBias> &value);

} // namespace fusedml::graph

#endif // FUSEDML_FRONT_GRAPH_GRAPHBUILDER_H
