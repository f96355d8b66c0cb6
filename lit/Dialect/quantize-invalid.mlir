// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

// The rules, by their names as in unary-invalid.mlir, of operators that quantize.

func.func @data_type_quantize_linear_input(%a: tensor<4xf64>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize_linear' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT32}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT32}}
  dml.quantize_linear %a, %b, %c : (tensor<4xf64>, tensor<4xf32>, tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @data_type_quantize_linear_scale(%a: tensor<4xf32>, %b: tensor<4xf64>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize_linear' op ScaleTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.quantize_linear %a, %b, %c : (tensor<4xf32>, tensor<4xf64>, tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @data_type_quantize_linear_zero_point(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf64>) {
  // expected-error@+2 {{'dml.quantize_linear' op ZeroPointTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are INT8, UINT8}}
  // expected-note@+1 {{use one of INT8, UINT8}}
  dml.quantize_linear %a, %b, %c : (tensor<4xf32>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @data_type_quantize_linear_output(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize_linear' op OutputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are INT8, UINT8}}
  // expected-note@+1 {{use one of INT8, UINT8}}
  dml.quantize_linear %a, %b, %c : (tensor<4xf32>, tensor<4xf32>, tensor<4xi8>) -> tensor<4xf64>
  return
}

// -----

func.func @same_types_quantize_linear(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize_linear' op OutputTensor.DataType UINT8 differs from ZeroPointTensor.DataType INT8}}
  // expected-note@+1 {{use one type for ZeroPointTensor and OutputTensor}}
  dml.quantize_linear %a, %b, %c : (tensor<4xf32>, tensor<4xf32>, tensor<4xi8>) -> tensor<4xui8>
  return
}

// -----

func.func @scale_type_f16(%a: tensor<4xf16>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize_linear' op ScaleTensor.DataType FLOAT32 does not go with InputTensor.DataType FLOAT16}}
  // expected-note@+1 {{use FLOAT16}}
  dml.quantize_linear %a, %b, %c : (tensor<4xf16>, tensor<4xf32>, tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @scale_type_i32(%a: tensor<4xi32>, %b: tensor<4xf16>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize_linear' op ScaleTensor.DataType FLOAT16 does not go with InputTensor.DataType INT32}}
  // expected-note@+1 {{use FLOAT32}}
  dml.quantize_linear %a, %b, %c : (tensor<4xi32>, tensor<4xf16>, tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

// Only tensors that have blocks may have more dimensions.
func.func @dimension_count_quantize_linear(%a: tensor<1x1x1x1x1x1x1x1x1xf32>, %b: tensor<1x1x1x1x1x1x1x1x1xf32>, %c: tensor<1x1x1x1x1x1x1x1x1xi8>) {
  // expected-error@+1 {{'dml.quantize_linear' op InputTensor.DimensionCount 9 is outside 1 to 8, the range of feature level 6_4}}
  dml.quantize_linear %a, %b, %c : (tensor<1x1x1x1x1x1x1x1x1xf32>, tensor<1x1x1x1x1x1x1x1x1xf32>, tensor<1x1x1x1x1x1x1x1x1xi8>) -> tensor<1x1x1x1x1x1x1x1x1xi8>
  return
}

// -----

func.func @same_types_dequantize_linear_zero_point(%a: tensor<4xi32>, %b: tensor<4xf32>, %c: tensor<4xi16>) {
  // expected-error@+2 {{'dml.dequantize_linear' op ZeroPointTensor.DataType INT16 differs from InputTensor.DataType INT32}}
  // expected-note@+1 {{use one type for InputTensor and ZeroPointTensor}}
  dml.dequantize_linear %a, %b, %c : (tensor<4xi32>, tensor<4xf32>, tensor<4xi16>) -> tensor<4xf32>
  return
}

// -----

func.func @same_types_dequantize_linear_output(%a: tensor<4xi32>, %b: tensor<4xf32>, %c: tensor<4xi32>) {
  // expected-error@+2 {{'dml.dequantize_linear' op OutputTensor.DataType FLOAT16 differs from ScaleTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for ScaleTensor and OutputTensor}}
  dml.dequantize_linear %a, %b, %c : (tensor<4xi32>, tensor<4xf32>, tensor<4xi32>) -> tensor<4xf16>
  return
}

// -----

func.func @data_type_dequantize_linear_input(%a: tensor<4xi64>, %b: tensor<4xf32>, %c: tensor<4xi64>) {
  // expected-error@+2 {{'dml.dequantize_linear' op InputTensor.DataType INT64 is not supported at feature level 6_4; the types are INT32, INT16, INT8, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of INT32, INT16, INT8, UINT32, UINT16, UINT8}}
  dml.dequantize_linear %a, %b, %c : (tensor<4xi64>, tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @data_type_quantize_scale(%a: tensor<4xf32>, %b: tensor<4xf64>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize' op QuantizationTensors[0].DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.quantize %a, %b, %c : (tensor<4xf32>, tensor<4xf64>, tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @data_type_quantize_zero_point(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf64>) {
  // expected-error@+2 {{'dml.quantize' op QuantizationTensors[1].DataType FLOAT64 is not supported at feature level 6_4; the types are INT8, INT4, UINT8, UINT4}}
  // expected-note@+1 {{use one of INT8, INT4, UINT8, UINT4}}
  dml.quantize %a, %b, %c : (tensor<4xf32>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @same_types_quantize(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize' op OutputTensor.DataType INT4 differs from QuantizationTensors[1].DataType INT8}}
  // expected-note@+1 {{use one type for QuantizationTensors[1] and OutputTensor}}
  dml.quantize %a, %b, %c : (tensor<4xf32>, tensor<4xf32>, tensor<4xi8>) -> tensor<4xi4>
  return
}

// -----

func.func @dimension_count_quantize(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i8>) {
  // expected-error@+1 {{'dml.quantize' op InputTensor.DimensionCount 0 is outside 1 to 8, the range of feature level 6_4}}
  dml.quantize %a, %b, %c : (tensor<f32>, tensor<f32>, tensor<i8>) -> tensor<i8>
  return
}

// -----

// The operands say it.
func.func @field_unknown_quantize(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+1 {{'dml.quantize' op has no field "QuantizationType"}}
  dml.quantize %a, %b, %c {QuantizationType = "SCALE_ZERO_POINT"}
      : (tensor<4xf32>, tensor<4xf32>, tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @same_types_dequantize(%a: tensor<4xi8>, %b: tensor<4xf32>, %c: tensor<4xi4>) {
  // expected-error@+2 {{'dml.dequantize' op QuantizationTensors[1].DataType INT4 differs from InputTensor.DataType INT8}}
  // expected-note@+1 {{use one type for InputTensor and QuantizationTensors[1]}}
  dml.dequantize %a, %b, %c : (tensor<4xi8>, tensor<4xf32>, tensor<4xi4>) -> tensor<4xf32>
  return
}

// -----

func.func @same_types_a_zero_point(%a: tensor<1xi8>, %b: tensor<1xf32>, %c: tensor<1xui8>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op AZeroPointTensor.DataType UINT8 differs from ATensor.DataType INT8}}
  // expected-note@+1 {{use one type for ATensor and AZeroPointTensor}}
  dml.quantized_linear_add %a, %b, %c, %a, %b, %a, %b, %a
      : (tensor<1xi8>, tensor<1xf32>, tensor<1xui8>, tensor<1xi8>, tensor<1xf32>, tensor<1xi8>,
         tensor<1xf32>, tensor<1xi8>)
      -> tensor<1xi8>
  return
}

// -----

func.func @same_types_b_zero_point(%a: tensor<1xi8>, %b: tensor<1xf32>, %c: tensor<1xui8>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op BZeroPointTensor.DataType UINT8 differs from BTensor.DataType INT8}}
  // expected-note@+1 {{use one type for BTensor and BZeroPointTensor}}
  dml.quantized_linear_add %a, %b, %a, %a, %b, %c, %b, %a
      : (tensor<1xi8>, tensor<1xf32>, tensor<1xi8>, tensor<1xi8>, tensor<1xf32>, tensor<1xui8>,
         tensor<1xf32>, tensor<1xi8>)
      -> tensor<1xi8>
  return
}

// -----

func.func @same_types_output_zero_point(%a: tensor<1xi8>, %b: tensor<1xf32>, %c: tensor<1xui8>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op OutputZeroPointTensor.DataType UINT8 differs from OutputTensor.DataType INT8}}
  // expected-note@+1 {{use one type for OutputTensor and OutputZeroPointTensor}}
  dml.quantized_linear_add %a, %b, %a, %a, %b, %a, %b, %c
      : (tensor<1xi8>, tensor<1xf32>, tensor<1xi8>, tensor<1xi8>, tensor<1xf32>, tensor<1xi8>,
         tensor<1xf32>, tensor<1xui8>)
      -> tensor<1xi8>
  return
}

// -----

func.func @one_element_a_scale(%a: tensor<2x3xi8>, %b: tensor<2x3xf32, #dml.strides<[0, 1]>>, %c: tensor<2x3xi8, #dml.strides<[0, 0]>>, %d: tensor<2x3xf32, #dml.strides<[0, 0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op AScaleTensor.Sizes [1,3] have 3 at dimension 1; the tensor has one element}}
  // expected-note@+1 {{make every size 1}}
  dml.quantized_linear_add %a, %b, %c, %a, %d, %c, %d, %c
      : (tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 1]>>,
         tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xi8>,
         tensor<2x3xf32, #dml.strides<[0, 0]>>, tensor<2x3xi8, #dml.strides<[0, 0]>>,
         tensor<2x3xf32, #dml.strides<[0, 0]>>, tensor<2x3xi8, #dml.strides<[0, 0]>>)
      -> tensor<2x3xi8>
  return
}

// -----

func.func @one_element_a_zero_point(%a: tensor<3xi8>, %b: tensor<3xf32, #dml.strides<[0]>>, %c: tensor<3xi8, #dml.strides<[0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op AZeroPointTensor.Sizes [3] have 3 at dimension 0; the tensor has one element}}
  // expected-note@+1 {{make every size 1}}
  dml.quantized_linear_add %a, %b, %a, %a, %b, %c, %b, %c
      : (tensor<3xi8>, tensor<3xf32, #dml.strides<[0]>>, tensor<3xi8>, tensor<3xi8>,
         tensor<3xf32, #dml.strides<[0]>>, tensor<3xi8, #dml.strides<[0]>>,
         tensor<3xf32, #dml.strides<[0]>>, tensor<3xi8, #dml.strides<[0]>>)
      -> tensor<3xi8>
  return
}

// -----

func.func @one_element_b_scale(%a: tensor<3xi8>, %b: tensor<3xf32, #dml.strides<[0]>>, %c: tensor<3xi8, #dml.strides<[0]>>, %d: tensor<3xf32>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op BScaleTensor.Sizes [3] have 3 at dimension 0; the tensor has one element}}
  // expected-note@+1 {{make every size 1}}
  dml.quantized_linear_add %a, %b, %c, %a, %d, %c, %b, %c
      : (tensor<3xi8>, tensor<3xf32, #dml.strides<[0]>>, tensor<3xi8, #dml.strides<[0]>>,
         tensor<3xi8>, tensor<3xf32>, tensor<3xi8, #dml.strides<[0]>>,
         tensor<3xf32, #dml.strides<[0]>>, tensor<3xi8, #dml.strides<[0]>>)
      -> tensor<3xi8>
  return
}

// -----

func.func @one_element_b_zero_point(%a: tensor<3xi8>, %b: tensor<3xf32, #dml.strides<[0]>>, %c: tensor<3xi8, #dml.strides<[0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op BZeroPointTensor.Sizes [3] have 3 at dimension 0; the tensor has one element}}
  // expected-note@+1 {{make every size 1}}
  dml.quantized_linear_add %a, %b, %c, %a, %b, %a, %b, %c
      : (tensor<3xi8>, tensor<3xf32, #dml.strides<[0]>>, tensor<3xi8, #dml.strides<[0]>>,
         tensor<3xi8>, tensor<3xf32, #dml.strides<[0]>>, tensor<3xi8>,
         tensor<3xf32, #dml.strides<[0]>>, tensor<3xi8, #dml.strides<[0]>>)
      -> tensor<3xi8>
  return
}

// -----

func.func @one_element_output_scale(%a: tensor<3xi8>, %b: tensor<3xf32, #dml.strides<[0]>>, %c: tensor<3xi8, #dml.strides<[0]>>, %d: tensor<3xf32>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op OutputScaleTensor.Sizes [3] have 3 at dimension 0; the tensor has one element}}
  // expected-note@+1 {{make every size 1}}
  dml.quantized_linear_add %a, %b, %c, %a, %b, %c, %d, %c
      : (tensor<3xi8>, tensor<3xf32, #dml.strides<[0]>>, tensor<3xi8, #dml.strides<[0]>>,
         tensor<3xi8>, tensor<3xf32, #dml.strides<[0]>>, tensor<3xi8, #dml.strides<[0]>>,
         tensor<3xf32>, tensor<3xi8, #dml.strides<[0]>>)
      -> tensor<3xi8>
  return
}

// -----

func.func @one_element_output_zero_point(%a: tensor<3xi8>, %b: tensor<3xf32, #dml.strides<[0]>>, %c: tensor<3xi8, #dml.strides<[0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op OutputZeroPointTensor.Sizes [3] have 3 at dimension 0; the tensor has one element}}
  // expected-note@+1 {{make every size 1}}
  dml.quantized_linear_add %a, %b, %c, %a, %b, %c, %b, %a
      : (tensor<3xi8>, tensor<3xf32, #dml.strides<[0]>>, tensor<3xi8, #dml.strides<[0]>>,
         tensor<3xi8>, tensor<3xf32, #dml.strides<[0]>>, tensor<3xi8, #dml.strides<[0]>>,
         tensor<3xf32, #dml.strides<[0]>>, tensor<3xi8>)
      -> tensor<3xi8>
  return
}
