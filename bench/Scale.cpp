//===- Scale.cpp - large tensors, long groups, many streams ---------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the time of an element grows: not with the size of a tensor, not with the
// operators of a group that memory limits, and with the streams of a group only
// as their bytes do. One thread.
//
//===----------------------------------------------------------------------===//

#include "bench/Scale.h"

#include "bench/Timing.h"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

namespace fusedml::bench {
namespace {

constexpr int kScaleRounds = 11;
constexpr int64_t kMi = int64_t(1) << 20;

struct Row {
  std::string what;
  double nanoseconds, reference; ///< An element, medians.
  double ratio;                  ///< Median of reference / nanoseconds.
};
std::vector<Row> rows;

/// Times two calls in turns.
void compare(benchmark::State &state, const std::string &what, int64_t elements,
             const Call &call, const Call &reference) {
  int calls = callsPerSample(call);
  auto count = static_cast<double>(elements);
  std::vector<double> times, referenceTimes, ratios;
  for (auto _ : state) {
    double other = sample(reference, calls), own = sample(call, calls);
    state.SetIterationTime(own * 1e-9);
    times.push_back(own / count);
    referenceTimes.push_back(other / count);
    ratios.push_back(other / own);
  }
  rows.push_back({what, median(times), median(referenceTimes), median(ratios)});
  state.counters["ns/element"] = rows.back().nanoseconds;
  state.counters["ratio"] = rows.back().ratio;
}

/// INT8 products; the reference is the same in the caches.
void sizes(benchmark::State &state) {
  int64_t elements = state.range(0), few = int64_t(64) << 10;
  Buffer<int8_t> a(elements, 0), b(elements, 1), y(elements, 2);
  auto callFor = [&](int64_t count) {
    Graph graph("sizes");
    Tensor x = graph.input("a", DataType::Int8, {count});
    graph.output("y", x * graph.input("b", DataType::Int8, {count}));
    auto bytes = static_cast<size_t>(count);
    return callOf(compileOrExit(graph),
                  {Binding(a.data(), bytes), Binding(b.data(), bytes)},
                  {OutputBinding(y.data(), bytes)}, 1);
  };
  // As many elements in one sample of either.
  Call small = callFor(few);
  compare(state,
          "multiply INT8, " + std::to_string(elements / few) + " x 64 Ki",
          elements, callFor(elements), [=] {
            for (int64_t i = 0; i < elements / few; ++i)
              small();
          });
}

/// A chain of cheap operators; the reference is its first alone.
void groups(benchmark::State &state) {
  constexpr int64_t kElements = 16 * kMi;
  Buffer<float> a(kElements, 0), b(kElements, 1), y(kElements, 2);
  auto callFor = [&](int64_t operators) {
    Graph graph("groups");
    Tensor x = graph.input("a", DataType::Float32, {kElements});
    Tensor w = graph.input("b", DataType::Float32, {kElements});
    for (int64_t i = 0; i < operators; ++i)
      x = i % 3 == 0 ? x * w : i % 3 == 1 ? x + w : max(x, w);
    graph.output("y", x);
    return callOf(compileOrExit(graph), {a, b}, {y}, 1);
  };
  compare(state, "group of " + std::to_string(state.range(0)) + " operators",
          kElements, callFor(state.range(0)), callFor(1));
}

/// A sum of many tensors in one kernel; the reference are two kernels, with a
/// tensor between them.
void streams(benchmark::State &state) {
  constexpr int64_t kElements = 2 * kMi;
  auto count = static_cast<size_t>(state.range(0));
  std::vector<Buffer<float>> memory;
  for (size_t i = 0; i < count + 2; ++i)
    memory.emplace_back(kElements, i);
  std::vector<Binding> inputs(memory.begin(), memory.end() - 2);
  OutputBinding between = memory[count], output = memory[count + 1];
  auto callFor = [&](const std::vector<Binding> &terms, OutputBinding result) {
    Graph graph("streams");
    Tensor sum;
    for (size_t i = 0; i < terms.size(); ++i) {
      Tensor x = graph.input("", DataType::Float32, {kElements});
      sum = i ? sum + x : x;
    }
    graph.output("y", sum);
    return callOf(compileOrExit(graph), terms, {result}, 1);
  };
  auto middle = inputs.begin() + static_cast<ptrdiff_t>(count / 2);
  std::vector<Binding> first(inputs.begin(), middle),
      second(middle, inputs.end());
  second.emplace_back(between.data, between.sizeInBytes);
  Call one = callFor(first, between), two = callFor(second, output);
  compare(state, "sum of " + std::to_string(count) + " streams", kElements,
          callFor(inputs, output), [=] {
            one();
            two();
          });
}

void add(const char *name, void (*function)(benchmark::State &),
         const std::vector<int64_t> &arguments) {
  auto *benchmark = benchmark::RegisterBenchmark(name, function)
                        ->UseManualTime()
                        ->Iterations(kScaleRounds)
                        ->Unit(benchmark::kMicrosecond);
  for (int64_t argument : arguments)
    benchmark->Arg(argument);
}

} // namespace

void addScale() {
  add("scale/sizes/int8", sizes, {kMi, 16 * kMi, 256 * kMi, 1024 * kMi});
  add("scale/groups/float32", groups, {2, 4, 8, 16, 32});
  add("scale/streams/float32", streams, {2, 4, 8, 16, 24, 32, 48, 64});
}

void printScale() {
  if (rows.empty())
    return;
  std::printf("\n%-34s %12s %16s %7s\n", "scale, one thread", "ns/el",
              "reference ns/el", "ratio");
  for (const Row &row : rows)
    std::printf("%-34s %12.4f %16.4f %7.2f\n", row.what.c_str(),
                row.nanoseconds, row.reference, row.ratio);
  std::printf("\nreference: of sizes, the same number of elements in pieces "
              "that fit the caches;\nof groups, their first operator; of "
              "streams, two kernels with half of them each\n");
}

} // namespace fusedml::bench
