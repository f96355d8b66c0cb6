#!/usr/bin/env python3
#===- generate_rows.py - C++ and documents from the operator rows ----------===#
#
# Part of FuseDML, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Writes what follows from dialect/operators and dialect/directml.txt:

  front/rules/OperatorRows.inc      tables of front/rules/OperatorRow.h
  front/graph/OperatorBuilders.inc  graph API, definitions
  include/fusedml/Operators.h          graph API, declarations
  directml/DirectML.h                  the API of DirectML
  docs/operators.md                    reference of the operators
  tests/OperatorCalls.inc              calls of the graph API, for tests
  lit/Dialect/operators.mlir           every operator as it is printed
"""

import argparse
import itertools
import json
import math
import os
import re
import sys
import textwrap
from types import SimpleNamespace

sys.dont_write_bytecode = True  # The source folder is left as it is.
from directml_header import banner, directml_h  # noqa: E402

TYPE_WORDS = {"T": "const DML_TENSOR_DESC*", "OP": "const DML_OPERATOR_DESC*",
              "SB": "const DML_SCALE_BIAS*", "string": "const char*",
              "data": "const void*"}
# Size of the types a desc struct of a row may hold, 64-bit ABI; enums are 4.
SIZES = {"FLOAT": 4, "UINT": 4, "INT": 4, "BOOL": 4, "DML_SCALAR_UNION": 8,
         "DML_SIZE_2D": 8}
UNBOUNDED = {"Min": "-inf", "Max": "inf"}


# --- input ------------------------------------------------------------------

def read_rows(path):
    """The Dml_Operator records, references resolved, by operator value."""
    with open(path, encoding="utf-8") as file:
        records = json.load(file)

    def resolve(item):
        return records[item["def"]] if isinstance(item, dict) else item

    rows = []
    for name in records["!instanceof"]["Dml_Operator"]:
        record = records[name]
        fields = []
        for item in map(resolve, record["Fields"]):
            fields.append(SimpleNamespace(
                name=item["Name"], kind=item["Kind"], ctype=item["CType"],
                optional=bool(item["Optional"]), default=item["Default"],
                enum=item["Enum"], prefix=item["EnumPrefix"],
                cases=[(c["symbol"], c["value"])
                       for c in map(resolve, item["EnumCases"])],
                type_field=item["TypeField"], implied=item["Implied"],
                array=item["Array"], array_index=item["ArrayIndex"],
                argument=bool(item["Argument"])))
        offset = 0
        for field in fields:
            if field.array and field.kind == "Input" and field.array_index:
                # One pointer to all elements of an array.
                field.offset = next(f.offset for f in fields
                                    if f.array == field.array
                                    and f.kind == "Input")
                continue
            size = 8 if field.ctype.endswith("*") else SIZES.get(field.ctype, 4)
            offset = -(-offset // size) * size
            field.offset = offset
            offset += size
        levels = []
        for level in map(resolve, record["Levels"]):
            roles = [SimpleNamespace(tensors=r["Tensors"], low=r["MinDims"],
                                     high=r["MaxDims"],
                                     optional=bool(r["Optional"]),
                                     types=[resolve(t)["Name"]
                                            for t in r["Types"]])
                     for r in map(resolve, level["Roles"])]
            levels.append(SimpleNamespace(name=level["FeatureLevel"],
                                          roles=roles,
                                          same_type=level["SameType"]))
        in_place = resolve(record["InPlace"])
        missing = [f for f in ("Formula", "Cost", "Levels") if not record[f]]
        if missing:
            raise SystemExit(f"{record['opName']}: the row has no "
                             + ", ".join(missing))
        rows.append(SimpleNamespace(
            mnemonic=record["opName"], dml=record["DmlName"],
            value=record["DmlValue"], fields=fields, size=-(-offset // 8) * 8,
            levels=levels, same_type=record["SameType"],
            same_sizes=record["SameSizes"],
            one_element=record["OneElement"], blockwise=record["Blockwise"],
            rules=record["Rules"], webnn=record["WebnnName"],
            disagreement=record["Disagreement"],
            rulings=[resolve(r)["Text"] for r in record["Rulings"]],
            in_place=in_place["Rule"],
            in_place_inputs=in_place["Inputs"],
            fusable=bool(record["FusableActivation"]),
            formula=record["Formula"], notes=record["Notes"],
            onnx=record["OnnxName"], max_ulp=record["MaxUlp"],
            cost=float(record["Cost"]),
            contracts=bool(record["Contracts"]),
            moves_bits=bool(record["MovesBits"]),
            reads_index=bool(record["ReadsIndex"]), sign=record["Sign"],
            simplify=record["Simplify"], cpp_operator=record["CppOperator"]))
    return sorted(rows, key=lambda row: row.value)


def read_field(word):
    name, _, ctype = word.partition(":")
    optional = ctype.endswith("?")
    ctype = ctype.removesuffix("?")
    match = re.fullmatch(r"(.+)\[(\w+)\]", ctype)
    count = match.group(2) if match else ""
    if match and count.isdigit():
        return SimpleNamespace(name=f"{name}[{count}]", ctype=match.group(1),
                               optional=False, count="")
    if match:
        base = TYPE_WORDS.get(match.group(1), f"const {match.group(1)}*")
        return SimpleNamespace(name=name, ctype=base, optional=optional,
                               count=count)
    if ctype.endswith("&"):
        ctype = f"const {ctype[:-1]}*"
    return SimpleNamespace(name=name, ctype=TYPE_WORDS.get(ctype, ctype),
                           optional=optional, count="")


def struct_fields(row):
    """The fields of a row's desc struct; an array is one of them."""
    fields = []
    for f in row.fields:
        if f.kind == "Input" and f.array:
            if f.array_index == 0:
                count = next(c.name for c in row.fields
                             if c.kind == "Count" and c.array == f.array)
                fields.append(SimpleNamespace(name=f.array, ctype=f.ctype,
                                              optional=False, count=count))
            continue
        fields.append(SimpleNamespace(name=f.name, ctype=f.ctype,
                                      optional=f.optional, count=""))
    return fields


def read_lines(path):
    """The words of each line of dialect/directml.txt."""
    lines = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("#") or not line.strip():
                continue
            if line[0].isspace():
                lines[-1] += line.split()
            else:
                lines.append(line.split())
    return lines


def read_directml(path, rows):
    """dialect/directml.txt, with the parts that the rows hold filled in."""
    by_name = {row.dml: row for row in rows}
    enum_cases = {f.enum: f.cases for row in rows for f in row.fields if f.enum}
    api = SimpleNamespace(constants=[], enums=[], structs=[], operators=[],
                          operator_aliases=[], struct_aliases=[],
                          interfaces=[], functions=[])
    for kind, *words in read_lines(path):
        if kind == "operator":
            value, version, name, *rest = words
            row = by_name.pop(name, None)
            if (rest == ["row"]) != (row is not None):
                raise SystemExit(f"{path}: {name}: 'row' must be said of the "
                                 "rows of dialect/operators, and of no other")
            if row and row.value != int(value):
                raise SystemExit(f"{path}: {name}: value {value}, but the row "
                                 f"says {row.value}")
            fields = (struct_fields(row) if row
                      else list(map(read_field, rest)))
            api.operators.append(SimpleNamespace(
                value=int(value), version=int(version, 16), name=name,
                fields=fields))
        elif kind == "constant":
            version, name, value = words
            api.constants.append(SimpleNamespace(
                version=int(version, 16), name=name, value=value))
        elif kind in ("enum", "flags"):
            version, name, *rest = words
            prefix = (name[:-1] if kind == "flags" else name) + "_"
            members = []
            if rest == ["row"]:
                members = [(prefix + n, v, int(version, 16))
                           for n, v in enum_cases[name]]
            else:
                for word in rest:
                    member, value, since = re.fullmatch(
                        r"(\w+)=(\d+)(?:@(\w+))?", word).groups()
                    members.append((prefix + member, int(value),
                                    int(since or version, 16)))
            api.enums.append(SimpleNamespace(
                version=int(version, 16), name=name, members=members,
                flags=kind == "flags"))
        elif kind in ("struct", "union"):
            version, name, *rest = words
            api.structs.append(SimpleNamespace(
                kind=kind, version=int(version, 16), name=name,
                fields=list(map(read_field, rest))))
        elif kind == "interface":
            version, name, _, base, iid = words
            api.interfaces.append(SimpleNamespace(
                version=int(version, 16), name=name, base=base, iid=iid,
                methods=[]))
        elif kind == "method":
            returns, name, *rest = words
            api.interfaces[-1].methods.append(SimpleNamespace(
                returns=returns, name=name,
                parameters=list(map(read_field, rest))))
        elif kind == "function":
            version, name, *rest = words
            api.functions.append(SimpleNamespace(
                version=int(version, 16), name=name,
                parameters=list(map(read_field, rest))))
        elif kind in ("operator-alias", "struct-alias"):
            version, alias, _, name = words
            (api.operator_aliases if kind == "operator-alias"
             else api.struct_aliases).append(
                 SimpleNamespace(version=int(version, 16), alias=alias,
                                 name=name))
        else:
            raise SystemExit(f"{path}: unknown word '{kind}'")
    if by_name:
        raise SystemExit(f"{path}: no line for {', '.join(by_name)}")
    api.operators.sort(key=lambda op: op.value)
    return api


# --- helpers ----------------------------------------------------------------

def camel(name):
    """activation_shrink, InputTensor, ValueStart -> lowerCamel."""
    if "_" in name or name.islower():
        first, *rest = name.split("_")
        return first.lower() + "".join(part.capitalize() for part in rest)
    return name[0].lower() + name[1:]


def upper_camel(name):
    return "".join(part.capitalize() for part in name.split("_"))


def quote(text):
    return json.dumps(text)


def enum_type(dml_enum):
    return upper_camel(dml_enum.removeprefix("DML_"))


def type_member(name):
    return (name.replace("UINT", "UInt").replace("FLOAT", "Float")
            if not name.startswith("INT") else name.replace("INT", "Int"))


def has_default(field):
    """Of a Float field: whether DirectML calls a value typical, or a bound may
    be left open."""
    return bool(field.default) or field.name in UNBOUNDED


def float_text(field):
    text = field.default or UNBOUNDED.get(field.name, "0.0")
    value = float(text)
    if math.isinf(value):
        sign = "-" if value < 0 else ""
        return sign + "std::numeric_limits<float>::infinity()"
    return repr(value) + "f"


def comment(text, indent="", mark="///"):
    return "".join(f"{indent}{mark} {line}\n" for line in textwrap.wrap(
        text, 80 - len(indent) - len(mark) - 1))


# --- OperatorRows.inc -------------------------------------------------------

def rows_inc(rows, api):
    out = [banner("OperatorRows.inc", "tables of the operators"), "\n"]
    enums = {}
    for row in rows:
        for field in row.fields:
            if field.enum:
                enums[field.enum] = field
    for name, field in enums.items():
        out.append(f"constexpr EnumMember kMembersOf{enum_type(name)}[] = {{\n")
        out += [f"    {{{quote(n)}, {v}}},\n" for n, v in field.cases]
        out.append(f"}};\nconstexpr EnumRow k{enum_type(name)} = {{\n"
                   f"    {quote(name)}, {quote(field.prefix)}, "
                   f"kMembersOf{enum_type(name)}}};\n\n")

    lists = {}

    def names(values):
        """A constexpr array of names, shared between rows."""
        if not values:
            return "{}"
        key = tuple(values)
        if key not in lists:
            lists[key] = f"kNames{len(lists)}"
            out.append(f"constexpr std::string_view {lists[key]}[] = {{"
                       + ", ".join(map(quote, values)) + "};\n")
        return lists[key]

    type_lists = {}

    def types(values):
        key = tuple(values)
        if key not in type_lists:
            type_lists[key] = f"kTypes{len(type_lists)}"
            out.append(f"constexpr DataType {type_lists[key]}[] = {{"
                       + ", ".join(f"DataType::{type_member(v)}" for v in values)
                       + "};\n")
        return type_lists[key]

    def groups(values, name):
        if not values:
            return "{}"
        refs = [names(group) for group in values]
        out.append(f"constexpr std::span<const std::string_view> {name}[] = {{"
                   + ", ".join(refs) + "};\n")
        return name

    def texts(values, name):
        if not values:
            return "{}"
        out.append(f"constexpr std::string_view {name}[] = {{\n"
                   + "".join(f"    {quote(v)},\n" for v in values) + "};\n")
        return name

    table = []
    for row in rows:
        id = upper_camel(row.mnemonic)
        out.append(f"\n// {row.mnemonic}\n")
        text = f"constexpr FieldRow kFieldsOf{id}[] = {{\n"
        for f in row.fields:
            enum = f"&k{enum_type(f.enum)}" if f.enum else "nullptr"
            default = float_text(f) if f.kind == "Float" else "0.0f"
            implied = dict(f.cases)[f.implied] if f.implied else -1
            text += (f"    {{{quote(f.name)}, FieldKind::{f.kind}, "
                     f"{str(f.optional).lower()}, {f.offset}, {default}, "
                     f"{str(f.kind == 'Float' and has_default(f)).lower()}, {enum},"
                     f" {quote(f.type_field)}, {implied}, {quote(f.array)}, "
                     f"{f.array_index}, {str(f.argument).lower()}}},\n")
        out.append(text + "};\n")
        levels = f"constexpr LevelRow kLevelsOf{id}[] = {{\n"
        for level in row.levels:
            rules = ", ".join(f"{{{names(r.tensors)}, {r.low}, {r.high}, "
                              f"{types(r.types)}, {str(r.optional).lower()}}}"
                              for r in level.roles)
            rule_id = f"kRulesOf{id}{level.name}"
            out.append(f"constexpr TensorRule {rule_id}[] = {{{rules}}};\n")
            same = groups(level.same_type, f"kSameTypeOf{id}{level.name}")
            levels += (f"    {{FeatureLevel::Level_{level.name}, {rule_id}, "
                       f"{same}}},\n")
        out.append(levels + "};\n")
        same_type = groups(row.same_type, f"kSameTypeOf{id}")
        same_sizes = groups(row.same_sizes, f"kSameSizesOf{id}")
        in_place = names(row.in_place_inputs)
        one_element, blockwise = names(row.one_element), names(row.blockwise)
        rulings = texts(row.rulings, f"kRulingsOf{id}")
        rules = "{}"
        if row.rules:
            rules = f"kRowRulesOf{id}"
            out.append(f"constexpr RowRule {rules}[] = {{"
                       + ", ".join(f"RowRule::{r}" for r in row.rules) + "};\n")
        table.append(
            f"    {{{quote(row.mnemonic)}, {quote('DML_OPERATOR_' + row.dml)},\n"
            f"     {quote('DML_' + row.dml + '_OPERATOR_DESC')}, {row.value}, "
            f"{row.size},\n"
            f"     kFieldsOf{id}, kLevelsOf{id}, {same_type}, {same_sizes},\n"
            f"     {one_element}, {blockwise}, {rules},\n"
            f"     InPlaceRule::{row.in_place}, {in_place}, "
            f"{str(row.fusable).lower()},\n"
            f"     {quote(row.formula)},\n     {quote(row.notes)},\n"
            f"     {quote(row.onnx)}, {quote(row.webnn)},\n"
            f"     {quote(row.disagreement)}, {rulings}, {row.max_ulp},\n"
            f"     {row.cost}, {str(row.contracts).lower()}, "
            f"{str(row.moves_bits).lower()}, {str(row.reads_index).lower()},\n"
            f"     SignRule::{row.sign}, SimplifyRule::{row.simplify}}},\n")
    out.append("\nconstexpr OperatorRow kRows[] = {\n" + "".join(table) + "};\n")

    out.append("\n// Every operator of DirectML.h, ordered by value.\n"
               "constexpr DmlOperator kDmlOperators[] = {\n")
    named = [(op.value, op.name) for op in api.operators]
    named += [(op.value, alias.alias) for alias in api.operator_aliases
              for op in api.operators if op.name == alias.name]
    for value, name in sorted(named, key=lambda item: item[0]):
        out.append(f"    {{{quote('DML_OPERATOR_' + name)}, {value}}},\n")
    out.append("};\n")
    return "".join(out)


# --- Operators.h and OperatorBuilders.inc -----------------------------------

def parameter(field):
    name = field.name
    if field.array:
        # QuantizationTensors are scale and zero point.
        name = ("Scale", "ZeroPoint")[field.array_index]
    return camel(name.removesuffix("Tensor") or name)


def output_type(row):
    """How the builder knows the type of the output: "" from a tensor it must
    agree with or as the only one, else the default of a parameter, None
    without."""
    output = next(f.name for f in row.fields if f.kind == "Output")
    required = {f.name for f in row.fields
                if f.kind == "Input" and not f.optional}
    if any(output in group and required & set(group)
           for group in row.same_type) or not required:
        return ""
    types = next(r.types for r in row.levels[0].roles if output in r.tensors)
    if len(types) == 1:
        return ""
    return "DataType::UInt8" if set(types) == {"UINT32", "UINT8"} else None


def signature(row):
    """Parameters of the builder, the options struct or None, and how the
    builder fills the fields."""
    inputs = [f for f in row.fields if f.kind == "Input"]
    floats = [f for f in row.fields if f.kind == "Float"]
    enums = [f for f in row.fields if f.kind == "Enum" and not f.implied]
    scalars = [f for f in row.fields if f.kind == "Scalar"]
    scale_bias = [f for f in row.fields if f.kind == "ScaleBias"]
    params, fills = [], []
    for f in inputs:
        if not f.optional:
            params.append(f"Tensor {parameter(f)}")
    chosen = output_type(row)
    if not inputs:
        params += ["Graph &graph", "DataType type", "std::vector<int64_t> sizes"]
    elif chosen is None:
        params.append("DataType type")
    type_text = ("type" if not inputs
                 else f"{parameter(inputs[0])}.desc().type")
    for f in scalars:
        params.append(f"ScalarValue {camel(f.name)}")
        fills.append((f, f"graph::makeScalar({camel(f.name)}, {type_text})"))
    # What DirectML gives no typical value has to be said.
    for f in floats:
        if not has_default(f):
            params.append(f"float {camel(f.name)}")
            fills.append((f, camel(f.name)))
    for f in inputs:
        if f.optional:
            params.append(f"Tensor {parameter(f)} = {{}}")
    values = [f for f in floats if has_default(f)]
    options = None
    if len(enums) == 1 and not values and not scale_bias:
        f = enums[0]
        first = upper_camel(f.cases[0][0])
        params.append(f"{enum_type(f.enum)} {camel(f.name)} = "
                      f"{enum_type(f.enum)}::{first}")
        fills.append((f, f"static_cast<uint32_t>({camel(f.name)})"))
    elif values or enums or scale_bias:
        options = upper_camel(row.mnemonic) + "Options"
        params.append(f"const {options} &options = {{}}")
        for f in values:
            fills.append((f, f"options.{camel(f.name)}"))
        for f in enums:
            fills.append((f, f"static_cast<uint32_t>(options.{camel(f.name)})"))
        for f in scale_bias:
            fills.append((f, "graph::makeScaleBias(options.scaleBias)"))
    if inputs and chosen:
        params.append(f"DataType type = {chosen}")
    for f in row.fields:
        if f.kind == "DataType":
            fills.append((f, f"static_cast<uint32_t>({type_text})"))
    return params, options, fills


def function_name(row):
    """The name in C++, where `if` and others are words of the language."""
    name = camel(row.mnemonic)
    return name + "Else" if name == "if" else name


def wrapped_call(start, params, end):
    text = start + ", ".join(params) + end
    if len(text) <= 80:
        return text
    lines, line, pad = [], start, " " * len(start)
    if len(start) > 40:
        lines, line, pad = [start], "    ", "    "
    for i, param in enumerate(params):
        piece = param + (end if i + 1 == len(params) else ",")
        if line.strip() and line != start and line != pad \
                and len(line) + 1 + len(piece) > 80:
            lines.append(line)
            line = pad + piece
        else:
            line += ("" if line in (start, pad) else " ") + piece
    return "\n".join(lines + [line])


SCALARS = """
/// `value` as a tensor of one element of the type of `like`: it broadcasts, and
/// in a fused loop it is a constant, so that other code is made for another
/// value; what changes from run to run is better an input of size [1]. For
/// floats `value` is rounded once, to nearest even. For integers it has to be a
/// whole number in the range of the type; below 0 an unsigned type has it modulo
/// 2^N, as C has, down to -2^(N-1). Another number is an error of the operator
/// that it is for.
Tensor scalarLike(const Tensor &like, ScalarValue value);

// A number beside a sign is scalarLike() of the other operand, and the operator
// is the one that the sign stands for: x / 3 is a quotient, and no product with
// 1 / 3.

inline Tensor operator-(Tensor x) { return negate(std::move(x)); }
"""

SIGN_OPERATORS = """
inline Tensor operator{sign}(Tensor a, Tensor b) {{
  return {function}(std::move(a), std::move(b));
}}
inline Tensor operator{sign}(Tensor a, ScalarValue b) {{
  Tensor number = scalarLike(a, b);
  return {function}(std::move(a), std::move(number));
}}
inline Tensor operator{sign}(ScalarValue a, Tensor b) {{
  Tensor number = scalarLike(b, a);
  return {function}(std::move(number), std::move(b));
}}
inline Tensor &operator{sign}=(Tensor &a, Tensor b) {{
  return a = std::move(a) {sign} std::move(b);
}}
inline Tensor &operator{sign}=(Tensor &a, ScalarValue b) {{
  return a = std::move(a) {sign} b;
}}
"""


def operators_h(rows):
    out = [banner("Operators.h", "the operators of the graph API"), """
#ifndef FUSEDML_OPERATORS_H
#define FUSEDML_OPERATORS_H

#include "fusedml/Graph.h"

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace fusedml {

// Each function adds one operator to the graph of its operands and returns the
// result. Operands broadcast by shape: aligned at the last dimension, a size of
// 1 or a missing dimension repeats. Types never convert; cast() does. A mistake
// leaves an error in the graph (Graph::status) and gives a Tensor without value.

/// x * scale + bias, applied to the input before the operator. Not for 64-bit
/// types.
struct ScaleBias {
  float scale = 1.0f;
  float bias = 0.0f;
};

/// A number for a tensor of any type; integers keep all their bits. As an
/// attribute of an operator on integers it is taken modulo 2^N, and a
/// floating-point number is truncated toward zero and saturated. scalarLike()
/// and the signs instead refuse a number that the type does not have.
class ScalarValue {
public:
  template <std::signed_integral T>
  ScalarValue(T value) : number(static_cast<int64_t>(value)) {}
  template <std::unsigned_integral T>
  ScalarValue(T value) : number(static_cast<uint64_t>(value)) {}
  /// Also _Float16, where the compiler has it.
  template <typename T>
    requires std::floating_point<T> || (isFloat(detail::elementType<T>()))
  ScalarValue(T value) : number(static_cast<double>(value)) {}

  const std::variant<int64_t, uint64_t, double> &value() const {
    return number;
  }

private:
  std::variant<int64_t, uint64_t, double> number;
};
"""]
    seen = set()
    for row in rows:
        for f in row.fields:
            if not f.enum or f.implied or f.enum in seen:
                continue
            seen.add(f.enum)
            out.append(f"\n/// {f.enum}.\nenum class {enum_type(f.enum)} : "
                       "uint32_t {\n")
            out += [f"  {upper_camel(n)} = {v},\n" for n, v in f.cases]
            out.append("};\n")
    for row in rows:
        params, options, _ = signature(row)
        out.append("\n")
        if options:
            out.append(f"struct {options} {{\n")
            for f in row.fields:
                if f.kind == "Float" and has_default(f):
                    out.append(f"  float {camel(f.name)} = {float_text(f)};\n")
                elif f.kind == "Enum":
                    out.append(f"  {enum_type(f.enum)} {camel(f.name)} = "
                               f"{enum_type(f.enum)}::"
                               f"{upper_camel(f.cases[0][0])};\n")
            if any(f.kind == "ScaleBias" for f in row.fields):
                out.append("  std::optional<ScaleBias> scaleBias = {};\n")
            out.append("};\n\n")
        notes = f"{row.formula}. {row.notes}".rstrip()
        if any(f.kind == "Activation" for f in row.fields):
            notes += " Apply the activation to the result."
        notes += f" (DML_OPERATOR_{row.dml})"
        out.append(comment(notes))
        out.append(wrapped_call(f"Tensor {function_name(row)}(", params, ");")
                   + "\n")
    out.append(SCALARS)
    for row in rows:
        if row.cpp_operator:
            out.append(SIGN_OPERATORS.format(sign=row.cpp_operator,
                                             function=camel(row.mnemonic)))
    out.append("\n} // namespace fusedml\n\n#endif // FUSEDML_OPERATORS_H\n")
    return "".join(out)


def builders_inc(rows):
    out = [banner("OperatorBuilders.inc", "the operators of the graph API")]
    for index, row in enumerate(rows):
        params, _, fills = signature(row)
        params = [p.split(" = ")[0] for p in params]
        out.append("\n" + wrapped_call(f"Tensor {function_name(row)}(", params,
                                       ") {") + "\n")
        out.append(f"  graph::Operator op(&graph::operatorRows()[{index}]);"
                   f" // {row.mnemonic}\n")
        for f, value in fills:
            out.append(f"  op.fields[{row.fields.index(f)}] = {value};\n")
        inputs = [(i, f) for i, f in enumerate(row.fields) if f.kind == "Input"]
        if inputs:
            call = ", ".join(f"{{{i}, {parameter(f)}}}" for i, f in inputs)
            type_text = "" if output_type(row) == "" else ", type"
            out.append(f"  return graph::addNode(std::move(op), {{{call}}}"
                       f"{type_text});\n")
        else:
            out.append("  return graph::addSource(graph, std::move(op), type, "
                       "std::move(sizes));\n")
        out.append("}\n")
    return "".join(out)


# --- tests/OperatorCalls.inc ------------------------------------------------

def calls_inc(rows):
    """One line for each row: the call of its function, with operands in the
    order of the row's inputs and attributes by the names of DirectML."""
    out = [banner("OperatorCalls.inc", "calls of the graph API")]
    for row in rows:
        inputs = [f for f in row.fields if f.kind == "Input"]
        enums = [f for f in row.fields if f.kind == "Enum" and not f.implied]
        floats = [f for f in row.fields if f.kind == "Float"]
        scale_bias = any(f.kind == "ScaleBias" for f in row.fields)
        chosen = output_type(row)
        args = [f"in[{i}]" for i, f in enumerate(inputs) if not f.optional]
        if not inputs:
            args += ["graph", "outputType(a)", "a.sizes"]
        elif chosen is None:
            args.append("outputType(a)")
        args += [f'scalar(a, "{f.name}")' for f in row.fields
                 if f.kind == "Scalar"]
        args += [f'a.at("{f.name}")' for f in floats if not has_default(f)]
        args += [f"in[{i}]" for i, f in enumerate(inputs) if f.optional]
        fields = [f'.{camel(f.name)} = a.at("{f.name}")' for f in floats
                  if has_default(f)]
        values = [(f, f'static_cast<fusedml::{enum_type(f.enum)}>('
                      f'member(a, "{row.mnemonic}", "{f.name}"))')
                  for f in enums]
        if len(enums) == 1 and not fields and not scale_bias:
            args.append(values[0][1])
        elif fields or enums or scale_bias:
            fields += [f".{camel(f.name)} = {v}" for f, v in values]
            if scale_bias:
                fields.append(".scaleBias = scaleBias(a)")
            args.append("{" + ", ".join(fields) + "}")
        if inputs and chosen:
            args.append("outputType(a)")
        out.append(f'CALL("{row.mnemonic}", fusedml::{function_name(row)}('
                   + ", ".join(args) + "))\n")
    return "".join(out)


# --- lit/Dialect/operators.mlir ---------------------------------------------

def element(data_type):
    """FLOAT32 as the dialect writes it."""
    return (data_type.lower().replace("float", "f").replace("uint", "ui")
            .replace("int", "i"))


def type_combinations(row):
    """The types that an operator's tensors may have together at its newest level,
    as dictionaries by the names of the tensors."""
    level = row.levels[0]
    groups = [[f.name] for f in row.fields if f.kind in ("Input", "Output")]
    for same in row.same_type + level.same_type:
        joined = [g for g in groups if set(g) & set(same)]
        groups = [g for g in groups if g not in joined] + [sum(joined, [])]
    allowed = {tensor: role.types for role in level.roles
               for tensor in role.tensors}
    for types in itertools.product(
            *[[t for t in allowed[g[0]] if all(t in allowed[n] for n in g)]
              for g in groups]):
        chosen = {n: element(t) for g, t in zip(groups, types) for n in g}
        if "ScaleTypeOfInput" in row.rules and chosen["ScaleTensor"] != \
                chosen["InputTensor"].replace("i32", "f32"):
            continue
        yield chosen


def attribute_sets(row, types):
    """Attributes of an operator on tensors of these types: every member of an
    enum, and with ScaleBias where it may be."""
    attributes = {}
    output = next(types[f.name] for f in row.fields if f.kind == "Output")
    for number, f in enumerate(row.fields):
        if f.kind in ("Float", "Scalar"):
            kind = "f32" if f.kind == "Float" else output
            value = number if "i" in kind else f"{number + 0.5:e}"
            attributes[f.name] = f"{value} : {kind}"
    enums = [f for f in row.fields if f.kind == "Enum" and not f.implied]
    for members in itertools.product(*[f.cases for f in enums]):
        yield attributes | {f.name: f'"{name}"'
                            for f, (name, _) in zip(enums, members)}
    if any(f.kind == "ScaleBias" for f in row.fields) and not any(
            t.endswith("64") for t in types.values()):
        yield attributes | {"ScaleBias": "#dml.scale_bias<Scale = 2.000000e+00 "
                                         ": f32, Bias = -1.000000e+00 : f32>"}


def operator_function(title, row, types, attributes, layouts):
    """A function with an operator on tensors and, in dml.fused, on elements."""
    # An operator without inputs takes the index of each element.
    names = [f.name for f in row.fields if f.kind == "Input"] or ["Index"]
    output = next(f.name for f in row.fields if f.kind == "Output")
    role = next(r for r in row.levels[0].roles if output in r.tensors)

    def tensor(kind, strides):
        if not layouts:
            return f"tensor<{'1x' * role.low}{kind}>"
        sizes = ([1] * role.high + [2, 3])[-role.high:]
        text = "".join(f"{size}x" for size in sizes) + kind
        if strides:
            strides = ([8] * role.high + strides)[-role.high:]
            text += f", #dml.strides<{strides}>"
        return f"tensor<{text}>"

    def call(values, operands, result):
        given = ", ".join(f"{n} = {v}" for n, v in sorted(attributes.items()))
        given = f" {{{given}}}" if given else ""
        same = all(operand == result for operand in operands)
        signature = result if same else f"({', '.join(operands)}) -> {result}"
        return f"dml.{row.mnemonic} {', '.join(values)}{given} : {signature}\n"

    elements = [types.get(name, "i64") for name in names]
    tensors = [tensor(kind, [0, 0] if name in row.one_element else
                      [0, 1] if name == names[0] else [])
               for kind, name in zip(elements, names)]
    result = tensor(types[output], [4, 1])
    count = len(elements)
    outer = [f"%arg{i}" for i in range(count)]
    inner = [f"%arg{count + i}" for i in range(count)]
    parameters = ", ".join(f"{v}: {t}" for v, t in zip(outer, tensors))
    inputs = ", ".join(f"{i} = {o} : {t}"
                       for i, o, t in zip(inner, outer, tensors))
    return (f"  func.func @{title}({parameters}) {{\n"
            f"    %0 = {call(outer, tensors, result)}"
            f"    %1 = dml.fused ({inputs}) -> {result} {{\n"
            f"      %2 = {call(inner, elements, types[output])}"
            f"      dml.yield %2 : {types[output]}\n"
            "    }\n    return\n  }\n")


def operators_mlir(rows):
    """Every operator with every combination of types of its newest level, on
    tensors of the fewest dimensions; and once in layouts that are not packed, of
    the most dimensions. Printed by fusedml-opt it is the same text."""
    out = ["module {\n"]
    for row in rows:
        cases = [(row, types, attributes, False)
                 for types in type_combinations(row)
                 for attributes in attribute_sets(row, types)]
        cases.append((*cases[0][:3], True))
        out += [operator_function(f"{row.mnemonic}_{number}", *case)
                for number, case in enumerate(cases)]
    return "".join(out + ["}\n\n"])


# --- docs/operators.md ------------------------------------------------------

INTRODUCTION = """
An operator exists from its lowest feature level on; its tensors follow the
newest level that is not above the one asked for. Of all operators:

- Inputs may have any strides; stride 0 repeats. An output may not have two
  elements at one address. Sizes of 0 are refused in DirectML's descriptors; in
  the graph API they mean that nothing is computed.
- FLOAT16 operators work in FLOAT32. One rounding to nearest even makes the
  output FLOAT16, and stays where it is when operators are fused. Operations are
  neither merged nor moved, and subnormals survive.
- Which NaN a result is stays open, except by operators that only move or edit
  bits, of which that is said below.
- "In place" names the inputs whose memory an output may take over, in the same
  layout; to share memory in another way is an error.
- "Accuracy" as a number is the largest error of a FLOAT32 result in units of
  its last place, attributes at their typical values; [accuracy.md](accuracy.md)
  has what was measured. FLOAT16 results of such an operator of one input are
  correctly rounded.
- "Accuracy: exact" means that every operation of the formula is rounded once,
  in its order, and not that the result is the float nearest to the formula's
  value. FLOAT16 results come from the same steps in FLOAT32.

"""


def accuracy(row):
    return f"at most {row.max_ulp} ULP" if row.max_ulp else "exact"


def operators_md(rows, api):
    out = ["<!-- Generated by cmake/generate_rows.py from dialect/operators. -->\n"
           "# Operators\n\n"
           f"{len(rows)} of DirectML's {len(api.operators)} operators: all that "
           "work element by element.\n" + INTRODUCTION +
           "| operator | DirectML | ONNX | WebNN | from level | accuracy | formula |\n"
           "|---|---|---|---|---|---|---|\n"]
    for row in rows:
        formula = row.formula.replace("|", "\\|")
        out.append(f"| [`{row.mnemonic}`](#{row.mnemonic}) | `{row.dml}` | "
                   f"{row.onnx or '-'} | {row.webnn or '-'} | "
                   f"{row.levels[-1].name} | {accuracy(row)} | `{formula}` |\n")
    for row in rows:
        params, options, _ = signature(row)
        out.append(f"\n## {row.mnemonic}\n\n`{row.formula}`\n\n")
        if row.notes:
            out.append("\n".join(textwrap.wrap(row.notes, 100)) + "\n\n")
        out.append(f"- DirectML: `DML_OPERATOR_{row.dml}` ({row.value}), "
                   f"`DML_{row.dml}_OPERATOR_DESC` ({row.size} bytes)\n")
        out.append(f"- C++: `{function_name(row)}({', '.join(params)})`\n")
        if row.onnx:
            out.append(f"- ONNX: {row.onnx}\n")
        if row.webnn:
            out.append(f"- WebNN: {row.webnn}\n")
        for group in row.same_type:
            out.append(f"- Same DataType: {', '.join(group)}\n")
        for group in row.same_sizes:
            out.append(f"- Same Sizes: {', '.join(group)}\n")
        if row.one_element:
            out.append(f"- One element: {', '.join(row.one_element)}\n")
        if row.blockwise:
            out.append("- Sizes of 1, of the output, or a divisor of it (one for "
                       f"each block): {', '.join(row.blockwise)}\n")
        rule = {"None": "no", "OneOf": "with one of ",
                "OneOrMore": "with one or more of "}[row.in_place]
        out.append(f"- In place: {rule}{', '.join(row.in_place_inputs)}\n")
        out.append(f"- Accuracy, FLOAT32: {accuracy(row)}\n")
        if row.moves_bits:
            out.append("- Moves or edits bits, those of NaN as well"
                       + (", unless ScaleBias is given"
                          if any(f.kind == "ScaleBias" for f in row.fields)
                          else "") + "\n")
        if row.fusable:
            out.append("- May be a FusedActivation\n")
        for ruling in row.rulings:
            out.append(f"- Ruling: {ruling}\n")
        if row.disagreement:
            out.append(f"- Sources differ: {row.disagreement}\n")
        out.append("\n| field | type | default |\n|---|---|---|\n")
        for f in row.fields:
            default = (f.default or UNBOUNDED.get(f.name, "")
                       if f.kind == "Float" else "")
            ctype = f.ctype + (" (may be null)" if f.optional else "")
            out.append(f"| {f.name} | `{ctype}` | {default} |\n")
        out.append("\n| level | tensors | dimensions | types |\n|---|---|---|---|\n")
        for level in row.levels:
            for role in level.roles:
                dims = (str(role.low) if role.low == role.high
                        else f"{role.low} to {role.high}")
                optional = " (may be left out)" if role.optional else ""
                out.append(f"| {level.name} | {', '.join(role.tensors)}"
                           f"{optional} | {dims} | {', '.join(role.types)} |\n")
            for group in level.same_type:
                out.append(f"| {level.name} | {', '.join(group)} | | one type |\n")
    return "".join(out)


def write(path, text):
    """Writes a file if its text changes; sets its time in any case, because the
    build compares times with the inputs."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                os.utime(path)
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", required=True)
    parser.add_argument("--directml", required=True)
    parser.add_argument("--output", required=True)
    args = parser.parse_args()
    rows = read_rows(args.rows)
    api = read_directml(args.directml, rows)
    for path, text in {
            "front/rules/OperatorRows.inc": rows_inc(rows, api),
            "front/graph/OperatorBuilders.inc": builders_inc(rows),
            "include/fusedml/Operators.h": operators_h(rows),
            "directml/DirectML.h": directml_h(api),
            "docs/operators.md": operators_md(rows, api),
            "tests/OperatorCalls.inc": calls_inc(rows),
            "lit/Dialect/operators.mlir": operators_mlir(rows)}.items():
        write(os.path.join(args.output, path), text)


if __name__ == "__main__":
    main()
