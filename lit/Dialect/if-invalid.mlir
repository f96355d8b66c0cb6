// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_ui32(%a: tensor<4xui32>, %b: tensor<4xf64>, %c: tensor<4xf64>) {
  // expected-error@+2 {{'dml.if' op ConditionTensor.DataType UINT32 is not supported at feature level 6_4; the types are UINT8}}
  // expected-note@+1 {{use one of UINT8}}
  dml.if %a, %b, %c : (tensor<4xui32>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @type_i8(%a: tensor<4xi8>, %b: tensor<4xf64>, %c: tensor<4xf64>) {
  // expected-error@+2 {{'dml.if' op ConditionTensor.DataType INT8 is not supported at feature level 6_4; the types are UINT8}}
  // expected-note@+1 {{use one of UINT8}}
  dml.if %a, %b, %c : (tensor<4xi8>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @type_of_ATensor_i4(%a: tensor<4xui8>, %b: tensor<4xi4>, %c: tensor<4xi4>) {
  // expected-error@+2 {{'dml.if' op ATensor.DataType INT4 is not supported at feature level 6_4; the types are FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  dml.if %a, %b, %c : (tensor<4xui8>, tensor<4xi4>, tensor<4xi4>) -> tensor<4xi4>
  return
}

// -----

func.func @same_type_BTensor(%a: tensor<4xui8>, %b: tensor<4xf64>, %c: tensor<4xf32>) {
  // expected-error@+2 {{'dml.if' op BTensor.DataType FLOAT32 differs from ATensor.DataType FLOAT64}}
  // expected-note@+1 {{use one type for ATensor, BTensor and OutputTensor}}
  dml.if %a, %b, %c : (tensor<4xui8>, tensor<4xf64>, tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

func.func @same_type_OutputTensor(%a: tensor<4xui8>, %b: tensor<4xf64>, %c: tensor<4xf64>) {
  // expected-error@+2 {{'dml.if' op OutputTensor.DataType FLOAT32 differs from ATensor.DataType FLOAT64}}
  // expected-note@+1 {{use one type for ATensor, BTensor and OutputTensor}}
  dml.if %a, %b, %c : (tensor<4xui8>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xui8>, %b: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  // expected-error@+1 {{'dml.if' op all non-scalar operands/results must have the same shape and base type}}
  dml.if %a, %b, %c : (tensor<2x3xui8>, tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x4xf64>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xui8>, %b: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  // expected-error@+2 {{'dml.if' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.if %a, %b, %c
      : (tensor<2x3xui8>, tensor<2x3xf64>, tensor<2x3xf64>)
      -> tensor<2x3xf64, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @operand_count(%a: tensor<4xui8>, %b: tensor<4xf64>) {
  // expected-error@+1 {{'dml.if' op expected 3 operands, but found 2}}
  dml.if %a, %b : (tensor<4xui8>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @unknown_field(%a: tensor<4xui8>, %b: tensor<4xf64>, %c: tensor<4xf64>) {
  // expected-error@+1 {{'dml.if' op has no field "Extra"}}
  dml.if %a, %b, %c {Extra = 1.0 : f32} : (tensor<4xui8>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @element_type(%a: tensor<4xui32>, %b: tensor<4xf64>, %c: tensor<4xf64>) -> tensor<4xf64> {
  %0 = dml.fused (%x = %a : tensor<4xui32>, %y = %b : tensor<4xf64>,
      %z = %c : tensor<4xf64>) -> tensor<4xf64> {
    // expected-error@+2 {{'dml.if' op ConditionTensor.DataType UINT32 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of UINT8}}
    %1 = dml.if %x, %y, %z : (ui32, f64, f64) -> f64
    dml.yield %1 : f64
  }
  return %0 : tensor<4xf64>
}
