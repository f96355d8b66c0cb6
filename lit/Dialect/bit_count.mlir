// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xf64>)
func.func @packed(%a: tensor<2x3xf64>) -> tensor<2x3xui32> {
  // CHECK: dml.bit_count %[[A]] : (tensor<2x3xf64>) -> tensor<2x3xui32>
  %0 = dml.bit_count %a : (tensor<2x3xf64>) -> tensor<2x3xui32>
  return %0 : tensor<2x3xui32>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(
    %a: tensor<2x3xf64, #dml.strides<[0, 1]>>) -> tensor<2x3xui32, #dml.strides<[4, 1]>> {
  // CHECK: dml.bit_count {{.*}} : (tensor<2x3xf64, #dml.strides<[0, 1]>>) -> tensor<2x3xui32, #dml.strides<[4, 1]>>
  %0 = dml.bit_count %a
      : (tensor<2x3xf64, #dml.strides<[0, 1]>>)
      -> tensor<2x3xui32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xui32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f64: tensor<1xf64>, %f32: tensor<1xf32>, %f16: tensor<1xf16>, %i64: tensor<1xi64>,
    %i32: tensor<1xi32>, %i16: tensor<1xi16>, %i8: tensor<1xi8>, %ui64: tensor<1xui64>,
    %ui32: tensor<1xui32>, %ui16: tensor<1xui16>, %ui8: tensor<1xui8>) {
  // CHECK: dml.bit_count {{.*}} : (tensor<1xf64>) -> tensor<1xui32>
  dml.bit_count %f64 : (tensor<1xf64>) -> tensor<1xui32>
  // CHECK: dml.bit_count {{.*}} : (tensor<1xf32>) -> tensor<1xui32>
  dml.bit_count %f32 : (tensor<1xf32>) -> tensor<1xui32>
  // CHECK: dml.bit_count {{.*}} : (tensor<1xf16>) -> tensor<1xui32>
  dml.bit_count %f16 : (tensor<1xf16>) -> tensor<1xui32>
  // CHECK: dml.bit_count {{.*}} : (tensor<1xi64>) -> tensor<1xui32>
  dml.bit_count %i64 : (tensor<1xi64>) -> tensor<1xui32>
  // CHECK: dml.bit_count {{.*}} : (tensor<1xi32>) -> tensor<1xui32>
  dml.bit_count %i32 : (tensor<1xi32>) -> tensor<1xui32>
  // CHECK: dml.bit_count {{.*}} : (tensor<1xi16>) -> tensor<1xui32>
  dml.bit_count %i16 : (tensor<1xi16>) -> tensor<1xui32>
  // CHECK: dml.bit_count {{.*}} : (tensor<1xi8>) -> tensor<1xui32>
  dml.bit_count %i8 : (tensor<1xi8>) -> tensor<1xui32>
  // CHECK: dml.bit_count {{.*}} : (tensor<1xui64>) -> tensor<1xui32>
  dml.bit_count %ui64 : (tensor<1xui64>) -> tensor<1xui32>
  // CHECK: dml.bit_count {{.*}} : tensor<1xui32>
  dml.bit_count %ui32 : tensor<1xui32>
  // CHECK: dml.bit_count {{.*}} : (tensor<1xui16>) -> tensor<1xui32>
  dml.bit_count %ui16 : (tensor<1xui16>) -> tensor<1xui32>
  // CHECK: dml.bit_count {{.*}} : (tensor<1xui8>) -> tensor<1xui32>
  dml.bit_count %ui8 : (tensor<1xui8>) -> tensor<1xui32>
  // CHECK: dml.bit_count {{.*}} : (tensor<1xf64>) -> tensor<1xui8>
  dml.bit_count %f64 : (tensor<1xf64>) -> tensor<1xui8>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xf64>) -> tensor<4xui8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xf64>) -> tensor<4xui8> {
    // CHECK: %[[RESULT:.*]] = dml.bit_count %[[X]] : (f64) -> ui8
    %1 = dml.bit_count %x : (f64) -> ui8
    // CHECK: dml.yield %[[RESULT]] : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}
