// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_i4(%a: tensor<4xi4>) {
  // expected-error@+2 {{'dml.bit_count' op InputTensor.DataType INT4 is not supported at feature level 6_4; the types are FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  dml.bit_count %a : (tensor<4xi4>) -> tensor<4xui32>
  return
}

// -----

func.func @type_of_OutputTensor_i8(%a: tensor<4xf64>) {
  // expected-error@+2 {{'dml.bit_count' op OutputTensor.DataType INT8 is not supported at feature level 6_4; the types are UINT32, UINT8}}
  // expected-note@+1 {{use one of UINT32, UINT8}}
  dml.bit_count %a : (tensor<4xf64>) -> tensor<4xi8>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xf64>) {
  // expected-error@+1 {{'dml.bit_count' op all non-scalar operands/results must have the same shape and base type}}
  dml.bit_count %a : (tensor<2x3xf64>) -> tensor<2x4xui32>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xf64>) {
  // expected-error@+2 {{'dml.bit_count' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.bit_count %a : (tensor<2x3xf64>) -> tensor<2x3xui32, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @two_operands(%a: tensor<4xf64>) {
  // expected-error@+1 {{'dml.bit_count' op requires a single operand}}
  dml.bit_count %a, %a : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xui32>
  return
}

// -----

func.func @unknown_field(%a: tensor<4xf64>) {
  // expected-error@+1 {{'dml.bit_count' op has no field "Extra"}}
  dml.bit_count %a {Extra = 1.0 : f32} : (tensor<4xf64>) -> tensor<4xui32>
  return
}

// -----

func.func @element_type(%a: tensor<4xi4>) -> tensor<4xui32> {
  %0 = dml.fused (%x = %a : tensor<4xi4>) -> tensor<4xui32> {
    // expected-error@+2 {{'dml.bit_count' op InputTensor.DataType INT4 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
    %1 = dml.bit_count %x : (i4) -> ui32
    dml.yield %1 : ui32
  }
  return %0 : tensor<4xui32>
}
