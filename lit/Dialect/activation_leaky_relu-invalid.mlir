// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @type(%x: tensor<4xi32>) {
  // expected-error@+2 {{'dml.activation_leaky_relu' op InputTensor.DataType INT32 is not supported at feature level 6_4; the types are FLOAT32, FLOAT16}}
  // expected-note@+1 {{use one of FLOAT32, FLOAT16}}
  dml.activation_leaky_relu %x {Alpha = 0.1 : f32} : tensor<4xi32>
  return
}
