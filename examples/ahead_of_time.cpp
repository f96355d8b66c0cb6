//===- ahead_of_time.cpp - code for a program without FuseDML -------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <fusedml/Compile.h>

#include <cstdio>
#include <fstream>

using namespace fusedml;

static int fail(const Diagnostic &error) {
  std::fprintf(stderr, "%s\n", error.str().c_str());
  return 1;
}

// Writes multiply_shrink.o and multiply_shrink.h for aot/main.c.
int main() {
  Graph graph("multiply_shrink");
  Tensor a = graph.input("a", DataType::Float32, {8});
  Tensor b = graph.input("b", DataType::Float32, {8});
  graph.output("y", activationShrink(a * b, {.bias = 0.1f, .threshold = 0.5f}));

  Expected<EmittedCode> emitted =
      emit(graph, EmitKind::Object, {.target = {.cpu = "x86-64-v3"}});
  if (!emitted)
    return fail(emitted.error());

  std::ofstream object("multiply_shrink.o", std::ios::binary);
  object << emitted->code << std::flush;
  std::ofstream header("multiply_shrink.h");
  header << emitted->header << std::flush;
  if (!object || !header) {
    std::fprintf(stderr, "multiply_shrink.o and .h cannot be written\n");
    return 1;
  }
}
