// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64(%a: tensor<4xf64>) {
  // expected-error@+2 {{'dml.clip' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  dml.clip %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : tensor<4xf64>
  return
}

// -----

func.func @no_data_type(%a: tensor<4xbf16>) {
  // expected-error@+1 {{'dml.clip' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<4xbf16>'}}
  dml.clip %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : tensor<4xbf16>
  return
}

// -----

func.func @signed_spelling(%a: tensor<4xsi32>) {
  // expected-error@+1 {{'dml.clip' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<4xsi32>'}}
  dml.clip %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : tensor<4xsi32>
  return
}

// -----

func.func @unknown_size(%a: tensor<?xf32>) {
  // expected-error@+1 {{'dml.clip' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<?xf32>'}}
  dml.clip %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : (tensor<?xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @output_type(%a: tensor<4xf32>) {
  // expected-error@+2 {{'dml.clip' op OutputTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor and OutputTensor}}
  dml.clip %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'dml.clip' op all non-scalar operands/results must have the same shape and base type}}
  dml.clip %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @rank_0(%a: tensor<f32>) {
  // expected-error@+1 {{'dml.clip' op InputTensor.DimensionCount 0 is outside 1 to 8, the range of feature level 6_4}}
  dml.clip %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @rank_9(%a: tensor<1x1x1x1x1x1x1x1x1xf32>) {
  // expected-error@+1 {{'dml.clip' op InputTensor.DimensionCount 9 is outside 1 to 8, the range of feature level 6_4}}
  dml.clip %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : (tensor<1x1x1x1x1x1x1x1x1xf32>) -> tensor<1x1x1x1x1x1x1x1x1xf32>
  return
}

// -----

func.func @span(%a: tensor<9223372036854775807x2xf32>) {
  // expected-error@+2 {{'dml.clip' op InputTensor.Sizes [9223372036854775807,2] reach past 64-bit addresses}}
  // expected-note@+1 {{split the tensor}}
  dml.clip %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : (tensor<9223372036854775807x2xf32>) -> tensor<9223372036854775807x2xf32>
  return
}

// -----

func.func @output_repeats(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.clip' op OutputTensor.Strides [0,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.clip %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[0, 1]>>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.clip' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.clip %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @element_result(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip' op if an operand is non-scalar, then there must be at least one non-scalar result}}
  dml.clip %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @two_operands(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip' op requires a single operand}}
  dml.clip %a, %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : tensor<4xf32>
  return
}

// -----

func.func @no_result(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip' op requires one result}}
  dml.clip %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @unknown_field(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip' op has no field "Extra"}}
  dml.clip %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32, Extra = 1.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @element_type(%a: tensor<4xf64>) -> tensor<4xf64> {
  %0 = dml.fused (%x = %a : tensor<4xf64>) -> tensor<4xf64> {
    // expected-error@+2 {{'dml.clip' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
    %1 = dml.clip %x {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : f64
    dml.yield %1 : f64
  }
  return %0 : tensor<4xf64>
}

// -----

func.func @scale_bias_i64(%a: tensor<4xi64>) {
  // expected-error@+2 {{'dml.clip' op ScaleBias is not supported with InputTensor.DataType INT64, a 64-bit type}}
  // expected-note@+1 {{leave it null; multiply and add with operators}}
  dml.clip %a {Max = 1.0 : f32, Min = 0.0 : f32, ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 0.0 : f32>} : tensor<4xi64>
  return
}

// -----

func.func @scale_bias_ui64(%a: tensor<4xui64>) {
  // expected-error@+2 {{'dml.clip' op ScaleBias is not supported with InputTensor.DataType UINT64, a 64-bit type}}
  // expected-note@+1 {{leave it null; multiply and add with operators}}
  dml.clip %a {Max = 1.0 : f32, Min = 0.0 : f32, ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 0.0 : f32>} : tensor<4xui64>
  return
}

// -----

func.func @scale_bias_kind(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip' op attribute 'ScaleBias' failed to satisfy constraint}}
  dml.clip %a {Max = 1.0 : f32, Min = 0.0 : f32, ScaleBias = 2.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @no_Max(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip' op requires attribute 'Max'}}
  dml.clip %a {Min = 1.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @Max_f64(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip' op attribute 'Max' failed to satisfy constraint: 32-bit float attribute}}
  dml.clip %a {Min = 1.0 : f32, Max = 1.0 : f64} : tensor<4xf32>
  return
}

// -----

func.func @Max_i32(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip' op attribute 'Max' failed to satisfy constraint: 32-bit float attribute}}
  dml.clip %a {Min = 1.0 : f32, Max = 1 : i32} : tensor<4xf32>
  return
}

// -----

func.func @no_Min(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip' op requires attribute 'Min'}}
  dml.clip %a {Max = 1.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @Min_f64(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip' op attribute 'Min' failed to satisfy constraint: 32-bit float attribute}}
  dml.clip %a {Max = 1.0 : f32, Min = 1.0 : f64} : tensor<4xf32>
  return
}

// -----

func.func @Min_i32(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip' op attribute 'Min' failed to satisfy constraint: 32-bit float attribute}}
  dml.clip %a {Max = 1.0 : f32, Min = 1 : i32} : tensor<4xf32>
  return
}
