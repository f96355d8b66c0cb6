//===- main.c - a graph compiled ahead of time, called from C -------------===//
//
// Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   fusedml compile examples/multiply_shrink.mlir -o multiply_shrink.o
//       --header multiply_shrink.h
//   cc -I. examples/aot/main.c multiply_shrink.o -o multiply_shrink
//
//===----------------------------------------------------------------------===//

#include "multiply_shrink.h"

#include <stdio.h>

int main(void) {
  float a[8] = {-2, -1, -0.5f, 0, 0.5f, 1, 1.5f, 2};
  float b[8] = {0.75f, 0.75f, 0.75f, 0.75f, 0.75f, 0.75f, 0.75f, 0.75f};
  float y[8];
  fusedml_multiply_shrink(a, b, y);
  for (int i = 0; i < 8; ++i)
    printf("%g ", y[i]); /* -1.4 -0.65 0 0 0 0.65 1.025 1.4 */
  printf("\n");
  return 0;
}
