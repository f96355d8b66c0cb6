// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file \
// RUN:   | FileCheck %s --implicit-check-not='math.{{powf|ipowi|fpowi|exp|log}}' --implicit-check-not='llvm.call @'

// Powers, read in the loop over whole vectors. The library is not called.

// Squared until the exponents of all lanes are used up.
// CHECK-LABEL: llvm.func @fusedml_pow_unsigned_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: scf.while (%[[RESULT:.*]] = %{{.*}}, %[[POWER:.*]] = %[[X]], %[[LEFT:.*]] = %[[Y]])
// CHECK: %[[MORE:.*]] = arith.cmpi ne, %[[LEFT]],
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %[[MORE]]
// CHECK: scf.condition(%[[ANY]])
// CHECK: ^bb0(%[[RESULT:.*]]: vector<8xi32>, %[[POWER:.*]]: vector<8xi32>, %[[LEFT:.*]]: vector<8xi32>)
// CHECK: %[[BIT:.*]] = arith.andi %[[LEFT]],
// CHECK: %[[ODD:.*]] = arith.cmpi ne, %[[BIT]],
// CHECK: %[[PRODUCT:.*]] = arith.muli %[[RESULT]], %[[POWER]]
// CHECK: %[[NEXT:.*]] = arith.select %[[ODD]], %[[PRODUCT]], %[[RESULT]]
// CHECK: %[[SQUARE:.*]] = arith.muli %[[POWER]], %[[POWER]]
// CHECK: %[[REST:.*]] = arith.shrui %[[LEFT]],
// CHECK: scf.yield %[[NEXT]], %[[SQUARE]], %[[REST]]
func.func @pow_unsigned(%a: tensor<64xui32>, %b: tensor<64xui32>) -> tensor<64xui32> {
  %0 = dml.fused (%x = %a : tensor<64xui32>, %y = %b : tensor<64xui32>) -> tensor<64xui32> {
    %1 = dml.pow %x, %y : ui32
    dml.yield %1 : ui32
  }
  return %0 : tensor<64xui32>
}

// -----

// Negative exponents leave 0, 1, -1, or all bits for 1 / 0.
// CHECK-LABEL: llvm.func @fusedml_pow_signed_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0>
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[Y]], %[[ZERO]]
// CHECK-DAG: arith.cmpi eq, %[[X]], %[[ZERO]]
// CHECK-DAG: %[[E:.*]] = arith.select %[[NEGATIVE]], %[[ZERO]], %[[Y]]
// CHECK-DAG: %[[W:.*]]:3 = scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %[[X]], %{{.*}} = %[[E]])
// CHECK: %[[R:.*]] = arith.select %[[NEGATIVE]], %{{.*}}, %{{.*}}
// CHECK: llvm.store %[[R]],
func.func @pow_signed(%a: tensor<64xi16>, %b: tensor<64xi16>) -> tensor<64xi16> {
  %0 = dml.fused (%x = %a : tensor<64xi16>, %y = %b : tensor<64xi16>) -> tensor<64xi16> {
    %1 = dml.pow %x, %y : i16
    dml.yield %1 : i16
  }
  return %0 : tensor<64xi16>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_pow_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: math.fma
// CHECK: llvm.store
func.func @pow(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.pow %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Exponents of 16 bits are floats.
// CHECK-LABEL: llvm.func @fusedml_pow_by_bytes_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xi8>
// CHECK: %[[WIDE:.*]] = arith.extui %[[Y]] : vector<8xi8> to vector<8xi32>
// CHECK: arith.sitofp %[[WIDE]] : vector<8xi32> to vector<8xf32>
// CHECK: math.fma
// CHECK: llvm.store
func.func @pow_by_bytes(%a: tensor<64xf32>, %b: tensor<64xui8>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xui8>) -> tensor<64xf32> {
    %1 = dml.pow %x, %y : (f32, ui8) -> f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Those of 32 bits are not.
// CHECK-LABEL: llvm.func @fusedml_pow_by_integers_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: arith.sitofp %[[Y]] : vector<8xi32> to vector<8xf64>
// CHECK: llvm.store
func.func @pow_by_integers(%a: tensor<64xf32>, %b: tensor<64xi32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xi32>) -> tensor<64xf32> {
    %1 = dml.pow %x, %y : (f32, i32) -> f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Truncated and saturated from double. No rounding makes a fraction 1.
// CHECK-LABEL: llvm.func @fusedml_pow_of_integers_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[B:.*]] = arith.sitofp %[[X]] : vector<8xi32> to vector<8xf64>
// CHECK: %[[E:.*]] = arith.extf %[[Y]] : vector<8xf32> to vector<8xf64>
// CHECK: %[[POWER:.*]] = arith.fptosi %{{.*}} : vector<8xf64> to vector<8xi32>
// CHECK: arith.cmpf olt, %[[E]],
// CHECK: %[[LARGE:.*]] = arith.cmpf ogt,
// CHECK: %[[FRACTION:.*]] = arith.andi %{{.*}}, %[[LARGE]]
// CHECK: %[[R:.*]] = arith.select %[[FRACTION]], %{{.*}}, %[[POWER]]
// CHECK: llvm.store %[[R]],
func.func @pow_of_integers(%a: tensor<64xi32>, %b: tensor<64xf32>) -> tensor<64xi32> {
  %0 = dml.fused (%x = %a : tensor<64xi32>, %y = %b : tensor<64xf32>) -> tensor<64xi32> {
    %1 = dml.pow %x, %y : (i32, f32) -> i32
    dml.yield %1 : i32
  }
  return %0 : tensor<64xi32>
}
