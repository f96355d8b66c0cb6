//===- GraphData.h - a graph of operators, without MLIR ---------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_GRAPH_GRAPHDATA_H
#define FUSEDML_FRONT_GRAPH_GRAPHDATA_H

#include "front/rules/Operator.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fusedml::graph {

/// A value: graph input, constant, or output of a node.
struct Value {
  enum class Kind { Input, Constant, NodeOutput };
  Kind kind = Kind::Input;
  int index = 0;        ///< Input or constant number, or node number.
  int outputField = -1; ///< NodeOutput: field of the node's operator.
  std::string name;
  /// Layout as the producer writes it.
  TensorDesc desc;
};

/// One operator. `inputs` and `outputs` are parallel to op.row->fields: value
/// numbers for tensor fields, -1 elsewhere and for tensors left out. The
/// field's TensorDesc is this node's own view of the value: where it differs
/// from Value::desc, the edge reinterprets the bytes.
struct Node {
  std::string name;
  Operator op;
  std::vector<int> inputs, outputs;
  /// How an operator without inputs sees the indices of its elements, where
  /// those are not in their usual order.
  std::optional<TensorDesc> indices;

  explicit Node(Operator op)
      : op(std::move(op)), inputs(this->op.fields.size(), -1),
        outputs(this->op.fields.size(), -1) {}
};

struct GraphOutput {
  std::string name;
  int value = -1;
  /// Layout it is written with; same type and sizes as the value.
  TensorDesc desc;
};

/// Nodes are in topological order; an operator with FusedActivation is one.
/// Filled by GraphBuilder (native API), of descriptors and JSON by way of
/// GraphSpec, and of modules of the dialect; checked by all of them before.
struct GraphData {
  std::string name = "graph";
  FeatureLevel level = FeatureLevel::Level_6_4;
  std::vector<Value> values;
  std::vector<int> inputs; ///< Value numbers; -1: an input nothing reads.
  std::vector<std::string> inputNames; ///< Parallel to inputs.
  std::vector<GraphOutput> outputs;
  std::vector<std::vector<std::byte>> constants;
  std::vector<Node> nodes;
  /// Nodes that the native API added for numbers and for inputs that are
  /// outputs. Nobody wrote them as operators, so messages do not count them.
  size_t impliedNodes = 0;
  /// The first mistake made while building through the native API; nothing is
  /// added after it. The Tensor that comes of it has it, too, and may be gone.
  std::shared_ptr<Diagnostic> error;
  /// Read from a file of its own, so that nothing is added to it.
  bool isComplete = false;
};

} // namespace fusedml::graph

#endif // FUSEDML_FRONT_GRAPH_GRAPHDATA_H
