// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xf64>, %[[B:.*]]: tensor<2x3xf64>)
func.func @packed(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  // CHECK: dml.bit_or %[[A]], %[[B]] : tensor<2x3xf64>
  %0 = dml.bit_or %a, %b : tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xf64, #dml.strides<[0, 1]>>,
    %b: tensor<2x3xf64>) -> tensor<2x3xf64, #dml.strides<[4, 1]>> {
  // CHECK: dml.bit_or {{.*}} : (tensor<2x3xf64, #dml.strides<[0, 1]>>, tensor<2x3xf64>) -> tensor<2x3xf64, #dml.strides<[4, 1]>>
  %0 = dml.bit_or %a, %b
      : (tensor<2x3xf64, #dml.strides<[0, 1]>>, tensor<2x3xf64>)
      -> tensor<2x3xf64, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf64, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f64: tensor<1xf64>, %f32: tensor<1xf32>, %f16: tensor<1xf16>, %i64: tensor<1xi64>,
    %i32: tensor<1xi32>, %i16: tensor<1xi16>, %i8: tensor<1xi8>, %ui64: tensor<1xui64>,
    %ui32: tensor<1xui32>, %ui16: tensor<1xui16>, %ui8: tensor<1xui8>) {
  // CHECK: dml.bit_or {{.*}} : tensor<1xf64>
  dml.bit_or %f64, %f64 : tensor<1xf64>
  // CHECK: dml.bit_or {{.*}} : tensor<1xf32>
  dml.bit_or %f32, %f32 : tensor<1xf32>
  // CHECK: dml.bit_or {{.*}} : tensor<1xf16>
  dml.bit_or %f16, %f16 : tensor<1xf16>
  // CHECK: dml.bit_or {{.*}} : tensor<1xi64>
  dml.bit_or %i64, %i64 : tensor<1xi64>
  // CHECK: dml.bit_or {{.*}} : tensor<1xi32>
  dml.bit_or %i32, %i32 : tensor<1xi32>
  // CHECK: dml.bit_or {{.*}} : tensor<1xi16>
  dml.bit_or %i16, %i16 : tensor<1xi16>
  // CHECK: dml.bit_or {{.*}} : tensor<1xi8>
  dml.bit_or %i8, %i8 : tensor<1xi8>
  // CHECK: dml.bit_or {{.*}} : tensor<1xui64>
  dml.bit_or %ui64, %ui64 : tensor<1xui64>
  // CHECK: dml.bit_or {{.*}} : tensor<1xui32>
  dml.bit_or %ui32, %ui32 : tensor<1xui32>
  // CHECK: dml.bit_or {{.*}} : tensor<1xui16>
  dml.bit_or %ui16, %ui16 : tensor<1xui16>
  // CHECK: dml.bit_or {{.*}} : tensor<1xui8>
  dml.bit_or %ui8, %ui8 : tensor<1xui8>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xui8>, %b: tensor<4xui8>) -> tensor<4xui8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}, %[[Y:.*]] = {{.*}}) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xui8>, %y = %b : tensor<4xui8>) -> tensor<4xui8> {
    // CHECK: %[[RESULT:.*]] = dml.bit_or %[[X]], %[[Y]] : ui8
    %1 = dml.bit_or %x, %y : ui8
    // CHECK: dml.yield %[[RESULT]] : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}
