//===- JsonOperator.cpp - operators from JSON -----------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/json/JsonOperator.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace fusedml::json {

using graph::EnumMember;
using graph::FieldKind;
using graph::FieldRow;
using graph::FieldValue;
using graph::Operator;
using graph::OperatorRow;

static constexpr std::string_view kOperatorPrefix = "DML_OPERATOR_";

const OperatorRow *readOperatorType(const Value &type, Reporter &reporter) {
  std::optional<std::string_view> text = reporter.string(type, "type");
  if (!text)
    return nullptr;
  std::string_view suffix = *text;
  if (suffix.starts_with(kOperatorPrefix))
    suffix.remove_prefix(kOperatorPrefix.size());

  std::vector<std::string_view> names;
  for (const OperatorRow &row : graph::operatorRows()) {
    std::string_view name = row.dmlName;
    name.remove_prefix(std::min(name.size(), kOperatorPrefix.size()));
    if (name == suffix)
      return &row;
    names.push_back(name);
  }
  Diagnostic unknown = graph::unknownOperator(*text);
  if (unknown.code == ErrorCode::InvalidArgument)
    if (std::string mend = didYouMean(suffix, names); !mend.empty())
      unknown.mend = std::move(mend);
  Diagnostic &error = reporter.errorAt(type.offset, std::move(unknown.message),
                                       std::move(unknown.mend));
  error.code = unknown.code;
  error.field = std::move(unknown.field);
  error.rule = std::move(unknown.rule);
  return nullptr;
}

const Value &descOf(const Value &object) {
  for (std::string_view name : {"Desc", "desc"})
    if (const Value *desc = object.find(name))
      return *desc;
  return object;
}

SourceLocation locateField(const Document &document, const Value &desc,
                           std::string_view path) {
  const Value *at = &desc;
  size_t offset = at->offset;
  while (!path.empty()) {
    size_t end = path.find_first_of(".[");
    std::string_view name = path.substr(0, end);
    path.remove_prefix(std::min(path.size(), name.size()));
    if (!name.empty()) {
      const Value *next = at->find(name);
      // Tensor descs and fused activations may be wrapped.
      if (!next)
        next = descOf(*at).find(name);
      if (!next)
        break;
      at = next;
      offset = at->offset;
    }
    if (path.starts_with('[')) {
      size_t close = path.find(']');
      size_t index = 0;
      for (char c : path.substr(1, close == path.npos ? close : close - 1))
        index = c >= '0' && c <= '9' && index < (size_t(1) << 32)
                    ? index * 10 + static_cast<size_t>(c - '0')
                    : std::numeric_limits<uint32_t>::max();
      path.remove_prefix(
          std::min(path.size(), close == path.npos ? path.size() : close + 1));
      if (index >= at->elements.size())
        break;
      at = &at->elements[index];
      offset = at->offset;
    }
    if (path.starts_with('.'))
      path.remove_prefix(1);
  }
  return document.locate(offset);
}

//===----------------------------------------------------------------------===//
// Enums, flags and numbers
//===----------------------------------------------------------------------===//

static std::optional<uint32_t>
readEnum(const Value &value, std::string_view path, std::string_view enumName,
         std::string_view prefix, std::span<const EnumMember> members,
         Reporter &reporter) {
  std::optional<std::string_view> text = reporter.string(value, path);
  if (!text)
    return std::nullopt;
  std::string_view suffix = *text;
  if (suffix.starts_with(prefix))
    suffix.remove_prefix(prefix.size());
  std::vector<std::string_view> names;
  for (const EnumMember &member : members) {
    if (member.name == suffix)
      return member.value;
    names.push_back(member.name);
  }
  std::string mend = didYouMean(suffix, names);
  if (mend.empty())
    mend = fmt::format("use one of {}", fmt::join(names, ", "));
  reporter.fieldError(value, path,
                      fmt::format("'{}' is not a {}", *text, enumName), mend);
  return std::nullopt;
}

std::optional<uint32_t> readFlags(const Value &value, std::string_view path,
                                  std::string_view enumName,
                                  std::string_view prefix,
                                  std::span<const EnumMember> members,
                                  Reporter &reporter) {
  if (!value.isArray())
    return readEnum(value, path, enumName, prefix, members, reporter);
  uint32_t flags = 0;
  bool good = true;
  for (const Value &element : value.elements) {
    std::optional<uint32_t> flag =
        readEnum(element, path, enumName, prefix, members, reporter);
    good = good && flag;
    flags |= flag.value_or(0);
  }
  return good ? std::optional(flags) : std::nullopt;
}

static std::optional<float> readFloat(const Value &value, std::string_view path,
                                      Reporter &reporter) {
  std::string why;
  std::optional<uint64_t> bits =
      scalarBits(value, DataType::Float32, /*allowNames=*/true, why);
  if (!bits) {
    reporter.fieldError(value, path, why);
    return std::nullopt;
  }
  return std::bit_cast<float>(static_cast<uint32_t>(*bits));
}

/// The member of DML_SCALAR_UNION that holds a type.
static std::string_view unionMember(DataType type) {
  switch (type) {
  case DataType::Float64:
    return "Float64";
  case DataType::Float32:
    return "Float32";
  case DataType::Float16: // No C type of its own: the bits.
  case DataType::UInt16:
    return "UInt16";
  case DataType::UInt8:
    return "UInt8";
  case DataType::UInt32:
    return "UInt32";
  case DataType::UInt64:
    return "UInt64";
  case DataType::Int8:
    return "Int8";
  case DataType::Int16:
    return "Int16";
  case DataType::Int32:
    return "Int32";
  case DataType::Int64:
    return "Int64";
  default:
    return "";
  }
}

static std::optional<graph::ScalarUnion> readScalar(const Value &value,
                                                    std::string_view path,
                                                    DataType type,
                                                    Reporter &reporter) {
  std::string_view member = unionMember(type);
  if (member.empty()) {
    reporter.fieldError(
        value, path,
        fmt::format("a scalar cannot have the type {}", name(type)));
    return std::nullopt;
  }
  const Value *number = &value;
  DataType numberType = type;
  if (value.isObject()) {
    number = value.find(member);
    if (!number || value.members.size() != 1) {
      reporter.fieldError(
          value, path,
          fmt::format("a DML_SCALAR_UNION of type {} has the one member '{}'",
                      name(type), member),
          fmt::format("write {{ \"{}\": ... }} or a plain number", member));
      return std::nullopt;
    }
    if (type == DataType::Float16)
      numberType = DataType::UInt16;
  }
  std::string why;
  std::optional<uint64_t> bits =
      scalarBits(*number, numberType, /*allowNames=*/false, why);
  if (!bits) {
    reporter.fieldError(*number, path, why);
    return std::nullopt;
  }
  return graph::ScalarUnion{type, *bits};
}

static std::optional<ScaleBias>
readScaleBias(const Value &value, std::string_view path, Reporter &reporter) {
  if (!value.isObject()) {
    reporter.fieldError(
        value, path,
        fmt::format("expected an object with Scale and Bias, not {}",
                    value.str()));
    return std::nullopt;
  }
  ScaleBias result;
  bool good = true;
  for (auto [name, target] :
       {std::pair("Scale", &result.scale), std::pair("Bias", &result.bias)}) {
    std::string memberPath = fmt::format("{}.{}", path, name);
    const Value *member = reporter.required(value, name, memberPath);
    std::optional<float> number =
        member ? readFloat(*member, memberPath, reporter) : std::nullopt;
    good = good && number;
    *target = number.value_or(0);
  }
  reporter.warnUnknown(value, {"Scale", "Bias"}, path);
  return good ? std::optional(result) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Tensor descs
//===----------------------------------------------------------------------===//

static std::optional<std::vector<int64_t>>
readUint32List(const Value &value, std::string_view path, Reporter &reporter) {
  if (!value.isArray()) {
    reporter.fieldError(
        value, path,
        fmt::format("expected a list of integers, not {}", value.str()));
    return std::nullopt;
  }
  std::vector<int64_t> list;
  for (size_t i = 0; i < value.elements.size(); ++i) {
    std::optional<uint64_t> number = reporter.unsignedInteger(
        value.elements[i], fmt::format("{}[{}]", path, i),
        std::numeric_limits<uint32_t>::max());
    if (!number)
      return std::nullopt;
    list.push_back(static_cast<int64_t>(*number));
  }
  return list;
}

std::optional<TensorDesc>
readTensorDesc(const Value &value, std::string_view path, Reporter &reporter) {
  static constexpr EnumMember kTypes[] = {{"BUFFER", 1}};
  static constexpr EnumMember kFlags[] = {{"NONE", 0}, {"OWNED_BY_DML", 1}};

  if (!value.isObject()) {
    reporter.fieldError(
        value, path, fmt::format("expected a tensor desc, not {}", value.str()),
        "write { \"DataType\": ..., \"Sizes\": [...] }");
    return std::nullopt;
  }
  size_t errors = reporter.errorCount();
  auto sub = [&](std::string_view name) {
    return fmt::format("{}.{}", path, name);
  };
  if (const Value *type = value.find("Type"))
    readEnum(*type, sub("Type"), "DML_TENSOR_TYPE", "DML_TENSOR_TYPE_", kTypes,
             reporter);
  const Value &desc = descOf(value);
  if (!desc.isObject()) {
    reporter.fieldError(desc, sub("Desc"),
                        fmt::format("expected an object, not {}", desc.str()));
    return std::nullopt;
  }
  if (&desc != &value)
    reporter.warnUnknown(value, {"Type", "Desc", "desc"}, path);
  reporter.warnUnknown(desc,
                       {"Type", "DataType", "Sizes", "DimensionCount",
                        "Strides", "Flags", "TotalTensorSizeInBytes",
                        "GuaranteedBaseOffsetAlignment"},
                       path);

  TensorDesc tensor;
  if (const Value *type = reporter.required(desc, "DataType", sub("DataType")))
    tensor.type =
        reporter.dataType(*type, sub("DataType")).value_or(DataType::Unknown);
  const Value *sizes = reporter.required(desc, "Sizes", sub("Sizes"));
  if (sizes)
    tensor.sizes = readUint32List(*sizes, sub("Sizes"), reporter)
                       .value_or(std::vector<int64_t>());

  auto checkCount = [&](const Value &at, std::string_view field, size_t count,
                        std::string_view what) {
    if (errors == reporter.errorCount() && count != tensor.sizes.size())
      reporter
          .fieldError(at, sub(field),
                      fmt::format("{} {}, but Sizes has {}", what, count,
                                  tensor.sizes.size()),
                      fmt::format("give {} one entry for each dimension",
                                  field == "DimensionCount" ? "Sizes" : field))
          .rule = "dimension-count";
  };
  if (const Value *count = desc.find("DimensionCount"))
    if (auto number =
            reporter.unsignedInteger(*count, sub("DimensionCount"),
                                     std::numeric_limits<uint32_t>::max()))
      checkCount(*count, "DimensionCount", *number, "it is");
  if (const Value *strides = desc.find("Strides");
      strides && !strides->isNull())
    if (auto list = readUint32List(*strides, sub("Strides"), reporter)) {
      checkCount(*strides, "Strides", list->size(), "its length is");
      tensor.strides = std::move(*list);
    }
  if (const Value *value = desc.find("Flags"))
    tensor.ownedByDml = readFlags(*value, sub("Flags"), "DML_TENSOR_FLAGS",
                                  "DML_TENSOR_FLAG_", kFlags, reporter)
                            .value_or(0) != 0;
  if (const Value *total = desc.find("TotalTensorSizeInBytes"))
    tensor.totalBytes =
        reporter
            .unsignedInteger(*total, sub("TotalTensorSizeInBytes"),
                             std::numeric_limits<uint64_t>::max())
            .value_or(0);
  if (const Value *alignment = desc.find("GuaranteedBaseOffsetAlignment"))
    tensor.baseOffsetAlignment = static_cast<uint32_t>(
        reporter
            .unsignedInteger(*alignment, sub("GuaranteedBaseOffsetAlignment"),
                             std::numeric_limits<uint32_t>::max())
            .value_or(0));
  if (errors != reporter.errorCount())
    return std::nullopt;
  return tensor;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

namespace {

/// Reads the fields of one desc struct.
class FieldReader {
public:
  FieldReader(const OperatorRow &row, const Value &desc, std::string prefix,
              bool isFused, Reporter &reporter)
      : row(row), desc(desc), prefix(std::move(prefix)), isFused(isFused),
        reporter(reporter), op(&row) {}

  std::optional<Operator> read() {
    size_t errors = reporter.errorCount();
    for (size_t i = 0; i < row.fields.size(); ++i)
      readField(row.fields[i], op.fields[i]);
    return errors == reporter.errorCount() ? std::optional(std::move(op))
                                           : std::nullopt;
  }

private:
  std::string path(std::string_view name) const {
    return prefix + std::string(name);
  }

  void readField(const FieldRow &field, FieldValue &target) {
    bool isTensor =
        field.kind == FieldKind::Input || field.kind == FieldKind::Output;
    // The tensors of a fused activation are null: it works on its host's.
    if (isFused && isTensor)
      return;
    if (field.kind == FieldKind::Count)
      return readCount(field, target);
    if (!field.array.empty())
      return readElement(field, target);
    const Value *value = desc.find(field.name);
    if (field.optional && (!value || value->isNull()))
      return;
    if (!value) {
      reporter.required(desc, field.name, path(field.name));
      return;
    }
    switch (field.kind) {
    case FieldKind::Input:
    case FieldKind::Output:
      set(target, readTensorDesc(*value, path(field.name), reporter));
      break;
    case FieldKind::Float:
      set(target, readFloat(*value, path(field.name), reporter));
      break;
    case FieldKind::Count:
      break; // Read above.
    case FieldKind::Enum:
      set(target,
          readEnum(*value, path(field.name), field.enumRow->name,
                   field.enumRow->prefix, field.enumRow->members, reporter));
      break;
    case FieldKind::DataType:
      if (auto type = reporter.dataType(*value, path(field.name)))
        target = static_cast<uint32_t>(*type);
      break;
    case FieldKind::Scalar:
      readScalarField(field, *value, target);
      break;
    case FieldKind::ScaleBias:
      set(target, readScaleBias(*value, path(field.name), reporter));
      break;
    case FieldKind::Activation:
      readActivation(field, *value, target);
      break;
    }
  }

  /// The length of an array, which may also be written out.
  void readCount(const FieldRow &field, FieldValue &target) {
    if (const Value *value = desc.find(field.name)) {
      if (auto number = reporter.unsignedInteger(
              *value, path(field.name), std::numeric_limits<uint32_t>::max()))
        target = static_cast<uint32_t>(*number);
      return;
    }
    const Value *array = desc.find(field.array);
    target = static_cast<uint32_t>(
        array && array->isArray() ? array->elements.size() : 0);
  }

  void readElement(const FieldRow &field, FieldValue &target) {
    const Value *array = desc.find(field.array);
    if (!array || !array->isArray()) {
      // Once for all elements.
      if (field.arrayIndex != 0)
        return;
      if (!array)
        reporter.required(desc, field.array, path(field.array));
      else
        reporter.fieldError(*array, path(field.array),
                            fmt::format("expected a list of tensor descs, not "
                                        "{}",
                                        array->str()));
      return;
    }
    if (field.arrayIndex < array->elements.size())
      set(target, readTensorDesc(array->elements[field.arrayIndex],
                                 path(field.name), reporter));
  }

  template <typename T>
  static void set(FieldValue &target, std::optional<T> value) {
    if (value)
      target = std::move(*value);
  }

  /// Without its type field, whose absence is an error of its own, the number
  /// cannot be read.
  void readScalarField(const FieldRow &field, const Value &value,
                       FieldValue &target) {
    const Value *typeValue = desc.find(field.typeField);
    if (!typeValue || !typeValue->isString())
      return;
    if (std::optional<DataType> type = parseDataType(typeValue->text))
      set(target, readScalar(value, path(field.name), *type, reporter));
  }

  void readActivation(const FieldRow &field, const Value &value,
                      FieldValue &target) {
    std::string name = path(field.name);
    if (!value.isObject()) {
      reporter.fieldError(
          value, name, fmt::format("expected an operator, not {}", value.str()),
          "write { \"Type\": \"ACTIVATION_...\", ... }");
      return;
    }
    // A chain of activations would nest without end; DirectML has one level.
    if (isFused) {
      reporter.fieldError(value, name,
                          "a fused activation cannot fuse another");
      return;
    }
    const Value *type = value.find("Type");
    if (!type)
      type = value.find("type");
    if (!type) {
      reporter.required(value, "Type", name + ".Type");
      return;
    }
    const OperatorRow *fusedRow = readOperatorType(*type, reporter);
    if (!fusedRow)
      return;
    const Value &fusedDesc = descOf(value);
    if (&fusedDesc != &value)
      reporter.warnUnknown(value, {"Type", "type", "Desc", "desc"}, name);
    if (!fusedDesc.isObject()) {
      reporter.fieldError(
          fusedDesc, name + ".Desc",
          fmt::format("expected an object, not {}", fusedDesc.str()));
      return;
    }
    static constexpr std::string_view kTypeMembers[] = {"Type", "type"};
    warnUnknownFields(*fusedRow, fusedDesc, name, kTypeMembers, reporter);
    if (auto fused = FieldReader(*fusedRow, fusedDesc, name + ".",
                                 /*isFused=*/true, reporter)
                         .read())
      target = std::make_shared<const Operator>(std::move(*fused));
  }

public:
  static void warnUnknownFields(const OperatorRow &row, const Value &desc,
                                std::string_view what,
                                std::span<const std::string_view> others,
                                Reporter &reporter) {
    std::vector<std::string_view> known(others.begin(), others.end());
    for (const FieldRow &field : row.fields)
      known.push_back(field.kind == FieldKind::Input && !field.array.empty()
                          ? field.array
                          : field.name);
    reporter.warnUnknown(desc, known, what);
  }

private:
  const OperatorRow &row;
  const Value &desc;
  std::string prefix;
  bool isFused;
  Reporter &reporter;
  Operator op;
};

} // namespace

std::optional<Operator>
readOperator(const OperatorRow &row, const Value &desc, Reporter &reporter,
             std::span<const std::string_view> otherMembers) {
  Reporter inner = reporter.withOp(row.mnemonic);
  if (!desc.isObject()) {
    inner.fieldError(desc, "desc",
                     fmt::format("expected an object, not {}", desc.str()));
    return std::nullopt;
  }
  FieldReader::warnUnknownFields(row, desc, row.structName, otherMembers,
                                 inner);
  return FieldReader(row, desc, "", /*isFused=*/false, inner).read();
}

} // namespace fusedml::json
