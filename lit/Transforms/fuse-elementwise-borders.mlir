// RUN: fusedml-opt %s -dml-fuse-elementwise=report=true -split-input-file -verify-diagnostics | FileCheck %s

// What must stay apart, and why the report says it does.

// Computed along the row only: in the loop over the elements it would be
// computed once for every row.
// CHECK-LABEL: func @varies_along_inner
// expected-remark@+4 {{2 kernels}}
// expected-remark@+3 {{kernel 0 over [8]: activation_elu (1 input, 1 result)}}
// expected-remark@+2 {{kernel 1 over [4,8]: add (2 inputs, 1 result)}}
// expected-remark@+1 {{border from kernel 0 (activation_elu) to kernel 1 (add): the value varies only along inner dimensions, so it is computed once by a kernel of its own}}
func.func @varies_along_inner(%a: tensor<8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[ROW:.*]] = dml.fused ({{.*}}) -> tensor<8xf32> {
  // CHECK: dml.activation_elu
  // CHECK: %[[V:.*]] = dml.reinterpret %[[ROW]] : tensor<8xf32> to tensor<4x8xf32, #dml.strides<[0, 1]>>
  // CHECK: dml.fused ({{.*}} = %[[V]] : {{.*}}) -> tensor<4x8xf32> {
  // CHECK-NOT: dml.activation_elu
  // CHECK: dml.add
  %0 = dml.activation_elu %a {Alpha = 1.0 : f32} : tensor<8xf32>
  %1 = dml.reinterpret %0 : tensor<8xf32> to tensor<4x8xf32, #dml.strides<[0, 1]>>
  %2 = dml.add %1, %b : (tensor<4x8xf32, #dml.strides<[0, 1]>>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func @needed_in_own_sizes
// expected-remark@+4 {{2 kernels}}
// expected-remark@+3 {{kernel 0 over [4,1]: activation_elu (1 input, 1 result)}}
// expected-remark@+2 {{kernel 1 over [4,8]: add (2 inputs, 1 result)}}
// expected-remark@+1 {{border from kernel 0 (activation_elu) to kernel 1 (add): the value is also needed in its own sizes}}
func.func @needed_in_own_sizes(%a: tensor<4x1xf32>, %b: tensor<4x8xf32>) -> (tensor<4x1xf32>, tensor<4x8xf32>) {
  // CHECK: dml.activation_elu
  // CHECK-NOT: dml.activation_elu
  // CHECK: return
  %0 = dml.activation_elu %a {Alpha = 1.0 : f32} : tensor<4x1xf32>
  %1 = dml.reinterpret %0 : tensor<4x1xf32> to tensor<4x8xf32, #dml.strides<[1, 0]>>
  %2 = dml.add %1, %b : (tensor<4x8xf32, #dml.strides<[1, 0]>>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %2 : tensor<4x1xf32>, tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func @seen_in_two_ways
// expected-remark@+4 {{2 kernels}}
// expected-remark@+3 {{kernel 0 over [4]: activation_elu (1 input, 1 result)}}
// expected-remark@+2 {{kernel 1 over [4,4]: add (2 inputs, 1 result)}}
// expected-remark@+1 {{border from kernel 0 (activation_elu) to kernel 1 (add): the value is seen in more than one way}}
func.func @seen_in_two_ways(%a: tensor<4xf32>) -> tensor<4x4xf32> {
  // CHECK: dml.activation_elu
  // CHECK-NOT: dml.activation_elu
  // CHECK: return
  %0 = dml.activation_elu %a {Alpha = 1.0 : f32} : tensor<4xf32>
  %1 = dml.reinterpret %0 : tensor<4xf32> to tensor<4x4xf32, #dml.strides<[1, 0]>>
  %2 = dml.reinterpret %0 : tensor<4xf32> to tensor<4x4xf32, #dml.strides<[0, 1]>>
  %3 = dml.add %1, %2 : (tensor<4x4xf32, #dml.strides<[1, 0]>>, tensor<4x4xf32, #dml.strides<[0, 1]>>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: func @other_type
// expected-remark@+4 {{2 kernels}}
// expected-remark@+3 {{kernel 0 over [8]: activation_relu (1 input, 1 result)}}
// expected-remark@+2 {{kernel 1 over [8]: add (1 input, 1 result)}}
// expected-remark@+1 {{border from kernel 0 (activation_relu) to kernel 1 (add): the edge reinterprets the bytes as another data type}}
func.func @other_type(%a: tensor<8xf32>) -> tensor<8xi32> {
  // CHECK: %[[F:.*]] = dml.fused
  // CHECK: dml.activation_relu {{.*}} : f32
  // CHECK: dml.reinterpret %[[F]] : tensor<8xf32> to tensor<8xi32>
  // CHECK: dml.fused
  // CHECK: dml.add {{.*}} : i32
  %0 = dml.activation_relu %a : tensor<8xf32>
  %1 = dml.reinterpret %0 : tensor<8xf32> to tensor<8xi32>
  %2 = dml.add %1, %1 : tensor<8xi32>
  return %2 : tensor<8xi32>
}

// -----

// Rows of three seen as rows of four: an element's row and column both change.
// CHECK-LABEL: func @across_rows
// expected-remark@+4 {{2 kernels}}
// expected-remark@+3 {{kernel 0 over [4,3]: add (2 inputs, 1 result)}}
// expected-remark@+2 {{kernel 1 over [3,4]: activation_relu (1 input, 1 result)}}
// expected-remark@+1 {{border from kernel 0 (add) to kernel 1 (activation_relu): the edge reorders elements in a way no strides express}}
func.func @across_rows(%a: tensor<4x3xf32>, %b: tensor<4x3xf32, #dml.strides<[1, 0]>>) -> tensor<3x4xf32> {
  // CHECK-COUNT-2: dml.fused
  %0 = dml.add %a, %b : (tensor<4x3xf32>, tensor<4x3xf32, #dml.strides<[1, 0]>>) -> tensor<4x3xf32>
  %1 = dml.reinterpret %0 : tensor<4x3xf32> to tensor<3x4xf32>
  %2 = dml.activation_relu %1 : tensor<3x4xf32>
  return %2 : tensor<3x4xf32>
}

// -----

// Nothing in common.
// CHECK-LABEL: func @unrelated
// expected-remark@+3 {{2 kernels}}
// expected-remark@+2 {{kernel 0 over [8]: activation_relu (1 input, 1 result)}}
// expected-remark@+1 {{kernel 1 over [8]: activation_relu (1 input, 1 result)}}
func.func @unrelated(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-COUNT-2: dml.fused
  %0 = dml.activation_relu %a : tensor<8xf32>
  %1 = dml.activation_relu %b : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// Sharing a constant or the index is no reason to share a loop.
// CHECK-LABEL: func @common_constant
// expected-remark@+3 {{2 kernels}}
// expected-remark@+2 {{kernel 0 over [2]: add (2 inputs, 1 result)}}
// expected-remark@+1 {{kernel 1 over [2]: add (2 inputs, 1 result)}}
func.func @common_constant(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-COUNT-2: dml.fused
  %c = dml.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = dml.add %a, %c : tensor<2xf32>
  %1 = dml.add %b, %c : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// What only an operator behind a border reads waits for it.
// CHECK-LABEL: func @after_a_border
// expected-remark@+4 {{2 kernels}}
// expected-remark@+3 {{kernel 0 over [8]: activation_elu (1 input, 1 result)}}
// expected-remark@+2 {{kernel 1 over [8]: activation_relu, add (2 inputs, 1 result)}}
// expected-remark@+1 {{border from kernel 0 (activation_elu) to kernel 1 (add): the edge reinterprets the bytes as another data type}}
func.func @after_a_border(%a: tensor<8xf32>) -> tensor<8xi32> {
  // CHECK-COUNT-2: dml.fused
  %0 = dml.activation_elu %a {Alpha = 1.0 : f32} : tensor<8xf32>
  %bits = dml.reinterpret %a : tensor<8xf32> to tensor<8xi32>
  %1 = dml.activation_relu %bits : tensor<8xi32>
  %2 = dml.reinterpret %0 : tensor<8xf32> to tensor<8xi32>
  %3 = dml.add %1, %2 : tensor<8xi32>
  return %3 : tensor<8xi32>
}

// -----

// CHECK-LABEL: func @one_kernel
// expected-remark@+2 {{1 kernel}}
// expected-remark@+1 {{kernel 0 over [2,4]: multiply, activation_relu (2 inputs, 1 result)}}
func.func @one_kernel(%a: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // CHECK-COUNT-1: dml.fused
  // CHECK-NOT: dml.fused
  %0 = dml.multiply %a, %b : tensor<2x4xf32>
  %1 = dml.activation_relu %0 : tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// -----

// Operators of named nodes are called by their names.
// CHECK-LABEL: func @names
// expected-remark@+2 {{1 kernel}}
// expected-remark@+1 {{kernel 0 over [4]: multiply 'scale', activation_relu (1 input, 1 result)}}
func.func @names(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = dml.multiply %a, %a : tensor<4xf32> loc("scale")
  %1 = dml.activation_relu %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Windows over one row: an operator in their loop would compute the row's
// elements once for each window.
// CHECK-LABEL: func @windows
// expected-remark@+4 {{2 kernels}}
// expected-remark@+3 {{kernel 0 over [5]: activation_relu (1 input, 1 result)}}
// expected-remark@+2 {{kernel 1 over [3,3]: activation_relu (1 input, 1 result)}}
// expected-remark@+1 {{border from kernel 0 (activation_relu) to kernel 1 (activation_relu): the edge repeats elements along with others, so they are computed once by a kernel of their own}}
func.func @windows(%a: tensor<5xf32>) -> tensor<3x3xf32> {
  // CHECK-COUNT-2: dml.fused
  %0 = dml.activation_relu %a : tensor<5xf32>
  %1 = dml.reinterpret %0 : tensor<5xf32> to tensor<3x3xf32, #dml.strides<[1, 1]>>
  %2 = dml.activation_relu %1 : (tensor<3x3xf32, #dml.strides<[1, 1]>>) -> tensor<3x3xf32>
  return %2 : tensor<3x3xf32>
}
