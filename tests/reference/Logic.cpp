//===- Logic.cpp - comparisons, truth values, bits ------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Elements.h"

#include <bit>
#include <functional>

namespace reference {

namespace {

using Inputs = std::span<const RefTensor>;

/// A tensor of truth values or counts: UINT32 or UINT8.
RefTensor countsFor(const RefAttributes &attributes, const RefTensor &x) {
  return RefTensor(attributes.outputType.value_or(Type::UInt8), x.sizes);
}

//===----------------------------------------------------------------------===//
// Comparisons and predicates
//===----------------------------------------------------------------------===//

/// Compares in the tensor's own type: 64-bit integers exactly, and NaN as IEEE
/// 754 does.
template <typename Relation>
RefTensor compare(const RefAttributes &attributes, Inputs in) {
  requireAlike(in[0], in[1]);
  RefTensor y = countsFor(attributes, in[0]);
  visitType(in[0].type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (int64_t i = 0, e = y.elementCount(); i < e; ++i)
      y.setBits(i, Relation{}(element<T>(in[0], i), element<T>(in[1], i)));
  });
  return y;
}

RefTensor isNaN(const RefAttributes &attributes, Inputs in) {
  RefTensor y = countsFor(attributes, in[0]);
  for (int64_t i = 0, e = y.elementCount(); i < e; ++i)
    y.setBits(i, std::isnan(in[0].value(i)));
  return y;
}

RefTensor isInfinity(const RefAttributes &attributes, Inputs in) {
  const std::string &mode = attributes.choice("InfinityMode");
  RefTensor y(Type::UInt8, in[0].sizes);
  for (int64_t i = 0, e = y.elementCount(); i < e; ++i) {
    double x = in[0].value(i);
    bool wanted = mode == "EITHER" || (mode == "POSITIVE" && x > 0) ||
                  (mode == "NEGATIVE" && x < 0);
    y.setBits(i, std::isinf(x) && wanted);
  }
  return y;
}

/// Inputs are the condition, the value where it is not 0, and the other.
RefTensor select(const RefAttributes &, Inputs in) {
  requireAlike(in[1], in[2]);
  RefTensor y(in[1].type, in[1].sizes);
  for (int64_t i = 0, e = y.elementCount(); i < e; ++i)
    y.setBits(i, in[0].bits(i) != 0 ? in[1].bits(i) : in[2].bits(i));
  return y;
}

//===----------------------------------------------------------------------===//
// Truth values
//===----------------------------------------------------------------------===//

RefTensor logicalAnd(const RefAttributes &, Inputs in) {
  return mapBits(in, [](uint64_t a, uint64_t b) { return a != 0 && b != 0; });
}

RefTensor logicalOr(const RefAttributes &, Inputs in) {
  return mapBits(in, [](uint64_t a, uint64_t b) { return a != 0 || b != 0; });
}

RefTensor logicalXor(const RefAttributes &, Inputs in) {
  return mapBits(in,
                 [](uint64_t a, uint64_t b) { return (a != 0) != (b != 0); });
}

RefTensor logicalNot(const RefAttributes &, Inputs in) {
  return mapBits(in, [](uint64_t x) { return x == 0; });
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

RefTensor bitAnd(const RefAttributes &, Inputs in) {
  return mapBits(in, [](uint64_t a, uint64_t b) { return a & b; });
}

RefTensor bitOr(const RefAttributes &, Inputs in) {
  return mapBits(in, [](uint64_t a, uint64_t b) { return a | b; });
}

RefTensor bitXor(const RefAttributes &, Inputs in) {
  return mapBits(in, [](uint64_t a, uint64_t b) { return a ^ b; });
}

RefTensor bitNot(const RefAttributes &, Inputs in) {
  return mapBits(in, [](uint64_t x) { return ~x; });
}

/// Unsigned types only. Every bit leaves if the shift is the width or more.
RefTensor bitShiftLeft(const RefAttributes &, Inputs in) {
  unsigned width = elementBits(in[0].type);
  return mapBits(
      in, [=](uint64_t a, uint64_t b) { return b < width ? a << b : 0; });
}

RefTensor bitShiftRight(const RefAttributes &, Inputs in) {
  unsigned width = elementBits(in[0].type);
  return mapBits(
      in, [=](uint64_t a, uint64_t b) { return b < width ? a >> b : 0; });
}

RefTensor bitCount(const RefAttributes &attributes, Inputs in) {
  RefTensor y = countsFor(attributes, in[0]);
  for (int64_t i = 0, e = y.elementCount(); i < e; ++i)
    y.setBits(i, static_cast<uint64_t>(std::popcount(in[0].bits(i))));
  return y;
}

constexpr Row kRows[] = {
    {"logical_equals", compare<std::equal_to<>>},
    {"logical_greater_than", compare<std::greater<>>},
    {"logical_less_than", compare<std::less<>>},
    {"logical_greater_than_or_equal", compare<std::greater_equal<>>},
    {"logical_less_than_or_equal", compare<std::less_equal<>>},
    {"is_nan", isNaN},
    {"is_infinity", isInfinity},
    {"if", select},
    {"logical_and", logicalAnd},
    {"logical_or", logicalOr},
    {"logical_xor", logicalXor},
    {"logical_not", logicalNot},
    {"bit_and", bitAnd},
    {"bit_or", bitOr},
    {"bit_xor", bitXor},
    {"bit_not", bitNot},
    {"bit_shift_left", bitShiftLeft},
    {"bit_shift_right", bitShiftRight},
    {"bit_count", bitCount},
};

} // namespace

std::span<const Row> logicRows() { return kRows; }

} // namespace reference
