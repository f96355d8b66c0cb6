// RUN: fusedml compile %s --triple x86_64-linux-gnu --cpu x86-64-v4 --emit llvm -o %t.ll
// RUN: FileCheck %s --input-file=%t.ll
// RUN: FileCheck %s --check-prefix=FLAGS --input-file=%t.ll
// RUN: fusedml compile %s --triple x86_64-linux-gnu --cpu x86-64-v2 --features +ssse3,-avx --emit llvm -o %t.ll
// RUN: FileCheck %s --check-prefix=FLAGS --input-file=%t.ll
// RUN: FileCheck %s --check-prefix=FEATURES --input-file=%t.ll

// Only the entry is visible outside.
// CHECK-NOT: @fusedml_flags_k0 {{.*}} external
// CHECK: target triple = "x86_64-unknown-linux-gnu"
// CHECK: define internal void @fusedml_flags_k0(ptr %{{.*}}, ptr %{{.*}}, ptr %{{.*}}, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}}) {{.*}}#[[ATTRIBUTES:[0-9]+]]
// CHECK: define void @fusedml_flags(ptr %{{.*}})
// CHECK: call void @llvm.x86.sse.stmxcsr
// CHECK: call void @llvm.x86.sse.ldmxcsr
// CHECK: call void @fusedml_flags_k0
// CHECK: call void @llvm.x86.sse.ldmxcsr
// CHECK: attributes #[[ATTRIBUTES]] = { {{.*}}"prefer-vector-width"="512"{{.*}} "target-cpu"="x86-64-v4" }

// FEATURES: "target-cpu"="x86-64-v2" "target-features"="+ssse3,-avx"

// No flag that lets LLVM change a result: not on operations, not on functions.
// FLAGS: fmul <
// FLAGS-NOT: {{f(add|sub|mul|div|cmp|neg) [a-z ]*(fast|nnan|ninf|nsz|arcp|contract|afn|reassoc) }}
// FLAGS-NOT: {{(add|sub|mul|shl) (nsw|nuw) .*<[0-9]+ x i32>}}
// FLAGS-NOT: {{unsafe-fp-math|no-nans-fp-math|no-infs-fp-math|no-signed-zeros-fp-math|approx-func|denormal-fp-math}}
// FLAGS-NOT: {{llvm\.(fma|fmuladd)}}

func.func @flags(%a: tensor<1024xf32>, %b: tensor<1024xi32>) -> tensor<1024xf32> {
  %0 = dml.multiply %a, %a : tensor<1024xf32>
  %1 = dml.add %0, %a : tensor<1024xf32>
  %2 = dml.divide %1, %a : tensor<1024xf32>
  %3 = dml.identity %2 {ScaleBias = #dml.scale_bias<Scale = 3.0 : f32, Bias = 1.0 : f32>} : tensor<1024xf32>
  %4 = dml.multiply %b, %b : tensor<1024xi32>
  %5 = dml.add %4, %b : tensor<1024xi32>
  %6 = dml.reinterpret %5 : tensor<1024xi32> to tensor<1024xf32>
  %7 = dml.clip %6 {Max = 1.0 : f32, Min = -1.0 : f32} : tensor<1024xf32>
  %8 = dml.add %3, %7 : tensor<1024xf32>
  return %8 : tensor<1024xf32>
}
