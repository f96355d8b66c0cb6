//===- Tensor.cpp - element types and tensor layouts ----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fusedml/Tensor.h"

#include "runtime/Checked.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace fusedml {

using runtime::checkedAdd;
using runtime::checkedMultiply;

namespace {

struct TypeFacts {
  std::string_view name;
  unsigned bits;
};

/// Indexed by the value of DataType.
constexpr std::array<TypeFacts, 14> typeFacts = {{
    {"UNKNOWN", 0},
    {"FLOAT32", 32},
    {"FLOAT16", 16},
    {"UINT32", 32},
    {"UINT16", 16},
    {"UINT8", 8},
    {"INT32", 32},
    {"INT16", 16},
    {"INT8", 8},
    {"FLOAT64", 64},
    {"UINT64", 64},
    {"INT64", 64},
    {"UINT4", 4},
    {"INT4", 4},
}};

/// A value outside the enumeration can come from a caller's descriptor.
const TypeFacts &factsOf(DataType type) {
  auto index = static_cast<size_t>(type);
  return typeFacts[index < typeFacts.size() ? index : 0];
}

bool hasZeroSize(const TensorDesc &desc) {
  return std::ranges::find(desc.sizes, 0) != desc.sizes.end();
}

} // namespace

unsigned bitWidth(DataType type) { return factsOf(type).bits; }

std::string_view name(DataType type) { return factsOf(type).name; }

std::optional<DataType> parseDataType(std::string_view text) {
  constexpr std::string_view prefix = "DML_TENSOR_DATA_TYPE_";
  if (text.starts_with(prefix))
    text.remove_prefix(prefix.size());
  for (size_t i = 0; i < typeFacts.size(); ++i)
    if (typeFacts[i].name == text)
      return static_cast<DataType>(i);
  return std::nullopt;
}

std::optional<int64_t> TensorDesc::elementCount() const {
  // Without this, [2^40, 2^40, 0] would count as an overflow.
  if (hasZeroSize(*this))
    return 0;
  std::optional<int64_t> count = 1;
  for (int64_t size : sizes) {
    if (size < 0)
      return std::nullopt;
    count = checkedMultiply(*count, size);
    if (!count)
      return std::nullopt;
  }
  return count;
}

std::vector<int64_t> TensorDesc::effectiveStrides() const {
  if (!strides.empty())
    return strides;
  std::vector<int64_t> packed(sizes.size());
  // Unsigned, since sizes with a 0 among them may have any product.
  uint64_t next = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    packed[i] = static_cast<int64_t>(next);
    next *= static_cast<uint64_t>(std::max<int64_t>(sizes[i], 1));
  }
  return packed;
}

std::optional<int64_t> TensorDesc::spanInElements() const {
  if (strides.empty())
    return elementCount();
  if (strides.size() != sizes.size())
    return std::nullopt;
  if (hasZeroSize(*this))
    return 0;
  std::optional<int64_t> span = 1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0 || strides[i] < 0)
      return std::nullopt;
    std::optional<int64_t> last = checkedMultiply(sizes[i] - 1, strides[i]);
    if (last)
      span = checkedAdd(*span, *last);
    if (!last || !span)
      return std::nullopt;
  }
  return span;
}

std::optional<uint64_t> TensorDesc::spanInBytes() const {
  std::optional<int64_t> span = spanInElements();
  if (!span)
    return std::nullopt;
  std::optional<uint64_t> bits =
      checkedMultiply(static_cast<uint64_t>(*span), uint64_t{bitWidth(type)});
  if (!bits)
    return std::nullopt;
  // Elements of 4 bits share a byte.
  return *bits / 8 + (*bits % 8 != 0);
}

std::optional<uint64_t> TensorDesc::minimumBytes() const {
  std::optional<uint64_t> bytes = spanInBytes();
  if (bytes)
    bytes = checkedAdd(*bytes, uint64_t{3});
  if (bytes)
    *bytes &= ~uint64_t{3};
  return bytes;
}

uint64_t TensorDesc::bufferBytes() const {
  if (totalBytes != 0)
    return totalBytes;
  // No buffer is large enough for a span that overflows.
  return minimumBytes().value_or(std::numeric_limits<uint64_t>::max());
}

bool TensorDesc::sameLayout(const TensorDesc &other) const {
  if (type != other.type || sizes != other.sizes)
    return false;
  if (hasZeroSize(*this))
    return true;
  // Walks the packed strides along, since a kernel's call compares layouts and
  // must not allocate.
  uint64_t packed = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    auto strideIn = [&](const TensorDesc &desc) {
      if (desc.strides.empty())
        return packed;
      return i < desc.strides.size() ? static_cast<uint64_t>(desc.strides[i])
                                     : uint64_t{0};
    };
    if (sizes[i] != 1 && strideIn(*this) != strideIn(other))
      return false;
    packed *= static_cast<uint64_t>(sizes[i]);
  }
  return true;
}

std::string TensorDesc::str() const {
  std::string text(name(type));
  text += ' ' + formatList(sizes);
  if (!strides.empty())
    text += " strides " + formatList(strides);
  return text;
}

std::string formatList(std::span<const int64_t> values) {
  return fmt::format("[{}]", fmt::join(values, ","));
}

// The conversions work on the bits alone: they give the same result in any
// floating-point environment and raise no exception flag.

float halfToFloat(uint16_t half) {
  uint32_t sign = uint32_t{half & 0x8000u} << 16;
  uint32_t exponent = (half >> 10) & 0x1f;
  uint32_t fraction = half & 0x3ff;
  uint32_t magnitude = 0;
  if (exponent == 0x1f) {
    // As the hardware conversions do, a signaling NaN becomes quiet.
    magnitude = 0x7f800000u | (fraction << 13) | (fraction ? 0x400000u : 0u);
  } else if (exponent != 0) {
    magnitude = ((exponent + 112) << 23) | (fraction << 13);
  } else if (fraction != 0) {
    // A subnormal half is a normal float: move its leading one to bit 10.
    auto shift = static_cast<uint32_t>(std::countl_zero(fraction)) - 21;
    magnitude = ((113 - shift) << 23) | (((fraction << shift) & 0x3ff) << 13);
  }
  return std::bit_cast<float>(sign | magnitude);
}

namespace {

/// Rounds the IEEE value in `bits` to half, once, to nearest even.
/// `fractionBits` are those of the wider format.
template <typename Bits, unsigned fractionBits, unsigned exponentBits>
uint16_t roundToHalf(Bits bits) {
  constexpr Bits one = 1;
  constexpr int exponentMask = (1 << exponentBits) - 1;
  constexpr int bias = exponentMask >> 1;

  auto sign = static_cast<uint16_t>((bits >> (sizeof(Bits) * 8 - 16)) & 0x8000);
  int exponent = static_cast<int>(bits >> fractionBits) & exponentMask;
  Bits fraction = bits & ((one << fractionBits) - 1);

  if (exponent == exponentMask) {
    if (fraction == 0)
      return sign | 0x7c00;
    return static_cast<uint16_t>(sign | 0x7e00 |
                                 (fraction >> (fractionBits - 10)));
  }
  exponent -= bias;
  if (exponent > 15)
    return sign | 0x7c00;
  // Below half of the least subnormal 2^-24. Subnormals of the wider format
  // are all here.
  if (exponent < -25)
    return sign;

  Bits rest = fraction;
  Bits result = 0;
  unsigned shift = fractionBits - 10;
  if (exponent >= -14) {
    result = static_cast<Bits>(exponent + 15) << 10;
  } else {
    rest |= one << fractionBits;
    shift += static_cast<unsigned>(-14 - exponent);
  }
  result += rest >> shift;
  Bits dropped = rest & ((one << shift) - 1);
  Bits tie = one << (shift - 1);
  // A carry out of the fraction gives the next exponent, or infinity, which
  // is the right value in both cases.
  if (dropped > tie || (dropped == tie && (result & 1)))
    ++result;
  return static_cast<uint16_t>(sign | result);
}

} // namespace

uint16_t floatToHalf(float value) {
  return roundToHalf<uint32_t, 23, 8>(std::bit_cast<uint32_t>(value));
}

uint16_t doubleToHalf(double value) {
  return roundToHalf<uint64_t, 52, 11>(std::bit_cast<uint64_t>(value));
}

} // namespace fusedml
