//===- DmlOps.td - one row per DirectML operator --------------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything DirectML says of an operator stands here once. The checker, the
// descriptor and JSON imports, the graph API, DirectML.h and the operator
// reference follow from these rows; what an operator computes is in
// compiler/lowering/ElementEmitters.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef FUSEDML_DIALECT_DMLOPS
#define FUSEDML_DIALECT_DMLOPS

include "dialect/DmlBase.td"

def Dml_IdentityOp : Dml_Unary<"identity", "ELEMENT_WISE_IDENTITY", 1, [ScaleBiasField]> {
  let Formula = "y = x";
  let Notes = "Moves bits unless ScaleBias is given. Copies between layouts.";
  let OnnxName = "Identity";
  let Levels = [UnaryLevel<"4_1", 1, 8, AllTypes>,
                UnaryLevel<"3_0", 1, 8, Floats_8_16_32>,
                UnaryLevel<"2_1", 4, 5, Floats_8_16_32>,
                UnaryLevel<"1_0", 4, 5, Floats>];
  let hasFolder = 1;
}

def Dml_AddOp : Dml_Binary<"add", "ELEMENT_WISE_ADD", 4, [], [Commutative]> {
  let Formula = "y = a + b";
  let Notes = "Integers wrap.";
  let OnnxName = "Add";
  let Levels = [BinaryLevel<"5_1", 1, 8, Floats_Ints>,
                BinaryLevel<"4_1", 1, 8, Floats_32_64>,
                BinaryLevel<"3_0", 1, 8, Floats_32>,
                BinaryLevel<"2_1", 4, 5, Floats_32>,
                BinaryLevel<"1_0", 4, 5, Floats>];
  let InPlace = OneOrMore<["ATensor", "BTensor"]>;
  let hasFolder = 1;
}

def Dml_ClipOp : Dml_Unary<"clip", "ELEMENT_WISE_CLIP", 8,
    [ScaleBiasField, Float<"Min", "">, Float<"Max", "">]> {
  let Formula = "y = max(Min, min(x, Max))";
  let Notes = "Min > Max gives Min. NaN gives NaN, -0 is below +0. For integer"
              " tensors Min and Max are truncated toward zero and saturated;"
              " for FLOAT16 they are rounded to nearest even first.";
  let OnnxName = "Clip";
  let Levels = [UnaryLevel<"5_0", 1, 8, Floats_Ints>,
                UnaryLevel<"3_0", 1, 8, Floats_8_16_32>,
                UnaryLevel<"2_1", 4, 4, Floats_8_16_32>,
                UnaryLevel<"1_0", 4, 4, Floats>];
}

def Dml_DivideOp : Dml_Binary<"divide", "ELEMENT_WISE_DIVIDE", 10, []> {
  let Formula = "y = a / b";
  let Notes = "Integer quotients truncate toward zero; x / 0 is all ones (-1,"
              " or the maximum of an unsigned type); the minimum / -1 is the"
              " minimum. Floats follow IEEE 754.";
  let OnnxName = "Div";
  let Levels = [BinaryLevel<"6_0", 1, 8, Floats_Ints>,
                BinaryLevel<"5_1", 1, 8, Floats_8_16_32>,
                BinaryLevel<"3_0", 1, 8, Floats_32>,
                BinaryLevel<"2_1", 4, 4, Floats_32>,
                BinaryLevel<"1_0", 4, 4, Floats>];
  let hasFolder = 1;
}

def Dml_MultiplyOp : Dml_Binary<"multiply", "ELEMENT_WISE_MULTIPLY", 24, [], [Commutative]> {
  let Formula = "y = a * b";
  let Notes = "Integers wrap.";
  let OnnxName = "Mul";
  let Levels = [BinaryLevel<"5_1", 1, 8, Floats_Ints>,
                BinaryLevel<"4_1", 1, 8, Floats_32_64>,
                BinaryLevel<"3_0", 1, 8, Floats_32>,
                BinaryLevel<"2_1", 4, 5, Floats_32>,
                BinaryLevel<"1_0", 4, 5, Floats>];
  let hasFolder = 1;
}

def Dml_ActivationEluOp : Dml_Unary<"activation_elu", "ACTIVATION_ELU", 35, [Float<"Alpha", "1.0">]> {
  let Formula = "y = x if x >= 0; Alpha * (exp(x) - 1) otherwise";
  let Notes = "exp(x) - 1 is computed without cancellation. NaN gives NaN, -0"
              " gives -0, -inf gives -Alpha.";
  let OnnxName = "Elu";
  let MaxUlp = 1;
  let Levels = [UnaryLevel<"3_0", 1, 8, Floats>,
                UnaryLevel<"2_0", 4, 5, Floats>,
                UnaryLevel<"1_0", 4, 4, Floats>];
  let FusableActivation = 1;
}

def Dml_ActivationLeakyReluOp : Dml_Unary<"activation_leaky_relu", "ACTIVATION_LEAKY_RELU", 39,
    [Float<"Alpha", "0.01">]> {
  let Formula = "y = x if x >= 0; Alpha * x otherwise";
  let Notes = "NaN gives NaN, -0 gives -0.";
  let OnnxName = "LeakyRelu";
  let Levels = [UnaryLevel<"3_0", 1, 8, Floats>,
                UnaryLevel<"2_0", 4, 5, Floats>,
                UnaryLevel<"1_0", 4, 4, Floats>];
  let FusableActivation = 1;
}

def Dml_ActivationReluOp : Dml_Unary<"activation_relu", "ACTIVATION_RELU", 44, []> {
  let Formula = "y = max(0, x)";
  let Notes = "NaN gives NaN, -0 gives +0.";
  let OnnxName = "Relu";
  let hasFolder = 1;
  let Levels = [UnaryLevel<"5_1", 1, 8, TypeSet<[FLOAT32, FLOAT16, INT32, INT16, INT8]>>,
                UnaryLevel<"3_0", 1, 8, Floats>,
                UnaryLevel<"2_0", 4, 5, Floats>,
                UnaryLevel<"1_0", 4, 4, Floats>];
  let FusableActivation = 1;
}

def Dml_Add1Op : Dml_Binary<"add1", "ELEMENT_WISE_ADD1", 89, [ActivationField], [Commutative]> {
  let Formula = "y = FusedActivation(a + b); y = a + b without one";
  let Notes = "The activation is an operator of its own: for FLOAT16 the sum is"
              " rounded before it.";
  let OnnxName = "Add";
  let Levels = [BinaryLevel<"3_0", 1, 8, Floats>,
                BinaryLevel<"2_0", 4, 5, Floats>];
  let InPlace = OneOrMore<["ATensor", "BTensor"]>;
}

def Dml_ActivationShrinkOp : Dml_Unary<"activation_shrink", "ACTIVATION_SHRINK", 90,
    [Float<"Bias", "0.0">, Float<"Threshold", "0.5">]> {
  let Formula = "y = x - Bias if x > Threshold; x + Bias if x < -Threshold; 0 otherwise";
  let Notes = "NaN gives 0, by the last branch. For integer tensors Bias and"
              " Threshold are truncated toward zero and saturated; -Threshold"
              " is the true negative, which no unsigned x is below; x -+ Bias"
              " wraps.";
  let OnnxName = "Shrink";
  let Levels = [UnaryLevel<"5_1", 1, 8, Floats_8_16_32>,
                UnaryLevel<"3_0", 1, 8, Floats>,
                UnaryLevel<"2_0", 4, 5, Floats>];
  let FusableActivation = 1;
}

def Dml_IsInfinityOp : Dml_Operator<"is_infinity", "ELEMENT_WISE_IS_INFINITY", 100,
    [Input<"InputTensor">, Output<"OutputTensor">, EnumField<"InfinityMode", Dml_IsInfinityModeAttr>]> {
  let Formula = "y = 1 if x is an infinity that InfinityMode selects; 0 otherwise";
  let Notes = "NaN gives 0.";
  let OnnxName = "IsInf";
  let Levels = [Level<"3_0", [Role<["InputTensor"], 1, 8, Floats>,
                              Role<["OutputTensor"], 1, 8, TypeSet<[UINT8]>>]>,
                Level<"2_1", [Role<["InputTensor"], 4, 4, Floats>,
                              Role<["OutputTensor"], 4, 4, TypeSet<[UINT8]>>]>];
  let SameSizes = [["InputTensor", "OutputTensor"]];
}

// In the dialect the operator takes the row-major index of each element, which
// dml.linear_index gives.
def Dml_FillValueSequenceOp : Dml_Operator<"fill_value_sequence", "FILL_VALUE_SEQUENCE", 104,
    [Output<"OutputTensor">, TypeField<"ValueDataType">, ScalarField<"ValueStart", "ValueDataType">,
     ScalarField<"ValueDelta", "ValueDataType">]> {
  let Formula = "y[i] = ValueStart + i * ValueDelta, i the row-major index";
  let Notes = "Integers modulo 2^N. Floats: product, then sum in double, rounded"
              " once to the tensor's type. Strides do not change the values.";
  let arguments = (ins Dml_Index:$Index, TypedAttrInterface:$ValueStart, TypedAttrInterface:$ValueDelta);
  let Levels = [Level<"5_0", [Role<["OutputTensor"], 1, 8, Floats_Ints>]>,
                Level<"4_0", [Role<["OutputTensor"], 1, 8, Floats_8_16_32>]>,
                Level<"2_1", [Role<["OutputTensor"], 4, 4, Floats_8_16_32>]>];
}

#endif // FUSEDML_DIALECT_DMLOPS
