// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file | FileCheck %s

// Comparisons, logic, predicates and choice, read in the loop over whole vectors.

// NaN equals nothing.
// CHECK-LABEL: llvm.func @fusedml_logical_equals_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[C:.*]] = arith.cmpf oeq, %[[X]], %[[Y]]
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xi8>
func.func @logical_equals(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xui8> {
    %1 = dml.logical_equals %x, %y : (f32, f32) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_logical_equals_integer_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK: %[[C:.*]] = arith.cmpi eq, %[[X]], %[[Y]]
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xi32>
func.func @logical_equals_integer(%a: tensor<64xi64>, %b: tensor<64xi64>) -> tensor<64xui32> {
  %0 = dml.fused (%x = %a : tensor<64xi64>, %y = %b : tensor<64xi64>) -> tensor<64xui32> {
    %1 = dml.logical_equals %x, %y : (i64, i64) -> ui32
    dml.yield %1 : ui32
  }
  return %0 : tensor<64xui32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_logical_greater_than_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[C:.*]] = arith.cmpi sgt, %[[X]], %[[Y]]
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : vector<32xi1>, vector<32xi8>
func.func @logical_greater_than(%a: tensor<64xi8>, %b: tensor<64xi8>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xi8>, %y = %b : tensor<64xi8>) -> tensor<64xui8> {
    %1 = dml.logical_greater_than %x, %y : (i8, i8) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_logical_greater_than_unsigned_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[C:.*]] = arith.cmpi ugt, %[[X]], %[[Y]]
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : vector<32xi1>, vector<32xi8>
func.func @logical_greater_than_unsigned(%a: tensor<64xui8>, %b: tensor<64xui8>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xui8>, %y = %b : tensor<64xui8>) -> tensor<64xui8> {
    %1 = dml.logical_greater_than %x, %y : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_logical_less_than_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK-COUNT-2: arith.extf {{.*}} : vector<16xf16> to vector<16xf32>
// CHECK: %[[C:.*]] = arith.cmpf olt,
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : vector<16xi1>, vector<16xi8>
func.func @logical_less_than(%a: tensor<64xf16>, %b: tensor<64xf16>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xf16>, %y = %b : tensor<64xf16>) -> tensor<64xui8> {
    %1 = dml.logical_less_than %x, %y : (f16, f16) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_logical_greater_than_or_equal_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[C:.*]] = arith.cmpf oge, %[[X]], %[[Y]]
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xi32>
func.func @logical_greater_than_or_equal(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xui32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xui32> {
    %1 = dml.logical_greater_than_or_equal %x, %y : (f32, f32) -> ui32
    dml.yield %1 : ui32
  }
  return %0 : tensor<64xui32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_logical_less_than_or_equal_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[C:.*]] = arith.cmpi ule, %[[X]], %[[Y]]
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : vector<16xi1>, vector<16xi8>
func.func @logical_less_than_or_equal(%a: tensor<64xui16>, %b: tensor<64xui16>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xui16>, %y = %b : tensor<64xui16>) -> tensor<64xui8> {
    %1 = dml.logical_less_than_or_equal %x, %y : (ui16, ui16) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// Any element but 0 is true.
// CHECK-LABEL: llvm.func @fusedml_logical_and_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[A:.*]] = arith.cmpi ne, %[[X]],
// CHECK: %[[B:.*]] = arith.cmpi ne, %[[Y]],
// CHECK: %[[C:.*]] = arith.andi %[[A]], %[[B]]
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xi32>
func.func @logical_and(%a: tensor<64xui32>, %b: tensor<64xui32>) -> tensor<64xui32> {
  %0 = dml.fused (%x = %a : tensor<64xui32>, %y = %b : tensor<64xui32>) -> tensor<64xui32> {
    %1 = dml.logical_and %x, %y : ui32
    dml.yield %1 : ui32
  }
  return %0 : tensor<64xui32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_logical_or_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[A:.*]] = arith.cmpi ne, %[[X]],
// CHECK: %[[B:.*]] = arith.cmpi ne, %[[Y]],
// CHECK: %[[C:.*]] = arith.ori %[[A]], %[[B]]
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : vector<32xi1>, vector<32xi8>
func.func @logical_or(%a: tensor<64xui8>, %b: tensor<64xui8>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xui8>, %y = %b : tensor<64xui8>) -> tensor<64xui8> {
    %1 = dml.logical_or %x, %y : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_logical_xor_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[A:.*]] = arith.cmpi ne, %[[X]],
// CHECK: %[[B:.*]] = arith.cmpi ne, %[[Y]],
// CHECK: %[[C:.*]] = arith.xori %[[A]], %[[B]]
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : vector<32xi1>, vector<32xi8>
func.func @logical_xor(%a: tensor<64xui8>, %b: tensor<64xui8>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xui8>, %y = %b : tensor<64xui8>) -> tensor<64xui8> {
    %1 = dml.logical_xor %x, %y : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_logical_not_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[C:.*]] = arith.cmpi eq, %[[X]],
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xi32>
func.func @logical_not(%a: tensor<64xui32>) -> tensor<64xui32> {
  %0 = dml.fused (%x = %a : tensor<64xui32>) -> tensor<64xui32> {
    %1 = dml.logical_not %x : ui32
    dml.yield %1 : ui32
  }
  return %0 : tensor<64xui32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_is_nan_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[RAW:.*]] = arith.bitcast %[[X]]
// CHECK: %[[MAGNITUDE:.*]] = arith.andi %[[RAW]],
// CHECK: %[[INF:.*]] = arith.constant dense<2139095040>
// CHECK: %[[C:.*]] = arith.cmpi sgt, %[[MAGNITUDE]], %[[INF]]
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xi32>
func.func @is_nan(%a: tensor<64xf32>) -> tensor<64xui32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xui32> {
    %1 = dml.is_nan %x : (f32) -> ui32
    dml.yield %1 : ui32
  }
  return %0 : tensor<64xui32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_is_nan_half_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK-NOT: arith.extf
// CHECK: %[[MAGNITUDE:.*]] = arith.andi %[[X]],
// CHECK: %[[INF:.*]] = arith.constant dense<31744>
// CHECK: %[[C:.*]] = arith.cmpi sgt, %[[MAGNITUDE]], %[[INF]]
// CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : vector<16xi1>, vector<16xi8>
func.func @is_nan_half(%a: tensor<64xf16>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xf16>) -> tensor<64xui8> {
    %1 = dml.is_nan %x : (f16) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// On the bits; nothing is converted.
// CHECK-LABEL: llvm.func @fusedml_is_infinity_either_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[RAW:.*]] = arith.bitcast %[[X]] : vector<8xf32> to vector<8xi32>
// CHECK: arith.constant dense<2147483647> : vector<8xi32>
// CHECK: %[[ABS:.*]] = arith.andi %[[RAW]],
// CHECK: %[[INF:.*]] = arith.constant dense<2139095040> : vector<8xi32>
// CHECK: arith.cmpi eq, %[[ABS]], %[[INF]]
// CHECK: arith.select {{.*}} : vector<8xi1>, vector<8xi8>
func.func @is_infinity_either(%a: tensor<64xf32>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xui8> {
    %1 = dml.is_infinity %x {InfinityMode = "EITHER"} : (f32) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_is_infinity_positive_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[RAW:.*]] = arith.bitcast %[[X]] : vector<8xf32> to vector<8xi32>
// CHECK: %[[INF:.*]] = arith.constant dense<2139095040> : vector<8xi32>
// CHECK: arith.cmpi eq, %[[RAW]], %[[INF]]
// CHECK: arith.select {{.*}} : vector<8xi1>, vector<8xi8>
func.func @is_infinity_positive(%a: tensor<64xf32>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xui8> {
    %1 = dml.is_infinity %x {InfinityMode = "POSITIVE"} : (f32) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_is_infinity_negative_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[RAW:.*]] = arith.bitcast %[[X]] : vector<8xf32> to vector<8xi32>
// CHECK: %[[INF:.*]] = arith.constant dense<-8388608> : vector<8xi32>
// CHECK: arith.cmpi eq, %[[RAW]], %[[INF]]
// CHECK: arith.select {{.*}} : vector<8xi1>, vector<8xi8>
func.func @is_infinity_negative(%a: tensor<64xf32>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xui8> {
    %1 = dml.is_infinity %x {InfinityMode = "NEGATIVE"} : (f32) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_is_infinity_half_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK-NOT: arith.extf
// CHECK: %[[INF:.*]] = arith.constant dense<31744> : vector<16xi16>
// CHECK: arith.cmpi eq, %[[X]], %[[INF]]
func.func @is_infinity_half(%a: tensor<64xf16>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xf16>) -> tensor<64xui8> {
    %1 = dml.is_infinity %x {InfinityMode = "POSITIVE"} : (f16) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// Moves bits.
// CHECK-LABEL: llvm.func @fusedml_if_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi8>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[Z:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK-NOT: f16
// CHECK: %[[C:.*]] = arith.cmpi ne, %[[X]],
// CHECK: %[[R:.*]] = arith.select %[[C]], %[[Y]], %[[Z]] : vector<16xi1>, vector<16xi16>
// CHECK-NOT: f16
// CHECK: llvm.store %[[R]],
func.func @if(%a: tensor<64xui8>, %b: tensor<64xf16>, %c: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xui8>, %y = %b : tensor<64xf16>, %z = %c : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.if %x, %y, %z : (ui8, f16, f16) -> f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}
