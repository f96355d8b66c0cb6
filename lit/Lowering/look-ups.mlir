// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v4 -split-input-file | FileCheck %s --check-prefix=V4
// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file | FileCheck %s --check-prefix=V3
// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v2 -split-input-file | FileCheck %s --check-prefix=V2 --implicit-check-not=llvm.x86.avx

// How each target looks up in a table, in the loop over whole vectors.

// 16 entries: one permutation, or two and a blend by bit 3 of the index.
// V4-LABEL: llvm.func @fusedml_tanh_k0
// V4: llvm.load
// V4: llvm.call_intrinsic "llvm.x86.avx512.permvar.sf.512"
// V4-NOT: blendv
// V4: llvm.store
// V3-LABEL: llvm.func @fusedml_tanh_k0
// V3: %[[LOW:.*]] = llvm.call_intrinsic "llvm.x86.avx2.permps"({{.*}}, %[[INDEX:[^)]*]])
// V3: %[[HIGH:.*]] = llvm.call_intrinsic "llvm.x86.avx2.permps"({{.*}}, %[[INDEX]])
// V3: arith.constant dense<28> : vector<8xi32>
// V3: %[[BIT:.*]] = arith.shli %[[INDEX]]
// V3: %[[SIGN:.*]] = vector.bitcast %[[BIT]] : vector<8xi32> to vector<8xf32>
// V3: llvm.call_intrinsic "llvm.x86.avx.blendv.ps.256"(%[[LOW]], %[[HIGH]], %[[SIGN]])
// V3-NOT: llvm.load {{.*}} -> vector<4xf32>
// V3: llvm.store
// V2-LABEL: llvm.func @fusedml_tanh_k0
// V2: vector.from_elements
func.func @tanh(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.tanh %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// 32 entries: one permutation of two registers, or the seven rows of a lane at
// once and the lanes transposed. No shuffle is for an eighth row.
// V4-LABEL: llvm.func @fusedml_activation_gelu_k0
// V4: llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.ps.512"
// V4: llvm.store
// V3: llvm.mlir.global internal constant @fusedml_activation_gelu_k0_gelu({{.*}}) {{.*}}: !llvm.array<256 x f32>
// V3-LABEL: llvm.func @fusedml_activation_gelu_k0
// V3: vector.bitcast {{.*}} : vector<8xi32> to vector<4xi64>
// V3-COUNT-4: vector.extract {{.*}} : i64 from vector<4xi64>
// V3-COUNT-4: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
// V3-COUNT-2: vector.shuffle {{.*}} [0, 8, 1, 9, 4, 12, 5, 13]
// V3: %[[CENTER:.*]] = vector.shuffle {{.*}} [0, 1, 8, 9, 4, 5, 12, 13]
// V3: %[[C0:.*]] = vector.shuffle {{.*}} [2, 3, 10, 11, 6, 7, 14, 15]
// V3-COUNT-2: vector.shuffle {{.*}} [2, 10, 3, 11, 6, 14, 7, 15]
// V3-COUNT-4: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
// V3: arith.subf {{.*}}, %[[CENTER]]
// V3: math.fma {{.*}}, %[[C0]]
// V3: llvm.store
// V2-LABEL: llvm.func @fusedml_activation_gelu_k0
// V2: vector.from_elements
// V2-NOT: vector.shuffle
// V2: llvm.store
func.func @activation_gelu(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_gelu %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// A scale of 1 multiplies nothing before the exponential.
// V4-LABEL: llvm.func @fusedml_swish_k0
// V4: %[[X:.*]] = llvm.load {{.*}} -> vector<32xf32>
// V4-NOT: arith.mulf %[[X]]
// V4: math.fma
// V4: arith.divf
// V4: llvm.store
// V3-LABEL: llvm.func @fusedml_swish_k0
// V3: arith.divf
// V2-LABEL: llvm.func @fusedml_swish_k0
// V2: arith.divf
func.func @swish(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_swish %x {SigmoidInputScale = 1.0 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}
