//===- RuntimeNesting.cpp - kernels inside a caller's oneTBB tasks --------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimePlans.h"
#include "runtime/ThreadSanitizer.h"

#include <gtest/gtest.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <atomic>

using namespace fusedml;
using namespace fusedml::test;
using runtime::handOver;
using runtime::takeOver;

namespace {

/// y = (a + b) * 2 through a temporary, both steps divided.
Plan nestedPlan(int64_t size) {
  Plan plan = addPlan({size}, 100);
  plan.temporaryBytes = (static_cast<uint64_t>(size) * 4 + 63) / 64 * 64;
  plan.steps[0].operands[2] = temporary(0, {1}, true);
  plan.steps.push_back(step(Loops<Twice, 1, 2>::call, {size},
                            {temporary(0, {1}, false), output(plan, 0)}, 100));
  return plan;
}

int countWrong(const Kernel &kernel, float value, unsigned threads) {
  std::vector<float> a(2000, value), b(2000, 1), y(2000);
  if (!kernel.run({a, b}, {y}, {threads}))
    return 1;
  int wrong = 0;
  for (float result : y)
    wrong += result != (value + 1) * 2;
  return wrong;
}

} // namespace

TEST(RuntimeNesting, CallsInsideParallelLoopsKeepTheirTemporaries) {
  Kernel nested = kernel(nestedPlan(2000));
  for (unsigned threads : {0u, 1u, 2u}) {
    // Static, so that the task can name it before it reads a capture.
    static std::atomic<int> wrong;
    auto body = [&nested, threads](int i) {
      takeOver(&wrong);
      wrong += countWrong(nested, static_cast<float>(i), threads);
      handOver(&wrong);
    };
    wrong = 0;
    handOver(&wrong);
    tbb::parallel_for(0, 200, body);
    takeOver(&wrong);
    EXPECT_EQ(wrong, 0);
  }
}

TEST(RuntimeNesting, CallsInsideASmallArena) {
  Kernel nested = kernel(nestedPlan(2000));
  tbb::task_arena arena(1);
  for (unsigned threads : {0u, 1u, 4u})
    EXPECT_EQ(arena.execute([&] { return countWrong(nested, 3, threads); }), 0);
}

TEST(RuntimeNesting, ACancelledGroupLeavesNothingOut) {
  Kernel nested = kernel(nestedPlan(2000));
  std::atomic<int> wrong = 0;
  tbb::task_group group;
  group.run_and_wait([&] {
    group.cancel();
    wrong = countWrong(nested, 5, 0);
  });
  EXPECT_EQ(wrong, 0);
}
