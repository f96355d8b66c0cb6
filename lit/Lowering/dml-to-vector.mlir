// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v4 -split-input-file | FileCheck %s --check-prefixes=CHECK,V4,MASK '-D$N=32' '-D$S=16' '-D$A=64' '-D$B=128' '-D$H=64' '-D$Q=16'
// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file | FileCheck %s --check-prefixes=CHECK,V3,TAIL '-D$N=8' '-D$S=8' '-D$A=32' '-D$B=32' '-D$H=16' '-D$Q=4'
// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v2 -split-input-file | FileCheck %s --check-prefixes=CHECK,V2,TAIL '-D$N=4' '-D$S=4' '-D$A=16' '-D$B=16' '-D$H=8' '-D$Q=2'
// RUN: fusedml-opt %s "-convert-dml-to-vector=triple=aarch64-linux-gnu cpu=generic" -split-input-file | FileCheck %s --check-prefixes=CHECK,ARM,TAIL '-D$N=4' '-D$S=4' '-D$A=16' '-D$B=16' '-D$H=8' '-D$Q=2'

// The width is the target's: lanes of the widest element fill a register, or
// two side by side where there are enough of them.
// CHECK-LABEL: func.func @one_dimension
// CHECK: dml.launch @fusedml_one_dimension_k0(%{{.*}}, %{{.*}}) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
// CHECK-NOT: dml.fused
// CHECK: llvm.func @fusedml_one_dimension_k0(%[[BASES:.*]]: !llvm.ptr, %[[EXTENTS:.*]]: !llvm.ptr, %[[STRIDES:.*]]: !llvm.ptr, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64, %[[FLAGS:.*]]: i64)
// CHECK-DAG: %[[APTR:.*]] = llvm.getelementptr %[[BASES]][0]
// CHECK-DAG: %[[BPTR:.*]] = llvm.getelementptr %[[BASES]][1]
// CHECK-DAG: %[[RPTR:.*]] = llvm.getelementptr %[[BASES]][2]
// CHECK-DAG: %[[A:.*]] = llvm.load %[[APTR]]
// CHECK-DAG: %[[C:.*]] = llvm.load %[[BPTR]]
// CHECK-DAG: %[[R:.*]] = llvm.load %[[RPTR]]
// Past the caches, stores are whole registers at their own alignment, one a
// trip.
// CHECK: scf.for %[[J:.*]] = {{.*}} step %c[[$S]]
// CHECK: llvm.store {{.*}} {alignment = [[$A]] : i64, nontemporal} : vector<[[$S]]xf32>
// Otherwise only the alignment of an element may be assumed.
// CHECK: } else {
// CHECK: scf.for %[[J:.*]] = {{.*}} step %c[[$N]]
// CHECK: %[[PA:.*]] = llvm.getelementptr %[[A]][%[[J]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: %[[X:.*]] = llvm.load %[[PA]] {alignment = 4 : i64} : !llvm.ptr -> vector<[[$N]]xf32>
// CHECK: %[[PB:.*]] = llvm.getelementptr %[[C]][%[[J]]]
// CHECK: %[[Y:.*]] = llvm.load %[[PB]] {alignment = 4 : i64} : !llvm.ptr -> vector<[[$N]]xf32>
// CHECK: %[[M:.*]] = arith.mulf %[[X]], %[[Y]] : vector<[[$N]]xf32>
// CHECK: %[[PR:.*]] = llvm.getelementptr %[[R]][%[[J]]]
// CHECK: llvm.store %[[M]], %[[PR]] {alignment = 4 : i64} : vector<[[$N]]xf32>, !llvm.ptr
// The rest are masked vectors where memory can be masked, a scalar loop
// elsewhere.
// MASK: scf.for {{.*}} step %c16
// MASK: %[[LANES:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : vector<16xi8>
// MASK: %[[LEFT:.*]] = vector.broadcast {{.*}} : i8 to vector<16xi8>
// MASK: %[[MASK:.*]] = arith.cmpi ult, %[[LANES]], %[[LEFT]]
// MASK: llvm.intr.masked.load {{.*}}, %[[MASK]], {{.*}} {alignment = 4 : i32} : {{.*}} -> vector<16xf32>
// MASK: llvm.intr.masked.load {{.*}}, %[[MASK]],
// MASK: arith.mulf {{.*}} : vector<16xf32>
// MASK: llvm.intr.masked.store {{.*}}, %[[MASK]] {alignment = 4 : i32}
// MASK-NOT: scf.for
// TAIL: scf.for
// TAIL: llvm.load {{.*}} : !llvm.ptr -> f32
// TAIL: arith.mulf {{.*}} : f32
// TAIL: llvm.store {{.*}} : f32, !llvm.ptr
// TAIL-NOT: llvm.intr.masked
// CHECK: llvm.return
func.func @one_dimension(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.multiply %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// The widest of several types decides.
// CHECK-LABEL: llvm.func @fusedml_two_types_k0
// CHECK: scf.for {{.*}} step %c[[$N]]
// CHECK: llvm.store {{.*}} : vector<[[$N]]xi8>, !llvm.ptr
func.func @two_types(%a: tensor<64xf32>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xui8> {
    %1 = dml.is_infinity %x {InfinityMode = "EITHER"} : (f32) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// Bytes fill a register by themselves, and lane numbers fit a byte.
// CHECK-LABEL: llvm.func @fusedml_bytes_k0
// CHECK: arith.addi {{.*}} : vector<[[$B]]xi8>
// MASK: llvm.intr.masked.store {{.*}} : vector<64xi8>
// TAIL-NOT: llvm.intr.masked
func.func @bytes(%a: tensor<64xui8>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xui8>) -> tensor<64xui8> {
    %1 = dml.add %x, %x : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}

// -----

// Halves are 16-bit integers in memory. Without the conversion instructions
// they are converted by integer arithmetic.
// CHECK-LABEL: llvm.func @fusedml_half_k0
// V2-NOT: f16
// CHECK: %[[RAW:.*]] = llvm.load {{.*}} {alignment = 2 : i64} : !llvm.ptr -> vector<[[$H]]xi16>
// V4: %[[HALF:.*]] = arith.bitcast %[[RAW]] : vector<64xi16> to vector<64xf16>
// V4: %[[WIDE:.*]] = arith.extf %[[HALF]] : vector<64xf16> to vector<64xf32>
// V4: %[[FENCED:.*]] = llvm.call_intrinsic "llvm.arithmetic.fence"(%[[WIDE]])
// V4: %[[SUM:.*]] = arith.addf %[[FENCED]], %{{.*}} : vector<64xf32>
// V4: %[[ROUNDED:.*]] = arith.truncf %[[SUM]] : vector<64xf32> to vector<64xf16>
// V3: arith.extf {{.*}} : vector<16xf16> to vector<16xf32>
// V3: arith.truncf {{.*}} : vector<16xf32> to vector<16xf16>
// ARM: arith.extf {{.*}} : vector<8xf16> to vector<8xf32>
// ARM: arith.truncf {{.*}} : vector<8xf32> to vector<8xf16>
// V2: arith.extui %[[RAW]] : vector<8xi16> to vector<8xi32>
// V2: arith.addf {{.*}} : vector<8xf32>
// V2: arith.trunci {{.*}} : vector<8xi32> to vector<8xi16>
// V2-NOT: f16
// CHECK: llvm.return
func.func @half(%a: tensor<64xf16>) -> tensor<64xf16> {
  %0 = dml.fused (%x = %a : tensor<64xf16>) -> tensor<64xf16> {
    %1 = dml.add %x, %x : f16
    dml.yield %1 : f16
  }
  return %0 : tensor<64xf16>
}

// -----

// What varies along the outer dimension only is loaded, and computed, once for
// each step of it.
// CHECK-LABEL: llvm.func @fusedml_hoisted_k0
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %c1
// CHECK: %[[ONE:.*]] = llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: %[[LIMIT:.*]] = arith.select {{.*}} : f32
// CHECK: } else {
// CHECK: scf.for
// CHECK-NOT: llvm.load {{.*}} -> f32
// CHECK: llvm.load {{.*}} -> vector<[[$N]]xf32>
// CHECK: vector.broadcast %{{.*}} : f32 to vector<[[$N]]xf32>
// CHECK: arith.addf {{.*}} : vector<[[$N]]xf32>
func.func @hoisted(%a: tensor<4x64xf32, #dml.strides<[1, 0]>>, %b: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %0 = dml.fused (%x = %a : tensor<4x64xf32, #dml.strides<[1, 0]>>, %y = %b : tensor<4x64xf32>) -> tensor<4x64xf32> {
    %1 = dml.clip %x {Max = 2.0 : f32, Min = 1.0 : f32} : f32
    %2 = dml.add %1, %y : f32
    dml.yield %2 : f32
  }
  return %0 : tensor<4x64xf32>
}

// -----

// An input that does not vary at all is loaded before every loop.
// CHECK-LABEL: llvm.func @fusedml_one_number_k0
// CHECK-NOT: scf.for
// CHECK: llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: scf.for
func.func @one_number(%a: tensor<64xf32, #dml.strides<[0]>>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32, #dml.strides<[0]>>, %y = %b : tensor<64xf32>) -> tensor<64xf32> {
    %1 = dml.add %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// A row that repeats: its address does not move along the outer loop.
// CHECK-LABEL: llvm.func @fusedml_repeated_row_k0
// CHECK-SAME: (%[[BASES:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr, %[[STRIDES:.*]]: !llvm.ptr
// CHECK: %[[ROWPTR:.*]] = llvm.getelementptr %[[BASES]][0]
// CHECK: %[[ROW:.*]] = llvm.load %[[ROWPTR]]
// CHECK: scf.for
// CHECK: } else {
// CHECK: scf.for %[[J:.*]] =
// CHECK: %[[P:.*]] = llvm.getelementptr %[[ROW]][%[[J]]]
// CHECK: llvm.load %[[P]] {alignment = 4 : i64} : !llvm.ptr -> vector<[[$N]]xf32>
func.func @repeated_row(%a: tensor<4x64xf32, #dml.strides<[0, 1]>>, %b: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %0 = dml.fused (%x = %a : tensor<4x64xf32, #dml.strides<[0, 1]>>, %y = %b : tensor<4x64xf32>) -> tensor<4x64xf32> {
    %1 = dml.add %x, %y : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<4x64xf32>
}

// -----

// Elements apart from each other go one by one, with the stride read from the
// arguments, in one vector of at most 16 lanes and without masks.
// CHECK-LABEL: llvm.func @fusedml_strided_input_k0
// CHECK-SAME: %[[STRIDES:[a-z0-9]+]]: !llvm.ptr, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: i64
// CHECK-NOT: llvm.intr.masked
// CHECK: %[[SLOT:.*]] = llvm.getelementptr %[[STRIDES]][0]
// CHECK: %[[STEP:.*]] = llvm.load %[[SLOT]] {alignment = 8 : i64} : !llvm.ptr -> i64
// CHECK: arith.muli %{{.*}}, %[[STEP]] : i64
// CHECK: llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: vector.from_elements {{.*}} : vector<[[$S]]xf32>
// CHECK: llvm.store {{.*}} : vector<[[$S]]xf32>
// CHECK-NOT: llvm.intr.masked
// CHECK: llvm.return
func.func @strided_input(%a: tensor<64xf32, #dml.strides<[2]>>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xf32, #dml.strides<[2]>>) -> tensor<64xf32> {
    %1 = dml.activation_relu %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_strided_result_k0
// CHECK: vector.extract {{.*}} : f32 from vector<[[$S]]xf32>
// CHECK: llvm.store {{.*}} {alignment = 4 : i64} : f32, !llvm.ptr
// CHECK-NOT: llvm.store {{.*}} : vector
// CHECK-NOT: nontemporal
// CHECK: llvm.return
func.func @strided_result(%a: tensor<64xf32>) -> tensor<64xf32, #dml.strides<[2]>> {
  %0 = dml.fused (%x = %a : tensor<64xf32>) -> tensor<64xf32, #dml.strides<[2]>> {
    %1 = dml.activation_relu %x : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32, #dml.strides<[2]>>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_strided_bytes_k0
// CHECK: vector.from_elements {{.*}} : vector<16xi8>
func.func @strided_bytes(%a: tensor<64xi8, #dml.strides<[2]>>) -> tensor<64xi8> {
  %0 = dml.fused (%x = %a : tensor<64xi8, #dml.strides<[2]>>) -> tensor<64xi8> {
    %1 = dml.activation_relu %x : i8
    dml.yield %1 : i8
  }
  return %0 : tensor<64xi8>
}

// -----

// Indices are computed, not loaded: the first of a vector plus the lane. They
// are the widest type here.
// CHECK-LABEL: llvm.func @fusedml_index_k0
// V4: %[[IOTA:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : vector<16xi64>
// V3: %[[IOTA:.*]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xi64>
// V2: %[[IOTA:.*]] = arith.constant dense<[0, 1]> : vector<2xi64>
// ARM: %[[IOTA:.*]] = arith.constant dense<[0, 1]> : vector<2xi64>
// CHECK: arith.muli %[[IOTA]], %{{.*}} : vector<[[$Q]]xi64>
// CHECK-NOT: llvm.load {{.*}} -> vector
// CHECK: llvm.store {{.*}} : vector<[[$Q]]xi32>
func.func @index() -> tensor<64xi32> {
  %i = dml.linear_index : tensor<64xi64>
  %v = dml.reinterpret %i : tensor<64xi64> to tensor<64xi64>
  %0 = dml.fused (%x = %v : tensor<64xi64>) -> tensor<64xi32> {
    %1 = dml.fill_value_sequence %x {ValueDelta = 2 : i32, ValueStart = 1 : i32} : (i64) -> i32
    dml.yield %1 : i32
  }
  return %0 : tensor<64xi32>
}

// -----

// All loads come before the first store: a result may be an input's memory.
// CHECK-LABEL: llvm.func @fusedml_two_results_k0
// CHECK: } else {
// CHECK: scf.for
// CHECK: llvm.load {{.*}} -> vector<[[$N]]xf32>
// CHECK: llvm.load {{.*}} -> vector<[[$N]]xf32>
// CHECK: llvm.store {{.*}} : vector<[[$N]]xf32>
// CHECK-NOT: llvm.load {{.*}} -> vector<[[$N]]xf32>
// CHECK: llvm.store {{.*}} : vector<[[$N]]xf32>
func.func @two_results(%a: tensor<64xf32>, %b: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %0:2 = dml.fused (%x = %a : tensor<64xf32>, %y = %b : tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
    %1 = dml.activation_relu %x : f32
    %2 = dml.activation_relu %y : f32
    dml.yield %1, %2 : f32, f32
  }
  return %0#0, %0#1 : tensor<64xf32>, tensor<64xf32>
}

// -----

// Kernels of one function are numbered, and named after it as C can say it.
// CHECK-LABEL: func.func @"a graph-1"
// CHECK: dml.launch @fusedml_a_graph_1_k0
// CHECK: dml.launch @fusedml_a_graph_1_k1
// CHECK-DAG: llvm.func @fusedml_a_graph_1_k0
// CHECK-DAG: llvm.func @fusedml_a_graph_1_k1
func.func @"a graph-1"(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = dml.fused (%x = %a : tensor<8xf32>) -> tensor<8xf32> {
    %2 = dml.activation_relu %x : f32
    dml.yield %2 : f32
  }
  %1 = dml.fused (%x = %0 : tensor<8xf32>) -> tensor<8xf32> {
    %2 = dml.activation_relu %x : f32
    dml.yield %2 : f32
  }
  return %1 : tensor<8xf32>
}
