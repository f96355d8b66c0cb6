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
  float a[6] = {1, 2, 3, -1, -2, -3};
  float b[6] = {2, 0.25f, 0.1f, 2, 0.25f, 0.1f};
  float y[6];
  fusedml_multiply_shrink(a, b, y);
  for (int i = 0; i < 6; ++i)
    printf("%g ", y[i]); /* 1.9 0 0 -1.9 0 0 */
  printf("\n");
  return 0;
}
