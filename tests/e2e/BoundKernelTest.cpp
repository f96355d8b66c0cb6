//===- BoundKernelTest.cpp - kernels bound to their memory ----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fusedml/Compile.h"
#include "fusedml/Operators.h"

#include <gtest/gtest.h>

#include <numeric>
#include <thread>
#include <vector>

using namespace fusedml;

namespace {

using Floats = std::vector<float>;

Binding in(const Floats &values) {
  return {values.data(), values.size() * sizeof(float)};
}
OutputBinding out(Floats &values) {
  return {values.data(), values.size() * sizeof(float)};
}

/// Two kernels with memory in between: exp(row) varies along inner dimensions
/// only.
Kernel compileTwoSteps(int64_t rows, int64_t columns) {
  Graph graph("two_steps");
  Tensor x = graph.input("x", DataType::Float32, {rows, columns});
  Tensor row = graph.input("row", DataType::Float32, {columns});
  graph.output("y", x * exp(row) + sin(x));
  auto kernel = compile(graph);
  EXPECT_TRUE(kernel.ok()) << kernel.error().str();
  return kernel.ok() ? *kernel : Kernel();
}

Floats values(size_t count, float first) {
  Floats result(count);
  std::iota(result.begin(), result.end(), first);
  for (float &value : result)
    value = value / static_cast<float>(count);
  return result;
}

TEST(BoundKernel, GivesWhatTheKernelGives) {
  for (auto [rows, columns] : {std::pair<int64_t, int64_t>{3, 17}, {700, 900}})
    for (unsigned threads : {1u, 4u}) {
      Kernel kernel = compileTwoSteps(rows, columns);
      ASSERT_GT(kernel.temporaryBytes(), 0u);
      auto count = static_cast<size_t>(rows * columns);
      Floats x = values(count, 1),
             row = values(static_cast<size_t>(columns), 2);
      Floats bound(count), wanted(count);
      RunOptions options;
      options.threads = threads;
      auto call = kernel.bind({in(x), in(row)}, {out(bound)}, options);
      ASSERT_TRUE(call.ok()) << call.error().str();
      // The memory is bound, not what is in it.
      for (float shift : {0.0f, 0.5f}) {
        for (float &value : x)
          value += shift;
        ASSERT_TRUE(call->run().ok());
        ASSERT_TRUE(kernel.run({in(x), in(row)}, {out(wanted)}, options).ok());
        EXPECT_EQ(bound, wanted) << rows << " rows, " << threads << " threads";
      }
    }
}

TEST(BoundKernel, OutlivesItsKernel) {
  Floats x = {1, -2, 3, -4}, y(4);
  BoundKernel call;
  {
    Graph graph("relu");
    graph.output("y", activationRelu(graph.input("x", DataType::Float32, {4})));
    auto kernel = compile(graph);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    auto bound = kernel->bind({in(x)}, {out(y)});
    ASSERT_TRUE(bound.ok()) << bound.error().str();
    call = *bound;
  }
  ASSERT_TRUE(call.run().ok());
  EXPECT_EQ(y, (Floats{1, 0, 3, 0}));
}

/// Each thread has an arena of its own.
TEST(BoundKernel, RunsOnSeveralThreadsAtATime) {
  Kernel kernel = compileTwoSteps(40, 50);
  constexpr int kThreads = 4;
  std::vector<Floats> results(kThreads, Floats(2000));
  Floats wanted(2000), row = values(50, 2), x = values(2000, 1);
  ASSERT_TRUE(kernel.run({in(x), in(row)}, {out(wanted)}).ok());
  std::vector<std::thread> threads;
  for (Floats &result : results) {
    auto call = kernel.bind({in(x), in(row)}, {out(result)});
    ASSERT_TRUE(call.ok()) << call.error().str();
    threads.emplace_back([call = *call] {
      for (int i = 0; i < 200; ++i)
        EXPECT_TRUE(call.run().ok());
    });
  }
  for (std::thread &thread : threads)
    thread.join();
  for (const Floats &result : results)
    EXPECT_EQ(result, wanted);
}

TEST(BoundKernel, WithoutElements) {
  Graph graph("empty");
  graph.output("y",
               activationRelu(graph.input("x", DataType::Float32, {3, 0})));
  auto kernel = compile(graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  auto call = kernel->bind({Binding()}, {OutputBinding()});
  ASSERT_TRUE(call.ok()) << call.error().str();
  EXPECT_TRUE(call->run().ok());
}

TEST(BoundKernel, RefusesWhatRunRefuses) {
  Kernel kernel = compileTwoSteps(2, 3);
  Floats x(6), row(3), y(5);
  auto call = kernel.bind({in(x), in(row)}, {out(y)});
  ASSERT_FALSE(call.ok());
  EXPECT_EQ(call.error().str(),
            kernel.run({in(x), in(row)}, {out(y)}).error().str());

  EXPECT_EQ(Kernel().bind({}, {}).error().str(),
            "error: this Kernel holds no compiled graph\n"
            "note: run the Kernel that compile() returns");
  EXPECT_EQ(BoundKernel().run().str(),
            "error: this BoundKernel holds no kernel\n"
            "note: run the BoundKernel that Kernel::bind() returns");
}

} // namespace
