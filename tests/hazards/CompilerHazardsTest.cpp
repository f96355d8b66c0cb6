//===- CompilerHazardsTest.cpp - JIT, AOT, threads, compile time ----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/hazards/Hazards.h"
#include "tests/support/Aot.h"
#include "tests/support/Targets.h"

#include "fusedml/Compile.h"

#include <atomic>
#include <chrono>
#include <ctime>
#include <functional>
#include <iostream>
#include <limits>
#include <thread>

using namespace support;
using hazards::multiplyShrink;
using reference::Type;

namespace {

/// Runs multiplyShrink on [2, 0.5, -3, ...] and looks at the result.
testing::AssertionResult runsRight(const fusedml::Kernel &kernel, size_t count,
                                   float bias = 0.5f) {
  std::vector<float> a(count), b(count), y(count);
  for (size_t i = 0; i < count; ++i) {
    a[i] = static_cast<float>(i % 7) - 3;
    b[i] = static_cast<float>(i % 5);
  }
  if (fusedml::Status status = kernel.run({a, b}, {y}); !status)
    return testing::AssertionFailure() << status.str();
  for (size_t i = 0; i < count; ++i) {
    float x = a[i] * b[i];
    float right = x > 1 ? x - bias : x < -1 ? x + bias : 0;
    if (y[i] != right)
      return testing::AssertionFailure()
             << "element " << i << ": " << y[i] << ", not " << right;
  }
  return testing::AssertionSuccess();
}

TEST(Hazards, H42_SameNameAndSameGraphTwice) {
  auto first = fusedml::compile(multiplyShrink("main", 100, 0.5f));
  auto second = fusedml::compile(multiplyShrink("main", 100, 2.0f));
  fusedml::Graph graph = multiplyShrink("main", 100, 0.5f);
  auto third = fusedml::compile(graph);
  auto fourth = fusedml::compile(graph);
  ASSERT_TRUE(first.ok() && second.ok() && third.ok() && fourth.ok());
  EXPECT_TRUE(runsRight(*first, 100, 0.5f));
  EXPECT_TRUE(runsRight(*second, 100, 2.0f));
  EXPECT_TRUE(runsRight(*third, 100, 0.5f));
  EXPECT_TRUE(runsRight(*fourth, 100, 0.5f));
  // One goes, the others stay.
  *third = {};
  EXPECT_TRUE(runsRight(*first, 100, 0.5f));
  EXPECT_TRUE(runsRight(*fourth, 100, 0.5f));
}

TEST(Hazards, H42_NamesThatAreNoSymbols) {
  for (const char *name : {"", "a b", "1", "ünïcode", "x\"y\n", "%s%n"}) {
    auto kernel = fusedml::compile(multiplyShrink(name, 10));
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    EXPECT_TRUE(runsRight(*kernel, 10));
  }
}

size_t residentBytes() {
  std::ifstream statm("/proc/self/statm");
  size_t total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

TEST(Hazards, H43_MemoryDoesNotGrowWithCompiles) {
  // Every graph differs in an attribute, as a context that never forgets would
  // like to keep them.
  int count = std::getenv("FUSEDML_LONG_TESTS") ? 10000 : 400;
  fusedml::CompileOptions options;
  options.cache = false;
  auto compileOne = [&](int i) {
    float bias = 0.001f * static_cast<float>(i);
    auto kernel = fusedml::compile(
        multiplyShrink("graph" + std::to_string(i), 16, bias), options);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    if (i % 50 == 0)
      EXPECT_TRUE(runsRight(*kernel, 16, bias));
  };
  int warmUp = count / 5;
  for (int i = 0; i < warmUp; ++i)
    compileOne(i);
  size_t before = residentBytes();
  for (int i = warmUp; i < count; ++i)
    compileOne(i);
  size_t after = residentBytes();
  // A kernel that stayed would take a page of code and more; contexts that are
  // not recycled take some kilobytes a compile.
  EXPECT_LT(after, before + static_cast<size_t>(count - warmUp) * 32768)
      << (after - before) / static_cast<size_t>(count - warmUp)
      << " bytes a compile";
}

TEST(Hazards, H44_AotHasAStatedBaseline) {
#if defined(__x86_64__)
  fusedml::Graph graph = multiplyShrink("baseline", 100);
  auto unnamed = fusedml::emit(graph, fusedml::EmitKind::Assembly, {});
  fusedml::CompileOptions v3;
  v3.target.cpu = "x86-64-v3";
  auto named = fusedml::emit(graph, fusedml::EmitKind::Assembly, v3);
  ASSERT_TRUE(unnamed.ok() && named.ok());
  EXPECT_EQ(unnamed->code, named->code);
  EXPECT_NE(unnamed->code.find("%ymm"), std::string::npos);
  EXPECT_EQ(unnamed->code.find("%zmm"), std::string::npos);
#endif
}

TEST(Hazards, H44_TheJitUsesTheFeatureList) {
#if defined(__x86_64__)
  // As on a machine whose name promises more than its CPUID has.
  fusedml::CompileOptions options;
  options.target.features = "-avx512f,-avx512vl,-avx512bw,-avx512dq";
  fusedml::Graph graph = multiplyShrink("features", 100);
  auto kernel = fusedml::compile(graph, options);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  EXPECT_TRUE(runsRight(*kernel, 100));
  auto explained = fusedml::explain(graph, fusedml::Stage::Assembly, options);
  ASSERT_TRUE(explained.ok()) << explained.error().str();
  EXPECT_EQ(explained->stage.find("%zmm"), std::string::npos);
  EXPECT_EQ(explained->stage.find("%k1"), std::string::npos);
#endif
}

TEST(Hazards, H44_WhatTheHostLacksIsRefused) {
#if defined(__x86_64__)
  // No processor has both: one is Intel's, the other AMD's of long ago.
  bool any = false;
  for (auto [feature, has] :
       {std::pair<const char *, bool>{"avx512fp16",
                                      __builtin_cpu_supports("avx512fp16")},
        {"xop", __builtin_cpu_supports("xop")}}) {
    if (has)
      continue;
    any = true;
    fusedml::CompileOptions options;
    options.target.features = std::string("+") + feature;
    auto kernel = fusedml::compile(multiplyShrink("lacking", 100), options);
    ASSERT_FALSE(kernel.ok()) << feature;
    EXPECT_EQ(kernel.error().code, fusedml::ErrorCode::InvalidArgument);
    // It may be named through another one that it implies.
    EXPECT_NE(kernel.error().str().find("lacks '"), std::string::npos)
        << kernel.error().str();
  }
  EXPECT_TRUE(any);
  if (!hostRuns("x86-64-v4")) {
    fusedml::CompileOptions options;
    options.target.cpu = "x86-64-v4";
    EXPECT_FALSE(fusedml::compile(multiplyShrink("v4", 100), options).ok());
  }
  fusedml::CompileOptions arm;
  arm.target.triple = "aarch64-unknown-linux-gnu";
  auto foreign = fusedml::compile(multiplyShrink("arm", 100), arm);
  ASSERT_FALSE(foreign.ok());
  EXPECT_EQ(foreign.error().code, fusedml::ErrorCode::InvalidArgument);
#endif
}

TEST(Hazards, H45_SixteenThreadsCompileAndRun) {
  constexpr int kThreads = 16;
  std::atomic<int> failures{0};
  std::atomic<bool> go{false};
  auto shared = fusedml::compile(multiplyShrink("shared", 5000));
  ASSERT_TRUE(shared.ok()) << shared.error().str();
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      while (!go)
        std::this_thread::yield();
      for (int i = 0; i < 6; ++i) {
        // Half of them the same graph, half their own.
        float bias = i % 2 ? 0.5f : 0.25f * static_cast<float>(t + 1);
        auto kernel = fusedml::compile(multiplyShrink(
            i % 2 ? "same" : "own" + std::to_string(t), 1000 + t, bias));
        if (!kernel.ok() ||
            !runsRight(*kernel, static_cast<size_t>(1000 + t), bias))
          ++failures;
        // One kernel, many callers, each of them split over threads.
        if (!runsRight(*shared, 5000))
          ++failures;
        // Refusals in between.
        fusedml::CompileOptions bad;
        bad.target.cpu = "no-such-cpu";
        if (fusedml::compile(multiplyShrink("bad", 10), bad).ok())
          ++failures;
      }
    });
  go = true;
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
}

/// y = elu(shrink(a * b)) and what a math library has functions for.
fusedml::Graph linkedGraph() {
  fusedml::Graph graph("linked");
  fusedml::Tensor a = graph.input("a", DataType::Float32, {100});
  fusedml::Tensor b = graph.input("b", DataType::Float32, {100});
  graph.output("y", fusedml::activationElu(
                        fusedml::activationShrink(a * b, {.bias = 0.5f})));
  fusedml::Tensor functions = fusedml::sin(a) + fusedml::erf(a) +
                              fusedml::tanh(a) + fusedml::exp(fusedml::cos(a));
  graph.output("z", functions * functions + fusedml::log(fusedml::abs(a) + b) +
                        fusedml::pow(b, a) + fusedml::modulusFloor(a, b));
  return graph;
}

TEST(Hazards, H46_TheObjectLinksEveryWay) {
  auto emitted = fusedml::emit(linkedGraph(), fusedml::EmitKind::Object);
  ASSERT_TRUE(emitted.ok()) << emitted.error().str();
  TempDir folder;
  std::string object = folder.write("kernel.o", emitted->code);
  folder.write("kernel.h", emitted->header);
  EXPECT_EQ(undefinedSymbols(object), "");
  std::string function = functionOf(emitted->header);
  ASSERT_NE(function, "") << emitted->header;
  // At 0 z is (0 + 0 + 0 + e)^2 + log(0 + 1) + 1^0 + 0.
  std::string program = folder.write("main.c", R"(#include "kernel.h"
#include <stdio.h>
int main(void) {
  float a[100], b[100], y[100], z[100];
  for (int i = 0; i < 100; ++i) {
    a[i] = (float)i - 50;
    b[i] = 1;
    y[i] = z[i] = 0;
  }
  )" + function + R"((a, b, y, z);
  for (int i = 51; i < 100; ++i)
    if (y[i] != a[i] - 0.5f)
      return 1;
  for (int i = 0; i < 50; ++i)
    if (!(y[i] < 0 && y[i] >= -1))
      return 2;
  if (!(z[50] > 8.38905f && z[50] < 8.38906f))
    return 3;
  puts("right");
  return y[50] == 0 ? 0 : 4;
}
)");
  // Never with -lm.
  for (const char *flags :
       {"", "-pie -fPIE", "-no-pie", "-static", "-std=c99 -pedantic-errors",
        "-Wl,-z,text", "-Wl,-z,noexecstack -Wl,--fatal-warnings"}) {
    std::string binary = folder.path("program");
    ProcessResult linked =
        runCommand("cc -Wall -Wextra -Werror " + std::string(flags) + " -o " +
                   binary + " " + program + " " + object);
    ASSERT_EQ(linked.exitCode, 0) << flags << ": " << linked.output;
    ProcessResult ran = runCommand(binary);
    EXPECT_EQ(ran.exitCode, 0) << flags;
    EXPECT_EQ(ran.output, "right\n") << flags;
  }
  // The header is C++ too.
  folder.write("main.cpp", "#include \"kernel.h\"\nint main() {}\n");
  ProcessResult checked =
      runCommand("c++ -fsyntax-only -Wall -Werror " + folder.path("main.cpp"));
  EXPECT_EQ(checked.exitCode, 0) << checked.output;
}

//===----------------------------------------------------------------------===//
// Compile time
//===----------------------------------------------------------------------===//

/// Runs `work`, which must not take for ever, and prints how long it took. A
/// tighter bound would fail on a busy machine.
void timed(const char *what, const std::function<void()> &work) {
  auto start = std::chrono::steady_clock::now();
  work();
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  std::cout << "  " << what << ": " << time.count() << " s\n";
  EXPECT_LT(time.count(), 300) << what;
}

size_t countOf(const std::string &text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + part.size()))
    ++count;
  return count;
}

/// x shrunk and multiplied in turns, `count` operators.
fusedml::Graph longChain(int count) {
  fusedml::Graph graph("chain");
  fusedml::Tensor x = graph.input("x", DataType::Float32, {100});
  fusedml::Tensor y = x;
  for (int i = 0; i < count; ++i)
    y = i % 2 ? fusedml::multiply(y, x)
              : fusedml::activationShrink(
                    y, {.bias = 0.001f * static_cast<float>(i),
                        .threshold = 0.25f});
  graph.output("y", y);
  return graph;
}

TEST(Hazards, H48_AChainOfAThousandOperators) {
  for (int count : {250, 1000}) {
    fusedml::Graph graph = longChain(count);
    timed((std::to_string(count) + " operators").c_str(), [&] {
      auto kernel = fusedml::compile(graph);
      ASSERT_TRUE(kernel.ok()) << kernel.error().str();
      std::vector<float> x(100), y(100), right(100);
      for (size_t i = 0; i < 100; ++i) {
        x[i] = right[i] = static_cast<float>(i) * 0.02f - 1;
        for (int k = 0; k < count; ++k) {
          float bias = 0.001f * static_cast<float>(k);
          float v = right[i];
          right[i] = k % 2        ? v * x[i]
                     : v > 0.25f  ? v - bias
                     : v < -0.25f ? v + bias
                                  : 0;
        }
      }
      ASSERT_TRUE(kernel->run({x}, {y}).ok());
      EXPECT_EQ(y, right);
    });
    // Work in proportion to the operators: each is computed once, and kernels
    // are as many as their largest size asks for.
    auto explained = fusedml::explain(graph, fusedml::Stage::Dml);
    ASSERT_TRUE(explained.ok()) << explained.error().str();
    const std::string &fused = explained->after;
    EXPECT_EQ(countOf(fused, "dml.multiply") +
                  countOf(fused, "dml.activation_shrink"),
              static_cast<size_t>(count));
    size_t kernels = countOf(fused, "dml.fused");
    std::cout << "  " << kernels << " kernels\n";
    EXPECT_GE(kernels, 1u);
    EXPECT_LE(kernels, static_cast<size_t>(count) / 32);
  }
}

/// `count` operators after each other: sums, every other one a tanh if
/// `functions`.
fusedml::Graph chainOf(int count, bool functions) {
  fusedml::Graph graph("chain" + std::to_string(count));
  fusedml::Tensor x = graph.input("x", DataType::Float32, {100});
  fusedml::Tensor y = x;
  for (int i = 0; i < count; ++i)
    y = functions && i % 2 ? fusedml::tanh(y) : y + x;
  graph.output("y", y);
  return graph;
}

/// Time of the processor, the least of three: what other programs disturb
/// least.
double secondsToCompile(const fusedml::Graph &graph) {
  // Object files are made anew each time.
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    std::clock_t start = std::clock();
    auto object = fusedml::emit(graph, fusedml::EmitKind::Object);
    EXPECT_TRUE(object.ok()) << object.error().str();
    least = std::min(least, double(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return least;
}

/// Ten times the operators take about ten times as long. Twice that is left to
/// noise; quadratic work would take a hundred times as long.
TEST(Hazards, H48_CompileTimeIsLinear) {
  for (bool functions : {false, true}) {
    double times[3] = {};
    for (size_t i = 0; int count : {10, 100, 1000}) {
      times[i] = secondsToCompile(chainOf(count, functions));
      std::cout << "  " << count << (functions ? " sums and tanh: " : " sums: ")
                << times[i] << " s\n";
      ++i;
    }
    EXPECT_LT(times[1], 20 * times[0]);
    EXPECT_LT(times[2], 20 * times[1]);
  }
}

TEST(Hazards, H48_ADiamondTwentyTimes) {
  fusedml::Graph graph("diamond");
  fusedml::Tensor x = graph.input("x", DataType::Float32, {33});
  fusedml::Tensor y = x;
  for (int i = 0; i < 20; ++i)
    y = y + y;
  graph.output("y", y);
  timed("20 sums", [&] {
    auto kernel = fusedml::compile(graph);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    std::vector<float> in(33, 3), out(33);
    ASSERT_TRUE(kernel->run({in}, {out}).ok());
    EXPECT_EQ(out, std::vector<float>(33, 3.0f * 1048576));
  });
  // Twenty sums, not a million: each producer is computed once.
  auto explained = fusedml::explain(graph, fusedml::Stage::Dml);
  ASSERT_TRUE(explained.ok()) << explained.error().str();
  EXPECT_EQ(countOf(explained->after, "dml.add"), 20u);
  EXPECT_EQ(countOf(explained->after, "dml.fused"), 1u);
}

TEST(Hazards, H48_RankEight) {
  fusedml::Graph graph("rank8");
  fusedml::Tensor a =
      graph.input("a", DataType::Float32, {2, 1, 2, 1, 2, 1, 2, 3});
  fusedml::Tensor b =
      graph.input("b", DataType::Float32, {1, 2, 1, 2, 1, 2, 1, 3});
  fusedml::Tensor y = a * b;
  for (int i = 0; i < 20; ++i)
    y = fusedml::activationShrink(y * b, {.bias = 0.0f, .threshold = 0.0f});
  graph.output("y", y);
  timed("rank 8", [&] {
    auto kernel = fusedml::compile(graph);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    std::vector<float> in(48, 2), by(24, 1), out(384);
    ASSERT_TRUE(
        kernel->run({std::span(in).first(48), std::span(by).first(24)}, {out})
            .ok());
    EXPECT_EQ(out, std::vector<float>(384, 2));
  });
}

} // namespace
