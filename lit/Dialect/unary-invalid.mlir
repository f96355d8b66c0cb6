// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

// A case is called by the rule it breaks: one of front/rules/Checker.cpp, with
// its name there, or one of MLIR's. Here they are about operators of one input,
// with a result of its type.

func.func @operand_type_bf16(%a: tensor<4xbf16>) {
  // expected-error@+1 {{'dml.activation_relu' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<4xbf16>'}}
  dml.activation_relu %a : (tensor<4xbf16>) -> tensor<4xf32>
  return
}

// -----

func.func @operand_type_si32(%a: tensor<4xsi32>) {
  // expected-error@+1 {{'dml.activation_relu' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<4xsi32>'}}
  dml.activation_relu %a : (tensor<4xsi32>) -> tensor<4xf32>
  return
}

// -----

func.func @operand_type_unknown_size(%a: tensor<?xf32>) {
  // expected-error@+1 {{'dml.activation_relu' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<?xf32>'}}
  dml.activation_relu %a : (tensor<?xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @data_type(%a: tensor<4xi64>) {
  // expected-error@+2 {{'dml.activation_relu' op InputTensor.DataType INT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT32, INT16, INT8}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT32, INT16, INT8}}
  dml.activation_relu %a : (tensor<4xi64>) -> tensor<4xi64>
  return
}

// -----

func.func @data_type_of_elements(%a: tensor<4xi64>) {
  dml.fused (%x = %a : tensor<4xi64>) -> tensor<4xi64> {
    // expected-error@+2 {{'dml.activation_relu' op InputTensor.DataType INT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT32, INT16, INT8}}
    %1 = dml.activation_relu %x : (i64) -> i64
    dml.yield %1 : i64
  }
  return
}

// -----

func.func @same_types_output(%a: tensor<4xf32>) {
  // expected-error@+2 {{'dml.activation_relu' op OutputTensor.DataType FLOAT16 differs from InputTensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for InputTensor and OutputTensor}}
  dml.activation_relu %a : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @dimension_count_0(%a: tensor<f32>) {
  // expected-error@+1 {{'dml.activation_relu' op InputTensor.DimensionCount 0 is outside 1 to 8, the range of feature level 6_4}}
  dml.activation_relu %a : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @dimension_count_9(%a: tensor<1x1x1x1x1x1x1x1x1xf32>) {
  // expected-error@+1 {{'dml.activation_relu' op InputTensor.DimensionCount 9 is outside 1 to 8, the range of feature level 6_4}}
  dml.activation_relu %a : (tensor<1x1x1x1x1x1x1x1x1xf32>) -> tensor<1x1x1x1x1x1x1x1x1xf32>
  return
}

// -----

func.func @span(%a: tensor<9223372036854775807x2xf32>) {
  // expected-error@+2 {{'dml.activation_relu' op InputTensor.Sizes [9223372036854775807,2] reach past 64-bit addresses}}
  // expected-note@+1 {{split the tensor}}
  dml.activation_relu %a : (tensor<9223372036854775807x2xf32>) -> tensor<9223372036854775807x2xf32>
  return
}

// -----

func.func @output_overlap_repeats(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.activation_relu' op OutputTensor.Strides [0,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.activation_relu %a : (tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[0, 1]>>
  return
}

// -----

func.func @output_overlap(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.activation_relu' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.activation_relu %a : (tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @shape_of_result(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'dml.activation_relu' op all non-scalar operands/results must have the same shape and base type}}
  dml.activation_relu %a : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @element_of_tensor(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_relu' op if an operand is non-scalar, then there must be at least one non-scalar result}}
  dml.activation_relu %a : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @operand_count(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_relu' op requires a single operand}}
  dml.activation_relu %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @result_count(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_relu' op requires one result}}
  dml.activation_relu %a : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @field_unknown(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_relu' op has no field "Extra"}}
  dml.activation_relu %a {Extra = 1.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
