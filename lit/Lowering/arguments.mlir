// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file | FileCheck %s

// Scalars that are arguments of the kernel, read in the loop over whole vectors.

// They lie in an array whose address is behind those of the operands, each at its
// number, and are loaded before the loop.
// CHECK-LABEL: func.func @shrink
// CHECK: dml.launch @fusedml_shrink_k0(%{{.*}}) : (tensor<64xf32>) -> tensor<64xf32>
// CHECK: llvm.func @fusedml_shrink_k0(%[[BASES:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr,
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[BASES]][2]
// CHECK: %[[BLOCK:.*]] = llvm.load %[[PLACE]] {{.*}} -> !llvm.ptr
// CHECK: %[[P0:.*]] = llvm.getelementptr %[[BLOCK]][%c1{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: %[[BIAS:.*]] = llvm.load %[[P0]] {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: %[[P1:.*]] = llvm.getelementptr %[[BLOCK]][%c0{{.*}}]
// CHECK: %[[THRESHOLD:.*]] = llvm.load %[[P1]]
// CHECK: scf.for
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[B:.*]] = vector.broadcast %[[BIAS]] : f32 to vector<8xf32>
// CHECK: %[[NEG:.*]] = arith.negf %[[THRESHOLD]] : f32
// CHECK: %[[LOW:.*]] = vector.broadcast %[[NEG]]
// CHECK: arith.cmpf olt, %[[X]], %[[LOW]]
// CHECK: arith.addf %[[X]], %[[B]]
// CHECK: %[[HIGH:.*]] = vector.broadcast %[[THRESHOLD]]
// CHECK: arith.cmpf ogt, %[[X]], %[[HIGH]]
// CHECK: arith.subf %[[X]], %[[B]]
func.func @shrink(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_shrink %x {Bias = 0.125 : f32, Threshold = 2.5 : f32, dml.arguments = {Bias = 1 : i32, Threshold = 0 : i32}} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Without arguments there is no array.
// CHECK-LABEL: func.func @constants
// CHECK: dml.launch @fusedml_constants_k0(%{{.*}}) :
// CHECK: llvm.func @fusedml_constants_k0(%[[BASES:.*]]: !llvm.ptr,
// CHECK-NOT: llvm.getelementptr %[[BASES]][2]
func.func @constants(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_shrink %x {Bias = 0.125 : f32, Threshold = 2.5 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// One part of ScaleBias may be a constant. Two operators may share an argument.
// CHECK-LABEL: func.func @parts
// CHECK: llvm.func @fusedml_parts_k0
// CHECK: %[[ARGUMENT:.*]] = llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: llvm.load {{.*}} -> vector<8xf32>
// CHECK: arith.constant dense<1.000000e+00> : vector<8xf32>
// CHECK: %[[BIAS:.*]] = vector.broadcast %[[ARGUMENT]]
// CHECK: arith.addf {{.*}}, %[[BIAS]]
// CHECK: vector.broadcast %[[ARGUMENT]]
func.func @parts(%a: tensor<64xf32>, %b: tensor<32xf32>) -> (tensor<64xf32>, tensor<32xf32>) {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.sin %x {ScaleBias = #dml.scale_bias<Scale = 1.0 : f32, Bias = 0.5 : f32>, dml.arguments = {ScaleBias = array<i32: -1, 0>}} : f32
    %2 = dml.activation_leaky_relu %1 {Alpha = 0.5 : f32, dml.arguments = {Alpha = 0 : i32}} : f32
    dml.yield %2 : f32
  }
  %3 = dml.fused (%x = %b : tensor<32xf32>) -> tensor<32xf32> {
    %4 = dml.activation_leaky_relu %x {Alpha = 0.2 : f32, dml.arguments = {Alpha = 0 : i32}} : f32
    dml.yield %4 : f32
  }
  return %0, %3 : tensor<64xf32>, tensor<32xf32>
}

// -----

// Of an argument only the sign counts, not the value: a bound that FLOAT16 may
// round to +0 makes -0 to +0, and one that it may round to -0 the other way.
// CHECK-LABEL: llvm.func @fusedml_clip_half_k0
// CHECK: %[[MAX:.*]] = llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: %[[MIN:.*]] = llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: llvm.load {{.*}} -> vector<
// CHECK: %[[HMIN:.*]] = arith.truncf %[[MIN]] : f32 to f16
// CHECK: %[[HMAX:.*]] = arith.truncf %[[MAX]] : f32 to f16
// CHECK: arith.cmpf olt
// CHECK: %[[LESS:.*]] = arith.select
// CHECK-NEXT: arith.bitcast %[[LESS]]
// CHECK: %[[SIGN:.*]] = arith.constant dense<-2147483648> : vector<16xi32>
// CHECK: arith.ori {{.*}}, %[[SIGN]]
// CHECK: arith.cmpf ogt
// CHECK: %[[GREATER:.*]] = arith.select
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK: arith.addf %[[GREATER]], %[[ZERO]]
func.func @clip_half(%a: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.clip %x {Min = 2.0 : f32, Max = -2.0 : f32, dml.arguments = {Min = 0 : i32, Max = 1 : i32}} : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// FLOAT32 has the bound itself, which is no zero.
// CHECK-LABEL: llvm.func @fusedml_clip_k0
// CHECK: llvm.load {{.*}} -> vector<
// CHECK: arith.cmpf olt
// CHECK: arith.cmpf ogt
// CHECK: %[[GREATER:.*]] = arith.select
// CHECK-NOT: arith.addf %[[GREATER]]
// CHECK: llvm.store %[[GREATER]]
func.func @clip(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.clip %x {Min = 2.0 : f32, Max = 3.0 : f32, dml.arguments = {Min = 0 : i32, Max = 1 : i32}} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// On integers the scalar is converted, not each element's copy of it.
// CHECK-LABEL: llvm.func @fusedml_shrink_integers_k0
// CHECK: llvm.load {{.*}} -> vector<
// CHECK: %[[LIMIT:.*]] = arith.fptosi {{.*}} : f32 to i32
// CHECK: arith.fptosi {{.*}} : f32 to i32
// CHECK-NOT: arith.fptosi {{.*}} vector
// CHECK: arith.cmpi sgt
// CHECK: arith.cmpi sle
func.func @shrink_integers(%a: tensor<64xi8>) -> tensor<64xi8> {
  %0 = dml.fused (%x = %a : tensor<64xi8>) -> tensor<64xi8> {
    %1 = dml.activation_shrink %x {Bias = 0.125 : f32, Threshold = -2.5 : f32, dml.arguments = {Bias = 0 : i32, Threshold = 1 : i32}} : i8
    dml.yield %1 : i8
  }
  return %0 : tensor<64xi8>
}
