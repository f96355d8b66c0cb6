//===- KernelStoreTest.cpp - code in memory -------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/KernelStore.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include <sys/wait.h>

using namespace fusedml;
using namespace fusedml::kernels;
using Wanted = KernelStore::Wanted;

namespace {

constexpr size_t kBytes = 1000;

Code someCode() {
  std::vector<std::byte> bytes(kBytes);
  auto code = Code::load(bytes, 0);
  EXPECT_TRUE(code.ok());
  return *code;
}

std::vector<Wanted> wantedOf(std::initializer_list<const char *> keys) {
  std::vector<Wanted> wanted;
  for (const char *key : keys)
    wanted.push_back({key, {}});
  return wanted;
}

/// Makes code, and notes what of.
struct Maker {
  std::vector<std::string> made;
  Status operator()(std::span<Wanted *const> missing) {
    for (Wanted *each : missing) {
      made.push_back(each->key);
      each->code = someCode();
    }
    return Status::success();
  }
};

TEST(KernelStore, MakesOnlyWhatIsMissing) {
  KernelStore store(1 << 20);
  Maker maker;
  std::vector<Wanted> both = wantedOf({"a", "b"});
  EXPECT_FALSE(store.find(both));
  ASSERT_TRUE(store.get(both, std::ref(maker)));
  EXPECT_THAT(maker.made, testing::ElementsAre("a", "b"));
  std::vector<Wanted> more = wantedOf({"b", "c", "a"});
  EXPECT_FALSE(store.find(more));
  EXPECT_TRUE(more[0].code);
  EXPECT_FALSE(more[1].code);
  ASSERT_TRUE(store.get(more, std::ref(maker)));
  EXPECT_THAT(maker.made, testing::ElementsAre("a", "b", "c"));
  EXPECT_EQ(more[0].code.function, both[1].code.function);
  EXPECT_TRUE(store.find(more));
}

TEST(KernelStore, MakesEachKeyOnce) {
  KernelStore store(1 << 20);
  std::atomic<int> made = 0;
  std::vector<std::thread> threads;
  std::vector<runtime::KernelFn> found(8);
  for (size_t i = 0; i < found.size(); ++i)
    threads.emplace_back([&, i] {
      // Threads want keys in another order, and share some of them.
      std::vector<Wanted> wanted =
          i % 2 ? wantedOf({"key", "odd"}) : wantedOf({"even", "key"});
      Status status = store.get(wanted, [&](std::span<Wanted *const> missing) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        made += static_cast<int>(missing.size());
        Maker maker;
        return maker(missing);
      });
      EXPECT_TRUE(status.ok());
      found[i] = wanted[i % 2 ? 0 : 1].code.function;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(made, 3);
  EXPECT_THAT(found, testing::Each(found[0]));
}

TEST(KernelStore, DoesNotKeepFailures) {
  KernelStore store(1 << 20);
  auto fail = [](std::span<Wanted *const>) -> Status {
    Diagnostic error;
    error.message = "no";
    return error;
  };
  std::vector<Wanted> wanted = wantedOf({"key"});
  EXPECT_FALSE(store.get(wanted, fail).ok());
  EXPECT_THROW((void)store.get(wanted,
                               [](std::span<Wanted *const>) -> Status {
                                 throw std::bad_alloc();
                               }),
               std::bad_alloc);
  Maker maker;
  EXPECT_TRUE(store.get(wanted, std::ref(maker)).ok());
  wanted = wantedOf({"key"});
  EXPECT_TRUE(store.get(wanted, fail).ok());
}

TEST(KernelStore, ForgetsWhatWasNotUsedForLongest) {
  KernelStore store(2 * kBytes + 1000);
  Maker maker;
  runtime::KernelFn kept = nullptr;
  auto get = [&](const char *key) {
    std::vector<Wanted> wanted = wantedOf({key});
    EXPECT_TRUE(store.get(wanted, std::ref(maker)).ok());
    kept = wanted[0].code.function;
  };
  get("a");
  get("b");
  get("a");
  get("c"); // b goes.
  EXPECT_THAT(maker.made, testing::SizeIs(3));
  get("a");
  get("c");
  EXPECT_THAT(maker.made, testing::SizeIs(3));
  get("b");
  EXPECT_THAT(maker.made, testing::SizeIs(4));
}

/// What a thread of the parent was making, nobody makes in the child.
TEST(KernelStore, AForkedProcessBeginsAnew) {
  KernelStore store(1 << 20);
  std::atomic<bool> isMaking = false, mayEnd = false;
  std::thread other([&] {
    std::vector<Wanted> wanted = wantedOf({"key"});
    EXPECT_TRUE(store.get(wanted, [&](std::span<Wanted *const> missing) {
      isMaking = true;
      isMaking.notify_all();
      mayEnd.wait(false);
      Maker maker;
      return maker(missing);
    }));
  });
  isMaking.wait(false);
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::vector<Wanted> wanted = wantedOf({"key"});
    Maker maker;
    _exit(store.get(wanted, std::ref(maker)).ok() ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  mayEnd = true;
  mayEnd.notify_all();
  other.join();
}

} // namespace
