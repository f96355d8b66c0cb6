//===- Activations.td - activations ---------------------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===-----------------------------------------------------------------------===//

#ifndef FUSEDML_DIALECT_OPERATORS_ACTIVATIONS
#define FUSEDML_DIALECT_OPERATORS_ACTIVATIONS

include "dialect/DmlBase.td"

// Levels that several operators share.
defvar FloatActivation = [UnaryLevel<"3_0", 1, 8, Floats>,
                          UnaryLevel<"2_0", 4, 5, Floats>,
                          UnaryLevel<"1_0", 4, 4, Floats>];

def Dml_ActivationEluOp : Dml_Unary<"activation_elu", "ACTIVATION_ELU", 35,
    [Float<"Alpha", "1.0">]> {
  let Formula = "y = x if x >= 0; Alpha * (exp(x) - 1) otherwise";
  let Notes = "exp(x) - 1 is computed without cancellation. NaN gives NaN, -0"
              " gives -0, -inf gives -Alpha.";
  let OnnxName = "Elu";
  let WebnnName = "elu";
  let Rulings = [RulingFormula];
  let MaxUlp = 1;
  let Cost = "0.25";
  let Sign = "KeepsFromZero";
  let Simplify = "DropFromZero";
  let Levels = FloatActivation;
  let FusableActivation = 1;
}

def Dml_ActivationHardSigmoidOp : Dml_Unary<"activation_hard_sigmoid", "ACTIVATION_HARD_SIGMOID", 37,
    [Float<"Alpha", "0.2">, Float<"Beta", "0.5">]> {
  let Formula = "y = max(0, min(Alpha * x + Beta, 1))";
  let Notes = "NaN gives NaN.";
  let OnnxName = "HardSigmoid";
  let WebnnName = "hardSigmoid";
  let Rulings = [RulingFormula, RulingMinMax];
  let Cost = "0.04";
  let Contracts = 1;
  let Sign = "NotNegative";
  let Levels = FloatActivation;
  let FusableActivation = 1;
}

def Dml_ActivationIdentityOp : Dml_Unary<"activation_identity", "ACTIVATION_IDENTITY", 38, []> {
  let Formula = "y = x";
  let OnnxName = "Identity";
  let WebnnName = "identity";
  let Cost = "0.01";
  let MovesBits = 1;
  let Sign = "Same";
  let Levels = FloatActivation;
  let FusableActivation = 1;
}

def Dml_ActivationLeakyReluOp : Dml_Unary<"activation_leaky_relu", "ACTIVATION_LEAKY_RELU", 39,
    [Float<"Alpha", "0.01">]> {
  let Formula = "y = x if x >= 0; Alpha * x otherwise";
  let Notes = "NaN gives NaN, -0 gives -0.";
  let OnnxName = "LeakyRelu";
  let WebnnName = "leakyRelu";
  let Rulings = [RulingFormula];
  let Cost = "0.03";
  let Contracts = 1;
  let Sign = "KeepsFromZero";
  let Simplify = "DropFromZero";
  let Levels = FloatActivation;
  let FusableActivation = 1;
}

def Dml_ActivationLinearOp : Dml_Unary<"activation_linear", "ACTIVATION_LINEAR", 40,
    [Float<"Alpha", "">, Float<"Beta", "">]> {
  let Formula = "y = Alpha * x + Beta";
  let WebnnName = "linear";
  let Rulings = [RulingFormula];
  let Cost = "0.03";
  let Contracts = 1;
  let Levels = FloatActivation;
  let FusableActivation = 1;
}

def Dml_ActivationParameterizedReluOp : Dml_Operator<"activation_parameterized_relu", "ACTIVATION_PARAMETERIZED_RELU", 42,
    [Input<"InputTensor">, Input<"SlopeTensor">, Output<"OutputTensor">]> {
  let Formula = "y = x if x >= 0; slope * x otherwise";
  let Notes = "NaN gives NaN. Integers wrap.";
  let OnnxName = "PRelu";
  let WebnnName = "prelu";
  let Rulings = [RulingFormula, RulingIntegers];
  let SameType = [["InputTensor", "SlopeTensor", "OutputTensor"]];
  let SameSizes = [["InputTensor", "SlopeTensor", "OutputTensor"]];
  let InPlace = OneOf<["InputTensor"]>;
  let Cost = "0.03";
  let Contracts = 1;
  let Sign = "KeepsFromZero";
  let Simplify = "DropFromZero";
  let Levels = [Level<"5_1", [Role<["InputTensor", "SlopeTensor", "OutputTensor"], 1, 8, Floats_Signed_8_16_32>]>,
                Level<"3_0", [Role<["InputTensor", "SlopeTensor", "OutputTensor"], 1, 8, Floats>]>,
                Level<"2_0", [Role<["InputTensor", "SlopeTensor", "OutputTensor"], 4, 5, Floats>]>,
                Level<"1_0", [Role<["InputTensor", "SlopeTensor", "OutputTensor"], 4, 4, Floats>]>];
}

def Dml_ActivationParametricSoftplusOp : Dml_Unary<"activation_parametric_softplus", "ACTIVATION_PARAMETRIC_SOFTPLUS", 43,
    [Float<"Alpha", "">, Float<"Beta", "">]> {
  let Formula = "y = Alpha * ln(1 + exp(Beta * x))";
  let Notes = "ln(1 + exp(t)) neither overflows nor cancels.";
  let Rulings = [RulingFormula];
  let MaxUlp = 1;
  let Cost = "0.16";
  let Levels = FloatActivation;
  let FusableActivation = 1;
}

def Dml_ActivationReluOp : Dml_Unary<"activation_relu", "ACTIVATION_RELU", 44, []> {
  let Formula = "y = max(0, x)";
  let Notes = "NaN gives NaN, -0 gives +0.";
  let OnnxName = "Relu";
  let WebnnName = "relu";
  let Rulings = [RulingMinMax];
  let Cost = "0.03";
  let Sign = "NotBelowZero";
  let Simplify = "DropFromPlusZero";
  let Levels = [UnaryLevel<"5_1", 1, 8, Floats_Signed_8_16_32>,
                UnaryLevel<"3_0", 1, 8, Floats>,
                UnaryLevel<"2_0", 4, 5, Floats>,
                UnaryLevel<"1_0", 4, 4, Floats>];
  let FusableActivation = 1;
  let hasFolder = 1;
}

def Dml_ActivationScaledEluOp : Dml_Unary<"activation_scaled_elu", "ACTIVATION_SCALED_ELU", 45,
    [Float<"Alpha", "1.6732">, Float<"Gamma", "1.0507">]> {
  let Formula = "y = Gamma * x if x > 0; Gamma * (Alpha * exp(x) - Alpha)"
                " otherwise";
  let Notes = "The second branch is Gamma * (Alpha * (exp(x) - 1)), without"
              " cancellation.";
  let OnnxName = "Selu";
  let Rulings = [RulingFormula];
  let MaxUlp = 2;
  let Cost = "0.28";
  let Levels = FloatActivation;
  let FusableActivation = 1;
}

def Dml_ActivationScaledTanhOp : Dml_Unary<"activation_scaled_tanh", "ACTIVATION_SCALED_TANH", 46,
    [Float<"Alpha", "1.0">, Float<"Beta", "0.5">]> {
  let Formula = "y = Alpha * tanh(Beta * x)";
  let Rulings = [RulingFormula];
  let MaxUlp = 1;
  let Cost = "0.14";
  let Levels = FloatActivation;
  let FusableActivation = 1;
}

def Dml_ActivationSigmoidOp : Dml_Unary<"activation_sigmoid", "ACTIVATION_SIGMOID", 47, []> {
  let Formula = "y = 1 / (1 + exp(-x))";
  let OnnxName = "Sigmoid";
  let WebnnName = "sigmoid";
  let Rulings = [RulingFormula];
  let MaxUlp = 1;
  let Cost = "0.12";
  let Sign = "NotNegative";
  let Levels = FloatActivation;
  let FusableActivation = 1;
}

def Dml_ActivationSoftplusOp : Dml_Unary<"activation_softplus", "ACTIVATION_SOFTPLUS", 49,
    [Float<"Steepness", "1.0">]> {
  let Formula = "y = ln(1 + exp(Steepness * x)) / Steepness";
  let Notes = "ln(1 + exp(t)) neither overflows nor cancels. Steepness below 1"
              " needs level 6_4.";
  let OnnxName = "Softplus";
  let WebnnName = "softplus";
  let Rulings = [RulingFormula];
  let MaxUlp = 1;
  let Rules = ["SteepnessFromOne"];
  let Cost = "0.16";
  let Sign = "NotNegativeIfSteep";
  let Levels = FloatActivation;
  let FusableActivation = 1;
}

def Dml_ActivationSoftsignOp : Dml_Unary<"activation_softsign", "ACTIVATION_SOFTSIGN", 50, []> {
  let Formula = "y = x / (1 + |x|)";
  let Notes = "Infinities give NaN, by the quotient.";
  let OnnxName = "Softsign";
  let WebnnName = "softsign";
  let Rulings = [RulingFormula];
  let Cost = "0.06";
  let Levels = FloatActivation;
  let FusableActivation = 1;
}

def Dml_ActivationTanhOp : Dml_Unary<"activation_tanh", "ACTIVATION_TANH", 51, []> {
  let Formula = "y = (1 - exp(-2 * x)) / (1 + exp(-2 * x))";
  let Notes = "tanh(x).";
  let OnnxName = "Tanh";
  let WebnnName = "tanh";
  let Rulings = [RulingFormula];
  let MaxUlp = 1;
  let Cost = "0.13";
  let Sign = "KeepsSign";
  let Levels = FloatActivation;
  let FusableActivation = 1;
}

def Dml_ActivationThresholdedReluOp : Dml_Unary<"activation_thresholded_relu", "ACTIVATION_THRESHOLDED_RELU", 52,
    [Float<"Alpha", "1.0">]> {
  let Formula = "y = x if x > Alpha; 0 otherwise";
  let Notes = "NaN gives 0, by the second branch.";
  let OnnxName = "ThresholdedRelu";
  let Rulings = [RulingFormula];
  let Cost = "0.03";
  let Levels = FloatActivation;
  let FusableActivation = 1;
}

def Dml_ActivationShrinkOp : Dml_Unary<"activation_shrink", "ACTIVATION_SHRINK", 90,
    [Float<"Bias", "0.0">, Float<"Threshold", "0.5">]> {
  let Formula = "y = x - Bias if x > Threshold; x + Bias if x < -Threshold; 0"
                " otherwise";
  let Notes = "A NaN ends in the last branch: 0. On integer tensors x is"
              " compared with the negated Threshold as numbers without a"
              " width, so that unsigned x never take the second branch; the"
              " sums wrap.";
  let OnnxName = "Shrink";
  let Disagreement = "The feature-level history lists integers at 2_1, the"
                     " page from 5_1 on.";
  let Rulings = [RulingFormula, RulingAttributes, RulingIntegers];
  let Cost = "0.05";
  let Simplify = "DropBranch";
  let Levels = [UnaryLevel<"5_1", 1, 8, Floats_8_16_32>,
                UnaryLevel<"3_0", 1, 8, Floats>,
                UnaryLevel<"2_0", 4, 5, Floats>];
  let FusableActivation = 1;
}

def Dml_ActivationCeluOp : Dml_Unary<"activation_celu", "ACTIVATION_CELU", 128,
    [Float<"Alpha", "1.0">]> {
  let Formula = "y = max(0, x) + min(0, Alpha * (exp(x / Alpha) - 1))";
  let Notes = "exp(t) - 1 is computed without cancellation. Alpha 0 divides by"
              " zero.";
  let OnnxName = "Celu";
  let Rulings = [RulingFormula, RulingMinMax];
  let MaxUlp = 1;
  let Cost = "0.27";
  let Levels = [UnaryLevel<"3_0", 1, 8, Floats>];
  let FusableActivation = 1;
}

def Dml_ActivationReluGradOp : Dml_Operator<"activation_relu_grad", "ACTIVATION_RELU_GRAD", 129,
    [Input<"InputTensor">, Input<"InputGradientTensor">, Output<"OutputGradientTensor">]> {
  let Formula = "y = gradient if x > 0; 0 otherwise";
  let Notes = "NaN gives 0.";
  let Disagreement = "The page has 1 to 8 dimensions at 3_0, the feature-level"
                     " history from 3_1, the release notes from 4_0.";
  let Rulings = [RulingFormula];
  let SameType = [["InputTensor", "InputGradientTensor", "OutputGradientTensor"]];
  let SameSizes = [["InputTensor", "InputGradientTensor", "OutputGradientTensor"]];
  let Cost = "0.03";
  let Levels = [Level<"5_1", [Role<["InputTensor", "InputGradientTensor", "OutputGradientTensor"], 1, 8, Floats_Signed_8_16_32>]>,
                Level<"4_0", [Role<["InputTensor", "InputGradientTensor", "OutputGradientTensor"], 1, 8, Floats>]>,
                Level<"3_0", [Role<["InputTensor", "InputGradientTensor", "OutputGradientTensor"], 1, 8, Floats>]>];
}

def Dml_ActivationGeluOp : Dml_Unary<"activation_gelu", "ACTIVATION_GELU", 157, []> {
  let Formula = "y = 0.5 * x * (1 + erf(x / sqrt(2)))";
  let Notes = "The form with erf. No cancellation for negative x. -inf gives"
              " NaN, by the product.";
  let OnnxName = "Gelu";
  let WebnnName = "gelu";
  let Disagreement = "In place according to the DxDispatch schema; the page"
                     " is silent about it.";
  let Rulings = [RulingFormula];
  let MaxUlp = 2;
  let Cost = "0.15";
  let Levels = [UnaryLevel<"5_1", 1, 8, Floats>];
  let FusableActivation = 1;
}

def Dml_ActivationSwishOp : Dml_Unary<"activation_swish", "ACTIVATION_SWISH", 167,
    [Float<"SigmoidInputScale", "1.0">]> {
  let Formula = "y = x * sigmoid(SigmoidInputScale * x)";
  let Notes = "-inf gives NaN, by the product.";
  let OnnxName = "Swish";
  let Disagreement = "The page has in-place execution, the DxDispatch schema"
                     " does not.";
  let Rulings = [RulingFormula];
  let MaxUlp = 2;
  let Cost = "0.11";
  let Levels = [UnaryLevel<"6_2", 1, 8, Floats>];
}

def Dml_ActivationHardSwishOp : Dml_Unary<"activation_hard_swish", "ACTIVATION_HARD_SWISH", 168,
    [Float<"Alpha", "0.166667">, Float<"Beta", "0.5">]> {
  let Formula = "y = x * max(0, min(Alpha * x + Beta, 1))";
  let Notes = "-inf gives NaN, by the product.";
  let OnnxName = "HardSwish";
  let WebnnName = "hardSwish";
  let Disagreement = "The page has in-place execution, the DxDispatch schema"
                     " does not.";
  let Rulings = [RulingFormula, RulingMinMax];
  let Cost = "0.05";
  let Contracts = 1;
  let Levels = [UnaryLevel<"6_2", 1, 8, Floats>];
}

#endif // FUSEDML_DIALECT_OPERATORS_ACTIVATIONS
