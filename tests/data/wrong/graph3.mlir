func.func @f(%a: tensor<3xf32>) -> tensor<3xf32> {
  %0 = dml.activation_relu %a : tensor<3xf32>
  return %0 : tensor<3xf32>
}
