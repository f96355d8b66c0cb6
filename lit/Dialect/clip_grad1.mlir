// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<2x3xf32>)
func.func @packed(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: dml.clip_grad1 %[[A]], %[[B]] {Max = 5.500000e+00 : f32, Min = 1.500000e+00 : f32} : tensor<2x3xf32>
  %0 = dml.clip_grad1 %a, %b {Max = 5.5 : f32, Min = 1.5 : f32} : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xf32, #dml.strides<[0, 1]>>,
    %b: tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>> {
  // CHECK: dml.clip_grad1 {{.*}} : (tensor<2x3xf32, #dml.strides<[0, 1]>>, tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  %0 = dml.clip_grad1 %a, %b {Max = 5.5 : f32, Min = 1.5 : f32}
      : (tensor<2x3xf32, #dml.strides<[0, 1]>>, tensor<2x3xf32>)
      -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f32: tensor<1xf32>, %f16: tensor<1xf16>, %i64: tensor<1xi64>, %i32: tensor<1xi32>,
    %i16: tensor<1xi16>, %i8: tensor<1xi8>, %ui64: tensor<1xui64>, %ui32: tensor<1xui32>,
    %ui16: tensor<1xui16>, %ui8: tensor<1xui8>) {
  // CHECK: dml.clip_grad1 {{.*}} : tensor<1xf32>
  dml.clip_grad1 %f32, %f32 {Max = 5.5 : f32, Min = 1.5 : f32} : tensor<1xf32>
  // CHECK: dml.clip_grad1 {{.*}} : tensor<1xf16>
  dml.clip_grad1 %f16, %f16 {Max = 5.5 : f16, Min = 1.5 : f16} : tensor<1xf16>
  // CHECK: dml.clip_grad1 {{.*}} : tensor<1xi64>
  dml.clip_grad1 %i64, %i64 {Max = 5 : i64, Min = 1 : i64} : tensor<1xi64>
  // CHECK: dml.clip_grad1 {{.*}} : tensor<1xi32>
  dml.clip_grad1 %i32, %i32 {Max = 5 : i32, Min = 1 : i32} : tensor<1xi32>
  // CHECK: dml.clip_grad1 {{.*}} : tensor<1xi16>
  dml.clip_grad1 %i16, %i16 {Max = 5 : i16, Min = 1 : i16} : tensor<1xi16>
  // CHECK: dml.clip_grad1 {{.*}} : tensor<1xi8>
  dml.clip_grad1 %i8, %i8 {Max = 5 : i8, Min = 1 : i8} : tensor<1xi8>
  // CHECK: dml.clip_grad1 {{.*}} : tensor<1xui64>
  dml.clip_grad1 %ui64, %ui64 {Max = 5 : ui64, Min = 1 : ui64} : tensor<1xui64>
  // CHECK: dml.clip_grad1 {{.*}} : tensor<1xui32>
  dml.clip_grad1 %ui32, %ui32 {Max = 5 : ui32, Min = 1 : ui32} : tensor<1xui32>
  // CHECK: dml.clip_grad1 {{.*}} : tensor<1xui16>
  dml.clip_grad1 %ui16, %ui16 {Max = 5 : ui16, Min = 1 : ui16} : tensor<1xui16>
  // CHECK: dml.clip_grad1 {{.*}} : tensor<1xui8>
  dml.clip_grad1 %ui8, %ui8 {Max = 5 : ui8, Min = 1 : ui8} : tensor<1xui8>
  return
}

// Limits of 64 bits and NaNs keep every bit.
// CHECK-LABEL: func @exact_limits
func.func @exact_limits(%i: tensor<1xi64>, %u: tensor<1xui64>, %f: tensor<1xf32>) {
  // CHECK: dml.clip_grad1 {{.*}} {Max = 9223372036854775807 : i64, Min = -9223372036854775808 : i64} : tensor<1xi64>
  dml.clip_grad1 %i, %i {Max = 9223372036854775807 : i64, Min = -9223372036854775808 : i64} : tensor<1xi64>
  // CHECK: dml.clip_grad1 {{.*}} {Max = 18446744073709551615 : ui64, Min = 9007199254740993 : ui64} : tensor<1xui64>
  dml.clip_grad1 %u, %u {Max = 18446744073709551615 : ui64, Min = 9007199254740993 : ui64} : tensor<1xui64>
  // CHECK: dml.clip_grad1 {{.*}} {Max = -0.000000e+00 : f32, Min = 0x7FC00001 : f32} : tensor<1xf32>
  dml.clip_grad1 %f, %f {Max = -0.0 : f32, Min = 0x7FC00001 : f32} : tensor<1xf32>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xui8>, %b: tensor<4xui8>) -> tensor<4xui8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}, %[[Y:.*]] = {{.*}}) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xui8>, %y = %b : tensor<4xui8>) -> tensor<4xui8> {
    // CHECK: %[[RESULT:.*]] = dml.clip_grad1 %[[X]], %[[Y]] {Max = 5 : ui8, Min = 1 : ui8} : ui8
    %1 = dml.clip_grad1 %x, %y {Max = 5 : ui8, Min = 1 : ui8} : ui8
    // CHECK: dml.yield %[[RESULT]] : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}
