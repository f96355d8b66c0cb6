// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64(%a: tensor<4xf64>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.quantize %a, %b, %c : (tensor<4xf64>, tensor<4xf32>, tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @type_i64(%a: tensor<4xi64>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize' op InputTensor.DataType INT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.quantize %a, %b, %c : (tensor<4xi64>, tensor<4xf32>, tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @type_of_QuantizationTensors0_f64(%a: tensor<4xf32>, %b: tensor<4xf64>,
    %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize' op QuantizationTensors[0].DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.quantize %a, %b, %c : (tensor<4xf32>, tensor<4xf64>, tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @type_of_QuantizationTensors1_f64(%a: tensor<4xf32>, %b: tensor<4xf32>,
    %c: tensor<4xf64>) {
  // expected-error@+2 {{'dml.quantize' op QuantizationTensors[1].DataType FLOAT64 is not supported at feature level 6_4; the types are INT8, INT4, UINT8, UINT4}}
  // expected-note@+1 {{use one of INT8, INT4, UINT8, UINT4}}
  dml.quantize %a, %b, %c : (tensor<4xf32>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @type_of_OutputTensor_f64(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize' op OutputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are INT8, INT4, UINT8, UINT4}}
  // expected-note@+1 {{use one of INT8, INT4, UINT8, UINT4}}
  dml.quantize %a, %b, %c : (tensor<4xf32>, tensor<4xf32>, tensor<4xi8>) -> tensor<4xf64>
  return
}

// -----

func.func @same_type_OutputTensor(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.quantize' op OutputTensor.DataType INT4 differs from QuantizationTensors[1].DataType INT8}}
  // expected-note@+1 {{use one type for QuantizationTensors[1] and OutputTensor}}
  dml.quantize %a, %b, %c : (tensor<4xf32>, tensor<4xf32>, tensor<4xi8>) -> tensor<4xi4>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %c: tensor<2x3xi8>) {
  // expected-error@+1 {{'dml.quantize' op all non-scalar operands/results must have the same shape and base type}}
  dml.quantize %a, %b, %c : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi8>) -> tensor<2x4xi8>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %c: tensor<2x3xi8>) {
  // expected-error@+2 {{'dml.quantize' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.quantize %a, %b, %c
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi8>)
      -> tensor<2x3xi8, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @operand_count(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.quantize' op expected 3 operands, but found 2}}
  dml.quantize %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi8>
  return
}

// -----

func.func @unknown_field(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+1 {{'dml.quantize' op has no field "QuantizationType"}}
  dml.quantize %a, %b, %c {QuantizationType = "SCALE_ZERO_POINT"}
      : (tensor<4xf32>, tensor<4xf32>, tensor<4xi8>)
      -> tensor<4xi8>
  return
}

// -----

func.func @element_type(%a: tensor<4xf64>, %b: tensor<4xf32>, %c: tensor<4xi8>) -> tensor<4xi8> {
  %0 = dml.fused (%x = %a : tensor<4xf64>, %y = %b : tensor<4xf32>,
      %z = %c : tensor<4xi8>) -> tensor<4xi8> {
    // expected-error@+2 {{'dml.quantize' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
    %1 = dml.quantize %x, %y, %z : (f64, f32, i8) -> i8
    dml.yield %1 : i8
  }
  return %0 : tensor<4xi8>
}

// -----

func.func @rank_0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i8>) {
  // expected-error@+1 {{'dml.quantize' op InputTensor.DimensionCount 0 is outside 1 to 8, the range of feature level 6_4}}
  dml.quantize %a, %b, %c : (tensor<f32>, tensor<f32>, tensor<i8>) -> tensor<i8>
  return
}
