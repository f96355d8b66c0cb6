// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xui8>, %[[B:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
func.func @packed(%a: tensor<2x3xui8>, %b: tensor<2x3xf64>,
    %c: tensor<2x3xf64>) -> tensor<2x3xf64> {
  // CHECK: dml.if %[[A]], %[[B]], %[[C]] : (tensor<2x3xui8>, tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %0 = dml.if %a, %b, %c : (tensor<2x3xui8>, tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xui8, #dml.strides<[0, 1]>>, %b: tensor<2x3xf64>,
    %c: tensor<2x3xf64>) -> tensor<2x3xf64, #dml.strides<[4, 1]>> {
  // CHECK: dml.if {{.*}} : (tensor<2x3xui8, #dml.strides<[0, 1]>>, tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64, #dml.strides<[4, 1]>>
  %0 = dml.if %a, %b, %c
      : (tensor<2x3xui8, #dml.strides<[0, 1]>>, tensor<2x3xf64>, tensor<2x3xf64>)
      -> tensor<2x3xf64, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf64, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f64: tensor<1xf64>, %f32: tensor<1xf32>, %f16: tensor<1xf16>, %i64: tensor<1xi64>,
    %i32: tensor<1xi32>, %i16: tensor<1xi16>, %i8: tensor<1xi8>, %ui64: tensor<1xui64>,
    %ui32: tensor<1xui32>, %ui16: tensor<1xui16>, %ui8: tensor<1xui8>) {
  // CHECK: dml.if {{.*}} : (tensor<1xui8>, tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
  dml.if %ui8, %f64, %f64 : (tensor<1xui8>, tensor<1xf64>, tensor<1xf64>) -> tensor<1xf64>
  // CHECK: dml.if {{.*}} : (tensor<1xui8>, tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  dml.if %ui8, %f32, %f32 : (tensor<1xui8>, tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  // CHECK: dml.if {{.*}} : (tensor<1xui8>, tensor<1xf16>, tensor<1xf16>) -> tensor<1xf16>
  dml.if %ui8, %f16, %f16 : (tensor<1xui8>, tensor<1xf16>, tensor<1xf16>) -> tensor<1xf16>
  // CHECK: dml.if {{.*}} : (tensor<1xui8>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  dml.if %ui8, %i64, %i64 : (tensor<1xui8>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  // CHECK: dml.if {{.*}} : (tensor<1xui8>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  dml.if %ui8, %i32, %i32 : (tensor<1xui8>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  // CHECK: dml.if {{.*}} : (tensor<1xui8>, tensor<1xi16>, tensor<1xi16>) -> tensor<1xi16>
  dml.if %ui8, %i16, %i16 : (tensor<1xui8>, tensor<1xi16>, tensor<1xi16>) -> tensor<1xi16>
  // CHECK: dml.if {{.*}} : (tensor<1xui8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1xi8>
  dml.if %ui8, %i8, %i8 : (tensor<1xui8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1xi8>
  // CHECK: dml.if {{.*}} : (tensor<1xui8>, tensor<1xui64>, tensor<1xui64>) -> tensor<1xui64>
  dml.if %ui8, %ui64, %ui64 : (tensor<1xui8>, tensor<1xui64>, tensor<1xui64>) -> tensor<1xui64>
  // CHECK: dml.if {{.*}} : (tensor<1xui8>, tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
  dml.if %ui8, %ui32, %ui32 : (tensor<1xui8>, tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
  // CHECK: dml.if {{.*}} : (tensor<1xui8>, tensor<1xui16>, tensor<1xui16>) -> tensor<1xui16>
  dml.if %ui8, %ui16, %ui16 : (tensor<1xui8>, tensor<1xui16>, tensor<1xui16>) -> tensor<1xui16>
  // CHECK: dml.if {{.*}} : tensor<1xui8>
  dml.if %ui8, %ui8, %ui8 : tensor<1xui8>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xui8>, %b: tensor<4xui8>, %c: tensor<4xui8>) -> tensor<4xui8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}, %[[Y:.*]] = {{.*}}, %[[Z:.*]] = {{.*}}) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xui8>, %y = %b : tensor<4xui8>,
      %z = %c : tensor<4xui8>) -> tensor<4xui8> {
    // CHECK: %[[RESULT:.*]] = dml.if %[[X]], %[[Y]], %[[Z]] : ui8
    %1 = dml.if %x, %y, %z : ui8
    // CHECK: dml.yield %[[RESULT]] : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}
