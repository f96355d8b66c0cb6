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
/// cheap to copy; keeps its graph alive. Without a value if it is default
/// constructed or comes of a mistake.
class Tensor {
public:
  Tensor() = default;
  /// Internal.
  Tensor(std::shared_ptr<graph::GraphData> data, int number,
         std::shared_ptr<Diagnostic> mistake = nullptr)
      : owner(std::move(data)), id(number), wrong(std::move(mistake)) {}

  /// Layout of the value; an empty descriptor after an error.
  TensorDesc desc() const;

  /// Names the operator that made this value, for messages and explain(), and
  /// returns the value: `Tensor s = (q * k).named("scores")`. Operators may
  /// share a name; the last one given counts. The code is the same, and so is
  /// its place in caches. If the operator was refused, the graph's error has
  /// the name. An input has its name already; naming it is an error.
  Tensor named(std::string name) const;

  /// Internal.
  const std::shared_ptr<graph::GraphData> &graph() const { return owner; }
  /// Internal.
  int value() const { return id; }
  /// Internal. What is wrong with the operator or number that this comes of.
  const std::shared_ptr<Diagnostic> &mistake() const { return wrong; }

private:
  std::shared_ptr<graph::GraphData> owner;
  int id = -1;
  std::shared_ptr<Diagnostic> wrong;
};

/// A graph under construction. Operators are the free functions of
/// fusedml/Operators.h. An error made while building (a type an operator
/// lacks, sizes that do not broadcast) is kept; status() and compile() return
/// the first one. Copies share one graph: what is added to one is in all, and
/// goes on after compile() without an effect on kernels that exist. Not
/// thread-safe while it is being built; afterwards any number of threads may
/// compile it.
class Graph {
public:
  /// `name` stands in messages, and as a C identifier in the symbols of its
  /// code: fusedml_<name>. Code of two graphs of one name does not link.
  explicit Graph(std::string name = "graph");
  /// Internal.
  explicit Graph(std::shared_ptr<graph::GraphData> data)
      : owner(std::move(data)) {}

  /// Declares an input. `sizes` may hold zeros. `strides` are in elements,
  /// one for each size, empty = packed; 0 repeats the dimension. Without a name
  /// it is "Input0" and so on, by its number.
  Tensor input(std::string name, DataType type, std::vector<int64_t> sizes,
               std::vector<int64_t> strides = {});

  /// Makes `value` the next output. The strides must give every element an
  /// address of its own; empty = packed. Without a name it is "Output0" and so
  /// on. Inputs and outputs share one set of names.
  void output(std::string name, Tensor value,
              std::vector<int64_t> strides = {});

  /// The first error met so far.
  Status status() const;

  /// Internal.
  const std::shared_ptr<graph::GraphData> &data() const { return owner; }

private:
  std::shared_ptr<graph::GraphData> owner;
};

} // namespace fusedml

#include "fusedml/Operators.h"

#endif // FUSEDML_GRAPH_H
