//===- ElementGraph.h - a graph as operators on elements --------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What planning works on. Each node computes one element of its result from one
// element of each operand; where that element lies is said by a view, so that
// broadcasts, transposes, blocks of quantized tensors and edges that
// reinterpret are all the same: memory, and a layout to read it with.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_PLAN_ELEMENTGRAPH_H
#define FUSEDML_FRONT_PLAN_ELEMENTGRAPH_H

#include "front/graph/GraphData.h"
#include "runtime/Plan.h"

#include <compare>
#include <deque>
#include <string_view>
#include <vector>

namespace fusedml::plan {

/// Where the elements of an operand come from.
struct Source {
  enum class Kind : uint8_t {
    Input,    ///< A graph input.
    Constant, ///< The bytes of a constant of the graph.
    Splat,    ///< One number, which a kernel mostly has in its code.
    Index,    ///< No memory: the element at address k is k.
    Node      ///< What a node computes.
  };
  Kind kind = Kind::Input;
  int number = 0; ///< Of the input, constant, splat or node.

  auto operator<=>(const Source &) const = default;
};

/// The memory of a source, seen through a layout. Layouts are normal forms, see
/// graph::normalLayout(); that of a splat has strides of 0.
struct Operand {
  Source source;
  TensorDesc view;
};

/// Of normal forms.
inline bool sameView(const TensorDesc &a, const TensorDesc &b) {
  return a.type == b.type && a.sizes == b.sizes && a.strides == b.strides;
}

/// One element as a tensor of these sizes.
TensorDesc repeated(DataType type, std::vector<int64_t> sizes);

/// One operator.
struct Node {
  const graph::Operator *op = nullptr; ///< Its row and what is no tensor.
  std::vector<Operand> operands;       ///< In field order; the index alone for
                                       ///< operators without input.
  TensorDesc result;                   ///< How it lies in memory.
  std::string_view name;
};

class ElementGraph {
public:
  ElementGraph() = default;
  // Nodes point into it.
  ElementGraph(const ElementGraph &) = delete;
  ElementGraph &operator=(const ElementGraph &) = delete;
  ElementGraph(ElementGraph &&) = default;
  ElementGraph &operator=(ElementGraph &&) = default;

  std::vector<Node> nodes; ///< Operands come before their readers.
  std::vector<Operand> outputs;
  std::vector<graph::ScalarUnion> splats;
  /// Constants by what is read of them.
  struct Constant {
    int number = 0; ///< Of the graph's constant.
    DataType type = DataType::Unknown;
    int64_t count = 0; ///< Elements from its beginning.

    bool operator==(const Constant &) const = default;
  };
  std::vector<Constant> constants;
  /// For shipped kernels, of one operator each: numbers are in memory, and
  /// every operand is an input of its own.
  bool isGeneral = false;
  /// For each input whether DirectML's rules let an output have its memory, and
  /// the pairs of which an output may have one only.
  std::vector<bool> mayOverwrite;
  std::vector<runtime::Plan::ExclusivePair> exclusive;

  /// An operator that is in no graph; it lives as long as this.
  graph::Operator &newOperator(std::string_view mnemonic);
  /// A number as an operand; equal ones are one splat.
  Operand splat(const graph::ScalarUnion &value, std::vector<int64_t> sizes);
  /// Whether kernels have an operand in their code.
  bool isInCode(const Operand &operand) const {
    return operand.source.kind == Source::Kind::Splat && !isGeneral;
  }
  /// Whether an operand is the result of a node as the node writes it.
  bool isDirect(const Operand &operand) const {
    return operand.source.kind == Source::Kind::Node &&
           sameView(nodes[static_cast<size_t>(operand.source.number)].result,
                    operand.view);
  }

private:
  std::deque<graph::Operator> operators;
};

/// The elements of a graph that has been built without error and lives at least
/// as long. Linear in its operators, as everything here is.
ElementGraph elementsOf(const graph::GraphData &graph);

/// Removes what need not be computed: nodes that nothing reads, copies,
/// operators that are there twice, and memory that would hold one number only.
void simplify(ElementGraph &graph);

} // namespace fusedml::plan

#endif // FUSEDML_FRONT_PLAN_ELEMENTGRAPH_H
