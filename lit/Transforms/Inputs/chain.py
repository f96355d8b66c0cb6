#===- chain.py - a chain of one operator ----------------------------------===#
#
# Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Writes a graph of so many operators, each of which reads the one before, as
every operand it has: `chain.py 1000 add 2`."""

import sys

count, operator, operands = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
print("func.func @chain(%x0: tensor<8xf32>) -> tensor<8xf32> {")
for i in range(count):
    inputs = ", ".join([f"%x{i}"] * operands)
    print(f"  %x{i + 1} = dml.{operator} {inputs} : tensor<8xf32>")
print(f"  return %x{count} : tensor<8xf32>\n}}")
