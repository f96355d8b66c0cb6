//===- GraphForms.cpp - a graph as descriptors and as JSON ----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/directml/GraphForms.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cmath>
#include <cstring>

namespace fusedml::test {

using graph::FieldKind;

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

OperatorDescriptor::OperatorDescriptor(const graph::Operator &op)
    : fields(op.row->structSize) {
  for (size_t i = 0; i < op.fields.size(); ++i)
    write(op.row->fields[i], op.fields[i]);
  desc.Type = static_cast<DML_OPERATOR_TYPE>(op.row->dmlType);
  desc.Desc = fields.data();
}

template <typename T> void OperatorDescriptor::put(uint32_t offset, T value) {
  std::memcpy(fields.data() + offset, &value, sizeof(T));
}

void OperatorDescriptor::write(const graph::FieldRow &field,
                               const graph::FieldValue &value) {
  if (const auto *tensor = std::get_if<TensorDesc>(&value)) {
    std::vector<UINT> sizes(tensor->sizes.begin(), tensor->sizes.end());
    std::vector<UINT> strides(tensor->strides.begin(), tensor->strides.end());
    DmlTensor &made =
        tensors.emplace_back(static_cast<DML_TENSOR_DATA_TYPE>(tensor->type),
                             std::move(sizes), std::move(strides));
    made.buffer.TotalTensorSizeInBytes = tensor->bufferBytes();
    if (tensor->ownedByDml)
      made.buffer.Flags = DML_TENSOR_FLAG_OWNED_BY_DML;
    if (field.array.empty())
      return put(field.offset, &made.desc);
    array.push_back(made.desc);
    return put(field.offset, array.data());
  }
  if (const auto *number = std::get_if<float>(&value))
    return put(field.offset, *number);
  if (const auto *number = std::get_if<uint32_t>(&value))
    return put(field.offset, *number);
  if (const auto *scalar = std::get_if<graph::ScalarUnion>(&value))
    return put(field.offset, scalar->bits);
  if (const auto *given = std::get_if<ScaleBias>(&value)) {
    scaleBias = DML_SCALE_BIAS{given->scale, given->bias};
    return put(field.offset, &*scaleBias);
  }
  using Activation = std::shared_ptr<const graph::Operator>;
  if (const auto *given = std::get_if<Activation>(&value)) {
    activation = std::make_unique<OperatorDescriptor>(**given);
    return put(field.offset, &activation->desc);
  }
}

DmlGraph
graphDescriptor(const graph::GraphSpec &spec,
                const std::function<IDMLOperator *(const graph::Operator &)>
                    &makeOperator) {
  DmlGraph graph;
  graph.inputCount = spec.inputCount;
  graph.outputCount = spec.outputCount;
  for (const graph::SpecNode &node : spec.nodes)
    if (node.op)
      graph.node(makeOperator(*node.op), node.name.c_str());
    else
      graph.constant(node.constant.data(), node.constant.size(),
                     node.name.c_str());
  for (const graph::SpecInputEdge &edge : spec.inputEdges)
    graph.input(edge.graphInput, edge.toNode, edge.toInput, edge.name.c_str());
  for (const graph::SpecIntermediateEdge &edge : spec.intermediateEdges)
    graph.edge(edge.fromNode, edge.fromOutput, edge.toNode, edge.toInput);
  for (const graph::SpecOutputEdge &edge : spec.outputEdges)
    graph.output(edge.fromNode, edge.fromOutput, edge.graphOutput,
                 edge.name.c_str());
  return graph;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

namespace {

class JsonWriter {
public:
  std::optional<std::string> write(const graph::GraphSpec &spec) {
    std::vector<std::string> nodes, inputs, between, outputs;
    for (const graph::SpecNode &node : spec.nodes)
      nodes.push_back(writeNode(node));
    // A node is known by its number and by its name.
    auto reference = [&](uint32_t node) {
      return node % 2 ? quoted(spec.nodes[node].name) : fmt::format("{}", node);
    };
    for (const graph::SpecInputEdge &edge : spec.inputEdges)
      inputs.push_back(
          fmt::format("{{\"GraphInputIndex\": {}, \"ToNodeIndex\": {}, "
                      "\"ToNodeInputIndex\": {}, \"Name\": {}}}",
                      edge.graphInput, reference(edge.toNode), edge.toInput,
                      quoted(edge.name)));
    for (const graph::SpecIntermediateEdge &edge : spec.intermediateEdges)
      between.push_back(
          fmt::format("{{\"FromNodeIndex\": {}, \"FromNodeOutputIndex\": {}, "
                      "\"ToNodeIndex\": {}, \"ToNodeInputIndex\": {}}}",
                      reference(edge.fromNode), edge.fromOutput,
                      reference(edge.toNode), edge.toInput));
    for (const graph::SpecOutputEdge &edge : spec.outputEdges)
      outputs.push_back(
          fmt::format("{{\"FromNodeIndex\": {}, \"FromNodeOutputIndex\": {}, "
                      "\"GraphOutputIndex\": {}, \"Name\": {}}}",
                      reference(edge.fromNode), edge.fromOutput,
                      edge.graphOutput, quoted(edge.name)));
    if (!isExpressible)
      return std::nullopt;
    return fmt::format(
        "{{\"InputCount\": {}, \"OutputCount\": {},\n\"Nodes\": [\n{}\n],\n"
        "\"InputEdges\": [\n{}\n],\n\"IntermediateEdges\": [\n{}\n],\n"
        "\"OutputEdges\": [\n{}\n]}}\n",
        spec.inputCount, spec.outputCount, fmt::join(nodes, ",\n"),
        fmt::join(inputs, ",\n"), fmt::join(between, ",\n"),
        fmt::join(outputs, ",\n"));
  }

private:
  static std::string quoted(std::string_view text) {
    return fmt::format("\"{}\"", text);
  }

  std::string writeNode(const graph::SpecNode &node) {
    if (node.op)
      return fmt::format("{{\"Name\": {}, \"Type\": {}, \"Desc\": {}}}",
                         quoted(node.name), quoted(node.op->row->dmlName),
                         writeFields(*node.op));
    std::vector<unsigned> bytes;
    bytes.reserve(node.constant.size());
    for (std::byte byte : node.constant)
      bytes.push_back(std::to_integer<unsigned>(byte));
    return fmt::format("{{\"Name\": {}, \"Type\": \"CONSTANT\", \"Desc\": "
                       "{{\"DataType\": \"UINT8\", \"Data\": [{}]}}}}",
                       quoted(node.name), fmt::join(bytes, ","));
  }

  std::string writeFields(const graph::Operator &op) {
    std::vector<std::string> members;
    std::vector<std::string> array;
    std::string_view arrayName;
    for (size_t i = 0; i < op.fields.size(); ++i) {
      const graph::FieldRow &field = op.row->fields[i];
      if (!op.present(i))
        continue;
      std::string text = writeValue(field, op.fields[i]);
      if (field.kind == FieldKind::Input && !field.array.empty()) {
        array.push_back(std::move(text));
        arrayName = field.array;
      } else {
        members.push_back(fmt::format("\"{}\": {}", field.name, text));
      }
    }
    if (!array.empty())
      members.push_back(
          fmt::format("\"{}\": [{}]", arrayName, fmt::join(array, ", ")));
    return fmt::format("{{{}}}", fmt::join(members, ", "));
  }

  std::string writeValue(const graph::FieldRow &field,
                         const graph::FieldValue &value) {
    switch (field.kind) {
    case FieldKind::Input:
    case FieldKind::Output:
      return writeTensor(std::get<TensorDesc>(value));
    case FieldKind::Float:
      return writeFloat(std::get<float>(value));
    case FieldKind::Count:
      return fmt::format("{}", std::get<uint32_t>(value));
    case FieldKind::Enum:
      for (const graph::EnumMember &member : field.enumRow->members)
        if (member.value == std::get<uint32_t>(value))
          return fmt::format("\"{}{}\"", field.enumRow->prefix, member.name);
      return "null";
    case FieldKind::DataType:
      return quoted(name(static_cast<DataType>(std::get<uint32_t>(value))));
    case FieldKind::Scalar:
      return writeScalar(std::get<graph::ScalarUnion>(value));
    case FieldKind::ScaleBias: {
      const auto &given = std::get<ScaleBias>(value);
      return fmt::format("{{\"Scale\": {}, \"Bias\": {}}}",
                         writeFloat(given.scale), writeFloat(given.bias));
    }
    case FieldKind::Activation: {
      const graph::Operator &given =
          *std::get<std::shared_ptr<const graph::Operator>>(value);
      return fmt::format("{{\"Type\": {}, \"Desc\": {}}}",
                         quoted(given.row->dmlName), writeFields(given));
    }
    }
    return "null";
  }

  static std::string writeTensor(const TensorDesc &tensor) {
    std::string text =
        fmt::format("{{\"DataType\": {}, \"Sizes\": [{}]",
                    quoted(name(tensor.type)), fmt::join(tensor.sizes, ", "));
    if (!tensor.strides.empty())
      text +=
          fmt::format(", \"Strides\": [{}]", fmt::join(tensor.strides, ", "));
    if (tensor.totalBytes != 0)
      text +=
          fmt::format(", \"TotalTensorSizeInBytes\": {}", tensor.totalBytes);
    if (tensor.ownedByDml)
      text += ", \"Flags\": \"OWNED_BY_DML\"";
    return text + "}";
  }

  static std::string writeFloat(float number) {
    if (std::isnan(number))
      return "\"nan\"";
    if (std::isinf(number))
      return number > 0 ? "\"inf\"" : "\"-inf\"";
    return fmt::format("{}", number);
  }

  std::string writeScalar(const graph::ScalarUnion &scalar) {
    unsigned unused = 64 - bitWidth(scalar.type);
    if (scalar.type == DataType::Float16)
      return fmt::format("{{\"UInt16\": {}}}", scalar.bits);
    if (isSigned(scalar.type))
      return fmt::format("{}",
                         static_cast<int64_t>(scalar.bits << unused) >> unused);
    if (isUnsigned(scalar.type))
      return fmt::format("{}", scalar.bits);
    if (scalar.type == DataType::Float64) {
      auto number = std::bit_cast<double>(scalar.bits);
      isExpressible &= std::isfinite(number);
      return fmt::format("{}", number);
    }
    auto number = std::bit_cast<float>(static_cast<uint32_t>(scalar.bits));
    isExpressible &= !std::isnan(number);
    // Beyond FLOAT32, but not beyond a double.
    if (std::isinf(number))
      return number > 0 ? "1e300" : "-1e300";
    return fmt::format("{}", number);
  }

  bool isExpressible = true;
};

} // namespace

std::optional<std::string> graphJson(const graph::GraphSpec &spec) {
  return JsonWriter().write(spec);
}

} // namespace fusedml::test
