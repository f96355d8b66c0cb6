// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file | FileCheck %s

// Activations without elementary functions, read in the loop over whole vectors.

// CHECK-LABEL: llvm.func @fusedml_hard_sigmoid_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[ALPHA:.*]] = arith.constant dense<2.500000e-01>
// CHECK: %[[P:.*]] = arith.mulf %[[ALPHA]], %[[X]]
// CHECK: %[[BETA:.*]] = arith.constant dense<5.000000e-01>
// CHECK: %[[S:.*]] = arith.addf %[[P]], %[[BETA]]
// CHECK: %[[ONE:.*]] = arith.constant dense<1.000000e+00>
// CHECK: %[[GT:.*]] = arith.cmpf olt, %[[ONE]], %[[S]]
// CHECK: %[[LOW:.*]] = arith.select %[[GT]], %[[ONE]], %[[S]]
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00>
// CHECK: %[[LT:.*]] = arith.cmpf ogt, %[[ZERO]], %[[LOW]]
// CHECK: %[[C:.*]] = arith.select %[[LT]], %[[ZERO]], %[[LOW]]
// CHECK: %[[R:.*]] = arith.addf %[[C]], %[[ZERO]]
// CHECK: llvm.store %[[R]],
func.func @hard_sigmoid(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_hard_sigmoid %x {Alpha = 0.25 : f32, Beta = 0.5 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// The factor is that of activation_hard_sigmoid.
// CHECK-LABEL: llvm.func @fusedml_hard_swish_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %[[X]]
// CHECK: %[[S:.*]] = arith.addf %[[P]],
// CHECK: arith.cmpf olt, %{{.*}}, %[[S]]
// CHECK: arith.cmpf ogt,
// CHECK: %[[FACTOR:.*]] = arith.addf
// CHECK: %[[R:.*]] = arith.mulf %[[X]], %[[FACTOR]]
// CHECK: llvm.store %[[R]],
func.func @hard_swish(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_hard_swish %x {Alpha = 0.25 : f32, Beta = 0.5 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_identity_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK-NOT: f16
// CHECK-NOT: arith.{{.*}} : vector
// CHECK: llvm.store %[[X]],
func.func @identity(%a: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.activation_identity %x : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
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

// CHECK-LABEL: llvm.func @fusedml_linear_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[ALPHA:.*]] = arith.constant dense<2.000000e+00>
// CHECK: %[[P:.*]] = arith.mulf %[[ALPHA]], %[[X]]
// CHECK: %[[BETA:.*]] = arith.constant dense<3.000000e+00>
// CHECK-NOT: fma
// CHECK: %[[R:.*]] = arith.addf %[[P]], %[[BETA]]
// CHECK: llvm.store %[[R]],
func.func @linear(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_linear %x {Alpha = 2.0 : f32, Beta = 3.0 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// NaN fails the test and stays, times slope.
// CHECK-LABEL: llvm.func @fusedml_parameterized_relu_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[P:.*]] = arith.mulf %[[Y]], %[[X]]
// CHECK: %[[POSITIVE:.*]] = arith.cmpf oge, %[[X]],
// CHECK: %[[R:.*]] = arith.select %[[POSITIVE]], %[[X]], %[[P]]
// CHECK: llvm.store %[[R]],
func.func @parameterized_relu(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_parameterized_relu %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_parameterized_relu_integer_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[P:.*]] = arith.muli %[[Y]], %[[X]]
// CHECK: %[[POSITIVE:.*]] = arith.cmpi sge, %[[X]],
// CHECK: %[[R:.*]] = arith.select %[[POSITIVE]], %[[X]], %[[P]]
// CHECK: llvm.store %[[R]],
func.func @parameterized_relu_integer(%a: tensor<64xi16>, %b: tensor<64xi16>) -> tensor<64xi16> {
  %0 = dml.fused (%x = %a : tensor<64xi16>, %y = %b : tensor<64xi16>) -> tensor<64xi16> {
    %1 = dml.activation_parameterized_relu %x, %y : i16
    dml.yield %1 : i16
  }
  return %0 : tensor<64xi16>
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

// The gradient is moved.
// CHECK-LABEL: llvm.func @fusedml_relu_grad_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<16xi16>
// CHECK: %[[W:.*]] = arith.extf
// CHECK: arith.cmpf ogt,
// CHECK-NOT: arith.truncf
// CHECK: %[[R:.*]] = arith.select %{{.*}}, %[[Y]], %{{.*}} : vector<16xi1>, vector<16xi16>
// CHECK: llvm.store %[[R]],
func.func @relu_grad(%a: tensor<64xf16>, %b: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>, %y = %b : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.activation_relu_grad %x, %y : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_relu_grad_integer_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<32xi8>
// CHECK: %[[POSITIVE:.*]] = arith.cmpi sgt, %[[X]],
// CHECK: %[[R:.*]] = arith.select %[[POSITIVE]], %[[Y]],
// CHECK: llvm.store %[[R]],
func.func @relu_grad_integer(%a: tensor<64xi8>, %b: tensor<64xi8>) -> tensor<64xi8> {
  %0 = dml.fused (%x = %a : tensor<64xi8>, %y = %b : tensor<64xi8>) -> tensor<64xi8> {
    %1 = dml.activation_relu_grad %x, %y : i8
    dml.yield %1 : i8
  }
  return %0 : tensor<64xi8>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_softsign_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK-DAG: %[[ONE:.*]] = arith.constant dense<1.000000e+00>
// CHECK-DAG: %[[MAGNITUDE:.*]] = arith.bitcast {{.*}} : vector<8xi32> to vector<8xf32>
// CHECK: %[[S:.*]] = arith.addf %[[ONE]], %[[MAGNITUDE]]
// CHECK: %[[R:.*]] = arith.divf %[[X]], %[[S]]
// CHECK: llvm.store %[[R]],
func.func @softsign(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_softsign %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// NaN fails the test.
// CHECK-LABEL: llvm.func @fusedml_thresholded_relu_k0
// CHECK: } else {
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[ALPHA:.*]] = arith.constant dense<2.000000e+00>
// CHECK: %[[ABOVE:.*]] = arith.cmpf ogt, %[[X]], %[[ALPHA]]
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00>
// CHECK: %[[R:.*]] = arith.select %[[ABOVE]], %[[X]], %[[ZERO]]
// CHECK: llvm.store %[[R]],
func.func @thresholded_relu(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_thresholded_relu %x {Alpha = 2.0 : f32} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
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
// CHECK: %[[M:.*]] = arith.xori %[[T]],
// CHECK: arith.cmpi sle, %[[X]], %[[M]]
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
// CHECK: %[[ONES:.*]] = arith.constant dense<-1> : vector<32xi8>
// CHECK: %[[MOST:.*]] = arith.xori %[[T]], %[[ONES]]
// CHECK: arith.cmpi sle, %[[X]], %[[MOST]]
func.func @shrink_minimum(%a: tensor<64xi8>) -> tensor<64xi8> {
  %0 = dml.fused (%x = %a : tensor<64xi8>) -> tensor<64xi8> {
    %1 = dml.activation_shrink %x {Bias = 1.0 : f32, Threshold = -1000.0 : f32} : i8
    dml.yield %1 : i8
  }
  return %0 : tensor<64xi8>
}

// -----

// An x that is not below 0 has no second branch.
// CHECK-LABEL: llvm.func @fusedml_shrink_nonnegative_k0
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<8xf32>
// CHECK: %[[ABOVE:.*]] = arith.cmpf ogt, %[[X]],
// CHECK-NOT: arith.cmpf
// CHECK-NOT: arith.addf {{.*}} vector
// CHECK: arith.select %[[ABOVE]],
func.func @shrink_nonnegative(%a: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.activation_shrink %x {Bias = 1.5 : f32, Threshold = 3.0 : f32, dml.nonnegative} : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}
