//===- RuntimeBindings.cpp - what may be bound to a kernel ----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimePlans.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

using namespace fusedml;
using namespace fusedml::test;

namespace {

using Floats = std::vector<float>;

/// `[0x1000, 0x1010)`
std::string range(const void *data, size_t bytes) {
  auto address = reinterpret_cast<uintptr_t>(data);
  return fmt::format("[{:#x}, {:#x})", address, address + bytes);
}

/// a, b -> y, all FLOAT32 [4].
class RuntimeBindings : public testing::Test {
protected:
  Kernel sum = kernel(addPlan({4}));
  Floats a = {1, 2, 3, 4}, b = {10, 20, 30, 40}, y = {7, 7, 7, 7};

  void expectRefused(const Status &status, const std::string &rule,
                     const std::string &text) {
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(status.error().rule, rule);
    EXPECT_EQ(status.str(), text);
    EXPECT_EQ(y, (Floats{7, 7, 7, 7})) << "nothing may be written";
  }
};

} // namespace

TEST_F(RuntimeBindings, Accepted) {
  ASSERT_EQ(sum.run({a, b}, {y}).str(), "");
  EXPECT_EQ(y, (Floats{11, 22, 33, 44}));
}

TEST_F(RuntimeBindings, EmptyKernel) {
  Kernel empty;
  EXPECT_FALSE(empty);
  EXPECT_TRUE(empty.inputs().empty());
  EXPECT_TRUE(empty.outputs().empty());
  EXPECT_FALSE(empty.mayAlias(0, 0));
  EXPECT_EQ(empty.temporaryBytes(), 0u);
  expectRefused(empty.run({a}, {y}), "empty-kernel",
                "error: this Kernel holds no compiled graph\n"
                "note: run the Kernel that compile() returns");
}

TEST_F(RuntimeBindings, Facts) {
  EXPECT_EQ(sum.inputs()[1].name, "b");
  EXPECT_EQ(sum.outputs()[0].name, "y");
  EXPECT_TRUE(sum.mayAlias(0, 1));
  EXPECT_FALSE(sum.mayAlias(0, 2));
  EXPECT_FALSE(sum.mayAlias(1, 0));
}

TEST_F(RuntimeBindings, Counts) {
  expectRefused(sum.run({a, b, a}, {y}), "binding-count",
                "error: graph 'sum': expected 2 inputs, found 3\n"
                "note: bind one buffer for each input, in the order of "
                "Kernel::inputs()");
  expectRefused(sum.run({a, b}, {}), "binding-count",
                "error: graph 'sum': expected 1 output, found 0\n"
                "note: bind one buffer for each output, in the order of "
                "Kernel::outputs()");
}

TEST_F(RuntimeBindings, Null) {
  expectRefused(sum.run({a, Binding(nullptr, 16)}, {y}), "binding-null",
                "error: graph 'sum': input 'b' (1): nothing is bound, "
                "FLOAT32 [4] needs 16 bytes\n"
                "note: bind memory; only a tensor with a size of 0 needs none");
  expectRefused(sum.run({a, b}, {Binding()}), "binding-null",
                "error: graph 'sum': output 'y' (0): nothing is bound, "
                "FLOAT32 [4] needs 16 bytes\n"
                "note: bind memory; only a tensor with a size of 0 needs none");
}

TEST_F(RuntimeBindings, Type) {
  std::vector<double> wrong(4);
  Status status = sum.run({a, wrong}, {y});
  expectRefused(status, "binding-type",
                "error: graph 'sum': input 'b' (1): the bound elements are "
                "FLOAT64, the tensor is FLOAT32 [4]\n"
                "note: bind FLOAT32 elements, or an address and a size to bind "
                "raw memory");
  EXPECT_EQ(status.error().field, "inputs[1]");
  EXPECT_TRUE(sum.run({a, b}, {Binding(y.data(), 16)}));
}

TEST_F(RuntimeBindings, Size) {
  Floats shorter(3);
  expectRefused(sum.run({shorter, b}, {y}), "binding-size",
                "error: graph 'sum': input 'a' (0): 12 bytes are bound, "
                "FLOAT32 [4] needs 16\n"
                "note: bind 4 more bytes");
  expectRefused(sum.run({a, b}, {Binding(y.data(), 15)}), "binding-size",
                "error: graph 'sum': output 'y' (0): 15 bytes are bound, "
                "FLOAT32 [4] needs 16\n"
                "note: bind 1 more bytes");
}

TEST_F(RuntimeBindings, StridedSize) {
  Plan plan;
  plan.inputs = {floatPort("x", {2, 3}, {10, 2})};
  Kernel reader = kernel(plan);
  Floats x(15);
  EXPECT_TRUE(reader.run({x}, {}));
  EXPECT_EQ(reader.run({Binding(x.data(), 59)}, {}).error().message,
            "input 'x' (0): 59 bytes are bound, FLOAT32 [2,3] strides [10,2] "
            "needs 60");
}

TEST_F(RuntimeBindings, UnroundedBytesSuffice) {
  Plan plan;
  plan.inputs = {port("x", DataType::UInt8, {5}),
                 port("n", DataType::UInt4, {5})};
  std::vector<uint8_t> five(5), three(3);
  EXPECT_EQ(kernel(plan).run({five, three}, {}).str(), "");
  // A DML descriptor states the size of its buffer.
  plan.inputs[0].desc.totalBytes = 8;
  EXPECT_EQ(kernel(plan).run({five, three}, {}).error().message,
            "input 'x' (0): 5 bytes are bound, UINT8 [5] needs 8");
}

TEST_F(RuntimeBindings, SizeBeyond64Bits) {
  Plan plan;
  plan.inputs = {port("x", DataType::Float64, {int64_t{1} << 61})};
  EXPECT_EQ(kernel(plan).run({Binding(a.data(), SIZE_MAX)}, {}).error().message,
            "input 'x' (0): the bytes of FLOAT64 [2305843009213693952] do not "
            "fit 64 bits");
}

TEST_F(RuntimeBindings, Alignment) {
  auto *odd = reinterpret_cast<const char *>(a.data()) + 2;
  Plan plan;
  plan.inputs = {floatPort("x", {2})};
  EXPECT_EQ(kernel(plan).run({Binding(odd, 8)}, {}).error().message,
            fmt::format("input 'x' (0): the address {:#x} is not a multiple of "
                        "4, the size of a FLOAT32",
                        reinterpret_cast<uintptr_t>(odd)));
  plan.inputs = {port("x", DataType::Float16, {2})};
  EXPECT_TRUE(kernel(plan).run({Binding(odd, 8)}, {}));
  plan.inputs = {port("x", DataType::Int4, {2})};
  EXPECT_TRUE(kernel(plan).run({Binding(odd + 1, 8)}, {}));
}

TEST_F(RuntimeBindings, InPlaceAllowed) {
  ASSERT_EQ(sum.run({a, b}, {a}).str(), "");
  EXPECT_EQ(a, (Floats{11, 22, 33, 44}));
  ASSERT_EQ(sum.run({a, b}, {b}).str(), "");
  EXPECT_EQ(b, (Floats{21, 42, 63, 84}));
}

TEST_F(RuntimeBindings, InPlaceExclusive) {
  expectRefused(
      sum.run({a, a}, {a}), "in-place",
      fmt::format(
          "error: graph 'sum': output 'y' (0) and the inputs 'a' (0) "
          "and 'b' (1) are all bound to bytes {}; only one of these "
          "inputs may be the output's memory\n"
          "note: bind one of the inputs, or the output, to other memory",
          range(a.data(), 16)));
  EXPECT_EQ(sum.run({a, a}, {y}).str(), "");
}

TEST_F(RuntimeBindings, InPlaceNotSupported) {
  Plan plan = addPlan({4});
  plan.mayAlias = {false, true};
  expectRefused(
      kernel(plan).run({a, b}, {a}), "in-place",
      fmt::format("error: graph 'sum': output 'y' (0) overlaps input 'a' (0): "
                  "bytes {0} and {0}; the operators between them cannot run in "
                  "place\n"
                  "note: give the output memory of its own",
                  range(a.data(), 16)));
  EXPECT_EQ(a[0], 1);
  plan.mayAlias.clear();
  EXPECT_FALSE(kernel(plan).run({a, b}, {b}));
}

TEST_F(RuntimeBindings, InPlaceNeedsTheSameLayout) {
  Plan plan;
  plan.name = "turn";
  plan.inputs = {floatPort("x", {2, 2}, {1, 2})};
  plan.outputs = {floatPort("y", {2, 2})};
  plan.mayAlias = {true};
  expectRefused(
      kernel(plan).run({a}, {a}), "output-overlap",
      fmt::format("error: graph 'turn': output 'y' (0) overlaps input 'x' (0): "
                  "bytes {0} and {0}; the layouts FLOAT32 [2,2] and FLOAT32 "
                  "[2,2] strides [1,2] differ, only the same view may be "
                  "shared\n"
                  "note: give the output memory of its own",
                  range(a.data(), 16)));
}

TEST_F(RuntimeBindings, PartialOverlap) {
  Floats buffer(6, 7.0f);
  Binding low(buffer.data(), 16), high(buffer.data() + 1, 16);
  auto text = [&](const float *output, const float *input) {
    return fmt::format(
        "error: graph 'sum': output 'y' (0) overlaps input 'b' (1): bytes {} "
        "and {}; only the same view may be shared, not a part of it\n"
        "note: give the output memory of its own",
        range(output, 16), range(input, 16));
  };
  expectRefused(sum.run({a, high}, {low}), "output-overlap",
                text(buffer.data(), buffer.data() + 1));
  expectRefused(sum.run({a, low}, {high}), "output-overlap",
                text(buffer.data() + 1, buffer.data()));
  EXPECT_EQ(buffer, Floats(6, 7.0f));
  // Inputs may overlap in any way, and neighbours do not overlap.
  EXPECT_EQ(sum.run({low, high}, {y}).str(), "");
  Floats pair(8, 1.0f);
  EXPECT_EQ(
      sum.run({Binding(pair.data(), 32), b}, {Binding(pair.data() + 4, 16)})
          .str(),
      "");
}

TEST_F(RuntimeBindings, OutputsNeverOverlap) {
  Plan plan;
  plan.name = "two";
  plan.outputs = {floatPort("y", {2}), floatPort("z", {2})};
  Floats buffer(4);
  Kernel two = kernel(plan);
  EXPECT_TRUE(
      two.run({}, {Binding(buffer.data(), 16), {buffer.data() + 2, 8}}));
  for (int at : {0, 1}) {
    Status status =
        two.run({}, {Binding(buffer.data(), 8), {buffer.data() + at, 8}});
    expectRefused(
        status, "output-overlap",
        fmt::format("error: graph 'two': outputs 'y' (0) and 'z' (1) overlap: "
                    "bytes {} and {}\n"
                    "note: give each output memory of its own",
                    range(buffer.data(), 8), range(buffer.data() + at, 8)));
  }
}

TEST_F(RuntimeBindings, ZeroSizeNeedsNoMemory) {
  Kernel none = kernel(addPlan({2, 0, 3}));
  EXPECT_EQ(none.run({Binding(), Binding()}, {Binding()}).str(), "");
  EXPECT_EQ(none.run({y, y}, {y}).str(), "");
  EXPECT_EQ(y, (Floats{7, 7, 7, 7}));
  std::vector<double> wrong(1);
  EXPECT_FALSE(none.run({wrong, Binding()}, {Binding()}));
}
