//===- FloatModesTest.cpp - results that may differ -----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What FloatMode::Contract and Fast permit, and nothing else. The tests are
// compiled without contraction of their own.
//
//===----------------------------------------------------------------------===//

#include "tests/support/Targets.h"

#include "fusedml/Compile.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

using namespace fusedml;

namespace {

/// Not a multiple of any vector, so that the rest of a loop is there as well.
constexpr size_t kCount = 1021;

template <typename T> std::vector<T> values(unsigned seed, float most) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> value(-most, most);
  std::vector<T> result(kCount);
  for (T &element : result)
    element = static_cast<T>(value(random));
  // In different places of every input, so that they meet numbers.
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  size_t place = seed * 8;
  for (float special : {0.0f, -0.0f, kInf, -kInf, kNaN})
    result[place++] = static_cast<T>(special);
  return result;
}

/// Runs y = build(a, b, c).
template <typename T>
std::vector<T> run(DataType type, const CompileOptions &options,
                   Tensor (*build)(Tensor, Tensor, Tensor),
                   const std::vector<T> &a, const std::vector<T> &b,
                   const std::vector<T> &c) {
  Graph graph("modes");
  std::vector<int64_t> sizes = {kCount};
  Tensor x = graph.input("a", type, sizes), y = graph.input("b", type, sizes),
         z = graph.input("c", type, sizes);
  graph.output("y", build(x, y, z));
  Expected<Kernel> kernel = compile(graph, options);
  if (!kernel) {
    ADD_FAILURE() << kernel.error().str();
    return {};
  }
  std::vector<T> result(kCount);
  size_t bytes = kCount * sizeof(T);
  Status status =
      kernel->run({Binding(a.data(), bytes), Binding(b.data(), bytes),
                   Binding(c.data(), bytes)},
                  {OutputBinding(result.data(), bytes)});
  EXPECT_TRUE(status) << status.str();
  return result;
}

CompileOptions optionsFor(FloatMode mode, const std::string &cpu,
                          bool fuse = true) {
  CompileOptions options;
  options.fp = mode;
  options.fuse = fuse;
  options.target.cpu = cpu;
  return options;
}

template <typename T> bool same(T a, T b) {
  if (std::isnan(static_cast<float>(a)) || std::isnan(static_cast<float>(b)))
    return std::isnan(static_cast<float>(a)) &&
           std::isnan(static_cast<float>(b));
  return std::bit_cast<std::array<std::byte, sizeof(T)>>(a) ==
         std::bit_cast<std::array<std::byte, sizeof(T)>>(b);
}

template <typename T, typename Function>
void expectAll(const std::vector<T> &result, Function expected) {
  ASSERT_EQ(result.size(), kCount);
  for (size_t i = 0; i < kCount; ++i)
    EXPECT_TRUE(same(result[i], expected(i)))
        << "element " << i << ": " << static_cast<float>(result[i])
        << " instead of " << static_cast<float>(expected(i));
}

class FloatModes : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    if (!support::hostRuns(GetParam()))
      GTEST_SKIP() << "this machine has no " << GetParam();
  }
  /// Whether there is an instruction for a * b + c.
  static bool hasFma() { return GetParam() != "x86-64-v2"; }
};

TEST_P(FloatModes, ContractRoundsAProductAndASumOnce) {
  auto a = values<float>(1, 2), b = values<float>(2, 2),
       c = values<float>(3, 2);
  auto build = [](Tensor x, Tensor y, Tensor z) { return x * y + z; };
  auto separate = [&](size_t i) {
    float product = a[i] * b[i];
    return product + c[i];
  };
  auto merged = [&](size_t i) { return std::fma(a[i], b[i], c[i]); };
  expectAll(run(DataType::Float32, optionsFor(FloatMode::Strict, GetParam()),
                build, a, b, c),
            separate);
  for (FloatMode mode : {FloatMode::Contract, FloatMode::Fast}) {
    auto result =
        run(DataType::Float32, optionsFor(mode, GetParam()), build, a, b, c);
    if (hasFma())
      expectAll(result, merged);
    else
      expectAll(result, separate);
  }
  // The two are not the same for all.
  size_t differences = 0;
  for (size_t i = 0; i < kCount; ++i)
    differences += !same(separate(i), merged(i));
  EXPECT_GT(differences, kCount / 10);
}

TEST_P(FloatModes, ContractKeepsEachRoundingOfFloat16) {
  auto a = values<_Float16>(1, 2), b = values<_Float16>(2, 2),
       c = values<_Float16>(3, 2);
  auto build = [](Tensor x, Tensor y, Tensor z) { return x * y + z; };
  expectAll(run(DataType::Float16, optionsFor(FloatMode::Contract, GetParam()),
                build, a, b, c),
            [&](size_t i) {
              auto product = static_cast<_Float16>(static_cast<float>(a[i]) *
                                                   static_cast<float>(b[i]));
              return static_cast<_Float16>(static_cast<float>(product) +
                                           static_cast<float>(c[i]));
            });
}

TEST_P(FloatModes, FastRoundsFloat16OnceAKernel) {
  auto a = values<_Float16>(1, 300), b = values<_Float16>(2, 300),
       c = values<_Float16>(3, 300);
  auto build = [](Tensor x, Tensor y, Tensor z) { return x * y - z; };
  // The product of two halves is exact in FLOAT32, so that contraction has no
  // influence.
  auto once = [&](size_t i) {
    float product = static_cast<float>(a[i]) * static_cast<float>(b[i]);
    return static_cast<_Float16>(product - static_cast<float>(c[i]));
  };
  auto twice = [&](size_t i) {
    auto product = static_cast<_Float16>(static_cast<float>(a[i]) *
                                         static_cast<float>(b[i]));
    return static_cast<_Float16>(static_cast<float>(product) -
                                 static_cast<float>(c[i]));
  };
  auto result = [&](FloatMode mode, bool fuse) {
    return run(DataType::Float16, optionsFor(mode, GetParam(), fuse), build, a,
               b, c);
  };
  expectAll(result(FloatMode::Fast, true), once);
  expectAll(result(FloatMode::Fast, false), twice);
  expectAll(result(FloatMode::Strict, true), twice);
  // Among them products that only FLOAT16 cannot hold.
  size_t differences = 0, overflows = 0;
  for (size_t i = 0; i < kCount; ++i) {
    differences += !same(once(i), twice(i));
    overflows += std::isfinite(static_cast<float>(once(i))) &&
                 std::isinf(static_cast<float>(twice(i)));
  }
  EXPECT_GT(differences, kCount / 10);
  EXPECT_GT(overflows, 0u);
}

TEST_P(FloatModes, ElementaryFunctionsKeepTheirBits) {
  auto a = values<float>(1, 5), b = values<float>(2, 5),
       c = values<float>(3, 5);
  auto build = [](Tensor x, Tensor y, Tensor z) {
    return activationTanh(exp(max(x, y))) / max(activationSigmoid(z), y);
  };
  auto strict = run(DataType::Float32,
                    optionsFor(FloatMode::Strict, GetParam()), build, a, b, c);
  for (FloatMode mode : {FloatMode::Contract, FloatMode::Fast})
    expectAll(
        run(DataType::Float32, optionsFor(mode, GetParam()), build, a, b, c),
        [&](size_t i) { return strict[i]; });
}

INSTANTIATE_TEST_SUITE_P(Targets, FloatModes,
                         testing::ValuesIn(support::allTargets()),
                         [](const auto &info) {
                           return support::shortName(info.param);
                         });

} // namespace
