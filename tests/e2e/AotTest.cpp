//===- AotTest.cpp - object files compute what the JIT computes -----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Aot.h"
#include "tests/support/Cases.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using namespace support;
using reference::Type;

namespace {

class Aot : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    if (!hostRuns(GetParam()))
      GTEST_SKIP() << "this machine has no " << GetParam();
  }
  fusedml::CompileOptions options() const {
    fusedml::CompileOptions result;
    result.target.cpu = GetParam();
    return result;
  }
};

std::string targetName(const testing::TestParamInfo<std::string> &info) {
  return shortName(info.param);
}

/// Adds an operator with inputs and an output of its own.
void add(Dag &dag, const Instance &instance, const TensorDesc &result) {
  auto fields = inputFields(rowOf(instance.mnemonic));
  std::string name = "y" + std::to_string(dag.outputCount());
  std::vector<int> operands;
  for (size_t i = 0; i < instance.inputs.size(); ++i) {
    TensorDesc desc = result;
    desc.type = toDataType(instance.inputs[i]);
    if (isSpread(rowOf(instance.mnemonic), *fields[i]))
      desc = oneForAll(instance.inputs[i], result);
    operands.push_back(dag.input("in" + std::to_string(dag.inputCount()), desc,
                                 dag.inputCount()));
  }
  RefAttributes attributes = instance.attributes;
  attributes.sizes = result.sizes;
  dag.output(name, dag.node(instance.mnemonic, attributes, operands, result));
}

/// Every operator with all types in one object file of some target, which calls
/// nothing.
TEST_P(Aot, AllOperators) {
  Dag dag;
  constexpr int64_t kLengths[] = {1, 67, 131};
  size_t number = 0;
  for (const Instance &instance : instancesOfAll())
    if (isForTarget(number++, GetParam()))
      add(dag, instance,
          tensorDesc(instance.output(), {kLengths[dag.outputCount() % 3]}));
  EXPECT_TRUE(checkAot(dag, options()));
}

/// Every layout and a length below, at and above every vector width.
TEST_P(Aot, AllLayouts) {
  Dag dag;
  size_t number = 0;
  for (std::string_view mnemonic :
       {"multiply", "divide", "activation_tanh", "logical_less_than", "if"}) {
    const auto &row = rowOf(mnemonic);
    for (Type first : newestTypes(row, row.fields.front().name)) {
      Instance instance =
          instancesOf(mnemonic, first, TypesOfSets::Most).front();
      for (const Layout &layout : layoutsFor(instance.inputs.size())) {
        if (!isForTarget(number++, GetParam()))
          continue;
        int64_t length = kLengths[dag.outputCount() % std::size(kLengths)];
        std::vector<int> operands;
        operands.reserve(instance.inputs.size());
        for (size_t i = 0; i < instance.inputs.size(); ++i)
          operands.push_back(
              dag.input("in" + std::to_string(dag.inputCount()),
                        place(instance.inputs[i], layout.ports[i], length),
                        dag.inputCount()));
        dag.output(
            "y" + std::to_string(dag.outputCount()),
            dag.node(mnemonic, instance.attributes, operands,
                     place(instance.output(), layout.ports.back(), length)));
      }
    }
  }
  EXPECT_TRUE(checkAot(dag, options()));
}

/// Also of functions, which the reference only bounds.
TEST_P(Aot, HasTheBitsOfTheJit) {
  Dag dag;
  size_t number = 0;
  for (Type type : {Type::Float32, Type::Float16})
    for (std::string_view mnemonic : allOperators()) {
      const auto &row = rowOf(mnemonic);
      std::vector<Type> types = newestTypes(row, row.fields.front().name);
      if (row.maxUlp && std::ranges::count(types, type) &&
          isForTarget(number++, GetParam()))
        add(dag, instancesOf(mnemonic, type, TypesOfSets::Most).front(),
            tensorDesc(type, {4099}));
    }
  auto jit = dag.compile(options());
  ASSERT_TRUE(jit.ok()) << jit.error().str();
  auto graph = dag.build();
  ASSERT_TRUE(graph.ok());
  auto emitted = fusedml::emit(*graph, fusedml::EmitKind::Object, options());
  ASSERT_TRUE(emitted.ok()) << emitted.error().str();
  AotKernel aot(*emitted, dag.inputCount(), dag.outputCount());
  ASSERT_TRUE(aot.ok()) << aot.messages();
  std::vector<RefTensor> wanted, results;
  ASSERT_TRUE(dag.runInto(wanted, *jit));
  ASSERT_TRUE(dag.runInto(results, aot.runner()));
  for (size_t i = 0; i < wanted.size(); ++i)
    EXPECT_TRUE(sameBits(wanted[i], results[i]))
        << dag.describe(dag.valueOf(i));
}

INSTANTIATE_TEST_SUITE_P(Targets, Aot, testing::ValuesIn(allTargets()),
                         targetName);

/// Chains, with and without memory between their operators.
TEST(AotGraphs, ChainsAndWorkspace) {
  for (Type type : {Type::Float32, Type::Float16})
    for (const std::string &cpu : allTargets())
      for (bool fuse : {true, false}) {
        if (!hostRuns(cpu))
          continue;
        Dag dag;
        for (const Layout &layout : layoutsFor(2)) {
          int a =
              dag.input("a" + layout.name, place(type, layout.ports[0], 67), 1);
          int b =
              dag.input("b" + layout.name, place(type, layout.ports[1], 67), 2);
          TensorDesc desc = place(type, layout.ports[2], 67);
          int product = dag.node("multiply", {}, std::vector{a, b}, desc);
          int shrunk =
              dag.node("activation_shrink",
                       floatAttributes({{"Bias", 0.5f}, {"Threshold", 1.0f}}),
                       std::vector{product}, desc);
          dag.output("y" + layout.name,
                     dag.node("divide", {}, std::vector{shrunk, b}, desc));
        }
        fusedml::CompileOptions options;
        options.target.cpu = cpu;
        options.fuse = fuse;
        EXPECT_TRUE(checkAot(dag, options))
            << cpu << " " << reference::name(type) << " fuse " << fuse;
      }
}

TEST(AotGraphs, ConstantsAndSequences) {
  Dag dag;
  TensorDesc desc = tensorDesc(Type::Float32, {5, 31});
  TensorDesc spread = tensorDesc(Type::Float32, {5, 31}, {0, 1});
  RefTensor row(Type::Float32, {31});
  fillMixed(row, 2);
  int x = dag.input("x", desc, 1);
  int c = dag.constant(row);
  RefAttributes fill;
  fill.scalarType = Type::Float32;
  fill.scalars["ValueStart"] = 0x3f800000;
  fill.scalars["ValueDelta"] = 0x3dcccccd;
  fill.sizes = desc.sizes;
  int sequence =
      dag.node("fill_value_sequence", fill, std::vector<int>{}, desc);
  int product = dag.node("multiply", {}, {{x, desc}, {c, spread}}, desc);
  dag.output("y", dag.node("add", {}, std::vector{product, sequence}, desc));
  for (const std::string &cpu : allTargets()) {
    fusedml::CompileOptions options;
    options.target.cpu = cpu;
    if (hostRuns(cpu))
      EXPECT_TRUE(checkAot(dag, options)) << cpu;
  }
}

#if defined(__x86_64__)
/// The entry sets the default floating-point environment and puts back what it
/// found.
TEST(AotGraphs, TheCallersEnvironment) {
  Dag dag;
  for (std::string_view mnemonic : allOperators()) {
    const auto &row = rowOf(mnemonic);
    Type first = newestTypes(row, row.fields.front().name).front();
    Instance instance = instancesOf(mnemonic, first, TypesOfSets::Most).front();
    add(dag, instance, tensorDesc(instance.output(), {1031}));
  }
  auto graph = dag.build();
  ASSERT_TRUE(graph.ok());
  auto emitted = fusedml::emit(*graph, fusedml::EmitKind::Object);
  ASSERT_TRUE(emitted.ok()) << emitted.error().str();
  AotKernel kernel(*emitted, dag.inputCount(), dag.outputCount());
  ASSERT_TRUE(kernel.ok()) << kernel.messages();
  for (unsigned control : {0x1f80u, 0x9fc0u, 0x7f80u, 0x3f80u, 0x0000u}) {
    SCOPED_TRACE(control);
    unsigned after = 0;
    EXPECT_TRUE(dag.checkRun([&](Dag::Bindings in, Dag::OutputBindings out) {
      unsigned before = _mm_getcsr();
      _mm_setcsr(control);
      fusedml::Status status = kernel.call(in, out);
      after = _mm_getcsr();
      _mm_setcsr(before);
      return status;
    }));
    // The sticky flags may be set, the control bits may not change.
    EXPECT_EQ(after & ~0x3fu, control & ~0x3fu);
  }
}
#endif

} // namespace
