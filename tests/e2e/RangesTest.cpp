//===- RangesTest.cpp - what operators drop in a fused loop ---------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operator in a fused loop may rely on what those before it cannot give.
// Each operator therefore stands before all that do so, and these have to
// compute what they compute from memory, of which nothing is known.
//
//===----------------------------------------------------------------------===//

#include "tests/support/Cases.h"
#include "tests/support/Dag.h"
#include "tests/support/Targets.h"

using namespace support;
using reference::Type;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr int64_t kLength = 600;

/// What relies on ranges.
struct Consumer {
  std::string_view mnemonic;
  RefAttributes attributes;
};

/// abs, the first, and those that differ most.
std::vector<Consumer> fewConsumers() {
  auto clip = [](float least, float most) {
    return floatAttributes({{"Min", least}, {"Max", most}});
  };
  auto shrink = [](float threshold) {
    return floatAttributes({{"Bias", 0.1f}, {"Threshold", threshold}});
  };
  return {{"abs", {}},
          {"activation_relu", {}},
          {"activation_leaky_relu", floatAttributes({{"Alpha", -0.3f}})},
          {"threshold", floatAttributes({{"Min", -0.0f}})},
          {"clip", clip(0.0f, 4.0f)},
          {"activation_shrink", shrink(0.5f)}};
}

std::vector<Consumer> allConsumers() {
  std::vector<Consumer> result = fewConsumers();
  result.push_back({"activation_parameterized_relu", {}});
  result.push_back({"activation_elu", floatAttributes({{"Alpha", 0.3f}})});
  for (float least : {0.0f, 0.25f, -0.25f, 0x1p-26f, kNan, -kInf}) {
    result.push_back({"threshold", floatAttributes({{"Min", least}})});
    for (float most : {-0.0f, 4.0f, -2.0f, kInf})
      result.push_back(
          {"clip", floatAttributes({{"Min", least}, {"Max", most}})});
  }
  for (float threshold : {0.0f, -0.0f, -0.5f, kNan})
    result.push_back(
        {"activation_shrink",
         floatAttributes({{"Bias", 0.1f}, {"Threshold", threshold}})});
  for (float scale : {2.0f, -2.0f})
    result.push_back(
        {"clip", withScaleBias(floatAttributes({{"Min", 0.0f}, {"Max", 4.0f}}),
                               scale, 0.5f)});
  return result;
}

/// Adds consumers behind `x`, each as an output.
void addConsumers(Dag &dag, const std::vector<Consumer> &consumers, int x,
                  int slope) {
  for (const auto &[mnemonic, attributes] : consumers) {
    std::vector<int> operands = {x};
    if (mnemonic == "activation_parameterized_relu")
      operands.push_back(slope);
    dag.output(std::string(mnemonic) + std::to_string(dag.outputCount()),
               dag.node(mnemonic, attributes, operands));
  }
}

/// Runs the producers, then the consumers on what they gave, and all at once.
/// `build` adds the producers to a graph and returns them. Those but the first
/// have each `step`-th consumer, all of them over the producers and types.
template <typename Build>
void checkProducers(Type type, const std::vector<Consumer> &consumers,
                    Build build, size_t step = 1) {
  auto run = [&](Dag &dag, std::vector<RefTensor> &results) {
    auto kernel = dag.compile();
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    ASSERT_TRUE(dag.runInto(results, *kernel));
  };
  Dag first, apart, together;
  for (int value : build(first))
    first.output("y" + std::to_string(first.outputCount()), value);
  std::vector<RefTensor> given, wanted, results;
  run(first, given);

  // What was given as one tensor, so that the code is the same for all.
  auto count = static_cast<int64_t>(given.size());
  RefTensor all(type, {count, kLength});
  for (int64_t i = 0; i < count; ++i)
    for (int64_t at = 0; at < kLength; ++at)
      all.setBits(i * kLength + at, given[static_cast<size_t>(i)].bits(at));
  RefTensor slopes(type, {kLength});
  fillMixed(slopes, 9);
  addConsumers(
      apart, consumers, apart.input("x", tensorDesc(type, all.sizes), all),
      apart.input("slope", tensorDesc(type, all.sizes, {0, 1}), slopes));
  int slope = together.input("slope", tensorDesc(type, {kLength}), slopes);
  std::vector<std::pair<int64_t, size_t>> pairs; // Producer and consumer.
  for (int value : build(together)) {
    int64_t producer = pairs.empty() ? 0 : pairs.back().first + 1;
    for (size_t i = 0; i < consumers.size(); ++i)
      // The first consumer is abs.
      if (producer == 0 || i == 0 ||
          (i + static_cast<size_t>(producer) + static_cast<size_t>(type)) %
                  step ==
              0) {
        addConsumers(together, {consumers[i]}, value, slope);
        pairs.emplace_back(producer, i);
      }
  }
  run(apart, wanted);
  run(together, results);
  ASSERT_EQ(wanted.size(), consumers.size());
  ASSERT_EQ(results.size(), pairs.size());
  unsigned sign = reference::elementBits(type) - 1;
  for (size_t i = 0; i < results.size(); ++i) {
    auto [producer, consumer] = pairs[i];
    RefTensor want(type, {kLength});
    for (int64_t at = 0; at < kLength; ++at)
      want.setBits(at, wanted[consumer].bits(producer * kLength + at));
    EXPECT_TRUE(sameBits(want, results[i]))
        << together.describe(together.valueOf(i));
    // abs leaves no NaN with a sign either.
    if (consumer == 0)
      for (int64_t at = 0; at < kLength; ++at)
        ASSERT_FALSE(results[i].bits(at) >> sign)
            << "element " << at << "\n"
            << together.describe(together.valueOf(i));
  }
}

TEST(RangesRules, HaveConsumers) {
  std::vector<Consumer> consumers = allConsumers();
  for (const auto &row : fusedml::graph::operatorRows())
    if (row.simplify != fusedml::graph::SimplifyRule::None)
      EXPECT_TRUE(
          std::ranges::count(consumers, row.mnemonic, &Consumer::mnemonic))
          << row.mnemonic;
}

class Ranges : public testing::TestWithParam<std::string> {};

/// Every operator with a float result, on inputs that may be anything.
TEST_P(Ranges, OfOperators) {
  const auto &row = rowOf(GetParam());
  for (Type type : {Type::Float32, Type::Float16}) {
    std::vector<Instance> instances;
    for (Type first : newestTypes(row, row.fields.front().name))
      for (Instance &each : instancesOf(GetParam(), first, TypesOfSets::Most))
        if (each.output() == type)
          instances.push_back(std::move(each));
    // Of the attributes some; functions take long to compile.
    size_t most = row.maxUlp ? 4 : 12;
    size_t step = (instances.size() + most - 1) / most;
    if (instances.empty())
      continue;
    checkProducers(
        type, allConsumers(),
        [&](Dag &dag) {
          std::vector<int> results;
          auto fields = inputFields(row);
          for (size_t i = 0; i < instances.size(); i += step) {
            const Instance &each = instances[i];
            RefAttributes attributes = each.attributes;
            attributes.sizes = {kLength};
            std::vector<int> inputs;
            for (size_t k = 0; k < each.inputs.size(); ++k) {
              TensorDesc desc = tensorDesc(each.inputs[k], {kLength});
              if (isSpread(row, *fields[k]))
                desc = oneForAll(each.inputs[k], desc);
              inputs.push_back(dag.input(
                  "in" + std::to_string(dag.inputCount()), desc, k + 1));
            }
            results.push_back(dag.node(GetParam(), attributes, inputs,
                                       tensorDesc(type, {kLength})));
          }
          return results;
        },
        isLong() ? 1 : 3);
  }
}

std::vector<std::string> operatorsWithFloats() {
  std::vector<std::string> result;
  for (std::string_view mnemonic : allOperators()) {
    const auto &row = rowOf(mnemonic);
    for (const auto &field : row.fields)
      if (field.kind == fusedml::graph::FieldKind::Output) {
        std::vector<Type> types = newestTypes(row, field.name);
        if (std::ranges::count(types, Type::Float32))
          result.emplace_back(mnemonic);
      }
  }
  return result;
}

INSTANTIATE_TEST_SUITE_P(Operators, Ranges,
                         testing::ValuesIn(operatorsWithFloats()),
                         [](const auto &info) { return info.param; });

/// Operators on values that cannot be anything.
TEST(RangesOfChains, OfArithmetic) {
  for (Type type : {Type::Float32, Type::Float16}) {
    SCOPED_TRACE(reference::name(type));
    checkProducers(type, fewConsumers(), [&](Dag &dag) {
      TensorDesc desc = tensorDesc(type, {kLength});
      int x = dag.input("x", desc, 1), y = dag.input("y", desc, 2);
      auto node = [&](std::string_view mnemonic, std::vector<int> operands,
                      const RefAttributes &attributes = {}) {
        return dag.node(mnemonic, attributes, operands);
      };
      std::vector<int> known = {
          node("abs", {x}),
          node("activation_relu", {y}),
          node("negate", {node("abs", {y})}),
          node("exp", {x}),
          node("sqrt", {x}),
          node("multiply", {x, x}),
          node("threshold", {x}, floatAttributes({{"Min", -0.0f}})),
          node("clip", {x}, floatAttributes({{"Min", -3.0f}, {"Max", -0.0f}})),
          node("clip", {y},
               floatAttributes({{"Min", 0x1p-26f}, {"Max", kInf}}))};
      std::vector<int> result;
      for (int a : known) {
        for (std::string_view mnemonic :
             {"sqrt", "recip", "ceil", "floor", "tanh", "erf", "abs",
              "activation_relu"})
          result.push_back(node(mnemonic, {a}));
        for (float exponent : {-1.0f, 0.5f, 2.0f, 3.0f, 2.5f})
          result.push_back(node("constant_pow", {a},
                                floatAttributes({{"Exponent", exponent}})));
      }
      for (size_t i = 0; i < known.size(); ++i)
        for (std::string_view mnemonic :
             {"add", "multiply", "divide", "mean", "max", "min"})
          for (size_t j : {i, i + 1, i + 3})
            result.push_back(
                node(mnemonic, {known[i], known[j % known.size()]}));
      return result;
    });
  }
}

} // namespace
