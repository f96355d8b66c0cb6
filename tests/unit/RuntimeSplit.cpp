//===- RuntimeSplit.cpp - how steps are divided ---------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/CacheSize.h"
#include "runtime/Split.h"

#include <gtest/gtest.h>

using namespace fusedml;
using namespace fusedml::runtime;

namespace {

Split split(std::vector<int64_t> extents, unsigned threads, double cost = 1.0) {
  Step step;
  step.extents = std::move(extents);
  step.costPerElement = cost;
  return chooseSplit(step, estimateWork(step), threads);
}

} // namespace

TEST(RuntimeSplit, SmallWorkIsNotDivided) {
  EXPECT_EQ(split({1000}, 8).count, 1);
  EXPECT_EQ(split({100, 100}, 8).count, 1);
  EXPECT_EQ(split({1000000}, 1).count, 1);
  EXPECT_EQ(split({1000000}, 8, 0).count, 1);
}

TEST(RuntimeSplit, FourPartsAThread) {
  Split result = split({1000, 1000}, 4);
  EXPECT_EQ(result.dimension, 0);
  EXPECT_EQ(result.count, 16);
}

TEST(RuntimeSplit, PartsAreNotTooSmall) {
  // 40 us of work: no more than eight parts of 5 us.
  Split result = split({400, 100}, 64);
  EXPECT_EQ(result.count, 8);
}

TEST(RuntimeSplit, FewRowsDivideTheRow) {
  Split result = split({3, 10000000}, 4);
  EXPECT_EQ(result.dimension, 1);
  EXPECT_EQ(result.chunk % 64, 0);
  EXPECT_EQ(result.count, 16);
}

TEST(RuntimeSplit, MiddleDimension) {
  Split result = split({2, 5000, 40}, 4);
  EXPECT_EQ(result.dimension, 1);
}

TEST(RuntimeSplit, NothingToDivide) {
  EXPECT_EQ(split({1, 1, 60}, 4, 1e6).count, 1);
  EXPECT_EQ(split({1, 2, 60}, 4, 1e6).dimension, 1);
  EXPECT_EQ(split({1, 2, 60}, 4, 1e6).count, 2);
}

TEST(RuntimeSplit, PartsCoverTheDimensionOnce) {
  for (int64_t extent : {int64_t{65}, int64_t{127}, int64_t{128}, int64_t{1000},
                         int64_t{999999937}, INT64_MAX}) {
    for (unsigned threads : {2u, 3u, 7u, 64u}) {
      for (bool innermost : {true, false}) {
        std::vector<int64_t> extents = {extent};
        if (!innermost)
          extents.push_back(1);
        Split result = split(extents, threads, 1e6);
        ASSERT_EQ(result.dimension, 0);
        int64_t next = 0;
        for (int64_t i = 0; i < result.count; ++i) {
          Range range = rangeOf(result, extent, i);
          ASSERT_EQ(range.begin, next);
          ASSERT_GT(range.end, range.begin);
          if (innermost && i + 1 < result.count) {
            ASSERT_EQ(range.end % 64, 0);
          }
          next = range.end;
        }
        ASSERT_EQ(next, extent);
      }
    }
  }
}

TEST(RuntimeSplit, CacheBorders) {
  uint64_t cache = lastLevelCacheBytes();
  ASSERT_GT(cache, 0u);
  EXPECT_FALSE(shouldBypassCaches(cache / 2, false));
  EXPECT_TRUE(shouldBypassCaches(cache, false));
  EXPECT_FALSE(shouldBypassCaches(cache, true));
  EXPECT_FALSE(shouldBypassCaches(cache * 2, true));
  EXPECT_TRUE(shouldBypassCaches(cache * 2 + 2, true));
}
