// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// What is accepted beside the cases that operators.test has from the rows.

// DirectML's IDENTITY has no 4-bit types, but outputs of them are copied by it.
// CHECK-LABEL: func @copies
func.func @copies(%i4: tensor<2x3xi4>, %ui4: tensor<2x3xui4>) {
  // CHECK: dml.identity {{.*}} : (tensor<2x3xi4>) -> tensor<2x3xi4, #dml.strides<[4, 1]>>
  dml.identity %i4 : (tensor<2x3xi4>) -> tensor<2x3xi4, #dml.strides<[4, 1]>>
  // CHECK: dml.identity {{.*}} : tensor<2x3xui4>
  dml.identity %ui4 : tensor<2x3xui4>
  return
}

// Splitting dimensions into blocks may give more of them than DirectML has.
// CHECK-LABEL: func @nine_dimensions
func.func @nine_dimensions(%a: tensor<2x2x2x2x2x2x2x2x2xf32>, %b: tensor<2x2x2x2x2x2x2x2x2xi4>) {
  // CHECK: dml.quantize {{.*}} -> tensor<2x2x2x2x2x2x2x2x2xi4>
  dml.quantize %a, %a, %b
      : (tensor<2x2x2x2x2x2x2x2x2xf32>, tensor<2x2x2x2x2x2x2x2x2xf32>, tensor<2x2x2x2x2x2x2x2x2xi4>)
      -> tensor<2x2x2x2x2x2x2x2x2xi4>
  // CHECK: dml.dequantize {{.*}} -> tensor<2x2x2x2x2x2x2x2x2xf32>
  dml.dequantize %b, %a, %b
      : (tensor<2x2x2x2x2x2x2x2x2xi4>, tensor<2x2x2x2x2x2x2x2x2xf32>, tensor<2x2x2x2x2x2x2x2x2xi4>)
      -> tensor<2x2x2x2x2x2x2x2x2xf32>
  return
}

// From feature level 6_4 on Steepness has any value.
// CHECK-LABEL: func @steepness
func.func @steepness(%a: tensor<4xf32>) {
  // CHECK: dml.activation_softplus {{.*}} {Steepness = -2.000000e+00 : f32} : tensor<4xf32>
  dml.activation_softplus %a {Steepness = -2.0 : f32} : tensor<4xf32>
  // CHECK: dml.activation_softplus {{.*}} {Steepness = 0.000000e+00 : f32} : tensor<4xf32>
  dml.activation_softplus %a {Steepness = 0.0 : f32} : tensor<4xf32>
  // CHECK: dml.activation_softplus {{.*}} {Steepness = 0x7FC00000 : f32} : tensor<4xf32>
  dml.activation_softplus %a {Steepness = 0x7FC00000 : f32} : tensor<4xf32>
  return
}

// Scalars of 64 bits and NaNs keep every bit.
// CHECK-LABEL: func @scalars
func.func @scalars(%i: tensor<1xi64>, %u: tensor<1xui64>, %f: tensor<1xf32>) {
  // CHECK: dml.clip1 {{.*}} {Max = 9223372036854775807 : i64, Min = -9223372036854775808 : i64} : tensor<1xi64>
  dml.clip1 %i {Max = 9223372036854775807 : i64, Min = -9223372036854775808 : i64} : tensor<1xi64>
  // CHECK: dml.clip_grad1 {{.*}} {Max = 18446744073709551615 : ui64, Min = 9007199254740993 : ui64} : tensor<1xui64>
  dml.clip_grad1 %u, %u {Max = 18446744073709551615 : ui64, Min = 9007199254740993 : ui64} : tensor<1xui64>
  // CHECK: dml.clip1 {{.*}} {Max = -0.000000e+00 : f32, Min = 0x7FC00001 : f32} : tensor<1xf32>
  dml.clip1 %f {Max = -0.0 : f32, Min = 0x7FC00001 : f32} : tensor<1xf32>
  // CHECK: dml.fill_value_constant {{.*}} {Value = 0x7FA00001 : f32}
  dml.fill_value_constant %i {Value = 0x7FA00001 : f32} : (tensor<1xi64>) -> tensor<1xf32>
  // CHECK: dml.fill_value_constant {{.*}} {Value = -0.000000e+00 : f16}
  dml.fill_value_constant %i {Value = -0.0 : f16} : (tensor<1xi64>) -> tensor<1xf16>
  return
}

// There may be nothing to compute.
// CHECK-LABEL: func @no_elements
func.func @no_elements(%a: tensor<0x3xf32>) {
  // CHECK: dml.abs {{.*}} : tensor<0x3xf32>
  dml.abs %a : tensor<0x3xf32>
  return
}
