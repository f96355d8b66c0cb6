// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

// The rules, by their names as in unary-invalid.mlir, of operators without tensor
// inputs.

func.func @operand_type(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'dml.fill_value_constant' op operand #0 must be 64-bit indices, but got 'tensor<2x3xf32>'}}
  dml.fill_value_constant %a {Value = 1.0 : f32} : tensor<2x3xf32>
  return
}

// -----

func.func @data_type() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+2 {{'dml.fill_value_constant' op OutputTensor.DataType INT4 is not supported at feature level 6_4; the types are FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  dml.fill_value_constant %i {Value = 1 : i4} : (tensor<2x3xi64>) -> tensor<2x3xi4>
  return
}

// -----

func.func @dimension_count_0() {
  %i = dml.linear_index : tensor<i64>
  // expected-error@+1 {{'dml.fill_value_constant' op OutputTensor.DimensionCount 0 is outside 1 to 8, the range of feature level 6_4}}
  dml.fill_value_constant %i {Value = 1.0 : f32} : (tensor<i64>) -> tensor<f32>
  return
}

// -----

func.func @dimension_count_9() {
  %i = dml.linear_index : tensor<1x1x1x1x1x1x1x1x1xi64>
  // expected-error@+1 {{'dml.fill_value_constant' op OutputTensor.DimensionCount 9 is outside 1 to 8, the range of feature level 6_4}}
  dml.fill_value_constant %i {Value = 1.0 : f32} : (tensor<1x1x1x1x1x1x1x1x1xi64>) -> tensor<1x1x1x1x1x1x1x1x1xf32>
  return
}

// -----

func.func @output_overlap() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+2 {{'dml.fill_value_constant' op OutputTensor.Strides [0,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.fill_value_constant %i {Value = 1.0 : f32} : (tensor<2x3xi64>) -> tensor<2x3xf32, #dml.strides<[0, 1]>>
  return
}

// -----

func.func @shape_of_result() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_constant' op all non-scalar operands/results must have the same shape and base type}}
  dml.fill_value_constant %i {Value = 1.0 : f32} : (tensor<2x3xi64>) -> tensor<3x2xf32>
  return
}

// -----

func.func @field_required() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_constant' op requires attribute 'Value'}}
  dml.fill_value_constant %i : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @field_required_start() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_sequence' op requires attribute 'ValueStart'}}
  dml.fill_value_sequence %i {ValueDelta = 1.0 : f32} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @field_required_delta() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_sequence' op requires attribute 'ValueDelta'}}
  dml.fill_value_sequence %i {ValueStart = 1.0 : f32} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @field_kind() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_constant' op Value is dense<1.000000e+00> : tensor<2xf32>, which is not a value of this field}}
  dml.fill_value_constant %i {Value = dense<1.0> : tensor<2xf32>} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @field_unknown() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_constant' op has no field "ValueDataType"}}
  dml.fill_value_constant %i {Value = 1.0 : f32, ValueDataType = 1 : i32} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @value_data_type() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_constant' op Value is INT32, ValueDataType is FLOAT32}}
  dml.fill_value_constant %i {Value = 1 : i32} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @value_data_type_signedness() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_constant' op Value is INT8, ValueDataType is UINT8}}
  dml.fill_value_constant %i {Value = 1 : i8} : (tensor<2x3xi64>) -> tensor<2x3xui8>
  return
}

// -----

func.func @value_data_type_start() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_sequence' op ValueStart is INT8, ValueDataType is UINT8}}
  dml.fill_value_sequence %i {ValueDelta = 1 : ui8, ValueStart = 0 : i8} : (tensor<2x3xi64>) -> tensor<2x3xui8>
  return
}

// -----

func.func @value_data_type_delta() {
  %i = dml.linear_index : tensor<2x3xi64>
  // expected-error@+1 {{'dml.fill_value_sequence' op ValueDelta is INT32, ValueDataType is FLOAT32}}
  dml.fill_value_sequence %i {ValueDelta = 1 : i32, ValueStart = 0.0 : f32} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return
}
