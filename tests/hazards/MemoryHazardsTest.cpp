//===- MemoryHazardsTest.cpp - shapes, strides, addresses -----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Attributes.h"
#include "tests/support/Dag.h"
#include "tests/support/Targets.h"

#include <sys/mman.h>

using namespace support;
using reference::Type;

namespace {

TEST(Hazards, H34_BroadcastByStrideZero) {
  fusedml::Graph graph("broadcast");
  fusedml::Tensor rows = graph.input("rows", DataType::Float32, {2, 3}, {0, 1});
  fusedml::Tensor columns =
      graph.input("columns", DataType::Float32, {2, 3}, {1, 0});
  // A dimension of size 1 may have any stride.
  fusedml::Tensor odd =
      graph.input("odd", DataType::Float32, {1, 3}, {1000000, 1});
  graph.output("both", rows * columns);
  graph.output("twice", rows + rows);
  graph.output("across", columns + columns);
  graph.output("odds", odd * columns);
  for (bool fuse : {true, false}) {
    fusedml::CompileOptions options;
    options.fuse = fuse;
    auto kernel = fusedml::compile(graph, options);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    std::vector<float> r = {1, 2, 3}, c = {10, 20}, o = {4, 5, 6};
    std::vector<float> both(6), twice(6), across(6), odds(6);
    fusedml::Status status =
        kernel->run({r, c, o}, {both, twice, across, odds});
    ASSERT_TRUE(status.ok()) << status.str();
    EXPECT_EQ(both, (std::vector<float>{10, 20, 30, 20, 40, 60}));
    EXPECT_EQ(twice, (std::vector<float>{2, 4, 6, 2, 4, 6}));
    EXPECT_EQ(across, (std::vector<float>{20, 20, 20, 40, 40, 40}));
    EXPECT_EQ(odds, (std::vector<float>{40, 50, 60, 80, 100, 120}));
  }
}

TEST(Hazards, H35_OutputPaddingIsKept) {
  fusedml::Graph graph("padded");
  fusedml::Tensor x = graph.input("x", DataType::Float32, {2, 2});
  graph.output("y", x * x, {4, 1});
  auto kernel = fusedml::compile(graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  std::vector<float> in = {1, 2, 3, 4}, out(8, 7.0f);
  ASSERT_TRUE(kernel->run({in}, {out}).ok());
  EXPECT_EQ(out, (std::vector<float>{1, 4, 7, 7, 9, 16, 7, 7}));
}

TEST(Hazards, H36_OverlapAndInPlace) {
  constexpr size_t kCount = 64;
  fusedml::Graph graph("overlap");
  fusedml::Tensor left =
      graph.input("left", DataType::Float32, {int64_t{kCount}});
  fusedml::Tensor right =
      graph.input("right", DataType::Float32, {int64_t{kCount}});
  graph.output("result", left * right);
  auto kernel = fusedml::compile(graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();

  std::vector<float> buffer(2 * kCount, 3), other(kCount, 2);
  auto at = [&](size_t first) {
    return fusedml::OutputBinding(std::span(buffer).subspan(first, kCount));
  };
  // The same view.
  ASSERT_TRUE(kernel->run({at(0), other}, {at(0)}).ok());
  EXPECT_EQ(buffer[0], 6);
  EXPECT_EQ(buffer[kCount - 1], 6);
  // Only one of A and B may be the output's memory.
  EXPECT_FALSE(kernel->run({at(0), at(0)}, {at(0)}).ok());
  EXPECT_TRUE(kernel->run({at(0), at(0)}, {at(kCount)}).ok());
  // One element further, either way: refused, with both names.
  std::fill(buffer.begin(), buffer.end(), 3.0f);
  for (auto [in, out] : {std::pair<size_t, size_t>{1, 0}, {0, 1}}) {
    fusedml::Status status = kernel->run({at(in), other}, {at(out)});
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, fusedml::ErrorCode::InvalidArgument);
    EXPECT_NE(status.str().find("left"), std::string::npos) << status.str();
    EXPECT_NE(status.str().find("result"), std::string::npos) << status.str();
    for (float value : buffer)
      ASSERT_EQ(value, 3) << "written before it was refused";
  }
  // Neighbours do not overlap.
  EXPECT_TRUE(kernel->run({at(0), other}, {at(kCount)}).ok());
}

TEST(Hazards, H36_OutputIsTheTransposeOfItsInput) {
  fusedml::Graph graph("transpose");
  fusedml::Tensor x = graph.input("input", DataType::Float32, {4, 4}, {1, 4});
  graph.output("turned", fusedml::identity(x));
  auto kernel = fusedml::compile(graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  std::vector<float> buffer(16);
  fusedml::Status status = kernel->run({buffer}, {buffer});
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.str().find("input"), std::string::npos);
  EXPECT_NE(status.str().find("turned"), std::string::npos);
}

TEST(Hazards, H36_AddMayShareAllThree) {
  // "One or more" of A and B, unlike multiply.
  fusedml::Graph graph("sum");
  fusedml::Tensor a = graph.input("a", DataType::Float32, {37});
  fusedml::Tensor b = graph.input("b", DataType::Float32, {37});
  graph.output("y", a + b);
  auto kernel = fusedml::compile(graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  std::vector<float> buffer(37, 3);
  fusedml::Status status = kernel->run({buffer, buffer}, {buffer});
  ASSERT_TRUE(status.ok()) << status.str();
  EXPECT_EQ(buffer, std::vector<float>(37, 6));
}

TEST(Hazards, H37_ZeroSizes) {
  for (std::vector<int64_t> sizes : {std::vector<int64_t>{0}, {2, 0, 3}}) {
    // Refused in a descriptor, by field and value.
    TensorDesc desc = tensorDesc(Type::Float32, sizes);
    auto refused = fusedml::graph::buildOperatorGraph(
        makeOperator("multiply", {}, {desc, desc}, {desc}), {});
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().str().find("Sizes"), std::string::npos)
        << refused.error().str();
    // Runs natively, with null pointers.
    fusedml::Graph graph("empty");
    fusedml::Tensor x = graph.input("x", DataType::Float32, sizes);
    graph.output("y", fusedml::activationShrink(x * x));
    auto kernel = fusedml::compile(graph);
    ASSERT_TRUE(kernel.ok()) << kernel.error().str();
    fusedml::Status status =
        kernel->run({fusedml::Binding()}, {fusedml::OutputBinding()});
    EXPECT_TRUE(status.ok()) << status.str();
  }
}

TEST(Hazards, H38_SpansBeyond32BitsInDescriptors) {
  auto check = [](std::vector<int64_t> sizes, std::vector<int64_t> strides) {
    TensorDesc desc = tensorDesc(Type::UInt8, sizes, strides);
    return fusedml::graph::buildOperatorGraph(
        makeOperator("multiply", {}, {desc, desc}, {desc}), {});
  };
  auto refused = check({65536, 65536}, {65536, 1});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().str().find("multiply"), std::string::npos)
      << refused.error().str();
  EXPECT_NE(refused.error().str().find("Tensor"), std::string::npos)
      << refused.error().str();
  auto accepted = check({65535, 65536}, {65536, 1});
  EXPECT_TRUE(accepted.ok()) << accepted.error().str();
  // Sums that wrap in 32 and in 64 bits.
  EXPECT_FALSE(check({2, 2}, {4294967295, 1}).ok());
  EXPECT_FALSE(check({3, 2}, {2147483648, 1}).ok());
}

TEST(Hazards, H38_AddressesBeyond32Bits) {
  // Few elements, far apart: only the pages that are touched take memory.
  constexpr int64_t kStride = int64_t{1} << 31;
  constexpr size_t kBytes = static_cast<size_t>(kStride) * 2 + 4096;
  void *memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    GTEST_SKIP() << "no address space";
  auto *bytes = static_cast<uint8_t *>(memory);
  fusedml::Graph graph("far");
  fusedml::Tensor x = graph.input("x", DataType::UInt8, {3, 40}, {kStride, 1});
  fusedml::Tensor y = graph.input("y", DataType::UInt8, {3, 40}, {0, 1});
  graph.output("sum", x + y);
  graph.output("far", y + y, {kStride, 1});
  auto kernel = fusedml::compile(graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  std::vector<uint8_t> row(40), sum(120);
  for (uint8_t i = 0; i < 40; ++i) {
    row[i] = i;
    for (size_t j = 0; j < 3; ++j)
      bytes[j * kStride + i] = static_cast<uint8_t>(50 * (j + 1));
  }
  void *second = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(second, MAP_FAILED);
  fusedml::Status status =
      kernel->run({fusedml::Binding(memory, kBytes), row},
                  {sum, fusedml::OutputBinding(second, kBytes)});
  EXPECT_TRUE(status.ok()) << status.str();
  for (size_t j = 0; j < 3; ++j)
    for (size_t i = 0; i < 40; ++i) {
      EXPECT_EQ(sum[j * 40 + i], static_cast<uint8_t>(50 * (j + 1) + i));
      EXPECT_EQ(static_cast<uint8_t *>(second)[j * kStride + i], 2 * i);
    }
  munmap(memory, kBytes);
  munmap(second, kBytes);
}

TEST(Hazards, H38_SizesThatOverflow64Bits) {
  fusedml::Graph graph("huge");
  constexpr int64_t kHuge = int64_t{1} << 40;
  fusedml::Tensor x = graph.input("x", DataType::UInt8, {kHuge, kHuge}, {0, 0});
  graph.output("y", x * x);
  auto kernel = fusedml::compile(graph);
  ASSERT_FALSE(kernel.ok());
  EXPECT_EQ(kernel.error().str(),
            "error: node 0: multiply: OutputTensor.Sizes "
            "[1099511627776,1099511627776] reach past 64-bit addresses\n"
            "note: split the tensor");
}

/// 2^32 elements: one more than 32 bits count.
TEST(Hazards, H38_SizesThatOverflow32Bits) {
  fusedml::Graph graph("big");
  constexpr int64_t kSize = 65536;
  fusedml::Tensor x = graph.input("x", DataType::UInt8, {kSize, kSize});
  graph.output("y", x * x);
  auto kernel = fusedml::compile(graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();
  EXPECT_EQ(kernel->outputs()[0].desc.elementCount(), kSize * kSize);
  EXPECT_EQ(kernel->outputs()[0].desc.bufferBytes(), uint64_t{1} << 32);
  // What 32 bits leave of the size is 0 bytes.
  constexpr uint64_t kNeeded = uint64_t{1} << 32;
  for (uint64_t bytes : {uint64_t{0}, uint64_t{4096}, kNeeded - 1}) {
    uint8_t byte = 0;
    fusedml::Status status =
        kernel->run({fusedml::Binding(&byte, bytes)},
                    {fusedml::OutputBinding(&byte, bytes)});
    ASSERT_FALSE(status.ok()) << bytes;
    EXPECT_EQ(status.str(),
              "error: graph 'big': input 'x' (0): " + std::to_string(bytes) +
                  " bytes are bound, UINT8 [65536,65536] needs 4294967296\n"
                  "note: bind " +
                  std::to_string(kNeeded - bytes) + " more bytes");
  }
}

TEST(Hazards, H39_UnalignedBuffers) {
  // FLOAT32 at 4 modulo 64, FLOAT16 at 2 modulo 4, bytes at odd addresses.
  for (Type type : {Type::Float32, Type::Float16, Type::Int8, Type::Int64}) {
    Dag dag;
    for (int64_t length : {1, 7, 64, 1000}) {
      TensorDesc desc = tensorDesc(type, {length});
      std::string name = std::to_string(length);
      int a = dag.input("a" + name, desc, 1),
          b = dag.input("b" + name, desc, 2);
      dag.output("y" + name, dag.node("multiply", {}, std::vector{a, b}, desc));
    }
    for (const std::string &cpu : allTargets()) {
      RunConfig config;
      config.compile.target.cpu = cpu;
      config.misaligned = true;
      if (hostRuns(cpu))
        EXPECT_TRUE(dag.run(config)) << cpu;
    }
  }
}

TEST(Hazards, H40_BuffersThatEndAtAProtectedPage) {
  for (std::string_view mnemonic :
       {"multiply", "divide", "activation_shrink", "is_infinity", "identity",
        "clip", "if", "cast", "quantize_linear"}) {
    const auto &row = rowOf(mnemonic);
    for (Type first : newestTypes(row, row.fields.front().name)) {
      RefAttributes attributes = attributeSets(mnemonic, first).front();
      for (const std::vector<Type> &types : inputTypes(row, first, attributes))
        for (const std::string &cpu : allTargets()) {
          if (!hostRuns(cpu))
            continue;
          Dag dag;
          for (int64_t length : {1, 7, 9, 31, 33}) {
            std::string name = std::to_string(length);
            std::vector<int> operands;
            for (Type type : types)
              operands.push_back(
                  dag.input("in" + std::to_string(operands.size()) + "." + name,
                            tensorDesc(type, {length}), operands.size() + 1));
            dag.output("y" + name, dag.node(mnemonic, attributes, operands));
          }
          RunConfig config;
          config.compile.target.cpu = cpu;
          config.protectedPages = true;
          EXPECT_TRUE(dag.run(config))
              << mnemonic << " " << reference::name(types.back()) << " " << cpu;
        }
    }
  }
}

/// Four-bit elements: an odd one leaves half of its byte.
TEST(Hazards, H40_NibblesThatEndAtAProtectedPage) {
  for (DataType type : {DataType::Int4, DataType::UInt4})
    for (int64_t length : {1, 2, 7, 9, 31, 33, 130})
      for (const std::string &cpu : allTargets()) {
        if (!hostRuns(cpu))
          continue;
        SCOPED_TRACE(std::string(fusedml::name(type)) + " " +
                     std::to_string(length) + " " + cpu);
        fusedml::Graph graph("nibbles");
        fusedml::Tensor x = graph.input("x", DataType::Float32, {length});
        fusedml::Tensor q = graph.input("q", type, {length});
        fusedml::Tensor scale = graph.input("scale", DataType::Float32, {1});
        graph.output("packed", fusedml::quantize(x, scale, type));
        graph.output("unpacked",
                     fusedml::dequantize(q, scale, DataType::Float32));
        fusedml::CompileOptions options;
        options.target.cpu = cpu;
        auto kernel = fusedml::compile(graph, options);
        ASSERT_TRUE(kernel.ok()) << kernel.error().str();

        auto count = static_cast<size_t>(length);
        ProtectedBuffer in(count * sizeof(float)), nibbles((count + 1) / 2),
            packed((count + 1) / 2), unpacked(count * sizeof(float));
        float one = 1;
        int first = type == DataType::Int4 ? -8 : 0;
        std::memset(nibbles.data(), 0, nibbles.size());
        for (size_t i = 0; i < count; ++i) {
          int value = first + static_cast<int>(i * 5 % 16);
          auto number = static_cast<float>(value);
          std::memcpy(in.data() + i * sizeof(float), &number, sizeof(float));
          // The first element of a byte is its low half.
          nibbles.data()[i / 2] |= std::byte(value & 15) << (i % 2 * 4);
        }
        in.makeReadOnly();
        nibbles.makeReadOnly();
        fusedml::Status status = kernel->run(
            {fusedml::Binding(in.data(), in.size()),
             fusedml::Binding(nibbles.data(), nibbles.size()),
             fusedml::Binding(&one, sizeof(one))},
            {fusedml::OutputBinding(packed.data(), packed.size()),
             fusedml::OutputBinding(unpacked.data(), unpacked.size())});
        ASSERT_TRUE(status.ok()) << status.str();
        EXPECT_EQ(std::memcmp(in.data(), unpacked.data(), in.size()), 0);
        for (size_t i = 0; i < count; ++i)
          ASSERT_EQ(packed.data()[i / 2] >> (i % 2 * 4) & std::byte(15),
                    nibbles.data()[i / 2] >> (i % 2 * 4) & std::byte(15))
              << i;
      }
}

TEST(Hazards, H41_TheTailHasNoInventedValues) {
  for (std::string_view mnemonic :
       {"divide", "modulus_truncate", "modulus_floor"})
    for (Type type : {Type::Int32, Type::Int64, Type::Int8, Type::UInt16})
      for (const std::string &cpu : allTargets()) {
        if (!hostRuns(cpu))
          continue;
        Dag dag;
        RefTensor hundred(type, {25}), divisor(type, {25});
        for (int64_t i = 0; i < 25; ++i) {
          hundred.setValue(i, 100);
          divisor.setValue(i, static_cast<double>(i - 12));
        }
        TensorDesc desc = tensorDesc(type, {25});
        int a = dag.input("a", desc, hundred),
            b = dag.input("b", desc, divisor);
        dag.output("y", dag.node(mnemonic, {}, std::vector{a, b}, desc));
        RunConfig config;
        config.compile.target.cpu = cpu;
        config.protectedPages = true;
        EXPECT_TRUE(dag.run(config))
            << mnemonic << " " << reference::name(type) << " " << cpu;
      }
}

} // namespace
