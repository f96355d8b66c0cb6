//===- CaseFile.h - reads files of collected cases --------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the files of $FUSEDML_CASES have in common. Its README.md describes the
// formats and the tolerances.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_E2E_CASEFILE_H
#define FUSEDML_TESTS_E2E_CASEFILE_H

#include "tests/support/CasesFolder.h"
#include "tests/support/Operators.h"

#include "front/json/Json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>

namespace cases {

namespace json = fusedml::json;
using reference::Type;
using support::RefTensor;

inline const json::Value &member(const json::Value &object,
                                 std::string_view name) {
  const json::Value *value = object.find(name);
  if (!value)
    throw std::runtime_error("no member " + std::string(name));
  return *value;
}

/// A decimal as the nearest T; integers exactly.
template <typename T> T parse(std::string_view text) {
  T value{};
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw std::runtime_error("cannot read " + std::string(text));
  return value;
}

inline double toNumber(const json::Value &value) {
  std::string_view text = value.text;
  if (value.isNumber())
    return parse<double>(text);
  if (text == "NaN")
    return std::numeric_limits<double>::quiet_NaN();
  if (text == "Infinity")
    return std::numeric_limits<double>::infinity();
  if (text == "-Infinity")
    return -std::numeric_limits<double>::infinity();
  if (text == "-0")
    return -0.0;
  throw std::runtime_error("not a number: " + std::string(text));
}

/// Not through a double, which would round twice.
inline float toFloat(const json::Value &value) {
  return value.isNumber() ? parse<float>(value.text)
                          : static_cast<float>(toNumber(value));
}

inline Type toType(const json::Value &value) {
  auto type = reference::parseType(value.text);
  if (!type)
    throw std::runtime_error("type " + std::string(value.text));
  return *type;
}

inline std::vector<int64_t> toSizes(const json::Value &value) {
  std::vector<int64_t> sizes;
  for (const json::Value &size : value.elements)
    sizes.push_back(parse<int64_t>(size.text));
  // DirectML has no scalars of rank 0.
  if (sizes.empty())
    sizes = {1};
  return sizes;
}

inline void readElement(const json::Value &value, RefTensor &tensor,
                        int64_t index) {
  if (tensor.type == Type::Float32)
    tensor.setValue(index, toFloat(value));
  else if (reference::isFloat(tensor.type))
    tensor.setValue(index, toNumber(value));
  else if (value.text.starts_with('-'))
    tensor.setBits(index, static_cast<uint64_t>(parse<int64_t>(value.text)));
  else
    tensor.setBits(index, parse<uint64_t>(value.text));
}

inline RefTensor readTensor(const json::Value &object) {
  RefTensor tensor(toType(member(object, "dtype")),
                   toSizes(member(object, "dims")));
  const auto &elements = member(object, "data").elements;
  if (static_cast<int64_t>(elements.size()) != tensor.elementCount())
    throw std::runtime_error("data does not fill dims");
  for (size_t i = 0; i < elements.size(); ++i)
    readElement(elements[i], tensor, static_cast<int64_t>(i));
  return tensor;
}

/// Position on the line of representable values.
inline int64_t ordinal(const RefTensor &tensor, int64_t index) {
  uint64_t bits = tensor.bits(index);
  unsigned width =
      static_cast<unsigned>(reference::elementSize(tensor.type)) * 8;
  if (reference::isFloat(tensor.type)) {
    uint64_t sign = 1ull << (width - 1);
    return bits & sign ? -static_cast<int64_t>(bits & (sign - 1))
                       : static_cast<int64_t>(bits);
  }
  if (reference::isSigned(tensor.type))
    return static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
  return static_cast<int64_t>(bits);
}

/// Equal, both NaN, or zeros of any sign; apart from that infinities and NaN
/// are never near anything.
inline bool near(double want, double got, double absolute, double relative) {
  if (want == got || (std::isnan(want) && std::isnan(got)))
    return true;
  return std::isfinite(want) && std::isfinite(got) &&
         std::fabs(got - want) <= absolute + relative * std::fabs(want);
}

inline bool within(const json::Value &tolerance, const RefTensor &expected,
                   const RefTensor &actual, int64_t i) {
  if (expected.bits(i) == actual.bits(i))
    return true;
  double want = expected.value(i), got = actual.value(i);
  const json::Value *ulp = tolerance.find("ulp");
  if (!ulp)
    return near(want, got, toNumber(member(tolerance, "atol")),
                toNumber(member(tolerance, "rtol")));
  // Large integers may be equal as doubles only.
  if (reference::isFloat(expected.type) &&
      (near(want, got, 0, 0) || !std::isfinite(want) || !std::isfinite(got)))
    return near(want, got, 0, 0);
  uint64_t distance = static_cast<uint64_t>(ordinal(expected, i)) -
                      static_cast<uint64_t>(ordinal(actual, i));
  distance = std::min(distance, ~distance + 1);
  return static_cast<double>(distance) <= toNumber(*ulp);
}

inline std::unique_ptr<json::Document>
readDocument(const std::filesystem::path &file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(stream)), {});
  auto document = json::Document::parse(std::move(text), file.string());
  if (!document)
    throw std::runtime_error(document.error().str());
  return std::move(*document);
}

/// The JSON files of a folder, sorted.
inline std::vector<std::filesystem::path>
jsonFiles(const std::filesystem::path &folder) {
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".json")
      files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

/// The least number of cases a folder holds: fewer are read wrongly. One that
/// $FUSEDML_CASES names may hold any number.
inline int leastCases(int usual) {
  return std::getenv("FUSEDML_CASES") ? 1 : usual;
}

} // namespace cases

#endif // FUSEDML_TESTS_E2E_CASEFILE_H
