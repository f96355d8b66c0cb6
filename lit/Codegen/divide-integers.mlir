// RUN: fusedml compile %s --triple x86_64-linux-gnu --cpu x86-64-v4 --emit asm -o %t.s
// RUN: FileCheck %s --input-file=%t.s
// RUN: fusedml compile %s --triple x86_64-linux-gnu --cpu x86-64-v3 --emit asm -o %t.s
// RUN: FileCheck %s --input-file=%t.s
// RUN: fusedml compile %s --triple x86_64-linux-gnu --cpu x86-64-v2 --emit asm -o %t.s
// RUN: FileCheck %s --input-file=%t.s

// Quotients of up to 32 bits are computed by vectors of floats or doubles. The
// scalar rest too, so no instruction traps.
// CHECK-LABEL: fusedml_divide_k0:
// CHECK-NOT: {{[[:space:]]}}{{i?div[bwlq]}}
// CHECK: {{v?}}div{{[ps]}}
// CHECK-NOT: {{[[:space:]]}}{{i?div[bwlq]}}
// CHECK: retq
func.func @divide(%a: tensor<1024xi32>, %b: tensor<1024xi32>, %c: tensor<1024xui8>, %d: tensor<1024xui8>)
    -> (tensor<1024xi32>, tensor<1024xui8>) {
  %0 = dml.divide %a, %b : tensor<1024xi32>
  %1 = dml.divide %c, %d : tensor<1024xui8>
  return %0, %1 : tensor<1024xi32>, tensor<1024xui8>
}
