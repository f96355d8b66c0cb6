// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xui64>, %[[B:.*]]: tensor<2x3xui64>)
func.func @packed(%a: tensor<2x3xui64>, %b: tensor<2x3xui64>) -> tensor<2x3xui64> {
  // CHECK: dml.bit_shift_left %[[A]], %[[B]] : tensor<2x3xui64>
  %0 = dml.bit_shift_left %a, %b : tensor<2x3xui64>
  return %0 : tensor<2x3xui64>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xui64, #dml.strides<[0, 1]>>,
    %b: tensor<2x3xui64>) -> tensor<2x3xui64, #dml.strides<[4, 1]>> {
  // CHECK: dml.bit_shift_left {{.*}} : (tensor<2x3xui64, #dml.strides<[0, 1]>>, tensor<2x3xui64>) -> tensor<2x3xui64, #dml.strides<[4, 1]>>
  %0 = dml.bit_shift_left %a, %b
      : (tensor<2x3xui64, #dml.strides<[0, 1]>>, tensor<2x3xui64>)
      -> tensor<2x3xui64, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xui64, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%ui64: tensor<1xui64>, %ui32: tensor<1xui32>, %ui16: tensor<1xui16>,
    %ui8: tensor<1xui8>) {
  // CHECK: dml.bit_shift_left {{.*}} : tensor<1xui64>
  dml.bit_shift_left %ui64, %ui64 : tensor<1xui64>
  // CHECK: dml.bit_shift_left {{.*}} : tensor<1xui32>
  dml.bit_shift_left %ui32, %ui32 : tensor<1xui32>
  // CHECK: dml.bit_shift_left {{.*}} : tensor<1xui16>
  dml.bit_shift_left %ui16, %ui16 : tensor<1xui16>
  // CHECK: dml.bit_shift_left {{.*}} : tensor<1xui8>
  dml.bit_shift_left %ui8, %ui8 : tensor<1xui8>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xui8>, %b: tensor<4xui8>) -> tensor<4xui8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}, %[[Y:.*]] = {{.*}}) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xui8>, %y = %b : tensor<4xui8>) -> tensor<4xui8> {
    // CHECK: %[[RESULT:.*]] = dml.bit_shift_left %[[X]], %[[Y]] : ui8
    %1 = dml.bit_shift_left %x, %y : ui8
    // CHECK: dml.yield %[[RESULT]] : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}
