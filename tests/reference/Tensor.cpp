//===- Tensor.cpp - element types and packed tensors of the reference -----===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Tensor.h"
#include "tests/reference/Elements.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace reference {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

namespace {

struct TypeRow {
  std::string_view name;
  unsigned bits;
};
constexpr std::array<TypeRow, 13> kTypes{{{"FLOAT64", 64},
                                          {"FLOAT32", 32},
                                          {"FLOAT16", 16},
                                          {"INT64", 64},
                                          {"INT32", 32},
                                          {"INT16", 16},
                                          {"INT8", 8},
                                          {"UINT64", 64},
                                          {"UINT32", 32},
                                          {"UINT16", 16},
                                          {"UINT8", 8},
                                          {"INT4", 4},
                                          {"UINT4", 4}}};

} // namespace

unsigned elementBits(Type type) {
  return kTypes[static_cast<size_t>(type)].bits;
}

size_t elementSize(Type type) { return (elementBits(type) + 7) / 8; }

std::string_view name(Type type) {
  return kTypes[static_cast<size_t>(type)].name;
}

std::optional<Type> parseType(std::string_view name) {
  for (size_t i = 0; i < kTypes.size(); ++i)
    if (kTypes[i].name == name)
      return static_cast<Type>(i);
  return std::nullopt;
}

bool isFloat(Type type) {
  return type == Type::Float64 || type == Type::Float32 ||
         type == Type::Float16;
}

bool isSigned(Type type) {
  return type == Type::Int64 || type == Type::Int32 || type == Type::Int16 ||
         type == Type::Int8 || type == Type::Int4;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

double toDouble(Half half) {
  int exponent = (half.bits >> 10) & 0x1f;
  int fraction = half.bits & 0x3ff;
  double magnitude;
  if (exponent == 0x1f)
    magnitude = fraction ? std::numeric_limits<double>::quiet_NaN()
                         : std::numeric_limits<double>::infinity();
  else if (exponent == 0)
    magnitude = std::ldexp(fraction, -24);
  else
    magnitude = std::ldexp(1024 + fraction, exponent - 25);
  return half.bits & 0x8000 ? -magnitude : magnitude;
}

Half toHalf(double value) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value))
    return {static_cast<uint16_t>(sign | 0x7e00)};
  double magnitude = std::fabs(value);
  if (magnitude == 0)
    return {sign};
  if (std::isinf(value))
    return {static_cast<uint16_t>(sign | 0x7c00)};
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  // The power of two of the last bit a half of this magnitude has.
  int last = std::max(exponent - 11, -24);
  if (last > 5) // 65536 and more.
    return {static_cast<uint16_t>(sign | 0x7c00)};
  double scaled = std::ldexp(magnitude, -last);
  double whole = std::floor(scaled);
  double rest = scaled - whole;
  auto units = static_cast<uint32_t>(whole);
  if (rest > 0.5 || (rest == 0.5 && units % 2 != 0))
    ++units;
  // A carry out of the fraction goes into the exponent, as it should.
  uint32_t bits = (static_cast<uint32_t>(last + 24) << 10) + units;
  return {static_cast<uint16_t>(sign | std::min<uint32_t>(bits, 0x7c00))};
}

template <typename Int> Int toInteger(double value) {
  if (std::isnan(value))
    return 0;
  double whole = std::trunc(value);
  // Both limits as exact doubles; the upper one is one past the maximum.
  constexpr int bits = std::numeric_limits<Int>::digits;
  double above = std::ldexp(1.0, bits);
  double least = std::is_signed_v<Int> ? -above : 0.0;
  if (whole >= above)
    return std::numeric_limits<Int>::max();
  if (whole <= least)
    return std::numeric_limits<Int>::min();
  return static_cast<Int>(whole);
}
template int64_t toInteger<int64_t>(double);
template int32_t toInteger<int32_t>(double);
template int16_t toInteger<int16_t>(double);
template int8_t toInteger<int8_t>(double);
template uint64_t toInteger<uint64_t>(double);
template uint32_t toInteger<uint32_t>(double);
template uint16_t toInteger<uint16_t>(double);
template uint8_t toInteger<uint8_t>(double);

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

RefTensor::RefTensor(Type type, std::vector<int64_t> sizes)
    : type(type), sizes(std::move(sizes)) {
  data.resize(static_cast<size_t>(elementCount()) * elementSize(type));
}

int64_t RefTensor::elementCount() const {
  int64_t count = present() ? 1 : 0;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

uint64_t RefTensor::bits(int64_t index) const {
  uint64_t result = 0;
  std::memcpy(&result, data.data() + index * elementSize(type),
              elementSize(type));
  return elementBits(type) == 4 ? result & 0xf : result;
}

void RefTensor::setBits(int64_t index, uint64_t bits) {
  if (elementBits(type) == 4) {
    bits &= 0xf;
    // Its value in a byte: -8 is 0xf8.
    if (type == Type::Int4 && bits & 0x8)
      bits |= 0xf0;
  }
  std::memcpy(data.data() + index * elementSize(type), &bits,
              elementSize(type));
}

double RefTensor::value(int64_t index) const {
  return visitType(type, [&](auto tag) -> double {
    auto element = load<typename decltype(tag)::type>(*this, index);
    if constexpr (std::is_same_v<decltype(element), Half>)
      return toDouble(element);
    else
      return static_cast<double>(element);
  });
}

void RefTensor::setValue(int64_t index, double value) {
  // A clamped NaN is NaN.
  if (type == Type::Int4)
    value = std::clamp(value, -8.0, 7.0);
  else if (type == Type::UInt4)
    value = std::clamp(value, 0.0, 15.0);
  visitType(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, Half>)
      store(*this, index, toHalf(value));
    else if constexpr (isInteger<T>)
      store(*this, index, toInteger<T>(value));
    else
      store(*this, index, static_cast<T>(value));
  });
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

uint64_t bitsInMemory(const std::byte *memory, Type type, int64_t index) {
  if (elementBits(type) == 4) {
    auto byte = std::to_integer<uint64_t>(memory[index / 2]);
    return index % 2 ? byte >> 4 : byte & 0xf;
  }
  uint64_t result = 0;
  std::memcpy(&result, memory + index * elementSize(type), elementSize(type));
  return result;
}

void setBitsInMemory(std::byte *memory, Type type, int64_t index,
                     uint64_t bits) {
  if (elementBits(type) == 4) {
    auto byte = std::to_integer<uint64_t>(memory[index / 2]);
    byte = index % 2 ? (byte & 0x0f) | (bits & 0xf) << 4
                     : (byte & 0xf0) | (bits & 0xf);
    memory[index / 2] = static_cast<std::byte>(byte);
    return;
  }
  std::memcpy(memory + index * elementSize(type), &bits, elementSize(type));
}

std::vector<std::byte> pack(const RefTensor &tensor) {
  size_t bits =
      static_cast<size_t>(tensor.elementCount()) * elementBits(tensor.type);
  std::vector<std::byte> memory((bits + 7) / 8);
  for (int64_t i = 0, e = tensor.elementCount(); i < e; ++i)
    setBitsInMemory(memory.data(), tensor.type, i, tensor.bits(i));
  return memory;
}

RefTensor unpack(Type type, std::vector<int64_t> sizes,
                 std::span<const std::byte> memory) {
  RefTensor tensor(type, std::move(sizes));
  for (int64_t i = 0, e = tensor.elementCount(); i < e; ++i)
    tensor.setBits(i, bitsInMemory(memory.data(), type, i));
  return tensor;
}

RefTensor broadcastTo(const RefTensor &tensor,
                      const std::vector<int64_t> &sizes) {
  RefTensor result(tensor.type, sizes);
  size_t missing = sizes.size() - tensor.sizes.size();
  for (size_t dim = missing; dim < sizes.size(); ++dim)
    if (sizes[dim] % tensor.sizes[dim - missing] != 0)
      throw std::logic_error("sizes that are no multiples");
  for (int64_t i = 0, e = result.elementCount(); i < e; ++i) {
    int64_t rest = i, source = 0, stride = 1;
    for (size_t dim = sizes.size(); dim-- > missing;) {
      int64_t at = rest % sizes[dim];
      rest /= sizes[dim];
      int64_t extent = tensor.sizes[dim - missing];
      source += at / (sizes[dim] / extent) * stride;
      stride *= extent;
    }
    result.setBits(i, tensor.bits(source));
  }
  return result;
}

} // namespace reference
