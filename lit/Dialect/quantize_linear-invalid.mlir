// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64(%a: tensor<4xf64>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize_linear' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT32}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT32}}
  dml.quantize_linear %a, %b, %c : (tensor<4xf64>, tensor<4xf32>, tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @type_i64(%a: tensor<4xi64>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize_linear' op InputTensor.DataType INT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT32}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT32}}
  dml.quantize_linear %a, %b, %c : (tensor<4xi64>, tensor<4xf32>, tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @type_of_ScaleTensor_f64(%a: tensor<4xf32>, %b: tensor<4xf64>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize_linear' op ScaleTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.quantize_linear %a, %b, %c : (tensor<4xf32>, tensor<4xf64>, tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @type_of_ZeroPointTensor_f64(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf64>) {
  // expected-error@+2 {{'dml.quantize_linear' op ZeroPointTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are INT8, UINT8}}
  // expected-note@+1 {{use one of INT8, UINT8}}
  dml.quantize_linear %a, %b, %c : (tensor<4xf32>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @type_of_OutputTensor_f64(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize_linear' op OutputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are INT8, UINT8}}
  // expected-note@+1 {{use one of INT8, UINT8}}
  dml.quantize_linear %a, %b, %c : (tensor<4xf32>, tensor<4xf32>, tensor<4xi8>) -> tensor<4xf64>
  return
}

// -----

func.func @same_type_OutputTensor(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize_linear' op OutputTensor.DataType UINT8 differs from ZeroPointTensor.DataType INT8}}
  // expected-note@+1 {{use one type for ZeroPointTensor and OutputTensor}}
  dml.quantize_linear %a, %b, %c : (tensor<4xf32>, tensor<4xf32>, tensor<4xi8>) -> tensor<4xui8>
  return
}

// -----

func.func @scale_f32_of_f16(%a: tensor<4xf16>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize_linear' op ScaleTensor.DataType FLOAT32 does not go with InputTensor.DataType FLOAT16}}
  // expected-note@+1 {{use FLOAT16}}
  dml.quantize_linear %a, %b, %c : (tensor<4xf16>, tensor<4xf32>, tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @scale_f16_of_i32(%a: tensor<4xi32>, %b: tensor<4xf16>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize_linear' op ScaleTensor.DataType FLOAT16 does not go with InputTensor.DataType INT32}}
  // expected-note@+1 {{use FLOAT32}}
  dml.quantize_linear %a, %b, %c : (tensor<4xi32>, tensor<4xf16>, tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %c: tensor<2x3xi8>) {
  // expected-error@+1 {{'dml.quantize_linear' op all non-scalar operands/results must have the same shape and base type}}
  dml.quantize_linear %a, %b, %c : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi8>) -> tensor<2x4xi8>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %c: tensor<2x3xi8>) {
  // expected-error@+2 {{'dml.quantize_linear' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.quantize_linear %a, %b, %c
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi8>)
      -> tensor<2x3xi8, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @operand_count(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.quantize_linear' op expected 3 operands, but found 2}}
  dml.quantize_linear %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi8>
  return
}

// -----

func.func @unknown_field(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+1 {{'dml.quantize_linear' op has no field "Extra"}}
  dml.quantize_linear %a, %b, %c {Extra = 1.0 : f32}
      : (tensor<4xf32>, tensor<4xf32>, tensor<4xi8>)
      -> tensor<4xi8>
  return
}

// -----

func.func @element_type(%a: tensor<4xf64>, %b: tensor<4xf32>, %c: tensor<4xi8>) -> tensor<4xi8> {
  %0 = dml.fused (%x = %a : tensor<4xf64>, %y = %b : tensor<4xf32>,
      %z = %c : tensor<4xi8>) -> tensor<4xi8> {
    // expected-error@+2 {{'dml.quantize_linear' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT32}}
    %1 = dml.quantize_linear %x, %y, %z : (f64, f32, i8) -> i8
    dml.yield %1 : i8
  }
  return %0 : tensor<4xi8>
}

// -----

func.func @rank_9(%a: tensor<1x1x1x1x1x1x1x1x1xf32>, %b: tensor<1x1x1x1x1x1x1x1x1xf32>, %c: tensor<1x1x1x1x1x1x1x1x1xi8>) {
  // expected-error@+1 {{'dml.quantize_linear' op InputTensor.DimensionCount 9 is outside 1 to 8, the range of feature level 6_4}}
  dml.quantize_linear %a, %b, %c : (tensor<1x1x1x1x1x1x1x1x1xf32>, tensor<1x1x1x1x1x1x1x1x1xf32>, tensor<1x1x1x1x1x1x1x1x1xi8>) -> tensor<1x1x1x1x1x1x1x1x1xi8>
  return
}
