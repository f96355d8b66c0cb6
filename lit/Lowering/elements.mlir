// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file | FileCheck %s

// What each operator becomes, read in the loop over whole vectors.

// Bits move as they are.
// CHECK-LABEL: llvm.func @fusedml_identity_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK-NOT: arith.{{.*}} : vector
// CHECK: llvm.store %[[X]],
func.func @identity(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.identity %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Halves too: no conversion may quiet a NaN.
// CHECK-LABEL: llvm.func @fusedml_identity_half_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK-NOT: f16
// CHECK-NOT: arith.{{.*}} : vector
// CHECK: llvm.store %[[X]],
func.func @identity_half(%a: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.identity %x : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// Two roundings, never one.
// CHECK-LABEL: llvm.func @fusedml_identity_scale_bias_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<2.000000e+00> : vector<8xf32>
// CHECK-DAG: %[[M:.*]] = arith.mulf %[[X]], %[[S]]
// CHECK-DAG: %[[C:.*]] = arith.constant dense<3.000000e+00> : vector<8xf32>
// CHECK: %[[R:.*]] = arith.addf %[[M]], %[[C]]
// CHECK-NOT: fma
// CHECK: llvm.store %[[R]],
func.func @identity_scale_bias(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.identity %x {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 3.0 : f32>} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// In double, then saturated before the conversion, which would be undefined.
// CHECK-LABEL: llvm.func @fusedml_identity_scale_bias_integer_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: arith.uitofp %[[X]] : vector<32xi8> to vector<32xf64>
// CHECK: arith.mulf
// CHECK: %[[S:.*]] = arith.addf
// CHECK: arith.cmpf ord, %[[S]], %[[S]]
// CHECK: arith.constant dense<2.550000e+02> : vector<32xf64>
// CHECK: %[[CLAMPED:.*]] = arith.select
// CHECK: arith.fptoui %{{.*}} : vector<32xf64> to vector<32xi32>
// CHECK: arith.trunci
func.func @identity_scale_bias_integer(%a: tensor<64xui8>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xui8>) -> tensor<64xui8> {
    %1 = dml.identity %x {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 3.0 : f32>} : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
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
// CHECK: arith.constant dense<-0.000000e+00>
// CHECK: arith.minimumf %[[X]],
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
// CHECK: %[[MAX:.*]] = arith.constant dense<2> : vector<8xi32>
// CHECK: %[[MIN:.*]] = arith.constant dense<-1> : vector<8xi32>
// CHECK: arith.cmpi slt, %[[MAX]], %[[X]]
// CHECK: arith.cmpi sgt, %[[MIN]],
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
// CHECK: %[[MAX:.*]] = arith.constant dense<-1> : vector<32xi8>
// CHECK: %[[MIN:.*]] = arith.constant dense<0> : vector<32xi8>
// CHECK: arith.cmpi ult, %[[MAX]], %[[X]]
// CHECK: arith.cmpi ugt, %[[MIN]],
func.func @clip_unsigned(%a: tensor<64xui8>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xui8>) -> tensor<64xui8> {
    %1 = dml.clip %x {Max = 300.0 : f32, Min = -1.0 : f32} : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

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

// The library is not called.
// CHECK-LABEL: llvm.func @fusedml_elu_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: arith.constant dense<5.000000e-01> : vector<8xf32>
// CHECK: math.fma
// CHECK-NOT: math.exp
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NEXT: %[[P:.*]] = arith.cmpf oge, %[[X]], %[[ZERO]]
// CHECK: %[[R:.*]] = arith.select %[[P]], %[[X]], %
// CHECK: llvm.store %[[R]],
// CHECK-NOT: math.exp
func.func @elu(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_elu %x {Alpha = 0.5 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// NaN fails the test and stays, times Alpha.
// CHECK-LABEL: llvm.func @fusedml_leaky_relu_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[POSITIVE:.*]] = arith.cmpf oge, %[[X]],
// CHECK: %[[SCALED:.*]] = arith.mulf {{.*}}, %[[X]]
// CHECK: %[[R:.*]] = arith.select %[[POSITIVE]], %[[X]], %[[SCALED]]
// CHECK: llvm.store %[[R]],
func.func @leaky_relu(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_leaky_relu %x {Alpha = 0.1 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// NaN fails the test and stays; adding +0 mends -0.
// CHECK-LABEL: llvm.func @fusedml_relu_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00>
// CHECK: %[[LT:.*]] = arith.cmpf ogt, %[[ZERO]], %[[X]]
// CHECK: %[[M:.*]] = arith.select %[[LT]], %[[ZERO]], %[[X]]
// CHECK: %[[R:.*]] = arith.addf %[[M]], %[[ZERO]]
// CHECK: llvm.store %[[R]],
func.func @relu(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_relu %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_relu_integer_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: arith.cmpi sgt, %[[X]],
// CHECK: arith.select
func.func @relu_integer(%a: tensor<64xi8>) -> tensor<64xi8> {
  %0 = dml.fused (%x = %a : tensor<64xi8>) -> tensor<64xi8> {
    %1 = dml.activation_relu %x : i8
    dml.yield %1 : i8
  }
  return %0 : tensor<64xi8>
}

// -----

// Both tests are strict, and NaN fails both.
// CHECK-LABEL: llvm.func @fusedml_shrink_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK-DAG: %[[BIAS:.*]] = arith.constant dense<2.500000e-01>
// CHECK-DAG: %[[LOW:.*]] = arith.constant dense<-5.000000e-01>
// CHECK-DAG: %[[HIGH:.*]] = arith.constant dense<5.000000e-01>
// CHECK-DAG: %[[BELOW:.*]] = arith.cmpf olt, %[[X]], %[[LOW]]
// CHECK-DAG: %[[ABOVE:.*]] = arith.cmpf ogt, %[[X]], %[[HIGH]]
// CHECK-DAG: %[[SUM:.*]] = arith.addf %[[X]], %[[BIAS]]
// CHECK-DAG: %[[DIFF:.*]] = arith.subf %[[X]], %[[BIAS]]
// CHECK: %[[R:.*]] = arith.select %[[ABOVE]], %[[DIFF]], %
// CHECK: llvm.store %[[R]],
func.func @shrink(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_shrink %x {Bias = 0.25 : f32, Threshold = 0.5 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_shrink_signed_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xi32>
// CHECK: arith.constant dense<1> : vector<8xi32>
// CHECK: %[[T:.*]] = arith.constant dense<3> : vector<8xi32>
// CHECK: arith.cmpi sgt, %[[X]], %[[T]]
// CHECK: %[[M:.*]] = arith.constant dense<-3> : vector<8xi32>
// CHECK: arith.cmpi slt, %[[X]], %[[M]]
func.func @shrink_signed(%a: tensor<64xi32>) -> tensor<64xi32> {
  %0 = dml.fused (%x = %a : tensor<64xi32>) -> tensor<64xi32> {
    %1 = dml.activation_shrink %x {Bias = 1.9 : f32, Threshold = 3.9 : f32} : i32
    dml.yield %1 : i32
  }
  return %0 : tensor<64xi32>
}

// -----

// No x is below -Threshold.
// CHECK-LABEL: llvm.func @fusedml_shrink_unsigned_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: arith.cmpi ugt, %[[X]],
// CHECK-NOT: arith.cmpi {{.*}} : vector
// CHECK: arith.subi
// CHECK-NOT: arith.addi {{.*}} : vector<32xi8>
// CHECK: llvm.store
func.func @shrink_unsigned(%a: tensor<64xui8>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xui8>) -> tensor<64xui8> {
    %1 = dml.activation_shrink %x {Bias = 1.9 : f32, Threshold = 3.0 : f32} : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// 128 is above every x.
// CHECK-LABEL: llvm.func @fusedml_shrink_minimum_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[T:.*]] = arith.constant dense<-128> : vector<32xi8>
// CHECK: %[[ABOVE:.*]] = arith.cmpi sgt, %[[X]], %[[T]]
// CHECK-NOT: arith.cmpi {{.*}} : vector
// CHECK: %[[SUM:.*]] = arith.addi
// CHECK: %[[DIFF:.*]] = arith.subi
// CHECK: arith.select %[[ABOVE]], %[[DIFF]], %[[SUM]]
func.func @shrink_minimum(%a: tensor<64xi8>) -> tensor<64xi8> {
  %0 = dml.fused (%x = %a : tensor<64xi8>) -> tensor<64xi8> {
    %1 = dml.activation_shrink %x {Bias = 1.0 : f32, Threshold = -1000.0 : f32} : i8
    dml.yield %1 : i8
  }
  return %0 : tensor<64xi8>
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

// -----

// Each operator of a chain of halves rounds by itself.
// CHECK-LABEL: llvm.func @fusedml_half_chain_k0
// CHECK: } else {
// CHECK: %[[M:.*]] = arith.mulf {{.*}} : vector<16xf32>
// CHECK: %[[H:.*]] = arith.truncf %[[M]] : vector<16xf32> to vector<16xf16>
// CHECK: %[[RAW:.*]] = arith.bitcast %[[H]]
// CHECK: %[[AGAIN:.*]] = arith.bitcast %[[RAW]]
// CHECK: %[[W:.*]] = arith.extf %[[AGAIN]] : vector<16xf16> to vector<16xf32>
// CHECK: arith.addf %[[W]],
func.func @half_chain(%a: tensor<64xf16>, %b: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>, %y = %b : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.multiply %x, %y : f16
    %2 = dml.add %1, %y : f16
    dml.yield %2 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// Constants of the body in their stored form.
// CHECK-LABEL: llvm.func @fusedml_constants_k0
// CHECK-DAG: arith.constant 15360 : i16
// CHECK-DAG: arith.constant -1 : i8
func.func @constants(%a: tensor<64xf16>, %b: tensor<64xui8>) -> (tensor<64xf16>, tensor<64xui8>) {
  %0:2 = dml.fused (%x = %a : tensor<64xf16>, %y = %b : tensor<64xui8>) -> (tensor<64xf16>, tensor<64xui8>) {
    %one = dml.constant 1.0 : f16
    %most = dml.constant 255 : ui8
    %1 = dml.add %x, %one : f16
    %2 = dml.add %y, %most : ui8
    dml.yield %1, %2 : f16, ui8
  }
  return %0#0, %0#1 : tensor<64xf16>, tensor<64xui8>
}
