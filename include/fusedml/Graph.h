//===- Graph.h - build graphs of operators ----------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_GRAPH_H
#define FUSEDML_GRAPH_H

#include "fusedml/Status.h"
#include "fusedml/Tensor.h"

#include <memory>
#include <string>
#include <vector>

namespace fusedml {

namespace graph {
struct GraphData;
}

/// A value of a graph: an input, or the result of an operator. Small and
/// cheap to copy; keeps its graph alive.
class Tensor {
public:
  Tensor() = default;
  Tensor(std::shared_ptr<graph::GraphData> graph, int value)
      : owner(std::move(graph)), id(value) {}

  /// Layout of the value; an empty descriptor after an error.
  TensorDesc desc() const;

  const std::shared_ptr<graph::GraphData> &graph() const { return owner; }
  int value() const { return id; }

private:
  std::shared_ptr<graph::GraphData> owner;
  int id = -1;
};

/// A graph under construction. Operators are the free functions of
/// fusedml/Operators.h. An error made while building (a type an operator
/// lacks, sizes that do not broadcast) is kept; status() and compile() return
/// the first one. Not thread-safe while it is being built.
class Graph {
public:
  /// `name` becomes part of symbols and of messages.
  explicit Graph(std::string name = "graph");
  explicit Graph(std::shared_ptr<graph::GraphData> data)
      : owner(std::move(data)) {}

  /// Declares an input. `sizes` may hold zeros. `strides` are in elements,
  /// one for each size, empty = packed; 0 repeats the dimension.
  Tensor input(std::string name, DataType type, std::vector<int64_t> sizes,
               std::vector<int64_t> strides = {});

  /// Makes `value` the next output. The strides must give every element an
  /// address of its own; empty = packed.
  void output(std::string name, Tensor value,
              std::vector<int64_t> strides = {});

  /// The first error met so far.
  Status status() const;

  const std::shared_ptr<graph::GraphData> &data() const { return owner; }

private:
  std::shared_ptr<graph::GraphData> owner;
};

} // namespace fusedml

#include "fusedml/Operators.h"

#endif // FUSEDML_GRAPH_H
