// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file | FileCheck %s

// The forms of elements that all operators share, read in the loop over whole
// vectors. What each operator becomes is in elements-*.mlir, by family.

// Bits move as they are.
// CHECK-LABEL: llvm.func @fusedml_identity_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK-NOT: arith.{{.*}} : vector
// CHECK: llvm.store %[[X]],
func.func @identity(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.identity %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Halves too: no conversion may quiet a NaN.
// CHECK-LABEL: llvm.func @fusedml_identity_half_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK-NOT: f16
// CHECK-NOT: arith.{{.*}} : vector
// CHECK: llvm.store %[[X]],
func.func @identity_half(%a: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.identity %x : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// Two roundings, never one.
// CHECK-LABEL: llvm.func @fusedml_identity_scale_bias_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<2.000000e+00> : vector<8xf32>
// CHECK-DAG: %[[M:.*]] = arith.mulf %[[X]], %[[S]]
// CHECK-DAG: %[[C:.*]] = arith.constant dense<3.000000e+00> : vector<8xf32>
// CHECK: %[[R:.*]] = arith.addf %[[M]], %[[C]]
// CHECK-NOT: fma
// CHECK: llvm.store %[[R]],
func.func @identity_scale_bias(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.identity %x {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 3.0 : f32>} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// In double, then saturated before the conversion, which would be undefined.
// CHECK-LABEL: llvm.func @fusedml_identity_scale_bias_integer_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[W:.*]] = arith.extui %[[X]] : vector<32xi8> to vector<32xi32>
// CHECK: arith.sitofp %[[W]] : vector<32xi32> to vector<32xf64>
// CHECK: arith.mulf
// CHECK: %[[S:.*]] = arith.addf
// CHECK: arith.cmpf ord, %[[S]], %[[S]]
// CHECK: arith.constant dense<2.550000e+02> : vector<32xf64>
// CHECK: %[[CLAMPED:.*]] = arith.select
// CHECK: arith.fptosi %{{.*}} : vector<32xf64> to vector<32xi32>
// CHECK: arith.trunci
func.func @identity_scale_bias_integer(%a: tensor<64xui8>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xui8>) -> tensor<64xui8> {
    %1 = dml.identity %x {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 3.0 : f32>} : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// Each operator of a chain of halves rounds by itself.
// CHECK-LABEL: llvm.func @fusedml_half_chain_k0
// CHECK: } else {
// CHECK: %[[M:.*]] = arith.mulf {{.*}} : vector<16xf32>
// CHECK: %[[H:.*]] = arith.truncf %[[M]] : vector<16xf32> to vector<16xf16>
// CHECK: %[[RAW:.*]] = arith.bitcast %[[H]]
// CHECK: %[[AGAIN:.*]] = arith.bitcast %[[RAW]]
// CHECK: %[[W:.*]] = arith.extf %[[AGAIN]] : vector<16xf16> to vector<16xf32>
// CHECK: %[[F:.*]] = llvm.call_intrinsic "llvm.arithmetic.fence"(%[[W]])
// CHECK: arith.addf %[[F]],
func.func @half_chain(%a: tensor<64xf16>, %b: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>, %y = %b : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.multiply %x, %y : f16
    %2 = dml.add %1, %y : f16
    dml.yield %2 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// Constants of the body in their stored form.
// CHECK-LABEL: llvm.func @fusedml_constants_k0
// CHECK-DAG: arith.constant 15360 : i16
// CHECK-DAG: arith.constant -1 : i8
func.func @constants(%a: tensor<64xf16>, %b: tensor<64xui8>) -> (tensor<64xf16>, tensor<64xui8>) {
  %0:2 = dml.fused (%x = %a : tensor<64xf16>, %y = %b : tensor<64xui8>) -> (tensor<64xf16>, tensor<64xui8>) {
    %one = dml.constant 1.0 : f16
    %most = dml.constant 255 : ui8
    %1 = dml.add %x, %one : f16
    %2 = dml.add %y, %most : ui8
    dml.yield %1, %2 : f16, ui8
  }
  return %0#0, %0#1 : tensor<64xf16>, tensor<64xui8>
}
