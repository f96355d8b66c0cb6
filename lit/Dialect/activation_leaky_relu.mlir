// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @tensor
// CHECK: dml.activation_leaky_relu %{{.*}} {Alpha = 1.000000e-01 : f32} : tensor<4xf32>
func.func @tensor(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = dml.activation_leaky_relu %x {Alpha = 0.1 : f32} : tensor<4xf32>
  return %0 : tensor<4xf32>
}
