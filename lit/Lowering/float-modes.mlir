// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file | FileCheck %s --check-prefixes=STRICT,ROUNDED
// RUN: fusedml-opt %s "-convert-dml-to-vector=cpu=x86-64-v3 fp=strict" -split-input-file | FileCheck %s --check-prefixes=STRICT,ROUNDED
// RUN: fusedml-opt %s "-convert-dml-to-vector=cpu=x86-64-v3 fp=contract" -split-input-file | FileCheck %s --check-prefixes=CONTRACT,ROUNDED
// RUN: fusedml-opt %s "-convert-dml-to-vector=cpu=x86-64-v3 fp=fast" -split-input-file | FileCheck %s --check-prefixes=CONTRACT,FAST
// RUN: not fusedml-opt %s "-convert-dml-to-vector=cpu=x86-64-v3 fp=quick" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: Cannot find option named 'quick'!

// Sums and products of operators may merge, within one and between two.
// STRICT-LABEL: llvm.func @fusedml_sums_k0
// STRICT-NOT: fastmath
// CONTRACT-LABEL: llvm.func @fusedml_sums_k0
// CONTRACT: arith.mulf {{.*}} fastmath<contract> : vector
// CONTRACT: arith.subf {{.*}} fastmath<contract> : vector
// CONTRACT: arith.mulf {{.*}} fastmath<contract> : vector
// CONTRACT: arith.addf {{.*}} fastmath<contract> : vector
// CONTRACT: llvm.return
func.func @sums(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.multiply %x, %y : f32
    %2 = dml.subtract %1, %y : f32
    %3 = dml.activation_linear %2 {Alpha = 3.0 : f32, Beta = 0.1 : f32} : f32
    dml.yield %3 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// What is inside of an elementary function stays as it is.
// STRICT-LABEL: llvm.func @fusedml_functions_k0
// CONTRACT-LABEL: llvm.func @fusedml_functions_k0
// CONTRACT-NOT: fastmath
// CONTRACT: llvm.return
func.func @functions(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.exp %x : f32
    %2 = dml.round %1 {RoundingMode = "TOWARD_INFINITY"} : f32
    dml.yield %2 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// FLOAT16 values are rounded between operators, or only for memory: for the
// second result, which also the sum reads.
// ROUNDED-LABEL: llvm.func @fusedml_halves_k0
// ROUNDED: %[[P:.*]] = arith.mulf {{.*}} : vector<16xf32>
// ROUNDED: %[[H:.*]] = arith.truncf %[[P]] : vector<16xf32> to vector<16xf16>
// ROUNDED: %[[I:.*]] = arith.bitcast %[[H]] : vector<16xf16> to vector<16xi16>
// ROUNDED: %[[B:.*]] = arith.bitcast %[[I]] : vector<16xi16> to vector<16xf16>
// ROUNDED: arith.extf %[[B]] : vector<16xf16> to vector<16xf32>
// FAST-LABEL: llvm.func @fusedml_halves_k0
// FAST: %[[P:.*]] = arith.mulf {{.*}} : vector<16xf32>
// FAST: %[[H:.*]] = arith.truncf %[[P]] : vector<16xf32> to vector<16xf16>
// FAST: %[[I:.*]] = arith.bitcast %[[H]] : vector<16xf16> to vector<16xi16>
// FAST: %[[S:.*]] = arith.addf %[[P]], {{.*}} : vector<16xf32>
// FAST: %[[R:.*]] = arith.truncf %[[S]] : vector<16xf32> to vector<16xf16>
// FAST: %[[J:.*]] = arith.bitcast %[[R]]
// FAST: llvm.store %[[J]]
// FAST: llvm.store %[[I]]
func.func @halves(%a: tensor<64xf16>, %b: tensor<64xf16>) -> (tensor<64xf16>, tensor<64xf16>) {
  %0:2 = dml.fused (%x = %a : tensor<64xf16>, %y = %b : tensor<64xf16>) -> (tensor<64xf16>, tensor<64xf16>) {
    %1 = dml.multiply %x, %y : f16
    %2 = dml.add %1, %y : f16
    dml.yield %2, %1 : f16, f16
  }
  return %0#0, %0#1 : tensor<64xf16>, tensor<64xf16>
}
