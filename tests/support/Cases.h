//===- Cases.h - operators, types and attribute values to test --*- C++ -*-===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_CASES_H
#define FUSEDML_TESTS_SUPPORT_CASES_H

#include "tests/support/Attributes.h"
#include "tests/support/Targets.h"

#include <set>
#include <tuple>

namespace support {

/// One operator, element type and target.
struct OpCase {
  std::string mnemonic;
  reference::Type type;
  std::string cpu;
};

inline std::ostream &operator<<(std::ostream &out, const OpCase &each) {
  return out << each.mnemonic << " " << reference::name(each.type) << " "
             << each.cpu;
}

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

/// Every operator, in the order of the rows.
inline std::vector<std::string_view> allOperators() {
  std::vector<std::string_view> result;
  for (const auto &row : fusedml::graph::operatorRows())
    result.push_back(row.mnemonic);
  return result;
}

/// An operator with its attributes and the types of its inputs.
struct Instance {
  std::string mnemonic;
  RefAttributes attributes;
  std::vector<reference::Type> inputs;

  reference::Type output() const {
    return reference::resultType(mnemonic, attributes, inputs);
  }
};

/// Every set of attributes with every type that the other inputs may have;
/// `Most` leaves that to the first set and to those that choose the output's
/// type.
enum class TypesOfSets { Most, All };
inline std::vector<Instance> instancesOf(std::string_view mnemonic,
                                         reference::Type first,
                                         TypesOfSets which) {
  std::vector<Instance> instances;
  std::vector<RefAttributes> sets = attributeSets(mnemonic, first);
  for (size_t i = 0; i < sets.size(); ++i) {
    if (mnemonic == "fill_value_sequence") {
      // attributeSets() leaves its values to FillValueSequenceTest.cpp.
      RefTensor ends = RefTensor::of(first, std::vector<double>{5, 3});
      sets[i].scalarType = first;
      sets[i].scalars = {{"ValueStart", ends.bits(0)},
                         {"ValueDelta", ends.bits(1)}};
    }
    auto types = inputTypes(rowOf(mnemonic), first, sets[i]);
    if (which == TypesOfSets::Most && i > 0 && !sets[i].outputType)
      types.resize(1);
    for (std::vector<reference::Type> &inputs : types)
      instances.push_back({std::string(mnemonic), sets[i], std::move(inputs)});
  }
  return instances;
}

/// Every operator with every combination of types, once.
inline std::vector<Instance> instancesOfAll() {
  std::vector<Instance> instances;
  std::set<
      std::tuple<std::string, std::vector<reference::Type>, reference::Type>>
      seen;
  for (std::string_view mnemonic : allOperators()) {
    const auto &row = rowOf(mnemonic);
    for (reference::Type first : newestTypes(row, row.fields.front().name))
      for (Instance &each : instancesOf(mnemonic, first, TypesOfSets::Most))
        if (seen.insert({each.mnemonic, each.inputs, each.output()}).second)
          instances.push_back(std::move(each));
  }
  return instances;
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

/// A tensor of one element for all of those that `whole` has.
inline TensorDesc oneForAll(reference::Type type, const TensorDesc &whole) {
  return tensorDesc(type, std::vector<int64_t>(whole.sizes.size(), 1));
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
