//===- KernelSharingTest.cpp - code that serves many graphs ---------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "fusedml/Compile.h"
#include "fusedml/Operators.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>

using namespace fusedml;

namespace {

using Sizes = std::vector<int64_t>;
constexpr auto F32 = DataType::Float32;

/// Runs a kernel on random bytes that are the same for each call.
std::vector<std::vector<std::byte>> run(const Kernel &kernel) {
  std::mt19937 random(1);
  auto memory = [&](const Port &port, bool isInput) {
    std::vector<std::byte> bytes(port.desc.bufferBytes());
    if (isInput && port.desc.type == F32) {
      std::uniform_real_distribution<float> numbers(-3, 3);
      for (size_t i = 0; i + 4 <= bytes.size(); i += 4) {
        float value = numbers(random);
        std::memcpy(bytes.data() + i, &value, 4);
      }
    } else if (isInput) {
      for (std::byte &byte : bytes)
        byte = static_cast<std::byte>(random() % 120);
    }
    return bytes;
  };
  std::vector<std::vector<std::byte>> inputs, outputs;
  std::vector<Binding> in;
  std::vector<OutputBinding> out;
  for (const Port &port : kernel.inputs())
    inputs.push_back(memory(port, true));
  for (const Port &port : kernel.outputs())
    outputs.push_back(memory(port, false));
  for (auto &bytes : inputs)
    in.emplace_back(bytes.data(), bytes.size());
  for (auto &bytes : outputs)
    out.emplace_back(bytes.data(), bytes.size());
  Status status = kernel.run(in, out);
  EXPECT_TRUE(status.ok()) << status.str();
  return outputs;
}

/// Compiles with and without the cache and expects the same kernel.
CodeSource compareWithFresh(const Graph &graph) {
  CompileReport report;
  CompileOptions options;
  options.startUnfused = false;
  auto cached = compile(graph, options, &report);
  CompileOptions alone;
  alone.cache = false;
  auto fresh = compile(graph, alone);
  EXPECT_TRUE(cached.ok()) << cached.error().str();
  EXPECT_TRUE(fresh.ok()) << fresh.error().str();
  if (!cached.ok() || !fresh.ok())
    return report.source;
  EXPECT_EQ(run(*cached), run(*fresh));
  EXPECT_EQ(cached->temporaryBytes(), fresh->temporaryBytes());
  for (auto ports : {&Kernel::inputs, &Kernel::outputs}) {
    EXPECT_EQ(((*cached).*ports)().size(), ((*fresh).*ports)().size());
    for (size_t i = 0; i < ((*fresh).*ports)().size(); ++i) {
      const Port &a = ((*cached).*ports)()[i], &b = ((*fresh).*ports)()[i];
      EXPECT_EQ(a.name, b.name);
      EXPECT_EQ(a.desc.str(), b.desc.str());
      EXPECT_EQ(a.desc.totalBytes, b.desc.totalBytes);
    }
  }
  for (size_t output = 0; output < fresh->outputs().size(); ++output)
    for (size_t input = 0; input < fresh->inputs().size(); ++input)
      EXPECT_EQ(cached->mayAlias(output, input), fresh->mayAlias(output, input))
          << output << " " << input;
  return report.source;
}

/// Several kernels, with temporaries, broadcasts, strides and two outputs.
Graph manySteps(int64_t planes, int64_t rows, int64_t columns, float bias,
                int64_t padding) {
  Graph graph("steps");
  Tensor x = graph.input("x", F32, {planes, rows, columns});
  Tensor row = graph.input("row", F32, {columns});
  Tensor plane = graph.input("plane", F32, {planes, 1, 1});
  Tensor padded =
      graph.input("padded", F32, {planes, rows, columns},
                  {rows * (columns + padding), columns + padding, 1});
  Tensor inner = exp(row);
  Tensor sum = x * inner + plane;
  graph.output("y", activationShrink(sum, {.bias = bias}) - padded);
  graph.output("transposed", abs(padded), {1, planes * columns, planes});
  return graph;
}

TEST(KernelSharing, OneCompilationServesAllSizesAndScalars) {
  compareWithFresh(manySteps(3, 5, 7, 0.25f, 2));
  for (auto [planes, rows, columns] : {std::array<int64_t, 3>{2, 3, 4},
                                       {9, 2, 33},
                                       {3, 50, 129},
                                       {70, 80, 90}})
    for (float bias : {0.5f, 3e-5f})
      for (int64_t padding : {1, 16})
        EXPECT_EQ(
            compareWithFresh(manySteps(planes, rows, columns, bias, padding)),
            CodeSource::Memory)
            << planes << " " << rows << " " << columns;
}

TEST(KernelSharing, BlocksAndNibblesToo) {
  auto graphOf = [](int64_t rows, int64_t columns) {
    Graph graph;
    Tensor x = graph.input("x", F32, {rows, columns});
    Tensor scale = graph.input("scale", F32, {rows, columns / 4});
    Tensor quantized = quantize(exp(x), scale, DataType::Int4);
    graph.output("q", quantized);
    graph.output("y", dequantize(quantized, scale, F32));
    return graph;
  };
  compareWithFresh(graphOf(3, 8));
  EXPECT_EQ(compareWithFresh(graphOf(5, 24)), CodeSource::Memory);
}

TEST(KernelSharing, AGraphWithinAnotherIsKnown) {
  Graph chain;
  Tensor x = chain.input("x", F32, {77});
  chain.output("y", tanh(sin(x)));
  compareWithFresh(chain);
  Graph large;
  Tensor row = tanh(sin(large.input("row", F32, {4})));
  Tensor plane = tanh(sin(large.input("plane", F32, {8, 4})));
  large.output("a", row);
  large.output("b", plane);
  EXPECT_EQ(compareWithFresh(large), CodeSource::Memory);
}

TEST(KernelSharing, OthersAreCompiled) {
  CompileReport report;
  auto sourceOf = [&](const Graph &graph, CompileOptions options = {}) {
    options.startUnfused = false;
    auto kernel = compile(graph, options, &report);
    EXPECT_TRUE(kernel.ok()) << kernel.error().str();
    return report.source;
  };
  auto graphOf = [](DataType type, Sizes a, Sizes b) {
    Graph graph;
    Tensor left = graph.input("", type, std::move(a));
    graph.output("", fusedml::max(left, graph.input("", type, std::move(b))) -
                         left);
    return graph;
  };
  CompileOptions uncached;
  uncached.cache = false;
  EXPECT_EQ(sourceOf(graphOf(F32, {3, 4}, {3, 4}), uncached),
            CodeSource::Compiler);
  EXPECT_EQ(sourceOf(graphOf(F32, {3, 4}, {3, 4})), CodeSource::Compiler);
  EXPECT_EQ(sourceOf(graphOf(F32, {4, 4}, {4, 4})), CodeSource::Memory);
  EXPECT_EQ(sourceOf(graphOf(F32, {3, 4}, {1, 4})), CodeSource::Compiler);
  EXPECT_EQ(sourceOf(graphOf(DataType::Int32, {3, 4}, {3, 4})),
            CodeSource::Compiler);
  CompileOptions unfused;
  unfused.fuse = false;
  EXPECT_EQ(sourceOf(graphOf(F32, {3, 4}, {3, 4}), unfused),
            CodeSource::Compiler);
  CompileOptions wrong;
  wrong.target.cpu = "no-such-cpu";
  for (int i = 0; i < 2; ++i)
    EXPECT_FALSE(compile(graphOf(F32, {3, 4}, {3, 4}), wrong).ok());
}

TEST(KernelSharing, GraphsOfTextAreKept) {
  auto graph =
      parseMlir("func.func @g(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {\n"
                "  %0 = dml.cosh %x : tensor<3x4xf32>\n"
                "  return %0 : tensor<3x4xf32>\n}\n",
                "graph.mlir");
  ASSERT_TRUE(graph.ok()) << graph.error().str();
  compareWithFresh(*graph);
  EXPECT_EQ(compareWithFresh(*graph), CodeSource::Memory);
}

TEST(KernelSharing, EmptyTensors) {
  for (int64_t columns : {0, 5}) {
    Graph graph("empty");
    graph.output("y", abs(graph.input("x", F32, {3, columns})));
    compareWithFresh(graph);
  }
}

} // namespace
