#!/usr/bin/env python3
#===- run_node_tests.py - ONNX's node tests, run by fusedml ---------------===#
#
# Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Turns ONNX's backend node tests into DxDispatch models, runs `fusedml run`
and compares what it writes.

FOLDER holds an index.json that lists the tests, and a folder for each with
ONNX's own files. Needs the modules onnx and numpy. Prints what failed, which
tests DirectML has no types for, and the counts. Exit codes: 0 all is well, 1 a
test failed, 2 wrong usage.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy
import onnx
import onnx.helper
import onnx.numpy_helper

from model import Model
from operators import OPERATORS, Node


class Failure(Exception):
    """What is wrong with a test's result."""


class Refused(Exception):
    """DirectML lacks a type."""


def read_tensor(path):
    tensor = onnx.TensorProto()
    tensor.ParseFromString(path.read_bytes())
    return onnx.numpy_helper.to_array(tensor)


def numpy_type(elem_type):
    """Old versions of onnx have a table, new ones a function."""
    if hasattr(onnx.helper, "tensor_dtype_to_np_dtype"):
        return onnx.helper.tensor_dtype_to_np_dtype(elem_type)
    return onnx.mapping.TENSOR_TYPE_TO_NP_TYPE[elem_type]


def attribute_value(attribute):
    value = onnx.helper.get_attribute_value(attribute)
    return value.decode() if isinstance(value, bytes) else value


def convert(test, data_set, folder):
    """Writes the model of a test; the result is in output.npy."""
    graph = onnx.ModelProto.FromString((test / "model.onnx").read_bytes()).graph
    if len(graph.node) != 1 or len(graph.node[0].output) != 1:
        raise Failure("it is not one node with one output")
    proto = graph.node[0]
    if proto.op_type not in OPERATORS:
        raise Failure(f"no operator for {proto.op_type}")

    model = Model(folder)
    names = [value.name for value in graph.input]
    inputs, arrays = [], []
    for name in proto.input:
        array = None
        if name:
            array = read_tensor(data_set / f"input_{names.index(name)}.pb")
        arrays.append(array)
        inputs.append(None if array is None else model.source(array))
    attributes = {attribute.name: attribute_value(attribute)
                  for attribute in proto.attribute}

    type_proto = graph.output[0].type.tensor_type
    result = model.result(
        numpy_type(type_proto.elem_type),
        [dimension.dim_value for dimension in type_proto.shape.dim])
    OPERATORS[proto.op_type](
        model, Node(proto.op_type, attributes, inputs, arrays), result)
    model.write(result, "output.npy")
    return model.save()


def run_tool(tool, model):
    result = subprocess.run(
        [tool, "run", model, "--output_path", model.parent],
        capture_output=True, text=True, check=False)
    if result.returncode == 0:
        return
    if result.returncode == 1 and ".DataType " in result.stderr \
            and "is not supported at feature level" in result.stderr:
        raise Refused(result.stderr.strip())
    raise Failure(f"exit code {result.returncode}: {result.stderr.strip()}")


def compare(expected, actual):
    """ONNX's own tolerance; integers exactly."""
    if expected.dtype == bool:
        expected = expected.astype(numpy.uint8)
    actual = actual.reshape(expected.shape)
    if expected.dtype != actual.dtype:
        raise Failure(f"type {actual.dtype}, not {expected.dtype}")
    if expected.dtype.kind == "f":
        absolute = 1e-3 if expected.dtype == numpy.float16 else 1e-7
        equal = numpy.isclose(actual.astype(numpy.float64),
                              expected.astype(numpy.float64),
                              rtol=1e-3, atol=absolute, equal_nan=True)
    else:
        equal = actual == expected
    if not numpy.all(equal):
        at = tuple(numpy.argwhere(~equal)[0])
        raise Failure(f"{numpy.sum(~equal)} of {equal.size} elements differ, "
                      f"the first at {list(map(int, at))}: expected "
                      f"{expected[at]}, got {actual[at]}")


def run_test(tool, folder):
    data_sets = sorted(folder.glob("test_data_set_*"))
    if not data_sets:
        raise Failure("no data")
    for data_set in data_sets:
        with tempfile.TemporaryDirectory(prefix="fusedml-") as temporary:
            temporary = pathlib.Path(temporary)
            run_tool(tool, convert(folder, data_set, temporary))
            compare(read_tensor(data_set / "output_0.pb"),
                    numpy.load(temporary / "output.npy"))


def group_of(entry):
    """A test's group in the counts."""
    if entry["outside_directml_types"]:
        return "outside of DirectML's types"
    return "several operators" if entry["composite"] else "one operator"


def outcome(tool, folder, entry):
    """What a test comes to, and why."""
    try:
        run_test(tool, folder / entry["test"])
    except Failure as failure:
        return "failed", str(failure)
    except Refused as refusal:
        # Only types DirectML lacks may be refused.
        outside = entry["outside_directml_types"]
        return "refused" if outside else "failed", str(refusal)
    return "passed", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool", type=pathlib.Path, help="the program fusedml")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("tests", nargs="*", help="run these only")
    parser.add_argument("--least", type=int, default=1,
                        help="fewer tests than this are a failure")
    options = parser.parse_args()
    entries = json.loads((options.folder / "index.json").read_text())["tests"]
    if options.tests:
        entries = [entry for entry in entries if entry["test"] in options.tests]

    # Threads wait for the tool, which does the work.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = list(pool.map(
            lambda entry: outcome(options.tool.resolve(), options.folder, entry),
            entries))
    counts = collections.defaultdict(collections.Counter)
    for entry, (kind, why) in zip(entries, outcomes):
        counts[group_of(entry)][kind] += 1
        if why:
            print(f"{kind}: {entry['test']}: {why}")
    failures = 0
    for group, kinds in counts.items():
        failures += kinds["failed"]
        print(f"{group}: {kinds['passed']} passed, {kinds['failed']} failed, "
              f"{kinds['refused']} refused")
    if len(entries) < options.least:
        print(f"{len(entries)} tests were found, not {options.least}")
    return int(failures > 0 or len(entries) < options.least)


if __name__ == "__main__":
    sys.exit(main())
