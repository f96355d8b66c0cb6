//===- Math.td - elementary functions -------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===-----------------------------------------------------------------------===//

#ifndef FUSEDML_DIALECT_OPERATORS_MATH
#define FUSEDML_DIALECT_OPERATORS_MATH

include "dialect/DmlBase.td"

// Levels that several operators share.
defvar FloatMath_1_0 = [UnaryLevel<"3_0", 1, 8, Floats>,
                        UnaryLevel<"1_0", 4, 4, Floats>];
defvar FloatMath_2_0 = [UnaryLevel<"3_0", 1, 8, Floats>,
                        UnaryLevel<"2_0", 4, 4, Floats>];

def Dml_AcosOp : Dml_Unary<"acos", "ELEMENT_WISE_ACOS", 3, [ScaleBiasField]> {
  let Formula = "y = acos(x)";
  let Notes = "|x| > 1 gives NaN.";
  let OnnxName = "Acos";
  let Rulings = [RulingFormula, RulingScaleBias];
  let MaxUlp = 1;
  let Cost = "0.25";
  let Sign = "NotNegative";
  let Levels = FloatMath_1_0;
}

def Dml_AsinOp : Dml_Unary<"asin", "ELEMENT_WISE_ASIN", 5, [ScaleBiasField]> {
  let Formula = "y = asin(x)";
  let Notes = "|x| > 1 gives NaN.";
  let OnnxName = "Asin";
  let Rulings = [RulingFormula, RulingScaleBias];
  let MaxUlp = 1;
  let Cost = "0.2";
  let Levels = FloatMath_1_0;
}

def Dml_AtanOp : Dml_Unary<"atan", "ELEMENT_WISE_ATAN", 6, [ScaleBiasField]> {
  let Formula = "y = atan(x)";
  let OnnxName = "Atan";
  let Rulings = [RulingFormula, RulingScaleBias];
  let MaxUlp = 1;
  let Cost = "0.25";
  let Levels = FloatMath_1_0;
}

def Dml_CosOp : Dml_Unary<"cos", "ELEMENT_WISE_COS", 9, [ScaleBiasField]> {
  let Formula = "y = cos(x)";
  let Notes = "Arguments of any size are reduced exactly. Infinities give NaN.";
  let OnnxName = "Cos";
  let WebnnName = "cos";
  let Rulings = [RulingFormula, RulingScaleBias];
  let MaxUlp = 1;
  let Cost = "0.2";
  let Levels = FloatMath_1_0;
}

def Dml_ExpOp : Dml_Unary<"exp", "ELEMENT_WISE_EXP", 11, [ScaleBiasField]> {
  let Formula = "y = exp(x)";
  let OnnxName = "Exp";
  let WebnnName = "exp";
  let Rulings = [RulingFormula, RulingScaleBias];
  let MaxUlp = 1;
  let Cost = "0.1";
  let Sign = "NotNegative";
  let Levels = FloatMath_1_0;
}

def Dml_LogOp : Dml_Unary<"log", "ELEMENT_WISE_LOG", 13, [ScaleBiasField]> {
  let Formula = "y = ln(x)";
  let Notes = "x < 0 gives NaN, both zeros -inf.";
  let OnnxName = "Log";
  let WebnnName = "log";
  let Rulings = [RulingFormula, RulingScaleBias];
  let MaxUlp = 1;
  let Cost = "0.12";
  let Levels = FloatMath_1_0;
}

def Dml_PowOp : Dml_Operator<"pow", "ELEMENT_WISE_POW", 25,
    [Input<"InputTensor">, Input<"ExponentTensor">, Output<"OutputTensor">, ScaleBiasField]> {
  let Formula = "y = x ^ exponent";
  let Notes = "x is InputTensor after ScaleBias. IEEE 754 pow: a negative base"
              " needs an integral exponent, otherwise NaN; x ^ 0 and 1 ^ x are"
              " 1, for NaN too. Integer by integer is exact and wraps. For"
              " an integer base and a float exponent the real power is"
              " converted as any float is: fraction dropped, saturated, NaN 0."
              " Its relative error of up to 2^-46 may show in a 32-bit result"
              " whose real value is that close to a whole number.";
  let OnnxName = "Pow";
  let WebnnName = "pow";
  let Rulings = [RulingPower, RulingConvert, RulingScaleBias];
  let MaxUlp = 1;
  let SameType = [["InputTensor", "OutputTensor"]];
  let SameSizes = [["InputTensor", "ExponentTensor", "OutputTensor"]];
  let InPlace = OneOf<["InputTensor"]>;
  let Cost = "1.1";
  let Levels = [Level<"3_0", [Role<["InputTensor", "ExponentTensor", "OutputTensor"], 1, 8, Floats_8_16_32>]>,
                Level<"1_0", [Role<["InputTensor", "ExponentTensor", "OutputTensor"], 4, 4, Floats>], [["InputTensor", "ExponentTensor"]]>];
}

def Dml_ConstantPowOp : Dml_Unary<"constant_pow", "ELEMENT_WISE_CONSTANT_POW", 26,
    [ScaleBiasField, ConstantFloat<"Exponent", "">]> {
  let Formula = "y = x ^ Exponent";
  let Notes = "As pow: a negative base needs an integral Exponent, otherwise"
              " NaN.";
  let OnnxName = "Pow";
  let WebnnName = "pow";
  let Disagreement = "The feature-level history lists integers at 3_0, the"
                     " page only floats.";
  let Rulings = [RulingFormula, RulingScaleBias];
  let MaxUlp = 1;
  let Cost = "1.05";
  let Sign = "EvenPower";
  let Levels = FloatMath_1_0;
}

def Dml_SinOp : Dml_Unary<"sin", "ELEMENT_WISE_SIN", 28, [ScaleBiasField]> {
  let Formula = "y = sin(x)";
  let Notes = "Arguments of any size are reduced exactly. Infinities give NaN,"
              " -0 gives -0.";
  let OnnxName = "Sin";
  let WebnnName = "sin";
  let Rulings = [RulingFormula, RulingScaleBias];
  let MaxUlp = 1;
  let Cost = "0.2";
  let Levels = FloatMath_1_0;
}

def Dml_TanOp : Dml_Unary<"tan", "ELEMENT_WISE_TAN", 31, [ScaleBiasField]> {
  let Formula = "y = tan(x)";
  let Notes = "Arguments of any size are reduced exactly. Infinities give NaN,"
              " -0 gives -0.";
  let OnnxName = "Tan";
  let WebnnName = "tan";
  let Rulings = [RulingFormula, RulingScaleBias];
  let MaxUlp = 1;
  let Cost = "0.35";
  let Levels = FloatMath_1_0;
}

def Dml_ErfOp : Dml_Unary<"erf", "ELEMENT_WISE_ERF", 81, [ScaleBiasField]> {
  let Formula = "y = 2 / sqrt(pi) * integral of exp(-t * t) for t from 0 to x";
  let OnnxName = "Erf";
  let WebnnName = "erf";
  let Rulings = [RulingFormula, RulingScaleBias];
  let MaxUlp = 1;
  let Cost = "0.12";
  let Sign = "KeepsSign";
  let Levels = FloatMath_2_0;
}

def Dml_SinhOp : Dml_Unary<"sinh", "ELEMENT_WISE_SINH", 82, [ScaleBiasField]> {
  let Formula = "y = sinh(x)";
  let OnnxName = "Sinh";
  let Rulings = [RulingFormula, RulingScaleBias];
  let MaxUlp = 1;
  let Cost = "0.28";
  let Levels = FloatMath_2_0;
}

def Dml_CoshOp : Dml_Unary<"cosh", "ELEMENT_WISE_COSH", 83, [ScaleBiasField]> {
  let Formula = "y = cosh(x)";
  let OnnxName = "Cosh";
  let Rulings = [RulingFormula, RulingScaleBias];
  let MaxUlp = 1;
  let Cost = "0.24";
  let Sign = "NotNegative";
  let Levels = FloatMath_2_0;
}

def Dml_TanhOp : Dml_Unary<"tanh", "ELEMENT_WISE_TANH", 84, [ScaleBiasField]> {
  let Formula = "y = tanh(x)";
  let OnnxName = "Tanh";
  let WebnnName = "tanh";
  let Rulings = [RulingFormula, RulingScaleBias];
  let MaxUlp = 1;
  let Cost = "0.13";
  let Sign = "KeepsSign";
  let Levels = FloatMath_2_0;
}

def Dml_AsinhOp : Dml_Unary<"asinh", "ELEMENT_WISE_ASINH", 85, [ScaleBiasField]> {
  let Formula = "y = ln(x + sqrt(x * x + 1))";
  let OnnxName = "Asinh";
  let Rulings = [RulingFormula, RulingScaleBias];
  let MaxUlp = 1;
  let Cost = "0.47";
  let Levels = FloatMath_2_0;
}

def Dml_AcoshOp : Dml_Unary<"acosh", "ELEMENT_WISE_ACOSH", 86, [ScaleBiasField]> {
  let Formula = "y = ln(x + sqrt(x * x - 1))";
  let Notes = "x < 1 gives NaN.";
  let OnnxName = "Acosh";
  let Rulings = [RulingFormula, RulingScaleBias];
  let MaxUlp = 1;
  let Cost = "0.42";
  let Levels = FloatMath_2_0;
}

def Dml_AtanhOp : Dml_Unary<"atanh", "ELEMENT_WISE_ATANH", 87, [ScaleBiasField]> {
  let Formula = "y = ln((1 + x) / (1 - x)) / 2";
  let Notes = "|x| = 1 gives an infinity, |x| > 1 NaN.";
  let OnnxName = "Atanh";
  let Rulings = [RulingFormula, RulingScaleBias];
  let MaxUlp = 1;
  let Cost = "0.35";
  let Levels = FloatMath_2_0;
}

def Dml_AtanYxOp : Dml_Binary<"atan_yx", "ELEMENT_WISE_ATAN_YX", 141, []> {
  let Formula = "y = atan2(a, b), a the ordinate, b the abscissa";
  let Notes = "IEEE 754 atan2 for zeros and infinities: atan2(+-0, -0) is"
              " +-pi.";
  let Rulings = [RulingFormula];
  let MaxUlp = 1;
  let Cost = "0.45";
  let Levels = [BinaryLevel<"3_1", 1, 8, Floats>];
}

#endif // FUSEDML_DIALECT_OPERATORS_MATH
