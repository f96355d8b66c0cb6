// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v4 | FileCheck %s
// RUN: fusedml-opt %s "-convert-dml-to-vector=triple=aarch64-linux-gnu cpu=generic" | FileCheck %s --check-prefix=ARM

// Stores past the caches are ordered once, behind all rows.
// CHECK-LABEL: llvm.func @fusedml_rows_k0
// CHECK: nontemporal
// CHECK-NOT: sfence
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: llvm.call_intrinsic "llvm.x86.sse.sfence"()
// CHECK-NEXT: }
// CHECK-NEXT: llvm.return
// ARM-NOT: sfence
func.func @rows(%a: tensor<8x4096xf32, #dml.strides<[5000, 1]>>) -> tensor<8x4096xf32> {
  %0 = dml.fused (%x = %a : tensor<8x4096xf32, #dml.strides<[5000, 1]>>) -> tensor<8x4096xf32> {
    %1 = dml.activation_relu %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<8x4096xf32>
}

// Without such stores there is no fence: these results are two apart.
// CHECK-LABEL: llvm.func @fusedml_strided_k0
// CHECK-NOT: sfence
func.func @strided(%a: tensor<64xf32>) -> tensor<64xf32, #dml.strides<[2]>> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32, #dml.strides<[2]>> {
    %1 = dml.activation_relu %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32, #dml.strides<[2]>>
}
