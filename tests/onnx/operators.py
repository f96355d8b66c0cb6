#===- operators.py - ONNX operators as operators of DirectML --------------===#
#
# Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""How each ONNX operator is computed by operators of DirectML.

An entry of OPERATORS takes the model that is built, the node and the tensor
its result belongs into. ONNX's defaults are those of the newest opset.
"""

import math

import numpy

UNARY = {
    "Abs": "ELEMENT_WISE_ABS",
    "Acos": "ELEMENT_WISE_ACOS",
    "Asin": "ELEMENT_WISE_ASIN",
    "Asinh": "ELEMENT_WISE_ASINH",
    "Atan": "ELEMENT_WISE_ATAN",
    "BitwiseNot": "ELEMENT_WISE_BIT_NOT",
    "Cast": "CAST",
    "Ceil": "ELEMENT_WISE_CEIL",
    "Cos": "ELEMENT_WISE_COS",
    "Cosh": "ELEMENT_WISE_COSH",
    "Erf": "ELEMENT_WISE_ERF",
    "Exp": "ELEMENT_WISE_EXP",
    "Floor": "ELEMENT_WISE_FLOOR",
    "Identity": "ELEMENT_WISE_IDENTITY",
    "IsNaN": "ELEMENT_WISE_IS_NAN",
    "Log": "ELEMENT_WISE_LOG",
    "Neg": "ELEMENT_WISE_NEGATE",
    "Not": "ELEMENT_WISE_LOGICAL_NOT",
    "Reciprocal": "ELEMENT_WISE_RECIP",
    "Relu": "ACTIVATION_RELU",
    "Sigmoid": "ACTIVATION_SIGMOID",
    "Sign": "ELEMENT_WISE_SIGN",
    "Sin": "ELEMENT_WISE_SIN",
    "Sinh": "ELEMENT_WISE_SINH",
    "Softsign": "ACTIVATION_SOFTSIGN",
    "Sqrt": "ELEMENT_WISE_SQRT",
    "Tan": "ELEMENT_WISE_TAN",
    "Tanh": "ACTIVATION_TANH",
}

BINARY = {
    "Add": "ELEMENT_WISE_ADD",
    "And": "ELEMENT_WISE_LOGICAL_AND",
    "BitwiseAnd": "ELEMENT_WISE_BIT_AND",
    "BitwiseOr": "ELEMENT_WISE_BIT_OR",
    "Div": "ELEMENT_WISE_DIVIDE",
    "Equal": "ELEMENT_WISE_LOGICAL_EQUALS",
    "Greater": "ELEMENT_WISE_LOGICAL_GREATER_THAN",
    "GreaterOrEqual": "ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL",
    "Less": "ELEMENT_WISE_LOGICAL_LESS_THAN",
    "LessOrEqual": "ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL",
    "Mul": "ELEMENT_WISE_MULTIPLY",
    "Or": "ELEMENT_WISE_LOGICAL_OR",
    "Sub": "ELEMENT_WISE_SUBTRACT",
    "Xor": "ELEMENT_WISE_LOGICAL_XOR",
}

# Any number of inputs, by operators that take two.
VARIADIC = {
    "Max": "ELEMENT_WISE_MAX",
    "Min": "ELEMENT_WISE_MIN",
    "Sum": "ELEMENT_WISE_ADD",
}

# The fields of DirectML, ONNX's names for them and ONNX's defaults.
ACTIVATIONS = {
    "Elu": ("ACTIVATION_ELU", {"Alpha": ("alpha", 1.0)}),
    "HardSigmoid": ("ACTIVATION_HARD_SIGMOID",
                    {"Alpha": ("alpha", 0.2), "Beta": ("beta", 0.5)}),
    "LeakyRelu": ("ACTIVATION_LEAKY_RELU", {"Alpha": ("alpha", 0.01)}),
    "Selu": ("ACTIVATION_SCALED_ELU",
             {"Alpha": ("alpha", 1.67326319217681884765625),
              "Gamma": ("gamma", 1.05070102214813232421875)}),
    "Shrink": ("ACTIVATION_SHRINK",
               {"Bias": ("bias", 0.0), "Threshold": ("lambd", 0.5)}),
    # ONNX has no attributes for what these take.
    "HardSwish": ("ACTIVATION_HARD_SWISH",
                  {"Alpha": (None, 1 / 6), "Beta": (None, 0.5)}),
    "Softplus": ("ACTIVATION_SOFTPLUS", {"Steepness": (None, 1.0)}),
}


class Node:
    """An ONNX node: inputs are None where they are left out."""

    def __init__(self, op, attributes, inputs, arrays):
        self.op = op
        self.attributes = attributes
        self.inputs = inputs
        self.arrays = arrays  # What the inputs hold.

    def get(self, name, default):
        return self.attributes.get(name, default)

    def input(self, index):
        return self.inputs[index] if index < len(self.inputs) else None


def unary(model, node, result):
    model.dispatch(UNARY[node.op], {"InputTensor": node.input(0)}, result)


def binary(model, node, result):
    pair = {"ATensor": node.input(0), "BTensor": node.input(1)}
    model.dispatch(BINARY[node.op], pair, result)


def variadic(model, node, result):
    value, *others = node.inputs
    if not others:
        model.dispatch("ELEMENT_WISE_IDENTITY", {"InputTensor": value}, result)
    for index, other in enumerate(others):
        shape = numpy.broadcast_shapes(value.shape, other.shape)
        is_last = index + 1 == len(others)
        target = result if is_last else model.result(result.dtype, shape)
        value = model.dispatch(VARIADIC[node.op],
                               {"ATensor": value, "BTensor": other}, target)


def mean(model, node, result):
    if len(node.inputs) == 1:
        model.dispatch("ELEMENT_WISE_IDENTITY",
                       {"InputTensor": node.input(0)}, result)
        return
    assert len(node.inputs) == 2
    model.dispatch("ELEMENT_WISE_MEAN",
                   {"ATensor": node.input(0), "BTensor": node.input(1)}, result)


def activation(model, node, result):
    operator, fields = ACTIVATIONS[node.op]
    model.dispatch(operator, {"InputTensor": node.input(0)}, result,
                   **{field: node.get(name, default)
                      for field, (name, default) in fields.items()})


def bit_shift(model, node, result):
    model.dispatch(f"ELEMENT_WISE_BIT_SHIFT_{node.attributes['direction']}",
                   {"ATensor": node.input(0), "BTensor": node.input(1)}, result)


def clip(model, node, result):
    is_float = result.dtype.kind == "f"
    if is_float:
        limits = [-math.inf, math.inf]
    else:
        limits = [numpy.iinfo(result.dtype).min, numpy.iinfo(result.dtype).max]
    for index in (1, 2):
        if node.input(index) is not None:
            limits[index - 1] = node.arrays[index].item()
    # Where the two cross, DirectML gives Min and ONNX gives Max.
    low, high = min(limits), limits[1]
    pair = {"InputTensor": node.input(0)}
    if is_float:
        model.dispatch("ELEMENT_WISE_CLIP", pair, result, Min=low, Max=high)
    else:
        model.dispatch("ELEMENT_WISE_CLIP1", pair, result,
                       MinMaxDataType=result.data_type, Min=low, Max=high)


def along_axis(node, tensor):
    """Scale or zero point as a tensor that broadcasts to the input."""
    shape = node.input(0).shape
    if math.prod(tensor.shape) == 1:
        return tensor.reshaped((1,) * len(shape))
    axis = node.get("axis", 1) % len(shape)
    return tensor.reshaped((1,) * axis + tensor.shape
                           + (1,) * (len(shape) - axis - 1))


def quantization(model, node, result):
    kind = {"QuantizeLinear": "QUANTIZE_LINEAR",
            "DequantizeLinear": "DEQUANTIZE_LINEAR"}[node.op]
    inputs = {"InputTensor": node.input(0),
              "ScaleTensor": along_axis(node, node.input(1))}
    if node.input(2) is not None:
        inputs["ZeroPointTensor"] = along_axis(node, node.input(2))
    model.dispatch(f"ELEMENT_WISE_{kind}", inputs, result)


def gelu(model, node, result):
    x = node.input(0)
    if node.get("approximate", "none") == "none":
        model.dispatch("ACTIVATION_GELU", {"InputTensor": x}, result)
        return

    def step(operator, inputs, **attributes):
        return model.dispatch(operator, inputs,
                              model.result(x.dtype, x.shape), **attributes)

    # 0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))
    cube = step("ELEMENT_WISE_CONSTANT_POW", {"InputTensor": x}, Exponent=3)
    scaled = step("ACTIVATION_LINEAR", {"InputTensor": cube},
                  Alpha=0.044715, Beta=0)
    inner = step("ELEMENT_WISE_ADD", {"ATensor": x, "BTensor": scaled})
    outer = step("ACTIVATION_LINEAR", {"InputTensor": inner},
                 Alpha=math.sqrt(2 / math.pi), Beta=0)
    tanh = step("ACTIVATION_TANH", {"InputTensor": outer})
    half = step("ACTIVATION_LINEAR", {"InputTensor": tanh},
                Alpha=0.5, Beta=0.5)
    model.dispatch("ELEMENT_WISE_MULTIPLY", {"ATensor": x, "BTensor": half},
                   result)


def is_inf(model, node, result):
    modes = {(1, 1): "EITHER", (0, 1): "POSITIVE", (1, 0): "NEGATIVE"}
    mode = modes[node.get("detect_negative", 1), node.get("detect_positive", 1)]
    model.dispatch("ELEMENT_WISE_IS_INFINITY", {"InputTensor": node.input(0)},
                   result, InfinityMode=mode)


def modulus(model, node, result):
    kind = "TRUNCATE" if node.get("fmod", 0) else "FLOOR"
    model.dispatch(f"ELEMENT_WISE_MODULUS_{kind}",
                   {"ATensor": node.input(0), "BTensor": node.input(1)}, result)


def power(model, node, result):
    base, exponent = node.input(0), node.input(1)
    if exponent.dtype.itemsize == 8 and base.dtype.itemsize < 8:
        # POW takes no exponent of 64 bits, and those of the tests are small.
        assert numpy.all(numpy.abs(node.arrays[1]) < 2**31)
        exponent = model.dispatch(
            "CAST", {"InputTensor": exponent},
            model.result(numpy.int32, exponent.shape))
    model.dispatch("ELEMENT_WISE_POW",
                   {"InputTensor": base, "ExponentTensor": exponent}, result)


def prelu(model, node, result):
    model.dispatch("ACTIVATION_PARAMETERIZED_RELU",
                   {"InputTensor": node.input(0), "SlopeTensor": node.input(1)},
                   result)


def rounding(model, node, result):
    model.dispatch("ELEMENT_WISE_ROUND", {"InputTensor": node.input(0)}, result,
                   RoundingMode="HALVES_TO_NEAREST_EVEN")


def where(model, node, result):
    model.dispatch("ELEMENT_WISE_IF",
                   {"ConditionTensor": node.input(0), "ATensor": node.input(1),
                    "BTensor": node.input(2)}, result)


OPERATORS = {
    **dict.fromkeys(UNARY, unary),
    **dict.fromkeys(BINARY, binary),
    **dict.fromkeys(VARIADIC, variadic),
    **dict.fromkeys(ACTIVATIONS, activation),
    "BitShift": bit_shift,
    "Clip": clip,
    "DequantizeLinear": quantization,
    "Gelu": gelu,
    "IsInf": is_inf,
    "Mean": mean,
    "Mod": modulus,
    "PRelu": prelu,
    "Pow": power,
    "QuantizeLinear": quantization,
    "Round": rounding,
    "Where": where,
}
