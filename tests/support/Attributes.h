//===- Attributes.h - the attribute values operators are tried with -------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_SUPPORT_ATTRIBUTES_H
#define FUSEDML_TESTS_SUPPORT_ATTRIBUTES_H

#include "tests/support/Operators.h"
#include "tests/support/UsualAttributes.h"
#include "tests/support/Values.h"

#include <algorithm>
#include <limits>

namespace support {

/// Usual attribute values first, then odd ones. What the first tensor's type
/// leaves open, such as the type of the output, is an attribute too.
inline std::vector<RefAttributes> attributeSets(std::string_view mnemonic,
                                                reference::Type type);

/// How many of attributeSets(), from the first on, are usual values: those that
/// an operator's bound in ULP holds for.
inline size_t usualSetCount(std::string_view mnemonic) {
  return usualAttributes(rowOf(mnemonic)).size();
}

/// The types an operator's inputs may have together, for a type of the first
/// and, if the set gives one, of the output. Those most alike come first.
inline std::vector<std::vector<reference::Type>>
inputTypes(const fusedml::graph::OperatorRow &row, reference::Type first,
           const RefAttributes &attributes);

/// Whether NaN bits must survive: only where bits are moved or edited.
inline bool movesBits(std::string_view mnemonic,
                      const RefAttributes &attributes) {
  return rowOf(mnemonic).movesBits && !attributes.scaleBias;
}

namespace detail {

inline constexpr float kInf = std::numeric_limits<float>::infinity();
inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kTiny = std::numeric_limits<float>::denorm_min();
inline constexpr float kMost = std::numeric_limits<float>::max();

/// The FLOAT fields of an operator and values for them, in this order. Those of
/// an operator that is not exact follow its usual ones.
struct FloatFields {
  std::string_view mnemonic;
  std::vector<const char *> names;
  std::vector<std::vector<float>> values;
};

/// Which of limitValues() lets everything through.
inline constexpr size_t kNoLimits = 5;
/// Limits: reversed, of both signs of zero, NaN, between the values of a type.
inline std::vector<std::vector<float>> limitValues() {
  return {{-1.0f, 6.0f},    {0.0f, 0.0f},         {-0.0f, 0.0f},
          {0.0f, -0.0f},    {2.0f, 1.0f},         {-kInf, kInf},
          {kInf, -kInf},    {kNaN, 1.0f},         {-1.0f, kNaN},
          {-2.9f, 2.9f},    {-1e10f, 3e9f},       {-1e30f, 1e30f},
          {0.1f, 1000.1f},  {65519.0f, 65521.0f}, {-kTiny, kTiny},
          {-kMost, 127.5f}, {-0.5f, 254.99f},     {-32769.0f, 32768.0f}};
}

/// Alpha and Beta of Alpha * x + Beta.
inline std::vector<std::vector<float>> lineValues(float alpha, float beta) {
  return {{alpha, beta},   {1.0f, 0.0f},   {-0.3f, 0.1f},   {0.0f, -0.0f},
          {kInf, 0.0f},    {1.0f, -kInf},  {kNaN, 0.5f},    {0.5f, kNaN},
          {kMost, -kMost}, {kTiny, kTiny}, {1e20f, -1e30f}, {0.1f, 2.0f}};
}

/// Factors before and behind a function.
inline std::vector<std::vector<float>> factorValues() {
  return {{1.0f, 1.0f},   {0.3f, 2.5f}, {-1.7f, 0.1f},  {2.0f, -1.5f},
          {0.0f, 1.0f},   {1.0f, 0.0f}, {kInf, 1.0f},   {1.0f, -kInf},
          {kNaN, 1.0f},   {1.0f, kNaN}, {1e30f, 1e-3f}, {1e-30f, 1e30f},
          {100.0f, 0.01f}};
}

inline std::vector<std::vector<float>>
singles(std::initializer_list<float> values) {
  std::vector<std::vector<float>> result;
  for (float value : values)
    result.push_back({value});
  return result;
}

inline std::vector<FloatFields> allFloatFields() {
  const char *alpha = "Alpha", *beta = "Beta", *min = "Min", *max = "Max";
  return {
      {"clip", {min, max}, limitValues()},
      {"clip_grad", {min, max}, limitValues()},
      {"threshold",
       {min},
       singles({0.5f, 0.0f, -0.0f, -2.9f, 2.9f, kInf, -kInf, kNaN, -1e10f, 3e9f,
                65519.0f, 65521.0f, kTiny, 254.99f})},
      {"constant_pow",
       {"Exponent"},
       singles({0.0f, -0.0f, 1.0f, -0.5f, -2.0f, -3.0f, 127.0f, 128.0f, -127.0f,
                0.1f, -1.5f, 2.0000002f, 16777217.0f, kInf, -kInf, kNaN, kTiny,
                1e30f, -1e30f})},
      {"activation_elu",
       {alpha},
       singles({0.5f, -3.4681804f, 0.0f, kInf, kNaN, 1e30f, kTiny})},
      {"activation_leaky_relu",
       {alpha},
       singles({0.01f, 1.0f, 0.5f, -3.4681804f, 0.0f, kInf, kNaN, 1e30f})},
      {"activation_celu",
       {alpha},
       singles({0.5f, 2.0f, 100.0f, 1e-3f, -1.0f, 0.0f, -0.0f, kInf, kNaN,
                1e30f, 1e-30f, kTiny})},
      {"activation_thresholded_relu",
       {alpha},
       singles({1.0f, 0.0f, -0.0f, -2.5f, 65519.0f, kInf, -kInf, kNaN, kTiny})},
      {"activation_shrink",
       {"Bias", "Threshold"},
       {{1.5f, 2.75f},
        {0.0f, 0.5f},
        {-0.0f, 0.0f},
        {0.1f, -1.0f},
        {2.9f, -2.9f},
        {kNaN, 0.5f},
        {1.0f, kNaN},
        {kInf, 1.0f},
        {1.0f, kInf},
        {-kInf, -kInf},
        {kMost, 1e30f},
        {1e10f, 3e9f},
        {-200.0f, 100.0f},
        {kTiny, kTiny},
        {0.1f, 65504.0f},
        {1.0f, -1e10f}}},
      {"activation_linear", {alpha, beta}, lineValues(2.0f, 0.5f)},
      {"activation_hard_sigmoid", {alpha, beta}, lineValues(0.2f, 0.5f)},
      {"activation_hard_swish", {alpha, beta}, lineValues(0.166667f, 0.5f)},
      {"activation_scaled_elu", {alpha, "Gamma"}, factorValues()},
      {"activation_scaled_tanh", {alpha, beta}, factorValues()},
      {"activation_parametric_softplus", {alpha, beta}, factorValues()},
      {"activation_softplus",
       {"Steepness"},
       singles({0.5f, 2.0f, 100.0f, 1e-3f, 3.3f, -1.0f, 0.0f, kInf, kNaN})},
      {"activation_swish",
       {"SigmoidInputScale"},
       singles({1.702f, 0.5f, -1.0f, 0.0f, 100.0f, 1e-3f, kInf, kNaN, kTiny})},
  };
}

inline const FloatFields *floatFieldsOf(std::string_view mnemonic) {
  static const std::vector<FloatFields> kAll = allFloatFields();
  auto it = std::ranges::find(kAll, mnemonic, &FloatFields::mnemonic);
  return it == kAll.end() ? nullptr : &*it;
}

inline std::vector<RefAttributes> floatSets(const FloatFields &fields) {
  const auto &row = rowOf(fields.mnemonic);
  std::vector<RefAttributes> sets;
  if (row.maxUlp)
    sets = usualAttributes(row);
  for (const std::vector<float> &values : fields.values) {
    RefAttributes &set = sets.emplace_back();
    for (size_t i = 0; i < values.size(); ++i)
      set.floats[fields.names[i]] = values[i];
  }
  return sets;
}

/// One set for each member of an enum.
inline std::vector<RefAttributes>
enumSets(const char *field, std::initializer_list<const char *> members) {
  std::vector<RefAttributes> sets;
  for (const char *member : members)
    sets.emplace_back().enums[field] = member;
  return sets;
}

/// One set for each type of the output.
inline std::vector<RefAttributes>
outputTypeSets(std::initializer_list<reference::Type> types) {
  std::vector<RefAttributes> sets;
  for (reference::Type type : types)
    sets.emplace_back().outputType = type;
  return sets;
}

/// As RefTensor::setValue rounds or saturates it.
inline uint64_t bitsOf(reference::Type type, double value) {
  RefTensor one(type, {1});
  one.setValue(0, value);
  return one.bits(0);
}

/// Min and Max of the tensor's own type, up to its limits.
inline std::vector<RefAttributes> scalarLimitSets(reference::Type type) {
  std::vector<RefAttributes> sets;
  auto add = [&](uint64_t least, uint64_t most) {
    RefAttributes &set = sets.emplace_back();
    set.scalarType = type;
    set.scalars["Min"] = least;
    set.scalars["Max"] = most;
  };
  for (const std::vector<float> &values : limitValues())
    add(bitsOf(type, values[0]), bitsOf(type, values[1]));
  if (!reference::isFloat(type)) {
    uint64_t mask = ~0ull >> (64 - reference::elementBits(type));
    uint64_t least = reference::isSigned(type) ? (mask >> 1) + 1 : 0;
    uint64_t most = mask - least;
    add(least, most);
    add(most, least);
    add(least + 1, most - 1);
    add(most - 1, most);
    add(least, least + 1);
    // A double would round both, in the 64-bit types.
    add(mask >> 10, (mask >> 2) - 1);
  }
  return sets;
}

/// QUANTIZE and DEQUANTIZE to each of these types, with a zero point and
/// without.
inline std::vector<RefAttributes>
quantizationSets(std::initializer_list<reference::Type> outputs) {
  std::vector<RefAttributes> sets;
  for (const char *tensors : {"SCALE_ZERO_POINT", "SCALE"})
    for (RefAttributes set : outputTypeSets(outputs)) {
      set.enums["QuantizationType"] = tensors;
      sets.push_back(std::move(set));
    }
  return sets;
}

/// ADD1 alone, and with every activation it takes.
inline std::vector<RefAttributes> activationSets(reference::Type type) {
  std::vector<RefAttributes> sets(1);
  for (const auto &row : fusedml::graph::operatorRows())
    if (row.fusableActivation)
      sets.push_back(withActivation(std::string(row.mnemonic),
                                    attributeSets(row.mnemonic, type).front()));
  // Takes the sum if FLOAT16 did not round it before.
  sets.push_back(withActivation(
      "activation_shrink",
      floatAttributes({{"Bias", 0.0f}, {"Threshold", 2048.0f}})));
  return sets;
}

/// Every value that breaks things, as Value.
inline std::vector<RefAttributes> fillSets(reference::Type type) {
  std::vector<RefAttributes> sets;
  for (uint64_t bits : specialBits(type)) {
    RefAttributes &set = sets.emplace_back();
    set.scalarType = type;
    set.scalars["Value"] = bits;
  }
  return sets;
}

inline bool isComparison(std::string_view mnemonic) {
  return mnemonic == "logical_equals" ||
         mnemonic.starts_with("logical_greater_than") ||
         mnemonic.starts_with("logical_less_than");
}

/// All but ScaleBias.
inline std::vector<RefAttributes> plainSets(std::string_view mnemonic,
                                            reference::Type type) {
  using enum reference::Type;
  if (const FloatFields *fields = floatFieldsOf(mnemonic))
    return floatSets(*fields);
  if (mnemonic == "is_infinity")
    return enumSets("InfinityMode", {"EITHER", "POSITIVE", "NEGATIVE"});
  if (mnemonic == "round")
    return enumSets("RoundingMode", {"HALVES_TO_NEAREST_EVEN", "TOWARD_ZERO",
                                     "TOWARD_INFINITY"});
  if (mnemonic == "clip1" || mnemonic == "clip_grad1")
    return scalarLimitSets(type);
  if (mnemonic == "add1")
    return activationSets(type);
  if (mnemonic == "fill_value_constant")
    return fillSets(type);
  if (mnemonic == "cast")
    return outputTypeSets({Float32, Float64, Float16, Int64, Int32, Int16, Int8,
                           UInt64, UInt32, UInt16, UInt8});
  if (mnemonic == "if")
    return outputTypeSets({Float32, Float64, Float16, Int64, Int32, Int16, Int8,
                           UInt64, UInt32, UInt16, UInt8});
  if (isComparison(mnemonic) || mnemonic == "is_nan" || mnemonic == "bit_count")
    return outputTypeSets({UInt8, UInt32});
  if (mnemonic == "quantize_linear" || mnemonic == "quantized_linear_add")
    return outputTypeSets({UInt8, Int8});
  if (mnemonic == "dequantize_linear")
    return outputTypeSets({Float32, Float16});
  if (mnemonic == "quantize")
    return quantizationSets({UInt8, Int8, UInt4, Int4});
  if (mnemonic == "dequantize")
    return quantizationSets({Float32, Float16});
  return std::vector<RefAttributes>(1);
}

/// Whether the set leaves out the zero point of QUANTIZE or DEQUANTIZE.
inline bool hasScaleAlone(const RefAttributes &attributes) {
  auto type = attributes.enums.find("QuantizationType");
  return type != attributes.enums.end() && type->second == "SCALE";
}

/// Whether two tensor fields must have the same type.
inline bool sameType(const fusedml::graph::OperatorRow &row,
                     std::string_view one, std::string_view other) {
  return std::ranges::any_of(row.sameType, [&](const auto &group) {
    return std::ranges::count(group, one) && std::ranges::count(group, other);
  });
}

/// The types of input `field`, after inputs `earlier` of types `chosen`; the
/// one most like the first input's in front.
inline std::vector<reference::Type>
typesOfInput(const fusedml::graph::OperatorRow &row, std::string_view field,
             const std::vector<std::string_view> &earlier,
             const std::vector<reference::Type> &chosen,
             const RefAttributes &attributes) {
  using reference::Type;
  for (size_t i = 0; i < earlier.size(); ++i)
    if (sameType(row, field, earlier[i]))
      return {chosen[i]};
  for (const auto &output : row.fields)
    if (output.kind == fusedml::graph::FieldKind::Output &&
        attributes.outputType && sameType(row, field, output.name))
      return {*attributes.outputType};
  Type first = chosen.front();
  if (field == "ScaleTensor" &&
      std::ranges::count(row.rules, fusedml::graph::RowRule::ScaleTypeOfInput))
    return {first == Type::Float16 ? first : Type::Float32};
  std::vector<Type> types = newestTypes(row, field);
  if (auto it = std::ranges::find(types, first); it != types.end())
    std::rotate(types.begin(), it, it + 1);
  return types;
}

inline bool takesScaleBias(std::string_view mnemonic) {
  return std::ranges::count(rowOf(mnemonic).fields,
                            fusedml::graph::FieldKind::ScaleBias,
                            &fusedml::graph::FieldRow::kind) != 0;
}

} // namespace detail

inline std::vector<RefAttributes> attributeSets(std::string_view mnemonic,
                                                reference::Type type) {
  using namespace detail;
  std::vector<RefAttributes> sets = plainSets(mnemonic, type);
  // 64-bit types have no ScaleBias.
  if (!takesScaleBias(mnemonic) || reference::elementBits(type) == 64)
    return sets;
  RefAttributes plain = sets.front();
  if (mnemonic == "clip" || mnemonic == "clip1")
    plain = sets[kNoLimits];
  sets.push_back(withScaleBias(sets.front(), 0.1f, 0.3f));
  constexpr std::pair<float, float> kOdd[] = {
      {1.0f, 0.0f},   {2.0f, -0.0f},  {-1.0f, 0.5f}, {1e20f, -1e30f},
      {0.0f, 1.0f},   {kInf, 0.0f},   {1.0f, kNaN},  {3.0e9f, -1.0f},
      {kTiny, kTiny}, {-1e-3f, -kInf}};
  for (auto [scale, bias] : kOdd)
    sets.push_back(withScaleBias(plain, scale, bias));
  return sets;
}

inline std::vector<std::vector<reference::Type>>
inputTypes(const fusedml::graph::OperatorRow &row, reference::Type first,
           const RefAttributes &attributes) {
  std::vector<std::string_view> fields;
  for (const auto &field : row.fields)
    if (field.kind == fusedml::graph::FieldKind::Input &&
        (field.arrayIndex == 0 || !detail::hasScaleAlone(attributes)))
      fields.push_back(field.name);
  if (fields.empty())
    return {{}};
  std::vector<std::vector<reference::Type>> result = {{first}};
  for (size_t i = 1; i < fields.size(); ++i) {
    std::vector<std::string_view> earlier(fields.begin(), fields.begin() + i);
    std::vector<std::vector<reference::Type>> longer;
    for (const std::vector<reference::Type> &chosen : result)
      for (reference::Type type :
           detail::typesOfInput(row, fields[i], earlier, chosen, attributes)) {
        longer.push_back(chosen);
        longer.back().push_back(type);
      }
    result = std::move(longer);
  }
  return result;
}

} // namespace support

#endif // FUSEDML_TESTS_SUPPORT_ATTRIBUTES_H
