//===- Operators.h - operators as the reference and as FuseDML name them --===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_OPERATORS_H
#define FUSEDML_TESTS_SUPPORT_OPERATORS_H

#include "front/graph/GraphSpec.h"
#include "tests/reference/Reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace support {

using fusedml::DataType;
using fusedml::TensorDesc;
using reference::RefAttributes;
using reference::RefTensor;

inline DataType toDataType(reference::Type type) {
  return fusedml::parseDataType(reference::name(type)).value();
}
inline reference::Type toRefType(DataType type) {
  return reference::parseType(fusedml::name(type)).value();
}

inline TensorDesc tensorDesc(reference::Type type, std::vector<int64_t> sizes,
                             std::vector<int64_t> strides = {}) {
  TensorDesc desc;
  desc.type = toDataType(type);
  desc.sizes = std::move(sizes);
  desc.strides = std::move(strides);
  return desc;
}

inline const fusedml::graph::OperatorRow &rowOf(std::string_view mnemonic) {
  const auto *row = fusedml::graph::findOperator(mnemonic);
  if (!row)
    throw std::logic_error("no row for " + std::string(mnemonic));
  return *row;
}

/// Types the newest level gives to the first tensor `field` stands in.
inline std::vector<reference::Type>
newestTypes(const fusedml::graph::OperatorRow &row, std::string_view field) {
  std::vector<reference::Type> types;
  for (const auto &rule : row.levels.front().rules)
    for (std::string_view tensor : rule.tensors)
      if (tensor == field)
        for (DataType type : rule.types)
          types.push_back(toRefType(type));
  return types;
}

/// The value of an enum field's member.
inline uint32_t enumValue(const RefAttributes &attributes,
                          const fusedml::graph::FieldRow &field) {
  const std::string &wanted = attributes.choice(field.name);
  for (const auto &member : field.enumRow->members)
    if (member.name == wanted)
      return member.value;
  throw std::logic_error("no member " + wanted);
}

inline fusedml::graph::Operator makeOperator(std::string_view mnemonic,
                                             const RefAttributes &attributes,
                                             std::vector<TensorDesc> inputs,
                                             std::vector<TensorDesc> outputs);

/// What a field that is no tensor holds; monostate for one that is left out or
/// follows from the tensors.
inline fusedml::graph::FieldValue
attributeValue(const fusedml::graph::FieldRow &field,
               const RefAttributes &attributes) {
  using fusedml::graph::FieldKind;
  switch (field.kind) {
  case FieldKind::Float:
    return attributes.at(field.name);
  case FieldKind::Enum:
    if (field.implied >= 0)
      return {};
    return enumValue(attributes, field);
  case FieldKind::DataType:
    return static_cast<uint32_t>(toDataType(attributes.scalarType.value()));
  case FieldKind::Scalar: {
    RefTensor scalar = attributes.scalar(field.name);
    return fusedml::graph::ScalarUnion{toDataType(scalar.type), scalar.bits(0)};
  }
  case FieldKind::ScaleBias:
    if (!attributes.scaleBias)
      return {};
    return fusedml::ScaleBias{attributes.scaleBias->scale,
                              attributes.scaleBias->bias};
  case FieldKind::Activation:
    if (attributes.activation.empty())
      return {};
    return std::make_shared<const fusedml::graph::Operator>(makeOperator(
        attributes.activation, *attributes.activationAttributes, {}, {}));
  case FieldKind::Input:
  case FieldKind::Output:
  case FieldKind::Count:
    break;
  }
  return {};
}

/// The operator of a mnemonic with its input tensors and its output tensors, in
/// struct order. An input of type Unknown, or behind the last, is left out; a
/// FusedActivation has neither.
inline fusedml::graph::Operator makeOperator(std::string_view mnemonic,
                                             const RefAttributes &attributes,
                                             std::vector<TensorDesc> inputs,
                                             std::vector<TensorDesc> outputs) {
  using fusedml::graph::FieldKind;
  const auto &row = rowOf(mnemonic);
  fusedml::graph::Operator op(&row);
  size_t input = 0, output = 0;
  for (size_t i = 0; i < row.fields.size(); ++i) {
    const auto &field = row.fields[i];
    if (field.kind == FieldKind::Input) {
      if (input < inputs.size() && inputs[input].type != DataType::Unknown)
        op.fields[i] = inputs[input];
      ++input;
    } else if (field.kind == FieldKind::Output) {
      if (output < outputs.size())
        op.fields[i] = outputs[output];
      ++output;
    } else {
      op.fields[i] = attributeValue(field, attributes);
    }
  }
  setImpliedFields(op);
  return op;
}

/// The input tensor fields, in struct order.
inline std::vector<const fusedml::graph::FieldRow *>
inputFields(const fusedml::graph::OperatorRow &row) {
  std::vector<const fusedml::graph::FieldRow *> fields;
  for (const auto &field : row.fields)
    if (field.kind == fusedml::graph::FieldKind::Input)
      fields.push_back(&field);
  return fields;
}

inline size_t inputCount(const fusedml::graph::OperatorRow &row) {
  return inputFields(row).size();
}

/// Whether a tensor has one element for many of the output's.
inline bool isSpread(const fusedml::graph::OperatorRow &row,
                     const fusedml::graph::FieldRow &field) {
  return std::ranges::count(row.oneElement, field.name) ||
         std::ranges::count(row.blockwise, field.name);
}

/// For messages.
inline std::string describe(const RefAttributes &attributes) {
  std::ostringstream text;
  text << std::hexfloat;
  for (const auto &[field, value] : attributes.floats)
    text << " " << field << "=" << value;
  for (const auto &[field, member] : attributes.enums)
    text << " " << field << "=" << member;
  for (const auto &[field, bits] : attributes.scalars)
    text << " " << field << "=0x" << std::hex << bits << std::dec;
  if (attributes.scaleBias)
    text << " Scale=" << attributes.scaleBias->scale
         << " Bias=" << attributes.scaleBias->bias;
  if (attributes.outputType)
    text << " to " << reference::name(*attributes.outputType);
  if (!attributes.activation.empty())
    text << " then " << attributes.activation
         << describe(*attributes.activationAttributes);
  return text.str();
}

inline RefAttributes floatAttributes(
    std::initializer_list<std::pair<const std::string, float>> values) {
  RefAttributes attributes;
  attributes.floats.insert(values.begin(), values.end());
  return attributes;
}

/// The type of the output.
inline RefAttributes to(reference::Type type) {
  RefAttributes attributes;
  attributes.outputType = type;
  return attributes;
}

inline RefAttributes infinityMode(std::string mode) {
  RefAttributes attributes;
  attributes.enums["InfinityMode"] = std::move(mode);
  return attributes;
}

inline RefAttributes withScaleBias(RefAttributes attributes, float scale,
                                   float bias) {
  attributes.scaleBias = reference::RefScaleBias{scale, bias};
  return attributes;
}

inline RefAttributes withActivation(std::string mnemonic,
                                    RefAttributes activation) {
  RefAttributes attributes;
  attributes.activation = std::move(mnemonic);
  attributes.activationAttributes =
      std::make_shared<const RefAttributes>(std::move(activation));
  return attributes;
}

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_OPERATORS_H
