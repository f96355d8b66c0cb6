//===- RuntimeExecute.cpp - steps, splitting, temporaries -----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimePlans.h"
#include "runtime/CacheSize.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <numeric>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

using namespace fusedml;
using namespace fusedml::test;

namespace {

using Floats = std::vector<float>;

/// Large enough a cost to divide a step of few elements.
constexpr double costly = 1000;

Floats iota(size_t count, float first = 0) {
  Floats values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

/// Counts the calls of a kernel and, in its output, the visits of each
/// element: out += 1 + index * 16.
struct Visit {
  static void run(void *const *bases, const std::array<int64_t, 2> &at) {
    int64_t first = static_cast<int64_t>(reinterpret_cast<intptr_t>(bases[0]));
    pointer<int64_t>(bases, 1)[at[1]] += 1 + (first + at[0]) * 16;
  }
};

std::atomic<int> calls;

template <int Rank>
void visit(void *const *bases, const int64_t *extents, const int64_t *strides,
           int64_t begin, int64_t end, uint64_t flags) {
  ++calls;
  Loops<Visit, Rank, 2>::call(bases, extents, strides, begin, end, flags);
}

/// Runs Visit over padded memory and checks every element and the padding.
template <int Rank>
void checkVisits(const std::vector<int64_t> &sizes, unsigned threads,
                 bool divided) {
  // Rows are three elements longer than the tensor.
  std::vector<int64_t> strides(Rank), packed(Rank);
  int64_t next = 1, nextPacked = 1;
  for (size_t i = Rank; i-- > 0;) {
    strides[i] = next;
    packed[i] = nextPacked;
    next *= sizes[i] + (i + 1 == Rank ? 3 : 0);
    nextPacked *= sizes[i];
  }
  Plan plan;
  plan.outputs = {port("y", DataType::Int64, sizes, strides)};
  plan.steps = {step(
      visit<Rank>, sizes,
      {operand(Operand::Kind::Index, 0, packed), output(plan, 0)}, costly)};
  std::vector<int64_t> y(static_cast<size_t>(next), 0);
  calls = 0;
  ASSERT_EQ(kernel(plan).run({}, {y}, {threads}).str(), "");
  EXPECT_EQ(calls > 1, divided);

  int64_t inner = sizes[Rank - 1];
  for (size_t i = 0; i < y.size(); ++i) {
    auto row = static_cast<int64_t>(i) / (inner + 3);
    auto column = static_cast<int64_t>(i) % (inner + 3);
    int64_t expected = column < inner ? 1 + (row * inner + column) * 16 : 0;
    ASSERT_EQ(y[i], expected) << "at " << i;
  }
}

} // namespace

TEST(RuntimeExecute, EveryElementOnce) {
  for (unsigned threads : {1u, 2u, 4u, 64u, 5000u}) {
    bool divided = threads > 1;
    checkVisits<1>({1000}, threads, divided);
    checkVisits<2>({50, 7}, threads, divided);
    checkVisits<2>({2, 1000}, threads, divided);
    checkVisits<3>({100, 3, 2}, threads, divided);
    checkVisits<3>({2, 100, 3}, threads, divided);
    checkVisits<3>({2, 3, 1000}, threads, divided);
    checkVisits<4>({1, 1, 1, 63}, threads, false);
    checkVisits<8>({1, 2, 1, 2, 1, 30, 2, 3}, threads, divided);
  }
}

TEST(RuntimeExecute, SmallWorkIsOneCall) {
  Plan plan;
  plan.outputs = {port("y", DataType::Int64, {10})};
  plan.steps = {step(visit<1>, {10},
                     {operand(Operand::Kind::Index, 0, {1}), output(plan, 0)})};
  std::vector<int64_t> y(10);
  calls = 0;
  EXPECT_TRUE(kernel(plan).run({}, {y}));
  EXPECT_EQ(calls, 1);
}

TEST(RuntimeExecute, BroadcastAndStrides) {
  // y[i][j] = a[j] + b[i], with a repeated over rows and b over columns.
  for (unsigned threads : {1u, 4u}) {
    Plan plan;
    plan.inputs = {floatPort("a", {200, 90}, {0, 1}),
                   floatPort("b", {200, 90}, {2, 0})};
    plan.outputs = {floatPort("y", {200, 90}, {100, 1})};
    plan.steps = {step(Loops<Add, 2, 3>::call, {200, 90},
                       {input(plan, 0), input(plan, 1), output(plan, 0)},
                       costly)};
    Floats a = iota(90), b = iota(399, 1000), y(19990, -1);
    ASSERT_EQ(kernel(plan).run({a, b}, {y}, {threads}).str(), "");
    for (size_t i = 0; i < y.size(); ++i) {
      size_t row = i / 100, column = i % 100;
      ASSERT_EQ(y[i], column < 90 ? a[column] + b[row * 2] : -1);
    }
  }
}

namespace {

/// y = (a + b) * 2 + constant, through two temporaries.
Plan chainPlan(int64_t size, double cost) {
  Plan plan;
  plan.name = "chain";
  plan.inputs = {floatPort("a", {size}), floatPort("b", {size})};
  plan.outputs = {floatPort("y", {size})};
  std::vector<std::byte> constant(static_cast<size_t>(size) * 4);
  Floats values = iota(static_cast<size_t>(size), 0.5f);
  std::memcpy(constant.data(), values.data(), constant.size());
  plan.constants = {std::move(constant)};
  auto bytes = (static_cast<uint64_t>(size) * 4 + 63) / 64 * 64;
  plan.temporaryBytes = 2 * bytes;
  plan.steps = {
      step(Loops<Add, 1, 3>::call, {size},
           {input(plan, 0), input(plan, 1), temporary(0, {1}, true)}, cost),
      step(Loops<Twice, 1, 2>::call, {size},
           {temporary(0, {1}, false), temporary(bytes, {1}, true)}, cost),
      step(Loops<Add, 1, 3>::call, {size},
           {temporary(bytes, {1}, false),
            operand(Operand::Kind::Constant, 0, {1}), output(plan, 0)},
           cost)};
  return plan;
}

float chainResult(float a, float b, size_t i) {
  return (a + b) * 2 + (static_cast<float>(i) + 0.5f);
}

} // namespace

TEST(RuntimeExecute, TemporariesAndConstants) {
  // Growing, shrinking and growing again, which is how the arena is reused.
  for (int64_t size : {100, 100000, 7, 200000}) {
    for (unsigned threads : {1u, 4u, 0u}) {
      Kernel chain = kernel(chainPlan(size, 10));
      EXPECT_GE(chain.temporaryBytes(), static_cast<size_t>(size) * 8);
      auto count = static_cast<size_t>(size);
      Floats a = iota(count), b = iota(count, 3), y(count);
      ASSERT_EQ(chain.run({a, b}, {y}, {threads}).str(), "");
      for (size_t i = 0; i < count; ++i)
        ASSERT_EQ(y[i], chainResult(a[i], b[i], i));
    }
  }
}

TEST(RuntimeExecute, SixteenThreadsShareAKernel) {
  Kernel chain = kernel(chainPlan(3000, 20));
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t)
    threads.emplace_back([&, t] {
      Floats a = iota(3000, static_cast<float>(t)), b = iota(3000), y(3000);
      for (unsigned round = 0; round < 20; ++round) {
        y.assign(3000, -1);
        if (!chain.run({a, b}, {y}, {round % 4}))
          ++wrong;
        for (size_t i = 0; i < y.size(); ++i)
          if (y[i] != chainResult(a[i], b[i], i))
            ++wrong;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(RuntimeExecute, OutOfMemory) {
  Plan plan = addPlan({4});
  plan.temporaryBytes = uint64_t{1} << 63;
  Floats a(4), b(4), y(4, 7);
  Status status = kernel(plan).run({a, b}, {y});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::OutOfMemory);
  EXPECT_EQ(status.str(),
            "error: graph 'sum': 9223372036854775808 bytes of temporary memory "
            "are not available\n"
            "note: use smaller tensors or split the graph");
  EXPECT_EQ(y, Floats(4, 7));
  // The thread's next call works.
  plan.temporaryBytes = 64;
  EXPECT_EQ(kernel(plan).run({a, b}, {y}).str(), "");
}

TEST(RuntimeExecute, ZeroExtentSkipsTheStep) {
  Plan plan = addPlan({4});
  plan.steps.insert(plan.steps.begin(), plan.steps[0]);
  plan.steps[0].extents = {0};
  plan.steps[0].function = [](void *const *, const int64_t *, const int64_t *,
                              int64_t, int64_t, uint64_t) { ++calls; };
  Floats a(4, 1), b(4, 2), y(4);
  calls = 0;
  EXPECT_TRUE(kernel(plan).run({a, b}, {y}));
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(y, Floats(4, 3));
}

namespace {

/// Pages of which the last is not accessible; the usable part ends at it.
class GuardedPages {
public:
  GuardedPages() : page(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {
    memory = static_cast<char *>(mmap(nullptr, 5 * page, PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(memory, page, PROT_NONE);
    mprotect(memory + 4 * page, page, PROT_NONE);
  }
  ~GuardedPages() { munmap(memory, 5 * page); }
  GuardedPages(const GuardedPages &) = delete;
  GuardedPages &operator=(const GuardedPages &) = delete;

  float *lastFloats(size_t count) {
    return reinterpret_cast<float *>(memory + 4 * page) - count;
  }

private:
  size_t page;
  char *memory;
};

} // namespace

TEST(RuntimeExecute, StaysInsideProtectedPages) {
  for (size_t count : {1, 7, 9, 31, 33, 700, 1000}) {
    for (unsigned threads : {1u, 4u}) {
      GuardedPages a, b, y;
      OutputBinding bindings[3];
      int at = 0;
      for (GuardedPages *pages : {&a, &b, &y}) {
        float *data = pages->lastFloats(count);
        std::fill_n(data, count, 2.0f);
        bindings[at++] = OutputBinding(data, count * 4);
      }
      Kernel sum = kernel(addPlan({static_cast<int64_t>(count)}, costly));
      ASSERT_EQ(
          sum.run({bindings[0], bindings[1]}, {bindings[2]}, {threads}).str(),
          "");
      for (size_t i = 0; i < count; ++i)
        ASSERT_EQ(y.lastFloats(count)[i], 4.0f);
    }
  }
}

TEST(RuntimeExecute, OnlyNaturalAlignment) {
  alignas(64) float a[1000], b[1000], y[1000];
  for (float &value : a)
    value = 1;
  for (float &value : b)
    value = 2;
  Kernel sum = kernel(addPlan({999}, costly));
  ASSERT_EQ(sum.run({Binding(a + 1, 3996), Binding(b + 1, 3996)},
                    {OutputBinding(y + 1, 3996)}, {4})
                .str(),
            "");
  for (int i = 1; i < 1000; ++i)
    ASSERT_EQ(y[i], 3);
}

TEST(RuntimeExecute, ManyOperands) {
  // More than the inline arrays hold, divided in an inner dimension.
  constexpr int operands = 40;
  struct SumAll {
    static void run(void *const *bases,
                    const std::array<int64_t, operands> &at) {
      float sum = 0;
      for (int i = 0; i + 1 < operands; ++i)
        sum += pointer<float>(bases, i)[at[static_cast<size_t>(i)]];
      pointer<float>(bases, operands - 1)[at[operands - 1]] = sum;
    }
  };
  Plan plan;
  std::vector<Operand> list;
  for (int i = 0; i + 1 < operands; ++i) {
    plan.inputs.push_back(floatPort("x", {2, 500}));
    list.push_back(input(plan, i));
  }
  plan.outputs = {floatPort("y", {2, 500})};
  list.push_back(output(plan, 0));
  plan.steps = {step(Loops<SumAll, 2, operands>::call, {2, 500}, list, costly)};
  Floats x = iota(1000), y(1000);
  std::vector<Binding> inputs(operands - 1, Binding(x));
  std::vector<OutputBinding> outputs = {y};
  ASSERT_EQ(kernel(plan).run(inputs, outputs, {4}).str(), "");
  for (size_t i = 0; i < 1000; ++i)
    ASSERT_EQ(y[i], x[i] * (operands - 1));
}

namespace {

/// Runs NextNibble on a layout and checks every half byte of the output, those
/// between the elements too. An input has its own, whole rows.
template <int Rank>
void checkNibbles(const std::vector<int64_t> &sizes,
                  const std::vector<int64_t> &strides, bool divided) {
  Plan plan;
  plan.inputs = {port("x", DataType::UInt4, sizes)};
  plan.outputs = {port("y", DataType::UInt4, sizes, strides)};
  auto function = [](void *const *bases, const int64_t *extents,
                     const int64_t *s, int64_t begin, int64_t end,
                     uint64_t flags) {
    ++calls;
    Loops<NextNibble, Rank, 2>::call(bases, extents, s, begin, end, flags);
  };
  plan.steps = {
      step(function, sizes, {input(plan, 0), output(plan, 0)}, costly)};
  size_t bytes = *plan.outputs[0].desc.spanInBytes();
  std::vector<uint8_t> x(*plan.inputs[0].desc.spanInBytes());
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<uint8_t>(i * 37 + i / 5);
  std::vector<uint8_t> expected(bytes, 0xa5);
  std::vector<int64_t> at(Rank, 0);
  for (int64_t i = 0, count = plan.inputs[0].desc.elementCount().value();
       i < count; ++i) {
    int64_t rest = i, address = 0;
    for (size_t d = Rank; d-- > 0; rest /= sizes[d])
      address += rest % sizes[d] * strides[d];
    setNibble(expected.data(), address, nibble(x.data(), i) + 1);
  }
  for (unsigned threads : {1u, 2u, 4u}) {
    std::vector<uint8_t> y(bytes, 0xa5);
    calls = 0;
    ASSERT_EQ(kernel(plan).run({x}, {y}, {threads}).str(), "");
    EXPECT_EQ(y, expected) << threads << " threads";
    EXPECT_EQ(calls > 1, divided && threads > 1)
        << formatList(sizes) << " strides " << formatList(strides);
  }
}

} // namespace

TEST(RuntimeExecute, NibblesAreMovedByWholeBytes) {
  checkNibbles<1>({1001}, {1}, true);
  checkNibbles<1>({1001}, {3}, true);
  checkNibbles<2>({40, 9}, {9, 1}, true);
  checkNibbles<2>({40, 9}, {13, 1}, true);
  checkNibbles<2>({1, 1001}, {1001, 1}, true);
  checkNibbles<2>({3, 1001}, {1001, 1}, true);
  checkNibbles<2>({2, 1001}, {1001, 1}, false);
  checkNibbles<3>({4, 41, 7}, {1000, 7, 1}, true);
  checkNibbles<3>({3, 2, 1000}, {2002, 1000, 1}, true);
}

namespace {

std::atomic<uint64_t> seenFlags;

void recordFlags(void *const *, const int64_t *, const int64_t *, int64_t,
                 int64_t, uint64_t flags) {
  seenFlags = flags;
}

} // namespace

TEST(RuntimeExecute, LargeOutputsBypassTheCaches) {
  // The kernel touches nothing, so that addresses are enough.
  auto at = [](uint64_t terabyte, int64_t size) {
    return OutputBinding(reinterpret_cast<void *>(terabyte << 40),
                         static_cast<size_t>(size) * 4);
  };
  auto cache = static_cast<int64_t>(runtime::lastLevelCacheBytes());
  auto flags = [&](int64_t size, uint64_t output, unsigned threads) {
    Plan plan = addPlan({size});
    plan.steps[0].function = recordFlags;
    EXPECT_EQ(
        kernel(plan)
            .run({at(1, size), at(2, size)}, {at(output, size)}, {threads})
            .str(),
        "");
    return seenFlags.load();
  };
  EXPECT_EQ(flags(cache / 64, 3, 1), 0u);
  EXPECT_EQ(flags(cache / 8, 3, 1), runtime::NonTemporalStores);
  EXPECT_EQ(flags(cache / 8, 3, 4), 0u);
  EXPECT_EQ(flags(cache, 3, 4), runtime::NonTemporalStores);
  // In place, the lines are in the caches already.
  EXPECT_EQ(flags(cache, 1, 1), 0u);
}
