// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @no_dictionary(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_leaky_relu' op dml.arguments is 3 : i32; give a dictionary of argument numbers}}
  dml.activation_leaky_relu %a {Alpha = 0.5 : f32, dml.arguments = 3 : i32} : tensor<4xf32>
  return
}

// -----

func.func @no_such_field(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_leaky_relu' op has no field "Beta", which dml.arguments names}}
  dml.activation_leaky_relu %a {Alpha = 0.5 : f32, dml.arguments = {Beta = 3 : i32}} : tensor<4xf32>
  return
}

// -----

func.func @no_operator(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.reinterpret' op has no field "Alpha", which dml.arguments names}}
  dml.reinterpret %a {dml.arguments = {Alpha = 3 : i32}} : tensor<4xf32> to tensor<2x2xf32>
  return
}

// -----

func.func @no_scalar(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_leaky_relu' op dml.arguments has 3 : i32 for "InputTensor"; give an i32, for a FLOAT that is there}}
  dml.activation_leaky_relu %a {Alpha = 0.5 : f32, dml.arguments = {InputTensor = 3 : i32}} : tensor<4xf32>
  return
}

// -----

func.func @wrong_kind(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_leaky_relu' op dml.arguments has 3 : i64 for "Alpha"; give an i32, for a FLOAT that is there}}
  dml.activation_leaky_relu %a {Alpha = 0.5 : f32, dml.arguments = {Alpha = 3 : i64}} : tensor<4xf32>
  return
}

// -----

func.func @one_number_for_two(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.abs' op dml.arguments has 3 : i32 for "ScaleBias"; give an array<i32> of two numbers, for a ScaleBias that is there}}
  dml.abs %a {ScaleBias = #dml.scale_bias<Scale = 2.0 : f32, Bias = 0.5 : f32>, dml.arguments = {ScaleBias = 3 : i32}} : tensor<4xf32>
  return
}

// -----

func.func @absent(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.abs' op dml.arguments has array<i32: 0, 1> for "ScaleBias"; give an array<i32> of two numbers, for a ScaleBias that is there}}
  dml.abs %a {dml.arguments = {ScaleBias = array<i32: 0, 1>}} : tensor<4xf32>
  return
}

// -----

func.func @always_constant(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_leaky_relu' op "Alpha" cannot be argument 3; numbers start at 0, and a scalar that is 1.000000e+00 : f32 is constant here}}
  dml.activation_leaky_relu %a {Alpha = 1.0 : f32, dml.arguments = {Alpha = 3 : i32}} : tensor<4xf32>
  return
}

// -----

func.func @decides_code(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.constant_pow' op "Exponent" cannot be argument 0; numbers start at 0, and a scalar that is 2.500000e+00 : f32 is constant here}}
  dml.constant_pow %a {Exponent = 2.5 : f32, dml.arguments = {Exponent = 0 : i32}} : tensor<4xf32>
  return
}

// -----

func.func @negative(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_leaky_relu' op "Alpha" cannot be argument -1; numbers start at 0, and a scalar that is 5.000000e-01 : f32 is constant here}}
  dml.activation_leaky_relu %a {Alpha = 0.5 : f32, dml.arguments = {Alpha = -1 : i32}} : tensor<4xf32>
  return
}

// -----

func.func @nonnegative(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_relu' op has no use for dml.nonnegative, which operators with a branch for negative numbers may have in dml.fused}}
  dml.activation_relu %a {dml.nonnegative} : tensor<4xf32>
  return
}

// -----

func.func @nonnegative_on_tensors(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.activation_shrink' op has no use for dml.nonnegative, which operators with a branch for negative numbers may have in dml.fused}}
  dml.activation_shrink %a {Bias = 0.5 : f32, Threshold = 0.5 : f32, dml.nonnegative} : tensor<4xf32>
  return
}
