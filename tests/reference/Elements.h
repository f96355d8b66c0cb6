//===- Elements.h - how the reference goes over elements ------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the evaluators of all families share.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_TESTS_REFERENCE_ELEMENTS_H
#define FUSEDML_TESTS_REFERENCE_ELEMENTS_H

#include "tests/reference/Reference.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <type_traits>

namespace reference {

/// Holds the sum and the product of any two integers of up to 64 bits; `%` and
/// `/` have no overflow to guard against.
using Wide = __int128;

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
  case Type::Int4:
    return visit(Tag<int8_t>{});
  case Type::UInt64:
    return visit(Tag<uint64_t>{});
  case Type::UInt32:
    return visit(Tag<uint32_t>{});
  case Type::UInt16:
    return visit(Tag<uint16_t>{});
  case Type::UInt8:
  case Type::UInt4:
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
    return toHalf(static_cast<double>(value));
  else
    return value;
}
template <typename T> Compute<T> element(const RefTensor &x, int64_t index) {
  return widen(load<T>(x, index));
}

/// An operator from one tensor to one of the same type. `function` takes and
/// returns a Compute<T> and is told T.
template <typename Function>
RefTensor mapUnary(const RefTensor &x, Function function) {
  RefTensor y(x.type, x.sizes);
  visitType(x.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (int64_t i = 0, e = x.elementCount(); i < e; ++i)
      store<T>(y, i, narrow<T>(function(tag, element<T>(x, i))));
  });
  return y;
}

inline void requireAlike(const RefTensor &a, const RefTensor &b) {
  if (a.type != b.type || a.sizes != b.sizes)
    throw std::logic_error("operands differ");
}

template <typename Function>
RefTensor mapBinary(const RefTensor &a, const RefTensor &b, Function function) {
  requireAlike(a, b);
  RefTensor y(a.type, a.sizes);
  visitType(a.type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (int64_t i = 0, e = a.elementCount(); i < e; ++i)
      store<T>(y, i,
               narrow<T>(function(tag, element<T>(a, i), element<T>(b, i))));
  });
  return y;
}

/// An operator whose result follows from the bits of its operands, all of the
/// width of the result.
template <typename Function>
RefTensor mapBits(std::span<const RefTensor> in, Function function) {
  RefTensor y(in[0].type, in[0].sizes);
  for (int64_t i = 0, e = y.elementCount(); i < e; ++i)
    if constexpr (std::is_invocable_v<Function, uint64_t>)
      y.setBits(i, function(in[0].bits(i)));
    else
      y.setBits(i, function(in[0].bits(i), in[1].bits(i)));
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

/// Modulo 2^N.
template <typename T> T wrappingAdd(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
template <typename T> T wrappingSubtract(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}
template <typename T> T wrappingMultiply(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

/// A FLOAT attribute as a value of the tensor's type: truncated and saturated
/// for integers, rounded to nearest even for FLOAT16.
template <typename T> Compute<T> castAttribute(float value) {
  if constexpr (isInteger<T>)
    return toInteger<T>(static_cast<double>(value));
  else if constexpr (std::is_same_v<T, Half>)
    return widen(toHalf(static_cast<double>(value)));
  else
    return value;
}

template <typename T>
Compute<T> scaleBias(Compute<T> x, const std::optional<RefScaleBias> &by) {
  if (!by)
    return x;
  if constexpr (isInteger<T>) {
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

/// An operator of floats alone, after ScaleBias.
template <typename Function>
RefTensor mapFloats(const RefTensor &x, const std::optional<RefScaleBias> &by,
                    Function function) {
  return mapUnary(x, [&](auto tag, auto x) {
    using T = typename decltype(tag)::type;
    if constexpr (isInteger<T>)
      throw std::logic_error("no operator on integers");
    else
      return static_cast<Compute<T>>(function(scaleBias<T>(x, by)));
    return x;
  });
}

/// A tensor that may be null or left out.
inline const RefTensor *optionalInput(std::span<const RefTensor> in,
                                      size_t index) {
  return index < in.size() && in[index].present() ? &in[index] : nullptr;
}

/// A line of the table of operators.
struct Row {
  std::string_view mnemonic;
  Evaluator evaluator;
};
std::span<const Row> arithmeticRows();
std::span<const Row> logicRows();
std::span<const Row> activationRows();
std::span<const Row> functionRows();
std::span<const Row> conversionRows();

} // namespace reference

#endif // FUSEDML_TESTS_REFERENCE_ELEMENTS_H
