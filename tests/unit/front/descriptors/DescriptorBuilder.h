//===- DescriptorBuilder.h - DML descriptors for tests ----------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_UNIT_FRONT_DESCRIPTORS_DESCRIPTORBUILDER_H
#define FUSEDML_TESTS_UNIT_FRONT_DESCRIPTORS_DESCRIPTORBUILDER_H

#include "directml/DirectML.h"
#include "fusedml/Descriptor.h"

#include <deque>
#include <map>
#include <string>
#include <vector>

namespace fusedml::test {

/// A buffer tensor that owns its arrays. Bytes are the least that is allowed
/// unless set.
struct DmlTensor {
  std::vector<UINT> sizes, strides;
  DML_BUFFER_TENSOR_DESC buffer{};
  DML_TENSOR_DESC desc{};

  DmlTensor(DML_TENSOR_DATA_TYPE type, std::vector<UINT> sizesIn,
            std::vector<UINT> stridesIn = {})
      : sizes(std::move(sizesIn)), strides(std::move(stridesIn)) {
    TensorDesc layout;
    layout.type = static_cast<DataType>(type);
    layout.sizes.assign(sizes.begin(), sizes.end());
    layout.strides.assign(strides.begin(), strides.end());
    buffer.DataType = type;
    buffer.DimensionCount = static_cast<UINT>(sizes.size());
    buffer.Sizes = sizes.data();
    buffer.Strides = strides.empty() ? nullptr : strides.data();
    buffer.TotalTensorSizeInBytes = layout.minimumBytes().value_or(0);
    desc.Type = DML_TENSOR_TYPE_BUFFER;
    desc.Desc = &buffer;
  }
  DmlTensor(const DmlTensor &) = delete;
};

/// The text of an import, "ok" if there is no error.
inline std::string importText(DML_OPERATOR_TYPE type, const void *desc,
                              FeatureLevel level = FeatureLevel::Level_6_4) {
  DML_OPERATOR_DESC op{type, desc};
  ImportOptions options;
  options.featureLevel = level;
  Expected<Graph> graph = importOperator(op, options);
  return graph ? "ok" : graph.error().str();
}

/// A DML graph that owns what it points to. Operators stand for objects of
/// their own, as IDMLOperator is only a key here.
struct DmlGraph {
  std::deque<DML_OPERATOR_DESC> operators;
  std::deque<DML_OPERATOR_GRAPH_NODE_DESC> operatorNodes;
  std::deque<DML_CONSTANT_DATA_GRAPH_NODE_DESC> constants;
  std::deque<DML_INPUT_GRAPH_EDGE_DESC> inputs;
  std::deque<DML_INTERMEDIATE_GRAPH_EDGE_DESC> intermediates;
  std::deque<DML_OUTPUT_GRAPH_EDGE_DESC> outputs;
  std::vector<DML_GRAPH_NODE_DESC> nodes;
  std::vector<DML_GRAPH_EDGE_DESC> inputEdges, intermediateEdges, outputEdges;
  UINT inputCount = 0, outputCount = 0;

  void node(DML_OPERATOR_TYPE type, const void *desc, const char *name) {
    operators.push_back({type, desc});
    node(reinterpret_cast<IDMLOperator *>(&operators.back()), name);
  }
  void node(IDMLOperator *op, const char *name) {
    operatorNodes.push_back({op, name});
    nodes.push_back({DML_GRAPH_NODE_TYPE_OPERATOR, &operatorNodes.back()});
  }
  void constant(const void *data, size_t bytes, const char *name) {
    constants.push_back({data, bytes, name});
    nodes.push_back({DML_GRAPH_NODE_TYPE_CONSTANT, &constants.back()});
  }
  void input(UINT index, UINT toNode, UINT toInput,
             const char *name = nullptr) {
    inputs.push_back({index, toNode, toInput, name});
    inputEdges.push_back({DML_GRAPH_EDGE_TYPE_INPUT, &inputs.back()});
  }
  void edge(UINT fromNode, UINT fromOutput, UINT toNode, UINT toInput,
            const char *name = nullptr) {
    intermediates.push_back({fromNode, fromOutput, toNode, toInput, name});
    intermediateEdges.push_back(
        {DML_GRAPH_EDGE_TYPE_INTERMEDIATE, &intermediates.back()});
  }
  void output(UINT fromNode, UINT fromOutput, UINT index,
              const char *name = nullptr) {
    outputs.push_back({fromNode, fromOutput, index, name});
    outputEdges.push_back({DML_GRAPH_EDGE_TYPE_OUTPUT, &outputs.back()});
  }

  DML_GRAPH_DESC desc() const {
    DML_GRAPH_DESC desc{};
    desc.InputCount = inputCount;
    desc.OutputCount = outputCount;
    desc.NodeCount = static_cast<UINT>(nodes.size());
    desc.Nodes = nodes.data();
    desc.InputEdgeCount = static_cast<UINT>(inputEdges.size());
    desc.InputEdges = inputEdges.data();
    desc.OutputEdgeCount = static_cast<UINT>(outputEdges.size());
    desc.OutputEdges = outputEdges.data();
    desc.IntermediateEdgeCount = static_cast<UINT>(intermediateEdges.size());
    desc.IntermediateEdges = intermediateEdges.data();
    return desc;
  }
  static const DML_OPERATOR_DESC *lookup(IDMLOperator *op) {
    return reinterpret_cast<const DML_OPERATOR_DESC *>(op);
  }
  Expected<Graph> import(FeatureLevel level = FeatureLevel::Level_6_4) const {
    ImportOptions options;
    options.featureLevel = level;
    return importGraph(desc(), lookup, options);
  }
  std::string importText(FeatureLevel level = FeatureLevel::Level_6_4) const {
    Expected<Graph> graph = import(level);
    return graph ? "ok" : graph.error().str();
  }
};

} // namespace fusedml::test

#endif // FUSEDML_TESTS_UNIT_FRONT_DESCRIPTORS_DESCRIPTORBUILDER_H
