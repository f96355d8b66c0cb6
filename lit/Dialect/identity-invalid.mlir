// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @no_data_type(%a: tensor<4xbf16>) {
  // expected-error@+1 {{'dml.identity' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<4xbf16>'}}
  dml.identity %a : tensor<4xbf16>
  return
}

// -----

func.func @signed_spelling(%a: tensor<4xsi32>) {
  // expected-error@+1 {{'dml.identity' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<4xsi32>'}}
  dml.identity %a : tensor<4xsi32>
  return
}

// -----

func.func @unknown_size(%a: tensor<?xf64>) {
  // expected-error@+1 {{'dml.identity' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<?xf64>'}}
  dml.identity %a : (tensor<?xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @output_type(%a: tensor<4xf64>) {
  // expected-error@+2 {{'dml.identity' op OutputTensor.DataType FLOAT32 differs from InputTensor.DataType FLOAT64}}
  // expected-note@+1 {{use one type for InputTensor and OutputTensor}}
  dml.identity %a : (tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xf64>) {
  // expected-error@+1 {{'dml.identity' op all non-scalar operands/results must have the same shape and base type}}
  dml.identity %a : (tensor<2x3xf64>) -> tensor<2x4xf64>
  return
}

// -----

func.func @rank_0(%a: tensor<f64>) {
  // expected-error@+1 {{'dml.identity' op InputTensor.DimensionCount 0 is outside 1 to 8, the range of feature level 6_4}}
  dml.identity %a : (tensor<f64>) -> tensor<f64>
  return
}

// -----

func.func @rank_9(%a: tensor<1x1x1x1x1x1x1x1x1xf64>) {
  // expected-error@+1 {{'dml.identity' op InputTensor.DimensionCount 9 is outside 1 to 8, the range of feature level 6_4}}
  dml.identity %a : (tensor<1x1x1x1x1x1x1x1x1xf64>) -> tensor<1x1x1x1x1x1x1x1x1xf64>
  return
}

// -----

func.func @span(%a: tensor<9223372036854775807x2xf64>) {
  // expected-error@+2 {{'dml.identity' op InputTensor.Sizes [9223372036854775807,2] reach past 64-bit addresses}}
  // expected-note@+1 {{split the tensor}}
  dml.identity %a : (tensor<9223372036854775807x2xf64>) -> tensor<9223372036854775807x2xf64>
  return
}

// -----

func.func @output_repeats(%a: tensor<2x3xf64>) {
  // expected-error@+2 {{'dml.identity' op OutputTensor.Strides [0,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.identity %a : (tensor<2x3xf64>) -> tensor<2x3xf64, #dml.strides<[0, 1]>>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xf64>) {
  // expected-error@+2 {{'dml.identity' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.identity %a : (tensor<2x3xf64>) -> tensor<2x3xf64, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @element_result(%a: tensor<4xf64>) {
  // expected-error@+1 {{'dml.identity' op if an operand is non-scalar, then there must be at least one non-scalar result}}
  dml.identity %a : (tensor<4xf64>) -> f64
  return
}

// -----

func.func @two_operands(%a: tensor<4xf64>) {
  // expected-error@+1 {{'dml.identity' op requires a single operand}}
  dml.identity %a, %a : tensor<4xf64>
  return
}

// -----

func.func @no_result(%a: tensor<4xf64>) {
  // expected-error@+1 {{'dml.identity' op requires one result}}
  dml.identity %a : (tensor<4xf64>) -> ()
  return
}

// -----

func.func @unknown_field(%a: tensor<4xf64>) {
  // expected-error@+1 {{'dml.identity' op has no field "Extra"}}
  dml.identity %a {Extra = 1.0 : f32} : (tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @scale_bias_i64(%a: tensor<4xi64>) {
  // expected-error@+2 {{'dml.identity' op ScaleBias is not supported with InputTensor.DataType INT64, a 64-bit type}}
  // expected-note@+1 {{leave it null; multiply and add with operators}}
  dml.identity %a {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 0.0 : f32>} : tensor<4xi64>
  return
}

// -----

func.func @scale_bias_ui64(%a: tensor<4xui64>) {
  // expected-error@+2 {{'dml.identity' op ScaleBias is not supported with InputTensor.DataType UINT64, a 64-bit type}}
  // expected-note@+1 {{leave it null; multiply and add with operators}}
  dml.identity %a {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 0.0 : f32>} : tensor<4xui64>
  return
}

// -----

func.func @scale_bias_f64(%a: tensor<4xf64>) {
  // expected-error@+2 {{'dml.identity' op ScaleBias is not supported with InputTensor.DataType FLOAT64, a 64-bit type}}
  // expected-note@+1 {{leave it null; multiply and add with operators}}
  dml.identity %a {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 0.0 : f32>} : tensor<4xf64>
  return
}

// -----

func.func @scale_bias_kind(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.identity' op attribute 'ScaleBias' failed to satisfy constraint}}
  dml.identity %a {ScaleBias = 2.0 : f32} : tensor<4xf32>
  return
}

// -----

// Elements of 4 bits are copied, not computed with.
func.func @four_bits_scaled(%a: tensor<4xi4>) {
  // expected-error@+2 {{'dml.identity' op InputTensor.DataType INT4 is not supported at feature level 6_4}}
  // expected-note@+1 {{use one of FLOAT64}}
  dml.identity %a {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 1.0 : f32>} : tensor<4xi4>
  return
}
