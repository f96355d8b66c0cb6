//===- Descriptor.h - graphs from DirectML descriptors ----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DESCRIPTOR_H
#define FUSEDML_DESCRIPTOR_H

#include "fusedml/Graph.h"

#include <functional>
#include <string_view>

struct DML_OPERATOR_DESC;
struct DML_GRAPH_DESC;
struct IDMLOperator;

namespace fusedml {

/// A DirectML feature level; the values are those of DML_FEATURE_LEVEL. It
/// decides which operators, data types and dimension counts exist.
enum class FeatureLevel : uint32_t {
  Level_1_0 = 0x1000,
  Level_2_0 = 0x2000,
  Level_2_1 = 0x2100,
  Level_3_0 = 0x3000,
  Level_3_1 = 0x3100,
  Level_4_0 = 0x4000,
  Level_4_1 = 0x4100,
  Level_5_0 = 0x5000,
  Level_5_1 = 0x5100,
  Level_5_2 = 0x5200,
  Level_6_0 = 0x6000,
  Level_6_1 = 0x6100,
  Level_6_2 = 0x6200,
  Level_6_3 = 0x6300,
  Level_6_4 = 0x6400,
};

/// "6_4"
std::string_view name(FeatureLevel level);
/// The level with a value of DML_FEATURE_LEVEL, if there is one.
std::optional<FeatureLevel> featureLevel(uint32_t dmlValue);
/// Inverse of name(); also takes "DML_FEATURE_LEVEL_6_4".
std::optional<FeatureLevel> parseFeatureLevel(std::string_view text);

// The functions here are thread-safe. Everything is copied during the call,
// names, sizes and the data of constants included; afterwards descriptors and
// what they point to may go. Pointers and counts must be true: no check can see
// an array that is shorter than its count.

struct ImportOptions {
  FeatureLevel featureLevel = FeatureLevel::Level_6_4;
  /// Name of the graph, as in Graph::Graph.
  std::string name = "graph";
};

/// One operator as a graph: an input for each input tensor field and an
/// output for each output tensor field, in the order of the struct and named
/// like the fields; optional tensors that are null have no input. Errors name
/// operator, field, rule and values.
Expected<Graph> importOperator(const DML_OPERATOR_DESC &desc,
                               const ImportOptions &options = {});

/// Finds the descriptor behind the `Operator` member of a graph node; null if
/// there is none. FuseDML does not call, keep or release the object, and asks
/// once for each node; what is returned must live until importGraph returns.
using OperatorLookup = std::function<const DML_OPERATOR_DESC *(IDMLOperator *)>;

/// A DML graph: nodes, constant nodes and the three kinds of edges. Inputs and
/// outputs are named like their first edge that has a name no other has, else
/// "Input0", "Output0" and so on. Errors name node, edge and rule; OutOfMemory
/// if the constants do not fit.
Expected<Graph> importGraph(const DML_GRAPH_DESC &desc,
                            const OperatorLookup &lookup,
                            const ImportOptions &options = {});

} // namespace fusedml

#endif // FUSEDML_DESCRIPTOR_H
