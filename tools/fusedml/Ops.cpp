//===- Ops.cpp - fusedml ops ----------------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Files.h"

#include "compiler/graph/JsonReport.h"
#include "compiler/graph/Operator.h"
#include "compiler/graph/OperatorRow.h"

#include <fmt/format.h>

namespace fusedml::tool {

using graph::FieldKind;
using graph::FieldRow;
using graph::OperatorRow;
using graph::TensorRule;

static std::string typesOf(const TensorRule &rule, std::string_view separator) {
  std::string text;
  for (DataType type : rule.types) {
    if (!text.empty())
      text += separator;
    text += name(type);
  }
  return text;
}

static std::string_view kindName(FieldKind kind) {
  switch (kind) {
  case FieldKind::Input:
    return "input tensor";
  case FieldKind::Output:
    return "output tensor";
  case FieldKind::Float:
    return "FLOAT";
  case FieldKind::UInt:
    return "UINT";
  case FieldKind::Enum:
    return "enum";
  case FieldKind::DataType:
    return "DML_TENSOR_DATA_TYPE";
  case FieldKind::Scalar:
    return "DML_SCALAR_UNION";
  case FieldKind::ScaleBias:
    return "DML_SCALE_BIAS";
  case FieldKind::Activation:
    return "operator";
  }
  return "";
}

static std::string inPlaceOf(const OperatorRow &row) {
  if (row.inPlace == graph::InPlaceRule::None)
    return "no";
  return fmt::format(
      "{} {}", row.inPlace == graph::InPlaceRule::OneOf ? "one of" : "any of",
      fmt::join(row.inPlaceInputs, ", "));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string ruleLine(const TensorRule &rule) {
  return fmt::format("{} to {} dimensions  {}: {}", rule.minDims, rule.maxDims,
                     fmt::join(rule.tensors, ", "), typesOf(rule, " "));
}

static void printTable(FeatureLevel level) {
  print(fmt::format("Operators at feature level {}:\n", name(level)));
  for (const OperatorRow &row : graph::operatorRows()) {
    const graph::LevelRow *at = row.at(level);
    if (!at) {
      print(fmt::format("{:<22}not before feature level {}\n", row.mnemonic,
                        name(row.introduced())));
      continue;
    }
    std::string_view label = row.mnemonic;
    for (const TensorRule &rule : at->rules) {
      print(fmt::format("{:<22}{}\n", label, ruleLine(rule)));
      label = "";
    }
  }
}

static void printOperator(const OperatorRow &row, FeatureLevel level) {
  print(fmt::format("{} ({})\n  {}\n", row.mnemonic, row.dmlName, row.formula));
  if (!row.notes.empty())
    print(fmt::format("  {}\n", row.notes));
  print(fmt::format("  FLOAT32 error: {}\n",
                    row.maxUlp == 0 ? std::string("exact")
                                    : fmt::format("{} ULP", row.maxUlp)));
  print(fmt::format("  in place: {}\n", inPlaceOf(row)));
  print(fmt::format("  may be a FusedActivation: {}\n",
                    row.fusableActivation ? "yes" : "no"));
  print(fmt::format("  {}:\n", row.structName));
  for (const FieldRow &field : row.fields) {
    std::string values;
    if (field.enumRow) {
      for (const graph::EnumMember &member : field.enumRow->members)
        values += fmt::format(" {}", member.name);
      values = fmt::format(" {}:{}", field.enumRow->name, values);
    }
    print(fmt::format("    {:<18}{}{}{}\n", field.name, kindName(field.kind),
                      field.optional ? ", optional" : "", values));
  }
  const graph::LevelRow *current = row.at(level);
  for (const graph::LevelRow &at : row.levels)
    for (const TensorRule &rule : at.rules)
      print(fmt::format("  {}{}  {}\n", name(at.level),
                        &at == current ? "*" : " ", ruleLine(rule)));
  print(fmt::format("  * holds at feature level {}\n", name(level)));
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + '"';
}

template <typename List> static std::string quotedList(const List &list) {
  std::string result;
  for (std::string_view text : list)
    result += (result.empty() ? "" : ", ") + quoted(text);
  return "[" + result + "]";
}

static std::string operatorJson(const OperatorRow &row, FeatureLevel level) {
  std::string rules;
  if (const graph::LevelRow *at = row.at(level))
    for (const TensorRule &rule : at->rules) {
      std::vector<std::string_view> types;
      for (DataType type : rule.types)
        types.push_back(name(type));
      rules += fmt::format("{}\n      {{ \"tensors\": {}, \"minDimensions\": "
                           "{}, \"maxDimensions\": {}, \"types\": {} }}",
                           rules.empty() ? "" : ",", quotedList(rule.tensors),
                           rule.minDims, rule.maxDims, quotedList(types));
    }
  return fmt::format(
      "  {{ \"name\": {}, \"type\": {}, \"introduced\": {}, \"supported\": {}, "
      "\"maxUlp\": {}, \"inPlace\": {},\n    \"rules\": [{}] }}",
      quoted(row.mnemonic), quoted(row.dmlName), quoted(name(row.introduced())),
      rules.empty() ? "false" : "true", row.maxUlp,
      quotedList(row.inPlace == graph::InPlaceRule::None
                     ? std::span<const std::string_view>()
                     : row.inPlaceInputs),
      rules);
}

/// A name in capitals, and with the prefixes that DirectML's names have before
/// what people call the operator.
static std::vector<std::string> spellingsOf(std::string_view name) {
  std::string capitals(name);
  for (char &c : capitals)
    if (c >= 'a' && c <= 'z')
      c = static_cast<char>(c - 'a' + 'A');
  return {capitals, "ELEMENT_WISE_" + capitals, "ACTIVATION_" + capitals};
}

static int reportUnknown(std::string_view name) {
  for (const std::string &spelling : spellingsOf(name))
    if (graph::isDmlOperatorName(spelling)) {
      Diagnostic known = graph::unknownOperator(spelling);
      return reportUsage(known.message, known.mend);
    }
  std::vector<std::string_view> names;
  for (const OperatorRow &row : graph::operatorRows())
    names.push_back(row.mnemonic);
  std::string hint = json::didYouMean(name, names);
  // The beginning of a name is no misspelling of it.
  for (size_t i = 0; hint.empty() && i < names.size(); ++i)
    if (names[i].starts_with(name))
      hint = fmt::format("did you mean '{}'?", names[i]);
  return reportUsage(fmt::format("there is no operator '{}'", name),
                     hint.empty() ? "'fusedml ops' lists the operators" : hint);
}

int ops(const OpsCommand &command) {
  FeatureLevel level = *parseFeatureLevel(command.featureLevel);
  const OperatorRow *only = nullptr;
  if (!command.name.empty()) {
    only = graph::findOperator(command.name);
    for (const std::string &spelling : spellingsOf(command.name))
      only = only ? only : graph::findOperator(spelling);
    if (!only)
      return reportUnknown(command.name);
  }
  if (command.json) {
    std::string text;
    for (const OperatorRow &row : graph::operatorRows())
      if (!only || only == &row)
        text += (text.empty() ? "" : ",\n") + operatorJson(row, level);
    print(fmt::format("[\n{}\n]\n", text));
  } else if (only) {
    printOperator(*only, level);
  } else {
    printTable(level);
  }
  return Success;
}

} // namespace fusedml::tool
