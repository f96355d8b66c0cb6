// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64(%a: tensor<4xf64>) {
  // expected-error@+2 {{'dml.activation_shrink' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT32, INT16, INT8, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT32, INT16, INT8, UINT32, UINT16, UINT8}}
  dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : tensor<4xf64>
  return
}

// -----

func.func @type_i64(%a: tensor<4xi64>) {
  // expected-error@+2 {{'dml.activation_shrink' op InputTensor.DataType INT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT32, INT16, INT8, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT32, INT16, INT8, UINT32, UINT16, UINT8}}
  dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : tensor<4xi64>
  return
}

// -----

func.func @no_data_type(%a: tensor<4xbf16>) {
  // expected-error@+1 {{'dml.activation_shrink' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<4xbf16>'}}
  dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : tensor<4xbf16>
  return
}

// -----

func.func @signed_spelling(%a: tensor<4xsi32>) {
  // expected-error@+1 {{'dml.activation_shrink' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<4xsi32>'}}
  dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : tensor<4xsi32>
  return
}

// -----

func.func @unknown_size(%a: tensor<?xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<?xf32>'}}
  dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : (tensor<?xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @output_type(%a: tensor<4xf32>) {
  // expected-error@+2 {{'dml.activation_shrink' op OutputTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor and OutputTensor}}
  dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op all non-scalar operands/results must have the same shape and base type}}
  dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @rank_0(%a: tensor<f32>) {
  // expected-error@+1 {{'dml.activation_shrink' op InputTensor.DimensionCount 0 is outside 1 to 8, the range of feature level 6_4}}
  dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @rank_9(%a: tensor<1x1x1x1x1x1x1x1x1xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op InputTensor.DimensionCount 9 is outside 1 to 8, the range of feature level 6_4}}
  dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : (tensor<1x1x1x1x1x1x1x1x1xf32>) -> tensor<1x1x1x1x1x1x1x1x1xf32>
  return
}

// -----

func.func @span(%a: tensor<9223372036854775807x2xf32>) {
  // expected-error@+2 {{'dml.activation_shrink' op InputTensor.Sizes [9223372036854775807,2] reach past 64-bit addresses}}
  // expected-note@+1 {{split the tensor}}
  dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : (tensor<9223372036854775807x2xf32>) -> tensor<9223372036854775807x2xf32>
  return
}

// -----

func.func @output_repeats(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.activation_shrink' op OutputTensor.Strides [0,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[0, 1]>>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.activation_shrink' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @element_result(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op if an operand is non-scalar, then there must be at least one non-scalar result}}
  dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @two_operands(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op requires a single operand}}
  dml.activation_shrink %a, %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : tensor<4xf32>
  return
}

// -----

func.func @no_result(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op requires one result}}
  dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @unknown_field(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op has no field "Extra"}}
  dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32, Extra = 1.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @element_type(%a: tensor<4xf64>) -> tensor<4xf64> {
  %0 = dml.fused (%x = %a : tensor<4xf64>) -> tensor<4xf64> {
    // expected-error@+2 {{'dml.activation_shrink' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT32, INT16, INT8, UINT32, UINT16, UINT8}}
    %1 = dml.activation_shrink %x {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : f64
    dml.yield %1 : f64
  }
  return %0 : tensor<4xf64>
}

// -----

func.func @no_Bias(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op requires attribute 'Bias'}}
  dml.activation_shrink %a {Threshold = 1.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @Bias_f64(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op attribute 'Bias' failed to satisfy constraint: 32-bit float attribute}}
  dml.activation_shrink %a {Threshold = 1.0 : f32, Bias = 1.0 : f64} : tensor<4xf32>
  return
}

// -----

func.func @Bias_i32(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op attribute 'Bias' failed to satisfy constraint: 32-bit float attribute}}
  dml.activation_shrink %a {Threshold = 1.0 : f32, Bias = 1 : i32} : tensor<4xf32>
  return
}

// -----

func.func @no_Threshold(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op requires attribute 'Threshold'}}
  dml.activation_shrink %a {Bias = 1.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @Threshold_f64(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op attribute 'Threshold' failed to satisfy constraint: 32-bit float attribute}}
  dml.activation_shrink %a {Bias = 1.0 : f32, Threshold = 1.0 : f64} : tensor<4xf32>
  return
}

// -----

func.func @Threshold_i32(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op attribute 'Threshold' failed to satisfy constraint: 32-bit float attribute}}
  dml.activation_shrink %a {Bias = 1.0 : f32, Threshold = 1 : i32} : tensor<4xf32>
  return
}
