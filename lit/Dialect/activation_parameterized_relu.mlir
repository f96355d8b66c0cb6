// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<2x3xf32>)
func.func @packed(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: dml.activation_parameterized_relu %[[A]], %[[B]] : tensor<2x3xf32>
  %0 = dml.activation_parameterized_relu %a, %b : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xf32, #dml.strides<[0, 1]>>,
    %b: tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>> {
  // CHECK: dml.activation_parameterized_relu {{.*}} : (tensor<2x3xf32, #dml.strides<[0, 1]>>, tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  %0 = dml.activation_parameterized_relu %a, %b
      : (tensor<2x3xf32, #dml.strides<[0, 1]>>, tensor<2x3xf32>)
      -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f32: tensor<1xf32>, %f16: tensor<1xf16>, %i32: tensor<1xi32>, %i16: tensor<1xi16>,
    %i8: tensor<1xi8>) {
  // CHECK: dml.activation_parameterized_relu {{.*}} : tensor<1xf32>
  dml.activation_parameterized_relu %f32, %f32 : tensor<1xf32>
  // CHECK: dml.activation_parameterized_relu {{.*}} : tensor<1xf16>
  dml.activation_parameterized_relu %f16, %f16 : tensor<1xf16>
  // CHECK: dml.activation_parameterized_relu {{.*}} : tensor<1xi32>
  dml.activation_parameterized_relu %i32, %i32 : tensor<1xi32>
  // CHECK: dml.activation_parameterized_relu {{.*}} : tensor<1xi16>
  dml.activation_parameterized_relu %i16, %i16 : tensor<1xi16>
  // CHECK: dml.activation_parameterized_relu {{.*}} : tensor<1xi8>
  dml.activation_parameterized_relu %i8, %i8 : tensor<1xi8>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xi8>, %b: tensor<4xi8>) -> tensor<4xi8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}, %[[Y:.*]] = {{.*}}) -> tensor<4xi8> {
  %0 = dml.fused (%x = %a : tensor<4xi8>, %y = %b : tensor<4xi8>) -> tensor<4xi8> {
    // CHECK: %[[RESULT:.*]] = dml.activation_parameterized_relu %[[X]], %[[Y]] : i8
    %1 = dml.activation_parameterized_relu %x, %y : i8
    // CHECK: dml.yield %[[RESULT]] : i8
    dml.yield %1 : i8
  }
  return %0 : tensor<4xi8>
}
