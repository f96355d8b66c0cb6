//===- Activations.cpp - activations of exact arithmetic ------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formulas are followed literally: each operation is rounded, and comparisons
// as they are written decide what NaN gives.
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Elements.h"

namespace reference {

namespace {

using Inputs = std::span<const RefTensor>;

RefTensor activationIdentity(const RefAttributes &, Inputs in) { return in[0]; }

RefTensor relu(const RefAttributes &, Inputs in) {
  return mapUnary(in[0], [](auto, auto x) {
    return maximum(static_cast<decltype(x)>(0), x);
  });
}

RefTensor leakyRelu(const RefAttributes &attributes, Inputs in) {
  float alpha = attributes.at("Alpha");
  return mapFloats(in[0], {}, [&](auto x) { return x >= 0 ? x : alpha * x; });
}

RefTensor thresholdedRelu(const RefAttributes &attributes, Inputs in) {
  float alpha = attributes.at("Alpha");
  return mapFloats(in[0], {}, [&](auto x) { return x > alpha ? x : 0; });
}

RefTensor parameterizedRelu(const RefAttributes &, Inputs in) {
  return mapBinary(in[0], in[1], [](auto tag, auto x, auto slope) {
    if (x >= 0)
      return x;
    if constexpr (isInteger<typename decltype(tag)::type>)
      return wrappingMultiply(slope, x);
    else
      return slope * x;
  });
}

/// Inputs are x and the gradient.
RefTensor reluGrad(const RefAttributes &, Inputs in) {
  return mapBinary(in[0], in[1], [](auto, auto x, auto gradient) {
    return x > 0 ? gradient : static_cast<decltype(x)>(0);
  });
}

RefTensor shrink(const RefAttributes &attributes, Inputs in) {
  float bias = attributes.at("Bias"), threshold = attributes.at("Threshold");
  return mapUnary(in[0], [&](auto tag, auto x) {
    using T = typename decltype(tag)::type;
    if constexpr (isInteger<T>) {
      auto offset = castAttribute<T>(bias);
      auto limit = castAttribute<T>(threshold);
      if (x > limit)
        return wrappingSubtract(x, offset);
      // The true negative, which the type may not have.
      if (Wide{x} < -Wide{limit})
        return wrappingAdd(x, offset);
      return T{0};
    } else {
      if (x > threshold)
        return x - bias;
      if (x < -threshold)
        return x + bias;
      return decltype(x){0};
    }
  });
}

template <typename C> C linearOf(C x, float alpha, float beta) {
  C product = alpha * x;
  return product + beta;
}

RefTensor linear(const RefAttributes &attributes, Inputs in) {
  float alpha = attributes.at("Alpha"), beta = attributes.at("Beta");
  return mapFloats(in[0], {}, [&](auto x) { return linearOf(x, alpha, beta); });
}

template <typename C> C hardSigmoidOf(C x, float alpha, float beta) {
  return maximum(C{0}, minimum(linearOf(x, alpha, beta), C{1}));
}

RefTensor hardSigmoid(const RefAttributes &attributes, Inputs in) {
  float alpha = attributes.at("Alpha"), beta = attributes.at("Beta");
  return mapFloats(in[0], {},
                   [&](auto x) { return hardSigmoidOf(x, alpha, beta); });
}

RefTensor hardSwish(const RefAttributes &attributes, Inputs in) {
  float alpha = attributes.at("Alpha"), beta = attributes.at("Beta");
  return mapFloats(in[0], {},
                   [&](auto x) { return x * hardSigmoidOf(x, alpha, beta); });
}

RefTensor softsign(const RefAttributes &, Inputs in) {
  return mapFloats(in[0], {}, [](auto x) {
    auto denominator = 1 + std::fabs(x);
    return x / denominator;
  });
}

constexpr Row kRows[] = {
    {"activation_identity", activationIdentity},
    {"activation_relu", relu},
    {"activation_leaky_relu", leakyRelu},
    {"activation_thresholded_relu", thresholdedRelu},
    {"activation_parameterized_relu", parameterizedRelu},
    {"activation_relu_grad", reluGrad},
    {"activation_shrink", shrink},
    {"activation_linear", linear},
    {"activation_hard_sigmoid", hardSigmoid},
    {"activation_hard_swish", hardSwish},
    {"activation_softsign", softsign},
};

} // namespace

std::span<const Row> activationRows() { return kRows; }

} // namespace reference
