// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file | FileCheck %s

// Quotients and remainders, read in the loop over whole vectors.

// CHECK-LABEL: llvm.func @fusedml_divide_k0
// CHECK: } else {
// CHECK: %[[A:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[R:.*]] = arith.divf %[[A]], %[[B]] : vector<8xf32>
// CHECK: llvm.store %[[R]],
func.func @divide(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.divide %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// By double, which is exact; 0 and the minimum by -1 never get there.
// CHECK-LABEL: llvm.func @fusedml_divide_i32_k0
// CHECK: } else {
// CHECK: %[[A:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK-NOT: arith.divsi
// CHECK: %[[ZERO:.*]] = arith.constant dense<0> : vector<8xi32>
// CHECK: %[[ONE:.*]] = arith.constant dense<1> : vector<8xi32>
// CHECK: %[[ONES:.*]] = arith.constant dense<-1> : vector<8xi32>
// CHECK: %[[BYZERO:.*]] = arith.cmpi eq, %[[B]], %[[ZERO]]
// CHECK: arith.constant dense<-2147483648> : vector<8xi32>
// CHECK: %[[UNSAFE:.*]] = arith.ori %[[BYZERO]],
// CHECK: %[[D:.*]] = arith.select %[[UNSAFE]], %[[ONE]], %[[B]]
// CHECK: %[[N:.*]] = arith.sitofp %[[A]] : vector<8xi32> to vector<8xf64>
// CHECK: %[[F:.*]] = arith.sitofp %[[D]]
// CHECK: %[[Q:.*]] = arith.divf %[[N]], %[[F]] : vector<8xf64>
// CHECK: %[[I:.*]] = arith.fptosi %[[Q]]
// CHECK: %[[R:.*]] = arith.select %[[BYZERO]], %[[ONES]], %[[I]]
// CHECK: llvm.store %[[R]],
// CHECK-NOT: arith.divsi
func.func @divide_i32(%a: tensor<64xi32>, %b: tensor<64xi32>) -> tensor<64xi32> {
  %0 = dml.fused (%x = %a : tensor<64xi32>, %y = %b : tensor<64xi32>) -> tensor<64xi32> {
    %1 = dml.divide %x, %y : i32
    dml.yield %1 : i32
  }
  return %0 : tensor<64xi32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_divide_ui32_k0
// CHECK: } else {
// CHECK: %[[A:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK-NOT: arith.divui {{.*}} : vector
// CHECK: %[[ZERO:.*]] = arith.constant dense<0> : vector<8xi32>
// CHECK: %[[ONE:.*]] = arith.constant dense<1> : vector<8xi32>
// CHECK: %[[ONES:.*]] = arith.constant dense<-1> : vector<8xi32>
// CHECK: %[[BYZERO:.*]] = arith.cmpi eq, %[[B]], %[[ZERO]]
// CHECK: %[[D:.*]] = arith.select %[[BYZERO]], %[[ONE]], %[[B]]
// CHECK: arith.uitofp %[[A]] : vector<8xi32> to vector<8xf64>
// CHECK: arith.divf {{.*}} : vector<8xf64>
// CHECK: arith.fptoui
// CHECK: arith.select %[[BYZERO]], %[[ONES]],
// CHECK-NOT: arith.divui {{.*}} : vector
func.func @divide_ui32(%a: tensor<64xui32>, %b: tensor<64xui32>) -> tensor<64xui32> {
  %0 = dml.fused (%x = %a : tensor<64xui32>, %y = %b : tensor<64xui32>) -> tensor<64xui32> {
    %1 = dml.divide %x, %y : ui32
    dml.yield %1 : ui32
  }
  return %0 : tensor<64xui32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_divide_i8_k0
// CHECK: } else {
// CHECK: %[[A:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK-NOT: arith.div{{[su]}}i {{.*}} : vector
// CHECK: arith.extsi %[[A]] : vector<32xi8> to vector<32xi32>
// CHECK: arith.sitofp {{.*}} : vector<32xi32> to vector<32xf32>
// CHECK: arith.divf {{.*}} : vector<32xf32>
// CHECK: arith.fptosi
// CHECK: arith.trunci
// CHECK: arith.select
// CHECK-NOT: arith.div{{[su]}}i {{.*}} : vector
func.func @divide_i8(%a: tensor<64xi8>, %b: tensor<64xi8>) -> tensor<64xi8> {
  %0 = dml.fused (%x = %a : tensor<64xi8>, %y = %b : tensor<64xi8>) -> tensor<64xi8> {
    %1 = dml.divide %x, %y : i8
    dml.yield %1 : i8
  }
  return %0 : tensor<64xi8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_divide_ui8_k0
// CHECK: } else {
// CHECK: %[[A:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK-NOT: arith.div{{[su]}}i {{.*}} : vector
// CHECK: arith.extui %[[A]] : vector<32xi8> to vector<32xi32>
// CHECK: arith.sitofp {{.*}} : vector<32xi32> to vector<32xf32>
// CHECK: arith.divf {{.*}} : vector<32xf32>
// CHECK: arith.fptosi
// CHECK: arith.trunci
// CHECK: arith.select
// CHECK-NOT: arith.div{{[su]}}i {{.*}} : vector
func.func @divide_ui8(%a: tensor<64xui8>, %b: tensor<64xui8>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xui8>, %y = %b : tensor<64xui8>) -> tensor<64xui8> {
    %1 = dml.divide %x, %y : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_divide_i16_k0
// CHECK: } else {
// CHECK: %[[A:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: arith.extsi %[[A]] : vector<16xi16> to vector<16xi32>
// CHECK: arith.divf {{.*}} : vector<16xf32>
func.func @divide_i16(%a: tensor<64xi16>, %b: tensor<64xi16>) -> tensor<64xi16> {
  %0 = dml.fused (%x = %a : tensor<64xi16>, %y = %b : tensor<64xi16>) -> tensor<64xi16> {
    %1 = dml.divide %x, %y : i16
    dml.yield %1 : i16
  }
  return %0 : tensor<64xi16>
}

// -----

// No float type holds 64 bits.
// CHECK-LABEL: llvm.func @fusedml_divide_i64_k0
// CHECK: } else {
// CHECK: %[[A:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0>
// CHECK: %[[ONE:.*]] = arith.constant dense<1>
// CHECK: %[[ONES:.*]] = arith.constant dense<-1>
// CHECK: %[[BYZERO:.*]] = arith.cmpi eq, %[[B]], %[[ZERO]]
// CHECK: arith.constant dense<-9223372036854775808>
// CHECK: %[[UNSAFE:.*]] = arith.ori %[[BYZERO]],
// CHECK: %[[D:.*]] = arith.select %[[UNSAFE]], %[[ONE]], %[[B]]
// CHECK: %[[Q:.*]] = arith.divsi %[[A]], %[[D]] : vector<4xi64>
// CHECK: arith.select %[[BYZERO]], %[[ONES]], %[[Q]]
func.func @divide_i64(%a: tensor<64xi64>, %b: tensor<64xi64>) -> tensor<64xi64> {
  %0 = dml.fused (%x = %a : tensor<64xi64>, %y = %b : tensor<64xi64>) -> tensor<64xi64> {
    %1 = dml.divide %x, %y : i64
    dml.yield %1 : i64
  }
  return %0 : tensor<64xi64>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_divide_ui64_k0
// CHECK: } else {
// CHECK: %[[A:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK: %[[B:.*]] = llvm.load {{.*}} -> vector<4xi64>
// CHECK: %[[D:.*]] = arith.select
// CHECK: arith.divui %[[A]], %[[D]] : vector<4xi64>
func.func @divide_ui64(%a: tensor<64xui64>, %b: tensor<64xui64>) -> tensor<64xui64> {
  %0 = dml.fused (%x = %a : tensor<64xui64>, %y = %b : tensor<64xui64>) -> tensor<64xui64> {
    %1 = dml.divide %x, %y : ui64
    dml.yield %1 : ui64
  }
  return %0 : tensor<64xui64>
}

// -----

// What the quotient leaves; a by 0 gives a without a test.
// CHECK-LABEL: llvm.func @fusedml_modulus_truncate_i32_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK-NOT: arith.remsi
// CHECK: %[[Q:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xi32>
// CHECK-NOT: arith.remsi
// CHECK: %[[P:.*]] = arith.muli %{{.*}}, %[[Y]]
// CHECK: %[[R:.*]] = arith.subi %[[X]], %[[P]]
// CHECK: llvm.store %[[R]],
func.func @modulus_truncate_i32(%a: tensor<64xi32>, %b: tensor<64xi32>) -> tensor<64xi32> {
  %0 = dml.fused (%x = %a : tensor<64xi32>, %y = %b : tensor<64xi32>) -> tensor<64xi32> {
    %1 = dml.modulus_truncate %x, %y : i32
    dml.yield %1 : i32
  }
  return %0 : tensor<64xi32>
}

// -----

// b once more where the signs differ.
// CHECK-LABEL: llvm.func @fusedml_modulus_floor_i32_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: %[[P:.*]] = arith.muli %{{.*}}, %[[Y]]
// CHECK: %[[REST:.*]] = arith.subi %[[X]], %[[P]]
// CHECK: %[[SIGNS:.*]] = arith.xori %[[REST]], %[[Y]]
// CHECK: %[[DIFFER:.*]] = arith.cmpi slt, %[[SIGNS]],
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %[[REST]],
// CHECK: %[[BOTH:.*]] = arith.andi %[[DIFFER]], %[[SOME]]
// CHECK: %[[STEP:.*]] = arith.select %[[BOTH]], %[[Y]],
// CHECK: %[[R:.*]] = arith.addi %[[REST]], %[[STEP]]
// CHECK: llvm.store %[[R]],
func.func @modulus_floor_i32(%a: tensor<64xi32>, %b: tensor<64xi32>) -> tensor<64xi32> {
  %0 = dml.fused (%x = %a : tensor<64xi32>, %y = %b : tensor<64xi32>) -> tensor<64xi32> {
    %1 = dml.modulus_floor %x, %y : i32
    dml.yield %1 : i32
  }
  return %0 : tensor<64xi32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_modulus_floor_ui8_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[P:.*]] = arith.muli %{{.*}}, %[[Y]]
// CHECK: %[[R:.*]] = arith.subi %[[X]], %[[P]]
// CHECK-NEXT: llvm.getelementptr
// CHECK: llvm.store %[[R]],
func.func @modulus_floor_ui8(%a: tensor<64xui8>, %b: tensor<64xui8>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xui8>, %y = %b : tensor<64xui8>) -> tensor<64xui8> {
    %1 = dml.modulus_floor %x, %y : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// In double, where quotients below 2^29 leave an exact remainder at once. Longer
// ones of any lane are worked off in a loop.
// CHECK-LABEL: llvm.func @fusedml_modulus_truncate_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK-COUNT-2: arith.extf {{.*}} : vector<8xf32> to vector<8xf64>
// CHECK: %[[VALID:.*]] = arith.andi {{.*}} : vector<8xi1>
// CHECK: %[[A:.*]] = arith.select %[[VALID]],
// CHECK: %[[B:.*]] = arith.select %[[VALID]],
// CHECK: %[[Q:.*]] = arith.divf %[[A]], %[[B]] : vector<8xf64>
// CHECK: %[[LIMIT:.*]] = arith.constant dense<0x41C0000000000000> : vector<8xf64>
// CHECK: %[[LONG:.*]] = arith.cmpf oge, %[[Q]], %[[LIMIT]]
// CHECK: %[[ANY:.*]] = vector.reduction <or>, %[[LONG]] : vector<8xi1> into i1
// CHECK: %[[REST:.*]] = scf.if %[[ANY]]
// CHECK: scf.while (%[[STATE:.*]] = %[[A]])
// CHECK: %[[GOON:.*]] = arith.cmpf oge, %[[STATE]], %[[B]]
// CHECK: vector.reduction <or>, %[[GOON]]
// CHECK: scf.condition
// CHECK: } else {
// CHECK: %[[WHOLE:.*]] = math.trunc
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[WHOLE]], %[[B]]
// CHECK: arith.subf %[[A]], %[[PRODUCT]]
// CHECK: %[[F:.*]] = arith.truncf %[[REST]] : vector<8xf64> to vector<8xf32>
// CHECK: %[[SIGNED:.*]] = math.copysign %[[F]], %[[X]]
// CHECK: %[[R:.*]] = arith.select %[[VALID]], %[[SIGNED]],
// CHECK: llvm.store %[[R]],
func.func @modulus_truncate(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.modulus_truncate %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Float has the digits for halves.
// CHECK-LABEL: llvm.func @fusedml_modulus_truncate_half_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK-NOT: f64
// CHECK: arith.constant dense<8.192000e+03> : vector<16xf32>
// CHECK-NOT: f64
// CHECK: arith.truncf {{.*}} : vector<16xf32> to vector<16xf16>
func.func @modulus_truncate_half(%a: tensor<64xf16>, %b: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>, %y = %b : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.modulus_truncate %x, %y : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// Where remainder and b have different signs b is added; a zero gets the sign of b.
// CHECK-LABEL: llvm.func @fusedml_modulus_floor_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[SIGNED:.*]] = math.copysign %{{.*}}, %[[X]]
// CHECK: %[[REST:.*]] = arith.select %{{.*}}, %[[SIGNED]],
// CHECK: arith.xori
// CHECK: %[[DIFFER:.*]] = arith.cmpi slt,
// CHECK: %[[SUM:.*]] = arith.addf %[[REST]], %[[Y]]
// CHECK: %[[SOME:.*]] = arith.select %[[DIFFER]], %[[SUM]], %[[REST]]
// CHECK: %[[ISZERO:.*]] = arith.cmpf oeq, %[[REST]],
// CHECK: %[[ZERO:.*]] = math.copysign %{{.*}}, %[[Y]]
// CHECK: %[[R:.*]] = arith.select %[[ISZERO]], %[[ZERO]], %[[SOME]]
// CHECK: llvm.store %[[R]],
func.func @modulus_floor(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.modulus_floor %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}
