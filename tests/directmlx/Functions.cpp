//===- Functions.cpp - the functions of DirectMLX -------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/directmlx/Functions.h"

namespace fusedml::test {

using dml::Expression;
using reference::Type;
using support::floatAttributes;
using support::RefAttributes;
using support::withScaleBias;

namespace {

using ScaleBias = dml::Optional<DML_SCALE_BIAS>;
using WithScaleBias = Expression (*)(Expression, const ScaleBias &);
using Unary = Expression (*)(Expression);
using Binary = Expression (*)(Expression, Expression);

constexpr DML_SCALE_BIAS kScaleBias = {0.75f, -0.5f};

RefAttributes scaled(RefAttributes attributes = {}) {
  return withScaleBias(std::move(attributes), kScaleBias.Scale,
                       kScaleBias.Bias);
}

Function unary(const char *name, const char *mnemonic, Unary function) {
  return {name, {{mnemonic, {}, [=](Args x) { return function(x[0]); }}}};
}

/// Of functions that take a ScaleBias, too.
Function scalable(const char *name, const char *mnemonic,
                  WithScaleBias function) {
  return {name,
          {{mnemonic, {}, [=](Args x) { return function(x[0], dml::NullOpt); }},
           {mnemonic, scaled(),
            [=](Args x) { return function(x[0], kScaleBias); }}}};
}

Function binary(const char *name, const char *mnemonic, Binary function) {
  return {name, {{mnemonic, {}, [=](Args x) { return function(x[0], x[1]); }}}};
}

/// A function or operator with the values it is applied to in `build`.
Call call(const char *mnemonic, RefAttributes attributes,
          std::function<Expression(Args)> build) {
  return {mnemonic, std::move(attributes), std::move(build)};
}
Call call(const char *mnemonic, std::function<Expression(Args)> build) {
  return call(mnemonic, {}, std::move(build));
}
/// The identity with the ScaleBias that an operation with a scalar becomes.
Call scalar(float scale, float bias, std::function<Expression(Args)> build) {
  return call("identity", withScaleBias({}, scale, bias), std::move(build));
}

void addFunctions(std::vector<Function> &all) {
  all.insert(
      all.end(),
      {scalable("Identity", "identity", dml::Identity),
       scalable("Abs", "abs", dml::Abs),
       scalable("ACos", "acos", dml::ACos),
       scalable("ASin", "asin", dml::ASin),
       scalable("ATan", "atan", dml::ATan),
       scalable("Ceil", "ceil", dml::Ceil),
       scalable("Cos", "cos", dml::Cos),
       scalable("Exp", "exp", dml::Exp),
       scalable("Floor", "floor", dml::Floor),
       scalable("Log", "log", dml::Log),
       scalable("Recip", "recip", dml::Recip),
       scalable("Sin", "sin", dml::Sin),
       scalable("Sqrt", "sqrt", dml::Sqrt),
       scalable("Tan", "tan", dml::Tan),
       scalable("Erf", "erf", dml::Erf),
       scalable("Sinh", "sinh", dml::Sinh),
       scalable("Cosh", "cosh", dml::Cosh),
       scalable("Tanh", "tanh", dml::Tanh),
       scalable("ASinh", "asinh", dml::ASinh),
       scalable("ACosh", "acosh", dml::ACosh),
       scalable("ATanh", "atanh", dml::ATanh),
       binary("ATanYX", "atan_yx", dml::ATanYX),
       binary("Divide", "divide", dml::Divide),
       binary("LogicalAnd", "logical_and", dml::LogicalAnd),
       binary("LogicalOr", "logical_or", dml::LogicalOr),
       binary("LogicalXor", "logical_xor", dml::LogicalXor),
       binary("Max", "max", dml::Max),
       binary("Mean", "mean", dml::Mean),
       binary("Min", "min", dml::Min),
       binary("Multiply", "multiply", dml::Multiply),
       binary("DifferenceSquare", "difference_square", dml::DifferenceSquare),
       binary("Subtract", "subtract", dml::Subtract),
       binary("BitShiftLeft", "bit_shift_left", dml::BitShiftLeft),
       binary("BitShiftRight", "bit_shift_right", dml::BitShiftRight),
       binary("BitAnd", "bit_and", dml::BitAnd),
       binary("BitOr", "bit_or", dml::BitOr),
       binary("BitXor", "bit_xor", dml::BitXor),
       binary("ModulusTruncate", "modulus_truncate", dml::ModulusTruncate),
       binary("ModulusFloor", "modulus_floor", dml::ModulusFloor),
       unary("LogicalNot", "logical_not", dml::LogicalNot),
       unary("Sign", "sign", dml::Sign),
       unary("BitNot", "bit_not", dml::BitNot),
       unary("Negate", "negate", dml::Negate)});

  RefAttributes limits = floatAttributes({{"Min", -1.5f}, {"Max", 2.25f}});
  RefAttributes least = floatAttributes({{"Min", 0.75f}});
  RefAttributes cube = floatAttributes({{"Exponent", 3.0f}});
  all.insert(
      all.end(),
      {{"Clip",
        {call("clip", limits,
              [](Args x) { return dml::Clip(x[0], -1.5f, 2.25f); }),
         call("clip", scaled(limits),
              [](Args x) {
                return dml::Clip(x[0], -1.5f, 2.25f, kScaleBias);
              })}},
       {"Threshold",
        {call("threshold", least,
              [](Args x) { return dml::Threshold(x[0], 0.75f); }),
         call("threshold", scaled(least),
              [](Args x) { return dml::Threshold(x[0], 0.75f, kScaleBias); })}},
       {"Pow",
        {call("pow", [](Args x) { return dml::Pow(x[0], x[1]); }),
         call("pow", scaled(),
              [](Args x) { return dml::Pow(x[0], x[1], kScaleBias); }),
         call("constant_pow", cube,
              [](Args x) { return dml::Pow(x[0], 3.0f); }),
         call("constant_pow", scaled(cube),
              [](Args x) { return dml::Pow(x[0], 3.0f, kScaleBias); })}}});

  Function round{"Round", {}};
  constexpr std::pair<const char *, DML_ROUNDING_MODE> kModes[] = {
      {"HALVES_TO_NEAREST_EVEN", DML_ROUNDING_MODE_HALVES_TO_NEAREST_EVEN},
      {"TOWARD_ZERO", DML_ROUNDING_MODE_TOWARD_ZERO},
      {"TOWARD_INFINITY", DML_ROUNDING_MODE_TOWARD_INFINITY}};
  for (auto [name, mode] : kModes) {
    RefAttributes attributes;
    attributes.enums["RoundingMode"] = name;
    round.calls.push_back(call("round", attributes, [mode = mode](Args x) {
      return dml::Round(x[0], mode);
    }));
  }
  round.calls.push_back(call("round", round.calls.front().attributes,
                             [](Args x) { return dml::Round(x[0]); }));
  all.push_back(std::move(round));

  all.push_back(
      {"IsInfinity",
       {call("is_infinity", support::infinityMode("EITHER"),
             [](Args x) { return dml::IsInfinity(x[0]); }),
        call("is_infinity", support::infinityMode("POSITIVE"),
             [](Args x) {
               return dml::IsInfinity(x[0], DML_IS_INFINITY_MODE_POSITIVE);
             }),
        call("is_infinity", support::infinityMode("NEGATIVE"), [](Args x) {
          return dml::IsInfinity(x[0], DML_IS_INFINITY_MODE_NEGATIVE,
                                 DML_TENSOR_DATA_TYPE_UINT8);
        })}});
}

/// Functions that may choose the type of the result.
void addTyped(std::vector<Function> &all) {
  using Comparison =
      Expression (*)(Expression, Expression, DML_TENSOR_DATA_TYPE);
  using Test = Expression (*)(Expression, DML_TENSOR_DATA_TYPE);
  auto comparison = [&](const char *name, const char *mnemonic,
                        Comparison function) {
    Function &added = all.emplace_back(Function{name, {}});
    for (Type type : {Type::UInt8, Type::UInt32})
      added.calls.push_back(call(mnemonic, support::to(type), [=](Args x) {
        return function(x[0], x[1], dmlType(type));
      }));
  };
  comparison("Equals", "logical_equals", dml::Equals);
  comparison("GreaterThan", "logical_greater_than", dml::GreaterThan);
  comparison("GreaterThanOrEqual", "logical_greater_than_or_equal",
             dml::GreaterThanOrEqual);
  comparison("LessThan", "logical_less_than", dml::LessThan);
  comparison("LessThanOrEqual", "logical_less_than_or_equal",
             dml::LessThanOrEqual);
  auto test = [&](const char *name, const char *mnemonic, Test function) {
    Function &added = all.emplace_back(Function{name, {}});
    for (Type type : {Type::UInt8, Type::UInt32})
      added.calls.push_back(call(mnemonic, support::to(type), [=](Args x) {
        return function(x[0], dmlType(type));
      }));
  };
  test("IsNaN", "is_nan", dml::IsNaN);
  test("BitCount", "bit_count", dml::BitCount);

  Function cast{"Cast", {}}, choose{"If", {}};
  for (Type type : {Type::Float64, Type::Float32, Type::Float16, Type::Int64,
                    Type::Int16, Type::UInt32, Type::UInt8}) {
    cast.calls.push_back(call("cast", support::to(type), [=](Args x) {
      return dml::Cast(x[0], dmlType(type));
    }));
    choose.calls.push_back(call("if", support::to(type), [](Args x) {
      return dml::If(x[0], x[1], x[2]);
    }));
  }
  all.push_back(std::move(cast));
  all.push_back(std::move(choose));

  Function quantize{"QuantizeLinear", {}}, dequantize{"DequantizeLinear", {}};
  for (Type type : {Type::UInt8, Type::Int8})
    quantize.calls.push_back(
        call("quantize_linear", support::to(type), [=](Args x) {
          return dml::QuantizeLinear(x[0], x[1], x[2], dmlType(type));
        }));
  Function blocks{"Dequantize", {}};
  for (Type type : {Type::Float32, Type::Float16}) {
    dequantize.calls.push_back(
        call("dequantize_linear", support::to(type),
             [](Args x) { return dml::DequantizeLinear(x[0], x[1], x[2]); }));
    RefAttributes alone = support::to(type), both = alone;
    alone.enums["QuantizationType"] = "SCALE";
    both.enums["QuantizationType"] = "SCALE_ZERO_POINT";
    for (bool inBlocks : {false, true}) {
      blocks.calls.push_back(call("dequantize", alone, [](Args x) {
        return dml::Dequantize(x[0], x.subspan(1), DML_QUANTIZATION_TYPE_SCALE);
      }));
      blocks.calls.back().inBlocks = inBlocks;
      blocks.calls.push_back(call("dequantize", both, [](Args x) {
        return dml::Dequantize(x[0], x.subspan(1),
                               DML_QUANTIZATION_TYPE_SCALE_ZERO_POINT);
      }));
      blocks.calls.back().inBlocks = inBlocks;
    }
  }
  all.push_back(std::move(quantize));
  all.push_back(std::move(dequantize));
  all.push_back(std::move(blocks));
}

/// Every activation: as an operator of its own, and fused with ADD1.
void addActivations(std::vector<Function> &all) {
  Function sum{"Add",
               {call("add", [](Args x) { return dml::Add(x[0], x[1]); }),
                call("add1", [](Args x) {
                  return dml::Add(x[0], x[1], dml::FusedActivation::None());
                })}};
  auto add = [&]<typename... Float>(
                 const char *name, Expression (*apply)(Expression, Float...),
                 dml::FusedActivation (*fuse)(Float...), const char *mnemonic,
                 const std::pair<const std::string, Float> &...fields) {
    RefAttributes attributes = floatAttributes({fields...});
    all.push_back({name, {call(mnemonic, attributes, [=](Args x) {
                     return apply(x[0], fields.second...);
                   })}});
    sum.calls.push_back(call(
        "add1", support::withActivation(mnemonic, attributes),
        [=](Args x) { return dml::Add(x[0], x[1], fuse(fields.second...)); }));
  };
  using Fused = dml::FusedActivation;
  using Field = std::pair<const std::string, float>;
  add("ActivationElu", dml::ActivationElu, Fused::Elu, "activation_elu",
      Field("Alpha", 0.75f));
  add("ActivationHardSigmoid", dml::ActivationHardSigmoid, Fused::HardSigmoid,
      "activation_hard_sigmoid", Field("Alpha", 0.3f), Field("Beta", 0.4f));
  add("ActivationIdentity", dml::ActivationIdentity, Fused::Identity,
      "activation_identity");
  add("ActivationLeakyRelu", dml::ActivationLeakyRelu, Fused::LeakyRelu,
      "activation_leaky_relu", Field("Alpha", 0.03f));
  add("ActivationLinear", dml::ActivationLinear, Fused::Linear,
      "activation_linear", Field("Alpha", 1.5f), Field("Beta", -2.5f));
  add("ActivationParametricSoftplus", dml::ActivationParametricSoftplus,
      Fused::ParametricSoftplus, "activation_parametric_softplus",
      Field("Alpha", 0.5f), Field("Beta", 1.25f));
  add("ActivationRelu", dml::ActivationRelu, Fused::Relu, "activation_relu");
  add("ActivationScaledElu", dml::ActivationScaledElu, Fused::ScaledElu,
      "activation_scaled_elu", Field("Alpha", 1.25f), Field("Gamma", 0.75f));
  add("ActivationScaledTanh", dml::ActivationScaledTanh, Fused::ScaledTanh,
      "activation_scaled_tanh", Field("Alpha", 1.25f), Field("Beta", 0.75f));
  add("ActivationSigmoid", dml::ActivationSigmoid, Fused::Sigmoid,
      "activation_sigmoid");
  add("ActivationSoftplus", dml::ActivationSoftplus, Fused::Softplus,
      "activation_softplus", Field("Steepness", 2.0f));
  add("ActivationSoftsign", dml::ActivationSoftsign, Fused::Softsign,
      "activation_softsign");
  add("ActivationTanh", dml::ActivationTanh, Fused::Tanh, "activation_tanh");
  add("ActivationThresholdedRelu", dml::ActivationThresholdedRelu,
      Fused::ThresholdedRelu, "activation_thresholded_relu",
      Field("Alpha", 1.5f));
  add("ActivationShrink", dml::ActivationShrink, Fused::Shrink,
      "activation_shrink", Field("Bias", 0.25f), Field("Threshold", 1.5f));
  add("ActivationCelu", dml::ActivationCelu, Fused::Celu, "activation_celu",
      Field("Alpha", 1.5f));
  add("ActivationGelu", dml::ActivationGelu, Fused::Gelu, "activation_gelu");
  all.push_back(std::move(sum));
  all.push_back(binary("ActivationParameterizedRelu",
                       "activation_parameterized_relu",
                       dml::ActivationParameterizedRelu));
}

void addOperators(std::vector<Function> &all) {
  constexpr float k = 2.5f;
  // `x` is a copy that may be assigned to.
  auto assigning = [](void (*assign)(Expression &, Args)) {
    return [=](Args x) {
      Expression y = x[0];
      assign(y, x);
      return y;
    };
  };
  all.insert(
      all.end(),
      {{"operator+",
        {call("add", [](Args x) { return x[0] + x[1]; }),
         call("identity", [](Args x) { return +x[0]; }),
         scalar(1, k, [](Args x) { return x[0] + k; }),
         scalar(1, k, [](Args x) { return k + x[0]; })}},
       {"operator-",
        {call("subtract", [](Args x) { return x[0] - x[1]; }),
         call("negate", [](Args x) { return -x[0]; }),
         scalar(1, -k, [](Args x) { return x[0] - k; }),
         scalar(-1, k, [](Args x) { return k - x[0]; })}},
       {"operator*",
        {call("multiply", [](Args x) { return x[0] * x[1]; }),
         scalar(k, 0, [](Args x) { return x[0] * k; }),
         scalar(k, 0, [](Args x) { return k * x[0]; })}},
       {"operator/",
        {call("divide", [](Args x) { return x[0] / x[1]; }),
         scalar(1 / k, 0, [](Args x) { return x[0] / k; }),
         call("recip", withScaleBias({}, k, 0),
              [](Args x) { return k / x[0]; })}},
       {"operator%",
        {call("modulus_truncate", [](Args x) { return x[0] % x[1]; })}},
       {"operator&", {call("bit_and", [](Args x) { return x[0] & x[1]; })}},
       {"operator|", {call("bit_or", [](Args x) { return x[0] | x[1]; })}},
       {"operator^", {call("bit_xor", [](Args x) { return x[0] ^ x[1]; })}},
       {"operator<<",
        {call("bit_shift_left", [](Args x) { return x[0] << x[1]; })}},
       {"operator>>",
        {call("bit_shift_right", [](Args x) { return x[0] >> x[1]; })}},
       {"operator~", {call("bit_not", [](Args x) { return ~x[0]; })}},
       {"operator!", {call("logical_not", [](Args x) { return !x[0]; })}},
       {"operator&&",
        {call("logical_and", [](Args x) { return x[0] && x[1]; })}},
       {"operator||",
        {call("logical_or", [](Args x) { return x[0] || x[1]; })}},
       {"operator>",
        {call("logical_greater_than", support::to(Type::UInt8),
              [](Args x) { return x[0] > x[1]; })}},
       {"operator<",
        {call("logical_less_than", support::to(Type::UInt8),
              [](Args x) { return x[0] < x[1]; })}},
       {"operator==",
        {call("logical_equals", support::to(Type::UInt8),
              [](Args x) { return x[0] == x[1]; })}},
       {"operator!=",
        {{"logical_equals",
          support::to(Type::UInt8),
          [](Args x) { return x[0] != x[1]; },
          {"logical_not"}}}},
       {"operator>=",
        {call("logical_greater_than_or_equal", support::to(Type::UInt8),
              [](Args x) { return x[0] >= x[1]; })}},
       {"operator<=",
        {call("logical_less_than_or_equal", support::to(Type::UInt8),
              [](Args x) { return x[0] <= x[1]; })}},
       {"operator+=",
        {call("add", assigning([](Expression &y, Args x) { y += x[1]; })),
         scalar(1, k, assigning([](Expression &y, Args) { y += k; }))}},
       {"operator-=",
        {call("subtract", assigning([](Expression &y, Args x) { y -= x[1]; })),
         scalar(1, -k, assigning([](Expression &y, Args) { y -= k; }))}},
       {"operator*=",
        {call("multiply", assigning([](Expression &y, Args x) { y *= x[1]; })),
         scalar(k, 0, assigning([](Expression &y, Args) { y *= k; }))}},
       {"operator/=",
        {call("divide", assigning([](Expression &y, Args x) { y /= x[1]; })),
         scalar(1 / k, 0, assigning([](Expression &y, Args) { y /= k; }))}},
       {"operator%=",
        {call("modulus_truncate",
              assigning([](Expression &y, Args x) { y %= x[1]; }))}},
       {"operator&=",
        {call("bit_and", assigning([](Expression &y, Args x) { y &= x[1]; }))}},
       {"operator|=",
        {call("bit_or", assigning([](Expression &y, Args x) { y |= x[1]; }))}},
       {"operator^=",
        {call("bit_xor", assigning([](Expression &y, Args x) { y ^= x[1]; }))}},
       {"operator<<=",
        {call("bit_shift_left",
              assigning([](Expression &y, Args x) { y <<= x[1]; }))}},
       {"operator>>=",
        {call("bit_shift_right",
              assigning([](Expression &y, Args x) { y >>= x[1]; }))}}});
}

} // namespace

std::vector<Function> elementWiseFunctions() {
  std::vector<Function> all;
  addFunctions(all);
  addTyped(all);
  addActivations(all);
  addOperators(all);
  return all;
}

} // namespace fusedml::test
