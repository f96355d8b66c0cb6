//===- Form.h - builds a graph in DirectML's form ---------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_FORM_H
#define FUSEDML_TESTS_SUPPORT_FORM_H

#include "front/graph/GraphSpec.h"

namespace support {

/// A graph as DML_GRAPH_DESC has it. Its values are graph inputs, constants and
/// the first outputs of operators, numbered in the order they are added.
class FormBuilder {
public:
  void input(std::string name) {
    sources.push_back({true, spec.inputCount++, name});
    spec.inputNames.push_back(std::move(name));
  }

  void constant(std::string name, std::vector<std::byte> data) {
    addNode({.name = std::move(name),
             .op = {},
             .constant = std::move(data),
             .where = {}});
  }

  /// `operands` are values, or negative for a tensor that is left out.
  void node(std::string name, fusedml::graph::Operator op,
            const std::vector<int> &operands) {
    auto number = static_cast<uint32_t>(spec.nodes.size());
    for (uint32_t i = 0; i < operands.size(); ++i) {
      if (operands[i] < 0)
        continue;
      const Source &from = sources[static_cast<size_t>(operands[i])];
      if (from.isInput)
        spec.inputEdges.push_back({from.number, number, i, from.name, {}});
      else
        spec.intermediateEdges.push_back({from.number, 0, number, i, {}, {}});
    }
    addNode({.name = std::move(name),
             .op = std::move(op),
             .constant = {},
             .where = {}});
  }

  void output(const std::string &name, int value) {
    spec.outputEdges.push_back({sources[static_cast<size_t>(value)].number,
                                0,
                                spec.outputCount++,
                                name,
                                {}});
    spec.outputNames.push_back(name);
  }

  const fusedml::graph::GraphSpec &get() const { return spec; }

private:
  /// A graph input or a node, of each value.
  struct Source {
    bool isInput;
    uint32_t number;
    std::string name;
  };

  void addNode(fusedml::graph::SpecNode node) {
    sources.push_back({false, static_cast<uint32_t>(spec.nodes.size()), {}});
    spec.nodes.push_back(std::move(node));
  }

  fusedml::graph::GraphSpec spec;
  std::vector<Source> sources;
};

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_FORM_H
