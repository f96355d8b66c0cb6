// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+2 {{'dml.fill_value_sequence' op OutputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  dml.fill_value_sequence %i {ValueDelta = 1.0 : f64, ValueStart = 0.0 : f64} : (tensor<2x3xi64>) -> tensor<2x3xf64>
  return
}

// -----

func.func @delta_type() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_sequence' op ValueDelta is INT32, ValueDataType is FLOAT32}}
  dml.fill_value_sequence %i {ValueDelta = 1 : i32, ValueStart = 0.0 : f32} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @start_type() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_sequence' op ValueStart is INT8, ValueDataType is UINT8}}
  dml.fill_value_sequence %i {ValueDelta = 1 : ui8, ValueStart = 0 : i8} : (tensor<2x3xi64>) -> tensor<2x3xui8>
  return
}

// -----

func.func @no_delta() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_sequence' op requires attribute 'ValueDelta'}}
  dml.fill_value_sequence %i {ValueStart = 0.0 : f32} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @no_start() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_sequence' op requires attribute 'ValueStart'}}
  dml.fill_value_sequence %i {ValueDelta = 0.0 : f32} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @delta_kind() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_sequence' op ValueDelta is dense<1.000000e+00> : tensor<2xf32>, which is not a value of this field}}
  dml.fill_value_sequence %i {ValueDelta = dense<1.0> : tensor<2xf32>, ValueStart = 0.0 : f32} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @sizes() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_sequence' op all non-scalar operands/results must have the same shape and base type}}
  dml.fill_value_sequence %i {ValueDelta = 1.0 : f32, ValueStart = 0.0 : f32} : (tensor<2x3xi64>) -> tensor<3x2xf32>
  return
}

// -----

func.func @rank_0() {
  %i = dml.linear_index : tensor<i64>
  // expected-error@+1 {{'dml.fill_value_sequence' op OutputTensor.DimensionCount 0 is outside 1 to 8, the range of feature level 6_4}}
  dml.fill_value_sequence %i {ValueDelta = 1.0 : f32, ValueStart = 0.0 : f32} : (tensor<i64>) -> tensor<f32>
  return
}

// -----

func.func @rank_9() {
  %i = dml.linear_index : tensor<1x1x1x1x1x1x1x1x1xi64>
  // expected-error@+1 {{'dml.fill_value_sequence' op OutputTensor.DimensionCount 9 is outside 1 to 8, the range of feature level 6_4}}
  dml.fill_value_sequence %i {ValueDelta = 1.0 : f32, ValueStart = 0.0 : f32} : (tensor<1x1x1x1x1x1x1x1x1xi64>) -> tensor<1x1x1x1x1x1x1x1x1xf32>
  return
}

// -----

func.func @output_overlaps() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+2 {{'dml.fill_value_sequence' op OutputTensor.Strides [1,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.fill_value_sequence %i {ValueDelta = 1.0 : f32, ValueStart = 0.0 : f32} : (tensor<2x3xi64>) -> tensor<2x3xf32, #dml.strides<[1, 1]>>
  return
}

// -----

func.func @unknown_field() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_sequence' op has no field "ValueDataType"}}
  dml.fill_value_sequence %i {ValueDelta = 1.0 : f32, ValueStart = 0.0 : f32, ValueDataType = 1 : i32} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @index_type(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'dml.fill_value_sequence' op operand #0 must be 64-bit indices, but got 'tensor<2x3xf32>'}}
  dml.fill_value_sequence %a {ValueDelta = 1.0 : f32, ValueStart = 0.0 : f32} : tensor<2x3xf32>
  return
}
