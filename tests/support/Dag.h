//===- Dag.h - a graph under test in DirectML's form ------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_DAG_H
#define FUSEDML_TESTS_SUPPORT_DAG_H

#include "tests/support/TestGraph.h"

#include <iterator>

namespace support {

/// A graph in which every node has its own view of each tensor. The reference
/// runs while it is built.
class Dag : public TestGraph {
public:
  using TestGraph::input;
  int input(std::string name, TensorDesc desc,
            const RefTensor &memory) override {
    int value = addMemory(name, std::move(desc), memory);
    markInput(value);
    sources.push_back({true, spec.inputCount++});
    spec.inputNames.push_back(std::move(name));
    return value;
  }

  /// A constant node of packed data.
  int constant(const RefTensor &tensor) {
    std::string name = "constant" + std::to_string(spec.nodes.size());
    int value = addMemory(name, tensorDesc(tensor.type, tensor.sizes), tensor);
    fusedml::graph::SpecNode node;
    node.name = std::move(name);
    node.constant = at(value).memory;
    node.constant.resize(desc(value).minimumBytes().value());
    addSpecNode(std::move(node));
    return value;
  }

  /// An operator. Its result is written with the layout `result`.
  int node(std::string_view mnemonic, const RefAttributes &attributes,
           std::vector<Use> uses, TensorDesc result) {
    int value =
        addNode(mnemonic, attributes, std::move(uses), std::move(result));
    std::vector<TensorDesc> views;
    std::ranges::transform(at(value).uses, std::back_inserter(views),
                           &Use::view);
    fusedml::graph::SpecNode node;
    node.name = at(value).name;
    node.op =
        makeOperator(mnemonic, attributes, std::move(views), {desc(value)});
    uint32_t index = addSpecNode(std::move(node));
    for (size_t i = 0; i < at(value).uses.size(); ++i)
      addEdge(at(value).uses[i].value, index, static_cast<uint32_t>(i));
    return value;
  }

  /// An operator that reads values as they were written.
  int node(std::string_view mnemonic, const RefAttributes &attributes,
           const std::vector<int> &operands, TensorDesc result) {
    std::vector<Use> uses;
    uses.reserve(operands.size());
    for (int value : operands)
      uses.push_back({value, value == kAbsent ? TensorDesc() : desc(value)});
    return node(mnemonic, attributes, std::move(uses), std::move(result));
  }

  /// The same with a packed result.
  int node(std::string_view mnemonic, const RefAttributes &attributes,
           const std::vector<int> &operands) {
    return node(mnemonic, attributes, operands, TensorDesc());
  }

  void output(std::string name, int value) {
    spec.outputEdges.push_back({sources[static_cast<size_t>(value)].number,
                                0,
                                spec.outputCount++,
                                name,
                                {}});
    spec.outputNames.push_back(name);
    addOutput(std::move(name), value, desc(value));
  }

  const fusedml::graph::GraphSpec &form() const { return spec; }

  fusedml::Expected<fusedml::Graph> build() const override {
    fusedml::ImportOptions options;
    options.name = "dag";
    auto data = fusedml::graph::buildGraph(spec, options);
    if (!data)
      return data.takeStatus();
    return fusedml::Graph(*data);
  }

private:
  /// A graph input or a node, of each value.
  struct Source {
    bool isInput;
    uint32_t number;
  };

  uint32_t addSpecNode(fusedml::graph::SpecNode node) {
    auto index = static_cast<uint32_t>(spec.nodes.size());
    spec.nodes.push_back(std::move(node));
    sources.push_back({false, index});
    return index;
  }

  void addEdge(int value, uint32_t node, uint32_t input) {
    if (value == kAbsent)
      return;
    const Source &from = sources[static_cast<size_t>(value)];
    if (from.isInput)
      spec.inputEdges.push_back({from.number, node, input, {}, {}});
    else
      spec.intermediateEdges.push_back({from.number, 0, node, input, {}, {}});
  }

  fusedml::graph::GraphSpec spec;
  std::vector<Source> sources;
};

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_DAG_H
