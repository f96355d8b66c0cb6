// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file | FileCheck %s

// Minima, maxima and bounds, read in the loop over whole vectors.

// Min comes last and so wins over a smaller Max. NaN fails both tests and stays.
// CHECK-LABEL: llvm.func @fusedml_clip_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[MAX:.*]] = arith.constant dense<2.500000e+00>
// CHECK: %[[GT:.*]] = arith.cmpf olt, %[[MAX]], %[[X]]
// CHECK: %[[LOW:.*]] = arith.select %[[GT]], %[[MAX]], %[[X]]
// CHECK: %[[MIN:.*]] = arith.constant dense<-1.000000e+00>
// CHECK: %[[LT:.*]] = arith.cmpf ogt, %[[MIN]], %[[LOW]]
// CHECK: %[[R:.*]] = arith.select %[[LT]], %[[MIN]], %[[LOW]]
// CHECK: llvm.store %[[R]],
func.func @clip(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.clip %x {Max = 2.5 : f32, Min = -1.0 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// A comparison does not order +0 above -0.
// CHECK-LABEL: llvm.func @fusedml_clip_zeros_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[ZERO:.*]] = arith.constant dense<-0.000000e+00>
// CHECK: arith.cmpf olt, %[[ZERO]], %[[X]]
// CHECK: arith.constant dense<-2147483648> : vector<8xi32>
// CHECK: arith.ori
// CHECK: arith.cmpf ogt
func.func @clip_zeros(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.clip %x {Max = -0.0 : f32, Min = -1.0 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Bounds are rounded to the tensor's type.
// CHECK-LABEL: llvm.func @fusedml_clip_half_k0
// CHECK: } else {
// CHECK: arith.constant dense<0x7F800000> : vector<16xf32>
// CHECK: arith.constant dense<0.0999755859> : vector<16xf32>
func.func @clip_half(%a: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.clip %x {Max = 70000.0 : f32, Min = 0.1 : f32} : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// Truncated toward zero.
// CHECK-LABEL: llvm.func @fusedml_clip_integer_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK-DAG: %[[MIN:.*]] = arith.constant dense<-1> : vector<8xi32>
// CHECK-DAG: %[[MAX:.*]] = arith.constant dense<2> : vector<8xi32>
// CHECK: %[[LOW:.*]] = arith.minsi %[[X]], %[[MAX]]
// CHECK: %[[R:.*]] = arith.maxsi %[[LOW]], %[[MIN]]
// CHECK: llvm.store %[[R]],
func.func @clip_integer(%a: tensor<64xi32>) -> tensor<64xi32> {
  %0 = dml.fused (%x = %a : tensor<64xi32>) -> tensor<64xi32> {
    %1 = dml.clip %x {Max = 2.9 : f32, Min = -1.5 : f32} : i32
    dml.yield %1 : i32
  }
  return %0 : tensor<64xi32>
}

// -----

// Saturated to 0 and 255, compared as unsigned.
// CHECK-LABEL: llvm.func @fusedml_clip_unsigned_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK-DAG: %[[MIN:.*]] = arith.constant dense<0> : vector<32xi8>
// CHECK-DAG: %[[MAX:.*]] = arith.constant dense<-1> : vector<32xi8>
// CHECK: %[[LOW:.*]] = arith.minui %[[X]], %[[MAX]]
// CHECK: arith.maxui %[[LOW]], %[[MIN]]
func.func @clip_unsigned(%a: tensor<64xui8>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xui8>) -> tensor<64xui8> {
    %1 = dml.clip %x {Max = 300.0 : f32, Min = -1.0 : f32} : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// Two instructions that differ in zeros and NaNs only; of two zeros the bits
// that both have.
// CHECK-LABEL: llvm.func @fusedml_max_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[GT:.*]] = arith.cmpf ogt, %[[X]], %[[Y]]
// CHECK: %[[FIRST:.*]] = arith.select %[[GT]], %[[X]], %[[Y]]
// CHECK: %[[LT:.*]] = arith.cmpf ogt, %[[Y]], %[[X]]
// CHECK: %[[SECOND:.*]] = arith.select %[[LT]], %[[Y]], %[[X]]
// CHECK-DAG: %[[FIRSTRAW:.*]] = arith.bitcast %[[FIRST]]
// CHECK-DAG: %[[SECONDRAW:.*]] = arith.bitcast %[[SECOND]]
// CHECK: %[[RAW:.*]] = arith.andi %[[FIRSTRAW]], %[[SECONDRAW]]
// CHECK: %[[BOTH:.*]] = arith.bitcast %[[RAW]]
// CHECK: %[[UNORDERED:.*]] = arith.cmpf uno, %[[X]], %[[Y]]
// CHECK: %[[NAN:.*]] = arith.constant dense<0x7FC00000>
// CHECK: %[[R:.*]] = arith.select %[[UNORDERED]], %[[NAN]], %[[BOTH]]
// CHECK: llvm.store %[[R]],
func.func @max(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.max %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Of two zeros -0 if either is.
// CHECK-LABEL: llvm.func @fusedml_min_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: arith.cmpf olt, %[[X]], %[[Y]]
// CHECK: arith.cmpf olt, %[[Y]], %[[X]]
// CHECK: arith.ori
// CHECK: arith.cmpf uno, %[[X]], %[[Y]]
func.func @min(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.min %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_max_signed_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[R:.*]] = arith.maxsi %[[X]], %[[Y]] : vector<32xi8>
// CHECK: llvm.store %[[R]],
func.func @max_signed(%a: tensor<64xi8>, %b: tensor<64xi8>) -> tensor<64xi8> {
  %0 = dml.fused (%x = %a : tensor<64xi8>, %y = %b : tensor<64xi8>) -> tensor<64xi8> {
    %1 = dml.max %x, %y : i8
    dml.yield %1 : i8
  }
  return %0 : tensor<64xi8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_max_unsigned_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK: %[[R:.*]] = arith.maxui %[[X]], %[[Y]] : vector<4xi64>
// CHECK: llvm.store %[[R]],
func.func @max_unsigned(%a: tensor<64xui64>, %b: tensor<64xui64>) -> tensor<64xui64> {
  %0 = dml.fused (%x = %a : tensor<64xui64>, %y = %b : tensor<64xui64>) -> tensor<64xui64> {
    %1 = dml.max %x, %y : ui64
    dml.yield %1 : ui64
  }
  return %0 : tensor<64xui64>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_min_signed_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[R:.*]] = arith.minsi %[[X]], %[[Y]]
// CHECK: llvm.store %[[R]],
func.func @min_signed(%a: tensor<64xi32>, %b: tensor<64xi32>) -> tensor<64xi32> {
  %0 = dml.fused (%x = %a : tensor<64xi32>, %y = %b : tensor<64xi32>) -> tensor<64xi32> {
    %1 = dml.min %x, %y : i32
    dml.yield %1 : i32
  }
  return %0 : tensor<64xi32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_min_unsigned_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[R:.*]] = arith.minui %[[X]], %[[Y]]
// CHECK: llvm.store %[[R]],
func.func @min_unsigned(%a: tensor<64xui16>, %b: tensor<64xui16>) -> tensor<64xui16> {
  %0 = dml.fused (%x = %a : tensor<64xui16>, %y = %b : tensor<64xui16>) -> tensor<64xui16> {
    %1 = dml.min %x, %y : ui16
    dml.yield %1 : ui16
  }
  return %0 : tensor<64xui16>
}

// -----

// NaN fails the test and stays.
// CHECK-LABEL: llvm.func @fusedml_threshold_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[MIN:.*]] = arith.constant dense<5.000000e-01>
// CHECK: %[[GT:.*]] = arith.cmpf ogt, %[[MIN]], %[[X]]
// CHECK: %[[R:.*]] = arith.select %[[GT]], %[[MIN]], %[[X]]
// CHECK: llvm.store %[[R]],
func.func @threshold(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.threshold %x {Min = 0.5 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Truncated toward zero.
// CHECK-LABEL: llvm.func @fusedml_threshold_integer_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[MIN:.*]] = arith.constant dense<-2> : vector<16xi16>
// CHECK: %[[R:.*]] = arith.maxsi %[[X]], %[[MIN]]
// CHECK: llvm.store %[[R]],
func.func @threshold_integer(%a: tensor<64xi16>) -> tensor<64xi16> {
  %0 = dml.fused (%x = %a : tensor<64xi16>) -> tensor<64xi16> {
    %1 = dml.threshold %x {Min = -2.5 : f32} : i16
    dml.yield %1 : i16
  }
  return %0 : tensor<64xi16>
}

// -----

// The gradient strictly between the bounds. NaN passes both tests.
// CHECK-LABEL: llvm.func @fusedml_clip_grad_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[LOW:.*]] = arith.constant dense<-1.000000e+00>
// CHECK: %[[BELOW:.*]] = arith.cmpf ole, %[[X]], %[[LOW]]
// CHECK: %[[HIGH:.*]] = arith.constant dense<2.500000e+00>
// CHECK: %[[ABOVE:.*]] = arith.cmpf oge, %[[X]], %[[HIGH]]
// CHECK: %[[OUTSIDE:.*]] = arith.ori %[[BELOW]], %[[ABOVE]]
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00>
// CHECK: %[[R:.*]] = arith.select %[[OUTSIDE]], %[[ZERO]], %[[Y]]
// CHECK: llvm.store %[[R]],
func.func @clip_grad(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.clip_grad %x, %y {Max = 2.5 : f32, Min = -1.0 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Bounds of the type; the gradient is not converted.
// CHECK-LABEL: llvm.func @fusedml_clip_grad_half_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: arith.constant dense<0.0999755859> : vector<16xf32>
// CHECK: arith.constant dense<0x7F800000> : vector<16xf32>
// CHECK-NOT: arith.truncf
// CHECK: %[[R:.*]] = arith.select {{.*}}, %[[Y]] : vector<16xi1>, vector<16xi16>
// CHECK: llvm.store %[[R]],
func.func @clip_grad_half(%a: tensor<64xf16>, %b: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>, %y = %b : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.clip_grad %x, %y {Max = 70000.0 : f32, Min = 0.1 : f32} : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// Bounds that no float holds.
// CHECK-LABEL: llvm.func @fusedml_clip1_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK-DAG: %[[MIN:.*]] = arith.constant dense<-9007199254740993>
// CHECK-DAG: %[[MAX:.*]] = arith.constant dense<9007199254740993>
// CHECK: %[[LOW:.*]] = arith.minsi %[[X]], %[[MAX]]
// CHECK: %[[R:.*]] = arith.maxsi %[[LOW]], %[[MIN]]
// CHECK: llvm.store %[[R]],
func.func @clip1(%a: tensor<64xi64>) -> tensor<64xi64> {
  %0 = dml.fused (%x = %a : tensor<64xi64>) -> tensor<64xi64> {
    %1 = dml.clip1 %x {Max = 9007199254740993 : i64, Min = -9007199254740993 : i64} : i64
    dml.yield %1 : i64
  }
  return %0 : tensor<64xi64>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_clip1_half_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[MAX:.*]] = arith.constant dense<2.500000e+00> : vector<16xf32>
// CHECK: arith.cmpf olt, %[[MAX]],
// CHECK: %[[MIN:.*]] = arith.constant dense<-1.000000e+00> : vector<16xf32>
// CHECK: arith.cmpf ogt, %[[MIN]],
func.func @clip1_half(%a: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.clip1 %x {Max = 2.5 : f16, Min = -1.0 : f16} : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_clip_grad1_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK-DAG: %[[LOW:.*]] = arith.constant dense<3>
// CHECK-DAG: %[[HIGH:.*]] = arith.constant dense<-1>
// CHECK: %[[BELOW:.*]] = arith.cmpi ule, %[[X]], %[[LOW]]
// CHECK: %[[ABOVE:.*]] = arith.cmpi uge, %[[X]], %[[HIGH]]
// CHECK: %[[OUTSIDE:.*]] = arith.ori %[[BELOW]], %[[ABOVE]]
// CHECK: %[[R:.*]] = arith.select %[[OUTSIDE]], %{{.*}}, %[[Y]]
// CHECK: llvm.store %[[R]],
func.func @clip_grad1(%a: tensor<64xui64>, %b: tensor<64xui64>) -> tensor<64xui64> {
  %0 = dml.fused (%x = %a : tensor<64xui64>, %y = %b : tensor<64xui64>) -> tensor<64xui64> {
    %1 = dml.clip_grad1 %x, %y {Max = 18446744073709551615 : ui64, Min = 3 : ui64} : ui64
    dml.yield %1 : ui64
  }
  return %0 : tensor<64xui64>
}
