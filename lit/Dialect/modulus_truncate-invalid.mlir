// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64(%a: tensor<4xf64>, %b: tensor<4xf64>) {
  // expected-error@+2 {{'dml.modulus_truncate' op ATensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  dml.modulus_truncate %a, %b : tensor<4xf64>
  return
}

// -----

func.func @type_i4(%a: tensor<4xi4>, %b: tensor<4xi4>) {
  // expected-error@+2 {{'dml.modulus_truncate' op ATensor.DataType INT4 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  dml.modulus_truncate %a, %b : tensor<4xi4>
  return
}

// -----

func.func @same_type_BTensor(%a: tensor<4xf32>, %b: tensor<4xf16>) {
  // expected-error@+2 {{'dml.modulus_truncate' op BTensor.DataType FLOAT16 differs from ATensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for ATensor, BTensor and OutputTensor}}
  dml.modulus_truncate %a, %b : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @same_type_OutputTensor(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+2 {{'dml.modulus_truncate' op OutputTensor.DataType FLOAT16 differs from ATensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for ATensor, BTensor and OutputTensor}}
  dml.modulus_truncate %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+1 {{'dml.modulus_truncate' op all non-scalar operands/results must have the same shape and base type}}
  dml.modulus_truncate %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.modulus_truncate' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.modulus_truncate %a, %b
      : (tensor<2x3xf32>, tensor<2x3xf32>)
      -> tensor<2x3xf32, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @operand_count(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.modulus_truncate' op expected 2 operands, but found 1}}
  dml.modulus_truncate %a : tensor<4xf32>
  return
}

// -----

func.func @unknown_field(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.modulus_truncate' op has no field "Extra"}}
  dml.modulus_truncate %a, %b {Extra = 1.0 : f32} : tensor<4xf32>
  return
}

// -----

func.func @element_type(%a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %0 = dml.fused (%x = %a : tensor<4xf64>, %y = %b : tensor<4xf64>) -> tensor<4xf64> {
    // expected-error@+2 {{'dml.modulus_truncate' op ATensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
    %1 = dml.modulus_truncate %x, %y : f64
    dml.yield %1 : f64
  }
  return %0 : tensor<4xf64>
}
