// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @constant
func.func @constant() {
  // CHECK: dml.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  dml.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: dml.constant dense<-1> : tensor<2x3xi8>
  dml.constant dense<-1> : tensor<2x3xi8>
  // CHECK: dml.constant dense<255> : tensor<2x3xui8>
  dml.constant dense<255> : tensor<2x3xui8>
  // A splat is the same whatever the strides.
  // CHECK: dml.constant dense<1.000000e+00> : tensor<2x3xf16, #dml.strides<[4, 1]>>
  dml.constant dense<1.0> : tensor<2x3xf16, #dml.strides<[4, 1]>>
  // NaN payloads and the sign of zero are kept.
  // CHECK: dml.constant dense<[0x7FC00001, -0.000000e+00]> : tensor<2xf32>
  dml.constant dense<[0x7FC00001, -0.0]> : tensor<2xf32>
  // CHECK: dml.constant dense<> : tensor<0xf32>
  dml.constant dense<> : tensor<0xf32>
  // Elements of 4 bits.
  // CHECK: dml.constant dense<[-8, 7, -1]> : tensor<3xi4>
  dml.constant dense<[-8, 7, -1]> : tensor<3xi4>
  // CHECK: dml.constant dense<[0, 15, 8]> : tensor<3xui4>
  dml.constant dense<[0, 15, 8]> : tensor<3xui4>
  return
}

// CHECK-LABEL: func @linear_index
func.func @linear_index() {
  // CHECK: dml.linear_index : tensor<2x3xi64>
  dml.linear_index : tensor<2x3xi64>
  return
}

// CHECK-LABEL: func @reinterpret
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>)
func.func @reinterpret(%a: tensor<8xf32>) {
  // CHECK: dml.reinterpret %[[A]] : tensor<8xf32> to tensor<2x4xf32>
  dml.reinterpret %a : tensor<8xf32> to tensor<2x4xf32>
  // CHECK: dml.reinterpret %[[A]] : tensor<8xf32> to tensor<4x8xf32, #dml.strides<[0, 1]>>
  dml.reinterpret %a : tensor<8xf32> to tensor<4x8xf32, #dml.strides<[0, 1]>>
  // CHECK: dml.reinterpret %[[A]] : tensor<8xf32> to tensor<4x2xf32, #dml.strides<[1, 4]>>
  dml.reinterpret %a : tensor<8xf32> to tensor<4x2xf32, #dml.strides<[1, 4]>>
  // CHECK: dml.reinterpret %[[A]] : tensor<8xf32> to tensor<16xui16>
  dml.reinterpret %a : tensor<8xf32> to tensor<16xui16>
  // A part of the memory.
  // CHECK: dml.reinterpret %[[A]] : tensor<8xf32> to tensor<f32>
  dml.reinterpret %a : tensor<8xf32> to tensor<f32>
  return
}

// Two elements of 4 bits to a byte, rounded up.
// CHECK-LABEL: func @reinterpret_nibbles
// CHECK-SAME: (%[[A:.*]]: tensor<4xui8>, %[[B:.*]]: tensor<7xi4>)
func.func @reinterpret_nibbles(%a: tensor<4xui8>, %b: tensor<7xi4>) {
  // CHECK: dml.reinterpret %[[A]] : tensor<4xui8> to tensor<2x4xui4>
  dml.reinterpret %a : tensor<4xui8> to tensor<2x4xui4>
  // CHECK: dml.reinterpret %[[A]] : tensor<4xui8> to tensor<7xi4>
  dml.reinterpret %a : tensor<4xui8> to tensor<7xi4>
  // CHECK: dml.reinterpret %[[B]] : tensor<7xi4> to tensor<4xi8>
  dml.reinterpret %b : tensor<7xi4> to tensor<4xi8>
  // CHECK: dml.reinterpret %[[B]] : tensor<7xi4> to tensor<3x7xi4, #dml.strides<[0, 1]>>
  dml.reinterpret %b : tensor<7xi4> to tensor<3x7xi4, #dml.strides<[0, 1]>>
  return
}

// CHECK-LABEL: func @fused
// CHECK-SAME: (%[[A:.*]]: tensor<2x8xf32>, %[[B:.*]]: tensor<2x8xf16, #dml.strides<[0, 1]>>)
func.func @fused(%a: tensor<2x8xf32>, %b: tensor<2x8xf16, #dml.strides<[0, 1]>>) {
  // CHECK: dml.fused (%[[X:.*]] = %[[A]] : tensor<2x8xf32>, %[[Y:.*]] = %[[B]] : tensor<2x8xf16, #dml.strides<[0, 1]>>)
  // CHECK-SAME: -> (tensor<2x8xf32>, tensor<2x8xf16, #dml.strides<[16, 1]>>) {
  %0:2 = dml.fused (%x = %a : tensor<2x8xf32>, %y = %b : tensor<2x8xf16, #dml.strides<[0, 1]>>)
      -> (tensor<2x8xf32>, tensor<2x8xf16, #dml.strides<[16, 1]>>) {
    // CHECK: %[[C:.*]] = dml.constant 2.000000e+00 : f32
    %c = dml.constant 2.0 : f32
    // CHECK: %[[R:.*]] = dml.multiply %[[X]], %[[C]] : f32
    %1 = dml.multiply %x, %c : f32
    // CHECK: dml.yield %[[R]], %[[Y]] : f32, f16
    dml.yield %1, %y : f32, f16
  }
  return
}

// CHECK-LABEL: func @fused_without_inputs
func.func @fused_without_inputs() -> tensor<4xi32> {
  // CHECK: dml.fused () -> tensor<4xi32> {
  // CHECK: dml.constant 7 : i32
  %0 = dml.fused () -> tensor<4xi32> {
    %c = dml.constant 7 : i32
    dml.yield %c : i32
  }
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func @fused_attributes
func.func @fused_attributes(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: dml.fused {{.*}} attributes {test.note = "kept"} {
  %0 = dml.fused (%x = %a : tensor<4xf32>) -> tensor<4xf32> attributes {test.note = "kept"} {
    dml.yield %x : f32
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @launch
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>)
func.func @launch(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xui8>) {
  // CHECK: dml.launch @kernel(%[[A]], %[[A]]) : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xui8>)
  %0:2 = dml.launch @kernel(%a, %a)
      : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xui8>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xui8>
}

// CHECK-LABEL: func @strides
// CHECK-SAME: tensor<2x3xf32, #dml.strides<[0, 1]>>
// CHECK-SAME: tensor<2x3xf32, #dml.strides<[5000000000, 1]>>
func.func @strides(%a: tensor<2x3xf32, #dml.strides<[0, 1]>>,
                   %b: tensor<2x3xf32, #dml.strides<[5000000000, 1]>>) {
  return
}

// CHECK-LABEL: func @scale_bias
// CHECK-SAME: test.value = #dml.scale_bias<Scale = 5.000000e-01 : f32, Bias = 0x7FC00000 : f32>
func.func @scale_bias() attributes {
    test.value = #dml.scale_bias<Scale = 0.5 : f32, Bias = 0x7FC00000 : f32>} {
  return
}
