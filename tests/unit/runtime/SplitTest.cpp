//===- RuntimeSplit.cpp - how steps are divided ---------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Split.h"
#include "RuntimePlans.h"
#include "runtime/CacheSize.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

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
  EXPECT_EQ(split({10, 100}, 8).count, 1);
  EXPECT_EQ(split({1000000}, 1).count, 1);
  EXPECT_EQ(split({1000000}, 8, 0).count, 1);
}

TEST(RuntimeSplit, FourPartsAThread) {
  Split result = split({1000, 1000}, 4);
  EXPECT_EQ(result.dimension, 0);
  EXPECT_EQ(result.count, 16);
}

TEST(RuntimeSplit, SmallWorkIsOnePartAThread) {
  Split result = split({65536}, 2, 0.1);
  EXPECT_EQ(result.count, 2);
  // 6.6 us; the caller is 0.2 us, or 31 units of 64 elements, ahead.
  EXPECT_EQ(result.chunk, (1024 - 31 + 1) / 2 * 64);
  EXPECT_EQ(result.first, 65536 - result.chunk);
}

TEST(RuntimeSplit, NoMoreThreadsThanPay) {
  // 40 us of work, 0.2 us for each further thread.
  EXPECT_EQ(split({400, 100}, 64).count, 14);
  EXPECT_EQ(split({400, 100}, 4).count, 4);
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

namespace {

using Sizes = std::vector<int64_t>;

/// A step that writes (or reads) 4-bit elements in a layout.
Step nibbles(Sizes extents, Sizes strides, bool written = true) {
  Step step;
  step.extents = std::move(extents);
  step.costPerElement = 1e6;
  step.operands = {test::operand(
      written ? Operand::Kind::Output : Operand::Kind::Input, 0, strides)};
  step.operands[0].elementBits = 4;
  return step;
}

/// Calls `visit(address of the element, its position)` for every element.
template <typename Visit> void forEachElement(const Step &step, Visit visit) {
  Sizes at(step.extents.size(), 0);
  for (;;) {
    int64_t address = 0;
    for (size_t d = 0; d < at.size(); ++d)
      address += at[d] * step.operands[0].strides[d];
    visit(address, at);
    size_t d = at.size();
    while (d > 0 && ++at[d - 1] == step.extents[d - 1])
      at[--d] = 0;
    if (d == 0)
      return;
  }
}

int64_t partOf(const Split &split, int64_t element) {
  return element < split.first ? 0 : 1 + (element - split.first) / split.chunk;
}

bool isDistinct(const Step &step) {
  std::map<int64_t, int> seen;
  bool distinct = true;
  forEachElement(step, [&](int64_t address, const Sizes &) {
    distinct &= ++seen[address] == 1;
  });
  return distinct;
}

/// Parts may not share a byte, of which a store changes one half only; and a
/// base is the address of a byte.
void expectWholeBytes(const Step &step, const Split &split) {
  std::map<int64_t, int64_t> partOfByte;
  auto dimension = static_cast<size_t>(split.dimension);
  int64_t shared = 0;
  forEachElement(step, [&](int64_t address, const Sizes &at) {
    int64_t part = partOf(split, at[dimension]);
    auto [found, isNew] = partOfByte.try_emplace(address / 2, part);
    shared += !isNew && found->second != part;
  });
  EXPECT_EQ(shared, 0) << formatList(step.extents) << " strides "
                       << formatList(step.operands[0].strides)
                       << " along dimension " << split.dimension << " by "
                       << split.first << " and " << split.chunk;
  EXPECT_EQ(split.first * step.operands[0].strides[dimension] % 2, 0);
  EXPECT_EQ(split.chunk * step.operands[0].strides[dimension] % 2, 0);
}

} // namespace

TEST(RuntimeSplit, NibblesInUsualLayouts) {
  struct Layout {
    Sizes extents, strides;
    int dimension;
  };
  const Layout layouts[] = {
      {{1000}, {1}, 0},           // Packed.
      {{1000}, {3}, 0},           // Padded, elements at odd addresses.
      {{40, 10}, {10, 1}, 0},     // Rows of whole bytes.
      {{40, 9}, {9, 1}, 0},       // Every second row starts inside one.
      {{40, 9}, {12, 1}, 0},      // Padded rows.
      {{40, 9}, {1, 40}, 0},      // Columns.
      {{9, 200}, {1, 9}, 1},      // Transposed: dimension 1 is outermost.
      {{8, 3, 5}, {15, 5, 1}, 0}, // Odd rows in odd planes.
      {{2, 2, 2000}, {4000, 2000, 1}, 2},
  };
  for (const Layout &layout : layouts) {
    Step step = nibbles(layout.extents, layout.strides);
    Split split = chooseSplit(step, estimateWork(step), 4);
    EXPECT_GT(split.count, 1) << formatList(layout.extents) << " strides "
                              << formatList(layout.strides);
    EXPECT_EQ(split.dimension, layout.dimension)
        << formatList(layout.extents) << " strides "
        << formatList(layout.strides);
    expectWholeBytes(step, split);
  }
}

TEST(RuntimeSplit, NibblesThatCannotBeDivided) {
  // Rows of 2,001 elements: where a part of the columns ends, every second row
  // has a byte of two parts.
  Step odd = nibbles({1, 2, 1, 2001}, {0, 2001, 0, 1});
  EXPECT_EQ(chooseSplit(odd, estimateWork(odd), 8).count, 1);
  // The same layout is divided where it is only read.
  Step read = nibbles({1, 2, 1, 2001}, {0, 2001, 0, 1}, false);
  EXPECT_GT(chooseSplit(read, estimateWork(read), 8).count, 1);
  // Two elements far apart, on bytes with others between them.
  Step interleaved = nibbles({4, 3}, {3, 2});
  ASSERT_TRUE(isDistinct(interleaved));
  EXPECT_EQ(chooseSplit(interleaved, estimateWork(interleaved), 8).count, 1);
}

TEST(RuntimeSplit, NibblesInRandomLayouts) {
  std::mt19937 random{11};
  auto oneOf = [&](std::initializer_list<int64_t> values) {
    return values.begin()[random() % values.size()];
  };
  int written = 0, divided = 0;
  for (int i = 0; i < 3000; ++i) {
    size_t rank = 1 + random() % 3;
    Sizes extents(rank), strides(rank);
    for (size_t d = 0; d < rank; ++d) {
      extents[d] = d + 1 == rank ? oneOf({1, 2, 3, 65, 130, 200})
                                 : oneOf({1, 2, 3, 4, 7, 12});
      strides[d] = oneOf({1, 2, 3, 4, 5, 7, 9, 12, 14, 65, 131, 200, 390, 601});
    }
    Step step = nibbles(extents, strides);
    unsigned threads = 2 + random() % 4;
    Split split = chooseSplit(step, estimateWork(step), threads);
    if (isDistinct(step)) {
      ++written;
      if (split.count > 1) {
        ++divided;
        expectWholeBytes(step, split);
      }
    }
    // What is read may be repeated and interleaved in any way.
    step = nibbles(extents, strides, /*written=*/false);
    split = chooseSplit(step, estimateWork(step), threads);
    if (split.count == 1)
      continue;
    int64_t stride = strides[static_cast<size_t>(split.dimension)];
    EXPECT_EQ(split.first * stride % 2, 0) << formatList(strides);
    EXPECT_EQ(split.chunk * stride % 2, 0) << formatList(strides);
  }
  EXPECT_GT(written, 500);
  EXPECT_GT(divided, 300);
}

TEST(RuntimeSplit, CacheBorders) {
  uint64_t cache = lastLevelCacheBytes();
  ASSERT_GT(cache, 0u);
  EXPECT_FALSE(shouldBypassCaches(cache / 2, false));
  EXPECT_TRUE(shouldBypassCaches(cache, false));
  EXPECT_FALSE(shouldBypassCaches(cache, true));
  EXPECT_FALSE(shouldBypassCaches(cache / 2 * 3, true));
  EXPECT_TRUE(shouldBypassCaches(cache * 2, true));
}
