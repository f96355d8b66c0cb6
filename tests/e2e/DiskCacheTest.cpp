//===- DiskCacheTest.cpp - code from the disk does what was compiled ------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/KernelStore.h"
#include "tests/support/Cases.h"
#include "tests/support/Dag.h"
#include "tests/support/Native.h"
#include "tests/support/TempDir.h"

#include <algorithm>
#include <cstdlib>

using namespace support;
using fusedml::CodeSource;
using fusedml::kernels::KernelStore;
using reference::Type;

namespace {

/// The cache in a folder of its own. Nothing is in memory at first.
class CacheFolder {
public:
  CacheFolder() {
    // NOLINTBEGIN(concurrency-mt-unsafe): the variable is there, so
    // that only its value is exchanged, which leaves other readers whole.
    if (const char *old = getenv(kVariable))
      before = old;
    setenv(kVariable, folder.path("cache").c_str(), 1);
    // NOLINTEND(concurrency-mt-unsafe)
    forgetMemory();
  }
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  ~CacheFolder() { setenv(kVariable, before.c_str(), 1); }
  CacheFolder(const CacheFolder &) = delete;
  CacheFolder &operator=(const CacheFolder &) = delete;

  /// As if a new process began.
  static void forgetMemory() { KernelStore::ofProcess().clear(); }

private:
  static constexpr const char *kVariable = "FUSEDML_CACHE_DIR";
  TempDir folder;
  std::string before;
};

struct Compiled {
  fusedml::Kernel kernel;
  CodeSource source = CodeSource::Shipped;
};

Compiled compileIn(const TestGraph &graph, fusedml::CompileOptions options) {
  options.startUnfused = false;
  auto built = graph.build();
  EXPECT_TRUE(built.ok()) << built.error().str();
  fusedml::CompileReport report;
  auto kernel = fusedml::compile(*built, options, &report);
  EXPECT_TRUE(kernel.ok()) << kernel.error().str();
  return kernel.ok() ? Compiled{*kernel, report.source} : Compiled{};
}

/// Compiles, then loads from the disk, and compares what the two compute.
void expectSameFromDisk(const TestGraph &graph,
                        const fusedml::CompileOptions &options = {}) {
  CacheFolder folder;
  Compiled first = compileIn(graph, options);
  EXPECT_EQ(first.source, CodeSource::Compiler);
  CacheFolder::forgetMemory();
  Compiled second = compileIn(graph, options);
  EXPECT_EQ(second.source, CodeSource::Disk);
  std::vector<RefTensor> wanted, results;
  ASSERT_TRUE(graph.runInto(wanted, first.kernel));
  ASSERT_TRUE(graph.runInto(results, second.kernel));
  for (size_t i = 0; i < wanted.size(); ++i)
    EXPECT_TRUE(sameBits(wanted[i], results[i]))
        << graph.describe(graph.valueOf(i));
}

//===----------------------------------------------------------------------===//
// Every operator
//===----------------------------------------------------------------------===//

class DiskCacheOperators : public testing::TestWithParam<std::string> {};

/// Also shows that the code of each can be an image.
TEST_P(DiskCacheOperators, HaveTheSameBits) {
  const auto &row = rowOf(GetParam());
  Dag dag;
  auto fields = inputFields(row);
  for (Type type : newestTypes(row, row.fields.front().name)) {
    Instance instance =
        instancesOf(GetParam(), type, TypesOfSets::Most).front();
    // Fills have nothing else to take their sizes from.
    instance.attributes.sizes = {277};
    std::string name(reference::name(type));
    std::vector<int> inputs;
    for (size_t i = 0; i < instance.inputs.size(); ++i) {
      std::string port = name + ".in" + std::to_string(i);
      TensorDesc desc = tensorDesc(instance.inputs[i], {277});
      if (std::ranges::count(row.oneElement, fields[i]->name))
        desc = oneForAll(instance.inputs[i], desc);
      inputs.push_back(dag.input(port, desc, i));
    }
    dag.output(name, dag.node(GetParam(), instance.attributes, inputs,
                              tensorDesc(instance.output(), {277})));
  }
  for (const std::string &cpu : {std::string(), std::string("x86-64-v2")}) {
    SCOPED_TRACE(cpu);
    fusedml::CompileOptions options;
    options.target.cpu = cpu;
    expectSameFromDisk(dag, options);
  }
}

std::vector<std::string> operatorNames() {
  std::vector<std::string> names;
  for (std::string_view mnemonic : allOperators())
    names.emplace_back(mnemonic);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Operators, DiskCacheOperators,
                         testing::ValuesIn(operatorNames()),
                         [](const auto &info) { return info.param; });

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

/// Two steps, a temporary, a constant tensor and sizes that vary.
void addSteps(Dag &dag, int64_t rows, int64_t columns) {
  int a = dag.input("a", tensorDesc(Type::Float32, {rows, columns}), 1);
  int b = dag.input("b", tensorDesc(Type::Float32, {rows, columns}), 2);
  int product = dag.node("multiply", {}, std::vector{a, b});
  dag.output("y",
             dag.node("activation_shrink",
                      floatAttributes({{"Bias", 0.1f}, {"Threshold", 0.5f}}),
                      std::vector{product}));
}

TEST(DiskCache, ServesOtherSizes) {
  CacheFolder folder;
  Dag small, large;
  addSteps(small, 3, 7);
  addSteps(large, 90, 1000);
  EXPECT_EQ(compileIn(small, {}).source, CodeSource::Compiler);
  CacheFolder::forgetMemory();
  Compiled found = compileIn(large, {});
  EXPECT_EQ(found.source, CodeSource::Disk);
  EXPECT_TRUE(large.check(found.kernel));
  // What came from the disk stays in memory.
  EXPECT_EQ(compileIn(small, {}).source, CodeSource::Memory);
}

TEST(DiskCache, SeveralSteps) {
  Dag dag;
  addSteps(dag, 30, 70);
  fusedml::CompileOptions unfused;
  unfused.fuse = false;
  expectSameFromDisk(dag, unfused);
}

TEST(DiskCache, ConstantTensors) {
  Dag dag;
  RefTensor numbers(Type::Float32, {2, 3});
  for (int64_t i = 0; i < 6; ++i)
    numbers.setValue(i, static_cast<double>(i));
  int a = dag.input("a", tensorDesc(Type::Float32, {2, 3}), 1);
  dag.output("y", dag.node("add", {}, std::vector{a, dag.constant(numbers)}));
  expectSameFromDisk(dag);
}

TEST(DiskCache, OptionsAreTellApart) {
  CacheFolder folder;
  Dag dag;
  addSteps(dag, 3, 7);
  fusedml::CompileOptions unfused, old;
  unfused.fuse = false;
  old.target.cpu = "x86-64-v2";
  for (const fusedml::CompileOptions &options :
       {fusedml::CompileOptions(), unfused, old}) {
    EXPECT_EQ(compileIn(dag, options).source, CodeSource::Compiler);
    CacheFolder::forgetMemory();
    EXPECT_EQ(compileIn(dag, options).source, CodeSource::Disk);
  }
}

TEST(DiskCache, NotUsedWhenNotAllowed) {
  CacheFolder folder;
  Dag dag;
  addSteps(dag, 3, 7);
  fusedml::CompileOptions none;
  none.cache = false;
  EXPECT_EQ(compileIn(dag, none).source, CodeSource::Compiler);
  // It was kept neither in memory nor on the disk.
  EXPECT_EQ(compileIn(dag, {}).source, CodeSource::Compiler);
  CacheFolder::forgetMemory();
  EXPECT_EQ(compileIn(dag, none).source, CodeSource::Compiler);
}

} // namespace
