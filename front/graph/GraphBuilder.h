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

/// Where the next node will stand, for messages: "node 'scores' (2)".
std::string nextNodeLabel(const GraphData &data, const std::string &name = "");

/// Makes what is wrong the graph's error, in place of that of a number. Where
/// it has no context it is the next node's. The result has no value.
Tensor refuse(const std::shared_ptr<GraphData> &data, Diagnostic diagnostic);

/// Why nothing may be added to a graph; empty if something may.
std::optional<Diagnostic> extensionError(const GraphData &data);

/// Number of field `index` and the tensor bound to it.
using OperandOfField = std::pair<size_t, Tensor>;

/// Adds an operator whose attributes are set. Operands broadcast to the sizes
/// of the result, which has `type` where the operands do not decide it. Of
/// a mistake comes a Tensor that has it, and of what follows a Tensor without.
Tensor addNode(Operator op, std::initializer_list<OperandOfField> operands,
               DataType type = DataType::Unknown);

/// Adds an operator without tensor inputs.
Tensor addSource(Graph &graph, Operator op, DataType type,
                 std::vector<int64_t> sizes);

/// `value` as DML_SCALAR_UNION holds a number of `type`.
ScalarUnion makeScalar(const ScalarValue &value, DataType type);

FieldValue makeScaleBias(const std::optional<ScaleBias> &value);

} // namespace fusedml::graph

#endif // FUSEDML_FRONT_GRAPH_GRAPHBUILDER_H
