//===- Arithmetic.td - arithmetic, rounding, clamping ---------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===-----------------------------------------------------------------------===//

#ifndef FUSEDML_DIALECT_OPERATORS_ARITHMETIC
#define FUSEDML_DIALECT_OPERATORS_ARITHMETIC

include "dialect/DmlBase.td"

// Levels that several operators share.
defvar MinMaxLevels = [BinaryLevel<"5_0", 1, 8, Floats_Ints>,
                       BinaryLevel<"3_0", 1, 8, Floats_8_16_32>,
                       BinaryLevel<"2_1", 4, 4, Floats_8_16_32>,
                       BinaryLevel<"1_0", 4, 4, Floats>];
defvar ClipLevels = [UnaryLevel<"5_0", 1, 8, Floats_Ints>,
                     UnaryLevel<"3_0", 1, 8, Floats_8_16_32>,
                     UnaryLevel<"2_1", 4, 4, Floats_8_16_32>,
                     UnaryLevel<"1_0", 4, 4, Floats>];
defvar ModulusLevels = [BinaryLevel<"6_0", 1, 8, Floats_Ints>,
                        BinaryLevel<"3_0", 1, 8, Floats_8_16_32>,
                        BinaryLevel<"2_1", 4, 4, Floats_8_16_32>];

def Dml_IdentityOp : Dml_Unary<"identity", "ELEMENT_WISE_IDENTITY", 1, [ScaleBiasField]> {
  let Formula = "y = x";
  let Notes = "Copies between layouts.";
  let OnnxName = "Identity";
  let WebnnName = "identity";
  let Rulings = [RulingScaleBias];
  let Cost = "0.01";
  let Contracts = 1;
  let MovesBits = 1;
  let Sign = "Same";
  let Rules = ["CopiesFourBits"];
  let Levels = [UnaryLevel<"4_1", 1, 8, AllTypes>,
                UnaryLevel<"3_0", 1, 8, Floats_8_16_32>,
                UnaryLevel<"2_1", 4, 5, Floats_8_16_32>,
                UnaryLevel<"1_0", 4, 5, Floats>];
  let hasFolder = 1;
}

def Dml_AbsOp : Dml_Unary<"abs", "ELEMENT_WISE_ABS", 2, [ScaleBiasField]> {
  let Formula = "y = |x|";
  let Notes = "Clears the sign of floats, of NaN too. The minimum of an"
              " integer type gives itself.";
  let OnnxName = "Abs";
  let WebnnName = "abs";
  let Rulings = [RulingIntegers, RulingScaleBias];
  let Cost = "0.02";
  let MovesBits = 1;
  let Sign = "Absolute";
  let Simplify = "DropUnlessSigned";
  let Levels = [UnaryLevel<"4_1", 1, 8, Floats_Signed>,
                UnaryLevel<"3_0", 1, 8, Floats_Signed_8_16_32>,
                UnaryLevel<"2_1", 4, 4, Floats_Signed_8_16_32>,
                UnaryLevel<"1_0", 4, 4, Floats>];
}

def Dml_AddOp : Dml_Binary<"add", "ELEMENT_WISE_ADD", 4, [], [Commutative]> {
  let Formula = "y = a + b";
  let Notes = "Integers wrap.";
  let OnnxName = "Add";
  let WebnnName = "add";
  let Rulings = [RulingIntegers];
  let InPlace = OneOrMore<["ATensor", "BTensor"]>;
  let Cost = "0.02";
  let Contracts = 1;
  let Sign = "Sum";
  let CppOperator = "+";
  let Levels = [BinaryLevel<"5_1", 1, 8, Floats_Ints>,
                BinaryLevel<"4_1", 1, 8, Floats_32_64>,
                BinaryLevel<"3_0", 1, 8, Floats_32>,
                BinaryLevel<"2_1", 4, 5, Floats_32>,
                BinaryLevel<"1_0", 4, 5, Floats>];
  let hasFolder = 1;
}

def Dml_CeilOp : Dml_Unary<"ceil", "ELEMENT_WISE_CEIL", 7, [ScaleBiasField]> {
  let Formula = "y = the least integer >= x";
  let Notes = "Keeps infinities, NaN and the sign of zero; (-1, 0) gives -0.";
  let OnnxName = "Ceil";
  let WebnnName = "ceil";
  let Cost = "0.03";
  let Sign = "KeepsSign";
  let Levels = [UnaryLevel<"3_0", 1, 8, Floats>,
                UnaryLevel<"1_0", 4, 4, Floats>];
}

def Dml_ClipOp : Dml_Unary<"clip", "ELEMENT_WISE_CLIP", 8,
    [ScaleBiasField, Float<"Min", "">, Float<"Max", "">]> {
  let Formula = "y = max(Min, min(x, Max))";
  let Notes = "Min > Max gives Min. NaN gives NaN, -0 is below +0. For integer"
              " tensors Min and Max are truncated toward zero and saturated;"
              " for FLOAT16 they are rounded to nearest even first.";
  let OnnxName = "Clip";
  let WebnnName = "clamp";
  let Disagreement = "An older revision of the page has min(Max, max(Min, x)),"
                     " which gives Max where Min > Max, as ONNX does.";
  let Rulings = [RulingMinMax, RulingAttributes, RulingScaleBias];
  let Cost = "0.03";
  let Sign = "Clamped";
  let Simplify = "DropBounds";
  let Levels = ClipLevels;
}

def Dml_DivideOp : Dml_Binary<"divide", "ELEMENT_WISE_DIVIDE", 10, []> {
  let Formula = "y = a / b";
  let Notes = "Floats follow IEEE 754. The fraction of an integer quotient is"
              " dropped. A divisor of 0 gives -1, or the largest value of an"
              " unsigned type; the most negative value divided by -1 stays as"
              " it is.";
  let OnnxName = "Div";
  let WebnnName = "div";
  let Rulings = [RulingIntegers];
  let Cost = "0.06";
  let Sign = "Quotient";
  let CppOperator = "/";
  let Levels = [BinaryLevel<"6_0", 1, 8, Floats_Ints>,
                BinaryLevel<"5_1", 1, 8, Floats_8_16_32>,
                BinaryLevel<"3_0", 1, 8, Floats_32>,
                BinaryLevel<"2_1", 4, 4, Floats_32>,
                BinaryLevel<"1_0", 4, 4, Floats>];
  let hasFolder = 1;
}

def Dml_FloorOp : Dml_Unary<"floor", "ELEMENT_WISE_FLOOR", 12, [ScaleBiasField]> {
  let Formula = "y = the greatest integer <= x";
  let Notes = "Keeps infinities, NaN and the sign of zero.";
  let OnnxName = "Floor";
  let WebnnName = "floor";
  let Cost = "0.03";
  let Sign = "KeepsSign";
  let Levels = [UnaryLevel<"3_0", 1, 8, Floats>,
                UnaryLevel<"1_0", 4, 4, Floats>];
}

def Dml_MaxOp : Dml_Binary<"max", "ELEMENT_WISE_MAX", 21, [], [Commutative]> {
  let Formula = "y = max(a, b)";
  let OnnxName = "Max";
  let WebnnName = "max";
  let Rulings = [RulingMinMax];
  let Cost = "0.03";
  let Sign = "Larger";
  let Levels = MinMaxLevels;
}

def Dml_MeanOp : Dml_Binary<"mean", "ELEMENT_WISE_MEAN", 22, [], [Commutative]> {
  let Formula = "y = (a + b) / 2";
  let Notes = "Integers do not overflow and truncate toward zero. The sum of"
              " two floats may overflow to infinity.";
  let OnnxName = "Mean";
  let Rulings = [RulingMean];
  let Cost = "0.03";
  let Contracts = 1;
  let Sign = "Sum";
  let Levels = [BinaryLevel<"3_0", 1, 8, Floats_32>,
                BinaryLevel<"2_1", 4, 4, Floats_32>,
                BinaryLevel<"1_0", 4, 4, Floats>];
}

def Dml_MinOp : Dml_Binary<"min", "ELEMENT_WISE_MIN", 23, [], [Commutative]> {
  let Formula = "y = min(a, b)";
  let OnnxName = "Min";
  let WebnnName = "min";
  let Rulings = [RulingMinMax];
  let Cost = "0.03";
  let Sign = "Smaller";
  let Levels = MinMaxLevels;
}

def Dml_MultiplyOp : Dml_Binary<"multiply", "ELEMENT_WISE_MULTIPLY", 24, [], [Commutative]> {
  let Formula = "y = a * b";
  let Notes = "Integers wrap.";
  let OnnxName = "Mul";
  let WebnnName = "mul";
  let Rulings = [RulingIntegers];
  let Cost = "0.02";
  let Contracts = 1;
  let Sign = "Product";
  let CppOperator = "*";
  let Levels = [BinaryLevel<"5_1", 1, 8, Floats_Ints>,
                BinaryLevel<"4_1", 1, 8, Floats_32_64>,
                BinaryLevel<"3_0", 1, 8, Floats_32>,
                BinaryLevel<"2_1", 4, 5, Floats_32>,
                BinaryLevel<"1_0", 4, 5, Floats>];
  let hasFolder = 1;
}

def Dml_RecipOp : Dml_Unary<"recip", "ELEMENT_WISE_RECIP", 27, [ScaleBiasField]> {
  let Formula = "y = 1 / x";
  let Notes = "IEEE 754: 1 / -0 is -inf.";
  let OnnxName = "Reciprocal";
  let WebnnName = "reciprocal";
  let Rulings = [RulingScaleBias];
  let Cost = "0.05";
  let Levels = [UnaryLevel<"3_0", 1, 8, Floats>,
                UnaryLevel<"1_0", 4, 4, Floats>];
}

def Dml_SqrtOp : Dml_Unary<"sqrt", "ELEMENT_WISE_SQRT", 29, [ScaleBiasField]> {
  let Formula = "y = the square root of x";
  let Notes = "IEEE 754: x < 0 gives NaN, -0 gives -0.";
  let OnnxName = "Sqrt";
  let WebnnName = "sqrt";
  let Rulings = [RulingScaleBias];
  let Cost = "0.07";
  let Sign = "Root";
  let Levels = [UnaryLevel<"3_0", 1, 8, Floats>,
                UnaryLevel<"1_0", 4, 4, Floats>];
}

def Dml_SubtractOp : Dml_Binary<"subtract", "ELEMENT_WISE_SUBTRACT", 30, []> {
  let Formula = "y = a - b";
  let Notes = "Integers wrap.";
  let OnnxName = "Sub";
  let WebnnName = "sub";
  let Rulings = [RulingIntegers];
  let Cost = "0.02";
  let Contracts = 1;
  let CppOperator = "-";
  let Levels = [BinaryLevel<"5_1", 1, 8, Floats_Ints>,
                BinaryLevel<"4_1", 1, 8, Floats_32_64>,
                BinaryLevel<"3_0", 1, 8, Floats_32>,
                BinaryLevel<"2_1", 4, 4, Floats_32>,
                BinaryLevel<"1_0", 4, 4, Floats>];
}

def Dml_ThresholdOp : Dml_Unary<"threshold", "ELEMENT_WISE_THRESHOLD", 32,
    [ScaleBiasField, Float<"Min", "">]> {
  let Formula = "y = max(x, Min)";
  let Notes = "For integer tensors Min is truncated toward zero and saturated;"
              " for FLOAT16 it is rounded to nearest even first.";
  let Rulings = [RulingMinMax, RulingAttributes, RulingScaleBias];
  let Cost = "0.03";
  let Sign = "NotBelowMin";
  let Simplify = "DropFromMin";
  let Levels = [UnaryLevel<"3_0", 1, 8, Floats_8_16_32>,
                UnaryLevel<"2_1", 4, 4, Floats_8_16_32>,
                UnaryLevel<"1_0", 4, 4, Floats>];
}

def Dml_SignOp : Dml_Unary<"sign", "ELEMENT_WISE_SIGN", 79, []> {
  let Formula = "y = -1 if x < 0; 1 if x > 0; 0 otherwise";
  let Notes = "NaN and -0 give +0.";
  let OnnxName = "Sign";
  let WebnnName = "sign";
  let Rulings = [RulingFormula];
  let Cost = "0.03";
  let Levels = [UnaryLevel<"4_1", 1, 8, Floats_Ints>,
                UnaryLevel<"3_0", 1, 8, Floats_8_16_32>,
                UnaryLevel<"2_1", 4, 4, Floats_8_16_32>,
                UnaryLevel<"2_0", 4, 4, Floats>];
}

def Dml_Add1Op : Dml_Binary<"add1", "ELEMENT_WISE_ADD1", 89, [ActivationField], [Commutative]> {
  let Formula = "y = FusedActivation(a + b); y = a + b without one";
  let Notes = "The activation is an operator of its own: for FLOAT16 the sum"
              " is rounded before it.";
  let OnnxName = "Add";
  let WebnnName = "add";
  let InPlace = OneOrMore<["ATensor", "BTensor"]>;
  let Cost = "0.02";
  let Contracts = 1;
  let Sign = "Sum";
  let Levels = [BinaryLevel<"3_0", 1, 8, Floats>,
                BinaryLevel<"2_0", 4, 5, Floats>];
}

def Dml_RoundOp : Dml_Unary<"round", "ELEMENT_WISE_ROUND", 99,
    [EnumField<"RoundingMode", Dml_RoundingModeAttr>]> {
  let Formula = "y = x rounded to an integer by RoundingMode";
  let Notes = "HALVES_TO_NEAREST_EVEN: ties to even. TOWARD_ZERO: the fraction"
              " is dropped. TOWARD_INFINITY: to nearest, ties away from zero."
              " Keeps infinities, NaN and the sign of zero.";
  let OnnxName = "Round";
  let WebnnName = "roundEven";
  let Cost = "0.03";
  let Sign = "KeepsSign";
  let Levels = [UnaryLevel<"3_0", 1, 8, Floats>,
                UnaryLevel<"2_1", 4, 4, Floats>];
}

def Dml_ModulusTruncateOp : Dml_Binary<"modulus_truncate", "ELEMENT_WISE_MODULUS_TRUNCATE", 101,
    []> {
  let Formula = "y = a - b * trunc(a / b)";
  let Notes = "The remainder has the sign of a. Exact for every quotient.";
  let OnnxName = "Mod (fmod = 1)";
  let Rulings = [RulingIntegers, RulingModulus];
  let Cost = "0.3";
  let Levels = ModulusLevels;
}

def Dml_ModulusFloorOp : Dml_Binary<"modulus_floor", "ELEMENT_WISE_MODULUS_FLOOR", 102, []> {
  let Formula = "y = a - b * floor(a / b)";
  let Notes = "The remainder has the sign of b. Exact for every quotient.";
  let OnnxName = "Mod (fmod = 0)";
  let Rulings = [RulingIntegers, RulingModulus];
  let Cost = "0.35";
  let Levels = ModulusLevels;
}

def Dml_ClipGradOp : Dml_Operator<"clip_grad", "ELEMENT_WISE_CLIP_GRAD", 142,
    [Input<"InputTensor">, Input<"InputGradientTensor">, Output<"OutputGradientTensor">,
     Float<"Min", "">, Float<"Max", "">]> {
  let Formula = "y = 0 if x <= Min or x >= Max; gradient otherwise";
  let Notes = "NaN passes the gradient. Min and Max are converted as for clip.";
  let Disagreement = "The page names the output of the in-place rule"
                     " OutputTensor; the field is OutputGradientTensor.";
  let Rulings = [RulingFormula, RulingAttributes];
  let SameType = [["InputTensor", "InputGradientTensor", "OutputGradientTensor"]];
  let SameSizes = [["InputTensor", "InputGradientTensor", "OutputGradientTensor"]];
  let InPlace = OneOf<["InputTensor"]>;
  let Cost = "0.03";
  let Levels = [Level<"5_0", [Role<["InputTensor", "InputGradientTensor", "OutputGradientTensor"], 1, 8, Floats_Ints>]>,
                Level<"3_1", [Role<["InputTensor", "InputGradientTensor", "OutputGradientTensor"], 1, 8, Floats_8_16_32>]>];
}

def Dml_DifferenceSquareOp : Dml_Binary<"difference_square", "ELEMENT_WISE_DIFFERENCE_SQUARE", 143,
    [], [Commutative]> {
  let Formula = "y = (a - b) * (a - b)";
  let Notes = "Integers wrap.";
  let Rulings = [RulingIntegers];
  let Cost = "0.03";
  let Contracts = 1;
  let Sign = "NotNegative";
  let Levels = [BinaryLevel<"3_1", 1, 8, Floats_32>];
}

def Dml_Clip1Op : Dml_Unary<"clip1", "ELEMENT_WISE_CLIP1", 153,
    [ScaleBiasField, TypeField<"MinMaxDataType">, ScalarField<"Min", "MinMaxDataType">, ScalarField<"Max", "MinMaxDataType">]> {
  let Formula = "y = max(Min, min(x, Max))";
  let Notes = "As clip, with Min and Max of the type of the tensor, so that"
              " 64-bit limits are exact. Min > Max gives Min.";
  let OnnxName = "Clip";
  let WebnnName = "clamp";
  let Rulings = [RulingMinMax, RulingScaleBias];
  let Cost = "0.03";
  let Levels = [UnaryLevel<"5_0", 1, 8, Floats_Ints>];
}

def Dml_ClipGrad1Op : Dml_Operator<"clip_grad1", "ELEMENT_WISE_CLIP_GRAD1", 154,
    [Input<"InputTensor">, Input<"InputGradientTensor">, Output<"OutputGradientTensor">,
     TypeField<"MinMaxDataType">, ScalarField<"Min", "MinMaxDataType">,
     ScalarField<"Max", "MinMaxDataType">]> {
  let Formula = "y = 0 if x <= Min or x >= Max; gradient otherwise";
  let Notes = "NaN passes the gradient. Min and Max have the type of the"
              " tensor.";
  let Disagreement = "The page names the output of the in-place rule"
                     " OutputTensor; the field is OutputGradientTensor.";
  let Rulings = [RulingFormula];
  let SameType = [["InputTensor", "InputGradientTensor", "OutputGradientTensor"]];
  let SameSizes = [["InputTensor", "InputGradientTensor", "OutputGradientTensor"]];
  let InPlace = OneOf<["InputTensor"]>;
  let Cost = "0.03";
  let Levels = [Level<"5_0", [Role<["InputTensor", "InputGradientTensor", "OutputGradientTensor"], 1, 8, Floats_Ints>]>];
}

def Dml_NegateOp : Dml_Unary<"negate", "ELEMENT_WISE_NEGATE", 156, []> {
  let Formula = "y = -x";
  let Notes = "Flips the sign of floats, of NaN and zero too. The minimum of"
              " an integer type gives itself.";
  let OnnxName = "Neg";
  let WebnnName = "neg";
  let Rulings = [RulingIntegers];
  let Cost = "0.02";
  let MovesBits = 1;
  let Levels = [UnaryLevel<"5_0", 1, 8, Floats_Signed>];
}

#endif // FUSEDML_DIALECT_OPERATORS_ARITHMETIC
