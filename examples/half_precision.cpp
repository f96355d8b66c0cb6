//===- half_precision.cpp - FLOAT16 in memory, FLOAT32 where asked --------===//
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
  Graph graph("half");
  Tensor x = graph.input("X", DataType::Float16, {4});
  Tensor w = graph.input("W", DataType::Float32, {4});
  // A FLOAT16 operator rounds its result to FLOAT16.
  graph.output("Third", x / 3);
  // Types never convert by themselves.
  graph.output("Weighted", cast(x, DataType::Float32) / 3 * w);

  Expected<Kernel> kernel = compile(graph);
  if (!kernel)
    return fail(kernel.error());

  // Compilers without _Float16: uint16_t, floatToHalf() and halfToFloat().
  std::vector<_Float16> halves = {1, 2, 3, 4}, third(4);
  std::vector<float> weights = {1, 1, 10, 10}, weighted(4);
  if (Status status = kernel->run({halves, weights}, {third, weighted});
      !status)
    return fail(status.error());

  for (int i = 0; i < 4; ++i) // 0.333252 0.333333, 0.666504 0.666667, 1 10, ...
    std::printf("%g %g\n", static_cast<float>(third[i]), weighted[i]);
}
