//===- Json.h - relaxed JSON with positions ---------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_JSON_JSON_H
#define FUSEDML_FRONT_JSON_JSON_H

#include "fusedml/Status.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fusedml::json {

struct Member;

/// A JSON value and the place it stands at. Views point into its Document.
struct Value {
  enum class Kind : uint8_t {
    Null,
    False,
    True,
    Number,
    String,
    Array,
    Object
  };
  Kind kind = Kind::Null;
  size_t offset = 0; ///< Of its first character, in bytes.
  /// Number: as it is spelled, since a double does not hold every 64-bit
  /// integer. String: without its escapes.
  std::string_view text;
  std::vector<Value> elements; ///< Array.
  std::vector<Member> members; ///< Object, in the order of the file.

  bool isNull() const { return kind == Kind::Null; }
  bool isBool() const { return kind == Kind::False || kind == Kind::True; }
  bool isNumber() const { return kind == Kind::Number; }
  bool isString() const { return kind == Kind::String; }
  bool isArray() const { return kind == Kind::Array; }
  bool isObject() const { return kind == Kind::Object; }

  /// The member of an object; null if there is none or this is no object.
  const Value *find(std::string_view name) const;
  /// As messages show it: `"text"`, `1.5`, `an object`.
  std::string str() const;
};

struct Member {
  std::string_view name;
  size_t offset = 0; ///< Of the name.
  Value value;
};

/// A parsed file. The dialect is relaxed: comments, a comma after the last
/// element, and anything after the root value are accepted. Names within one
/// object must differ.
class Document {
public:
  /// `file` is used in messages. Errors: ParseError, with the place, the reason
  /// and some of the text found there.
  static Expected<std::unique_ptr<Document>> parse(std::string text,
                                                   std::string file);
  Document(const Document &) = delete;
  Document &operator=(const Document &) = delete;

  const Value &root() const { return rootValue; }
  const std::string &file() const { return fileName; }
  /// Line and column, from 1; columns count characters, not bytes.
  SourceLocation locate(size_t offset) const;

private:
  friend class Builder;
  Document(std::string text, std::string file);
  size_t continuations(size_t offset) const;

  std::string text, fileName;
  /// Strings with their escapes resolved; a deque keeps their addresses.
  std::deque<std::string> strings;
  std::vector<size_t> lineStarts;
  /// UTF-8 continuation bytes before each block, so that a place in a file of
  /// one long line is found quickly.
  static constexpr size_t kBlock = 1024;
  std::vector<size_t> continuationsBefore;
  Value rootValue;
};

/// Deepest nesting of arrays and objects that is read.
inline constexpr size_t kMaxDepth = 64;

} // namespace fusedml::json

#endif // FUSEDML_FRONT_JSON_JSON_H
