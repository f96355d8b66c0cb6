//===- ElementwiseMatrixTest.cpp - operators x types x layouts ------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Cases.h"
#include "tests/support/Dag.h"

#include <cstdlib>

using namespace support;
using fusedml::graph::InPlaceRule;
using reference::Type;

namespace {

/// Where more than lengths is varied: below, above and far above a vector.
constexpr int64_t kFewLengths[] = {1, 17, 1023};

class ElementwiseMatrix : public testing::TestWithParam<OpCase> {
protected:
  const std::string &mnemonic() const { return GetParam().mnemonic; }
  Type type() const { return GetParam().type; }
  const fusedml::graph::OperatorRow &row() const { return rowOf(mnemonic()); }
  /// The operators whose every length is tried in every layout.
  bool isSeed() const {
    return mnemonic() == "multiply" || mnemonic() == "divide" ||
           mnemonic() == "activation_shrink" || mnemonic() == "is_infinity";
  }
  size_t inputs() const { return inputCount(row()); }
  std::vector<RefAttributes> sets() const {
    return attributeSets(mnemonic(), type());
  }

  void SetUp() override {
    if (!hostRuns(GetParam().cpu))
      GTEST_SKIP() << "this machine has no " << GetParam().cpu;
  }

  fusedml::CompileOptions options(bool fuse = true) const {
    fusedml::CompileOptions result;
    result.target.cpu = GetParam().cpu;
    result.fuse = fuse;
    return result;
  }

  /// A node with inputs of its own.
  void addNode(Dag &dag, const RefAttributes &attributes, const Layout &layout,
               int64_t length) const {
    std::string name = layout.name + "." + std::to_string(length);
    std::vector<int> operands;
    for (size_t i = 0; i < inputs(); ++i)
      operands.push_back(
          dag.input(name + ".in" + std::to_string(i),
                    place(type(), layout.ports[i], length),
                    static_cast<uint64_t>(length) * 31 + i * 7 + seed++));
    int value = dag.node(
        mnemonic(), attributes, operands,
        place(outputType(mnemonic(), type()), layout.ports.back(), length));
    dag.output(name, value,
               movesBits(mnemonic(), attributes) ? NaNs::Bits : NaNs::OneValue);
  }

  mutable uint64_t seed = 1;
};

TEST_P(ElementwiseMatrix, Layouts) {
  bool mayBeInPlace = row().inPlace != InPlaceRule::None;
  for (const Layout &layout : layoutsFor(inputs())) {
    SCOPED_TRACE(layout.name);
    std::span<const int64_t> lengths = kLengths;
    if (!isSeed() && layout.name != "flat")
      lengths = kFewLengths;
    Dag dag;
    for (int64_t length : lengths)
      addNode(dag, sets().front(), layout, length);
    auto kernel = dag.compile(options());
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    bool sameView = std::ranges::count(layout.ports, layout.ports.front()) ==
                    std::ssize(layout.ports);
    for (unsigned threads : {1u, 4u}) {
      SCOPED_TRACE(std::to_string(threads) + " threads");
      RunConfig config;
      config.threads = threads;
      EXPECT_TRUE(dag.check(*kernel, config));
      config.misaligned = true;
      EXPECT_TRUE(dag.check(*kernel, config)) << "misaligned";
      config.misaligned = false;
      config.protectedPages = true;
      EXPECT_TRUE(dag.check(*kernel, config)) << "at protected pages";
      if (!sameView)
        continue;
      config.protectedPages = false;
      for (size_t input = 0; input < inputs(); ++input) {
        config.inPlace.clear();
        for (size_t i = 0; i < lengths.size(); ++i) {
          size_t port = i * inputs() + input;
          EXPECT_EQ(kernel->mayAlias(i, port), mayBeInPlace);
          config.inPlace.emplace_back(i, port);
        }
        auto result = dag.check(*kernel, config);
        EXPECT_EQ(static_cast<bool>(result), mayBeInPlace)
            << "in place of input " << input << ": " << result.message();
      }
    }
  }
}

TEST_P(ElementwiseMatrix, AttributeValues) {
  for (bool fuse : {true, false}) {
    Dag dag;
    std::vector<int> operands;
    for (size_t i = 0; i < inputs(); ++i)
      operands.push_back(dag.input("in" + std::to_string(i),
                                   tensorDesc(type(), {1023}), 77 + i));
    size_t number = 0;
    for (const RefAttributes &attributes : sets())
      dag.output("set" + std::to_string(number++),
                 dag.node(mnemonic(), attributes, operands,
                          tensorDesc(outputType(mnemonic(), type()), {1023})),
                 movesBits(mnemonic(), attributes) ? NaNs::Bits
                                                   : NaNs::OneValue);
    RunConfig config;
    config.compile = options(fuse);
    EXPECT_TRUE(dag.run(config));
  }
}

/// Flat; in every layout if the time for it is given.
TEST_P(ElementwiseMatrix, OneMi) {
  std::vector<Layout> layouts = layoutsFor(inputs());
  if (!std::getenv("FUSEDML_LONG_TESTS"))
    layouts.resize(1);
  for (const Layout &layout : layouts) {
    SCOPED_TRACE(layout.name);
    Dag dag;
    addNode(dag, sets().front(), layout, 1 << 20);
    RunConfig config;
    config.compile = options();
    EXPECT_TRUE(dag.run(config));
  }
}

class ManyThreads : public ElementwiseMatrix {};

/// Enough rows and columns that every dimension may be split over threads.
TEST_P(ManyThreads, InEveryLayout) {
  for (const Layout &layout : layoutsFor(inputs())) {
    SCOPED_TRACE(layout.name);
    Dag dag;
    addNode(dag, sets().front(), layout, 100003);
    RunConfig config;
    config.compile = options();
    config.misaligned = true;
    EXPECT_TRUE(dag.run(config));
  }
}

INSTANTIATE_TEST_SUITE_P(Operators, ElementwiseMatrix,
                         testing::ValuesIn(casesOf(exactOperators())),
                         caseName);

/// One type of each way to compute is enough at this size.
std::vector<OpCase> someTypes() {
  std::vector<OpCase> cases;
  for (const OpCase &each : casesOf(
           {"multiply", "divide", "activation_shrink", "is_infinity", "clip"}))
    if (each.type == Type::Float32 || each.type == Type::Int8 ||
        each.type == Type::Float16)
      cases.push_back(each);
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Some, ManyThreads, testing::ValuesIn(someTypes()),
                         caseName);

//===----------------------------------------------------------------------===//
// Every value of small types
//===----------------------------------------------------------------------===//

class EveryValue : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    if (!hostRuns(GetParam()))
      GTEST_SKIP() << "this machine has no " << GetParam();
  }
  RunConfig config() const {
    RunConfig result;
    result.compile.target.cpu = GetParam();
    return result;
  }
};

std::string targetName(const testing::TestParamInfo<std::string> &info) {
  return shortName(info.param);
}

/// Elements 0, 1, 2 … as bits, each `repeat` times, over and over.
RefTensor counting(Type type, int64_t count, int64_t repeat) {
  RefTensor tensor(type, {count});
  for (int64_t i = 0; i < count; ++i)
    tensor.setBits(i, static_cast<uint64_t>(i / repeat));
  return tensor;
}

TEST_P(EveryValue, Float16Unary) {
  for (std::string_view mnemonic : {"activation_shrink", "is_infinity", "clip",
                                    "activation_relu", "identity"}) {
    SCOPED_TRACE(mnemonic);
    Dag dag;
    int x = dag.input("x", tensorDesc(Type::Float16, {65536}),
                      counting(Type::Float16, 65536, 1));
    size_t number = 0;
    for (const RefAttributes &attributes :
         attributeSets(mnemonic, Type::Float16))
      dag.output(
          "set" + std::to_string(number++),
          dag.node(mnemonic, attributes, std::vector{x},
                   tensorDesc(outputType(mnemonic, Type::Float16), {65536})),
          movesBits(mnemonic, attributes) ? NaNs::Bits : NaNs::OneValue);
    EXPECT_TRUE(dag.run(config()));
  }
}

/// Each half with a handful of others: every rounding of product, quotient and
/// sum.
TEST_P(EveryValue, Float16Binary) {
  constexpr int64_t kCount = 65536;
  std::vector<uint64_t> others = specialBits(Type::Float16);
  Dag dag;
  int x = dag.input("x", tensorDesc(Type::Float16, {kCount}),
                    counting(Type::Float16, kCount, 1));
  Random random(5);
  for (size_t i = 0; i < 8; ++i) {
    RefTensor other(Type::Float16, {kCount});
    for (int64_t j = 0; j < kCount; ++j)
      other.setBits(j, i < 4 ? others[random.below(others.size())]
                             : random.next() & 0xffff);
    int y = dag.input("y" + std::to_string(i),
                      tensorDesc(Type::Float16, {kCount}), std::move(other));
    for (std::string_view mnemonic : {"multiply", "divide", "add"}) {
      std::string name = std::string(mnemonic) + std::to_string(i);
      TensorDesc desc = tensorDesc(Type::Float16, {kCount});
      dag.output(name, dag.node(mnemonic, {}, std::vector{x, y}, desc));
      dag.output(name + "swapped",
                 dag.node(mnemonic, {}, std::vector{y, x}, desc));
    }
  }
  EXPECT_TRUE(dag.run(config()));
}

/// All pairs of 8-bit values.
TEST_P(EveryValue, EightBitPairs) {
  for (Type type : {Type::Int8, Type::UInt8})
    for (std::string_view mnemonic : {"multiply", "divide", "add"}) {
      SCOPED_TRACE(std::string(mnemonic) + std::string(reference::name(type)));
      Dag dag;
      TensorDesc desc = tensorDesc(type, {65536});
      int a = dag.input("a", desc, counting(type, 65536, 1));
      int b = dag.input("b", desc, counting(type, 65536, 256));
      dag.output("y", dag.node(mnemonic, {}, std::vector{a, b}, desc));
      EXPECT_TRUE(dag.run(config()));
    }
}

/// Dividends at and beside a multiple of the divisor, where a quotient that
/// goes through floating-point numbers would go wrong first.
TEST_P(EveryValue, DivideNearMultiples) {
  for (Type type : newestTypes(rowOf("divide"), "ATensor")) {
    if (reference::isFloat(type))
      continue;
    SCOPED_TRACE(reference::name(type));
    constexpr int64_t kCount = 400000;
    RefTensor a(type, {kCount}), b(type, {kCount});
    Random random(9);
    for (int64_t i = 0; i < kCount; ++i) {
      uint64_t divisor = randomBits(type, random);
      uint64_t quotient = randomBits(type, random);
      if (reference::elementSize(type) == 8 && random.chance(50)) {
        // A product that fits.
        divisor >>= 32;
        quotient >>= 33;
      } else if (reference::elementSize(type) == 4 && random.chance(50)) {
        divisor = (divisor & 0xffffffff) >> 16;
        quotient = (quotient & 0xffffffff) >> 17;
      }
      b.setBits(i, divisor);
      a.setBits(i, divisor * quotient + random.below(3) - 1);
    }
    Dag dag;
    TensorDesc desc = tensorDesc(type, {kCount});
    int dividend = dag.input("a", desc, std::move(a));
    int divisor = dag.input("b", desc, std::move(b));
    dag.output("y",
               dag.node("divide", {}, std::vector{dividend, divisor}, desc));
    EXPECT_TRUE(dag.run(config()));
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, EveryValue, testing::ValuesIn(allTargets()),
                         targetName);

//===----------------------------------------------------------------------===//
// A chain of the four
//===----------------------------------------------------------------------===//

class Chain : public testing::TestWithParam<OpCase> {
protected:
  void SetUp() override {
    if (!hostRuns(GetParam().cpu))
      GTEST_SKIP() << "this machine has no " << GetParam().cpu;
  }
};

/// multiply, shrink, then is-infinity for floats and divide for integers. With
/// `all`, the values between are outputs too.
Dag chain(Type type, const Layout &layout, bool all) {
  Dag dag;
  uint64_t seed = 3;
  std::span<const int64_t> lengths = kLengths;
  if (layout.name != "flat")
    lengths = kFewLengths;
  for (int64_t length : lengths) {
    std::string name = layout.name + std::to_string(length);
    int a = dag.input("a" + name, place(type, layout.ports[0], length), seed++);
    int b = dag.input("b" + name, place(type, layout.ports[1], length), seed++);
    auto result = [&](Type to) { return place(to, layout.ports[2], length); };
    int product = dag.node("multiply", {}, std::vector{a, b}, result(type));
    int shrunk =
        dag.node("activation_shrink",
                 floatAttributes({{"Bias", 1.5f}, {"Threshold", 2.5f}}),
                 std::vector{product}, result(type));
    int last =
        reference::isFloat(type)
            ? dag.node("is_infinity", infinityMode("EITHER"),
                       std::vector{shrunk}, result(Type::UInt8))
            : dag.node("divide", {}, std::vector{shrunk, b}, result(type));
    if (all) {
      dag.output("product" + name, product);
      dag.output("shrunk" + name, shrunk);
    }
    dag.output("last" + name, last);
  }
  return dag;
}

TEST_P(Chain, FusedEqualsUnfused) {
  for (const Layout &layout : layoutsFor(2))
    for (bool all : {false, true}) {
      SCOPED_TRACE(layout.name);
      Dag dag = chain(GetParam().type, layout, all);
      for (bool fuse : {true, false}) {
        RunConfig config;
        config.compile.target.cpu = GetParam().cpu;
        config.compile.fuse = fuse;
        EXPECT_TRUE(dag.run(config));
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Types, Chain,
                         testing::ValuesIn(casesOf({"activation_shrink"})),
                         [](const testing::TestParamInfo<OpCase> &info) {
                           return std::string(
                                      reference::name(info.param.type)) +
                                  "_" + shortName(info.param.cpu);
                         });

} // namespace
