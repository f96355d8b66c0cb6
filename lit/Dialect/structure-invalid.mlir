// RUN: fusedml-opt %s -split-input-file -verify-diagnostics

func.func @constant_type() {
  // expected-error@+1 {{'dml.constant' op result #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'bf16'}}
  dml.constant 1.0 : bf16
  return
}

// -----

func.func @constant_vector() {
  // expected-error@+1 {{'dml.constant' op result #0 must be a tensor of known sizes or, in dml.fused, an element of a DML data type, but got 'vector<4xf32>'}}
  dml.constant dense<1.0> : vector<4xf32>
  return
}

// -----

func.func @constant_result_type() {
  // expected-error@+1 {{'dml.constant' op failed to verify that all of {value, result} have same type}}
  "dml.constant"() {value = 1.0 : f32} : () -> f16
  return
}

// -----

func.func @constant_sparse() {
  // expected-error@+1 {{'dml.constant' op value must be dense elements for a tensor}}
  dml.constant sparse<0, 1.0> : tensor<4xf32>
  return
}

// -----

func.func @constant_strides() {
  // expected-error@+1 {{'dml.constant' op elements are packed, but the type has #dml.strides<[4, 1]>; give it by dml.reinterpret}}
  dml.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32, #dml.strides<[4, 1]>>
  return
}

// -----

func.func @linear_index_type() {
  // expected-error@+1 {{'dml.linear_index' op result #0 must be packed tensor of known sizes of 64-bit signless integer values, but got 'tensor<4xi32>'}}
  dml.linear_index : tensor<4xi32>
  return
}

// -----

func.func @linear_index_strides() {
  // expected-error@+1 {{'dml.linear_index' op result #0 must be packed tensor of known sizes of 64-bit signless integer values, but got 'tensor<2x3xi64, #dml.strides<[4, 1]>>'}}
  dml.linear_index : tensor<2x3xi64, #dml.strides<[4, 1]>>
  return
}

// -----

func.func @linear_index_sizes() {
  // expected-error@+1 {{'dml.linear_index' op result #0 must be packed tensor of known sizes of 64-bit signless integer values, but got 'tensor<?xi64>'}}
  dml.linear_index : tensor<?xi64>
  return
}

// -----

func.func @reinterpret_too_large(%a: tensor<8xf32>) {
  // expected-error@+1 {{'dml.reinterpret' op reads 36 bytes ('tensor<9xf32>') of a tensor of 32 bytes ('tensor<8xf32>')}}
  dml.reinterpret %a : tensor<8xf32> to tensor<9xf32>
  return
}

// -----

func.func @reinterpret_strides_too_large(%a: tensor<8xf32>) {
  // expected-error@+1 {{'dml.reinterpret' op reads 36 bytes ('tensor<2x5xf32, #dml.strides<[4, 1]>>') of a tensor of 32 bytes ('tensor<8xf32>')}}
  dml.reinterpret %a : tensor<8xf32> to tensor<2x5xf32, #dml.strides<[4, 1]>>
  return
}

// -----

func.func @reinterpret_of_nothing(%a: tensor<0xf32>) {
  // expected-error@+1 {{'dml.reinterpret' op reads 4 bytes ('tensor<1xf32>') of a tensor of 0 bytes ('tensor<0xf32>')}}
  dml.reinterpret %a : tensor<0xf32> to tensor<1xf32>
  return
}

// -----

func.func @reinterpret_nibbles_too_large(%a: tensor<3xui8>) {
  // expected-error@+1 {{'dml.reinterpret' op reads 4 bytes ('tensor<7xui4>') of a tensor of 3 bytes ('tensor<3xui8>')}}
  dml.reinterpret %a : tensor<3xui8> to tensor<7xui4>
  return
}

// -----

func.func @reinterpret_half_a_byte(%a: tensor<5xi4>) {
  // expected-error@+1 {{'dml.reinterpret' op reads 4 bytes ('tensor<2xi16>') of a tensor of 3 bytes ('tensor<5xi4>')}}
  dml.reinterpret %a : tensor<5xi4> to tensor<2xi16>
  return
}

// -----

func.func @reinterpret_span(%a: tensor<8xf32>) {
  // expected-error@+1 {{'dml.reinterpret' op a tensor spans more than 2^64 bytes}}
  dml.reinterpret %a : tensor<8xf32> to tensor<2xf32, #dml.strides<[9223372036854775807]>>
  return
}

// -----

func.func @reinterpret_sizes(%a: tensor<8xf32>) {
  // expected-error@+1 {{'dml.reinterpret' op result #0 must be tensor of known sizes, packed or with #dml.strides, of a DML data type values, but got 'tensor<?xf32>'}}
  dml.reinterpret %a : tensor<8xf32> to tensor<?xf32>
  return
}

// -----

func.func @reinterpret_encoding(%a: tensor<8xf32>) {
  // expected-error@+1 {{'dml.reinterpret' op result #0 must be tensor of known sizes, packed or with #dml.strides, of a DML data type values, but got 'tensor<8xf32, "other">'}}
  dml.reinterpret %a : tensor<8xf32> to tensor<8xf32, "other">
  return
}

// -----

func.func @reinterpret_type(%a: tensor<8xf32>) {
  // expected-error@+1 {{'dml.reinterpret' op result #0 must be tensor of known sizes, packed or with #dml.strides, of a DML data type values, but got 'tensor<4xi1>'}}
  dml.reinterpret %a : tensor<8xf32> to tensor<4xi1>
  return
}

// -----

func.func @reinterpret_element(%a: tensor<8xf32>) {
  // expected-error@+1 {{custom op 'dml.reinterpret' invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
  dml.reinterpret %a : tensor<8xf32> to f32
  return
}

// -----

func.func @reinterpret_indices() {
  %i = dml.linear_index : tensor<4xi64>
  %0 = dml.reinterpret %i : tensor<4xi64> to tensor<2x2xi64>
  // expected-error@+1 {{'dml.reinterpret' op sees indices as 'i32'; they have no bytes to reinterpret}}
  dml.reinterpret %0 : tensor<2x2xi64> to tensor<8xi32>
  return
}

// -----

func.func @yield_outside(%a: f32) {
  // expected-error@+1 {{'dml.yield' op expects parent op 'dml.fused'}}
  dml.yield %a : f32
}

// -----

func.func @fused_no_result(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.fused' op has no result}}
  "dml.fused"(%a) ({
  ^bb0(%x: f32):
    "dml.yield"() : () -> ()
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @fused_input_sizes(%a: tensor<1xf32>) {
  // expected-error@+1 {{'dml.fused' op input of type 'tensor<1xf32>' has other sizes than the result 'tensor<4xf32>'; repeat it by dml.reinterpret}}
  dml.fused (%x = %a : tensor<1xf32>) -> tensor<4xf32> {
    dml.yield %x : f32
  }
  return
}

// -----

func.func @fused_result_sizes(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.fused' op results 'tensor<4xf32>' and 'tensor<2x2xf32>' differ in sizes}}
  dml.fused (%x = %a : tensor<4xf32>) -> (tensor<4xf32>, tensor<2x2xf32>) {
    dml.yield %x, %x : f32, f32
  }
  return
}

// -----

func.func @fused_yield_count(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.fused' op has 1 results but yields 2 values}}
  dml.fused (%x = %a : tensor<4xf32>) -> tensor<4xf32> {
    dml.yield %x, %x : f32, f32
  }
  return
}

// -----

func.func @fused_yield_type(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.fused' op yields 'f32' for a result of type 'tensor<4xf16>'}}
  dml.fused (%x = %a : tensor<4xf32>) -> tensor<4xf16> {
    dml.yield %x : f32
  }
  return
}

// -----

func.func @fused_input_type(%a: f32) {
  // expected-error@+1 {{inputs of dml.fused must be tensors}}
  dml.fused (%x = %a : f32) -> tensor<4xf32> {
    dml.yield %x : f32
  }
  return
}

// -----

func.func @fused_result_type(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.fused' op result #0 must be variadic of tensor of known sizes, packed or with #dml.strides, of a DML data type values, but got 'f32'}}
  dml.fused (%x = %a : tensor<4xf32>) -> f32 {
    dml.yield %x : f32
  }
  return
}

// -----

func.func @fused_terminator(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.fused' op body must end with dml.yield}}
  dml.fused (%x = %a : tensor<4xf32>) -> tensor<4xf32> {
    llvm.unreachable
  }
  return
}

// -----

func.func @fused_empty(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.fused' op expects a non-empty block}}
  dml.fused (%x = %a : tensor<4xf32>) -> tensor<4xf32> {
  }
  return
}

// -----

func.func @fused_foreign_operation(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.fused' op body may hold dml operators and constants only, found 'arith.negf'}}
  dml.fused (%x = %a : tensor<4xf32>) -> tensor<4xf32> {
    %0 = arith.negf %x : f32
    dml.yield %0 : f32
  }
  return
}

// -----

func.func @fused_captures(%a: tensor<4xf32>, %b: f32) {
  // expected-note@+1 {{required by region isolation constraints}}
  dml.fused (%x = %a : tensor<4xf32>) -> tensor<4xf32> {
    // expected-error@+1 {{'dml.add' op using value defined outside the region}}
    %0 = dml.add %x, %b : f32
    dml.yield %0 : f32
  }
  return
}

// -----

func.func @fused_argument_count(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.fused' op has 1 inputs but 2 block arguments}}
  "dml.fused"(%a) ({
  ^bb0(%x: f32, %y: f32):
    dml.yield %x : f32
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @fused_argument_type(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.fused' op input of type 'tensor<4xf32>' meets block argument of type 'i32'}}
  "dml.fused"(%a) ({
  ^bb0(%x: i32):
    dml.yield %x : i32
  }) : (tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @launch_kernel(%a: tensor<4xf32>) {
  // expected-error@+1 {{'dml.launch' op requires attribute 'kernel'}}
  "dml.launch"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @launch_element(%a: f32) {
  // expected-error@+1 {{'dml.launch' op operand #0 must be variadic of tensor of known sizes, packed or with #dml.strides, of a DML data type values, but got 'f32'}}
  "dml.launch"(%a) {kernel = @k} : (f32) -> tensor<4xf32>
  return
}

// -----

// expected-error@+1 {{stride -1 of dimension 1 is negative; DML strides are unsigned}}
func.func @strides_negative(%a: tensor<2x3xf32, #dml.strides<[3, -1]>>)

// -----

// expected-error@+1 {{tensor of rank 2 has 1 strides; give one for each dimension}}
func.func @strides_count(%a: tensor<2x3xf32, #dml.strides<[1]>>)

// -----

// expected-error@+1 {{Scale and Bias are FLOAT; give them as f32}}
func.func @scale_type() attributes {test.value = #dml.scale_bias<Scale = 1.0 : f16, Bias = 0.0 : f32>} { return }

// -----

// expected-error@+1 {{Scale and Bias are FLOAT; give them as f32}}
func.func @bias_type() attributes {test.value = #dml.scale_bias<Scale = 1.0 : f32, Bias = 0.0 : f64>} { return }

// -----

// expected-error@+1 {{expected 'Bias'}}
func.func @bias_missing() attributes {test.value = #dml.scale_bias<Scale = 1.0 : f32, Offset = 0.0 : f32>} { return }

// -----

// Rounding a buffer up to words gives a view nothing to read.
func.func @reinterpret_rounding(%a: tensor<3xui8>) {
  // expected-error@+1 {{'dml.reinterpret' op reads 4 bytes ('tensor<4xui8>') of a tensor of 3 bytes ('tensor<3xui8>')}}
  dml.reinterpret %a : tensor<3xui8> to tensor<4xui8>
  return
}

// -----

func.func @reinterpret_padding(%a: tensor<2x3xf32>) {
  %0 = dml.activation_relu %a : (tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[4, 1]>>
  // expected-error@+1 {{'dml.reinterpret' op of type 'tensor<7xf32>' reads padding of 'tensor<2x3xf32, #dml.strides<[4, 1]>>', which has no defined contents}}
  dml.reinterpret %0 : tensor<2x3xf32, #dml.strides<[4, 1]>> to tensor<7xf32>
  return
}

// -----

func.func @fused_overlapping_result(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'dml.fused' op result of type 'tensor<2x3xf32, #dml.strides<[2, 1]>>' may have two elements at one address}}
  dml.fused (%x = %a : tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[2, 1]>> {
    dml.yield %x : f32
  }
  return
}
