// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xui32>)
func.func @packed(%a: tensor<2x3xui32>) -> tensor<2x3xui32> {
  // CHECK: dml.logical_not %[[A]] : tensor<2x3xui32>
  %0 = dml.logical_not %a : tensor<2x3xui32>
  return %0 : tensor<2x3xui32>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(
    %a: tensor<2x3xui32, #dml.strides<[0, 1]>>) -> tensor<2x3xui32, #dml.strides<[4, 1]>> {
  // CHECK: dml.logical_not {{.*}} : (tensor<2x3xui32, #dml.strides<[0, 1]>>) -> tensor<2x3xui32, #dml.strides<[4, 1]>>
  %0 = dml.logical_not %a
      : (tensor<2x3xui32, #dml.strides<[0, 1]>>)
      -> tensor<2x3xui32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xui32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%ui32: tensor<1xui32>, %ui8: tensor<1xui8>) {
  // CHECK: dml.logical_not {{.*}} : tensor<1xui32>
  dml.logical_not %ui32 : tensor<1xui32>
  // CHECK: dml.logical_not {{.*}} : tensor<1xui8>
  dml.logical_not %ui8 : tensor<1xui8>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xui8>) -> tensor<4xui8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xui8>) -> tensor<4xui8> {
    // CHECK: %[[RESULT:.*]] = dml.logical_not %[[X]] : ui8
    %1 = dml.logical_not %x : ui8
    // CHECK: dml.yield %[[RESULT]] : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}
