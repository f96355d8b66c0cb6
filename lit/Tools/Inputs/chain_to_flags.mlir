func.func @main(%x0: tensor<8xf32>) -> tensor<8xui8> {
  %1 = dml.abs %x0 : tensor<8xf32>
  %2 = dml.abs %1 : tensor<8xf32>
  %3 = dml.abs %2 : tensor<8xf32>
  %4 = dml.is_infinity %3 {InfinityMode = "EITHER"} : (tensor<8xf32>) -> tensor<8xui8>
  return %4 : tensor<8xui8>
}
