//===- Graph.cpp - the graph API ------------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fusedml/Graph.h"

#include "compiler/graph/GraphBuilder.h"
#include "compiler/graph/Layout.h"

#include <fmt/format.h>

#include <algorithm>

namespace fusedml {

using graph::GraphData;

namespace {

Diagnostic portError(const char *kind, const std::string &name,
                     const char *field, const char *rule, std::string message,
                     std::string mend = "") {
  Diagnostic diagnostic;
  diagnostic.context = fmt::format("{} '{}'", kind, name);
  diagnostic.field = field;
  diagnostic.rule = rule;
  diagnostic.message = std::move(message);
  diagnostic.mend = std::move(mend);
  return diagnostic;
}

/// The rules of a layout that no operator has checked yet.
std::optional<Diagnostic> checkLayout(const char *kind, const std::string &name,
                                      const TensorDesc &desc) {
  if (desc.type == DataType::Unknown || bitWidth(desc.type) == 0)
    return portError(kind, name, "DataType", "data-type",
                     "DataType is not a data type");
  if (desc.sizes.empty() || desc.sizes.size() > 8)
    return portError(kind, name, "Sizes", "dimension-count",
                     fmt::format("Sizes {} have {} dimensions; a tensor has 1 "
                                 "to 8",
                                 formatList(desc.sizes), desc.sizes.size()),
                     desc.sizes.empty() ? "use [1] for a single value" : "");
  if (std::ranges::any_of(desc.sizes, [](int64_t size) { return size < 0; }))
    return portError(
        kind, name, "Sizes", "sizes-positive",
        fmt::format("Sizes {} have a negative size", formatList(desc.sizes)));
  if (!desc.strides.empty() && desc.strides.size() != desc.sizes.size())
    return portError(
        kind, name, "Strides", "strides-count",
        fmt::format("Strides {} have {} values for {} dimensions",
                    formatList(desc.strides), desc.strides.size(),
                    desc.sizes.size()),
        "give one stride for each size, or none for a packed tensor");
  if (std::ranges::any_of(desc.strides, [](int64_t s) { return s < 0; }))
    return portError(kind, name, "Strides", "strides-negative",
                     fmt::format("Strides {} have a negative stride",
                                 formatList(desc.strides)));
  if (!desc.minimumBytes())
    return portError(kind, name, "Sizes", "span",
                     fmt::format("Sizes {} with strides {} reach past 64-bit "
                                 "addresses",
                                 formatList(desc.sizes),
                                 formatList(desc.effectiveStrides())));
  return std::nullopt;
}

bool isPortName(const GraphData &data, const std::string &name) {
  return std::ranges::find(data.inputNames, name) != data.inputNames.end() ||
         std::ranges::any_of(data.outputs,
                             [&](const graph::GraphOutput &output) {
                               return output.name == name;
                             });
}

} // namespace

TensorDesc Tensor::desc() const {
  if (!owner || id < 0 || static_cast<size_t>(id) >= owner->values.size())
    return {};
  return owner->values[static_cast<size_t>(id)].desc;
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
    name = fmt::format("input{}", owner->inputs.size());
  TensorDesc desc;
  desc.type = type;
  desc.sizes = std::move(sizes);
  desc.strides = std::move(strides);
  std::optional<Diagnostic> wrong = checkLayout("input", name, desc);
  if (!wrong && isPortName(*owner, name))
    wrong = portError("input", name, "", "unique-name",
                      "the name is already taken");
  if (wrong) {
    graph::setError(*owner, std::move(*wrong));
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
    name = fmt::format("output{}", owner->outputs.size());
  auto fail = [&](Diagnostic diagnostic) {
    graph::setError(*owner, std::move(diagnostic));
  };
  if (value.graph() && value.graph() != owner)
    return fail(portError(
        "output", name, "", "same-graph",
        fmt::format("the value belongs to graph '{}'", value.graph()->name)));
  if (!value.graph() || value.value() < 0 ||
      static_cast<size_t>(value.value()) >= owner->values.size())
    return fail(portError("output", name, "", "required-field",
                          "the value is a Tensor without value",
                          "pass the result of an operator"));
  if (isPortName(*owner, name))
    return fail(portError("output", name, "", "unique-name",
                          "the name is already taken"));
  // A copy is an operator in DML too.
  if (owner->values[static_cast<size_t>(value.value())].kind !=
      graph::Value::Kind::NodeOutput) {
    value = identity(value);
    if (owner->error)
      return;
  }
  graph::GraphOutput output;
  output.value = value.value();
  output.desc = value.desc();
  output.desc.strides = std::move(strides);
  if (auto wrong = checkLayout("output", name, output.desc))
    return fail(std::move(*wrong));
  if (graph::Overlap overlap = graph::findOverlap(output.desc);
      overlap != graph::Overlap::No)
    return fail(portError(
        "output", name, "Strides", "output-overlap",
        fmt::format("Strides {} {} two elements of Sizes {} one address",
                    formatList(output.desc.strides),
                    overlap == graph::Overlap::Yes ? "give" : "may give",
                    formatList(output.desc.sizes))));
  output.name = std::move(name);
  owner->outputs.push_back(std::move(output));
}

Status Graph::status() const {
  if (!owner) {
    Diagnostic diagnostic;
    diagnostic.message = "the graph has no data";
    return diagnostic;
  }
  return owner->error ? Status(*owner->error) : Status::success();
}

} // namespace fusedml
