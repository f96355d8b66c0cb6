//===- IntegerHazardsTest.cpp - division, shifts, wrapping, powers --------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/hazards/Hazards.h"

using namespace hazards;

namespace {

constexpr std::string_view kModuli[] = {"modulus_truncate", "modulus_floor"};

TEST(Hazards, H09_IntegerDivisionByZero) {
  EXPECT_TRUE(gives(
      everywhere("divide", {},
                 {tensorOf(Type::Int32, {7}), tensorOf(Type::Int32, {0})}),
      {-1}));
  for (Type type : integerTypes("divide", "ATensor")) {
    SCOPED_TRACE(reference::name(type));
    RefTensor x = tensorOf(type, {7, 0, 100}), zero = tensorOf(type, {0, 0, 0});
    uint64_t ones = allOnes(type);
    RefTensor right = tensorOfBits(type, {ones, ones, ones});
    EXPECT_TRUE(sameBits(right, everywhere("divide", {}, {x, zero})));
    // By a constant, which a fold sees.
    EXPECT_TRUE(sameBits(right, withConstant("divide", x, 0)));
    EXPECT_TRUE(sameBits(right, ofConstants("divide", x, zero)));
  }
  for (std::string_view mnemonic : kModuli)
    for (Type type : integerTypes(mnemonic, "ATensor")) {
      SCOPED_TRACE(reference::name(type));
      RefTensor x = tensorOf(type, {7, 0, 100}),
                zero = tensorOf(type, {0, 0, 0});
      EXPECT_TRUE(gives(everywhere(mnemonic, {}, {x, zero}), {7, 0, 100}));
      EXPECT_TRUE(gives(withConstant(mnemonic, x, 0), {7, 0, 100}));
      EXPECT_TRUE(gives(ofConstants(mnemonic, x, zero), {7, 0, 100}));
    }
}

TEST(Hazards, H10_MinimumDividedByMinusOne) {
  for (Type type : signedTypes("divide", "ATensor")) {
    SCOPED_TRACE(reference::name(type));
    double minimum = -std::ldexp(1, static_cast<int>(bitsOf(type)) - 1);
    RefTensor x = tensorOf(type, {minimum, 5}),
              minusOne = tensorOf(type, {-1, -1});
    std::vector<double> quotient = {minimum, -5}, remainder = {0, 0};
    EXPECT_TRUE(gives(everywhere("divide", {}, {x, minusOne}), quotient));
    EXPECT_TRUE(gives(withConstant("divide", x, -1), quotient));
    EXPECT_TRUE(gives(ofConstants("divide", x, minusOne), quotient));
    for (std::string_view mnemonic : kModuli) {
      EXPECT_TRUE(gives(everywhere(mnemonic, {}, {x, minusOne}), remainder));
      EXPECT_TRUE(gives(withConstant(mnemonic, x, -1), remainder));
      EXPECT_TRUE(gives(ofConstants(mnemonic, x, minusOne), remainder));
    }
  }
}

TEST(Hazards, H11_AbsoluteAndNegatedMinimum) {
  EXPECT_TRUE(gives(everywhere("abs", {}, {tensorOf(Type::Int8, {-128, -127})}),
                    {-128, 127}));
  for (const char *mnemonic : {"abs", "negate"})
    for (Type type : signedTypes(mnemonic, "InputTensor")) {
      SCOPED_TRACE(reference::name(type));
      double minimum = -std::ldexp(1, static_cast<int>(bitsOf(type)) - 1);
      RefTensor x = tensorOf(type, {minimum, -5, 0});
      EXPECT_TRUE(gives(everywhere(mnemonic, {}, {x}), {minimum, 5, 0}));
      // What is poison would show in the next step: |x| < 0 is true here.
      EXPECT_TRUE(gives(
          everywhere({x},
                     [&](Dag &dag, const std::vector<int> &in) {
                       int y = dag.node(mnemonic, {}, in);
                       int zero = dag.node("subtract", {}, {in[0], in[0]});
                       return dag.node("logical_less_than", to(Type::UInt8),
                                       {y, zero});
                     }),
          {1, 0, 0}));
    }
}

TEST(Hazards, H12_TwoModuli) {
  for (Type type : newestTypes(rowOf("modulus_floor"), "ATensor")) {
    if (!reference::isFloat(type) && !reference::isSigned(type))
      continue;
    SCOPED_TRACE(reference::name(type));
    RefTensor a = tensorOf(type, {-5, 5, 5, -5, 7});
    RefTensor b = tensorOf(type, {3, -3, 3, -3, 7});
    EXPECT_TRUE(
        gives(everywhere("modulus_truncate", {}, {a, b}), {-2, 2, 2, -2, 0}));
    EXPECT_TRUE(
        gives(everywhere("modulus_floor", {}, {a, b}), {1, -1, 2, -2, 0}));
    RefTensor x = tensorOf(type, {-5, 5});
    EXPECT_TRUE(gives(withConstant("modulus_truncate", x, 3), {-2, 2}));
    EXPECT_TRUE(gives(withConstant("modulus_truncate", x, -3), {-2, 2}));
    EXPECT_TRUE(gives(withConstant("modulus_floor", x, 3), {1, 2}));
    EXPECT_TRUE(gives(withConstant("modulus_floor", x, -3), {-2, -1}));
  }
  // A result of 0 has the sign of the dividend, or of the divisor.
  for (Type type : kFloats) {
    RefTensor a = tensorOf(type, {-6, 6, -0.0, 0.0});
    RefTensor b = tensorOf(type, {3, -3, 3, -3});
    EXPECT_TRUE(gives(everywhere("modulus_truncate", {}, {a, b}),
                      {-0.0, 0.0, -0.0, 0.0}));
    EXPECT_TRUE(
        gives(everywhere("modulus_floor", {}, {a, b}), {0.0, -0.0, 0.0, -0.0}));
  }
}

TEST(Hazards, H13_FloatModulusIsExact) {
  // Quotients beyond any float, and divisors of every size.
  std::vector<double> a = {1e10,     1e10f + 1024, 3e38f, 3e38f, 0x1.fffffep127,
                           5.3,      0x1p100,      1,     7.5,   0x1.8p-126,
                           0x1p-149, 16777213};
  std::vector<double> b = {
      3,        3,       0x1p-149,      7,   0x1.234568p-100,
      1.1f,     0x1.8p0, 0x1.99999ap-4, 2.5, 0x1p-149,
      0x1p-148, 16777215};
  RefTensor x = tensorOf(Type::Float32, a), y = tensorOf(Type::Float32, b);
  std::vector<double> truncated, floored;
  for (int64_t i = 0; i < x.elementCount(); ++i) {
    truncated.push_back(std::fmod(x.value(i), y.value(i)));
    floored.push_back(truncated.back());
  }
  EXPECT_EQ(truncated[0], 1);
  EXPECT_TRUE(gives(everywhere("modulus_truncate", {}, {x, y}), truncated));
  EXPECT_TRUE(gives(everywhere("modulus_floor", {}, {x, y}), floored));
  EXPECT_TRUE(gives(
      withConstant("modulus_truncate", tensorOf(Type::Float32, {1e10}), 3),
      {1}));
  for (Type type : kFloats) {
    RefTensor special = tensorOf(type, {kInf, 5, 5, -5, kNaN, 1, -kInf});
    RefTensor by = tensorOf(type, {3, 0, kInf, kInf, 1, kNaN, kInf});
    EXPECT_TRUE(gives(everywhere("modulus_truncate", {}, {special, by}),
                      {kNaN, kNaN, 5, -5, kNaN, kNaN, kNaN}));
    EXPECT_TRUE(gives(everywhere("modulus_floor", {}, {special, by}),
                      {kNaN, kNaN, 5, kInf, kNaN, kNaN, kNaN}));
  }
  RefTensor h = tensorOf(Type::Float16, {65504, 65504, 1, 0x1p-24});
  RefTensor k = tensorOf(Type::Float16, {0x1p-24, 7, 0x1.998p-4, 0x1p-23});
  EXPECT_TRUE(gives(everywhere("modulus_truncate", {}, {h, k}),
                    {0, 5, std::fmod(1, 0x1.998p-4), 0x1p-24}));
}

TEST(Hazards, H14_ShiftsByTheWidthAndMore) {
  auto shifts = [](Type type, std::vector<uint64_t> values,
                   std::vector<uint64_t> counts) {
    return std::vector{tensorOfBits(type, values), tensorOfBits(type, counts)};
  };
  EXPECT_TRUE(gives(
      everywhere("bit_shift_left", {}, shifts(Type::UInt8, {1, 1}, {8, 7})),
      {0, 128}));
  EXPECT_TRUE(gives(
      everywhere("bit_shift_right", {}, shifts(Type::UInt8, {255}, {9})), {0}));
  EXPECT_TRUE(gives(
      everywhere("bit_shift_left", {}, shifts(Type::UInt32, {1}, {32})), {0}));
  for (Type type : integerTypes("bit_shift_left", "ATensor")) {
    SCOPED_TRACE(reference::name(type));
    uint64_t width = bitsOf(type), ones = allOnes(type);
    std::vector<uint64_t> counts = {0,         1,         width - 1, width,
                                    width + 1, 2 * width, ones,      ones ^ 31};
    std::vector<uint64_t> values(counts.size(), ones);
    std::vector<RefTensor> operands = shifts(type, values, counts);
    uint64_t top = 1ull << (width - 1);
    RefTensor left = tensorOfBits(type, {ones, ones ^ 1, top, 0, 0, 0, 0, 0});
    RefTensor right = tensorOfBits(type, {ones, ones >> 1, 1, 0, 0, 0, 0, 0});
    EXPECT_TRUE(sameBits(left, everywhere("bit_shift_left", {}, operands)));
    EXPECT_TRUE(sameBits(right, everywhere("bit_shift_right", {}, operands)));
    EXPECT_TRUE(sameBits(
        left, ofConstants("bit_shift_left", operands[0], operands[1])));
    EXPECT_TRUE(sameBits(
        right, ofConstants("bit_shift_right", operands[0], operands[1])));
    RefTensor x = tensorOfBits(type, {ones, 1});
    for (uint64_t count : {width, width + 1, ones}) {
      RefTensor constant = tensorOfBits(type, {count});
      EXPECT_TRUE(gives(withConstant("bit_shift_left", x, constant), {0, 0}));
      EXPECT_TRUE(gives(withConstant("bit_shift_right", x, constant), {0, 0}));
    }
  }
}

TEST(Hazards, H15_ShiftsAreNotNarrowed) {
  // The count is 0 or 32, which would fit a shift of 32 bits.
  auto shift = [](std::string_view mnemonic, uint64_t value) {
    RefTensor v = tensorOf(Type::UInt64, {32, 0});
    return everywhere({v}, [&](Dag &dag, const std::vector<int> &in) {
      TensorDesc desc = dag.desc(in[0]);
      TensorDesc spread = tensorDesc(Type::UInt64, desc.sizes, {0});
      int mask = dag.constant(tensorOf(Type::UInt64, {32}));
      int shifted = dag.constant(tensorOfBits(Type::UInt64, {value}));
      int count =
          dag.node("bit_and", {}, {{in[0], desc}, {mask, spread}}, desc);
      return dag.node(mnemonic, {}, {{shifted, spread}, {count, desc}}, desc);
    });
  };
  EXPECT_TRUE(gives(shift("bit_shift_right", 4), {0, 4}));
  EXPECT_TRUE(gives(shift("bit_shift_right", 1ull << 40), {256, 0x1p40}));
  EXPECT_TRUE(gives(shift("bit_shift_left", 4), {0x1p34, 4}));
}

TEST(Hazards, H16_UnsignedData) {
  RefTensor x = tensorOf(Type::UInt8, {200, 100, 0, 255});
  RefTensor hundred = tensorOf(Type::UInt8, {100, 100, 100, 100});
  EXPECT_TRUE(gives(everywhere("max", {}, {x, hundred}), {200, 100, 100, 255}));
  EXPECT_TRUE(gives(everywhere("min", {}, {x, hundred}), {100, 100, 0, 100}));
  auto compare = [&](std::string_view mnemonic) {
    return everywhere(mnemonic, to(Type::UInt8), {x, hundred});
  };
  EXPECT_TRUE(gives(compare("logical_less_than"), {0, 0, 1, 0}));
  EXPECT_TRUE(gives(compare("logical_less_than_or_equal"), {0, 1, 1, 0}));
  EXPECT_TRUE(gives(compare("logical_greater_than"), {1, 0, 0, 1}));
  EXPECT_TRUE(gives(compare("logical_greater_than_or_equal"), {1, 1, 0, 1}));
  EXPECT_TRUE(gives(withConstant("divide", x, 3), {66, 33, 0, 85}));
  EXPECT_TRUE(gives(withConstant("modulus_floor", x, 3), {2, 1, 0, 0}));
  EXPECT_TRUE(gives(withConstant("bit_shift_right", x, 1), {100, 50, 0, 127}));
  for (Type type : {Type::Float64, Type::Float32, Type::Float16, Type::Int16})
    EXPECT_TRUE(gives(everywhere("cast", to(type), {x}), {200, 100, 0, 255}));
  EXPECT_TRUE(
      gives(everywhere("clip", bounds(100, 255), {x}), {200, 100, 100, 255}));
  EXPECT_TRUE(
      gives(everywhere("clip", bounds(0, 100), {x}), {100, 100, 0, 100}));
  EXPECT_TRUE(gives(everywhere("activation_shrink", shrinkBy(1, 100), {x}),
                    {199, 0, 0, 254}));
  EXPECT_TRUE(gives(everywhere("sign", {}, {x}), {1, 1, 0, 1}));
  // Read as 200, not as -56, where floats come in.
  EXPECT_TRUE(gives(everywhere("identity", withScaleBias({}, 1.0f, 0.0f), {x}),
                    {200, 100, 0, 255}));
}

TEST(Hazards, H16_UnsignedDataOf32And64Bits) {
  RefTensor w = tensorOf(Type::UInt32, {4000000000., 7, 4294967295., 3});
  EXPECT_TRUE(
      gives(withConstant("divide", w, 3), {1333333333., 2, 1431655765., 1}));
  EXPECT_TRUE(
      gives(withConstant("max", w, 5), {4000000000., 7, 4294967295., 5}));
  EXPECT_TRUE(gives(withConstant("mean", w, 4294967295.),
                    {4147483647., 2147483651., 4294967295., 2147483649.}));
  EXPECT_TRUE(gives(everywhere("clip", bounds(5, 3e9f), {w}),
                    {3000000000., 7, 3000000000., 5}));
  EXPECT_TRUE(gives(everywhere("cast", to(Type::Float64), {w}),
                    {4000000000., 7, 4294967295., 3}));
  EXPECT_TRUE(gives(everywhere("cast", to(Type::Float32), {w}),
                    {4000000000., 7, 4294967296., 3}));
  RefTensor a = tensorOfBits(Type::UInt64, {1ull << 63, ~0ull});
  RefTensor b = tensorOfBits(Type::UInt64, {3, 1ull << 63});
  EXPECT_TRUE(sameBits(tensorOfBits(Type::UInt64, {3074457345618258602, 1}),
                       everywhere("divide", {}, {a, b})));
  EXPECT_TRUE(sameBits(a, everywhere("max", {}, {a, b})));
  EXPECT_TRUE(
      gives(everywhere("logical_less_than", to(Type::UInt8), {b, a}), {1, 1}));
  EXPECT_TRUE(
      gives(everywhere("cast", to(Type::Float64), {a}), {0x1p63, 0x1p64}));
}

TEST(Hazards, H17_IntegersWrap) {
  RefTensor a = tensorOf(Type::UInt8, {200, 255}),
            b = tensorOf(Type::UInt8, {100, 255});
  EXPECT_TRUE(gives(everywhere("add", {}, {a, b}), {44, 254}));
  EXPECT_TRUE(gives(everywhere("subtract", {}, {b, a}), {156, 0}));
  RefTensor c = tensorOf(Type::Int8, {100, -128}),
            d = tensorOf(Type::Int8, {100, -1});
  EXPECT_TRUE(gives(everywhere("add", {}, {c, d}), {-56, 127}));
  EXPECT_TRUE(gives(everywhere("multiply", {}, {c, d}), {16, -128}));
  // In a chain whose next step would show a wider register: (a + b) / 2.
  auto half = [](Dag &dag, const std::vector<int> &in) {
    TensorDesc desc = dag.desc(in[0]);
    int sum = dag.node("add", {}, in);
    int two = dag.constant(tensorOf(toRefType(desc.type), {2}));
    TensorDesc spread = desc;
    spread.strides = {0};
    return dag.node("divide", {}, {{sum, desc}, {two, spread}}, desc);
  };
  EXPECT_TRUE(gives(everywhere({a, b}, half), {22, 127}));
  EXPECT_TRUE(gives(everywhere({c, d}, half), {-28, 63}));
  // Or one that widens it, compares it, or shifts bits back.
  auto then = [&](std::string_view mnemonic, const RefAttributes &attributes,
                  const RefTensor &x, const RefTensor &y) {
    return everywhere({x, y}, [&](Dag &dag, const std::vector<int> &in) {
      int sum = dag.node("add", {}, in);
      return dag.node(mnemonic, attributes,
                      mnemonic == "cast" ? std::vector{sum}
                                         : std::vector{sum, in[1]});
    });
  };
  EXPECT_TRUE(gives(then("cast", to(Type::Int32), a, b), {44, 254}));
  EXPECT_TRUE(gives(then("cast", to(Type::Float32), c, d), {-56, 127}));
  EXPECT_TRUE(
      gives(then("logical_greater_than", to(Type::UInt8), a, b), {0, 0}));
  RefTensor one = tensorOf(Type::UInt8, {1, 1});
  EXPECT_TRUE(gives(then("bit_shift_right", {}, a, one), {100, 0}));
}

TEST(Hazards, H18_ClipBoundsAreCastToTheTensorType) {
  RefTensor x = tensorOf(Type::Int32, {5, -5, 1});
  RefTensor u = tensorOf(Type::UInt8, {7, 0, 255});
  EXPECT_TRUE(gives(everywhere("clip", bounds(-2.9f, 2.9f), {x}), {2, -2, 1}));
  EXPECT_TRUE(gives(everywhere("clip", bounds(-1, 300), {u}), {7, 0, 255}));
  EXPECT_TRUE(
      gives(everywhere("threshold", floatAttributes({{"Min", 2.9f}}), {x}),
            {5, 2, 2}));
  EXPECT_TRUE(
      gives(everywhere("threshold", floatAttributes({{"Min", -1}}), {u}),
            {7, 0, 255}));
  // Min is 0: nothing that is 0 or less passes its gradient on.
  RefTensor gradient = tensorOf(Type::UInt8, {9, 9, 9});
  EXPECT_TRUE(gives(everywhere("clip_grad", bounds(-1, 100.9f), {u, gradient}),
                    {9, 0, 0}));
  EXPECT_TRUE(gives(
      everywhere("clip", bounds(-1e30f, 1e30f),
                 {tensorOfBits(Type::Int64, {1ull << 63, (1ull << 63) - 1})}),
      {-0x1p63, 0x1p63 - 1}));
  EXPECT_TRUE(gives(
      everywhere("clip", bounds(NAN, 3), {tensorOf(Type::Int8, {-5, 1, 7})}),
      {0, 1, 3}));
  // As halves, the bounds are 0.300048828125 and 1000: x is at them, and
  // between the FLOAT32 numbers.
  RefTensor half = tensorOf(Type::Float16, {0.300048828125, 0.5, 1000});
  RefTensor ones = tensorOf(Type::Float16, {1, 1, 1});
  EXPECT_TRUE(gives(
      everywhere("clip_grad", bounds(0.3f, 1000.2f), {half, ones}), {0, 1, 0}));
}

TEST(Hazards, H19_IntegerPowers) {
  RefTensor base = tensorOf(Type::Int32, {2, 0, 3, -1, -1, 1, 2, 2, 0, 5, -2});
  RefTensor by = tensorOf(Type::Int32,
                          {-2, -1, 21, -3, -2, -2147483648., 31, 32, 0, 0, 31});
  EXPECT_TRUE(gives(
      everywhere("pow", {}, {base, by}),
      {0, -1, 1870418611, -1, 1, 1, -2147483648., 0, 1, 1, -2147483648.}));
  for (Type type : integerTypes("pow", "InputTensor"))
    for (Type exponent : signedTypes("pow", "ExponentTensor")) {
      SCOPED_TRACE(std::string(reference::name(type)) + " ^ " +
                   std::string(reference::name(exponent)));
      double most = std::ldexp(1, static_cast<int>(bitsOf(exponent)) - 1);
      RefTensor x = tensorOf(type, {2, 0, 3, 1, 1, 2, 5});
      RefTensor y =
          tensorOf(exponent, {-2, -1, 4, -most, most - 1, most - 1, 1});
      RefTensor right = tensorOf(type, {0, 0, 81, 1, 1, 0, 5});
      right.setBits(1, allOnes(type));
      EXPECT_TRUE(sameBits(right, everywhere("pow", {}, {x, y})));
    }
  EXPECT_TRUE(
      gives(withConstant("pow", tensorOf(Type::Int32, {2, 0}), -1), {0, -1}));
}

} // namespace
