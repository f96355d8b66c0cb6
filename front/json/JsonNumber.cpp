//===- JsonNumber.cpp - JSON numbers as tensor elements -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/json/JsonReport.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>

namespace fusedml::json {

/// Whether the magnitude of a number that does not fit a double is too large
/// (true) or too small. `text` follows JSON's grammar.
static bool isHuge(std::string_view text) {
  int64_t exponent = 0;
  size_t exponentAt = text.find_first_of("eE");
  if (exponentAt != std::string_view::npos) {
    std::string_view digits = text.substr(exponentAt + 1);
    if (digits.starts_with('+'))
      digits.remove_prefix(1);
    auto [end, code] =
        std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (code != std::errc())
      return !digits.starts_with('-');
    text = text.substr(0, exponentAt);
  }
  size_t first = text.find_first_of("123456789");
  size_t point = std::min(text.find('.'), text.size());
  return first != std::string_view::npos &&
         exponent + static_cast<int64_t>(point) - static_cast<int64_t>(first) >
             0;
}

/// The number rounded to nearest even; nullopt if it is beyond a double.
template <typename Float>
static std::optional<Float> parseFloat(std::string_view text) {
  Float value = 0;
  auto [end, code] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (code == std::errc())
    return value;
  Float sign = text.starts_with('-') ? Float(-1) : Float(1);
  if (!isHuge(text))
    return sign * Float(0);
  if constexpr (sizeof(Float) < sizeof(double))
    if (parseFloat<double>(text))
      return sign * std::numeric_limits<Float>::infinity();
  return std::nullopt;
}

static std::optional<uint64_t> floatBits(const Value &value, DataType type,
                                         bool allowNames, std::string &why) {
  std::optional<float> single;
  std::optional<double> wide;
  if (value.isNumber()) {
    wide = parseFloat<double>(value.text);
    if (!wide) {
      why = fmt::format("{} is beyond the range of a double", value.text);
      return std::nullopt;
    }
    // A FLOAT16 goes by way of a float, as DxDispatch reads it.
    single = type == DataType::Float32 ? parseFloat<float>(value.text)
                                       : static_cast<float>(*wide);
  } else if (allowNames && value.isString()) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (equalsIgnoreCase(value.text, "nan"))
      wide = std::numeric_limits<double>::quiet_NaN();
    else if (equalsIgnoreCase(value.text, "inf"))
      wide = kInfinity;
    else if (equalsIgnoreCase(value.text, "-inf"))
      wide = -kInfinity;
    if (wide)
      single = static_cast<float>(*wide);
  }
  if (!single) {
    why = fmt::format("{} is not a {}: expected a number{}", value.str(),
                      name(type),
                      allowNames ? ", \"nan\", \"inf\" or \"-inf\"" : "");
    return std::nullopt;
  }
  if (type == DataType::Float64)
    return std::bit_cast<uint64_t>(*wide);
  if (type == DataType::Float32)
    return std::bit_cast<uint32_t>(*single);
  return floatToHalf(*single);
}

std::optional<uint64_t> scalarBits(const Value &value, DataType type,
                                   bool allowNames, std::string &why) {
  if (isFloat(type))
    return floatBits(value, type, allowNames, why);

  bool isInteger = value.isNumber() &&
                   value.text.find_first_of(".eE") == std::string_view::npos;
  if (!isInteger) {
    why = fmt::format("{} is not an integer, which {} needs", value.str(),
                      name(type));
    return std::nullopt;
  }
  unsigned bits = bitWidth(type);
  uint64_t mask = bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
  std::string_view text = value.text == "-0" ? "0" : value.text;
  const char *begin = text.data(), *end = begin + text.size();
  bool fits;
  uint64_t result = 0;
  std::string range;
  if (isUnsigned(type)) {
    fits = !text.starts_with('-') &&
           std::from_chars(begin, end, result).ec == std::errc() &&
           result <= mask;
    range = fmt::format("0 to {}", mask);
  } else {
    int64_t least = bits >= 64 ? std::numeric_limits<int64_t>::min()
                               : -(int64_t(1) << (bits - 1));
    int64_t number = 0;
    fits = std::from_chars(begin, end, number).ec == std::errc() &&
           number >= least && number <= -(least + 1);
    result = static_cast<uint64_t>(number) & mask;
    range = fmt::format("{} to {}", least, -(least + 1));
  }
  if (fits)
    return result;
  why = fmt::format("{} is outside the range of {}, {}",
                    value.text.substr(0, 60), name(type), range);
  return std::nullopt;
}

} // namespace fusedml::json
