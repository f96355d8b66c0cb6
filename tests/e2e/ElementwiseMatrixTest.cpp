//===- ElementwiseMatrixTest.cpp - operators x types x layouts ------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every operator of the rows joins by itself. What has no influence on each
// other is tried apart: values with all attributes and all types, and layouts
// with one set of attributes. Their product takes FUSEDML_LONG_TESTS.
//
//===----------------------------------------------------------------------===//

#include "tests/support/Cases.h"
#include "tests/support/Dag.h"

using namespace support;
using reference::Type;

namespace {

/// Operators that stand for all, one of each kind of code: exact and not, one
/// input and more, results of another width, integers through floats, elements
/// of 4 bits.
constexpr std::string_view kSamples[] = {
    "multiply",  "divide",     "activation_shrink", "is_infinity",
    "exp",       "cast",       "logical_less_than", "if",
    "bit_count", "dequantize", "quantize"};

class Elementwise : public testing::TestWithParam<OpCase> {
protected:
  const std::string &mnemonic() const { return GetParam().mnemonic; }
  Type type() const { return GetParam().type; }
  const fusedml::graph::OperatorRow &row() const { return rowOf(mnemonic()); }

  void SetUp() override {
    if (!hostRuns(GetParam().cpu))
      GTEST_SKIP() << "this machine has no " << GetParam().cpu;
  }

  RunConfig config(bool fuse = true) const {
    RunConfig result;
    result.compile.target.cpu = GetParam().cpu;
    result.compile.fuse = fuse;
    return result;
  }

  std::vector<Instance> instances() const {
    return instancesOf(mnemonic(), type(),
                       isLong() ? TypesOfSets::All : TypesOfSets::Most);
  }
  /// The first set of attributes, types as alike as can be.
  Instance usual() const { return instances().front(); }
};

//===----------------------------------------------------------------------===//
// Values, attributes and types
//===----------------------------------------------------------------------===//

/// Rows of a vector of every width and a rest. They are padded, so that they
/// stay rows.
constexpr int64_t kColumns = 95;

/// Tensors in which each of some tuples comes to stand in vectors and in the
/// rest.
class Rows {
public:
  Rows(const std::vector<RefTensor> &tuples, bool isWide) {
    count = tuples.front().elementCount();
    // A rest has this many columns at least, whatever the vector's width.
    step = isWide ? 1 : 3;
    rows = (count + step - 1) / step;
    for (const RefTensor &base : tuples) {
      // Up to the last element that is read.
      RefTensor &tensor = memory.emplace_back(
          base.type, std::vector{(rows - 1) * kStride + kColumns});
      for (int64_t row = 0; row < rows; ++row)
        for (int64_t column = 0; column < kColumns; ++column)
          tensor.setBits(row * kStride + column,
                         base.bits((row * step + column) % count));
    }
  }

  TensorDesc desc(Type type) const {
    return tensorDesc(type, {rows, kColumns}, {kStride, 1});
  }
  const RefTensor &operator[](size_t input) const { return memory[input]; }

  /// Whether a result has the same bits wherever a tuple stands.
  testing::AssertionResult samePlaces(const RefTensor &result) const {
    RefTensor first(result.type, result.sizes), other = first;
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t column = 0; column < kColumns; ++column) {
        int64_t at = row * kColumns + column;
        // Where column 0 of a row, or one beside it, has the tuple.
        int64_t tuple = (row * step + column) % count;
        first.setBits(at, result.bits(tuple / step * kColumns + tuple % step));
        other.setBits(at, result.bits(at));
      }
    return sameBits(first, other);
  }

private:
  /// Odd, so that rows of 4-bit elements begin within bytes.
  static constexpr int64_t kStride = kColumns + 2;
  int64_t count = 0, step = 0, rows = 0;
  std::vector<RefTensor> memory;
};

class ElementwiseValues : public Elementwise {
protected:
  /// Values for tensors of one element, of which each try has another.
  static RefTensor spreadValue(Type type, size_t number, size_t input) {
    if (number == 0 && reference::isFloat(type))
      return RefTensor::of(type, std::vector<double>{0.05});
    RefTensor result(type, {1});
    Random random(number * 16 + input);
    result.setBits(0, mixedBits(type, specialBits(type), random));
    return result;
  }

  /// Adds an instance, `number` of those with tensors of one element.
  void add(Dag &dag, const Instance &instance, size_t number) {
    auto fields = inputFields(row());
    std::vector<Type> all = instance.inputs;
    all.push_back(instance.output());
    auto [rows, isNew] = byTypes.try_emplace(
        instance.inputs, specialTuples(instance.inputs, 500, 7),
        std::ranges::any_of(
            all, [](Type each) { return reference::elementBits(each) == 64; }));
    std::vector<int> &shared = operands[instance.inputs];
    std::string name = "set" + std::to_string(dag.outputCount());
    std::vector<int> own;
    for (size_t i = 0; i < instance.inputs.size(); ++i) {
      Type each = instance.inputs[i];
      std::string port = name + ".in" + std::to_string(i);
      TensorDesc desc = rows->second.desc(each);
      if (std::ranges::count(row().oneElement, fields[i]->name)) {
        own.push_back(dag.input(port, oneForAll(each, desc),
                                spreadValue(each, number, i)));
        continue;
      }
      if (isNew)
        shared.resize(instance.inputs.size(), Dag::kAbsent);
      if (isNew)
        shared[i] = dag.input(port, desc, rows->second[i]);
      own.push_back(shared[i]);
    }
    dag.output(name, dag.node(mnemonic(), instance.attributes, own,
                              rows->second.desc(instance.output())));
    rowsOf.push_back(&rows->second);
  }

  /// The reference bounds some results; they have the same bits everywhere.
  void check(const Dag &dag, bool fuse) const {
    auto kernel = dag.compile(config(fuse).compile);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    for (unsigned threads : {1u, 4u}) {
      SCOPED_TRACE(std::to_string(threads) + " threads");
      RunConfig config;
      config.threads = threads;
      std::vector<RefTensor> results;
      ASSERT_TRUE(dag.runInto(results, *kernel, config));
      EXPECT_TRUE(dag.compare(results));
      for (size_t i = 0; i < results.size(); ++i)
        if (!dag.isExact(dag.valueOf(i)))
          EXPECT_TRUE(rowsOf[i]->samePlaces(results[i]))
              << dag.describe(dag.valueOf(i)) << "the place decides";
    }
  }

private:
  std::map<std::vector<Type>, Rows> byTypes;
  std::vector<const Rows *> rowsOf; ///< Of each output.
  std::map<std::vector<Type>, std::vector<int>> operands;
};

TEST_P(ElementwiseValues, EqualTheReference) {
  Dag dag;
  size_t tries = row().oneElement.empty() ? 1 : 12;
  std::vector<Instance> all = instances();
  for (size_t i = 0; i < all.size(); ++i)
    // Each target has the first instance and a part of the others.
    if (i == 0 || isForTarget(i, GetParam().cpu))
      for (size_t number = 0; number < tries; ++number)
        add(dag, all[i], number);
  check(dag, /*fuse=*/true);
  if (isLong())
    check(dag, /*fuse=*/false);
}

std::vector<std::string_view> operatorsWithInputs() {
  std::vector<std::string_view> result = allOperators();
  std::erase_if(result, [](std::string_view mnemonic) {
    return inputCount(rowOf(mnemonic)) == 0;
  });
  return result;
}

INSTANTIATE_TEST_SUITE_P(Operators, ElementwiseValues,
                         testing::ValuesIn(casesOf(operatorsWithInputs())),
                         caseName);

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

class ElementwiseLayouts : public Elementwise {
protected:
  /// Inputs that have a layout: not those of one element for many.
  std::vector<size_t> laidOut() const {
    std::vector<size_t> result;
    auto fields = inputFields(row());
    for (size_t i = 0; i < usual().inputs.size(); ++i)
      if (!isSpread(row(), *fields[i]))
        result.push_back(i);
    return result;
  }
  std::vector<Layout> layouts() const { return layoutsFor(laidOut().size()); }

  /// Adds a node with inputs of its own; returns their port numbers.
  std::vector<size_t> addNode(Dag &dag, const Layout &layout, int64_t length) {
    Instance instance = usual();
    std::string name = layout.name + "." + std::to_string(length) + "." +
                       std::to_string(dag.outputCount());
    TensorDesc result = place(instance.output(), layout.ports.back(), length);
    std::vector<size_t> ports;
    std::vector<int> operands;
    std::vector<size_t> placed = laidOut();
    for (size_t i = 0; i < instance.inputs.size(); ++i) {
      auto at = std::ranges::find(placed, i) - placed.begin();
      TensorDesc desc =
          at == std::ssize(placed)
              ? oneForAll(instance.inputs[i], result)
              : place(instance.inputs[i], layout.ports[static_cast<size_t>(at)],
                      length);
      ports.push_back(dag.inputCount());
      operands.push_back(
          dag.input(name + ".in" + std::to_string(i), desc,
                    static_cast<uint64_t>(length) * 31 + i * 7 + seed++));
    }
    RefAttributes attributes = instance.attributes;
    attributes.sizes = result.sizes;
    dag.output(name, dag.node(mnemonic(), attributes, operands, result));
    return ports;
  }

  /// One thread and four; at odd addresses, and before pages that fault.
  void check(const Dag &dag, const fusedml::Kernel &kernel) const {
    for (unsigned threads : {1u, 4u}) {
      SCOPED_TRACE(std::to_string(threads) + " threads");
      RunConfig config;
      config.threads = threads;
      EXPECT_TRUE(dag.check(kernel, config));
      config.misaligned = true;
      EXPECT_TRUE(dag.check(kernel, config)) << "misaligned";
      config.misaligned = false;
      config.protectedPages = true;
      EXPECT_TRUE(dag.check(kernel, config)) << "at protected pages";
    }
  }

private:
  uint64_t seed = 1;
};

/// A different length in each layout, and all of them over the operators. Each
/// operator has all layouts with its first type, and a third of them with each
/// of the others, all over the operators.
TEST_P(ElementwiseLayouts, EqualTheReference) {
  Dag dag;
  // Another length to begin with for each operator and type.
  size_t number = row().dmlType + static_cast<size_t>(type());
  bool all = isLong() ||
             type() == newestTypes(row(), row().fields.front().name).front();
  for (const Layout &layout : layouts())
    if (++number; all || number % 3 == 0)
      addNode(dag, layout, kLengths[number % std::size(kLengths)]);
  auto kernel = dag.compile(config().compile);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  check(dag, *kernel);
}

TEST_P(ElementwiseLayouts, InPlaceAsTheRowSays) {
  Dag dag;
  Layout flat = layouts().front();
  std::vector<size_t> ports = addNode(dag, flat, 1023);
  auto kernel = dag.compile(config().compile);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  auto fields = inputFields(row());
  for (size_t i = 0; i < ports.size(); ++i) {
    const fusedml::Port &input = kernel->inputs()[ports[i]];
    bool allowed = std::ranges::count(row().inPlaceInputs, fields[i]->name) &&
                   input.desc.sameLayout(kernel->outputs()[0].desc);
    EXPECT_EQ(kernel->mayAlias(0, ports[i]), allowed) << fields[i]->name;
    if (input.desc.bufferBytes() < kernel->outputs()[0].desc.bufferBytes())
      continue;
    RunConfig config;
    config.inPlace = {{0, ports[i]}};
    auto result = dag.check(*kernel, config);
    EXPECT_EQ(static_cast<bool>(result), allowed)
        << "in place of " << fields[i]->name << ": " << result.message();
  }
}

/// Each operator on one target, all targets over the operators.
std::vector<OpCase> layoutCases() {
  std::vector<OpCase> all = casesOf(allOperators()), chosen;
  if (isLong())
    return all;
  std::erase_if(all, [](const OpCase &each) { return !hostRuns(each.cpu); });
  size_t targets = hostTargets().size();
  for (size_t i = 0; i < all.size(); ++i)
    if (i % targets == i / targets % targets)
      chosen.push_back(all[i]);
  return chosen;
}

INSTANTIATE_TEST_SUITE_P(Operators, ElementwiseLayouts,
                         testing::ValuesIn(layoutCases()), caseName);

/// Every length in every layout, unfused and so in a kernel each. Most lengths
/// have the same code.
class ElementwiseLengths : public ElementwiseLayouts {};

TEST_P(ElementwiseLengths, EqualTheReference) {
  for (int64_t length : kLengths) {
    SCOPED_TRACE(length);
    Dag dag;
    for (const Layout &layout : layouts())
      addNode(dag, layout, length);
    RunConfig unfused = config(/*fuse=*/false);
    auto kernel = dag.compile(unfused.compile);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    check(dag, *kernel);
  }
}

/// Types of each width.
std::vector<OpCase> sampleCases() {
  std::vector<OpCase> all = casesOf({std::begin(kSamples), std::end(kSamples)});
  std::erase_if(all, [&](const OpCase &each) {
    const auto &row = rowOf(each.mnemonic);
    Type first = newestTypes(row, row.fields.front().name).front();
    return each.type != first && each.type != Type::Int8 &&
           each.type != Type::UInt64 && each.type != Type::Int4;
  });
  return all;
}
std::vector<OpCase> lengthCases() {
  return isLong() ? casesOf(operatorsWithInputs()) : sampleCases();
}

INSTANTIATE_TEST_SUITE_P(Operators, ElementwiseLengths,
                         testing::ValuesIn(lengthCases()), caseName);

/// Enough rows and columns that every dimension may be split over threads.
class ElementwiseManyThreads : public ElementwiseLayouts {};

TEST_P(ElementwiseManyThreads, InEveryLayout) {
  Dag dag;
  for (const Layout &layout : layouts())
    addNode(dag, layout, 30011);
  RunConfig many = config();
  many.misaligned = true;
  EXPECT_TRUE(dag.run(many));
}

/// So long that results may go past the caches. Flat; in every layout if the
/// time for it is given.
TEST_P(ElementwiseManyThreads, OneMi) {
  std::vector<Layout> all = layouts();
  if (!isLong())
    all.resize(1);
  for (const Layout &layout : all) {
    SCOPED_TRACE(layout.name);
    Dag dag;
    addNode(dag, layout, 1 << 20);
    EXPECT_TRUE(dag.run(config()));
  }
}

/// On one target, or on all.
std::vector<OpCase> manyThreadsCases() {
  std::vector<OpCase> cases = lengthCases();
  std::erase_if(cases, [](const OpCase &each) {
    return !isLong() && each.cpu != hostTargets().back();
  });
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Some, ElementwiseManyThreads,
                         testing::ValuesIn(manyThreadsCases()), caseName);

//===----------------------------------------------------------------------===//
// Every value of small types
//===----------------------------------------------------------------------===//

/// Runs a graph on every target; the reference of so many values is worked out
/// once.
void runEverywhere(const Dag &dag) {
  for (const std::string &cpu : hostTargets()) {
    RunConfig config;
    config.compile.target.cpu = cpu;
    EXPECT_TRUE(dag.run(config)) << cpu;
  }
}

/// Elements 0, 1, 2 … as bits, each `repeat` times, over and over.
RefTensor counting(Type type, int64_t count, int64_t repeat) {
  RefTensor tensor(type, {count});
  for (int64_t i = 0; i < count; ++i)
    tensor.setBits(i, static_cast<uint64_t>(i / repeat));
  return tensor;
}

/// Exact operators on inputs of one type, each set of attributes that chooses
/// another type of the output, or all.
std::vector<Instance> instancesOn(Type type, size_t inputs, bool allSets) {
  std::vector<Instance> result;
  for (std::string_view mnemonic : operatorsWithInputs()) {
    const auto &row = rowOf(mnemonic);
    std::vector<Type> types = newestTypes(row, row.fields.front().name);
    if (inputCount(row) != inputs || !std::ranges::count(types, type))
      continue;
    size_t number = 0;
    for (Instance &each : instancesOf(mnemonic, type, TypesOfSets::Most)) {
      bool wanted = allSets || number++ == 0 || each.attributes.outputType;
      bool alike =
          std::ranges::count(each.inputs, type) == std::ssize(each.inputs);
      if (wanted && alike &&
          reference::exact(mnemonic, each.inputs, each.attributes))
        result.push_back(std::move(each));
    }
  }
  return result;
}

void addAll(Dag &dag, const std::vector<Instance> &instances,
            const std::vector<int> &operands) {
  for (const Instance &each : instances)
    dag.output(each.mnemonic + std::to_string(dag.outputCount()),
               dag.node(each.mnemonic, each.attributes, operands));
}

/// Functions that are not exact have their own test of this.
TEST(EveryValue, Float16Unary) {
  Dag dag;
  int x = dag.input("x", tensorDesc(Type::Float16, {65536}),
                    counting(Type::Float16, 65536, 1));
  addAll(dag, instancesOn(Type::Float16, 1, isLong()), {x});
  runEverywhere(dag);
}

/// Each half with a handful of others: every rounding of product, quotient and
/// sum.
TEST(EveryValue, Float16Binary) {
  constexpr int64_t kCount = 65536;
  std::vector<uint64_t> others = specialBits(Type::Float16);
  Random random(5);
  for (size_t i = 0; i < 4; ++i) {
    SCOPED_TRACE(i);
    RefTensor other(Type::Float16, {kCount});
    for (int64_t j = 0; j < kCount; ++j)
      other.setBits(j, i < 2 ? others[random.below(others.size())]
                             : random.next() & 0xffff);
    Dag dag;
    TensorDesc desc = tensorDesc(Type::Float16, {kCount});
    int x = dag.input("x", desc, counting(Type::Float16, kCount, 1));
    int y = dag.input("y", desc, other);
    std::vector<Instance> instances = instancesOn(Type::Float16, 2, false);
    addAll(dag, instances, {x, y});
    addAll(dag, instances, {y, x});
    runEverywhere(dag);
  }
}

/// All pairs of 8-bit values.
TEST(EveryValue, EightBitPairs) {
  for (Type type : {Type::Int8, Type::UInt8}) {
    SCOPED_TRACE(reference::name(type));
    Dag dag;
    TensorDesc desc = tensorDesc(type, {65536});
    int a = dag.input("a", desc, counting(type, 65536, 1));
    int b = dag.input("b", desc, counting(type, 65536, 256));
    addAll(dag, instancesOn(type, 2, isLong()), {a, b});
    addAll(dag, instancesOn(type, 1, isLong()), {a});
    runEverywhere(dag);
  }
}

/// Every 16-bit integer.
TEST(EveryValue, SixteenBitUnary) {
  for (Type type : {Type::Int16, Type::UInt16}) {
    SCOPED_TRACE(reference::name(type));
    Dag dag;
    int x = dag.input("x", tensorDesc(type, {65536}), counting(type, 65536, 1));
    addAll(dag, instancesOn(type, 1, isLong()), {x});
    runEverywhere(dag);
  }
}

/// Dividends at and beside a multiple of the divisor, where a quotient that
/// goes through floating-point numbers would go wrong first.
TEST(EveryValue, DivideNearMultiples) {
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
    int dividend = dag.input("a", desc, a);
    int divisor = dag.input("b", desc, b);
    for (std::string_view mnemonic :
         {"divide", "modulus_truncate", "modulus_floor"})
      dag.output(std::string(mnemonic),
                 dag.node(mnemonic, {}, std::vector{dividend, divisor}));
    runEverywhere(dag);
  }
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

class Chain : public testing::TestWithParam<OpCase> {
protected:
  void SetUp() override {
    if (!hostRuns(GetParam().cpu))
      GTEST_SKIP() << "this machine has no " << GetParam().cpu;
  }
};

/// Adds multiply, shrink, then is-infinity for floats and divide for integers.
/// With `all`, the values between are outputs too.
void addChain(Dag &dag, Type type, const Layout &layout, int64_t length,
              bool all) {
  std::string name = layout.name + std::to_string(length);
  uint64_t seed = dag.inputCount() + 3;
  int a = dag.input("a" + name, place(type, layout.ports[0], length), seed);
  int b = dag.input("b" + name, place(type, layout.ports[1], length), seed + 1);
  auto result = [&](Type to) { return place(to, layout.ports[2], length); };
  int product = dag.node("multiply", {}, std::vector{a, b}, result(type));
  int shrunk = dag.node("activation_shrink",
                        floatAttributes({{"Bias", 1.5f}, {"Threshold", 2.5f}}),
                        std::vector{product}, result(type));
  int last = reference::isFloat(type)
                 ? dag.node("is_infinity", infinityMode("EITHER"),
                            std::vector{shrunk}, result(Type::UInt8))
                 : dag.node("divide", {}, std::vector{shrunk, b}, result(type));
  if (all) {
    dag.output("product" + name, product);
    dag.output("shrunk" + name, shrunk);
  }
  dag.output("last" + name, last);
}

TEST_P(Chain, FusedEqualsUnfused) {
  for (bool all : {false, true}) {
    Dag dag;
    size_t number = static_cast<size_t>(GetParam().type);
    for (const Layout &layout : layoutsFor(2))
      for (int64_t length : kLengths)
        if (isLong() || number++ % 11 == 0)
          addChain(dag, GetParam().type, layout, length, all);
    for (bool fuse : {true, false}) {
      // Unfused, both are the same kernels, which have tests of their own for
      // each target.
      if (!fuse && (all || !isForTarget(static_cast<size_t>(GetParam().type),
                                        GetParam().cpu)))
        continue;
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
