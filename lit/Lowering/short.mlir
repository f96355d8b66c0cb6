// RUN: fusedml-opt %s "-convert-dml-to-vector=cpu=x86-64-v4 short" | FileCheck %s --implicit-check-not=nontemporal '--implicit-check-not=vector<32xf32>'

// One vector a trip in one loop, and the rest.
// CHECK-LABEL: llvm.func @fusedml_multiply_k0
// CHECK: scf.for {{.*}} step %c16
// CHECK: arith.mulf {{.*}} : vector<16xf32>
// CHECK: scf.for
// CHECK: llvm.intr.masked.store
// CHECK-NOT: scf.for
func.func @multiply(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.multiply %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}
