//===- FunctionHazardsTest.cpp - exp and its relatives, pow, subnormals ---===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/hazards/Hazards.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using namespace hazards;

namespace {

RefAttributes steepness(float value) {
  return floatAttributes({{"Steepness", value}});
}
RefAttributes alphaBeta(float a, float b) {
  return floatAttributes({{"Alpha", a}, {"Beta", b}});
}
RefAttributes alphaGamma(float a, float b) {
  return floatAttributes({{"Alpha", a}, {"Gamma", b}});
}

TEST(Hazards, H26_SoftplusDoesNotOverflow) {
  RefTensor x = tensorOf(Type::Float32, {100, 1000, 3e38, kInf, -1000, -kInf});
  std::vector<double> right = {100, 1000, 3e38f, kInf, 0, 0};
  EXPECT_TRUE(
      gives(everywhere("activation_softplus", steepness(1), {x}), right));
  EXPECT_TRUE(
      gives(everywhere("activation_parametric_softplus", alphaBeta(1, 1), {x}),
            right));
  EXPECT_TRUE(gives(everywhere("activation_softplus", steepness(5),
                               {tensorOf(Type::Float32, {20, 1000})}),
                    {20, 1000}));
  EXPECT_TRUE(gives(everywhere("activation_softplus", steepness(1),
                               {tensorOf(Type::Float16, {12, 65504, -65504})}),
                    {12, 65504, 0}));
  EXPECT_TRUE(
      isNear(everywhere("activation_softplus", steepness(1),
                        {tensorOf(Type::Float32, {-100, -87, -50, 0})}),
             {std::exp(-100), std::exp(-87), std::exp(-50), std::log(2)}));
}

TEST(Hazards, H27_SigmoidOfLargeNumbers) {
  RefTensor x = tensorOf(Type::Float32, {200, -200, 3e38, -3e38, kInf, -kInf});
  EXPECT_TRUE(
      gives(everywhere("activation_sigmoid", {}, {x}), {1, 0, 1, 0, 1, 0}));
  RefTensor h = tensorOf(Type::Float16, {200, -200, 65504, -65504});
  EXPECT_TRUE(gives(everywhere("activation_sigmoid", {}, {h}), {1, 0, 1, 0}));
  // The product of SWISH with it.
  EXPECT_TRUE(
      gives(everywhere("activation_swish",
                       floatAttributes({{"SigmoidInputScale", 1}}),
                       {tensorOf(Type::Float32, {200, -200, 3e38, -3e38})}),
            {200, -0.0, 3e38f, -0.0}));
}

TEST(Hazards, H28_LogarithmAndExponentialNearZero) {
  // expm1 of tiny and of negative zero.
  RefTensor x = tensorOf(Type::Float32, {-1e-10f, -0.0, -1e-40f, -0x1p-149});
  std::vector<double> same = {-1e-10f, -0.0, -1e-40f, -0x1p-149};
  EXPECT_TRUE(gives(everywhere("activation_elu", alpha(1), {x}), same));
  EXPECT_TRUE(
      gives(everywhere("activation_scaled_elu", alphaGamma(1, 1), {x}), same));
  EXPECT_TRUE(gives(everywhere("sinh", {}, {x}), same));
  EXPECT_TRUE(gives(everywhere("tanh", {}, {x}), same));
  // CELU adds the +0 of max(0, x).
  EXPECT_TRUE(gives(everywhere("activation_celu", alpha(1), {x}),
                    {-1e-10f, 0.0, -1e-40f, -0x1p-149}));
  RefTensor h = tensorOf(Type::Float16, {-0x1p-20, -0.0, -0x1p-24});
  EXPECT_TRUE(gives(everywhere("activation_elu", alpha(1), {h}),
                    {-0x1p-20, -0.0, -0x1p-24}));
  // log1p of tiny: ln(1 + exp(x)) is exp(x) for very negative x.
  std::vector<double> y = {std::log(1e-10f), -30, -80};
  RefTensor z = tensorOf(Type::Float32, y);
  std::vector<double> right;
  for (int64_t i = 0; i < z.elementCount(); ++i)
    right.push_back(std::log1p(std::exp(z.value(i))));
  EXPECT_TRUE(
      isNear(everywhere("activation_softplus", steepness(1), {z}), right));
  EXPECT_TRUE(
      isNear(everywhere("activation_parametric_softplus", alphaBeta(1, 1), {z}),
             right));
  // And through the inverse hyperbolic functions.
  RefTensor t = tensorOf(Type::Float32, {1e-10f, -1e-10f, -0.0, 1e-40f});
  std::vector<double> tiny = {1e-10f, -1e-10f, -0.0, 1e-40f};
  EXPECT_TRUE(gives(everywhere("asinh", {}, {t}), tiny));
  EXPECT_TRUE(gives(everywhere("atanh", {}, {t}), tiny));
  double above = std::nextafter(1.0f, 2.0f);
  EXPECT_TRUE(
      isNear(everywhere("acosh", {}, {tensorOf(Type::Float32, {above, 1.0})}),
             {std::acosh(above), 0}));
  EXPECT_TRUE(
      isNear(everywhere("log", {}, {tensorOf(Type::Float32, {above, 1.0})}),
             {std::log(above), 0}));
}

TEST(Hazards, H29_TheBranchNotTaken) {
  for (auto [mnemonic, attributes] :
       {std::pair<const char *, RefAttributes>{"activation_elu", alpha(1)},
        {"activation_celu", alpha(1)},
        {"activation_scaled_elu", alphaGamma(1, 1)}}) {
    SCOPED_TRACE(mnemonic);
    RefTensor x = tensorOf(Type::Float32, {1000, kInf, 3e38, 89, -1000, -kInf});
    EXPECT_TRUE(gives(everywhere(mnemonic, attributes, {x}),
                      {1000, kInf, 3e38f, 89, -1, -1}));
    RefTensor h =
        tensorOf(Type::Float16, {1000, kInf, 65504, 12, -1000, -kInf});
    EXPECT_TRUE(gives(everywhere(mnemonic, attributes, {h}),
                      {1000, kInf, 65504, 12, -1, -1}));
  }
}

TEST(Hazards, H29_DivisionInABranchNotTaken) {
  // y == 0 ? 0 : 100 / y
  for (Type type : integerTypes("divide", "ATensor")) {
    RefTensor y = tensorOf(type, {0, 5, 0, 100});
    RefTensor zero = tensorOf(type, {0, 0, 0, 0});
    RefTensor hundred = tensorOf(type, {100, 100, 100, 100});
    EXPECT_TRUE(gives(
        everywhere({y, zero, hundred},
                   [](Dag &dag, const std::vector<int> &in) {
                     int isZero = dag.node("logical_equals", to(Type::UInt8),
                                           {in[0], in[1]});
                     int quotient = dag.node("divide", {}, {in[2], in[0]});
                     TensorDesc desc = dag.desc(in[0]);
                     return dag.node(
                         "if", {}, std::vector{isZero, in[1], quotient}, desc);
                   }),
        {0, 20, 0, 1}))
        << reference::name(type);
  }
}

/// POW by a tensor of exponents; for FLOAT32 by constants too, of its own and
/// of CONSTANT_POW.
testing::AssertionResult powers(Type type, const std::vector<double> &bases,
                                const std::vector<double> &exponents,
                                const std::vector<double> &right) {
  RefTensor x = tensorOf(type, bases), y = tensorOf(type, exponents);
  if (auto same = gives(everywhere("pow", {}, {x, y}), right); !same)
    return same << ", POW";
  for (size_t i = 0; type == Type::Float32 && i < bases.size(); ++i) {
    RefTensor one = tensorOf(type, {bases[i]});
    if (auto same = gives(withConstant("pow", one, exponents[i]), {right[i]});
        !same)
      return same << ", POW by a constant, element " << i;
    RefAttributes exponent =
        floatAttributes({{"Exponent", static_cast<float>(exponents[i])}});
    if (auto same =
            gives(everywhere("constant_pow", exponent, {one}), {right[i]});
        !same)
      return same << ", CONSTANT_POW, element " << i;
  }
  return testing::AssertionSuccess();
}

TEST(Hazards, H30_PowersOfNegativeNumbers) {
  for (Type type : kFloats)
    EXPECT_TRUE(powers(type, {-2, -2, -2, -8, -2, 3}, {3, 2, 0.5, 1, -1, 4},
                       {-8, 4, kNaN, -8, -0.5, 81}));
  RefTensor x = tensorOf(Type::Float32, {-2, -2, -2});
  for (Type type : signedTypes("pow", "ExponentTensor"))
    EXPECT_TRUE(gives(everywhere("pow", {}, {x, tensorOf(type, {3, 2, -1})}),
                      {-8, 4, -0.5}));
}

TEST(Hazards, H31_SpecialPowers) {
  for (Type type : kFloats) {
    EXPECT_TRUE(powers(type, {kNaN, 1, -1, 0, -0.0, -kInf, -0.0},
                       {0, kNaN, kInf, -1, -3, 0.5, 0.5},
                       {1, 1, 1, kInf, -kInf, kInf, 0.0}));
    EXPECT_TRUE(powers(type, {-kInf, -kInf, -1, 0.5, 2, -0.0, kInf, 0, kInf},
                       {-3, 3, -kInf, -kInf, -kInf, 3, -1, 0, 0},
                       {-0.0, -kInf, 1, kInf, 0, -0.0, 0, 1, 1}));
  }
}

TEST(Hazards, H32_TanhNearZeroAndFarFromIt) {
  std::vector<double> values = {1e-8f, 1e-5f, -0.0, 100, -100, kInf, -kInf};
  std::vector<double> right = {1e-8f, 1e-5f, -0.0, 1, -1, 1, -1};
  RefTensor x = tensorOf(Type::Float32, values);
  EXPECT_TRUE(gives(everywhere("tanh", {}, {x}), right));
  EXPECT_TRUE(gives(everywhere("activation_tanh", {}, {x}), right));
  EXPECT_TRUE(
      gives(everywhere("activation_scaled_tanh", alphaBeta(1, 1), {x}), right));
  RefTensor h = tensorOf(Type::Float16, {0x1p-24, 0x1p-14, -0.0, 100, -100});
  EXPECT_TRUE(
      gives(everywhere("tanh", {}, {h}), {0x1p-24, 0x1p-14, -0.0, 1, -1}));
  EXPECT_TRUE(gives(everywhere("activation_tanh", {}, {h}),
                    {0x1p-24, 0x1p-14, -0.0, 1, -1}));
}

TEST(Hazards, H33_SubnormalsAreKept) {
  RefTensor tiny = tensorOf(Type::Float32, {1e-40f, 0x1p-149});
  RefTensor one = tensorOf(Type::Float32, {1, 1});
  std::vector<double> same = {1e-40f, 0x1p-149};
  EXPECT_TRUE(gives(everywhere("multiply", {}, {tiny, one}), same));
  EXPECT_TRUE(gives(
      everywhere("max", {}, {tiny, tensorOf(Type::Float32, {0, 0})}), same));
  EXPECT_TRUE(isNear(everywhere("log", {}, {tiny}),
                     {std::log(double{1e-40f}), std::log(0x1p-149)}));
  EXPECT_TRUE(isNear(everywhere("sqrt", {}, {tiny}),
                     {std::sqrt(double{1e-40f}), std::sqrt(0x1p-149)}, 0.5));
  EXPECT_TRUE(
      isNear(everywhere("exp", {}, {tensorOf(Type::Float32, {-100, -103})}),
             {std::exp(-100), std::exp(-103)}));
  EXPECT_TRUE(gives(everywhere("multiply", {},
                               {tensorOf(Type::Float16, {0x1p-24}),
                                tensorOf(Type::Float16, {1})}),
                    {0x1p-24}));
}

#if defined(__x86_64__)

/// Subnormals in and out, inexact quotients, overflows, 0 * inf and functions:
/// each shows a control bit or raises an exception.
fusedml::Graph sensitiveGraph(int64_t count) {
  fusedml::Graph graph("sensitive");
  fusedml::Tensor a = graph.input("a", DataType::Float32, {count});
  fusedml::Tensor b = graph.input("b", DataType::Float32, {count});
  graph.output("product", a * b);
  graph.output("quotient", a / b);
  graph.output("log", fusedml::log(a));
  graph.output("tanh", fusedml::tanh(b));
  graph.output("power", fusedml::pow(a, b));
  graph.output("half", fusedml::cast(a, DataType::Float16));
  graph.output("integer", fusedml::cast(b, DataType::Int32));
  return graph;
}

class Environment {
public:
  Environment() : graph(sensitiveGraph(kCount)) {
    auto compiled = fusedml::compile(graph);
    EXPECT_TRUE(compiled.ok()) << compiled.error().str();
    if (compiled)
      kernel = *compiled;
    for (uint64_t seed : {1, 2})
      fillMixed(inputs.emplace_back(Type::Float32, std::vector{kCount}), seed);
  }

  /// Runs with these control bits and returns the outputs. Nothing else runs
  /// under them.
  std::vector<RefTensor> run(unsigned control, unsigned threads) {
    std::vector<RefTensor> results;
    std::vector<fusedml::Binding> in;
    std::vector<fusedml::OutputBinding> out;
    for (const fusedml::Port &port : kernel.outputs())
      results.emplace_back(toRefType(port.desc.type), port.desc.sizes);
    for (RefTensor &input : inputs)
      in.emplace_back(input.data.data(), input.data.size());
    for (RefTensor &result : results)
      out.emplace_back(result.data.data(), result.data.size());
    fusedml::RunOptions options;
    options.threads = threads;
    unsigned before = _mm_getcsr();
    _mm_setcsr(control);
    fusedml::Status status = kernel.run(in, out, options);
    unsigned after = _mm_getcsr();
    _mm_setcsr(before);
    EXPECT_TRUE(status.ok()) << status.str();
    // The sticky flags may be set, the control bits may not change.
    EXPECT_EQ(after & ~0x3fu, control & ~0x3fu);
    return results;
  }

  RefTensor expected(std::string_view mnemonic) const {
    return reference::evaluate(mnemonic, {}, inputs);
  }

private:
  static constexpr int64_t kCount = 1 << 18;
  fusedml::Graph graph;
  fusedml::Kernel kernel;
  std::vector<RefTensor> inputs;
};

TEST(Hazards, H33_TheCallersEnvironment) {
  constexpr unsigned kDefault = 0x1f80;
  Environment environment;
  std::vector<RefTensor> usual = environment.run(kDefault, 1);
  EXPECT_TRUE(sameBits(environment.expected("multiply"), usual[0]));
  EXPECT_TRUE(sameBits(environment.expected("divide"), usual[1]));
  for (unsigned control : {
           kDefault,
           kDefault | 0x8000u,              // flush to zero
           kDefault | 0x0040u,              // denormals are zero
           kDefault | 0x8040u,              // both
           kDefault | 0x6000u,              // toward zero
           kDefault | 0x2000u,              // downward
           kDefault & ~0x0080u,             // invalid unmasked
           kDefault & ~0x1f80u,             // all unmasked
           (kDefault & ~0x1000u) | 0x4000u, // inexact unmasked, upward
       })
    for (unsigned threads : {1u, 4u}) {
      SCOPED_TRACE("MXCSR " + std::to_string(control) + ", " +
                   std::to_string(threads) + " threads");
      std::vector<RefTensor> results = environment.run(control, threads);
      for (size_t i = 0; i < usual.size(); ++i)
        EXPECT_TRUE(sameBits(usual[i], results[i])) << "output " << i;
    }
}

#endif

} // namespace
