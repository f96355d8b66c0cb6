// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xf32>)
func.func @packed(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: dml.activation_celu %[[A]] {Alpha = 5.000000e-01 : f32} : tensor<2x3xf32>
  %0 = dml.activation_celu %a {Alpha = 0.5 : f32} : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(
    %a: tensor<2x3xf32, #dml.strides<[0, 1]>>) -> tensor<2x3xf32, #dml.strides<[4, 1]>> {
  // CHECK: dml.activation_celu {{.*}} : (tensor<2x3xf32, #dml.strides<[0, 1]>>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  %0 = dml.activation_celu %a {Alpha = 0.5 : f32}
      : (tensor<2x3xf32, #dml.strides<[0, 1]>>)
      -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f32: tensor<1xf32>, %f16: tensor<1xf16>) {
  // CHECK: dml.activation_celu {{.*}} : tensor<1xf32>
  dml.activation_celu %f32 {Alpha = 0.5 : f32} : tensor<1xf32>
  // CHECK: dml.activation_celu {{.*}} : tensor<1xf16>
  dml.activation_celu %f16 {Alpha = 0.5 : f32} : tensor<1xf16>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}) -> tensor<4xf16> {
  %0 = dml.fused (%x = %a : tensor<4xf16>) -> tensor<4xf16> {
    // CHECK: %[[RESULT:.*]] = dml.activation_celu %[[X]] {Alpha = 5.000000e-01 : f32} : f16
    %1 = dml.activation_celu %x {Alpha = 0.5 : f32} : f16
    // CHECK: dml.yield %[[RESULT]] : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<4xf16>
}
