//===- DescriptorReader.h - reads operator descriptors ----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_COMPILER_GRAPH_DESCRIPTORREADER_H
#define FUSEDML_COMPILER_GRAPH_DESCRIPTORREADER_H

#include "compiler/graph/Operator.h"

namespace fusedml::graph {

/// Copies a descriptor into an Operator by the offsets of its row. Refuses what
/// cannot be read (null pointers, tensors that are no buffers, counts beyond
/// the limit); the rules of the operator are checkOperator's. A nested fused
/// activation is read too.
Expected<Operator> readOperator(const DML_OPERATOR_DESC &desc,
                                FeatureLevel level);

} // namespace fusedml::graph

#endif // FUSEDML_COMPILER_GRAPH_DESCRIPTORREADER_H
