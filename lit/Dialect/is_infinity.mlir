// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @modes
func.func @modes(%a: tensor<2x3xf32>) {
  // CHECK: dml.is_infinity {{.*}} {InfinityMode = "EITHER"} : (tensor<2x3xf32>) -> tensor<2x3xui8>
  dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<2x3xf32>) -> tensor<2x3xui8>
  // CHECK: dml.is_infinity {{.*}} {InfinityMode = "POSITIVE"} : (tensor<2x3xf32>) -> tensor<2x3xui8>
  dml.is_infinity %a {InfinityMode = "POSITIVE"} : (tensor<2x3xf32>) -> tensor<2x3xui8>
  // CHECK: dml.is_infinity {{.*}} {InfinityMode = "NEGATIVE"} : (tensor<2x3xf32>) -> tensor<2x3xui8>
  dml.is_infinity %a {InfinityMode = "NEGATIVE"} : (tensor<2x3xf32>) -> tensor<2x3xui8>
  return
}

// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xf32, #dml.strides<[0, 1]>>) {
  // CHECK: dml.is_infinity {{.*}} : (tensor<2x3xf32, #dml.strides<[0, 1]>>) -> tensor<2x3xui8, #dml.strides<[4, 1]>>
  dml.is_infinity %a {InfinityMode = "EITHER"}
      : (tensor<2x3xf32, #dml.strides<[0, 1]>>) -> tensor<2x3xui8, #dml.strides<[4, 1]>>
  return
}

// CHECK-LABEL: func @types
func.func @types(%f32: tensor<1xf32>, %f16: tensor<1xf16>) {
  // CHECK: dml.is_infinity {{.*}} : (tensor<1xf32>) -> tensor<1xui8>
  dml.is_infinity %f32 {InfinityMode = "EITHER"} : (tensor<1xf32>) -> tensor<1xui8>
  // CHECK: dml.is_infinity {{.*}} : (tensor<1xf16>) -> tensor<1xui8>
  dml.is_infinity %f16 {InfinityMode = "EITHER"} : (tensor<1xf16>) -> tensor<1xui8>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xf16>) -> tensor<4xui8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xf16>) -> tensor<4xui8> {
    // CHECK: %[[R:.*]] = dml.is_infinity %[[X]] {InfinityMode = "EITHER"} : (f16) -> ui8
    %1 = dml.is_infinity %x {InfinityMode = "EITHER"} : (f16) -> ui8
    // CHECK: dml.yield %[[R]] : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}
