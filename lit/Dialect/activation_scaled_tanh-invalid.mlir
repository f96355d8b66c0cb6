// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64(%a: tensor<4xf64>) {
  // expected-error@+2 {{'dml.activation_scaled_tanh' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.activation_scaled_tanh %a {Alpha = 0.5 : f32, Beta = 0.25 : f32} : tensor<4xf64>
  return
}

// -----

func.func @type_i64(%a: tensor<4xi64>) {
  // expected-error@+2 {{'dml.activation_scaled_tanh' op InputTensor.DataType INT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.activation_scaled_tanh %a {Alpha = 0.5 : f32, Beta = 0.25 : f32} : tensor<4xi64>
  return
}

// -----

func.func @same_type_OutputTensor(%a: tensor<4xf32>) {
  // expected-error@+2 {{'dml.activation_scaled_tanh' op OutputTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor and OutputTensor}}
  dml.activation_scaled_tanh %a {Alpha = 0.5 : f32, Beta = 0.25 : f32}
      : (tensor<4xf32>)
      -> tensor<4xf16>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'dml.activation_scaled_tanh' op all non-scalar operands/results must have the same shape and base type}}
  dml.activation_scaled_tanh %a {Alpha = 0.5 : f32, Beta = 0.25 : f32}
      : (tensor<2x3xf32>)
      -> tensor<2x4xf32>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.activation_scaled_tanh' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.activation_scaled_tanh %a {Alpha = 0.5 : f32, Beta = 0.25 : f32}
      : (tensor<2x3xf32>)
      -> tensor<2x3xf32, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @two_operands(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_scaled_tanh' op requires a single operand}}
  dml.activation_scaled_tanh %a, %a {Alpha = 0.5 : f32, Beta = 0.25 : f32} : tensor<4xf32>
  return
}

// -----

func.func @unknown_field(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_scaled_tanh' op has no field "Extra"}}
  dml.activation_scaled_tanh %a {Alpha = 0.5 : f32, Beta = 0.25 : f32, Extra = 1.0 : f32}
      : tensor<4xf32>
  return
}

// -----

func.func @no_Alpha(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_scaled_tanh' op requires attribute 'Alpha'}}
  dml.activation_scaled_tanh %a {Beta = 0.25 : f32} : tensor<4xf32>
  return
}

// -----

func.func @Alpha_f64(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_scaled_tanh' op attribute 'Alpha' failed to satisfy constraint: 32-bit float attribute}}
  dml.activation_scaled_tanh %a {Alpha = 1.0 : f64, Beta = 0.25 : f32} : tensor<4xf32>
  return
}

// -----

func.func @Alpha_i32(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_scaled_tanh' op attribute 'Alpha' failed to satisfy constraint: 32-bit float attribute}}
  dml.activation_scaled_tanh %a {Alpha = 1 : i32, Beta = 0.25 : f32} : tensor<4xf32>
  return
}

// -----

func.func @no_Beta(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_scaled_tanh' op requires attribute 'Beta'}}
  dml.activation_scaled_tanh %a {Alpha = 0.5 : f32} : tensor<4xf32>
  return
}

// -----

func.func @Beta_f64(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_scaled_tanh' op attribute 'Beta' failed to satisfy constraint: 32-bit float attribute}}
  dml.activation_scaled_tanh %a {Alpha = 0.5 : f32, Beta = 1.0 : f64} : tensor<4xf32>
  return
}

// -----

func.func @Beta_i32(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_scaled_tanh' op attribute 'Beta' failed to satisfy constraint: 32-bit float attribute}}
  dml.activation_scaled_tanh %a {Alpha = 0.5 : f32, Beta = 1 : i32} : tensor<4xf32>
  return
}

// -----

func.func @element_type(%a: tensor<4xf64>) -> tensor<4xf64> {
  %0 = dml.fused (%x = %a : tensor<4xf64>) -> tensor<4xf64> {
    // expected-error@+2 {{'dml.activation_scaled_tanh' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
    %1 = dml.activation_scaled_tanh %x {Alpha = 0.5 : f32, Beta = 0.25 : f32} : f64
    dml.yield %1 : f64
  }
  return %0 : tensor<4xf64>
}
