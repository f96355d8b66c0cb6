// RUN: fusedml compile %s --triple x86_64-linux-gnu --cpu x86-64-v2 --emit asm -o %t.s
// RUN: FileCheck %s --input-file=%t.s
// Nothing between two commas is no feature.
// RUN: fusedml compile %s --triple x86_64-linux-gnu --cpu x86-64-v3 --features=,-f16c, --emit asm -o %t.s
// RUN: FileCheck %s --input-file=%t.s
// RUN: fusedml compile %s --triple x86_64-linux-gnu --cpu x86-64-v3 --emit asm -o %t.s
// RUN: FileCheck %s --check-prefix=F16C --input-file=%t.s

// Conversions are integer arithmetic where the processor has none.
// CHECK-LABEL: fusedml_half_k0:
// CHECK-NOT: {{call|vcvtph2ps|vcvtps2ph|__}}
// CHECK: {{v?}}addps
// CHECK-NOT: {{call|vcvtph2ps|vcvtps2ph|__}}
// CHECK: retq

// F16C-LABEL: fusedml_half_k0:
// F16C: vcvtph2ps
// F16C: vaddps
// F16C: vcvtps2ph $4
// F16C-NOT: call
// F16C: retq
func.func @half(%a: tensor<1024xf16>, %b: tensor<1024xf16>) -> tensor<1024xf16> {
  %0 = dml.add %a, %b : tensor<1024xf16>
  return %0 : tensor<1024xf16>
}
