// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v4 -split-input-file | FileCheck %s --check-prefixes=CHECK,V4
// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file | FileCheck %s --check-prefixes=CHECK,V3

// An elementary function that a kernel has more than twice is compiled once for
// each number of lanes, and called.
// CHECK-LABEL: llvm.func @fusedml_three_k0
// V4: scf.for {{.*}} step %c64
// V4: %[[A:.*]] = llvm.call @[[F:fusedml_three_k0_f[0-9]+]](%{{.*}}) : (vector<64xf32>) -> vector<64xf32>
// V4: %[[B:.*]] = llvm.call @[[F]](%[[A]])
// V4: llvm.call @[[F]](%[[B]])
// V4: scf.for {{.*}} step %c16
// V4: llvm.call @[[MASKED:fusedml_three_k0_f[0-9]+]](%{{.*}}) : (vector<16xf32>) -> vector<16xf32>
// V3: scf.for {{.*}} step %c16
// V3: %[[A:.*]] = llvm.call @[[F:fusedml_three_k0_f[0-9]+]](%{{.*}}) : (vector<16xf32>) -> vector<16xf32>
// V3: %[[B:.*]] = llvm.call @[[F]](%[[A]])
// V3: llvm.call @[[F]](%[[B]])
// V3: scf.for {{.*}} step %c1_
// V3: llvm.call @[[ONE:fusedml_three_k0_f[0-9]+]](%{{.*}}) : (f32) -> f32
// CHECK: llvm.return
// CHECK: llvm.func internal @fusedml_three_k0_f0(
// CHECK-NOT: llvm.call @
// CHECK: llvm.return
// CHECK: llvm.func internal @fusedml_three_k0_f1(
// CHECK-NOT: llvm.func
func.func @three(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.tanh %x : f32
    %2 = dml.tanh %1 : f32
    %3 = dml.tanh %2 : f32
    dml.yield %3 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Two of one kind, and two that differ by an attribute, stay in the loop.
// CHECK-LABEL: llvm.func @fusedml_few_k0
// CHECK-NOT: llvm.call @
// CHECK-NOT: llvm.func internal
func.func @few(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.tanh %x : f32
    %2 = dml.tanh %1 : f32
    %3 = dml.activation_elu %2 {Alpha = 1.0 : f32} : f32
    %4 = dml.activation_elu %3 {Alpha = 1.0 : f32} : f32
    %5 = dml.activation_elu %4 {Alpha = 2.0 : f32} : f32
    %6 = dml.activation_elu %5 {Alpha = 2.0 : f32} : f32
    dml.yield %6 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Nor do operators that a call would not be short beside.
// CHECK-LABEL: llvm.func @fusedml_sums_k0
// CHECK-NOT: llvm.call @
// CHECK-NOT: llvm.func internal
func.func @sums(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.add %x, %x : f32
    %2 = dml.add %1, %x : f32
    %3 = dml.add %2, %x : f32
    %4 = dml.add %3, %x : f32
    dml.yield %4 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// One function has a loop for each kind of store, several have one for both.
// CHECK-LABEL: llvm.func @fusedml_one_k0
// CHECK: scf.for
// CHECK: llvm.store {{.*}}, nontemporal}
// CHECK: scf.for
// CHECK-NOT: nontemporal
// CHECK: sfence
func.func @one(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.tanh %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_by_flag_k0
// CHECK: scf.if %[[BYPASS:.*]] {
// CHECK-NEXT: llvm.store {{.*}}, nontemporal}
// CHECK-NEXT: } else {
// CHECK-NEXT: llvm.store
// CHECK-NOT: nontemporal
// CHECK: sfence
func.func @by_flag(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.tanh %x : f32
    %2 = dml.exp %1 : f32
    dml.yield %2 : f32
  }
  return %0 : tensor<64xf32>
}
