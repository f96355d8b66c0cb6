//===- GraphApiTest.cpp - what the graph API adds to operators ------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "front/kernels/KernelStore.h"
#include "front/kernels/Shipped.h"
#include "tests/support/Native.h"
#include "tests/support/Targets.h"
#include "tests/support/Values.h"

#include <gmock/gmock.h>

#include <cstdlib>

using namespace support;
using namespace fusedml;
using testing::HasSubstr;
using testing::Not;

namespace {

constexpr auto kFloat32 = DataType::Float32;

//===----------------------------------------------------------------------===//
// Numbers beside signs
//===----------------------------------------------------------------------===//

struct Sign {
  const char *mnemonic;
  Tensor (*tensorFirst)(const Tensor &, ScalarValue);
  Tensor (*numberFirst)(ScalarValue, const Tensor &);
  Tensor (*assigned)(Tensor, ScalarValue);
};

#define SIGN(mnemonic, sign)                                                   \
  {mnemonic, [](const Tensor &x, ScalarValue n) { return x sign n; },          \
   [](ScalarValue n, const Tensor &x) { return n sign x; },                    \
   [](Tensor x, ScalarValue n) { return x sign## = n; }}
constexpr Sign kSigns[] = {SIGN("add", +), SIGN("subtract", -),
                           SIGN("multiply", *), SIGN("divide", /)};
#undef SIGN

struct Number {
  ScalarValue value;
  uint64_t bits;
};

/// Numbers for a tensor of `type`, and the elements they have to become.
std::vector<Number> numbersOf(reference::Type type) {
  std::vector<Number> result;
  if (reference::isFloat(type)) {
    RefTensor one(type, {1});
    for (double value : {0.0, -0.0, 1.0, -1.0, 2.0, 3.0, -0.1, 1.0 / 3, 1e-7,
                         1e5, 1e39, HUGE_VAL, std::nan("")}) {
      one.setValue(0, value);
      result.push_back({value, one.bits(0)});
    }
    return result;
  }
  unsigned width = reference::elementBits(type);
  uint64_t mask = ~uint64_t{0} >> (64 - width);
  for (int64_t value : {0, 1, -1, 2, 3, -7, 10, 100, 127, -128})
    result.push_back({value, static_cast<uint64_t>(value) & mask});
  result.push_back({3.0, 3});
  result.push_back({-3.0, static_cast<uint64_t>(-3) & mask});
  if (reference::isSigned(type)) {
    uint64_t least = uint64_t{1} << (width - 1);
    result.push_back(
        {static_cast<int64_t>(~(least - 1)), least}); // Sign-extended.
    result.push_back({least - 1, least - 1});
  } else {
    result.push_back({mask, mask});
  }
  return result;
}

/// Runs a graph of one input and compares its outputs.
testing::AssertionResult
gives(const Kernel &kernel, const RefTensor &x,
      const std::vector<std::pair<std::string, RefTensor>> &wanted) {
  std::vector<RefTensor> results;
  std::vector<OutputBinding> outputs;
  results.reserve(wanted.size());
  outputs.reserve(wanted.size());
  for (const auto &[what, value] : wanted)
    results.emplace_back(value.type, value.sizes);
  for (RefTensor &result : results)
    outputs.emplace_back(result.data.data(), result.data.size());
  Binding input(x.data.data(), x.data.size());
  if (Status status = kernel.run({&input, 1}, outputs); !status)
    return testing::AssertionFailure() << status.str();
  for (size_t i = 0; i < wanted.size(); ++i)
    if (auto same =
            sameBits(wanted[i].second, results[i], NaNs::OneValue, {&x, 1});
        !same)
      return testing::AssertionFailure()
             << wanted[i].first << ": " << same.message();
  return testing::AssertionSuccess();
}

/// `graph` as it begins, when its code is there, and unfused on a CPU level
/// that `number` chooses: what a number becomes does not depend on it.
testing::AssertionResult
givesEverywhere(const Graph &graph, const RefTensor &x,
                const std::vector<std::pair<std::string, RefTensor>> &wanted,
                size_t number) {
  CompileReport report;
  kernels::KernelStore::ofProcess().clear(); // Other graphs have these kernels.
  auto kernel = compile(graph, {}, &report);
  if (!kernel)
    return testing::AssertionFailure() << kernel.error().str();
  if (report.source != CodeSource::Shipped &&
      report.source != CodeSource::Disk &&
      kernels::Shipped::ofProcess().refusal().empty())
    return testing::AssertionFailure()
           << "does not begin before it is compiled";
  auto atFirst = gives(*kernel, x, wanted);
  if (!atFirst)
    return testing::AssertionFailure() << "at first: " << atFirst.message();
  if (Status status = kernel->wait(); !status)
    return testing::AssertionFailure() << status.str();
  if (auto fused = gives(*kernel, x, wanted); !fused)
    return testing::AssertionFailure() << "fused: " << fused.message();
  std::vector<std::string> targets = hostTargets();
  CompileOptions options;
  options.fuse = false;
  options.target.cpu = targets[number % targets.size()];
  kernel = compile(graph, options);
  if (!kernel)
    return testing::AssertionFailure() << kernel.error().str();
  if (auto unfused = gives(*kernel, x, wanted); !unfused)
    return testing::AssertionFailure()
           << options.target.cpu << " unfused: " << unfused.message();
  return testing::AssertionSuccess();
}

class NumbersBesideSigns
    : public testing::TestWithParam<std::tuple<Sign, reference::Type>> {};

TEST_P(NumbersBesideSigns, GiveTheOperatorsBits) {
  const auto &[sign, type] = GetParam();
  RefTensor x(type, {127});
  fillMixed(x, 7);
  Graph graph("numbers");
  Tensor input = graph.input("x", toDataType(type), x.sizes);
  std::vector<std::pair<std::string, RefTensor>> wanted;
  std::vector<Number> numbers = numbersOf(type);
  for (size_t i = 0; i < numbers.size(); ++i) {
    RefTensor number(type, x.sizes);
    for (int64_t at = 0; at < number.elementCount(); ++at)
      number.setBits(at, numbers[i].bits);
    RefTensor left = reference::evaluate(sign.mnemonic, {}, {{x, number}});
    RefTensor right = reference::evaluate(sign.mnemonic, {}, {{number, x}});
    std::string name = std::to_string(i);
    graph.output("x" + name, sign.tensorFirst(input, numbers[i].value));
    wanted.emplace_back("x and number " + name, left);
    graph.output(name + "x", sign.numberFirst(numbers[i].value, input));
    wanted.emplace_back("number " + name + " and x", right);
    graph.output("=" + name, sign.assigned(input, numbers[i].value));
    wanted.emplace_back("x assigned " + name, std::move(left));
  }
  ASSERT_TRUE(graph.status().ok()) << graph.status().str();
  EXPECT_TRUE(givesEverywhere(graph, x, wanted,
                              static_cast<size_t>(type) +
                                  std::string_view(sign.mnemonic).size()));
}

std::vector<std::tuple<Sign, reference::Type>> signsAndTypes() {
  std::vector<std::tuple<Sign, reference::Type>> result;
  for (const Sign &sign : kSigns)
    for (reference::Type type : newestTypes(rowOf(sign.mnemonic), "ATensor"))
      result.emplace_back(sign, type);
  return result;
}

std::string
nameOf(const testing::TestParamInfo<NumbersBesideSigns::ParamType> &test) {
  const auto &[sign, type] = test.param;
  return sign.mnemonic + std::string("_") + std::string(reference::name(type));
}

INSTANTIATE_TEST_SUITE_P(GraphApi, NumbersBesideSigns,
                         testing::ValuesIn(signsAndTypes()), nameOf);

TEST(GraphApi, UnaryMinusNegates) {
  for (reference::Type type : newestTypes(rowOf("negate"), "InputTensor")) {
    RefTensor x(type, {127});
    fillMixed(x, 3);
    Graph graph("minus");
    graph.output("y", -graph.input("x", toDataType(type), x.sizes));
    SCOPED_TRACE(reference::name(type));
    const RefTensor wanted = reference::evaluate("negate", {}, {{x}});
    EXPECT_TRUE(
        givesEverywhere(graph, x, {{"-x", wanted}}, static_cast<size_t>(type)));
  }
}

/// One number beside tensors of two sizes is no tensor in memory.
TEST(GraphApi, NumbersTakeNoMemory) {
  Graph graph("numbers");
  Tensor x = graph.input("x", kFloat32, {9, 33});
  Tensor column = graph.input("column", kFloat32, {9, 1});
  graph.output("y", 2 * x + 2 * column);
  graph.output("z", column * 2);
  auto explained = explain(graph);
  ASSERT_TRUE(explained.ok()) << explained.error().str();
  EXPECT_THAT(explained->report, Not(HasSubstr("fill_value_constant")));
  EXPECT_THAT(explained->report, HasSubstr("multiply, add (2 inputs"));
  EXPECT_EQ(explained->stage, explained->after);

  std::vector<float> a(9 * 33), b(9), y(9 * 33), z(9);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<float>(i) / 7;
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = static_cast<float>(i) - 0.3f;
  auto kernel = compile(graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  ASSERT_TRUE(kernel->run({a, b}, {y, z}).ok());
  for (size_t i = 0; i < a.size(); ++i)
    EXPECT_EQ(y[i], 2 * a[i] + 2 * b[i / 33]) << i;
  for (size_t i = 0; i < b.size(); ++i)
    EXPECT_EQ(z[i], b[i] * 2) << i;
}

//===----------------------------------------------------------------------===//
// Broadcasting, several outputs, in place
//===----------------------------------------------------------------------===//

TEST(GraphApi, SeveralBroadcastOutputsOfEveryType) {
  for (reference::Type type : newestTypes(rowOf("add"), "ATensor")) {
    NativeDag dag;
    int x = dag.input("x", tensorDesc(type, {5, 1, 33}), 1);
    int plane = dag.input("plane", tensorDesc(type, {3, 1}), 2);
    int same = dag.input("same", tensorDesc(type, {5, 3, 33}), 3);
    int one = dag.input("one", tensorDesc(type, {1}), 4);
    int sum = dag.node("add", {}, {x, plane});
    int product = dag.node("multiply", {}, {sum, same});
    int quotient = dag.node("divide", {}, {one, product});
    dag.output("sum", sum);
    dag.output("product", product, {200, 40, 1});
    dag.output("quotient", quotient);
    dag.output("again", sum);
    EXPECT_TRUE(dag.check()) << reference::name(type);
  }
}

TEST(GraphApi, InPlaceOfAnyElementType) {
  for (reference::Type type : newestTypes(rowOf("multiply"), "ATensor")) {
    RefTensor x(type, {4, 37});
    fillMixed(x, 5);
    Graph graph("in_place");
    Tensor y = graph.input("x", toDataType(type), x.sizes);
    y *= 3;
    y += 1;
    graph.output("y", y);
    auto kernel = compile(graph);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    ASSERT_TRUE(kernel->mayAlias(0, 0));
    RefTensor three(type, x.sizes), one(type, x.sizes);
    for (int64_t i = 0; i < x.elementCount(); ++i) {
      three.setValue(i, 3);
      one.setValue(i, 1);
    }
    RefTensor product = reference::evaluate("multiply", {}, {{x, three}});
    RefTensor wanted = reference::evaluate("add", {}, {{product, one}});
    RefTensor memory = x;
    OutputBinding both(memory.data.data(), memory.data.size());
    ASSERT_TRUE(kernel->run({both}, {both}).ok());
    EXPECT_TRUE(sameBits(wanted, memory, NaNs::OneValue, {&x, 1}));
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

Graph attention(bool named) {
  Graph graph("attention");
  Tensor q = graph.input("q", kFloat32, {61, 67}),
         k = graph.input("k", kFloat32, {67});
  Tensor scores = q * k / 8, gate = activationSigmoid(scores);
  if (named) {
    scores.named("scores");
    gate.named("gate");
  }
  graph.output("y", gate);
  return graph;
}

TEST(GraphApi, NamesAreInTheReport) {
  auto explained = explain(attention(true));
  ASSERT_TRUE(explained.ok()) << explained.error().str();
  EXPECT_THAT(
      explained->report,
      HasSubstr("multiply, divide 'scores', activation_sigmoid 'gate'"));
  EXPECT_THAT(explained->dot, HasSubstr("divide 'scores'"));
}

TEST(GraphApi, NamesStayOnOneLine) {
  Graph graph("lines");
  Tensor x = graph.input("x", kFloat32, {3});
  graph.output("y", abs(x).named("a\nb \"\xc3\xa9\""));
  auto explained = explain(graph);
  ASSERT_TRUE(explained.ok()) << explained.error().str();
  EXPECT_THAT(explained->report, HasSubstr("abs 'a\\x0ab \"\xc3\xa9\"' (1 "));
  EXPECT_THAT(explained->dot, HasSubstr("abs 'a\\\\x0ab \\\"\xc3\xa9\\\"'"));
}

TEST(GraphApi, NamesDoNotChangeTheCode) {
  auto first = compile(attention(false));
  ASSERT_TRUE(first.ok()) << first.error().str();
  ASSERT_TRUE(first->wait().ok());
  CompileReport report;
  ASSERT_TRUE(compile(attention(true), {}, &report).ok());
  EXPECT_EQ(report.source, CodeSource::Memory);
}

//===----------------------------------------------------------------------===//
// Halves and mistakes
//===----------------------------------------------------------------------===//

Expected<Kernel> twice(DataType type) {
  Graph graph("twice");
  graph.output("y", graph.input("x", type, {2, 3}) * 2);
  return compile(graph);
}

#ifdef __FLT16_MANT_DIG__
TEST(GraphApi, HalvesHaveAType) {
  auto kernel = twice(DataType::Float16);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  std::vector<_Float16> x = {1, 2, -3, 0, 4, 5}, y(6);
  ASSERT_TRUE(kernel->run({x}, {y}).ok());
  EXPECT_EQ(y, (std::vector<_Float16>{2, 4, -6, 0, 8, 10}));
  std::vector<uint16_t> bits(6);
  ASSERT_TRUE(kernel->run({x}, {bits}).ok());
  EXPECT_EQ(bits[2], floatToHalf(-6));

  auto wide = twice(kFloat32);
  ASSERT_TRUE(wide.ok()) << wide.error().str();
  std::vector<float> z(6);
  EXPECT_EQ(wide->run({x}, {z}).str(),
            "error: graph 'twice': input 'x' (0): the bound elements are "
            "FLOAT16, the "
            "tensor is FLOAT32 [2,3]\n"
            "note: bind FLOAT32 elements, or an address and a size to bind raw "
            "memory");
}
#endif

TEST(GraphApi, MistakesOfACall) {
  auto kernel = twice(kFloat32);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  std::vector<float> x(6), y(6), few(5);
  EXPECT_EQ(kernel->run({x, x}, {y}).str(),
            "error: graph 'twice': expected 1 input, found 2\n"
            "note: bind one buffer for each input, in the order of "
            "Kernel::inputs()");
  EXPECT_EQ(
      kernel->run({x}, {few}).str(),
      "error: graph 'twice': output 'y' (0): 20 bytes are bound, FLOAT32 [2,3] "
      "needs 24\n"
      "note: bind 4 more bytes");
  EXPECT_EQ(Kernel().run({x}, {y}).error().code, ErrorCode::InvalidArgument);
}

TEST(GraphApi, MistakesOfAGraphAreThoseOfCompile) {
  Graph graph("wrong");
  Tensor x = graph.input("x", kFloat32, {2});
  graph.output("y", (x * graph.input("n", DataType::Int8, {2})).named("mixed"));
  auto kernel = compile(graph);
  ASSERT_FALSE(kernel.ok());
  const Diagnostic &error = kernel.error();
  EXPECT_EQ(error.code, ErrorCode::InvalidArgument);
  EXPECT_EQ(error.op, "multiply");
  EXPECT_EQ(error.field, "BTensor.DataType");
  EXPECT_EQ(error.rule, "same-types");
  EXPECT_EQ(error.context, "node 'mixed' (0)");
  EXPECT_THAT(error.mend, HasSubstr("cast(BTensor, DataType::Float32)"));

  auto empty = compile(Graph("empty"));
  ASSERT_FALSE(empty.ok());
  EXPECT_THAT(empty.error().str(), HasSubstr("has no output"));
}

} // namespace
