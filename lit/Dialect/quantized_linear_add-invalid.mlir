// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type_f64(%a: tensor<4xf64>, %b: tensor<4xf32, #dml.strides<[0]>>,
    %c: tensor<4xf64, #dml.strides<[0]>>, %d: tensor<4xi8>, %e: tensor<4xf32, #dml.strides<[0]>>,
    %f: tensor<4xi8, #dml.strides<[0]>>, %g: tensor<4xf32, #dml.strides<[0]>>,
    %h: tensor<4xi8, #dml.strides<[0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op ATensor.DataType FLOAT64 is not supported at feature level 6_4; the types are INT8, UINT8}}
  // expected-note@+1 {{use one of INT8, UINT8}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<4xf64>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xf64, #dml.strides<[0]>>,
        tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>)
      -> tensor<4xi8>
  return
}

// -----

func.func @type_i64(%a: tensor<4xi64>, %b: tensor<4xf32, #dml.strides<[0]>>,
    %c: tensor<4xi64, #dml.strides<[0]>>, %d: tensor<4xi8>, %e: tensor<4xf32, #dml.strides<[0]>>,
    %f: tensor<4xi8, #dml.strides<[0]>>, %g: tensor<4xf32, #dml.strides<[0]>>,
    %h: tensor<4xi8, #dml.strides<[0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op ATensor.DataType INT64 is not supported at feature level 6_4; the types are INT8, UINT8}}
  // expected-note@+1 {{use one of INT8, UINT8}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<4xi64>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi64, #dml.strides<[0]>>,
        tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>)
      -> tensor<4xi8>
  return
}

// -----

func.func @type_of_AScaleTensor_f64(%a: tensor<4xi8>, %b: tensor<4xf64, #dml.strides<[0]>>,
    %c: tensor<4xi8, #dml.strides<[0]>>, %d: tensor<4xi8>, %e: tensor<4xf32, #dml.strides<[0]>>,
    %f: tensor<4xi8, #dml.strides<[0]>>, %g: tensor<4xf32, #dml.strides<[0]>>,
    %h: tensor<4xi8, #dml.strides<[0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op AScaleTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32}}
  // expected-note@+1 {{use one of FLOAT32}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<4xi8>, tensor<4xf64, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>)
      -> tensor<4xi8>
  return
}

// -----

func.func @type_of_AZeroPointTensor_f64(%a: tensor<4xi8>, %b: tensor<4xf32, #dml.strides<[0]>>,
    %c: tensor<4xf64, #dml.strides<[0]>>, %d: tensor<4xi8>, %e: tensor<4xf32, #dml.strides<[0]>>,
    %f: tensor<4xi8, #dml.strides<[0]>>, %g: tensor<4xf32, #dml.strides<[0]>>,
    %h: tensor<4xi8, #dml.strides<[0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op AZeroPointTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are INT8, UINT8}}
  // expected-note@+1 {{use one of INT8, UINT8}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xf64, #dml.strides<[0]>>,
        tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>)
      -> tensor<4xi8>
  return
}

// -----

func.func @type_of_BTensor_f64(%a: tensor<4xi8>, %b: tensor<4xf32, #dml.strides<[0]>>,
    %c: tensor<4xi8, #dml.strides<[0]>>, %d: tensor<4xf64>, %e: tensor<4xf32, #dml.strides<[0]>>,
    %f: tensor<4xf64, #dml.strides<[0]>>, %g: tensor<4xf32, #dml.strides<[0]>>,
    %h: tensor<4xi8, #dml.strides<[0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op BTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are INT8, UINT8}}
  // expected-note@+1 {{use one of INT8, UINT8}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xf64>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xf64, #dml.strides<[0]>>,
        tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>)
      -> tensor<4xi8>
  return
}

// -----

func.func @type_of_BScaleTensor_f64(%a: tensor<4xi8>, %b: tensor<4xf32, #dml.strides<[0]>>,
    %c: tensor<4xi8, #dml.strides<[0]>>, %d: tensor<4xi8>, %e: tensor<4xf64, #dml.strides<[0]>>,
    %f: tensor<4xi8, #dml.strides<[0]>>, %g: tensor<4xf32, #dml.strides<[0]>>,
    %h: tensor<4xi8, #dml.strides<[0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op BScaleTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32}}
  // expected-note@+1 {{use one of FLOAT32}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xi8>, tensor<4xf64, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>)
      -> tensor<4xi8>
  return
}

// -----

func.func @type_of_OutputScaleTensor_f64(%a: tensor<4xi8>, %b: tensor<4xf32, #dml.strides<[0]>>,
    %c: tensor<4xi8, #dml.strides<[0]>>, %d: tensor<4xi8>, %e: tensor<4xf32, #dml.strides<[0]>>,
    %f: tensor<4xi8, #dml.strides<[0]>>, %g: tensor<4xf64, #dml.strides<[0]>>,
    %h: tensor<4xi8, #dml.strides<[0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op OutputScaleTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are FLOAT32}}
  // expected-note@+1 {{use one of FLOAT32}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xf64, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>)
      -> tensor<4xi8>
  return
}

// -----

func.func @type_of_OutputZeroPointTensor_f64(%a: tensor<4xi8>, %b: tensor<4xf32, #dml.strides<[0]>>,
    %c: tensor<4xi8, #dml.strides<[0]>>, %d: tensor<4xi8>, %e: tensor<4xf32, #dml.strides<[0]>>,
    %f: tensor<4xi8, #dml.strides<[0]>>, %g: tensor<4xf32, #dml.strides<[0]>>,
    %h: tensor<4xf64, #dml.strides<[0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op OutputZeroPointTensor.DataType FLOAT64 is not supported at feature level 6_4; the types are INT8, UINT8}}
  // expected-note@+1 {{use one of INT8, UINT8}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xf32, #dml.strides<[0]>>, tensor<4xf64, #dml.strides<[0]>>)
      -> tensor<4xf64>
  return
}

// -----

func.func @same_type_AZeroPointTensor(%a: tensor<4xi8>, %b: tensor<4xf32, #dml.strides<[0]>>,
    %c: tensor<4xui8, #dml.strides<[0]>>, %d: tensor<4xi8>, %e: tensor<4xf32, #dml.strides<[0]>>,
    %f: tensor<4xi8, #dml.strides<[0]>>, %g: tensor<4xf32, #dml.strides<[0]>>,
    %h: tensor<4xi8, #dml.strides<[0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op AZeroPointTensor.DataType UINT8 differs from ATensor.DataType INT8}}
  // expected-note@+1 {{use one type for ATensor and AZeroPointTensor}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xui8, #dml.strides<[0]>>,
        tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>)
      -> tensor<4xi8>
  return
}

// -----

func.func @same_type_BZeroPointTensor(%a: tensor<4xi8>, %b: tensor<4xf32, #dml.strides<[0]>>,
    %c: tensor<4xi8, #dml.strides<[0]>>, %d: tensor<4xi8>, %e: tensor<4xf32, #dml.strides<[0]>>,
    %f: tensor<4xui8, #dml.strides<[0]>>, %g: tensor<4xf32, #dml.strides<[0]>>,
    %h: tensor<4xi8, #dml.strides<[0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op BZeroPointTensor.DataType UINT8 differs from BTensor.DataType INT8}}
  // expected-note@+1 {{use one type for BTensor and BZeroPointTensor}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xui8, #dml.strides<[0]>>,
        tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>)
      -> tensor<4xi8>
  return
}

// -----

func.func @same_type_OutputZeroPointTensor(%a: tensor<4xi8>, %b: tensor<4xf32, #dml.strides<[0]>>,
    %c: tensor<4xi8, #dml.strides<[0]>>, %d: tensor<4xi8>, %e: tensor<4xf32, #dml.strides<[0]>>,
    %f: tensor<4xi8, #dml.strides<[0]>>, %g: tensor<4xf32, #dml.strides<[0]>>,
    %h: tensor<4xui8, #dml.strides<[0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op OutputZeroPointTensor.DataType UINT8 differs from OutputTensor.DataType INT8}}
  // expected-note@+1 {{use one type for OutputTensor and OutputZeroPointTensor}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xf32, #dml.strides<[0]>>, tensor<4xui8, #dml.strides<[0]>>)
      -> tensor<4xi8>
  return
}

// -----

func.func @elements_of_AScaleTensor(%a: tensor<2x3xi8>, %b: tensor<2x3xf32, #dml.strides<[0, 1]>>,
    %c: tensor<2x3xi8, #dml.strides<[0, 0]>>, %d: tensor<2x3xi8>,
    %e: tensor<2x3xf32, #dml.strides<[0, 0]>>, %f: tensor<2x3xi8, #dml.strides<[0, 0]>>,
    %g: tensor<2x3xf32, #dml.strides<[0, 0]>>, %h: tensor<2x3xi8, #dml.strides<[0, 0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op AScaleTensor.Sizes [1,3] have 3 at dimension 1; the tensor has one element}}
  // expected-note@+1 {{make every size 1}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 1]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>)
      -> tensor<2x3xi8>
  return
}

// -----

func.func @elements_of_AZeroPointTensor(%a: tensor<2x3xi8>,
    %b: tensor<2x3xf32, #dml.strides<[0, 0]>>, %c: tensor<2x3xi8, #dml.strides<[0, 1]>>,
    %d: tensor<2x3xi8>, %e: tensor<2x3xf32, #dml.strides<[0, 0]>>,
    %f: tensor<2x3xi8, #dml.strides<[0, 0]>>, %g: tensor<2x3xf32, #dml.strides<[0, 0]>>,
    %h: tensor<2x3xi8, #dml.strides<[0, 0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op AZeroPointTensor.Sizes [1,3] have 3 at dimension 1; the tensor has one element}}
  // expected-note@+1 {{make every size 1}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 1]>>, tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>)
      -> tensor<2x3xi8>
  return
}

// -----

func.func @elements_of_BScaleTensor(%a: tensor<2x3xi8>, %b: tensor<2x3xf32, #dml.strides<[0, 0]>>,
    %c: tensor<2x3xi8, #dml.strides<[0, 0]>>, %d: tensor<2x3xi8>,
    %e: tensor<2x3xf32, #dml.strides<[0, 1]>>, %f: tensor<2x3xi8, #dml.strides<[0, 0]>>,
    %g: tensor<2x3xf32, #dml.strides<[0, 0]>>, %h: tensor<2x3xi8, #dml.strides<[0, 0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op BScaleTensor.Sizes [1,3] have 3 at dimension 1; the tensor has one element}}
  // expected-note@+1 {{make every size 1}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 1]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>)
      -> tensor<2x3xi8>
  return
}

// -----

func.func @elements_of_BZeroPointTensor(%a: tensor<2x3xi8>,
    %b: tensor<2x3xf32, #dml.strides<[0, 0]>>, %c: tensor<2x3xi8, #dml.strides<[0, 0]>>,
    %d: tensor<2x3xi8>, %e: tensor<2x3xf32, #dml.strides<[0, 0]>>,
    %f: tensor<2x3xi8, #dml.strides<[0, 1]>>, %g: tensor<2x3xf32, #dml.strides<[0, 0]>>,
    %h: tensor<2x3xi8, #dml.strides<[0, 0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op BZeroPointTensor.Sizes [1,3] have 3 at dimension 1; the tensor has one element}}
  // expected-note@+1 {{make every size 1}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 1]>>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>)
      -> tensor<2x3xi8>
  return
}

// -----

func.func @elements_of_OutputScaleTensor(%a: tensor<2x3xi8>,
    %b: tensor<2x3xf32, #dml.strides<[0, 0]>>, %c: tensor<2x3xi8, #dml.strides<[0, 0]>>,
    %d: tensor<2x3xi8>, %e: tensor<2x3xf32, #dml.strides<[0, 0]>>,
    %f: tensor<2x3xi8, #dml.strides<[0, 0]>>, %g: tensor<2x3xf32, #dml.strides<[0, 1]>>,
    %h: tensor<2x3xi8, #dml.strides<[0, 0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op OutputScaleTensor.Sizes [1,3] have 3 at dimension 1; the tensor has one element}}
  // expected-note@+1 {{make every size 1}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xf32, #dml.strides<[0, 1]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>)
      -> tensor<2x3xi8>
  return
}

// -----

func.func @elements_of_OutputZeroPointTensor(%a: tensor<2x3xi8>,
    %b: tensor<2x3xf32, #dml.strides<[0, 0]>>, %c: tensor<2x3xi8, #dml.strides<[0, 0]>>,
    %d: tensor<2x3xi8>, %e: tensor<2x3xf32, #dml.strides<[0, 0]>>,
    %f: tensor<2x3xi8, #dml.strides<[0, 0]>>, %g: tensor<2x3xf32, #dml.strides<[0, 0]>>,
    %h: tensor<2x3xi8, #dml.strides<[0, 1]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op OutputZeroPointTensor.Sizes [1,3] have 3 at dimension 1; the tensor has one element}}
  // expected-note@+1 {{make every size 1}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 1]>>)
      -> tensor<2x3xi8>
  return
}

// -----

func.func @sizes(%a: tensor<2x3xi8>, %b: tensor<2x3xf32, #dml.strides<[0, 0]>>,
    %c: tensor<2x3xi8, #dml.strides<[0, 0]>>, %d: tensor<2x3xi8>,
    %e: tensor<2x3xf32, #dml.strides<[0, 0]>>, %f: tensor<2x3xi8, #dml.strides<[0, 0]>>,
    %g: tensor<2x3xf32, #dml.strides<[0, 0]>>, %h: tensor<2x3xi8, #dml.strides<[0, 0]>>) {
  // expected-error@+1 {{'dml.quantized_linear_add' op all non-scalar operands/results must have the same shape and base type}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>)
      -> tensor<2x4xi8>
  return
}

// -----

func.func @output_overlaps(%a: tensor<2x3xi8>, %b: tensor<2x3xf32, #dml.strides<[0, 0]>>,
    %c: tensor<2x3xi8, #dml.strides<[0, 0]>>, %d: tensor<2x3xi8>,
    %e: tensor<2x3xf32, #dml.strides<[0, 0]>>, %f: tensor<2x3xi8, #dml.strides<[0, 0]>>,
    %g: tensor<2x3xf32, #dml.strides<[0, 0]>>, %h: tensor<2x3xi8, #dml.strides<[0, 0]>>) {
  // expected-error@+2 {{'dml.quantized_linear_add' op OutputTensor.Strides [2,1] give two elements of Sizes [2,3] one address}}
  // expected-note@+1 {{packed strides are [3,1]}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>)
      -> tensor<2x3xi8, #dml.strides<[2, 1]>>
  return
}

// -----

func.func @operand_count(%a: tensor<4xi8>, %b: tensor<4xf32, #dml.strides<[0]>>,
    %c: tensor<4xi8, #dml.strides<[0]>>, %d: tensor<4xi8>, %e: tensor<4xf32, #dml.strides<[0]>>,
    %f: tensor<4xi8, #dml.strides<[0]>>, %g: tensor<4xf32, #dml.strides<[0]>>) {
  // expected-error@+1 {{'dml.quantized_linear_add' op expected 8 operands, but found 7}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g
      : (tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xf32, #dml.strides<[0]>>)
      -> tensor<4xi8>
  return
}

// -----

func.func @unknown_field(%a: tensor<4xi8>, %b: tensor<4xf32, #dml.strides<[0]>>,
    %c: tensor<4xi8, #dml.strides<[0]>>, %d: tensor<4xi8>, %e: tensor<4xf32, #dml.strides<[0]>>,
    %f: tensor<4xi8, #dml.strides<[0]>>, %g: tensor<4xf32, #dml.strides<[0]>>,
    %h: tensor<4xi8, #dml.strides<[0]>>) {
  // expected-error@+1 {{'dml.quantized_linear_add' op has no field "Extra"}}
  dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h {Extra = 1.0 : f32}
      : (tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xi8>, tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>,
        tensor<4xf32, #dml.strides<[0]>>, tensor<4xi8, #dml.strides<[0]>>)
      -> tensor<4xi8>
  return
}

// -----

func.func @element_type(%a: tensor<4xf64>, %b: tensor<4xf32, #dml.strides<[0]>>,
    %c: tensor<4xf64, #dml.strides<[0]>>, %d: tensor<4xi8>, %e: tensor<4xf32, #dml.strides<[0]>>,
    %f: tensor<4xi8, #dml.strides<[0]>>, %g: tensor<4xf32, #dml.strides<[0]>>,
    %h: tensor<4xi8, #dml.strides<[0]>>) -> tensor<4xi8> {
  %0 = dml.fused (%x = %a : tensor<4xf64>, %y = %b : tensor<4xf32, #dml.strides<[0]>>,
      %z = %c : tensor<4xf64, #dml.strides<[0]>>, %u = %d : tensor<4xi8>,
      %v = %e : tensor<4xf32, #dml.strides<[0]>>, %w = %f : tensor<4xi8, #dml.strides<[0]>>,
      %p = %g : tensor<4xf32, #dml.strides<[0]>>,
      %q = %h : tensor<4xi8, #dml.strides<[0]>>) -> tensor<4xi8> {
    // expected-error@+2 {{'dml.quantized_linear_add' op ATensor.DataType FLOAT64 is not supported at feature level 6_4}}
    // expected-note@+1 {{use one of INT8, UINT8}}
    %1 = dml.quantized_linear_add %x, %y, %z, %u, %v, %w, %p, %q
      : (f64, f32, f64, i8, f32, i8, f32, i8)
      -> i8
    dml.yield %1 : i8
  }
  return %0 : tensor<4xi8>
}
