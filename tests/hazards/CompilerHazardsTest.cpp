//===- CompilerHazardsTest.cpp - JIT, AOT, threads, bad input -------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Aot.h"
#include "tests/support/Cases.h"
#include "tests/support/Native.h"

#include "directml/DirectML.h"
#include "fusedml/Descriptor.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <iostream>
#include <thread>

using namespace support;
using reference::Type;

namespace {

/// y = shrink(a * b) over [count].
fusedml::Graph multiplyShrink(const std::string &name, int64_t count,
                              float bias = 0.5f) {
  fusedml::Graph graph(name);
  fusedml::Tensor a = graph.input("a", DataType::Float32, {count});
  fusedml::Tensor b = graph.input("b", DataType::Float32, {count});
  graph.output(
      "y", fusedml::activationShrink(a * b, {.bias = bias, .threshold = 1.0f}));
  return graph;
}

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

TEST(Hazards, H25_HalvesNeedNoHelpers) {
  for (const char *cpu : {"x86-64-v2", "x86-64-v3", "x86-64-v4"}) {
    fusedml::Graph graph("halves");
    fusedml::Tensor a = graph.input("a", DataType::Float16, {100});
    fusedml::Tensor b = graph.input("b", DataType::Float16, {100});
    graph.output("y", fusedml::activationElu(fusedml::clip(
                          a / b, {.max = 1, .scaleBias = {{2, 1}}})));
    graph.output("fill", fusedml::fillValueSequence(graph, DataType::Float16,
                                                    {100}, 0.1, 0.3));
    graph.output("inf", fusedml::isInfinity(a * b));
    fusedml::CompileOptions options;
    options.target.triple = "x86_64-unknown-linux-gnu";
    options.target.cpu = cpu;
    auto emitted = fusedml::emit(graph, fusedml::EmitKind::Object, options);
    ASSERT_TRUE(emitted.ok()) << emitted.error().str();
    TempDir folder;
    EXPECT_EQ(undefinedSymbols(folder.write("halves.o", emitted->code)), "")
        << cpu;
    auto assembly = fusedml::emit(graph, fusedml::EmitKind::Assembly, options);
    ASSERT_TRUE(assembly.ok()) << assembly.error().str();
    for (const char *helper :
         {"__truncsfhf2", "__extendhfsf2", "__truncdfhf2", "__gnu_h2f"})
      EXPECT_EQ(assembly->code.find(helper), std::string::npos)
          << cpu << " " << helper;
  }
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
  // Every graph differs in an attribute, as a cache or a context that never
  // forgets would like to keep them.
  int count = std::getenv("FUSEDML_LONG_TESTS") ? 10000 : 1000;
  auto compileOne = [](int i) {
    float bias = 0.001f * static_cast<float>(i);
    auto kernel =
        fusedml::compile(multiplyShrink("graph" + std::to_string(i), 16, bias));
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
  EXPECT_LT(after, before + (size_t{24} << 20))
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

TEST(Hazards, H46_TheObjectLinksEveryWay) {
  fusedml::Graph graph("linked");
  fusedml::Tensor a = graph.input("a", DataType::Float32, {100});
  fusedml::Tensor b = graph.input("b", DataType::Float32, {100});
  graph.output("y", fusedml::activationElu(
                        fusedml::activationShrink(a * b, {.bias = 0.5f})));
  auto emitted = fusedml::emit(graph, fusedml::EmitKind::Object);
  ASSERT_TRUE(emitted.ok()) << emitted.error().str();
  TempDir folder;
  std::string object = folder.write("kernel.o", emitted->code);
  folder.write("kernel.h", emitted->header);
  EXPECT_EQ(undefinedSymbols(object), "");
  std::string function = functionOf(emitted->header);
  ASSERT_NE(function, "") << emitted->header;
  std::string program = folder.write("main.c", R"(#include "kernel.h"
#include <stdio.h>
int main(void) {
  float a[100], b[100], y[100];
  for (int i = 0; i < 100; ++i) {
    a[i] = (float)i - 50;
    b[i] = 1;
    y[i] = 0;
  }
  )" + function + R"((a, b, y);
  for (int i = 51; i < 100; ++i)
    if (y[i] != a[i] - 0.5f)
      return 1;
  for (int i = 0; i < 50; ++i)
    if (!(y[i] < 0 && y[i] >= -1))
      return 2;
  puts("right");
  return y[50] == 0 ? 0 : 3;
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
// Bad input
//===----------------------------------------------------------------------===//

TEST(Hazards, H47_ImpossibleTargets) {
  fusedml::Graph graph = multiplyShrink("target", 10);
  for (const char *triple :
       {"nonsense", "x86_64-", "---", "pdp11-dec-unix", "\n", "%s"}) {
    fusedml::CompileOptions options;
    options.target.triple = triple;
    auto compiled = fusedml::compile(graph, options);
    auto emitted = fusedml::emit(graph, fusedml::EmitKind::Object, options);
    // "x86_64-" is an architecture after all; what matters is that both
    // return.
    if (std::string_view(triple) == "x86_64-")
      continue;
    ASSERT_FALSE(compiled.ok()) << triple;
    ASSERT_FALSE(emitted.ok()) << triple;
    EXPECT_EQ(compiled.error().code, fusedml::ErrorCode::InvalidArgument);
    EXPECT_NE(emitted.error().str(), "");
  }
  for (const char *cpu : {"no-such-cpu", "help", "x86-64-v9", "cortex-a72",
                          "x86-64-v3 -mfoo", "\xff"}) {
    fusedml::CompileOptions options;
    options.target.cpu = cpu;
    auto emitted = fusedml::emit(graph, fusedml::EmitKind::Object, options);
    ASSERT_FALSE(emitted.ok()) << cpu;
    EXPECT_EQ(emitted.error().code, fusedml::ErrorCode::InvalidArgument);
    EXPECT_NE(emitted.error().str().find(cpu), std::string::npos)
        << emitted.error().str();
    EXPECT_FALSE(fusedml::compile(graph, options).ok()) << cpu;
  }
  for (const char *features : {"+no-such-feature", "avx2", "+", ",,",
                               "+avx2,+bogus", "help", "+help"}) {
    fusedml::CompileOptions options;
    options.target.features = features;
    auto emitted = fusedml::emit(graph, fusedml::EmitKind::Object, options);
    if (std::string_view(features) == ",,")
      continue; // Nothing between commas may count as nothing.
    EXPECT_FALSE(emitted.ok()) << features;
    EXPECT_FALSE(fusedml::compile(graph, options).ok()) << features;
  }
}

TEST(Hazards, H47_MalformedIr) {
  for (const char *text :
       {"", "garbage", "func.func", "module {", "\x00\x01",
        "func.func @main() { return }",
        "func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> { return %a : "
        "tensor<?xf32> }",
        "func.func @main(%a: f32) -> f32 { return %a : f32 }",
        "func.func private @main(tensor<4xf32>) -> tensor<4xf32>",
        "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { %b = "
        "\"dml.multiply\"(%a) : (tensor<4xf32>) -> tensor<4xf32> return %b : "
        "tensor<4xf32> }",
        "func.func @main(%a: tensor<4xi1>) -> tensor<4xi1> { return %a : "
        "tensor<4xi1> }",
        "func.func @main(%a: tensor<99999999999999999999x9xf32>) { return }",
        "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { %b = "
        "\"nobody.knows\"(%a) : (tensor<4xf32>) -> tensor<4xf32> return %b : "
        "tensor<4xf32> }"}) {
    auto graph = fusedml::parseMlir(text, "bad.mlir");
    if (graph.ok()) {
      EXPECT_FALSE(fusedml::compile(*graph).ok()) << text;
      continue;
    }
    EXPECT_NE(graph.error().str(), "") << text;
  }
}

TEST(Hazards, H47_MisusedGraphs) {
  // No output, an operand of another graph, an operand without value.
  fusedml::Graph none("none");
  none.input("x", DataType::Float32, {4});
  EXPECT_FALSE(fusedml::compile(none).ok());

  fusedml::Graph one("one"), other("other");
  fusedml::Tensor a = one.input("a", DataType::Float32, {4});
  fusedml::Tensor b = other.input("b", DataType::Float32, {4});
  one.output("y", a * b);
  EXPECT_FALSE(one.status().ok());
  EXPECT_FALSE(fusedml::compile(one).ok());

  fusedml::Graph empty("empty");
  fusedml::Tensor x = empty.input("x", DataType::Float32, {4});
  empty.output("y", x * fusedml::Tensor());
  EXPECT_FALSE(fusedml::compile(empty).ok());
  empty.output("z", fusedml::Tensor());

  for (std::vector<int64_t> sizes :
       {std::vector<int64_t>{-1}, {4, -4}, {1, 1, 1, 1, 1, 1, 1, 1, 1}}) {
    fusedml::Graph graph("sizes");
    fusedml::Tensor t = graph.input("t", DataType::Float32, sizes);
    graph.output("y", t * t);
    EXPECT_FALSE(fusedml::compile(graph).ok()) << fusedml::formatList(sizes);
  }
  for (std::vector<int64_t> strides :
       {std::vector<int64_t>{1}, {-1, 1}, {INT64_MAX, INT64_MAX}}) {
    fusedml::Graph graph("strides");
    fusedml::Tensor t = graph.input("t", DataType::Float32, {4, 4}, strides);
    graph.output("y", t * t);
    EXPECT_FALSE(fusedml::compile(graph).ok()) << fusedml::formatList(strides);
  }
  // A kernel that holds nothing.
  fusedml::Kernel nothing;
  EXPECT_FALSE(static_cast<bool>(nothing));
}

/// DirectML descriptors of one tensor size.
struct Descriptors {
  std::vector<UINT> sizes;
  DML_BUFFER_TENSOR_DESC buffer{};
  DML_TENSOR_DESC tensor{};

  explicit Descriptors(std::vector<UINT> sizes,
                       DML_TENSOR_DATA_TYPE type = DML_TENSOR_DATA_TYPE_FLOAT32,
                       UINT64 elementBytes = 4)
      : sizes(std::move(sizes)) {
    UINT64 bytes = elementBytes;
    for (UINT size : this->sizes)
      bytes *= size;
    buffer.DataType = type;
    buffer.DimensionCount = static_cast<UINT>(this->sizes.size());
    buffer.Sizes = this->sizes.data();
    buffer.TotalTensorSizeInBytes = (bytes + 3) / 4 * 4;
    tensor = {DML_TENSOR_TYPE_BUFFER, &buffer};
  }
  Descriptors(const Descriptors &) = delete;
};

/// The text of the refusal; empty if it was not refused.
std::string refusal(DML_OPERATOR_TYPE type, const void *desc) {
  DML_OPERATOR_DESC op{type, desc};
  auto graph = fusedml::importOperator(op);
  return graph.ok() ? "" : graph.error().str();
}

testing::AssertionResult mentions(const std::string &text,
                                  std::initializer_list<const char *> words) {
  for (const char *word : words)
    if (text.find(word) == std::string::npos)
      return testing::AssertionFailure()
             << "\"" << word << "\" is not in: " << text;
  return testing::AssertionSuccess();
}

TEST(Hazards, H47_MalformedDescriptors) {
  Descriptors good({2, 3});
  DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC multiply{&good.tensor, &good.tensor,
                                                   &good.tensor};
  EXPECT_EQ(refusal(DML_OPERATOR_ELEMENT_WISE_MULTIPLY, &multiply), "");
  EXPECT_NE(refusal(DML_OPERATOR_ELEMENT_WISE_MULTIPLY, nullptr), "");
  EXPECT_NE(refusal(static_cast<DML_OPERATOR_TYPE>(99999), &multiply), "");
  EXPECT_NE(refusal(DML_OPERATOR_INVALID, &multiply), "");

  auto bad = [&](auto edit, std::initializer_list<const char *> words) {
    Descriptors broken({2, 3});
    edit(broken);
    DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC desc{&good.tensor, &broken.tensor,
                                                 &good.tensor};
    std::string text = refusal(DML_OPERATOR_ELEMENT_WISE_MULTIPLY, &desc);
    EXPECT_NE(text, "");
    EXPECT_TRUE(mentions(text, {"multiply", "BTensor"}));
    EXPECT_TRUE(mentions(text, words));
  };
  bad([](Descriptors &d) { d.tensor.Desc = nullptr; }, {});
  bad([](Descriptors &d) { d.tensor.Type = DML_TENSOR_TYPE_INVALID; }, {});
  bad([](Descriptors &d) { d.buffer.Sizes = nullptr; }, {"Sizes"});
  bad([](Descriptors &d) { d.buffer.DimensionCount = 0; },
      {"DimensionCount", "0"});
  bad([](Descriptors &d) { d.buffer.DimensionCount = 0xffffffff; },
      {"DimensionCount", "4294967295"});
  bad([](Descriptors &d) { d.buffer.TotalTensorSizeInBytes = 20; },
      {"TotalTensorSizeInBytes", "20", "24"});
  bad([](Descriptors &d) { d.buffer.DataType = DML_TENSOR_DATA_TYPE_UNKNOWN; },
      {"DataType"});
  bad(
      [](Descriptors &d) {
        d.buffer.DataType = static_cast<DML_TENSOR_DATA_TYPE>(77);
      },
      {"DataType", "77"});
  bad([](Descriptors &d) { d.sizes[1] = 0; }, {"Sizes"});
  bad([](Descriptors &d) { d.buffer.GuaranteedBaseOffsetAlignment = 3; },
      {"GuaranteedBaseOffsetAlignment", "3"});

  DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC missing{&good.tensor, nullptr,
                                                  &good.tensor};
  EXPECT_TRUE(mentions(refusal(DML_OPERATOR_ELEMENT_WISE_MULTIPLY, &missing),
                       {"multiply", "BTensor"}));
  DML_ELEMENT_WISE_IS_INFINITY_OPERATOR_DESC infinity{
      &good.tensor, &good.tensor, static_cast<DML_IS_INFINITY_MODE>(9)};
  EXPECT_NE(refusal(DML_OPERATOR_ELEMENT_WISE_IS_INFINITY, &infinity), "");
}

TEST(Hazards, H47_MalformedBindings) {
  auto kernel = fusedml::compile(multiplyShrink("bindings", 10));
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  std::vector<float> ten(10), out(10), nine(9);
  std::vector<int32_t> ints(10);
  EXPECT_FALSE(kernel->run({ten}, {out}).ok());
  EXPECT_FALSE(kernel->run({ten, ten, ten}, {out}).ok());
  EXPECT_FALSE(kernel->run({ten, ten}, {}).ok());
  EXPECT_FALSE(kernel->run({ten, nine}, {out}).ok());
  EXPECT_FALSE(kernel->run({ten, ten}, {nine}).ok());
  EXPECT_FALSE(kernel->run({ten, ints}, {out}).ok());
  EXPECT_FALSE(kernel->run({ten, fusedml::Binding()}, {out}).ok());
  fusedml::Binding crooked(reinterpret_cast<std::byte *>(ten.data()) + 1, 40);
  EXPECT_FALSE(kernel->run({crooked, ten}, {out}).ok());
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

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

TEST(Hazards, H49_ClipIsNoFusedActivationOfAdd1) {
  Descriptors t({2, 3});
  DML_SCALE_BIAS scale{2, 0};
  DML_ELEMENT_WISE_CLIP_OPERATOR_DESC clip{nullptr, nullptr, &scale, 0, 6};
  DML_OPERATOR_DESC activation{DML_OPERATOR_ELEMENT_WISE_CLIP, &clip};
  DML_ELEMENT_WISE_ADD1_OPERATOR_DESC add{&t.tensor, &t.tensor, &t.tensor,
                                          &activation};
  EXPECT_TRUE(mentions(refusal(DML_OPERATOR_ELEMENT_WISE_ADD1, &add),
                       {"add1", "FusedActivation", "CLIP"}));
}

TEST(Hazards, H50_MessagesNameOperatorFieldRuleAndValues) {
  Descriptors t({2, 3});
  // PRELU as a fused activation.
  DML_ACTIVATION_PARAMETERIZED_RELU_OPERATOR_DESC prelu{};
  DML_OPERATOR_DESC activation{DML_OPERATOR_ACTIVATION_PARAMETERIZED_RELU,
                               &prelu};
  DML_ELEMENT_WISE_ADD1_OPERATOR_DESC add{&t.tensor, &t.tensor, &t.tensor,
                                          &activation};
  EXPECT_TRUE(mentions(refusal(DML_OPERATOR_ELEMENT_WISE_ADD1, &add),
                       {"add1", "FusedActivation", "PARAMETERIZED_RELU"}));

  // Unequal sizes.
  Descriptors wide({2, 4});
  DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC unequal{&t.tensor, &wide.tensor,
                                                  &t.tensor};
  EXPECT_TRUE(mentions(refusal(DML_OPERATOR_ELEMENT_WISE_MULTIPLY, &unequal),
                       {"multiply", "BTensor", "Sizes", "[2,4]", "[2,3]"}));

  // Rank 9.
  Descriptors nine({1, 1, 1, 1, 1, 1, 1, 1, 1});
  DML_ACTIVATION_SHRINK_OPERATOR_DESC deep{&nine.tensor, &nine.tensor, 0, 0.5f};
  EXPECT_TRUE(mentions(
      refusal(DML_OPERATOR_ACTIVATION_SHRINK, &deep),
      {"activation_shrink", "InputTensor", "DimensionCount", "9", "8"}));

  // A type the operator lacks.
  Descriptors ints({2, 3}, DML_TENSOR_DATA_TYPE_INT64, 8);
  DML_ACTIVATION_SHRINK_OPERATOR_DESC typed{&ints.tensor, &ints.tensor, 0,
                                            0.5f};
  EXPECT_TRUE(mentions(
      refusal(DML_OPERATOR_ACTIVATION_SHRINK, &typed),
      {"activation_shrink", "InputTensor", "DataType", "INT64", "FLOAT32"}));

  // An operator FuseDML does not have.
  DML_ELEMENT_WISE_POW_OPERATOR_DESC pow{&t.tensor, &t.tensor, &t.tensor,
                                         nullptr};
  EXPECT_TRUE(mentions(refusal(DML_OPERATOR_ELEMENT_WISE_POW, &pow),
                       {"ELEMENT_WISE_POW"}));
}

} // namespace
