//===- Ops.cpp - fusedml ops ----------------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Files.h"

#include "front/json/JsonReport.h"
#include "front/rules/Operator.h"
#include "front/rules/OperatorRow.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

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
  case FieldKind::Count:
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
  std::string inputs = fmt::format("{}", fmt::join(row.inPlaceInputs, ", "));
  if (row.inPlace == graph::InPlaceRule::None)
    return "no";
  if (row.inPlaceInputs.size() == 1)
    return inputs;
  return fmt::format(
      "{} {}", row.inPlace == graph::InPlaceRule::OneOf ? "one of" : "any of",
      inputs);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string ruleLine(const TensorRule &rule) {
  std::string dims = rule.minDims == rule.maxDims
                         ? fmt::format("{}", rule.minDims)
                         : fmt::format("{} to {}", rule.minDims, rule.maxDims);
  return fmt::format(
      "{} dimensions  {}{}: {}", dims, fmt::join(rule.tensors, ", "),
      rule.optional ? " (may be left out)" : "", typesOf(rule, " "));
}

static void printTable(FeatureLevel level) {
  print(fmt::format("Operators at feature level {}:\n", name(level)));
  size_t width = 0;
  for (const OperatorRow &row : graph::operatorRows())
    width = std::max(width, row.mnemonic.size() + 2);
  for (const OperatorRow &row : graph::operatorRows()) {
    const graph::LevelRow *at = row.at(level);
    if (!at) {
      print(fmt::format("{:<{}}not before feature level {}\n", row.mnemonic,
                        width, name(row.introduced())));
      continue;
    }
    std::string_view label = row.mnemonic;
    for (const TensorRule &rule : at->rules) {
      print(fmt::format("{:<{}}{}\n", label, width, ruleLine(rule)));
      label = "";
    }
  }
}

/// Prints a text in lines of 80 characters, indented by two; `label` stands
/// before it, and lines after the first are indented more.
static void printWrapped(std::string_view text, std::string_view label = "") {
  std::string first(label), next(label.empty() ? "" : "  ");
  while (!text.empty()) {
    size_t room = 78 - first.size(), end = text.size();
    if (end > room) {
      end = text.rfind(' ', room);
      if (end == text.npos)
        end = std::min(text.find(' '), text.size());
    }
    print(fmt::format("  {}{}\n", first, text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
    first = next;
  }
}

static void printGroups(std::string_view what, graph::FieldGroups groups) {
  for (auto group : groups)
    print(fmt::format("  {}: {}\n", what, fmt::join(group, ", ")));
}

static void printNames(std::string_view what,
                       std::span<const std::string_view> names) {
  if (!names.empty())
    print(fmt::format("  {}: {}\n", what, fmt::join(names, ", ")));
}

static std::string describe(const FieldRow &field) {
  std::string text(kindName(field.kind));
  if (field.optional)
    text += ", may be null";
  if (field.hasDefault)
    text += fmt::format(", by default {} in C++", field.defaultValue);
  if (!field.typeField.empty())
    text += fmt::format(", of {}", field.typeField);
  if (field.enumRow) {
    text += fmt::format(" {}:", field.enumRow->name);
    for (const graph::EnumMember &member : field.enumRow->members)
      text += fmt::format(" {}", member.name);
  }
  return text;
}

static void printFields(const OperatorRow &row) {
  print(fmt::format("  {}:\n", row.structName));
  size_t width = 0;
  for (const FieldRow &field : row.fields)
    width = std::max(width, field.name.size() + 2);
  for (const FieldRow &field : row.fields)
    print(fmt::format("    {:<{}}{}\n", field.name, width, describe(field)));
}

static void printOperator(const OperatorRow &row, FeatureLevel level) {
  print(fmt::format("{} ({}, {})\n", row.mnemonic, row.dmlName, row.dmlType));
  printWrapped(row.formula);
  printWrapped(row.notes);
  if (!row.onnxName.empty())
    print(fmt::format("  ONNX: {}\n", row.onnxName));
  if (!row.webnnName.empty())
    print(fmt::format("  WebNN: {}\n", row.webnnName));
  print(fmt::format("  FLOAT32 error: {}\n",
                    row.maxUlp == 0 ? std::string("exact")
                                    : fmt::format("{} ULP", row.maxUlp)));
  print(fmt::format("  in place: {}\n", inPlaceOf(row)));
  if (row.movesBits)
    print(fmt::format(
        "  moves or edits bits, those of NaN as well{}\n",
        row.field("ScaleBias") < 0 ? "" : ", unless ScaleBias is given"));
  print(fmt::format("  may be a FusedActivation: {}\n",
                    row.fusableActivation ? "yes" : "no"));
  printGroups("same DataType", row.sameType);
  printGroups("same Sizes", row.sameSizes);
  printNames("one element", row.oneElement);
  printNames("sizes of 1, of the output, or a divisor of it", row.blockwise);
  for (std::string_view ruling : row.rulings)
    printWrapped(ruling, "ruling: ");
  printWrapped(row.disagreement, "sources differ: ");
  printFields(row);
  const graph::LevelRow *current = row.at(level);
  for (const graph::LevelRow &at : row.levels) {
    std::string label =
        fmt::format("{}{}", name(at.level), &at == current ? "*" : " ");
    for (const TensorRule &rule : at.rules)
      print(fmt::format("  {}  {}\n", label, ruleLine(rule)));
    printGroups(label + "  same DataType", at.sameType);
  }
  print(fmt::format("  * holds at feature level {}\n", name(level)));
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static std::string jsonText(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + '"';
}

/// A list, of which `write` makes each element JSON.
template <typename List, typename Write>
static std::string listOf(const List &list, Write write,
                          std::string_view separator = ", ") {
  std::string result;
  for (const auto &element : list) {
    if (!result.empty())
      result += separator;
    result += write(element);
  }
  return "[" + result + "]";
}

static std::string quotedList(std::span<const std::string_view> list) {
  return listOf(list, jsonText);
}

static std::string boolean(bool value) { return value ? "true" : "false"; }

static std::string ruleJson(const TensorRule &rule) {
  return fmt::format(
      "\n        {{ \"tensors\": {}, \"optional\": {}, \"minDimensions\": {}, "
      "\"maxDimensions\": {}, \"types\": {} }}",
      quotedList(rule.tensors), boolean(rule.optional), rule.minDims,
      rule.maxDims,
      listOf(rule.types, [](DataType type) { return jsonText(name(type)); }));
}

static std::string rulesJson(const graph::LevelRow *level) {
  return level ? listOf(level->rules, ruleJson, ",") : "[]";
}

static std::string groupsJson(graph::FieldGroups groups) {
  return listOf(groups, quotedList);
}

static std::string levelJson(const graph::LevelRow &level) {
  return fmt::format(
      "\n      {{ \"level\": {}, \"sameType\": {}, \"rules\": {} }}",
      jsonText(name(level.level)), groupsJson(level.sameType),
      rulesJson(&level));
}

/// JSON has no infinities; DxDispatch's models write them as text.
static std::string number(float value) {
  std::string text = fmt::format("{}", value);
  return std::isinf(value) ? jsonText(text) : text;
}

static std::string fieldJson(const FieldRow &field) {
  std::string text =
      fmt::format("\n      {{ \"name\": {}, \"kind\": {}, \"optional\": {}",
                  jsonText(field.name), jsonText(kindName(field.kind)),
                  boolean(field.optional));
  if (field.hasDefault)
    text += fmt::format(", \"default\": {}", number(field.defaultValue));
  if (!field.typeField.empty())
    text += fmt::format(", \"typeField\": {}", jsonText(field.typeField));
  if (!field.array.empty())
    text += fmt::format(", \"array\": {}", jsonText(field.array));
  if (field.enumRow)
    text += fmt::format(
        ", \"enum\": {}, \"values\": {}", jsonText(field.enumRow->name),
        listOf(field.enumRow->members, [](const graph::EnumMember &member) {
          return jsonText(member.name);
        }));
  return text + " }";
}

static std::string operatorJson(const OperatorRow &row, FeatureLevel level) {
  const graph::LevelRow *current = row.at(level);
  const std::pair<std::string_view, std::string> members[] = {
      {"name", jsonText(row.mnemonic)},
      {"type", jsonText(row.dmlName)},
      {"value", std::to_string(row.dmlType)},
      {"desc", jsonText(row.structName)},
      {"formula", jsonText(row.formula)},
      {"notes", jsonText(row.notes)},
      {"onnx", jsonText(row.onnxName)},
      {"webnn", jsonText(row.webnnName)},
      {"introduced", jsonText(name(row.introduced()))},
      {"supported", boolean(current)},
      {"maxUlp", std::to_string(row.maxUlp)},
      {"inPlace", quotedList(row.inPlaceInputs)},
      {"inPlaceWithMany",
       boolean(row.inPlace == graph::InPlaceRule::OneOrMore)},
      {"movesBits", boolean(row.movesBits)},
      {"fusedActivation", boolean(row.fusableActivation)},
      {"sameType", groupsJson(row.sameType)},
      {"sameSizes", groupsJson(row.sameSizes)},
      {"oneElement", quotedList(row.oneElement)},
      {"blockwise", quotedList(row.blockwise)},
      {"rulings", quotedList(row.rulings)},
      {"sourcesDiffer", jsonText(row.disagreement)},
      {"fields", listOf(row.fields, fieldJson, ",")},
      {"rules", rulesJson(current)},
      {"levels", listOf(row.levels, levelJson, ",")},
  };
  std::string text;
  for (const auto &[key, value] : members)
    text +=
        fmt::format("{}\n    \"{}\": {}", text.empty() ? "" : ",", key, value);
  return "  {" + text + "\n  }";
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
  // The beginning of a name is no misspelling of a shorter one.
  std::string hint;
  for (size_t i = 0; hint.empty() && i < names.size(); ++i)
    if (names[i].starts_with(name))
      hint = fmt::format("did you mean '{}'?", names[i]);
  if (hint.empty())
    hint = json::didYouMean(name, names);
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
