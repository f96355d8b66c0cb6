// RUN: fusedml-opt %s -canonicalize -cse -split-input-file | FileCheck %s

// Folds must be exact for every input, so each of them stands beside the cases
// in which it must not fire.

//===----------------------------------------------------------------------===//
// multiply
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @multiply_one
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>)
func.func @multiply_one(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NOT: dml.
  // CHECK: return %[[A]], %[[A]]
  %one = dml.constant dense<1.0> : tensor<4xf32>
  %0 = dml.multiply %a, %one : tensor<4xf32>
  %1 = dml.multiply %one, %a : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @multiply_one_half
// CHECK-SAME: (%[[A:.*]]: tensor<4xf16>)
func.func @multiply_one_half(%a: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK-NOT: dml.
  // CHECK: return %[[A]]
  %one = dml.constant dense<1.0> : tensor<4xf16>
  %0 = dml.multiply %a, %one : tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-LABEL: func @multiply_one_integer
// CHECK-SAME: (%[[A:.*]]: tensor<4xui8>)
func.func @multiply_one_integer(%a: tensor<4xui8>) -> tensor<4xui8> {
  // CHECK-NOT: dml.
  // CHECK: return %[[A]]
  %one = dml.constant dense<1> : tensor<4xui8>
  %0 = dml.multiply %a, %one : tensor<4xui8>
  return %0 : tensor<4xui8>
}

// The splat repeats one element in memory.
// CHECK-LABEL: func @multiply_repeated_one
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xf32>)
func.func @multiply_repeated_one(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NOT: dml.
  // CHECK: return %[[A]]
  %one = dml.constant dense<1.0> : tensor<1xf32>
  %all = dml.reinterpret %one : tensor<1xf32> to tensor<4x8xf32, #dml.strides<[0, 0]>>
  %0 = dml.multiply %a, %all
      : (tensor<4x8xf32>, tensor<4x8xf32, #dml.strides<[0, 0]>>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// The result has another layout: that is a copy.
// CHECK-LABEL: func @multiply_one_into_other_layout
func.func @multiply_one_into_other_layout(%a: tensor<2x3xf32>)
    -> tensor<2x3xf32, #dml.strides<[4, 1]>> {
  // CHECK: %[[R:.*]] = dml.multiply
  // CHECK: return %[[R]]
  %one = dml.constant dense<1.0> : tensor<2x3xf32>
  %0 = dml.multiply %a, %one : (tensor<2x3xf32>, tensor<2x3xf32>)
      -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @multiply_not_all_ones
func.func @multiply_not_all_ones(%a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: dml.multiply
  %ones = dml.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = dml.multiply %a, %ones : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @multiply_integer_zero
func.func @multiply_integer_zero(%a: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  // CHECK: %[[ZERO:.*]] = dml.constant dense<0> : tensor<4xi32>
  // CHECK-NOT: dml.
  // CHECK: return %[[ZERO]], %[[ZERO]]
  %zero = dml.constant dense<0> : tensor<4xi32>
  %0 = dml.multiply %a, %zero : tensor<4xi32>
  %1 = dml.multiply %zero, %a : tensor<4xi32>
  return %0, %1 : tensor<4xi32>, tensor<4xi32>
}

// x may be NaN, an infinity or negative.
// CHECK-LABEL: func @multiply_float_zero
func.func @multiply_float_zero(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-COUNT-2: dml.multiply
  %zero = dml.constant dense<0.0> : tensor<4xf32>
  %minus = dml.constant dense<-0.0> : tensor<4xf32>
  %0 = dml.multiply %a, %zero : tensor<4xf32>
  %1 = dml.multiply %a, %minus : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @multiply_integer_zero_into_other_layout
func.func @multiply_integer_zero_into_other_layout(%a: tensor<2x3xi32>)
    -> tensor<2x3xi32, #dml.strides<[4, 1]>> {
  // CHECK: dml.multiply
  %zero = dml.constant dense<0> : tensor<2x3xi32>
  %0 = dml.multiply %a, %zero : (tensor<2x3xi32>, tensor<2x3xi32>)
      -> tensor<2x3xi32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xi32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @multiply_minus_one
func.func @multiply_minus_one(%a: tensor<4xf32>, %b: tensor<4xi8>) -> (tensor<4xf32>, tensor<4xi8>) {
  // CHECK-COUNT-2: dml.multiply
  %minus = dml.constant dense<-1.0> : tensor<4xf32>
  %0 = dml.multiply %a, %minus : tensor<4xf32>
  %minusInt = dml.constant dense<-1> : tensor<4xi8>
  %1 = dml.multiply %b, %minusInt : tensor<4xi8>
  return %0, %1 : tensor<4xf32>, tensor<4xi8>
}

// -----

//===----------------------------------------------------------------------===//
// add
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @add_minus_zero
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>)
func.func @add_minus_zero(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NOT: dml.
  // CHECK: return %[[A]], %[[A]]
  %zero = dml.constant dense<-0.0> : tensor<4xf32>
  %0 = dml.add %a, %zero : tensor<4xf32>
  %1 = dml.add %zero, %a : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -0 + 0 is +0.
// CHECK-LABEL: func @add_plus_zero
func.func @add_plus_zero(%a: tensor<4xf32>, %b: tensor<4xf16>) -> (tensor<4xf32>, tensor<4xf16>) {
  // CHECK-COUNT-2: dml.add
  %zero = dml.constant dense<0.0> : tensor<4xf32>
  %0 = dml.add %a, %zero : tensor<4xf32>
  %half = dml.constant dense<0.0> : tensor<4xf16>
  %1 = dml.add %b, %half : tensor<4xf16>
  return %0, %1 : tensor<4xf32>, tensor<4xf16>
}

// CHECK-LABEL: func @add_integer_zero
// CHECK-SAME: (%[[A:.*]]: tensor<4xui64>)
func.func @add_integer_zero(%a: tensor<4xui64>) -> tensor<4xui64> {
  // CHECK-NOT: dml.
  // CHECK: return %[[A]]
  %zero = dml.constant dense<0> : tensor<4xui64>
  %0 = dml.add %zero, %a : tensor<4xui64>
  return %0 : tensor<4xui64>
}

// CHECK-LABEL: func @add_zero_into_other_layout
func.func @add_zero_into_other_layout(%a: tensor<2x3xi32>)
    -> tensor<2x3xi32, #dml.strides<[4, 1]>> {
  // CHECK: dml.add
  %zero = dml.constant dense<0> : tensor<2x3xi32>
  %0 = dml.add %a, %zero : (tensor<2x3xi32>, tensor<2x3xi32>)
      -> tensor<2x3xi32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xi32, #dml.strides<[4, 1]>>
}

// (x + a) + b rounds twice.
// CHECK-LABEL: func @add_constants
func.func @add_constants(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-COUNT-2: dml.add
  %one = dml.constant dense<1.0> : tensor<4xf32>
  %two = dml.constant dense<2.0> : tensor<4xf32>
  %0 = dml.add %a, %one : tensor<4xf32>
  %1 = dml.add %0, %two : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

//===----------------------------------------------------------------------===//
// divide
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @divide_one
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xi32>)
func.func @divide_one(%a: tensor<4xf32>, %b: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK-NOT: dml.
  // CHECK: return %[[A]], %[[B]]
  %one = dml.constant dense<1.0> : tensor<4xf32>
  %0 = dml.divide %a, %one : tensor<4xf32>
  %oneInt = dml.constant dense<1> : tensor<4xi32>
  %1 = dml.divide %b, %oneInt : tensor<4xi32>
  return %0, %1 : tensor<4xf32>, tensor<4xi32>
}

// CHECK-LABEL: func @one_divided
func.func @one_divided(%a: tensor<4xf32>, %b: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK-COUNT-2: dml.divide
  %one = dml.constant dense<1.0> : tensor<4xf32>
  %0 = dml.divide %one, %a : tensor<4xf32>
  %oneInt = dml.constant dense<1> : tensor<4xi32>
  %1 = dml.divide %oneInt, %b : tensor<4xi32>
  return %0, %1 : tensor<4xf32>, tensor<4xi32>
}

// x may be NaN, zero or an infinity.
// CHECK-LABEL: func @divide_itself
func.func @divide_itself(%a: tensor<4xf32>, %b: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK-COUNT-2: dml.divide
  %0 = dml.divide %a, %a : tensor<4xf32>
  %1 = dml.divide %b, %b : tensor<4xi32>
  return %0, %1 : tensor<4xf32>, tensor<4xi32>
}

// All ones, but not by a fold that takes it for undefined.
// CHECK-LABEL: func @divide_zero
func.func @divide_zero(%a: tensor<4xi32>, %b: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  // CHECK-COUNT-2: dml.divide
  %zero = dml.constant dense<0> : tensor<4xi32>
  %0 = dml.divide %a, %zero : tensor<4xi32>
  %real = dml.constant dense<0.0> : tensor<4xf32>
  %1 = dml.divide %b, %real : tensor<4xf32>
  return %0, %1 : tensor<4xi32>, tensor<4xf32>
}

// 0 / x is not 0 where x is.
// CHECK-LABEL: func @zero_divided
func.func @zero_divided(%a: tensor<4xi32>, %b: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  // CHECK-COUNT-2: dml.divide
  %zero = dml.constant dense<0> : tensor<4xi32>
  %0 = dml.divide %zero, %a : tensor<4xi32>
  %real = dml.constant dense<0.0> : tensor<4xf32>
  %1 = dml.divide %real, %b : tensor<4xf32>
  return %0, %1 : tensor<4xi32>, tensor<4xf32>
}

// Multiplying by the reciprocal rounds twice.
// CHECK-LABEL: func @divide_three
func.func @divide_three(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: dml.divide
  %three = dml.constant dense<3.0> : tensor<4xf32>
  %0 = dml.divide %a, %three : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// x * y / y may overflow in between.
// CHECK-LABEL: func @multiply_then_divide
func.func @multiply_then_divide(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: dml.multiply
  // CHECK: dml.divide
  %0 = dml.multiply %a, %b : tensor<4xf32>
  %1 = dml.divide %0, %b : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func @divide_one_into_other_layout
func.func @divide_one_into_other_layout(%a: tensor<2x3xf32>)
    -> tensor<2x3xf32, #dml.strides<[4, 1]>> {
  // CHECK: dml.divide
  %one = dml.constant dense<1.0> : tensor<2x3xf32>
  %0 = dml.divide %a, %one : (tensor<2x3xf32>, tensor<2x3xf32>)
      -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf32, #dml.strides<[4, 1]>>
}

// -----

//===----------------------------------------------------------------------===//
// identity, activation_relu, activation_elu
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @identity
// CHECK-SAME: (%[[A:.*]]: tensor<4xf64>)
func.func @identity(%a: tensor<4xf64>) -> tensor<4xf64> {
  // CHECK-NOT: dml.
  // CHECK: return %[[A]]
  %0 = dml.identity %a : tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK-LABEL: func @identity_scale_bias
func.func @identity_scale_bias(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: dml.identity {{.*}} {ScaleBias = #dml.scale_bias<Scale = 1.000000e+00 : f32, Bias = 0.000000e+00 : f32>}
  %0 = dml.identity %a {ScaleBias = #dml.scale_bias<Scale = 1.0 : f32, Bias = 0.0 : f32>} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @identity_into_other_layout
func.func @identity_into_other_layout(%a: tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>> {
  // CHECK: dml.identity
  %0 = dml.identity %a : (tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  return %0 : tensor<2x3xf32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @relu_twice
func.func @relu_twice(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-COUNT-1: dml.activation_relu
  // CHECK-NOT: dml.activation_relu
  %0 = dml.activation_relu %a : tensor<4xf32>
  %1 = dml.activation_relu %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func @relu_twice_into_other_layout
func.func @relu_twice_into_other_layout(%a: tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>> {
  // CHECK-COUNT-2: dml.activation_relu
  %0 = dml.activation_relu %a : tensor<2x3xf32>
  %1 = dml.activation_relu %0 : (tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  return %1 : tensor<2x3xf32, #dml.strides<[4, 1]>>
}

// CHECK-LABEL: func @elu_twice
func.func @elu_twice(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-COUNT-2: dml.activation_elu
  %0 = dml.activation_elu %a {Alpha = 1.0 : f32} : tensor<4xf32>
  %1 = dml.activation_elu %0 {Alpha = 1.0 : f32} : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -0 becomes +0, so clip to the whole range is not the identity's bits.
// CHECK-LABEL: func @clip_everything
func.func @clip_everything(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: dml.clip
  %0 = dml.clip %a {Max = 0x7F800000 : f32, Min = 0xFF800000 : f32} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

//===----------------------------------------------------------------------===//
// reinterpret
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @reinterpret_same
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>)
func.func @reinterpret_same(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NOT: dml.
  // CHECK: return %[[A]]
  %0 = dml.reinterpret %a : tensor<8xf32> to tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func @reinterpret_and_back
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>)
func.func @reinterpret_and_back(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NOT: dml.
  // CHECK: return %[[A]]
  %0 = dml.reinterpret %a : tensor<8xf32> to tensor<2x4xf32>
  %1 = dml.reinterpret %0 : tensor<2x4xf32> to tensor<16xi16>
  %2 = dml.reinterpret %1 : tensor<16xi16> to tensor<8xf32>
  return %2 : tensor<8xf32>
}

// CHECK-LABEL: func @reinterpret_chain
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>)
func.func @reinterpret_chain(%a: tensor<8xf32>) -> tensor<4x2xi32, #dml.strides<[1, 4]>> {
  // CHECK: %[[R:.*]] = dml.reinterpret %[[A]] : tensor<8xf32> to tensor<4x2xi32, #dml.strides<[1, 4]>>
  // CHECK-NOT: dml.reinterpret
  // CHECK: return %[[R]]
  %0 = dml.reinterpret %a : tensor<8xf32> to tensor<8xi32>
  %1 = dml.reinterpret %0 : tensor<8xi32> to tensor<2x4xi32>
  %2 = dml.reinterpret %1 : tensor<2x4xi32> to tensor<4x2xi32, #dml.strides<[1, 4]>>
  return %2 : tensor<4x2xi32, #dml.strides<[1, 4]>>
}

// CHECK-LABEL: func @reinterpret_splat
func.func @reinterpret_splat() -> tensor<2x8xf32, #dml.strides<[0, 1]>> {
  // CHECK: %[[C:.*]] = dml.constant dense<3.000000e+00> : tensor<2x8xf32, #dml.strides<[0, 1]>>
  // CHECK-NOT: dml.reinterpret
  // CHECK: return %[[C]]
  %c = dml.constant dense<3.0> : tensor<8xf32>
  %0 = dml.reinterpret %c : tensor<8xf32> to tensor<2x8xf32, #dml.strides<[0, 1]>>
  return %0 : tensor<2x8xf32, #dml.strides<[0, 1]>>
}

// The bytes of 3.0 are not 3.
// CHECK-LABEL: func @reinterpret_splat_as_integer
func.func @reinterpret_splat_as_integer() -> tensor<8xi32> {
  // CHECK: dml.constant dense<3.000000e+00> : tensor<8xf32>
  // CHECK: dml.reinterpret {{.*}} : tensor<8xf32> to tensor<8xi32>
  %c = dml.constant dense<3.0> : tensor<8xf32>
  %0 = dml.reinterpret %c : tensor<8xf32> to tensor<8xi32>
  return %0 : tensor<8xi32>
}

// CHECK-LABEL: func @reinterpret_elements
func.func @reinterpret_elements() -> tensor<2x2xf32> {
  // CHECK: dml.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
  // CHECK: dml.reinterpret
  %c = dml.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = dml.reinterpret %c : tensor<4xf32> to tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Common subexpressions and values nobody needs
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @same_twice
func.func @same_twice(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[R:.*]] = dml.multiply
  // CHECK-NOT: dml.multiply
  // CHECK: return %[[R]], %[[R]]
  %0 = dml.multiply %a, %b : tensor<4xf32>
  %1 = dml.multiply %b, %a : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @operands_of_divide_do_not_commute
func.func @operands_of_divide_do_not_commute(%a: tensor<4xf32>, %b: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-COUNT-2: dml.divide
  %0 = dml.divide %a, %b : tensor<4xf32>
  %1 = dml.divide %b, %a : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @other_attributes
func.func @other_attributes(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-COUNT-2: dml.activation_shrink
  %0 = dml.activation_shrink %a {Bias = 0.0 : f32, Threshold = 0.5 : f32} : tensor<4xf32>
  %1 = dml.activation_shrink %a {Bias = -0.0 : f32, Threshold = 0.5 : f32} : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @unused
// CHECK-NEXT: return
func.func @unused(%a: tensor<4xi32>) {
  %0 = dml.divide %a, %a : tensor<4xi32>
  %i = dml.linear_index : tensor<4xi64>
  %1 = dml.fused (%x = %a : tensor<4xi32>) -> tensor<4xi32> {
    dml.yield %x : i32
  }
  return
}

// Folds hold inside dml.fused too.
// CHECK-LABEL: func @elements
func.func @elements(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: dml.fused (%[[X:.*]] = {{.*}}) -> tensor<4xf32> {
  // CHECK-NEXT: dml.yield %[[X]]
  %0 = dml.fused (%x = %a : tensor<4xf32>) -> tensor<4xf32> {
    %one = dml.constant 1.0 : f32
    %1 = dml.multiply %x, %one : f32
    dml.yield %1 : f32
  }
  return %0 : tensor<4xf32>
}

//===----------------------------------------------------------------------===//
// reinterpret of a number
//===----------------------------------------------------------------------===//

// One number that readers of two sizes repeat.
// CHECK-LABEL: func @repeated_number
func.func @repeated_number(%a: tensor<4x8xf32>, %b: tensor<8xf32>)
    -> (tensor<4x8xf32>, tensor<8xf32>) {
  // CHECK-NOT: dml.fill_value_constant
  // CHECK-DAG: dml.constant dense<3.000000e+00> : tensor<4x8xf32, #dml.strides<[0, 0]>>
  // CHECK-DAG: dml.constant dense<3.000000e+00> : tensor<8xf32, #dml.strides<[0]>>
  // CHECK: return
  %i = dml.linear_index : tensor<1xi64>
  %three = dml.fill_value_constant %i {Value = 3.0 : f32} : (tensor<1xi64>) -> tensor<1xf32>
  %matrix = dml.reinterpret %three : tensor<1xf32> to tensor<4x8xf32, #dml.strides<[0, 0]>>
  %row = dml.reinterpret %three : tensor<1xf32> to tensor<8xf32, #dml.strides<[0]>>
  %0 = dml.divide %a, %matrix
      : (tensor<4x8xf32>, tensor<4x8xf32, #dml.strides<[0, 0]>>) -> tensor<4x8xf32>
  %1 = dml.divide %b, %row
      : (tensor<8xf32>, tensor<8xf32, #dml.strides<[0]>>) -> tensor<8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<8xf32>
}

// As another type it is another number.
// CHECK-LABEL: func @number_as_another_type
func.func @number_as_another_type(%a: tensor<4xui32>) -> tensor<4xui32> {
  // CHECK: dml.fill_value_constant
  // CHECK: dml.reinterpret
  %i = dml.linear_index : tensor<1xi64>
  %three = dml.fill_value_constant %i {Value = 3.0 : f32} : (tensor<1xi64>) -> tensor<1xf32>
  %all = dml.reinterpret %three : tensor<1xf32> to tensor<4xui32, #dml.strides<[0]>>
  %0 = dml.add %a, %all
      : (tensor<4xui32>, tensor<4xui32, #dml.strides<[0]>>) -> tensor<4xui32>
  return %0 : tensor<4xui32>
}

// A number that is a result stays an operator, which writes it.
// CHECK-LABEL: func @number_as_result
func.func @number_as_result() -> tensor<4xf32> {
  // CHECK: %[[Y:.*]] = dml.fill_value_constant
  // CHECK: return %[[Y]]
  %i = dml.linear_index : tensor<4xi64>
  %three = dml.fill_value_constant %i {Value = 3.0 : f32} : (tensor<4xi64>) -> tensor<4xf32>
  return %three : tensor<4xf32>
}
