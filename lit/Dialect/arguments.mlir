// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt %s -canonicalize -cse | FileCheck %s --check-prefix=SIMPLIFIED

// Operators whose scalars are different arguments are different operators,
// though the scalars have one value here.
// CHECK-LABEL: func.func @numbers
// CHECK: dml.activation_leaky_relu %{{.*}} {Alpha = 5.000000e-01 : f32, dml.arguments = {Alpha = 0 : i32}}
// CHECK: dml.identity %{{.*}} {ScaleBias = {{.*}}, dml.arguments = {ScaleBias = array<i32: -1, 2>}}
// SIMPLIFIED-LABEL: func.func @numbers
// SIMPLIFIED: dml.activation_leaky_relu {{.*}} {Alpha = 0 : i32}
// SIMPLIFIED: dml.activation_leaky_relu {{.*}} {Alpha = 1 : i32}
// SIMPLIFIED: dml.identity
// SIMPLIFIED: dml.subtract
func.func @numbers(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = dml.activation_leaky_relu %a {Alpha = 0.5 : f32, dml.arguments = {Alpha = 0 : i32}} : tensor<4xf32>
  %1 = dml.activation_leaky_relu %a {Alpha = 0.5 : f32, dml.arguments = {Alpha = 1 : i32}} : tensor<4xf32>
  %2 = dml.identity %1 {ScaleBias = #dml.scale_bias<Scale = 1.0 : f32, Bias = 0.5 : f32>, dml.arguments = {ScaleBias = array<i32: -1, 2>}} : tensor<4xf32>
  %3 = dml.subtract %0, %2 : tensor<4xf32>
  return %0, %3 : tensor<4xf32>, tensor<4xf32>
}
