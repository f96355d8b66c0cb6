// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @types
func.func @types() {
  // CHECK: %[[I:.*]] = dml.linear_index : tensor<2x3xi64>
  %i = dml.linear_index : tensor<2x3xi64>
  // CHECK: dml.fill_value_sequence %[[I]] {ValueDelta = 5.000000e-01 : f32, ValueStart = 2.000000e+00 : f32} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  dml.fill_value_sequence %i {ValueDelta = 5.000000e-01 : f32, ValueStart = 2.000000e+00 : f32} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  // CHECK: dml.fill_value_sequence %[[I]] {ValueDelta = 5.000000e-01 : f16, ValueStart = 2.000000e+00 : f16} : (tensor<2x3xi64>) -> tensor<2x3xf16>
  dml.fill_value_sequence %i {ValueDelta = 5.000000e-01 : f16, ValueStart = 2.000000e+00 : f16} : (tensor<2x3xi64>) -> tensor<2x3xf16>
  // CHECK: dml.fill_value_sequence %[[I]] {ValueDelta = 1 : i32, ValueStart = 2 : i32} : (tensor<2x3xi64>) -> tensor<2x3xi32>
  dml.fill_value_sequence %i {ValueDelta = 1 : i32, ValueStart = 2 : i32} : (tensor<2x3xi64>) -> tensor<2x3xi32>
  // CHECK: dml.fill_value_sequence %[[I]] {ValueDelta = 1 : i16, ValueStart = 2 : i16} : (tensor<2x3xi64>) -> tensor<2x3xi16>
  dml.fill_value_sequence %i {ValueDelta = 1 : i16, ValueStart = 2 : i16} : (tensor<2x3xi64>) -> tensor<2x3xi16>
  // CHECK: dml.fill_value_sequence %[[I]] {ValueDelta = 1 : i8, ValueStart = 2 : i8} : (tensor<2x3xi64>) -> tensor<2x3xi8>
  dml.fill_value_sequence %i {ValueDelta = 1 : i8, ValueStart = 2 : i8} : (tensor<2x3xi64>) -> tensor<2x3xi8>
  // CHECK: dml.fill_value_sequence %[[I]] {ValueDelta = 1 : ui64, ValueStart = 2 : ui64} : (tensor<2x3xi64>) -> tensor<2x3xui64>
  dml.fill_value_sequence %i {ValueDelta = 1 : ui64, ValueStart = 2 : ui64} : (tensor<2x3xi64>) -> tensor<2x3xui64>
  // CHECK: dml.fill_value_sequence %[[I]] {ValueDelta = 1 : ui32, ValueStart = 2 : ui32} : (tensor<2x3xi64>) -> tensor<2x3xui32>
  dml.fill_value_sequence %i {ValueDelta = 1 : ui32, ValueStart = 2 : ui32} : (tensor<2x3xi64>) -> tensor<2x3xui32>
  // CHECK: dml.fill_value_sequence %[[I]] {ValueDelta = 1 : ui16, ValueStart = 2 : ui16} : (tensor<2x3xi64>) -> tensor<2x3xui16>
  dml.fill_value_sequence %i {ValueDelta = 1 : ui16, ValueStart = 2 : ui16} : (tensor<2x3xi64>) -> tensor<2x3xui16>
  // CHECK: dml.fill_value_sequence %[[I]] {ValueDelta = 1 : ui8, ValueStart = 2 : ui8} : (tensor<2x3xi64>) -> tensor<2x3xui8>
  dml.fill_value_sequence %i {ValueDelta = 1 : ui8, ValueStart = 2 : ui8} : (tensor<2x3xi64>) -> tensor<2x3xui8>
  // CHECK: dml.fill_value_sequence %[[I]] {ValueDelta = 1 : i64, ValueStart = 2 : i64} : tensor<2x3xi64>
  dml.fill_value_sequence %i {ValueDelta = 1 : i64, ValueStart = 2 : i64} : tensor<2x3xi64>
  return
}

// CHECK-LABEL: func @layouts
func.func @layouts() {
  %i = dml.linear_index : tensor<2x3xi64>
  // CHECK: dml.fill_value_sequence {{.*}} : (tensor<2x3xi64>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  dml.fill_value_sequence %i {ValueDelta = 1.0 : f32, ValueStart = 0.0 : f32}
      : (tensor<2x3xi64>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  return
}

// CHECK-LABEL: func @elements
func.func @elements() -> tensor<4xf16> {
  %a = dml.linear_index : tensor<4xi64>
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}) -> tensor<4xf16> {
  %0 = dml.fused (%x = %a : tensor<4xi64>) -> tensor<4xf16> {
    // CHECK: %[[R:.*]] = dml.fill_value_sequence %[[X]] {ValueDelta = 5.000000e-01 : f16, ValueStart = 2.000000e+00 : f16} : (i64) -> f16
    %1 = dml.fill_value_sequence %x {ValueDelta = 5.000000e-01 : f16, ValueStart = 2.000000e+00 : f16} : (i64) -> f16
    // CHECK: dml.yield %[[R]] : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<4xf16>
}
