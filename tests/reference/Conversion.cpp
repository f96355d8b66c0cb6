//===- Conversion.cpp - casts, quantization, fills ------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Elements.h"

namespace reference {

namespace {

using Inputs = std::span<const RefTensor>;

//===----------------------------------------------------------------------===//
// CAST
//===----------------------------------------------------------------------===//

/// Floats round once, to nearest even; integers lose their high bits; floats to
/// integers truncate and saturate.
template <typename To, typename From> To convert(From x) {
  if constexpr (std::is_same_v<To, From>)
    return x;
  else if constexpr (std::is_same_v<From, Half>)
    return convert<To>(toDouble(x));
  else if constexpr (std::is_same_v<To, Half>)
    // A double may round a 64-bit integer, but only one far above all halves.
    return toHalf(static_cast<double>(x));
  else if constexpr (isInteger<To> && !isInteger<From>)
    return toInteger<To>(static_cast<double>(x));
  else
    return static_cast<To>(x);
}

RefTensor cast(const RefAttributes &attributes, Inputs in) {
  const RefTensor &x = in[0];
  RefTensor y(attributes.outputType.value(), x.sizes);
  visitType(x.type, [&](auto from) {
    using From = typename decltype(from)::type;
    visitType(y.type, [&](auto to) {
      using To = typename decltype(to)::type;
      for (int64_t i = 0, e = x.elementCount(); i < e; ++i)
        store<To>(y, i, convert<To>(load<From>(x, i)));
    });
  });
  return y;
}

//===----------------------------------------------------------------------===//
// Quantization
//===----------------------------------------------------------------------===//

/// `tensor`, repeated to as many elements as `like` has; zeros of `type` if it
/// is null.
RefTensor spread(const RefTensor *tensor, const RefTensor &like, Type type) {
  return tensor ? broadcastTo(*tensor, like.sizes)
                : RefTensor(type, like.sizes);
}

/// An element rounded to FLOAT32, once.
float toFloat(const RefTensor &tensor, int64_t index) {
  return static_cast<float>(tensor.value(index));
}

/// round(quotient) + zero point, ties to even; the caller's store saturates.
double quantized(float quotient, double zeroPoint) {
  return static_cast<double>(std::nearbyint(quotient)) + zeroPoint;
}

/// (x - zero point) * scale. Types have 32 bits at most, so that the difference
/// is exact in a double, and rounded once to FLOAT32.
float dequantized(const RefTensor &x, const RefTensor &scale,
                  const RefTensor &zero, int64_t index) {
  float difference = static_cast<float>(x.value(index) - zero.value(index));
  return difference * toFloat(scale, index);
}

/// Inputs are x, scale, zero point. QUANTIZE_LINEAR and QUANTIZE.
RefTensor quantize(const RefAttributes &attributes, Inputs in) {
  const RefTensor &x = in[0];
  const RefTensor *zeroPoint = optionalInput(in, 2);
  RefTensor y(
      attributes.outputType.value_or(zeroPoint ? zeroPoint->type : Type::UInt8),
      x.sizes);
  RefTensor scale = spread(&in[1], x, in[1].type);
  RefTensor zero = spread(zeroPoint, x, y.type);
  for (int64_t i = 0, e = y.elementCount(); i < e; ++i) {
    float quotient = toFloat(x, i) / toFloat(scale, i);
    y.setValue(i, quantized(quotient, zero.value(i)));
  }
  return y;
}

/// Inputs are x, scale, zero point. DEQUANTIZE_LINEAR and DEQUANTIZE.
RefTensor dequantize(const RefAttributes &attributes, Inputs in) {
  const RefTensor &x = in[0];
  RefTensor y(attributes.outputType.value_or(in[1].type), x.sizes);
  RefTensor scale = spread(&in[1], x, in[1].type);
  RefTensor zero = spread(optionalInput(in, 2), x, x.type);
  for (int64_t i = 0, e = y.elementCount(); i < e; ++i)
    y.setValue(i, static_cast<double>(dequantized(x, scale, zero, i)));
  return y;
}

/// Inputs are a, b and the output, each as tensor, scale, zero point; of the
/// output there is no tensor. Every step is FLOAT32.
RefTensor quantizedLinearAdd(const RefAttributes &attributes, Inputs in) {
  const RefTensor &a = in[0], &b = in[3];
  const RefTensor *zeroPoint = optionalInput(in, 7);
  RefTensor y(
      attributes.outputType.value_or(zeroPoint ? zeroPoint->type : a.type),
      a.sizes);
  RefTensor aScale = spread(&in[1], y, in[1].type);
  RefTensor aZero = spread(optionalInput(in, 2), y, a.type);
  RefTensor bScale = spread(&in[4], y, in[4].type);
  RefTensor bZero = spread(optionalInput(in, 5), y, b.type);
  RefTensor scale = spread(&in[6], y, in[6].type);
  RefTensor zero = spread(zeroPoint, y, y.type);
  for (int64_t i = 0, e = y.elementCount(); i < e; ++i) {
    float sum =
        dequantized(a, aScale, aZero, i) + dequantized(b, bScale, bZero, i);
    float quotient = sum / toFloat(scale, i);
    y.setValue(i, quantized(quotient, zero.value(i)));
  }
  return y;
}

//===----------------------------------------------------------------------===//
// Fills
//===----------------------------------------------------------------------===//

RefTensor fillValueConstant(const RefAttributes &attributes, Inputs) {
  return broadcastTo(attributes.scalar("Value"), attributes.sizes);
}

RefTensor fillValueSequence(const RefAttributes &attributes, Inputs) {
  RefTensor start = attributes.scalar("ValueStart");
  RefTensor delta = attributes.scalar("ValueDelta");
  RefTensor y(start.type, attributes.sizes);
  for (int64_t i = 0, e = y.elementCount(); i < e; ++i) {
    if (isFloat(y.type)) {
      double product = static_cast<double>(i) * delta.value(0);
      y.setValue(i, start.value(0) + product);
    } else {
      y.setBits(i, start.bits(0) + static_cast<uint64_t>(i) * delta.bits(0));
    }
  }
  return y;
}

constexpr Row kRows[] = {
    {"cast", cast},
    {"quantize_linear", quantize},
    {"quantize", quantize},
    {"dequantize_linear", dequantize},
    {"dequantize", dequantize},
    {"quantized_linear_add", quantizedLinearAdd},
    {"fill_value_constant", fillValueConstant},
    {"fill_value_sequence", fillValueSequence},
};

} // namespace

std::span<const Row> conversionRows() { return kRows; }

} // namespace reference
