// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v4 -split-input-file | FileCheck %s

// Nothing is known of an argument whose value is 0x7FC0A115: a lower bound may be
// NaN, or +0, against which -0 must not stay.
// CHECK-LABEL: llvm.func @fusedml_threshold_k0
// CHECK: %[[MIN:.*]] = llvm.load {{.*}} : !llvm.ptr -> f32
// CHECK: scf.for
// CHECK: %[[BOUND:.*]] = vector.broadcast %[[MIN]]
// CHECK: arith.cmpf ogt, %[[BOUND]], %{{.*}}
// CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : vector<[[N:[0-9]+]]xf32> to vector<[[N]]xi32>
// CHECK: arith.cmpi eq, %[[BITS]]
// CHECK: arith.addf
// CHECK: arith.cmpf uno
func.func @threshold(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.threshold %x {Min = 0x7FC0A115 : f32, dml.arguments = {Min = 0 : i32}} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Of a usual argument the sign is known, and that it is no zero.
// CHECK-LABEL: llvm.func @fusedml_usual_k0
// CHECK: arith.cmpf ogt
// CHECK-NOT: arith.cmpi eq
// CHECK-NOT: arith.cmpf uno
// CHECK: llvm.return
func.func @usual(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.threshold %x {Min = 2.0 : f32, dml.arguments = {Min = 0 : i32}} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}
