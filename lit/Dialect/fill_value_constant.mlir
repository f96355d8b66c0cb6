// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @types
func.func @types() {
  // CHECK: %[[I:.*]] = dml.linear_index : tensor<2x3xi64>
  %i = dml.linear_index : tensor<2x3xi64>
  // CHECK: dml.fill_value_constant %[[I]] {Value = 2.500000e+00 : f64} : (tensor<2x3xi64>) -> tensor<2x3xf64>
  dml.fill_value_constant %i {Value = 2.5 : f64} : (tensor<2x3xi64>) -> tensor<2x3xf64>
  // CHECK: dml.fill_value_constant %[[I]] {Value = 2.500000e+00 : f32} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  dml.fill_value_constant %i {Value = 2.5 : f32} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  // CHECK: dml.fill_value_constant %[[I]] {Value = 2.500000e+00 : f16} : (tensor<2x3xi64>) -> tensor<2x3xf16>
  dml.fill_value_constant %i {Value = 2.5 : f16} : (tensor<2x3xi64>) -> tensor<2x3xf16>
  // CHECK: dml.fill_value_constant %[[I]] {Value = -3 : i64} : tensor<2x3xi64>
  dml.fill_value_constant %i {Value = -3 : i64} : tensor<2x3xi64>
  // CHECK: dml.fill_value_constant %[[I]] {Value = -3 : i32} : (tensor<2x3xi64>) -> tensor<2x3xi32>
  dml.fill_value_constant %i {Value = -3 : i32} : (tensor<2x3xi64>) -> tensor<2x3xi32>
  // CHECK: dml.fill_value_constant %[[I]] {Value = -3 : i16} : (tensor<2x3xi64>) -> tensor<2x3xi16>
  dml.fill_value_constant %i {Value = -3 : i16} : (tensor<2x3xi64>) -> tensor<2x3xi16>
  // CHECK: dml.fill_value_constant %[[I]] {Value = -3 : i8} : (tensor<2x3xi64>) -> tensor<2x3xi8>
  dml.fill_value_constant %i {Value = -3 : i8} : (tensor<2x3xi64>) -> tensor<2x3xi8>
  // CHECK: dml.fill_value_constant %[[I]] {Value = 3 : ui64} : (tensor<2x3xi64>) -> tensor<2x3xui64>
  dml.fill_value_constant %i {Value = 3 : ui64} : (tensor<2x3xi64>) -> tensor<2x3xui64>
  // CHECK: dml.fill_value_constant %[[I]] {Value = 3 : ui32} : (tensor<2x3xi64>) -> tensor<2x3xui32>
  dml.fill_value_constant %i {Value = 3 : ui32} : (tensor<2x3xi64>) -> tensor<2x3xui32>
  // CHECK: dml.fill_value_constant %[[I]] {Value = 3 : ui16} : (tensor<2x3xi64>) -> tensor<2x3xui16>
  dml.fill_value_constant %i {Value = 3 : ui16} : (tensor<2x3xi64>) -> tensor<2x3xui16>
  // CHECK: dml.fill_value_constant %[[I]] {Value = 3 : ui8} : (tensor<2x3xi64>) -> tensor<2x3xui8>
  dml.fill_value_constant %i {Value = 3 : ui8} : (tensor<2x3xi64>) -> tensor<2x3xui8>
  return
}

// Every bit is kept.
// CHECK-LABEL: func @bits
func.func @bits() {
  %i = dml.linear_index : tensor<4xi64>
  // CHECK: dml.fill_value_constant {{.*}} {Value = 0x7FA00001 : f32}
  dml.fill_value_constant %i {Value = 0x7FA00001 : f32} : (tensor<4xi64>) -> tensor<4xf32>
  // CHECK: dml.fill_value_constant {{.*}} {Value = -0.000000e+00 : f16}
  dml.fill_value_constant %i {Value = -0.0 : f16} : (tensor<4xi64>) -> tensor<4xf16>
  // CHECK: dml.fill_value_constant {{.*}} {Value = 18446744073709551615 : ui64}
  dml.fill_value_constant %i {Value = 18446744073709551615 : ui64} : (tensor<4xi64>) -> tensor<4xui64>
  return
}

// CHECK-LABEL: func @layouts
func.func @layouts() {
  %i = dml.linear_index : tensor<2x3xi64>
  // CHECK: dml.fill_value_constant {{.*}} : (tensor<2x3xi64>) -> tensor<2x3xf64, #dml.strides<[4, 1]>>
  dml.fill_value_constant %i {Value = 1.0 : f64}
      : (tensor<2x3xi64>) -> tensor<2x3xf64, #dml.strides<[4, 1]>>
  return
}

// CHECK-LABEL: func @elements
func.func @elements() -> tensor<4xui8> {
  %a = dml.linear_index : tensor<4xi64>
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xi64>) -> tensor<4xui8> {
    // CHECK: %[[RESULT:.*]] = dml.fill_value_constant %[[X]] {Value = 7 : ui8} : (i64) -> ui8
    %1 = dml.fill_value_constant %x {Value = 7 : ui8} : (i64) -> ui8
    // CHECK: dml.yield %[[RESULT]] : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}
