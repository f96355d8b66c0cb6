// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

// The rules, by their names as in unary-invalid.mlir, of operators whose tensors
// have types of their own.

func.func @same_types_activation_parameterized_relu_slope(%a: tensor<4xf32>, %b: tensor<4xf16>) {
  // expected-error@+2 {{'dml.activation_parameterized_relu' op SlopeTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor, SlopeTensor and OutputTensor}}
  dml.activation_parameterized_relu %a, %b : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @same_types_activation_parameterized_relu_output(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+2 {{'dml.activation_parameterized_relu' op OutputTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor, SlopeTensor and OutputTensor}}
  dml.activation_parameterized_relu %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @same_types_activation_relu_grad_input_gradient(%a: tensor<4xf32>, %b: tensor<4xf16>) {
  // expected-error@+2 {{'dml.activation_relu_grad' op InputGradientTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor, InputGradientTensor and OutputGradientTensor}}
  dml.activation_relu_grad %a, %b : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @same_types_activation_relu_grad_output(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+2 {{'dml.activation_relu_grad' op OutputGradientTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor, InputGradientTensor and OutputGradientTensor}}
  dml.activation_relu_grad %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @same_types_clip_grad_input_gradient(%a: tensor<4xf32>, %b: tensor<4xf16>) {
  // expected-error@+2 {{'dml.clip_grad' op InputGradientTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor, InputGradientTensor and OutputGradientTensor}}
  dml.clip_grad %a, %b {Max = 2.5 : f32, Min = -1.0 : f32} : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @same_types_clip_grad_output(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+2 {{'dml.clip_grad' op OutputGradientTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor, InputGradientTensor and OutputGradientTensor}}
  dml.clip_grad %a, %b {Max = 2.5 : f32, Min = -1.0 : f32} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @same_types_clip_grad1_input_gradient(%a: tensor<4xf32>, %b: tensor<4xf16>) {
  // expected-error@+2 {{'dml.clip_grad1' op InputGradientTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor, InputGradientTensor and OutputGradientTensor}}
  dml.clip_grad1 %a, %b {Max = 2.5 : f32, Min = -1.0 : f32} : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @same_types_clip_grad1_output(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+2 {{'dml.clip_grad1' op OutputGradientTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor, InputGradientTensor and OutputGradientTensor}}
  dml.clip_grad1 %a, %b {Max = 2.5 : f32, Min = -1.0 : f32} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @same_types_pow_output(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+2 {{'dml.pow' op OutputTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor and OutputTensor}}
  dml.pow %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @data_type_pow_exponent(%a: tensor<4xf32>, %b: tensor<4xf64>) {
  // expected-error@+2 {{'dml.pow' op ExponentTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT32, INT16, INT8, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT32, INT16, INT8, UINT32, UINT16, UINT8}}
  dml.pow %a, %b : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @same_types_if_b(%a: tensor<4xui8>, %b: tensor<4xf64>, %c: tensor<4xf32>) {
  // expected-error@+2 {{'dml.if' op BTensor.DataType FLOAT32 differs from ATensor.DataType FLOAT64}}
  // expected-note@+1 {{use one type for ATensor, BTensor and OutputTensor}}
  dml.if %a, %b, %c : (tensor<4xui8>, tensor<4xf64>, tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @same_types_if_output(%a: tensor<4xui8>, %b: tensor<4xf64>, %c: tensor<4xf64>) {
  // expected-error@+2 {{'dml.if' op OutputTensor.DataType FLOAT32 differs from ATensor.DataType FLOAT64}}
  // expected-note@+1 {{use one type for ATensor, BTensor and OutputTensor}}
  dml.if %a, %b, %c : (tensor<4xui8>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @data_type_if_condition(%a: tensor<4xui32>, %b: tensor<4xf64>, %c: tensor<4xf64>) {
  // expected-error@+2 {{'dml.if' op ConditionTensor.DataType UINT32 is not supported at feature level 6_4; the types are UINT8}}
  // expected-note@+1 {{use one of UINT8}}
  dml.if %a, %b, %c : (tensor<4xui32>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @data_type_if_a(%a: tensor<4xui8>, %b: tensor<4xi4>, %c: tensor<4xi4>) {
  // expected-error@+2 {{'dml.if' op ATensor.DataType INT4 is not supported at feature level 6_4; the types are FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  dml.if %a, %b, %c : (tensor<4xui8>, tensor<4xi4>, tensor<4xi4>) -> tensor<4xi4>
  return
}

// -----

func.func @data_type_is_infinity_output(%a: tensor<4xf32>) {
  // expected-error@+2 {{'dml.is_infinity' op OutputTensor.DataType UINT32 is not supported at feature level 6_4; the types are UINT8}}
  // expected-note@+1 {{use one of UINT8}}
  dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<4xf32>) -> tensor<4xui32>
  return
}

// -----

func.func @data_type_cast_output(%a: tensor<4xf64>) {
  // expected-error@+2 {{'dml.cast' op OutputTensor.DataType INT4 is not supported at feature level 6_4; the types are FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  dml.cast %a : (tensor<4xf64>) -> tensor<4xi4>
  return
}

// -----

// Elements of 4 bits are copied, not computed with.
func.func @data_type_identity_scaled(%a: tensor<4xi4>) {
  // expected-error@+2 {{'dml.identity' op InputTensor.DataType INT4 is not supported at feature level 6_4}}
  // expected-note@+1 {{use one of FLOAT64}}
  dml.identity %a {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 1.0 : f32>} : tensor<4xi4>
  return
}

// -----

// And copied by no other operator.
func.func @data_type_abs(%a: tensor<4xi4>) {
  // expected-error@+2 {{'dml.abs' op InputTensor.DataType INT4 is not supported at feature level 6_4}}
  // expected-note@+1 {{use one of FLOAT32}}
  dml.abs %a : tensor<4xi4>
  return
}
