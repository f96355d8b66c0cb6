//===- RuntimeTeam.cpp - threads that stay awake between small steps ------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When a helper comes is up to oneTBB and the system. The tests therefore ask
// until one has come, or wait until all have left; neither takes milliseconds.
//
//===----------------------------------------------------------------------===//

#include "runtime/Team.h"
#include "RuntimePlans.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace fusedml;
using namespace fusedml::test;
using runtime::leastWakingWork;
using runtime::Parts;
using runtime::TeamCall;

namespace {

bool severalCores() { return tbb::info::default_concurrency() > 1; }

/// Counts how often each part runs, and on how many threads at a time.
struct Visits {
  explicit Visits(int64_t count)
      : counts(
            std::make_unique<std::atomic<int>[]>(static_cast<size_t>(count))),
        count(count) {}

  bool run(unsigned threads, double work) {
    caller = std::this_thread::get_id();
    return TeamCall().run({visit, this, count}, threads, work);
  }

  void expectEach(int times) const {
    for (int64_t i = 0; i < count; ++i)
      ASSERT_EQ(counts[static_cast<size_t>(i)], times) << "part " << i;
  }

  static void visit(const void *step, int64_t part) {
    auto &self = *static_cast<Visits *>(const_cast<void *>(step));
    int running = ++self.running;
    int most = self.most;
    while (running > most && !self.most.compare_exchange_weak(most, running)) {
    }
    if (std::this_thread::get_id() != self.caller)
      self.helped = true;
    ++self.counts[static_cast<size_t>(part)];
    --self.running;
  }

  std::unique_ptr<std::atomic<int>[]> counts;
  int64_t count;
  std::thread::id caller;
  std::atomic<int> running = 0, most = 0;
  std::atomic<bool> helped = false;
};

bool until(const std::function<bool()> &isTrue) {
  for (int i = 0; i < 1000000; ++i)
    if (isTrue())
      return true;
  return false;
}

/// Waits for longer than any helper does.
void leaveAlone() { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }

void waitUntilNobodyHelps() {
  Visits none(2);
  ASSERT_TRUE(until([&] {
    leaveAlone();
    return !none.run(2, 1);
  }));
}

void waitForHelp() {
  Visits visits(8);
  ASSERT_TRUE(until([&] {
    visits.run(2, leastWakingWork);
    return visits.helped.load();
  }));
}

} // namespace

TEST(RuntimeTeam, EveryPartOnce) {
  if (!severalCores())
    GTEST_SKIP() << "one core";
  waitForHelp();
  for (int64_t parts : {2, 3, 8, 1000, 65535}) {
    Visits visits(parts);
    int ran = 0;
    for (int i = 0; i < 50; ++i)
      ran += visits.run(4, leastWakingWork);
    EXPECT_EQ(ran, 50);
    visits.expectEach(ran);
  }
}

TEST(RuntimeTeam, NoMoreThreadsThanAskedFor) {
  if (!severalCores())
    GTEST_SKIP() << "one core";
  waitForHelp();
  for (unsigned threads : {1u, 2u, 3u}) {
    Visits visits(1000);
    for (int i = 0; i < 100; ++i)
      visits.run(threads, leastWakingWork);
    EXPECT_LE(visits.most, static_cast<int>(threads));
  }
}

TEST(RuntimeTeam, SmallStepsFarApartWakeNobody) {
  waitUntilNobodyHelps();
  Visits visits(2);
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(visits.run(2, leastWakingWork / 10));
    leaveAlone();
  }
  visits.expectEach(0);
}

TEST(RuntimeTeam, SmallStepsInASeriesAreHelped) {
  if (!severalCores())
    GTEST_SKIP() << "one core";
  waitUntilNobodyHelps();
  Visits visits(8);
  EXPECT_TRUE(until([&] {
    visits.run(2, leastWakingWork / 10);
    return visits.helped.load();
  }));
  // Helpers leave on their own, and come again.
  waitUntilNobodyHelps();
  waitForHelp();
}

TEST(RuntimeTeam, OneLargeStepIsHelped) {
  if (!severalCores())
    GTEST_SKIP() << "one core";
  waitUntilNobodyHelps();
  EXPECT_TRUE(Visits(2).run(2, leastWakingWork));
}

TEST(RuntimeTeam, OneCallAtATime) {
  {
    TeamCall first;
    EXPECT_TRUE(first.isOnly());
    EXPECT_FALSE(TeamCall().isOnly());
    EXPECT_TRUE(first.isOnly());
  }
  EXPECT_TRUE(TeamCall().isOnly());
}

TEST(RuntimeTeam, LimitsOfOneTbb) {
  waitUntilNobodyHelps();
  {
    tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    Visits visits(8);
    EXPECT_FALSE(visits.run(4, leastWakingWork));
    visits.expectEach(0);
  }
  if (!severalCores())
    GTEST_SKIP() << "one core";
  // Nor does a small arena share what is there.
  waitForHelp();
  Visits visits(8);
  tbb::task_arena(1).execute(
      [&] { EXPECT_FALSE(visits.run(4, leastWakingWork)); });
  visits.expectEach(0);
}

TEST(RuntimeTeam, ManyCallersOfAllSizes) {
  // 1 us to 1 ms by their own estimate: alone, with the team, with tasks.
  constexpr size_t size = 1000;
  std::vector<Kernel> kernels;
  for (double cost : {0.5, 5.0, 50.0, 150.0, 1000.0})
    kernels.push_back(kernel(addPlan({size}, cost)));
  std::atomic<int> wrong = 0;
  auto work = [&](unsigned caller) {
    std::vector<float> a(size), b(size, 1), y(size);
    for (unsigned round = 0; round < 400; ++round) {
      const Kernel &sum = kernels[(round + caller) % kernels.size()];
      std::fill(a.begin(), a.end(), static_cast<float>(round));
      std::fill(y.begin(), y.end(), -1.0f);
      if (!sum.run({a, b}, {y}, {round % 4}))
        ++wrong;
      for (float value : y)
        wrong += value != static_cast<float>(round) + 1;
    }
  };
  for (unsigned callers : {1u, 2u, 7u}) {
    std::vector<std::thread> threads;
    for (unsigned caller = 0; caller < callers; ++caller)
      threads.emplace_back(work, caller);
    for (std::thread &thread : threads)
      thread.join();
  }
  EXPECT_EQ(wrong, 0);
}

TEST(RuntimeTeam, AForkedProcessHasNoHelpers) {
  if (!severalCores())
    GTEST_SKIP() << "one core";
  Kernel sum = kernel(addPlan({1000}, 10));
  std::vector<float> a(1000, 1), b(1000, 2), y(1000);
  waitForHelp();
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0)
    _exit(sum.run({a, b}, {y}).ok() && y == std::vector<float>(1000, 3) ? 0
                                                                        : 1);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST(RuntimeTeamDeathTest, ExitWhileSomebodyHelps) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        if (severalCores())
          waitForHelp();
        std::exit(0);
      },
      testing::ExitedWithCode(0), "");
}
