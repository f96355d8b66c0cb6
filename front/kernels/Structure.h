//===- Structure.h - what graphs that share code have in common -*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Two graphs have one structure if they differ only in the sizes of dimensions,
// in strides, in scalars that are kernel arguments, and in names. The code is
// compiled for a graph that stands for all of them: each size is a prime, so
// that every extent and stride of its plan tells which sizes it is made of.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_STRUCTURE_H
#define FUSEDML_FRONT_KERNELS_STRUCTURE_H

#include "front/graph/GraphData.h"
#include "fusedml/Compile.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fusedml::cache {

/// A number that scales with sizes: `factor` times some variables.
struct Product {
  int64_t factor = 1;
  std::vector<uint16_t> variables; ///< Numbers; may repeat.

  auto operator<=>(const Product &) const = default;
};

class Structure {
public:
  /// The structure of a graph that has been built without error. Graphs read
  /// from text have none.
  Structure(const graph::GraphData &graph, const CompileOptions &options);

  /// Equal for graphs of one structure, and for no others: operators, types,
  /// edges, which sizes are equal, which dimensions are contiguous, the class
  /// of each argument, and the options that change code.
  const std::string &key() const { return text; }

  /// Whether sizes are variables. They are not where operators or edges need a
  /// relation between sizes (reshapes, blocks, elements of 4 bits), where a
  /// size is 0, and where the graph holds constant tensors. Then the graph
  /// stands for itself.
  bool isGeneral() const { return general; }
  /// From now on the graph stands for itself.
  void specialize();

  /// The graph that is compiled for all graphs of this structure.
  graph::GraphData standIn();

  /// What a number of the stand-in's plan is made of; nullopt if it is not a
  /// product of variables.
  std::optional<Product> explain(int64_t number) const;
  /// The number in this structure's own graph.
  int64_t evaluate(const Product &product) const;

  /// Scalars of this structure's own graph, by argument number.
  const std::vector<float> &arguments() const { return scalars; }

private:
  struct Variable {
    int64_t value;   ///< In this graph.
    int64_t standIn; ///< In the graph that is compiled.
    int64_t prime;   ///< Divides `standIn`, and no other variable's.
  };
  /// A dimension: its size, and a stride that is a product.
  struct Dimension {
    Product size, stride;

    auto operator<=>(const Dimension &) const = default;
  };

  class KeyWriter;

  bool decideGenerality();
  bool keepsDimensions(const TensorDesc &seen, const TensorDesc &produced);
  int64_t nextPrime();
  uint16_t sizeVariable(int64_t size);
  uint16_t strideVariable(int64_t stride, int64_t least);
  std::vector<Dimension> dimensionsOf(const TensorDesc &desc);
  /// Nullopt on overflow.
  std::optional<int64_t> standInOf(const Product &product) const;

  const graph::GraphData &graph;
  const CompileOptions &options;
  bool general = false;
  bool fits = true; ///< All stand-ins are small enough.
  std::string text;
  std::vector<Variable> variables;
  std::map<int64_t, uint16_t> sizeVariables;
  /// By value and least stand-in.
  std::map<std::pair<int64_t, int64_t>, uint16_t> strideVariables;
  std::vector<float> scalars;
  int64_t lastPrime = 1;
};

} // namespace fusedml::cache

#endif // FUSEDML_FRONT_KERNELS_STRUCTURE_H
