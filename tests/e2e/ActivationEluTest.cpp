//===- ActivationEluTest.cpp - ELU: its bound, and its special values -----===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/Cases.h"
#include "tests/support/Dag.h"

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <thread>

using namespace support;
using reference::Type;

namespace {

class ActivationElu : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    if (!hostRuns(GetParam()))
      GTEST_SKIP() << "this machine has no " << GetParam();
  }
};

RefAttributes alpha(float value) { return floatAttributes({{"Alpha", value}}); }

/// Runs ELU over `x` and returns what it gave.
RefTensor runElu(const RefTensor &x, float alphaValue, const std::string &cpu,
                 unsigned threads = 1) {
  TensorDesc desc = tensorDesc(x.type, x.sizes);
  fusedml::graph::GraphSpec spec;
  auto data = fusedml::graph::buildOperatorGraph(
      makeOperator("activation_elu", alpha(alphaValue), {desc}, {desc}), {});
  EXPECT_TRUE(data.ok()) << data.error().str();
  fusedml::CompileOptions options;
  options.target.cpu = cpu;
  auto kernel = fusedml::compile(fusedml::Graph(*data), options);
  EXPECT_TRUE(kernel.ok()) << kernel.error().str();
  RefTensor y(x.type, x.sizes);
  // Room for buffers that are a multiple of four bytes.
  std::vector<std::byte> in = x.data, out(x.data.size() + 4);
  in.resize(out.size());
  fusedml::RunOptions run;
  run.threads = threads;
  fusedml::Status status =
      kernel->run({fusedml::Binding(in.data(), in.size())},
                  {fusedml::OutputBinding(out.data(), out.size())}, run);
  EXPECT_TRUE(status.ok()) << status.str();
  std::copy_n(out.begin(), y.data.size(), y.data.begin());
  return y;
}

/// Float bits spread over all of them, and the neighbourhoods where an expm1
/// changes its method, loses digits or leaves its range.
RefTensor float32Sample() {
  std::vector<uint32_t> bits;
  for (uint64_t i = 0; i < 0x100000000; i += 65537)
    bits.push_back(static_cast<uint32_t>(i));
  for (uint64_t i = 0x80000000; i < 0xff800000; i += 1021)
    bits.push_back(static_cast<uint32_t>(i));
  auto around = [&](uint32_t centre) {
    for (int32_t d = -2048; d <= 2048; ++d)
      bits.push_back(centre + static_cast<uint32_t>(d));
  };
  for (uint64_t centre : specialBits(Type::Float32))
    around(static_cast<uint32_t>(centre));
  for (int k = 1; k <= 300; ++k) // multiples of ln(2)/2: range reduction
    around(std::bit_cast<uint32_t>(
        static_cast<float>(-k * 0.34657359027997265471)));
  for (float centre : {-17.328679f, -16.635532f, -87.33655f, -103.97208f,
                       -1e-10f, -0x1p-12f, -0x1p-24f, -0x1p-25f, -0.25f})
    around(std::bit_cast<uint32_t>(centre));
  RefTensor x(Type::Float32, {static_cast<int64_t>(bits.size())});
  for (size_t i = 0; i < bits.size(); ++i)
    x.setBits(static_cast<int64_t>(i), bits[i]);
  return x;
}

/// Distance from the exact value in units of the last place a FLOAT32 has
/// there.
double errorInUlp(double actual, double exact) {
  int last = std::max(std::ilogb(exact) - 23, -149);
  return std::fabs(std::ldexp(actual - exact, -last));
}

TEST_P(ActivationElu, Float32WithinItsBound) {
  RefTensor x = float32Sample();
  RefTensor y = runElu(x, 1.0f, GetParam());
  double bound = rowOf("activation_elu").maxUlp;
  double worst = 0, worstAt = 0;
  for (int64_t i = 0, e = x.elementCount(); i < e; ++i) {
    double in = x.value(i), out = y.value(i);
    if (std::isnan(in)) {
      ASSERT_TRUE(std::isnan(out)) << showElement(x, i);
    } else if (in >= 0) { // -0 too
      ASSERT_EQ(x.bits(i), y.bits(i)) << showElement(x, i);
    } else {
      double error = errorInUlp(out, reference::eluExact(in, 1.0));
      if (!(error <= worst)) {
        worst = error;
        worstAt = in;
      }
    }
  }
  EXPECT_LE(worst, bound) << "at x = " << std::hexfloat << worstAt;
  RecordProperty("worstUlp", std::to_string(worst));
}

/// Every FLOAT32, on the machine's own target; results are the same on all.
TEST(ActivationEluLong, EveryFloat32WithinItsBound) {
  if (!std::getenv("FUSEDML_LONG_TESTS"))
    GTEST_SKIP() << "takes a minute or more; set FUSEDML_LONG_TESTS";
  constexpr uint64_t kBlock = uint64_t{1} << 22, kEnd = uint64_t{1} << 32;
  fusedml::Graph graph("elu");
  fusedml::Tensor in = graph.input("x", DataType::Float32, {int64_t{kBlock}});
  graph.output("y", fusedml::activationElu(in, {.alpha = 1.0f}));
  auto kernel = fusedml::compile(graph);
  ASSERT_TRUE(kernel.ok()) << kernel.error().str();

  std::atomic<uint64_t> next{0}, wrong{0};
  std::mutex mutex;
  double worst = 0, worstAt = 0;
  auto work = [&] {
    std::vector<float> x(kBlock), y(kBlock);
    fusedml::RunOptions run;
    run.threads = 1;
    double most = 0, mostAt = 0;
    for (uint64_t first; (first = next.fetch_add(kBlock)) < kEnd;) {
      for (uint64_t i = 0; i < kBlock; ++i)
        x[i] = std::bit_cast<float>(static_cast<uint32_t>(first + i));
      if (!kernel->run({x}, {y}, run)) {
        ++wrong;
        continue;
      }
      for (uint64_t i = 0; i < kBlock; ++i) {
        if (std::isnan(x[i])) {
          wrong += !std::isnan(y[i]);
        } else if (x[i] >= 0) { // -0 too
          wrong +=
              std::bit_cast<uint32_t>(x[i]) != std::bit_cast<uint32_t>(y[i]);
        } else {
          // A double has 29 bits more, so that its own error does not count.
          double error = errorInUlp(y[i], std::expm1(double{x[i]}));
          if (!(error <= most)) {
            most = error;
            mostAt = x[i];
          }
        }
      }
    }
    std::lock_guard lock(mutex);
    if (!(most <= worst)) {
      worst = most;
      worstAt = mostAt;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency());
       ++i)
    threads.emplace_back(work);
  for (std::thread &thread : threads)
    thread.join();
  std::cout << "  ELU over every FLOAT32: at most " << worst
            << " ULP, at x = " << std::hexfloat << worstAt << std::defaultfloat
            << "\n";
  EXPECT_EQ(wrong, 0u) << "NaN or x >= 0";
  EXPECT_LE(worst, rowOf("activation_elu").maxUlp)
      << "at x = " << std::hexfloat << worstAt;
}

TEST_P(ActivationElu, Float16CorrectlyRounded) {
  RefTensor x(Type::Float16, {65536});
  for (int64_t i = 0; i < 65536; ++i)
    x.setBits(i, static_cast<uint64_t>(i));
  RefTensor expected =
      reference::evaluate("activation_elu", alpha(1.0f), {{x}});
  EXPECT_TRUE(
      sameBits(expected, runElu(x, 1.0f, GetParam()), NaNs::OneValue, {{x}}));
}

/// Alpha times a value within one ULP of exp(x) - 1, the product rounded once.
TEST_P(ActivationElu, OddAlphas) {
  for (Type type : {Type::Float32, Type::Float16})
    for (const RefAttributes &set : attributeSets("activation_elu", type)) {
      float a = set.at("Alpha");
      SCOPED_TRACE(std::string(reference::name(type)) + " alpha " +
                   std::to_string(a));
      RefTensor x(type, {20011});
      fillMixed(x, 4);
      RefTensor y = runElu(x, a, GetParam());
      for (int64_t i = 0, e = x.elementCount(); i < e; ++i) {
        double in = x.value(i);
        RefTensor candidates(type, {3});
        if (in >= 0) {
          for (int64_t c = 0; c < 3; ++c)
            candidates.setBits(c, x.bits(i));
        } else {
          float nearest = static_cast<float>(std::expm1(in));
          candidates.setValue(0, a * nearest);
          candidates.setValue(1, a * std::nextafter(nearest, -2.0f));
          candidates.setValue(2, a * std::nextafter(nearest, 1.0f));
        }
        bool found = false;
        for (int64_t c = 0; c < 3; ++c)
          found |= candidates.bits(c) == y.bits(i) ||
                   (std::isnan(candidates.value(c)) && std::isnan(y.value(i)));
        ASSERT_TRUE(found) << "x " << showElement(x, i) << " gave "
                           << showElement(y, i) << ", near "
                           << showElement(candidates, 0);
      }
    }
}

/// The same bits in the vector body and in tails of every length, on 1 and 4
/// threads, fused and not.
TEST_P(ActivationElu, SameEverywhere) {
  for (Type type : {Type::Float32, Type::Float16}) {
    RefTensor x(type, {40009});
    fillMixed(x, 8);
    RefTensor whole = runElu(x, 1.0f, GetParam());
    EXPECT_TRUE(sameBits(whole, runElu(x, 1.0f, GetParam(), 4)));
    for (int64_t length : {1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40}) {
      RefTensor part(type, {length}), expected(type, {length});
      for (int64_t i = 0; i < length; ++i) {
        part.setBits(i, x.bits(i + length * 41));
        expected.setBits(i, whole.bits(i + length * 41));
      }
      EXPECT_TRUE(sameBits(expected, runElu(part, 1.0f, GetParam())))
          << "length " << length;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ActivationElu,
                         testing::ValuesIn(allTargets()),
                         [](const testing::TestParamInfo<std::string> &info) {
                           return shortName(info.param);
                         });

TEST(ActivationEluTargets, SameBitsOnAll) {
  RefTensor x = float32Sample();
  std::optional<RefTensor> first;
  std::string firstCpu;
  for (const std::string &cpu : allTargets()) {
    if (!hostRuns(cpu))
      continue;
    RefTensor y = runElu(x, 1.0f, cpu);
    if (first)
      EXPECT_TRUE(sameBits(*first, y, NaNs::OneValue, {{x}}))
          << firstCpu << " against " << cpu;
    else
      first = std::move(y), firstCpu = cpu;
  }
}

TEST(ActivationEluLayouts, FusedEqualsUnfused) {
  // y = elu(a * b) * b in every layout: no exact reference, but the same bits
  // with and without fusion.
  for (Type type : {Type::Float32, Type::Float16})
    for (const Layout &layout : layoutsFor(2)) {
      std::vector<RefTensor> results;
      for (bool fuse : {true, false}) {
        Dag dag;
        int a = dag.input("a", place(type, layout.ports[0], 1023), 1);
        int b = dag.input("b", place(type, layout.ports[1], 1023), 2);
        TensorDesc desc = place(type, layout.ports[2], 1023);
        int product = dag.node("multiply", {}, std::vector{a, b}, desc);
        int elu =
            dag.node("activation_elu", alpha(1), std::vector{product}, desc);
        dag.output("y", dag.node("multiply", {}, std::vector{elu, b}, desc));
        fusedml::CompileOptions options;
        options.fuse = fuse;
        auto kernel = dag.compile(options);
        ASSERT_TRUE(kernel.ok()) << kernel.error().str();
        results.push_back(dag.run(*kernel));
      }
      EXPECT_TRUE(sameBits(results[0], results[1])) << layout.name;
    }
}

} // namespace
