//===- Graph.cpp - the graph API ------------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fusedml/Graph.h"

#include "front/graph/GraphBuilder.h"
#include "front/rules/Layout.h"
#include "front/rules/Refusal.h"

#include <fmt/format.h>

#include <algorithm>

namespace fusedml {

using graph::GraphData;

namespace {

Diagnostic atPort(const char *kind, const std::string &name,
                  Diagnostic diagnostic) {
  diagnostic.context = fmt::format("{} '{}'", kind, name);
  return diagnostic;
}

/// The rules of a tensor that no operator has checked yet.
std::optional<Diagnostic> portError(const TensorDesc &desc, bool isOutput) {
  if (bitWidth(desc.type) == 0)
    return graph::refusal("DataType", "data-type",
                          fmt::format("DataType {} is no data type",
                                      static_cast<uint32_t>(desc.type)));
  if (desc.sizes.empty() || desc.sizes.size() > 8)
    return graph::refusal(
        "Sizes", "dimension-count",
        fmt::format("Sizes {} have {} dimensions; a tensor has 1 to 8",
                    formatList(desc.sizes), desc.sizes.size()),
        desc.sizes.empty() ? "use [1] for a single value" : "merge dimensions");
  return graph::layoutError("", desc, isOutput, /*allowEmpty=*/true);
}

bool isPortName(const GraphData &data, const std::string &name) {
  return std::ranges::find(data.inputNames, name) != data.inputNames.end() ||
         std::ranges::any_of(data.outputs,
                             [&](const graph::GraphOutput &output) {
                               return output.name == name;
                             });
}

Diagnostic nameTaken() {
  return graph::refusal("", "unique-name", "the name is already taken",
                        "inputs and outputs share one set of names; choose "
                        "another");
}

} // namespace

TensorDesc Tensor::desc() const {
  if (!owner || id < 0 || static_cast<size_t>(id) >= owner->values.size())
    return {};
  return owner->values[static_cast<size_t>(id)].desc;
}

Tensor Tensor::named(std::string name) const {
  // A number is named by its operator.
  if (wrong && id < 0)
    wrong->context = graph::nextNodeLabel(*owner, name);
  if (!owner || owner->error || id < 0)
    return *this;
  const graph::Value &value = owner->values[static_cast<size_t>(id)];
  if (value.kind == graph::Value::Kind::NodeOutput) {
    owner->nodes[static_cast<size_t>(value.index)].name = std::move(name);
    return *this;
  }
  graph::refuse(owner, atPort("input", value.name,
                              graph::refusal("", "name-of-operator",
                                             "an input has its name already",
                                             "name it where it is declared, "
                                             "in Graph::input")));
  return Tensor(owner, -1);
}

Graph::Graph(std::string name) : owner(std::make_shared<GraphData>()) {
  owner->name = std::move(name);
}

Tensor Graph::input(std::string name, DataType type, std::vector<int64_t> sizes,
                    std::vector<int64_t> strides) {
  if (!owner)
    return {};
  if (owner->error)
    return Tensor(owner, -1);
  if (name.empty())
    name = fmt::format("Input{}", owner->inputs.size());
  TensorDesc desc;
  desc.type = type;
  desc.sizes = std::move(sizes);
  desc.strides = std::move(strides);
  std::optional<Diagnostic> wrong = graph::extensionError(*owner);
  if (!wrong)
    wrong = portError(desc, /*isOutput=*/false);
  if (!wrong && isPortName(*owner, name))
    wrong = nameTaken();
  if (wrong) {
    graph::refuse(owner, atPort("input", name, std::move(*wrong)));
    return Tensor(owner, -1);
  }
  graph::Value value;
  value.kind = graph::Value::Kind::Input;
  value.index = static_cast<int>(owner->inputs.size());
  value.name = name;
  value.desc = std::move(desc);
  int number = static_cast<int>(owner->values.size());
  owner->values.push_back(std::move(value));
  owner->inputs.push_back(number);
  owner->inputNames.push_back(std::move(name));
  return Tensor(owner, number);
}

void Graph::output(std::string name, Tensor value,
                   std::vector<int64_t> strides) {
  if (!owner || owner->error)
    return;
  if (name.empty())
    name = fmt::format("Output{}", owner->outputs.size());
  auto fail = [&](Diagnostic diagnostic) {
    graph::refuse(owner, atPort("output", name, std::move(diagnostic)));
  };
  if (auto wrong = graph::extensionError(*owner))
    return fail(std::move(*wrong));
  if (value.graph() && value.graph() != owner)
    return fail(graph::refusal(
        "", "same-graph",
        fmt::format("the value belongs to graph '{}'", value.graph()->name),
        "build both in one graph"));
  if (!value.graph() || value.value() < 0 ||
      static_cast<size_t>(value.value()) >= owner->values.size())
    return fail(graph::refusal("", "required-field",
                               "the value is a Tensor without value",
                               "pass the result of an operator"));
  if (isPortName(*owner, name))
    return fail(nameTaken());
  // A copy is an operator in DML too. It has none for elements of 4 bits, which
  // the compiler copies.
  if (owner->values[static_cast<size_t>(value.value())].kind !=
          graph::Value::Kind::NodeOutput &&
      bitWidth(value.desc().type) != 4) {
    value = identity(value);
    if (owner->error)
      return;
    ++owner->impliedNodes;
  }
  graph::GraphOutput output;
  output.value = value.value();
  output.desc = value.desc();
  output.desc.strides = std::move(strides);
  if (auto wrong = portError(output.desc, /*isOutput=*/true))
    return fail(std::move(*wrong));
  output.name = std::move(name);
  owner->outputs.push_back(std::move(output));
}

Status Graph::status() const {
  if (!owner) {
    return graph::refusal(
        "", "graph-data", "the graph has no data",
        "a Graph that was moved from has none; build another");
  }
  return owner->error ? Status(*owner->error) : Status::success();
}

} // namespace fusedml
