// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xi8>, %[[B:.*]]: tensor<2x3xf32, #dml.strides<[0, 0]>>, %[[C:.*]]: tensor<2x3xi8, #dml.strides<[0, 0]>>, %[[D:.*]]: tensor<2x3xi8>, %[[E:.*]]: tensor<2x3xf32, #dml.strides<[0, 0]>>, %[[F:.*]]: tensor<2x3xi8, #dml.strides<[0, 0]>>, %[[G:.*]]: tensor<2x3xf32, #dml.strides<[0, 0]>>, %[[H:.*]]: tensor<2x3xi8, #dml.strides<[0, 0]>>)
func.func @packed(%a: tensor<2x3xi8>, %b: tensor<2x3xf32, #dml.strides<[0, 0]>>,
    %c: tensor<2x3xi8, #dml.strides<[0, 0]>>, %d: tensor<2x3xi8>,
    %e: tensor<2x3xf32, #dml.strides<[0, 0]>>, %f: tensor<2x3xi8, #dml.strides<[0, 0]>>,
    %g: tensor<2x3xf32, #dml.strides<[0, 0]>>,
    %h: tensor<2x3xi8, #dml.strides<[0, 0]>>) -> tensor<2x3xi8> {
  // CHECK: dml.quantized_linear_add %[[A]], %[[B]], %[[C]], %[[D]], %[[E]], %[[F]], %[[G]], %[[H]] : (tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>, tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>, tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xf32, #dml.strides<[0, 0]>>, tensor<2x3xi8, #dml.strides<[0, 0]>>) -> tensor<2x3xi8>
  %0 = dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>)
      -> tensor<2x3xi8>
  return %0 : tensor<2x3xi8>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xi8, #dml.strides<[0, 1]>>,
    %b: tensor<2x3xf32, #dml.strides<[0, 0]>>, %c: tensor<2x3xi8, #dml.strides<[0, 0]>>,
    %d: tensor<2x3xi8>, %e: tensor<2x3xf32, #dml.strides<[0, 0]>>,
    %f: tensor<2x3xi8, #dml.strides<[0, 0]>>, %g: tensor<2x3xf32, #dml.strides<[0, 0]>>,
    %h: tensor<2x3xi8, #dml.strides<[0, 0]>>) -> tensor<2x3xi8, #dml.strides<[4, 1]>> {
  // CHECK: dml.quantized_linear_add {{.*}} : (tensor<2x3xi8, #dml.strides<[0, 1]>>, tensor<2x3xf32, #dml.strides<[0, 0]>>, tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>, tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xf32, #dml.strides<[0, 0]>>, tensor<2x3xi8, #dml.strides<[0, 0]>>) -> tensor<2x3xi8, #dml.strides<[4, 1]>>
  %0 = dml.quantized_linear_add %a, %b, %c, %d, %e, %f, %g, %h
      : (tensor<2x3xi8, #dml.strides<[0, 1]>>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xi8>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>, tensor<2x3xf32, #dml.strides<[0, 0]>>,
        tensor<2x3xi8, #dml.strides<[0, 0]>>)
      -> tensor<2x3xi8, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xi8, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f32: tensor<1xf32>, %i8: tensor<1xi8>, %ui8: tensor<1xui8>,
    %rf32: tensor<1xf32, #dml.strides<[0]>>, %ri8: tensor<1xi8, #dml.strides<[0]>>,
    %rui8: tensor<1xui8, #dml.strides<[0]>>) {
  // CHECK: dml.quantized_linear_add {{.*}} : (tensor<1xi8>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>, tensor<1xi8>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>) -> tensor<1xi8>
  dml.quantized_linear_add %i8, %rf32, %ri8, %i8, %rf32, %ri8, %rf32, %ri8
      : (tensor<1xi8>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>,
        tensor<1xi8>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>,
        tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>)
      -> tensor<1xi8>
  // CHECK: dml.quantized_linear_add {{.*}} : (tensor<1xui8>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xui8, #dml.strides<[0]>>, tensor<1xi8>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>) -> tensor<1xi8>
  dml.quantized_linear_add %ui8, %rf32, %rui8, %i8, %rf32, %ri8, %rf32, %ri8
      : (tensor<1xui8>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xui8, #dml.strides<[0]>>,
        tensor<1xi8>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>,
        tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>)
      -> tensor<1xi8>
  // CHECK: dml.quantized_linear_add {{.*}} : (tensor<1xi8>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>, tensor<1xui8>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xui8, #dml.strides<[0]>>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>) -> tensor<1xi8>
  dml.quantized_linear_add %i8, %rf32, %ri8, %ui8, %rf32, %rui8, %rf32, %ri8
      : (tensor<1xi8>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>,
        tensor<1xui8>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xui8, #dml.strides<[0]>>,
        tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>)
      -> tensor<1xi8>
  // CHECK: dml.quantized_linear_add {{.*}} : (tensor<1xi8>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>, tensor<1xi8>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xui8, #dml.strides<[0]>>) -> tensor<1xui8>
  dml.quantized_linear_add %i8, %rf32, %ri8, %i8, %rf32, %ri8, %rf32, %rui8
      : (tensor<1xi8>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>,
        tensor<1xi8>, tensor<1xf32, #dml.strides<[0]>>, tensor<1xi8, #dml.strides<[0]>>,
        tensor<1xf32, #dml.strides<[0]>>, tensor<1xui8, #dml.strides<[0]>>)
      -> tensor<1xui8>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xi8>, %b: tensor<4xf32, #dml.strides<[0]>>,
    %c: tensor<4xi8, #dml.strides<[0]>>, %d: tensor<4xi8>, %e: tensor<4xf32, #dml.strides<[0]>>,
    %f: tensor<4xi8, #dml.strides<[0]>>, %g: tensor<4xf32, #dml.strides<[0]>>,
    %h: tensor<4xui8, #dml.strides<[0]>>) -> tensor<4xui8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}, %[[Y:.*]] = {{.*}}, %[[Z:.*]] = {{.*}}, %[[U:.*]] = {{.*}}, %[[V:.*]] = {{.*}}, %[[W:.*]] = {{.*}}, %[[P:.*]] = {{.*}}, %[[Q:.*]] = {{.*}}) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xi8>, %y = %b : tensor<4xf32, #dml.strides<[0]>>,
      %z = %c : tensor<4xi8, #dml.strides<[0]>>, %u = %d : tensor<4xi8>,
      %v = %e : tensor<4xf32, #dml.strides<[0]>>, %w = %f : tensor<4xi8, #dml.strides<[0]>>,
      %p = %g : tensor<4xf32, #dml.strides<[0]>>,
      %q = %h : tensor<4xui8, #dml.strides<[0]>>) -> tensor<4xui8> {
    // CHECK: %[[RESULT:.*]] = dml.quantized_linear_add %[[X]], %[[Y]], %[[Z]], %[[U]], %[[V]], %[[W]], %[[P]], %[[Q]] : (i8, f32, i8, i8, f32, i8, f32, ui8) -> ui8
    %1 = dml.quantized_linear_add %x, %y, %z, %u, %v, %w, %p, %q
      : (i8, f32, i8, i8, f32, i8, f32, ui8)
      -> ui8
    // CHECK: dml.yield %[[RESULT]] : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}
