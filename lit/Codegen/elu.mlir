// RUN: fusedml compile %s --triple x86_64-linux-gnu --cpu x86-64-v4 --emit asm -o %t.s
// RUN: FileCheck %s --check-prefixes=CHECK,V4 --input-file=%t.s
// RUN: fusedml compile %s --triple x86_64-linux-gnu --cpu x86-64-v3 --emit asm -o %t.s
// RUN: FileCheck %s --check-prefixes=CHECK,V3 --input-file=%t.s
// RUN: fusedml compile %s --triple x86_64-linux-gnu --cpu x86-64-v2 --emit asm -o %t.s
// RUN: FileCheck %s --check-prefixes=CHECK,V2 --input-file=%t.s

// The exponential is part of the kernel. Tables are looked up in registers
// where a permutation does that.
// CHECK-LABEL: fusedml_elu_k0:
// V4-NOT: {{call|expm1}}
// V4: vfmadd
// V4: vpermps
// V4-NOT: {{call|expm1}}
// V3-NOT: {{call|expm1}}
// V3: vfmadd
// V3: vpermps
// V3-NOT: {{call|expm1}}
// Without fused multiply-add it is computed in double, exactly.
// V2-NOT: {{call|expm1}}
// V2: cvtps2pd
// V2-NOT: {{call|expm1}}
// CHECK: retq
func.func @elu(%a: tensor<1024xf32>) -> tensor<1024xf32> {
  %0 = dml.activation_elu %a {Alpha = 1.0 : f32} : tensor<1024xf32>
  return %0 : tensor<1024xf32>
}
