#===- model.py - builds DxDispatch models ---------------------------------===#
#
# Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""A DxDispatch model of dispatches that follow each other."""

import json
import math

import numpy

DATA_TYPES = {
    "float64": "FLOAT64", "float32": "FLOAT32", "float16": "FLOAT16",
    "int64": "INT64", "int32": "INT32", "int16": "INT16", "int8": "INT8",
    "uint64": "UINT64", "uint32": "UINT32", "uint16": "UINT16",
    "uint8": "UINT8",
    # DirectML has no booleans.
    "bool": "UINT8",
}


class Tensor:
    """A resource of a model, packed."""

    def __init__(self, name, dtype, shape):
        self.name = name
        self.dtype = numpy.dtype(dtype)
        self.shape = tuple(shape)

    @property
    def data_type(self):
        return DATA_TYPES[self.dtype.name]

    def reshaped(self, shape):
        """The same memory with other sizes."""
        assert math.prod(shape) == math.prod(self.shape)
        return Tensor(self.name, self.dtype, shape)

    def desc(self, sizes):
        """As a DML_TENSOR_DESC of these sizes: aligned right, repeated by
        stride 0."""
        shape = (1,) * (len(sizes) - len(self.shape)) + self.shape
        strides, step = [0] * len(shape), 1
        for axis in reversed(range(len(shape))):
            assert shape[axis] in (1, sizes[axis])
            strides[axis] = 0 if shape[axis] == 1 else step
            step *= shape[axis]
        # Without dimensions it is one of size 1.
        return {"DataType": self.data_type, "Sizes": list(sizes) or [1],
                "Strides": strides or [1]}


def number(value):
    """A number as the model format spells it."""
    value = value.item() if isinstance(value, numpy.generic) else value
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value


class Model:
    """Resources and dispatches, kept in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.resources = {}
        self.dispatchables = {}
        self.commands = []

    def source(self, array):
        """A resource that holds an array."""
        name = f"input{len(self.resources)}"
        numpy.save(self.folder / f"{name}.npy", numpy.ascontiguousarray(array))
        self.resources[name] = {"initialValues": {"sourcePath": f"{name}.npy"}}
        return Tensor(name, array.dtype, array.shape)

    def constant(self, value, dtype):
        """A resource of one element."""
        return self.source(numpy.array(value, dtype))

    def result(self, dtype, shape):
        """A resource for what a dispatch writes."""
        name = f"result{len(self.resources)}"
        tensor = Tensor(name, dtype, shape)
        self.resources[name] = {
            "initialValuesDataType": tensor.data_type,
            "initialValues": {"valueCount": math.prod(tensor.shape),
                              "value": 0}}
        return tensor

    def dispatch(self, operator, inputs, output, **attributes):
        """Adds DML_OPERATOR_`operator`; `inputs` are tensors by the names of
        their fields, and broadcast to the sizes of `output`. Returns
        `output`."""
        name = f"{operator}{len(self.dispatchables)}"
        desc = {field: tensor.desc(output.shape)
                for field, tensor in inputs.items()}
        desc["OutputTensor"] = output.desc(output.shape)
        desc.update({field: number(value)
                     for field, value in attributes.items()})
        self.dispatchables[name] = {"type": operator, "desc": desc}
        bindings = {field: tensor.name for field, tensor in inputs.items()}
        bindings["OutputTensor"] = output.name
        self.commands.append({"type": "dispatch", "dispatchable": name,
                              "bindings": bindings})
        return output

    def write(self, tensor, path):
        """Adds a command that writes a .npy file into the output folder."""
        self.commands.append({"type": "writeFile", "resource": tensor.name,
                              "targetPath": path,
                              "dimensions": list(tensor.shape) or [1]})

    def save(self):
        path = self.folder / "model.json"
        path.write_text(json.dumps({"resources": self.resources,
                                    "dispatchables": self.dispatchables,
                                    "commands": self.commands}, indent=1))
        return path
