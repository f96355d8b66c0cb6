#!/usr/bin/env python3
# ===- make_models.py - the workloads as ONNX models ------------------------===#
#
# Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Writes the models of the workloads into the folder named as argument."""

import os
import sys

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save

FOLDER = sys.argv[1]
OPSET = 17
IR_VERSION = 8


def value(name, element, shape):
    return helper.make_tensor_value_info(name, element, shape)


def model(name, nodes, inputs, element=TensorProto.FLOAT, shapes=None,
          constants=None):
    shapes = shapes or {}
    graph = helper.make_graph(
        nodes, name,
        [value(i, element, shapes.get(i, ["n"])) for i in inputs],
        [value("y", element, shapes.get("y", ["n"]))],
        [numpy_helper.from_array(np.array(number, np.float32), constant)
         for constant, number in (constants or {}).items()])
    result = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", OPSET)])
    result.ir_version = IR_VERSION
    save(result, os.path.join(FOLDER, name + ".onnx"))


def node(operator, inputs, output, **attributes):
    return helper.make_node(operator, inputs.split(), [output], **attributes)


def shrink(x, output):
    return node("Shrink", x, output, bias=0.1, lambd=0.5)


os.makedirs(FOLDER, exist_ok=True)
model("W1", [node("Mul", "a b", "p"), shrink("p", "y")], "ab")
model("W2", [node("Sigmoid", "a", "s"), node("Mul", "s a", "y")], "a")
model("W3",
      [node("Div", "a root", "t"), node("Erf", "t", "e"),
       node("Add", "e one", "f"), node("Mul", "a f", "g"),
       node("Mul", "g half", "y")],
      "a", constants={"root": 2 ** 0.5, "one": 1, "half": 0.5})
model("W4",
      [node("Mul", "a b", "p"), node("Add", "p c", "q"), node("Tanh", "q", "t"),
       node("Mul", "t d", "y")],
      "abcd")
model("W5",
      [node("Mul", "a b", "p"), node("Add", "p c", "q"), node("Sub", "q d", "r"),
       node("Abs", "b", "s"), node("Add", "s one", "t"), node("Div", "r t", "u"),
       node("Abs", "u", "v"), node("Clip", "v low high", "w"),
       shrink("w", "y")],
      "abcd", constants={"one": 1, "low": 0, "high": 4})
model("W6", [node("Mul", "a b", "p"), shrink("p", "y")], "ab",
      TensorProto.FLOAT16)
model("W6b", [node("Mul", "a b", "y")], "ab", TensorProto.INT8)
model("W6i", [node("Div", "a b", "y")], "ab", TensorProto.INT32)
model("W7",
      [node("Mul", "a b", "p"), node("Add", "p c", "q"), node("Relu", "q", "y")],
      "abc",
      shapes={"a": ["N", "C", "HW"], "y": ["N", "C", "HW"], "b": ["C", 1],
              "c": ["C", 1]})
for function in ("Tanh", "Exp", "Erf", "Sigmoid", "Log", "Sin"):
    model(function, [node(function, "a", "y")], "a")
