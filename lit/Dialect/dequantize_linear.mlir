// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xi32>, %[[B:.*]]: tensor<2x3xf32>, %[[C:.*]]: tensor<2x3xi32>)
func.func @packed(%a: tensor<2x3xi32>, %b: tensor<2x3xf32>,
    %c: tensor<2x3xi32>) -> tensor<2x3xf32> {
  // CHECK: dml.dequantize_linear %[[A]], %[[B]], %[[C]] : (tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
  %0 = dml.dequantize_linear %a, %b, %c
      : (tensor<2x3xi32>, tensor<2x3xf32>, tensor<2x3xi32>)
      -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xi32, #dml.strides<[0, 1]>>, %b: tensor<2x3xf32>,
    %c: tensor<2x3xi32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>> {
  // CHECK: dml.dequantize_linear {{.*}} : (tensor<2x3xi32, #dml.strides<[0, 1]>>, tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  %0 = dml.dequantize_linear %a, %b, %c
      : (tensor<2x3xi32, #dml.strides<[0, 1]>>, tensor<2x3xf32>, tensor<2x3xi32>)
      -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f32: tensor<1xf32>, %f16: tensor<1xf16>, %i32: tensor<1xi32>, %i16: tensor<1xi16>,
    %i8: tensor<1xi8>, %ui32: tensor<1xui32>, %ui16: tensor<1xui16>, %ui8: tensor<1xui8>) {
  // CHECK: dml.dequantize_linear {{.*}} : (tensor<1xi32>, tensor<1xf32>, tensor<1xi32>) -> tensor<1xf32>
  dml.dequantize_linear %i32, %f32, %i32
      : (tensor<1xi32>, tensor<1xf32>, tensor<1xi32>)
      -> tensor<1xf32>
  // CHECK: dml.dequantize_linear {{.*}} : (tensor<1xi16>, tensor<1xf32>, tensor<1xi16>) -> tensor<1xf32>
  dml.dequantize_linear %i16, %f32, %i16
      : (tensor<1xi16>, tensor<1xf32>, tensor<1xi16>)
      -> tensor<1xf32>
  // CHECK: dml.dequantize_linear {{.*}} : (tensor<1xi8>, tensor<1xf32>, tensor<1xi8>) -> tensor<1xf32>
  dml.dequantize_linear %i8, %f32, %i8 : (tensor<1xi8>, tensor<1xf32>, tensor<1xi8>) -> tensor<1xf32>
  // CHECK: dml.dequantize_linear {{.*}} : (tensor<1xui32>, tensor<1xf32>, tensor<1xui32>) -> tensor<1xf32>
  dml.dequantize_linear %ui32, %f32, %ui32
      : (tensor<1xui32>, tensor<1xf32>, tensor<1xui32>)
      -> tensor<1xf32>
  // CHECK: dml.dequantize_linear {{.*}} : (tensor<1xui16>, tensor<1xf32>, tensor<1xui16>) -> tensor<1xf32>
  dml.dequantize_linear %ui16, %f32, %ui16
      : (tensor<1xui16>, tensor<1xf32>, tensor<1xui16>)
      -> tensor<1xf32>
  // CHECK: dml.dequantize_linear {{.*}} : (tensor<1xui8>, tensor<1xf32>, tensor<1xui8>) -> tensor<1xf32>
  dml.dequantize_linear %ui8, %f32, %ui8
      : (tensor<1xui8>, tensor<1xf32>, tensor<1xui8>)
      -> tensor<1xf32>
  // CHECK: dml.dequantize_linear {{.*}} : (tensor<1xi32>, tensor<1xf16>, tensor<1xi32>) -> tensor<1xf16>
  dml.dequantize_linear %i32, %f16, %i32
      : (tensor<1xi32>, tensor<1xf16>, tensor<1xi32>)
      -> tensor<1xf16>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xui8>, %b: tensor<4xf32>, %c: tensor<4xui8>) -> tensor<4xf32> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}, %[[Y:.*]] = {{.*}}, %[[Z:.*]] = {{.*}}) -> tensor<4xf32> {
  %0 = dml.fused (%x = %a : tensor<4xui8>, %y = %b : tensor<4xf32>,
      %z = %c : tensor<4xui8>) -> tensor<4xf32> {
    // CHECK: %[[RESULT:.*]] = dml.dequantize_linear %[[X]], %[[Y]], %[[Z]] : (ui8, f32, ui8) -> f32
    %1 = dml.dequantize_linear %x, %y, %z : (ui8, f32, ui8) -> f32
    // CHECK: dml.yield %[[RESULT]] : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<4xf32>
}
