// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<2x3xf32>, %[[C:.*]]: tensor<2x3xi8>)
func.func @packed(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %c: tensor<2x3xi8>) -> tensor<2x3xi8> {
  // CHECK: dml.quantize_linear %[[A]], %[[B]], %[[C]] : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi8>) -> tensor<2x3xi8>
  %0 = dml.quantize_linear %a, %b, %c
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi8>)
      -> tensor<2x3xi8>
  return %0 : tensor<2x3xi8>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xf32, #dml.strides<[0, 1]>>, %b: tensor<2x3xf32>,
    %c: tensor<2x3xi8>) -> tensor<2x3xi8, #dml.strides<[4, 1]>> {
  // CHECK: dml.quantize_linear {{.*}} : (tensor<2x3xf32, #dml.strides<[0, 1]>>, tensor<2x3xf32>, tensor<2x3xi8>) -> tensor<2x3xi8, #dml.strides<[4, 1]>>
  %0 = dml.quantize_linear %a, %b, %c
      : (tensor<2x3xf32, #dml.strides<[0, 1]>>, tensor<2x3xf32>, tensor<2x3xi8>)
      -> tensor<2x3xi8, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xi8, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f32: tensor<1xf32>, %f16: tensor<1xf16>, %i32: tensor<1xi32>, %i8: tensor<1xi8>,
    %ui8: tensor<1xui8>) {
  // CHECK: dml.quantize_linear {{.*}} : (tensor<1xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<1xi8>
  dml.quantize_linear %f32, %f32, %i8 : (tensor<1xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<1xi8>
  // CHECK: dml.quantize_linear {{.*}} : (tensor<1xf16>, tensor<1xf16>, tensor<1xi8>) -> tensor<1xi8>
  dml.quantize_linear %f16, %f16, %i8 : (tensor<1xf16>, tensor<1xf16>, tensor<1xi8>) -> tensor<1xi8>
  // CHECK: dml.quantize_linear {{.*}} : (tensor<1xi32>, tensor<1xf32>, tensor<1xi8>) -> tensor<1xi8>
  dml.quantize_linear %i32, %f32, %i8 : (tensor<1xi32>, tensor<1xf32>, tensor<1xi8>) -> tensor<1xi8>
  // CHECK: dml.quantize_linear {{.*}} : (tensor<1xf32>, tensor<1xf32>, tensor<1xui8>) -> tensor<1xui8>
  dml.quantize_linear %f32, %f32, %ui8 : (tensor<1xf32>, tensor<1xf32>, tensor<1xui8>) -> tensor<1xui8>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xui8>) -> tensor<4xui8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}, %[[Y:.*]] = {{.*}}, %[[Z:.*]] = {{.*}}) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xf32>, %y = %b : tensor<4xf32>,
      %z = %c : tensor<4xui8>) -> tensor<4xui8> {
    // CHECK: %[[RESULT:.*]] = dml.quantize_linear %[[X]], %[[Y]], %[[Z]] : (f32, f32, ui8) -> ui8
    %1 = dml.quantize_linear %x, %y, %z : (f32, f32, ui8) -> ui8
    // CHECK: dml.yield %[[RESULT]] : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}
