// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file | FileCheck %s

// Between floats and scaled integers, read in the loop over whole vectors.

// Halves to even, then the zero point, then saturation; NaN becomes 0.
// CHECK-LABEL: llvm.func @fusedml_quantize_linear_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Z:.*]] = llvm.load {{.*}} -> vector<8xi8>
// CHECK: %[[Q:.*]] = arith.divf %[[X]], %[[Y]]
// CHECK: %[[N:.*]] = math.roundeven %[[Q]]
// CHECK: %[[S:.*]] = arith.addf %[[N]], %[[ZERO:.*]] : vector<8xf32>
// CHECK: arith.constant dense<-1.280000e+02>
// CHECK: arith.cmpf ord, %[[S]], %[[S]]
// CHECK: arith.constant dense<1.270000e+02>
// CHECK: arith.fptosi {{.*}} : vector<8xf32> to vector<8xi32>
// CHECK: %[[R:.*]] = arith.trunci
// CHECK: llvm.store %[[R]],
func.func @quantize_linear(%a: tensor<64xf32>, %b: tensor<64xf32>, %c: tensor<64xi8>) -> tensor<64xi8> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>, %z = %c : tensor<64xi8>) -> tensor<64xi8> {
    %1 = dml.quantize_linear %x, %y, %z : (f32, f32, i8) -> i8
    dml.yield %1 : i8
  }
  return %0 : tensor<64xi8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_quantize_linear_i32_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Z:.*]] = llvm.load {{.*}} -> vector<8xi8>
// CHECK: %[[F:.*]] = arith.sitofp %[[X]] : vector<8xi32> to vector<8xf32>
// CHECK: %[[Q:.*]] = arith.divf %[[F]], %[[Y]]
// CHECK: math.roundeven %[[Q]]
// CHECK: arith.constant dense<2.550000e+02>
func.func @quantize_linear_i32(%a: tensor<64xi32>, %b: tensor<64xf32>, %c: tensor<64xui8>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xi32>, %y = %b : tensor<64xf32>, %z = %c : tensor<64xui8>) -> tensor<64xui8> {
    %1 = dml.quantize_linear %x, %y, %z : (i32, f32, ui8) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// The difference has 9 bits and is exact in float.
// CHECK-LABEL: llvm.func @fusedml_dequantize_linear_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi8>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Z:.*]] = llvm.load {{.*}} -> vector<8xi8>
// CHECK: %[[XW:.*]] = arith.extui %[[X]] : vector<8xi8> to vector<8xi32>
// CHECK: %[[XF:.*]] = arith.sitofp %[[XW]] : vector<8xi32> to vector<8xf32>
// CHECK: %[[ZW:.*]] = arith.extui %[[Z]]
// CHECK: %[[ZF:.*]] = arith.sitofp %[[ZW]]
// CHECK: %[[D:.*]] = arith.subf %[[XF]], %[[ZF]]
// CHECK: %[[R:.*]] = arith.mulf %[[D]], %[[Y]]
// CHECK: llvm.store %[[R]],
func.func @dequantize_linear(%a: tensor<64xui8>, %b: tensor<64xf32>, %c: tensor<64xui8>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xui8>, %y = %b : tensor<64xf32>, %z = %c : tensor<64xui8>) -> tensor<64xf32> {
    %1 = dml.dequantize_linear %x, %y, %z : (ui8, f32, ui8) -> f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// 33 bits are exact in double.
// CHECK-LABEL: llvm.func @fusedml_dequantize_linear_i32_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Z:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[XF:.*]] = arith.sitofp %[[X]] : vector<8xi32> to vector<8xf64>
// CHECK: %[[ZF:.*]] = arith.sitofp %[[Z]] : vector<8xi32> to vector<8xf64>
// CHECK: %[[D:.*]] = arith.subf %[[XF]], %[[ZF]]
// CHECK: %[[F:.*]] = arith.truncf %[[D]] : vector<8xf64> to vector<8xf32>
// CHECK: %[[R:.*]] = arith.mulf %[[F]], %[[Y]]
// CHECK: llvm.store %[[R]],
func.func @dequantize_linear_i32(%a: tensor<64xi32>, %b: tensor<64xf32>, %c: tensor<64xi32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xi32>, %y = %b : tensor<64xf32>, %z = %c : tensor<64xi32>) -> tensor<64xf32> {
    %1 = dml.dequantize_linear %x, %y, %z : (i32, f32, i32) -> f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// The product is rounded to half at the end.
// CHECK-LABEL: llvm.func @fusedml_dequantize_linear_half_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi8>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[Z:.*]] = llvm.load {{.*}} -> vector<16xi8>
// CHECK: %[[D:.*]] = arith.subf
// CHECK: %[[P:.*]] = arith.mulf %[[D]],
// CHECK: arith.truncf %[[P]] : vector<16xf32> to vector<16xf16>
func.func @dequantize_linear_half(%a: tensor<64xi8>, %b: tensor<64xf16>, %c: tensor<64xi8>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xi8>, %y = %b : tensor<64xf16>, %z = %c : tensor<64xi8>) -> tensor<64xf16> {
    %1 = dml.dequantize_linear %x, %y, %z : (i8, f16, i8) -> f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_quantized_linear_add_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi8>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Z:.*]] = llvm.load {{.*}} -> vector<8xi8>
// CHECK: %[[U:.*]] = llvm.load {{.*}} -> vector<8xi8>
// CHECK: %[[V:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[W:.*]] = llvm.load {{.*}} -> vector<8xi8>
// CHECK: %[[S:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[T:.*]] = llvm.load {{.*}} -> vector<8xi8>
// CHECK: %[[AD:.*]] = arith.subf
// CHECK: %[[A:.*]] = arith.mulf %[[AD]], %[[Y]]
// CHECK: %[[BD:.*]] = arith.subf
// CHECK: %[[B:.*]] = arith.mulf %[[BD]], %[[V]]
// CHECK: %[[SUM:.*]] = arith.addf %[[A]], %[[B]]
// CHECK: %[[Q:.*]] = arith.divf %[[SUM]], %[[S]]
// CHECK: %[[N:.*]] = math.roundeven %[[Q]]
// CHECK: arith.addf %[[N]],
// CHECK: arith.constant dense<2.550000e+02>
func.func @quantized_linear_add(%a: tensor<64xui8>, %b: tensor<64xf32>, %c: tensor<64xui8>, %d: tensor<64xi8>, %e: tensor<64xf32>, %f: tensor<64xi8>, %g: tensor<64xf32>, %h: tensor<64xui8>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xui8>, %y = %b : tensor<64xf32>, %z = %c : tensor<64xui8>, %u = %d : tensor<64xi8>, %v = %e : tensor<64xf32>, %w = %f : tensor<64xi8>, %s = %g : tensor<64xf32>, %t = %h : tensor<64xui8>) -> tensor<64xui8> {
    %1 = dml.quantized_linear_add %x, %y, %z, %u, %v, %w, %s, %t : (ui8, f32, ui8, i8, f32, i8, f32, ui8) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// Saturated to 4 bits and held in bytes.
// CHECK-LABEL: llvm.func @fusedml_quantize_k0
// CHECK: } else {
// CHECK: math.roundeven
// CHECK: arith.constant dense<1.500000e+01>
// CHECK: arith.fptosi {{.*}} : vector<8xf32> to vector<8xi32>
// CHECK: arith.trunci {{.*}} : vector<8xi32> to vector<8xi8>
func.func @quantize(%a: tensor<64xf32>, %b: tensor<64xf32>, %c: tensor<64xui4>) -> tensor<64xui4> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>, %z = %c : tensor<64xui4>) -> tensor<64xui4> {
    %1 = dml.quantize %x, %y, %z : (f32, f32, ui4) -> ui4
    dml.yield %1 : ui4
  }
  return %0 : tensor<64xui4>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_dequantize_k0
// CHECK: } else {
// CHECK-COUNT-2: arith.sitofp {{.*}} : vector<8xi32> to vector<8xf32>
// CHECK: %[[D:.*]] = arith.subf
// CHECK: %[[R:.*]] = arith.mulf %[[D]],
// CHECK: llvm.store %[[R]],
func.func @dequantize(%a: tensor<64xi4>, %b: tensor<64xf32>, %c: tensor<64xi4>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xi4>, %y = %b : tensor<64xf32>, %z = %c : tensor<64xi4>) -> tensor<64xf32> {
    %1 = dml.dequantize %x, %y, %z : (i4, f32, i4) -> f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}
