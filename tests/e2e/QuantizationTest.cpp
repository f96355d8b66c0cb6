//===- QuantizationTest.cpp - scales, zero points, 4-bit elements ---------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What operators of quantized values have of their own: tensors that are left
// out, that have one element for all or one for each block, and elements of
// which two share a byte.
//
//===----------------------------------------------------------------------===//

#include "tests/support/Cases.h"
#include "tests/support/Dag.h"
#include "tests/support/Native.h"

#include <array>

using namespace support;
using reference::Type;

namespace {

/// On every target the host runs; chains unfused, too.
testing::AssertionResult onAllTargets(const TestGraph &graph,
                                      bool isChain = false) {
  for (const std::string &cpu : allTargets())
    for (bool fuse : {true, false}) {
      if (!hostRuns(cpu) || (!fuse && !isChain))
        continue;
      RunConfig config;
      config.compile.target.cpu = cpu;
      config.compile.fuse = fuse;
      if (auto same = graph.run(config); !same)
        return testing::AssertionFailure() << cpu << ": " << same.message();
    }
  return testing::AssertionSuccess();
}

std::string typeName(const testing::TestParamInfo<Type> &info) {
  return std::string(reference::name(info.param));
}

constexpr Type kBytesAndNibbles[] = {Type::Int8, Type::UInt8, Type::Int4,
                                     Type::UInt4};

//===----------------------------------------------------------------------===//
// Tensors that are left out
//===----------------------------------------------------------------------===//

TEST(ZeroPoints, LeftOutOfQuantizeLinear) {
  Dag dag;
  for (Type in : {Type::Float32, Type::Float16, Type::Int32})
    for (Type out : {Type::Int8, Type::UInt8}) {
      std::string name = std::to_string(dag.outputCount());
      Type scaleType = in == Type::Float16 ? in : Type::Float32;
      int x = dag.input("x" + name, tensorDesc(in, {5, 67}), 1);
      int scale =
          dag.input("scale" + name, tensorDesc(scaleType, {5, 67}, {1, 0}), 2);
      dag.output("y" + name, dag.node("quantize_linear", to(out), {x, scale}));
    }
  EXPECT_TRUE(onAllTargets(dag));
}

TEST(ZeroPoints, LeftOutOfDequantizeLinear) {
  Dag dag;
  for (Type in : newestTypes(rowOf("dequantize_linear"), "InputTensor"))
    for (Type out : {Type::Float32, Type::Float16}) {
      std::string name = std::to_string(dag.outputCount());
      int x = dag.input("x" + name, tensorDesc(in, {5, 67}), 1);
      int scale =
          dag.input("scale" + name, tensorDesc(out, {5, 67}, {0, 1}), 2);
      dag.output("y" + name,
                 dag.node("dequantize_linear", to(out), {x, scale}));
    }
  EXPECT_TRUE(onAllTargets(dag));
}

/// Any of the three may be.
TEST(ZeroPoints, LeftOutOfQuantizedLinearAdd) {
  Dag dag;
  for (unsigned present = 0; present < 8; ++present) {
    std::string name = std::to_string(present);
    auto input = [&](const char *port, Type type, TensorDesc desc) {
      desc.type = toDataType(type);
      return dag.input(port + name, desc, dag.inputCount() + 1);
    };
    // Scales of ordinary size, so that zero points count.
    auto scale = [&](const char *port, double value) {
      return dag.input(port + name, tensorDesc(Type::Float32, {1, 1}),
                       RefTensor::of(Type::Float32, std::vector{value}));
    };
    TensorDesc whole = tensorDesc(Type::Int8, {3, 41});
    TensorDesc one = tensorDesc(Type::Int8, {1, 1});
    auto zero = [&](const char *port, unsigned bit, Type type) {
      return present & bit ? input(port, type, one) : Dag::kAbsent;
    };
    std::vector<int> operands = {
        input("a", Type::Int8, whole), scale("aScale", 0.75),
        zero("aZero", 1, Type::Int8),  input("b", Type::UInt8, whole),
        scale("bScale", 0.1),          zero("bZero", 2, Type::UInt8),
        scale("yScale", 0.3),          zero("yZero", 4, Type::UInt8)};
    dag.output("y" + name,
               dag.node("quantized_linear_add", to(Type::UInt8), operands));
  }
  EXPECT_TRUE(onAllTargets(dag));
}

//===----------------------------------------------------------------------===//
// One value for all, for each element, for each block
//===----------------------------------------------------------------------===//

class Blocks : public testing::TestWithParam<Type> {
protected:
  Type narrow() const { return GetParam(); }

  /// Sizes of scale and zero point that go with 4 x 12 elements.
  static std::vector<std::vector<int64_t>> shapes() {
    return {{1, 1}, {4, 1}, {1, 12}, {4, 12}, {2, 1}, {2, 12},
            {4, 3}, {1, 6}, {2, 6},  {2, 4},  {4, 4}, {1, 2}};
  }

  /// Views are the same on all; each type has another one.
  testing::AssertionResult onOneTarget(const Dag &dag) const {
    std::vector<std::string> targets = hostTargets();
    RunConfig config;
    config.compile.target.cpu =
        targets[static_cast<size_t>(narrow()) % targets.size()];
    return dag.run(config);
  }

  /// QUANTIZE, or DEQUANTIZE, of padded tensors; `zeroSizes` is empty without
  /// zero point.
  void add(Dag &dag, bool quantize, Type wide,
           const std::vector<int64_t> &scaleSizes,
           const std::vector<int64_t> &zeroSizes) {
    std::string name = std::to_string(dag.outputCount());
    auto padded = [](Type type, const std::vector<int64_t> &sizes) {
      return tensorDesc(type, sizes, {sizes[1] + 1, 1});
    };
    uint64_t seed = dag.inputCount() + 1;
    Type from = quantize ? wide : narrow(), into = quantize ? narrow() : wide;
    std::vector<int> operands = {
        dag.input("x" + name, padded(from, {4, 12}), seed),
        dag.input("scale" + name, padded(wide, scaleSizes), seed + 1)};
    if (!zeroSizes.empty())
      operands.push_back(
          dag.input("zero" + name, padded(narrow(), zeroSizes), seed + 2));
    dag.output("y" + name, dag.node(quantize ? "quantize" : "dequantize",
                                    to(into), operands, padded(into, {4, 12})));
  }
};

TEST_P(Blocks, OfScaleAndZeroPointAlike) {
  Dag dag;
  for (bool quantize : {true, false})
    for (Type wide : {Type::Float32, Type::Float16})
      for (const std::vector<int64_t> &sizes : shapes())
        add(dag, quantize, wide, sizes, sizes);
  EXPECT_TRUE(onOneTarget(dag));
}

TEST_P(Blocks, OfOneOfThem) {
  Dag dag;
  for (bool quantize : {true, false})
    for (const std::vector<int64_t> &sizes : shapes()) {
      add(dag, quantize, Type::Float32, sizes, {});
      add(dag, quantize, Type::Float16, sizes, {4, 12});
      add(dag, quantize, Type::Float32, {1, 1}, sizes);
    }
  EXPECT_TRUE(onOneTarget(dag));
}

/// One tensor may have blocks where the other has one value.
TEST_P(Blocks, OfDifferentDimensions) {
  for (bool quantize : {true, false}) {
    Dag dag;
    for (const auto &[scale, zero] :
         {std::pair<std::vector<int64_t>, std::vector<int64_t>>{{4, 1}, {1, 6}},
          {{1, 3}, {2, 1}},
          {{2, 12}, {2, 4}}})
      add(dag, quantize, Type::Float32, scale, zero);
    EXPECT_TRUE(onAllTargets(dag)) << (quantize ? "quantize" : "dequantize");
  }
}

INSTANTIATE_TEST_SUITE_P(Types, Blocks, testing::ValuesIn(kBytesAndNibbles),
                         typeName);

/// In the graph API tensors of fewer dimensions get leading ones.
TEST(Blocks, OfFewerDimensions) {
  NativeDag dag;
  int x = dag.input("x", tensorDesc(Type::Int4, {2, 3, 8}), 1);
  int one = dag.input("one", tensorDesc(Type::Float32, {1}), 2);
  int perBlock = dag.input("perBlock", tensorDesc(Type::Float32, {3, 2}), 3);
  int zero = dag.input("zero", tensorDesc(Type::Int4, {8}), 4);
  dag.output("a", dag.node("dequantize", to(Type::Float32), {x, one}));
  dag.output("b",
             dag.node("dequantize", to(Type::Float32), {x, perBlock, zero}));
  EXPECT_TRUE(dag.get().status().ok()) << dag.get().status().str();
  EXPECT_TRUE(onAllTargets(dag));
}

/// Packed constants, whose blocks are views of them.
TEST(Blocks, OfConstants) {
  for (Type narrow : kBytesAndNibbles) {
    SCOPED_TRACE(reference::name(narrow));
    Dag dag;
    RefTensor scale(Type::Float32, {3, 5}), zero(narrow, {3, 5});
    fillMixed(scale, 1);
    fillMixed(zero, 2);
    int x = dag.input("x", tensorDesc(narrow, {9, 15}), 3);
    int scales = dag.constant(scale), zeros = dag.constant(zero);
    dag.output("y",
               dag.node("dequantize", to(Type::Float32), {x, scales, zeros}));
    EXPECT_TRUE(onAllTargets(dag));
  }
}

//===----------------------------------------------------------------------===//
// Elements of 4 bits
//===----------------------------------------------------------------------===//

class Nibbles : public testing::TestWithParam<Type> {
protected:
  Type type() const { return GetParam(); }

  /// QUANTIZE to the type and DEQUANTIZE from it with these layouts of its
  /// elements.
  void add(Dag &dag, const TensorDesc &nibbles,
           const std::vector<int64_t> &strides) {
    std::string name = std::to_string(dag.outputCount());
    std::vector<int64_t> ones(nibbles.sizes.size(), 1);
    TensorDesc floats = tensorDesc(Type::Float32, nibbles.sizes, strides);
    // Values of every size, most of them in the range of 4 bits.
    int scale =
        dag.input("scale" + name, tensorDesc(Type::Float32, ones),
                  RefTensor::of(Type::Float32, std::vector<double>{7.3}));
    int zero = dag.input("zero" + name, tensorDesc(type(), ones), 2);
    int x = dag.input("x" + name, floats, 3);
    int q = dag.input("q" + name, nibbles, 4);
    dag.output("quantized" + name,
               dag.node("quantize", to(type()), {x, scale, zero}, nibbles));
    dag.output("floats" + name, dag.node("dequantize", to(Type::Float32),
                                         {q, scale, zero}, floats));
  }
  void add(Dag &dag, const TensorDesc &nibbles) { add(dag, nibbles, {}); }
};

/// From one element on: whole bytes or not, vectors and rests.
TEST_P(Nibbles, OfEveryLength) {
  Dag dag;
  // Around the widths of vectors, 64 elements at most.
  for (int64_t length = 1; length <= 67; ++length)
    if (length % 32 < 18 && (length < 36 || length > 60))
      add(dag, tensorDesc(type(), {length}));
  for (const std::string &cpu : allTargets()) {
    if (!hostRuns(cpu))
      continue;
    RunConfig config;
    config.compile.target.cpu = cpu;
    auto kernel = dag.compile(config.compile);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    EXPECT_TRUE(dag.check(*kernel, config)) << cpu;
    config.protectedPages = true;
    EXPECT_TRUE(dag.check(*kernel, config)) << cpu << ", at protected pages";
  }
}

/// Rows that begin within a byte, columns, every second element, dimensions in
/// any order.
TEST_P(Nibbles, InEveryLayout) {
  Dag dag;
  for (int64_t length : {1, 2, 3, 15, 16, 17, 33, 67}) {
    add(dag, tensorDesc(type(), {5, length}));
    add(dag, tensorDesc(type(), {5, length}, {length + 1, 1}));
    add(dag, tensorDesc(type(), {5, length}, {length + 2, 1}));
    add(dag, tensorDesc(type(), {5, length}, {1, 5}));
    add(dag, tensorDesc(type(), {5, length}, {1, 6}), {1, 5});
    add(dag, tensorDesc(type(), {length}, {2}));
    add(dag, tensorDesc(type(), {length}, {3}), {2});
    add(dag, tensorDesc(type(), {3, length, 3}, {3 * length, 1, length}));
    add(dag,
        tensorDesc(type(), {3, 3, length}, {3 * length + 4, length + 1, 1}),
        {1, 3, 9});
  }
  EXPECT_TRUE(onAllTargets(dag));
}

/// Two threads never write one byte.
TEST_P(Nibbles, OnManyThreads) {
  for (const auto &[sizes, strides] :
       {std::pair<std::vector<int64_t>, std::vector<int64_t>>{{300007}, {}},
        {{7, 30011}, {}},
        {{7, 30011}, {30012, 1}},
        {{7, 30011}, {30013, 1}},
        {{30011, 7}, {}},
        {{30011, 7}, {9, 1}},
        {{30011, 7}, {1, 30011}},
        {{30011, 7}, {1, 30014}},
        {{100003, 3}, {3, 1}},
        {{3, 5, 20011}, {5 * 20011, 20011, 1}},
        {{3, 20011, 5}, {20011 * 5, 1, 20011}}}) {
    SCOPED_TRACE(fusedml::formatList(sizes) + fusedml::formatList(strides));
    Dag dag;
    add(dag, tensorDesc(type(), sizes, strides));
    auto kernel = dag.compile();
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    for (unsigned threads : {1u, 2u, 3u, 4u, 7u}) {
      RunConfig config;
      config.threads = threads;
      EXPECT_TRUE(dag.check(*kernel, config)) << threads << " threads";
    }
  }
}

/// Every value with every zero point, and back.
TEST_P(Nibbles, EveryValue) {
  RefTensor values(type(), {16, 16, 40}), zeros(type(), {16, 16, 40});
  RefTensor scales(Type::Float32, {16, 16, 40});
  std::vector<uint64_t> special = specialBits(Type::Float32);
  for (int64_t i = 0; i < 16; ++i)
    for (int64_t j = 0; j < 16; ++j)
      for (int64_t k = 0; k < 40; ++k) {
        int64_t at = (i * 16 + j) * 40 + k;
        values.setBits(at, static_cast<uint64_t>(i));
        zeros.setBits(at, static_cast<uint64_t>(j));
        scales.setBits(at, special[static_cast<size_t>(at) % special.size()]);
      }
  Dag dag;
  TensorDesc narrow = tensorDesc(type(), values.sizes);
  TensorDesc wide = tensorDesc(Type::Float32, values.sizes);
  int q = dag.input("q", narrow, values), zero = dag.input("z", narrow, zeros);
  int scale = dag.input("scale", wide, scales);
  int real = dag.node("dequantize", to(Type::Float32), {q, scale, zero});
  dag.output("real", real);
  dag.output("again", dag.node("quantize", to(type()), {real, scale, zero}));
  EXPECT_TRUE(onAllTargets(dag, /*isChain=*/true));
}

/// Between operators, with and without memory in between.
TEST_P(Nibbles, WithinAChain) {
  Dag dag;
  for (int64_t length : {1, 7, 64, 331}) {
    std::string name = std::to_string(length);
    TensorDesc wide = tensorDesc(Type::Float16, {3, length});
    TensorDesc packed = tensorDesc(type(), {3, length});
    TensorDesc turned = tensorDesc(type(), {3, length}, {1, 3});
    int a = dag.input("a" + name, wide, 1), b = dag.input("b" + name, wide, 2);
    int scale = dag.input("scale" + name, tensorDesc(Type::Float16, {1, 1}),
                          RefTensor::of(Type::Float16, std::vector{0.5}));
    int zero = dag.input("zero" + name, tensorDesc(type(), {3, 1}), 3);
    int q = dag.node("quantize", to(type()), {a, scale, zero}, packed);
    int p = dag.node("quantize", to(type()), {b, scale}, turned);
    int x = dag.node("dequantize", to(Type::Float16), {q, scale, zero}, wide);
    int y = dag.node("dequantize", to(Type::Float16), {p, scale}, wide);
    int sum = dag.node("add", {}, {x, y}, wide);
    dag.output("sum" + name, sum);
    dag.output("p" + name, p);
    dag.output("last" + name,
               dag.node("quantize", to(type()), {sum, scale, zero}, packed));
  }
  EXPECT_TRUE(onAllTargets(dag, /*isChain=*/true));
}

/// Two elements a byte; `input` may hold them as an output does.
std::vector<uint8_t> runOnBytes(const fusedml::Graph &graph,
                                std::vector<uint8_t> input) {
  auto kernel = fusedml::compile(graph);
  EXPECT_TRUE(kernel.ok()) << kernel.error().str();
  std::vector<uint8_t> output(input.size(), 0xee);
  fusedml::Binding in(input.data(), input.size());
  if (kernel.ok()) {
    EXPECT_TRUE(kernel->run({in}, {{output.data(), output.size()}}).ok());
  }
  return output;
}

/// An input that is returned is copied, although IDENTITY has no such types.
TEST(FourBits, AreCopied) {
  fusedml::Graph graph("copied");
  graph.output("y", graph.input("x", fusedml::DataType::Int4, {7}));
  ASSERT_TRUE(graph.status().ok()) << graph.status().str();
  std::vector<uint8_t> bytes = {0x21, 0x43, 0x65, 0x87};
  std::vector<uint8_t> copy = runOnBytes(graph, bytes);
  copy[3] &= 0x0f; // The high half is padding.
  EXPECT_EQ(copy, (std::vector<uint8_t>{0x21, 0x43, 0x65, 0x07}));
}

/// Raw bytes of a constant have bits above its elements, in a splat, too.
TEST(FourBits, OfRawConstants) {
  for (auto [raw, expected] :
       {std::pair("0xFF", std::array{15.0f, 15.0f, 15.0f, 15.0f}),
        std::pair("0xFF11F3A7", std::array{15.0f, 1.0f, 3.0f, 7.0f})}) {
    std::string text = std::string(R"mlir(
func.func @raw(%s: tensor<4xf32>) -> tensor<4xf32> {
  %x = dml.constant dense<")mlir") +
                       raw + R"mlir("> : tensor<4xui4>
  %z = dml.constant dense<0> : tensor<4xui4>
  %0 = dml.dequantize %x, %s, %z : (tensor<4xui4>, tensor<4xf32>, tensor<4xui4>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
})mlir";
    auto graph = fusedml::parseMlir(text, "raw.mlir");
    ASSERT_TRUE(graph.ok()) << graph.error().str();
    auto kernel = fusedml::compile(*graph);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    std::array scale = {1.0f, 1.0f, 1.0f, 1.0f};
    std::array<float, 4> result{};
    ASSERT_TRUE(kernel
                    ->run({{scale.data(), sizeof(scale)}},
                          {{result.data(), sizeof(result)}})
                    .ok());
    EXPECT_EQ(result, expected) << raw;
  }
}

/// Whatever blocks a tensor without elements has, there is nothing to compute.
TEST(Blocks, OfNothing) {
  using Sizes = std::vector<int64_t>;
  for (auto [sizes, blocks] :
       std::initializer_list<std::pair<Sizes, Sizes>>{{{0}, {0}},
                                                      {{0}, {1}},
                                                      {{0, 4}, {1, 2}},
                                                      {{4, 0}, {1, 1}},
                                                      {{4, 0}, {4, 1}},
                                                      {{4, 0}, {2, 1}},
                                                      {{4, 0}, {2, 3}}}) {
    SCOPED_TRACE(fusedml::formatList(sizes) + fusedml::formatList(blocks));
    fusedml::Graph graph("nothing");
    fusedml::Tensor x = graph.input("x", fusedml::DataType::Int4, sizes);
    fusedml::Tensor s = graph.input("s", fusedml::DataType::Float32, blocks);
    fusedml::Tensor real =
        fusedml::dequantize(x, s, fusedml::DataType::Float32);
    graph.output("real", real);
    graph.output("again", fusedml::quantize(real, s, fusedml::DataType::UInt4));
    ASSERT_TRUE(graph.status().ok()) << graph.status().str();
    auto kernel = fusedml::compile(graph);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    std::array<float, 8> scales{};
    fusedml::Status status =
        kernel->run({fusedml::Binding(), {scales.data(), sizeof(scales)}},
                    {fusedml::OutputBinding(), fusedml::OutputBinding()});
    EXPECT_TRUE(status.ok()) << status.str();
  }
}

INSTANTIATE_TEST_SUITE_P(Types, Nibbles,
                         testing::Values(Type::Int4, Type::UInt4), typeName);

} // namespace
