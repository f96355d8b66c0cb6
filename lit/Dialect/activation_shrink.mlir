// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xf32>)
func.func @packed(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: dml.activation_shrink %[[A]] {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : tensor<2x3xf32>
  %0 = dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xf32, #dml.strides<[0, 1]>>)
    -> tensor<2x3xf32, #dml.strides<[4, 1]>> {
  // CHECK: dml.activation_shrink {{.*}} : (tensor<2x3xf32, #dml.strides<[0, 1]>>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  %0 = dml.activation_shrink %a {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : (tensor<2x3xf32, #dml.strides<[0, 1]>>)
      -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f32: tensor<1xf32>, %f16: tensor<1xf16>, %i32: tensor<1xi32>,
    %i16: tensor<1xi16>, %i8: tensor<1xi8>, %ui32: tensor<1xui32>,
    %ui16: tensor<1xui16>, %ui8: tensor<1xui8>) {
  // CHECK: dml.activation_shrink {{.*}} : tensor<1xf32>
  dml.activation_shrink %f32 {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : tensor<1xf32>
  // CHECK: dml.activation_shrink {{.*}} : tensor<1xf16>
  dml.activation_shrink %f16 {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : tensor<1xf16>
  // CHECK: dml.activation_shrink {{.*}} : tensor<1xi32>
  dml.activation_shrink %i32 {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : tensor<1xi32>
  // CHECK: dml.activation_shrink {{.*}} : tensor<1xi16>
  dml.activation_shrink %i16 {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : tensor<1xi16>
  // CHECK: dml.activation_shrink {{.*}} : tensor<1xi8>
  dml.activation_shrink %i8 {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : tensor<1xi8>
  // CHECK: dml.activation_shrink {{.*}} : tensor<1xui32>
  dml.activation_shrink %ui32 {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : tensor<1xui32>
  // CHECK: dml.activation_shrink {{.*}} : tensor<1xui16>
  dml.activation_shrink %ui16 {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : tensor<1xui16>
  // CHECK: dml.activation_shrink {{.*}} : tensor<1xui8>
  dml.activation_shrink %ui8 {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : tensor<1xui8>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xui8>) -> tensor<4xui8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xui8>) -> tensor<4xui8> {
    // CHECK: %[[R:.*]] = dml.activation_shrink %[[X]] {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : ui8
    %1 = dml.activation_shrink %x {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : ui8
    // CHECK: dml.yield %[[R]] : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}
