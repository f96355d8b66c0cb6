//===- Ports.h - the ports of a graph ---------------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_GRAPH_PORTS_H
#define FUSEDML_FRONT_GRAPH_PORTS_H

#include "front/graph/GraphData.h"
#include "fusedml/Kernel.h"

namespace fusedml::graph {

/// Name and layout of each input and output, with the buffer rules of their
/// descriptors. Packed strides are left out, as they are in tensor types.
void describePorts(const GraphData &graph, std::vector<Port> &inputs,
                   std::vector<Port> &outputs);

} // namespace fusedml::graph

#endif // FUSEDML_FRONT_GRAPH_PORTS_H
