//===- Arithmetic.cpp - sums, quotients, limits, rounding -----------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/reference/Elements.h"

namespace reference {

namespace {

using Inputs = std::span<const RefTensor>;

/// x / 0 for integers.
template <typename T> constexpr T kAllOnes = static_cast<T>(~T{0});

uint64_t signBit(Type type) { return uint64_t{1} << (elementBits(type) - 1); }

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

RefTensor identity(const RefAttributes &attributes, Inputs in) {
  if (!attributes.scaleBias)
    return in[0]; // Bits move, those of NaNs too.
  return mapUnary(in[0], [&](auto tag, auto x) {
    return scaleBias<typename decltype(tag)::type>(x, attributes.scaleBias);
  });
}

RefTensor abs(const RefAttributes &attributes, Inputs in) {
  RefTensor x = identity(attributes, in);
  if (isFloat(x.type)) // Clearing the sign needs no rounding.
    return mapBits({&x, 1},
                   [&](uint64_t bits) { return bits & ~signBit(x.type); });
  return mapUnary(x, [](auto, auto x) {
    return x < 0 ? wrappingSubtract(decltype(x){0}, x) : x;
  });
}

RefTensor negate(const RefAttributes &, Inputs in) {
  if (isFloat(in[0].type))
    return mapBits(in,
                   [&](uint64_t bits) { return bits ^ signBit(in[0].type); });
  return mapUnary(
      in[0], [](auto, auto x) { return wrappingSubtract(decltype(x){0}, x); });
}

RefTensor sign(const RefAttributes &, Inputs in) {
  return mapUnary(in[0], [](auto, auto x) {
    return static_cast<decltype(x)>(x < 0 ? -1 : x > 0 ? 1 : 0);
  });
}

RefTensor recip(const RefAttributes &attributes, Inputs in) {
  return mapFloats(in[0], attributes.scaleBias, [](auto x) { return 1 / x; });
}

RefTensor sqrt(const RefAttributes &attributes, Inputs in) {
  return mapFloats(in[0], attributes.scaleBias,
                   [](auto x) { return std::sqrt(x); });
}

RefTensor ceil(const RefAttributes &attributes, Inputs in) {
  return mapFloats(in[0], attributes.scaleBias,
                   [](auto x) { return std::ceil(x); });
}

RefTensor floor(const RefAttributes &attributes, Inputs in) {
  return mapFloats(in[0], attributes.scaleBias,
                   [](auto x) { return std::floor(x); });
}

RefTensor round(const RefAttributes &attributes, Inputs in) {
  const std::string &mode = attributes.choice("RoundingMode");
  return mapFloats(in[0], attributes.scaleBias, [&](auto x) {
    if (mode == "HALVES_TO_NEAREST_EVEN")
      return std::nearbyint(x);
    if (mode == "TOWARD_ZERO")
      return std::trunc(x);
    if (mode == "TOWARD_INFINITY") // DirectML's name for halves away from zero.
      return std::round(x);
    throw std::logic_error("no RoundingMode " + mode);
  });
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

RefTensor add(const RefAttributes &, Inputs in) {
  return mapBinary(in[0], in[1], [](auto tag, auto a, auto b) {
    if constexpr (isInteger<typename decltype(tag)::type>)
      return wrappingAdd(a, b);
    else
      return a + b;
  });
}

RefTensor add1(const RefAttributes &attributes, Inputs in) {
  RefTensor sum = add(attributes, in);
  if (attributes.activation.empty())
    return sum;
  return evaluate(attributes.activation, *attributes.activationAttributes,
                  {{sum}});
}

RefTensor subtract(const RefAttributes &, Inputs in) {
  return mapBinary(in[0], in[1], [](auto tag, auto a, auto b) {
    if constexpr (isInteger<typename decltype(tag)::type>)
      return wrappingSubtract(a, b);
    else
      return a - b;
  });
}

RefTensor multiply(const RefAttributes &, Inputs in) {
  return mapBinary(in[0], in[1], [](auto tag, auto a, auto b) {
    if constexpr (isInteger<typename decltype(tag)::type>)
      return wrappingMultiply(a, b);
    else
      return a * b;
  });
}

RefTensor differenceSquare(const RefAttributes &, Inputs in) {
  return mapBinary(in[0], in[1], [](auto tag, auto a, auto b) {
    if constexpr (isInteger<typename decltype(tag)::type>) {
      auto difference = wrappingSubtract(a, b);
      return wrappingMultiply(difference, difference);
    } else {
      auto difference = a - b;
      return difference * difference;
    }
  });
}

RefTensor divide(const RefAttributes &, Inputs in) {
  return mapBinary(in[0], in[1], [](auto tag, auto a, auto b) {
    using T = typename decltype(tag)::type;
    if constexpr (isInteger<T>)
      return b == 0 ? kAllOnes<T> : static_cast<T>(Wide{a} / Wide{b});
    else
      return a / b;
  });
}

RefTensor mean(const RefAttributes &, Inputs in) {
  return mapBinary(in[0], in[1], [](auto tag, auto a, auto b) {
    using T = typename decltype(tag)::type;
    if constexpr (isInteger<T>) {
      return static_cast<T>((Wide{a} + Wide{b}) / 2);
    } else {
      auto sum = a + b;
      return sum / 2;
    }
  });
}

RefTensor max(const RefAttributes &, Inputs in) {
  return mapBinary(in[0], in[1],
                   [](auto, auto a, auto b) { return maximum(a, b); });
}

RefTensor min(const RefAttributes &, Inputs in) {
  return mapBinary(in[0], in[1],
                   [](auto, auto a, auto b) { return minimum(a, b); });
}

RefTensor modulusTruncate(const RefAttributes &, Inputs in) {
  return mapBinary(in[0], in[1], [](auto tag, auto a, auto b) {
    using T = typename decltype(tag)::type;
    if constexpr (isInteger<T>)
      return b == 0 ? a : static_cast<T>(Wide{a} % Wide{b});
    else
      return std::fmod(a, b);
  });
}

RefTensor modulusFloor(const RefAttributes &, Inputs in) {
  return mapBinary(in[0], in[1], [](auto tag, auto a, auto b) {
    using T = typename decltype(tag)::type;
    if constexpr (isInteger<T>) {
      if (b == 0)
        return a;
      Wide rest = Wide{a} % Wide{b};
      if (rest != 0 && (rest < 0) != (b < 0))
        rest += Wide{b};
      return static_cast<T>(rest);
    } else {
      auto rest = std::fmod(a, b);
      if (rest == 0)
        return std::copysign(rest, b);
      // NaN stays NaN; an infinite b takes the place of a rest of another sign.
      return (rest < 0) != (b < 0) ? rest + b : rest;
    }
  });
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

RefTensor clip(const RefAttributes &attributes, Inputs in) {
  float least = attributes.at("Min"), most = attributes.at("Max");
  return mapUnary(in[0], [&](auto tag, auto x) {
    using T = typename decltype(tag)::type;
    return maximum(
        castAttribute<T>(least),
        minimum(scaleBias<T>(x, attributes.scaleBias), castAttribute<T>(most)));
  });
}

/// Limits of the tensor's own type, so that those of 64 bits are exact.
RefTensor clip1(const RefAttributes &attributes, Inputs in) {
  RefTensor least = attributes.scalar("Min"), most = attributes.scalar("Max");
  requireAlike(least, RefTensor(in[0].type, {1}));
  return mapUnary(in[0], [&](auto tag, auto x) {
    using T = typename decltype(tag)::type;
    return maximum(
        element<T>(least, 0),
        minimum(scaleBias<T>(x, attributes.scaleBias), element<T>(most, 0)));
  });
}

RefTensor clipGrad(const RefAttributes &attributes, Inputs in) {
  float least = attributes.at("Min"), most = attributes.at("Max");
  return mapBinary(in[0], in[1], [&](auto tag, auto x, auto gradient) {
    using T = typename decltype(tag)::type;
    bool outside = x <= castAttribute<T>(least) || x >= castAttribute<T>(most);
    return outside ? Compute<T>{0} : gradient;
  });
}

RefTensor clipGrad1(const RefAttributes &attributes, Inputs in) {
  RefTensor least = attributes.scalar("Min"), most = attributes.scalar("Max");
  requireAlike(least, RefTensor(in[0].type, {1}));
  return mapBinary(in[0], in[1], [&](auto tag, auto x, auto gradient) {
    using T = typename decltype(tag)::type;
    bool outside = x <= element<T>(least, 0) || x >= element<T>(most, 0);
    return outside ? Compute<T>{0} : gradient;
  });
}

/// For FLOAT16, Min needs no rounding of its own: that of the result does it.
RefTensor threshold(const RefAttributes &attributes, Inputs in) {
  float least = attributes.at("Min");
  return mapUnary(in[0], [&](auto tag, auto x) {
    using T = typename decltype(tag)::type;
    auto scaled = scaleBias<T>(x, attributes.scaleBias);
    if constexpr (isInteger<T>)
      return maximum(scaled, castAttribute<T>(least));
    else
      return maximum(scaled, Compute<T>{least});
  });
}

constexpr Row kRows[] = {
    {"identity", identity},
    {"abs", abs},
    {"negate", negate},
    {"sign", sign},
    {"recip", recip},
    {"sqrt", sqrt},
    {"ceil", ceil},
    {"floor", floor},
    {"round", round},
    {"add", add},
    {"add1", add1},
    {"subtract", subtract},
    {"multiply", multiply},
    {"difference_square", differenceSquare},
    {"divide", divide},
    {"mean", mean},
    {"max", max},
    {"min", min},
    {"modulus_truncate", modulusTruncate},
    {"modulus_floor", modulusFloor},
    {"clip", clip},
    {"clip1", clip1},
    {"clip_grad", clipGrad},
    {"clip_grad1", clipGrad1},
    {"threshold", threshold},
};

} // namespace

std::span<const Row> arithmeticRows() { return kRows; }

} // namespace reference
