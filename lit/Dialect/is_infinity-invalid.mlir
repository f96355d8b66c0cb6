// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64(%a: tensor<4xf64>) {
  // expected-error@+2 {{'dml.is_infinity' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<4xf64>) -> tensor<4xui8>
  return
}

// -----

func.func @type_i32(%a: tensor<4xi32>) {
  // expected-error@+2 {{'dml.is_infinity' op InputTensor.DataType INT32 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<4xi32>) -> tensor<4xui8>
  return
}

// -----

func.func @no_data_type(%a: tensor<4xbf16>) {
  // expected-error@+1 {{'dml.is_infinity' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<4xbf16>'}}
  dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<4xbf16>) -> tensor<4xui8>
  return
}

// -----

func.func @signed_spelling(%a: tensor<4xsi32>) {
  // expected-error@+1 {{'dml.is_infinity' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<4xsi32>'}}
  dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<4xsi32>) -> tensor<4xui8>
  return
}

// -----

func.func @unknown_size(%a: tensor<?xf32>) {
  // expected-error@+1 {{'dml.is_infinity' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<?xf32>'}}
  dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<?xf32>) -> tensor<4xui8>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'dml.is_infinity' op all non-scalar operands/results must have the same shape and base type}}
  dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<2x3xf32>) -> tensor<2x4xui8>
  return
}

// -----

func.func @rank_0(%a: tensor<f32>) {
  // expected-error@+1 {{'dml.is_infinity' op InputTensor.DimensionCount 0 is outside 1 to 8, the range of feature level 6_4}}
  dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<f32>) -> tensor<ui8>
  return
}

// -----

func.func @rank_9(%a: tensor<1x1x1x1x1x1x1x1x1xf32>) {
  // expected-error@+1 {{'dml.is_infinity' op InputTensor.DimensionCount 9 is outside 1 to 8, the range of feature level 6_4}}
  dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<1x1x1x1x1x1x1x1x1xf32>) -> tensor<1x1x1x1x1x1x1x1x1xui8>
  return
}

// -----

func.func @span(%a: tensor<9223372036854775807x2xf32>) {
  // expected-error@+2 {{'dml.is_infinity' op InputTensor.Sizes [9223372036854775807,2] reach past 64-bit addresses}}
  // expected-note@+1 {{split the tensor}}
  dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<9223372036854775807x2xf32>) -> tensor<9223372036854775807x2xui8>
  return
}

// -----

func.func @output_repeats(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.is_infinity' op OutputTensor.Strides [0,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<2x3xf32>) -> tensor<2x3xui8, #dml.strides<[0, 1]>>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.is_infinity' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<2x3xf32>) -> tensor<2x3xui8, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @element_result(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.is_infinity' op if an operand is non-scalar, then there must be at least one non-scalar result}}
  dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<4xf32>) -> ui8
  return
}

// -----

func.func @two_operands(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.is_infinity' op requires a single operand}}
  dml.is_infinity %a, %a {InfinityMode = "EITHER"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xui8>
  return
}

// -----

func.func @no_result(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.is_infinity' op requires one result}}
  dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @unknown_field(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.is_infinity' op has no field "Extra"}}
  dml.is_infinity %a {InfinityMode = "EITHER", Extra = 1.0 : f32} : (tensor<4xf32>) -> tensor<4xui8>
  return
}

// -----

func.func @element_type(%a: tensor<4xf64>) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xf64>) -> tensor<4xui8> {
    // expected-error@+2 {{'dml.is_infinity' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
    %1 = dml.is_infinity %x {InfinityMode = "EITHER"} : (f64) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}

// -----

func.func @output_type_i8(%a: tensor<4xf32>) {
  // expected-error@+2 {{'dml.is_infinity' op OutputTensor.DataType INT8 is not supported at feature level 6_4; the types are UINT8}}
  // expected-note@+1 {{use one of UINT8}}
  dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<4xf32>) -> tensor<4xi8>
  return
}

// -----

func.func @output_type_f32(%a: tensor<4xf32>) {
  // expected-error@+2 {{'dml.is_infinity' op OutputTensor.DataType FLOAT32 is not supported at feature level 6_4; the types are UINT8}}
  // expected-note@+1 {{use one of UINT8}}
  dml.is_infinity %a {InfinityMode = "EITHER"} : tensor<4xf32>
  return
}

// -----

func.func @no_mode(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.is_infinity' op requires attribute 'InfinityMode'}}
  dml.is_infinity %a : (tensor<4xf32>) -> tensor<4xui8>
  return
}

// -----

func.func @mode_value(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.is_infinity' op InfinityMode is "BOTH", which is not a value of this field; the values are EITHER, POSITIVE, NEGATIVE}}
  dml.is_infinity %a {InfinityMode = "BOTH"} : (tensor<4xf32>) -> tensor<4xui8>
  return
}

// -----

func.func @mode_number(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.is_infinity' op attribute 'InfinityMode' failed to satisfy constraint: string attribute}}
  dml.is_infinity %a {InfinityMode = 0 : i32} : (tensor<4xf32>) -> tensor<4xui8>
  return
}
