//===- GraphFeaturesTest.cpp - edges, broadcasts, constants, ranks --------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Cases.h"
#include "tests/support/Dag.h"
#include "tests/support/Native.h"

#include <numeric>

using namespace support;
using reference::Type;

namespace {

/// Fused and unfused, on every target the host runs.
testing::AssertionResult onAllTargets(const Dag &dag) {
  for (const std::string &cpu : allTargets())
    for (bool fuse : {true, false}) {
      if (!hostRuns(cpu))
        continue;
      RunConfig config;
      config.compile.target.cpu = cpu;
      config.compile.fuse = fuse;
      if (auto same = dag.run(config); !same)
        return testing::AssertionFailure() << cpu << ": " << same.message();
    }
  return testing::AssertionSuccess();
}

testing::AssertionResult onAllTargets(const NativeDag &dag) {
  for (const std::string &cpu : allTargets())
    if (hostRuns(cpu))
      if (auto same = dag.check(cpu); !same)
        return testing::AssertionFailure() << cpu << ": " << same.message();
  return testing::AssertionSuccess();
}

const RefAttributes kShrink =
    floatAttributes({{"Bias", 0.5f}, {"Threshold", 1.0f}});

//===----------------------------------------------------------------------===//
// Edges whose ends differ
//===----------------------------------------------------------------------===//

/// y = second(view of first(a, b)), both results outputs.
Dag reinterpreting(TensorDesc result, TensorDesc view) {
  Dag dag;
  int a = dag.input("a", result, 1), b = dag.input("b", result, 2);
  int first = dag.node("multiply", {}, std::vector{a, b}, result);
  // The bits of computed NaNs are not promised, so no integer may see them.
  TensorDesc out = view;
  out.strides.clear();
  out.totalBytes = 0;
  int second = dag.node("add", {}, {{first, view}, {first, view}}, out);
  dag.output("first", first);
  dag.output("second", second);
  return dag;
}

TEST(Edges, OtherShape) {
  EXPECT_TRUE(
      onAllTargets(reinterpreting(tensorDesc(Type::Float32, {4, 6}),
                                  tensorDesc(Type::Float32, {2, 3, 4}))));
  EXPECT_TRUE(onAllTargets(reinterpreting(tensorDesc(Type::Int16, {35, 2}),
                                          tensorDesc(Type::Int16, {70}))));
}

TEST(Edges, OtherRankWithOnes) {
  EXPECT_TRUE(
      onAllTargets(reinterpreting(tensorDesc(Type::Float16, {1, 17, 1, 4}),
                                  tensorDesc(Type::Float16, {17, 4}))));
}

TEST(Edges, OtherIntegerType) {
  EXPECT_TRUE(onAllTargets(reinterpreting(tensorDesc(Type::UInt32, {33}),
                                          tensorDesc(Type::Int32, {33}))));
  EXPECT_TRUE(onAllTargets(reinterpreting(tensorDesc(Type::UInt32, {33}),
                                          tensorDesc(Type::UInt8, {132}))));
  EXPECT_TRUE(onAllTargets(reinterpreting(tensorDesc(Type::Int8, {8, 9}),
                                          tensorDesc(Type::Int64, {9}))));
}

TEST(Edges, IntegersAsFloats) {
  EXPECT_TRUE(onAllTargets(reinterpreting(tensorDesc(Type::Int32, {7, 31}),
                                          tensorDesc(Type::Float32, {217}))));
  EXPECT_TRUE(onAllTargets(reinterpreting(tensorDesc(Type::Int32, {7, 31}),
                                          tensorDesc(Type::Float16, {434}))));
}

TEST(Edges, Transposed) {
  EXPECT_TRUE(onAllTargets(
      reinterpreting(tensorDesc(Type::Float32, {5, 33}),
                     tensorDesc(Type::Float32, {33, 5}, {1, 33}))));
}

TEST(Edges, RepeatedByStrideZero) {
  EXPECT_TRUE(
      onAllTargets(reinterpreting(tensorDesc(Type::Float32, {24}),
                                  tensorDesc(Type::Float32, {5, 24}, {0, 1}))));
  EXPECT_TRUE(
      onAllTargets(reinterpreting(tensorDesc(Type::Float32, {24}),
                                  tensorDesc(Type::Float32, {24, 5}, {1, 0}))));
  EXPECT_TRUE(onAllTargets(
      reinterpreting(tensorDesc(Type::Float32, {2, 12}),
                     tensorDesc(Type::Float32, {3, 12, 2}, {0, 1, 12}))));
}

/// A window that moves over the value: elements are read more than once.
TEST(Edges, OverlappingWindows) {
  EXPECT_TRUE(
      onAllTargets(reinterpreting(tensorDesc(Type::Float32, {20}),
                                  tensorDesc(Type::Float32, {16, 5}, {1, 1}))));
}

/// A float and an integer reader of one value; DirectML never converts.
TEST(Edges, TwoViewsOfOneValue) {
  Dag dag;
  TensorDesc f32 = tensorDesc(Type::Float32, {3, 11});
  TensorDesc u32 = tensorDesc(Type::UInt32, {33});
  int x = dag.input("x", u32, 3);
  int copy = dag.node("identity", {}, std::vector{x}, u32);
  int asFloat = dag.node("activation_shrink", kShrink, {{copy, f32}}, f32);
  int asInt = dag.node("add", {}, {{copy, u32}, {x, u32}}, u32);
  dag.output("float", asFloat);
  dag.output("int", asInt);
  EXPECT_TRUE(onAllTargets(dag));
}

/// The input itself is seen in two shapes.
TEST(Edges, InputWithTwoViews) {
  Dag dag;
  TensorDesc rows = tensorDesc(Type::Float32, {4, 9});
  TensorDesc turned = tensorDesc(Type::Float32, {9, 4}, {1, 9});
  TensorDesc out = tensorDesc(Type::Float32, {9, 4});
  int x = dag.input("x", rows, 3);
  int shrunk = dag.node("activation_shrink", kShrink, {{x, rows}}, rows);
  int y = dag.node("multiply", {}, {{shrunk, turned}, {x, turned}}, out);
  dag.output("y", y);
  EXPECT_TRUE(onAllTargets(dag));
}

/// A strided intermediate: its reader sees it as it was written.
TEST(Edges, StridedIntermediate) {
  Dag dag;
  TensorDesc packed = tensorDesc(Type::Float32, {6, 17});
  TensorDesc padded = tensorDesc(Type::Float32, {6, 17}, {20, 1});
  TensorDesc turned = tensorDesc(Type::Float32, {6, 17}, {1, 6});
  int a = dag.input("a", packed, 3), b = dag.input("b", turned, 4);
  int product = dag.node("multiply", {}, std::vector{a, b}, padded);
  int shrunk =
      dag.node("activation_shrink", kShrink, {{product, padded}}, turned);
  dag.output(
      "y", dag.node("add", {}, {{shrunk, turned}, {product, padded}}, packed));
  EXPECT_TRUE(onAllTargets(dag));
}

//===----------------------------------------------------------------------===//
// Producers that vary along some dimensions only
//===----------------------------------------------------------------------===//

TEST(BroadcastProducers, Column) {
  for (auto [n, m] : {std::pair<int64_t, int64_t>{5, 33}, {33, 5}, {1, 7}}) {
    NativeDag dag;
    int column = dag.input("column", tensorDesc(Type::Float32, {n, 1}), 1);
    int matrix = dag.input("matrix", tensorDesc(Type::Float32, {n, m}), 2);
    int shrunk = dag.node("activation_shrink", kShrink, {column});
    int scaled = dag.node("multiply", {}, {shrunk, matrix});
    dag.output("y", dag.node("add", {}, {scaled, shrunk}));
    EXPECT_TRUE(onAllTargets(dag));
  }
}

TEST(BroadcastProducers, Row) {
  for (auto [n, m] : {std::pair<int64_t, int64_t>{5, 33}, {33, 5}, {7, 1}}) {
    NativeDag dag;
    int row = dag.input("row", tensorDesc(Type::Float16, {1, m}), 1);
    int matrix = dag.input("matrix", tensorDesc(Type::Float16, {n, m}), 2);
    int shrunk = dag.node("activation_shrink", kShrink, {row});
    int quotient = dag.node("divide", {}, {matrix, shrunk});
    dag.output("shrunk", shrunk);
    dag.output("y", dag.node("multiply", {}, {quotient, shrunk}));
    EXPECT_TRUE(onAllTargets(dag));
  }
}

TEST(BroadcastProducers, RowAndColumnAndScalar) {
  NativeDag dag;
  int row = dag.input("row", tensorDesc(Type::Int32, {33}), 1);
  int column = dag.input("column", tensorDesc(Type::Int32, {6, 1}), 2);
  int scalar = dag.input("scalar", tensorDesc(Type::Int32, {1}), 3);
  int cube = dag.input("cube", tensorDesc(Type::Int32, {2, 6, 33}), 4);
  int r = dag.node("multiply", {}, {row, scalar});
  int c = dag.node("activation_shrink", kShrink, {column});
  int s = dag.node("add", {}, {scalar, scalar});
  int outer = dag.node("multiply", {}, {r, c});
  int y = dag.node("divide", {}, {cube, outer});
  dag.output("y", dag.node("multiply", {}, {y, s}));
  dag.output("outer", outer);
  EXPECT_TRUE(onAllTargets(dag));
}

/// The same through a DirectML edge: a [N] producer read with strides [1, 0].
TEST(BroadcastProducers, ThroughAnEdge) {
  Dag dag;
  TensorDesc vector = tensorDesc(Type::Float32, {9});
  TensorDesc spread = tensorDesc(Type::Float32, {9, 40}, {1, 0});
  TensorDesc matrix = tensorDesc(Type::Float32, {9, 40});
  int v = dag.input("v", vector, 1), m = dag.input("m", matrix, 2);
  int shrunk = dag.node("activation_shrink", kShrink, {{v, vector}}, vector);
  dag.output("y",
             dag.node("multiply", {}, {{shrunk, spread}, {m, matrix}}, matrix));
  EXPECT_TRUE(onAllTargets(dag));
}

//===----------------------------------------------------------------------===//
// Outputs, siblings, diamonds
//===----------------------------------------------------------------------===//

TEST(Outputs, SeveralOfOneGroup) {
  NativeDag dag;
  int a = dag.input("a", tensorDesc(Type::Float32, {7, 33}), 1);
  int b = dag.input("b", tensorDesc(Type::Float32, {7, 33}), 2);
  int product = dag.node("multiply", {}, {a, b});
  int quotient = dag.node("divide", {}, {a, b});
  int shrunk = dag.node("activation_shrink", kShrink, {product});
  int infinite = dag.node("is_infinity", infinityMode("EITHER"), {product});
  dag.output("quotient", quotient, {40, 1});
  dag.output("product", product);
  dag.output("infinite", infinite, {1, 7});
  dag.output("y", dag.node("add", {}, {shrunk, quotient}));
  EXPECT_TRUE(onAllTargets(dag));
}

TEST(Outputs, OneValueTwice) {
  NativeDag dag;
  int a = dag.input("a", tensorDesc(Type::Float32, {7, 33}), 1);
  int y = dag.node("activation_shrink", kShrink, {a});
  dag.output("packed", y);
  dag.output("turned", y, {1, 7});
  dag.output("again", y);
  EXPECT_TRUE(onAllTargets(dag));
}

TEST(Outputs, OneInputAsBothOperands) {
  NativeDag dag;
  int a = dag.input("a", tensorDesc(Type::Float32, {257}), 1);
  dag.output("square", dag.node("multiply", {}, {a, a}));
  dag.output("one", dag.node("divide", {}, {a, a}));
  dag.output("double", dag.node("add", {}, {a, a}));
  EXPECT_TRUE(onAllTargets(dag));
}

TEST(Outputs, SiblingsOfDifferentShapes) {
  NativeDag dag;
  int a = dag.input("a", tensorDesc(Type::Float32, {3, 1, 17}), 1);
  int b = dag.input("b", tensorDesc(Type::Float32, {5, 1}), 2);
  int c = dag.input("c", tensorDesc(Type::Float32, {2, 3, 5, 17}), 3);
  dag.output("ab", dag.node("multiply", {}, {a, b}));
  dag.output("ac", dag.node("multiply", {}, {a, c}));
  dag.output("aa", dag.node("add", {}, {a, a}));
  EXPECT_TRUE(onAllTargets(dag));
}

/// A loop whose values have elements of one, two, four and eight bytes.
TEST(Outputs, TypesThatChangeWithinAGroup) {
  NativeDag dag;
  int a = dag.input("a", tensorDesc(Type::Float16, {7, 33}), 1);
  int b = dag.input("b", tensorDesc(Type::Float16, {1, 33}), 2);
  int less = dag.node("logical_less_than", to(Type::UInt32), {a, b});
  int isNaN = dag.node("is_nan", to(Type::UInt8), {a});
  int chosen = dag.node("if", {}, {isNaN, b, a});
  int wide = dag.node("cast", to(Type::Int64), {chosen});
  int count = dag.node("bit_count", to(Type::UInt32), {wide});
  int sum = dag.node("add", {}, {count, less});
  dag.output("chosen", chosen, {1, 7});
  dag.output("wide", wide);
  dag.output("sum", sum);
  dag.output("back", dag.node("cast", to(Type::Int8), {sum}), {40, 1});
  EXPECT_TRUE(onAllTargets(dag));
}

/// A function of a row or of a column is computed once for it.
TEST(BroadcastProducers, Functions) {
  NativeDag dag;
  int row = dag.input("row", tensorDesc(Type::Float32, {33}), 1);
  int column = dag.input("column", tensorDesc(Type::Float32, {6, 1}), 2);
  int exp = dag.node("exp", {}, {row});
  int tanh = dag.node("activation_tanh", {}, {column});
  dag.output("exp", exp);
  dag.output("tanh", tanh);
  dag.output("y", dag.node("multiply", {}, {exp, tanh}));
  EXPECT_TRUE(onAllTargets(dag));
}

TEST(Constants, BothOperandsAndChains) {
  for (Type type : {Type::Float32, Type::Float16, Type::UInt8, Type::Int64}) {
    SCOPED_TRACE(reference::name(type));
    Dag dag;
    TensorDesc desc = tensorDesc(type, {4, 9});
    RefTensor numbers(type, {4, 9}), row(type, {9});
    fillMixed(numbers, 1);
    fillMixed(row, 2);
    int x = dag.input("x", desc, 3);
    int c = dag.constant(numbers), r = dag.constant(row);
    TensorDesc spread = tensorDesc(type, {4, 9}, {0, 1});
    int y = dag.node("multiply", {}, {{x, desc}, {c, desc}}, desc);
    y = dag.node("divide", {}, {{r, spread}, {y, desc}}, desc);
    dag.output("y", y);
    // Of constants alone.
    dag.output("folded", dag.node("add", {}, {{c, desc}, {r, spread}}, desc));
    EXPECT_TRUE(onAllTargets(dag));
  }
}

TEST(InPlace, ThroughAChain) {
  Dag dag;
  TensorDesc desc = tensorDesc(Type::Float32, {1031});
  int a = dag.input("a", desc, 1), b = dag.input("b", desc, 2);
  int product = dag.node("multiply", {}, std::vector{a, b}, desc);
  int shrunk =
      dag.node("activation_shrink", kShrink, std::vector{product}, desc);
  dag.output("y",
             dag.node("activation_shrink", kShrink, std::vector{shrunk}, desc));
  for (bool fuse : {true, false}) {
    fusedml::CompileOptions options;
    options.fuse = fuse;
    auto kernel = dag.compile(options);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    for (size_t input : {0, 1}) {
      EXPECT_TRUE(kernel->mayAlias(0, input));
      RunConfig config;
      config.inPlace = {{0, input}};
      config.threads = 4;
      EXPECT_TRUE(dag.check(*kernel, config)) << "input " << input;
    }
  }
}

/// The input is read again after the first operator wrote: whether or not
/// in-place is offered, an offer must hold.
TEST(InPlace, InputReadLate) {
  Dag dag;
  TensorDesc desc = tensorDesc(Type::Float32, {1031});
  int a = dag.input("a", desc, 1), b = dag.input("b", desc, 2);
  int product = dag.node("multiply", {}, std::vector{a, b}, desc);
  int sum = dag.node("add", {}, std::vector{product, a}, desc);
  int last = dag.node("divide", {}, std::vector{sum, a}, desc);
  dag.output("product", product);
  dag.output("last", last);
  for (bool fuse : {true, false}) {
    fusedml::CompileOptions options;
    options.fuse = fuse;
    auto kernel = dag.compile(options);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    for (size_t output : {0, 1})
      for (size_t input : {0, 1}) {
        RunConfig config;
        config.inPlace = {{output, input}};
        auto result = dag.check(*kernel, config);
        EXPECT_EQ(static_cast<bool>(result), kernel->mayAlias(output, input))
            << result.message();
      }
  }
}

/// One input as both operands: there is no other input to choose instead.
TEST(InPlace, SquareOfTheInput) {
  for (std::string_view mnemonic : {"multiply", "divide", "add"}) {
    SCOPED_TRACE(mnemonic);
    Dag dag;
    TensorDesc desc = tensorDesc(Type::Float32, {67});
    int a = dag.input("a", desc, 1);
    dag.output("y", dag.node(mnemonic, {}, std::vector{a, a}, desc));
    auto kernel = dag.compile();
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    EXPECT_TRUE(kernel->mayAlias(0, 0));
    RunConfig config;
    config.inPlace = {{0, 0}};
    EXPECT_TRUE(dag.check(*kernel, config));
  }
}

//===----------------------------------------------------------------------===//
// Ranks and empty tensors
//===----------------------------------------------------------------------===//

TEST(Ranks, EightThatDoNotCollapse) {
  std::vector<int64_t> sizes = {2, 3, 1, 2, 3, 2, 2, 5};
  for (Type type : {Type::Float32, Type::Int8}) {
    std::vector<int64_t> padded(8), repeated(8), reversed(8), packed(8);
    int64_t next = 1, plain = 1;
    for (size_t dim = 8; dim-- > 0;) {
      padded[dim] = next;
      next = next * sizes[dim] + 1;
      packed[dim] = plain;
      repeated[dim] = dim % 2 ? plain : 0;
      plain *= sizes[dim];
    }
    next = 1;
    for (size_t dim = 0; dim < 8; ++dim) {
      reversed[dim] = next;
      next *= sizes[dim];
    }
    for (auto &[a, b, y] : {std::tuple(padded, repeated, packed),
                            {reversed, padded, padded},
                            {repeated, repeated, reversed}}) {
      Dag dag;
      int x = dag.input("a", tensorDesc(type, sizes, a), 1);
      int w = dag.input("b", tensorDesc(type, sizes, b), 2);
      TensorDesc result = tensorDesc(type, sizes, y);
      int product = dag.node("multiply", {}, std::vector{x, w}, result);
      dag.output("y", dag.node("activation_shrink", kShrink,
                               std::vector{product}, result));
      EXPECT_TRUE(onAllTargets(dag));
    }
  }
}

TEST(EmptyTensors, NothingIsTouched) {
  for (std::vector<int64_t> sizes :
       {std::vector<int64_t>{0}, {2, 0, 3}, {0, 0}, {5, 0}}) {
    SCOPED_TRACE(fusedml::formatList(sizes));
    fusedml::Graph graph("empty");
    fusedml::Tensor a = graph.input("a", DataType::Float32, sizes);
    fusedml::Tensor b = graph.input("b", DataType::Float32, sizes);
    graph.output("y", fusedml::activationShrink(a * b));
    ASSERT_TRUE(graph.status().ok()) << graph.status().str();
    for (bool fuse : {true, false}) {
      fusedml::CompileOptions options;
      options.fuse = fuse;
      auto kernel = fusedml::compile(graph, options);
      ASSERT_TRUE(kernel.ok()) << kernel.error().str();
      fusedml::Binding none;
      EXPECT_TRUE(kernel->run({none, none}, {fusedml::OutputBinding()}).ok());
      float untouched = 7;
      fusedml::OutputBinding some(&untouched, 0);
      EXPECT_TRUE(kernel->run({some, some}, {some}).ok());
      EXPECT_EQ(untouched, 7);
    }
  }
}

TEST(EmptyTensors, BesideOthers) {
  fusedml::Graph graph("empty");
  fusedml::Tensor a = graph.input("a", DataType::Float32, {0, 4});
  fusedml::Tensor row = graph.input("row", DataType::Float32, {1, 4});
  graph.output("none", a * row);
  graph.output("some", row + row);
  auto kernel = fusedml::compile(graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  std::vector<float> in = {1, 2, 3, 4}, out(4);
  fusedml::Status status =
      kernel->run({fusedml::Binding(), in}, {fusedml::OutputBinding(), out});
  ASSERT_TRUE(status.ok()) << status.str();
  EXPECT_EQ(out, (std::vector<float>{2, 4, 6, 8}));
}

/// Add1 and the others whose optional field is left out.
TEST(OptionalFields, LeftOut) {
  Dag dag;
  TensorDesc desc = tensorDesc(Type::Float32, {33});
  int a = dag.input("a", desc, 1), b = dag.input("b", desc, 2);
  int sum = dag.node("add1", {}, std::vector{a, b}, desc);
  int copy = dag.node("identity", {}, std::vector{sum}, desc);
  dag.output("y", dag.node("clip", floatAttributes({{"Min", 0}, {"Max", 6}}),
                           std::vector{copy}, desc));
  EXPECT_TRUE(onAllTargets(dag));
}

/// One graph compiled twice from the same object, and kernels that outlive the
/// graph.
TEST(Lifetime, KernelOutlivesItsGraph) {
  fusedml::Kernel kernel;
  {
    fusedml::Graph graph("short");
    fusedml::Tensor a = graph.input("a", DataType::Float32, {3});
    graph.output("y", a * a);
    auto compiled = fusedml::compile(graph);
    ASSERT_TRUE(compiled.ok()) << compiled.error().str();
    kernel = *compiled;
  }
  fusedml::Kernel copy = kernel;
  kernel = {};
  std::vector<float> in = {1, 2, 3}, out(3);
  ASSERT_TRUE(copy.run({in}, {out}).ok());
  EXPECT_EQ(out, (std::vector<float>{1, 4, 9}));
}

//===----------------------------------------------------------------------===//
// Native strides
//===----------------------------------------------------------------------===//

TEST(NativeStrides, InputsAndOutputs) {
  NativeDag dag;
  int a = dag.input("a", tensorDesc(Type::Float32, {5, 33}, {40, 1}), 1);
  int b = dag.input("b", tensorDesc(Type::Float32, {5, 33}, {0, 1}), 2);
  int c = dag.input("c", tensorDesc(Type::Float32, {33}, {3}), 3);
  int product = dag.node("multiply", {}, {a, b});
  dag.output("y", dag.node("add", {}, {product, c}), {1, 5});
  dag.output("z", product, {64, 1});
  EXPECT_TRUE(onAllTargets(dag));
}

TEST(NativeStrides, OutputElementsMustHaveTheirOwnAddress) {
  fusedml::Graph graph("overlap");
  fusedml::Tensor a = graph.input("a", DataType::Float32, {5, 33});
  graph.output("y", a * a, {0, 1});
  EXPECT_FALSE(graph.status().ok());
}

} // namespace
