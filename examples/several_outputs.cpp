//===- several_outputs.cpp - one pass over memory, named operators --------===//
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
  Graph graph("gate");
  Tensor x = graph.input("X", DataType::Float32, {4});
  Tensor w = graph.input("W", DataType::Float32, {4});
  Tensor scores = (x * w).named("scores");
  graph.output("Scores", scores);
  graph.output("Clipped", clip(scores, {.min = -1, .max = 1}).named("clipped"));
  graph.output("Negative", logicalLessThan(scores, scalarLike(scores, 0)));

  // What fusion makes of it: one kernel that reads X and W once.
  Expected<Explanation> explanation = explain(graph);
  if (!explanation)
    return fail(explanation.error());
  std::printf("%s", explanation->report.c_str());

  Expected<Kernel> kernel = compile(graph);
  if (!kernel)
    return fail(kernel.error());
  std::vector<float> a = {1, 2, 3, 4}, b = {0.5f, -2, 2, 0};
  std::vector<float> product(4), clipped(4);
  std::vector<uint8_t> negative(4); // Truth values are bytes.
  if (Status status = kernel->run({a, b}, {product, clipped, negative});
      !status)
    return fail(status.error());

  for (int i = 0; i < 4; ++i) // 0.5 0.5 0, -4 -1 1, 6 1 0, 0 0 0
    std::printf("%g %g %d\n", product[i], clipped[i], negative[i]);
}
