func.func @f(%a: tensor<2x3xf32>) {
  %0 = dml.clip %a {Min = 0.0 : f32} : tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = dml.clip %a {Min = 0.0 : f32, Max = 1.0 : f64} : tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf64>) {
  %0 = dml.clip %a {Min = 0.0 : f32, Max = 1.0 : f32} : tensor<2x3xf64>
  return
}
// -----
func.func @f(%a: tensor<2x3xi64>) {
  %0 = dml.clip %a {Min = 0.0 : f32, Max = 1.0 : f32, ScaleBias = #dml.scale_bias<Scale = 1.0 : f32, Bias = 0.0 : f32>} : tensor<2x3xi64>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>) {
  %0 = dml.clip %a {Min = 0.0 : f32, Max = 1.0 : f32, ScaleBias = #dml.scale_bias<Scale = 1.0 : f16, Bias = 0.0 : f32>} : tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>) {
  %0 = dml.clip %a {Min = 0.0 : f32, Max = 1.0 : f32, ScaleBias = 1 : i32} : tensor<2x3xi32>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>) {
  %0 = dml.clip %a {Min = 0.0 : f32, Max = 1.0 : f32} : (tensor<2x3xi32>) -> tensor<2x3xui32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = dml.is_infinity %a {InfinityMode = "BOTH"} : (tensor<2x3xf32>) -> tensor<2x3xui8>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = dml.is_infinity %a {InfinityMode = 0 : i32} : (tensor<2x3xf32>) -> tensor<2x3xui8>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<2x3xf32>) -> tensor<2x3xi8>
  return
}
// -----
func.func @f(%a: tensor<2x3xi32>) {
  %0 = dml.is_infinity %a {InfinityMode = "EITHER"} : (tensor<2x3xi32>) -> tensor<2x3xui8>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = dml.is_infinity %a : (tensor<2x3xf32>) -> tensor<2x3xui8>
  return
}
// -----
func.func @f() {
  %0 = dml.linear_index : tensor<2x3xi64>
  %1 = dml.fill_value_sequence %0 {ValueStart = 1.0 : f32, ValueDelta = 1 : i32} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f() {
  %0 = dml.linear_index : tensor<2x3xi64>
  %1 = dml.fill_value_sequence %0 {ValueStart = 1.0 : f32, ValueDelta = 1.0 : f32} : (tensor<2x3xi64>) -> tensor<2x3xf64>
  return
}
// -----
func.func @f() {
  %0 = dml.linear_index : tensor<2x3xi64>
  %1 = dml.fill_value_sequence %0 {ValueStart = 1.0 : f32, ValueDelta = 1.0 : f32} : (tensor<2x3xi64>) -> tensor<3x2xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %1 = dml.fill_value_sequence %a {ValueStart = 1.0 : f32, ValueDelta = 1.0 : f32} : tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = dml.linear_index : tensor<2x3xi64>
  %1 = dml.fill_value_sequence %0 {ValueStart = 1.0 : f32} : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = dml.linear_index : tensor<2x3xi64>
  %1 = dml.fill_value_sequence %0 {ValueStart = 1 : ui8, ValueDelta = dense<1> : tensor<2xi32>} : (tensor<2x3xi64>) -> tensor<2x3xui8>
  return
}
// -----
func.func @f() {
  %0 = dml.linear_index : tensor<2x3xi32>
  return
}
// -----
func.func @f() {
  %0 = dml.linear_index : tensor<2x3xi64, #dml.strides<[4, 1]>>
  return
}
// -----
func.func @f() {
  %0 = dml.linear_index : tensor<?x3xi64>
  return
}
// -----
func.func @f() {
  %0 = dml.constant 1.0 : bf16
  return
}
// -----
func.func @f() {
  %0 = dml.constant dense<1.0> : vector<4xf32>
  return
}
// -----
func.func @f() {
  %0 = dml.constant sparse<0, 1.0> : tensor<4xf32>
  return
}
// -----
func.func @f() {
  %0 = dml.constant dense_resource<x> : tensor<4xf32>
  return
}
// -----
func.func @f() {
  %0 = "dml.constant"() {value = 1.0 : f32} : () -> f16
  return
}
// -----
func.func @f() {
  %0 = dml.constant dense<1.0> : tensor<2x3xf32, #dml.strides<[4, 1]>>
  return
}
// -----
func.func @f(%a: tensor<8xf32>) {
  %0 = dml.reinterpret %a : tensor<8xf32> to tensor<9xf32>
  return
}
// -----
func.func @f(%a: tensor<8xf32>) {
  %0 = dml.reinterpret %a : tensor<8xf32> to tensor<?xf32>
  return
}
// -----
func.func @f(%a: tensor<8xf32>) {
  %0 = dml.reinterpret %a : tensor<8xf32> to tensor<2xf32, #dml.strides<[9223372036854775807]>>
  return
}
// -----
func.func @f(%a: tensor<8xf32>) {
  %0 = dml.reinterpret %a : tensor<8xf32> to f32
  return
}
// -----
func.func @f(%a: tensor<8xf32>) {
  %0 = dml.reinterpret %a : tensor<8xf32> to tensor<4xi1>
  return
}
// -----
func.func @f(%a: tensor<0xf32>) {
  %0 = dml.reinterpret %a : tensor<0xf32> to tensor<4xf32>
  return
}
// -----
func.func @f(%a: f32) {
  %0 = dml.add %a, %a : f32
  dml.yield %0 : f32
}
