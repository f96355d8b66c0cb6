// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xf32>)
func.func @packed(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: dml.negate %[[A]] : tensor<2x3xf32>
  %0 = dml.negate %a : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(
    %a: tensor<2x3xf32, #dml.strides<[0, 1]>>) -> tensor<2x3xf32, #dml.strides<[4, 1]>> {
  // CHECK: dml.negate {{.*}} : (tensor<2x3xf32, #dml.strides<[0, 1]>>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  %0 = dml.negate %a : (tensor<2x3xf32, #dml.strides<[0, 1]>>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f32: tensor<1xf32>, %f16: tensor<1xf16>, %i64: tensor<1xi64>, %i32: tensor<1xi32>,
    %i16: tensor<1xi16>, %i8: tensor<1xi8>) {
  // CHECK: dml.negate {{.*}} : tensor<1xf32>
  dml.negate %f32 : tensor<1xf32>
  // CHECK: dml.negate {{.*}} : tensor<1xf16>
  dml.negate %f16 : tensor<1xf16>
  // CHECK: dml.negate {{.*}} : tensor<1xi64>
  dml.negate %i64 : tensor<1xi64>
  // CHECK: dml.negate {{.*}} : tensor<1xi32>
  dml.negate %i32 : tensor<1xi32>
  // CHECK: dml.negate {{.*}} : tensor<1xi16>
  dml.negate %i16 : tensor<1xi16>
  // CHECK: dml.negate {{.*}} : tensor<1xi8>
  dml.negate %i8 : tensor<1xi8>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xi8>) -> tensor<4xi8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}) -> tensor<4xi8> {
  %0 = dml.fused (%x = %a : tensor<4xi8>) -> tensor<4xi8> {
    // CHECK: %[[RESULT:.*]] = dml.negate %[[X]] : i8
    %1 = dml.negate %x : i8
    // CHECK: dml.yield %[[RESULT]] : i8
    dml.yield %1 : i8
  }
  return %0 : tensor<4xi8>
}
