// Contraction is an instruction less, where there is such an instruction.
// RUN: fusedml compile %s --cpu x86-64-v3 --emit asm -o %t.1.s
// RUN: FileCheck %s --check-prefix=STRICT --input-file=%t.1.s
// RUN: fusedml compile %s --cpu x86-64-v3 --fp strict --emit asm -o %t.2.s
// RUN: FileCheck %s --check-prefix=STRICT --input-file=%t.2.s
// RUN: fusedml compile %s --cpu x86-64-v3 --fp contract --emit asm -o %t.3.s
// RUN: FileCheck %s --check-prefix=CONTRACT --input-file=%t.3.s
// RUN: fusedml compile %s --cpu x86-64-v3 --fp fast --emit asm -o %t.4.s
// RUN: FileCheck %s --check-prefix=CONTRACT --input-file=%t.4.s
// RUN: fusedml compile %s --cpu x86-64-v2 --fp contract --emit asm -o %t.5.s
// RUN: FileCheck %s --check-prefix=STRICT --input-file=%t.5.s

// STRICT-NOT: vfmadd
// STRICT: mulps
// STRICT: addps
// STRICT-NOT: vfmadd

// CONTRACT-NOT: mulps
// CONTRACT: vfmadd{{[0-9]+}}ps
// CONTRACT-NOT: mulps

func.func @scale_bias(%a: tensor<1024xf32>, %b: tensor<1024xf32>, %c: tensor<1024xf32>) -> tensor<1024xf32> {
  %0 = dml.multiply %a, %b : tensor<1024xf32>
  %1 = dml.add %0, %c : tensor<1024xf32>
  return %1 : tensor<1024xf32>
}
