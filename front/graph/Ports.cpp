//===- Ports.cpp - the ports of a graph -----------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/graph/Ports.h"

#include "front/rules/Layout.h"

namespace fusedml::graph {

/// The widest of the views that a graph takes of each of its inputs, the
/// input's own layout included, by value number; null for other values.
static std::vector<const TensorDesc *> widestViews(const GraphData &graph) {
  std::vector<const TensorDesc *> widest(graph.values.size());
  for (int input : graph.inputs)
    if (input >= 0)
      widest[static_cast<size_t>(input)] =
          &graph.values[static_cast<size_t>(input)].desc;
  for (const Node &node : graph.nodes)
    for (size_t field = 0; field < node.inputs.size(); ++field) {
      if (node.inputs[field] < 0)
        continue;
      const TensorDesc *&view = widest[static_cast<size_t>(node.inputs[field])];
      if (view && node.op.tensor(field)->spanInBytes() > view->spanInBytes())
        view = node.op.tensor(field);
    }
  return widest;
}

/// `layout` with the buffer rules of `rules`.
static Port describe(const std::string &name, const TensorDesc &layout,
                     const TensorDesc &rules) {
  Port port;
  port.name = name;
  port.desc = rules;
  TensorDesc normal = normalLayout(layout);
  port.desc.type = normal.type;
  port.desc.sizes = std::move(normal.sizes);
  port.desc.strides = std::move(normal.strides);
  return port;
}

void describePorts(const GraphData &graph, std::vector<Port> &inputs,
                   std::vector<Port> &outputs) {
  TensorDesc unread;
  unread.type = DataType::Int8;
  unread.sizes = {0};
  std::vector<const TensorDesc *> widest = widestViews(graph);
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    int value = graph.inputs[i];
    inputs.push_back(
        value < 0
            ? describe(graph.inputNames[i], unread, unread)
            : describe(graph.inputNames[i], *widest[static_cast<size_t>(value)],
                       graph.values[static_cast<size_t>(value)].desc));
  }
  for (const GraphOutput &output : graph.outputs)
    outputs.push_back(describe(output.name, output.desc, output.desc));
}

} // namespace fusedml::graph
