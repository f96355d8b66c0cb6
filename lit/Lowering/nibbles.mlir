// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v4 -split-input-file | FileCheck %s '-D$N=16' '-D$H=8'
// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v3 -split-input-file | FileCheck %s '-D$N=8' '-D$H=4'
// RUN: fusedml-opt %s -convert-dml-to-vector=cpu=x86-64-v2 -split-input-file | FileCheck %s '-D$N=4' '-D$H=2'
// RUN: fusedml-opt %s "-convert-dml-to-vector=triple=aarch64-linux-gnu cpu=generic" -split-input-file | FileCheck %s '-D$N=4' '-D$H=2'

// Elements of 4 bits lie two to a byte. Their addresses are numbers that count
// nibbles; in registers they are bytes.

// CHECK-LABEL: llvm.func @fusedml_signed_k0
// The base of the 4-bit input is twice its address.
// CHECK: %[[BASE:.*]] = llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr -> i64
// CHECK: %[[NIBBLES:.*]] = arith.shli %[[BASE]], %{{.*}} : i64
// CHECK: scf.for %[[J:.*]] = {{.*}} step %c[[$N]]
// CHECK: %[[PLACE:.*]] = arith.addi %[[NIBBLES]], %[[J]] : i64
// CHECK: %[[ODD:.*]] = arith.trunci %[[PLACE]] : i64 to i1
// CHECK: %[[X:.*]] = scf.if %[[ODD]] -> (vector<[[$N]]xi8>) {
// From the high half of a byte on: high halves, and the low ones a byte later.
// CHECK: %[[FROM:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> vector<[[$H]]xi8>
// CHECK: %[[EVENS:.*]] = arith.shrui %[[FROM]], %{{.*}} : vector<[[$H]]xi8>
// CHECK: %[[ODDS:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> vector<[[$H]]xi8>
// CHECK: vector.interleave %[[EVENS]], %[[ODDS]] : vector<[[$H]]xi8> -> vector<[[$N]]xi8>
// From the low half on: each byte gives two elements.
// CHECK: } else {
// CHECK: %[[BYTES:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> vector<[[$H]]xi8>
// CHECK: %[[HIGH:.*]] = arith.shrui %[[BYTES]], %{{.*}} : vector<[[$H]]xi8>
// CHECK: %[[BOTH:.*]] = vector.interleave %[[BYTES]], %[[HIGH]] : vector<[[$H]]xi8> -> vector<[[$N]]xi8>
// CHECK: %[[LEFT:.*]] = arith.shli %[[BOTH]], %{{.*}} : vector<[[$N]]xi8>
// CHECK: %[[SIGNED:.*]] = arith.shrsi %[[LEFT]], %{{.*}} : vector<[[$N]]xi8>
// CHECK: scf.yield %[[SIGNED]]
// CHECK: llvm.store %{{.*}} {alignment = 4 : i64} : vector<[[$N]]xf32>
// Half bytes cannot be masked: the rest is a loop on every target.
// CHECK-NOT: llvm.intr.masked
// CHECK: scf.for
// CHECK: %[[ONE:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> i8
// CHECK: arith.shrui %[[ONE]], %{{.*}} : i8
// CHECK: arith.shrsi
// CHECK: llvm.store %{{.*}} {alignment = 4 : i64} : f32
// CHECK: llvm.return
func.func @signed(%a: tensor<64xi4>, %s: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xi4>, %y = %s : tensor<64xf32>) -> tensor<64xf32> {
    %z = dml.constant 0 : i4
    %1 = dml.dequantize %x, %y, %z : (i4, f32, i4) -> f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Without a sign the other half is masked away.
// CHECK-LABEL: llvm.func @fusedml_unsigned_k0
// CHECK: vector.interleave
// CHECK-NEXT: %[[LOW:.*]] = arith.constant dense<15> : vector<[[$N]]xi8>
// CHECK-NEXT: arith.andi %{{.*}}, %[[LOW]] : vector<[[$N]]xi8>
// CHECK-NOT: arith.shrsi
// CHECK: llvm.return
func.func @unsigned(%a: tensor<64xui4>, %s: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xui4>, %y = %s : tensor<64xf32>) -> tensor<64xf32> {
    %z = dml.constant 0 : ui4
    %1 = dml.dequantize %x, %y, %z : (ui4, f32, ui4) -> f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// CHECK-LABEL: llvm.func @fusedml_store_k0
// Nothing is written past the caches.
// CHECK-NOT: nontemporal
// CHECK: scf.for %[[J:.*]] = {{.*}} step %c[[$N]]
// CHECK: %[[Q:.*]] = arith.trunci %{{.*}} : vector<[[$N]]xi32> to vector<[[$N]]xi8>
// CHECK: %[[EVEN:.*]], %[[ODD:.*]] = vector.deinterleave %[[Q]] : vector<[[$N]]xi8> -> vector<[[$H]]xi8>
// CHECK: scf.if %{{.*}} {
// Even elements into high halves, odd ones into the low halves a byte later;
// the first byte and the last keep their other halves.
// CHECK: arith.shli %[[EVEN]], %{{.*}} : vector<[[$H]]xi8>
// CHECK: llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> vector<[[$H]]xi8>
// CHECK: llvm.store %{{.*}} {alignment = 1 : i64} : vector<[[$H]]xi8>, !llvm.ptr
// CHECK: arith.andi %[[ODD]], %{{.*}} : vector<[[$H]]xi8>
// CHECK: llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> vector<[[$H]]xi8>
// CHECK: llvm.store %{{.*}} {alignment = 1 : i64} : vector<[[$H]]xi8>, !llvm.ptr
// Whole bytes are written without being read.
// CHECK: } else {
// CHECK-NOT: llvm.load
// CHECK-DAG: arith.andi %[[EVEN]], %{{.*}} : vector<[[$H]]xi8>
// CHECK-DAG: arith.shli %[[ODD]], %{{.*}} : vector<[[$H]]xi8>
// CHECK: arith.ori %{{.*}}, %{{.*}} : vector<[[$H]]xi8>
// CHECK: llvm.store %{{.*}} {alignment = 1 : i64} : vector<[[$H]]xi8>, !llvm.ptr
// The rest keeps the other half, too: the last byte may hold one element.
// CHECK-NOT: llvm.intr.masked
// CHECK: scf.for
// CHECK: llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> i8
// CHECK: arith.xori
// CHECK: llvm.store %{{.*}} {alignment = 1 : i64} : i8, !llvm.ptr
// CHECK: llvm.return
func.func @store(%a: tensor<64xf32>, %s: tensor<64xf32>) -> tensor<64xui4> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %s : tensor<64xf32>) -> tensor<64xui4> {
    %z = dml.constant 0 : ui4
    %1 = dml.quantize %x, %y, %z : (f32, f32, ui4) -> ui4
    dml.yield %1 : ui4
  }
  return %0 : tensor<64xui4>
}

// -----

// Elements that are not neighbours are taken one by one.
// CHECK-LABEL: llvm.func @fusedml_strided_k0
// CHECK: %[[AT:.*]] = arith.muli %{{.*}}, %[[STEP:.*]] : i64
// CHECK: %[[PLACE:.*]] = arith.addi %{{.*}}, %[[AT]] : i64
// CHECK: arith.shrui %[[PLACE]], %{{.*}} : i64
// CHECK-NOT: vector.interleave
// CHECK: llvm.return
func.func @strided(%a: tensor<64xi4, #dml.strides<[3]>>, %s: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xi4, #dml.strides<[3]>>, %y = %s : tensor<64xf32>) -> tensor<64xf32> {
    %z = dml.constant 0 : i4
    %1 = dml.dequantize %x, %y, %z : (i4, f32, i4) -> f32
    dml.yield %1 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// One zero point for each row is loaded outside of the row's loop. The rows of
// seven elements start in either half of a byte.
// CHECK-LABEL: llvm.func @fusedml_rows_k0
// CHECK: scf.for %[[I:.*]] =
// CHECK: arith.muli %[[I]], %{{.*}} : i64
// CHECK: %[[BYTE:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> i8
// CHECK: %[[SHIFTED:.*]] = arith.shrui %[[BYTE]], %{{.*}} : i8
// CHECK: %[[UP:.*]] = arith.shli %[[SHIFTED]]
// CHECK: %[[ZERO:.*]] = arith.shrsi %[[UP]]
// CHECK: scf.for
// CHECK: scf.if %{{.*}} -> (vector<[[$N]]xi8>) {
// CHECK: vector.broadcast %[[ZERO]] : i8 to vector<[[$N]]xi8>
// CHECK: llvm.return
func.func @rows(%a: tensor<4x7xi4>, %s: tensor<4x7xf32>, %z: tensor<4x7xi4, #dml.strides<[1, 0]>>) -> tensor<4x7xf32> {
  %0 = dml.fused (%x = %a : tensor<4x7xi4>, %y = %s : tensor<4x7xf32>, %w = %z : tensor<4x7xi4, #dml.strides<[1, 0]>>) -> tensor<4x7xf32> {
    %1 = dml.dequantize %x, %y, %w : (i4, f32, i4) -> f32
    dml.yield %1 : f32
  }
  return %0 : tensor<4x7xf32>
}

// -----

// A constant is a byte as well, extended as its type says.
// CHECK-LABEL: llvm.func @fusedml_constants_k0
// CHECK: %[[MINUS:.*]] = arith.constant -3 : i8
// CHECK: %[[FIFTEEN:.*]] = arith.constant 15 : i8
// CHECK: vector.broadcast %[[FIFTEEN]]
// CHECK: llvm.return
func.func @constants(%a: tensor<64xi4>, %b: tensor<64xui4>, %s: tensor<64xf32>) -> tensor<64xf32> {
  %0 = dml.fused (%x = %a : tensor<64xi4>, %y = %b : tensor<64xui4>, %t = %s : tensor<64xf32>) -> tensor<64xf32> {
    %z = dml.constant -3 : i4
    %1 = dml.dequantize %x, %t, %z : (i4, f32, i4) -> f32
    %w = dml.constant 15 : ui4
    %2 = dml.dequantize %y, %t, %w : (ui4, f32, ui4) -> f32
    %3 = dml.add %1, %2 : f32
    dml.yield %3 : f32
  }
  return %0 : tensor<64xf32>
}

// -----

// Elements of a byte each know nothing of all this.
// CHECK-LABEL: llvm.func @fusedml_bytes_k0
// CHECK-NOT: scf.if {{.*}} -> (vector<[[$N]]xi8>)
// CHECK-NOT: interleave
// CHECK-NOT: llvm.inttoptr
// CHECK: llvm.return
func.func @bytes(%a: tensor<64xf32>, %s: tensor<64xf32>) -> tensor<64xui8> {
  %0 = dml.fused (%x = %a : tensor<64xf32>, %y = %s : tensor<64xf32>) -> tensor<64xui8> {
    %z = dml.constant 0 : ui8
    %1 = dml.quantize %x, %y, %z : (f32, f32, ui8) -> ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<64xui8>
}
