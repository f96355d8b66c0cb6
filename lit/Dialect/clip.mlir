// RUN: fusedml-opt %s | fusedml-opt | FileCheck %s
// RUN: fusedml-opt -emit-bytecode %s | fusedml-opt | FileCheck %s

// CHECK-LABEL: func @packed
// CHECK-SAME: (%[[A:.*]]: tensor<2x3xf32>)
func.func @packed(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: dml.clip %[[A]] {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : tensor<2x3xf32>
  %0 = dml.clip %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Each tensor has a layout of its own.
// CHECK-LABEL: func @layouts
func.func @layouts(%a: tensor<2x3xf32, #dml.strides<[0, 1]>>)
    -> tensor<2x3xf32, #dml.strides<[4, 1]>> {
  // CHECK: dml.clip {{.*}} : (tensor<2x3xf32, #dml.strides<[0, 1]>>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  %0 = dml.clip %a {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : (tensor<2x3xf32, #dml.strides<[0, 1]>>)
      -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @types
func.func @types(%f32: tensor<1xf32>, %f16: tensor<1xf16>, %i64: tensor<1xi64>,
    %i32: tensor<1xi32>, %i16: tensor<1xi16>, %i8: tensor<1xi8>,
    %ui64: tensor<1xui64>, %ui32: tensor<1xui32>, %ui16: tensor<1xui16>,
    %ui8: tensor<1xui8>) {
  // CHECK: dml.clip {{.*}} : tensor<1xf32>
  dml.clip %f32 {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : tensor<1xf32>
  // CHECK: dml.clip {{.*}} : tensor<1xf16>
  dml.clip %f16 {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : tensor<1xf16>
  // CHECK: dml.clip {{.*}} : tensor<1xi64>
  dml.clip %i64 {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : tensor<1xi64>
  // CHECK: dml.clip {{.*}} : tensor<1xi32>
  dml.clip %i32 {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : tensor<1xi32>
  // CHECK: dml.clip {{.*}} : tensor<1xi16>
  dml.clip %i16 {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : tensor<1xi16>
  // CHECK: dml.clip {{.*}} : tensor<1xi8>
  dml.clip %i8 {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : tensor<1xi8>
  // CHECK: dml.clip {{.*}} : tensor<1xui64>
  dml.clip %ui64 {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : tensor<1xui64>
  // CHECK: dml.clip {{.*}} : tensor<1xui32>
  dml.clip %ui32 {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : tensor<1xui32>
  // CHECK: dml.clip {{.*}} : tensor<1xui16>
  dml.clip %ui16 {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : tensor<1xui16>
  // CHECK: dml.clip {{.*}} : tensor<1xui8>
  dml.clip %ui8 {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : tensor<1xui8>
  return
}

// CHECK-LABEL: func @scale_bias
func.func @scale_bias(%a: tensor<4xf32>) {
  // CHECK: dml.clip {{.*}} {Max = 1.000000e+00 : f32, Min = 0.000000e+00 : f32, ScaleBias = #dml.scale_bias<Scale = 2.000000e+00 : f32, Bias = -1.000000e+00 : f32>} : tensor<4xf32>
  dml.clip %a {Max = 1.000000e+00 : f32, Min = 0.000000e+00 : f32, ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = -1.0 : f32>} : tensor<4xf32>
  return
}

// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xui8>) -> tensor<4xui8> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}) -> tensor<4xui8> {
  %0 = dml.fused (%x = %a : tensor<4xui8>) -> tensor<4xui8> {
    // CHECK: %[[R:.*]] = dml.clip %[[X]] {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : ui8
    %1 = dml.clip %x {Max = 2.500000e+00 : f32, Min = -1.000000e+00 : f32} : ui8
    // CHECK: dml.yield %[[R]] : ui8
    dml.yield %1 : ui8
  }
  return %0 : tensor<4xui8>
}
