//===- Values.h - test data with every special value in it ------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_VALUES_H
#define FUSEDML_TESTS_SUPPORT_VALUES_H

#include "tests/reference/Reference.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

namespace support {

/// A small generator with the same results everywhere.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  uint64_t below(uint64_t bound) { return next() % bound; }
  bool chance(unsigned percent) { return below(100) < percent; }

private:
  uint64_t state;
};

/// Bits of the values that break things: zeros, infinities, NaNs, subnormals,
/// limits, ties, and the neighbours of all of them.
inline std::vector<uint64_t> specialBits(reference::Type type);

namespace detail {

/// NaNs, subnormals and what only this type has.
inline std::vector<uint64_t> oddFloats(reference::Type type) {
  switch (type) {
  case reference::Type::Float64:
    return {0x7ff8000000000000, 0xfff8000000000001, 0x7ff0000000000001,
            0x0000000000000001, 0x8000000000000001, 0x000fffffffffffff,
            0x0010000000000000, 0x8010000000000000, 0x7fefffffffffffff,
            0xffefffffffffffff, 0x3ff0000000000001, 0x3fefffffffffffff,
            0x3fb999999999999a, 0x47efffffefffffff, 0x47effffff0000000,
            0x3690000000000000, 0x3690000000000001, 0x40effdffffffffff};
  case reference::Type::Float32:
    return {0x7fc00000, 0xffc00000, 0x7f800001, 0xffffffff, // NaNs
            0x00000001, 0x80000001, 0x007fffff, 0x807fffff, // subnormals
            0x00800000, 0x80800000, 0x00800001, 0x000116c2, // least normal
            0x7f7fffff, 0xff7fffff, 0x7f7ffffe, 0x7f000000, // greatest
            0x3f800001, 0x3f7fffff, 0x3f000001, 0xbf000001, // by 1, 0.5
            0x3effffff, 0xbeffffff, 0x3eaaaaab,             // 1/3
            0x3dcccccd, 0xbdcccccd, 0x501502f9,             // 0.1, 1e10
            0x60ad78ec, 0xe0ad78ec, 0x7e967699,             // 1e20, 1e38
            0x33000000, 0x33400000, 0x387fc000,             // ties of halves
            0x477fe000, 0x477ff000, 0x477fefff,             // 65504, 65520
            0x42b17218, 0xc2b17218, 0xc2ce8ed0,             // limits of exp
            0x41100000, 0xc1100000, 0x20000000, 0x5f800000};
  default:
    return {0x7e00, 0xfe00, 0x7c01, 0xffff, 0x0001, 0x8001, 0x0002, 0x0003,
            0x03ff, 0x83ff, 0x0400, 0x8400, 0x0401, 0x7bff, 0xfbff, 0x7bfe,
            0x7800, 0x3c01, 0x3bff, 0xbc01, 0x3801, 0xb801, 0x37ff, 0xb7ff,
            0x3555, 0x2e66, 0xae66, 0x48de, 0x1400, 0x1000, 0x0c00};
  }
}

/// Zeros, infinities, ties of rounding to integers, and the limits of the
/// integer types with their neighbours.
inline std::vector<uint64_t> commonFloats(reference::Type type) {
  std::vector<uint64_t> result;
  reference::RefTensor one(type, {1});
  auto add = [&](double value) {
    for (double signedValue : {value, -value}) {
      one.setValue(0, signedValue);
      result.push_back(one.bits(0));
    }
    return one.bits(0);
  };
  for (double value : {0.0, std::numeric_limits<double>::infinity(), 1.0, 0.5,
                       1.5, 2.0, 2.5, 3.0, 126.5, 127.5, 254.5, 255.5, 2048.5})
    add(value);
  for (int power : {7, 8, 15, 16, 23, 24, 31, 32, 63, 64}) {
    uint64_t bits = add(std::ldexp(1.0, power));
    // The numbers beside -2^power, and beside 2^power.
    uint64_t sign = uint64_t{1} << (reference::elementBits(type) - 1);
    for (uint64_t near : {bits - 1, bits + 1}) {
      one.setBits(0, near);
      if (std::isfinite(one.value(0)))
        result.insert(result.end(), {near, near ^ sign});
    }
  }
  return result;
}

inline std::vector<uint64_t> specialIntegers(reference::Type type) {
  unsigned bits = reference::elementBits(type);
  uint64_t mask = ~uint64_t{0} >> (64 - bits);
  std::vector<uint64_t> result;
  for (uint64_t value : {0ull, 1ull, 2ull, 3ull, 7ull, 10ull, 100ull, 127ull,
                         128ull, 200ull, 255ull})
    for (uint64_t signedValue : {value, ~value + 1})
      result.push_back(signedValue & mask);
  for (unsigned shift : {8u, 15u, 16u, 24u, 31u, 32u, 53u, 63u})
    for (int64_t near : {-1, 0, 1})
      if (shift <= bits - 1)
        result.push_back(((1ull << shift) + static_cast<uint64_t>(near)) &
                         mask);
  uint64_t top = 1ull << (bits - 1);
  for (uint64_t value : {top, top - 1, top + 1, mask, mask - 1, top / 2})
    result.push_back(value & mask);
  return result;
}

} // namespace detail

inline std::vector<uint64_t> specialBits(reference::Type type) {
  std::vector<uint64_t> all;
  if (reference::isFloat(type)) {
    all = detail::commonFloats(type);
    std::vector<uint64_t> odd = detail::oddFloats(type);
    all.insert(all.end(), odd.begin(), odd.end());
  } else {
    all = detail::specialIntegers(type);
  }
  std::vector<uint64_t> result;
  for (uint64_t bits : all)
    if (std::ranges::find(result, bits) == result.end())
      result.push_back(bits);
  return result;
}

/// Random bits; integers get every magnitude.
inline uint64_t randomBits(reference::Type type, Random &random) {
  unsigned bits = reference::elementBits(type);
  uint64_t mask = ~uint64_t{0} >> (64 - bits);
  uint64_t raw = random.next() & mask;
  if (!reference::isFloat(type)) {
    raw >>= random.below(bits);
    return (random.chance(50) ? raw : ~raw + 1) & mask;
  }
  if (random.chance(50))
    return raw; // Any float: most are huge or tiny.
  // A value of ordinary size with a full fraction.
  reference::RefTensor one(type, {1});
  one.setValue(0, (static_cast<double>(random.next() >> 11) * 0x1p-53 - 0.5) *
                      (random.chance(50) ? 8 : 400));
  return one.bits(0);
}

/// A special value or a random one.
inline uint64_t mixedBits(reference::Type type,
                          const std::vector<uint64_t> &special,
                          Random &random) {
  return random.chance(40) ? special[random.below(special.size())]
                           : randomBits(type, random);
}

/// Special values and random ones, well mixed, the same for the same seed.
inline void fillMixed(reference::RefTensor &tensor, uint64_t seed) {
  Random random(seed);
  std::vector<uint64_t> special = specialBits(tensor.type);
  for (int64_t i = 0, e = tensor.elementCount(); i < e; ++i)
    tensor.setBits(i, mixedBits(tensor.type, special, random));
}

/// Elements of operands of these types: all special values of the first, each
/// with all of the second and with any of the others, then `randomCount` mixed
/// ones.
inline std::vector<reference::RefTensor>
specialTuples(const std::vector<reference::Type> &types, int64_t randomCount,
              uint64_t seed) {
  Random random(seed);
  std::vector<std::vector<uint64_t>> special;
  std::ranges::transform(types, std::back_inserter(special), specialBits);
  size_t first = special[0].size();
  size_t pairs = types.size() > 1 ? first * special[1].size() : first;
  auto count = static_cast<int64_t>(pairs) + randomCount;
  std::vector<reference::RefTensor> result;
  for (size_t operand = 0; operand < types.size(); ++operand) {
    auto &tensor = result.emplace_back(types[operand], std::vector{count});
    for (int64_t i = 0; i < count; ++i) {
      auto number = static_cast<size_t>(i);
      const std::vector<uint64_t> &values = special[operand];
      tensor.setBits(i, number < pairs && operand == 0 ? values[number % first]
                        : number < pairs && operand == 1
                            ? values[number / first]
                            : mixedBits(types[operand], values, random));
    }
  }
  return result;
}

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_VALUES_H
