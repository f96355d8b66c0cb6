//===- Reference.cpp - what each operator means, one element at a time ----===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Reference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <type_traits>

#ifdef __FAST_MATH__
#error "the reference needs IEEE arithmetic"
#endif

namespace reference {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

namespace {

struct TypeRow {
  std::string_view name;
  size_t size;
};
constexpr std::array<TypeRow, 11> kTypes{{{"FLOAT64", 8},
                                          {"FLOAT32", 4},
                                          {"FLOAT16", 2},
                                          {"INT64", 8},
                                          {"INT32", 4},
                                          {"INT16", 2},
                                          {"INT8", 1},
                                          {"UINT64", 8},
                                          {"UINT32", 4},
                                          {"UINT16", 2},
                                          {"UINT8", 1}}};

template <typename T> struct Tag {
  using type = T;
};

/// Calls `visit` with the Tag of the C++ type that holds an element.
template <typename Visitor> auto visitType(Type type, Visitor visit) {
  switch (type) {
  case Type::Float64:
    return visit(Tag<double>{});
  case Type::Float32:
    return visit(Tag<float>{});
  case Type::Float16:
    return visit(Tag<Half>{});
  case Type::Int64:
    return visit(Tag<int64_t>{});
  case Type::Int32:
    return visit(Tag<int32_t>{});
  case Type::Int16:
    return visit(Tag<int16_t>{});
  case Type::Int8:
    return visit(Tag<int8_t>{});
  case Type::UInt64:
    return visit(Tag<uint64_t>{});
  case Type::UInt32:
    return visit(Tag<uint32_t>{});
  case Type::UInt16:
    return visit(Tag<uint16_t>{});
  case Type::UInt8:
    return visit(Tag<uint8_t>{});
  }
  throw std::logic_error("no such type");
}

template <typename T> constexpr bool isInteger = std::is_integral_v<T>;

template <typename T> T load(const RefTensor &tensor, int64_t index) {
  T value;
  std::memcpy(&value, tensor.data.data() + index * sizeof(T), sizeof(T));
  return value;
}
template <typename T> void store(RefTensor &tensor, int64_t index, T value) {
  std::memcpy(tensor.data.data() + index * sizeof(T), &value, sizeof(T));
}

/// The type arithmetic happens in: FLOAT16 computes in float.
template <typename T>
using Compute = std::conditional_t<std::is_same_v<T, Half>, float, T>;

template <typename T> Compute<T> widen(T value) {
  if constexpr (std::is_same_v<T, Half>)
    return static_cast<float>(toDouble(value));
  else
    return value;
}
template <typename T> T narrow(Compute<T> value) {
  if constexpr (std::is_same_v<T, Half>)
    return toHalf(value);
  else
    return value;
}

} // namespace

size_t elementSize(Type type) { return kTypes[static_cast<size_t>(type)].size; }

std::string_view name(Type type) {
  return kTypes[static_cast<size_t>(type)].name;
}

std::optional<Type> parseType(std::string_view name) {
  for (size_t i = 0; i < kTypes.size(); ++i)
    if (kTypes[i].name == name)
      return static_cast<Type>(i);
  return std::nullopt;
}

bool isFloat(Type type) {
  return type == Type::Float64 || type == Type::Float32 ||
         type == Type::Float16;
}

bool isSigned(Type type) {
  return type == Type::Int64 || type == Type::Int32 || type == Type::Int16 ||
         type == Type::Int8;
}

double toDouble(Half half) {
  int exponent = (half.bits >> 10) & 0x1f;
  int fraction = half.bits & 0x3ff;
  double magnitude;
  if (exponent == 0x1f)
    magnitude = fraction ? std::numeric_limits<double>::quiet_NaN()
                         : std::numeric_limits<double>::infinity();
  else if (exponent == 0)
    magnitude = std::ldexp(fraction, -24);
  else
    magnitude = std::ldexp(1024 + fraction, exponent - 25);
  return half.bits & 0x8000 ? -magnitude : magnitude;
}

Half toHalf(double value) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value))
    return {static_cast<uint16_t>(sign | 0x7e00)};
  double magnitude = std::fabs(value);
  if (magnitude == 0)
    return {sign};
  if (std::isinf(value))
    return {static_cast<uint16_t>(sign | 0x7c00)};
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  // The power of two of the last bit a half of this magnitude has.
  int last = std::max(exponent - 11, -24);
  if (last > 5) // 65536 and more.
    return {static_cast<uint16_t>(sign | 0x7c00)};
  double scaled = std::ldexp(magnitude, -last);
  double whole = std::floor(scaled);
  double rest = scaled - whole;
  auto units = static_cast<uint32_t>(whole);
  if (rest > 0.5 || (rest == 0.5 && units % 2 != 0))
    ++units;
  // A carry out of the fraction goes into the exponent, as it should.
  uint32_t bits = (static_cast<uint32_t>(last + 24) << 10) + units;
  return {static_cast<uint16_t>(sign | std::min<uint32_t>(bits, 0x7c00))};
}

template <typename Int> Int toInteger(double value) {
  if (std::isnan(value))
    return 0;
  double whole = std::trunc(value);
  // Both limits as exact doubles; the upper one is one past the maximum.
  constexpr int bits = std::numeric_limits<Int>::digits;
  double above = std::ldexp(1.0, bits);
  double least = std::is_signed_v<Int> ? -above : 0.0;
  if (whole >= above)
    return std::numeric_limits<Int>::max();
  if (whole <= least)
    return std::numeric_limits<Int>::min();
  return static_cast<Int>(whole);
}
template int64_t toInteger<int64_t>(double);
template int32_t toInteger<int32_t>(double);
template int16_t toInteger<int16_t>(double);
template int8_t toInteger<int8_t>(double);
template uint64_t toInteger<uint64_t>(double);
template uint32_t toInteger<uint32_t>(double);
template uint16_t toInteger<uint16_t>(double);
template uint8_t toInteger<uint8_t>(double);

RefTensor::RefTensor(Type type, std::vector<int64_t> sizes)
    : type(type), sizes(std::move(sizes)) {
  data.resize(static_cast<size_t>(elementCount()) * elementSize(type));
}

int64_t RefTensor::elementCount() const {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

uint64_t RefTensor::bits(int64_t index) const {
  uint64_t result = 0;
  std::memcpy(&result, data.data() + index * elementSize(type),
              elementSize(type));
  return result;
}

void RefTensor::setBits(int64_t index, uint64_t bits) {
  std::memcpy(data.data() + index * elementSize(type), &bits,
              elementSize(type));
}

double RefTensor::value(int64_t index) const {
  return visitType(type, [&](auto tag) -> double {
    auto element = load<typename decltype(tag)::type>(*this, index);
    if constexpr (std::is_same_v<decltype(element), Half>)
      return toDouble(element);
    else
      return static_cast<double>(element);
  });
}

void RefTensor::setValue(int64_t index, double value) {
  visitType(type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_same_v<T, Half>)
      store(*this, index, toHalf(value));
    else if constexpr (isInteger<T>)
      store(*this, index, toInteger<T>(value));
    else
      store(*this, index, static_cast<T>(value));
  });
}

float RefAttributes::at(std::string_view field) const {
  auto it = floats.find(field);
  if (it == floats.end())
    throw std::logic_error("missing attribute " + std::string(field));
  return it->second;
}

//===----------------------------------------------------------------------===//
// Helpers of the operators
//===----------------------------------------------------------------------===//

namespace {

/// An operator from one tensor to one of the same type. `element` takes and
/// returns a Compute<T> and is told T.
template <typename Element>
RefTensor mapUnary(const RefTensor &x, Element element) {
  RefTensor y(x.type, x.sizes);
  visitType(x.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (int64_t i = 0, e = x.elementCount(); i < e; ++i)
      store<T>(y, i, narrow<T>(element(tag, widen(load<T>(x, i)))));
  });
  return y;
}

template <typename Element>
RefTensor mapBinary(const RefTensor &a, const RefTensor &b, Element element) {
  if (a.type != b.type || a.sizes != b.sizes)
    throw std::logic_error("operands differ");
  RefTensor y(a.type, a.sizes);
  visitType(a.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (int64_t i = 0, e = a.elementCount(); i < e; ++i)
      store<T>(
          y, i,
          narrow<T>(element(tag, widen(load<T>(a, i)), widen(load<T>(b, i)))));
  });
  return y;
}

/// IEEE 754-2019 maximum: NaN if either is, and -0 below +0.
template <typename C> C maximum(C a, C b) {
  if constexpr (!isInteger<C>) {
    if (std::isnan(a) || std::isnan(b))
      return std::numeric_limits<C>::quiet_NaN();
    if (a == 0 && b == 0)
      return std::signbit(a) ? b : a;
  }
  return a > b ? a : b;
}
template <typename C> C minimum(C a, C b) {
  if constexpr (!isInteger<C>) {
    if (std::isnan(a) || std::isnan(b))
      return std::numeric_limits<C>::quiet_NaN();
    if (a == 0 && b == 0)
      return std::signbit(a) ? a : b;
  }
  return a < b ? a : b;
}

/// A FLOAT attribute as a value of the tensor's type: truncated and saturated
/// for integers, rounded to nearest even for FLOAT16.
template <typename T> Compute<T> castAttribute(float value) {
  if constexpr (isInteger<T>)
    return toInteger<T>(value);
  else if constexpr (std::is_same_v<T, Half>)
    return widen(toHalf(value));
  else
    return value;
}

template <typename T>
Compute<T> scaleBias(Compute<T> x, const std::optional<RefScaleBias> &by) {
  if (!by)
    return x;
  if constexpr (isInteger<T>) {
    static_assert(sizeof(double) == 8);
    if (sizeof(T) == 8)
      throw std::logic_error("ScaleBias on a 64-bit type");
    double product = static_cast<double>(x) * static_cast<double>(by->scale);
    double sum = product + static_cast<double>(by->bias);
    return toInteger<T>(sum);
  } else {
    Compute<T> product = x * by->scale;
    return product + by->bias;
  }
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

RefTensor identity(const RefAttributes &attributes,
                   std::span<const RefTensor> in) {
  if (!attributes.scaleBias)
    return in[0]; // Bits move, those of NaNs too.
  return mapUnary(in[0], [&](auto tag, auto x) {
    return scaleBias<typename decltype(tag)::type>(x, attributes.scaleBias);
  });
}

RefTensor add(const RefAttributes &, std::span<const RefTensor> in) {
  return mapBinary(in[0], in[1], [](auto tag, auto a, auto b) {
    using T = typename decltype(tag)::type;
    if constexpr (isInteger<T>)
      return static_cast<T>(static_cast<uint64_t>(a) +
                            static_cast<uint64_t>(b));
    else
      return a + b;
  });
}

RefTensor add1(const RefAttributes &attributes, std::span<const RefTensor> in) {
  RefTensor sum = add(attributes, in);
  if (attributes.activation.empty())
    return sum;
  return evaluate(attributes.activation, *attributes.activationAttributes,
                  {{sum}});
}

RefTensor multiply(const RefAttributes &, std::span<const RefTensor> in) {
  return mapBinary(in[0], in[1], [](auto tag, auto a, auto b) {
    using T = typename decltype(tag)::type;
    if constexpr (isInteger<T>)
      return static_cast<T>(static_cast<uint64_t>(a) *
                            static_cast<uint64_t>(b));
    else
      return a * b;
  });
}

RefTensor divide(const RefAttributes &, std::span<const RefTensor> in) {
  return mapBinary(in[0], in[1], [](auto tag, auto a, auto b) {
    using T = typename decltype(tag)::type;
    if constexpr (isInteger<T>) {
      if (b == 0)
        return static_cast<T>(~T{0});
      if constexpr (std::is_signed_v<T>)
        if (a == std::numeric_limits<T>::min() && b == -1)
          return std::numeric_limits<T>::min();
      return static_cast<T>(a / b);
    } else {
      return a / b;
    }
  });
}

RefTensor clip(const RefAttributes &attributes, std::span<const RefTensor> in) {
  return mapUnary(in[0], [&](auto tag, auto x) {
    using T = typename decltype(tag)::type;
    Compute<T> low = castAttribute<T>(attributes.at("Min"));
    Compute<T> high = castAttribute<T>(attributes.at("Max"));
    return maximum(low, minimum(scaleBias<T>(x, attributes.scaleBias), high));
  });
}

RefTensor isInfinity(const RefAttributes &attributes,
                     std::span<const RefTensor> in) {
  const std::string &mode = attributes.enums.find("InfinityMode")->second;
  RefTensor y(Type::UInt8, in[0].sizes);
  for (int64_t i = 0, e = in[0].elementCount(); i < e; ++i) {
    double x = in[0].value(i);
    bool wanted = mode == "EITHER" || (mode == "POSITIVE" && x > 0) ||
                  (mode == "NEGATIVE" && x < 0);
    y.setBits(i, std::isinf(x) && wanted);
  }
  return y;
}

RefTensor activationRelu(const RefAttributes &, std::span<const RefTensor> in) {
  return mapUnary(in[0], [](auto, auto x) {
    return maximum(static_cast<decltype(x)>(0), x);
  });
}

RefTensor activationElu(const RefAttributes &attributes,
                        std::span<const RefTensor> in) {
  RefTensor y(in[0].type, in[0].sizes);
  for (int64_t i = 0, e = in[0].elementCount(); i < e; ++i)
    y.setValue(i, eluExact(in[0].value(i), attributes.at("Alpha")));
  return y;
}

RefTensor activationLeakyRelu(const RefAttributes &attributes,
                              std::span<const RefTensor> in) {
  float alpha = attributes.at("Alpha");
  return mapUnary(in[0], [&](auto, auto x) {
    return x >= 0 ? x : static_cast<decltype(x)>(alpha * x);
  });
}

RefTensor activationShrink(const RefAttributes &attributes,
                           std::span<const RefTensor> in) {
  float bias = attributes.at("Bias"), threshold = attributes.at("Threshold");
  return mapUnary(in[0], [&](auto tag, auto x) {
    using T = typename decltype(tag)::type;
    if constexpr (isInteger<T>) {
      // Exact, since every type with SHRINK has at most 32 bits.
      auto b = static_cast<uint64_t>(toInteger<T>(bias));
      int64_t t = static_cast<int64_t>(toInteger<T>(threshold));
      int64_t wide = static_cast<int64_t>(x);
      if (wide > t)
        return static_cast<T>(static_cast<uint64_t>(x) - b);
      if (wide < -t)
        return static_cast<T>(static_cast<uint64_t>(x) + b);
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

RefTensor fillValueSequence(const RefAttributes &attributes,
                            std::span<const RefTensor>) {
  RefTensor y(attributes.scalarType.value(), attributes.sizes);
  RefTensor ends(y.type, {2});
  ends.setBits(0, attributes.scalars.find("ValueStart")->second);
  ends.setBits(1, attributes.scalars.find("ValueDelta")->second);
  for (int64_t i = 0, e = y.elementCount(); i < e; ++i) {
    if (isFloat(y.type)) {
      double product = static_cast<double>(i) * ends.value(1);
      y.setValue(i, ends.value(0) + product);
    } else {
      y.setBits(i, ends.bits(0) + static_cast<uint64_t>(i) * ends.bits(1));
    }
  }
  return y;
}

struct Row {
  std::string_view mnemonic;
  Evaluator evaluator;
};
constexpr Row kRows[] = {
    {"identity", identity},
    {"add", add},
    {"add1", add1},
    {"multiply", multiply},
    {"divide", divide},
    {"clip", clip},
    {"is_infinity", isInfinity},
    {"activation_relu", activationRelu},
    {"activation_elu", activationElu},
    {"activation_leaky_relu", activationLeakyRelu},
    {"activation_shrink", activationShrink},
    {"fill_value_sequence", fillValueSequence},
};

} // namespace

double eluExact(double x, double alpha) {
  return x >= 0 ? x : alpha * std::expm1(x);
}

Evaluator find(std::string_view mnemonic) {
  for (const Row &row : kRows)
    if (row.mnemonic == mnemonic)
      return row.evaluator;
  return nullptr;
}

std::vector<std::string_view> mnemonics() {
  std::vector<std::string_view> result;
  for (const Row &row : kRows)
    result.push_back(row.mnemonic);
  return result;
}

RefTensor evaluate(std::string_view mnemonic, const RefAttributes &attributes,
                   std::span<const RefTensor> inputs) {
  Evaluator evaluator = find(mnemonic);
  if (!evaluator)
    throw std::logic_error("no reference for " + std::string(mnemonic));
  return evaluator(attributes, inputs);
}

RefTensor broadcastTo(const RefTensor &tensor,
                      const std::vector<int64_t> &sizes) {
  RefTensor result(tensor.type, sizes);
  size_t missing = sizes.size() - tensor.sizes.size();
  for (int64_t i = 0, e = result.elementCount(); i < e; ++i) {
    int64_t rest = i, source = 0, stride = 1;
    for (size_t dim = sizes.size(); dim-- > 0;) {
      int64_t at = rest % sizes[dim];
      rest /= sizes[dim];
      int64_t extent = dim < missing ? 1 : tensor.sizes[dim - missing];
      source += extent == 1 ? 0 : at * stride;
      stride *= extent;
    }
    result.setBits(i, tensor.bits(source));
  }
  return result;
}

} // namespace reference
