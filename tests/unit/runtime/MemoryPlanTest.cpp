//===- RuntimeMemoryPlan.cpp - placement of temporaries -------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/MemoryPlan.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

using namespace fusedml;
using namespace fusedml::runtime;

namespace {

MemoryPlan plan(const std::vector<Lifetime> &lifetimes) {
  Expected<MemoryPlan> result = planMemory(lifetimes);
  EXPECT_TRUE(result);
  return result ? *result : MemoryPlan{};
}

void expectDisjoint(const std::vector<Lifetime> &lifetimes,
                    const MemoryPlan &plan) {
  ASSERT_EQ(plan.offsets.size(), lifetimes.size());
  EXPECT_EQ(plan.totalBytes % 64, 0u);
  for (size_t i = 0; i < lifetimes.size(); ++i) {
    EXPECT_EQ(plan.offsets[i] % 64, 0u);
    EXPECT_LE(plan.offsets[i] + lifetimes[i].bytes, plan.totalBytes);
    for (size_t j = 0; j < i; ++j) {
      const Lifetime &a = lifetimes[i], &b = lifetimes[j];
      if (a.firstStep > b.lastStep || b.firstStep > a.lastStep)
        continue;
      EXPECT_TRUE(plan.offsets[i] + a.bytes <= plan.offsets[j] ||
                  plan.offsets[j] + b.bytes <= plan.offsets[i])
          << i << " and " << j;
    }
  }
}

} // namespace

TEST(RuntimeMemoryPlan, Nothing) {
  EXPECT_EQ(plan({}).totalBytes, 0u);
  EXPECT_EQ(plan({{0, 0, 5}, {0, 1, 2}}).totalBytes, 0u);
}

TEST(RuntimeMemoryPlan, RoundsToCacheLines) {
  std::vector<Lifetime> lifetimes = {{1, 0, 1}, {65, 0, 1}};
  MemoryPlan result = plan(lifetimes);
  expectDisjoint(lifetimes, result);
  EXPECT_EQ(result.totalBytes, 192u);
}

TEST(RuntimeMemoryPlan, ReusesWhatIsDead) {
  // A chain: each temporary meets its neighbours only.
  std::vector<Lifetime> lifetimes;
  for (int i = 0; i < 10; ++i)
    lifetimes.push_back({256, i, i + 1});
  MemoryPlan result = plan(lifetimes);
  expectDisjoint(lifetimes, result);
  EXPECT_EQ(result.totalBytes, 512u);
}

TEST(RuntimeMemoryPlan, MeetingInOneStepIsNoReuse) {
  EXPECT_EQ(plan({{64, 0, 1}, {64, 1, 2}}).totalBytes, 128u);
  EXPECT_EQ(plan({{64, 0, 1}, {64, 2, 3}}).totalBytes, 64u);
}

TEST(RuntimeMemoryPlan, PicksTheSmallestGap) {
  // When the last one is placed, 0 and 2 are dead and leave gaps of 1024 and
  // 576 bytes.
  std::vector<Lifetime> lifetimes = {
      {1024, 0, 0}, {960, 0, 9}, {576, 0, 0}, {575, 0, 9}, {512, 1, 9}};
  MemoryPlan result = plan(lifetimes);
  expectDisjoint(lifetimes, result);
  EXPECT_EQ(result.offsets[4], result.offsets[2]);
  EXPECT_EQ(result.totalBytes, 1024u + 960 + 576 + 576);
}

TEST(RuntimeMemoryPlan, RandomLifetimesNeverOverlap) {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    std::vector<Lifetime> lifetimes;
    for (int i = 0; i < 40; ++i) {
      int first = static_cast<int>(random() % 20);
      lifetimes.push_back(
          {random() % 2000, first, first + static_cast<int>(random() % 6)});
    }
    expectDisjoint(lifetimes, plan(lifetimes));
  }
}

TEST(RuntimeMemoryPlan, OverflowIsAnError) {
  constexpr uint64_t most = std::numeric_limits<uint64_t>::max();
  Expected<MemoryPlan> rounding =
      planMemory(std::vector<Lifetime>{{most, 2, 3}});
  ASSERT_FALSE(rounding);
  EXPECT_EQ(rounding.error().code, ErrorCode::OutOfMemory);
  EXPECT_EQ(rounding.error().message,
            "a temporary of 18446744073709551615 bytes, alive in steps 2 to 3, "
            "makes the temporary memory exceed 64 bits");
  EXPECT_FALSE(planMemory(
      std::vector<Lifetime>{{most / 2, 0, 1}, {most / 2 + 1, 1, 2}}));
  EXPECT_TRUE(planMemory(
      std::vector<Lifetime>{{most / 2, 0, 1}, {most / 2 + 1, 2, 3}}));
}
