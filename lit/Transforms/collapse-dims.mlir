// RUN: fusedml-opt %s -dml-collapse-dims -split-input-file | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3x4xf32>)
func.func @packed(%a: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: %[[V:.*]] = dml.reinterpret %[[A]] : tensor<2x3x4xf32> to tensor<24xf32>
  // CHECK: %[[K:.*]] = dml.fused (%{{.*}} = %[[V]] : tensor<24xf32>) -> tensor<24xf32> {
  // CHECK: dml.activation_relu
  // CHECK: %[[R:.*]] = dml.reinterpret %[[K]] : tensor<24xf32> to tensor<2x3x4xf32>
  // CHECK: return %[[R]]
  %0 = dml.fused (%x = %a : tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
    %1 = dml.activation_relu %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<2x3x4xf32>
}

// Nothing to do, nothing changed.
// CHECK-LABEL: func @one_dimension
// CHECK-NOT: dml.reinterpret
func.func @one_dimension(%a: tensor<24xf32>) -> tensor<24xf32> {
  // CHECK: dml.fused ({{.*}} : tensor<24xf32>) -> tensor<24xf32> {
  %0 = dml.fused (%x = %a : tensor<24xf32>) -> tensor<24xf32> {
    %1 = dml.activation_relu %x : f32
    dml.yield %1 : f32
  }
  // CHECK-NOT: dml.reinterpret
  // CHECK: return
  return %0 : tensor<24xf32>
}

// Padding after each row keeps the rows apart.
// CHECK-LABEL: func @padded_rows
func.func @padded_rows(%a: tensor<2x3x4xf32, #dml.strides<[15, 5, 1]>>, %b: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: dml.fused ({{.*}} : tensor<6x4xf32, #dml.strides<[5, 1]>>, {{.*}} : tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = dml.fused (%x = %a : tensor<2x3x4xf32, #dml.strides<[15, 5, 1]>>, %y = %b : tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
    %1 = dml.add %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<2x3x4xf32>
}

// So does padding in the result alone.
// CHECK-LABEL: func @padded_result
func.func @padded_result(%a: tensor<3x4xf32>) -> tensor<3x4xf32, #dml.strides<[8, 1]>> {
  // CHECK: dml.fused ({{.*}} : tensor<3x4xf32>) -> tensor<3x4xf32, #dml.strides<[8, 1]>> {
  %0 = dml.fused (%x = %a : tensor<3x4xf32>) -> tensor<3x4xf32, #dml.strides<[8, 1]>> {
    %1 = dml.activation_relu %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<3x4xf32, #dml.strides<[8, 1]>>
}

// -----

// CHECK-LABEL: func @broadcast_outer
func.func @broadcast_outer(%a: tensor<2x3x4xf32>, %b: tensor<2x3x4xf32, #dml.strides<[0, 4, 1]>>) -> tensor<2x3x4xf32> {
  // CHECK: dml.fused ({{.*}} : tensor<2x12xf32>, {{.*}} : tensor<2x12xf32, #dml.strides<[0, 1]>>) -> tensor<2x12xf32> {
  %0 = dml.fused (%x = %a : tensor<2x3x4xf32>, %y = %b : tensor<2x3x4xf32, #dml.strides<[0, 4, 1]>>) -> tensor<2x3x4xf32> {
    %1 = dml.add %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @broadcast_inner
func.func @broadcast_inner(%a: tensor<2x3x4xf32>, %b: tensor<2x3x4xf32, #dml.strides<[3, 1, 0]>>) -> tensor<2x3x4xf32> {
  // CHECK: dml.fused ({{.*}} : tensor<6x4xf32>, {{.*}} : tensor<6x4xf32, #dml.strides<[1, 0]>>) -> tensor<6x4xf32> {
  %0 = dml.fused (%x = %a : tensor<2x3x4xf32>, %y = %b : tensor<2x3x4xf32, #dml.strides<[3, 1, 0]>>) -> tensor<2x3x4xf32> {
    %1 = dml.add %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @broadcast_middle
func.func @broadcast_middle(%a: tensor<2x3x4xf32>, %b: tensor<2x3x4xf32, #dml.strides<[4, 0, 1]>>) -> tensor<2x3x4xf32> {
  // CHECK: dml.fused ({{.*}} : tensor<2x3x4xf32>, {{.*}} : tensor<2x3x4xf32, #dml.strides<[4, 0, 1]>>) -> tensor<2x3x4xf32> {
  %0 = dml.fused (%x = %a : tensor<2x3x4xf32>, %y = %b : tensor<2x3x4xf32, #dml.strides<[4, 0, 1]>>) -> tensor<2x3x4xf32> {
    %1 = dml.add %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<2x3x4xf32>
}

// One number everywhere hinders nothing.
// CHECK-LABEL: func @broadcast_all
func.func @broadcast_all(%a: tensor<2x3x4xf32>, %b: tensor<2x3x4xf32, #dml.strides<[0, 0, 0]>>) -> tensor<2x3x4xf32> {
  // CHECK: dml.fused ({{.*}} : tensor<24xf32>, {{.*}} : tensor<24xf32, #dml.strides<[0]>>) -> tensor<24xf32> {
  %0 = dml.fused (%x = %a : tensor<2x3x4xf32>, %y = %b : tensor<2x3x4xf32, #dml.strides<[0, 0, 0]>>) -> tensor<2x3x4xf32> {
    %1 = dml.add %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<2x3x4xf32>
}

// -----

// Everything is transposed alike: the loops change places and become one.
// CHECK-LABEL: func @all_transposed
func.func @all_transposed(%a: tensor<3x4xf32, #dml.strides<[1, 3]>>) -> tensor<3x4xf32, #dml.strides<[1, 3]>> {
  // CHECK: dml.fused ({{.*}} : tensor<12xf32>) -> tensor<12xf32> {
  %0 = dml.fused (%x = %a : tensor<3x4xf32, #dml.strides<[1, 3]>>) -> tensor<3x4xf32, #dml.strides<[1, 3]>> {
    %1 = dml.activation_relu %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<3x4xf32, #dml.strides<[1, 3]>>
}

// The result's memory is walked in order.
// CHECK-LABEL: func @transposed_result
func.func @transposed_result(%a: tensor<3x4xf32>) -> tensor<3x4xf32, #dml.strides<[1, 3]>> {
  // CHECK: dml.fused ({{.*}} : tensor<4x3xf32, #dml.strides<[1, 4]>>) -> tensor<4x3xf32> {
  %0 = dml.fused (%x = %a : tensor<3x4xf32>) -> tensor<3x4xf32, #dml.strides<[1, 3]>> {
    %1 = dml.activation_relu %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<3x4xf32, #dml.strides<[1, 3]>>
}

// CHECK-LABEL: func @transposed_input
func.func @transposed_input(%a: tensor<3x4xf32, #dml.strides<[1, 3]>>) -> tensor<3x4xf32> {
  // CHECK: dml.fused ({{.*}} : tensor<3x4xf32, #dml.strides<[1, 3]>>) -> tensor<3x4xf32> {
  %0 = dml.fused (%x = %a : tensor<3x4xf32, #dml.strides<[1, 3]>>) -> tensor<3x4xf32> {
    %1 = dml.activation_relu %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<3x4xf32>
}

// The elu varies along the outer loop only; with the loops the other way round
// it would be computed for every element.
// CHECK-LABEL: func @hoisted_operator
func.func @hoisted_operator(%a: tensor<3x4xf32, #dml.strides<[1, 0]>>, %b: tensor<3x4xf32>) -> tensor<3x4xf32, #dml.strides<[1, 3]>> {
  // CHECK: dml.fused ({{.*}} : tensor<3x4xf32, #dml.strides<[1, 0]>>, {{.*}} : tensor<3x4xf32>) -> tensor<3x4xf32, #dml.strides<[1, 3]>> {
  %0 = dml.fused (%x = %a : tensor<3x4xf32, #dml.strides<[1, 0]>>, %y = %b : tensor<3x4xf32>) -> tensor<3x4xf32, #dml.strides<[1, 3]>> {
    %1 = dml.activation_elu %x {Alpha = 1.0 : f32} : f32
    %2 = dml.add %1, %y : f32
    dml.yield %2 : f32
  }
  return %0 : tensor<3x4xf32, #dml.strides<[1, 3]>>
}

// A number in the body varies nowhere and hinders nothing.
// CHECK-LABEL: func @constant_in_body
func.func @constant_in_body(%a: tensor<3x4xf32>) -> tensor<3x4xf32, #dml.strides<[1, 3]>> {
  // CHECK: dml.fused ({{.*}}) -> tensor<4x3xf32> {
  %0 = dml.fused (%x = %a : tensor<3x4xf32>) -> tensor<3x4xf32, #dml.strides<[1, 3]>> {
    %c = dml.constant 2.0 : f32
    %1 = dml.multiply %x, %c : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<3x4xf32, #dml.strides<[1, 3]>>
}

// -----

// CHECK-LABEL: func @ones
func.func @ones(%a: tensor<1x3x1x4x1xf32, #dml.strides<[77, 8, 99, 1, 5]>>) -> tensor<1x3x1x4x1xf32> {
  // CHECK: dml.fused ({{.*}} : tensor<3x4xf32, #dml.strides<[8, 1]>>) -> tensor<3x4xf32> {
  %0 = dml.fused (%x = %a : tensor<1x3x1x4x1xf32, #dml.strides<[77, 8, 99, 1, 5]>>) -> tensor<1x3x1x4x1xf32> {
    %1 = dml.activation_relu %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<1x3x1x4x1xf32>
}

// CHECK-LABEL: func @only_ones
func.func @only_ones(%a: tensor<1x1x1xf32>) -> tensor<1x1x1xf32> {
  // CHECK: dml.fused ({{.*}} : tensor<1xf32>) -> tensor<1xf32> {
  %0 = dml.fused (%x = %a : tensor<1x1x1xf32>) -> tensor<1x1x1xf32> {
    %1 = dml.activation_relu %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<1x1x1xf32>
}

// CHECK-LABEL: func @no_elements
func.func @no_elements(%a: tensor<2x0x3xf32>) -> tensor<2x0x3xf32> {
  // CHECK: dml.fused ({{.*}} : tensor<2x0xf32{{.*}}>) -> tensor<2x0xf32{{.*}}> {
  // CHECK: return %{{.*}} : tensor<2x0x3xf32>
  %0 = dml.fused (%x = %a : tensor<2x0x3xf32>) -> tensor<2x0x3xf32> {
    %1 = dml.activation_relu %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<2x0x3xf32>
}

// Eight dimensions, as many as there are.
// CHECK-LABEL: func @eight
func.func @eight(%a: tensor<2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2xf32> {
  // CHECK: dml.fused ({{.*}} : tensor<256xf32>) -> tensor<256xf32> {
  %0 = dml.fused (%x = %a : tensor<2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2xf32> {
    %1 = dml.activation_relu %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<2x2x2x2x2x2x2x2xf32>
}

// 64-bit sizes.
// CHECK-LABEL: func @large
func.func @large(%a: tensor<65536x65536x4xui8>) -> tensor<65536x65536x4xui8> {
  // CHECK: dml.fused ({{.*}} : tensor<17179869184xui8>) -> tensor<17179869184xui8> {
  %0 = dml.fused (%x = %a : tensor<65536x65536x4xui8>) -> tensor<65536x65536x4xui8> {
    %1 = dml.add %x, %x : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<65536x65536x4xui8>
}

// -----

// All inputs and all results have a say.
// CHECK-LABEL: func @several_results
func.func @several_results(%a: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32, #dml.strides<[24, 8, 1]>>) {
  // CHECK: dml.fused ({{.*}} : tensor<6x4xf32>) -> (tensor<6x4xf32>, tensor<6x4xf32, #dml.strides<[8, 1]>>) {
  %0:2 = dml.fused (%x = %a : tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32, #dml.strides<[24, 8, 1]>>) {
    %1 = dml.activation_relu %x : f32
    dml.yield %1, %x : f32, f32
  }
  return %0#0, %0#1 : tensor<2x3x4xf32>, tensor<2x3x4xf32, #dml.strides<[24, 8, 1]>>
}

// Views between two kernels become one.
// CHECK-LABEL: func @two_kernels
func.func @two_kernels(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // CHECK: %[[K:.*]] = dml.fused ({{.*}}) -> tensor<6xf32> {
  // CHECK-NOT: dml.reinterpret
  // CHECK: dml.fused ({{.*}} = %[[K]] : tensor<6xf32>) -> tensor<6xf32> {
  %0 = dml.fused (%x = %a : tensor<2x3xf32>) -> tensor<2x3xf32> {
    %3 = dml.activation_relu %x : f32
    dml.yield %3 : f32
  }
  %1 = dml.reinterpret %0 : tensor<2x3xf32> to tensor<3x2xf32>
  %2 = dml.fused (%x = %1 : tensor<3x2xf32>) -> tensor<3x2xf32> {
    %3 = dml.activation_relu %x : f32
    dml.yield %3 : f32
  }
  return %2 : tensor<3x2xf32>
}

// Indices collapse like memory.
// CHECK-LABEL: func @index
func.func @index() -> tensor<2x3xi64> {
  // CHECK: %[[I:.*]] = dml.linear_index : tensor<2x3xi64>
  // CHECK: %[[V:.*]] = dml.reinterpret %[[I]] : tensor<2x3xi64> to tensor<6xi64>
  // CHECK: dml.fused ({{.*}} = %[[V]] : tensor<6xi64>) -> tensor<6xi64> {
  %i = dml.linear_index : tensor<2x3xi64>
  %0 = dml.fused (%x = %i : tensor<2x3xi64>) -> tensor<2x3xi64> {
    %1 = dml.fill_value_sequence %x {ValueDelta = 1 : i64, ValueStart = 0 : i64} : i64
    dml.yield %1 : i64
  }
  return %0 : tensor<2x3xi64>
}
