#===- check_docs.py - keep the documents true -----------------------------===#
#
# Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#
"""Checks the commands, snippets and links of the documents.

Commands are the lines of fenced `sh` blocks. Those of the README that use
FuseDML are also run, in a scratch folder with the examples beside it;
`./dev run` is then the `fusedml run` of the build under test.
"""

import argparse
import pathlib
import re
import subprocess
import sys

FIRST_COMMANDS = ["./dev run examples/multiply_shrink.json", "./dev test"]
# Snippets that are parts of files, so that they are compiled.
SNIPPETS = {"cpp": "examples/multiply_shrink.cpp", "c": "examples/aot/main.c"}

errors = []


def fences(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)


def commands(text):
    for block in fences(text, "sh"):
        joined = re.sub(r"\\\n\s*", "", block)
        for line in joined.splitlines():
            line = re.sub(r"\s+#.*$", "", line).strip()
            if line and not line.startswith("#"):
                yield line


def help_of(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""


def check_commands(document, text, source, verbs):
    for line in commands(text):
        words = line.split()
        if words[0] == "./dev" and words[1] not in verbs:
            errors.append(f"{document}: no verb '{words[1]}' in: {line}")
        if words[0] == "fusedml":
            known = help_of("fusedml", words[1], "--help")
            if not known:
                errors.append(f"{document}: no 'fusedml {words[1]}': {line}")
            for option in re.findall(r"(?<=\s)--[a-z_-]+", line):
                if option not in known:
                    errors.append(f"{document}: no option {option}: {line}")
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    for link in re.findall(r"\]\(([^)#:]+)\)", prose):
        base = source / pathlib.PurePath(document).parent
        if not (base / link).exists():
            errors.append(f"{document}: no file '{link}'")


def check_readme(text, source):
    first = next(iter(fences(text, "sh")), "").split("\n")
    if [line for line in first if line] != FIRST_COMMANDS:
        errors.append(f"README.md: the first commands are {first}")
    for language, file in SNIPPETS.items():
        code = (source / file).read_text()
        for block in fences(text, language):
            if block not in code:
                errors.append(f"README.md: not a part of {file}:\n{block}")


def check_guide(document, text, source):
    """Each program of the guide is a part of the example linked before it."""
    examples = []
    for link, block in re.findall(
            r"\]\(\.\./(examples/[^)]+)\)|^```(?:cpp|c)\n(.*?)^```", text,
            re.M | re.S):
        if link:
            examples.append(link)
        elif not examples or block not in (source / examples[-1]).read_text():
            errors.append(f"{document}: not a part of "
                          f"{examples[-1] if examples else 'an example'}:\n"
                          f"{block}")
    for path in (source / "examples").glob("*.cpp"):
        if ("<fusedml/Compile.h>" in path.read_text()
                and f"examples/{path.name}" not in examples):
            errors.append(f"{document}: no word of examples/{path.name}")


def run_readme(text, source, scratch):
    if not (scratch / "examples").exists():
        (scratch / "examples").symlink_to(source / "examples")
    script = ["set -e"]
    for line in commands(text):
        line = re.sub(r"^\./dev run ", "fusedml run ", line)
        # This test runs in a build that these have made.
        if not line.startswith(("./dev ", "cmake ")):
            script.append(line)
    done = subprocess.run(["sh", "-x"], input="\n".join(script) + "\n",
                          cwd=scratch, capture_output=True, text=True)
    if done.returncode:
        errors.append("README.md: its commands fail:\n" + done.stderr)


def check_header(source, scratch):
    """The C program must give the function arrays of the graph's sizes, and
    the documents its signature, both of which only the header knows."""
    header_file = scratch / "multiply_shrink.h"
    if not header_file.exists():
        return  # run_readme has said why.
    header = header_file.read_text()
    sizes = [int(size) for size in re.findall(
        r"^ +\w+: (?:input|output), FLOAT32 \[(\d+)\]$", header, re.M)]
    code = (source / "examples/aot/main.c").read_text()
    arrays = dict(re.findall(r"float (\w+)\[(\d+)\]", code))
    call = re.search(r"fusedml_multiply_shrink\(([^)]*)\)", code)
    given = [int(arrays.get(name.strip(), 0))
             for name in call.group(1).split(",")]
    if not sizes or given != sizes:
        errors.append(f"examples/aot/main.c: its arrays have {given} elements, "
                      f"those of the header {sizes}")
    for block in fences((source / "docs/decisions.md").read_text(), "c"):
        if block.strip() not in header:
            errors.append(f"docs/decisions.md: not in the header:\n{block}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--scratch", type=pathlib.Path, required=True)
    options = parser.parse_args()
    source = options.source.resolve()

    usage = help_of(str(source / "dev"), "help")
    verbs = re.findall(r"^  ([a-z-]+) ", usage, re.M)
    documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
    documents += [f"docs/{path.name}" for path in source.glob("docs/*.md")]
    for document in documents:
        text = (source / document).read_text()
        check_commands(document, text, source, verbs)
    readme = (source / "README.md").read_text()
    check_readme(readme, source)
    guide = "docs/graph-api.md"
    check_guide(guide, (source / guide).read_text(), source)
    run_readme(readme, source, options.scratch)
    check_header(source, options.scratch)

    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
