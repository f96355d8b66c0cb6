// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<2x3xf32>)
func.func @packed(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: dml.pow %[[A]], %[[B]] : tensor<2x3xf32>
  %0 = dml.pow %a, %b : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xf32, #dml.strides<[0, 1]>>,
    %b: tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>> {
  // CHECK: dml.pow {{.*}} : (tensor<2x3xf32, #dml.strides<[0, 1]>>, tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  %0 = dml.pow %a, %b
      : (tensor<2x3xf32, #dml.strides<[0, 1]>>, tensor<2x3xf32>)
      -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f32: tensor<1xf32>, %f16: tensor<1xf16>, %i32: tensor<1xi32>, %i16: tensor<1xi16>,
    %i8: tensor<1xi8>, %ui32: tensor<1xui32>, %ui16: tensor<1xui16>, %ui8: tensor<1xui8>) {
  // CHECK: dml.pow {{.*}} : tensor<1xf32>
  dml.pow %f32, %f32 : tensor<1xf32>
  // CHECK: dml.pow {{.*}} : (tensor<1xf16>, tensor<1xf32>) -> tensor<1xf16>
  dml.pow %f16, %f32 : (tensor<1xf16>, tensor<1xf32>) -> tensor<1xf16>
  // CHECK: dml.pow {{.*}} : (tensor<1xi32>, tensor<1xf32>) -> tensor<1xi32>
  dml.pow %i32, %f32 : (tensor<1xi32>, tensor<1xf32>) -> tensor<1xi32>
  // CHECK: dml.pow {{.*}} : (tensor<1xi16>, tensor<1xf32>) -> tensor<1xi16>
  dml.pow %i16, %f32 : (tensor<1xi16>, tensor<1xf32>) -> tensor<1xi16>
  // CHECK: dml.pow {{.*}} : (tensor<1xi8>, tensor<1xf32>) -> tensor<1xi8>
  dml.pow %i8, %f32 : (tensor<1xi8>, tensor<1xf32>) -> tensor<1xi8>
  // CHECK: dml.pow {{.*}} : (tensor<1xui32>, tensor<1xf32>) -> tensor<1xui32>
  dml.pow %ui32, %f32 : (tensor<1xui32>, tensor<1xf32>) -> tensor<1xui32>
  // CHECK: dml.pow {{.*}} : (tensor<1xui16>, tensor<1xf32>) -> tensor<1xui16>
  dml.pow %ui16, %f32 : (tensor<1xui16>, tensor<1xf32>) -> tensor<1xui16>
  // CHECK: dml.pow {{.*}} : (tensor<1xui8>, tensor<1xf32>) -> tensor<1xui8>
  dml.pow %ui8, %f32 : (tensor<1xui8>, tensor<1xf32>) -> tensor<1xui8>
  // CHECK: dml.pow {{.*}} : (tensor<1xf32>, tensor<1xf16>) -> tensor<1xf32>
  dml.pow %f32, %f16 : (tensor<1xf32>, tensor<1xf16>) -> tensor<1xf32>
  // CHECK: dml.pow {{.*}} : (tensor<1xf32>, tensor<1xi32>) -> tensor<1xf32>
  dml.pow %f32, %i32 : (tensor<1xf32>, tensor<1xi32>) -> tensor<1xf32>
  // CHECK: dml.pow {{.*}} : (tensor<1xf32>, tensor<1xi16>) -> tensor<1xf32>
  dml.pow %f32, %i16 : (tensor<1xf32>, tensor<1xi16>) -> tensor<1xf32>
  // CHECK: dml.pow {{.*}} : (tensor<1xf32>, tensor<1xi8>) -> tensor<1xf32>
  dml.pow %f32, %i8 : (tensor<1xf32>, tensor<1xi8>) -> tensor<1xf32>
  // CHECK: dml.pow {{.*}} : (tensor<1xf32>, tensor<1xui32>) -> tensor<1xf32>
  dml.pow %f32, %ui32 : (tensor<1xf32>, tensor<1xui32>) -> tensor<1xf32>
  // CHECK: dml.pow {{.*}} : (tensor<1xf32>, tensor<1xui16>) -> tensor<1xf32>
  dml.pow %f32, %ui16 : (tensor<1xf32>, tensor<1xui16>) -> tensor<1xf32>
  // CHECK: dml.pow {{.*}} : (tensor<1xf32>, tensor<1xui8>) -> tensor<1xf32>
  dml.pow %f32, %ui8 : (tensor<1xf32>, tensor<1xui8>) -> tensor<1xf32>
  return
}

// CHECK-LABEL: func @scale_bias
func.func @scale_bias(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // CHECK: dml.pow {{.*}} {ScaleBias = #dml.scale_bias<Scale = 2.000000e+00 : f32, Bias = -1.000000e+00 : f32>} : tensor<4xf32>
  dml.pow %a, %b {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = -1.0 : f32>} : tensor<4xf32>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xui8>, %b: tensor<4xf32>) -> tensor<4xui8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}, %[[Y:.*]] = {{.*}}) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xui8>, %y = %b : tensor<4xf32>) -> tensor<4xui8> {
    // CHECK: %[[RESULT:.*]] = dml.pow %[[X]], %[[Y]] : (ui8, f32) -> ui8
    %1 = dml.pow %x, %y : (ui8, f32) -> ui8
    // CHECK: dml.yield %[[RESULT]] : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}
