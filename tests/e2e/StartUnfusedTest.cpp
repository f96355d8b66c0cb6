//===- StartUnfusedTest.cpp - results before the code is compiled ---------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fusedml/Compile.h"
#include "fusedml/Operators.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

using namespace fusedml;

namespace {

constexpr auto F32 = DataType::Float32;
constexpr int64_t kRows = 37, kColumns = 129;
constexpr size_t kCount = kRows * kColumns;
using Floats = std::vector<float>;

/// The early start is on, and no code from the disk makes it needless, whatever
/// the test program was started with.
class StartUnfused : public testing::Test {
protected:
  void SetUp() override {
    unsetenv("FUSEDML_START_UNFUSED");
    folder = std::getenv("FUSEDML_CACHE_DIR");
    setenv("FUSEDML_CACHE_DIR", "", 1);
  }
  void TearDown() override {
    unsetenv("FUSEDML_START_UNFUSED");
    setenv("FUSEDML_CACHE_DIR", folder.c_str(), 1);
  }

private:
  std::string folder;
};

/// Graphs of different numbers have different structures, so that none finds
/// the code of another.
Graph chain(int number) {
  Graph graph("chain");
  Tensor x = graph.input("x", F32, {kRows, kColumns});
  Tensor row = graph.input("row", F32, {kColumns});
  Tensor y = activationShrink(x * row, {.bias = 0.25f});
  for (int bit = 0; bit < 8; ++bit)
    y = number >> bit & 1 ? abs(y - row) : y + row;
  graph.output("y", y);
  graph.output("z", tanh(y));
  return graph;
}

Floats numbers(size_t count) {
  Floats result(count);
  for (size_t i = 0; i < count; ++i)
    result[i] =
        static_cast<float>(static_cast<int>(i * 7919 % 4001) - 2000) / 512.0f;
  return result;
}

struct Results {
  Floats y = Floats(kCount), z = Floats(kCount);
  bool operator==(const Results &) const = default;
};

Status run(const Kernel &kernel, const Floats &x, const Floats &row,
           Results &results) {
  return kernel.run({x, row}, {results.y, results.z});
}

Results fusedResults(int number, const Floats &x, const Floats &row) {
  CompileOptions options;
  options.cache = false;
  options.startUnfused = false;
  auto kernel = compile(chain(number), options);
  EXPECT_TRUE(kernel.ok()) << kernel.error().str();
  Results results;
  EXPECT_TRUE(run(*kernel, x, row, results).ok());
  return results;
}

TEST_F(StartUnfused, ResultsAreTheSameBeforeAndAfter) {
  Floats x = numbers(kCount), row = numbers(kColumns);
  Results wanted = fusedResults(1, x, row);
  CompileReport report;
  auto kernel = compile(chain(1), {}, &report);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  EXPECT_EQ(report.source, CodeSource::Shipped);
  Results first, last;
  ASSERT_TRUE(run(*kernel, x, row, first).ok());
  ASSERT_TRUE(kernel->wait().ok());
  ASSERT_TRUE(run(*kernel, x, row, last).ok());
  EXPECT_EQ(first, wanted);
  EXPECT_EQ(last, wanted);
  // The next graph of the structure finds the code.
  auto again = compile(chain(1), {}, &report);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(report.source, CodeSource::Memory);
}

TEST_F(StartUnfused, WhatIsPlannedIsKnownBeforeTheCode) {
  Floats x = numbers(kCount), row = numbers(kColumns);
  Results wanted = fusedResults(2, x, row);
  CompileOptions alone;
  alone.cache = false;
  alone.startUnfused = false;
  auto fused = compile(chain(2), alone);
  ASSERT_TRUE(fused.ok());
  ASSERT_TRUE(fused->mayAlias(0, 0));

  auto kernel = compile(chain(2));
  ASSERT_TRUE(kernel.ok());
  EXPECT_TRUE(kernel->mayAlias(0, 0));
  EXPECT_EQ(kernel->temporaryBytes(), fused->temporaryBytes());

  kernel = compile(chain(3));
  ASSERT_TRUE(kernel.ok());
  Results bound;
  auto call = kernel->bind({x, row}, {bound.y, bound.z});
  ASSERT_TRUE(call.ok()) << call.error().str();
  ASSERT_TRUE(call->run().ok());
  EXPECT_EQ(bound, fusedResults(3, x, row));

  // In place.
  kernel = compile(chain(4));
  ASSERT_TRUE(kernel.ok());
  Results inPlace;
  inPlace.y = x;
  Status status = kernel->run({inPlace.y, row}, {inPlace.y, inPlace.z});
  ASSERT_TRUE(status.ok()) << status.str();
  EXPECT_EQ(inPlace, fusedResults(4, x, row));

  // What is refused is refused as ever.
  kernel = compile(chain(5));
  ASSERT_TRUE(kernel.ok());
  auto last = compile(chain(5), alone);
  ASSERT_TRUE(last.ok());
  Results results;
  Floats few(kCount - 1);
  EXPECT_EQ(run(*kernel, few, row, results).str(),
            run(*last, few, row, results).str());
}

/// What may be done in place does not depend on whether the code is there.
TEST_F(StartUnfused, WhatIsRefusedInPlaceIsRefusedFromTheBeginning) {
  auto graph = parseMlir(
      "func.func @g(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> "
      "tensor<4x4xf32> "
      "{\n"
      "  %t = dml.reinterpret %x : tensor<4x4xf32> to tensor<4x4xf32, "
      "#dml.strides<[1, 4]>>\n"
      "  %0 = dml.activation_relu %t : (tensor<4x4xf32, #dml.strides<[1, 4]>>) "
      "-> "
      "tensor<4x4xf32>\n"
      "  %1 = dml.difference_square %0, %y : tensor<4x4xf32>\n"
      "  return %1 : tensor<4x4xf32>\n}\n",
      "graph.mlir");
  ASSERT_TRUE(graph.ok()) << graph.error().str();
  auto kernel = compile(*graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  Floats x(16, 1), y(16, 2);
  EXPECT_FALSE(kernel->mayAlias(0, 0));
  EXPECT_FALSE(kernel->run({x, y}, {x}).ok());
  ASSERT_TRUE(kernel->wait().ok());
  EXPECT_FALSE(kernel->run({x, y}, {x}).ok());
}

TEST_F(StartUnfused, ManyThreadsSwitchOver) {
  Floats x = numbers(kCount), row = numbers(kColumns);
  Results wanted = fusedResults(6, x, row);
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  auto shared = compile(chain(6));
  ASSERT_TRUE(shared.ok());
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      auto own = compile(chain(6 + t % 2 * 10));
      for (int i = 0; i < 200; ++i) {
        Results results;
        if (!run(i % 2 || t % 2 ? *shared : *own, x, row, results).ok() ||
            results != wanted)
          ++failures;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
}

TEST_F(StartUnfused, KernelsAndGraphsMayGoBeforeTheCodeIsThere) {
  for (int number = 32; number < 64; ++number) {
    Graph graph = chain(number);
    auto kernel = compile(graph);
    ASSERT_TRUE(kernel.ok());
    graph.output("another", graph.input("more", F32, {3}));
  }
}

TEST_F(StartUnfused, CanBeTurnedOff) {
  CompileReport report;
  CompileOptions options;
  options.startUnfused = false;
  ASSERT_TRUE(compile(chain(20), options, &report).ok());
  EXPECT_EQ(report.source, CodeSource::Compiler);
  setenv("FUSEDML_START_UNFUSED", "0", 1);
  ASSERT_TRUE(compile(chain(21), {}, &report).ok());
  EXPECT_EQ(report.source, CodeSource::Compiler);
  unsetenv("FUSEDML_START_UNFUSED");
  options = {};
  options.fuse = false;
  ASSERT_TRUE(compile(chain(22), options, &report).ok());
  EXPECT_EQ(report.source, CodeSource::Compiler);
}

TEST_F(StartUnfused, NotWhereCompilingIsFaster) {
  Graph graph("large");
  Tensor x = graph.input("x", F32, {1 << 14, 1 << 15}, {0, 0});
  graph.output("y", abs(tanh(x)));
  CompileReport report;
  ASSERT_TRUE(compile(graph, {}, &report).ok());
  EXPECT_EQ(report.source, CodeSource::Compiler);
}

//===----------------------------------------------------------------------===//
// The end of the process
//===----------------------------------------------------------------------===//

void compileSome(int number) {
  for (int i = 0; i < 8; ++i)
    if (!compile(chain(number + i)).ok())
      std::_Exit(1);
}

/// Runs `end`, which ends a process while kernels are compiled, in one of its
/// own that is no fork of this one.
template <typename End> void expectEndsWell(End end) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(end(), testing::ExitedWithCode(0), "");
}

TEST_F(StartUnfused, MainMayEndIt) {
  expectEndsWell([] {
    compileSome(100);
    std::exit(0);
  });
}

TEST_F(StartUnfused, MainMayEndWhatAnotherThreadCompiles) {
  expectEndsWell([] {
    std::thread(compileSome, 110).join();
    std::exit(0);
  });
}

TEST_F(StartUnfused, AnotherThreadMayEndIt) {
  expectEndsWell([] {
    compileSome(120);
    std::thread([] { std::exit(0); }).join();
  });
}

TEST_F(StartUnfused, ItMayEndQuickly) {
  expectEndsWell([] {
    compileSome(130);
    std::quick_exit(0);
  });
}

/// A child has what was pending made anew, and compiles graphs of its own.
TEST_F(StartUnfused, ItMayForkMeanwhile) {
  expectEndsWell([] {
    auto pending = compile(chain(140));
    compileSome(141);
    pid_t child = fork();
    if (child == 0) {
      compileSome(150);
      bool isRight = pending.ok() && pending->wait().ok() &&
                     compile(chain(160))->wait().ok();
      std::exit(isRight ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    std::exit(status);
  });
}

/// Static objects are destroyed after the thread's own objects, and may run
/// what is still pending, compile, and wait.
TEST_F(StartUnfused, DestructorsOfStaticObjectsMayRunKernels) {
  expectEndsWell([] {
    static const Floats x = numbers(kCount), row = numbers(kColumns);
    static Kernel pending = *compile(chain(170));
    static Results results, last;
    if (!run(pending, x, row, results).ok())
      std::_Exit(1);
    std::atexit([] {
      auto more = compile(chain(171));
      bool isRight = run(pending, x, row, last).ok() && last == results &&
                     more.ok() && more->wait().ok() && pending.wait().ok() &&
                     run(pending, x, row, last).ok() && last == results;
      std::_Exit(isRight ? 0 : 1);
    });
    std::exit(0);
  });
}

} // namespace
