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

class Aot : public testing::TestWithParam<OpCase> {
protected:
  void SetUp() override {
    if (!hostRuns(GetParam().cpu))
      GTEST_SKIP() << "this machine has no " << GetParam().cpu;
  }
};

/// Every layout and a length below, at and above every vector width, in one
/// object file.
TEST_P(Aot, EqualsTheReferenceAsTheJitDoes) {
  const auto &[mnemonic, type, cpu] = GetParam();
  size_t inputs = inputCount(rowOf(mnemonic));
  Dag dag;
  uint64_t seed = 1;
  for (const Layout &layout : layoutsFor(inputs))
    for (int64_t length : {1, 17, 1023}) {
      std::string name = layout.name + std::to_string(length);
      std::vector<int> operands;
      for (size_t i = 0; i < inputs; ++i)
        operands.push_back(dag.input(name + "in" + std::to_string(i),
                                     place(type, layout.ports[i], length),
                                     seed++));
      RefAttributes attributes = attributeSets(mnemonic, type).front();
      dag.output(name,
                 dag.node(mnemonic, attributes, operands,
                          place(outputType(mnemonic, type), layout.ports.back(),
                                length)),
                 movesBits(mnemonic, attributes) ? NaNs::Bits : NaNs::OneValue);
    }
  fusedml::CompileOptions options;
  options.target.cpu = cpu;
  EXPECT_TRUE(checkAot(dag, options));
}

INSTANTIATE_TEST_SUITE_P(Operators, Aot,
                         testing::ValuesIn(casesOf(exactOperators())),
                         caseName);

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

/// ELU is only bounded by the reference, so the two are compared.
TEST(AotGraphs, EluHasTheBitsOfTheJit) {
  for (Type type : {Type::Float32, Type::Float16})
    for (const std::string &cpu : allTargets()) {
      if (!hostRuns(cpu))
        continue;
      Dag dag;
      TensorDesc desc = tensorDesc(type, {20011});
      int x = dag.input("x", desc, 1);
      dag.output("y",
                 dag.node("activation_elu", floatAttributes({{"Alpha", 1.0f}}),
                          std::vector{x}, desc));
      fusedml::CompileOptions options;
      options.target.cpu = cpu;
      auto jit = dag.compile(options);
      ASSERT_TRUE(jit.ok()) << jit.error().str();
      auto graph = dag.build();
      ASSERT_TRUE(graph.ok());
      auto emitted = fusedml::emit(*graph, fusedml::EmitKind::Object, options);
      ASSERT_TRUE(emitted.ok()) << emitted.error().str();
      AotKernel aot(*emitted, 1, 1);
      ASSERT_TRUE(aot.ok()) << aot.messages();
      EXPECT_EQ(undefinedSymbols(aot.objectFile()), "");
      RefTensor in(type, {20011}), out(type, {20011});
      fillMixed(in, 1);
      ASSERT_TRUE(aot.call({{fusedml::Binding(in.data)}},
                           {{fusedml::OutputBinding(out.data)}})
                      .ok());
      EXPECT_TRUE(sameBits(dag.run(*jit), out)) << cpu;
    }
}

#if defined(__x86_64__)
/// The entry sets the default floating-point environment and puts back what it
/// found.
TEST(AotGraphs, TheCallersEnvironment) {
  Dag dag;
  TensorDesc desc = tensorDesc(Type::Float32, {1031});
  int a = dag.input("a", desc, 1), b = dag.input("b", desc, 2);
  dag.output("product", dag.node("multiply", {}, std::vector{a, b}, desc));
  dag.output("quotient", dag.node("divide", {}, std::vector{a, b}, desc));
  auto graph = dag.build();
  ASSERT_TRUE(graph.ok());
  auto emitted = fusedml::emit(*graph, fusedml::EmitKind::Object);
  ASSERT_TRUE(emitted.ok()) << emitted.error().str();
  AotKernel kernel(*emitted, 2, 2);
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
