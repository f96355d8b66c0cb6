#!/usr/bin/env python3
#===- new_operator.py - the skeleton of an operator ------------------------===#
#
# Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes the skeleton of an operator that dialect/directml.txt has the fields
of: row, emitter, reference and tests. Each part keeps the build or a test from
passing until its TODO is done; docs/adding-an-operator.md says how."""

import argparse
import difflib
import os
import re
import sys
import textwrap

sys.dont_write_bytecode = True  # The source folder is left as it is.
from generate_rows import camel, read_field, read_lines, upper_camel  # noqa: E402

# For each file of dialect/operators: what the names of its operators begin with,
# and the variable part of the names of Emit*.cpp and tests/reference/*.cpp.
FAMILIES = {
    "Activations": (("ACTIVATION_",), "Activations", "Activations"),
    "Bits": (("BIT_",), "Bits", "Logic"),
    "Compare": (("LOGICAL_", "IS_"), "Compare", "Logic"),
    "Convert": (("FILL_", "QUANT", "DEQUANT"), "Convert", "Conversion"),
    "Math": ((), "Math", "Functions"),
    "Arithmetic": (("",), "Arithmetic", "Arithmetic"),
}
KINDS = {"FLOAT": 'Float<"{0}", "">', "DML_TENSOR_DATA_TYPE": 'TypeField<"{0}">',
         "const DML_SCALE_BIAS*": "ScaleBiasField",
         "const DML_OPERATOR_DESC*": "ActivationField"}
TENSOR = "const DML_TENSOR_DESC*"


def field_record(field, fields):
    """The field as a record of DmlBase.td, or one that is not there."""
    if field.ctype == TENSOR and not field.count:
        kind = ("Output" if field.name.startswith("Output") else
                "OptionalInput" if field.optional else "Input")
        return f'{kind}<"{field.name}">'
    if field.ctype == "DML_SCALAR_UNION":
        of = next(f.name for f in fields if f.ctype == "DML_TENSOR_DATA_TYPE")
        return f'ScalarField<"{field.name}", "{of}">'
    if field.ctype in KINDS:
        return KINDS[field.ctype].format(field.name)
    if field.ctype.startswith("DML_"):
        enum = upper_camel(field.ctype.removeprefix("DML_"))
        return f'EnumField<"{field.name}", Dml_{enum}Attr>'
    return f'TODO_{field.ctype.split()[-1].strip("*")}<"{field.name}">'


def insert(text, new, before):
    """`new` in front of the last match of a pattern."""
    at = [m.start() for m in re.finditer(before, text, re.M)][-1]
    return text[:at] + new + text[at:]


class Skeleton:
    def __init__(self, name, family, root):
        self.root, self.name, self.changes = root, name, []
        lines = read_lines(os.path.join(root, "dialect/directml.txt"))
        words = next((w for kind, *w in lines if kind == "operator" and w[2] == name),
                     None)
        if not words or words[3:] == ["row"]:
            raise ValueError(f"{name} has a row" if words else
                             f"dialect/directml.txt has no operator {name}")
        self.value, self.version = int(words[0]), words[1]
        self.fields = list(map(read_field, words[3:]))
        short = name.removeprefix("ELEMENT_WISE_")
        self.mnemonic = short.lower()
        self.family = family or next(
            f for f, (starts, *_) in FAMILIES.items() if short.startswith(starts))
        _, self.emitters, self.references = FAMILIES[self.family]
        self.function = camel(self.mnemonic.removeprefix("activation_"))

    def change(self, path, what, edit):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            text = file.read()
        self.changes.append((path, what, text, edit(text)))

    def row(self, text):
        tensors = [f.name for f in self.fields if f.ctype == TENSOR]
        base = {("InputTensor", "OutputTensor"): "Dml_Unary",
                ("ATensor", "BTensor", "OutputTensor"): "Dml_Binary"}.get(
                    tuple(tensors), "Dml_Operator")
        # The tensors of these two follow from the class.
        first = 0 if base == "Dml_Operator" else len(tensors)
        # Lines are not broken within a record.
        records = ", ".join(field_record(f, self.fields).replace(" ", "\0")
                            for f in self.fields[first:])
        records = textwrap.fill(f"[{records}]", 100, initial_indent=" " * 4,
                                subsequent_indent=" " * 5).replace("\0", " ")
        row = (f'def Dml_{upper_camel(self.mnemonic)}Op : '
               f'{base}<"{self.mnemonic}", "{self.name}", {self.value},\n'
               f'{records}> {{\n'
               '  let Formula = "";  // TODO: y = ...\n'
               '  let Cost = "";     // TODO: nanoseconds, as of its like\n'
               '  let Levels = [];   // TODO: those of its page, newest first\n'
               '}\n\n')
        # In front of the next greater value.
        for match in re.finditer(r'^def Dml_\w+Op : \w+<"\w+", "\w+", (\d+),',
                                 text, re.M):
            if int(match.group(1)) > self.value:
                return text[:match.start()] + row + text[match.start():]
        return insert(text, row, r"^#endif")

    def vocabulary(self, text):
        return re.sub(rf"^operator {self.value} .*\n(?:[ \t]+.*\n)*",
                      f"operator {self.value} {self.version} {self.name} row\n",
                      text, flags=re.M)

    def emitter(self, text):
        name = "emit" + self.function[0].upper() + self.function[1:]
        start = f"static Value {name}("
        text = insert(text, f"{start}ElementBuilder &e, Operation *op,\n"
                      f"{' ' * len(start)}ValueRange operands) {{\n"
                      f'#error "TODO: what {self.mnemonic} does to an element"\n'
                      "}\n\n", r"^static constexpr ElementEmitter kEmitters")
        return insert(text, f'    {{"{self.mnemonic}", {name}}},\n',
                      r"^};\n\nArrayRef")

    def reference(self, text):
        text = insert(text, f"RefTensor {self.function}(const RefAttributes "
                      "&attributes, Inputs in) {\n"
                      f'#error "TODO: {self.mnemonic} as its page has it"\n'
                      "}\n\n", r"^constexpr Row kRows")
        return insert(text, f'    {{"{self.mnemonic}", {self.function}}},\n',
                      r"^};\n\n} // namespace")

    def values(self, text):
        names = ", ".join(f'"{f.name}"' for f in self.fields
                          if f.ctype == "FLOAT" and not f.count)
        return insert(text, f'      {{"{self.mnemonic}", {{{names}}}, TODO}},\n',
                      r"^  };\n}\n\ninline const FloatFields \*floatFieldsOf")

    def lowering(self, text):
        count = sum(f.ctype == TENSOR and not f.name.startswith("Output")
                    for f in self.fields)
        ins, args = "abcdefgh"[:count], [f"%x{i}" for i in range(count)]
        bound = ", ".join(f"{a} = %{i} : tensor<64xf32>" for a, i in zip(args, ins))
        return text + f"""
// -----

// TODO: the types, the attributes, and the few operations that matter.
// CHECK-LABEL: llvm.func @fusedml_{self.mnemonic}_k0
// CHECK: TODO
func.func @{self.mnemonic}({", ".join(f"%{i}: tensor<64xf32>" for i in ins)}) -> tensor<64xf32> {{
  %0 = dml.fused ({bound}) -> tensor<64xf32> {{
    %1 = dml.{self.mnemonic} {", ".join(args)} : f32
    dml.yield %1 : f32
  }}
  return %0 : tensor<64xf32>
}}
"""

    def write(self, dry_run):
        self.change(f"dialect/operators/{self.family}.td", "the row", self.row)
        self.change("dialect/directml.txt", "its fields stand in the row",
                    self.vocabulary)
        self.change(f"compiler/lowering/Emit{self.emitters}.cpp", "the emitter",
                    self.emitter)
        self.change(f"tests/reference/{self.references}.cpp", "the reference",
                    self.reference)
        if any(f.ctype == "FLOAT" and not f.count for f in self.fields):
            self.change("tests/support/Attributes.h", "values of its attributes",
                        self.values)
        self.change(f"lit/Lowering/elements-{self.emitters.lower()}.mlir",
                    "the case of its code", self.lowering)
        for path, what, old, new in self.changes:
            print(f"{path}: {what}")
            if dry_run:
                sys.stdout.writelines(difflib.unified_diff(
                    old.splitlines(True), new.splitlines(True), path, path, n=1))
                continue
            with open(os.path.join(self.root, path), "w", encoding="utf-8") as file:
                file.write(new)
        print("Every TODO keeps the build or a test from passing; what else there"
              " is to do stands\nin docs/adding-an-operator.md.")


def main():
    parser = argparse.ArgumentParser(prog="./dev new-operator", description=__doc__)
    parser.add_argument("name", metavar="NAME", type=str.upper,
                        help="without DML_OPERATOR_")
    parser.add_argument("--family", choices=FAMILIES,
                        help="the file in dialect/operators, if not by the name")
    parser.add_argument("--dry-run", action="store_true", help="only show it")
    parser.add_argument("--root", help="the source folder to write to",
                        default=os.path.join(os.path.dirname(__file__), ".."))
    args = parser.parse_args()
    try:
        Skeleton(args.name.removeprefix("DML_OPERATOR_"), args.family,
                 args.root).write(args.dry_run)
    except ValueError as error:
        parser.error(error)


if __name__ == "__main__":
    main()
