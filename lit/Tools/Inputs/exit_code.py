#===- exit_code.py - expect an exit code ----------------------------------===#
#
# Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Runs a command and succeeds if it exits with the code given first.

A death by signal is a negative code, so that it is never the one expected.
"""

import subprocess
import sys

expected = int(sys.argv[1])
code = subprocess.run(sys.argv[2:]).returncode
if code != expected:
    sys.exit(f"expected exit code {expected}, got {code}")
