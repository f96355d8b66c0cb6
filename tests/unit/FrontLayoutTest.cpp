//===- FrontLayoutTest.cpp - whether elements share an address ------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compiler/graph/Layout.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

using namespace fusedml;

namespace {

bool overlapsByEnumeration(const TensorDesc &desc) {
  std::set<int64_t> seen;
  std::vector<int64_t> index(desc.sizes.size(), 0);
  while (true) {
    int64_t address = 0;
    for (size_t i = 0; i < index.size(); ++i)
      address += index[i] * desc.strides[i];
    if (!seen.insert(address).second)
      return true;
    size_t dim = 0;
    while (dim < index.size() && ++index[dim] == desc.sizes[dim])
      index[dim++] = 0;
    if (dim == index.size())
      return false;
  }
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

} // namespace
