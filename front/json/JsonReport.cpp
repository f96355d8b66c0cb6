//===- JsonReport.cpp - what is wrong with a JSON file, and where ---------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/json/JsonReport.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace fusedml::json {

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equalsIgnoreCase(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

/// Edits (insert, delete, replace) from one name to the other, ignoring case.
static size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t(0));
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replace = diagonal + (lower(a[i - 1]) != lower(b[j - 1]));
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replace});
    }
  }
  return row.back();
}

std::string_view closestName(std::string_view name,
                             std::span<const std::string_view> candidates) {
  if (name.size() > 100)
    return {};
  std::string_view best;
  size_t bestDistance = name.size() / 3 + 2;
  for (std::string_view candidate : candidates) {
    // A longer candidate needs at least as many edits as it is longer.
    if (candidate.size() >= name.size() + bestDistance)
      continue;
    size_t distance = editDistance(name, candidate);
    // Names that share nothing are not near, however short.
    if (distance < bestDistance &&
        distance < std::max(name.size(), candidate.size())) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string didYouMean(std::string_view name,
                       std::span<const std::string_view> candidates) {
  std::string_view near = closestName(name, candidates);
  return near.empty() ? std::string() : fmt::format("did you mean '{}'?", near);
}

Reporter Reporter::withOp(std::string_view name) const {
  Reporter copy = *this;
  copy.op = name;
  return copy;
}

Diagnostic &Reporter::errorAt(size_t offset, std::string message,
                              std::string mend) {
  Diagnostic error;
  error.context = context;
  error.op = op;
  error.message = std::move(message);
  error.mend = std::move(mend);
  error.where = document->locate(offset);
  return problems->errors.emplace_back(std::move(error));
}

Diagnostic &Reporter::fieldError(const Value &at, std::string_view path,
                                 std::string message, std::string mend) {
  Diagnostic &error = errorAt(
      at.offset, fmt::format("Error parsing field '{}': {}", path, message),
      std::move(mend));
  error.field = path;
  return error;
}

void Reporter::warningAt(size_t offset, std::string message, std::string mend) {
  Diagnostic warning;
  warning.context = context;
  warning.op = op;
  warning.message = std::move(message);
  warning.mend = std::move(mend);
  warning.where = document->locate(offset);
  problems->warnings.push_back(std::move(warning));
}

void Reporter::add(Diagnostic diagnostic, SourceLocation fallback) {
  diagnostic.context = diagnostic.context.empty()
                           ? context
                           : context + ": " + diagnostic.context;
  if (diagnostic.where.line == 0)
    diagnostic.where = std::move(fallback);
  problems->errors.push_back(std::move(diagnostic));
}

const Value *Reporter::required(const Value &object, std::string_view name,
                                std::string_view path) {
  if (const Value *value = object.find(name))
    return value;
  if (path.empty())
    path = name;
  errorAt(object.offset, fmt::format("Field '{}' is required.", path)).field =
      path;
  return nullptr;
}

std::optional<std::string_view> Reporter::string(const Value &value,
                                                 std::string_view path) {
  if (value.isString())
    return value.text;
  fieldError(value, path,
             fmt::format("expected a string, not {}", value.str()));
  return std::nullopt;
}

std::optional<uint64_t> Reporter::unsignedInteger(const Value &value,
                                                  std::string_view path,
                                                  uint64_t max) {
  std::string why;
  std::optional<uint64_t> bits =
      scalarBits(value, DataType::UInt64, /*allowNames=*/false, why);
  if (!bits) {
    fieldError(value, path,
               fmt::format("expected an integer from 0 to {}, not {}", max,
                           value.str()));
    return std::nullopt;
  }
  if (*bits > max) {
    fieldError(value, path, fmt::format("{} is more than {}", value.text, max));
    return std::nullopt;
  }
  return bits;
}

std::optional<DataType> Reporter::dataType(const Value &value,
                                           std::string_view path) {
  std::optional<std::string_view> text = string(value, path);
  if (!text)
    return std::nullopt;
  if (std::optional<DataType> type = parseDataType(*text))
    return type;
  std::vector<std::string_view> names;
  for (uint32_t i = 0; i <= static_cast<uint32_t>(DataType::Int64); ++i)
    names.push_back(name(static_cast<DataType>(i)));
  fieldError(value, path,
             fmt::format("'{}' is not a DML_TENSOR_DATA_TYPE", *text),
             didYouMean(*text, names));
  return std::nullopt;
}

std::optional<bool> Reporter::boolean(const Value &value,
                                      std::string_view path) {
  if (value.isBool())
    return value.kind == Value::Kind::True;
  fieldError(value, path,
             fmt::format("expected true or false, not {}", value.str()));
  return std::nullopt;
}

void Reporter::warnUnknown(const Value &object,
                           std::span<const std::string_view> known,
                           std::string_view what) {
  for (const Member &member : object.members) {
    if (member.name.starts_with('$') ||
        std::ranges::find(known, member.name) != known.end())
      continue;
    warningAt(
        member.offset,
        fmt::format("{} has no field '{}'; it is ignored", what, member.name),
        didYouMean(member.name, known));
  }
}

} // namespace fusedml::json
