// RUN: fusedml-opt %s -dml-simplify-by-range -split-input-file | FileCheck %s

// After abs there is nothing below 0: the bound holds nothing back, and shrink
// has two branches. Of the division nothing is known.
// CHECK-LABEL: func.func @chain
// CHECK: dml.divide
// CHECK: dml.abs
// CHECK: dml.clip %{{.*}} {Max = 4.000000e+00 : f32, Min = 0xFF800000 : f32}
// CHECK: dml.activation_shrink %{{.*}} {Bias = 1.000000e-01 : f32, Threshold = 5.000000e-01 : f32, dml.nonnegative}
func.func @chain(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = dml.fused (%x = %a : tensor<8xf32>, %y = %b : tensor<8xf32>) -> tensor<8xf32> {
    %1 = dml.divide %x, %y : f32
    %2 = dml.abs %1 : f32
    %3 = dml.clip %2 {Max = 4.0 : f32, Min = 0.0 : f32} : f32
    %4 = dml.activation_shrink %3 {Bias = 0.1 : f32, Threshold = 0.5 : f32} : f32
    dml.yield %4 : f32
  }
  return %0 : tensor<8xf32>
}

// -----

// An input may be anything.
// CHECK-LABEL: func.func @inputs
// CHECK: dml.abs
// CHECK: dml.activation_relu
// CHECK: dml.activation_leaky_relu
// CHECK: dml.activation_elu
// CHECK: dml.activation_parameterized_relu
// CHECK: dml.threshold
// CHECK: dml.clip %{{.*}} {Max = 4.000000e+00 : f32, Min = 0.000000e+00 : f32}
// CHECK: dml.activation_shrink
// CHECK-NOT: dml.nonnegative
func.func @inputs(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0:8 = dml.fused (%x = %a : tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    %1 = dml.abs %x : f32
    %2 = dml.activation_relu %x : f32
    %3 = dml.activation_leaky_relu %x {Alpha = 0.1 : f32} : f32
    %4 = dml.activation_elu %x {Alpha = 0.1 : f32} : f32
    %5 = dml.activation_parameterized_relu %x, %x : f32
    %6 = dml.threshold %x {Min = 0.0 : f32} : f32
    %7 = dml.clip %x {Max = 4.0 : f32, Min = 0.0 : f32} : f32
    %8 = dml.activation_shrink %x {Bias = 0.1 : f32, Threshold = 0.5 : f32} : f32
    dml.yield %1, %2, %3, %4, %5, %6, %7, %8 : f32, f32, f32, f32, f32, f32, f32, f32
  }
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// What keeps every number that is not below 0 goes.
// CHECK-LABEL: func.func @not_negative
// CHECK: %[[A:.*]] = dml.abs
// CHECK-NEXT: dml.yield %[[A]], %[[A]], %[[A]], %[[A]], %[[A]], %[[A]], %[[A]]
func.func @not_negative(%a: tensor<8xf16>, %b: tensor<8xf16>) -> (tensor<8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>) {
  %0:7 = dml.fused (%x = %a : tensor<8xf16>, %y = %b : tensor<8xf16>) -> (tensor<8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>) {
    %1 = dml.abs %x : f16
    %2 = dml.abs %1 : f16
    %3 = dml.activation_relu %1 : f16
    %4 = dml.activation_leaky_relu %3 {Alpha = 0.1 : f32} : f16
    %5 = dml.activation_elu %1 {Alpha = 0.1 : f32} : f16
    %6 = dml.activation_parameterized_relu %1, %y : f16
    %7 = dml.threshold %1 {Min = 0.0 : f32} : f16
    %8 = dml.clip %1 {Max = 0x7F800000 : f32, Min = -2.0 : f32, dml.arguments = {Min = 0 : i32}} : f16
    dml.yield %2, %3, %4, %5, %6, %7, %8 : f16, f16, f16, f16, f16, f16, f16
  }
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6 : tensor<8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>, tensor<8xf16>
}

// -----

// abs clears the sign of a NaN, too, which arithmetic may have set; relu does
// not care.
// CHECK-LABEL: func.func @nan
// CHECK: %[[P:.*]] = dml.multiply %[[X:.*]], %[[X]]
// CHECK: %[[A:.*]] = dml.abs %[[P]]
// CHECK-NEXT: dml.yield %[[A]], %[[P]]
func.func @nan(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = dml.fused (%x = %a : tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %1 = dml.multiply %x, %x : f32
    %2 = dml.abs %1 : f32
    %3 = dml.activation_relu %1 : f32
    dml.yield %2, %3 : f32, f32
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// relu makes -0 to +0, and a root may be -0; a bound of -0 does not matter to
// it, nor has leaky_relu anything to do.
// CHECK-LABEL: func.func @zeros
// CHECK: %[[R:.*]] = dml.sqrt
// CHECK: %[[RELU:.*]] = dml.activation_relu %[[R]]
// CHECK: %[[T:.*]] = dml.threshold %[[R]] {Min = 0.000000e+00 : f32}
// CHECK-NEXT: dml.yield %[[RELU]], %[[T]], %[[R]], %[[R]]
func.func @zeros(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0:4 = dml.fused (%x = %a : tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    %1 = dml.sqrt %x : f32
    %2 = dml.activation_relu %1 : f32
    %3 = dml.threshold %1 {Min = 0.0 : f32} : f32
    %4 = dml.threshold %1 {Min = -0.0 : f32} : f32
    %5 = dml.activation_leaky_relu %1 {Alpha = 0.1 : f32} : f32
    dml.yield %2, %3, %4, %5 : f32, f32, f32, f32
  }
  return %0#0, %0#1, %0#2, %0#3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// Of arguments the sign counts. Bounds above 0 hold back, a Threshold below 0
// lets numbers from 0 on be below its opposite, NaN is no bound, and after a
// ScaleBias that subtracts nothing is known.
// CHECK-LABEL: func.func @scalars
// CHECK: dml.threshold %{{.*}} {Min = 2.000000e-01 : f32, dml.arguments = {Min = 0 : i32}}
// CHECK: dml.activation_shrink %{{.*}} {Bias = 1.000000e-01 : f32, Threshold = -5.000000e-01 : f32, dml.arguments = {Threshold = 1 : i32}}
// CHECK: dml.threshold %{{.*}} {Min = 0x7FC00000 : f32}
// CHECK: dml.clip %{{.*}} {Max = 4.000000e+00 : f32, Min = 0.000000e+00 : f32, ScaleBias
// CHECK: dml.clip %{{.*}} {Max = 4.000000e+00 : f32, Min = 0xFF800000 : f32, ScaleBias
// CHECK: dml.clip %{{.*}} {Max = -4.000000e+00 : f32, Min = 0.000000e+00 : f32}
func.func @scalars(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0:6 = dml.fused (%x = %a : tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    %1 = dml.exp %x : f32
    %2 = dml.threshold %1 {Min = 0.2 : f32, dml.arguments = {Min = 0 : i32}} : f32
    %3 = dml.activation_shrink %1 {Bias = 0.1 : f32, Threshold = -0.5 : f32, dml.arguments = {Threshold = 1 : i32}} : f32
    %4 = dml.threshold %1 {Min = 0x7FC00000 : f32} : f32
    %5 = dml.clip %1 {Max = 4.0 : f32, Min = 0.0 : f32, ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = -0.5 : f32>} : f32
    %6 = dml.clip %1 {Max = 4.0 : f32, Min = 0.0 : f32, ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 0.5 : f32>} : f32
    %7 = dml.clip %1 {Max = -4.0 : f32, Min = 0.0 : f32} : f32
    dml.yield %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f32
  }
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// Sums, products and quotients of what is not below 0 are not either, but a
// difference may be; nor has the product of two values a sign.
// CHECK-LABEL: func.func @arithmetic
// CHECK: %[[S:.*]] = dml.add
// CHECK: %[[P:.*]] = dml.multiply
// CHECK: %[[Q:.*]] = dml.divide
// CHECK: %[[D:.*]] = dml.subtract
// CHECK: %[[RD:.*]] = dml.activation_relu %[[D]]
// CHECK: %[[M:.*]] = dml.multiply
// CHECK: %[[RM:.*]] = dml.activation_relu %[[M]]
// CHECK-NEXT: dml.yield %[[S]], %[[P]], %[[Q]], %[[RD]], %[[RM]]
func.func @arithmetic(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0:5 = dml.fused (%x = %a : tensor<8xf32>, %y = %b : tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    %1 = dml.exp %x : f32
    %2 = dml.activation_relu %y : f32
    %3 = dml.add %1, %2 : f32
    %4 = dml.activation_relu %3 : f32
    %5 = dml.multiply %1, %2 : f32
    %6 = dml.activation_relu %5 : f32
    %7 = dml.divide %2, %1 : f32
    %8 = dml.activation_relu %7 : f32
    %9 = dml.subtract %1, %2 : f32
    %10 = dml.activation_relu %9 : f32
    %11 = dml.multiply %x, %y : f32
    %12 = dml.activation_relu %11 : f32
    dml.yield %4, %6, %8, %10, %12 : f32, f32, f32, f32, f32
  }
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// Signs of integers are not followed.
// CHECK-LABEL: func.func @integers
// CHECK: dml.abs
// CHECK: dml.activation_relu
// CHECK: dml.clip %{{.*}} {Max = 4.000000e+00 : f32, Min = 0.000000e+00 : f32}
func.func @integers(%a: tensor<8xi32>) -> tensor<8xi32> {
  %0 = dml.fused (%x = %a : tensor<8xi32>) -> tensor<8xi32> {
    %1 = dml.abs %x : i32
    %2 = dml.activation_relu %1 : i32
    %3 = dml.clip %2 {Max = 4.0 : f32, Min = 0.0 : f32} : i32
    dml.yield %3 : i32
  }
  return %0 : tensor<8xi32>
}

// -----

// A tiny negative product may take up a bias of 0 and stay negative, where it
// is not rounded before: its root then is -0, which RELU makes +0.
// CHECK-LABEL: func.func @scaled_root
// CHECK: dml.sqrt
// CHECK: dml.activation_relu
func.func @scaled_root(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = dml.fused (%x = %a : tensor<8xf32>) -> tensor<8xf32> {
    %1 = dml.identity %x {ScaleBias = #dml.scale_bias<Scale = 1.0e-30 : f32, Bias = 0.0 : f32>} : f32
    %2 = dml.sqrt %1 : f32
    %3 = dml.activation_relu %2 : f32
    dml.yield %3 : f32
  }
  return %0 : tensor<8xf32>
}
