// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64(%a: tensor<4xf64>) {
  // expected-error@+2 {{'dml.is_nan' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.is_nan %a : (tensor<4xf64>) -> tensor<4xui32>
  return
}

// -----

func.func @type_i64(%a: tensor<4xi64>) {
  // expected-error@+2 {{'dml.is_nan' op InputTensor.DataType INT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.is_nan %a : (tensor<4xi64>) -> tensor<4xui32>
  return
}

// -----

func.func @type_of_OutputTensor_i8(%a: tensor<4xf32>) {
  // expected-error@+2 {{'dml.is_nan' op OutputTensor.DataType INT8 is not supported at feature level 6_4; the types are UINT32, UINT8}}
  // expected-note@+1 {{use one of UINT32, UINT8}}
  dml.is_nan %a : (tensor<4xf32>) -> tensor<4xi8>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'dml.is_nan' op all non-scalar operands/results must have the same shape and base type}}
  dml.is_nan %a : (tensor<2x3xf32>) -> tensor<2x4xui32>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.is_nan' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.is_nan %a : (tensor<2x3xf32>) -> tensor<2x3xui32, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @two_operands(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.is_nan' op requires a single operand}}
  dml.is_nan %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xui32>
  return
}

// -----

func.func @unknown_field(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.is_nan' op has no field "Extra"}}
  dml.is_nan %a {Extra = 1.0 : f32} : (tensor<4xf32>) -> tensor<4xui32>
  return
}

// -----

func.func @element_type(%a: tensor<4xf64>) -> tensor<4xui32> {
  %0 = dml.fused (%x = %a : tensor<4xf64>) -> tensor<4xui32> {
    // expected-error@+2 {{'dml.is_nan' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
    %1 = dml.is_nan %x : (f64) -> ui32
    dml.yield %1 : ui32
  }
  return %0 : tensor<4xui32>
}
