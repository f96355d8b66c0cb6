#===- chain.py - a long graph ---------------------------------------------===#
#
# Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Writes a graph of so many additions, each of the one before to itself."""

import sys

count = int(sys.argv[1])
print("func.func @chain(%x0: tensor<8xf32>) -> tensor<8xf32> {")
for i in range(count):
    print(f"  %x{i + 1} = dml.add %x{i}, %x{i} : tensor<8xf32>")
print(f"  return %x{count} : tensor<8xf32>\n}}")
