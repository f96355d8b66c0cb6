// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<2x3xf32>)
func.func @packed(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: dml.mean %[[A]], %[[B]] : tensor<2x3xf32>
  %0 = dml.mean %a, %b : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xf32, #dml.strides<[0, 1]>>,
    %b: tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>> {
  // CHECK: dml.mean {{.*}} : (tensor<2x3xf32, #dml.strides<[0, 1]>>, tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  %0 = dml.mean %a, %b
      : (tensor<2x3xf32, #dml.strides<[0, 1]>>, tensor<2x3xf32>)
      -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f32: tensor<1xf32>, %f16: tensor<1xf16>, %i32: tensor<1xi32>,
    %ui32: tensor<1xui32>) {
  // CHECK: dml.mean {{.*}} : tensor<1xf32>
  dml.mean %f32, %f32 : tensor<1xf32>
  // CHECK: dml.mean {{.*}} : tensor<1xf16>
  dml.mean %f16, %f16 : tensor<1xf16>
  // CHECK: dml.mean {{.*}} : tensor<1xi32>
  dml.mean %i32, %i32 : tensor<1xi32>
  // CHECK: dml.mean {{.*}} : tensor<1xui32>
  dml.mean %ui32, %ui32 : tensor<1xui32>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xf16>, %b: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}, %[[Y:.*]] = {{.*}}) -> tensor<4xf16> {
  %0 = dml.fused (%x = %a : tensor<4xf16>, %y = %b : tensor<4xf16>) -> tensor<4xf16> {
    // CHECK: %[[RESULT:.*]] = dml.mean %[[X]], %[[Y]] : f16
    %1 = dml.mean %x, %y : f16
    // CHECK: dml.yield %[[RESULT]] : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<4xf16>
}
