//===- multiply_shrink.cpp - two operators, one loop ----------------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <fusedml/Compile.h>

#include <cstdio>
#include <vector>

using namespace fusedml;

static int fail(const Diagnostic &error) {
  std::fprintf(stderr, "%s\n", error.str().c_str());
  return 1;
}

int main() {
  Graph graph("multiply_shrink");
  Tensor a = graph.input("A", DataType::Float32, {2, 3});
  Tensor b = graph.input("B", DataType::Float32, {2, 3});
  graph.output("Y", activationShrink(a * b, {.bias = 0.1f, .threshold = 0.5f}));

  Expected<Kernel> kernel = compile(graph);
  if (!kernel)
    return fail(kernel.error());

  std::vector<float> x = {1, 2, 3, -1, -2, -3};
  std::vector<float> w = {2, 0.25f, 0.1f, 2, 0.25f, 0.1f};
  std::vector<float> y(6);
  if (Status status = kernel->run({x, w}, {y}); !status)
    return fail(status.error());

  for (float value : y)
    std::printf("%g ", value); // 1.9 0 0 -1.9 0 0
  std::printf("\n");
}
