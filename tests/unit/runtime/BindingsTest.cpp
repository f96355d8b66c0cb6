//===- RuntimeBindings.cpp - what may be bound to a kernel ----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimePlans.h"

#include "runtime/Bindings.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <random>

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

TEST_F(RuntimeBindings, CheckedOnly) {
  std::array<Binding, 2> inputs = {a, b};
  std::array<OutputBinding, 1> outputs = {y};
  EXPECT_EQ(sum.check(inputs, outputs).str(), "");
  EXPECT_EQ(y, (Floats{7, 7, 7, 7}));
  outputs = {OutputBinding(a.data() + 1, 16)};
  std::string text = sum.check(inputs, outputs).str();
  EXPECT_NE(text, "");
  EXPECT_EQ(text, sum.run(inputs, outputs).str());
  EXPECT_EQ(Kernel().check({}, {}).error().rule, "empty-kernel");
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
  expectRefused(sum.run({a, b}, {OutputBinding()}), "binding-null",
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
  EXPECT_TRUE(sum.run({a, b}, {OutputBinding(y.data(), 16)}));
}

TEST_F(RuntimeBindings, Size) {
  Floats shorter(3);
  expectRefused(sum.run({shorter, b}, {y}), "binding-size",
                "error: graph 'sum': input 'a' (0): 12 bytes are bound, "
                "FLOAT32 [4] needs 16\n"
                "note: bind 4 more bytes");
  expectRefused(sum.run({a, b}, {OutputBinding(y.data(), 15)}), "binding-size",
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
  OutputBinding low(buffer.data(), 16), high(buffer.data() + 1, 16);
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
  EXPECT_EQ(sum.run({Binding(pair.data(), 32), b},
                    {OutputBinding(pair.data() + 4, 16)})
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
      two.run({}, {OutputBinding(buffer.data(), 16), {buffer.data() + 2, 8}}));
  for (int at : {0, 1}) {
    Status status =
        two.run({}, {OutputBinding(buffer.data(), 8), {buffer.data() + at, 8}});
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
  EXPECT_EQ(none.run({Binding(), Binding()}, {OutputBinding()}).str(), "");
  EXPECT_EQ(none.run({y, y}, {y}).str(), "");
  EXPECT_EQ(y, (Floats{7, 7, 7, 7}));
  std::vector<double> wrong(1);
  EXPECT_FALSE(none.run({wrong, Binding()}, {OutputBinding()}));
}

//===----------------------------------------------------------------------===//
// Views other than the port's own
//===----------------------------------------------------------------------===//

namespace {

/// x, FLOAT32 [4] or UINT8 [16] -> y, FLOAT32 [4]. A step of nothing takes x,
/// or y, through a view of `extents` too.
Plan viewPlan(Operand::Kind kind, DataType type, std::vector<int64_t> extents,
              std::vector<int64_t> strides, unsigned elementBytes) {
  Plan plan;
  plan.name = "views";
  plan.inputs = {
      port("x", type, {type == DataType::UInt8 ? int64_t{16} : int64_t{4}})};
  plan.outputs = {floatPort("y", {4})};
  plan.mayAlias = {type == DataType::Float32};
  auto nothing = [](void *const *, const int64_t *, const int64_t *, int64_t,
                    int64_t, uint64_t) {};
  plan.steps = {step(nothing, {4}, {input(plan, 0), output(plan, 0)}),
                step(nothing, std::move(extents),
                     {operand(kind, 0, std::move(strides), elementBytes)})};
  runtime::measurePorts(plan);
  return plan;
}

} // namespace

TEST_F(RuntimeBindings, MeasuredUses) {
  using Kind = Operand::Kind;
  Plan plan;
  plan.inputs = {floatPort("a", {4}), floatPort("b", {4}), floatPort("c", {4})};
  plan.outputs = {floatPort("y", {4})};
  plan.inputUses = {{99, 64}}; // What was there is replaced.
  plan.steps = {
      step(nullptr, {4},
           {operand(Kind::Input, 0, {1}), operand(Kind::Output, 0, {1}, 1)}),
      step(nullptr, {2, 3, 1},
           {operand(Kind::Input, 0, {0, 5, 1000}, 8),
            operand(Kind::Output, 0, {100, 1, 1}, 2),
            operand(Kind::Index, 0, {9, 9, 9}),
            operand(Kind::Constant, 2, {9, 9, 9}, 16),
            temporary(64, {9, 9, 9}, true)}),
      step(nullptr, {2},
           {operand(Kind::Input, 0, {1}, 1), operand(Kind::Output, 0, {1}, 1)}),
      // Does not run.
      step(nullptr, {1000, 0},
           {operand(Kind::Input, 1, {1, 1}, 8),
            operand(Kind::Output, 0, {1, 1}, 8)}),
  };
  runtime::measurePorts(plan);
  ASSERT_EQ(plan.inputUses.size(), 3u);
  ASSERT_EQ(plan.outputUses.size(), 1u);
  EXPECT_EQ(plan.inputUses[0].bytes, (2 * 5 + 1) * 8u);
  EXPECT_EQ(plan.inputUses[0].alignment, 8u);
  for (size_t unused : {1, 2}) {
    EXPECT_EQ(plan.inputUses[unused].bytes, 0u);
    EXPECT_EQ(plan.inputUses[unused].alignment, 1u);
  }
  EXPECT_EQ(plan.outputUses[0].bytes, (100 + 2 + 1) * 2u);
  EXPECT_EQ(plan.outputUses[0].alignment, 2u);
}

TEST_F(RuntimeBindings, MeasuredUsesSaturate) {
  using Kind = Operand::Kind;
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  constexpr uint64_t kSaturated = std::numeric_limits<uint64_t>::max();
  auto bytes = [](std::vector<int64_t> extents, std::vector<int64_t> strides,
                  unsigned elementBytes) {
    Plan plan;
    plan.inputs = {floatPort("a", {4})};
    plan.steps = {
        step(nullptr, std::move(extents),
             {operand(Kind::Input, 0, std::move(strides), elementBytes)})};
    runtime::measurePorts(plan);
    return plan.inputUses[0].bytes;
  };
  EXPECT_EQ(bytes({2, 2}, {kMost, kMost - 1}, 1), kSaturated - 1);
  EXPECT_EQ(bytes({2, 2}, {kMost, kMost}, 1), kSaturated);
  EXPECT_EQ(bytes({2, 2, 2}, {kMost, kMost, kMost}, 1), kSaturated) << "sum";
  EXPECT_EQ(bytes({kMost, 2}, {3, 1}, 1), kSaturated) << "last element";
  EXPECT_EQ(bytes({2}, {kMost}, 1), uint64_t{1} << 63);
  EXPECT_EQ(bytes({2}, {kMost}, 2), kSaturated) << "bytes of an element";
}

TEST_F(RuntimeBindings, MeasuredUsesOfNibbles) {
  auto use = [](std::vector<int64_t> extents, std::vector<int64_t> strides) {
    Plan plan;
    plan.inputs = {port("n", DataType::Int4, extents, strides)};
    plan.steps = {step(nullptr, extents, {input(plan, 0)})};
    runtime::measurePorts(plan);
    return plan.inputUses[0];
  };
  // Two to a byte, rounded up.
  EXPECT_EQ(use({1}, {1}).bytes, 1u);
  EXPECT_EQ(use({4}, {1}).bytes, 2u);
  EXPECT_EQ(use({5}, {1}).bytes, 3u);
  EXPECT_EQ(use({5}, {0}).bytes, 1u);
  EXPECT_EQ(use({2, 3}, {5, 1}).bytes, 4u);
  EXPECT_EQ(use({2, 3}, {5, 1}).alignment, 1u);
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(use({2}, {kMost}).bytes, uint64_t{1} << 62);
}

TEST_F(RuntimeBindings, LargerView) {
  using Kind = Operand::Kind;
  Floats x(16), z(16);
  Kernel reader =
      kernel(viewPlan(Kind::Input, DataType::Float32, {2, 4}, {10, 1}, 4));
  EXPECT_EQ(reader.run({x}, {y}).str(), "");
  EXPECT_EQ(reader.run({Binding(x.data(), 56)}, {y}).str(), "");
  expectRefused(reader.run({Binding(x.data(), 16)}, {y}), "binding-size",
                "error: graph 'views': input 'x' (0): 16 bytes are bound, the "
                "graph's largest view of FLOAT32 [4] needs 56\n"
                "note: bind 40 more bytes");
  expectRefused(reader.run({Binding()}, {y}), "binding-null",
                "error: graph 'views': input 'x' (0): nothing is bound, the "
                "graph's largest view of FLOAT32 [4] needs 56 bytes\n"
                "note: bind 56 bytes");

  // Past x's own bytes, but not past those of its view.
  expectRefused(
      reader.run({x}, {OutputBinding(x.data() + 12, 16)}), "output-overlap",
      fmt::format("error: graph 'views': output 'y' (0) overlaps input 'x' "
                  "(0): bytes {} and {}; only the same view may be shared, not "
                  "a part of it\n"
                  "note: give the output memory of its own",
                  range(x.data() + 12, 16), range(x.data(), 56)));
  Floats longer(18);
  EXPECT_TRUE(reader.run({longer}, {OutputBinding(longer.data() + 14, 16)}));
  EXPECT_TRUE(reader.run({x}, {OutputBinding(x.data(), 16)})) << "in place";

  Kernel writer =
      kernel(viewPlan(Kind::Output, DataType::Float32, {2, 4}, {10, 1}, 4));
  EXPECT_EQ(writer.run({x}, {z}).str(), "");
  EXPECT_EQ(writer.run({x}, {OutputBinding(z.data(), 16)}).error().message,
            "output 'y' (0): 16 bytes are bound, the graph's largest view of "
            "FLOAT32 [4] needs 56");
  EXPECT_EQ(writer.run({Binding(z.data() + 12, 16)}, {z}).error().rule,
            "output-overlap");
}

TEST_F(RuntimeBindings, TotalBytesCoverALargerView) {
  Plan plan =
      viewPlan(Operand::Kind::Input, DataType::Float32, {2, 4}, {10, 1}, 4);
  Floats x(16);
  plan.inputs[0].desc.totalBytes = 60;
  EXPECT_EQ(kernel(plan).run({Binding(x.data(), 58)}, {y}).error().message,
            "input 'x' (0): 58 bytes are bound, FLOAT32 [4] needs 60");
  plan.inputs[0].desc.totalBytes = 52;
  EXPECT_EQ(kernel(plan).run({Binding(x.data(), 52)}, {y}).error().message,
            "input 'x' (0): 52 bytes are bound, the graph's largest view of "
            "FLOAT32 [4] needs 56");
}

TEST_F(RuntimeBindings, ViewOfAZeroSizePort) {
  Plan plan;
  plan.inputs = {floatPort("x", {0})};
  plan.outputs = {floatPort("y", {4})};
  plan.inputUses = {{8, 4}};
  EXPECT_EQ(kernel(plan).run({Binding()}, {y}).str(),
            "error: input 'x' (0): nothing is bound, the graph's largest view "
            "of FLOAT32 [0] needs 8 bytes\n"
            "note: bind 8 bytes");
  EXPECT_EQ(kernel(plan).run({a}, {y}).str(), "");
  EXPECT_FALSE(kernel(plan).run({Binding(y.data() + 1, 8)}, {y}));
}

TEST_F(RuntimeBindings, ViewOfLargerElements) {
  Kernel reader =
      kernel(viewPlan(Operand::Kind::Input, DataType::UInt8, {4}, {1}, 4));
  Floats longer(5);
  auto *odd = reinterpret_cast<const char *>(longer.data()) + 2;
  EXPECT_TRUE(reader.run({Binding(a.data(), 16)}, {y}));
  expectRefused(
      reader.run({Binding(odd, 16)}, {y}), "binding-alignment",
      fmt::format("error: graph 'views': input 'x' (0): the address {:#x} is "
                  "not a multiple of 4, the size of the largest element in the "
                  "graph's views of UINT8 [16]\n"
                  "note: bind memory that is aligned to 4 bytes",
                  reinterpret_cast<uintptr_t>(odd)));
  // The view's elements may be smaller than the port's.
  Kernel bytes =
      kernel(viewPlan(Operand::Kind::Input, DataType::Float32, {16}, {1}, 1));
  EXPECT_TRUE(bytes.run({a}, {y}));
  EXPECT_EQ(bytes.run({Binding(odd, 16)}, {y}).error().message,
            fmt::format("input 'x' (0): the address {:#x} is not a multiple of "
                        "4, the size of a FLOAT32",
                        reinterpret_cast<uintptr_t>(odd)));
}

//===----------------------------------------------------------------------===//
// Many ports
//===----------------------------------------------------------------------===//

namespace {

/// A plan and bindings to addresses that are never followed.
struct Arrangement {
  Plan plan;
  std::vector<Binding> inputs;
  std::vector<OutputBinding> outputs;

  Status check() const { return runtime::checkBindings(plan, inputs, outputs); }
};

void *at(uintptr_t address) { return std::bit_cast<void *>(address); }

/// Ports in slots of 64 bytes. Most share nothing that they may not share, so
/// that an arrangement of many ports has about one fault.
Arrangement arrange(std::mt19937 &random, size_t inputs, size_t outputs) {
  auto below = [&](size_t limit) { return random() % limit; };
  auto oneIn = [&](size_t chances) { return below(chances) == 0; };
  size_t ports = inputs + outputs;

  Arrangement result;
  Plan &plan = result.plan;
  auto fill = [&](size_t count, std::vector<Port> &list,
                  std::vector<runtime::PortUse> &uses) {
    bool measured = oneIn(2);
    for (size_t i = 0; i < count; ++i) {
      std::vector<int64_t> strides;
      if (oneIn(16))
        strides = {oneIn(2) ? int64_t{1} : int64_t{3}};
      int64_t size = oneIn(16) ? static_cast<int64_t>(below(6)) : 4;
      list.push_back(floatPort(fmt::format("p{}", i), {size}, strides));
      if (measured)
        uses.push_back({oneIn(4) ? below(4 * ports) == 0 ? 80u : 64u : 0u, 1});
    }
  };
  fill(inputs, plan.inputs, plan.inputUses);
  fill(outputs, plan.outputs, plan.outputUses);
  for (size_t i = 0; i < inputs * outputs; ++i)
    plan.mayAlias.push_back(!oneIn(8));
  for (size_t i = 0; inputs != 0 && i < below(2 * inputs); ++i)
    plan.exclusive.push_back(
        {static_cast<int>(below(inputs)), static_cast<int>(below(inputs))});

  std::vector<size_t> slots(2 * ports);
  for (size_t i = 0; i < slots.size(); ++i)
    slots[i] = i;
  std::shuffle(slots.begin(), slots.end(), random);
  auto bind = [&](size_t slot) {
    // Now and then a little before or after the slot's start.
    int64_t moved =
        oneIn(2 * ports) ? static_cast<int64_t>(below(17)) * 4 - 32 : 0;
    auto address =
        static_cast<uintptr_t>(4096 + static_cast<int64_t>(slot) * 64 + moved);
    return OutputBinding(at(address), 80);
  };
  for (size_t o = 0; o < outputs; ++o)
    result.outputs.push_back(bind(slots[oneIn(8 * ports) ? 0 : o]));
  for (size_t i = 0; i < inputs; ++i) {
    bool shares = outputs != 0 && oneIn(4 + ports / 4);
    // Inputs share slots among themselves.
    result.inputs.push_back(
        bind(slots[shares ? below(outputs)
                          : outputs + below(slots.size() - outputs)]));
  }
  return result;
}

/// Whether an output touches a byte of another port that it may not share,
/// found byte by byte.
bool sharesWrongly(const Arrangement &arranged) {
  const Plan &plan = arranged.plan;
  auto bytes = [](const Port &port, const std::vector<runtime::PortUse> &uses,
                  size_t number) {
    uint64_t own = *port.desc.spanInBytes();
    return uses.empty() ? own : std::max(own, uses[number].bytes);
  };
  std::map<uintptr_t, size_t> writer;
  auto addressOf = [](const auto &binding) {
    return reinterpret_cast<uintptr_t>(binding.data);
  };
  for (size_t o = 0; o < plan.outputs.size(); ++o)
    for (uint64_t i = 0; i < bytes(plan.outputs[o], plan.outputUses, o); ++i)
      if (!writer.emplace(addressOf(arranged.outputs[o]) + i, o).second)
        return true;
  std::vector<std::vector<bool>> shared(plan.inputs.size(),
                                        std::vector<bool>(plan.outputs.size()));
  for (size_t n = 0; n < plan.inputs.size(); ++n)
    for (uint64_t i = 0; i < bytes(plan.inputs[n], plan.inputUses, n); ++i) {
      auto found = writer.find(addressOf(arranged.inputs[n]) + i);
      if (found == writer.end())
        continue;
      size_t o = found->second;
      if (arranged.inputs[n].data != arranged.outputs[o].data ||
          !plan.inputs[n].desc.sameLayout(plan.outputs[o].desc) ||
          !plan.mayAlias[o * plan.inputs.size() + n])
        return true;
      shared[n][o] = true;
    }
  for (auto [a, b] : plan.exclusive)
    for (size_t o = 0; o < plan.outputs.size(); ++o)
      if (shared[static_cast<size_t>(a)][o] &&
          shared[static_cast<size_t>(b)][o])
        return true;
  return false;
}

} // namespace

TEST(RuntimeBindingsMany, SameAsByteByByte) {
  std::mt19937 random(20240607);
  std::map<std::string, int> outcomes;
  for (int round = 0; round < 6000; ++round) {
    size_t most = round % 3 == 0 ? 4 : round % 3 == 1 ? 12 : 40;
    Arrangement arranged =
        arrange(random, random() % (most + 1), random() % (most + 1));
    Status status = arranged.check();
    ASSERT_EQ(!status.ok(), sharesWrongly(arranged)) << "round " << round;
    std::string outcome = "accepted";
    if (!status)
      outcome = status.error().message.find("only one of") != std::string::npos
                    ? "exclusive"
                    : status.error().rule;
    if (most == 40)
      ++outcomes[outcome];
  }
  // Each outcome must have been seen with many ports.
  for (const char *outcome :
       {"accepted", "exclusive", "in-place", "output-overlap"})
    EXPECT_GE(outcomes[outcome], 20) << outcome;
}

TEST(RuntimeBindingsMany, InputsOverlapFreely) {
  // A long input below everything reaches over inputs, not over the outputs.
  Arrangement arranged;
  constexpr uintptr_t kBase = 65536;
  arranged.plan.inputs.push_back(floatPort("long", {1000}));
  arranged.inputs.emplace_back(at(kBase), 4000);
  for (uintptr_t i = 0; i < 20; ++i) {
    arranged.plan.inputs.push_back(floatPort("x", {4}));
    arranged.inputs.emplace_back(at(kBase + i * 4), 16);
    arranged.plan.outputs.push_back(floatPort("y", {4}));
    arranged.outputs.emplace_back(at(kBase + 4000 + i * 16), 16);
  }
  EXPECT_EQ(arranged.check().str(), "");

  // The last output moves into the long input, far from its start.
  arranged.outputs.back() = OutputBinding(at(kBase + 3996), 16);
  EXPECT_EQ(arranged.check().error().message,
            "outputs 'y' (0) and 'y' (19) overlap: bytes [0x10fa0, 0x10fb0) "
            "and [0x10f9c, 0x10fac)");
  arranged.outputs.back() = OutputBinding(at(kBase + 2000), 16);
  EXPECT_EQ(arranged.check().error().message,
            "output 'y' (19) overlaps input 'long' (0): bytes [0x107d0, "
            "0x107e0) and [0x10000, 0x10fa0); only the same view may be "
            "shared, not a part of it");
  // A long output below inputs.
  arranged.plan.inputs[0].desc.sizes = {4};
  arranged.plan.outputs.back().desc.sizes = {1000};
  arranged.outputs.back() = OutputBinding(at(kBase - 3996), 4000);
  EXPECT_EQ(arranged.check().error().message,
            "output 'y' (19) overlaps input 'long' (0): bytes [0xf064, "
            "0x10004) and [0x10000, 0x10010); only the same view may be "
            "shared, not a part of it");
  arranged.outputs.back() = OutputBinding(at(kBase - 4000), 4000);
  EXPECT_EQ(arranged.check().str(), "");
}

TEST(RuntimeBindingsMany, OneByte) {
  Arrangement arranged;
  arranged.plan.inputs = {port("x", DataType::UInt8, {5})};
  arranged.plan.outputs = {port("y", DataType::UInt8, {5}),
                           port("z", DataType::UInt8, {5})};
  auto rule = [&](uintptr_t x, uintptr_t y, uintptr_t z) {
    arranged.inputs = {Binding(at(x), 5)};
    arranged.outputs = {OutputBinding(at(y), 5), OutputBinding(at(z), 5)};
    Status status = arranged.check();
    return status.ok() ? "" : status.error().field;
  };
  EXPECT_EQ(rule(100, 105, 110), "");
  EXPECT_EQ(rule(110, 105, 100), "");
  EXPECT_EQ(rule(101, 105, 110), "outputs[0]");
  EXPECT_EQ(rule(109, 105, 100), "outputs[0]");
  EXPECT_EQ(rule(200, 105, 109), "outputs[1]");
  EXPECT_EQ(rule(200, 104, 100), "outputs[1]");
}

TEST(RuntimeBindingsMany, EndOfTheAddressSpace) {
  constexpr uintptr_t kMost = std::numeric_limits<uintptr_t>::max();
  Arrangement arranged;
  arranged.plan.inputs = {floatPort("x", {4})};
  arranged.plan.outputs = {floatPort("y", {4})};
  arranged.inputs = {Binding(at(kMost - 31), 16)};
  arranged.outputs = {OutputBinding(at(kMost - 15), 16)};
  EXPECT_EQ(arranged.check().str(), "");
  // A size that only its caller can answer for does not wrap to low addresses.
  arranged.plan.inputUses = {{uint64_t{1} << 62, 4}};
  arranged.inputs = {Binding(at(kMost - 31), SIZE_MAX)};
  EXPECT_EQ(arranged.check().error().rule, "output-overlap");
  arranged.outputs = {OutputBinding(at(64), 16)};
  EXPECT_EQ(arranged.check().str(), "");
}
