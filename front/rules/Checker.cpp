//===- Checker.cpp - the rules of an operator -----------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/rules/Layout.h"
#include "front/rules/Operator.h"
#include "front/rules/Refusal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>

namespace fusedml::graph {
namespace {

bool isTensor(const FieldRow &field) {
  return field.kind == FieldKind::Input || field.kind == FieldKind::Output;
}

bool hasType(const TensorRule &rule, DataType type) {
  return std::ranges::find(rule.types, type) != rule.types.end();
}

std::string typeNames(std::span<const DataType> types) {
  std::vector<std::string_view> names;
  for (DataType type : types)
    names.push_back(name(type));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string typeName(DataType type) {
  if (type == DataType::Unknown || bitWidth(type) != 0)
    return std::string(name(type));
  return fmt::format("{}", static_cast<uint32_t>(type));
}

std::string tensorNames(std::span<const std::string_view> names) {
  return fmt::format("{} and {}",
                     fmt::join(names.first(names.size() - 1), ", "),
                     names.back());
}

/// The oldest level at which `accepts(rule of the tensor)` holds.
template <typename Accepts>
std::optional<FeatureLevel>
oldestLevel(const OperatorRow &row, std::string_view tensor, Accepts accepts) {
  for (const LevelRow &level : std::views::reverse(row.levels))
    if (const TensorRule *rule = ruleFor(level, tensor); rule && accepts(*rule))
      return level.level;
  return std::nullopt;
}

bool holdsKind(FieldKind kind, const FieldValue &value) {
  switch (kind) {
  case FieldKind::Input:
  case FieldKind::Output:
    return std::holds_alternative<TensorDesc>(value);
  case FieldKind::Float:
    return std::holds_alternative<float>(value);
  case FieldKind::Count:
  case FieldKind::Enum:
  case FieldKind::DataType:
    return std::holds_alternative<uint32_t>(value);
  case FieldKind::Scalar:
    return std::holds_alternative<ScalarUnion>(value);
  case FieldKind::ScaleBias:
    return std::holds_alternative<ScaleBias>(value);
  case FieldKind::Activation:
    return std::holds_alternative<std::shared_ptr<const Operator>>(value);
  }
  return false;
}

/// An operator under check. Each rule relies on those before it.
class Checker {
public:
  Checker(const Operator &op, const CheckOptions &options)
      : op(op), row(*op.row), options(options), reported(&row) {}

  Status run() {
    return runAll({&Checker::checkLevel, &Checker::checkPresence,
                   &Checker::checkTensors, &Checker::checkSameTypes,
                   &Checker::checkSameSizes, &Checker::checkSpreadSizes,
                   &Checker::checkSameBlocks, &Checker::checkAttributes,
                   &Checker::checkRowRules});
  }

  Status runAsActivation(const OperatorRow &host, DataType type) {
    reported = &host;
    if (!row.fusableActivation)
      return fail("FusedActivation.Type", "fused-activation-operator",
                  fmt::format("FusedActivation.Type {} may not be used as a "
                              "fused activation of this operator",
                              row.dmlName),
                  "make it an operator of its own after this one");
    const LevelRow *level = row.at(options.level);
    if (!level)
      return fail("FusedActivation.Type", "feature-level",
                  fmt::format("FusedActivation.Type {} exists from feature "
                              "level {} on, the target is {}",
                              row.dmlName, name(row.introduced()),
                              name(options.level)),
                  fmt::format("set the feature level to {} or above",
                              name(row.introduced())));
    for (size_t i = 0; i < op.fields.size(); ++i) {
      if (!isTensor(row.fields[i]))
        continue;
      if (op.present(i))
        return fail(
            fmt::format("FusedActivation.{}", row.fields[i].name),
            "fused-activation-tensors",
            fmt::format("FusedActivation.{} must be null", row.fields[i].name),
            "the activation works on the operator's own result");
      if (const TensorRule *rule = ruleFor(*level, row.fields[i].name);
          rule && !hasType(*rule, type))
        return fail("FusedActivation", "data-type",
                    fmt::format("FusedActivation {} does not support {} at "
                                "feature level {}; the types are {}",
                                row.dmlName, typeName(type),
                                name(options.level), typeNames(rule->types)),
                    "make it an operator of its own after this one");
    }
    prefix = "FusedActivation.";
    return runAll({&Checker::checkPresence, &Checker::checkAttributes,
                   &Checker::checkRowRules});
  }

private:
  using Rule = Status (Checker::*)();

  Status runAll(std::initializer_list<Rule> rules) {
    for (Rule rule : rules)
      if (Status status = (this->*rule)(); !status)
        return status;
    return Status::success();
  }

  Status checkActivation(const std::shared_ptr<const Operator> &activation) {
    if (!activation)
      return Status::success();
    if (!activation->row)
      return fail("FusedActivation", "fields",
                  "FusedActivation has no operator", "", ErrorCode::Internal);
    const TensorDesc *output = outputTensor();
    DataType type = output ? output->type : DataType::Unknown;
    if (output && type != DataType::Float32 && type != DataType::Float16)
      return fail("FusedActivation", "fused-activation-type",
                  fmt::format("FusedActivation needs {}.DataType FLOAT32 or "
                              "FLOAT16, not {}",
                              outputField().name, typeName(type)),
                  "make it an operator of its own after this one");
    return Checker(*activation, options).runAsActivation(row, type);
  }

  Status fail(std::string_view field, const char *rule,
              const std::string &message, std::string mend = "",
              ErrorCode code = ErrorCode::InvalidArgument) const {
    Diagnostic diagnostic = refusal(fmt::format("{}{}", prefix, field), rule,
                                    prefix + message, std::move(mend));
    diagnostic.code = code;
    diagnostic.op = reported->mnemonic;
    return diagnostic;
  }

  Status checkLevel() {
    if (row.at(options.level))
      return Status::success();
    return fail("", "feature-level",
                fmt::format("the operator exists from feature level {} on, the "
                            "target is {}",
                            name(row.introduced()), name(options.level)),
                fmt::format("set the feature level to {} or above",
                            name(row.introduced())));
  }

  Status checkPresence() {
    if (op.fields.size() != row.fields.size())
      return fail("", "fields",
                  fmt::format("{} field values for {} fields", op.fields.size(),
                              row.fields.size()),
                  "", ErrorCode::Internal);
    for (size_t i = 0; i < op.fields.size(); ++i) {
      const FieldRow &field = row.fields[i];
      const FieldValue &value = op.fields[i];
      const auto *activation =
          std::get_if<std::shared_ptr<const Operator>>(&value);
      bool missing = !op.present(i) || (activation && !*activation);
      // A fused activation has no tensors; that is checked before.
      if (missing && isTensor(field) &&
          (!prefix.empty() || row.isOptional(field, options.level)))
        continue;
      if (missing && !isTensor(field) && field.optional)
        continue;
      if (missing)
        return fail(field.name, "required-field",
                    fmt::format("{} is missing", field.name),
                    mendOfMissing(field));
      if (!holdsKind(field.kind, value))
        return fail(field.name, "fields",
                    fmt::format("{} holds a value of another kind", field.name),
                    "", ErrorCode::Internal);
    }
    return Status::success();
  }

  std::string mendOfMissing(const FieldRow &field) const {
    if (!isTensor(field))
      return "give a value; it is not optional";
    auto since = oldestLevel(
        row, field.name, [](const TensorRule &rule) { return rule.optional; });
    return since && *since > options.level
               ? fmt::format("give the tensor; it is optional from feature "
                             "level {} on",
                             name(*since))
               : "give the tensor; it is not optional";
  }

  Status checkTensors() {
    const LevelRow &level = *row.at(options.level);
    for (size_t i = 0; i < op.fields.size(); ++i) {
      const TensorDesc *tensor = op.tensor(i);
      if (!tensor)
        continue;
      const FieldRow &field = row.fields[i];
      const TensorRule *rule = ruleFor(level, field.name);
      if (!rule)
        return fail(field.name, "feature-level",
                    fmt::format("{} does not exist at feature level {}",
                                field.name, name(options.level)));
      if (Status status = checkType(field, *tensor, *rule); !status)
        return status;
      if (options.elementsOnly)
        continue;
      bool mayHaveMore = options.inDialect && !row.blockwise.empty();
      if (tensor->rank() < rule->minDims ||
          (tensor->rank() > rule->maxDims && !mayHaveMore))
        return badDimensionCount(row, field.name,
                                 static_cast<uint64_t>(tensor->rank()),
                                 options.level);
      if (std::optional<Diagnostic> wrong =
              layoutError(field.name, *tensor, field.kind == FieldKind::Output,
                          options.allowEmptyTensors)) {
        wrong->op = row.mnemonic;
        return std::move(*wrong);
      }
    }
    return Status::success();
  }

  Status checkType(const FieldRow &field, const TensorDesc &tensor,
                   const TensorRule &rule) {
    int scaleBias = row.field("ScaleBias");
    bool isCopied = options.inDialect && bitWidth(tensor.type) == 4 &&
                    std::ranges::count(row.rules, RowRule::CopiesFourBits) &&
                    !op.present(static_cast<size_t>(scaleBias));
    if (isCopied || hasType(rule, tensor.type))
      return Status::success();
    auto since = oldestLevel(row, field.name, [&](const TensorRule &other) {
      return hasType(other, tensor.type);
    });
    std::string mend =
        since && *since > options.level
            ? fmt::format("feature level {} has {}", name(*since),
                          typeName(tensor.type))
            : fmt::format("use one of {}", typeNames(rule.types));
    return fail(fmt::format("{}.DataType", field.name), "data-type",
                fmt::format("{}.DataType {} is not supported at feature level "
                            "{}; the types are {}",
                            field.name, typeName(tensor.type),
                            name(options.level), typeNames(rule.types)),
                std::move(mend));
  }

  /// The first tensor of a group that is present, and the tensors to compare
  /// with it.
  template <typename Compare>
  Status checkGroups(FieldGroups groups, Compare compare) {
    for (std::span<const std::string_view> group : groups) {
      const TensorDesc *first = nullptr;
      std::string_view firstName;
      for (std::string_view tensorName : group) {
        const TensorDesc *tensor = tensorOf(tensorName);
        if (!tensor)
          continue;
        if (!first) {
          first = tensor;
          firstName = tensorName;
          continue;
        }
        if (Status status =
                compare(group, firstName, *first, tensorName, *tensor);
            !status)
          return status;
      }
    }
    return Status::success();
  }

  Status checkSameTypes() {
    if (Status status = checkTypeGroups(row.sameType); !status)
      return status;
    return checkTypeGroups(row.at(options.level)->sameType);
  }

  Status checkTypeGroups(FieldGroups groups) {
    return checkGroups(
        groups,
        [&](auto group, auto firstName, const TensorDesc &first, auto name,
            const TensorDesc &tensor) -> Status {
          if (first.type == tensor.type)
            return Status::success();
          return fail(fmt::format("{}.DataType", name), "same-types",
                      fmt::format("{}.DataType {} differs from {}.DataType {}",
                                  name, typeName(tensor.type), firstName,
                                  typeName(first.type)),
                      fmt::format("use one type for {}", tensorNames(group)));
        });
  }

  Status checkSameSizes() {
    if (options.elementsOnly)
      return Status::success();
    return checkGroups(
        row.sameSizes,
        [&](auto, auto firstName, const TensorDesc &first, auto name,
            const TensorDesc &tensor) -> Status {
          std::string field = fmt::format("{}.Sizes", name);
          if (first.rank() != tensor.rank())
            return fail(
                field, "same-sizes",
                fmt::format("{} {} have {} dimensions, {}.Sizes {} have {}",
                            field, formatList(tensor.sizes), tensor.rank(),
                            firstName, formatList(first.sizes), first.rank()),
                "pad Sizes with leading 1s, and broadcast with stride 0");
          for (size_t d = 0; d < tensor.sizes.size(); ++d)
            if (first.sizes[d] != tensor.sizes[d])
              return fail(
                  field, "same-sizes",
                  fmt::format("{} {} differ from {}.Sizes {} at dimension "
                              "{}",
                              field, formatList(tensor.sizes), firstName,
                              formatList(first.sizes), d),
                  "broadcast the input with stride 0 instead");
          return Status::success();
        });
  }

  Status checkSpread(std::string_view tensorName, const TensorDesc &tensor,
                     bool blocks) {
    const FieldRow &field = outputField();
    const TensorDesc &output = *outputTensor();
    std::string at = fmt::format("{}.Sizes", tensorName);
    if (tensor.rank() != output.rank())
      return fail(at, "same-dimension-count",
                  fmt::format("{} {} have {} dimensions, {}.Sizes {} have {}",
                              at, formatList(tensor.sizes), tensor.rank(),
                              field.name, formatList(output.sizes),
                              output.rank()),
                  tensor.rank() < output.rank() ? "pad Sizes with leading 1s"
                                                : "drop leading 1s of Sizes");
    for (size_t d = 0; d < tensor.sizes.size(); ++d) {
      int64_t size = tensor.sizes[d], whole = output.sizes[d];
      if (size == 1 ||
          (blocks && (size == whole || (size > 0 && whole % size == 0))))
        continue;
      if (!blocks)
        return fail(at, "one-element",
                    fmt::format("{} {} have {} at dimension {}; the tensor has "
                                "one element",
                                at, formatList(tensor.sizes), size, d),
                    "make every size 1");
      return fail(at, "block-sizes",
                  fmt::format("{} {} have {} at dimension {}, which does not "
                              "divide {} of {}.Sizes {}",
                              at, formatList(tensor.sizes), size, d, whole,
                              field.name, formatList(output.sizes)),
                  "give one value, one for each element, or one for each block "
                  "of elements");
    }
    return Status::success();
  }

  /// Tensors that are used for more than one element each have the output's
  /// dimension count and fitting sizes.
  Status checkSpreadSizes() {
    if (options.elementsOnly)
      return Status::success();
    for (bool blocks : {false, true})
      for (std::string_view tensorName :
           blocks ? row.blockwise : row.oneElement) {
        auto index = static_cast<size_t>(row.field(tensorName));
        if (const TensorDesc *tensor = op.tensor(index))
          if (Status status = checkSpread(tensorName, *tensor, blocks); !status)
            return status;
      }
    return checkSameBlocks();
  }

  /// Tensors that are used for blocks of elements have the same blocks along
  /// each dimension.
  Status checkSameBlocks() {
    if (options.elementsOnly || row.blockwise.empty())
      return Status::success();
    return checkGroups(
        {&row.blockwise, 1},
        [&](auto, auto firstName, const TensorDesc &first, auto name,
            const TensorDesc &tensor) -> Status {
          for (size_t d = 0; d < tensor.sizes.size(); ++d) {
            auto isBlocks = [&](int64_t size) {
              return size != 1 && size != outputTensor()->sizes[d];
            };
            int64_t size = tensor.sizes[d], other = first.sizes[d];
            if (size == other || !isBlocks(size) || !isBlocks(other))
              continue;
            std::string at = fmt::format("{}.Sizes", name);
            return fail(at, "block-sizes",
                        fmt::format("{} {} have {} blocks at dimension {}, "
                                    "{}.Sizes {} have {}",
                                    at, formatList(tensor.sizes), size, d,
                                    firstName, formatList(first.sizes), other),
                        "give both tensors the same blocks");
          }
          return Status::success();
        });
  }

  Status checkAttributes() {
    for (size_t i = 0; i < op.fields.size(); ++i) {
      if (!op.present(i))
        continue;
      const FieldRow &field = row.fields[i];
      Status status;
      if (field.kind == FieldKind::Enum)
        status = checkEnum(field, std::get<uint32_t>(op.fields[i]));
      else if (field.kind == FieldKind::Count)
        status = checkCount(field, std::get<uint32_t>(op.fields[i]));
      else if (field.kind == FieldKind::DataType)
        status = checkValueType(field, std::get<uint32_t>(op.fields[i]));
      else if (field.kind == FieldKind::Scalar)
        status = checkScalar(field, std::get<ScalarUnion>(op.fields[i]));
      else if (field.kind == FieldKind::ScaleBias)
        status = checkScaleBias(field);
      else if (field.kind == FieldKind::Activation)
        status = checkActivation(
            std::get<std::shared_ptr<const Operator>>(op.fields[i]));
      if (!status)
        return status;
    }
    return Status::success();
  }

  Status checkCount(const FieldRow &field, uint32_t count) {
    if (count > field.arrayIndex)
      return fail(field.name, "array-length",
                  fmt::format("{} {} is above {}, the most {}", field.name,
                              count, field.arrayIndex, field.array),
                  fmt::format("give at most {} tensors", field.arrayIndex));
    auto given = static_cast<uint32_t>(countOf(op, field.array));
    if (count == given)
      return Status::success();
    return fail(field.name, "array-length",
                fmt::format("{} {} differs from the {} {} that are given",
                            field.name, count, given, field.array),
                fmt::format("set it to {}", given));
  }

  Status checkEnum(const FieldRow &field, uint32_t value) {
    std::string known;
    for (const EnumMember &member : field.enumRow->members) {
      if (member.value == value)
        return Status::success();
      known += fmt::format("{}{} ({})", known.empty() ? "" : ", ", member.value,
                           member.name);
    }
    return fail(field.name, "enum-range",
                fmt::format("{} {} is no {}; the values are {}", field.name,
                            value, field.enumRow->name, known));
  }

  Status checkValueType(const FieldRow &field, uint32_t value) {
    const TensorDesc *output = outputTensor();
    auto type = static_cast<DataType>(value);
    if (!output || output->type == type)
      return Status::success();
    return fail(
        field.name, "value-data-type",
        fmt::format("{} {} differs from {}.DataType {}", field.name,
                    typeName(type), outputField().name, typeName(output->type)),
        fmt::format("set {} to {}", field.name, typeName(output->type)));
  }

  Status checkScalar(const FieldRow &field, const ScalarUnion &scalar) {
    const auto *type = std::get_if<uint32_t>(&valueOf(field.typeField));
    if (!type || scalar.type == static_cast<DataType>(*type))
      return Status::success();
    return fail(field.name, "value-data-type",
                fmt::format("{} is {}, {} is {}", field.name,
                            typeName(scalar.type), field.typeField,
                            typeName(static_cast<DataType>(*type))));
  }

  Status checkScaleBias(const FieldRow &field) {
    for (size_t i = 0; i < op.fields.size(); ++i) {
      const TensorDesc *tensor = op.tensor(i);
      if (!tensor || row.fields[i].kind != FieldKind::Input ||
          bitWidth(tensor->type) < 64)
        continue;
      return fail(field.name, "scale-bias-type",
                  fmt::format("{} is not supported with {}.DataType {}, a "
                              "64-bit type",
                              field.name, row.fields[i].name,
                              typeName(tensor->type)),
                  "leave it null; multiply and add with operators");
    }
    return Status::success();
  }

  Status checkRowRules() {
    for (RowRule rule : row.rules) {
      if (rule == RowRule::CopiesFourBits) // Permits more, see checkType().
        continue;
      // In the order of RowRule.
      static constexpr Rule kChecks[] = {&Checker::checkScaleType,
                                         &Checker::checkSteepness,
                                         &Checker::checkQuantizationType};
      if (Status status = (this->*kChecks[static_cast<size_t>(rule)])();
          !status)
        return status;
    }
    return Status::success();
  }

  Status checkScaleType() {
    DataType input = std::get<TensorDesc>(valueOf("InputTensor")).type;
    DataType scale = std::get<TensorDesc>(valueOf("ScaleTensor")).type;
    DataType wanted = input == DataType::Int32 ? DataType::Float32 : input;
    if (scale == wanted)
      return Status::success();
    return fail("ScaleTensor.DataType", "scale-type",
                fmt::format("ScaleTensor.DataType {} does not go with "
                            "InputTensor.DataType {}",
                            typeName(scale), typeName(input)),
                fmt::format("use {}", typeName(wanted)));
  }

  Status checkSteepness() {
    float steepness = std::get<float>(valueOf("Steepness"));
    // NaN is not below 1 either.
    if (options.level >= FeatureLevel::Level_6_4 || !(steepness < 1.0f))
      return Status::success();
    return fail("Steepness", "steepness",
                fmt::format("Steepness {} is below 1, the least at feature "
                            "level {}",
                            steepness, name(options.level)),
                "feature level 6_4 has every value");
  }

  Status checkQuantizationType() {
    const FieldRow &field =
        row.fields[static_cast<size_t>(row.field("QuantizationType"))];
    auto type = std::get<uint32_t>(valueOf("QuantizationType"));
    if (type == 0)
      return fail(field.name, "quantization-type",
                  fmt::format("{} NONE is not defined", field.name),
                  "use SCALE or SCALE_ZERO_POINT");
    // The members are numbered by the tensors they need.
    auto given = std::get<uint32_t>(valueOf("QuantizationTensorCount"));
    if (type == given)
      return Status::success();
    return fail("QuantizationTensorCount", "quantization-type",
                fmt::format("{} {} needs {} QuantizationTensors, not {}",
                            field.name, field.enumRow->members[type].name, type,
                            given),
                "SCALE has a scale, SCALE_ZERO_POINT a scale and a zero point");
  }

  /// The value, or tensor, of a field that the row has.
  const FieldValue &valueOf(std::string_view field) const {
    return op.fields[static_cast<size_t>(row.field(field))];
  }
  const TensorDesc *tensorOf(std::string_view field) const {
    return std::get_if<TensorDesc>(&valueOf(field));
  }
  const FieldRow &outputField() const {
    return *std::ranges::find(row.fields, FieldKind::Output, &FieldRow::kind);
  }
  /// Null if the operator is an activation.
  const TensorDesc *outputTensor() const {
    return tensorOf(outputField().name);
  }

  const Operator &op;
  const OperatorRow &row;
  const CheckOptions &options;
  /// While an activation is checked: its field path, and the operator it is
  /// reported for.
  std::string prefix;
  const OperatorRow *reported;
};

} // namespace

size_t countOf(const Operator &op, std::string_view array) {
  size_t count = 0;
  for (size_t i = 0; i < op.fields.size(); ++i)
    count += isTensor(op.row->fields[i]) && op.row->fields[i].array == array &&
             op.present(i);
  return count;
}

void setImpliedFields(Operator &op) {
  uint32_t count = 0;
  for (size_t i = 0; i < op.fields.size(); ++i)
    if (op.row->fields[i].kind == FieldKind::Count) {
      count = static_cast<uint32_t>(countOf(op, op.row->fields[i].array));
      op.fields[i] = count;
    }
  for (size_t i = 0; i < op.fields.size(); ++i)
    if (op.row->fields[i].implied >= 0)
      op.fields[i] = count;
}

Status checkOperator(const Operator &op, const CheckOptions &options) {
  return Checker(op, options).run();
}

Diagnostic unknownOperator(uint32_t dmlType) {
  if (std::string_view known = dmlOperatorName(dmlType); !known.empty())
    return unknownOperator(known);
  return refusal("Type", "known-operator",
                 fmt::format("Type {} is no DML_OPERATOR_TYPE", dmlType));
}

Diagnostic unknownOperator(std::string_view name) {
  if (!isDmlOperatorName(name))
    return refusal("Type", "known-operator",
                   fmt::format("'{}' is no DirectML operator", name),
                   "`fusedml ops` lists the operators");
  Diagnostic diagnostic = refusal(
      "Type", "known-operator",
      fmt::format("{}{} is not implemented",
                  name.starts_with("DML_OPERATOR_") ? "" : "DML_OPERATOR_",
                  name),
      "`fusedml ops` lists the operators that are");
  diagnostic.code = ErrorCode::Unsupported;
  return diagnostic;
}

Diagnostic badDimensionCount(const OperatorRow &row, std::string_view tensor,
                             uint64_t count, FeatureLevel level) {
  int64_t low = 1, high = 8;
  const LevelRow *levelRow = row.at(level);
  if (const TensorRule *rule =
          levelRow ? ruleFor(*levelRow, tensor) : nullptr) {
    low = rule->minDims;
    high = rule->maxDims;
  }
  Diagnostic diagnostic;
  diagnostic.op = row.mnemonic;
  diagnostic.field = fmt::format("{}.DimensionCount", tensor);
  diagnostic.rule = "dimension-count";
  diagnostic.message =
      low == high
          ? fmt::format("{} {} is not {}, the one count of feature level {}",
                        diagnostic.field, count, low, name(level))
          : fmt::format("{} {} is outside {} to {}, the range of feature level "
                        "{}",
                        diagnostic.field, count, low, high, name(level));
  auto since = oldestLevel(row, tensor, [&](const TensorRule &rule) {
    return count >= rule.minDims && count <= rule.maxDims;
  });
  if (count != 0 && count < static_cast<uint64_t>(low))
    diagnostic.mend = "pad Sizes with leading 1s";
  if (since && *since > level)
    diagnostic.mend +=
        fmt::format("{}feature level {} has it",
                    diagnostic.mend.empty() ? "" : ", or ", name(*since));
  return diagnostic;
}

} // namespace fusedml::graph
