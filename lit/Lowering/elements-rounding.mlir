// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64 -split-input-file \
// RUN:   | FileCheck %s --implicit-check-not='math.{{floor|ceil|trunc|round}}'

// Without SSE4.1 no instruction rounds to an integer, and the library is not called.

// CHECK-LABEL: llvm.func @fusedml_round_even_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xf32>
// CHECK: %[[LIMIT:.*]] = arith.constant dense<0x4B000000> : vector<4xf32>
// CHECK: %[[SHIFT:.*]] = math.copysign %[[LIMIT]], %[[X]]
// CHECK: %[[S:.*]] = arith.addf %[[X]], %[[SHIFT]]
// CHECK: %[[D:.*]] = arith.subf %[[S]], %[[SHIFT]]
// CHECK: %[[SIGNED:.*]] = math.copysign %[[D]], %[[X]]
// CHECK: %[[HAS:.*]] = arith.cmpf olt, %{{.*}}, %[[LIMIT]]
// CHECK: %[[R:.*]] = arith.select %[[HAS]], %[[SIGNED]], %[[X]]
// CHECK: llvm.store %[[R]],
func.func @round_even(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.round %x {RoundingMode = "HALVES_TO_NEAREST_EVEN"} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_floor_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xf32>
// CHECK: %[[N:.*]] = arith.select
// CHECK: %[[LESS:.*]] = arith.addf %[[N]],
// CHECK: %[[WRONG:.*]] = arith.cmpf ogt, %[[N]], %[[X]]
// CHECK: %[[F:.*]] = arith.select %[[WRONG]], %[[LESS]], %[[N]]
// CHECK: %[[R:.*]] = math.copysign %[[F]], %[[X]]
// CHECK: llvm.store %[[R]],
func.func @floor(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.floor %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_ceil_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xf32>
// CHECK: %[[N:.*]] = arith.select
// CHECK: arith.cmpf olt, %[[N]], %[[X]]
func.func @ceil(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.ceil %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_truncate_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xf32>
// CHECK: %[[MAGNITUDE:.*]] = arith.bitcast {{.*}} to vector<4xf32>
// CHECK: arith.cmpf ogt, %{{.*}}, %[[MAGNITUDE]]
// CHECK: %[[R:.*]] = math.copysign %{{.*}}, %[[X]]
// CHECK: llvm.store %[[R]],
func.func @truncate(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.round %x {RoundingMode = "TOWARD_ZERO"} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}
