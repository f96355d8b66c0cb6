// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64(%a: tensor<4xf64>, %b: tensor<4xf64>) {
  // expected-error@+2 {{'dml.bit_shift_right' op ATensor.DataType FLOAT64 is not supported at feature level 6_4; the types are UINT64, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of UINT64, UINT32, UINT16, UINT8}}
  dml.bit_shift_right %a, %b : tensor<4xf64>
  return
}

// -----

func.func @type_i64(%a: tensor<4xi64>, %b: tensor<4xi64>) {
  // expected-error@+2 {{'dml.bit_shift_right' op ATensor.DataType INT64 is not supported at feature level 6_4; the types are UINT64, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of UINT64, UINT32, UINT16, UINT8}}
  dml.bit_shift_right %a, %b : tensor<4xi64>
  return
}

// -----

func.func @same_type_BTensor(%a: tensor<4xui64>, %b: tensor<4xui32>) {
  // expected-error@+2 {{'dml.bit_shift_right' op BTensor.DataType UINT32 differs from ATensor.DataType UINT64}}
  // expected-note@+1 {{use one type for ATensor, BTensor and OutputTensor}}
  dml.bit_shift_right %a, %b : (tensor<4xui64>, tensor<4xui32>) -> tensor<4xui64>
  return
}

// -----

func.func @same_type_OutputTensor(%a: tensor<4xui64>, %b: tensor<4xui64>) {
  // expected-error@+2 {{'dml.bit_shift_right' op OutputTensor.DataType UINT32 differs from ATensor.DataType UINT64}}
  // expected-note@+1 {{use one type for ATensor, BTensor and OutputTensor}}
  dml.bit_shift_right %a, %b : (tensor<4xui64>, tensor<4xui64>) -> tensor<4xui32>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xui64>, %b: tensor<2x3xui64>) {
  // expected-error@+1 {{'dml.bit_shift_right' op all non-scalar operands/results must have the same shape and base type}}
  dml.bit_shift_right %a, %b : (tensor<2x3xui64>, tensor<2x3xui64>) -> tensor<2x4xui64>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xui64>, %b: tensor<2x3xui64>) {
  // expected-error@+2 {{'dml.bit_shift_right' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.bit_shift_right %a, %b
      : (tensor<2x3xui64>, tensor<2x3xui64>)
      -> tensor<2x3xui64, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @operand_count(%a: tensor<4xui64>) {
  // expected-error@+1 {{'dml.bit_shift_right' op expected 2 operands, but found 1}}
  dml.bit_shift_right %a : tensor<4xui64>
  return
}

// -----

func.func @unknown_field(%a: tensor<4xui64>, %b: tensor<4xui64>) {
  // expected-error@+1 {{'dml.bit_shift_right' op has no field "Extra"}}
  dml.bit_shift_right %a, %b {Extra = 1.0 : f32} : tensor<4xui64>
  return
}

// -----

func.func @element_type(%a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %0 = dml.fused (%x = %a : tensor<4xf64>, %y = %b : tensor<4xf64>) -> tensor<4xf64> {
    // expected-error@+2 {{'dml.bit_shift_right' op ATensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of UINT64, UINT32, UINT16, UINT8}}
    %1 = dml.bit_shift_right %x, %y : f64
    dml.yield %1 : f64
  }
  return %0 : tensor<4xf64>
}
