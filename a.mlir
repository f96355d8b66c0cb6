func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = dml.add %a, %b : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// -----
func.func @f(%a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %0 = dml.add %a, %a : tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
// -----
func.func @f(%a: tensor<2x3xf32>) -> tensor<2x3xf16> {
  %0 = dml.add %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf16>
  return %0 : tensor<2x3xf16>
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf16>) -> tensor<2x3xf32> {
  %0 = dml.add %a, %b : (tensor<2x3xf32>, tensor<2x3xf16>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x1xf32>) -> tensor<2x3xf32> {
  %0 = dml.add %a, %b : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// -----
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = dml.add %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// -----
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = dml.add %a, %a : tensor<f32>
  return %0 : tensor<f32>
}
// -----
func.func @f(%a: tensor<1x1x1x1x1x1x1x1x1xf32>) -> tensor<1x1x1x1x1x1x1x1x1xf32> {
  %0 = dml.add %a, %a : tensor<1x1x1x1x1x1x1x1x1xf32>
  return %0 : tensor<1x1x1x1x1x1x1x1x1xf32>
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = dml.add %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[0, 1]>>
  return
}
// -----
func.func @f(%a: tensor<2x3xf32>) {
  %0 = dml.add %a, %a : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32, #dml.strides<[1, 1]>>
  return
}
// -----
func.func @f(%a: tensor<?x3xf32>) {
  %0 = dml.add %a, %a : tensor<?x3xf32>
  return
}
// -----
func.func @f(%a: tensor<*xf32>) {
  %0 = dml.add %a, %a : tensor<*xf32>
  return
}
// -----
func.func @f(%a: tensor<3xbf16>) {
  %0 = dml.add %a, %a : tensor<3xbf16>
  return
}
// -----
func.func @f(%a: tensor<3xsi32>) {
  %0 = dml.add %a, %a : tensor<3xsi32>
  return
}
// -----
func.func @f(%a: tensor<3xi1>) {
  %0 = dml.add %a, %a : tensor<3xi1>
  return
}
// -----
func.func @f(%a: tensor<3xf32>) {
  %0 = dml.add %a : tensor<3xf32>
  return
}
// -----
func.func @f(%a: tensor<3xf32>) {
  %0 = dml.add %a, %a, %a : tensor<3xf32>
  return
}
// -----
func.func @f(%a: tensor<3xf32>, %b: f32) {
  %0 = dml.add %a, %b : (tensor<3xf32>, f32) -> tensor<3xf32>
  return
}
// -----
func.func @f(%a: f32) -> f32 {
  %0 = dml.add %a, %a : f32
  return %0: f32
}
// -----
func.func @f(%a: tensor<3xf32>) {
  %0 = dml.add %a, %a {Bias = 1.0 : f32} : tensor<3xf32>
  return
}
// -----
func.func @f(%a: tensor<3xf32, #dml.strides<[-1]>>) {
  return
}
// -----
func.func @f(%a: tensor<3xf32, #dml.strides<[1, 2]>>) {
  return
}
// -----
func.func @f(%a: tensor<9223372036854775807x2xf32>) {
  %0 = dml.add %a, %a : tensor<9223372036854775807x2xf32>
  return
}
// -----
func.func @f(%a: tensor<3xf32>) {
  %0, %1 = dml.add %a, %a : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}
// -----
func.func @f(%a: tensor<3xf32>) {
  dml.add %a, %a : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}
// -----
func.func @f(%a: tensor<3xf32, "x">) {
  %0 = dml.add %a, %a : (tensor<3xf32, "x">, tensor<3xf32, "x">) -> tensor<3xf32>
  return
}
// -----
func.func @f(%a: tensor<3xf32>) {
  %0 = dml.add %a, %a : (tensor<3xf32>, tensor<3xf32>) -> f32
  return
}
