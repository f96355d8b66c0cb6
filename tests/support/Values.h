//===- Values.h - test data with every special value in it ------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_VALUES_H
#define FUSEDML_TESTS_SUPPORT_VALUES_H

#include "tests/reference/Reference.h"

#include <cstdint>
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
inline std::vector<uint64_t> specialBits(reference::Type type) {
  using reference::Type;
  switch (type) {
  case Type::Float64:
    return {0x0000000000000000, 0x8000000000000000, 0x7ff0000000000000,
            0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000000001,
            0x7ff0000000000001, 0x0000000000000001, 0x8000000000000001,
            0x000fffffffffffff, 0x0010000000000000, 0x7fefffffffffffff,
            0xffefffffffffffff, 0x3ff0000000000000, 0xbff0000000000000,
            0x3fe0000000000000, 0x3ff0000000000001, 0x3fefffffffffffff,
            0x4340000000000001, 0x3fb999999999999a};
  case Type::Float32:
    return {
        0x00000000, 0x80000000, 0x7f800000, 0xff800000, // zeros, infinities
        0x7fc00000, 0xffc00000, 0x7f800001, 0xffffffff, // NaNs
        0x00000001, 0x80000001, 0x007fffff, 0x807fffff, // subnormals
        0x00800000, 0x80800000, 0x00800001, 0x000116c2, // least normal, 1e-40
        0x7f7fffff, 0xff7fffff, 0x7f7ffffe, 0x7f000000, // greatest
        0x3f800000, 0xbf800000, 0x3f800001, 0x3f7fffff, // 1
        0x3f000000, 0xbf000000, 0x3f000001, 0xbf000001, // 0.5
        0x3effffff, 0xbeffffff, 0x40000000, 0xc0000000,
        0x40200000, 0xc0200000, 0x40400000, 0x3eaaaaab, // 2.5, 3, 1/3
        0x3dcccccd, 0xbdcccccd, 0x4b000001, 0x4b800000, // 0.1, 2^23+1, 2^24
        0x4b800001, 0x477fe000, 0x477ff000, 0x477fefff, // 65504, 65520
        0x501502f9, 0x60ad78ec, 0xe0ad78ec, 0x7e967699, // 1e10, 1e20, 1e38
        0x33000000, 0x33400000, 0x387fc000, 0x4f000000, // half ties, 2^31
        0xcf000000, 0x42b17218, 0xc2b17218, 0xc2ce8ed0, // limits of exp
        0x41100000, 0xc1100000, 0x20000000, 0x5f800000};
  case Type::Float16:
    return {0x0000, 0x8000, 0x7c00, 0xfc00, 0x7e00, 0xfe00, 0x7c01, 0xffff,
            0x0001, 0x8001, 0x0002, 0x0003, 0x03ff, 0x83ff, 0x0400, 0x8400,
            0x0401, 0x7bff, 0xfbff, 0x7bfe, 0x7800, 0x3c00, 0xbc00, 0x3c01,
            0x3bff, 0xbc01, 0x3800, 0xb800, 0x3801, 0xb801, 0x37ff, 0xb7ff,
            0x4000, 0xc000, 0x4100, 0xc100, 0x4200, 0x3555, 0x2e66, 0xae66,
            0x48de, 0x6400, 0x6401, 0x6800, 0x6801, 0x1400, 0x1000, 0x0c00};
  default:
    break;
  }
  unsigned bits = static_cast<unsigned>(reference::elementSize(type)) * 8;
  uint64_t mask = bits == 64 ? ~0ull : (1ull << bits) - 1;
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

/// Random bits; integers get every magnitude.
inline uint64_t randomBits(reference::Type type, Random &random) {
  unsigned bits = static_cast<unsigned>(reference::elementSize(type)) * 8;
  uint64_t mask = bits == 64 ? ~0ull : (1ull << bits) - 1;
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

/// Special values and random ones, well mixed, the same for the same seed.
inline void fillMixed(reference::RefTensor &tensor, uint64_t seed) {
  Random random(seed);
  std::vector<uint64_t> special = specialBits(tensor.type);
  for (int64_t i = 0, e = tensor.elementCount(); i < e; ++i)
    tensor.setBits(i, random.chance(40) ? special[random.below(special.size())]
                                        : randomBits(tensor.type, random));
}

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_VALUES_H
