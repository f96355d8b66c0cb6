// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file | FileCheck %s

// Casts and fills, read in the loop over whole vectors.

// Brought into range before the conversion, which would be undefined.
// CHECK-LABEL: llvm.func @fusedml_cast_f32_i8_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[ORDERED:.*]] = arith.cmpf ord, %[[X]], %[[X]]
// CHECK: %[[NUMBER:.*]] = arith.select %[[ORDERED]], %[[X]],
// CHECK: arith.cmpf olt, %[[NUMBER]],
// CHECK: %[[HIGH:.*]] = arith.constant dense<1.270000e+02>
// CHECK: arith.cmpf ogt, %{{.*}}, %[[HIGH]]
// CHECK: %[[I:.*]] = arith.fptosi %{{.*}} : vector<8xf32> to vector<8xi32>
// CHECK: %[[R:.*]] = arith.trunci %[[I]] : vector<8xi32> to vector<8xi8>
// CHECK: llvm.store %[[R]],
func.func @cast_f32_i8(%a: tensor<64xf32>) -> tensor<64xi8> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xi8> {
    %1 = dml.cast %x : (f32) -> i8
    dml.yield %1 : i8
  }
  return %0 : tensor<64xi8>
}

// -----

// 2^31 - 1 is no float: what is beyond it is replaced after the conversion.
// CHECK-LABEL: llvm.func @fusedml_cast_f32_i32_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[LIMIT:.*]] = arith.constant dense<2.14748365E+9>
// CHECK: %[[BEYOND:.*]] = arith.cmpf oge, %[[N:.*]], %[[LIMIT]]
// CHECK: %[[INSIDE:.*]] = arith.select %[[BEYOND]], %{{.*}}, %[[N]]
// CHECK: %[[I:.*]] = arith.fptosi %[[INSIDE]] : vector<8xf32> to vector<8xi32>
// CHECK: %[[MOST:.*]] = arith.constant dense<2147483647>
// CHECK: %[[R:.*]] = arith.select %[[BEYOND]], %[[MOST]], %[[I]]
// CHECK: llvm.store %[[R]],
func.func @cast_f32_i32(%a: tensor<64xf32>) -> tensor<64xi32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xi32> {
    %1 = dml.cast %x : (f32) -> i32
    dml.yield %1 : i32
  }
  return %0 : tensor<64xi32>
}

// -----

// It is a double.
// CHECK-LABEL: llvm.func @fusedml_cast_f64_i32_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xf64>
// CHECK: %[[HIGH:.*]] = arith.constant dense<0x41DFFFFFFFC00000>
// CHECK: arith.cmpf ogt, %{{.*}}, %[[HIGH]]
// CHECK: %[[R:.*]] = arith.fptosi %{{.*}} : vector<4xf64> to vector<4xi32>
// CHECK: llvm.store %[[R]],
func.func @cast_f64_i32(%a: tensor<64xf64>) -> tensor<64xi32> {
  %0 = dml.fused (%x = %a : tensor<64xf64>) -> tensor<64xi32> {
    %1 = dml.cast %x : (f64) -> i32
    dml.yield %1 : i32
  }
  return %0 : tensor<64xi32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_cast_f32_ui64_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xf32>
// CHECK: %[[LIMIT:.*]] = arith.constant dense<1.84467441E+19>
// CHECK: %[[BEYOND:.*]] = arith.cmpf oge, %{{.*}}, %[[LIMIT]]
// CHECK: %[[I:.*]] = arith.fptoui %{{.*}} : vector<4xf32> to vector<4xi64>
// CHECK: %[[MOST:.*]] = arith.constant dense<-1>
// CHECK: %[[R:.*]] = arith.select %[[BEYOND]], %[[MOST]], %[[I]]
// CHECK: llvm.store %[[R]],
func.func @cast_f32_ui64(%a: tensor<64xf32>) -> tensor<64xui64> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xui64> {
    %1 = dml.cast %x : (f32) -> ui64
    dml.yield %1 : ui64
  }
  return %0 : tensor<64xui64>
}

// -----

// Rounded to odd in float, so that the second rounding is the only one. A direct
// conversion would be a call.
// CHECK-LABEL: llvm.func @fusedml_cast_f64_f16_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xf64>
// CHECK: %[[F:.*]] = arith.truncf %[[X]] : vector<4xf64> to vector<4xf32>
// CHECK: %[[BACK:.*]] = arith.extf %[[F]]
// CHECK: arith.cmpf one, %[[BACK]], %[[X]]
// CHECK-NOT: vector<4xf64> to vector<4xf16>
// CHECK: arith.truncf %{{.*}} : vector<4xf32> to vector<4xf16>
func.func @cast_f64_f16(%a: tensor<64xf64>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf64>) -> tensor<64xf16> {
    %1 = dml.cast %x : (f64) -> f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_cast_f16_f64_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xi16>
// CHECK: %[[F:.*]] = arith.extf %{{.*}} : vector<4xf16> to vector<4xf32>
// CHECK: %[[W:.*]] = llvm.call_intrinsic "llvm.arithmetic.fence"(%[[F]])
// CHECK: %[[R:.*]] = arith.extf %[[W]] : vector<4xf32> to vector<4xf64>
// CHECK: llvm.store %[[R]],
func.func @cast_f16_f64(%a: tensor<64xf16>) -> tensor<64xf64> {
  %0 = dml.fused (%x = %a : tensor<64xf16>) -> tensor<64xf64> {
    %1 = dml.cast %x : (f16) -> f64
    dml.yield %1 : f64
  }
  return %0 : tensor<64xf64>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_cast_f64_f32_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xf64>
// CHECK: %[[R:.*]] = arith.truncf %[[X]] : vector<4xf64> to vector<4xf32>
// CHECK: llvm.store %[[R]],
func.func @cast_f64_f32(%a: tensor<64xf64>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf64>) -> tensor<64xf32> {
    %1 = dml.cast %x : (f64) -> f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Straight from 64 bits, rounded once.
// CHECK-LABEL: llvm.func @fusedml_cast_i64_f32_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK: %[[R:.*]] = arith.sitofp %[[X]] : vector<4xi64> to vector<4xf32>
// CHECK: llvm.store %[[R]],
func.func @cast_i64_f32(%a: tensor<64xi64>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xi64>) -> tensor<64xf32> {
    %1 = dml.cast %x : (i64) -> f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_cast_ui64_f64_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK: %[[R:.*]] = arith.uitofp %[[X]] : vector<4xi64> to vector<4xf64>
// CHECK: llvm.store %[[R]],
func.func @cast_ui64_f64(%a: tensor<64xui64>) -> tensor<64xf64> {
  %0 = dml.fused (%x = %a : tensor<64xui64>) -> tensor<64xf64> {
    %1 = dml.cast %x : (ui64) -> f64
    dml.yield %1 : f64
  }
  return %0 : tensor<64xf64>
}

// -----

// Integers that float rounds are infinite as halves.
// CHECK-LABEL: llvm.func @fusedml_cast_ui32_f16_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[F:.*]] = arith.uitofp %[[X]] : vector<8xi32> to vector<8xf32>
// CHECK: arith.truncf %[[F]] : vector<8xf32> to vector<8xf16>
func.func @cast_ui32_f16(%a: tensor<64xui32>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xui32>) -> tensor<64xf16> {
    %1 = dml.cast %x : (ui32) -> f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// The signed conversion is the native one.
// CHECK-LABEL: llvm.func @fusedml_cast_ui8_f32_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi8>
// CHECK: %[[W:.*]] = arith.extui %[[X]] : vector<8xi8> to vector<8xi32>
// CHECK: %[[R:.*]] = arith.sitofp %[[W]] : vector<8xi32> to vector<8xf32>
// CHECK: llvm.store %[[R]],
func.func @cast_ui8_f32(%a: tensor<64xui8>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xui8>) -> tensor<64xf32> {
    %1 = dml.cast %x : (ui8) -> f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_cast_i32_ui8_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[R:.*]] = arith.trunci %[[X]] : vector<8xi32> to vector<8xi8>
// CHECK: llvm.store %[[R]],
func.func @cast_i32_ui8(%a: tensor<64xi32>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xi32>) -> tensor<64xui8> {
    %1 = dml.cast %x : (i32) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// By the sign of the source.
// CHECK-LABEL: llvm.func @fusedml_cast_i8_ui32_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi8>
// CHECK: %[[R:.*]] = arith.extsi %[[X]] : vector<8xi8> to vector<8xi32>
// CHECK: llvm.store %[[R]],
func.func @cast_i8_ui32(%a: tensor<64xi8>) -> tensor<64xui32> {
  %0 = dml.fused (%x = %a : tensor<64xi8>) -> tensor<64xui32> {
    %1 = dml.cast %x : (i8) -> ui32
    dml.yield %1 : ui32
  }
  return %0 : tensor<64xui32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_cast_ui8_i64_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<4xi8>
// CHECK: %[[R:.*]] = arith.extui %[[X]] : vector<4xi8> to vector<4xi64>
// CHECK: llvm.store %[[R]],
func.func @cast_ui8_i64(%a: tensor<64xui8>) -> tensor<64xi64> {
  %0 = dml.fused (%x = %a : tensor<64xui8>) -> tensor<64xi64> {
    %1 = dml.cast %x : (ui8) -> i64
    dml.yield %1 : i64
  }
  return %0 : tensor<64xi64>
}

// -----

// To the same type bits move.
// CHECK-LABEL: llvm.func @fusedml_cast_f16_f16_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK-NOT: f16
// CHECK: llvm.store %[[X]],
func.func @cast_f16_f16(%a: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.cast %x : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_fill_value_constant_k0
// CHECK: } else {
// CHECK: %[[R:.*]] = arith.constant dense<-56> : vector<32xi8>
// CHECK: llvm.store %[[R]],
func.func @fill_value_constant() -> tensor<64xui8> {
  %i = dml.linear_index : tensor<64xi64>
  %0 = dml.fused (%x = %i : tensor<64xi64>) -> tensor<64xui8> {
    %1 = dml.fill_value_constant %x {Value = 200 : ui8} : (i64) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// A signalling NaN stays one.
// CHECK-LABEL: llvm.func @fusedml_fill_value_constant_half_k0
// CHECK: } else {
// CHECK: %[[R:.*]] = arith.constant dense<31745> : vector<16xi16>
// CHECK: llvm.store %[[R]],
func.func @fill_value_constant_half() -> tensor<64xf16> {
  %i = dml.linear_index : tensor<64xi64>
  %0 = dml.fused (%x = %i : tensor<64xi64>) -> tensor<64xf16> {
    %1 = dml.fill_value_constant %x {Value = 0x7C01 : f16} : (i64) -> f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// Product, then sum in double, rounded once.
// CHECK-LABEL: llvm.func @fusedml_fill_value_sequence_k0
// CHECK: } else {
// CHECK-DAG: %[[I:.*]] = arith.sitofp {{.*}} : vector<4xi64> to vector<4xf64>
// CHECK-DAG: %[[DELTA:.*]] = arith.constant dense<2.000000e+00> : vector<4xf64>
// CHECK-DAG: %[[P:.*]] = arith.mulf %[[I]], %[[DELTA]]
// CHECK-DAG: %[[START:.*]] = arith.constant dense<1.000000e+00> : vector<4xf64>
// CHECK: %[[S:.*]] = arith.addf %[[START]], %[[P]]
// CHECK: %[[R:.*]] = arith.truncf %[[S]] : vector<4xf64> to vector<4xf32>
// CHECK: llvm.store %[[R]],
func.func @fill_value_sequence() -> tensor<64xf32> {
  %i = dml.linear_index : tensor<64xi64>
  %0 = dml.fused (%x = %i : tensor<64xi64>) -> tensor<64xf32> {
    %1 = dml.fill_value_sequence %x {ValueDelta = 2.0 : f32, ValueStart = 1.0 : f32} : (i64) -> f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Modulo 2^8.
// CHECK-LABEL: llvm.func @fusedml_fill_value_sequence_integer_k0
// CHECK: } else {
// CHECK-DAG: %[[I:.*]] = arith.trunci {{.*}} : vector<4xi64> to vector<4xi8>
// CHECK-DAG: %[[START:.*]] = arith.constant dense<-56> : vector<4xi8>
// CHECK-DAG: %[[DELTA:.*]] = arith.constant dense<3> : vector<4xi8>
// CHECK-DAG: %[[P:.*]] = arith.muli %[[I]], %[[DELTA]]
// CHECK: arith.addi %[[START]], %[[P]]
func.func @fill_value_sequence_integer() -> tensor<64xui8> {
  %i = dml.linear_index : tensor<64xi64>
  %0 = dml.fused (%x = %i : tensor<64xi64>) -> tensor<64xui8> {
    %1 = dml.fill_value_sequence %x {ValueDelta = 3 : ui8, ValueStart = 200 : ui8} : (i64) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}
