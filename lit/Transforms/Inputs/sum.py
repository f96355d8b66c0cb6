#===- sum.py - the sum of many tensors ------------------------------------===#
#
# Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Writes the sum of so many tensors: `sum.py 64`, or `sum.py 64 0` if all but
the first repeat one element."""

import sys

terms = int(sys.argv[1])
packed = "tensor<8xf32>"
term = "tensor<8xf32, #dml.strides<[0]>>" if sys.argv[2:] == ["0"] else packed
inputs = [f"%a0: {packed}"] + [f"%a{i}: {term}" for i in range(1, terms)]
print(f"func.func @sum({', '.join(inputs)}) -> {packed} {{")
value, kind = "%a0", packed
for i in range(1, terms):
    print(f"  %s{i} = dml.add {value}, %a{i} : ({kind}, {term}) -> {packed}")
    value = f"%s{i}"
print(f"  return {value} : {packed}\n}}")
