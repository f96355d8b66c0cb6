//===- UnfusedPlanTest.cpp - shipped kernels against compiled code --------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan of shipped kernels has to give the bits of compiled code: for every
// operator, its types, scalars of any value and every layout; or there is no
// plan.
//
//===----------------------------------------------------------------------===//

#include "front/kernels/BuildStamp.h"
#include "front/kernels/Shipped.h"
#include "front/plan/Unfused.h"
#include "tests/support/Cases.h"
#include "tests/support/Dag.h"
#include "tests/support/Native.h"
#include "tests/support/Process.h"
#include "tests/support/TempDir.h"

#include <gmock/gmock.h>

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <filesystem>

using namespace support;
using fusedml::kernels::Shipped;
using reference::Type;
using testing::HasSubstr;

namespace {

/// The levels of the library that this machine runs.
std::vector<std::string> levels() {
  std::vector<std::string> result;
  for (const char *level : {"x86-64-v2", "x86-64-v3", "x86-64-v4", "generic"})
    if (Shipped::ofLevel(level).refusal().empty())
      result.emplace_back(level);
  return result;
}

std::shared_ptr<fusedml::runtime::Plan> planUnfused(const fusedml::Graph &graph,
                                                    const Shipped &shipped,
                                                    std::string &obstacle) {
  return fusedml::plan::planUnfused(
      *graph.data(), [&](std::string_view key) { return shipped.find(key); },
      obstacle);
}

fusedml::CompileOptions uncached() {
  fusedml::CompileOptions options;
  options.cache = false;
  return options;
}

/// Plans a graph for a level, runs it and compares with what compiled code
/// gave.
void expectPlanGives(const TestGraph &graph,
                     const std::vector<RefTensor> &wanted,
                     const std::string &level) {
  SCOPED_TRACE(level);
  auto built = graph.build();
  ASSERT_TRUE(built.ok()) << built.error().str();
  std::string obstacle;
  fusedml::Kernel kernel(
      planUnfused(*built, Shipped::ofLevel(level), obstacle));
  ASSERT_TRUE(kernel) << obstacle;
  for (unsigned threads : {1u, 4u}) {
    RunConfig config;
    config.threads = threads;
    std::vector<RefTensor> results;
    ASSERT_TRUE(graph.runInto(results, kernel, config)) << threads;
    for (size_t i = 0; i < wanted.size(); ++i)
      EXPECT_TRUE(
          sameBits(wanted[i], results[i], graph.nansOf(graph.valueOf(i))))
          << threads << " threads\n"
          << graph.describe(graph.valueOf(i));
  }
}

void expectSameBits(const TestGraph &graph) {
  auto compiled = graph.compile(uncached());
  ASSERT_TRUE(compiled.ok()) << compiled.error().str();
  std::vector<RefTensor> wanted;
  ASSERT_TRUE(graph.runInto(wanted, *compiled));
  for (const std::string &level : levels())
    expectPlanGives(graph, wanted, level);
}

/// Expects no plan; returns why.
std::string obstacleOf(const TestGraph &graph) {
  auto built = graph.build();
  EXPECT_TRUE(built.ok());
  std::string obstacle;
  EXPECT_EQ(planUnfused(*built, Shipped::ofProcess(), obstacle), nullptr);
  return obstacle;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// Whether the library promises a kernel.
bool isServed(const Instance &instance) {
  if (instance.mnemonic == "fill_value_sequence")
    return false;
  if (instance.mnemonic == "constant_pow") {
    constexpr float kExponents[] = {-1, -0.5f, 0.5f, 2, 3, 4};
    return std::ranges::count(kExponents, instance.attributes.at("Exponent")) !=
           0;
  }
  // Bounds of the element's type have to be floats.
  if (instance.mnemonic.starts_with("clip") &&
      instance.mnemonic.ends_with("1") &&
      !reference::isFloat(instance.output()))
    for (const auto &[field, bits] : instance.attributes.scalars)
      if (std::abs(instance.attributes.scalar(field).value(0)) > 0x1p24)
        return false;
  return true;
}

/// Numbers that compiled code has as constants, and others.
constexpr float kSpecial[] = {0.0f,
                              -0.0f,
                              1.0f,
                              -1.0f,
                              std::numeric_limits<float>::infinity(),
                              -std::numeric_limits<float>::infinity(),
                              std::numeric_limits<float>::quiet_NaN(),
                              -std::numeric_limits<float>::quiet_NaN(),
                              std::numeric_limits<float>::denorm_min(),
                              -std::numeric_limits<float>::denorm_min(),
                              0x1p-25f,
                              -0x1p-25f,
                              2.5f,
                              -2.5f,
                              65520.0f,
                              0x1p31f};

/// Instances with all attributes and types, and with special scalars.
std::vector<Instance> instances(const std::string &mnemonic, Type type) {
  std::vector<Instance> all = instancesOf(mnemonic, type, TypesOfSets::All);
  const auto &row = rowOf(mnemonic);
  Instance usual = all.front();
  bool hasScaleBias =
      row.field("ScaleBias") >= 0 && reference::elementBits(type) < 64;
  for (size_t i = 0; i < std::size(kSpecial); ++i)
    for (size_t shift : {0, 3, 7}) {
      float values[] = {kSpecial[i],
                        kSpecial[(i + shift) % std::size(kSpecial)]};
      size_t count = 0;
      Instance changed = usual;
      for (const auto &field : row.fields)
        if (field.argument && field.kind == fusedml::graph::FieldKind::Float)
          changed.attributes.floats[std::string(field.name)] =
              values[count++ % 2];
      if (count)
        all.push_back(changed);
      // All operators get them in one way.
      if (hasScaleBias && (mnemonic == "identity" || i % 5 == 0)) {
        changed = usual;
        changed.attributes =
            withScaleBias(usual.attributes, values[0], values[1]);
        all.push_back(changed);
      }
    }
  return all;
}

class UnfusedPlan : public testing::TestWithParam<std::string> {
protected:
  /// Adds a node with inputs of its own, in one layout after the other.
  void add(Dag &dag, const Instance &instance) {
    const auto &row = rowOf(GetParam());
    auto fields = inputFields(row);
    size_t placed = 0;
    for (size_t i = 0; i < instance.inputs.size(); ++i)
      placed += !isSpread(row, *fields[i]);
    std::vector<Layout> layouts = layoutsFor(placed);
    const Layout &layout = layouts[number % layouts.size()];
    constexpr int64_t kOdd[] = {33, 1, 7, 18, 70};
    int64_t length = kOdd[number % std::size(kOdd)];
    std::string name = layout.name + std::to_string(number++);
    TensorDesc result = place(instance.output(), layout.ports.back(), length);
    std::vector<int> operands;
    size_t at = 0;
    for (size_t i = 0; i < instance.inputs.size(); ++i) {
      TensorDesc desc =
          isSpread(row, *fields[i])
              ? oneForAll(instance.inputs[i], result)
              : place(instance.inputs[i], layout.ports[at++], length);
      operands.push_back(
          dag.input(name + ".in" + std::to_string(i), desc, number * 31 + i));
    }
    RefAttributes attributes = instance.attributes;
    attributes.sizes = result.sizes;
    dag.output(name, dag.node(GetParam(), attributes, operands, result));
  }

private:
  uint64_t number = 0;
};

TEST_P(UnfusedPlan, HasTheBitsOfCompiledCode) {
  const auto &row = rowOf(GetParam());
  for (Type type : newestTypes(row, row.fields.front().name)) {
    SCOPED_TRACE(std::string(reference::name(type)));
    Dag served;
    for (const Instance &instance : instances(GetParam(), type)) {
      if (isServed(instance)) {
        add(served, instance);
        continue;
      }
      Dag alone;
      add(alone, instance);
      EXPECT_THAT(obstacleOf(alone), HasSubstr(GetParam() + ": no kernel"));
    }
    if (served.outputCount())
      expectSameBits(served);
  }
}

std::vector<std::string> operatorNames() {
  std::vector<std::string> result;
  for (std::string_view mnemonic : allOperators())
    result.emplace_back(mnemonic);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Operators, UnfusedPlan,
                         testing::ValuesIn(operatorNames()),
                         [](const auto &info) { return info.param; });

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

const RefAttributes kNone;

RefAttributes shrink() {
  return floatAttributes({{"Bias", 0.1f}, {"Threshold", 0.5f}});
}

TensorDesc floats(std::vector<int64_t> sizes,
                  std::vector<int64_t> strides = {}) {
  return tensorDesc(Type::Float32, std::move(sizes), std::move(strides));
}

TEST(UnfusedPlanGraph, ReadsWhatOtherNodesWrote) {
  Dag dag;
  int a = dag.input("a", floats({5, 9}), 1),
      b = dag.input("b", floats({5, 9}), 2);
  int product = dag.node("multiply", kNone, {a, b});
  int shrunk = dag.node("activation_shrink", shrink(), {product});
  int sum = dag.node("add", kNone, {shrunk, product});
  dag.output("sum", sum);
  expectSameBits(dag);
}

TEST(UnfusedPlanGraph, ResultsThatAreReadAreOutputsToo) {
  Dag dag;
  int a = dag.input("a", floats({5, 9}), 1);
  int padded = dag.node("abs", kNone, {a}, floats({5, 9}, {12, 1}));
  int root = dag.node("sqrt", kNone, {padded}, floats({5, 9}, {1, 5}));
  dag.output("padded", padded);
  dag.output("root", root);
  dag.output("last", dag.node("negate", kNone, {root}));
  expectSameBits(dag);
}

TEST(UnfusedPlanGraph, OneValueInTwoOutputs) {
  NativeDag dag("twice");
  int a = dag.input("a", floats({5, 9}), 1);
  int root = dag.node("abs", kNone, {a});
  dag.output("first", root);
  dag.output("again", root);
  dag.output("input", a);
  expectSameBits(dag);
}

TEST(UnfusedPlanGraph, EdgesThatSeeOtherTypesAndSizes) {
  Dag dag;
  int a = dag.input("a", floats({6, 4}), 1);
  int doubled = dag.node("add", kNone, {a, a});
  int bits =
      dag.node("bit_not", kNone,
               {Dag::Use{doubled, tensorDesc(Type::UInt32, {4, 6}, {1, 4})}},
               TensorDesc());
  dag.output("bits", bits);
  dag.output("rows", dag.node("negate", kNone,
                              {Dag::Use{doubled, floats({6, 2, 4}, {4, 0, 1})}},
                              TensorDesc()));
  expectSameBits(dag);
}

TEST(UnfusedPlanGraph, ConstantsAndTensorsLeftOut) {
  Dag dag;
  RefTensor scale = RefTensor::of(Type::Float32, std::vector<double>{0.5});
  int a = dag.input("a", floats({1, 40}), 1);
  int spread = dag.constant(scale);
  dag.output("y", dag.node("quantize_linear", to(Type::UInt8),
                           {Dag::Use{a, floats({1, 40})},
                            Dag::Use{spread, floats({1, 40}, {0, 0})},
                            Dag::Use{Dag::kAbsent, {}}},
                           TensorDesc()));
  expectSameBits(dag);
}

TEST(UnfusedPlanGraph, BlocksOfElements) {
  Dag dag;
  int a = dag.input("a", tensorDesc(Type::Int8, {4, 12}), 1);
  int scale = dag.input("scale", floats({2, 3}), 2);
  int zero = dag.input("zero", tensorDesc(Type::Int8, {2, 3}), 3);
  dag.output("y", dag.node("dequantize", kNone, {a, scale, zero}));
  expectSameBits(dag);
}

TEST(UnfusedPlanGraph, FusedActivationInPlaceOfTheSum) {
  Dag dag;
  for (Type type : {Type::Float32, Type::Float16}) {
    std::string name(reference::name(type));
    int a = dag.input("a" + name, tensorDesc(type, {3, 21}), 1);
    int b = dag.input("b" + name, tensorDesc(type, {3, 21}), 2);
    dag.output("y" + name,
               dag.node("add1", withActivation("activation_shrink", shrink()),
                        {a, b}));
  }
  expectSameBits(dag);
}

TEST(UnfusedPlanGraph, ScaleBiasOfOneOfTwoInputs) {
  Dag dag;
  int a = dag.input("a", floats({3, 21}), 1),
      b = dag.input("b", floats({3, 21}), 2);
  dag.output("y", dag.node("pow", withScaleBias(kNone, 0.25f, 1.5f), {a, b}));
  expectSameBits(dag);
}

TEST(UnfusedPlanGraph, ScaleBiasBesideAResultOfItsOwn) {
  // Nothing else reads the exponent, so its memory could become the result's.
  Dag dag;
  int a = dag.input("a", floats({3, 21}), 1),
      b = dag.input("b", floats({3, 21}), 2);
  int exponent = dag.node("min", kNone, {a, b});
  dag.output("y",
             dag.node("pow", withScaleBias(kNone, 0.25f, 1.5f), {a, exponent}));
  expectSameBits(dag);
}

TEST(UnfusedPlanGraph, EmptyTensors) {
  NativeDag dag("empty");
  int a = dag.input("a", floats({3, 0}), 1),
      b = dag.input("b", floats({3, 0}), 2);
  int product = dag.node("multiply", kNone, {a, b});
  dag.output("y", dag.node("activation_shrink", shrink(), {product}));
  dag.output("copy", a);
  expectSameBits(dag);
}

TEST(UnfusedPlanGraph, ManyDimensions) {
  // Four dimensions are left of eight, and then five.
  Dag four, five;
  TensorDesc whole = floats({2, 1, 3, 2, 1, 2, 3, 2});
  int a = four.input("a", whole, 1);
  int b = four.input("b", floats(whole.sizes, {9, 0, 2, 0, 5, 0, 0, 1}), 2);
  four.output("y", four.node("add", kNone, {a, b}));
  expectSameBits(four);
  a = five.input("a", whole, 1);
  b = five.input("b", floats(whole.sizes, {99, 0, 20, 0, 5, 6, 0, 1}), 2);
  five.output("y", five.node("add", kNone, {a, b}));
  EXPECT_EQ(obstacleOf(five),
            "node 'add2': add: its tensors have too many dimensions that do "
            "not lie one in the other");
}

/// Nodes that no output needs may have no kernel.
TEST(UnfusedPlanGraph, LeavesOutWhatNoOutputNeeds) {
  Dag dag;
  int a = dag.input("a", floats({21}), 1);
  dag.node("constant_pow", floatAttributes({{"Exponent", 3.5f}}), {a});
  dag.output("y", dag.node("abs", kNone, {a}));
  auto built = dag.build();
  ASSERT_TRUE(built.ok()) << built.error().str();
  std::string obstacle;
  auto plan = planUnfused(*built, Shipped::ofProcess(), obstacle);
  ASSERT_NE(plan, nullptr);
  EXPECT_EQ(plan->steps.size(), 1u);
  expectSameBits(dag);
}

TEST(UnfusedPlanGraph, InPlaceAsEachStepAllows) {
  Dag dag;
  int a = dag.input("a", floats({21}), 1);
  dag.output("y", dag.node("abs", kNone, {a}));
  dag.output("z", dag.node("negate", kNone, {a}));
  auto built = dag.build();
  ASSERT_TRUE(built.ok()) << built.error().str();
  std::string obstacle;
  auto plan = planUnfused(*built, Shipped::ofProcess(), obstacle);
  ASSERT_NE(plan, nullptr);
  // The first step must not write what the second one reads.
  EXPECT_FALSE(fusedml::runtime::allowsInPlace(*plan, 0, 0));
  EXPECT_TRUE(fusedml::runtime::allowsInPlace(*plan, 1, 0));
}

/// Both operands of an operator are operands of its kernel, if they are one
/// value too.
TEST(UnfusedPlanGraph, OneValueTwice) {
  Dag dag;
  int a = dag.input("a", floats({21}), 1);
  dag.output("y", dag.node("multiply", kNone, {a, a}));
  expectSameBits(dag);
}

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

TEST(ShippedKernels, ServeThisProcessor) {
  ASSERT_FALSE(levels().empty());
  EXPECT_EQ(Shipped::ofProcess().level(), levels().back());
}

TEST(ShippedKernels, RefuseAnotherBuild) {
  void *library = dlopen(FUSEDML_BINARY_DIR "/lib/libfusedml_kernels.so",
                         RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  auto *getKernels = reinterpret_cast<fusedml::kernels::GetKernelsFn *>(
      dlsym(library, fusedml::kernels::kGetKernelsSymbol));
  ASSERT_NE(getKernels, nullptr) << dlerror();
  EXPECT_NE(getKernels(fusedml::buildStamp()), nullptr);
  EXPECT_EQ(getKernels("another"), nullptr);
  dlclose(library);
}

TEST(ShippedKernels, NoneForAnUnknownLevel) {
  Shipped none = Shipped::ofLevel("x86-64-v9");
  EXPECT_EQ(none.size(), 0u);
  EXPECT_THAT(none.refusal(), HasSubstr("no kernels for x86-64-v9"));
}

/// Kernels that are the same code share it.
TEST(ShippedKernels, TakeLittleSpace) {
  EXPECT_LE(std::filesystem::file_size(FUSEDML_BINARY_DIR
                                       "/lib/libfusedml_kernels.so"),
            6u << 20);
}

/// Without the library graphs are compiled.
TEST(ShippedKernels, MayBeMissing) {
  TempDir folder;
  for (const char *library : {"libfusedml.so.0.1", "libfusedml_compiler.so"})
    std::filesystem::create_symlink(std::string(FUSEDML_BINARY_DIR "/lib/") +
                                        library,
                                    folder.path(library));
  ProcessResult result =
      runCommand("LD_LIBRARY_PATH=" + folder.path("") +
                 " " FUSEDML_BINARY_DIR "/bin/fusedml run " FUSEDML_SOURCE_DIR
                 "/examples/multiply_shrink.json");
  EXPECT_EQ(result.exitCode, 0) << result.output;
}

/// Files of this process that are loaded and need not be.
bool compilerIsLoaded() {
  bool found = false;
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *data) {
        std::string_view name = info->dlpi_name;
        for (const char *part : {"libMLIR", "libLLVM", "fusedml_compiler"})
          if (name.find(part) != std::string_view::npos)
            *static_cast<bool *>(data) = true;
        return 0;
      },
      &found);
  return found;
}

int runWithoutCompiler() {
  Dag dag;
  int a = dag.input("a", floats({64, 1024}), 1);
  int b = dag.input("b", floats({64, 1024}), 2);
  dag.output("y", dag.node("activation_shrink", shrink(),
                           {dag.node("multiply", kNone, {a, b})}));
  auto built = dag.build();
  std::string obstacle;
  fusedml::Kernel kernel(planUnfused(*built, Shipped::ofProcess(), obstacle));
  if (!kernel || !dag.check(kernel))
    return 1;
  return compilerIsLoaded() ? 2 : 0;
}

TEST(ShippedKernelsDeathTest, LoadNoCompiler) {
  // A process of its own, in which no other test has loaded it.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(_exit(runWithoutCompiler()), testing::ExitedWithCode(0), "");
}

} // namespace
