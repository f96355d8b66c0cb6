//===- RandomDagTest.cpp - random graphs: fused = unfused = reference -----===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/Shipped.h"
#include "front/plan/Unfused.h"
#include "tests/support/Aot.h"
#include "tests/support/RandomGraph.h"

#include <cstdlib>

using namespace support;
using reference::Type;

namespace {

//===----------------------------------------------------------------------===//
// Random graphs
//===----------------------------------------------------------------------===//

/// How many graphs; FUSEDML_DAGS says another number.
uint64_t graphCount() {
  if (const char *text = std::getenv("FUSEDML_DAGS"))
    return std::strtoull(text, nullptr, 10);
  return isLong() ? 3000 : 300;
}

/// Runs a kernel and compares with what each value was before.
testing::AssertionResult
givesTheSame(const NativeDag &dag, const fusedml::Kernel &kernel,
             const std::vector<std::optional<RefTensor>> &wanted,
             unsigned threads) {
  RunConfig config;
  config.threads = threads;
  std::vector<RefTensor> results;
  if (auto ran = dag.runInto(results, kernel, config); !ran)
    return ran;
  for (size_t i = 0; i < results.size(); ++i) {
    int value = dag.valueOf(i);
    if (auto same = sameBits(wanted[static_cast<size_t>(value)].value(),
                             results[i], dag.nansOf(value));
        !same)
      return testing::AssertionFailure()
             << threads << " threads: " << same.message() << ", in\n"
             << dag.describe(value);
  }
  return testing::AssertionSuccess();
}

/// The targets a graph is fused for, behind the one that it is run unfused on.
/// Compiling is what takes time here: one, unless there is plenty, and if there
/// are several then another.
std::vector<std::string> targetsOf(uint64_t seed) {
  std::vector<std::string> targets = hostTargets();
  std::ranges::rotate(targets, targets.begin() +
                                   static_cast<long>(seed % targets.size()));
  targets.push_back(targets.front());
  if (!isLong())
    targets.resize(2);
  return targets;
}

/// A kernel of shipped ones; none if not all operators have one.
fusedml::Kernel shippedOf(const NativeDag &dag, const std::string &cpu) {
  auto shipped = fusedml::kernels::Shipped::ofLevel(cpu);
  std::string obstacle;
  return fusedml::Kernel(fusedml::plan::planUnfused(
      *dag.get().data(),
      [&](std::string_view key) { return shipped.find(key); }, obstacle));
}

/// A kernel for each operator: shipped ones where there are, except for every
/// fourth graph.
fusedml::Expected<fusedml::Kernel>
unfused(const NativeDag &dag, const std::string &cpu, uint64_t seed) {
  if (seed % 4 != 0)
    if (fusedml::Kernel kernel = shippedOf(dag, cpu))
      return kernel;
  fusedml::CompileOptions options;
  options.fuse = false;
  options.target.cpu = cpu;
  return dag.compile(options);
}

/// Each operator of a graph gives what the reference makes of its operands;
/// however the graph is compiled and run, its outputs have these bits.
void checkGraph(uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::vector<std::string> targets = targetsOf(seed);
  NativeDag all = RandomGraph(seed, RandomGraph::Outputs::All).dag;
  ASSERT_TRUE(all.get().status().ok()) << all.get().status().str();
  auto apart = unfused(all, targets.front(), seed);
  ASSERT_TRUE(apart.ok()) << apart.error().str();
  std::vector<RefTensor> results;
  ASSERT_TRUE(all.runInto(results, *apart));
  EXPECT_TRUE(all.compare(results)) << "unfused on " << targets.front();
  std::vector<std::optional<RefTensor>> wanted;
  for (size_t i = 0; i < results.size(); ++i) {
    wanted.resize(static_cast<size_t>(all.valueOf(i)) + 1);
    wanted.back() = results[i];
  }

  NativeDag dag = RandomGraph(seed, RandomGraph::Outputs::Some).dag;
  fusedml::CompileOptions options;
  for (const std::string &cpu : std::span(targets).subspan(1)) {
    options.target.cpu = cpu;
    auto kernel = dag.compile(options);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    for (unsigned threads : {1u, 4u})
      EXPECT_TRUE(givesTheSame(dag, *kernel, wanted, threads))
          << "fused on " << cpu;
    if (cpu == targets[1])
      EXPECT_TRUE(dag.checkInPlace(*kernel)) << "fused on " << cpu;
    if (fusedml::Kernel kernels = shippedOf(dag, cpu))
      for (unsigned threads : {1u, 4u})
        EXPECT_TRUE(givesTheSame(dag, kernels, wanted, threads))
            << "shipped for " << cpu;
  }
  if (seed % 50 != 0)
    return;
  auto emitted = fusedml::emit(dag.get(), fusedml::EmitKind::Object, options);
  ASSERT_TRUE(emitted.ok()) << emitted.error().str();
  AotKernel aot(*emitted, dag.inputCount(), dag.outputCount());
  ASSERT_TRUE(aot.ok()) << aot.messages();
  ASSERT_TRUE(dag.runInto(results, aot.runner()));
  for (size_t i = 0; i < results.size(); ++i)
    EXPECT_TRUE(
        sameBits(*wanted[static_cast<size_t>(dag.valueOf(i))], results[i]))
        << "ahead of time";
}

class RandomDag : public testing::TestWithParam<uint64_t> {};

TEST_P(RandomDag, FusedEqualsUnfusedEqualsReference) {
  uint64_t first = GetParam() * 10;
  for (uint64_t seed = first; seed < std::min(first + 10, graphCount()); ++seed)
    checkGraph(seed);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomDag,
                         testing::Range(uint64_t{0}, (graphCount() + 9) / 10));

TEST(RandomDag, MostGraphsHaveShippedKernels) {
  int served = 0;
  constexpr int kGraphs = 200;
  for (uint64_t seed = 0; seed < kGraphs; ++seed)
    served += static_cast<bool>(
        shippedOf(RandomGraph(seed, RandomGraph::Outputs::Some).dag,
                  hostTargets().back()));
  RecordProperty("served", served);
  EXPECT_GT(served, kGraphs / 2);
}

//===----------------------------------------------------------------------===//
// Random edges
//===----------------------------------------------------------------------===//

class RandomEdges : public testing::TestWithParam<uint64_t> {};

TEST_P(RandomEdges, FusedEqualsUnfusedEqualsReference) {
  std::vector<std::string> targets = allTargets();
  for (uint64_t i = 0; i < 10; ++i) {
    uint64_t seed = GetParam() * 10 + i;
    std::string description;
    Dag dag = randomEdges(seed, description);
    for (bool fuse : {true, false}) {
      RunConfig config;
      const std::string &cpu = targets[seed % targets.size()];
      config.compile.target.cpu = hostRuns(cpu) ? cpu : "";
      config.compile.fuse = fuse;
      EXPECT_TRUE(dag.run(config)) << cpu << " " << description;
    }
  }
}

/// 100 graphs, or 2,000 on demand.
uint64_t groups() { return isLong() ? 200 : 10; }

INSTANTIATE_TEST_SUITE_P(Seeds, RandomEdges,
                         testing::Range(uint64_t{0}, groups()));

} // namespace
