// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64(%a: tensor<4xf64>, %b: tensor<4xf32>, %c: tensor<4xf64>) {
  // expected-error@+2 {{'dml.dequantize' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are INT8, INT4, UINT8, UINT4}}
  // expected-note@+1 {{use one of INT8, INT4, UINT8, UINT4}}
  dml.dequantize %a, %b, %c : (tensor<4xf64>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @type_i64(%a: tensor<4xi64>, %b: tensor<4xf32>, %c: tensor<4xi64>) {
  // expected-error@+2 {{'dml.dequantize' op InputTensor.DataType INT64 is not supported at feature level 6_4; the types are INT8, INT4, UINT8, UINT4}}
  // expected-note@+1 {{use one of INT8, INT4, UINT8, UINT4}}
  dml.dequantize %a, %b, %c : (tensor<4xi64>, tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @type_of_QuantizationTensors0_f64(%a: tensor<4xi8>, %b: tensor<4xf64>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.dequantize' op QuantizationTensors[0].DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.dequantize %a, %b, %c : (tensor<4xi8>, tensor<4xf64>, tensor<4xi8>) -> tensor<4xf32>
  return
}

// -----

func.func @type_of_QuantizationTensors1_f64(%a: tensor<4xi8>, %b: tensor<4xf32>,
    %c: tensor<4xf64>) {
  // expected-error@+2 {{'dml.dequantize' op QuantizationTensors[1].DataType FLOAT64 is not supported at feature level 6_4; the types are INT8, INT4, UINT8, UINT4}}
  // expected-note@+1 {{use one of INT8, INT4, UINT8, UINT4}}
  dml.dequantize %a, %b, %c : (tensor<4xi8>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @type_of_OutputTensor_f64(%a: tensor<4xi8>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+2 {{'dml.dequantize' op OutputTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.dequantize %a, %b, %c : (tensor<4xi8>, tensor<4xf32>, tensor<4xi8>) -> tensor<4xf64>
  return
}

// -----

func.func @same_type_QuantizationTensors1(%a: tensor<4xi8>, %b: tensor<4xf32>, %c: tensor<4xi4>) {
  // expected-error@+2 {{'dml.dequantize' op QuantizationTensors[1].DataType INT4 differs from InputTensor.DataType INT8}}
  // expected-note@+1 {{use one type for InputTensor and QuantizationTensors[1]}}
  dml.dequantize %a, %b, %c : (tensor<4xi8>, tensor<4xf32>, tensor<4xi4>) -> tensor<4xf32>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xi8>, %b: tensor<2x3xf32>, %c: tensor<2x3xi8>) {
  // expected-error@+1 {{'dml.dequantize' op all non-scalar operands/results must have the same shape and base type}}
  dml.dequantize %a, %b, %c : (tensor<2x3xi8>, tensor<2x3xf32>, tensor<2x3xi8>) -> tensor<2x4xf32>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xi8>, %b: tensor<2x3xf32>, %c: tensor<2x3xi8>) {
  // expected-error@+2 {{'dml.dequantize' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.dequantize %a, %b, %c
      : (tensor<2x3xi8>, tensor<2x3xf32>, tensor<2x3xi8>)
      -> tensor<2x3xf32, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @operand_count(%a: tensor<4xi8>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'dml.dequantize' op expected 3 operands, but found 2}}
  dml.dequantize %a, %b : (tensor<4xi8>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @unknown_field(%a: tensor<4xi8>, %b: tensor<4xf32>, %c: tensor<4xi8>) {
  // expected-error@+1 {{'dml.dequantize' op has no field "QuantizationType"}}
  dml.dequantize %a, %b, %c {QuantizationType = "SCALE_ZERO_POINT"}
      : (tensor<4xi8>, tensor<4xf32>, tensor<4xi8>)
      -> tensor<4xf32>
  return
}

// -----

func.func @element_type(%a: tensor<4xf64>, %b: tensor<4xf32>, %c: tensor<4xf64>) -> tensor<4xf32> {
  %0 = dml.fused (%x = %a : tensor<4xf64>, %y = %b : tensor<4xf32>,
      %z = %c : tensor<4xf64>) -> tensor<4xf32> {
    // expected-error@+2 {{'dml.dequantize' op InputTensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of INT8, INT4, UINT8, UINT4}}
    %1 = dml.dequantize %x, %y, %z : (f64, f32, f64) -> f32
    dml.yield %1 : f32
  }
  return %0 : tensor<4xf32>
}
