// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<2x3xf32>)
func.func @packed(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xui32> {
  // CHECK: dml.logical_equals %[[A]], %[[B]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xui32>
  %0 = dml.logical_equals %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xui32>
  return %0 : tensor<2x3xui32>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xf32, #dml.strides<[0, 1]>>,
    %b: tensor<2x3xf32>) -> tensor<2x3xui32, #dml.strides<[4, 1]>> {
  // CHECK: dml.logical_equals {{.*}} : (tensor<2x3xf32, #dml.strides<[0, 1]>>, tensor<2x3xf32>) -> tensor<2x3xui32, #dml.strides<[4, 1]>>
  %0 = dml.logical_equals %a, %b
      : (tensor<2x3xf32, #dml.strides<[0, 1]>>, tensor<2x3xf32>)
      -> tensor<2x3xui32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xui32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f32: tensor<1xf32>, %f16: tensor<1xf16>, %i64: tensor<1xi64>, %i32: tensor<1xi32>,
    %i16: tensor<1xi16>, %i8: tensor<1xi8>, %ui64: tensor<1xui64>, %ui32: tensor<1xui32>,
    %ui16: tensor<1xui16>, %ui8: tensor<1xui8>) {
  // CHECK: dml.logical_equals {{.*}} : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xui32>
  dml.logical_equals %f32, %f32 : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xui32>
  // CHECK: dml.logical_equals {{.*}} : (tensor<1xf16>, tensor<1xf16>) -> tensor<1xui32>
  dml.logical_equals %f16, %f16 : (tensor<1xf16>, tensor<1xf16>) -> tensor<1xui32>
  // CHECK: dml.logical_equals {{.*}} : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xui32>
  dml.logical_equals %i64, %i64 : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xui32>
  // CHECK: dml.logical_equals {{.*}} : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xui32>
  dml.logical_equals %i32, %i32 : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xui32>
  // CHECK: dml.logical_equals {{.*}} : (tensor<1xi16>, tensor<1xi16>) -> tensor<1xui32>
  dml.logical_equals %i16, %i16 : (tensor<1xi16>, tensor<1xi16>) -> tensor<1xui32>
  // CHECK: dml.logical_equals {{.*}} : (tensor<1xi8>, tensor<1xi8>) -> tensor<1xui32>
  dml.logical_equals %i8, %i8 : (tensor<1xi8>, tensor<1xi8>) -> tensor<1xui32>
  // CHECK: dml.logical_equals {{.*}} : (tensor<1xui64>, tensor<1xui64>) -> tensor<1xui32>
  dml.logical_equals %ui64, %ui64 : (tensor<1xui64>, tensor<1xui64>) -> tensor<1xui32>
  // CHECK: dml.logical_equals {{.*}} : tensor<1xui32>
  dml.logical_equals %ui32, %ui32 : tensor<1xui32>
  // CHECK: dml.logical_equals {{.*}} : (tensor<1xui16>, tensor<1xui16>) -> tensor<1xui32>
  dml.logical_equals %ui16, %ui16 : (tensor<1xui16>, tensor<1xui16>) -> tensor<1xui32>
  // CHECK: dml.logical_equals {{.*}} : (tensor<1xui8>, tensor<1xui8>) -> tensor<1xui32>
  dml.logical_equals %ui8, %ui8 : (tensor<1xui8>, tensor<1xui8>) -> tensor<1xui32>
  // CHECK: dml.logical_equals {{.*}} : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xui8>
  dml.logical_equals %f32, %f32 : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xui8>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xui8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}, %[[Y:.*]] = {{.*}}) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xf32>, %y = %b : tensor<4xf32>) -> tensor<4xui8> {
    // CHECK: %[[RESULT:.*]] = dml.logical_equals %[[X]], %[[Y]] : (f32, f32) -> ui8
    %1 = dml.logical_equals %x, %y : (f32, f32) -> ui8
    // CHECK: dml.yield %[[RESULT]] : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}
