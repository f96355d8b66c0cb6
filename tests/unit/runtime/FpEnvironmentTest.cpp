//===- RuntimeFpEnvironment.cpp - the caller's floating point -------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/FpEnvironment.h"
#include "RuntimePlans.h"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <thread>

using namespace fusedml;
using namespace fusedml::test;
using namespace fusedml::runtime;

namespace {

#if defined(__SSE__)
constexpr uint64_t defaultWord = 0x1f80;
constexpr uint64_t controlBits = 0xffc0;
/// FTZ and DAZ; round down; round to zero with FTZ; all traps unmasked; all of
/// it, with sticky flags set.
constexpr uint64_t settings[] = {0x9fc0, 0x3f80, 0xff80, 0x0000, 0x603f};
#elif defined(__aarch64__)
constexpr uint64_t defaultWord = 0;
constexpr uint64_t controlBits = 0xffffffff;
/// FZ; round down; round to zero with FZ and DN; sticky flags.
constexpr uint64_t settings[] = {1u << 24, 2u << 22, 0x03c00000,
                                 0x9full << 32 | 1u << 24};
#else
constexpr uint64_t defaultWord = 0;
constexpr uint64_t controlBits = 0;
constexpr uint64_t settings[] = {0};
#endif

/// Sets an environment for the test, never for GoogleTest.
class Scope {
public:
  explicit Scope(uint64_t word) : before(readFpEnvironment()) {
    writeFpEnvironment(word);
  }
  ~Scope() { writeFpEnvironment(before); }
  Scope(const Scope &) = delete;
  Scope &operator=(const Scope &) = delete;

private:
  uint64_t before;
};

std::atomic<int> wrongEnvironment;

/// y = (a * b) + (1e-40 * 1) and, with it, every exception flag.
void compute(void *const *bases, const int64_t *, const int64_t *strides,
             int64_t begin, int64_t end, uint64_t) {
  if ((readFpEnvironment() & controlBits) != (defaultWord & controlBits))
    ++wrongEnvironment;
  volatile float zero = 0, one = 1, tiny = 1e-40f;
  for (int64_t i = begin; i < end; ++i)
    pointer<float>(bases, 2)[i * strides[2]] =
        pointer<float>(bases, 0)[i * strides[0]] *
            pointer<float>(bases, 1)[i * strides[1]] +
        tiny * one;
  volatile float sink = zero / zero;
  sink = one / zero;
  (void)sink;
}

Plan environmentPlan(double cost) {
  Plan plan = addPlan({2000}, cost);
  plan.steps[0].function = compute;
  plan.mayAlias = {false, false};
  // Two divided steps and then one that is not.
  plan.steps.push_back(plan.steps[0]);
  plan.steps.push_back(plan.steps[0]);
  plan.steps[2].costPerElement = 1;
  return plan;
}

struct Data {
  std::vector<float> a = std::vector<float>(2000, 1.0f);
  std::vector<float> b = std::vector<float>(2000, 1.0f);
  std::vector<float> y = std::vector<float>(2000);
  Data() {
    for (size_t i = 0; i < a.size(); ++i) {
      a[i] = i % 3 ? 1.0f + static_cast<float>(i) * 0x1p-23f : 1e-40f;
      b[i] = i % 5 ? 1.0f + static_cast<float>(i) * 0x1p-20f : 0.5f;
    }
  }
};

} // namespace

TEST(RuntimeFpEnvironment, CallersSettingChangesNothing) {
  Data reference;
  Kernel kernelOne = kernel(environmentPlan(1));
  ASSERT_TRUE(kernelOne.run({reference.a, reference.b}, {reference.y}, {1}));
  EXPECT_NE(reference.y[0], 0.0f);

  for (double cost : {1.0, 1000.0}) {
    Kernel k = kernel(environmentPlan(cost));
    for (unsigned threads : {1u, 4u, 0u}) {
      for (uint64_t setting : settings) {
        Data data;
        wrongEnvironment = 0;
        bool ok = false;
        uint64_t after = 0;
        {
          Scope scope(setting);
          ok = k.run({data.a, data.b}, {data.y}, {threads}).ok();
          after = readFpEnvironment();
        }
        EXPECT_TRUE(ok);
        EXPECT_EQ(after, setting);
        EXPECT_EQ(wrongEnvironment, 0);
        for (size_t i = 0; i < data.y.size(); ++i)
          ASSERT_EQ(std::bit_cast<uint32_t>(data.y[i]),
                    std::bit_cast<uint32_t>(reference.y[i]));
      }
    }
  }
}

TEST(RuntimeFpEnvironment, WorkersOfAThreadThatStartedWithTraps) {
  // oneTBB hands the setting a thread had at its first use to its workers.
  for (uint64_t setting : settings) {
    std::thread([setting] {
      Data data;
      Kernel k = kernel(environmentPlan(1000));
      wrongEnvironment = 0;
      bool ok = true;
      uint64_t after = 0;
      {
        Scope scope(setting);
        for (int i = 0; i < 20; ++i)
          ok &= k.run({data.a, data.b}, {data.y}, {i % 2 ? 4u : 0u}).ok();
        after = readFpEnvironment();
      }
      EXPECT_TRUE(ok);
      EXPECT_EQ(after, setting);
      EXPECT_EQ(wrongEnvironment, 0);
    }).join();
  }
}

TEST(RuntimeFpEnvironment, FlagsOfTheDefaultSettingAreLeftToo) {
  Data data;
  Kernel k = kernel(environmentPlan(1));
  uint64_t after = 0;
  {
    Scope scope(defaultWord);
    (void)k.run({data.a, data.b}, {data.y});
    after = readFpEnvironment();
  }
  EXPECT_EQ(after, defaultWord);
}

TEST(RuntimeFpEnvironment, RestoredAfterAnError) {
  Data data;
  Kernel k = kernel(environmentPlan(1));
  for (uint64_t setting : settings) {
    bool ok = true;
    uint64_t after = 0;
    {
      Scope scope(setting);
      ok = k.run({data.a}, {data.y}).ok();
      after = readFpEnvironment();
    }
    EXPECT_FALSE(ok);
    EXPECT_EQ(after, setting);
  }
}
