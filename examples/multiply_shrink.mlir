// The graph of multiply_shrink.json: one kernel after fusion.
//
//   fusedml run examples/multiply_shrink.mlir --input a=a.npy --input b=b.npy

func.func @multiply_shrink(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = dml.multiply %a, %b : tensor<8xf32>
  %1 = dml.activation_shrink %0 {Bias = 0.1 : f32, Threshold = 0.5 : f32} : tensor<8xf32>
  return %1 : tensor<8xf32>
}
