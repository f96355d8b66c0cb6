//===- Npy.cpp - NumPy's file format --------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Npy.h"

#include "Files.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <optional>

namespace fusedml::tool {

static_assert(std::endian::native == std::endian::little,
              "elements are kept as the file's little-endian bytes");

namespace {

struct TypeCode {
  std::string_view code;
  DataType type;
};
constexpr TypeCode kTypeCodes[] = {
    {"f2", DataType::Float16}, {"f4", DataType::Float32},
    {"f8", DataType::Float64}, {"i1", DataType::Int8},
    {"i2", DataType::Int16},   {"i4", DataType::Int32},
    {"i8", DataType::Int64},   {"u1", DataType::UInt8},
    {"u2", DataType::UInt16},  {"u4", DataType::UInt32},
    {"u8", DataType::UInt64},  {"b1", DataType::UInt8},
    {"?", DataType::UInt8}};

struct Header {
  std::optional<std::string> descr;
  std::optional<bool> fortranOrder;
  std::optional<std::vector<int64_t>> shape;
};

/// Parses the header, a Python dictionary of strings, booleans and one tuple.
/// Every function returns false at text that is not this.
class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : text(text) {}

  bool parse(Header &header) {
    if (!take('{'))
      return false;
    while (!take('}')) {
      std::string key;
      if (!string(key) || !take(':') || !value(key, header))
        return false;
      if (!take(',') && !peek('}'))
        return false;
    }
    skipSpace();
    return text.empty();
  }

private:
  void skipSpace() {
    size_t count = text.find_first_not_of(" \t\r\n");
    text.remove_prefix(std::min(count, text.size()));
  }
  bool peek(char c) {
    skipSpace();
    return text.starts_with(c);
  }
  bool take(char c) {
    if (!peek(c))
      return false;
    text.remove_prefix(1);
    return true;
  }
  bool take(std::string_view word) {
    skipSpace();
    if (!text.starts_with(word))
      return false;
    text.remove_prefix(word.size());
    return true;
  }
  bool string(std::string &result) {
    char quote = peek('"') ? '"' : '\'';
    if (!take(quote))
      return false;
    size_t end = text.find(quote);
    if (end == std::string_view::npos)
      return false;
    result = text.substr(0, end);
    text.remove_prefix(end + 1);
    return true;
  }
  bool value(const std::string &key, Header &header) {
    if (key == "descr") {
      // A list describes a structure, which is no tensor.
      std::string descr = "a structure";
      if (peek('['))
        return header.descr = descr, skipList();
      if (!string(descr))
        return false;
      header.descr = descr;
      return true;
    }
    if (key == "fortran_order") {
      bool isTrue = take("True");
      header.fortranOrder = isTrue;
      return isTrue || take("False");
    }
    return key == "shape" && tuple(header.shape.emplace());
  }
  bool skipList() {
    size_t end = text.rfind(']');
    if (end == std::string_view::npos)
      return false;
    text.remove_prefix(end + 1);
    return true;
  }
  bool tuple(std::vector<int64_t> &shape) {
    if (!take('('))
      return false;
    while (!take(')')) {
      int64_t size = 0;
      skipSpace();
      auto [end, code] =
          std::from_chars(text.data(), text.data() + text.size(), size);
      if (code != std::errc() || size < 0)
        return false;
      text.remove_prefix(static_cast<size_t>(end - text.data()));
      take('L'); // Written by Python 2.
      shape.push_back(size);
      if (!take(',') && !peek(')'))
        return false;
    }
    return true;
  }

  std::string_view text;
};

} // namespace

/// Reverses the bytes of every element.
static void swapBytes(std::vector<std::byte> &bytes, size_t elementBytes) {
  for (size_t i = 0; i + elementBytes <= bytes.size(); i += elementBytes)
    std::reverse(bytes.begin() + static_cast<ptrdiff_t>(i),
                 bytes.begin() + static_cast<ptrdiff_t>(i + elementBytes));
}

Expected<NpyArray> parseNpy(std::string_view contents, const std::string &file,
                            bool headerOnly) {
  auto fail = [&](ErrorCode code, std::string_view message,
                  std::string mend = {}) {
    return makeError(code, fmt::format("'{}': {}", file, message),
                     std::move(mend));
  };
  constexpr std::string_view kMagic = "\x93NUMPY";
  if (!contents.starts_with(kMagic) || contents.size() < 10)
    return fail(ErrorCode::ParseError, "this is not a .npy file");
  auto byteAt = [&](size_t i) {
    return static_cast<size_t>(static_cast<unsigned char>(contents[i]));
  };
  size_t version = byteAt(6);
  if (version < 1 || version > 3)
    return fail(
        ErrorCode::Unsupported,
        fmt::format(".npy format version {} is not one of 1 to 3", version));
  size_t headerStart = version == 1 ? 10 : 12;
  if (contents.size() < headerStart)
    return fail(ErrorCode::ParseError, "the .npy header is cut off");
  size_t headerLength = byteAt(8) | byteAt(9) << 8;
  if (version > 1)
    headerLength |= byteAt(10) << 16 | byteAt(11) << 24;
  if (contents.size() - headerStart < headerLength)
    return fail(ErrorCode::ParseError, "the .npy header is cut off");

  Header header;
  HeaderParser parser(contents.substr(headerStart, headerLength));
  if (!parser.parse(header) || !header.descr || !header.fortranOrder ||
      !header.shape)
    return fail(ErrorCode::ParseError, "the .npy header is not well formed");
  if (*header.fortranOrder)
    return fail(ErrorCode::Unsupported, "the array is in Fortran order",
                "save it with numpy.ascontiguousarray(array)");

  NpyArray array;
  std::string_view code = *header.descr;
  bool isBigEndian = code.starts_with('>');
  if (code.find_first_of("<>|=") == 0)
    code.remove_prefix(1);
  for (const TypeCode &entry : kTypeCodes)
    if (entry.code == code)
      array.type = entry.type;
  if (array.type == DataType::Unknown)
    return fail(ErrorCode::Unsupported,
                fmt::format("the type '{}' is none of f2, f4, f8, i1, i2, i4, "
                            "i8, u1, u2, u4, u8 and ?",
                            std::string_view(*header.descr).substr(0, 40)));
  array.shape = std::move(*header.shape);

  size_t elementBytes = bitWidth(array.type) / 8;
  std::string_view data = contents.substr(headerStart + headerLength);
  for (int64_t size : array.shape)
    if (__builtin_mul_overflow(array.count, static_cast<uint64_t>(size),
                               &array.count))
      return fail(ErrorCode::ParseError, "the shape is too large");
  if (array.count > data.size() / elementBytes)
    return fail(ErrorCode::ParseError,
                fmt::format("shape {} needs {} elements of {} bytes, but the "
                            "file holds {} bytes of data",
                            formatList(array.shape), array.count, elementBytes,
                            data.size()));
  if (headerOnly)
    return array;
  data = data.substr(0, array.count * elementBytes);
  auto bytes = std::as_bytes(std::span(data));
  array.bytes.assign(bytes.begin(), bytes.end());
  if (isBigEndian)
    swapBytes(array.bytes, elementBytes);
  return array;
}

Expected<NpyArray> readNpy(const std::filesystem::path &path, bool headerOnly) {
  Expected<std::string> contents = readFile(path);
  if (!contents)
    return contents.takeStatus();
  return parseNpy(*contents, path.string(), headerOnly);
}

std::string npyHeader(DataType type, std::span<const int64_t> shape) {
  std::string_view code;
  for (const TypeCode &entry : kTypeCodes)
    if (entry.type == type && code.empty())
      code = entry.code;
  std::string tuple;
  for (int64_t size : shape)
    tuple += fmt::format("{}, ", size);
  // A tuple of one keeps its comma.
  if (shape.size() == 1)
    tuple.pop_back();
  else if (!tuple.empty())
    tuple.resize(tuple.size() - 2);
  std::string text = fmt::format(
      "{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}), }}",
      bitWidth(type) == 8 ? '|' : '<', code, tuple);
  // The elements start at a multiple of 64 bytes, after a newline.
  while ((10 + text.size() + 1) % 64 != 0)
    text += ' ';
  text += '\n';
  std::string header = "\x93NUMPY";
  header += '\1';
  header += '\0';
  header += static_cast<char>(text.size() & 0xFF);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

} // namespace fusedml::tool
