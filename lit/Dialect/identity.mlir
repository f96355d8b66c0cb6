// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xf64>)
func.func @packed(%a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  // CHECK: dml.identity %[[A]] : tensor<2x3xf64>
  %0 = dml.identity %a : tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xf64, #dml.strides<[0, 1]>>)
    -> tensor<2x3xf64, #dml.strides<[4, 1]>> {
  // CHECK: dml.identity {{.*}} : (tensor<2x3xf64, #dml.strides<[0, 1]>>) -> tensor<2x3xf64, #dml.strides<[4, 1]>>
  %0 = dml.identity %a : (tensor<2x3xf64, #dml.strides<[0, 1]>>)
      -> tensor<2x3xf64, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf64, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f64: tensor<1xf64>, %f32: tensor<1xf32>, %f16: tensor<1xf16>,
    %i64: tensor<1xi64>, %i32: tensor<1xi32>, %i16: tensor<1xi16>,
    %i8: tensor<1xi8>, %ui64: tensor<1xui64>, %ui32: tensor<1xui32>,
    %ui16: tensor<1xui16>, %ui8: tensor<1xui8>) {
  // CHECK: dml.identity {{.*}} : tensor<1xf64>
  dml.identity %f64 : tensor<1xf64>
  // CHECK: dml.identity {{.*}} : tensor<1xf32>
  dml.identity %f32 : tensor<1xf32>
  // CHECK: dml.identity {{.*}} : tensor<1xf16>
  dml.identity %f16 : tensor<1xf16>
  // CHECK: dml.identity {{.*}} : tensor<1xi64>
  dml.identity %i64 : tensor<1xi64>
  // CHECK: dml.identity {{.*}} : tensor<1xi32>
  dml.identity %i32 : tensor<1xi32>
  // CHECK: dml.identity {{.*}} : tensor<1xi16>
  dml.identity %i16 : tensor<1xi16>
  // CHECK: dml.identity {{.*}} : tensor<1xi8>
  dml.identity %i8 : tensor<1xi8>
  // CHECK: dml.identity {{.*}} : tensor<1xui64>
  dml.identity %ui64 : tensor<1xui64>
  // CHECK: dml.identity {{.*}} : tensor<1xui32>
  dml.identity %ui32 : tensor<1xui32>
  // CHECK: dml.identity {{.*}} : tensor<1xui16>
  dml.identity %ui16 : tensor<1xui16>
  // CHECK: dml.identity {{.*}} : tensor<1xui8>
  dml.identity %ui8 : tensor<1xui8>
  return
}

// DirectML's IDENTITY has no 4-bit types, but outputs of them are copied by it.
// CHECK-LABEL: func @copies
func.func @copies(%i4: tensor<2x3xi4>, %ui4: tensor<2x3xui4>) {
  // CHECK: dml.identity {{.*}} : (tensor<2x3xi4>) -> tensor<2x3xi4, #dml.strides<[4, 1]>>
  dml.identity %i4 : (tensor<2x3xi4>) -> tensor<2x3xi4, #dml.strides<[4, 1]>>
  // CHECK: dml.identity {{.*}} : tensor<2x3xui4>
  dml.identity %ui4 : tensor<2x3xui4>
  return
}

// CHECK-LABEL: func @scale_bias
func.func @scale_bias(%a: tensor<4xf32>) {
  // CHECK: dml.identity {{.*}} {ScaleBias = #dml.scale_bias<Scale = 2.000000e+00 : f32, Bias = -1.000000e+00 : f32>} : tensor<4xf32>
  dml.identity %a {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = -1.0 : f32>} : tensor<4xf32>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xui8>) -> tensor<4xui8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xui8>) -> tensor<4xui8> {
    // CHECK: %[[R:.*]] = dml.identity %[[X]] : ui8
    %1 = dml.identity %x : ui8
    // CHECK: dml.yield %[[R]] : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}
