//===- Bytes.h - numbers and texts as bytes ---------------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_FRONT_KERNELS_BYTES_H
#define FUSEDML_FRONT_KERNELS_BYTES_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace fusedml::kernels {

/// Appends numbers, low byte first, and text with its length.
class ByteWriter {
public:
  template <typename Integer> void number(Integer value) {
    static_assert(std::is_integral_v<Integer>);
    auto bits = static_cast<std::make_unsigned_t<Integer>>(value);
    for (size_t i = 0; i < sizeof(Integer); ++i)
      bytes.push_back(static_cast<std::byte>(bits >> (8 * i)));
  }
  void block(std::span<const std::byte> data) {
    number<uint64_t>(data.size());
    bytes.insert(bytes.end(), data.begin(), data.end());
  }
  void text(std::string_view data) { block(std::as_bytes(std::span(data))); }

  std::vector<std::byte> bytes;
};

/// Reads what ByteWriter wrote. Once something is missing ok() is false, and
/// all further numbers are 0 and all texts empty.
class ByteReader {
public:
  explicit ByteReader(std::span<const std::byte> data) : rest(data) {}

  bool ok() const { return good; }
  bool atEnd() const { return rest.empty(); }
  void fail() {
    good = false;
    rest = {};
  }

  template <typename Integer> Integer number() {
    static_assert(std::is_integral_v<Integer>);
    std::make_unsigned_t<Integer> bits = 0;
    std::span<const std::byte> data = take(sizeof(Integer));
    for (size_t i = 0; i < data.size(); ++i)
      bits |= static_cast<std::make_unsigned_t<Integer>>(
          std::to_integer<uint64_t>(data[i]) << (8 * i));
    return static_cast<Integer>(bits);
  }
  std::span<const std::byte> block() { return take(number<uint64_t>()); }
  std::string_view text() {
    std::span<const std::byte> data = block();
    return {reinterpret_cast<const char *>(data.data()), data.size()};
  }

private:
  std::span<const std::byte> take(uint64_t count) {
    if (count > rest.size()) {
      fail();
      return {};
    }
    std::span<const std::byte> result = rest.first(count);
    rest = rest.subspan(count);
    return result;
  }

  std::span<const std::byte> rest;
  bool good = true;
};

} // namespace fusedml::kernels

#endif // FUSEDML_FRONT_KERNELS_BYTES_H
