//===- broadcast.cpp - operands of different sizes and numbers ------------===//
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
  Graph graph("normalize");
  Tensor x = graph.input("X", DataType::Float32, {2, 4});
  Tensor mean = graph.input("Mean", DataType::Float32, {4});
  Tensor scale = graph.input("Scale", DataType::Float32, {2, 1});
  // One mean for each column, one scale for each row; nothing is copied.
  graph.output("Y", (x - mean) * scale / 2 + 1);

  Expected<Kernel> kernel = compile(graph);
  if (!kernel)
    return fail(kernel.error());

  std::vector<float> values = {1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<float> means = {1, 2, 3, 4}, scales = {1, 10}, y(8);
  if (Status status = kernel->run({values, means, scales}, {y}); !status)
    return fail(status.error());

  for (float value : y)
    std::printf("%g ", value); // 1 1 1 1 21 21 21 21
  std::printf("\n");
}
