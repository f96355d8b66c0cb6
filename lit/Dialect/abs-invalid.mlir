// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64(%a: tensor<4xf64>) {
  // expected-error@+2 {{'dml.abs' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT64, INT32, INT16, INT8}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8}}
  dml.abs %a : tensor<4xf64>
  return
}

// -----

func.func @type_ui8(%a: tensor<4xui8>) {
  // expected-error@+2 {{'dml.abs' op InputTensor.DataType UINT8 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT64, INT32, INT16, INT8}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8}}
  dml.abs %a : tensor<4xui8>
  return
}

// -----

func.func @same_type_OutputTensor(%a: tensor<4xf32>) {
  // expected-error@+2 {{'dml.abs' op OutputTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor and OutputTensor}}
  dml.abs %a : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'dml.abs' op all non-scalar operands/results must have the same shape and base type}}
  dml.abs %a : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.abs' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.abs %a : (tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @two_operands(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.abs' op requires a single operand}}
  dml.abs %a, %a : tensor<4xf32>
  return
}

// -----

func.func @unknown_field(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.abs' op has no field "Extra"}}
  dml.abs %a {Extra = 1.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @scale_bias_i64(%a: tensor<4xi64>) {
  // expected-error@+2 {{'dml.abs' op ScaleBias is not supported with InputTensor.DataType INT64, a 64-bit type}}
  // expected-note@+1 {{leave it null; multiply and add with operators}}
  dml.abs %a {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = -1.0 : f32>} : tensor<4xi64>
  return
}

// -----

func.func @scale_bias_kind(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.abs' op attribute 'ScaleBias' failed to satisfy constraint}}
  dml.abs %a {ScaleBias = 2.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @element_type(%a: tensor<4xf64>) -> tensor<4xf64> {
  %0 = dml.fused (%x = %a : tensor<4xf64>) -> tensor<4xf64> {
    // expected-error@+2 {{'dml.abs' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8}}
    %1 = dml.abs %x : f64
    dml.yield %1 : f64
  }
  return %0 : tensor<4xf64>
}
