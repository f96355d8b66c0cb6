//===- FrontLayoutTest.cpp - what elements a layout reaches ---------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/rules/Layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace fusedml;

namespace {

/// Calls `visit` with each index of a tensor, all sizes above 0.
template <typename Visit>
void forEachIndex(const TensorDesc &desc, Visit visit) {
  std::vector<int64_t> index(desc.sizes.size(), 0);
  while (true) {
    visit(index);
    size_t dim = 0;
    while (dim < index.size() && ++index[dim] == desc.sizes[dim])
      index[dim++] = 0;
    if (dim == index.size())
      return;
  }
}

int64_t position(const std::vector<int64_t> &index,
                 const std::vector<int64_t> &strides) {
  int64_t sum = 0;
  for (size_t i = 0; i < index.size(); ++i)
    sum += index[i] * strides[i];
  return sum;
}

bool overlapsByEnumeration(const TensorDesc &desc) {
  std::set<int64_t> seen;
  bool overlaps = false;
  forEachIndex(desc, [&](const std::vector<int64_t> &index) {
    overlaps |= !seen.insert(position(index, desc.strides)).second;
  });
  return overlaps;
}

TEST(FrontLayout, OverlapAgreesWithEnumeration) {
  std::mt19937 random(1);
  int overlapping = 0;
  constexpr int kTries = 20000;
  for (int i = 0; i < kTries; ++i) {
    TensorDesc desc;
    desc.type = DataType::UInt8;
    size_t rank = 1 + random() % 4;
    for (size_t d = 0; d < rank; ++d) {
      desc.sizes.push_back(1 + random() % 4);
      desc.strides.push_back(random() % 24);
    }
    bool expected = overlapsByEnumeration(desc);
    overlapping += expected;
    ASSERT_EQ(graph::findOverlap(desc),
              expected ? graph::Overlap::Yes : graph::Overlap::No)
        << desc.str();
  }
  EXPECT_GT(overlapping, kTries / 10);
  EXPECT_LT(overlapping, kTries * 9 / 10);
}

TEST(FrontLayout, LargeSizesAreDecidedWithoutEnumeration) {
  auto find = [](std::vector<int64_t> sizes, std::vector<int64_t> strides) {
    TensorDesc desc;
    desc.type = DataType::UInt8;
    desc.sizes = std::move(sizes);
    desc.strides = std::move(strides);
    return graph::findOverlap(desc);
  };
  constexpr int64_t kMillion = 1 << 20;
  EXPECT_EQ(find({kMillion, kMillion}, {kMillion, 1}), graph::Overlap::No);
  EXPECT_EQ(find({kMillion, kMillion}, {kMillion - 1, 1}), graph::Overlap::Yes);
  EXPECT_EQ(find({kMillion, 4}, {3, 2}), graph::Overlap::Yes);
  EXPECT_EQ(find({kMillion, 3}, {3, 2}), graph::Overlap::No);
  EXPECT_EQ(find({kMillion, 3}, {3, 1}), graph::Overlap::No);
  // 2 * i + 3 * j + 6 * k has many ways to one address.
  EXPECT_EQ(find({kMillion, kMillion, kMillion}, {2, 3, 6}),
            graph::Overlap::Yes);
  EXPECT_EQ(find({0, kMillion}, {0, 0}), graph::Overlap::No);
}

/// A layout whose elements have addresses of their own, dimensions in any
/// order, often with gaps.
TensorDesc producedLayout(std::mt19937 &random, DataType type) {
  TensorDesc desc;
  desc.type = type;
  size_t rank = 1 + random() % 3;
  std::vector<size_t> order(rank);
  for (size_t d = 0; d < rank; ++d) {
    desc.sizes.push_back(1 + random() % 4);
    order[d] = d;
  }
  if (random() % 4 == 0)
    return desc;
  std::ranges::shuffle(order, random);
  desc.strides.resize(rank);
  int64_t stride = 1;
  bool gaps = random() % 2 == 0;
  for (size_t d : order) {
    stride += gaps ? random() % 3 : 0;
    desc.strides[d] = stride;
    stride *= desc.sizes[d];
  }
  return desc;
}

/// A layout that reads the same memory, often along the same steps.
TensorDesc seenLayout(std::mt19937 &random, DataType type,
                      const TensorDesc &produced) {
  TensorDesc desc = produced;
  desc.type = type;
  if (random() % 8 == 0)
    return desc;
  std::vector<int64_t> steps = produced.effectiveStrides();
  desc.sizes.clear();
  desc.strides.clear();
  size_t rank = 1 + random() % 3;
  for (size_t d = 0; d < rank; ++d) {
    desc.sizes.push_back(1 + random() % 4);
    desc.strides.push_back(random() % 2 == 0
                               ? steps[random() % steps.size()] *
                                     static_cast<int64_t>(1 + random() % 2)
                               : random() % 7);
  }
  return desc;
}

TEST(FrontLayout, SeeThroughAgreesWithEnumeration) {
  std::mt19937 random(2);
  int found = 0, missed = 0, impossible = 0;
  for (int i = 0; i < 40000; ++i) {
    TensorDesc produced = producedLayout(random, DataType::Float32);
    TensorDesc seen = seenLayout(random, DataType::Float32, produced);
    std::vector<int64_t> strides = produced.effectiveStrides(), operand;
    for (int64_t stride : strides)
      operand.push_back(random() % 2 == 0 ? stride
                                          : static_cast<int64_t>(random() % 5));
    auto result = graph::seeThrough(seen, produced, operand);

    // Where the operand's element of each of the producer's elements is.
    std::map<int64_t, int64_t> operandAt;
    forEachIndex(produced, [&](const std::vector<int64_t> &index) {
      operandAt[position(index, strides)] = position(index, operand);
    });
    std::vector<int64_t> seenStrides = seen.effectiveStrides();
    bool reachable = true;
    forEachIndex(seen, [&](const std::vector<int64_t> &index) {
      auto at = operandAt.find(position(index, seenStrides));
      reachable &= at != operandAt.end();
      if (!result || testing::Test::HasFailure())
        return;
      ASSERT_NE(at, operandAt.end())
          << seen.str() << " reads padding of " << produced.str();
      ASSERT_EQ(position(index, *result), at->second)
          << seen.str() << " of " << produced.str() << " with operand strides "
          << formatList(operand);
    });
    if (testing::Test::HasFailure())
      return;
    // The producer's own layout is always seen through.
    if (seen.sameLayout(produced)) {
      ASSERT_TRUE(result) << seen.str();
    }
    ++(result ? found : reachable ? missed : impossible);
  }
  EXPECT_GT(found, 4000);
  EXPECT_GT(impossible, 4000);
  // A reshape may have no such strides; most views have.
  EXPECT_LT(missed, found);
}

TEST(FrontLayout, SeeThroughConvertsNoTypes) {
  TensorDesc floats, integers;
  floats.type = DataType::Float32;
  integers.type = DataType::Int32;
  floats.sizes = integers.sizes = {4};
  int64_t one = 1;
  EXPECT_FALSE(graph::seeThrough(integers, floats, std::span(&one, 1)));
  EXPECT_TRUE(graph::seeThrough(floats, floats, std::span(&one, 1)));
}

TEST(FrontLayout, ReadsOnlyWrittenAgreesWithEnumeration) {
  constexpr DataType kTypes[] = {DataType::UInt8, DataType::Float16,
                                 DataType::Int32};
  std::mt19937 random(3);
  int yes = 0, evident = 0, no = 0;
  for (int i = 0; i < 40000; ++i) {
    DataType type = kTypes[random() % 3];
    TensorDesc produced = producedLayout(random, type);
    TensorDesc seen = seenLayout(
        random, random() % 2 == 0 ? type : kTypes[random() % 3], produced);
    auto bytes = [](const TensorDesc &desc) {
      std::set<int64_t> result;
      int64_t width = bitWidth(desc.type) / 8;
      std::vector<int64_t> strides = desc.effectiveStrides();
      forEachIndex(desc, [&](const std::vector<int64_t> &index) {
        for (int64_t byte = 0; byte < width; ++byte)
          result.insert(position(index, strides) * width + byte);
      });
      return result;
    };
    std::set<int64_t> written = bytes(produced), read = bytes(seen);
    bool expected = std::ranges::includes(written, read);
    bool result = graph::readsOnlyWritten(seen, produced);
    if (result) {
      ASSERT_TRUE(expected) << seen.str() << " of " << produced.str();
    }
    // Evident: no gaps, or the very layout.
    bool dense = *written.rbegin() + 1 == static_cast<int64_t>(written.size());
    if (expected &&
        (dense || (seen.type == produced.type && seen.sameLayout(produced)))) {
      ASSERT_TRUE(result) << seen.str() << " of " << produced.str();
      ++evident;
    }
    ++(result ? yes : no);
  }
  EXPECT_GT(evident, 4000);
  EXPECT_GT(yes, evident);
  EXPECT_GT(no, 4000);
}

} // namespace
