// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64(%a: tensor<4xf64>, %b: tensor<4xf64>) {
  // expected-error@+2 {{'dml.clip_grad' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  dml.clip_grad %a, %b {Max = 2.5 : f32, Min = -1.0 : f32} : tensor<4xf64>
  return
}

// -----

func.func @type_i4(%a: tensor<4xi4>, %b: tensor<4xi4>) {
  // expected-error@+2 {{'dml.clip_grad' op InputTensor.DataType INT4 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  dml.clip_grad %a, %b {Max = 2.5 : f32, Min = -1.0 : f32} : tensor<4xi4>
  return
}

// -----

func.func @same_type_InputGradientTensor(%a: tensor<4xf32>, %b: tensor<4xf16>) {
  // expected-error@+2 {{'dml.clip_grad' op InputGradientTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor, InputGradientTensor and OutputGradientTensor}}
  dml.clip_grad %a, %b {Max = 2.5 : f32, Min = -1.0 : f32}
      : (tensor<4xf32>, tensor<4xf16>)
      -> tensor<4xf32>
  return
}

// -----

func.func @same_type_OutputGradientTensor(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+2 {{'dml.clip_grad' op OutputGradientTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor, InputGradientTensor and OutputGradientTensor}}
  dml.clip_grad %a, %b {Max = 2.5 : f32, Min = -1.0 : f32}
      : (tensor<4xf32>, tensor<4xf32>)
      -> tensor<4xf16>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+1 {{'dml.clip_grad' op all non-scalar operands/results must have the same shape and base type}}
  dml.clip_grad %a, %b {Max = 2.5 : f32, Min = -1.0 : f32}
      : (tensor<2x3xf32>, tensor<2x3xf32>)
      -> tensor<2x4xf32>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.clip_grad' op OutputGradientTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.clip_grad %a, %b {Max = 2.5 : f32, Min = -1.0 : f32}
      : (tensor<2x3xf32>, tensor<2x3xf32>)
      -> tensor<2x3xf32, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @operand_count(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip_grad' op expected 2 operands, but found 1}}
  dml.clip_grad %a {Max = 2.5 : f32, Min = -1.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @unknown_field(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip_grad' op has no field "Extra"}}
  dml.clip_grad %a, %b {Extra = 1.0 : f32, Max = 2.5 : f32, Min = -1.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @no_Min(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip_grad' op requires attribute 'Min'}}
  dml.clip_grad %a, %b {Max = 2.5 : f32} : tensor<4xf32>
  return
}

// -----

func.func @Min_f64(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip_grad' op attribute 'Min' failed to satisfy constraint: 32-bit float attribute}}
  dml.clip_grad %a, %b {Max = 2.5 : f32, Min = 1.0 : f64} : tensor<4xf32>
  return
}

// -----

func.func @Min_i32(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip_grad' op attribute 'Min' failed to satisfy constraint: 32-bit float attribute}}
  dml.clip_grad %a, %b {Max = 2.5 : f32, Min = 1 : i32} : tensor<4xf32>
  return
}

// -----

func.func @no_Max(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip_grad' op requires attribute 'Max'}}
  dml.clip_grad %a, %b {Min = -1.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @Max_f64(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip_grad' op attribute 'Max' failed to satisfy constraint: 32-bit float attribute}}
  dml.clip_grad %a, %b {Max = 1.0 : f64, Min = -1.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @Max_i32(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.clip_grad' op attribute 'Max' failed to satisfy constraint: 32-bit float attribute}}
  dml.clip_grad %a, %b {Max = 1 : i32, Min = -1.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @element_type(%a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %0 = dml.fused (%x = %a : tensor<4xf64>, %y = %b : tensor<4xf64>) -> tensor<4xf64> {
    // expected-error@+2 {{'dml.clip_grad' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
    %1 = dml.clip_grad %x, %y {Max = 2.5 : f32, Min = -1.0 : f32} : f64
    dml.yield %1 : f64
  }
  return %0 : tensor<4xf64>
}
