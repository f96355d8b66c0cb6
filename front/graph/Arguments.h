//===- Arguments.h - scalars that compiled code takes -----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scalars of operators (Bias, Threshold, Alpha, both numbers of ScaleBias) may
// be constants in compiled code, or arguments that it takes at run time. An
// argument is any number but those that make code shorter or another: 0, 1,
// infinities and NaN stay constants. So code for one argument is right for
// every other of the same sign, and graphs share code if knownPart() is the
// same for all their scalars. Code for anyScalar() is right for every float.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_GRAPH_ARGUMENTS_H
#define FUSEDML_FRONT_GRAPH_ARGUMENTS_H

#include "front/graph/GraphData.h"

#include <functional>

namespace fusedml::graph {

/// Stands for all values in a graph whose code is to serve them all: a NaN that
/// is told from others by its bits.
float anyScalar();
bool isAnyScalar(float value);

/// Whether `value` of a Float field, or as a number of ScaleBias, is an
/// argument.
bool isArgument(const FieldRow &field, float value);

/// What compiled code may rely on: the value itself unless it is an argument,
/// and for all arguments of one sign the same value of that sign. Nothing,
/// which is anyScalar() again, where that is the value.
float knownPart(const FieldRow &field, float value);

/// `part` is 0, or for ScaleBias 0 for Scale and 1 for Bias.
using ArgumentVisitor = std::function<void(
    const Node &node, bool ofActivation, size_t field, int part, float value)>;

/// Visits the arguments of a graph by their numbers, from 0 on: nodes in order,
/// then fields in order, then those of the fused activation. None has a number
/// if the graph was read from text.
void forEachArgument(const GraphData &graph, const ArgumentVisitor &visit);

} // namespace fusedml::graph

#endif // FUSEDML_FRONT_GRAPH_ARGUMENTS_H
