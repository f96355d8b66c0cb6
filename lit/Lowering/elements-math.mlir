// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file \
// RUN:   | FileCheck %s --implicit-check-not='math.{{a?(sin|cos|tan)h?2?|exp|log|erf|pow|ipow|fpow}}' --implicit-check-not='llvm.call @'

// Elementary functions, read in the loop over whole vectors. The library is not
// called.

// CHECK-LABEL: llvm.func @fusedml_acos_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: math.sqrt
// CHECK: math.fma
// CHECK: llvm.store
func.func @acos(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.acos %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_asin_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: math.sqrt
// CHECK: math.fma
// CHECK: llvm.store
func.func @asin(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.asin %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_atan_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: math.fma
// CHECK: llvm.store
func.func @atan(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.atan %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_cos_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: math.fma
// CHECK: llvm.store
func.func @cos(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.cos %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Small tables stay in registers.
// CHECK-LABEL: llvm.func @fusedml_exp_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: math.fma
// CHECK: llvm.store
func.func @exp(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.exp %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_log_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: math.fma
// CHECK: llvm.store
func.func @log(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.log %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// A product in double, rounded once.
// CHECK-LABEL: llvm.func @fusedml_constant_pow_cube_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[W:.*]] = arith.extf %[[X]] : vector<8xf32> to vector<8xf64>
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[W]], %[[W]]
// CHECK: %[[CUBE:.*]] = arith.mulf %[[SQUARE]], %[[W]]
// CHECK: %[[R:.*]] = arith.truncf %[[CUBE]]
// CHECK: llvm.store %[[R]],
func.func @constant_pow_cube(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.constant_pow %x {Exponent = 3.0 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_constant_pow_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: arith.truncf {{.*}} : vector<8xf64> to vector<8xf32>
// CHECK: llvm.store
func.func @constant_pow(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.constant_pow %x {Exponent = 0.3 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Large arguments, which are rare, are reduced out of line.
// CHECK-LABEL: llvm.func @fusedml_sin_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: math.fma
// CHECK: cf.cond_br
// CHECK: llvm.store
func.func @sin(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.sin %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_tan_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: math.fma
// CHECK: llvm.store
func.func @tan(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.tan %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// The library is not called.
// CHECK-LABEL: llvm.func @fusedml_elu_k0
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

// CHECK-LABEL: llvm.func @fusedml_parametric_softplus_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[ALPHA:.*]] = arith.constant dense<5.000000e-01>
// CHECK: %[[BETA:.*]] = arith.constant dense<3.000000e+00>
// CHECK: %[[T:.*]] = arith.mulf %[[BETA]], %[[X]]
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: %[[R:.*]] = arith.mulf %[[ALPHA]],
// CHECK: llvm.store %[[R]],
func.func @parametric_softplus(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_parametric_softplus %x {Alpha = 0.5 : f32, Beta = 3.0 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Gamma last, on both sides.
// CHECK-LABEL: llvm.func @fusedml_scaled_elu_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[POSITIVE:.*]] = arith.cmpf ogt, %[[X]],
// CHECK: %[[ALPHA:.*]] = arith.constant dense<5.000000e-01>
// CHECK: math.fma
// CHECK: %[[N:.*]] = arith.mulf %[[ALPHA]],
// CHECK: %[[GAMMA:.*]] = arith.constant dense<3.000000e+00>
// CHECK: %[[C:.*]] = arith.select %[[POSITIVE]], %[[X]], %[[N]]
// CHECK: %[[R:.*]] = arith.mulf %[[GAMMA]], %[[C]]
// CHECK: llvm.store %[[R]],
func.func @scaled_elu(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_scaled_elu %x {Alpha = 0.5 : f32, Gamma = 3.0 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_scaled_tanh_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[ALPHA:.*]] = arith.constant dense<5.000000e-01>
// CHECK: %[[BETA:.*]] = arith.constant dense<3.000000e+00>
// CHECK: arith.mulf %[[BETA]], %[[X]]
// CHECK: math.fma
// CHECK: %[[R:.*]] = arith.mulf %[[ALPHA]],
// CHECK: llvm.store %[[R]],
func.func @scaled_tanh(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_scaled_tanh %x {Alpha = 0.5 : f32, Beta = 3.0 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_activation_sigmoid_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: math.fma
// CHECK: llvm.store
func.func @activation_sigmoid(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_sigmoid %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_softplus_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[S:.*]] = arith.constant dense<2.000000e+00>
// CHECK: arith.mulf %[[S]], %[[X]]
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: %[[R:.*]] = arith.divf %{{.*}}, %[[S]]
// CHECK: llvm.store %[[R]],
func.func @softplus(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_softplus %x {Steepness = 2.0 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_activation_tanh_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: math.fma
// CHECK: llvm.store
func.func @activation_tanh(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_tanh %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_erf_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: math.fma
// CHECK: llvm.store
func.func @erf(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.erf %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_sinh_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: math.fma
// CHECK: llvm.store
func.func @sinh(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.sinh %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_cosh_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: math.fma
// CHECK: llvm.store
func.func @cosh(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.cosh %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_tanh_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: math.fma
// CHECK: llvm.store
func.func @tanh(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.tanh %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_asinh_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: math.sqrt
// CHECK: math.fma
// CHECK: llvm.store
func.func @asinh(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.asinh %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_acosh_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: math.sqrt
// CHECK: math.fma
// CHECK: llvm.store
func.func @acosh(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.acosh %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_atanh_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: math.fma
// CHECK: llvm.store
func.func @atanh(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.atanh %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// max(0, x), and the other half where it is negative.
// CHECK-LABEL: llvm.func @fusedml_celu_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[ALPHA:.*]] = arith.constant dense<5.000000e-01>
// CHECK: arith.divf %[[X]], %[[ALPHA]]
// CHECK: math.fma
// CHECK: %[[P:.*]] = arith.mulf %[[ALPHA]],
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00>
// CHECK: arith.cmpf ogt, %[[ZERO]], %[[X]]
// CHECK: %[[MAX:.*]] = arith.addf %{{.*}}, %[[ZERO]]
// CHECK: arith.cmpf olt, %{{.*}}, %[[P]]
// CHECK: %[[MIN:.*]] = arith.select %{{.*}}, %{{.*}}, %[[P]]
// CHECK: %[[R:.*]] = arith.addf %[[MAX]], %[[MIN]]
// CHECK: llvm.store %[[R]],
func.func @celu(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_celu %x {Alpha = 0.5 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_atan_yx_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: arith.divf
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: math.fma
// CHECK: llvm.store
func.func @atan_yx(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.atan_yx %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_activation_gelu_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: math.fma
// CHECK: llvm.store
func.func @activation_gelu(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_gelu %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_swish_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[S:.*]] = arith.constant dense<2.000000e+00>
// CHECK: arith.mulf %[[X]], %[[S]]
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"
// CHECK: llvm.store
func.func @swish(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_swish %x {SigmoidInputScale = 2.0 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}
