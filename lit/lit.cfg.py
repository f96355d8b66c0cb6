#===- lit.cfg.py - how the tests under lit/ run ---------------------------===#
#
# Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#

import os
import shutil

import lit.formats

config.name = "FuseDML"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.binary_root, "lit", "output")

# fusedml and fusedml-opt of this build; FileCheck, not, count and split-file
# of the LLVM it was built with.
config.environment["PATH"] = os.pathsep.join(
    [config.tools_dir, config.llvm_tools_dir, os.environ.get("PATH", "")]
)
config.environment["FILECHECK_OPTS"] = "-enable-var-scope"
# As in tests/support/Main.cpp: a new cache for each run, but for who names one.
cache = os.environ.get("FUSEDML_CACHE_DIR")
if cache is None:
    cache = os.path.join(config.test_exec_root, "cache")
    shutil.rmtree(cache, ignore_errors=True)
config.environment["FUSEDML_CACHE_DIR"] = cache
for name in ("HOME", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions += [
    ("%examples", os.path.join(config.source_root, "examples")),
    ("%source_root", config.source_root),
    ("%build_root", config.binary_root),
    ("%python", config.python),
    ("%mlir_include", config.mlir_include),
]

# Test cases that are not part of the repository: tests/support/CasesFolder.h.
cases = os.environ.get("FUSEDML_CASES") or os.path.join(
    os.path.dirname(config.source_root), "shared", "cases"
)
if os.path.isdir(cases):
    config.available_features.add("cases")
    config.environment["FUSEDML_CASES"] = cases
    config.substitutions.append(("%cases", cases))

# D3D12 and COM. The compilers know the folder of Debian's own.
config.substitutions.append(
    (
        "%directx",
        f"-idirafter {config.directx} -isystem {config.directx}/wsl/stubs"
        f" -isystem {config.directx}/directx",
    )
)

# Microsoft's headers, which are not part of the repository.
microsoft = os.environ.get("FUSEDML_MICROSOFT_DIRECTML_DIR")
if microsoft:
    config.available_features.add("microsoft-directml")
    config.substitutions.append(("%microsoft_directml", microsoft))
if config.directmlx_dir:
    config.available_features.add("directmlx")
    config.substitutions.append(("%directmlx", config.directmlx_dir))

for target in config.llvm_targets:
    config.available_features.add(target.lower() + "-registered")
config.available_features.add("host-" + config.host_processor)
for sanitizer in config.sanitizers:
    if sanitizer:
        config.available_features.add("sanitize-" + sanitizer)

# What this machine can run, not only compile.
try:
    with open("/proc/cpuinfo") as file:
        flags = next((l for l in file if l.startswith("flags")), "").split()
except OSError:
    flags = []
if {"avx2", "fma", "f16c", "bmi2", "movbe"} <= set(flags):
    config.available_features.add("runs-x86-64-v3")
    v4 = {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}
    if v4 <= set(flags):
        config.available_features.add("runs-x86-64-v4")

# Objects compiled ahead of time must link with the system's C compiler alone.
if shutil.which("cc"):
    config.available_features.add("cc")
