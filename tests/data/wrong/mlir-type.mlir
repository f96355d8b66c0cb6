func.func @f(%a: tensor<2xf64>) -> tensor<2xf64> {
  %0 = dml.activation_relu %a : tensor<2xf64>
  return %0 : tensor<2xf64>
}
