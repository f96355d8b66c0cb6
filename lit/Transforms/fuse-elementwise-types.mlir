// RUN: fusedml-opt %s -canonicalize -dml-fuse-elementwise -split-input-file | FileCheck %s

// Operators that change the type of their elements share a loop like others.

// CHECK-LABEL: func @compare_and_choose
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>, %[[B:.*]]: tensor<8xf32>)
func.func @compare_and_choose(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[K:.*]] = dml.fused (%[[X:.*]] = %[[A]] : tensor<8xf32>, %[[Y:.*]] = %[[B]] : tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[GREATER:.*]] = dml.logical_greater_than %[[X]], %[[Y]] : (f32, f32) -> ui8
  // CHECK: %[[NAN:.*]] = dml.is_nan %[[X]] : (f32) -> ui8
  // CHECK: %[[EITHER:.*]] = dml.logical_or %[[GREATER]], %[[NAN]] : ui8
  // CHECK: %[[R:.*]] = dml.if %[[EITHER]], %[[Y]], %[[X]] : (ui8, f32, f32) -> f32
  // CHECK: dml.yield %[[R]] : f32
  // CHECK-NOT: dml.fused
  // CHECK: return %[[K]]
  %0 = dml.logical_greater_than %a, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xui8>
  %1 = dml.is_nan %a : (tensor<8xf32>) -> tensor<8xui8>
  %2 = dml.logical_or %0, %1 : tensor<8xui8>
  %3 = dml.if %2, %b, %a : (tensor<8xui8>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}

// -----

// Dequantize, work, quantize: bytes in and bytes out, the scale once for all.
// CHECK-LABEL: func @quantized_chain
func.func @quantized_chain(%a: tensor<4x8xui8>, %s: tensor<1xf32>, %z: tensor<1xui8>) -> tensor<4x8xui8> {
  // CHECK: dml.fused ({{.*}} : tensor<4x8xui8>, {{.*}} : tensor<4x8xf32, #dml.strides<[0, 0]>>, {{.*}} : tensor<4x8xui8, #dml.strides<[0, 0]>>) -> tensor<4x8xui8> {
  // CHECK-NEXT: %[[F:.*]] = dml.dequantize_linear {{.*}} : (ui8, f32, ui8) -> f32
  // CHECK-NEXT: %[[T:.*]] = dml.activation_tanh %[[F]] : f32
  // CHECK-NEXT: %[[Q:.*]] = dml.quantize_linear %[[T]], {{.*}} : (f32, f32, ui8) -> ui8
  // CHECK-NEXT: dml.yield %[[Q]] : ui8
  // CHECK-NOT: dml.fused
  %0 = dml.reinterpret %s : tensor<1xf32> to tensor<4x8xf32, #dml.strides<[0, 0]>>
  %1 = dml.reinterpret %z : tensor<1xui8> to tensor<4x8xui8, #dml.strides<[0, 0]>>
  %2 = dml.dequantize_linear %a, %0, %1 : (tensor<4x8xui8>, tensor<4x8xf32, #dml.strides<[0, 0]>>, tensor<4x8xui8, #dml.strides<[0, 0]>>) -> tensor<4x8xf32>
  %3 = dml.activation_tanh %2 : tensor<4x8xf32>
  %4 = dml.quantize_linear %3, %0, %1 : (tensor<4x8xf32>, tensor<4x8xf32, #dml.strides<[0, 0]>>, tensor<4x8xui8, #dml.strides<[0, 0]>>) -> tensor<4x8xui8>
  return %4 : tensor<4x8xui8>
}

// -----

// What stands for a tensor that was left out is an element of the body.
// CHECK-LABEL: func @zero_point
func.func @zero_point(%a: tensor<8xf32>, %s: tensor<8xf32>) -> tensor<8xi4> {
  // CHECK: dml.fused ({{.*}} : tensor<8xf32>, {{.*}} : tensor<8xf32>) -> tensor<8xi4> {
  // CHECK: %[[Z:.*]] = dml.constant 0 : i4
  // CHECK: dml.quantize {{.*}}, {{.*}}, %[[Z]] : (f32, f32, i4) -> i4
  %0 = dml.constant dense<0> : tensor<8xi4, #dml.strides<[0]>>
  %1 = dml.quantize %a, %s, %0 : (tensor<8xf32>, tensor<8xf32>, tensor<8xi4, #dml.strides<[0]>>) -> tensor<8xi4>
  return %1 : tensor<8xi4>
}

// -----

// From one width to another and back.
// CHECK-LABEL: func @casts
func.func @casts(%a: tensor<8xi64>) -> (tensor<8xf16>, tensor<8xui8>) {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}) -> (tensor<8xf16>, tensor<8xui8>) {
  // CHECK: %[[H:.*]] = dml.cast %[[X]] : (i64) -> f16
  // CHECK: %[[C:.*]] = dml.bit_count %[[H]] : (f16) -> ui8
  // CHECK: dml.yield %[[H]], %[[C]] : f16, ui8
  // CHECK-NOT: dml.fused
  %0 = dml.cast %a : (tensor<8xi64>) -> tensor<8xf16>
  %1 = dml.bit_count %0 : (tensor<8xf16>) -> tensor<8xui8>
  return %0, %1 : tensor<8xf16>, tensor<8xui8>
}

// -----

// Bytes that an edge reinterprets are no conversion: they go through memory.
// CHECK-LABEL: func @reinterpreted
func.func @reinterpreted(%a: tensor<8xf32>) -> tensor<16xui4> {
  // CHECK: %[[K:.*]] = dml.fused {{.*}} -> tensor<8xi8> {
  // CHECK: dml.cast
  // CHECK: dml.reinterpret %[[K]] : tensor<8xi8> to tensor<16xui4>
  // CHECK: dml.fused {{.*}} -> tensor<16xui4> {
  %0 = dml.cast %a : (tensor<8xf32>) -> tensor<8xi8>
  %1 = dml.reinterpret %0 : tensor<8xi8> to tensor<16xui4>
  return %1 : tensor<16xui4>
}
