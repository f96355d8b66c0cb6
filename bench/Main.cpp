//===- Main.cpp - FuseDML against hand-written loops ----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each benchmark times a FuseDML kernel and the loop it is compared with in
// turns, in one process, on the same memory. What counts is the median of the
// ratios of neighbouring samples: drift of the machine's speed hits both.
// The table at the end collects them; a ratio above 1 means FuseDML is faster.
// compile_chain is about the compiler and has nothing to be compared with.
//
//===----------------------------------------------------------------------===//

#include "bench/Dispatch.h"
#include "bench/Loops.h"
#include "bench/Scale.h"
#include "bench/Timing.h"
#include "bench/Workers.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

using namespace fusedml;
using namespace fusedml::bench;

namespace {

constexpr int kRounds = 41;

struct Row {
  std::string workload;
  size_t elements;
  size_t threads;
  std::string limit;
  double ours, reference; ///< Nanoseconds an element, medians.
  double ratio;           ///< Median of reference / ours of each round.
};

std::vector<Row> rows;
bool failed = false;

/// Something to compare with. `settle` runs before FuseDML is timed.
struct Reference {
  std::string name;
  Call run;
  Call settle = [] {};
};

void compare(benchmark::State &state, const char *workload, size_t elements,
             size_t threads, const Call &ours, const Reference &reference) {
  int calls = callsPerSample(ours);
  std::vector<double> oursTimes, referenceTimes, ratios;
  bool oursFirst = false;
  for (auto _ : state) {
    double times[2];
    oursFirst = !oursFirst;
    for (bool isOurs : {oursFirst, !oursFirst}) {
      if (isOurs)
        reference.settle();
      times[isOurs] = sample(isOurs ? ours : reference.run, calls);
    }
    state.SetIterationTime(times[true] * 1e-9);
    oursTimes.push_back(times[true] / elements);
    referenceTimes.push_back(times[false] / elements);
    ratios.push_back(times[false] / times[true]);
  }
  Row row{workload,       elements,          threads,
          reference.name, median(oursTimes), median(referenceTimes),
          median(ratios)};
  state.counters["ns/element"] = row.ours;
  state.counters["limit ns/element"] = row.reference;
  state.counters["ratio"] = row.ratio;
  rows.push_back(row);
}

template <typename T>
bool sameBits(benchmark::State &state, const Call &ours, const Call &reference,
              const Buffer<T> &y) {
  ours();
  std::vector<T> result(y.data(), y.data() + y.size());
  reference();
  if (!std::memcmp(result.data(), y.data(), y.size() * sizeof(T)))
    return true;
  state.SkipWithError("results differ from the hand-written loop");
  failed = true;
  return false;
}

void multiplyShrink(benchmark::State &state, size_t elements, bool allThreads) {
  Buffer<float> a(elements, 0), b(elements, 1), y(elements, 2);
  std::mt19937 random(1);
  std::uniform_real_distribution<float> value(-2.0f, 2.0f);
  for (size_t i = 0; i < elements; ++i) {
    a.data()[i] = value(random);
    b.data()[i] = value(random);
  }
  // The loops compared must agree on the special values, too.
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr float kSpecial[] = {kNaN, kInf, -kInf, 0.0f, -0.0f, 0.5f, -0.5f};
  for (size_t i = 0; i < std::size(kSpecial); ++i) {
    a.data()[i] = kSpecial[i];
    b.data()[i] = 1.0f;
  }

  Graph graph("multiply_shrink");
  auto size = static_cast<int64_t>(elements);
  Tensor aInput = graph.input("A", DataType::Float32, {size});
  Tensor bInput = graph.input("B", DataType::Float32, {size});
  graph.output("Y", activationShrink(aInput * bInput,
                                     {.bias = 0.1f, .threshold = 0.5f}));
  Kernel kernel = compileOrExit(graph);
  Call ours = callOf(kernel, {a, b}, {y}, allThreads ? 0 : 1);

  // With all cores, one may still be the fastest.
  static Workers workers;
  std::vector<Reference> candidates;
  for (const MultiplyShrinkLoop &loop : multiplyShrinkLoops()) {
    if (!loop.available)
      continue;
    candidates.push_back({loop.name, [&, run = loop.run] {
                            run(a.data(), b.data(), y.data(), elements);
                          }});
    if (allThreads)
      candidates.push_back({std::string(loop.name) + " threads",
                            [&, run = loop.run] {
                              workers.run(
                                  elements, [&](size_t begin, size_t end) {
                                    run(a.data() + begin, b.data() + begin,
                                        y.data() + begin, end - begin);
                                  });
                            },
                            [] { workers.sleep(); }});
  }
  if (candidates.empty()) {
    state.SkipWithError("this CPU has neither AVX2 nor AVX-512");
    return;
  }
  const Reference *best = nullptr;
  std::vector<double> times(candidates.size(),
                            std::numeric_limits<double>::infinity());
  int calls = callsPerSample(candidates.front().run);
  for (int round = 0; round < 7; ++round)
    for (size_t i = 0; i < candidates.size(); ++i)
      times[i] = std::min(times[i], sample(candidates[i].run, calls));
  best =
      &candidates[std::min_element(times.begin(), times.end()) - times.begin()];

  if (sameBits(state, ours, best->run, y))
    compare(state, "multiply+shrink FLOAT32", elements,
            allThreads ? workers.count() : 1, ours, *best);
}

template <typename T>
void divideIntegers(benchmark::State &state, const char *workload,
                    DataType type, size_t elements, const char *loopName,
                    void (*loop)(const T *, const T *, T *, size_t)) {
  Buffer<T> a(elements, 0), b(elements, 1), y(elements, 2);
  std::mt19937 random(1);
  constexpr int kBits = 8 * sizeof(T);
  for (size_t i = 0; i < elements; ++i) {
    // Divisors of every magnitude. The loop without guards must not trap, so
    // neither 0 nor MIN / -1.
    auto dividend = static_cast<T>(random());
    auto divisor =
        static_cast<T>(static_cast<T>(random()) >> (random() % (kBits - 1)));
    a.data()[i] = dividend == std::numeric_limits<T>::min() ? T(1) : dividend;
    b.data()[i] = divisor == 0 ? T(3) : divisor;
  }

  Graph graph("divide");
  auto size = static_cast<int64_t>(elements);
  Tensor aInput = graph.input("A", type, {size});
  Tensor bInput = graph.input("B", type, {size});
  graph.output("Y", divide(aInput, bInput));
  Kernel kernel = compileOrExit(graph);
  Call ours = callOf(kernel, {a, b}, {y}, 1);

  Reference reference{loopName,
                      [&] { loop(a.data(), b.data(), y.data(), elements); }};
  if (sameBits(state, ours, reference.run, y))
    compare(state, workload, elements, 1, ours, reference);
}

/// Compiles a chain of as many operators as the argument says. The time has to
/// grow with them, not with their square.
void compileChain(benchmark::State &state) {
  Graph graph("chain");
  Tensor value = graph.input("x", DataType::Float32, {1 << 16});
  Tensor other = graph.input("w", DataType::Float32, {1 << 16});
  for (int64_t i = 0; i < state.range(0); ++i)
    switch (i % 4) {
    case 0:
      value = value * other;
      break;
    case 1:
      value = activationShrink(value, {.bias = 0.1f, .threshold = 0.5f});
      break;
    case 2:
      value = value + other;
      break;
    default:
      value = max(value, other);
    }
  graph.output("y", value);
  CompileOptions options;
  options.cache = false;
  options.startUnfused = false;
  for (auto _ : state)
    benchmark::DoNotOptimize(compileOrExit(graph, options));
  state.SetComplexityN(state.range(0));
}

template <typename... Args>
void add(const std::string &name, void (*function)(benchmark::State &, Args...),
         std::type_identity_t<Args>... args) {
  benchmark::RegisterBenchmark(
      name.c_str(), [=](benchmark::State &state) { function(state, args...); })
      ->UseManualTime()
      ->Iterations(kRounds)
      ->Unit(benchmark::kMicrosecond);
}

void printTable() {
  for (const MultiplyShrinkLoop &loop : multiplyShrinkLoops())
    if (!loop.available)
      std::printf("skipped: %s, which this CPU lacks\n", loop.name);
  std::printf("\n%-24s %9s %7s %14s %14s %7s  %s\n", "workload", "elements",
              "threads", "FuseDML ns/el", "limit ns/el", "ratio", "limit");
  for (const Row &row : rows)
    std::printf("%-24s %9zu %7zu %14.4f %14.4f %7.2f  %s\n",
                row.workload.c_str(), row.elements, row.threads, row.ours,
                row.reference, row.ratio, row.limit.c_str());
  std::printf("\nratio: limit / FuseDML, median of %d paired rounds; above 1, "
              "FuseDML is faster\n",
              kRounds);
}

} // namespace

int main(int argc, char **argv) {
  for (size_t elements :
       {size_t(64) << 10, size_t(1) << 20, size_t(16) << 20}) {
    std::string name = "multiply_shrink/float32/" + std::to_string(elements);
    add(name + "/threads:1", multiplyShrink, elements, false);
    if (std::thread::hardware_concurrency() > 1)
      add(name + "/threads:all", multiplyShrink, elements, true);
  }
  constexpr size_t kDivide = size_t(64) << 10;
  add("divide/int32/plain", divideIntegers<int32_t>, "divide INT32",
      DataType::Int32, kDivide, "scalar loop", divideInt32);
  add("divide/int32/guarded", divideIntegers<int32_t>, "divide INT32",
      DataType::Int32, kDivide, "scalar loop, guarded", divideInt32Guarded);
  add("divide/int8/plain", divideIntegers<int8_t>, "divide INT8",
      DataType::Int8, kDivide, "scalar loop", divideInt8);
  add("divide/int8/guarded", divideIntegers<int8_t>, "divide INT8",
      DataType::Int8, kDivide, "scalar loop, guarded", divideInt8Guarded);

  benchmark::RegisterBenchmark("compile_chain", compileChain)
      ->RangeMultiplier(10)
      ->Range(10, 1000)
      ->Unit(benchmark::kMillisecond)
      ->Complexity(benchmark::oN);

  addDispatch();
  addScale();

  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  if (!rows.empty())
    printTable();
  printScale();
  return failed ? 1 : 0;
}
