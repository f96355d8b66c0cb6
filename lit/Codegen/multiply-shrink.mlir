// RUN: fusedml compile %s --triple x86_64-linux-gnu --cpu x86-64-v4 --emit asm -o %t.v4.s
// RUN: FileCheck %s --check-prefixes=CHECK,V4 --input-file=%t.v4.s
// RUN: fusedml compile %s --triple x86_64-linux-gnu --cpu x86-64-v3 --emit asm -o %t.v3.s
// RUN: FileCheck %s --check-prefixes=CHECK,V3 --input-file=%t.v3.s
// RUN: fusedml compile %s --triple x86_64-linux-gnu --cpu x86-64-v2 --emit asm -o %t.v2.s
// RUN: FileCheck %s --check-prefixes=CHECK,V2 --input-file=%t.v2.s
// RUN: fusedml compile %s --triple aarch64-linux-gnu --emit asm -o %t.arm.s
// RUN: FileCheck %s --check-prefix=ARM --input-file=%t.arm.s

// v3 is what is compiled for if nothing is said.
// RUN: fusedml compile %s --triple x86_64-linux-gnu --emit asm -o %t.default.s
// RUN: cmp %t.default.s %t.v3.s

// CHECK-LABEL: fusedml_multiply_shrink_k0:

// The loop that an expert would write, on two vectors side by side: for each two
// loads, one of them part of the multiplication, two tests, two sums under their
// masks, one store. The constants stay in registers, and nothing is spilled.
// V4-NOT: {{call|Spill|Reload|\(%rsp\)}}
// V4: vmovups ([[A:%r[a-z0-9]+]],[[I:%r[a-z0-9]+]],4), [[X:%zmm[0-9]+]]{{$}}
// V4-NEXT: vmovups 64([[A]],[[I]],4), [[X2:%zmm[0-9]+]]{{$}}
// V4-NEXT: vmulps 64([[B:%r[a-z0-9]+]],[[I]],4), [[X2]], [[X2]]
// V4-NEXT: vmulps ([[B]],[[I]],4), [[X]], [[X]]
// V4-NEXT: {{vcmpltps|vaddps}}
// V4-NEXT: {{vcmpltps|vaddps}}
// V4-NEXT: {{vcmpltps|vaddps}}
// V4-NEXT: {{vcmpltps|vaddps}}
// V4-NEXT: {{vcmpltps|vaddps}}
// V4-NEXT: {{vcmpltps|vaddps}}
// V4-NEXT: {{vcmpltps|vaddps}}
// V4-NEXT: {{vcmpltps|vaddps}}
// V4-NEXT: vmovups %zmm{{[0-9]+}}, 64([[OUT:%r[a-z0-9]+]],[[I]],4)
// V4-NEXT: vmovups %zmm{{[0-9]+}}, ([[OUT]],[[I]],4)
// V4-NEXT: addq $32, [[I]]
// V4-NEXT: cmpq
// V4-NEXT: jl
// Past the caches, one vector a trip.
// V4-NOT: {{call|Spill|Reload|\(%rsp\)}}
// V4: vmovups ([[A]],[[J:%r[a-z0-9]+]],4), [[Z:%zmm[0-9]+]]{{$}}
// V4-NEXT: vmulps ({{%r[a-z0-9]+}},[[J]],4), [[Z]], [[Z]]
// V4: vmovntps %zmm{{[0-9]+}}, ([[OUT]],[[J]],4)
// V4-NEXT: addq $16, [[J]]
// V4-NEXT: cmpq
// V4-NEXT: jl
// The rest are masked vectors.
// V4: vpcmp{{.*}}, [[MASK:%k[1-7]]]
// V4: vmovups {{.*}} {[[MASK]]} {z}
// V4: vmovups {{.*}} {[[MASK]]} {z}
// V4: vmovups %zmm{{[0-9]+}}, {{.*}} {[[MASK]]}
// V4-NOT: {{call|Spill|Reload|\(%rsp\)}}
// V4: vzeroupper
// V4: retq

// V3-NOT: {{call|Spill|Reload|\(%rsp\)}}
// V3: vmovups ([[A:%r[a-z0-9]+]],[[I:%r[a-z0-9]+]],4), [[X:%ymm[0-9]+]]
// V3-NEXT: vmulps ([[B:%r[a-z0-9]+]],[[I]],4), [[X]], [[X]]
// V3-NEXT: {{vcmpltps|vaddps|vandps}}
// V3-NEXT: {{vcmpltps|vaddps|vandps}}
// V3-NEXT: {{vcmpltps|vaddps|vandps}}
// V3-NEXT: {{vcmpltps|vaddps|vandps}}
// V3-NEXT: {{vcmpltps|vaddps|vandps}}
// V3-NEXT: vblendvps
// V3-NEXT: vmovups %ymm{{[0-9]+}}, ({{%r[a-z0-9]+}},[[I]],4)
// V3-NEXT: addq $8, [[I]]
// V3-NEXT: cmpq
// V3-NEXT: jl
// V3-NOT: {{call|Spill|Reload|\(%rsp\)}}
// V3: vzeroupper
// V3: retq

// V2-NOT: {{call|Spill|Reload|\(%rsp\)}}
// V2: mulps
// V2-NOT: {{LCPI|movss}}
// V2: blendvps
// V2-NOT: {{LCPI|movss}}
// V2: mov{{nt|u}}ps %xmm{{[0-9]+}}, ({{%r[a-z0-9]+}},{{%r[a-z0-9]+}},4)
// V2-NEXT: addq $4,
// V2-NOT: {{call|Spill|Reload|\(%rsp\)}}
// V2: retq

// The entry sets the default floating-point environment and puts back what it
// found.
// CHECK-LABEL: fusedml_multiply_shrink:
// CHECK: {{v?}}stmxcsr [[FOUND:[0-9]*]](%rsp)
// CHECK-NEXT: movl $8064, [[DEFAULT:[0-9]*]](%rsp)
// CHECK-NEXT: {{v?}}ldmxcsr [[DEFAULT]](%rsp)
// CHECK: callq fusedml_multiply_shrink_k0
// CHECK-NEXT: {{v?}}ldmxcsr [[FOUND]](%rsp)
// CHECK: retq

// ARM-LABEL: fusedml_multiply_shrink_k0:
// ARM-NOT: {{bl |Spill|Reload|\[sp}}
// ARM: fmul v{{[0-9]+}}.4s
// ARM-NOT: {{fmla|fmls|fmadd}}
// ARM: ret
// ARM-LABEL: fusedml_multiply_shrink:
// ARM: mrs [[FOUND:x[0-9]+]], FPCR
// ARM: msr FPCR, xzr
// ARM: bl fusedml_multiply_shrink_k0
// ARM: msr FPCR, [[FOUND]]
// ARM: ret

func.func @multiply_shrink(%a: tensor<1024xf32>, %b: tensor<1024xf32>) -> tensor<1024xf32> {
  %0 = dml.multiply %a, %b : tensor<1024xf32>
  %1 = dml.activation_shrink %0 {Bias = 0.1 : f32, Threshold = 0.5 : f32} : tensor<1024xf32>
  return %1 : tensor<1024xf32>
}
