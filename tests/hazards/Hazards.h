//===- Hazards.h - what the tests of hazards share --------------*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hazard is the smallest input known to go wrong in compilers of this kind.
// Its test is named after it and states the value that is right; what the
// reference says is not looked at.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_HAZARDS_HAZARDS_H
#define FUSEDML_TESTS_HAZARDS_HAZARDS_H

#include "tests/support/Numerics.h"

#include <cmath>
#include <limits>

namespace hazards {

using namespace support;
using reference::Type;

inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr Type kFloats[] = {Type::Float32, Type::Float16};

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

inline RefAttributes bounds(float low, float high) {
  return floatAttributes({{"Min", low}, {"Max", high}});
}
inline RefAttributes shrinkBy(float bias, float threshold) {
  return floatAttributes({{"Bias", bias}, {"Threshold", threshold}});
}
inline RefAttributes alpha(float value) {
  return floatAttributes({{"Alpha", value}});
}
inline RefAttributes rounding(std::string mode) {
  RefAttributes attributes;
  attributes.enums["RoundingMode"] = std::move(mode);
  return attributes;
}
/// CLIP1's bounds, of the tensor's own type.
inline RefAttributes scalarBounds(Type type, double low, double high) {
  RefTensor both = tensorOf(type, {low, high});
  RefAttributes attributes;
  attributes.scalarType = type;
  attributes.scalars = {{"Min", both.bits(0)}, {"Max", both.bits(1)}};
  return attributes;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

inline unsigned bitsOf(Type type) {
  return static_cast<unsigned>(reference::elementSize(type)) * 8;
}
inline uint64_t allOnes(Type type) { return ~0ull >> (64 - bitsOf(type)); }

/// The integer types of an operator's tensor at the newest level.
inline std::vector<Type> integerTypes(std::string_view mnemonic,
                                      std::string_view field) {
  std::vector<Type> types = newestTypes(rowOf(mnemonic), field);
  std::erase_if(types, reference::isFloat);
  return types;
}
inline std::vector<Type> signedTypes(std::string_view mnemonic,
                                     std::string_view field) {
  std::vector<Type> types = integerTypes(mnemonic, field);
  std::erase_if(types, [](Type type) { return !reference::isSigned(type); });
  return types;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// y = shrink(a * b) over [count].
inline fusedml::Graph multiplyShrink(const std::string &name, int64_t count,
                                     float bias = 0.5f) {
  fusedml::Graph graph(name);
  fusedml::Tensor a = graph.input("a", DataType::Float32, {count});
  fusedml::Tensor b = graph.input("b", DataType::Float32, {count});
  graph.output(
      "y", fusedml::activationShrink(a * b, {.bias = bias, .threshold = 1.0f}));
  return graph;
}

/// A binary operator over a constant of one element as its second operand, or
/// its first, so that folds see it.
inline RefTensor withConstant(std::string_view mnemonic, const RefTensor &x,
                              const RefTensor &constant,
                              bool constantFirst = false) {
  return everywhere(
      {x},
      [&](Dag &dag, const std::vector<int> &values) {
        TensorDesc desc = dag.desc(values[0]);
        int one = dag.constant(constant);
        // Both ends of the edge hold the same bytes.
        TensorDesc spread = tensorDesc(constant.type, desc.sizes, {0});
        std::vector<Dag::Use> uses = {{values[0], desc}, {one, spread}};
        if (constantFirst)
          std::swap(uses[0], uses[1]);
        return dag.node(mnemonic, {}, uses, desc);
      },
      /*chain=*/false);
}

inline RefTensor withConstant(std::string_view mnemonic, const RefTensor &x,
                              double constant, bool constantFirst = false) {
  return withConstant(mnemonic, x, tensorOf(x.type, {constant}), constantFirst);
}

/// An operator on two constants of integers, which folds may compute; the
/// result is added to an input of zeros.
inline RefTensor ofConstants(std::string_view mnemonic, const RefTensor &a,
                             const RefTensor &b) {
  std::vector<double> zeros(static_cast<size_t>(a.elementCount()), 0);
  return everywhere(
      {tensorOf(a.type, zeros)},
      [&](Dag &dag, const std::vector<int> &values) {
        int64_t times = dag.desc(values[0]).sizes[0] / a.elementCount();
        int first = dag.constant(repeat(a, times));
        int second = dag.constant(repeat(b, times));
        int result = dag.node(mnemonic, {}, {first, second});
        return dag.node("add", {}, {values[0], result});
      },
      /*chain=*/false);
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

/// Every element within `ulps` units in the last place of the exact value;
/// zeros, infinities and NaN exactly.
inline testing::AssertionResult isNear(const RefTensor &actual,
                                       const std::vector<double> &exact,
                                       double ulps = 1) {
  bool isHalf = actual.type == Type::Float16;
  for (size_t i = 0; i < exact.size(); ++i) {
    double got = actual.value(static_cast<int64_t>(i)), want = exact[i];
    bool isRight = false;
    if (std::isfinite(want) && want != 0) {
      int exponent = std::max(std::ilogb(want), isHalf ? -14 : -126);
      double unit = std::ldexp(1, exponent - (isHalf ? 10 : 23));
      isRight = std::fabs(got - want) <= ulps * unit;
    } else {
      isRight = std::isnan(want)
                    ? std::isnan(got)
                    : got == want && std::signbit(got) == std::signbit(want);
    }
    if (!isRight)
      return testing::AssertionFailure()
             << "element " << i << ": expected " << want << ", got "
             << showElement(actual, static_cast<int64_t>(i));
  }
  return testing::AssertionSuccess();
}

} // namespace hazards

#endif // FUSEDML_TESTS_HAZARDS_HAZARDS_H
