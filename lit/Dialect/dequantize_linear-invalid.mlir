// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64(%a: tensor<4xf64>, %b: tensor<4xf32>, %c: tensor<4xf64>) {
  // expected-error@+2 {{'dml.dequantize_linear' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are INT32, INT16, INT8, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of INT32, INT16, INT8, UINT32, UINT16, UINT8}}
  dml.dequantize_linear %a, %b, %c : (tensor<4xf64>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @type_i64(%a: tensor<4xi64>, %b: tensor<4xf32>, %c: tensor<4xi64>) {
  // expected-error@+2 {{'dml.dequantize_linear' op InputTensor.DataType INT64 is not supported at feature level 6_4; the types are INT32, INT16, INT8, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of INT32, INT16, INT8, UINT32, UINT16, UINT8}}
  dml.dequantize_linear %a, %b, %c : (tensor<4xi64>, tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @type_of_ScaleTensor_f64(%a: tensor<4xi32>, %b: tensor<4xf64>, %c: tensor<4xi32>) {
  // expected-error@+2 {{'dml.dequantize_linear' op ScaleTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.dequantize_linear %a, %b, %c : (tensor<4xi32>, tensor<4xf64>, tensor<4xi32>) -> tensor<4xf64>
  return
}

// -----

func.func @type_of_ZeroPointTensor_f64(%a: tensor<4xi32>, %b: tensor<4xf32>, %c: tensor<4xf64>) {
  // expected-error@+2 {{'dml.dequantize_linear' op ZeroPointTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are INT32, INT16, INT8, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of INT32, INT16, INT8, UINT32, UINT16, UINT8}}
  dml.dequantize_linear %a, %b, %c : (tensor<4xi32>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @type_of_OutputTensor_f64(%a: tensor<4xi32>, %b: tensor<4xf32>, %c: tensor<4xi32>) {
  // expected-error@+2 {{'dml.dequantize_linear' op OutputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.dequantize_linear %a, %b, %c : (tensor<4xi32>, tensor<4xf32>, tensor<4xi32>) -> tensor<4xf64>
  return
}

// -----

func.func @same_type_ZeroPointTensor(%a: tensor<4xi32>, %b: tensor<4xf32>, %c: tensor<4xi16>) {
  // expected-error@+2 {{'dml.dequantize_linear' op ZeroPointTensor.DataType INT16 differs from InputTensor.DataType INT32}}
  // expected-note@+1 {{use one type for InputTensor and ZeroPointTensor}}
  dml.dequantize_linear %a, %b, %c : (tensor<4xi32>, tensor<4xf32>, tensor<4xi16>) -> tensor<4xf32>
  return
}

// -----

func.func @same_type_OutputTensor(%a: tensor<4xi32>, %b: tensor<4xf32>, %c: tensor<4xi32>) {
  // expected-error@+2 {{'dml.dequantize_linear' op OutputTensor.DataType FLOAT16 differs from ScaleTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for ScaleTensor and OutputTensor}}
  dml.dequantize_linear %a, %b, %c : (tensor<4xi32>, tensor<4xf32>, tensor<4xi32>) -> tensor<4xf16>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xi32>, %b: tensor<2x3xf32>, %c: tensor<2x3xi32>) {
  // expected-error@+1 {{'dml.dequantize_linear' op all non-scalar operands/results must have the same shape and base type}}
  dml.dequantize_linear %a, %b, %c
      : (tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x3xi32>)
      -> tensor<2x4xf32>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xi32>, %b: tensor<2x3xf32>, %c: tensor<2x3xi32>) {
  // expected-error@+2 {{'dml.dequantize_linear' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.dequantize_linear %a, %b, %c
      : (tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x3xi32>)
      -> tensor<2x3xf32, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @operand_count(%a: tensor<4xi32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.dequantize_linear' op expected 3 operands, but found 2}}
  dml.dequantize_linear %a, %b : (tensor<4xi32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @unknown_field(%a: tensor<4xi32>, %b: tensor<4xf32>, %c: tensor<4xi32>) {
  // expected-error@+1 {{'dml.dequantize_linear' op has no field "Extra"}}
  dml.dequantize_linear %a, %b, %c {Extra = 1.0 : f32}
      : (tensor<4xi32>, tensor<4xf32>, tensor<4xi32>)
      -> tensor<4xf32>
  return
}

// -----

func.func @element_type(%a: tensor<4xf64>, %b: tensor<4xf32>, %c: tensor<4xf64>) -> tensor<4xf32> {
  %0 = dml.fused (%x = %a : tensor<4xf64>, %y = %b : tensor<4xf32>,
      %z = %c : tensor<4xf64>) -> tensor<4xf32> {
    // expected-error@+2 {{'dml.dequantize_linear' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of INT32, INT16, INT8, UINT32, UINT16, UINT8}}
    %1 = dml.dequantize_linear %x, %y, %z : (f64, f32, f64) -> f32
    dml.yield %1 : f32
  }
  return %0 : tensor<4xf32>
}
