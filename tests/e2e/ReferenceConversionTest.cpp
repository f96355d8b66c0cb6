//===- ReferenceConversionTest.cpp - the reference: conversions -----------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/e2e/ReferenceRun.h"

using namespace reference;

namespace {

RefTensor cast(const RefTensor &x, Type type) {
  return evaluate("cast", outputType(type), {{x}});
}
Doubles cast(Type from, const Doubles &x, Type to) {
  return valuesOf(cast(RefTensor::of(from, x), to));
}

TEST(ReferenceConversion, FloatToInteger) {
  EXPECT_EQ(cast(Type::Float32, {300, -1, kNaN, 255.9, 0.5}, Type::UInt8),
            (Doubles{255, 0, 0, 255, 0}));
  EXPECT_EQ(cast(Type::Float32, {3e9, -3e9, -2.9, kInf}, Type::Int32),
            (Doubles{2147483647, -2147483648., -2, 2147483647}));
  EXPECT_EQ(cast(Type::Float16, {65504, -kInf}, Type::Int16),
            (Doubles{32767, -32768}));
  EXPECT_EQ(bitsOf(cast(RefTensor::of(Type::Float64, Doubles{1e19, 0x1p63, -1}),
                        Type::UInt64)),
            (Bits{10000000000000000000ull, 0x8000000000000000, 0}));
  EXPECT_EQ(bitsOf(cast(RefTensor::of(Type::Float32, Doubles{0x1p63, -0x1p63}),
                        Type::Int64)),
            (Bits{0x7fffffffffffffff, 0x8000000000000000}));
}

TEST(ReferenceConversion, IntegerToInteger) {
  EXPECT_EQ(cast(Type::Int32, {300, -1, 128}, Type::Int8),
            (Doubles{44, -1, -128}));
  EXPECT_EQ(cast(Type::UInt8, {200}, Type::Int32), Doubles{200});
  EXPECT_EQ(cast(Type::Int8, {-56}, Type::UInt32), Doubles{4294967240.});
  EXPECT_EQ(bitsOf(cast(bitsTensor(Type::Int8, {0xff}), Type::UInt64)),
            Bits{~0ull});
  EXPECT_EQ(
      bitsOf(cast(bitsTensor(Type::UInt64, {0x123456789abcdef1}), Type::Int16)),
      Bits{0xdef1});
}

TEST(ReferenceConversion, IntegerToFloat) {
  // Once, to nearest even, straight from 64 bits: by way of a double the tie
  // would fall to the other side.
  EXPECT_EQ(valuesOf(cast(bitsTensor(Type::Int64,
                                     {0x4000004000000001, 0x4000004000000000}),
                          Type::Float32)),
            (Doubles{0x1.000002p62, 0x1p62}));
  EXPECT_EQ(valuesOf(cast(bitsTensor(Type::UInt64, {~0ull}), Type::Float32)),
            Doubles{0x1p64});
  EXPECT_EQ(valuesOf(cast(bitsTensor(Type::Int64, {0x20000000000001, ~0ull}),
                          Type::Float64)),
            (Doubles{0x1p53, -1}));
  EXPECT_EQ(cast(Type::Int32, {16777217, 16777219}, Type::Float32),
            (Doubles{16777216, 16777220}));
  EXPECT_EQ(cast(Type::Int32, {65519, 65520, -70000, 2049}, Type::Float16),
            (Doubles{65504, kInf, -kInf, 2048}));
  EXPECT_EQ(
      valuesOf(cast(bitsTensor(Type::UInt64, {~0ull, 2051}), Type::Float16)),
      (Doubles{kInf, 2052}));
}

TEST(ReferenceConversion, FloatToFloat) {
  EXPECT_EQ(cast(Type::Float32, {65519.99, 65520, 131008, 0x1p-25, 0x1.8p-25},
                 Type::Float16),
            (Doubles{65504, kInf, kInf, 0, 0x1p-24}));
  // By way of FLOAT32 this would be a tie, and 1.
  EXPECT_EQ(cast(Type::Float64, {1 + 0x1p-11 + 0x1p-40}, Type::Float16),
            Doubles{1.0009765625});
  EXPECT_TRUE(
      gives(cast(Type::Float64, {1e300, 1e-50, -0.0, kNaN}, Type::Float32),
            {kInf, 0, -0.0, kNaN}));
  EXPECT_EQ(cast(Type::Float16, {0x1p-24, -kInf}, Type::Float64),
            (Doubles{0x1p-24, -kInf}));
}

//===----------------------------------------------------------------------===//
// Quantization
//===----------------------------------------------------------------------===//

RefTensor of(Type type, const Doubles &values) {
  return RefTensor::of(type, values);
}

TEST(ReferenceConversion, QuantizeLinear) {
  auto quantize = [](const Doubles &x, double scale, Type type, double zero) {
    return valuesOf(evaluate("quantize_linear", {},
                             {{of(Type::Float32, x), of(Type::Float32, {scale}),
                               of(type, {zero})}}));
  };
  // Ties to even before the zero point is added.
  EXPECT_EQ(quantize({1, 3, 5, -1, -3}, 2, Type::UInt8, 3),
            (Doubles{3, 5, 5, 3, 1}));
  EXPECT_EQ(quantize({1e30, -1e30, kInf, -kInf, kNaN}, 1, Type::Int8, 5),
            (Doubles{127, -128, 127, -128, 0}));
  EXPECT_EQ(quantize({-300, 126.5}, 1, Type::UInt8, 200), (Doubles{0, 255}));
  // By 0: infinities, and NaN, which becomes 0.
  EXPECT_EQ(quantize({1, -1, 0}, 0, Type::Int8, 7), (Doubles{127, -128, 0}));
  // The quotient is FLOAT32: 0.35 / 0.1 is the tie 3.5 there.
  EXPECT_EQ(quantize({0.35f}, 0.1f, Type::Int8, 0), Doubles{4});
}

TEST(ReferenceConversion, QuantizeLinearTypes) {
  // An INT32 becomes FLOAT32 first: 2^24 + 1 loses its last bit.
  EXPECT_EQ(valuesOf(evaluate(
                "quantize_linear", {},
                {{of(Type::Int32, {16777217, -100}),
                  of(Type::Float32, {16777216, 1}), of(Type::Int8, {0, 0})}})),
            (Doubles{1, -100}));
  // The quotient of halves is not rounded to FLOAT16: 1.5007 is above the tie.
  RefTensor x = of(Type::Float16, {2.25}),
            scale = of(Type::Float16, {1.4990234375});
  RefTensor y =
      evaluate("quantize_linear", outputType(Type::Int8), {{x, scale}});
  EXPECT_EQ(y.type, Type::Int8);
  EXPECT_EQ(y.value(0), 2);
  // Without a zero point, left out or null: UINT8 and 0.
  RefTensor z = evaluate("quantize_linear", {}, {{x, scale, RefTensor()}});
  EXPECT_EQ(z.type, Type::UInt8);
  EXPECT_EQ(z.value(0), 2);
}

TEST(ReferenceConversion, DequantizeLinear) {
  auto dequantize = [](Type type, const Doubles &x, double scale, double zero) {
    return valuesOf(evaluate(
        "dequantize_linear", {},
        {{of(type, x), of(Type::Float32, {scale}), of(type, {zero})}}));
  };
  EXPECT_EQ(dequantize(Type::UInt8, {0, 255}, 0.5, 128), (Doubles{-64, 63.5}));
  EXPECT_EQ(dequantize(Type::Int8, {-128}, 2, 127), Doubles{-510});
  // The difference does not overflow, and is rounded once.
  EXPECT_EQ(dequantize(Type::Int32, {2147483647}, 1, -2147483648.),
            Doubles{4294967296.});
  EXPECT_EQ(dequantize(Type::UInt32, {0}, 1, 4294967295.),
            Doubles{-4294967296.});
  EXPECT_EQ(dequantize(Type::Int32, {16777220}, 3, 3), Doubles{50331648});
  EXPECT_TRUE(gives(dequantize(Type::Int8, {3, 5}, kInf, 3), {kNaN, kInf}));
}

TEST(ReferenceConversion, DequantizeToFloat16) {
  // 2051 * 3 in FLOAT32, then rounded: 2051 is no half, 6152 is one.
  RefTensor y = evaluate("dequantize_linear", {},
                         {{of(Type::Int16, {2051}), of(Type::Float16, {3})}});
  EXPECT_EQ(y.type, Type::Float16);
  EXPECT_EQ(y.value(0), 6152);
  EXPECT_EQ(valuesOf(evaluate("dequantize_linear", {},
                              {{of(Type::Int32, {70000}),
                                of(Type::Float16, {1}), RefTensor()}})),
            Doubles{kInf});
}

TEST(ReferenceConversion, QuantizedLinearAdd) {
  RefTensor one = of(Type::Float32, {1}), half = of(Type::Float32, {0.5});
  RefTensor two = of(Type::Float32, {2});
  // ((10 - 2) * 0.5 + (7 - 1) * 2) / 1 + 3, and saturated.
  EXPECT_EQ(
      valuesOf(evaluate("quantized_linear_add", {},
                        {{of(Type::UInt8, {10, 255}), half,
                          of(Type::UInt8, {2}), of(Type::Int8, {7, 127}), two,
                          of(Type::Int8, {1}), one, of(Type::UInt8, {3})}})),
      (Doubles{19, 255}));
  // Ties to even; no zero points; INT8 from the first tensor.
  RefTensor y = evaluate("quantized_linear_add", {},
                         {{of(Type::Int8, {1, 3, -128}), one, RefTensor(),
                           of(Type::UInt8, {0, 0, 0}), one, RefTensor(), two}});
  EXPECT_EQ(y.type, Type::Int8);
  EXPECT_EQ(valuesOf(y), (Doubles{0, 2, -64}));
  EXPECT_EQ(evaluate("quantized_linear_add", outputType(Type::UInt8),
                     {{of(Type::Int8, {1}), one, RefTensor(),
                       of(Type::UInt8, {0}), one, RefTensor(), two}})
                .type,
            Type::UInt8);
  // Both products and the sum are rounded to FLOAT32: in double the quotient
  // would be the tie 30.5.
  EXPECT_EQ(valuesOf(evaluate(
                "quantized_linear_add", {},
                {{of(Type::UInt8, {11}), of(Type::Float32, {0.1f}), RefTensor(),
                  of(Type::UInt8, {150}), of(Type::Float32, {0.013f}),
                  RefTensor(), of(Type::Float32, {0.1f})}})),
            Doubles{31});
}

TEST(ReferenceConversion, Quantize) {
  RefAttributes both = choice("QuantizationType", "SCALE_ZERO_POINT");
  EXPECT_EQ(
      valuesOf(evaluate("quantize", both,
                        {{of(Type::Float32, {-100, 0.5, 1.5, 100}),
                          of(Type::Float32, {1}), of(Type::Int4, {-1})}})),
      (Doubles{-8, -1, 1, 7}));
  RefAttributes alone = choice("QuantizationType", "SCALE");
  alone.outputType = Type::UInt4;
  RefTensor y =
      evaluate("quantize", alone,
               {{of(Type::Float16, {-1, 2.5, 20}), of(Type::Float32, {1})}});
  EXPECT_EQ(y.type, Type::UInt4);
  EXPECT_EQ(valuesOf(y), (Doubles{0, 2, 15}));
}

TEST(ReferenceConversion, QuantizationInBlocks) {
  RefTensor x = of(Type::Int4, {-8, 7, 1, 2, 3, 4, 5, 6});
  x.sizes = {2, 4};
  RefTensor scale = of(Type::Float32, {1, 10, 100, 1000});
  scale.sizes = {2, 2};
  RefTensor zero = of(Type::Int4, {1, 2});
  zero.sizes = {1, 2};
  RefAttributes attributes = choice("QuantizationType", "SCALE_ZERO_POINT");
  RefTensor y = evaluate("dequantize", attributes, {{x, scale, zero}});
  EXPECT_EQ(y.type, Type::Float32);
  EXPECT_EQ(valuesOf(y), (Doubles{-9, 6, -10, 0, 200, 300, 3000, 4000}));
  attributes.outputType = Type::Float16;
  EXPECT_EQ(evaluate("dequantize", attributes, {{x, scale, zero}}).type,
            Type::Float16);
  EXPECT_EQ(evaluate("quantize", attributes, {{y, scale, zero}}).type,
            Type::Float16);
  attributes.outputType = {};
  EXPECT_EQ(valuesOf(evaluate("quantize", attributes, {{y, scale, zero}})),
            valuesOf(x));
}

//===----------------------------------------------------------------------===//
// Fills
//===----------------------------------------------------------------------===//

TEST(ReferenceConversion, FillValueConstant) {
  RefAttributes attributes;
  attributes.scalarType = Type::Float16;
  attributes.scalars["Value"] = 0x7c01;
  attributes.sizes = {2, 2};
  RefTensor y = evaluate("fill_value_constant", attributes, {});
  EXPECT_EQ(y.sizes, attributes.sizes);
  EXPECT_EQ(bitsOf(y), (Bits{0x7c01, 0x7c01, 0x7c01, 0x7c01}));
  attributes.scalarType = Type::Int64;
  attributes.scalars["Value"] = 0x7ffffffffffffffe;
  EXPECT_EQ(evaluate("fill_value_constant", attributes, {}).bits(3),
            0x7ffffffffffffffeu);
}

TEST(ReferenceConversion, FillValueSequence) {
  RefAttributes attributes;
  attributes.scalarType = Type::UInt8;
  attributes.scalars["ValueStart"] = 10;
  attributes.scalars["ValueDelta"] = 0xfe;
  attributes.sizes = {2, 3};
  EXPECT_EQ(valuesOf(evaluate("fill_value_sequence", attributes, {})),
            (Doubles{10, 8, 6, 4, 2, 0}));
  // In double, rounded once: FLOAT32 would make 3 * 0.1f the negative start.
  attributes.scalarType = Type::Float32;
  attributes.scalars["ValueStart"] = 0xbe99999a;
  attributes.scalars["ValueDelta"] = 0x3dcccccd;
  attributes.sizes = {4};
  EXPECT_EQ(evaluate("fill_value_sequence", attributes, {}).value(3),
            static_cast<float>(3 * static_cast<double>(0.1f) -
                               static_cast<double>(0.3f)));
}

} // namespace
