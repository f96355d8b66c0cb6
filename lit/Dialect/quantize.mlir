// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<2x3xf32>, %[[C:.*]]: tensor<2x3xi8>)
func.func @packed(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %c: tensor<2x3xi8>) -> tensor<2x3xi8> {
  // CHECK: dml.quantize %[[A]], %[[B]], %[[C]] : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi8>) -> tensor<2x3xi8>
  %0 = dml.quantize %a, %b, %c : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xi8>) -> tensor<2x3xi8>
  return %0 : tensor<2x3xi8>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xf32, #dml.strides<[0, 1]>>, %b: tensor<2x3xf32>,
    %c: tensor<2x3xi8>) -> tensor<2x3xi8, #dml.strides<[4, 1]>> {
  // CHECK: dml.quantize {{.*}} : (tensor<2x3xf32, #dml.strides<[0, 1]>>, tensor<2x3xf32>, tensor<2x3xi8>) -> tensor<2x3xi8, #dml.strides<[4, 1]>>
  %0 = dml.quantize %a, %b, %c
      : (tensor<2x3xf32, #dml.strides<[0, 1]>>, tensor<2x3xf32>, tensor<2x3xi8>)
      -> tensor<2x3xi8, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xi8, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f32: tensor<1xf32>, %f16: tensor<1xf16>, %i8: tensor<1xi8>, %i4: tensor<1xi4>,
    %ui8: tensor<1xui8>, %ui4: tensor<1xui4>) {
  // CHECK: dml.quantize {{.*}} : (tensor<1xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<1xi8>
  dml.quantize %f32, %f32, %i8 : (tensor<1xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<1xi8>
  // CHECK: dml.quantize {{.*}} : (tensor<1xf16>, tensor<1xf32>, tensor<1xi8>) -> tensor<1xi8>
  dml.quantize %f16, %f32, %i8 : (tensor<1xf16>, tensor<1xf32>, tensor<1xi8>) -> tensor<1xi8>
  // CHECK: dml.quantize {{.*}} : (tensor<1xf32>, tensor<1xf16>, tensor<1xi8>) -> tensor<1xi8>
  dml.quantize %f32, %f16, %i8 : (tensor<1xf32>, tensor<1xf16>, tensor<1xi8>) -> tensor<1xi8>
  // CHECK: dml.quantize {{.*}} : (tensor<1xf32>, tensor<1xf32>, tensor<1xi4>) -> tensor<1xi4>
  dml.quantize %f32, %f32, %i4 : (tensor<1xf32>, tensor<1xf32>, tensor<1xi4>) -> tensor<1xi4>
  // CHECK: dml.quantize {{.*}} : (tensor<1xf32>, tensor<1xf32>, tensor<1xui8>) -> tensor<1xui8>
  dml.quantize %f32, %f32, %ui8 : (tensor<1xf32>, tensor<1xf32>, tensor<1xui8>) -> tensor<1xui8>
  // CHECK: dml.quantize {{.*}} : (tensor<1xf32>, tensor<1xf32>, tensor<1xui4>) -> tensor<1xui4>
  dml.quantize %f32, %f32, %ui4 : (tensor<1xf32>, tensor<1xf32>, tensor<1xui4>) -> tensor<1xui4>
  return
}

// Splitting dimensions into blocks may give more of them than DirectML has.
// CHECK-LABEL: func @nine_dimensions
func.func @nine_dimensions(%a: tensor<2x2x2x2x2x2x2x2x2xf32>, %b: tensor<2x2x2x2x2x2x2x2x2xf32>,
    %c: tensor<2x2x2x2x2x2x2x2x2xi4>) {
  // CHECK: dml.quantize {{.*}} -> tensor<2x2x2x2x2x2x2x2x2xi4>
  dml.quantize %a, %b, %c
      : (tensor<2x2x2x2x2x2x2x2x2xf32>, tensor<2x2x2x2x2x2x2x2x2xf32>, tensor<2x2x2x2x2x2x2x2x2xi4>)
      -> tensor<2x2x2x2x2x2x2x2x2xi4>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xui4>) -> tensor<4xui4> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}, %[[Y:.*]] = {{.*}}, %[[Z:.*]] = {{.*}}) -> tensor<4xui4> {
  %0 = dml.fused (%x = %a : tensor<4xf32>, %y = %b : tensor<4xf32>,
      %z = %c : tensor<4xui4>) -> tensor<4xui4> {
    // CHECK: %[[RESULT:.*]] = dml.quantize %[[X]], %[[Y]], %[[Z]] : (f32, f32, ui4) -> ui4
    %1 = dml.quantize %x, %y, %z : (f32, f32, ui4) -> ui4
    // CHECK: dml.yield %[[RESULT]] : ui4
    dml.yield %1 : ui4
  }
  return %0 : tensor<4xui4>
}
