// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_i8(%a: tensor<4xi8>, %b: tensor<4xi8>) {
  // expected-error@+2 {{'dml.logical_xor' op ATensor.DataType INT8 is not supported at feature level 6_4; the types are UINT32, UINT8}}
  // expected-note@+1 {{use one of UINT32, UINT8}}
  dml.logical_xor %a, %b : tensor<4xi8>
  return
}

// -----

func.func @type_f32(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+2 {{'dml.logical_xor' op ATensor.DataType FLOAT32 is not supported at feature level 6_4; the types are UINT32, UINT8}}
  // expected-note@+1 {{use one of UINT32, UINT8}}
  dml.logical_xor %a, %b : tensor<4xf32>
  return
}

// -----

func.func @same_type_BTensor(%a: tensor<4xui32>, %b: tensor<4xui8>) {
  // expected-error@+2 {{'dml.logical_xor' op BTensor.DataType UINT8 differs from ATensor.DataType UINT32}}
  // expected-note@+1 {{use one type for ATensor, BTensor and OutputTensor}}
  dml.logical_xor %a, %b : (tensor<4xui32>, tensor<4xui8>) -> tensor<4xui32>
  return
}

// -----

func.func @same_type_OutputTensor(%a: tensor<4xui32>, %b: tensor<4xui32>) {
  // expected-error@+2 {{'dml.logical_xor' op OutputTensor.DataType UINT8 differs from ATensor.DataType UINT32}}
  // expected-note@+1 {{use one type for ATensor, BTensor and OutputTensor}}
  dml.logical_xor %a, %b : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui8>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xui32>, %b: tensor<2x3xui32>) {
  // expected-error@+1 {{'dml.logical_xor' op all non-scalar operands/results must have the same shape and base type}}
  dml.logical_xor %a, %b : (tensor<2x3xui32>, tensor<2x3xui32>) -> tensor<2x4xui32>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xui32>, %b: tensor<2x3xui32>) {
  // expected-error@+2 {{'dml.logical_xor' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.logical_xor %a, %b
      : (tensor<2x3xui32>, tensor<2x3xui32>)
      -> tensor<2x3xui32, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @operand_count(%a: tensor<4xui32>) {
  // expected-error@+1 {{'dml.logical_xor' op expected 2 operands, but found 1}}
  dml.logical_xor %a : tensor<4xui32>
  return
}

// -----

func.func @unknown_field(%a: tensor<4xui32>, %b: tensor<4xui32>) {
  // expected-error@+1 {{'dml.logical_xor' op has no field "Extra"}}
  dml.logical_xor %a, %b {Extra = 1.0 : f32} : tensor<4xui32>
  return
}

// -----

func.func @element_type(%a: tensor<4xi8>, %b: tensor<4xi8>) -> tensor<4xi8> {
  %0 = dml.fused (%x = %a : tensor<4xi8>, %y = %b : tensor<4xi8>) -> tensor<4xi8> {
    // expected-error@+2 {{'dml.logical_xor' op ATensor.DataType INT8 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of UINT32, UINT8}}
    %1 = dml.logical_xor %x, %y : i8
    dml.yield %1 : i8
  }
  return %0 : tensor<4xi8>
}
