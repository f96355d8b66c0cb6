//===- ArgumentsTest.cpp - scalars as arguments and as constants ----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that takes its scalars at run time has to give the bits of code in which
// they are constants, as in object files. It is compiled for a graph in which
// every argument is another number of the same sign, and found for the one at
// hand.
//
//===----------------------------------------------------------------------===//

#include "front/rules/Arguments.h"
#include "front/graph/GraphData.h"
#include "tests/support/Aot.h"
#include "tests/support/Cases.h"
#include "tests/support/Dag.h"
#include "tests/support/Native.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace support;
using fusedml::graph::GraphData;
using fusedml::graph::Operator;
using reference::Type;

namespace {

//===----------------------------------------------------------------------===//
// The two forms
//===----------------------------------------------------------------------===//

/// Each argument becomes another one, and equal ones the same, so that as many
/// operators are the same as before.
void replaceArguments(Operator &op, std::map<float, float> &known) {
  using namespace fusedml::graph;
  auto replace = [&](const FieldRow &field, float &value) {
    if (isArgument(field, value))
      value = known
                  .try_emplace(
                      value,
                      std::copysign(1.5f + static_cast<float>(known.size()) / 4,
                                    value))
                  .first->second;
  };
  for (size_t i = 0; i < op.fields.size(); ++i) {
    const FieldRow &field = op.row->fields[i];
    FieldValue &value = op.fields[i];
    if (auto *number = std::get_if<float>(&value))
      replace(field, *number);
    if (auto *pair = std::get_if<fusedml::ScaleBias>(&value)) {
      replace(field, pair->scale);
      replace(field, pair->bias);
    }
    if (auto *nested = std::get_if<std::shared_ptr<const Operator>>(&value)) {
      auto copy = std::make_shared<Operator>(**nested);
      replaceArguments(*copy, known);
      *nested = std::move(copy);
    }
  }
}

/// A kernel with code that was compiled for other scalars.
fusedml::Expected<fusedml::Kernel>
withArguments(const fusedml::Graph &graph,
              const fusedml::CompileOptions &options) {
  auto standIn = std::make_shared<GraphData>(*graph.data());
  std::map<float, float> known;
  for (fusedml::graph::Node &node : standIn->nodes)
    replaceArguments(node.op, known);
  auto other = fusedml::compile(fusedml::Graph(standIn), options);
  if (!other)
    return other.takeStatus();
  fusedml::CompileReport report;
  auto kernel = fusedml::compile(graph, options, &report);
  EXPECT_EQ(report.source, fusedml::CodeSource::Memory);
  return kernel;
}

void expectSameBits(Dag &dag, fusedml::CompileOptions options) {
  options.startUnfused = false;
  auto graph = dag.build();
  ASSERT_TRUE(graph.ok()) << graph.error().str();
  auto emitted = fusedml::emit(*graph, fusedml::EmitKind::Object, options);
  ASSERT_TRUE(emitted.ok()) << emitted.error().str();
  AotKernel constants(*emitted, dag.inputCount(), dag.outputCount());
  ASSERT_TRUE(constants.ok()) << constants.messages();
  auto arguments = withArguments(*graph, options);
  ASSERT_TRUE(arguments.ok()) << arguments.error().str();
  std::vector<RefTensor> wanted, results;
  ASSERT_TRUE(dag.runInto(wanted, constants.runner()));
  ASSERT_TRUE(dag.runInto(results, *arguments));
  for (size_t i = 0; i < wanted.size(); ++i)
    EXPECT_TRUE(sameBits(wanted[i], results[i]))
        << dag.describe(dag.valueOf(i));
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

bool hasArguments(std::string_view mnemonic) {
  return std::ranges::any_of(
      rowOf(mnemonic).fields, [](const fusedml::graph::FieldRow &field) {
        return field.argument ||
               field.kind == fusedml::graph::FieldKind::Activation;
      });
}

constexpr float kLeast = std::numeric_limits<float>::denorm_min();
constexpr float kMost = std::numeric_limits<float>::max();

/// Numbers where a type ends, and beyond; what FLOAT16 rounds to zeros, to
/// infinities and to even; and 1 with its neighbours.
std::vector<float> hardScalars() {
  std::vector<float> values;
  for (float value :
       {kLeast,        0x1p-126f,      0x1p-25f,    0x1.000002p-25f,
        0x1p-24f,      0x1.ffep-15f,   0.5f,        0x1.fffffep-1f,
        1.0f,          0x1.000002p+0f, 0x1.001p+0f, 2.0f,
        3.7f,          127.0f,         127.99f,     128.0f,
        255.5f,        32768.0f,       65519.0f,    65520.0f,
        2147483520.0f, 0x1p31f,        0x1p32f,     0x1p63f,
        0x1p64f,       kMost})
    for (float sign : {1.0f, -1.0f})
      values.push_back(sign * value);
  return values;
}

/// Those of attributeSets(), and hard ones: one after the other, and all pairs
/// of some.
std::vector<RefAttributes> scalarSets(std::string_view mnemonic, Type type) {
  std::vector<RefAttributes> sets = attributeSets(mnemonic, type);
  const auto &row = rowOf(mnemonic);
  auto add = [&](float first, float second) {
    RefAttributes set = sets.front();
    float values[] = {first, second};
    size_t count = 0;
    for (const auto &field : row.fields)
      if (field.kind == fusedml::graph::FieldKind::Float && field.argument)
        set.floats[std::string(field.name)] = values[count++ % 2];
    if (count)
      sets.push_back(set);
    if (detail::takesScaleBias(mnemonic) && reference::elementBits(type) < 64)
      sets.push_back(withScaleBias(sets.front(), first, second));
  };
  std::vector<float> values = hardScalars();
  // Functions take longer to compile, and do not look at their scalars.
  size_t step = row.maxUlp ? 7 : reference::isFloat(type) ? 1 : 3;
  for (size_t i = 0; i < values.size(); i += step)
    add(values[i], values[values.size() - 1 - i]);
  if (step == 1)
    for (float first : {kLeast, -kLeast, 0x1p-25f, 2.5f, -2.5f, 65520.0f})
      for (float second : {0x1p-26f, -0x1p-26f, 3.0f, -3.0f, kMost})
        add(first, second);
  return sets;
}

class Arguments : public testing::TestWithParam<std::string> {};

TEST_P(Arguments, HaveTheBitsOfConstants) {
  const auto &row = rowOf(GetParam());
  std::vector<std::string> targets = hostTargets();
  for (Type type : newestTypes(row, row.fields.front().name))
    for (const std::string &cpu : targets) {
      // How functions and integers get scalars is the same on all targets; of
      // the others, each target has the first set and a part of the rest.
      bool anyTarget = row.maxUlp || !reference::isFloat(type);
      if (anyTarget && cpu != targets.back())
        continue;
      SCOPED_TRACE(std::string(reference::name(type)) + " " + cpu);
      Dag dag;
      std::vector<int> inputs;
      size_t number = 0;
      for (const RefAttributes &set : scalarSets(GetParam(), type)) {
        if (size_t at = number++; !anyTarget && at && !isForTarget(at, cpu))
          continue;
        std::vector<Type> types = inputTypes(row, type, set).front();
        while (inputs.size() < types.size())
          inputs.push_back(dag.input("in" + std::to_string(inputs.size()),
                                     tensorDesc(types[inputs.size()], {277}),
                                     inputs.size()));
        dag.output("y" + std::to_string(dag.outputCount()),
                   dag.node(GetParam(), set, inputs));
      }
      fusedml::CompileOptions options;
      options.target.cpu = cpu;
      expectSameBits(dag, options);
    }
}

std::vector<std::string> operatorsWithArguments() {
  std::vector<std::string> result;
  for (std::string_view mnemonic : allOperators())
    if (hasArguments(mnemonic))
      result.emplace_back(mnemonic);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Operators, Arguments,
                         testing::ValuesIn(operatorsWithArguments()),
                         [](const auto &info) { return info.param; });

/// Operators in one kernel, some with equal scalars that are different
/// arguments, and one kernel for each.
TEST(ArgumentChains, FusedAndNot) {
  for (Type type : {Type::Float32, Type::Float16})
    for (bool fuse : {true, false})
      for (const Layout &layout : layoutsFor(2)) {
        SCOPED_TRACE(layout.name);
        Dag dag;
        TensorDesc desc = place(type, layout.ports[2], 67);
        int a = dag.input("a", place(type, layout.ports[0], 67), 1);
        int b = dag.input("b", place(type, layout.ports[1], 67), 2);
        auto shrink = [&](int x, float bias, float threshold) {
          return dag.node(
              "activation_shrink",
              floatAttributes({{"Bias", bias}, {"Threshold", threshold}}),
              std::vector{x}, desc);
        };
        int product = dag.node("multiply", {}, std::vector{a, b}, desc);
        int first = shrink(product, 0.1f, 0.5f);
        int second = shrink(product, 0.1f, 0.7f);
        int sum = dag.node("add1",
                           withActivation("activation_leaky_relu",
                                          floatAttributes({{"Alpha", 0.1f}})),
                           std::vector{first, second}, desc);
        int clipped = dag.node(
            "clip",
            withScaleBias(floatAttributes({{"Min", -0.5f}, {"Max", 3.0f}}),
                          0.1f, 0.5f),
            std::vector{sum}, desc);
        dag.output("first", first);
        dag.output("y", shrink(clipped, 0.0f, 0.7f));
        fusedml::CompileOptions options;
        options.fuse = fuse;
        expectSameBits(dag, options);
      }
}

} // namespace
