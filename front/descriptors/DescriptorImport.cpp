//===- DescriptorImport.cpp - operators from DML descriptors --------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "directml/DirectML.h"
#include "front/descriptors/DescriptorReader.h"
#include "front/graph/GraphSpec.h"
#include "front/rules/Refusal.h"

#include <fmt/format.h>

#include <cstring>

namespace fusedml {
namespace graph {
namespace {

/// A member of a struct, by its bytes: an enum of the caller may hold a value
/// that it does not name, which must not be read as the enum.
template <typename T> T load(const void *base, size_t offset) {
  T value;
  std::memcpy(static_cast<void *>(&value),
              static_cast<const char *>(base) + offset, sizeof(T));
  return value;
}

class DescriptorReader {
public:
  DescriptorReader(const OperatorRow &row, FeatureLevel level)
      : row(row), level(level) {}

  Expected<Operator> read(const void *desc) {
    if (!desc)
      return error(
          "Desc", "null-pointer",
          fmt::format("Desc is null; it must point to a {}", row.structName));
    Operator op(&row);
    for (size_t i = 0; i < row.fields.size(); ++i)
      if (Status status = readField(desc, row.fields[i], op.fields[i], op);
          !status)
        return status;
    return op;
  }

private:
  Diagnostic error(std::string field, const char *rule, std::string message,
                   std::string mend = "") const {
    Diagnostic diagnostic =
        refusal(std::move(field), rule, std::move(message), std::move(mend));
    diagnostic.op = row.mnemonic;
    return diagnostic;
  }

  Status readField(const void *desc, const FieldRow &field, FieldValue &value,
                   const Operator &op) {
    switch (field.kind) {
    case FieldKind::Input:
    case FieldKind::Output:
      if (!field.array.empty())
        return readElement(desc, field, value, op);
      // A null tensor is checkOperator's: an activation must have none.
      if (const auto *tensor =
              load<const DML_TENSOR_DESC *>(desc, field.offset))
        return readTensor(field, *tensor, value);
      return Status::success();
    case FieldKind::Float:
      value = load<float>(desc, field.offset);
      return Status::success();
    case FieldKind::Count:
    case FieldKind::Enum:
    case FieldKind::DataType:
      value = load<uint32_t>(desc, field.offset);
      return Status::success();
    case FieldKind::Scalar:
      value = readScalar(desc, field, op);
      return Status::success();
    case FieldKind::ScaleBias:
      if (const auto *pair = load<const DML_SCALE_BIAS *>(desc, field.offset))
        value = ScaleBias{pair->Scale, pair->Bias};
      return Status::success();
    case FieldKind::Activation:
      if (const auto *activation =
              load<const DML_OPERATOR_DESC *>(desc, field.offset))
        return readActivation(field, *activation, value);
      return Status::success();
    }
    return Status::success();
  }

  /// The struct order puts the type of a scalar before it.
  ScalarUnion readScalar(const void *desc, const FieldRow &field,
                         const Operator &op) const {
    ScalarUnion scalar;
    int index = row.field(field.typeField);
    if (index >= 0)
      if (const auto *type =
              std::get_if<uint32_t>(&op.fields[static_cast<size_t>(index)]))
        scalar.type = static_cast<DataType>(*type);
    scalar.bits = load<uint64_t>(desc, field.offset);
    // The rest of the union is not part of the value.
    if (unsigned width = bitWidth(scalar.type); width < 64)
      scalar.bits &= (uint64_t{1} << width) - 1;
    return scalar;
  }

  /// One element of an array of tensors. The struct order puts the count before
  /// the array; a count above the most is checkOperator's.
  Status readElement(const void *desc, const FieldRow &field, FieldValue &value,
                     const Operator &op) {
    uint32_t count = 0;
    for (size_t i = 0; i < op.fields.size(); ++i)
      if (row.fields[i].kind == FieldKind::Count &&
          row.fields[i].array == field.array)
        count = std::get<uint32_t>(op.fields[i]);
    if (field.arrayIndex >= count)
      return Status::success();
    const auto *array = load<const DML_TENSOR_DESC *>(desc, field.offset);
    if (!array)
      return error(std::string(field.array), "null-pointer",
                   fmt::format("{} is null; it must point to {} tensors",
                               field.array, count),
                   "give the array, or a count of 0");
    return readTensor(field, array[field.arrayIndex], value);
  }

  Status readTensor(const FieldRow &field, const DML_TENSOR_DESC &desc,
                    FieldValue &value) {
    auto at = [&](const char *member) {
      return fmt::format("{}.{}", field.name, member);
    };
    auto type = load<uint32_t>(&desc, offsetof(DML_TENSOR_DESC, Type));
    if (type != DML_TENSOR_TYPE_BUFFER)
      return error(at("Type"), "tensor-type",
                   fmt::format("{} {} is not DML_TENSOR_TYPE_BUFFER (1)",
                               at("Type"), type));
    if (!desc.Desc)
      return error(at("Desc"), "null-pointer",
                   fmt::format("{} is null; it must point to a "
                               "DML_BUFFER_TENSOR_DESC",
                               at("Desc")));
    const auto &buffer =
        *static_cast<const DML_BUFFER_TENSOR_DESC *>(desc.Desc);
    TensorDesc tensor;
    tensor.type = static_cast<DataType>(
        load<uint32_t>(&buffer, offsetof(DML_BUFFER_TENSOR_DESC, DataType)));
    auto flags =
        load<uint32_t>(&buffer, offsetof(DML_BUFFER_TENSOR_DESC, Flags));
    if ((flags & ~uint32_t{DML_TENSOR_FLAG_OWNED_BY_DML}) != 0)
      return error(at("Flags"), "tensor-flags",
                   fmt::format("{} {:#x} has bits that are no DML_TENSOR_FLAGS",
                               at("Flags"), flags));
    tensor.ownedByDml = flags != 0;
    tensor.baseOffsetAlignment = buffer.GuaranteedBaseOffsetAlignment;
    tensor.totalBytes = buffer.TotalTensorSizeInBytes;
    // Before the arrays are read, as their lengths depend on it.
    if (buffer.DimensionCount < 1 || buffer.DimensionCount > kMaxDimensions)
      return badDimensionCount(row, field.name, buffer.DimensionCount, level);
    if (!buffer.Sizes)
      return error(at("Sizes"), "null-pointer",
                   fmt::format("{} is null; it must point to {} sizes",
                               at("Sizes"), buffer.DimensionCount));
    tensor.sizes.assign(buffer.Sizes, buffer.Sizes + buffer.DimensionCount);
    if (buffer.Strides)
      tensor.strides.assign(buffer.Strides,
                            buffer.Strides + buffer.DimensionCount);
    // In a TensorDesc 0 stands for the minimum; here it is a size like others.
    if (tensor.totalBytes == 0)
      if (uint64_t least = tensor.minimumBytes().value_or(0); least != 0)
        return error(at("TotalTensorSizeInBytes"), "total-size",
                     fmt::format("{} 0 is below {}, the least that DataType, "
                                 "Sizes and Strides imply",
                                 at("TotalTensorSizeInBytes"), least),
                     fmt::format("set it to {}", least));
    value = std::move(tensor);
    return Status::success();
  }

  Status readActivation(const FieldRow &field, const DML_OPERATOR_DESC &desc,
                        FieldValue &value) {
    auto type = load<uint32_t>(&desc, offsetof(DML_OPERATOR_DESC, Type));
    const OperatorRow *activation = findOperator(type);
    if (!activation) {
      Diagnostic diagnostic = unknownOperator(type);
      diagnostic.op = row.mnemonic;
      diagnostic.field = fmt::format("{}.Type", field.name);
      std::string_view known = dmlOperatorName(type);
      if (!known.empty()) {
        diagnostic.code = ErrorCode::InvalidArgument;
        diagnostic.rule = "fused-activation-operator";
        diagnostic.message =
            fmt::format("{} {} may not be used as a fused activation of this "
                        "operator",
                        diagnostic.field, known);
        diagnostic.mend = "make it an operator of its own after this one";
      } else {
        diagnostic.message =
            fmt::format("{}.{}", field.name, diagnostic.message);
      }
      return diagnostic;
    }
    // One level: what may be an activation has no activation of its own.
    if (!activation->fusableActivation) {
      value = std::make_shared<const Operator>(activation);
      return Status::success();
    }
    Expected<Operator> op =
        DescriptorReader(*activation, level).read(desc.Desc);
    if (!op) {
      Diagnostic &inner = op.error();
      inner.op = row.mnemonic;
      inner.field = fmt::format("{}.{}", field.name, inner.field);
      inner.message = fmt::format("{}.{}", field.name, inner.message);
      return op.takeStatus();
    }
    value = std::make_shared<const Operator>(std::move(*op));
    return Status::success();
  }

  // DML_TENSOR_DIMENSION_COUNT_MAX1.
  static constexpr uint32_t kMaxDimensions = 8;
  const OperatorRow &row;
  FeatureLevel level;
};

} // namespace

Expected<Operator> readOperator(const DML_OPERATOR_DESC &desc,
                                FeatureLevel level) {
  auto type = load<uint32_t>(&desc, offsetof(DML_OPERATOR_DESC, Type));
  const OperatorRow *row = findOperator(type);
  if (!row)
    return unknownOperator(type);
  return DescriptorReader(*row, level).read(desc.Desc);
}

} // namespace graph

Expected<Graph> importOperator(const DML_OPERATOR_DESC &desc,
                               const ImportOptions &options) {
  Expected<graph::Operator> op =
      graph::readOperator(desc, options.featureLevel);
  if (!op)
    return op.takeStatus();
  Expected<std::shared_ptr<graph::GraphData>> data =
      graph::buildOperatorGraph(*op, options);
  if (!data)
    return data.takeStatus();
  return Graph(std::move(*data));
}

} // namespace fusedml
