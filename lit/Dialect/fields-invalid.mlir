// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

// The rules, by their names as in unary-invalid.mlir, of fields that are no
// tensors.

func.func @field_required_float(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op requires attribute 'Threshold'}}
  dml.activation_shrink %a {Bias = 1.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @field_kind_float_f64(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op attribute 'Bias' failed to satisfy constraint: 32-bit float attribute}}
  dml.activation_shrink %a {Bias = 1.0 : f64, Threshold = 1.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @field_kind_float_i32(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op attribute 'Threshold' failed to satisfy constraint: 32-bit float attribute}}
  dml.activation_shrink %a {Bias = 1.0 : f32, Threshold = 1 : i32} : tensor<4xf32>
  return
}

// -----

func.func @field_required_constant_float(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.constant_pow' op requires attribute 'Exponent'}}
  dml.constant_pow %a : tensor<4xf32>
  return
}

// -----

func.func @field_kind_constant_float(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.constant_pow' op attribute 'Exponent' failed to satisfy constraint: 32-bit float attribute}}
  dml.constant_pow %a {Exponent = 1 : i32} : tensor<4xf32>
  return
}

// -----

func.func @field_required_enum(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.round' op requires attribute 'RoundingMode'}}
  dml.round %a : tensor<4xf32>
  return
}

// -----

func.func @field_kind_enum(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.round' op attribute 'RoundingMode' failed to satisfy constraint: string attribute}}
  dml.round %a {RoundingMode = 0 : i32} : tensor<4xf32>
  return
}

// -----

func.func @enum_range(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.round' op RoundingMode is "SIDEWAYS", which is not a value of this field; the values are HALVES_TO_NEAREST_EVEN, TOWARD_ZERO, TOWARD_INFINITY}}
  dml.round %a {RoundingMode = "SIDEWAYS"} : tensor<4xf32>
  return
}

// -----

func.func @enum_range_is_infinity(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.is_infinity' op InfinityMode is "BOTH", which is not a value of this field; the values are EITHER, POSITIVE, NEGATIVE}}
  dml.is_infinity %a {InfinityMode = "BOTH"} : (tensor<4xf32>) -> tensor<4xui8>
  return
}

// -----

func.func @field_kind_scale_bias(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.abs' op attribute 'ScaleBias' failed to satisfy constraint}}
  dml.abs %a {ScaleBias = 2.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @scale_bias_type_i64(%a: tensor<4xi64>) {
  // expected-error@+2 {{'dml.identity' op ScaleBias is not supported with InputTensor.DataType INT64, a 64-bit type}}
  // expected-note@+1 {{leave it null; multiply and add with operators}}
  dml.identity %a {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 0.0 : f32>} : tensor<4xi64>
  return
}

// -----

func.func @scale_bias_type_ui64(%a: tensor<4xui64>) {
  // expected-error@+2 {{'dml.identity' op ScaleBias is not supported with InputTensor.DataType UINT64, a 64-bit type}}
  // expected-note@+1 {{leave it null; multiply and add with operators}}
  dml.identity %a {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 0.0 : f32>} : tensor<4xui64>
  return
}

// -----

func.func @scale_bias_type_f64(%a: tensor<4xf64>) {
  // expected-error@+2 {{'dml.identity' op ScaleBias is not supported with InputTensor.DataType FLOAT64, a 64-bit type}}
  // expected-note@+1 {{leave it null; multiply and add with operators}}
  dml.identity %a {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 0.0 : f32>} : tensor<4xf64>
  return
}

// -----

// The tensors say it.
func.func @field_unknown_type(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip1' op has no field "MinMaxDataType"}}
  dml.clip1 %a {Max = 5.5 : f32, Min = 1.5 : f32, MinMaxDataType = 1 : i32} : tensor<4xf32>
  return
}

// -----

func.func @field_required_scalar_min(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip1' op requires attribute 'Min'}}
  dml.clip1 %a {Max = 1.5 : f32} : tensor<4xf32>
  return
}

// -----

func.func @value_data_type_min(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip1' op Min is FLOAT16, MinMaxDataType is FLOAT32}}
  dml.clip1 %a {Max = 1.5 : f32, Min = 1.0 : f16} : tensor<4xf32>
  return
}

// -----

func.func @field_kind_scalar_min(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip1' op Min is dense<1.000000e+00> : tensor<2xf32>, which is not a value of this field}}
  dml.clip1 %a {Max = 1.5 : f32, Min = dense<1.0> : tensor<2xf32>} : tensor<4xf32>
  return
}

// -----

func.func @field_required_scalar_max(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip1' op requires attribute 'Max'}}
  dml.clip1 %a {Min = 1.5 : f32} : tensor<4xf32>
  return
}

// -----

func.func @value_data_type_max(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip1' op Max is FLOAT16, MinMaxDataType is FLOAT32}}
  dml.clip1 %a {Min = 1.5 : f32, Max = 1.0 : f16} : tensor<4xf32>
  return
}

// -----

func.func @field_kind_scalar_max(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip1' op Max is dense<1.000000e+00> : tensor<2xf32>, which is not a value of this field}}
  dml.clip1 %a {Min = 1.5 : f32, Max = dense<1.0> : tensor<2xf32>} : tensor<4xf32>
  return
}
