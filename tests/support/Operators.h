//===- Operators.h - operators as the reference and as FuseDML name them --===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_OPERATORS_H
#define FUSEDML_TESTS_SUPPORT_OPERATORS_H

#include "compiler/graph/GraphSpec.h"
#include "tests/reference/Reference.h"

#include <gtest/gtest.h>

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

/// The operator of a mnemonic. `tensors` are its input tensors, then its
/// output tensors, in struct order; leave both out for a FusedActivation.
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
    auto &value = op.fields[i];
    switch (field.kind) {
    case FieldKind::Input:
      if (input < inputs.size())
        value = inputs[input++];
      break;
    case FieldKind::Output:
      if (output < outputs.size())
        value = outputs[output++];
      break;
    case FieldKind::Float:
      value = attributes.at(field.name);
      break;
    case FieldKind::Enum: {
      auto name = attributes.enums.find(field.name);
      if (name == attributes.enums.end())
        throw std::logic_error("missing " + std::string(field.name));
      for (const auto &member : field.enumRow->members)
        if (member.name == name->second)
          value = member.value;
      break;
    }
    case FieldKind::DataType:
      value = static_cast<uint32_t>(toDataType(attributes.scalarType.value()));
      break;
    case FieldKind::Scalar: {
      auto bits = attributes.scalars.find(field.name);
      if (bits == attributes.scalars.end())
        throw std::logic_error("missing " + std::string(field.name));
      value = fusedml::graph::Scalar{toDataType(attributes.scalarType.value()),
                                     bits->second};
      break;
    }
    case FieldKind::ScaleBias:
      if (attributes.scaleBias)
        value = fusedml::graph::ScaleBias{attributes.scaleBias->scale,
                                          attributes.scaleBias->bias};
      break;
    case FieldKind::Activation:
      if (!attributes.activation.empty())
        value = std::make_shared<const fusedml::graph::Operator>(makeOperator(
            attributes.activation, *attributes.activationAttributes, {}, {}));
      break;
    case FieldKind::UInt:
      value = static_cast<uint32_t>(attributes.at(field.name));
      break;
    }
  }
  return op;
}

inline size_t inputCount(const fusedml::graph::OperatorRow &row) {
  size_t count = 0;
  for (const auto &field : row.fields)
    count += field.kind == fusedml::graph::FieldKind::Input;
  return count;
}

inline reference::Type outputType(std::string_view mnemonic,
                                  reference::Type input) {
  return mnemonic == "is_infinity" ? reference::Type::UInt8 : input;
}

inline RefAttributes floatAttributes(
    std::initializer_list<std::pair<const std::string, float>> values) {
  RefAttributes attributes;
  attributes.floats.insert(values.begin(), values.end());
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
