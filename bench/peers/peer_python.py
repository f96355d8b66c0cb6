#!/usr/bin/env python3
# ===- peer_python.py - NumPy, numexpr, PyTorch, Numba -----------------------===#
#
# Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Peers that Python programs use. Arguments: liblimits.so, then names among
numpy, numexpr, torch, torchjit and numba. What is measured, and how, is that of
Harness.h."""

import ctypes
import json
import math
import os
import sys
import time

import numpy as np

WANTED = sys.argv[2:]
now = time.perf_counter_ns
f32 = np.float32


class LimitArgs(ctypes.Structure):
    _fields_ = [("inputs", ctypes.c_void_p * 4), ("out", ctypes.c_void_p),
                ("count", ctypes.c_int64), ("channels", ctypes.c_int64),
                ("plane_size", ctypes.c_int64)]


class LimitTimes(ctypes.Structure):
    _fields_ = [("fast", ctypes.c_double), ("strict", ctypes.c_double)]


KERNEL = ctypes.CFUNCTYPE(None, ctypes.POINTER(LimitArgs), ctypes.c_int64,
                          ctypes.c_int64)


def load_limits(path):
    limits = ctypes.CDLL(path)
    limits.limitAlloc.restype = ctypes.c_void_p
    limits.limitAlloc.argtypes = [ctypes.c_int64]
    limits.limitFree.argtypes = [ctypes.c_void_p, ctypes.c_int64]
    limits.limitBest.restype = None
    limits.limitBest.argtypes = [
        ctypes.c_char_p, ctypes.POINTER(LimitArgs), ctypes.c_int, ctypes.c_int,
        ctypes.POINTER(LimitTimes)]
    limits.limitVariantKernel.restype = KERNEL
    limits.limitVariantKernel.argtypes = [ctypes.c_char_p, ctypes.c_int]
    limits.limitStrictKernel.restype = KERNEL
    limits.limitStrictKernel.argtypes = [ctypes.c_char_p]
    limits.limitFill.restype = None
    limits.limitFill.argtypes = [ctypes.c_void_p, ctypes.c_int64,
                                 ctypes.c_float, ctypes.c_float,
                                 ctypes.c_uint32]
    return limits


limits = load_limits(sys.argv[1])
SIZES = [int(size) for size in os.environ.get(
    "PEERS_SIZES", "1024,65536,1048576,16777216").split(",")]
ONLY = [name for name in os.environ.get("PEERS_WL", "").split(",") if name]
BUDGET = float(os.environ.get("PEERS_BUDGET_MS", "60")) * 1e6
TYPES = {"W6": np.float16, "W6b": np.int8, "W6i": np.int32}
INPUTS = {"W1": 2, "W2": 1, "W3": 1, "W4": 4, "W5": 4, "W6": 2, "W6b": 2,
          "W6i": 2, "W7": 1}
LEAST_NARROW = 65536
CHECKED = 65536

out_path = os.environ.get("PEERS_OUT")
out_file = open(out_path, "a") if out_path else sys.stdout


def emit(**fields):
    clean = {key: None if isinstance(value, float) and not math.isfinite(value)
             else value for key, value in fields.items()}
    print(json.dumps(clean), file=out_file, flush=True)


class Work:
    """A workload with its memory filled."""

    def __init__(self, workload, images, channels, plane):
        self.workload = workload
        self.shape = (images, channels, plane)
        self.count = images * channels * plane
        self.type = np.dtype(TYPES.get(workload, np.float32))
        self.bytes = self.count * self.type.itemsize
        self.memory = [limits.limitAlloc(self.bytes) for _ in range(5)]
        self.arrays = [
            np.frombuffer((ctypes.c_char * self.bytes).from_address(address),
                          dtype=self.type) for address in self.memory]
        self.fill()
        self.args = LimitArgs((ctypes.c_void_p * 4)(*self.memory[:4]),
                              self.memory[4], self.count, channels, plane)
        self.y = self.arrays[4]
        if workload == "W7":
            self.x = self.arrays[0].reshape(self.shape)
            self.scale = self.arrays[1][:channels].reshape(channels, 1)
            self.bias = self.arrays[2][:channels].reshape(channels, 1)
            self.y = self.arrays[4].reshape(self.shape)

    def fill(self):
        random = np.random.default_rng(3)
        for i in range(4):
            array = self.arrays[i]
            if self.workload == "W6":
                array[:] = random.uniform(-2, 2, self.count)
            elif self.workload == "W6b":
                array[:] = random.integers(-128, 128, self.count, np.int8)
            elif self.workload == "W6i":
                low, high = (1, 2**19) if i == 1 else (-2**31, 2**31 - 1)
                array[:] = random.integers(low, high, self.count, np.int32)
            else:
                limits.limitFill(self.memory[i], self.count, -3, 3, 7 + i)

    def free(self):
        for address in self.memory:
            limits.limitFree(address, self.bytes)


def workloads():
    for name in INPUTS:
        if ONLY and name not in ONLY:
            continue
        if name == "W7":
            yield name, 1, 64, 224 * 224
            yield name, 32, 64, 56 * 56
            continue
        for size in SIZES:
            if not name.startswith("W6") or size >= LEAST_NARROW:
                yield name, 1, 1, size


def median(values):
    return sorted(values)[len(values) // 2]


def difference(work, got, kernel):
    """The largest difference of the last results from a kernel's."""
    checked = work.arrays[4][-len(got):]
    checked[:] = 7
    kernel(ctypes.byref(work.args), 0, work.count)
    return float(np.abs(got.astype(np.float64) -
                        checked.astype(np.float64)).max())


def time_of(call, calls):
    start = now()
    for _ in range(calls):
        call()
    return (now() - start) / calls


def best_limits(work, threads, calls):
    times = LimitTimes()
    limits.limitBest(work.workload.encode(), ctypes.byref(work.args), threads,
                     calls, ctypes.byref(times))
    return times


def clamp(value, low, high):
    return int(min(max(value, low), high))


def sample(work, threads, call):
    once = max(time_of(call, 1), 1)
    if once < 1e6:
        once = min(once, time_of(call, 10))
    limit = best_limits(work, threads, 1).fast
    calls = clamp(BUDGET / 16 / once, 1, 1e5)
    limit_calls = clamp(BUDGET / 64 / limit, 1, 1e6)
    rounds = clamp(BUDGET / (calls * once + limit_calls * limit * 4), 3, 9)
    return [(time_of(call, calls), best_limits(work, threads, limit_calls))
            for _ in range(rounds)]


def cell(peer, work, threads, call):
    call()
    got = work.arrays[4][-min(work.count, CHECKED):].copy()
    name = work.workload.encode()
    from_fast = difference(work, got, limits.limitVariantKernel(name, 0))
    from_strict = difference(work, got, limits.limitStrictKernel(name))
    samples = sample(work, threads, call)
    ours = [time for time, _ in samples]
    fast = [limit.fast for _, limit in samples]
    strict = [limit.strict for _, limit in samples]
    element = work.type.itemsize * (INPUTS[work.workload] + 1)
    best = min(ours)
    emit(peer=peer, wl=work.workload, shape="x".join(map(str, work.shape)),
         n=work.count, threads=threads, ns=best, ns_med=median(ours),
         limit_ns=min(fast), limit_ns_med=median(fast), strict_ns=min(strict),
         strict_ns_med=median(strict), ns_per_elem=best / work.count,
         gbs=element * work.count / best, of_limit=min(fast) / best,
         of_limit_med=median([limit.fast / time for time, limit in samples]),
         of_strict=min(strict) / best,
         of_strict_med=median([limit.strict / time
                               for time, limit in samples]),
         maxdiff=from_fast, maxdiff_strict=from_strict)


def run_all(peer, setup, thread_counts):
    """`setup` takes a workload and a number of threads and returns a call, or
    None where the peer cannot do that."""
    for shape in workloads():
        work = Work(*shape)
        for threads in thread_counts:
            try:
                call = setup(work, threads)
            except Exception as error:  # Whatever a peer throws: it cannot.
                print(peer, work.workload, "fails:", str(error).splitlines()[0],
                      file=sys.stderr)
                call = None
            if call:
                cell(peer, work, threads, call)
            else:
                emit(peer=peer, wl=work.workload, n=work.count,
                     threads=threads, unsupported=True)
            call = None
        work.free()


def dispatch_cell(peer, note, call):
    time_of(call, 50)
    times = [time_of(call, 1000) for _ in range(9)]
    emit(peer=peer, wl="W8", n=16, threads=1, ns=min(times),
         ns_med=median(times), note=note)


def compile_cell(peer, workload, note, times):
    emit(peer=peer, wl="W9", graph=workload, first_ns=times[0], ns=min(times),
         ns_med=median(times), note=note)


REFERENCES = {
    "Tanh": (np.tanh, -10, 10),
    "Exp": (np.exp, -86, 88),
    "Erf": (np.vectorize(math.erf), -5, 5),
    "Sigmoid": (lambda x: 1 / (1 + np.exp(-x)), -17, 80),
    "Log": (np.log, 1e-6, 100),
    "Sin": (np.sin, -100, 100),
}


def arguments(function, low, high):
    half = 1 << 19
    small = 2.0 ** np.linspace(-20, 0, half)
    odd = np.arange(half) & 1 == 1
    if function == "Log":
        near = 1 + np.where(odd, small, -0.9 * small)
    else:
        near = np.where(odd, small, -small)
    return np.concatenate([np.linspace(low, high, half), near]).astype(f32)


def accuracy_cells(peer, functions):
    for name, function in functions.items():
        reference, low, high = REFERENCES[name]
        x = arguments(name, low, high)
        exact = reference(x.astype(np.float64))
        got = function(x).astype(np.float64)
        valid = exact != 0
        exponent = np.frexp(np.abs(exact[valid]))[1] - 1
        ulp = np.ldexp(1.0, np.maximum(exponent, -126) - 23)
        error = np.abs(got[valid] - exact[valid]) / ulp
        worst = int(np.nanargmax(error))
        emit(peer=peer, accuracy=name, max_ulp=float(error[worst]),
             at=float(x[valid][worst]), mean_ulp=float(error.mean()))


BIAS, THRESHOLD, ZERO, HALF, ONE, FOUR, ROOT_HALF = map(
    f32, (0.1, 0.5, 0, 0.5, 1, 4, 0.70710678))


def run_numpy():
    def shrink(x):
        below = np.where(x < -THRESHOLD, x + BIAS, ZERO)
        return np.where(x > THRESHOLD, x - BIAS, below)

    def setup(work, threads):
        a, b, c, d, y = work.arrays

        def w1():
            np.copyto(y, shrink(a * b))

        def w2():
            t = np.exp(-a)
            t += ONE
            np.divide(a, t, out=y)

        def w4():
            t = a * b
            t += c
            np.tanh(t, out=t)
            np.multiply(t, d, out=y)

        def w5():
            t = a * b
            t += c
            t -= d
            t /= np.abs(b) + ONE
            np.abs(t, out=t)
            np.clip(t, ZERO, FOUR, out=t)
            np.copyto(y, shrink(t))

        def w6():
            y[:] = shrink(a.astype(f32) * b.astype(f32))

        def w6b():
            np.multiply(a, b, out=y)

        def w7():
            np.multiply(work.x, work.scale, out=work.y)
            np.add(work.y, work.bias, out=work.y)
            np.maximum(work.y, ZERO, out=work.y)

        return {"W1": w1, "W2": w2, "W4": w4, "W5": w5, "W6": w6, "W6b": w6b,
                "W7": w7}.get(work.workload)

    run_all("numpy", setup, [1])
    dispatch_cell("numpy", "", setup(Work("W1", 1, 1, 16), 1))
    accuracy_cells("numpy", {"Tanh": np.tanh, "Exp": np.exp, "Log": np.log,
                             "Sin": np.sin})


def run_numexpr():
    import numexpr
    shrink = "where(X > T, X - B, where(X < -T, X + B, Z))"
    quotient = "abs((a*b+c-d) / (abs(b)+O))"
    texts = {
        "W1": shrink.replace("X", "(a*b)"),
        "W2": "a / (O + exp(-a))",
        "W4": "tanh(a*b+c) * d",
        "W5": shrink.replace("X", f"where({quotient} < F, {quotient}, F)"),
        "W6i": "a / b",
        "W7": "where(x*s+t > Z, x*s+t, Z)",
    }
    constants = {"T": THRESHOLD, "B": BIAS, "Z": ZERO, "O": ONE, "F": FOUR}

    def names(work):
        values = dict(zip("abcd", work.arrays), **constants)
        if work.workload == "W7":
            values = dict(constants, x=work.x, s=work.scale, t=work.bias)
        return {name: value for name, value in values.items()
                if name in texts[work.workload]}

    def setup(work, threads):
        text = texts.get(work.workload)
        if not text:
            return None
        numexpr.set_num_threads(threads)
        values = names(work)
        result = numexpr.evaluate(text, local_dict=values, truediv=False)
        assert result.dtype == work.type, result.dtype
        return lambda: numexpr.evaluate(text, local_dict=values, out=work.y,
                                        truediv=False)

    run_all("numexpr", setup, [1, 2])
    works = {name: Work(name, 1, 1, 16) for name in ("W1", "W4")}
    numexpr.set_num_threads(1)
    values = names(works["W1"])
    numexpr.evaluate(texts["W1"], local_dict=values)
    dispatch_cell("numexpr", "re_evaluate",
                  lambda: numexpr.re_evaluate(local_dict=values))
    for name, work in works.items():
        times = []
        for i in range(1, 10):
            # Parentheses make it an expression numexpr has not seen.
            text = "(" * i + texts[name] + ")" * i
            times.append(time_of(lambda: numexpr.evaluate(
                text, local_dict=names(work)), 1))
        compile_cell("numexpr", name, "first evaluate of an expression", times)

    def function(text):
        return lambda x: numexpr.evaluate(
            text, local_dict={"a": x, "O": ONE} if "O" in text else {"a": x})

    accuracy_cells("numexpr", {
        "Tanh": function("tanh(a)"), "Exp": function("exp(a)"),
        "Log": function("log(a)"), "Sin": function("sin(a)"),
        "Sigmoid": function("O / (O + exp(-a))")})


def torch_functions():
    import torch
    import torch.nn.functional as F

    def shrink(x):
        below = torch.where(x < -0.5, x + 0.1, torch.zeros_like(x))
        return torch.where(x > 0.5, x - 0.1, below)

    def w1(a, b):
        return shrink(a * b)

    def w2(a):
        return F.silu(a)

    def w3(a):
        return F.gelu(a)

    def w4(a, b, c, d):
        return torch.tanh(a * b + c) * d

    def w5(a, b, c, d):
        quotient = torch.abs((a * b + c - d) / (torch.abs(b) + 1.0))
        return shrink(torch.clamp(quotient, 0.0, 4.0))

    def w6(a, b):
        return shrink(a.float() * b.float()).half()

    def w6b(a, b):
        return a * b

    def w6i(a, b):
        return torch.div(a, b, rounding_mode="trunc")

    def w7(x, scale, bias):
        return torch.relu(x * scale + bias)

    return {"W1": w1, "W2": w2, "W3": w3, "W4": w4, "W5": w5, "W6": w6,
            "W6b": w6b, "W6i": w6i, "W7": w7}


def run_torch(peer):
    import torch
    functions = torch_functions()
    if peer == "torchjit":
        functions = {name: torch.jit.script(function)
                     for name, function in functions.items()}

    def setup(work, threads):
        torch.set_num_threads(threads)
        function = functions[work.workload]
        if work.workload == "W7":
            arrays = [work.x, work.scale, work.bias]
        else:
            arrays = work.arrays[:INPUTS[work.workload]]
        inputs = [torch.from_numpy(array) for array in arrays]
        output = torch.from_numpy(work.y)
        with torch.no_grad():
            for _ in range(3):  # The profiling runs of TorchScript.
                function(*inputs)
        results = []

        # Timed calls return a fresh tensor, as users let them; the first one,
        # which is checked, is copied.
        def call():
            with torch.no_grad():
                result = function(*inputs)
            if not results:
                output.copy_(result)
            results[:] = [result]

        return call

    run_all(peer, setup, [1, 2])
    torch.set_num_threads(1)
    x = [torch.rand(16) for _ in range(2)]
    with torch.no_grad():
        dispatch_cell(peer, "", lambda: functions["W1"](*x))
    if peer == "torchjit":
        measure_torchscript(torch)
        return
    plain = {"Tanh": torch.tanh, "Exp": torch.exp, "Erf": torch.erf,
             "Sigmoid": torch.sigmoid, "Log": torch.log, "Sin": torch.sin}
    accuracy_cells("torch", {
        name: lambda x, function=function:
        function(torch.from_numpy(x)).numpy()
        for name, function in plain.items()})


def measure_torchscript(torch):
    texts = {
        "W1": "def f(a, b):\n"
              "    x = a * b\n"
              "    z = torch.where(x < -0.5, x + 0.1, torch.zeros_like(x))\n"
              "    return torch.where(x > 0.5, x - 0.1, z)\n",
        "W4": "def f(a, b, c, d):\n"
              "    return torch.tanh(a * b + c) * d\n",
    }
    for name, text in texts.items():
        inputs = [torch.rand(16) for _ in range(INPUTS[name])]

        def first():
            function = torch.jit.CompilationUnit(text).f
            with torch.no_grad():
                function(*inputs)

        compile_cell("torchjit", name, "TorchScript, first call",
                     [time_of(first, 1) for _ in range(5)])


def run_numba():
    import numba
    from numba import njit, prange

    def w1(a, b, c, d, y):
        for i in prange(a.size):
            x = a[i] * b[i]
            y[i] = x - BIAS if x > THRESHOLD else (
                x + BIAS if x < -THRESHOLD else ZERO)

    def w2(a, b, c, d, y):
        for i in prange(a.size):
            y[i] = a[i] / (ONE + math.exp(-a[i]))

    def w3(a, b, c, d, y):
        for i in prange(a.size):
            y[i] = HALF * a[i] * (ONE + f32(math.erf(a[i] * ROOT_HALF)))

    def w4(a, b, c, d, y):
        for i in prange(a.size):
            y[i] = f32(math.tanh(a[i] * b[i] + c[i])) * d[i]

    def w5(a, b, c, d, y):
        for i in prange(a.size):
            x = (a[i] * b[i] + c[i] - d[i]) / (abs(b[i]) + ONE)
            x = min(max(abs(x), ZERO), FOUR)
            y[i] = x - BIAS if x > THRESHOLD else (
                x + BIAS if x < -THRESHOLD else ZERO)

    def w6b(a, b, c, d, y):
        for i in prange(a.size):
            y[i] = a[i] * b[i]

    functions = {"W1": w1, "W2": w2, "W3": w3, "W4": w4, "W5": w5, "W6b": w6b}
    compiled = {}

    def setup(work, threads):
        name = work.workload
        if name not in functions:
            return None
        numba.set_num_threads(threads)
        if (name, threads) not in compiled:
            compiled[name, threads] = njit(
                parallel=threads > 1, error_model="numpy")(functions[name])
        function, arrays = compiled[name, threads], work.arrays
        return lambda: function(*arrays)

    run_all("numba", setup, [1, 2])
    work = Work("W1", 1, 1, 16)
    dispatch_cell("numba", "njit", setup(work, 1))
    for name in ("W1", "W4"):
        compile_cell("numba", name, "njit, first call", [
            time_of(lambda: njit(error_model="numpy")(functions[name])(
                *work.arrays), 1) for _ in range(4)])


RUNNERS = {"numpy": run_numpy, "numexpr": run_numexpr, "numba": run_numba,
           "torch": lambda: run_torch("torch"),
           "torchjit": lambda: run_torch("torchjit")}
for wanted in WANTED:
    RUNNERS[wanted]()
