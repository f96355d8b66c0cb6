// RUN: fusedml-opt %s -dml-fuse-elementwise -split-input-file | FileCheck %s

// CHECK-LABEL: func @chain
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>, %[[B:.*]]: tensor<8xf32>)
func.func @chain(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[K:.*]] = dml.fused (%[[X:.*]] = %[[A]] : tensor<8xf32>, %[[Y:.*]] = %[[B]] : tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[M:.*]] = dml.multiply %[[X]], %[[Y]] : f32
  // CHECK: %[[R:.*]] = dml.activation_shrink %[[M]] {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32} : f32
  // CHECK: dml.yield %[[R]] : f32
  // CHECK-NOT: dml.fused
  // CHECK: return %[[K]]
  %0 = dml.multiply %a, %b : tensor<8xf32>
  %1 = dml.activation_shrink %0 {Bias = 0.1 : f32, Threshold = 0.5 : f32} : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// A DAG: one input used twice, one value used by two operators, two results.
// CHECK-LABEL: func @dag
func.func @dag(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xui8>) {
  // CHECK: %[[K:.*]]:2 = dml.fused (%[[X:.*]] = {{.*}}, %[[Y:.*]] = {{.*}}) -> (tensor<8xf32>, tensor<8xui8>) {
  // CHECK: %[[SUM:.*]] = dml.add %[[X]], %[[Y]]
  // CHECK: %[[Q:.*]] = dml.divide %[[SUM]], %[[X]]
  // CHECK: %[[INF:.*]] = dml.is_infinity %[[SUM]] {InfinityMode = "EITHER"} : (f32) -> ui8
  // CHECK: dml.yield %[[Q]], %[[INF]] : f32, ui8
  // CHECK-NOT: dml.fused
  // CHECK: return %[[K]]#0, %[[K]]#1
  %0 = dml.add %a, %b : tensor<8xf32>
  %1 = dml.divide %0, %a : tensor<8xf32>
  %2 = dml.is_infinity %0 {InfinityMode = "EITHER"} : (tensor<8xf32>) -> tensor<8xui8>
  return %1, %2 : tensor<8xf32>, tensor<8xui8>
}

// A value in the middle that is returned too.
// CHECK-LABEL: func @inner_result
func.func @inner_result(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[K:.*]]:2 = dml.fused
  // CHECK: %[[S:.*]] = dml.add
  // CHECK: %[[R:.*]] = dml.activation_relu %[[S]]
  // CHECK: dml.yield %[[S]], %[[R]]
  // CHECK: return %[[K]]#1, %[[K]]#0
  %0 = dml.add %a, %a : tensor<8xf32>
  %1 = dml.activation_relu %0 : tensor<8xf32>
  return %1, %0 : tensor<8xf32>, tensor<8xf32>
}

// Siblings read their input once.
// CHECK-LABEL: func @siblings
func.func @siblings(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: dml.fused (%[[X:.*]] = %{{.*}} : tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: dml.activation_relu %[[X]]
  // CHECK: dml.activation_elu %[[X]]
  // CHECK-NOT: dml.fused
  %0 = dml.activation_relu %a : tensor<8xf32>
  %1 = dml.activation_elu %a {Alpha = 1.0 : f32} : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// Two views of one memory count as one input.
// CHECK-LABEL: func @siblings_by_views
func.func @siblings_by_views(%a: tensor<16xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: dml.fused ({{.*}}) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: dml.activation_relu
  // CHECK: dml.activation_relu
  // CHECK-NOT: dml.fused
  %v = dml.reinterpret %a : tensor<16xf32> to tensor<8xf32>
  %w = dml.reinterpret %a : tensor<16xf32> to tensor<8xf32, #dml.strides<[2]>>
  %0 = dml.activation_relu %v : tensor<8xf32>
  %1 = dml.activation_relu %w : (tensor<8xf32, #dml.strides<[2]>>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func @returned_twice
func.func @returned_twice(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[K:.*]]:2 = dml.fused
  // CHECK: %[[R:.*]] = dml.activation_relu
  // CHECK: dml.yield %[[R]], %[[R]]
  // CHECK: return %[[K]]#0, %[[K]]#1
  %0 = dml.activation_relu %a : tensor<8xf32>
  return %0, %0 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func @returned_argument
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>)
func.func @returned_argument(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[K:.*]] = dml.fused (%[[X:.*]] = %[[A]] : tensor<8xf32>)
  // CHECK: %[[C:.*]] = dml.identity %[[X]] : f32
  // CHECK: dml.yield %[[C]]
  // CHECK: return %[[K]]
  return %a : tensor<8xf32>
}

// CHECK-LABEL: func @returned_view
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>)
func.func @returned_view(%a: tensor<8xf32>) -> tensor<8xui32> {
  // CHECK: %[[V:.*]] = dml.reinterpret %[[A]] : tensor<8xf32> to tensor<8xui32>
  // CHECK: %[[K:.*]] = dml.fused (%{{.*}} = %[[V]] : tensor<8xui32>)
  // CHECK: dml.identity %{{.*}} : ui32
  // CHECK: return %[[K]]
  %0 = dml.reinterpret %a : tensor<8xf32> to tensor<8xui32>
  return %0 : tensor<8xui32>
}

// CHECK-LABEL: func @returned_constant
func.func @returned_constant() -> tensor<4xf32> {
  // CHECK: dml.fused () -> tensor<4xf32> {
  // CHECK: %[[C:.*]] = dml.constant 2.000000e+00 : f32
  // CHECK: dml.identity %[[C]]
  %c = dml.constant dense<2.0> : tensor<4xf32>
  return %c : tensor<4xf32>
}

// -----

// The layout of a result is the operator's.
// CHECK-LABEL: func @result_layout
func.func @result_layout(%a: tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>> {
  // CHECK: dml.fused (%{{.*}} = %{{.*}} : tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>> {
  %0 = dml.activation_relu %a : (tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf32, #dml.strides<[4, 1]>>
}

// -----

// The column is computed with the rows: once for each, outside the inner loop.
// CHECK-LABEL: func @broadcast_along_inner
// CHECK-SAME: (%[[A:.*]]: tensor<4x1xf32>, %[[B:.*]]: tensor<4x8xf32>)
func.func @broadcast_along_inner(%a: tensor<4x1xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[V:.*]] = dml.reinterpret %[[A]] : tensor<4x1xf32> to tensor<4x8xf32, #dml.strides<[1, 0]>>
  // CHECK: dml.fused ({{.*}} = %[[V]] : tensor<4x8xf32, #dml.strides<[1, 0]>>, {{.*}}) -> tensor<4x8xf32> {
  // CHECK-COUNT-1: dml.activation_elu
  // CHECK: dml.add
  // CHECK-NOT: dml.activation_elu
  // CHECK-NOT: dml.fused
  %0 = dml.activation_elu %a {Alpha = 1.0 : f32} : tensor<4x1xf32>
  %1 = dml.reinterpret %0 : tensor<4x1xf32> to tensor<4x8xf32, #dml.strides<[1, 0]>>
  %2 = dml.add %1, %b : (tensor<4x8xf32, #dml.strides<[1, 0]>>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// A chain of such producers moves as a whole.
// CHECK-LABEL: func @broadcast_chain
func.func @broadcast_chain(%a: tensor<4x1xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: dml.fused
  // CHECK: dml.activation_relu
  // CHECK: dml.activation_elu
  // CHECK: dml.add
  // CHECK-NOT: dml.fused
  %0 = dml.activation_relu %a : tensor<4x1xf32>
  %1 = dml.activation_elu %0 {Alpha = 1.0 : f32} : tensor<4x1xf32>
  %2 = dml.reinterpret %1 : tensor<4x1xf32> to tensor<4x8xf32, #dml.strides<[1, 0]>>
  %3 = dml.add %2, %b : (tensor<4x8xf32, #dml.strides<[1, 0]>>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// Two readers of the same view.
// CHECK-LABEL: func @broadcast_read_twice
func.func @broadcast_read_twice(%a: tensor<4x1xf32>, %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: dml.fused
  // CHECK-COUNT-1: dml.activation_elu
  // CHECK-NOT: dml.activation_elu
  // CHECK-NOT: dml.fused
  %0 = dml.activation_elu %a {Alpha = 1.0 : f32} : tensor<4x1xf32>
  %1 = dml.reinterpret %0 : tensor<4x1xf32> to tensor<4x8xf32, #dml.strides<[1, 0]>>
  %2 = dml.add %1, %b : (tensor<4x8xf32, #dml.strides<[1, 0]>>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = dml.multiply %1, %b : (tensor<4x8xf32, #dml.strides<[1, 0]>>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2, %3 : tensor<4x8xf32>, tensor<4x8xf32>
}

// A single value repeats along every dimension.
// CHECK-LABEL: func @broadcast_one
func.func @broadcast_one(%a: tensor<1xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: dml.reinterpret {{.*}} to tensor<4x8xf32, #dml.strides<[0, 0]>>
  // CHECK: dml.fused
  // CHECK: dml.activation_elu
  // CHECK: dml.add
  // CHECK-NOT: dml.fused
  %0 = dml.activation_elu %a {Alpha = 1.0 : f32} : tensor<1xf32>
  %1 = dml.reinterpret %0 : tensor<1xf32> to tensor<4x8xf32, #dml.strides<[0, 0]>>
  %2 = dml.add %1, %b : (tensor<4x8xf32, #dml.strides<[0, 0]>>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func @transposed
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<8x4xf32>)
func.func @transposed(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK: %[[V:.*]] = dml.reinterpret %[[A]] : tensor<4x8xf32> to tensor<8x4xf32, #dml.strides<[1, 8]>>
  // CHECK: dml.fused ({{.*}} = %[[V]] : {{.*}}, {{.*}} = %[[B]] : tensor<8x4xf32>) -> tensor<8x4xf32> {
  // CHECK: dml.activation_relu
  // CHECK: dml.add
  // CHECK-NOT: dml.fused
  %0 = dml.activation_relu %a : tensor<4x8xf32>
  %1 = dml.reinterpret %0 : tensor<4x8xf32> to tensor<8x4xf32, #dml.strides<[1, 8]>>
  %2 = dml.add %1, %b : (tensor<8x4xf32, #dml.strides<[1, 8]>>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}

// CHECK-LABEL: func @reshaped
func.func @reshaped(%a: tensor<4x8xf32>, %b: tensor<2x2x8xf32>) -> tensor<2x2x8xf32> {
  // CHECK: dml.fused ({{.*}}) -> tensor<2x2x8xf32> {
  // CHECK: dml.activation_relu
  // CHECK: dml.add
  // CHECK-NOT: dml.fused
  %0 = dml.activation_relu %a : tensor<4x8xf32>
  %1 = dml.reinterpret %0 : tensor<4x8xf32> to tensor<2x2x8xf32>
  %2 = dml.add %1, %b : tensor<2x2x8xf32>
  return %2 : tensor<2x2x8xf32>
}

// A part of what was computed: the rest need not be.
// CHECK-LABEL: func @part
func.func @part(%a: tensor<8xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: dml.fused ({{.*}}) -> tensor<4xf32> {
  // CHECK: dml.activation_relu
  // CHECK: dml.add
  // CHECK-NOT: dml.fused
  %0 = dml.activation_relu %a : tensor<8xf32>
  %1 = dml.reinterpret %0 : tensor<8xf32> to tensor<4xf32, #dml.strides<[2]>>
  %2 = dml.add %1, %b : (tensor<4xf32, #dml.strides<[2]>>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @diamond
func.func @diamond(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}) -> tensor<8xf32> {
  // CHECK: %[[S:.*]] = dml.add %[[X]], %[[X]]
  // CHECK: %[[L:.*]] = dml.activation_relu %[[S]]
  // CHECK: %[[R:.*]] = dml.activation_elu %[[S]]
  // CHECK: dml.multiply %[[L]], %[[R]]
  // CHECK-NOT: dml.add
  // CHECK-NOT: dml.fused
  %0 = dml.add %a, %a : tensor<8xf32>
  %1 = dml.activation_relu %0 : tensor<8xf32>
  %2 = dml.activation_elu %0 {Alpha = 1.0 : f32} : tensor<8xf32>
  %3 = dml.multiply %1, %2 : tensor<8xf32>
  return %3 : tensor<8xf32>
}

// x = x + x, 20 times, is 20 operators.
// CHECK-LABEL: func @doubled
func.func @doubled(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: dml.fused
  // CHECK-COUNT-20: dml.add
  // CHECK-NOT: dml.add
  %0 = dml.add %a, %a : tensor<8xf32>
  %1 = dml.add %0, %0 : tensor<8xf32>
  %2 = dml.add %1, %1 : tensor<8xf32>
  %3 = dml.add %2, %2 : tensor<8xf32>
  %4 = dml.add %3, %3 : tensor<8xf32>
  %5 = dml.add %4, %4 : tensor<8xf32>
  %6 = dml.add %5, %5 : tensor<8xf32>
  %7 = dml.add %6, %6 : tensor<8xf32>
  %8 = dml.add %7, %7 : tensor<8xf32>
  %9 = dml.add %8, %8 : tensor<8xf32>
  %10 = dml.add %9, %9 : tensor<8xf32>
  %11 = dml.add %10, %10 : tensor<8xf32>
  %12 = dml.add %11, %11 : tensor<8xf32>
  %13 = dml.add %12, %12 : tensor<8xf32>
  %14 = dml.add %13, %13 : tensor<8xf32>
  %15 = dml.add %14, %14 : tensor<8xf32>
  %16 = dml.add %15, %15 : tensor<8xf32>
  %17 = dml.add %16, %16 : tensor<8xf32>
  %18 = dml.add %17, %17 : tensor<8xf32>
  %19 = dml.add %18, %18 : tensor<8xf32>
  return %19 : tensor<8xf32>
}

// -----

// A splat is a number in the body, other elements are an input.
// CHECK-LABEL: func @constants
func.func @constants(%a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[T:.*]] = dml.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  // CHECK: dml.fused (%[[X:.*]] = %{{.*}} : tensor<2xf32>, %[[Y:.*]] = %[[T]] : tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[C:.*]] = dml.constant 5.000000e-01 : f32
  // CHECK: %[[M:.*]] = dml.multiply %[[X]], %[[C]]
  // CHECK: dml.add %[[M]], %[[Y]]
  %half = dml.constant dense<0.5> : tensor<2xf32>
  %table = dml.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = dml.multiply %a, %half : tensor<2xf32>
  %1 = dml.add %0, %table : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func @one_splat_two_readers
func.func @one_splat_two_readers(%a: tensor<4xi8>) -> tensor<4xi8> {
  // CHECK: dml.fused (%{{.*}} = %{{.*}} : tensor<4xi8>) -> tensor<4xi8> {
  // CHECK-COUNT-1: dml.constant -3 : i8
  // CHECK-NOT: dml.constant
  %c = dml.constant dense<-3> : tensor<4xi8>
  %0 = dml.multiply %a, %c : tensor<4xi8>
  %1 = dml.add %0, %c : tensor<4xi8>
  return %1 : tensor<4xi8>
}

// CHECK-LABEL: func @index
func.func @index(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[I:.*]] = dml.linear_index : tensor<4xi64>
  // CHECK: dml.fused (%[[N:.*]] = %[[I]] : tensor<4xi64>, %[[X:.*]] = %{{.*}} : tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[F:.*]] = dml.fill_value_sequence %[[N]] {{.*}} : (i64) -> f32
  // CHECK: dml.add %[[F]], %[[X]]
  %i = dml.linear_index : tensor<4xi64>
  %0 = dml.fill_value_sequence %i {ValueDelta = 1.0 : f32, ValueStart = 0.0 : f32} : (tensor<4xi64>) -> tensor<4xf32>
  %1 = dml.add %0, %a : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// A view of a view is one view of the memory, whoever made it.
// CHECK-LABEL: func @view_of_view
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>)
func.func @view_of_view(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi16>) {
  // CHECK: %[[P:.*]] = dml.fused ({{.*}} = %[[A]] : tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[V:.*]] = dml.reinterpret %[[P]] : tensor<4xf32> to tensor<4xi16>
  // CHECK: dml.fused ({{.*}} = %[[V]] : tensor<4xi16>) -> tensor<4xi16> {
  %0 = dml.activation_elu %a {Alpha = 1.0 : f32} : tensor<4xf32>
  %1 = dml.reinterpret %0 : tensor<4xf32> to tensor<8xi16>
  %2 = dml.reinterpret %1 : tensor<8xi16> to tensor<4xi16>
  %3 = dml.activation_relu %2 : tensor<4xi16>
  return %0, %3 : tensor<4xf32>, tensor<4xi16>
}

// Here moving the relu behind its view puts a view on a view.
// CHECK-LABEL: func @moved_behind_a_border
func.func @moved_behind_a_border(%a: tensor<4xf32>, %b: tensor<4x1x8xf32>) -> (tensor<4xf32>, tensor<4x1x8xf32>) {
  // CHECK: %[[P:.*]] = dml.fused
  // CHECK: dml.activation_elu
  // CHECK: %[[V:.*]] = dml.reinterpret %[[P]] : tensor<4xf32> to tensor<4x1x8xf32, #dml.strides<[1, 8, 0]>>
  // CHECK: %[[R:.*]] = dml.fused ({{.*}} = %[[V]] : {{.*}}) -> tensor<4x1x8xf32> {
  // CHECK-NOT: dml.activation_elu
  // CHECK: dml.activation_relu
  // CHECK: dml.add
  // CHECK: return %[[P]], %[[R]]
  %0 = dml.activation_elu %a {Alpha = 1.0 : f32} : tensor<4xf32>
  %1 = dml.reinterpret %0 : tensor<4xf32> to tensor<4x1x1xf32>
  %2 = dml.activation_relu %1 : tensor<4x1x1xf32>
  %3 = dml.reinterpret %2 : tensor<4x1x1xf32> to tensor<4x1x8xf32, #dml.strides<[1, 1, 0]>>
  %4 = dml.add %3, %b : (tensor<4x1x8xf32, #dml.strides<[1, 1, 0]>>, tensor<4x1x8xf32>) -> tensor<4x1x8xf32>
  return %0, %4 : tensor<4xf32>, tensor<4x1x8xf32>
}

// And here the elu follows it through both.
// CHECK-LABEL: func @moved_twice
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>, %{{.*}}: tensor<4x1x8xf32>)
func.func @moved_twice(%a: tensor<4xf32>, %b: tensor<4x1x8xf32>) -> tensor<4x1x8xf32> {
  // CHECK: %[[V:.*]] = dml.reinterpret %[[A]] : tensor<4xf32> to tensor<4x1x8xf32, #dml.strides<[1, 8, 0]>>
  // CHECK: dml.fused ({{.*}} = %[[V]] : {{.*}}) -> tensor<4x1x8xf32> {
  // CHECK: dml.activation_elu
  // CHECK: dml.activation_relu
  // CHECK: dml.add
  // CHECK-NOT: dml.fused
  %0 = dml.activation_elu %a {Alpha = 1.0 : f32} : tensor<4xf32>
  %1 = dml.reinterpret %0 : tensor<4xf32> to tensor<4x1x1xf32>
  %2 = dml.activation_relu %1 : tensor<4x1x1xf32>
  %3 = dml.reinterpret %2 : tensor<4x1x1xf32> to tensor<4x1x8xf32, #dml.strides<[1, 1, 0]>>
  %4 = dml.add %3, %b : (tensor<4x1x8xf32, #dml.strides<[1, 1, 0]>>, tensor<4x1x8xf32>) -> tensor<4x1x8xf32>
  return %4 : tensor<4x1x8xf32>
}

// -----

// A producer of smaller sizes waits for its reader, so that it is computed in
// the reader's loop and never stored in the larger sizes.
// CHECK-LABEL: func @outer_producer_of_a_late_reader
func.func @outer_producer_of_a_late_reader(%s: tensor<4x1xf32>, %y: tensor<1x4xf32>) -> tensor<4x4xf32> {
  // CHECK: dml.fused {{.*}} -> tensor<1x4xf32>
  // CHECK: dml.fused {{.*}} -> tensor<4x4xf32>
  // CHECK-NEXT: dml.activation_relu
  // CHECK-NEXT: dml.multiply
  // CHECK-NOT: dml.fused
  %0 = dml.activation_relu %s : tensor<4x1xf32>
  %1 = dml.activation_relu %y : tensor<1x4xf32>
  %2 = dml.reinterpret %0 : tensor<4x1xf32> to tensor<4x4xf32, #dml.strides<[1, 0]>>
  %3 = dml.reinterpret %1 : tensor<1x4xf32> to tensor<4x4xf32, #dml.strides<[0, 1]>>
  %4 = dml.multiply %2, %3 : (tensor<4x4xf32, #dml.strides<[1, 0]>>, tensor<4x4xf32, #dml.strides<[0, 1]>>) -> tensor<4x4xf32>
  return %4 : tensor<4x4xf32>
}
