//===- Convert.td - conversion, quantization, fills -----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===-----------------------------------------------------------------------===//

#ifndef FUSEDML_DIALECT_OPERATORS_CONVERT
#define FUSEDML_DIALECT_OPERATORS_CONVERT

include "dialect/DmlBase.td"

def Dml_QuantizeLinearOp : Dml_Operator<"quantize_linear", "ELEMENT_WISE_QUANTIZE_LINEAR", 33,
    [Input<"InputTensor">, Input<"ScaleTensor">, OptionalInput<"ZeroPointTensor">,
     Output<"OutputTensor">]> {
  let Formula = "y = clamp(round(x / scale) + zero_point), to the range of the"
                " type";
  let Notes = "x / scale in FLOAT32, an INT32 x being rounded to it first;"
              " round is half to even; the sum saturates. Without"
              " ZeroPointTensor it is 0.";
  let OnnxName = "QuantizeLinear";
  let WebnnName = "quantizeLinear";
  let Rulings = [RulingQuantize, RulingConvert];
  let Rules = ["ScaleTypeOfInput"];
  let SameType = [["ZeroPointTensor", "OutputTensor"]];
  let SameSizes = [["InputTensor", "ScaleTensor", "ZeroPointTensor", "OutputTensor"]];
  let Cost = "0.06";
  let Levels = [Level<"6_2", [Role<["InputTensor"], 1, 8, TypeSet<[FLOAT32, FLOAT16, INT32]>>,
                              Role<["ScaleTensor"], 1, 8, Floats>,
                              Role<["ZeroPointTensor"], 1, 8, Bytes, 1>,
                              Role<["OutputTensor"], 1, 8, Bytes>]>,
                Level<"6_0", [Role<["InputTensor"], 1, 8, TypeSet<[FLOAT32, FLOAT16, INT32]>>,
                              Role<["ScaleTensor"], 1, 8, Floats>,
                              Role<["ZeroPointTensor"], 1, 8, Bytes>,
                              Role<["OutputTensor"], 1, 8, Bytes>]>,
                Level<"3_0", [Role<["InputTensor"], 1, 8, TypeSet<[FLOAT32, INT32]>>,
                              Role<["ScaleTensor"], 1, 8, TypeSet<[FLOAT32]>>,
                              Role<["ZeroPointTensor"], 1, 8, Bytes>,
                              Role<["OutputTensor"], 1, 8, Bytes>]>,
                Level<"2_1", [Role<["InputTensor"], 4, 4, TypeSet<[FLOAT32, INT32]>>,
                              Role<["ScaleTensor"], 4, 4, TypeSet<[FLOAT32]>>,
                              Role<["ZeroPointTensor"], 4, 4, Bytes>,
                              Role<["OutputTensor"], 4, 4, Bytes>]>,
                Level<"1_0", [Role<["InputTensor"], 4, 4, TypeSet<[FLOAT32]>>,
                              Role<["ScaleTensor"], 4, 4, TypeSet<[FLOAT32]>>,
                              Role<["ZeroPointTensor"], 4, 4, TypeSet<[UINT8]>>,
                              Role<["OutputTensor"], 4, 4, TypeSet<[UINT8]>>]>];
}

def Dml_DequantizeLinearOp : Dml_Operator<"dequantize_linear", "ELEMENT_WISE_DEQUANTIZE_LINEAR", 34,
    [Input<"InputTensor">, Input<"ScaleTensor">, OptionalInput<"ZeroPointTensor">,
     Output<"OutputTensor">]> {
  let Formula = "y = (x - zero_point) * scale";
  let Notes = "The difference is exact, rounded once to FLOAT32; the product"
              " is FLOAT32. Without ZeroPointTensor it is 0.";
  let OnnxName = "DequantizeLinear";
  let WebnnName = "dequantizeLinear";
  let Rulings = [RulingQuantize];
  let SameType = [["InputTensor", "ZeroPointTensor"], ["ScaleTensor", "OutputTensor"]];
  let SameSizes = [["InputTensor", "ScaleTensor", "ZeroPointTensor", "OutputTensor"]];
  let Cost = "0.03";
  let Levels = [Level<"6_2", [Role<["InputTensor"], 1, 8, Ints_8_16_32>,
                              Role<["ScaleTensor"], 1, 8, Floats>,
                              Role<["ZeroPointTensor"], 1, 8, Ints_8_16_32, 1>,
                              Role<["OutputTensor"], 1, 8, Floats>]>,
                Level<"6_0", [Role<["InputTensor"], 1, 8, Ints_8_16_32>,
                              Role<["ScaleTensor"], 1, 8, Floats>,
                              Role<["ZeroPointTensor"], 1, 8, Ints_8_16_32>,
                              Role<["OutputTensor"], 1, 8, Floats>]>,
                Level<"3_0", [Role<["InputTensor"], 1, 8, Ints_8_16_32>,
                              Role<["ScaleTensor"], 1, 8, TypeSet<[FLOAT32]>>,
                              Role<["ZeroPointTensor"], 1, 8, Ints_8_16_32>,
                              Role<["OutputTensor"], 1, 8, TypeSet<[FLOAT32]>>]>,
                Level<"2_1", [Role<["InputTensor"], 4, 4, Ints_8_16_32>,
                              Role<["ScaleTensor"], 4, 4, TypeSet<[FLOAT32]>>,
                              Role<["ZeroPointTensor"], 4, 4, Ints_8_16_32>,
                              Role<["OutputTensor"], 4, 4, TypeSet<[FLOAT32]>>]>,
                Level<"1_0", [Role<["InputTensor"], 4, 4, TypeSet<[UINT8]>>,
                              Role<["ScaleTensor"], 4, 4, TypeSet<[FLOAT32]>>,
                              Role<["ZeroPointTensor"], 4, 4, TypeSet<[UINT8]>>,
                              Role<["OutputTensor"], 4, 4, TypeSet<[FLOAT32]>>]>];
}

def Dml_CastOp : Dml_Operator<"cast", "CAST", 61,
    [Input<"InputTensor">, Output<"OutputTensor">]> {
  let Formula = "y = x as OutputTensor.DataType";
  let Notes = "Integers to narrower ones drop high bits; everything to a float"
              " rounds once, to nearest even.";
  let OnnxName = "Cast";
  let WebnnName = "cast";
  let Rulings = [RulingConvert];
  let SameSizes = [["InputTensor", "OutputTensor"]];
  let Cost = "0.05";
  let Sign = "Converted";
  let Levels = [UnaryLevel<"4_1", 1, 8, AllTypes>,
                UnaryLevel<"3_1", 1, 8, Floats_Ints>,
                UnaryLevel<"3_0", 4, 4, Floats_Ints>,
                UnaryLevel<"1_0", 4, 4, TypeSet<[FLOAT32, FLOAT16, INT16, INT8, UINT16, UINT8]>>];
}

// In the dialect operators without tensor inputs take the row-major index of each
// element, which dml.linear_index gives.
def Dml_FillValueConstantOp : Dml_Operator<"fill_value_constant", "FILL_VALUE_CONSTANT", 103,
    [Output<"OutputTensor">, TypeField<"ValueDataType">, ScalarField<"Value", "ValueDataType">]> {
  let Formula = "y = Value";
  let OnnxName = "ConstantOfShape";
  let arguments = (ins Dml_Index:$Index, TypedAttrInterface:$Value);
  let Cost = "0.01";
  let MovesBits = 1;
  let Levels = [Level<"4_1", [Role<["OutputTensor"], 1, 8, AllTypes>]>,
                Level<"4_0", [Role<["OutputTensor"], 1, 8, Floats_8_16_32>]>,
                Level<"2_1", [Role<["OutputTensor"], 4, 4, Floats_8_16_32>]>];
}

def Dml_FillValueSequenceOp : Dml_Operator<"fill_value_sequence", "FILL_VALUE_SEQUENCE", 104,
    [Output<"OutputTensor">, TypeField<"ValueDataType">,
     ScalarField<"ValueStart", "ValueDataType">, ScalarField<"ValueDelta", "ValueDataType">]> {
  let Formula = "y[i] = ValueStart + i * ValueDelta, i the row-major index";
  let Notes = "Integers modulo 2^N. Floats: product, then sum in double,"
              " rounded once to the tensor's type. Strides do not change the"
              " values.";
  let OnnxName = "Range";
  let Rulings = [RulingSequence];
  let arguments = (ins Dml_Index:$Index, TypedAttrInterface:$ValueStart, TypedAttrInterface:$ValueDelta);
  let Cost = "0.05";
  let ReadsIndex = 1;
  let Levels = [Level<"5_0", [Role<["OutputTensor"], 1, 8, Floats_Ints>]>,
                Level<"4_0", [Role<["OutputTensor"], 1, 8, Floats_8_16_32>]>,
                Level<"2_1", [Role<["OutputTensor"], 4, 4, Floats_8_16_32>]>];
}

def Dml_QuantizedLinearAddOp : Dml_Operator<"quantized_linear_add", "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", 147,
    [Input<"ATensor">, Input<"AScaleTensor">, OptionalInput<"AZeroPointTensor">, Input<"BTensor">,
     Input<"BScaleTensor">, OptionalInput<"BZeroPointTensor">, Input<"OutputScaleTensor">,
     OptionalInput<"OutputZeroPointTensor">, Output<"OutputTensor">]> {
  let Formula = "y = clamp(round((A + B) / output_scale) + output_zero_point),"
                " A = (a - a_zero_point) * a_scale, B likewise";
  let Notes = "Every step in FLOAT32; round is half to even; the sum"
              " saturates. A missing zero point is 0.";
  let OnnxName = "QLinearAdd";
  let Rulings = [RulingQuantize, RulingConvert];
  let SameType = [["ATensor", "AZeroPointTensor"], ["BTensor", "BZeroPointTensor"], ["OutputTensor", "OutputZeroPointTensor"]];
  let SameSizes = [["ATensor", "BTensor", "OutputTensor"]];
  let OneElement = ["AScaleTensor", "AZeroPointTensor", "BScaleTensor",
                    "BZeroPointTensor", "OutputScaleTensor",
                    "OutputZeroPointTensor"];
  let Cost = "0.1";
  let Levels = [Level<"4_0", [Role<["ATensor", "BTensor", "OutputTensor"], 1, 8, Bytes>,
                              Role<["AScaleTensor", "BScaleTensor", "OutputScaleTensor"], 1, 8, TypeSet<[FLOAT32]>>,
                              Role<["AZeroPointTensor", "BZeroPointTensor", "OutputZeroPointTensor"], 1, 8, Bytes, 1>]>];
}

def Dml_QuantizeOp : Dml_Operator<"quantize", "QUANTIZE", 173,
    [Input<"InputTensor">,
     ImpliedEnumField<"QuantizationType", Dml_QuantizationTypeAttr, "SCALE_ZERO_POINT">,
     CountField<"QuantizationTensorCount", "QuantizationTensors", 2>,
     ArrayInput<"QuantizationTensors", 0>, OptionalArrayInput<"QuantizationTensors", 1>,
     Output<"OutputTensor">]> {
  let Formula = "y = clamp(round(x / scale) + zero_point), to the range of the"
                " type";
  let Notes = "As quantize_linear. QuantizationTensors are scale, and with"
              " SCALE_ZERO_POINT zero_point; along each dimension one value,"
              " one for each element, or one for each block of elements.";
  let OnnxName = "QuantizeLinear";
  let WebnnName = "quantizeLinear";
  let Disagreement = "The page leaves the meaning of QuantizationType and"
                     " QuantizationTensors open.";
  let Rulings = [RulingQuantize, RulingConvert];
  let Rules = ["QuantizationTensorsOfType"];
  let SameType = [["QuantizationTensors[1]", "OutputTensor"]];
  let SameSizes = [["InputTensor", "OutputTensor"]];
  let Blockwise = ["QuantizationTensors[0]", "QuantizationTensors[1]"];
  let Cost = "0.06";
  let Levels = [Level<"6_3", [Role<["InputTensor"], 1, 8, Floats>,
                              Role<["QuantizationTensors[0]"], 1, 8, Floats>,
                              Role<["QuantizationTensors[1]"], 1, 8, Ints_4_8, 1>,
                              Role<["OutputTensor"], 1, 8, Ints_4_8>]>];
}

def Dml_DequantizeOp : Dml_Operator<"dequantize", "DEQUANTIZE", 174,
    [Input<"InputTensor">,
     ImpliedEnumField<"QuantizationType", Dml_QuantizationTypeAttr, "SCALE_ZERO_POINT">,
     CountField<"QuantizationTensorCount", "QuantizationTensors", 2>,
     ArrayInput<"QuantizationTensors", 0>, OptionalArrayInput<"QuantizationTensors", 1>,
     Output<"OutputTensor">]> {
  let Formula = "y = (x - zero_point) * scale";
  let Notes = "As dequantize_linear. QuantizationTensors are scale, and with"
              " SCALE_ZERO_POINT zero_point; along each dimension one value,"
              " one for each element, or one for each block of elements.";
  let OnnxName = "DequantizeLinear";
  let WebnnName = "dequantizeLinear";
  let Disagreement = "The page leaves the meaning of QuantizationType and"
                     " QuantizationTensors open.";
  let Rulings = [RulingQuantize];
  let Rules = ["QuantizationTensorsOfType"];
  let SameType = [["InputTensor", "QuantizationTensors[1]"]];
  let SameSizes = [["InputTensor", "OutputTensor"]];
  let Blockwise = ["QuantizationTensors[0]", "QuantizationTensors[1]"];
  let Cost = "0.03";
  let Levels = [Level<"6_3", [Role<["InputTensor"], 1, 8, Ints_4_8>,
                              Role<["QuantizationTensors[0]"], 1, 8, Floats>,
                              Role<["QuantizationTensors[1]"], 1, 8, Ints_4_8, 1>,
                              Role<["OutputTensor"], 1, 8, Floats>]>];
}

#endif // FUSEDML_DIALECT_OPERATORS_CONVERT
