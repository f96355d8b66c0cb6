#!/usr/bin/env python3
"""Runs the commands of expected.txt again and records what they say.

usage: update.py path/to/fusedml    (then read the difference)
"""
import pathlib
import shlex
import subprocess
import sys

folder = pathlib.Path(__file__).resolve().parent
transcript = folder / "expected.txt"
prompt = "$ fusedml "
tool = pathlib.Path(sys.argv[1]).resolve()
blocks = []
for line in transcript.read_text().splitlines():
    if not line.startswith(prompt):
        continue
    arguments = line[len(prompt):]
    result = subprocess.run(
        [tool, *shlex.split(arguments)], cwd=folder, capture_output=True,
        check=False)
    blocks.append(f"{prompt}{arguments}\n{result.stderr.decode()}"
                  f"exit {result.returncode}\n")
transcript.write_text("\n".join(blocks))
