//===- Cases.h - operators, types and attribute values to test --*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_CASES_H
#define FUSEDML_TESTS_SUPPORT_CASES_H

#include "tests/support/Operators.h"
#include "tests/support/Targets.h"

#include <limits>

namespace support {

/// One operator, element type and target.
struct OpCase {
  std::string mnemonic;
  reference::Type type;
  std::string cpu;
};

inline std::string caseName(const testing::TestParamInfo<OpCase> &info) {
  return info.param.mnemonic + "_" +
         std::string(reference::name(info.param.type)) + "_" +
         shortName(info.param.cpu);
}

/// Every type of each operator's newest level, on every target.
inline std::vector<OpCase>
casesOf(const std::vector<std::string_view> &mnemonics) {
  std::vector<OpCase> cases;
  for (std::string_view mnemonic : mnemonics) {
    const auto &row = rowOf(mnemonic);
    for (reference::Type type : newestTypes(row, row.fields.front().name))
      for (const std::string &cpu : allTargets())
        cases.push_back({std::string(mnemonic), type, cpu});
  }
  return cases;
}

/// Every row with inputs and exact results: all that bit for bit comparisons
/// are for. A new row joins by itself.
inline std::vector<std::string_view> exactOperators() {
  std::vector<std::string_view> result;
  for (const auto &row : fusedml::graph::operatorRows())
    if (inputCount(row) && row.maxUlp == 0)
      result.push_back(row.mnemonic);
  return result;
}

/// Usual attribute values first, then odd ones.
inline std::vector<RefAttributes> attributeSets(std::string_view mnemonic,
                                                reference::Type type) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float tiny = std::numeric_limits<float>::denorm_min();
  constexpr float max = std::numeric_limits<float>::max();
  std::vector<RefAttributes> sets;
  auto shrink = [&](float bias, float threshold) {
    sets.push_back(floatAttributes({{"Bias", bias}, {"Threshold", threshold}}));
  };
  auto clip = [&](float low, float high) {
    sets.push_back(floatAttributes({{"Min", low}, {"Max", high}}));
  };
  auto elu = [&](float alpha) {
    sets.push_back(floatAttributes({{"Alpha", alpha}}));
  };
  bool wide = reference::elementSize(type) == 8;

  if (mnemonic == "activation_shrink") {
    shrink(1.5f, 2.75f);
    shrink(0.0f, 0.5f);
    shrink(-0.0f, 0.0f);
    shrink(0.1f, -1.0f);
    shrink(2.9f, -2.9f);
    shrink(nan, 0.5f);
    shrink(1.0f, nan);
    shrink(inf, 1.0f);
    shrink(1.0f, inf);
    shrink(-inf, -inf);
    shrink(max, 1e30f);
    shrink(1e10f, 3e9f);
    shrink(-200.0f, 100.0f);
    shrink(tiny, tiny);
    shrink(0.1f, 65504.0f);
    shrink(1.0f, -1e10f);
  } else if (mnemonic == "is_infinity") {
    for (const char *mode : {"EITHER", "POSITIVE", "NEGATIVE"})
      sets.push_back(infinityMode(mode));
  } else if (mnemonic == "clip") {
    clip(-1.0f, 6.0f);
    clip(0.0f, 0.0f);
    clip(-0.0f, 0.0f);
    clip(0.0f, -0.0f);
    clip(2.0f, 1.0f);
    clip(-inf, inf);
    clip(inf, -inf);
    clip(nan, 1.0f);
    clip(-1.0f, nan);
    clip(-2.9f, 2.9f);
    clip(-1e10f, 3e9f);
    clip(-1e30f, 1e30f);
    clip(0.1f, 1000.1f);
    clip(65519.0f, 65521.0f);
    clip(-tiny, tiny);
    if (!wide) {
      sets.push_back(withScaleBias(sets[0], 0.1f, 0.3f));
      sets.push_back(withScaleBias(sets[5], 2.0f, 0.0f));
      sets.push_back(withScaleBias(sets[5], -1e20f, 1e30f));
      sets.push_back(withScaleBias(sets[5], inf, 1.0f));
      sets.push_back(withScaleBias(sets[4], 1.0f, nan));
    }
  } else if (mnemonic == "identity") {
    sets.emplace_back();
    if (!wide)
      for (auto [scale, bias] :
           std::initializer_list<std::pair<float, float>>{{1.0f, 0.0f},
                                                          {0.1f, 0.3f},
                                                          {2.0f, -0.0f},
                                                          {-1.0f, 0.5f},
                                                          {1e20f, -1e30f},
                                                          {0.0f, 1.0f},
                                                          {inf, 0.0f},
                                                          {1.0f, nan},
                                                          {3.0e9f, -1.0f},
                                                          {tiny, tiny}})
        sets.push_back(withScaleBias({}, scale, bias));
  } else if (mnemonic == "activation_elu" ||
             mnemonic == "activation_leaky_relu") {
    for (float alpha : {1.0f, 0.5f, -3.4681804f, 0.0f, inf, nan, 1e30f})
      elu(alpha);
  } else if (mnemonic == "add1") {
    sets.emplace_back();
    sets.push_back(withActivation("activation_relu", {}));
    sets.push_back(
        withActivation("activation_shrink",
                       floatAttributes({{"Bias", 0.1f}, {"Threshold", 0.5f}})));
    sets.push_back(withActivation(
        "activation_shrink",
        floatAttributes({{"Bias", 0.0f}, {"Threshold", 2048.0f}})));
  } else {
    sets.emplace_back();
  }
  return sets;
}

/// Whether NaN bits must survive: only where bits are moved.
inline bool movesBits(std::string_view mnemonic,
                      const RefAttributes &attributes) {
  return mnemonic == "identity" && !attributes.scaleBias;
}

/// How one port lies in memory. Sizes are [kRows, length], or [length] for
/// Flat.
enum class Placement {
  Flat,
  Packed,
  ZeroOuter, ///< strides [0,1]
  ZeroInner, ///< strides [1,0]
  ZeroBoth,  ///< strides [0,0]
  Padded,    ///< strides [length+5,1]
  Transposed ///< strides [1,kRows]
};
inline constexpr int64_t kRows = 3;

inline TensorDesc place(reference::Type type, Placement placement,
                        int64_t length) {
  switch (placement) {
  case Placement::Flat:
    return tensorDesc(type, {length});
  case Placement::Packed:
    return tensorDesc(type, {kRows, length});
  case Placement::ZeroOuter:
    return tensorDesc(type, {kRows, length}, {0, 1});
  case Placement::ZeroInner:
    return tensorDesc(type, {kRows, length}, {1, 0});
  case Placement::ZeroBoth:
    return tensorDesc(type, {kRows, length}, {0, 0});
  case Placement::Padded:
    return tensorDesc(type, {kRows, length}, {length + 5, 1});
  case Placement::Transposed:
    return tensorDesc(type, {kRows, length}, {1, kRows});
  }
  return {};
}

/// Placements of the inputs, then of the output.
struct Layout {
  std::string name;
  std::vector<Placement> ports;
};

/// Every layout for an operator with `inputs` inputs: each port alone, and all
/// of them.
inline std::vector<Layout> layoutsFor(size_t inputs) {
  std::vector<Layout> layouts;
  size_t ports = inputs + 1;
  layouts.push_back({"flat", std::vector(ports, Placement::Flat)});
  auto one = [&](const char *name, size_t port, Placement placement) {
    Layout layout{name + std::to_string(port),
                  std::vector(ports, Placement::Packed)};
    layout.ports[port] = placement;
    layouts.push_back(std::move(layout));
  };
  for (size_t port = 0; port < inputs; ++port) {
    one("zeroOuter", port, Placement::ZeroOuter);
    one("zeroInner", port, Placement::ZeroInner);
    one("zeroBoth", port, Placement::ZeroBoth);
  }
  for (size_t port = 0; port < ports; ++port) {
    one("padded", port, Placement::Padded);
    one("transposed", port, Placement::Transposed);
  }
  layouts.push_back({"padded", std::vector(ports, Placement::Padded)});
  layouts.push_back({"transposed", std::vector(ports, Placement::Transposed)});
  if (inputs == 2) {
    layouts.push_back(
        {"outerProduct",
         {Placement::ZeroInner, Placement::ZeroOuter, Placement::Packed}});
    layouts.push_back(
        {"mixed",
         {Placement::Transposed, Placement::ZeroInner, Placement::Padded}});
  }
  return layouts;
}

inline constexpr int64_t kLengths[] = {1, 2, 7, 8, 15, 16, 17, 31, 33, 1023};

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_CASES_H
