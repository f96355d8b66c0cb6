//===- strides_in_place.cpp - work on a part of memory you own ------------===//
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

// Scales each row of a 2x3 image whose rows are 4 elements apart, in place.
// The fourth element of a row is never touched.
int main() {
  Graph graph("scale_rows");
  Tensor image = graph.input("Image", DataType::Float32, {2, 3}, {4, 1});
  // One factor a row: stride 0 repeats it along the row.
  Tensor scale = graph.input("Scale", DataType::Float32, {2, 3}, {1, 0});
  // In place, the output must have the very layout of the input.
  graph.output("Scaled", image * scale, {4, 1});

  Expected<Kernel> kernel = compile(graph);
  if (!kernel)
    return fail(kernel.error());
  if (!kernel->mayAlias(/*output=*/0, /*input=*/0)) {
    std::fprintf(stderr, "this graph cannot work in place\n");
    return 1;
  }

  std::vector<float> pixels = {1, 2, 3, -1, 4, 5, 6, -1};
  std::vector<float> factors = {10, 100};
  if (Status status = kernel->run({pixels, factors}, {pixels}); !status)
    return fail(status.error());

  for (float value : pixels)
    std::printf("%g ", value); // 10 20 30 -1 400 500 600 -1
  std::printf("\n");
}
