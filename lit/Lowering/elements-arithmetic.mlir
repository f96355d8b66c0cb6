// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file | FileCheck %s

// Sums, products and rounding, read in the loop over whole vectors.

// Without the sign bit, of NaNs as well.
// CHECK-LABEL: llvm.func @fusedml_abs_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[RAW:.*]] = arith.bitcast %[[X]]
// CHECK: %[[MASK:.*]] = arith.constant dense<2147483647> : vector<8xi32>
// CHECK: %[[MAGNITUDE:.*]] = arith.andi %[[RAW]], %[[MASK]]
// CHECK: %[[R:.*]] = arith.bitcast %[[MAGNITUDE]] : vector<8xi32> to vector<8xf32>
// CHECK: llvm.store %[[R]],
func.func @abs(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.abs %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// No conversion may quiet a NaN.
// CHECK-LABEL: llvm.func @fusedml_abs_half_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK-NOT: f16
// CHECK: %[[MASK:.*]] = arith.constant dense<32767> : vector<16xi16>
// CHECK: %[[R:.*]] = arith.andi %[[X]], %[[MASK]]
// CHECK-NOT: f16
// CHECK: llvm.store %[[R]],
func.func @abs_half(%a: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.abs %x : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// The minimum stays.
// CHECK-LABEL: llvm.func @fusedml_abs_integer_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0>
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[X]], %[[ZERO]]
// CHECK: %[[MINUS:.*]] = arith.subi %[[ZERO]], %[[X]]
// CHECK: %[[R:.*]] = arith.select %[[NEGATIVE]], %[[MINUS]], %[[X]]
// CHECK: llvm.store %[[R]],
func.func @abs_integer(%a: tensor<64xi32>) -> tensor<64xi32> {
  %0 = dml.fused (%x = %a : tensor<64xi32>) -> tensor<64xi32> {
    %1 = dml.abs %x : i32
    dml.yield %1 : i32
  }
  return %0 : tensor<64xi32>
}

// -----

// ScaleBias comes first.
// CHECK-LABEL: llvm.func @fusedml_abs_scale_bias_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[M:.*]] = arith.mulf %[[X]],
// CHECK: %[[S:.*]] = arith.addf %[[M]],
// CHECK: %[[RAW:.*]] = arith.bitcast %[[S]]
// CHECK: arith.andi %[[RAW]],
func.func @abs_scale_bias(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.abs %x {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 3.0 : f32>} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_add_k0
// CHECK: } else {
// CHECK: %[[A:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[R:.*]] = arith.addf %[[A]], %[[B]] : vector<8xf32>
// CHECK: llvm.store %[[R]],
func.func @add(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.add %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Wraps: no overflow flag.
// CHECK-LABEL: llvm.func @fusedml_add_integer_k0
// CHECK: } else {
// CHECK: %[[A:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[R:.*]] = arith.addi %[[A]], %[[B]] : vector<8xi32>
// CHECK: llvm.store %[[R]],
func.func @add_integer(%a: tensor<64xi32>, %b: tensor<64xi32>) -> tensor<64xi32> {
  %0 = dml.fused (%x = %a : tensor<64xi32>, %y = %b : tensor<64xi32>) -> tensor<64xi32> {
    %1 = dml.add %x, %y : i32
    dml.yield %1 : i32
  }
  return %0 : tensor<64xi32>
}

// -----

// Computed in float, rounded once.
// CHECK-LABEL: llvm.func @fusedml_add1_half_k0
// CHECK: } else {
// CHECK: %[[A:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK-COUNT-2: arith.extf {{.*}} : vector<16xf16> to vector<16xf32>
// CHECK: %[[S:.*]] = arith.addf {{.*}} : vector<16xf32>
// CHECK: arith.truncf %[[S]] : vector<16xf32> to vector<16xf16>
func.func @add1_half(%a: tensor<64xf16>, %b: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>, %y = %b : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.add1 %x, %y : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_ceil_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[R:.*]] = math.ceil %[[X]] : vector<8xf32>
// CHECK: llvm.store %[[R]],
func.func @ceil(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.ceil %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// The fence keeps the rounding in float, where it is an instruction.
// CHECK-LABEL: llvm.func @fusedml_ceil_half_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[W:.*]] = arith.extf
// CHECK: %[[F:.*]] = llvm.call_intrinsic "llvm.arithmetic.fence"(%[[W]])
// CHECK: %[[C:.*]] = math.ceil %[[F]] : vector<16xf32>
// CHECK: arith.truncf %[[C]]
func.func @ceil_half(%a: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.ceil %x : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_floor_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[R:.*]] = math.floor %[[X]] : vector<8xf32>
// CHECK: llvm.store %[[R]],
func.func @floor(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.floor %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Two roundings.
// CHECK-LABEL: llvm.func @fusedml_difference_square_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[D:.*]] = arith.subf %[[X]], %[[Y]]
// CHECK: %[[R:.*]] = arith.mulf %[[D]], %[[D]]
// CHECK-NOT: fma
// CHECK: llvm.store %[[R]],
func.func @difference_square(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.difference_square %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_mean_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[S:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK: %[[HALF:.*]] = arith.constant dense<5.000000e-01>
// CHECK: %[[R:.*]] = arith.mulf %[[S]], %[[HALF]]
// CHECK: llvm.store %[[R]],
func.func @mean(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.mean %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// The sum is never formed. Rounded down, and up again where that is negative.
// CHECK-LABEL: llvm.func @fusedml_mean_signed_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[DIFFERENT:.*]] = arith.xori %[[X]], %[[Y]]
// CHECK: %[[COMMON:.*]] = arith.andi %[[X]], %[[Y]]
// CHECK: %[[HALF:.*]] = arith.shrsi %[[DIFFERENT]],
// CHECK: %[[FLOOR:.*]] = arith.addi %[[COMMON]], %[[HALF]]
// CHECK: %[[SIGN:.*]] = arith.shrui %[[FLOOR]],
// CHECK: %[[ONE:.*]] = arith.andi %[[SIGN]], %[[DIFFERENT]]
// CHECK: %[[R:.*]] = arith.addi %[[FLOOR]], %[[ONE]]
// CHECK: llvm.store %[[R]],
func.func @mean_signed(%a: tensor<64xi32>, %b: tensor<64xi32>) -> tensor<64xi32> {
  %0 = dml.fused (%x = %a : tensor<64xi32>, %y = %b : tensor<64xi32>) -> tensor<64xi32> {
    %1 = dml.mean %x, %y : i32
    dml.yield %1 : i32
  }
  return %0 : tensor<64xi32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_mean_unsigned_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[DIFFERENT:.*]] = arith.xori %[[X]], %[[Y]]
// CHECK: %[[COMMON:.*]] = arith.andi %[[X]], %[[Y]]
// CHECK: %[[HALF:.*]] = arith.shrui %[[DIFFERENT]],
// CHECK: %[[R:.*]] = arith.addi %[[COMMON]], %[[HALF]]
// CHECK: llvm.store %[[R]],
func.func @mean_unsigned(%a: tensor<64xui32>, %b: tensor<64xui32>) -> tensor<64xui32> {
  %0 = dml.fused (%x = %a : tensor<64xui32>, %y = %b : tensor<64xui32>) -> tensor<64xui32> {
    %1 = dml.mean %x, %y : ui32
    dml.yield %1 : ui32
  }
  return %0 : tensor<64xui32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_multiply_k0
// CHECK: } else {
// CHECK: %[[A:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[R:.*]] = arith.mulf %[[A]], %[[B]] : vector<8xf32>
// CHECK: llvm.store %[[R]],
func.func @multiply(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.multiply %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_multiply_integer_k0
// CHECK: } else {
// CHECK: %[[A:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[R:.*]] = arith.muli %[[A]], %[[B]] : vector<32xi8>
// CHECK: llvm.store %[[R]],
func.func @multiply_integer(%a: tensor<64xui8>, %b: tensor<64xui8>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xui8>, %y = %b : tensor<64xui8>) -> tensor<64xui8> {
    %1 = dml.multiply %x, %y : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_negate_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[RAW:.*]] = arith.bitcast %[[X]]
// CHECK: %[[SIGN:.*]] = arith.constant dense<-2147483648>
// CHECK: %[[FLIPPED:.*]] = arith.xori %[[RAW]], %[[SIGN]]
// CHECK: %[[R:.*]] = arith.bitcast %[[FLIPPED]]
// CHECK: llvm.store %[[R]],
func.func @negate(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.negate %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_negate_half_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK-NOT: f16
// CHECK: %[[SIGN:.*]] = arith.constant dense<-32768> : vector<16xi16>
// CHECK: %[[R:.*]] = arith.xori %[[X]], %[[SIGN]]
// CHECK-NOT: f16
// CHECK: llvm.store %[[R]],
func.func @negate_half(%a: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.negate %x : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_negate_integer_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0>
// CHECK: %[[R:.*]] = arith.subi %[[ZERO]], %[[X]] : vector<32xi8>
// CHECK: llvm.store %[[R]],
func.func @negate_integer(%a: tensor<64xi8>) -> tensor<64xi8> {
  %0 = dml.fused (%x = %a : tensor<64xi8>) -> tensor<64xi8> {
    %1 = dml.negate %x : i8
    dml.yield %1 : i8
  }
  return %0 : tensor<64xi8>
}

// -----

// A quotient, not an estimate.
// CHECK-LABEL: llvm.func @fusedml_recip_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[ONE:.*]] = arith.constant dense<1.000000e+00>
// CHECK: %[[R:.*]] = arith.divf %[[ONE]], %[[X]]
// CHECK: llvm.store %[[R]],
func.func @recip(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.recip %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_round_even_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[R:.*]] = math.roundeven %[[X]]
// CHECK: llvm.store %[[R]],
func.func @round_even(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.round %x {RoundingMode = "HALVES_TO_NEAREST_EVEN"} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_round_toward_zero_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[R:.*]] = math.trunc %[[X]]
// CHECK: llvm.store %[[R]],
func.func @round_toward_zero(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.round %x {RoundingMode = "TOWARD_ZERO"} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Halves away from zero, by the float before a half.
// CHECK-LABEL: llvm.func @fusedml_round_away_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[C:.*]] = arith.constant dense<0.49999997{{.*}}>
// CHECK: %[[HALF:.*]] = math.copysign %[[C]], %[[X]]
// CHECK: %[[S:.*]] = arith.addf %[[X]], %[[HALF]]
// CHECK: %[[R:.*]] = math.trunc %[[S]]
// CHECK: llvm.store %[[R]],
func.func @round_away(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.round %x {RoundingMode = "TOWARD_INFINITY"} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// NaN fails both tests.
// CHECK-LABEL: llvm.func @fusedml_sign_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00>
// CHECK: %[[BELOW:.*]] = arith.cmpf olt, %[[X]], %[[ZERO]]
// CHECK: %[[ONE:.*]] = arith.constant dense<-1.000000e+00>
// CHECK: %[[N:.*]] = arith.select %[[BELOW]], %[[ONE]], %[[ZERO]]
// CHECK: %[[ABOVE:.*]] = arith.cmpf ogt, %[[X]], %[[ZERO]]
// CHECK: %[[R:.*]] = arith.select %[[ABOVE]], %{{.*}}, %[[N]]
// CHECK: llvm.store %[[R]],
func.func @sign(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.sign %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_sign_unsigned_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: arith.cmpi ne, %[[X]],
// CHECK-NOT: arith.cmpi
// CHECK: llvm.store {{.*}},
func.func @sign_unsigned(%a: tensor<64xui8>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xui8>) -> tensor<64xui8> {
    %1 = dml.sign %x : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_sqrt_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[R:.*]] = math.sqrt %[[X]]
// CHECK: llvm.store %[[R]],
func.func @sqrt(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.sqrt %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_subtract_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[R:.*]] = arith.subf %[[X]], %[[Y]]
// CHECK: llvm.store %[[R]],
func.func @subtract(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.subtract %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_subtract_integer_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[R:.*]] = arith.subi %[[X]], %[[Y]] : vector<16xi16>
// CHECK: llvm.store %[[R]],
func.func @subtract_integer(%a: tensor<64xui16>, %b: tensor<64xui16>) -> tensor<64xui16> {
  %0 = dml.fused (%x = %a : tensor<64xui16>, %y = %b : tensor<64xui16>) -> tensor<64xui16> {
    %1 = dml.subtract %x, %y : ui16
    dml.yield %1 : ui16
  }
  return %0 : tensor<64xui16>
}
