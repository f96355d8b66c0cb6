// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

// The rules, by their names as in unary-invalid.mlir, of operators of two inputs
// with a result of their type.

func.func @operand_type_bf16(%a: tensor<4xbf16>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.add' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<4xbf16>'}}
  dml.add %a, %b : (tensor<4xbf16>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @operand_type_si32(%a: tensor<4xsi32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.add' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<4xsi32>'}}
  dml.add %a, %b : (tensor<4xsi32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @operand_type_unknown_size(%a: tensor<?xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.add' op operand #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'tensor<?xf32>'}}
  dml.add %a, %b : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @data_type(%a: tensor<4xf64>, %b: tensor<4xf64>) {
  // expected-error@+2 {{'dml.add' op ATensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
  dml.add %a, %b : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @data_type_of_elements(%a: tensor<4xf64>, %b: tensor<4xf64>) {
  dml.fused (%x = %a : tensor<4xf64>, %y = %b : tensor<4xf64>) -> tensor<4xf64> {
    // expected-error@+2 {{'dml.add' op ATensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT64, UINT32, UINT16, UINT8}}
    %1 = dml.add %x, %y : (f64, f64) -> f64
    dml.yield %1 : f64
  }
  return
}

// -----

func.func @same_types_output(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+2 {{'dml.add' op OutputTensor.DataType FLOAT16 differs from ATensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for ATensor, BTensor and OutputTensor}}
  dml.add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

func.func @same_types_b(%a: tensor<4xf32>, %b: tensor<4xf16>) {
  // expected-error@+2 {{'dml.add' op BTensor.DataType FLOAT16 differs from ATensor.DataType FLOAT32}}
  // expected-note@+1 {{use one type for ATensor, BTensor and OutputTensor}}
  dml.add %a, %b : (tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @dimension_count_0(%a: tensor<f32>, %b: tensor<f32>) {
  // expected-error@+1 {{'dml.add' op ATensor.DimensionCount 0 is outside 1 to 8, the range of feature level 6_4}}
  dml.add %a, %b : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @dimension_count_9(%a: tensor<1x1x1x1x1x1x1x1x1xf32>, %b: tensor<1x1x1x1x1x1x1x1x1xf32>) {
  // expected-error@+1 {{'dml.add' op ATensor.DimensionCount 9 is outside 1 to 8, the range of feature level 6_4}}
  dml.add %a, %b : (tensor<1x1x1x1x1x1x1x1x1xf32>, tensor<1x1x1x1x1x1x1x1x1xf32>) -> tensor<1x1x1x1x1x1x1x1x1xf32>
  return
}

// -----

func.func @span(%a: tensor<9223372036854775807x2xf32>, %b: tensor<9223372036854775807x2xf32>) {
  // expected-error@+2 {{'dml.add' op ATensor.Sizes [9223372036854775807,2] reach past 64-bit addresses}}
  // expected-note@+1 {{split the tensor}}
  dml.add %a, %b : (tensor<9223372036854775807x2xf32>, tensor<9223372036854775807x2xf32>) -> tensor<9223372036854775807x2xf32>
  return
}

// -----

func.func @output_overlap_repeats(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.add' op OutputTensor.Strides [0,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.add %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[0, 1]>>
  return
}

// -----

func.func @output_overlap(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+2 {{'dml.add' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.add %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @shape_of_result(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+1 {{'dml.add' op all non-scalar operands/results must have the same shape and base type}}
  dml.add %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

// Broadcasting is said by strides.
func.func @shape_of_operand(%a: tensor<2x3xf32>, %b: tensor<1x3xf32>) {
  // expected-error@+1 {{'dml.add' op all non-scalar operands/results must have the same shape and base type}}
  dml.add %a, %b : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @elements_and_tensors(%a: tensor<4xf32>, %b: f32) {
  // expected-error@+1 {{'dml.add' op mixes tensors and elements: '(tensor<4xf32>, f32) -> tensor<4xf32>'}}
  dml.add %a, %b : (tensor<4xf32>, f32) -> tensor<4xf32>
  return
}

// -----

func.func @operand_count(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.add' op expected 2 operands, but found 1}}
  dml.add %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @result_count(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.add' op requires one result}}
  dml.add %a, %b : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

func.func @field_unknown(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.add' op has no field "Extra"}}
  dml.add %a, %b {Extra = 1.0 : f32} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
