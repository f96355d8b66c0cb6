//===- DescriptorReader.h - reads operator descriptors ----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_DESCRIPTORS_DESCRIPTORREADER_H
#define FUSEDML_FRONT_DESCRIPTORS_DESCRIPTORREADER_H

#include "front/graph/GraphData.h"

#include <functional>

struct DML_GRAPH_DESC;
struct IDMLOperator;

namespace fusedml::graph {

/// Copies a descriptor into an Operator by the offsets of its row. Refuses what
/// cannot be read (null pointers, tensors that are no buffers, counts beyond
/// the limit); the rules of the operator are checkOperator's. A nested fused
/// activation is read too.
Expected<Operator> readOperator(const DML_OPERATOR_DESC &desc,
                                FeatureLevel level);

/// Finds the operator behind the `Operator` member of a graph node. Errors get
/// the node as their context.
using OperatorReader = std::function<Expected<Operator>(IDMLOperator *)>;

/// The error of an OperatorReader for an object it does not know.
Diagnostic unknownObject();

/// Reads a DML graph and checks it. Errors: those of fusedml::importGraph.
Expected<std::shared_ptr<GraphData>> readGraph(const DML_GRAPH_DESC &desc,
                                               const OperatorReader &reader,
                                               const ImportOptions &options);

} // namespace fusedml::graph

#endif // FUSEDML_FRONT_DESCRIPTORS_DESCRIPTORREADER_H
