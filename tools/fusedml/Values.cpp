//===- Values.cpp - initial values and elements as text -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>

namespace fusedml::tool {

DataType fileType(DataType type) {
  return type == DataType::Int4    ? DataType::Int8
         : type == DataType::UInt4 ? DataType::UInt8
                                   : type;
}

void copyToFile(DataType type, const std::byte *memory, size_t index,
                std::byte *to) {
  if (bitWidth(type) != 4) {
    std::memcpy(to, memory + index * elementBytes(type), elementBytes(type));
    return;
  }
  auto nibble = memory[index / 2] >> 4 * (index % 2) & std::byte{15};
  bool negative =
      type == DataType::Int4 && (nibble & std::byte{8}) != std::byte{};
  *to = negative ? nibble | std::byte{0xf0} : nibble;
}

bool copyFromFile(DataType type, std::byte *memory, size_t index,
                  const std::byte *from) {
  if (bitWidth(type) != 4) {
    std::memcpy(memory + index * elementBytes(type), from, elementBytes(type));
    return true;
  }
  size_t shift = 4 * (index % 2);
  std::byte &byte = memory[index / 2];
  byte = (byte & ~(std::byte{15} << shift)) | (*from & std::byte{15}) << shift;
  std::byte back;
  copyToFile(type, memory, index, &back);
  return back == *from;
}

uint64_t loadElement(DataType type, const std::byte *from) {
  uint64_t bits = 0;
  std::memcpy(&bits, from, elementBytes(type));
  return bits;
}

void storeElement(DataType type, uint64_t bits, std::byte *to) {
  std::memcpy(to, &bits, elementBytes(type));
}

uint64_t addElements(DataType type, uint64_t a, uint64_t b) {
  switch (type) {
  case DataType::Float64:
    return std::bit_cast<uint64_t>(std::bit_cast<double>(a) +
                                   std::bit_cast<double>(b));
  case DataType::Float32:
    return std::bit_cast<uint32_t>(
        std::bit_cast<float>(static_cast<uint32_t>(a)) +
        std::bit_cast<float>(static_cast<uint32_t>(b)));
  case DataType::Float16:
    return floatToHalf(halfToFloat(static_cast<uint16_t>(a)) +
                       halfToFloat(static_cast<uint16_t>(b)));
  default:
    return a + b;
  }
}

std::string formatElement(DataType type, uint64_t bits) {
  unsigned width = bitWidth(type);
  if (isFloat(type)) {
    double value = type == DataType::Float64 ? std::bit_cast<double>(bits)
                   : type == DataType::Float32
                       ? std::bit_cast<float>(static_cast<uint32_t>(bits))
                       : halfToFloat(static_cast<uint16_t>(bits));
    return std::isnan(value) ? "nan" : fmt::format("{:g}", value);
  }
  if (isUnsigned(type))
    return fmt::format("{}", bits);
  // Sign extension from the element's width.
  return fmt::format("{}", static_cast<int64_t>(bits << (64 - width)) >>
                               (64 - width));
}

std::string formatElements(DataType type, std::span<const std::byte> bytes) {
  size_t size = elementBytes(type);
  std::string text;
  for (size_t i = 0; i + size <= bytes.size(); i += size) {
    if (i != 0)
      text += ", ";
    text += formatElement(type, loadElement(type, &bytes[i]));
  }
  return text;
}

std::string formatElementsVerbose(DataType type,
                                  std::span<const std::byte> bytes) {
  size_t size = elementBytes(type), count = bytes.size() / size;
  size_t width = fmt::formatted_size("{}", count == 0 ? 0 : count - 1);
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = loadElement(type, &bytes[i * size]);
    fmt::format_to(std::back_inserter(text), "[{:>{}}] {} (0x{:0{}X})\n", i,
                   width, formatElement(type, bits), bits, 2 * size);
  }
  return text;
}

} // namespace fusedml::tool
