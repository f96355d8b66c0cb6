//===- Json.cpp - relaxed JSON with positions -----------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/json/Json.h"

#include <fmt/format.h>

// RapidJSON adds to its stack's null pointer before it allocates, which
// sanitizers report.
#ifdef __clang__
#pragma clang attribute push(__attribute__((no_sanitize("pointer-overflow"))), \
                             apply_to = function)
#endif
#include <rapidjson/reader.h>
#ifdef __clang__
#pragma clang attribute pop
#endif

#include <algorithm>
#include <unordered_set>

namespace fusedml::json {

const Value *Value::find(std::string_view name) const {
  for (const Member &member : members)
    if (member.name == name)
      return &member.value;
  return nullptr;
}

std::string Value::str() const {
  switch (kind) {
  case Kind::Null:
    return "null";
  case Kind::False:
    return "false";
  case Kind::True:
    return "true";
  case Kind::Number:
    return std::string(text.substr(0, 60));
  case Kind::String:
    return fmt::format("\"{}\"", text.substr(0, 60));
  case Kind::Array:
    return "a list";
  case Kind::Object:
    return "an object";
  }
  return "";
}

namespace {

/// RapidJSON's input. It is a class of its own because RapidJSON copies the
/// streams it knows, and the handler must see the current offset.
class Stream {
public:
  using Ch = char;
  explicit Stream(std::string_view text) : text(text) {}

  // NOLINTBEGIN(readability-identifier-naming): the names RapidJSON asks for.
  char Peek() const { return position < text.size() ? text[position] : '\0'; }
  char Take() { return position < text.size() ? text[position++] : '\0'; }
  size_t Tell() const { return position; }

  // Output side, which the reader only uses in situ.
  char *PutBegin() { return nullptr; }
  void Put(char) {}
  void Flush() {}
  size_t PutEnd(char *) { return 0; }
  // NOLINTEND(readability-identifier-naming)

private:
  std::string_view text;
  size_t position = 0;
};

bool isContinuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

std::string_view reasonOf(rapidjson::ParseErrorCode code) {
  switch (code) {
  case rapidjson::kParseErrorDocumentEmpty:
    return "the file holds no JSON value";
  case rapidjson::kParseErrorValueInvalid:
    return "this is not a JSON value";
  case rapidjson::kParseErrorObjectMissName:
    return "an object needs a member name in double quotes here";
  case rapidjson::kParseErrorObjectMissColon:
    return "a member name must be followed by ':'";
  case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
    return "a member of an object must be followed by ',' or '}'";
  case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
    return "an element of a list must be followed by ',' or ']'";
  case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
    return "\\u needs four hexadecimal digits";
  case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
    return "the surrogate pair is incomplete";
  case rapidjson::kParseErrorStringEscapeInvalid:
    return "the string has an unknown escape";
  case rapidjson::kParseErrorStringMissQuotationMark:
    return "the string is not closed";
  case rapidjson::kParseErrorStringInvalidEncoding:
    return "the text is not valid UTF-8";
  case rapidjson::kParseErrorNumberTooBig:
    return "the number is too large for a double";
  case rapidjson::kParseErrorNumberMissFraction:
    return "digits must follow the '.' of a number";
  case rapidjson::kParseErrorNumberMissExponent:
    return "digits must follow the exponent sign of a number";
  case rapidjson::kParseErrorUnspecificSyntaxError:
    return "the comment is not closed";
  default:
    return "this is not JSON";
  }
}

} // namespace

/// Receives RapidJSON's events and builds the tree.
class Builder {
public:
  Builder(Document &document, Stream &stream)
      : document(document), stream(stream) {}

  // NOLINTBEGIN(readability-identifier-naming): the names RapidJSON asks for.
  bool Null() { return literal(Value::Kind::Null, 4); }
  bool Bool(bool value) {
    return value ? literal(Value::Kind::True, 4)
                 : literal(Value::Kind::False, 5);
  }
  bool RawNumber(const char *, rapidjson::SizeType length, bool) {
    Value value = make(Value::Kind::Number, stream.Tell() - length);
    value.text = view().substr(value.offset, length);
    return add(std::move(value));
  }
  bool String(const char *text, rapidjson::SizeType length, bool) {
    Value value = make(Value::Kind::String, stringStart());
    value.text = keep(text, length, value.offset);
    return add(std::move(value));
  }
  bool Key(const char *text, rapidjson::SizeType length, bool) {
    Member member;
    member.offset = stringStart();
    member.name = keep(text, length, member.offset);
    open.back().members.push_back(std::move(member));
    return true;
  }
  bool StartObject() { return start(Value::Kind::Object); }
  bool EndObject(rapidjson::SizeType) { return checkNames() && end(); }
  bool StartArray() { return start(Value::Kind::Array); }
  bool EndArray(rapidjson::SizeType) { return end(); }

  // Never called: numbers come as text.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(int64_t) { return false; }
  bool Uint64(uint64_t) { return false; }
  bool Double(double) { return false; }
  // NOLINTEND(readability-identifier-naming)

  /// Why an event returned false.
  std::string reason, mend;
  size_t reasonOffset = 0;

private:
  std::string_view view() const { return document.text; }

  static Value make(Value::Kind kind, size_t offset) {
    Value value;
    value.kind = kind;
    value.offset = offset;
    return value;
  }
  bool literal(Value::Kind kind, size_t length) {
    return add(make(kind, stream.Tell() - length));
  }
  bool start(Value::Kind kind) {
    if (open.size() == kMaxDepth) {
      reason = fmt::format("nested deeper than {} levels", kMaxDepth);
      reasonOffset = stream.Tell();
      return false;
    }
    open.push_back(make(kind, stream.Tell()));
    return true;
  }
  bool end() {
    Value value = std::move(open.back());
    open.pop_back();
    return add(std::move(value));
  }
  bool add(Value value) {
    if (open.empty())
      document.rootValue = std::move(value);
    else if (open.back().isArray())
      open.back().elements.push_back(std::move(value));
    else
      open.back().members.back().value = std::move(value);
    return true;
  }

  /// The reader stands after the closing quote. Inside a string every quote
  /// has an odd number of backslashes before it, so the opening quote is the
  /// last one before with an even number.
  size_t stringStart() const {
    size_t at = stream.Tell() - 1;
    while (at > 0) {
      --at;
      if (document.text[at] != '"')
        continue;
      size_t backslashes = 0;
      while (backslashes < at && document.text[at - 1 - backslashes] == '\\')
        ++backslashes;
      if (backslashes % 2 == 0)
        break;
    }
    return at;
  }
  /// A view of the file's own text where the string has no escapes.
  std::string_view keep(const char *text, size_t length, size_t start) {
    if (stream.Tell() - start == length + 2)
      return view().substr(start + 1, length);
    return document.strings.emplace_back(text, length);
  }

  bool checkNames() {
    std::unordered_set<std::string_view> seen;
    for (const Member &member : open.back().members) {
      if (seen.insert(member.name).second)
        continue;
      reason = fmt::format("the object has two members '{}'", member.name);
      mend = "remove or rename one of them";
      reasonOffset = member.offset;
      return false;
    }
    return true;
  }

  Document &document;
  Stream &stream;
  std::vector<Value> open;
};

Document::Document(std::string textIn, std::string fileIn)
    : text(std::move(textIn)), fileName(std::move(fileIn)) {
  // A byte order mark is not JSON, but editors write it; blanks keep offsets.
  if (text.starts_with("\xEF\xBB\xBF"))
    text.replace(0, 3, "   ");
  lineStarts.push_back(0);
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n')
      lineStarts.push_back(i + 1);
  size_t count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (i % kBlock == 0)
      continuationsBefore.push_back(count);
    count += isContinuation(text[i]);
  }
  continuationsBefore.push_back(count);
}

size_t Document::continuations(size_t offset) const {
  size_t block = std::min(offset / kBlock, continuationsBefore.size() - 1);
  auto begin = text.begin() +
               static_cast<ptrdiff_t>(std::min(block * kBlock, text.size()));
  auto end = text.begin() + static_cast<ptrdiff_t>(offset);
  return continuationsBefore[block] +
         (begin < end
              ? static_cast<size_t>(std::count_if(begin, end, isContinuation))
              : 0);
}

SourceLocation Document::locate(size_t offset) const {
  offset = std::min(offset, text.size());
  auto line =
      std::upper_bound(lineStarts.begin(), lineStarts.end(), offset) - 1;
  SourceLocation where;
  where.file = fileName;
  where.line = static_cast<unsigned>(line - lineStarts.begin()) + 1;
  where.column =
      1 + static_cast<unsigned>(offset - *line - continuations(offset) +
                                continuations(*line));
  return where;
}

/// Bytes of the UTF-8 character that `text` starts with, 0 if it is none.
static size_t characterLength(std::string_view text) {
  auto lead = static_cast<unsigned char>(text[0]);
  size_t length = lead < 0x80                   ? 1
                  : lead >= 0xC2 && lead < 0xE0 ? 2
                  : lead >= 0xE0 && lead < 0xF0 ? 3
                  : lead >= 0xF0 && lead < 0xF5 ? 4
                                                : 0;
  if (length == 0 || length > text.size() ||
      !std::ranges::all_of(text.substr(1, length - 1), isContinuation))
    return 0;
  return length;
}

/// Up to 40 characters from `offset`, on one line.
static std::string excerpt(std::string_view text, size_t offset) {
  if (offset >= text.size())
    return "at the end of the file";
  std::string shown;
  for (int count = 0; count < 40 && offset < text.size(); ++count) {
    size_t length = characterLength(text.substr(offset));
    bool isPlain = length > 1 || (text[offset] >= 0x20 && text[offset] < 0x7F);
    shown += isPlain       ? text.substr(offset, length)
             : length == 1 ? std::string_view(" ")
                           : std::string_view("?");
    offset += std::max<size_t>(length, 1);
  }
  return fmt::format("near `{}`", shown);
}

/// A raw newline in a string is RapidJSON's encoding or escape error.
static bool isOpenString(rapidjson::ParseErrorCode code, std::string_view text,
                         size_t offset) {
  return (code == rapidjson::kParseErrorStringInvalidEncoding ||
          code == rapidjson::kParseErrorStringEscapeInvalid) &&
         offset < text.size() &&
         static_cast<unsigned char>(text[offset]) < 0x20;
}

Expected<std::unique_ptr<Document>> Document::parse(std::string textIn,
                                                    std::string fileIn) {
  constexpr size_t kMaxBytes = size_t(1) << 30;
  std::unique_ptr<Document> document(
      new Document(std::move(textIn), std::move(fileIn)));
  if (document->text.size() > kMaxBytes) {
    Diagnostic error;
    error.code = ErrorCode::Unsupported;
    error.rule = "file-size";
    error.message = fmt::format("the file has {} bytes, more than {}",
                                document->text.size(), kMaxBytes);
    error.mend = "keep large values in .npy files (sourcePath)";
    error.where.file = document->fileName;
    return error;
  }

  Stream stream(document->text);
  Builder builder(*document, stream);
  constexpr unsigned kFlags =
      rapidjson::kParseIterativeFlag | rapidjson::kParseCommentsFlag |
      rapidjson::kParseTrailingCommasFlag | rapidjson::kParseStopWhenDoneFlag |
      rapidjson::kParseNumbersAsStringsFlag |
      rapidjson::kParseValidateEncodingFlag;
  rapidjson::Reader reader;
  rapidjson::ParseResult result = reader.Parse<kFlags>(stream, builder);
  if (!result.IsError())
    return std::move(document);

  bool ours = result.Code() == rapidjson::kParseErrorTermination;
  size_t offset = ours ? builder.reasonOffset : result.Offset();
  Diagnostic error;
  error.code = ErrorCode::ParseError;
  error.rule = "json-syntax";
  std::string_view reason = reasonOf(result.Code());
  if (ours)
    reason = builder.reason;
  else if (isOpenString(result.Code(), document->text, offset))
    reason = "the string is not closed before the end of its line";
  error.message = fmt::format("JSON syntax error at offset {}: {}, {}", offset,
                              reason, excerpt(document->text, offset));
  error.mend = builder.mend;
  error.where = document->locate(offset);
  return error;
}

} // namespace fusedml::json
