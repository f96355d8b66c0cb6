// RUN: fusedml-opt %s "-dml-fuse-elementwise=fuse=false report=true" -split-input-file -verify-diagnostics | FileCheck %s

// Every operator has a kernel of its own.

// CHECK-LABEL: func @chain
// expected-remark@+4 {{2 kernels}}
// expected-remark@+3 {{kernel 0 over [8]: multiply (2 inputs, 1 result)}}
// expected-remark@+2 {{kernel 1 over [8]: activation_relu (1 input, 1 result)}}
// expected-remark@+1 {{border from kernel 0 (multiply) to kernel 1 (activation_relu): fusion is off}}
func.func @chain(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[M:.*]] = dml.fused
  // CHECK: dml.multiply
  // CHECK-NOT: dml.activation_relu
  // CHECK: dml.fused ({{.*}} = %[[M]] : tensor<8xf32>)
  // CHECK: dml.activation_relu
  %0 = dml.multiply %a, %b : tensor<8xf32>
  %1 = dml.activation_relu %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// Views stay where they are.
// CHECK-LABEL: func @broadcast
// expected-remark@+4 {{2 kernels}}
// expected-remark@+3 {{kernel 0 over [4,1]: activation_relu (1 input, 1 result)}}
// expected-remark@+2 {{kernel 1 over [4,8]: add (2 inputs, 1 result)}}
// expected-remark@+1 {{border from kernel 0 (activation_relu) to kernel 1 (add): fusion is off}}
func.func @broadcast(%a: tensor<4x1xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[R:.*]] = dml.fused ({{.*}}) -> tensor<4x1xf32> {
  // CHECK: dml.reinterpret %[[R]] : tensor<4x1xf32> to tensor<4x8xf32, #dml.strides<[1, 0]>>
  // CHECK: dml.fused
  %0 = dml.activation_relu %a : tensor<4x1xf32>
  %1 = dml.reinterpret %0 : tensor<4x1xf32> to tensor<4x8xf32, #dml.strides<[1, 0]>>
  %2 = dml.add %1, %b : (tensor<4x8xf32, #dml.strides<[1, 0]>>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func @siblings
// expected-remark@+3 {{2 kernels}}
// expected-remark@+2 {{kernel 0 over [8]: activation_relu (1 input, 1 result)}}
// expected-remark@+1 {{kernel 1 over [8]: activation_relu (1 input, 1 result)}}
func.func @siblings(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-COUNT-2: dml.fused
  %0 = dml.activation_relu %a : tensor<8xf32>
  %1 = dml.activation_relu %a : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
