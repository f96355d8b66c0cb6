// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64(%a: tensor<4xf64>) {
  // expected-error@+2 {{'dml.asinh' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.asinh %a : tensor<4xf64>
  return
}

// -----

func.func @type_i64(%a: tensor<4xi64>) {
  // expected-error@+2 {{'dml.asinh' op InputTensor.DataType INT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.asinh %a : tensor<4xi64>
  return
}

// -----

func.func @same_type_OutputTensor(%a: tensor<4xf32>) {
  // expected-error@+2 {{'dml.asinh' op OutputTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor and OutputTensor}}
  dml.asinh %a : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'dml.asinh' op all non-scalar operands/results must have the same shape and base type}}
  dml.asinh %a : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.asinh' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.asinh %a : (tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @two_operands(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.asinh' op requires a single operand}}
  dml.asinh %a, %a : tensor<4xf32>
  return
}

// -----

func.func @unknown_field(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.asinh' op has no field "Extra"}}
  dml.asinh %a {Extra = 1.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @scale_bias_kind(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.asinh' op attribute 'ScaleBias' failed to satisfy constraint}}
  dml.asinh %a {ScaleBias = 2.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @element_type(%a: tensor<4xf64>) -> tensor<4xf64> {
  %0 = dml.fused (%x = %a : tensor<4xf64>) -> tensor<4xf64> {
    // expected-error@+2 {{'dml.asinh' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
    %1 = dml.asinh %x : f64
    dml.yield %1 : f64
  }
  return %0 : tensor<4xf64>
}
