// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64(%a: tensor<4xf64>, %b: tensor<4xf64>) {
  // expected-error@+2 {{'dml.clip_grad1' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  dml.clip_grad1 %a, %b {Max = 5.5 : f64, Min = 1.5 : f64} : tensor<4xf64>
  return
}

// -----

func.func @type_i4(%a: tensor<4xi4>, %b: tensor<4xi4>) {
  // expected-error@+2 {{'dml.clip_grad1' op InputTensor.DataType INT4 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  dml.clip_grad1 %a, %b {Max = 5 : i4, Min = 1 : i4} : tensor<4xi4>
  return
}

// -----

func.func @same_type_InputGradientTensor(%a: tensor<4xf32>, %b: tensor<4xf16>) {
  // expected-error@+2 {{'dml.clip_grad1' op InputGradientTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor, InputGradientTensor and OutputGradientTensor}}
  dml.clip_grad1 %a, %b {Max = 5.5 : f32, Min = 1.5 : f32}
      : (tensor<4xf32>, tensor<4xf16>)
      -> tensor<4xf32>
  return
}

// -----

func.func @same_type_OutputGradientTensor(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+2 {{'dml.clip_grad1' op OutputGradientTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor, InputGradientTensor and OutputGradientTensor}}
  dml.clip_grad1 %a, %b {Max = 5.5 : f32, Min = 1.5 : f32}
      : (tensor<4xf32>, tensor<4xf32>)
      -> tensor<4xf16>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+1 {{'dml.clip_grad1' op all non-scalar operands/results must have the same shape and base type}}
  dml.clip_grad1 %a, %b {Max = 5.5 : f32, Min = 1.5 : f32}
      : (tensor<2x3xf32>, tensor<2x3xf32>)
      -> tensor<2x4xf32>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.clip_grad1' op OutputGradientTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.clip_grad1 %a, %b {Max = 5.5 : f32, Min = 1.5 : f32}
      : (tensor<2x3xf32>, tensor<2x3xf32>)
      -> tensor<2x3xf32, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @operand_count(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip_grad1' op expected 2 operands, but found 1}}
  dml.clip_grad1 %a {Max = 5.5 : f32, Min = 1.5 : f32} : tensor<4xf32>
  return
}

// -----

func.func @unknown_field(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip_grad1' op has no field "MinMaxDataType"}}
  dml.clip_grad1 %a, %b {Max = 5.5 : f32, Min = 1.5 : f32, MinMaxDataType = 1 : i32} : tensor<4xf32>
  return
}

// -----

func.func @no_Min(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip_grad1' op requires attribute 'Min'}}
  dml.clip_grad1 %a, %b {Max = 5.5 : f32} : tensor<4xf32>
  return
}

// -----

func.func @type_of_Min(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip_grad1' op Min is FLOAT16, MinMaxDataType is FLOAT32}}
  dml.clip_grad1 %a, %b {Max = 5.5 : f32, Min = 1.0 : f16} : tensor<4xf32>
  return
}

// -----

func.func @kind_of_Min(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip_grad1' op Min is dense<1.000000e+00> : tensor<2xf32>, which is not a value of this field}}
  dml.clip_grad1 %a, %b {Max = 5.5 : f32, Min = dense<1.0> : tensor<2xf32>} : tensor<4xf32>
  return
}

// -----

func.func @no_Max(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip_grad1' op requires attribute 'Max'}}
  dml.clip_grad1 %a, %b {Min = 1.5 : f32} : tensor<4xf32>
  return
}

// -----

func.func @type_of_Max(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip_grad1' op Max is FLOAT16, MinMaxDataType is FLOAT32}}
  dml.clip_grad1 %a, %b {Max = 1.0 : f16, Min = 1.5 : f32} : tensor<4xf32>
  return
}

// -----

func.func @kind_of_Max(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip_grad1' op Max is dense<1.000000e+00> : tensor<2xf32>, which is not a value of this field}}
  dml.clip_grad1 %a, %b {Max = dense<1.0> : tensor<2xf32>, Min = 1.5 : f32} : tensor<4xf32>
  return
}

// -----

func.func @element_type(%a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %0 = dml.fused (%x = %a : tensor<4xf64>, %y = %b : tensor<4xf64>) -> tensor<4xf64> {
    // expected-error@+2 {{'dml.clip_grad1' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
    %1 = dml.clip_grad1 %x, %y {Max = 5.5 : f64, Min = 1.5 : f64} : f64
    dml.yield %1 : f64
  }
  return %0 : tensor<4xf64>
}
