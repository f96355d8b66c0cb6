// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file | FileCheck %s

// Operators on bits, read in the loop over whole vectors.

// CHECK-LABEL: llvm.func @fusedml_bit_and_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK-DAG: %[[A:.*]] = arith.bitcast %[[X]]
// CHECK-DAG: %[[B:.*]] = arith.bitcast %[[Y]]
// CHECK: %[[C:.*]] = arith.andi %[[A]], %[[B]] : vector<8xi32>
// CHECK: %[[R:.*]] = arith.bitcast %[[C]]
// CHECK: llvm.store %[[R]],
func.func @bit_and(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.bit_and %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_bit_or_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK: %[[R:.*]] = arith.ori %[[X]], %[[Y]] : vector<4xi64>
// CHECK: llvm.store %[[R]],
func.func @bit_or(%a: tensor<64xui64>, %b: tensor<64xui64>) -> tensor<64xui64> {
  %0 = dml.fused (%x = %a : tensor<64xui64>, %y = %b : tensor<64xui64>) -> tensor<64xui64> {
    %1 = dml.bit_or %x, %y : ui64
    dml.yield %1 : ui64
  }
  return %0 : tensor<64xui64>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_bit_xor_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK-NOT: f16
// CHECK: %[[R:.*]] = arith.xori %[[X]], %[[Y]] : vector<16xi16>
// CHECK-NOT: f16
// CHECK: llvm.store %[[R]],
func.func @bit_xor(%a: tensor<64xf16>, %b: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>, %y = %b : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.bit_xor %x, %y : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_bit_not_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[ONES:.*]] = arith.constant dense<-1>
// CHECK: %[[R:.*]] = arith.xori %[[X]], %[[ONES]]
// CHECK: llvm.store %[[R]],
func.func @bit_not(%a: tensor<64xi8>) -> tensor<64xi8> {
  %0 = dml.fused (%x = %a : tensor<64xi8>) -> tensor<64xi8> {
    %1 = dml.bit_not %x : i8
    dml.yield %1 : i8
  }
  return %0 : tensor<64xi8>
}

// -----

// Counts of the width or more would be undefined.
// CHECK-LABEL: llvm.func @fusedml_bit_shift_left_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[WIDTH:.*]] = arith.constant dense<16>
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[Y]], %[[WIDTH]]
// CHECK: %[[MOST:.*]] = arith.constant dense<15>
// CHECK: %[[COUNT:.*]] = arith.andi %[[Y]], %[[MOST]]
// CHECK: %[[SHIFTED:.*]] = arith.shli %[[X]], %[[COUNT]]
// CHECK: %[[ZERO:.*]] = arith.constant dense<0>
// CHECK: %[[R:.*]] = arith.select %[[INSIDE]], %[[SHIFTED]], %[[ZERO]]
// CHECK: llvm.store %[[R]],
func.func @bit_shift_left(%a: tensor<64xui16>, %b: tensor<64xui16>) -> tensor<64xui16> {
  %0 = dml.fused (%x = %a : tensor<64xui16>, %y = %b : tensor<64xui16>) -> tensor<64xui16> {
    %1 = dml.bit_shift_left %x, %y : ui16
    dml.yield %1 : ui16
  }
  return %0 : tensor<64xui16>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_bit_shift_right_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK: %[[WIDTH:.*]] = arith.constant dense<64>
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[Y]], %[[WIDTH]]
// CHECK: %[[SHIFTED:.*]] = arith.shrui %[[X]],
// CHECK: %[[R:.*]] = arith.select %[[INSIDE]], %[[SHIFTED]],
// CHECK: llvm.store %[[R]],
func.func @bit_shift_right(%a: tensor<64xui64>, %b: tensor<64xui64>) -> tensor<64xui64> {
  %0 = dml.fused (%x = %a : tensor<64xui64>, %y = %b : tensor<64xui64>) -> tensor<64xui64> {
    %1 = dml.bit_shift_right %x, %y : ui64
    dml.yield %1 : ui64
  }
  return %0 : tensor<64xui64>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_bit_count_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[RAW:.*]] = arith.bitcast %[[X]]
// CHECK: %[[COUNT:.*]] = math.ctpop %[[RAW]] : vector<8xi32>
// CHECK: %[[R:.*]] = arith.trunci %[[COUNT]] : vector<8xi32> to vector<8xi8>
// CHECK: llvm.store %[[R]],
func.func @bit_count(%a: tensor<64xf32>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xui8> {
    %1 = dml.bit_count %x : (f32) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_bit_count_bytes_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi8>
// CHECK: %[[COUNT:.*]] = math.ctpop %[[X]] : vector<8xi8>
// CHECK: %[[R:.*]] = arith.extui %[[COUNT]] : vector<8xi8> to vector<8xi32>
// CHECK: llvm.store %[[R]],
func.func @bit_count_bytes(%a: tensor<64xi8>) -> tensor<64xui32> {
  %0 = dml.fused (%x = %a : tensor<64xi8>) -> tensor<64xui32> {
    %1 = dml.bit_count %x : (i8) -> ui32
    dml.yield %1 : ui32
  }
  return %0 : tensor<64xui32>
}
