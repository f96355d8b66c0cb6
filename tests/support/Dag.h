//===- Dag.h - a graph under test in DirectML's form ------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_DAG_H
#define FUSEDML_TESTS_SUPPORT_DAG_H

#include "tests/support/Form.h"
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
    spec.input(std::move(name));
    return value;
  }

  /// A constant node of packed data.
  int constant(const RefTensor &tensor) {
    std::string name = "constant" + std::to_string(spec.get().nodes.size());
    int value = addMemory(name, tensorDesc(tensor.type, tensor.sizes), tensor);
    std::vector<std::byte> data = at(value).memory;
    data.resize(desc(value).minimumBytes().value());
    spec.constant(std::move(name), std::move(data));
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
    std::vector<int> operands;
    std::ranges::transform(at(value).uses, std::back_inserter(operands),
                           &Use::value);
    spec.node(
        at(value).name,
        makeOperator(mnemonic, attributes, std::move(views), {desc(value)}),
        operands);
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
    spec.output(name, value);
    addOutput(std::move(name), value, desc(value));
  }

  const fusedml::graph::GraphSpec &form() const { return spec.get(); }

  fusedml::Expected<fusedml::Graph> build() const override {
    fusedml::ImportOptions options;
    options.name = "dag";
    auto data = fusedml::graph::buildGraph(form(), options);
    if (!data)
      return data.takeStatus();
    return fusedml::Graph(*data);
  }

private:
  FormBuilder spec;
};

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_DAG_H
