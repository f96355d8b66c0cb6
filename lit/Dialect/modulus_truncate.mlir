// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<2x3xf32>)
func.func @packed(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: dml.modulus_truncate %[[A]], %[[B]] : tensor<2x3xf32>
  %0 = dml.modulus_truncate %a, %b : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xf32, #dml.strides<[0, 1]>>,
    %b: tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>> {
  // CHECK: dml.modulus_truncate {{.*}} : (tensor<2x3xf32, #dml.strides<[0, 1]>>, tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  %0 = dml.modulus_truncate %a, %b
      : (tensor<2x3xf32, #dml.strides<[0, 1]>>, tensor<2x3xf32>)
      -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f32: tensor<1xf32>, %f16: tensor<1xf16>, %i64: tensor<1xi64>, %i32: tensor<1xi32>,
    %i16: tensor<1xi16>, %i8: tensor<1xi8>, %ui64: tensor<1xui64>, %ui32: tensor<1xui32>,
    %ui16: tensor<1xui16>, %ui8: tensor<1xui8>) {
  // CHECK: dml.modulus_truncate {{.*}} : tensor<1xf32>
  dml.modulus_truncate %f32, %f32 : tensor<1xf32>
  // CHECK: dml.modulus_truncate {{.*}} : tensor<1xf16>
  dml.modulus_truncate %f16, %f16 : tensor<1xf16>
  // CHECK: dml.modulus_truncate {{.*}} : tensor<1xi64>
  dml.modulus_truncate %i64, %i64 : tensor<1xi64>
  // CHECK: dml.modulus_truncate {{.*}} : tensor<1xi32>
  dml.modulus_truncate %i32, %i32 : tensor<1xi32>
  // CHECK: dml.modulus_truncate {{.*}} : tensor<1xi16>
  dml.modulus_truncate %i16, %i16 : tensor<1xi16>
  // CHECK: dml.modulus_truncate {{.*}} : tensor<1xi8>
  dml.modulus_truncate %i8, %i8 : tensor<1xi8>
  // CHECK: dml.modulus_truncate {{.*}} : tensor<1xui64>
  dml.modulus_truncate %ui64, %ui64 : tensor<1xui64>
  // CHECK: dml.modulus_truncate {{.*}} : tensor<1xui32>
  dml.modulus_truncate %ui32, %ui32 : tensor<1xui32>
  // CHECK: dml.modulus_truncate {{.*}} : tensor<1xui16>
  dml.modulus_truncate %ui16, %ui16 : tensor<1xui16>
  // CHECK: dml.modulus_truncate {{.*}} : tensor<1xui8>
  dml.modulus_truncate %ui8, %ui8 : tensor<1xui8>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xui8>, %b: tensor<4xui8>) -> tensor<4xui8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}, %[[Y:.*]] = {{.*}}) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xui8>, %y = %b : tensor<4xui8>) -> tensor<4xui8> {
    // CHECK: %[[RESULT:.*]] = dml.modulus_truncate %[[X]], %[[Y]] : ui8
    %1 = dml.modulus_truncate %x, %y : ui8
    // CHECK: dml.yield %[[RESULT]] : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}
