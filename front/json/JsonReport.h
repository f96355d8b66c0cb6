//===- JsonReport.h - what is wrong with a JSON file, and where -*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_JSON_JSONREPORT_H
#define FUSEDML_FRONT_JSON_JSONREPORT_H

#include "front/json/Json.h"
#include "fusedml/Tensor.h"

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fusedml::json {

/// Everything found in one file, in the order it was found.
struct Problems {
  std::vector<Diagnostic> errors, warnings;
};

/// The candidate with the fewest edits from `name`, or an empty view if none
/// is near enough to be meant.
std::string_view closestName(std::string_view name,
                             std::span<const std::string_view> candidates);
/// "did you mean 'X'?" or an empty string.
std::string didYouMean(std::string_view name,
                       std::span<const std::string_view> candidates);

/// Reads members of objects and notes what is wrong with them. Every reading
/// function notes its error and returns nullopt (or null) after one, so that
/// the caller can go on and find the next.
class Reporter {
public:
  Reporter(const Document &document, Problems &problems, std::string context,
           std::string op = {})
      : document(&document), problems(&problems), context(std::move(context)),
        op(std::move(op)) {}

  Reporter withOp(std::string_view name) const;

  const Document &source() const { return *document; }
  size_t errorCount() const { return problems->errors.size(); }
  SourceLocation locate(const Value &value) const {
    return document->locate(value.offset);
  }

  /// Notes an error at an offset and returns it for codes and fields.
  Diagnostic &errorAt(size_t offset, std::string message,
                      std::string mend = {});
  /// `Error parsing field 'PATH': MESSAGE` at a value.
  Diagnostic &fieldError(const Value &at, std::string_view path,
                         std::string message, std::string mend = {});
  void warningAt(size_t offset, std::string message, std::string mend = {});
  /// Takes over an error found elsewhere; `fallback` is its place if it has
  /// none.
  void add(Diagnostic diagnostic, SourceLocation fallback);

  /// A required member; notes `Field 'F' is required.`
  const Value *required(const Value &object, std::string_view name,
                        std::string_view path = {});
  std::optional<std::string_view> string(const Value &value,
                                         std::string_view path);
  std::optional<uint64_t> unsignedInteger(const Value &value,
                                          std::string_view path, uint64_t max);
  std::optional<DataType> dataType(const Value &value, std::string_view path);
  std::optional<bool> boolean(const Value &value, std::string_view path);

  /// Warns of members that nothing reads. Names that start with `$` are
  /// annotations.
  void warnUnknown(const Value &object, std::span<const std::string_view> known,
                   std::string_view what);
  void warnUnknown(const Value &object,
                   std::initializer_list<std::string_view> known,
                   std::string_view what) {
    warnUnknown(object, std::span(known.begin(), known.size()), what);
  }

private:
  const Document *document;
  Problems *problems;
  std::string context, op;
};

/// The bits of a number as an element of `type`. Floats take any number, and
/// with `allowNames` the strings nan, inf and -inf in any case; a FLOAT16 is
/// rounded to nearest even from the float next to the number. Integers take
/// integers of their range only. `why` gets the reason after a failure.
std::optional<uint64_t> scalarBits(const Value &value, DataType type,
                                   bool allowNames, std::string &why);

/// Comparison that ignores the case of ASCII letters.
bool equalsIgnoreCase(std::string_view a, std::string_view b);

} // namespace fusedml::json

#endif // FUSEDML_FRONT_JSON_JSONREPORT_H
